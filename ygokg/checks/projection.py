"""The graph as a reasoner reads it (`projection`, `probing`), and what we decide without one, in the form in which both are compared.

For the reasoner a ruling is a class of cases with all of its completed facts, beside the rules, which are classes of cases already:
it falls under a rule where its class lies inside the rule's. We say the same by matching facts (`matched`), and by laying conditions
inside each other (`containing`, `impossible`).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import pyoxigraph as ox

from ygokg.consistency.examined import Examined
from ygokg.errors import BrokenInput
from ygokg.graph.model import Condition, Family, Id, Model
from ygokg.graph.triples import curie, expand
from ygokg.resolver.case import Case, levels_of
from ygokg.resolver.completing import CLOSED, completed
from ygokg.resolver.rulebase import CERTAIN, HOLDS, Rulebase

Facts = Mapping[Id, tuple[Id, ...]]
Probe = tuple[Id, tuple[Condition, ...]]
"""The name of a class, and the conditions that its members fulfil."""
_OWL_TYPES = (
    "owl:Class",
    "owl:Restriction",
    "owl:ObjectProperty",
    "owl:FunctionalProperty",
    "owl:AllDifferent",
    "owl:AllDisjointClasses",
)
_AXIOMS = (
    "rdf:first",
    "rdf:rest",
    "rdfs:subClassOf",
    "rdfs:domain",
    "rdfs:range",
    "owl:equivalentClass",
    "owl:disjointWith",
    "owl:intersectionOf",
    "owl:unionOf",
    "owl:oneOf",
    "owl:onProperty",
    "owl:hasValue",
    "owl:someValuesFrom",
    "owl:members",
    "owl:distinctMembers",
)


def projection(quads: Iterable[ox.Quad], model: Model, cases: Mapping[Id, Facts], *, covered: bool = True) -> bytes:
    """Return what the reasoner reads, as N-Triples: axioms, closed families, effects with families, and a class for each case.

    `covered` says that a family is nothing but the narrowest families below it. The same statements give the same bytes,
    whatever the blank nodes are called. Raises `BrokenInput` where a case gives a functional feature two values: a reasoner
    would take them for one.
    """
    _require_one_value(model, cases)
    stand_ins = _stand_ins(model)
    stated = [
        *(quad.triple for quad in quads if _is_axiom(quad)),
        *_closed(model, covered=covered),
        *_effects(model, set(stand_ins.values())),
        *_values(model),
    ]
    for case, facts in cases.items():
        stated += _class(case, "ygo:Ruling", _conditions(facts, model, stand_ins))
    return ox.serialize(_renamed(stated), format=ox.RdfFormat.N_TRIPLES) or b""


def probing(quads: Iterable[ox.Quad], model: Model, probes: Iterable[Probe], *, covered: bool = True) -> bytes:
    """Return a projection without cases, but with a class for each probe."""
    stand_ins = _stand_ins(model)
    more = [triple for name, conditions in probes for triple in _class(name, "ygo:Case", [_standing_in(c, stand_ins) for c in conditions])]
    return projection(quads, model, {}, covered=covered) + (ox.serialize(_renamed(more, "p"), format=ox.RdfFormat.N_TRIPLES) or b"")


def _require_one_value(model: Model, cases: Mapping[Id, Facts]) -> None:
    for ruling, facts in cases.items():
        for feature, values in facts.items():
            if model.features[feature].functional and len(values) > 1:
                raise BrokenInput(f"{ruling} gives {feature} {len(values)} values: {', '.join(values)}.", "Keep one of them.")


def _is_axiom(quad: ox.Quad) -> bool:
    predicate = curie(quad.predicate.value)
    if predicate == "rdf:type":
        return curie(getattr(quad.object, "value", "")) in _OWL_TYPES
    return predicate in _AXIOMS


def _stand_ins(model: Model) -> dict[Id, Id]:
    """Return for every effect the one that stands for it: itself if a rule names it, else the first with the same families."""
    named = {value for rule in model.rules.values() for condition in rule.conditions for value in condition.values}
    first: dict[frozenset[Id], Id] = {}
    return {i: i if i in named else first.setdefault(frozenset(effect.families), i) for i, effect in model.effects.items()}


def _effects(model: Model, chosen: Container[Id]) -> Iterator[ox.Triple]:
    for effect in model.effects.values():
        for family in (effect.families or ("ygo:CardEffect",)) if effect.id in chosen else ():
            yield _triple(effect.id, "rdf:type", family)
    for pair in sorted(_at_once(model)):
        yield _triple(pair[0], "owl:differentFrom", pair[1])


def _values(model: Model) -> Iterator[ox.Triple]:
    """Declare the values of features as individuals, of which owlready2 makes no objects otherwise."""
    for value in dict.fromkeys(value for feature in model.features.values() for value in feature.values):
        yield _triple(value, "rdf:type", "owl:NamedIndividual")


def _at_once(model: Model) -> set[tuple[Id, Id]]:
    """Return the pairs of effects that one rule names in two conditions on one role: were they one effect, both could hold."""
    found = set()
    for rule in model.rules.values():
        for one, other in combinations(rule.conditions, 2):
            if one.feature == other.feature:
                pairs = {(a, b) if a < b else (b, a) for a in one.values for b in other.values if a != b}
                found |= {pair for pair in pairs if model.effects.keys() >= {*pair}}
    return found


def _conditions(facts: Facts, model: Model, stand_ins: Mapping[Id, Id]) -> Iterator[Condition]:
    for feature, values in facts.items():
        for value in values:
            plain = Condition(feature, family=value) if value in model.families else Condition(feature, values=(value,))
            yield _standing_in(plain, stand_ins)


def _standing_in(condition: Condition, stand_ins: Mapping[Id, Id]) -> Condition:
    return Condition(condition.feature, tuple(dict.fromkeys(stand_ins.get(v, v) for v in condition.values)), condition.family)


def _class(name: Id, above: Id, conditions: Iterable[Condition]) -> Iterator[ox.Triple]:
    """Say that all members of a class fulfil some conditions."""
    yield _triple(name, "rdf:type", "owl:Class")
    yield _triple(name, "rdfs:subClassOf", above)
    for condition in conditions:
        node = ox.BlankNode()
        yield ox.Triple(_node(name), _node("rdfs:subClassOf"), node)
        yield ox.Triple(node, _node("rdf:type"), _node("owl:Restriction"))
        yield ox.Triple(node, _node("owl:onProperty"), _node(condition.feature))
        if condition.family is not None:
            yield ox.Triple(node, _node("owl:someValuesFrom"), _node(condition.family))
        elif len(condition.values) == 1:
            yield ox.Triple(node, _node("owl:hasValue"), _node(condition.values[0]))
        else:
            listed = ox.BlankNode()
            yield ox.Triple(node, _node("owl:someValuesFrom"), listed)
            yield ox.Triple(listed, _node("rdf:type"), _node("owl:Class"))
            yield from _list(listed, "owl:oneOf", condition.values)


def _closed(model: Model, *, covered: bool) -> Iterator[ox.Triple]:
    """Say that the narrowest families of an axis exclude each other, and, if `covered`, that a class above is nothing but these."""
    above = {name for family in model.families.values() for name in family.above}
    axes: dict[Id, list[Family]] = {}
    for family in model.families.values():
        if family.axis is not None and family.id not in above:
            axes.setdefault(family.axis, []).append(family)
    for leaves in axes.values():
        if len(leaves) > 1:
            node = ox.BlankNode()
            yield ox.Triple(node, _node("rdf:type"), _node("owl:AllDisjointClasses"))
            yield from _list(node, "owl:members", [leaf.id for leaf in leaves])
    for family in model.families.values():
        below = [leaf.id for leaf in axes.get(family.axis or "", ()) if family.id in leaf.above]
        if below and covered:
            node = ox.BlankNode()
            yield ox.Triple(_node(family.id), _node("rdfs:subClassOf"), node)
            yield ox.Triple(node, _node("rdf:type"), _node("owl:Class"))
            yield from _list(node, "owl:unionOf", below)


def _list(subject: ox.BlankNode, predicate: Id, members: Sequence[Id]) -> Iterator[ox.Triple]:
    nodes = [ox.BlankNode() for _ in members]
    yield ox.Triple(subject, _node(predicate), nodes[0])
    for place, member in enumerate(members):
        last = place == len(members) - 1
        yield ox.Triple(nodes[place], _node("rdf:first"), _node(member))
        yield ox.Triple(nodes[place], _node("rdf:rest"), _node("rdf:nil") if last else nodes[place + 1])


def _renamed(triples: Iterable[ox.Triple], letter: str = "b") -> Iterator[ox.Triple]:
    """Number the blank nodes in the order in which they come: a parser gives them other names every time."""
    names: dict[ox.BlankNode, ox.BlankNode] = {}
    for triple in triples:
        subject, value = triple.subject, triple.object
        if isinstance(subject, ox.BlankNode):
            subject = names.setdefault(subject, ox.BlankNode(f"{letter}{len(names)}"))
        if isinstance(value, ox.BlankNode):
            value = names.setdefault(value, ox.BlankNode(f"{letter}{len(names)}"))
        yield ox.Triple(subject, triple.predicate, value)


def _triple(subject: Id, predicate: Id, value: Id) -> ox.Triple:
    return ox.Triple(_node(subject), _node(predicate), _node(value))


def _node(name: Id) -> ox.NamedNode:
    return ox.NamedNode(expand(name))


def matched(model: Model) -> dict[Id, tuple[Facts, frozenset[Id]]]:
    """Return for every ruling in force its completed facts, and the rules whose conditions our matcher finds fulfilled in them.

    Facts are completed with the wording of the effects and with derived features, as for the figures: what is not stated counts
    as not holding. Whether an exception defeats a rule plays no part. Raises `BrokenInput` for rules that are exceptions to each
    other in a circle, and the like.
    """
    base = Rulebase(model)
    blocks = [base.block(asks) for asks in sorted({rule.asks for rule in model.rules.values() if rule.in_force})]
    found: dict[Id, tuple[Facts, frozenset[Id]]] = {}
    for ruling, case in _cases(base):
        fulfilled: set[Id] = set()
        for block in blocks:
            levels = levels_of(base, block, case, closed=True)
            pairs = zip(block.rules, block.needs, strict=True)
            fulfilled |= {rule.id for rule, needs in pairs if all(levels[need] >= HOLDS for need in needs)}
        found[ruling] = (_facts(case), frozenset(fulfilled))
    return found


def completed_cases(model: Model) -> dict[Id, Facts]:
    """Return the facts alone of what `matched` returns, which takes a fraction of its time; raises the same."""
    return {ruling: _facts(case) for ruling, case in _cases(Rulebase(model))}


def _cases(base: Rulebase) -> Iterator[tuple[Id, Case]]:
    for ruling in base.model.rulings.values():
        if ruling.in_force:
            yield ruling.id, completed(base, base.block(ruling.asks), ruling.facts, CLOSED)


def _facts(case: Case) -> Facts:
    """Return what is known and derived of a case. A role whose effect is stated to do nothing is left out, as rules do."""
    derived = {feature: value.fact.values for feature, value in case.derived.items()}
    return {**{feature: values for feature, values in case.known.items() if feature not in case.inert}, **derived}


def containing(seen: Examined) -> dict[Id, frozenset[Id]]:
    """Return for every rule in force that a case can fulfil the rules on the same question that hold wherever it does.

    The condition alone counts, as for a reasoner: what rules would derive from it, or the wording of an effect that it names
    would add, is left aside.
    """
    rules = {i: seen.broken.model.rules[i] for i in seen.meetings.situations}
    by_asks: dict[Id, list[Id]] = {}
    for rule in rules.values():
        by_asks.setdefault(rule.asks, []).append(rule.id)
    base = seen.space.base

    def hold(facts: Facts, rule: Id) -> bool:
        wanted = rules[rule].conditions
        return all(any(base.fulfils(value, c) == CERTAIN for value in facts.get(c.feature, ())) for c in wanted)

    return {
        inner: frozenset(outer for outer in by_asks[rules[inner].asks] if outer != inner and all(hold(s.facts, outer) for s in situations))
        for inner, situations in seen.meetings.situations.items()
        if situations
    }


def impossible(seen: Examined) -> frozenset[Id]:
    """Return the rules in force whose conditions no case can fulfil."""
    return frozenset(rule for rule, situations in seen.meetings.situations.items() if not situations)
