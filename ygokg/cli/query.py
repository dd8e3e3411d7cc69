"""`ygokg query`: SPARQL over the graph, given as text, as a file or by the name of a query of this project."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from ygokg.api.queries import Query, find_query, imported_behind, listed_queries, query_names, run, term_words
from ygokg.cli.options import App, common_options, completes
from ygokg.cli.output import emit_table, emit_text, escaped, plain_cells
from ygokg.errors import BrokenInput, UsageProblem
from ygokg.reading import LARGEST_QUERY, kind_of, read_file, read_stream


@click.command("query")
@click.argument("query", required=False, metavar="SPARQL|FILE|NAME", shell_complete=completes("queries"))
@click.option(
    "--param",
    "params",
    multiple=True,
    metavar="NAME=VALUE",
    shell_complete=completes("parameters"),
    help="A value for a variable of the query. May be repeated.",
)
@click.option("--list", "listing", is_flag=True, help="List the named queries.")
@click.option("--show", is_flag=True, help="Print the query's text instead of running it.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0),
    default=30.0,
    show_default=True,
    metavar="SECONDS",
    help="End a query that takes longer; 0: never.",
)
@common_options("table", "json", "csv", "tsv", "turtle", "nt")
def command(app: App, query: str | None, params: tuple[str, ...], listing: bool, show: bool, timeout: float) -> None:
    """Run a SPARQL query: one of the named ones, a file, or the text itself (`-` reads it from standard input).

    Prefixes need not be typed. SELECT and ASK give a table, json, csv or tsv; CONSTRUCT and DESCRIBE give turtle, nt or json
    (JSON-LD). In csv, which spreadsheets open, a cell that would be a formula has an apostrophe before it; tsv and json are exact.
    A parameter of a named query takes names and labels, and so does one of your own query where its header tells its kind, as that of
    a named query does (`--show`); else it takes <IRI>, a CURIE such as card:82732705, a number, "text"@zh or plain text. Each
    imported document is a named graph: GRAPH ?document { … }.

    What is written is the result alone, in the standard forms of SPARQL. How old the data is stands in it (dct:modified of the
    ontology and of an imported document, dct:issued of a document); in a terminal standard error tells it too.

    \b
    Examples:
      ygokg query --list
      ygokg query rulings-of-card --param card=技能抽取
      ygokg query "SELECT ?rule { ?rule a ygo:Rule } LIMIT 3"
      ygokg query "ASK { ?card skos:prefLabel ?name }" --param 'name="Skill Drain"@en'
      ygokg card 技能抽取 --show-query rulings-of-card | ygokg query -
    """
    if listing:
        _list(app)
        return
    if query is None:
        raise UsageProblem("No query is given.", "Give SPARQL, a file or a name; `ygokg query --list` shows the names.")
    given = _pairs(params)
    asked = _source(query)
    if show:
        emit_text(asked.text.rstrip("\n"))
        return
    _print(run(app.session, asked, given, app.format, timeout), app.format)
    if not app.session.endpoint:
        _tell_age(app, asked)


def _tell_age(app: App, asked: Query) -> None:
    """Tell a person at a terminal how old the data is, beside a result that is nothing but the result."""
    if not sys.stderr.isatty():
        return
    from ygokg.render.lines import rests_on_words

    rows = app.session.rests_on(app.session.model, (), imported_behind(app.session, asked), data=True)
    emit_text(rests_on_words(None, rows, app.lang), dim=True, err=True)


def _list(app: App) -> None:
    rows = []
    for query in listed_queries():
        parameters = ", ".join(f"{p.name}{'?' if p.optional else ''}" for p in query.parameters)
        rows.append((query.name, parameters, query.question))
    emit_table(rows, ("name", "parameters", "question"), app.format)


def _pairs(params: Iterable[str]) -> dict[str, str]:
    """Part each NAME=VALUE at its first `=`."""
    pairs: dict[str, str] = {}
    for param in params:
        name, equals, value = param.partition("=")
        if not equals or not name:
            raise UsageProblem(f"--param {param}: it is not NAME=VALUE.", "Write it as --param card=技能抽取")
        if name in pairs:
            raise UsageProblem(f"--param {name} is given twice.", "Give each parameter once.")
        pairs[name] = value
    return pairs


def _source(query: str) -> Query:
    """Return the query that is given by its name, on standard input, as text or in a file."""
    if query in query_names():
        return find_query(query)
    if query == "-":
        return Query(_text(lambda: read_stream(sys.stdin.buffer, LARGEST_QUERY), "Standard input"))
    if any(sign in query for sign in "{\n") or not query.strip():
        return Query(query)
    path = Path(query)
    kind = kind_of(path)
    if kind == "file":
        return Query(_text(lambda: read_file(path, LARGEST_QUERY), query), query)
    if kind == "folder":
        raise UsageProblem(f"{query} is a folder.", "Give a file with one query.")
    if path.suffix in (".rq", ".sparql") or path.name != query:
        raise UsageProblem(f"There is no file {query}.", "Give SPARQL, a file that exists, or a name from `ygokg query --list`.")
    return Query(query) if " " in query else find_query(query)


def _text(read: Callable[[], bytes], where: str) -> str:
    try:
        return read().decode("utf-8-sig")
    except OSError as error:
        raise BrokenInput(f"{where} cannot be read: {error.strerror}.", "Give a readable text file with one SPARQL query.") from error
    except UnicodeDecodeError as error:
        raise BrokenInput(f"{where} is not UTF-8 text.", "Give a text file with one SPARQL query.") from error


def _print(result: bytes, format: str) -> None:
    import json

    text = result.decode("utf-8")
    if format == "table" and text.startswith("{"):
        _print_table(json.loads(text))
        return
    text = text.replace("\r\n", "\n").rstrip("\n")
    emit_text(text if format == "tsv" else plain_cells(text) if format == "csv" else escaped(text))


def _print_table(result: dict[str, Any]) -> None:
    if "boolean" in result:
        emit_text("true" if result["boolean"] else "false")
        return
    columns = result["head"]["vars"]
    rows = [[term_words(solution.get(column)) for column in columns] for solution in result["results"]["bindings"]]
    emit_table(rows, columns)
