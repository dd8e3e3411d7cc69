"""Answer what is asked about a situation: the cases that a question makes of it, each with its outcome, and what they say together."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from ygokg.graph.model import Id
from ygokg.resolver import Outcome, Rulebase, resolve
from ygokg.situation.deriving import Derived, Scene
from ygokg.situation.timeline import Asked, Situation
from ygokg.situation.triples import About

YES, NO = "ygo:Yes", "ygo:No"
NEGATED, ACTIVATION_NEGATED = "ygo:IsNegated", "ygo:IsActivationNegated"
_PLAYING = {"negatedBy": "ygo:negator", "protectedBy": "ygo:protector", "redirectedBy": "ygo:redirect", "restrictedBy": "ygo:restriction"}
"""What a standing effect can be to a case, with the role that it has there."""
_NEEDS_NEGATOR = frozenset({NEGATED, ACTIVATION_NEGATED, "ygo:IsNegatorApplied", "ygo:IsRiderApplied", "ygo:IsSummonNegated"})
_ANY_NO = frozenset({"ygo:CanActivate", "ygo:CanChain", "ygo:CanChoose", "ygo:CanPerform", "ygo:CanNegatorBeActivated", "ygo:IsContinuousApplied"})  # fmt: skip
"""Questions to which one No is enough, for each effect that stands in the way does so by itself."""
_EVENTFUL = frozenset({"ygo:DoesTrigger", "ygo:MissesTiming", "ygo:CanActivate", "ygo:WhichDestination", "ygo:IsCounted", "ygo:IsCardMeant", "ygo:DoesComeBack", "ygo:IsDestroyed", "ygo:WhyBanished", "ygo:WhoseEffectBanishes", "ygo:CountsAsReturned", "ygo:IsSentByEffect", "ygo:IsReasonOfLeaving", "ygo:IsSummonNegated"})  # fmt: skip
"""Questions that are about something that happened to a card."""

PLAYED = frozenset(_PLAYING.values())
"""The roles that standing effects can have."""


class Case(NamedTuple):
    """One case of a situation: what plays a part in it, the facts, those of them that were derived, and the outcome."""

    parts: tuple[tuple[str, str], ...]
    facts: dict[Id, tuple[Id, ...]]
    derived: tuple[Derived, ...]
    outcome: Outcome
    event: int = -1
    """The place of the event that it is about among those told, or -1."""
    hangs_on: tuple[str, ...] = ()
    """Effects in force that may negate what plays a part, so that it is not certain whether it applies."""

    @property
    def negator(self) -> Id:
        """What might negate, where that is what the case is about."""
        return next(iter(self.facts.get("ygo:negator", ())), "")


class Told(NamedTuple):
    """What is known of what is asked: `answer` is None where it is open, each of the `cases` says why.

    `nothing` says that nothing told has a bearing (no effect that reaches it). `conditional` says that something unsaid could overturn the
    answer: the text of a card that the data do not have, mostly. `doubtful` are links that matter and of which it is not certain
    whether they are negated themselves; `unaimed` are links and effects in force that negate something, and it is not told what.
    """

    asked: Asked
    answer: Id | None
    cases: tuple[Case, ...]
    nothing: bool = False
    conditional: bool = False
    doubtful: tuple[int, ...] = ()
    unaimed: tuple[str, ...] = ()


def cases(scene: Scene, asked: Asked, negators: Id = "") -> tuple[Case, ...]:
    """Return the cases that a question makes of a situation at the moment of its scene; of what negates only those of a family."""
    situation, moment = scene.situation, scene.moment
    wanted = _wanted(scene.base, asked.question)
    found: list[Case] = []
    for event in _events(situation, asked):
        about = About(_acting(situation, asked, event), moment, f"C{asked.link}" if asked.link else "", asked.effect, event, (), f"C{asked.to}" if asked.to else "")  # fmt: skip
        candidates = {part: scene.playing(about, part) for part, role in _PLAYING.items() if role in wanted}
        if asked.by:
            candidates = {part: tuple(i for i in known if _uses(situation, i) == asked.by) or known for part, known in candidates.items()}
        if negators:
            candidates["negatedBy"] = tuple(i for i in candidates.get("negatedBy", ()) if _is(scene, i, negators))
        if asked.question in _NEEDS_NEGATOR and not candidates.get("negatedBy") and "ygo:negator" not in asked.facts:
            continue
        choices = [[(part, i) for i in known] or [None] for part, known in candidates.items()]
        for chosen in product(*choices):
            parts = tuple(part for part in chosen if part is not None)
            found.append(_case(scene, asked, about._replace(standing=parts), wanted))
    return tuple(found)


def _wanted(base: Rulebase, question: Id) -> frozenset[Id]:
    """Return the features at which rules on a question look, and those that its rulings state."""
    stated = {feature for ruling in base.model.rulings.values() if ruling.asks == question for feature in ruling.facts}
    return base.block(question).mentioned | stated


def _acting(situation: Situation, asked: Asked, event: int) -> str:
    """Return the stay whose card acts; of a card to which something happened, where it was before that."""
    if event >= 0 and not asked.effect:
        return situation.events[event].stay
    return asked.stay or situation.stays[0].id


def _events(situation: Situation, asked: Asked) -> Sequence[int]:
    """Return the places of the events that a question may be about; one that is about none of them comes as -1."""
    if asked.question not in _EVENTFUL:
        return (-1,)
    moved = [i for i, event in enumerate(situation.events) if event.kind in ("move", "summon", "flip", "control")]
    if not asked.effect and asked.stay:
        own = {stay.id for stay in situation.same_card(asked.stay)}
        return [i for i in moved if situation.events[i].stay in own][-1:] or (-1,)
    return moved or (-1,)


def _uses(situation: Situation, name: str) -> tuple[Id, ...]:
    return next((thing.effect for thing in (*situation.links, *situation.standings) if thing.id == name), ())


def _is(scene: Scene, name: str, family: Id) -> bool:
    return any(family in scene.base.kinship.closure(one) for one in _uses(scene.situation, name))


def _case(scene: Scene, asked: Asked, about: About, wanted: frozenset[Id]) -> Case:
    facts: dict[Id, tuple[Id, ...]] = {"ygo:effect": asked.effect} if asked.effect else {}
    hangs: list[str] = []
    for part, name in about.standing:
        facts[_PLAYING[part]] = _uses(scene.situation, name)
        hangs += scene.unsettled(name)
    hangs += scene.playing(about, "hangsOn") if about.standing else ()
    derived = scene.features(about, wanted)
    for said in derived:
        if said.feature not in asked.facts:
            facts.setdefault(said.feature, said.values)
    facts |= asked.facts
    outcome = resolve(scene.base, asked.question, facts)
    return Case(about.standing, facts, derived, _with_ruling(scene.base, facts, outcome), about.event, tuple(dict.fromkeys(hangs)))


def together(asked: Asked, found: Sequence[Case], doubtful: Sequence[int], unaimed: Sequence[str], situation: Situation) -> Told:
    """Say what the cases of a question say together.

    Where one answer is enough (what negates, what triggers: Yes; what stands in the way: No) it prevails; any other holds if all agree.
    Of several protections one is enough that saves the card: cases that differ only in the protection say No where one of them does.
    """
    mattering = tuple(i for i in doubtful if any(_uses(situation, name) == situation.at(i).effect for case in found for _, name in case.parts))  # fmt: skip
    unsure = {situation.at(i).effect for i in mattering}
    groups: dict[tuple[object, ...], list[Case]] = {}
    for case in found:
        apart = tuple(part for part in case.parts if part[0] != "protectedBy")
        groups.setdefault((apart, case.event), []).append(case)
    said = [_of_group(group, situation, unsure) for group in groups.values()]
    certain = not mattering and not unaimed and all(one.sure for one in said)
    answers = {one.answer for one in said if one.sure}
    enough = NO if asked.question in _ANY_NO else YES
    answer = enough if enough in answers else next(iter(answers)) if len(answers) == 1 and certain else None
    deciding = [one for one in said if one.sure and one.answer == answer]
    kept = any(one.holds for one in deciding) if answer == enough else all(one.holds for one in deciding)
    return Told(asked, answer, tuple(found), not found and not unaimed, answer is not None and not kept, mattering, tuple(unaimed))


class _Said(NamedTuple):
    """What cases that differ only in the protection say: whether that is `sure`, and whether it `holds` whatever is unsaid."""

    answer: Id | None
    sure: bool
    holds: bool


def _of_group(group: Sequence[Case], situation: Situation, unsure: Collection[tuple[Id, ...]]) -> _Said:
    sure = [case for case in group if not case.hangs_on and not any(_uses(situation, name) in unsure for _, name in case.parts)]
    saving = [case for case in sure if case.outcome.answer == NO]
    if saving and len(group) > 1:
        return _Said(NO, sure=True, holds=any(not case.outcome.conditions for case in saving))
    answers = {case.outcome.answer for case in sure}
    answer = next(iter(answers)) if len(answers) == 1 else None
    return _Said(answer, sure=len(sure) == len(group), holds=not any(case.outcome.conditions for case in sure))


def _with_ruling(base: Rulebase, facts: dict[Id, tuple[Id, ...]], outcome: Outcome) -> Outcome:
    """Return the outcome by a ruling that states a part of the case, where the rest follows from what was told and changes nothing.

    A ruling need not state what follows in its case; it is about this one if the same rules hold with the rest and without it.
    """
    if outcome.status != "derived":
        return outcome
    rules = {trace.rule for trace in outcome.proof.rules}
    for ruling in base.model.rulings.values():
        if ruling.asks == outcome.question and ruling.in_force and all(facts.get(feature) == v for feature, v in ruling.facts.items()):
            said = resolve(base, outcome.question, ruling.facts)
            if said.status == "documented" and said.answer == outcome.answer and {trace.rule for trace in said.proof.rules} == rules:
                return said
    return outcome


def parts_of(case: Case) -> Iterator[str]:
    """Yield the ids of the links and standing effects that play a part in a case."""
    for _, name in case.parts:
        yield name
