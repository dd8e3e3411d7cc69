"""Triples in the usual forms of RDF: the same triples always give the same bytes."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import pyoxigraph as ox

from ygokg.errors import UsageProblem
from ygokg.export.selection import Term, stated
from ygokg.namespaces import PREFIXES, curie
from ygokg.triples import natural_key

__all__ = ["DATASET_FORMATS", "FORMATS", "ordered", "write"]

FORMATS = ("turtle", "trig", "nquads", "nt", "rdfxml", "jsonld")
DATASET_FORMATS = ("trig", "nquads")
"""Forms that also hold the graph of what is inferred."""

_SYNTAXES = {
    "nquads": ox.RdfFormat.N_QUADS,
    "nt": ox.RdfFormat.N_TRIPLES,
    "rdfxml": ox.RdfFormat.RDF_XML,
}
_NOT_IN_XML = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]")
_XML_NAME = re.compile(r"[^\W\d][\w.-]*$")
_TYPE = ox.NamedNode(PREFIXES["rdf"] + "type")


def write(quads: Iterable[ox.Quad], format: str) -> bytes:
    """Return quads in one of `FORMATS`, in UTF-8; the inferred graph is left out of a form that holds one graph.

    Raises `UsageProblem` where XML cannot hold what they say.
    """
    if format not in DATASET_FORMATS:
        quads = stated(quads)
    quads = ordered(quads)
    if format == "jsonld":
        from ygokg.export.jsonld import document

        return document(quads)
    if format in ("turtle", "trig"):
        from ygokg.export.turtle import turtle

        return turtle(quads, used_prefixes(quads))
    if format == "rdfxml":
        _require_fit_for_xml(quads)
    known = quads if format in DATASET_FORMATS else [quad.triple for quad in quads]
    return ox.serialize(known, format=_SYNTAXES[format], prefixes=used_prefixes(quads)) or b""


def ordered(quads: Iterable[ox.Quad]) -> list[ox.Quad]:
    """Return quads graph by graph in the order of their subjects, each followed by the blank nodes that it leads to.

    Blank nodes are numbered in this order, whatever they were called before.
    """
    dataset = ox.Dataset(quads)
    dataset.canonicalize(ox.CanonicalizationAlgorithm.RDFC_1_0)
    graphs: dict[ox.NamedNode | ox.BlankNode | ox.DefaultGraph, list[ox.Quad]] = defaultdict(list)
    for quad in dataset:
        graphs[quad.graph_name].append(quad)
    inner = [quad for name in sorted(graphs, key=_graph_key) for quad in _in_order(graphs[name])]
    names: dict[Term, ox.BlankNode] = {}
    for quad in inner:
        for term in (quad.subject, quad.object):
            if isinstance(term, ox.BlankNode) and term not in names:
                names[term] = ox.BlankNode(f"b{len(names) + 1}")
    return [ox.Quad(names.get(q.subject, q.subject), q.predicate, names.get(q.object, q.object), q.graph_name) for q in inner]


def used_prefixes(quads: Sequence[ox.Quad]) -> dict[str, str]:
    """Return those of the graph's prefixes that the quads need."""
    terms = {term for quad in quads for term in (quad.subject, quad.predicate, quad.object, quad.graph_name)}
    names = {term.value for term in terms if isinstance(term, ox.NamedNode)}
    names |= {term.datatype.value for term in terms if isinstance(term, ox.Literal)}
    used = {curie(name).partition(":")[0] for name in names}
    return {prefix: base for prefix, base in PREFIXES.items() if prefix in used}


def _require_fit_for_xml(quads: Iterable[ox.Quad]) -> None:
    """Refuse what would become a file that is no XML, or one that says something else."""
    for quad in quads:
        sign = isinstance(quad.object, ox.Literal) and _NOT_IN_XML.search(quad.object.value)
        if sign or not _XML_NAME.search(quad.predicate.value):
            what = "a text with a sign" if sign else "a property with a name"
            message = f"{curie(str(quad.subject).strip('<>'))} has {what} that XML cannot hold ({curie(quad.predicate.value)})."
            raise UsageProblem(message, "Choose another form, for example --format turtle.")


def _graph_key(name: ox.NamedNode | ox.BlankNode | ox.DefaultGraph) -> str:
    return "" if isinstance(name, ox.DefaultGraph) else name.value


def _in_order(quads: Iterable[ox.Quad]) -> Iterator[ox.Quad]:
    """Yield the quads of one graph: named subjects first, then blank ones that nothing leads to."""
    about: dict[Term, list[ox.Quad]] = defaultdict(list)
    for quad in quads:
        about[quad.subject].append(quad)
    led_to = {quad.object for own in about.values() for quad in own if isinstance(quad.object, ox.BlankNode)}
    first = sorted((s for s in about if isinstance(s, ox.NamedNode)), key=lambda s: natural_key(curie(s.value)))
    then = sorted((s for s in about if isinstance(s, ox.BlankNode)), key=lambda s: (s in led_to, str(s)))
    subjects: list[Term] = [*first, *then]
    for subject in subjects:
        waiting = [subject]
        while waiting:
            own = sorted(about.pop(waiting.pop(), []), key=_key)
            yield from own
            waiting += [quad.object for quad in reversed(own) if isinstance(quad.object, ox.BlankNode)]


def _key(quad: ox.Quad) -> tuple[object, ...]:
    value = quad.object
    text = natural_key(curie(value.value)) if isinstance(value, ox.NamedNode) else ()
    return quad.predicate != _TYPE, curie(quad.predicate.value), isinstance(value, ox.BlankNode), text, str(value)
