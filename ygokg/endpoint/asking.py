"""Asking a server: a query, with the same results in the same formats as on the built-in graph, or the whole graph, to be kept here."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product

import pyoxigraph as ox

from ygokg.endpoint.graphs import ASSERTED, asks_for_rows, drops_duplicates, for_server, named, records_of
from ygokg.endpoint.server import TRUTHS, Rows, Server, term
from ygokg.store.build import fill_with
from ygokg.store.cache import Compiled, Graph, Source, code_state, keep
from ygokg.store.run import parse, written
from ygokg.store.values import Value

_LIMIT = re.compile(r"\bLIMIT\s+(\d+)\s*(?:OFFSET\s+\d+\s*)?$", re.IGNORECASE)


def execute(server: Server, query: str, values: Mapping[str, Value], format: str, where: str, seconds: float | None) -> bytes:
    """Return the result of a query, into which `values` are bound already, as `ygokg.store.run.execute` does.

    What is wrong with the query or the format is found out here, before the server is asked. Raises what `run.execute` raises, and
    what `Server.rows` raises; `EndpointProblem` where the server leaves rows out, or does not have our graph whole.
    """
    written(parse(ox.Store(), query, where), format)
    server.records(seconds)
    wording = for_server(query, values)
    if not asks_for_rows(query):
        return written(server.triples(wording, seconds=seconds), format)
    rows = server.rows(wording, seconds=seconds)
    if "boolean" not in rows.json:
        _require_whole(server, rows, query)
        if drops_duplicates(query):
            rows.json["results"]["bindings"] = _distinct(rows)
    return written(ox.parse_query_results(json.dumps(rows.json).encode(), format=ox.QueryResultsFormat.JSON), format)


def _require_whole(server: Server, rows: Rows, query: str) -> None:
    """Raise `EndpointProblem` where the server cut the rows; as many as the query asks for are whole."""
    asked = _LIMIT.search(query)
    if rows.cut and (asked is None or len(rows.bindings) < int(asked[1])):
        raise server.client.problem("endpoint.cut", server.url, rows=len(rows.bindings))


def _distinct(rows: Rows) -> list[dict[str, dict[str, str]]]:
    """Return the rows each once: Virtuoso gives some of a SELECT DISTINCT with paths or options in it twice."""
    return list({json.dumps(row, sort_keys=True): row for row in rows.bindings}.values())


_PARTS = (5000, 500, 50)
"""Triples in a part, on average. Servers cut results: Virtuoso after 10,000 rows, and it sorts no more than that either."""
_TRUE = ox.Literal(True)


def read_graph(server: Server, graph: str, progress: Callable[[int], None] = lambda _count: None) -> set[ox.Triple]:
    """Return the triples of a graph, names for blank nodes undone; `progress` is told how many have come.

    A part is some predicates, or one with the subjects whose hash begins with some digits: no order and no offset, which servers
    limit. Raises what `Server.rows` raises, and `EndpointProblem` where they are not all to be had.
    """
    counted = server.rows("SELECT ?p (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY ?p", (graph,)).bindings
    counts = {row["p"]["value"]: int(row["n"]["value"]) for row in counted if "p" in row}
    for size in _PARTS:
        found: set[ox.Triple] = set()
        for part in _parts(counts, size):
            rows = server.rows(part, (graph,))
            if rows.cut:
                break
            found.update(map(_triple, rows.bindings))
            progress(len(found))
        if len(found) == sum(counts.values()):
            return found
    raise server.client.problem("endpoint.partial", server.url)


def _parts(counts: Mapping[str, int], size: int) -> Iterator[str]:
    """Yield the queries for all triples, given how many each predicate has; some `size` triples each."""
    few: list[str] = []
    held = 0
    for predicate, count in sorted(counts.items()):
        if count > size:
            yield from (_part([predicate], prefixes) for prefixes in _shares(-(-count // size)))
            continue
        if held + count > size:
            yield _part(few)
            few, held = [], 0
        few.append(predicate)
        held += count
    if few:
        yield _part(few)


def _shares(number: int) -> Iterator[tuple[str, ...]]:
    """Yield the beginnings of hashes, in so many shares of about the same size."""
    digits = 1
    while 16**digits < 4 * number:
        digits += 1
    prefixes = list(map("".join, product("0123456789abcdef", repeat=digits)))
    yield from (tuple(prefixes[share::number]) for share in range(number))


def _part(predicates: Sequence[str], prefixes: Sequence[str] = ()) -> str:
    """Return the query for the triples with these predicates, and of subjects whose hash begins like this if prefixes are given."""
    listed = ", ".join(f'"{prefix}"' for prefix in prefixes)
    chosen = f" FILTER(SUBSTR(MD5(STR(?s)), 1, {len(prefixes[0])}) IN ({listed}))" if prefixes else ""
    return f"SELECT ?s ?p ?o {{ VALUES ?p {{ {' '.join(f'<{predicate}>' for predicate in predicates)} }} ?s ?p ?o{chosen} }}"


def _triple(row: dict[str, dict[str, str]]) -> ox.Triple:
    subject, predicate, value = term(row["s"]), term(row["p"]), term(row["o"])
    if row["p"]["value"] in TRUTHS and row["o"]["value"] == "1":  # Virtuoso has no truth values and keeps numbers
        value = _TRUE
    return ox.Triple(subject, predicate, value)  # type: ignore[arg-type]


def open_served(server: Server) -> Graph:
    """Return the graph at a server; one small request finds out whether the cache has it already.

    Raises what `Client.send` raises, `EndpointProblem` where it is not there or not whole, and `BrokenInput` where what is there is
    no graph of this project.
    """
    record = server.records()[ASSERTED]

    def fill(store: ox.Store, with_findings: bool) -> Compiled:
        triples = read_graph(server, ASSERTED)
        sent = sorted((ox.Triple(named(t.subject), t.predicate, named(t.object)) for t in triples), key=str)
        if records_of({ASSERTED: sent})[ASSERTED] != record:
            raise server.client.problem("endpoint.partial", server.url)
        return fill_with(store, [ox.Quad(t.subject, t.predicate, t.object) for t in triples], with_findings=with_findings)

    # What is made of the triples goes with the code that makes it.
    about = b"\0".join((server.url.encode(), record.digest.encode(), code_state()))
    return keep("served", Source(fill, lambda: about))
