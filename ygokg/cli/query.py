"""`ygokg query`: SPARQL over the graph, given as text, as a file or by the name of a query of this project."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ygokg.cli.completes import completes
from ygokg.cli.lookup_output import ages_behind
from ygokg.cli.options import App, common_options
from ygokg.cli.output import emit_table, emit_text, escaped, plain_cells
from ygokg.errors import BrokenInput, DamagedStore, UsageProblem
from ygokg.graph.triples import curie
from ygokg.reading import LARGEST_QUERY, kind_of, read_file, read_stream
from ygokg.store.folders import documents_file
from ygokg.store.sparql import NamedQuery, bind, named_queries, named_query, names_findings, names_graphs, read_value, require_read_only
from ygokg.store.values import Value

if TYPE_CHECKING:
    from pyoxigraph import Store

__all__ = ["command"]

_LITERAL_TYPES_SHOWN_BARE = ("string", "integer", "decimal", "boolean", "date", "gYearMonth", "double")


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
    A parameter of a named query takes names and labels; one of your own query takes <IRI>, a CURIE such as
    card:82732705, a number, "text"@zh or plain text. Each imported document is a named graph: GRAPH ?document { … }.

    What is written is the result alone, in the standard forms of SPARQL. How old the data is stands in it (dct:modified of the
    ontology and of an imported document, dct:issued of a document); in a terminal standard error tells it too.

    \b
    Examples:
      ygokg query --list
      ygokg query rulings-of-card --param card=技能抽取
      ygokg query "SELECT ?rule { ?rule a ygo:Rule } LIMIT 3"
      ygokg query "ASK { ?card skos:prefLabel ?name }" --param 'name="Skill Drain"@en'
    """
    if listing:
        _list(app)
        return
    if query is None:
        raise UsageProblem("No query is given.", "Give SPARQL, a file or a name; `ygokg query --list` shows the names.")
    given = _pairs(params)
    text, where, named = _source(query)
    if show:
        emit_text(text.rstrip("\n"))
        return
    require_read_only(text)
    if app.endpoint:
        _print(_run_at_server(app, text, _values(app, given, named), where, timeout), app.format)
        return
    if names_graphs(text) and documents_file().is_file():
        _print(_run_with_documents(app, bind(text, _values(app, given, named)), where, timeout), app.format)
        _tell_age(app, documents=True)
        return
    _print(_run(app, lambda: bind(text, _values(app, given, named)), where, timeout), app.format)
    _tell_age(app)


def _tell_age(app: App, *, documents: bool = False) -> None:
    """Tell a person at a terminal how old the data is, beside a result that is nothing but the result."""
    if not sys.stderr.isatty():
        return
    from ygokg.documents.shelf import document_ages
    from ygokg.render.lines import rests_on_words

    imported = document_ages(app.lang).values() if documents else ()
    rows = ages_behind(app, app.graph().model, (), imported, data=True)
    emit_text(rests_on_words(None, rows, app.lang), dim=True, err=True)


def _list(app: App) -> None:
    rows = []
    for query in map(named_query, named_queries()):
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


def _source(query: str) -> tuple[str, str, NamedQuery | None]:
    """Return the text of a query, how messages call it, and the named query that it is, if any."""
    if query in named_queries():
        named = named_query(query)
        return named.text, f"{query}.rq", named
    if query == "-":
        return _text(lambda: read_stream(sys.stdin.buffer, LARGEST_QUERY), "Standard input"), "The query", None
    if any(sign in query for sign in "{\n") or not query.strip():
        return query, "The query", None
    path = Path(query)
    kind = kind_of(path)
    if kind == "file":
        return _text(lambda: read_file(path, LARGEST_QUERY), query), query, None
    if kind == "folder":
        raise UsageProblem(f"{query} is a folder.", "Give a file with one query.")
    if path.suffix in (".rq", ".sparql") or path.name != query:
        raise UsageProblem(f"There is no file {query}.", "Give SPARQL, a file that exists, or a name from `ygokg query --list`.")
    if " " in query:
        return query, "The query", None
    return named_query(query).text, "", None


