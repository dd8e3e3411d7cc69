"""Answer what is asked about a situation: the cases that a question makes of it, each with its outcome, and what they say together."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import NamedTuple

from ygokg.graph.model import Id, Ruling
from ygokg.resolver import Judged, Outcome, Rulebase, judge, resolve
from ygokg.situation.deriving import Derived, Scene
from ygokg.situation.grouping import ABOUT_FOLLOW_UP, first_step_events, group_of, with_steps
from ygokg.situation.happening import OF_A_CARD, Candidate, candidates
from ygokg.situation.timeline import Asked, Link, Situation, Standing
from ygokg.situation.triples import About

YES, NO = "ygo:Yes", "ygo:No"
NEGATED, ACTIVATION_NEGATED, SUMMON_NEGATED = "ygo:IsNegated", "ygo:IsActivationNegated", "ygo:IsSummonNegated"
PLAYING = {"negatedBy": "ygo:negator", "protectedBy": "ygo:protector", "redirectedBy": "ygo:redirect", "restrictedBy": "ygo:restriction"}
"""What a standing effect can be to a case, with the role that it has there."""
_NEEDS_NEGATOR = frozenset({NEGATED, ACTIVATION_NEGATED, "ygo:IsNegatorApplied", "ygo:IsRiderApplied", SUMMON_NEGATED})
_ABOUT_NEGATORS = _NEEDS_NEGATOR | {"ygo:EntersNegatedState", "ygo:IsAppliedToCard", "ygo:CanNegatorBeActivated"}
"""Questions about an effect that negates, whether or not it does; to any other, what negated a link is no negator if it did not."""
_ANY_NO = frozenset({
    "ygo:CanActivate", "ygo:CanChain", "ygo:CanChoose", "ygo:CanPerform", "ygo:CanNegatorBeActivated", "ygo:IsContinuousApplied",
    "ygo:IsEffectApplied", "ygo:IsFollowUpApplied", "ygo:IsEarlierApplied",
})  # fmt: skip
"""Questions to which one No is enough, for each effect that stands in the way does so by itself."""
_ANY_YES = frozenset({
    NEGATED, ACTIVATION_NEGATED, SUMMON_NEGATED, "ygo:DoesTrigger", "ygo:IsDestroyed", "ygo:IsRiderApplied", "ygo:EntersNegatedState",
})  # fmt: skip
"""Questions to which one Yes is enough: whatever negates does so by itself, and any event can bring on what waits for it."""
_INERT = ("ygo:StandingLapsed", "ygo:StandingDoesNotReach")

PLAYED = frozenset(PLAYING.values())
"""The roles that standing effects can have."""


@dataclass(frozen=True)
class Case:
    """One case of a situation: what plays a part in it, the facts, those of them that were derived, and what it comes to."""

    parts: tuple[tuple[str, str], ...]
    facts: dict[Id, tuple[Id, ...]]
    derived: tuple[Derived, ...]
    judged: Judged
    event: int = -1
    """The place of the event that it is about among those told, or -1."""
    hangs_on: tuple[str, ...] = ()
    unsure: bool = False
    """Effects in force that may negate what plays a part, so that it is not certain whether it applies."""

    @cached_property
    def outcome(self) -> Outcome:
        """The outcome with its proof: by a ruling that states a part of the case, where there is one."""
        return _with_ruling(self.judged.result.base, self.facts, self.judged.outcome)

    @property
    def answer(self) -> Id | None:
        """The answer, as in `outcome`."""
        return self.judged.answer

    @property
    def conditional(self) -> bool:
        """Whether something unsaid could overturn the answer."""
        return bool(self.judged.conditions)

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
    handled: int | None = None
    """To how many cards of a group it is applied, where that is asked and certain."""


def cases(scene: Scene, asked: Asked, negators: Id = "") -> tuple[Case, ...]:
    """Return the cases that a question makes of a situation at the moment of its scene; of what negates only those of a family."""
    situation = scene.situation
    if negators and "ygo:negator" not in asked.facts and not any(_is_of(scene, one.effect, negators) for one in _used(situation)):
        return ()
    wanted = _wanted(scene.base, asked.question)
    found: list[Case] = []
    for event, unsure in _events(scene.base, situation, asked):
        seen = scene.at(situation.events[event].at) if event >= 0 and asked.question != SUMMON_NEGATED else scene
        when = seen.moment if asked.question in OF_A_CARD and not asked.link else scene.moment
        about = _about(scene, asked, event)._replace(moment=when, side=_side(situation, asked))
        about = with_steps(scene.base, situation, asked, about)
        candidates = _candidates(seen, asked, about, wanted)
        if negators:
            candidates["negatedBy"] = tuple(i for i in candidates.get("negatedBy", ()) if _is(scene, i, negators))
        if asked.question in ABOUT_FOLLOW_UP and not candidates.get("negatedBy"):
            about = about._replace(negates=_negates(scene.base, situation, asked.link))
        if asked.question in _NEEDS_NEGATOR and not candidates.get("negatedBy") and "ygo:negator" not in asked.facts:
            continue
        acting = tuple(("redirectedBy", i) for i in _acting_redirects(seen, about, candidates.pop("redirectedBy", ())))
        choices = product(*([(part, i) for i in known] for part, known in candidates.items() if known))
        found += [_case(seen, asked, about._replace(standing=(*acting, *parts)), wanted, unsure=unsure) for parts in choices]
    return tuple(found)


def _about(scene: Scene, asked: Asked, event: int) -> About:
    """Return what a case is about. Where it is asked what can be chained to a link, the link is the one that acts."""
    situation, question = scene.situation, asked.question
    if question == "ygo:CanChain" and asked.to:
        answered = situation.at(asked.to)
        looked_at = _described(scene, asked, answered)
        return About(looked_at.source, scene.moment, looked_at.id, answered.effect, event, (), answered.id, asked.stay, question)
    link, to = (f"C{number}" if number else "" for number in (asked.link, asked.to))
    return About(_acting(situation, asked, event), scene.moment, link, asked.effect, event, (), to, "", question)


def _described(scene: Scene, asked: Asked, answered: Link) -> Link:
    """Return the link whose activation a response speaks of: what it answers, or what that negates where it asks for a destruction."""
    by_destruction = "ygo:responseWording" in (asked.facts.keys() | scene.stated(asked.effect))
    before = [link for link in scene.situation.links if link.number == answered.number - 1 and link.chain == answered.chain]
    negates = "ygo:ActivationNegator" in {family for one in answered.effect for family in scene.base.kinship.closure(one)}
    return before[0] if by_destruction and negates and before else answered


def _candidates(scene: Scene, asked: Asked, about: About, wanted: frozenset[Id]) -> dict[str, tuple[str, ...]]:
    """Return what may play each part in a case: of what negates only what did so, where that is known of the link."""
    situation = scene.situation
    candidates = scene.playing(about, [part for part, role in PLAYING.items() if role in wanted])
    if asked.question == "ygo:CanChain":
        candidates.pop("negatedBy", None)
    if asked.link and about.link in dict(situation.outcomes) and asked.question not in _ABOUT_NEGATORS and "negatedBy" in candidates:
        candidates["negatedBy"] = tuple(i for i in candidates["negatedBy"] if (about.link, i) in situation.negators)
    if asked.by:
        candidates = {part: tuple(i for i in known if _uses(situation, i) == asked.by) or known for part, known in candidates.items()}
    return candidates


def _acting_redirects(scene: Scene, about: About, known: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of several redirects that stand in the way of one move together; all, where none of them does any more."""
    live = []
    for one in known if len(known) > 1 else ():
        said = scene.features(about._replace(standing=(("redirectedBy", one),)), {"ygo:redirectNow"})
        if not any(value in _INERT for derived in said for value in derived.values):
            live.append(one)
    return tuple(live) or known


