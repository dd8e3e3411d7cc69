"""The graph from a server as the same objects as the built-in one: read once for each push, then kept in the cache."""

from __future__ import annotations

import hashlib

import pyoxigraph as ox

from ygokg.endpoint.graphs import ASSERTED, named, records_of
from ygokg.endpoint.reading import read_graph
from ygokg.endpoint.server import Server
from ygokg.store.build import fill_with
from ygokg.store.cache import Graph, Source, code_state, keep
from ygokg.store.compiled import Compiled

__all__ = ["open_served"]


def open_served(server: Server) -> Graph:
    """Return the graph at a server; one small request finds out whether the cache has it already.

    Raises what `Client.send` raises, `EndpointProblem` where it is not there or not whole, and `BrokenInput` where what is there is
    no graph of this project.
    """
    record = server.records()[ASSERTED]

    def fill(store: ox.Store) -> Compiled:
        triples = read_graph(server, ASSERTED)
        sent = sorted((ox.Triple(named(t.subject), t.predicate, named(t.object)) for t in triples), key=str)
        if records_of({ASSERTED: sent})[ASSERTED] != record:
            raise server.client.problem("endpoint.partial", server.url)
        return fill_with(store, [ox.Quad(t.subject, t.predicate, t.object) for t in triples])

    # What is made of the triples goes with the code that makes it.
    about = b"\0".join((server.url.encode(), record.digest.encode(), code_state()))
    return keep(f"served-{hashlib.sha256(about).hexdigest()[:32]}", Source(fill, lambda: about))
