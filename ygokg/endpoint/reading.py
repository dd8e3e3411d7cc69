"""All triples of a graph from a server, in parts that servers give whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product

import pyoxigraph as ox

from ygokg.endpoint.server import Server, term

__all__ = ["read_graph"]

_PARTS = (5000, 500, 50)
"""Triples in a part, on average. Servers cut results: Virtuoso after 10,000 rows, and it sorts no more than that either."""
_TRUTHS = (
    "http://www.w3.org/2002/07/owl#deprecated",
    *(f"https://w3id.org/ygokg/ontology#{name}" for name in ("exhaustive", "unexercised", "unhindered")),
)
"""Predicates of truth values."""
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
    if row["p"]["value"] in _TRUTHS and row["o"]["value"] == "1":  # Virtuoso has no truth values and keeps numbers
        value = _TRUE
    return ox.Triple(subject, predicate, value)  # type: ignore[arg-type]