def _side(situation: Situation, asked: Asked) -> Id:
    """Return on whose side the card of the effect asked about is, where nobody took control of it."""
    user = asked.user or (asked.stay if asked.effect else "")
    if not user:
        return ""
    own = {stay.id for stay in situation.same_card(user)}
    return "" if any(event.kind == "control" and event.stay in own for event in situation.events) else situation.stay(user).side


@lru_cache(maxsize=64)
def _wanted(base: Rulebase, question: Id) -> frozenset[Id]:
    """Return the features at which rules on a question look, those that its rulings state, and the states of the roles among them."""
    stated = {feature for ruling in base.model.rulings.values() if ruling.asks == question for feature in ruling.facts}
    looked_at = base.block(question).mentioned | stated
    return looked_at | {feature.id for feature in base.model.features.values() if feature.state_of in looked_at}


def _acting(situation: Situation, asked: Asked, event: int) -> str:
    """Return the stay whose card acts; of a card to which something happened, where it was before that, or to where it is Summoned."""
    if event >= 0 and (not asked.effect or asked.question in OF_A_CARD):
        before = situation.events[event].stay
        return before if asked.question != SUMMON_NEGATED else next((one.id for one in situation.stays if one.after == before), before)
    return asked.stay or situation.stays[0].id


def _events(base: Rulebase, situation: Situation, asked: Asked) -> Sequence[Candidate]:
    """Return the events that a question may be about; one that is about none of them comes as -1."""
    if asked.question in ABOUT_FOLLOW_UP and asked.link:
        return [Candidate(i) for i in first_step_events(situation, asked)] or [Candidate(-1)]
    if asked.question == SUMMON_NEGATED:
        own = {stay.id for stay in situation.same_card(asked.stay)} if asked.stay and not asked.effect else None
        summons = [i for i, event in enumerate(situation.events) if event.kind == "summon" and (own is None or event.stay in own)]
        return [Candidate(i) for i in (summons if own is None else summons[-1:])] or [Candidate(-1)]
    if asked.question == "ygo:IsDestroyed" and asked.stay and not asked.link:
        own = {stay.id for stay in situation.same_card(asked.stay)}
        moved = [i for i, event in enumerate(situation.events) if event.stay in own and event.kind != "control"]
        return [Candidate(i) for i in moved[-1:]] or [Candidate(-1)]
    return candidates(base, situation, asked)