def _text(read: Callable[[], bytes], where: str) -> str:
    try:
        return read().decode("utf-8-sig")
    except OSError as error:
        raise BrokenInput(f"{where} cannot be read: {error.strerror}.", "Give a readable text file with one SPARQL query.") from error
    except UnicodeDecodeError as error:
        raise BrokenInput(f"{where} is not UTF-8 text.", "Give a text file with one SPARQL query.") from error


def _values(app: App, given: dict[str, str], named: NamedQuery | None) -> dict[str, Value]:
    if named is None:
        return {name: read_value(text) for name, text in given.items()}
    from ygokg.lookup.arguments import arguments

    return arguments(app.graph().model, named, given, app.lang, app.library)


def _run(app: App, bound: Callable[[], str], where: str, timeout: float) -> bytes:
    """Run a query in a child process; `bound` gives its text. Triples in the cache are opened there while the text is made here."""
    from ygokg.store.cache import open_stored, open_stored_triples
    from ygokg.store.run import Standby, run_limited

    def execute(store: Store, query: str) -> bytes:
        from ygokg.store import run

        return run.execute(store, query, app.format, where)

    def prepare() -> Callable[[bytes], bytes] | None:
        store = open_stored_triples()
        return None if store is None else lambda query: execute(store, query.decode("utf-8", "surrogatepass"))

    def in_doubt() -> None:
        if (stored := open_stored()) is not None:
            stored.look_over()

    if app.builtin and not app.data and hasattr(os, "fork"):
        with Standby(prepare) as child, contextlib.suppress(DamagedStore):
            request = bound().encode("utf-8", "surrogatepass")
            import json  # noqa: F401 - the answer is read with it; until the child is ready, loading it costs nothing

            result = child.ask(request, timeout, in_doubt)
            if result is not None:
                return result
    query, graph = bound(), app.graph()

    def ask(store: Store) -> bytes:
        if names_findings(query):  # a graph of the user's files is made without
            from ygokg.store.build import add_findings

            add_findings(store, graph.model)
        return run_limited(lambda: execute(store, query), timeout, graph.look_over)

    # Opened here: to build one anew in the child, beside threads that it lacks, would not end.
    return graph.ask(ask)


def _store(app: App, query: str) -> Store:
    """Return the triples, the findings among them where the query names these: a graph of the user's files is made without."""
    graph = app.graph()
    if names_findings(query):
        from ygokg.store.build import add_findings

        add_findings(graph.store, graph.model)
    return graph.store


def _run_with_documents(app: App, query: str, where: str, timeout: float) -> bytes:
    """Run a query that asks for named graphs, those of imported documents among them."""
    from ygokg.documents.graph import open_with_documents
    from ygokg.store import run
    from ygokg.store.run import run_limited

    store = open_with_documents(app.graph().model, _store(app, query), app.lang)
    return run_limited(lambda: run.execute(store, query, app.format, where), timeout)


def _run_at_server(app: App, text: str, values: dict[str, Value], where: str, timeout: float) -> bytes:
    """Run a query at the server; its graphs stand in for the built-in one, and documents that were imported here are not there."""
    from ygokg.endpoint.asking import execute

    return execute(app.server, bind(text, values), values, app.format, where, timeout or None)


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
    rows = [[_cell(solution.get(column)) for column in columns] for solution in result["results"]["bindings"]]
    emit_table(rows, columns)


def _cell(term: dict[str, Any] | None) -> str | None:
    """Return a term for people: a CURIE, a text with its language, a number or date as it is."""
    if term is None:
        return None
    if term["type"] == "uri":
        return curie(term["value"])
    if term["type"] == "bnode":
        return f"_:{term['value']}"
    if term["type"] != "literal":
        return " ".join(str(_cell(part)) for part in term["value"].values())
    value: str = term["value"]
    datatype = curie(term.get("datatype", "xsd:string"))
    if language := term.get("xml:lang"):
        return f"{value}@{language}"
    return value if datatype.removeprefix("xsd:") in _LITERAL_TYPES_SHOWN_BARE else f"{value}^^{datatype}"
