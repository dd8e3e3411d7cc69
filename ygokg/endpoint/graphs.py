"""Our graphs at a server: their names, their content and the record of it; and our queries in a form that every server takes.

A query has its prefixes declared, names written out, and values where every server sees them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

import pyoxigraph as ox

from ygokg.graph.triples import PREFIXES, expand
from ygokg.store.following import INFERRED, WORDS
from ygokg.store.sparql import tokens, with_full_names
from ygokg.store.values import Value, values_block

_IN_OPTION = 2  # braces: those of the pattern, and its own
_GRAPH_FORMS = ("construct", "describe")
_FORMS = ("select", "ask", *_GRAPH_FORMS)


def for_server(query: str, values: Mapping[str, Value]) -> str:
    """Return a query, into which `values` are bound already, as any server understands it; its lines stay as they are.

    >>> for_server("ASK { card:1 a ygo:Card }", {})[:66]
    'PREFIX ygo: <https://w3id.org/ygokg/ontology#> PREFIX card: <https'
    """
    query = with_full_names(with_values_in_options(query, values))
    found = list(tokens(query))
    declared = {name["prefix"] for word, name in pairwise(found) if (word["word"] or "").lower() == "prefix"}
    used = {token["prefix"] for token in found if token["name"]}
    missing = [f"PREFIX {prefix}: <{base}> " for prefix, base in PREFIXES.items() if prefix in used - declared]
    return "".join([*missing, query])


def with_values_in_options(query: str, values: Mapping[str, Value]) -> str:
    """Return the query with the values said again in each OPTIONAL of its outermost pattern that uses them.

    They hold there anyway, since they are bound beside it; but Virtuoso does not see them in a FILTER of an OPTIONAL.

    >>> with_values_in_options("ASK { OPTIONAL { ?s ?p ?o FILTER(?o = ?x) } OPTIONAL { ?s ?q 1 } }", {"x": Value("number", "5")})
    'ASK { OPTIONAL { VALUES ( ?x ) { ( 5 ) } ?s ?p ?o FILTER(?o = ?x) } OPTIONAL { ?s ?q 1 } }'
    """
    used: dict[int, set[str]] = {}
    start = depth = 0
    before = ""
    for token in tokens(query):
        depth += {"{": 1, "}": -1}.get(token[0], 0)
        if token[0] == "{" and depth == _IN_OPTION and before == "optional":
            start = token.end()
        elif depth < _IN_OPTION:
            start = 0
        elif depth == _IN_OPTION and start and token["variable"]:
            used.setdefault(start, set()).add(token["variable"][1:])
        before = (token["word"] or "").lower()
    for place, names in sorted(used.items(), reverse=True):
        said = {name: value for name, value in values.items() if name in names}
        if said:
            query = f"{query[:place]} {values_block(said)}{query[place:]}"
    return query


def asks_for_rows(query: str) -> bool:
    """Say whether the result is rows or a truth value, not a graph.

    >>> asks_for_rows("# CONSTRUCT\\nSELECT ?describe { }"), asks_for_rows("DESCRIBE card:1")
    (True, False)
    """
    words = ((token["word"] or "").lower() for token in tokens(query))
    return next((word for word in words if word in _FORMS), "") not in _GRAPH_FORMS


def chooses_graphs(query: str) -> bool:
    """Say whether the query names the graphs that it asks with FROM; what is named beside it would take their place.

    >>> chooses_graphs("SELECT * FROM <urn:g> { }"), chooses_graphs("SELECT ?from { ?from ?p 'FROM' }")
    (True, False)
    """
    return any((token["word"] or "").lower() == "from" for token in tokens(query))


def drops_duplicates(query: str) -> bool:
    """Say whether the query is a SELECT DISTINCT.

    >>> drops_duplicates("select distinct ?s { }"), drops_duplicates("SELECT ?s { { SELECT DISTINCT ?s { } } }")
    (True, False)
    """
    words = ((token["word"] or "").lower() for token in tokens(query))
    return "select" in words and next(words, "") == "distinct"


_BASE = "https://w3id.org/ygokg/"
_BOOLEAN = ox.NamedNode(expand("xsd:boolean"))
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


def plain(term: Any) -> Any:  # noqa: ANN401 - a term for the place that it is from
    """Return a truth value as we write it, `true` or `false`; Virtuoso gives back `1` and `0`. Any other term as `named` does.

    >>> plain(ox.Literal("1", datatype=_BOOLEAN)) == ox.Literal(True)
    True
    """
    if isinstance(term, ox.Literal) and term.datatype == _BOOLEAN:
        return ox.Literal(term.value in ("true", "1"))
    return named(term)


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
