"""Running a query over the triples and writing its result in one of the usual formats."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeAlias

import pyoxigraph as ox

from ygokg.errors import BrokenInput, DamagedStore, UsageProblem
from ygokg.namespaces import PREFIXES
from ygokg.sparql import check_prefixes, open_braces, require_read_only, with_full_names
from ygokg.store.folders import cache_folder

__all__ = ["GRAPH_FORMATS", "ROW_FORMATS", "Results", "execute", "parse", "written"]

Results: TypeAlias = ox.QuerySolutions | ox.QueryBoolean | ox.QueryTriples

ROW_FORMATS = {
    "table": ox.QueryResultsFormat.JSON,
    "json": ox.QueryResultsFormat.JSON,
    "csv": ox.QueryResultsFormat.CSV,
    "tsv": ox.QueryResultsFormat.TSV,
}
GRAPH_FORMATS = {"table": ox.RdfFormat.TURTLE, "turtle": ox.RdfFormat.TURTLE, "nt": ox.RdfFormat.N_TRIPLES, "json": ox.RdfFormat.JSON_LD}

_AT = re.compile(r"error at (?P<line>\d+):\d+: expected (?:one of )?(?P<expected>.*)", re.DOTALL)
_SENTENCE = re.compile(r"[A-Z][a-z]*(?: [a-zA-Z]+){2,}")


def execute(store: ox.Store, query: str, format: str, where: str = "The query") -> bytes:
    """Return the result of a query as bytes.

    SELECT and ASK give SPARQL results in JSON (`table`, `json`), CSV or TSV; CONSTRUCT and DESCRIBE give Turtle (`table`,
    `turtle`), N-Triples or JSON-LD (`json`). Prefixes of the graph need not be declared. Raises `UsageProblem` for an update,
    SERVICE and a format that does not fit, `BrokenInput` for what is not SPARQL; `where` names the query in messages.
    """
    return written(parse(store, query, where), format)


def parse(store: ox.Store, query: str, where: str = "The query") -> Results:
    """Return the result of a query that nobody has read yet: all that can be wrong with its text is known by then.

    Raises as `execute` does, formats aside.
    """
    require_read_only(query)
    check_prefixes(query, where)
    try:
        return store.query(with_full_names(query), prefixes=PREFIXES, use_default_graph_as_union=True)
    except SyntaxError as error:
        raise _broken(query, error, where) from error
    except ValueError as error:
        raise BrokenInput(f"{where} is no text that can be read as SPARQL.", "Write it in UTF-8.") from error


def written(results: Results | Iterable[ox.Triple], format: str) -> bytes:
    """Return a result as bytes; raises `UsageProblem` for a format that does not fit, `DamagedStore` where the triples are damaged."""
    try:
        if not isinstance(results, ox.QuerySolutions | ox.QueryBoolean):
            return _graph(results, format)
        if format not in ROW_FORMATS:
            raise UsageProblem(f"Its result is rows, not a graph; {format} cannot hold it.", f"Use --format {', '.join(ROW_FORMATS)}.")
        return results.serialize(format=ROW_FORMATS[format]) or b""
    except (OSError, RuntimeError) as error:
        raise DamagedStore(f"The stored graph is damaged: {error}.", f"Delete {cache_folder()}; the next call builds it anew.") from error


def _graph(triples: Iterable[ox.Triple], format: str) -> bytes:
    """Serialize triples, sorted, with only the prefixes that they use."""
    if format not in GRAPH_FORMATS:
        raise UsageProblem(f"Its result is a graph, not rows; {format} cannot hold it.", f"Use --format {', '.join(GRAPH_FORMATS)}.")
    ordered = sorted(set(triples), key=lambda triple: (str(triple.subject), str(triple.predicate), str(triple.object)))
    named = {str(term)[1:-1] for triple in ordered for term in (triple.subject, triple.predicate, triple.object)}
    named |= {triple.object.datatype.value for triple in ordered if isinstance(triple.object, ox.Literal)}
    used = {prefix: base for prefix, base in PREFIXES.items() if any(name.startswith(base) for name in named)}
    return ox.serialize(ordered, format=GRAPH_FORMATS[format], prefixes=used) or b""


def _broken(query: str, error: SyntaxError, where: str) -> BrokenInput:
    """Say where a query stops being SPARQL, in a line that a person can use."""
    hint = "Look at this place; `ygokg query --list` has examples that work."
    found = _AT.match(str(error))
    if found is None:
        return BrokenInput(f"{where}: {error}.", hint)
    line = int(found["line"])
    sentence = _SENTENCE.search(found["expected"])
    if sentence is not None:
        return BrokenInput(f"{where}, line {line}: {sentence[0][0].lower()}{sentence[0][1:]}.", hint)
    if open_braces(query) > 0:
        return BrokenInput(f"{where}: a closing brace is missing.", "Every { needs its }.")
    shown = query.split("\n")[line - 1].strip()
    shown = shown if len(shown) <= 60 else shown[:60] + "…"
    return BrokenInput(f"{where}, line {line}: not SPARQL: `{shown}`.", hint)
