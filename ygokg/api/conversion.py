"""The graph as an object of other libraries: rdflib for RDF, owlready2 for OWL."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pyoxigraph as ox

from ygokg.export.selection import Term, stated
from ygokg.graph.triples import PREFIXES

if TYPE_CHECKING:
    import owlready2
    import rdflib

    from ygokg.store.cache import Graph

__all__ = ["owlready2_world", "rdflib_dataset"]


def rdflib_dataset(graph: Graph) -> rdflib.Dataset:
    """Return the triples as a dataset of rdflib: the default graph is what is stated, the inferred graph keeps its name.

    A query without GRAPH asks both together, as our own queries do.
    """
    import rdflib
    from rdflib.graph import DATASET_DEFAULT_GRAPH_ID

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

    return loaded(projection(stated(graph.store), graph.model, completed_cases(graph.model)))
