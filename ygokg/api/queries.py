"""SPARQL over the graph: the named queries, and any other; here, with the imported documents, or at a server."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ygokg.errors import DamagedStore
from ygokg.graph.triples import curie
from ygokg.store.bundle import is_look_up
from ygokg.store.folders import documents_there
from ygokg.store.sparql import (
    NamedQuery,
    bind,
    kinds_in_header,
    named_queries,
    named_query,
    names_findings,
    names_graphs,
    read_value,
    require_read_only,
)
from ygokg.store.values import Value

if TYPE_CHECKING:
    from pyoxigraph import Store

    from ygokg.api.session import Session
    from ygokg.graph.ages import Imported

__all__ = ["Query", "execute", "find_query", "imported_behind", "is_look_up", "listed_queries", "query_names", "run", "term_words"]

_SHOWN_BARE = ("string", "integer", "decimal", "boolean", "date", "gYearMonth", "double")
"""Types of literals that people are not told."""


class Query(NamedTuple):
    """The text of a query, how messages call it, and the named query that it is, if any."""

    text: str
    where: str = "The query"
    named: NamedQuery | None = None


def query_names() -> Iterable[str]:
    """Return the names of the named queries."""
    return named_queries()


def listed_queries() -> list[NamedQuery]:
    """Return the named queries with what their headers say."""
    return [named_query(name) for name in named_queries()]


def find_query(name: str) -> Query:
    """Return the named query of that name; raises `NotFound`, with those that come near, where there is none."""
    named = named_query(name)
    return Query(named.text, f"{name}.rq", named)


def run(session: Session, query: Query, given: Mapping[str, str], format: str, timeout: float) -> bytes:
    """Return the result of a query in a format, as `ygokg.store.run.execute` writes it.

    `given` are values for its variables, as a person types them; `timeout` seconds after which it is ended (0: never). Raises
    `UsageProblem` for an update, another server and a value that fits no variable, `BrokenInput` for what is no SPARQL, `NotFound`
    for a thing that is not there, `TimedOut`; at a server also what `ygokg.endpoint.asking.execute` raises.
    """
    require_read_only(query.text)
    if session.endpoint:
        from ygokg.endpoint.asking import execute as execute_there

        values = _values(session, query, given)
        return execute_there(session.server, bind(query.text, values), values, format, query.where, timeout or None)

    def bound() -> str:
        return bind(query.text, _values(session, query, given))

    aside = session.builtin and not session.data and hasattr(os, "fork") and not _with_documents(query.text)
    result = _run_aside(bound, query.where, format, timeout) if aside else None
    return execute(session, bound(), query.where, format, timeout) if result is None else result


def execute(session: Session, query: str, where: str, format: str, timeout: float) -> bytes:
    """Return the result of a query with its values in it, asked of the graph here; raises as `run` does."""
    from ygokg.store import run

    graph = session.graph  # opened here: to build one anew in the child, beside threads that it lacks, would not end

    def ask(store: Store) -> bytes:
        if names_findings(query):  # a graph in memory is made without
            from ygokg.store.build import add_findings

            add_findings(store, graph.model)
        if _with_documents(query):
            from ygokg.documents.graph import open_with_documents

            store = open_with_documents(graph.model, store, session.lang)
        return run.run_limited(lambda: run.execute(store, query, format, where), timeout, graph.look_over)

    return graph.ask(ask)


def imported_behind(session: Session, query: Query) -> list[Imported]:
    """Return the ages of the imported documents, where a query asks these too."""
    if not _with_documents(query.text):
        return []
    from ygokg.documents.shelf import document_ages

    return list(document_ages(session.lang).values())


def term_words(term: Mapping[str, Any] | None) -> str | None:
    """Return a term of a result in JSON for people: a CURIE, a text with its language, a number or date as it is."""
    if term is None:
        return None
    if term["type"] == "uri":
        return curie(term["value"])
    if term["type"] == "bnode":
        return f"_:{term['value']}"
    if term["type"] != "literal":
        return " ".join(str(term_words(part)) for part in term["value"].values())
    value: str = term["value"]
    datatype = curie(term.get("datatype", "xsd:string"))
    if language := term.get("xml:lang"):
        return f"{value}@{language}"
    return value if datatype.removeprefix("xsd:") in _SHOWN_BARE else f"{value}^^{datatype}"


def _with_documents(query: str) -> bool:
    return names_graphs(query) and documents_there()


def _values(session: Session, query: Query, given: Mapping[str, str]) -> dict[str, Value]:
    if query.named is None:
        kinds = kinds_in_header(query.text) if given else {}
        return {name: _own_value(session, kinds.get(name, ""), text) for name, text in given.items()}
    from ygokg.lookup.arguments import arguments

    return arguments(session.model, query.named, given, session.lang, session.library)


def _own_value(session: Session, kind: str, text: str) -> Value:
    """Return the value of a variable of a query that is not one of ours: of the kind that its header tells, if any.

    What is written as an IRI or as a text is that in any case.
    """
    from ygokg.lookup.arguments import KINDS, read_argument

    if kind not in KINDS or text.startswith(("<", '"', "'")):
        return read_value(text)
    return read_argument(session.model, kind, text, session.library)


def _run_aside(bound: Callable[[], str], where: str, format: str, timeout: float) -> bytes | None:
    """Run a query in a child process, which opens the triples in the cache while `bound` makes the text; None where that fails."""
    from ygokg.store.cache import open_stored, open_stored_triples
    from ygokg.store.run import Standby

    def prepare() -> Callable[[bytes], bytes] | None:
        from ygokg.store import run

        store = open_stored_triples()
        return None if store is None else lambda query: run.execute(store, query.decode("utf-8", "surrogatepass"), format, where)

    def in_doubt() -> None:
        if (stored := open_stored()) is not None:
            stored.look_over()

    with Standby(prepare) as child, contextlib.suppress(DamagedStore):
        request = bound().encode("utf-8", "surrogatepass")
        import json  # noqa: F401 - the answer is read with it; until the child is ready, loading it costs nothing

        return child.ask(request, timeout, in_doubt)
    return None
