"""The graphs at a server: their names, how blank nodes are written there, and the record that says what was put there."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

import pyoxigraph as ox

from ygokg.store.following import INFERRED, WORDS

__all__ = [
    "ARRIVING",
    "ASSERTED",
    "COUNT",
    "DIGEST",
    "PUSHED",
    "SERVED",
    "Content",
    "Record",
    "content_of",
    "named",
    "record_triples",
    "records_of",
    "unnamed",
]

_BASE = "https://w3id.org/ygokg/"
_GENERATED = _BASE + ".well-known/genid/"

ASSERTED = _BASE + "graph/asserted"
"""What the documents and the ontology say: the default graph of the store on disk, which at a server needs a name."""
SERVED = (ASSERTED, INFERRED.value, *(graph.value for graph in WORDS.values()))
"""The graphs that are asked, in every request by name."""
PUSHED = _BASE + "graph/pushed"
"""The record of a push: how many triples each graph has, and their digest. Written last, so that what is not whole has none."""
ARRIVING = {graph: f"{graph}/arriving" for graph in SERVED}
"""Where a push puts the triples before they take the place of the earlier ones."""

DIGEST = "http://purl.org/dc/terms/identifier"
COUNT = "http://rdfs.org/ns/void#triples"


class Record(NamedTuple):
    """What is known of one graph: how many triples it has and their digest."""

    triples: int
    digest: str


Content: TypeAlias = dict[str, list[ox.Triple]]
"""What a store holds, as it goes to a server: the triples of each graph, sorted and without blank nodes."""


def content_of(store: ox.Store) -> Content:
    """Return the content of a store (the default graph, the inferred one, and those of words).

    A blank node gets a name that follows from the content alone (RDF Dataset Canonicalization), so that the same content is the
    same triples each time, wherever and whenever it was read.
    """
    dataset = ox.Dataset(ox.Quad(q.subject, q.predicate, q.object, _graph(q.graph_name)) for q in store)
    dataset.canonicalize(ox.CanonicalizationAlgorithm.RDFC_1_0)
    found: Content = {graph: [] for graph in SERVED}
    for quad in dataset:
        graph = quad.graph_name.value if isinstance(quad.graph_name, ox.NamedNode) else ""
        if graph in found:
            found[graph].append(ox.Triple(named(quad.subject), quad.predicate, named(quad.object)))
    return {graph: sorted(triples, key=str) for graph, triples in found.items()}


def named(term: Any) -> Any:  # noqa: ANN401 - a term for the place that it is from
    """Return a blank node as an IRI, and any other term as it is.

    >>> named(ox.BlankNode("c14n0"))
    <NamedNode value=https://w3id.org/ygokg/.well-known/genid/c14n0>
    """
    return ox.NamedNode(_GENERATED + term.value) if isinstance(term, ox.BlankNode) else term


def unnamed(iri: str) -> str | None:
    """Return the label of the blank node that an IRI stands for; None for any other IRI.

    >>> unnamed("https://w3id.org/ygokg/.well-known/genid/c14n0"), unnamed("urn:x")
    ('c14n0', None)
    """
    return iri[len(_GENERATED) :] if iri.startswith(_GENERATED) else None


def records_of(content: Content) -> dict[str, Record]:
    """Return the record of each graph."""
    return {graph: Record(len(triples), _digest(triples)) for graph, triples in content.items()}


def record_triples(records: dict[str, Record]) -> list[ox.Triple]:
    """Return records as the triples of the graph `PUSHED`."""
    triples = []
    for graph, record in records.items():
        subject = ox.NamedNode(graph)
        triples.append(ox.Triple(subject, ox.NamedNode(COUNT), ox.Literal(record.triples)))
        triples.append(ox.Triple(subject, ox.NamedNode(DIGEST), ox.Literal(record.digest)))
    return triples


def _graph(name: ox.NamedNode | ox.BlankNode | ox.DefaultGraph) -> ox.NamedNode | ox.BlankNode:
    return ox.NamedNode(ASSERTED) if isinstance(name, ox.DefaultGraph) else name


def _digest(triples: Iterable[ox.Triple]) -> str:
    digest = hashlib.sha256()
    for triple in triples:
        digest.update(f"{triple} .\n".encode())
    return digest.hexdigest()
