"""Which part of the graph is exported: all of it, what is stated, vocabulary and rules alone, or topics with all that they need.

A topic is a chapter of the graph, such as `negation`: the first part of the names of its rules and rule systems.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import TypeAlias

import pyoxigraph as ox

from ygokg.consistency.finding import topics_of
from ygokg.graph.model import Id, Model
from ygokg.graph.triples import expand
from ygokg.store.following import INFERRED

Term: TypeAlias = ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple
_ASKS = ox.NamedNode(expand("ygo:asks"))
_EXCEPTION = ox.NamedNode(expand("ygo:exceptionTo"))
_GOVERNED = ox.NamedNode(expand("ygo:governedBy"))
_READS_OFF = ox.NamedNode(expand("ygo:readsOff"))
_INFERRED_KEPT = frozenset(
    {_GOVERNED, *(ox.NamedNode(expand(i)) for i in ("ygo:derivedAnswer", "ygo:status", "dct:subject", "skos:broaderTransitive"))}
)
_FINDINGS = f"<{expand('finding:')}"
_TYPE = ox.NamedNode(expand("rdf:type"))
_ANNOTATION = ox.NamedNode(expand("owl:AnnotationProperty"))
_ONTOLOGY = ox.NamedNode(expand("owl:Ontology"))
_RULE = ox.NamedNode(expand("ygo:Rule"))
_DERIVED_FEATURE = ox.NamedNode(expand("ygo:DerivedFeature"))
_MEMBERS = tuple(ox.NamedNode(expand(name)) for name in ("owl:members", "owl:distinctMembers"))
_DATA = frozenset(
    ox.NamedNode(expand(f"ygo:{name}")) for name in ("Acceptance", "Archetype", "Card", "Document", "Evidence", "Passage", "Ruling")
)
"""The classes whose members stand in the folder `data`; effects do too, each in the classes of its families."""
_FIRST, _REST = ox.NamedNode(expand("rdf:first")), ox.NamedNode(expand("rdf:rest"))


def whole(store: ox.Store) -> list[ox.Quad]:
    """Return all quads of the default graph, and of what is inferred the verdicts, the concepts and the findings.

    What stands there for look-ups alone is left out: it follows from the rest, and is three times as much.
    """
    inferred = store.quads_for_pattern(None, None, None, INFERRED)
    kept = (quad for quad in inferred if quad.predicate in _INFERRED_KEPT or str(quad.subject).startswith(_FINDINGS))
    return [*store.quads_for_pattern(None, None, None, ox.DefaultGraph()), *kept]


def stated(quads: Iterable[ox.Quad]) -> list[ox.Quad]:
    """Return the quads of the default graph, which is what the documents say."""
    return [quad for quad in quads if isinstance(quad.graph_name, ox.DefaultGraph)]


def ontology(quads: Collection[ox.Quad], model: Model) -> list[ox.Quad]:
    """Return the quads of vocabulary and rules: all but what is said about cards, effects, rulings, passages and their like."""
    data: set[Term] = {quad.subject for quad in quads if quad.predicate == _TYPE and quad.object in _DATA}
    data |= {ox.NamedNode(expand(effect)) for effect in model.effects}
    return [quad for quad in quads if quad.subject not in data]


def of_topics(quads: Collection[ox.Quad], model: Model, topics: Collection[str]) -> list[ox.Quad]:
    """Return the quads of topics: their rules and rulings, and all that is needed to read them and to get the same answers.

    That is what they name (effects, cards, passages, documents, vocabulary), the rules of other topics that govern a ruling,
    conclude a derived feature or are an exception to a rule that is among it, and what these name in turn. Of the inferred graph
    stays what is about them.
    """
    seen = _Reached(quads)
    seen.add(ox.NamedNode(expand(i)) for i in (*model.rules, *model.rulings, *model.systems) if is_of(model, i, topics))
    seen.add(_headers(seen))
    while more := [*_further_rules(seen), *_axioms(seen)]:
        seen.add(more)
    return [quad for quad in quads if quad.subject in seen.terms]


class _Reached:
    """The terms that an export needs: what was added, and everything that the statements about it name."""

    def __init__(self, quads: Iterable[ox.Quad]) -> None:
        self.terms: set[Term] = set()
        self.about: dict[Term, list[ox.Quad]] = defaultdict(list)
        self.pointing: dict[Term, list[ox.Quad]] = defaultdict(list)
        self.governing: dict[Term, list[Term]] = defaultdict(list)
        for quad in quads:
            if quad.graph_name != INFERRED:
                self.about[quad.subject].append(quad)
                self.pointing[quad.object].append(quad)
            elif quad.predicate == _GOVERNED:
                self.governing[quad.subject].append(quad.object)

    def add(self, terms: Iterable[Term]) -> None:
        """Add terms and what they lead to; what nothing is said about leads nowhere."""
        row = list(terms)
        while row:
            term = row.pop()
            if term not in self.terms and term in self.about:
                self.terms.add(term)
                row += (part for quad in self.about[term] for part in (quad.predicate, quad.object))

    def subjects(self, predicate: ox.NamedNode, value: Term) -> Iterator[Term]:
        """Yield what has a value under a predicate."""
        return (quad.subject for quad in self.pointing.get(value, ()) if quad.predicate == predicate)

    def members(self, head: Term) -> Iterator[Term]:
        """Yield the members of an RDF list."""
        while head in self.about:
            found = {quad.predicate: quad.object for quad in self.about[head]}
            yield found[_FIRST]
            head = found[_REST]


def _headers(seen: _Reached) -> Iterator[Term]:
    """Yield the ontology's header, and the annotation properties that are declared in it."""
    yield from seen.subjects(_TYPE, _ONTOLOGY)
    yield from seen.subjects(_TYPE, _ANNOTATION)


def _further_rules(seen: _Reached) -> Iterator[Term]:
    """Yield rules not yet reached that govern a ruling, conclude a derived feature, or are an exception to a rule, that is.

    A rule concludes a feature too where it answers a question that reads off it.
    """
    rules = set(seen.subjects(_TYPE, _RULE))
    features = [term for term in seen.subjects(_TYPE, _DERIVED_FEATURE) if term in seen.terms]
    asked = [*features, *(question for feature in features for question in seen.subjects(_READS_OFF, feature))]
    yield from (
        rule for ruling, governing in seen.governing.items() if ruling in seen.terms for rule in governing if rule not in seen.terms
    )
    for term in asked:
        yield from (rule for rule in seen.subjects(_ASKS, term) if rule in rules and rule not in seen.terms)
    for term in rules & seen.terms:
        yield from (rule for rule in seen.subjects(_EXCEPTION, term) if rule not in seen.terms)


def _axioms(seen: _Reached) -> Iterator[Term]:
    """Yield statements not yet reached that hold things apart of which at least two are reached."""
    for head, quads in seen.pointing.items():
        for quad in quads:
            waiting = quad.predicate in _MEMBERS and quad.subject not in seen.terms
            if waiting and sum(member in seen.terms for member in seen.members(head)) > 1:
                yield quad.subject


def is_of(model: Model, i: Id, topics: Collection[str]) -> bool:
    """Say whether a rule, ruling or rule system belongs to one of the topics."""
    if i in model.systems:
        return model.systems[i].topic in topics
    return not topics_of(model, (i,)).isdisjoint(topics)
