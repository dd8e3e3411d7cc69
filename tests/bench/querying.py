"""Every named query on the triples of the tool (pyoxigraph) and on the same triples in rdflib, with the values of its example."""

from __future__ import annotations

import json
import shlex
import signal
import statistics
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from measuring import Bench, Row, Tables, compared, progress

__all__ = ["measure"]

RDFLIB = "rdflib>=7.1"
SIDES = ("pyoxigraph", "rdflib")
OUT_OF_TIME = "out of time"


def measure(bench: Bench) -> Tables:
    """Return the table of the queries and one that sums it up."""
    progress("queries: installing rdflib into a copy of the environment …")
    own = bench.copied("rdflib")
    own.call("python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", RDFLIB)
    found = own.inside(__file__, bench.rounds, bench.limit)
    rows = [_row(query, bench.limit) for query in found["queries"]]
    ratios = [row["ratio"] for row in rows if row["ratio"] is not None]
    summary = {
        "queries": len(rows),
        "same rows": sum(row["rows alike"] == "yes" for row in rows),
        "other rows": sum(row["rows alike"] == "NO" for row in rows),
        f"over {bench.limit:g} s in rdflib": sum(row["rows alike"] == OUT_OF_TIME for row in rows),
        "left out": len(found["imported"]),
        "least ratio": min(ratios, default=None),
        "median ratio": round(statistics.median(ratios), 1) if ratios else None,
        "largest ratio": max(ratios, default=None),
    }
    loaded = {
        "rdflib": found["rdflib"],
        "triples": found["triples"],
        **{f"{side} opens, s": round(found["opening"][side], 2) for side in SIDES},
    }
    return {"Named queries": rows, "Named queries, in sum": [summary], "Opening the triples": [loaded]}


def _row(query: Row, limit: float) -> Row:
    """Return the row of a query; one that ran out of time has no ratio."""
    if query["rdflib"] is None:
        least = compared(query["name"], SIDES, query["pyoxigraph"], [limit])
        row = {**least, "rdflib ms": None, "rdflib min": None, "ratio": None, "ratio of minima": None}
    else:
        row = compared(query["name"], SIDES, query["pyoxigraph"], query["rdflib"])
    return {**row, "rows": query["rows"], "rows alike": query["alike"]}


def _inside(rounds: int, limit: float) -> None:
    """In the installation: run every query on both sides in turn; write the seconds of each and whether the rows are the same."""
    from importlib.metadata import version

    from ygokg.store.cache import open_graph
    from ygokg.store.sparql import named_queries, named_query, names_graphs

    graph = open_graph()
    begun = time.perf_counter()
    store = graph.store
    opened = time.perf_counter()
    progress("queries: reading the triples into rdflib …")
    other = _in_rdflib(store)
    opening = {"pyoxigraph": opened - begun, "rdflib": time.perf_counter() - opened}
    found: list[Row] = []
    imported: list[str] = []
    for query in map(named_query, named_queries()):
        if names_graphs(query.text):
            imported.append(query.name)
            continue
        progress(f"queries: {query.name}")
        found.append({"name": query.name, **_both(store, other, _text(graph, query), rounds, limit)})
    json.dump({"queries": found, "imported": imported, "triples": len(other), "opening": opening, "rdflib": version("rdflib")}, sys.stdout)


def _in_rdflib(store: Any) -> Any:
    """Return an rdflib graph of the triples of all graphs together, which is what the tool asks."""
    import pyoxigraph as ox
    import rdflib

    triples = {quad.triple for quad in store.quads_for_pattern(None, None, None, None)}
    return rdflib.Graph().parse(data=ox.serialize(triples, format=ox.RdfFormat.N_TRIPLES), format="nt")


def _text(graph: Any, query: Any) -> str:
    """Return the text of a query with the values of its example in it."""
    from ygokg.lookup.arguments import arguments
    from ygokg.store.sparql import bind, with_full_names

    words = shlex.split(query.example)
    given = dict(word.split("=", 1) for before, word in pairwise(words) if before == "--param")
    return with_full_names(bind(query.text, arguments(graph.model, query, given, "en")))


def _both(store: Any, other: Any, text: str, rounds: int, limit: float) -> Row:
    """Return the seconds of both sides in turn; rdflib has one turn less for each tenth of the limit that it takes."""
    from ygokg.graph.triples import PREFIXES

    def on_oxigraph() -> list[tuple[str, ...]]:
        found = store.query(text, prefixes=PREFIXES, use_default_graph_as_union=True)
        return [tuple(map(_term, row)) for row in found] if hasattr(found, "__iter__") else [(str(bool(found)),)]

    def on_rdflib() -> list[tuple[str, ...]]:
        found = other.query(text, initNs=PREFIXES)
        return [(str(found.askAnswer),)] if found.type == "ASK" else [tuple(map(_term, row)) for row in found]

    ours, theirs = _timed(on_oxigraph), _within(limit, on_rdflib)
    if theirs is None:
        spent = [_timed(on_oxigraph)[0] for _ in range(rounds)]
        return {"pyoxigraph": spent, "rdflib": None, "rows": len(ours[1]), "alike": OUT_OF_TIME}
    alike = "yes" if Counter(ours[1]) == Counter(theirs[1]) else "NO"
    turns = [theirs[0]], [ours[0]]
    for _ in range(_turns(rounds, theirs[0], limit)):
        turns[1].append(_timed(on_oxigraph)[0])
        turns[0].append(_timed(on_rdflib)[0])
    return {"pyoxigraph": turns[1], "rdflib": turns[0], "rows": len(ours[1]), "alike": alike}


def _turns(rounds: int, seconds: float, limit: float) -> int:
    """Return how often a query is repeated: not often where it takes long."""
    return max(0, min(rounds, int(limit / 2 / seconds)))


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    begun = time.perf_counter()
    result = work()
    return time.perf_counter() - begun, result


def _within(limit: float, work: Callable[[], Any]) -> tuple[float, Any] | None:
    """Do work in pure Python in at most so many seconds; None where it takes longer."""
    import _thread

    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell that starts it in the background has interrupts ignored
    timer = threading.Timer(limit, _thread.interrupt_main)
    timer.start()
    try:
        return _timed(work)
    except KeyboardInterrupt:
        return None
    finally:
        timer.cancel()


def _term(term: Any) -> str:
    """Write a term of either library in the same way: blank nodes without their names, language tags in lower case."""
    if term is None:
        return ""
    kind = type(term).__name__
    if kind in ("BlankNode", "BNode"):
        return "_:"
    if kind == "Literal":
        value = term.value if hasattr(term, "datatype") and not isinstance(term, str) else str(term)
        language = (term.language or "").lower()
        datatype = getattr(term.datatype, "value", None) or (str(term.datatype) if term.datatype else "")
        plain = language or datatype.endswith("#string") or not datatype
        return f'"{value}"@{language}' if plain else f'"{value}"^^{datatype}'
    return getattr(term, "value", None) or str(term)


if __name__ == "__main__":
    _inside(int(sys.argv[1]), float(sys.argv[2]))
