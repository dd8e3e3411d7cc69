"""The graph for others: as RDF, as test vectors, at a server, in rdflib and owlready2; and stubs of Turtle for who adds to it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ygokg.errors import NotFound, UsageProblem
from ygokg.messages import t

if TYPE_CHECKING:
    import owlready2
    import rdflib

    from ygokg.api.session import Session
    from ygokg.endpoint.pushing import GraphStore, Update
    from ygokg.endpoint.server import Server
    from ygokg.export.results import Compared, Results
    from ygokg.export.selection import Term
    from ygokg.store.cache import Graph

__all__ = [
    "Compared",
    "Pushed",
    "Results",
    "Target",
    "compare_results",
    "owlready2_world",
    "push",
    "rdf",
    "rdflib_dataset",
    "stub",
    "vector_schema",
    "vectors",
]


def rdf(session: Session, format: str, topics: Sequence[str] = (), *, vocabulary: bool = False) -> bytes:
    """Return the graph in a form of RDF: whole, what belongs to some topics, or only vocabulary and rules.

    Raises `UsageProblem` for a topic that there is not.
    """
    from ygokg.export.selection import of_topics, ontology, whole
    from ygokg.export.writing import write
    from ygokg.graph.subjects import require_topics

    graph = session.graph
    require_topics(graph.model, topics, session.lang)
    quads = graph.ask(whole)
    if topics:
        quads = of_topics(quads, graph.model, topics)
    return write(ontology(quads, graph.model) if vocabulary else quads, format)


def vectors(session: Session, topics: Sequence[str] = (), cards: Sequence[str] = ()) -> bytes:
    """Return the rulings as test vectors, a JSON object a line: of some topics, with one of some cards in them, or all.

    Raises `UsageProblem` for a topic that there is not, `NotFound` for a card that there is not and where there is no vector.
    """
    from ygokg.export.selection import is_of
    from ygokg.export.vectors import vectors
    from ygokg.graph.subjects import require_topics
    from ygokg.names.lookup import card_ref

    graph = session.graph
    require_topics(graph.model, topics, session.lang)
    chosen = [card_ref(graph.model, card, session.library) for card in cards]
    found = list(vectors(graph.model, graph.verdicts, chosen))
    if topics:
        found = [vector for vector in found if is_of(graph.model, vector["id"], topics)]
    if not found:
        raise NotFound(t(session.lang, "export.no-vectors"), t(session.lang, "export.no-vectors.hint"))
    return "".join(json.dumps(vector, ensure_ascii=False) + "\n" for vector in found).encode()


def compare_results(session: Session, content: bytes) -> Results:
    """Return how the outcomes of a simulator, in JSON, stand to the rulings; raises as `ygokg.export.results.compare`."""
    from ygokg.export.results import compare

    return compare(session.model, content, session.lang)


def vector_schema() -> bytes:
    """Return the JSON Schema of a test vector."""
    from ygokg.export.vectors import schema_file

    return schema_file().read_bytes()


def stub(session: Session, kind: str, passage: str, *, text: str = "", cards: Sequence[str] = ()) -> str:
    """Return a ruling or a rule of a passage, or a new passage with this `text`, in Turtle to fill in; `cards` are those of a ruling.

    Raises `NotFound` for a passage or card that there is not, `UsageProblem` for a passage that cannot be new.
    """
    from ygokg.export.stubs import passage_stub, rule_stub, ruling_stub

    model = session.model
    if kind == "ruling":
        from ygokg.names.lookup import card_ref

        return ruling_stub(model, passage, [card_ref(model, card, session.library) for card in cards])
    return rule_stub(model, passage) if kind == "rule" else passage_stub(model, passage, text)


class Target(NamedTuple):
    """A server to put the graph at: `url` is where it is asked, then where it takes updates (in batches of triples) or whole graphs."""

    url: str
    update_url: str | None = None
    graph_store_url: str | None = None
    batch: int = 1000


class Pushed(NamedTuple):
    """What is at a server now, where (`url`), whether it had to be sent, how many triples of each kind, and what tells it from others."""

    url: str
    sent: bool
    asserted: int
    inferred: int
    digest: str


def push(session: Session, target: Target, progress: Callable[[str, int, int], None]) -> Pushed:
    """Put the graph at a server; `progress` is told what is being done, how many triples are done, and of how many.

    Raises `UsageProblem` for a URL that is none or two ways to write, and what `ygokg.endpoint.pushing.push` raises.
    """
    from ygokg.endpoint.client import Client, shown
    from ygokg.endpoint.graphs import ASSERTED, content_of
    from ygokg.endpoint.pushing import push
    from ygokg.endpoint.server import Server
    from ygokg.store.build import add_findings

    server = Server(target.url, Client(session.lang))
    way = _way(server, target)
    graph = session.graph
    add_findings(graph.store, graph.model)
    pushed = push(server, way, graph.ask(content_of), progress)
    triples = {name: record.triples for name, record in pushed.records.items()}
    asserted = triples.pop(ASSERTED)
    return Pushed(shown(target.url), pushed.sent, asserted, sum(triples.values()), pushed.records[ASSERTED].digest)


def _way(server: Server, target: Target) -> Update | GraphStore:
    """Return the way to write, after a look at every URL."""
    from ygokg.endpoint.client import require_url
    from ygokg.endpoint.pushing import GraphStore, Update

    if target.update_url and target.graph_store_url:
        raise UsageProblem("--update-url and --graph-store-url are two ways to do the same.", "Give the one that the server has.")
    for given in target[:3]:
        if given is not None:
            require_url(given, server.client.lang)
    if target.graph_store_url:
        return GraphStore(server, target.graph_store_url)
    return Update(server, target.update_url or server.url, target.batch)


def rdflib_dataset(graph: Graph) -> rdflib.Dataset:
    """Return the triples as a dataset of rdflib: the default graph is what is stated, the inferred graph keeps its name.

    A query without GRAPH asks both together, as our own queries do.
    """
    import pyoxigraph as ox
    import rdflib
    from rdflib.graph import DATASET_DEFAULT_GRAPH_ID

    from ygokg.graph.triples import PREFIXES

    @cache
    def node(term: Term) -> rdflib.term.Identifier:
        if isinstance(term, ox.NamedNode):
            return rdflib.URIRef(term.value)
        if isinstance(term, ox.Literal):
            datatype = None if term.language else rdflib.URIRef(term.datatype.value)
            return rdflib.Literal(term.value, term.language, datatype, normalize=False)
        return rdflib.BNode(str(term).removeprefix("_:"))

    dataset = rdflib.Dataset(default_union=True)
    for prefix, base in PREFIXES.items():
        dataset.bind(prefix, base, replace=True)
    places = {
        name: dataset.graph(rdflib.URIRef(name.value) if isinstance(name, ox.NamedNode) else DATASET_DEFAULT_GRAPH_ID)
        for name in {quad.graph_name for quad in graph.store}
    }
    dataset.addN((node(quad.subject), node(quad.predicate), node(quad.object), places[quad.graph_name]) for quad in graph.store)
    return dataset


def owlready2_world(graph: Graph) -> owlready2.World:
    """Return what a reasoner reads as a world of owlready2; raises what `ygokg.checks.projection.projection` raises."""
    from ygokg.checks.hermit import loaded
    from ygokg.checks.projection import completed_cases, projection
    from ygokg.export.selection import stated

    return loaded(projection(stated(graph.store), graph.model, completed_cases(graph.model)))
