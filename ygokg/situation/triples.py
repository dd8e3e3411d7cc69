"""A timeline as triples in the words of `ontology/situation/vocabulary.ttl`, as the definitions read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple
from weakref import WeakKeyDictionary

import pyoxigraph as ox

from ygokg.graph.model import Id
from ygokg.graph.triples import PREFIXES, curie, expand
from ygokg.names.links import links_of
from ygokg.resolver.rulebase import Rulebase
from ygokg.situation.matching import Triple
from ygokg.situation.timeline import Event, Link, Situation, Standing

_HERE = "https://w3id.org/ygokg/situation/"
_TYPE = ox.NamedNode(PREFIXES["rdf"] + "type")


class About(NamedTuple):
    """What a case is about: the stay of the card whose effect is asked about, at a moment, and what else plays a part.

    `link` is a link's id, `effect` what the effect is, `event` the place of an event among those told, or -1; `standing` are the standing
    effects of the case by what they do (`byStanding` that negates, `redirectedBy`, `restrictedBy`); `to` the link that is answered, and
    `responding` the stay of the card that answers it.
    `steps` are the step before the one asked about and that one itself, `members` the stays of the group asked about,
    whose fate at the moment `group_at` counts, `picks` the stay that would be chosen, `negates` the link that the link asked about itself
    negates, where the question is about what it does besides, `said` what is stated.
    """

    stay: str
    moment: int
    link: str = ""
    effect: tuple[Id, ...] = ()
    event: int = -1
    standing: tuple[tuple[str, str], ...] = ()
    to: str = ""
    responding: str = ""
    question: Id = ""
    steps: tuple[str, str] = ("", "")
    members: tuple[str, ...] = ()
    group_at: int = 0
    picks: str = ""
    negates: str = ""
    said: tuple[tuple[Id, Id], ...] = ()
    side: Id = ""
    """On whose side the card of the effect asked about is, where that is known."""


@lru_cache(maxsize=1 << 12)
def here(name: str) -> ox.NamedNode:
    """Return the node of a stay, link, event or standing effect of the timeline."""
    return ox.NamedNode(_HERE + name.replace("'", "-"))


def name_of(node: object) -> str:
    """Return the id of a node: of the timeline, or of the data."""
    value = str(getattr(node, "value", ""))
    return value.removeprefix(_HERE).replace("-", "'") if value.startswith(_HERE) else curie(value)


def uses_of(situation: Situation, node: object) -> tuple[Id, ...]:
    """Return the value that a node stands for: the families of an effect that the data do not have, else its id."""
    value = str(getattr(node, "value", ""))
    if not value.startswith(_HERE):
        return (curie(value),)
    name = name_of(node).removesuffix(".effect")
    known: dict[str, tuple[Id, ...]] = {link.id: link.effect for link in situation.links}
    known |= {standing.id: standing.effect for standing in situation.standings}
    known |= {f"E{number}": event.effect for number, event in enumerate(situation.events)}
    known |= {f"U{number}": one.by for number, one in enumerate(situation.unaffected)}
    return known[name]


def situation_triples(base: Rulebase, situation: Situation, moment: int) -> Iterator[ox.Quad]:
    """Yield a timeline and the moment asked about."""
    whole = here("situation")
    yield ox.Quad(whole, _TYPE, _ygo("Situation"))
    yield ox.Quad(whole, _ygo("complete"), ox.Literal(situation.whole))
    yield ox.Quad(whole, _ygo("now"), _number(moment))
    for stay in situation.stays:
        yield from _facts(stay.id, ("Stay",), (
            ("cardOfStay", _node(stay.card)), ("inZone", _node(stay.zone)), ("onSide", _node(stay.side)), ("lyingFace", _node(stay.face)),
            ("stayKind", _node(stay.kind)), ("sinceTick", _number(stay.since)), ("afterStay", here(stay.after) if stay.after else None),
            *(("cardTrait", _node(one)) for one in stay.traits),
        ))  # fmt: skip
    for link in situation.links:
        yield from _link(base, link)
    for number, event in enumerate(situation.events):
        yield from _event(base, f"E{number}", event)
    for number, one in enumerate(situation.unaffected):
        yield from _facts(f"U{number}", ("Immunity",), (
            ("sparesStay", here(one.stay)), ("sinceTick", _number(one.since)), ("causedBy", here(one.cause) if one.cause else None),
        ))  # fmt: skip
        yield from _uses(base, f"U{number}", "unaffectedBy", one.by)
    for standing in situation.standings:
        yield from _standing(base, standing)
    for link_id, came in situation.outcomes:
        yield ox.Quad(here(link_id), _ygo("outcomeOfLink"), ox.NamedNode(expand(came)))
    for negated, negator in situation.negators:
        yield ox.Quad(here(negated), _ygo("wasNegatedBy"), here(negator))


def case_triples(situation: Situation, about: About, node: ox.NamedNode) -> Iterator[ox.Quad]:
    """Yield what a case is about, with `node` for the case."""
    yield ox.Quad(node, _ygo("inSituation"), here("situation"))
    yield ox.Quad(node, _ygo("actingStay"), here(about.stay))
    moving = situation.at(int(about.negates[1:])).source if about.negates else about.stay
    yield ox.Quad(node, _ygo("movingStay"), here(moving))
    yield ox.Quad(node, _ygo("moment"), _number(about.moment))
    if about.link:
        yield ox.Quad(node, _ygo("aboutLink"), here(about.link))
    if about.effect:
        yield ox.Quad(node, _ygo("aboutEffect"), _effect_node(about.link or "asked", about.effect))
    if about.event >= 0:
        yield ox.Quad(node, _ygo("aboutEvent"), here(f"E{about.event}"))
    if about.side:
        yield ox.Quad(node, _ygo("askedBySide"), ox.NamedNode(expand(about.side)))
    if about.to:
        yield ox.Quad(node, _ygo("answersLink"), here(about.to))
    if about.question:
        yield ox.Quad(node, _ygo("asksFor"), ox.NamedNode(expand(about.question)))
    yield ox.Quad(node, _ygo("boundStay"), here(about.responding or about.stay))
    yield from _steps(about, node)
    for property, standing in about.standing:
        yield ox.Quad(node, _ygo(property), here(standing))


def _steps(about: About, node: ox.NamedNode) -> Iterator[ox.Quad]:
    """Yield which steps and which cards a case is about, and what is stated of it."""
    meant = (("stepBefore", about.steps[0]), ("stepAbout", about.steps[1]), ("wouldPick", about.picks), ("negatesLink", about.negates))
    for property, name in (*meant, *(("memberOfGroup", member) for member in about.members)):
        if name:
            yield ox.Quad(node, _ygo(property), here(name))
    yield ox.Quad(node, _ygo("groupTick"), _number(about.group_at or about.moment))
    for feature, value in about.said:
        yield ox.Quad(node, ox.NamedNode(expand(feature)), ox.NamedNode(expand(value)))


# ---- the parts ----


def _link(base: Rulebase, link: Link) -> Iterator[ox.Quad]:
    yield from _facts(link.id, ("Link",), (
        ("fromStay", here(link.source)), ("atTick", _number(link.at)), ("resolvesAt", _number(link.resolves_at)),
        ("linkNumber", _number(link.number)), ("chainNumber", _number(link.chain)), ("asCard", ox.Literal(link.as_card)),
        *(("targetsStay", here(target)) for target in link.targets),
    ))  # fmt: skip
    yield from _uses(base, link.id, "usesEffect", link.effect)


EVENT_KINDS = {
    "happens": "Happening", "move": "Move", "summon": "Summon", "flip": "Flip", "control": "ControlChange", "step": "StepTaken",
    "reveal": "Reveal",
}  # fmt: skip
CAUSES = {
    "battle": "ygo:CauseBattle", "cost": "ygo:CauseCost", "procedure": "ygo:CauseProcedure", "rule": "ygo:CauseRule",
    "effect": "ygo:CauseEffect",
}  # fmt: skip
"""The classes of events by their kinds, and what causes are called."""


def _event(base: Rulebase, name: str, event: Event) -> Iterator[ox.Quad]:
    flipped = event.how == "ygo:ByFlipSummon"
    kinds = ("Event", EVENT_KINDS[event.kind], *(("Flip",) if flipped else ()))
    to = {"flip": "toFace", "move": "toZone", "summon": "toZone", "control": "toSide"}.get(event.kind, "")
    cause = _node(CAUSES.get(event.cause, "")) if event.cause[:1] != "C" else here(event.cause)
    yield from _facts(name, kinds, (
        ("ofStay", here(event.stay) if event.stay and event.kind != "step" else None), ("atTick", _number(event.at)),
        (to, _node(event.to) if to else None), ("causedBy", cause),
        ("toFace", _node("ygo:FaceUp" if flipped else "")), ("movedHow", _node(event.how)),
        ("inCourseOf", here(event.along) if event.along else None), ("arrivesFace", _node(event.face)),
        ("stepNumber", _number(event.number) if event.kind == "step" else None),
        ("stepOutcome", _node(event.to if event.kind == "step" else "")),
        *(("handlesStay", here(member)) for member in event.members),
        ("causedOnSide", _node("ygo:OpponentsSide" if event.opponents else "")),
    ))  # fmt: skip
    yield from _uses(base, name, "causedByEffect", event.effect)


def _standing(base: Rulebase, standing: Standing) -> Iterator[ox.Quad]:
    form = base.model.effects[standing.effect[0]].reach.get("ygo:takesForm", ()) if standing.effect[0] in base.model.effects else ()
    yield from _facts(standing.id, ("Standing",), (
        ("fromStay", here(standing.source)), ("sinceTick", _number(standing.since)),
        ("untilTick", _number(standing.until) if standing.until is not None else None),
        ("beganBy", here(f"C{standing.link}") if standing.link else None),
        *(("takesForm", _node(one)) for one in form), *(("targetsStay", here(reached)) for reached in standing.pointed),
        *(("pointedAtLink", here(f"C{number}")) for number in standing.at_links),
    ))  # fmt: skip
    yield from _uses(base, standing.id, "usesEffect", standing.effect)


def _uses(base: Rulebase, name: str, property: str, effect: tuple[Id, ...]) -> Iterator[ox.Quad]:
    """Yield the effect of a link, an event or a standing effect; a node of its own with its families where the data do not have it."""
    if not effect:
        return
    node = _effect_node(name, effect)
    yield ox.Quad(here(name), _ygo(property), node)
    for family in {family for one in effect for family in base.kinship.closure(one)}:
        yield ox.Quad(node, _ygo("hasFamily"), ox.NamedNode(expand(family)))


def _effect_node(name: str, effect: tuple[Id, ...]) -> ox.NamedNode:
    return ox.NamedNode(expand(effect[0])) if effect[0].startswith("effect:") else here(f"{name}.effect")


def described(base: Rulebase, situation: Situation) -> Iterator[Triple]:
    """Yield what the data say of the effects that are used, in force, or on a card of the situation: families, wording and reach."""
    of_card = links_of(base.model)["effects-of-card"]
    things: tuple[Link | Standing, ...] = (*situation.links, *situation.standings)
    used = dict.fromkeys(one for thing in things for one in thing.effect if one in base.model.effects)
    used |= dict.fromkeys(one for thing in situation.unaffected for one in thing.by if one in base.model.effects)
    used |= dict.fromkeys(one for stay in situation.stays if stay.card for one in of_card.get(stay.card, ()))
    known = _DESCRIBED.setdefault(base, {})
    for effect in used:
        if effect not in known:
            known[effect] = tuple(_description(base, effect))
        yield from known[effect]


_DESCRIBED: WeakKeyDictionary[Rulebase, dict[Id, tuple[Triple, ...]]] = WeakKeyDictionary()
"""What is known of effects already: it is the same in every situation."""


def _description(base: Rulebase, id: Id) -> Iterator[Triple]:
    effect, subject = base.model.effects[id], expand(id)
    if effect.card is not None:
        yield subject, expand("ygo:effectOf"), expand(effect.card)
    for family in base.kinship.closure(id):
        yield subject, expand("ygo:hasFamily"), expand(family)
    for property, values in (*effect.reach.items(), *effect.facts.items()):
        for value in values:
            yield subject, expand(property), value == "true" if value in ("true", "false") else expand(value)


# ---- nodes ----


@lru_cache(maxsize=1 << 12)
def _ygo(name: str) -> ox.NamedNode:
    return ox.NamedNode(PREFIXES["ygo"] + name)


def _number(value: int) -> ox.Literal:
    return ox.Literal(value)


@lru_cache(maxsize=1 << 12)
def _node(id: Id) -> ox.NamedNode | None:
    return ox.NamedNode(expand(id)) if id else None


def _facts(name: str, kinds: tuple[str, ...], facts: Iterable[tuple[str, ox.NamedNode | ox.Literal | None]]) -> Iterator[ox.Quad]:
    subject = here(name)
    for kind in kinds:
        yield ox.Quad(subject, _TYPE, _ygo(kind))
    yield ox.Quad(subject, _ygo("inSituation"), here("situation"))
    for property, value in facts:
        if value is not None:
            yield ox.Quad(subject, _ygo(property), value)