def _link_of(situation: Situation, name: str) -> int:
    """Return the number of the link that plays a part, or by which a standing effect began that does; 0 for any other."""
    return next((link.number for link in situation.links if link.id == name), 0) or next(
        (one.link for one in situation.standings if one.id == name), 0
    )


def _uses(situation: Situation, name: str) -> tuple[Id, ...]:
    return next((one.effect for one in _used(situation) if one.id == name), ())


def _used(situation: Situation) -> tuple[Link | Standing, ...]:
    return *situation.links, *situation.standings


def _negates(base: Rulebase, situation: Situation, number: int) -> str:
    """Return the link that a link negates by being chained to it, or the empty text."""
    if number < 2 or situation.at(number - 1).chain != situation.at(number).chain:
        return ""
    families = {family for one in situation.at(number).effect for family in base.kinship.closure(one)}
    return f"C{number - 1}" if families & {"ygo:ChainedNegator", "ygo:ActivationNegator"} else ""


def counted(scene: Scene, asked: Asked, told: Told) -> Told:
    """Add to an answer whether an effect is applied to the rest of a group to how many cards it is; nothing where one is in doubt."""
    applied = {"ygo:AllMembersThere": 1, "ygo:AllMembersGone": 0, "ygo:MemberUnaffected": 0, "ygo:MemberCannotBeDone": 0}
    about = with_steps(scene.base, scene.situation, asked, About(asked.stay, scene.moment, f"C{asked.link}", asked.effect))
    found: list[int | None] = [0 if told.answer == NO else None]
    if told.answer == YES:
        alone = (scene.features(about._replace(members=(member,)), {"ygo:memberStatus"}) for member in group_of(scene.situation, asked))
        found = [applied.get(said[0].value) if len(said) == 1 else None for said in alone]
    known = [number for number in found if number is not None]
    return told._replace(handled=sum(known) if len(known) == len(found) else None)


def _is(scene: Scene, name: str, family: Id) -> bool:
    return _is_of(scene, _uses(scene.situation, name), family)


def _is_of(scene: Scene, effect: tuple[Id, ...], family: Id) -> bool:
    return any(family in scene.base.kinship.closure(one) for one in effect)


