"""Putting the graph at a server, so that it is there as a whole or not at all."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, Protocol
from urllib.parse import quote

import pyoxigraph as ox

from ygokg.endpoint.asking import read_graph
from ygokg.endpoint.graphs import ARRIVING, PUSHED, Content, Record, named, plain, record_triples, records_of
from ygokg.endpoint.server import PATIENCE, Server
from ygokg.errors import EndpointProblem, YgokgError
from ygokg.messages import t

_BATCH = 1000
_BATCH_BYTES = 400_000
"""An update holds no more than this: Virtuoso takes some 5,000 triples and gives up on more."""

Progress = Callable[[str, int, int], None]
"""Told what is being done (`progress` or `checking`), how many triples are done, and of how many."""


class Pushed(NamedTuple):
    """How a push ended: what is at the server now, and whether anything had to be sent."""

    records: dict[str, Record]
    sent: bool


class Target(Protocol):
    """A way to write to a server."""

    def stage(self, graph: str, triples: Sequence[ox.Triple], progress: Callable[[int], None]) -> str:
        """Write the triples of a graph, in place of what is there; return the name of the graph that holds them now."""

    def begin(self) -> None:
        """Take away the record, where `stage` replaces what is read."""

    def publish(self, graphs: Sequence[str], record: Sequence[ox.Triple]) -> None:
        """Let staged graphs take their places, and write the record last."""

    def abandon(self) -> None:
        """Take away what was staged beside its place, if the server still takes orders."""


class Update:
    """Writes by SPARQL Update: into graphs beside their places, from which they are moved when all is there and was read back."""

    def __init__(self, server: Server, url: str, batch: int = _BATCH) -> None:
        """`url` takes updates, in parts of at most `batch` triples."""
        self._server = server
        self._url = url
        self._batch = batch

    def begin(self) -> None:
        """Leave the record: what it speaks of stays as it is until the end."""

    def stage(self, graph: str, triples: Sequence[ox.Triple], progress: Callable[[int], None]) -> str:
        """Write the triples beside the place of their graph."""
        place = ARRIVING[graph]
        self._send(f"DROP SILENT GRAPH <{place}>")
        done = 0
        for batch in _batches(triples, self._batch):
            self._send(f"INSERT DATA {{ GRAPH <{place}> {{\n{_lines(batch)}}} }}")
            done += len(batch)
            progress(done)
        return place

    def publish(self, graphs: Sequence[str], record: Sequence[ox.Triple]) -> None:
        """Move the graphs to their places; meanwhile there is no record, and the graph is not answered from."""
        self._send(f"DROP SILENT GRAPH <{PUSHED}>")
        for graph in graphs:
            self._send(f"MOVE SILENT <{ARRIVING[graph]}> TO <{graph}>")
        self._send(f"INSERT DATA {{ GRAPH <{PUSHED}> {{\n{_lines(record)}}} }}")

    def abandon(self) -> None:
        """Take away what is beside the places."""
        with contextlib.suppress(YgokgError):
            for place in ARRIVING.values():
                self._send(f"DROP SILENT GRAPH <{place}>")

    def _send(self, update: str) -> None:
        self._server.client.send(self._url, update.encode(), seconds=PATIENCE, content_type="application/sparql-update; charset=utf-8")


class GraphStore:
    """Writes by the Graph Store protocol: each graph at once, the record taken away before and written after."""

    def __init__(self, server: Server, url: str) -> None:
        """`url` takes whole graphs, named by `?graph=`."""
        self._server = server
        self._url = url

    def begin(self) -> None:
        """Take the record away: the graphs are replaced in their places."""
        self._put(PUSHED, ())

    def stage(self, graph: str, triples: Sequence[ox.Triple], progress: Callable[[int], None]) -> str:
        """Replace the graph."""
        self._put(graph, triples)
        progress(len(triples))
        return graph

    def publish(self, graphs: Sequence[str], record: Sequence[ox.Triple]) -> None:  # noqa: ARG002 - they are there
        """Write the record."""
        self._put(PUSHED, record)

    def abandon(self) -> None:
        """Leave what is there: without a record nobody answers from it."""

    def _put(self, graph: str, triples: Sequence[ox.Triple]) -> None:
        url = f"{self._url}{'&' if '?' in self._url else '?'}graph={quote(graph, safe='')}"
        body, kind = _lines(triples).encode(), "text/turtle; charset=utf-8"
        self._server.client.send(url, body, method="PUT", seconds=10 * PATIENCE, content_type=kind)


def push(server: Server, target: Target, content: Content, progress: Progress = lambda _what, _done, _of: None) -> Pushed:
    """Put the content at the server in place of what is there, read it back, and then let it be answered from.

    What has the same content already is left as it is. A push that breaks off leaves the earlier graph, or one without a record,
    which nobody answers from. Raises what `Client.send` raises, and `EndpointProblem` where the server gives back something else.
    """
    records = records_of(content)
    if server.state() == records and _differing(server, content, {graph: graph for graph in content}, progress) == set():
        return Pushed(records, sent=False)
    try:
        _replace(server, target, content, records, progress)
    except YgokgError:
        target.abandon()
        raise
    return Pushed(records, sent=True)


def _replace(server: Server, target: Target, content: Content, records: dict[str, Record], progress: Progress) -> None:
    """Write all, read it back, and publish it if it is the same."""
    target.begin()
    total = sum(map(len, content.values()))
    before, places = 0, {}
    for graph, triples in content.items():
        places[graph] = target.stage(graph, triples, partial(_further, progress, "progress", before, total))
        before += len(triples)
    differing = _differing(server, content, places, progress)
    if differing:
        raise _altered(server, differing)
    target.publish(list(content), record_triples(records))
    server.records()


def _further(progress: Progress, what: str, before: int, total: int, done: int) -> None:
    progress(what, before + done, total)


def _differing(server: Server, content: Content, places: dict[str, str], progress: Progress) -> set[ox.Triple]:
    """Return the triples that are in the content and not at the server, or there and not in the content."""
    differing: set[ox.Triple] = set()
    total = sum(map(len, content.values()))
    before = 0
    for graph, triples in content.items():
        read = read_graph(server, places[graph], partial(_further, progress, "checking", before, total))
        there = {ox.Triple(named(triple.subject), triple.predicate, plain(triple.object)) for triple in read}
        differing |= there.symmetric_difference(triples)
        before += len(triples)
    return differing


def _altered(server: Server, differing: set[ox.Triple]) -> EndpointProblem:
    values = {"url": server.url, "count": len(differing), "example": min(map(str, differing))}
    return EndpointProblem(t(server.client.lang, "push.altered", **values), t(server.client.lang, "push.altered.hint"))


def _batches(triples: Sequence[ox.Triple], most: int) -> Iterator[list[ox.Triple]]:
    batch: list[ox.Triple] = []
    size = 0
    for triple in triples:
        length = len(str(triple).encode())
        if batch and (len(batch) >= most or size + length > _BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(triple)
        size += length
    if batch:
        yield batch


def _lines(triples: Sequence[ox.Triple]) -> str:
    return "".join(f"{triple} .\n" for triple in triples)
