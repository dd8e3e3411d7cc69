"""The words in which the graph is written: classes, properties and listed items, and how each is used; those of its figures by name."""

from __future__ import annotations

from collections.abc import Collection

from ygokg.graph.model import Id, Word
from ygokg.graph.triples import Triples, natural_key

DERIVED = "ygo:DerivedRuling"
FITTED = "ygo:FittedRuling"
DEPARTING = "ygo:DepartingRuling"
CONFLICTING = "ygo:ConflictingRuling"
UNEXPLAINED = "ygo:UnexplainedRuling"
PENDING_RULING = "ygo:PendingRuling"
LITERAL = "ygo:LiteralRuling"
STATUSES = (DERIVED, FITTED, DEPARTING, CONFLICTING, UNEXPLAINED, PENDING_RULING, LITERAL)
"""What the rules alone can make of a ruling."""
FIRST = 5
"""How many of the rulings, rules and effects that use a term are told; the rest is counted."""
CITED, LEFT_OUT, OPEN = "ygo:Cited", "ygo:LeftOut", "ygo:Open"

_OWN = "ygo:"
_EFFECT = "ygo:CardEffect"
_PROPERTIES = ("owl:AnnotationProperty", "owl:ObjectProperty", "owl:DatatypeProperty")


def words(graph: Triples, others: Collection[Id]) -> dict[Id, Word]:
    """Return every word of the vocabulary that has a label, by its id; `others` are those that the Model holds as something else."""
    properties = [i for i in graph.of_type(*_PROPERTIES) if i.startswith(_OWN) and i not in others]
    classes = [i for i in graph.of_type("owl:Class") if i.startswith(_OWN) and i not in others]
    items = [i for i in graph.of_type("owl:NamedIndividual") if i.startswith(_OWN) and i not in others]
    found = _used(graph, properties, others)
    found |= {i: Word(i, "class", {}, {}, _named(graph, i, "rdfs:subClassOf"), example=tuple(graph.of_type(i)[:1])) for i in classes}
    found |= {i: Word(i, "item", {}, {}, _named(graph, i, "rdf:type")) for i in items}
    for i, word in found.items():
        word.labels, word.definitions = graph.texts(i, "skos:prefLabel"), graph.texts(i, "skos:definition")
    return {i: found[i] for i in sorted(found, key=natural_key) if found[i].labels}


def _named(graph: Triples, i: Id, predicate: Id) -> tuple[Id, ...]:
    return tuple(v for v in graph.all(i, predicate) if v.startswith(_OWN))


def _used(graph: Triples, properties: Collection[Id], others: Collection[Id]) -> dict[Id, Word]:
    """Return the properties with the classes between which they stand, as stated or as used, and the first statement with each.

    Effects are in families, which are among `others`; here they are all of the class of card effects.
    """
    domain = {i: set(_named(graph, i, "rdfs:domain")) for i in properties}
    range_ = {i: set(_named(graph, i, "rdfs:range")) for i in properties}
    first: dict[Id, tuple[str, ...]] = {}
    types: dict[str, tuple[Id, ...]] = {}
    for statement in graph.statements(set(properties)):
        subject, predicate, value = statement
        for node, side in ((subject, domain), (value, range_)):
            if node not in types:
                types[node] = tuple(_EFFECT if i in others else i for i in _named(graph, node, "rdf:type"))
            side[predicate].update(types[node])
        first[predicate] = min(first.get(predicate, statement), statement)
    return {i: Word(i, "property", {}, {}, (), tuple(sorted(domain[i])), tuple(sorted(range_[i])), first.get(i, ())) for i in properties}
