"""A timeline as triples in the words of `ontology/situation/vocabulary.ttl`, as the definitions read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple
from weakref import WeakKeyDictionary

from ygokg.graph.model import Id
from ygokg.graph.triples import PREFIXES, curie, expand
from ygokg.names.links import links_of
from ygokg.resolver.rulebase import Rulebase
from ygokg.situation.constructs import Constant
from ygokg.situation.matching import Triple
from ygokg.situation.timeline import Event, Immunity, Link, Situation, Standing, Stay

NAMESPACE = "https://w3id.org/ygokg/situation/"
_TYPE = expand("rdf:type")
_REMEMBERED = 1 << 11
"""Of how many links, events … at most is remembered what is known of them; at each moment of a situation most are the same."""


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


@cache
def here(name: str) -> str:
    """Return the IRI of a stay, link, event or standing effect of the timeline."""
    return NAMESPACE + name.replace("'", "-")


def name_of(iri: str) -> str:
    """Return the id of a thing by its IRI: of the timeline, or of the data."""
    return iri.removeprefix(NAMESPACE).replace("-", "'") if iri.startswith(NAMESPACE) else curie(iri)


def uses_of(situation: Situation, iri: str) -> tuple[Id, ...]:
    """Return the value that an IRI stands for: the families of an effect that the data do not have, else its id."""
    if not iri.startswith(NAMESPACE):
        return (curie(iri),)
    name = name_of(iri).removesuffix(".effect")
    known: dict[str, tuple[Id, ...]] = {link.id: link.effect for link in situation.links}
    known |= {standing.id: standing.effect for standing in situation.standings}
    known |= {f"E{number}": event.effect for number, event in enumerate(situation.events)}
    known |= {f"U{number}": one.by for number, one in enumerate(situation.unaffected)}
    return known[name]


def situation_triples(base: Rulebase, situation: Situation, moment: int) -> list[Triple]:
    """Return a timeline and the moment asked about; what is known of a thing is worked out once."""
    whole = here("situation")
    found: list[Triple] = [(whole, _TYPE, _ygo("Situation")), (whole, _ygo("complete"), situation.whole), (whole, _ygo("now"), moment)]
    for stay in situation.stays:
        found += _stay(stay)
    for link in situation.links:
        found += _link(base, link)
    for number, event in enumerate(situation.events):
        found += _event(base, f"E{number}", event)
    for number, one in enumerate(situation.unaffected):
        found += _immunity(base, f"U{number}", one)
    for standing in situation.standings:
        found += _standing(base, standing)
    found += ((here(link), _ygo("outcomeOfLink"), expand(came)) for link, came in situation.outcomes)
    found += ((here(negated), _ygo("wasNegatedBy"), here(negator)) for negated, negator in situation.negators)
    return found


def case_triples(situation: Situation, about: About, case: str) -> Iterator[Triple]:
    """Yield what a case is about, with `case` for its IRI."""
    yield case, _ygo("inSituation"), here("situation")
    yield case, _ygo("actingStay"), here(about.stay)
    moving = situation.at(int(about.negates[1:])).source if about.negates else about.stay
    yield case, _ygo("movingStay"), here(moving)
    yield case, _ygo("moment"), about.moment
    if about.link:
        yield case, _ygo("aboutLink"), here(about.link)
    if about.effect:
        yield case, _ygo("aboutEffect"), _effect_node(about.link or "asked", about.effect)
    if about.event >= 0:
        yield case, _ygo("aboutEvent"), here(f"E{about.event}")
    if about.side:
        yield case, _ygo("askedBySide"), expand(about.side)
    if about.to:
        yield case, _ygo("answersLink"), here(about.to)
    if about.question:
        yield case, _ygo("asksFor"), expand(about.question)
    yield case, _ygo("boundStay"), here(about.responding or about.stay)
    yield from _steps(about, case)
    for property, standing in about.standing:
        yield case, _ygo(property), here(standing)


def _steps(about: About, case: str) -> Iterator[Triple]:
    """Yield which steps and which cards a case is about, and what is stated of it."""
    meant = (("stepBefore", about.steps[0]), ("stepAbout", about.steps[1]), ("wouldPick", about.picks), ("negatesLink", about.negates))
    for property, name in (*meant, *(("memberOfGroup", member) for member in about.members)):
        if name:
            yield case, _ygo(property), here(name)
    yield case, _ygo("groupTick"), about.group_at or about.moment
    for feature, value in about.said:
        yield case, expand(feature), expand(value)


# ---- the parts ----


@lru_cache(maxsize=_REMEMBERED)
def _stay(stay: Stay) -> tuple[Triple, ...]:
    return _facts(stay.id, ("Stay",), (
        ("cardOfStay", _iri(stay.card)), ("inZone", _iri(stay.zone)), ("onSide", _iri(stay.side)), ("lyingFace", _iri(stay.face)),
        ("stayKind", _iri(stay.kind)), ("sinceTick", stay.since), ("afterStay", here(stay.after) if stay.after else None),
        *(("cardTrait", _iri(one)) for one in stay.traits),
    ))  # fmt: skip


@lru_cache(maxsize=_REMEMBERED)
def _link(base: Rulebase, link: Link) -> tuple[Triple, ...]:
    return _facts(link.id, ("Link",), (
        ("fromStay", here(link.source)), ("atTick", link.at), ("resolvesAt", link.resolves_at),
        ("linkNumber", link.number), ("chainNumber", link.chain), ("asCard", link.as_card),
        *(("targetsStay", here(target)) for target in link.targets),
    )) + _uses(base, link.id, "usesEffect", link.effect)  # fmt: skip


@lru_cache(maxsize=_REMEMBERED)
def _immunity(base: Rulebase, name: str, one: Immunity) -> tuple[Triple, ...]:
    return _facts(name, ("Immunity",), (
        ("sparesStay", here(one.stay)), ("sinceTick", one.since), ("causedBy", here(one.cause) if one.cause else None),
    )) + _uses(base, name, "unaffectedBy", one.by)  # fmt: skip


EVENT_KINDS = {
    "happens": "Happening", "move": "Move", "summon": "Summon", "flip": "Flip", "control": "ControlChange", "step": "StepTaken",
    "reveal": "Reveal",
}  # fmt: skip
CAUSES = {
    "battle": "ygo:CauseBattle", "cost": "ygo:CauseCost", "procedure": "ygo:CauseProcedure", "rule": "ygo:CauseRule",
    "effect": "ygo:CauseEffect",
}  # fmt: skip
"""The classes of events by their kinds, and what causes are called."""


@lru_cache(maxsize=_REMEMBERED)
def _event(base: Rulebase, name: str, event: Event) -> tuple[Triple, ...]:
    flipped = event.how == "ygo:ByFlipSummon"
    kinds = ("Event", EVENT_KINDS[event.kind], *(("Flip",) if flipped else ()))
    to = {"flip": "toFace", "move": "toZone", "summon": "toZone", "control": "toSide"}.get(event.kind, "")
    cause = _iri(CAUSES.get(event.cause, "")) if event.cause[:1] != "C" else here(event.cause)
    return _facts(name, kinds, (
        ("ofStay", here(event.stay) if event.stay and event.kind != "step" else None), ("atTick", event.at),
        (to, _iri(event.to) if to else None), ("causedBy", cause),
        ("toFace", _iri("ygo:FaceUp" if flipped else "")), ("movedHow", _iri(event.how)),
        ("inCourseOf", here(event.along) if event.along else None), ("arrivesFace", _iri(event.face)),
        ("stepNumber", event.number if event.kind == "step" else None),
        ("stepOutcome", _iri(event.to if event.kind == "step" else "")),
        *(("handlesStay", here(member)) for member in event.members),
        ("causedOnSide", _iri("ygo:OpponentsSide" if event.opponents else "")),
    )) + _uses(base, name, "causedByEffect", event.effect)  # fmt: skip


@lru_cache(maxsize=_REMEMBERED)
def _standing(base: Rulebase, standing: Standing) -> tuple[Triple, ...]:
    form = base.model.effects[standing.effect[0]].reach.get("ygo:takesForm", ()) if standing.effect[0] in base.model.effects else ()
    return _facts(standing.id, ("Standing",), (
        ("fromStay", here(standing.source)), ("sinceTick", standing.since), ("untilTick", standing.until),
        ("beganBy", here(f"C{standing.link}") if standing.link else None),
        *(("takesForm", _iri(one)) for one in form), *(("targetsStay", here(reached)) for reached in standing.pointed),
        *(("pointedAtLink", here(f"C{number}")) for number in standing.at_links),
    )) + _uses(base, standing.id, "usesEffect", standing.effect)  # fmt: skip


def _uses(base: Rulebase, name: str, property: str, effect: tuple[Id, ...]) -> tuple[Triple, ...]:
    """Return the effect of a link, an event or a standing effect; a node of its own with its families where the data do not have it."""
    if not effect:
        return ()
    node = _effect_node(name, effect)
    families = {family for one in effect for family in base.kinship.closure(one)}
    return ((here(name), _ygo(property), node), *((node, _ygo("hasFamily"), expand(family)) for family in families))


def _effect_node(name: str, effect: tuple[Id, ...]) -> str:
    return expand(effect[0]) if effect[0].startswith("effect:") else here(f"{name}.effect")


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


@cache
def _ygo(name: str) -> str:
    return PREFIXES["ygo"] + name


def _iri(id: Id) -> str | None:
    return expand(id) if id else None


def _facts(name: str, kinds: tuple[str, ...], facts: Iterable[tuple[str, Constant | None]]) -> tuple[Triple, ...]:
    subject = here(name)
    return (
        *((subject, _TYPE, _ygo(kind)) for kind in kinds),
        (subject, _ygo("inSituation"), here("situation")),
        *((subject, _ygo(property), value) for property, value in facts if value is not None),
    )