def _case(scene: Scene, asked: Asked, about: About, wanted: frozenset[Id], *, unsure: bool) -> Case:
    facts: dict[Id, tuple[Id, ...]] = {"ygo:effect": about.effect} if about.effect else {}
    if about.responding and asked.effect:
        facts["ygo:responder"] = asked.effect
    hangs: list[str] = []
    for part, name in about.standing:
        facts[PLAYING[part]] = (*facts.get(PLAYING[part], ()), *_uses(scene.situation, name))
        hangs += scene.unsettled(name)
    hangs += scene.playing(about, ["hangsOn"])["hangsOn"] if about.standing or about.event >= 0 else ()
    derived = scene.features(about, wanted)
    for said in derived:
        known = facts.get(said.feature, ())
        several = not known or (said.feature not in PLAYING.values() and not scene.base.model.features[said.feature].functional)
        if several and said.feature not in asked.facts:
            facts[said.feature] = tuple(dict.fromkeys((*known, *said.values)))
    facts |= asked.facts
    comes_to = judge(scene.base, asked.question, facts)
    return Case(about.standing, facts, derived, comes_to, about.event, tuple(dict.fromkeys(hangs)), unsure)


def together(asked: Asked, found: Sequence[Case], doubtful: Sequence[int], unaimed: Sequence[str], situation: Situation) -> Told:
    """Say what the cases of a question say together.

    Where one answer is enough (what negates, what triggers: Yes; what stands in the way: No) it prevails; any other holds if all agree.
    Of several protections one is enough that saves the card: cases that differ only in the protection say No where one of them does.
    """
    mattering = tuple(i for i in doubtful if any(_link_of(situation, name) == i for case in found for _, name in case.parts))
    groups: dict[tuple[object, ...], list[Case]] = {}
    for case in found:
        apart = tuple(part for part in case.parts if part[0] != "protectedBy")
        groups.setdefault((apart, case.event), []).append(case)
    said = [_of_group(group, situation, mattering) for group in groups.values()]
    certain = not mattering and not unaimed and all(one.sure for one in said)
    answers = {one.answer for one in said if one.sure}
    enough = NO if asked.question in _ANY_NO else YES if asked.question in _ANY_YES else None
    answer = enough if enough in answers else next(iter(answers)) if len(answers) == 1 and certain else None
    deciding = [one for one in said if one.sure and one.answer == answer]
    kept = any(one.holds for one in deciding) if answer == enough and answer else all(one.holds for one in deciding)
    return Told(asked, answer, tuple(found), not found and not unaimed, answer is not None and not kept, mattering, tuple(unaimed))


class _Said(NamedTuple):
    """What cases that differ only in the protection say: whether that is `sure`, and whether it `holds` whatever is unsaid."""

    answer: Id | None
    sure: bool
    holds: bool


def _of_group(group: Sequence[Case], situation: Situation, unsure: Collection[int]) -> _Said:
    doubted = (case.hangs_on or case.unsure or any(_link_of(situation, name) in unsure for _, name in case.parts) for case in group)
    sure = [case for case, doubt in zip(group, doubted, strict=True) if not doubt]
    saving = [case for case in sure if case.answer == NO]
    if saving and len(group) > 1:
        return _Said(NO, sure=True, holds=any(not case.conditional for case in saving))
    answers = {case.answer for case in sure}
    answer = next(iter(answers)) if len(answers) == 1 else None
    return _Said(answer, sure=len(sure) == len(group), holds=not any(case.conditional for case in sure))


def _with_ruling(base: Rulebase, facts: dict[Id, tuple[Id, ...]], outcome: Outcome) -> Outcome:
    """Return the outcome by a ruling that states a part of the case, where the rest follows from what was told and changes nothing.

    A ruling need not state what follows in its case; it is about this one if the same rules hold with the rest and without it.
    """
    if outcome.status != "derived":
        return outcome
    rules = {trace.rule for trace in outcome.proof.rules}
    for ruling in _rulings_on(base, outcome.question):
        if all(facts.get(feature) == v for feature, v in ruling.facts.items()):
            said = resolve(base, outcome.question, ruling.facts)
            if said.status == "documented" and said.answer == outcome.answer and {trace.rule for trace in said.proof.rules} == rules:
                return said._replace(conditions=outcome.conditions)  # what the case tells besides settles what the ruling leaves unsaid
    return outcome


@lru_cache(maxsize=64)
def _rulings_on(base: Rulebase, question: Id) -> tuple[Ruling, ...]:
    return tuple(ruling for ruling in base.model.rulings.values() if ruling.asks == question and ruling.in_force)


def parts_of(case: Case) -> Iterator[str]:
    """Yield the ids of the links and standing effects that play a part in a case."""
    for _, name in case.parts:
        yield name
