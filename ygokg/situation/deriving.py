"""Run the definitions of `ontology/situation` on a timeline: what they say of the features of a case.

The definitions are SPARQL rules in three strata: what became of the stays, which standing effects are in force and whom they reach,
and the features of the cases that are asked about. A stratum is run until nothing is added; none takes anything back, so it ends.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

import pyoxigraph as ox

from ygokg.graph.model import Id, Model
from ygokg.graph.triples import PREFIXES, curie, expand
from ygokg.resolver.rulebase import Rulebase
from ygokg.situation.timeline import Link, Situation, Standing
from ygokg.store.bundle import root

_HERE = "https://w3id.org/ygokg/situation/"
_PREFIX = "".join(f"PREFIX {name}: <{PREFIXES[name]}>\n" for name in ("ygo",))
_STRATA = (1, 2, 3)


class Definition(NamedTuple):
    """A definition with its SPARQL text and the stratum in which it is run."""

    id: Id
    stratum: int
    construct: str


class Reached(NamedTuple):
    """What the definitions say where an effect reaches the link asked about; `hangs_on` are negators that reach its own card."""

    derived: tuple[Derived, ...]
    hangs_on: tuple[str, ...]


class Derived(NamedTuple):
    """What a definition said of a case: a feature with its value."""

    feature: Id
    value: Id
    definition: Id


@cache
def definitions() -> tuple[Definition, ...]:
    """Return the definitions in the order of their strata and, within these, of the file."""
    path = os.path.join(root(), "ontology", "situation", "definitions.ttl")
    said: dict[str, dict[str, str]] = {}
    for quad in ox.parse(path=path, format=ox.RdfFormat.TURTLE):
        if isinstance(quad.subject, ox.NamedNode) and isinstance(quad.object, ox.Literal):
            said.setdefault(curie(quad.subject.value), {})[curie(quad.predicate.value)] = quad.object.value
    found = (Definition(i, int(facts["ygo:stratum"]), facts["sh:construct"]) for i, facts in said.items() if "sh:construct" in facts)
    return tuple(sorted(found, key=lambda one: one.stratum))


def features(base: Rulebase, situation: Situation, link: Link, negators: Sequence[Standing]) -> list[Reached | None]:
    """Return for each effect that might negate a link what the definitions say of that case; None for one that does not reach it.

    `base` is the rule base, `situation` the timeline with all that is in force, `negators` those of its standing effects that negate.
    """
    store = ox.Store()
    store.extend(_triples(base.model, situation))
    store.extend(_described(base, situation))
    store.extend(ox.Quad(_here(negator.id), _TYPE, _ygo("Negator")) for negator in negators)
    cases = [ox.NamedNode(f"{_HERE}case{i}") for i in range(len(negators))]
    for case, negator in zip(cases, negators, strict=True):
        store.extend(_case(case, link, negator))
    said = _run(store)

    def reached(case: ox.NamedNode, negator: Standing) -> Reached | None:
        if ox.Quad(_here(negator.id), _ygo("reachesStay"), _here(link.source)) not in store:
            return None
        own = tuple(Derived(curie(p), curie(o), i) for s, p, o, i in said if s == case.value and curie(p) in base.model.features)
        on = store.quads_for_pattern(_here(negator.id), _ygo("hangsOn"), None, None)
        return Reached(own, tuple(sorted(str(getattr(quad.object, "value", "")).removeprefix(_HERE) for quad in on)))

    return [reached(case, negator) for case, negator in zip(cases, negators, strict=True)]


def _run(store: ox.Store) -> list[tuple[str, str, str, Id]]:
    """Add to the store what the definitions say; return each triple with the definition that said it first."""
    said: list[tuple[str, str, str, Id]] = []
    for stratum in _STRATA:
        own = [one for one in definitions() if one.stratum == stratum]
        added = True
        while added:
            added = False
            for one in own:
                for triple in list(store.query(_PREFIX + one.construct)):  # type: ignore[arg-type]
                    quad = ox.Quad(triple.subject, triple.predicate, triple.object)
                    if quad not in store:
                        store.add(quad)
                        said.append((triple.subject.value, triple.predicate.value, str(getattr(triple.object, "value", "")), one.id))
                        added = True
    return said


# ---- a timeline as triples ----


def _ygo(name: str) -> ox.NamedNode:
    return ox.NamedNode(PREFIXES["ygo"] + name)


def _here(name: str) -> ox.NamedNode:
    return ox.NamedNode(_HERE + name.replace("'", "-"))


def _number(value: int) -> ox.Literal:
    return ox.Literal(value)


_TYPE = ox.NamedNode(PREFIXES["rdf"] + "type")
_WHOLE = _here("situation")


def _facts(subject: ox.NamedNode, kind: str, facts: Iterable[tuple[str, ox.NamedNode | ox.Literal | None]]) -> Iterator[ox.Quad]:
    yield ox.Quad(subject, _TYPE, _ygo(kind))
    yield ox.Quad(subject, _ygo("inSituation"), _WHOLE)
    for property, value in facts:
        if value is not None:
            yield ox.Quad(subject, _ygo(property), value)


def _node(id: Id) -> ox.NamedNode | None:
    return ox.NamedNode(expand(id)) if id else None


def _triples(model: Model, situation: Situation) -> Iterator[ox.Quad]:
    yield ox.Quad(_WHOLE, _TYPE, _ygo("Situation"))
    yield ox.Quad(_WHOLE, _ygo("toldWhole"), ox.Literal(situation.whole))
    for stay in situation.stays:
        yield from _facts(_here(stay.id), "Stay", (
            ("cardOfStay", _node(stay.card)), ("inZone", _node(stay.zone)), ("onSide", _node(stay.side)), ("lyingFace", _node(stay.face)),
            ("stayKind", _node(stay.kind)), ("sinceTick", _number(stay.since)), ("afterStay", _here(stay.after) if stay.after else None),
        ))  # fmt: skip
    for link in situation.links:
        yield from _facts(_here(link.id), "Link", (
            ("usesEffect", _node(link.effect)), ("fromStay", _here(link.source)), ("atTick", _number(link.at)),
            ("resolvesAt", _number(link.resolves_at)), *(("targetsStay", _here(target)) for target in link.targets),
        ))  # fmt: skip
    for number, event in enumerate(situation.events):
        kind, to = ("Flip", "toFace") if event.kind == "flip" else ("Move", "toZone")
        yield from _facts(_here(f"E{number}"), kind, (
            ("ofStay", _here(event.stay)), ("atTick", _number(event.at)), (to, _node(event.to)), ("causedBy", _here(event.cause)),
        ))  # fmt: skip
    for number, (spared, effect) in enumerate(situation.unaffected):
        yield from _facts(_here(f"U{number}"), "Immunity", (("reachesStay", _here(spared)), ("unaffectedBy", _node(effect))))
    for standing in situation.standings:
        yield from _facts(_here(standing.id), "Standing", (
            ("usesEffect", _node(standing.effect)), ("fromStay", _here(standing.source)), ("sinceTick", _number(standing.since)),
            *(("takesForm", _node(form)) for form in model.effects[standing.effect].reach.get("ygo:takesForm", ())),
            *(("targetsStay", _here(reached)) for reached in standing.pointed),
        ))  # fmt: skip


def _described(base: Rulebase, situation: Situation) -> Iterator[ox.Quad]:
    """Yield what the data say of the effects that are used, in force, or on a card of the situation: families and reach."""
    cards = {stay.card for stay in situation.stays if stay.card}
    used = {*(link.effect for link in situation.links), *(standing.effect for standing in situation.standings)}
    for effect in base.model.effects.values():
        if effect.id not in used and effect.card not in cards:
            continue
        subject = ox.NamedNode(expand(effect.id))
        if effect.card is not None:
            yield ox.Quad(subject, _ygo("effectOf"), ox.NamedNode(expand(effect.card)))
        for family in base.kinship.closure(effect.id):
            yield ox.Quad(subject, _ygo("hasFamily"), ox.NamedNode(expand(family)))
        for property, values in effect.reach.items():
            for value in values:
                node = ox.Literal(value == "true") if value in ("true", "false") else ox.NamedNode(expand(value))
                yield ox.Quad(subject, ox.NamedNode(expand(property)), node)


def _case(case: ox.NamedNode, link: Link, negator: Standing) -> Iterator[ox.Quad]:
    yield ox.Quad(case, _ygo("inSituation"), _WHOLE)
    yield ox.Quad(case, _ygo("aboutLink"), _here(link.id))
    yield ox.Quad(case, _ygo("actingStay"), _here(link.source))
    yield ox.Quad(case, _ygo("byStanding"), _here(negator.id))
    yield ox.Quad(case, _ygo("moment"), _number(link.resolves_at))
