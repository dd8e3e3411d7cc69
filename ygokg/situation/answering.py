"""Answer what is asked about a situation: one case for each effect that might negate a link, and what they say together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ygokg.graph.model import Id
from ygokg.resolver import Outcome, Rulebase, resolve
from ygokg.situation.deriving import Derived, features
from ygokg.situation.timeline import Link, Situation, Standing

YES, NO = "ygo:Yes", "ygo:No"
_NEGATOR = "ygo:Negator"
_ANSWERING = frozenset({"ygo:ChainedNegator", "ygo:ActivationNegator"})
"""Families of effects that negate the activation or effect to which they are chained."""
_QUESTION = "ygo:IsNegated"


class Case(NamedTuple):
    """One case of a situation: what might negate the link asked about, the facts, those of them that were derived, and the outcome."""

    negator: Id
    facts: dict[Id, tuple[Id, ...]]
    derived: tuple[Derived, ...]
    outcome: Outcome
    hangs_on: tuple[str, ...] = ()
    """Effects in force that may negate this negator, so that it is not certain whether it applies."""


class Told(NamedTuple):
    """What is known of a link: `answer` is Yes, No or None (open), each of the `cases` says why.

    Yes if any effect negates it; No if there is at least one that reaches it and each of them leaves it alone. `nothing` says that none
    of those told reaches it. `conditional` says that something unsaid could overturn the answer: the text of a card that the data do not
    have, mostly. `doubtful` are links that might negate it and of which it is not certain whether they are negated themselves;
    `unaimed` are links and effects in force that negate something, and it is not told what.
    """

    link: Link
    answer: Id | None
    cases: tuple[Case, ...]
    nothing: bool
    conditional: bool = False
    doubtful: tuple[int, ...] = ()
    unaimed: tuple[str, ...] = ()


def negated(base: Rulebase, situation: Situation, number: int) -> Told:
    """Say whether the effect of a link is negated when it resolves; what was negated before it did not happen."""
    link = situation.at(number)
    doing: list[Link] = []
    doubtful: list[int] = []
    for other in situation.links[number:]:
        before = negated(base, situation, other.number)
        certainly = before.answer == YES and not before.conditional
        if not certainly:
            doing.append(other)
            if before.answer != NO and not before.nothing:
                doubtful.append(other.number)
    cases = [*_by_standing(base, situation, link, doing), *_by_link(base, situation, link, doing)]
    mattering = tuple(i for i in doubtful if any(case.negator == situation.at(i).effect for case in cases))
    sure = [case for case in cases if not case.hangs_on and not any(case.negator == situation.at(i).effect for i in mattering)]
    unaimed = tuple(
        [one.id for one in situation.standings if _aims_at_nothing(base, one.effect, one.pointed)]
        + [other.id for other in doing if _aims_at_nothing(base, other.effect, other.targets)]
    )
    answers = {case.outcome.answer for case in sure}
    certain = not mattering and not unaimed and len(sure) == len(cases)
    answer = YES if YES in answers else NO if answers == {NO} and certain else None
    deciding = [case for case in sure if case.outcome.answer == answer]
    kept = any(not case.outcome.conditions for case in deciding) if answer == YES else not any(case.outcome.conditions for case in deciding)
    return Told(link, answer, tuple(cases), not cases and not unaimed, answer is not None and not kept, mattering, unaimed)


def _by_standing(base: Rulebase, situation: Situation, link: Link, doing: list[Link]) -> Iterator[Case]:
    """Yield the cases of the effects in force, those among them that later links brought about before this one resolves."""
    begun = (
        Standing(f"S.{other.id}", other.effect, other.source, other.resolves_at, other.targets)
        for other in doing
        if base.model.effects[other.effect].reach
    )
    then = replace(situation, standings=(*situation.standings, *begun))
    negators = [one for one in then.standings if _NEGATOR in base.kinship.closure(one.effect)]
    for negator, reached in zip(negators, features(base, then, link, negators), strict=True):
        if reached is not None:
            yield _case(base, link, negator.effect, reached.derived)._replace(hangs_on=reached.hangs_on)


def _by_link(base: Rulebase, situation: Situation, link: Link, doing: list[Link]) -> Iterator[Case]:
    """Yield the cases of the links that answer this one and negate."""
    answering = [
        other for other in doing if other.number == link.number + 1 and not _ANSWERING.isdisjoint(base.kinship.closure(other.effect))
    ]
    for other in answering:
        acting = Standing(f"N.{other.id}", other.effect, other.source, other.resolves_at, (link.source,))
        (reached,) = features(base, replace(situation, standings=(*situation.standings, acting)), link, [acting])
        derived = reached.derived if reached is not None else ()
        yield _case(base, link, other.effect, tuple(said for said in derived if said.feature not in _OF_STANDINGS))


def _aims_at_nothing(base: Rulebase, effect: Id, at: tuple[str, ...]) -> bool:
    """Say whether an effect negates something of which it is not told what: neither what it answers nor a target, nor by its text."""
    families = base.kinship.closure(effect)
    by_its_text = base.model.effects[effect].reach.get("ygo:reachFurther") == ("false",)
    return _NEGATOR in families and _ANSWERING.isdisjoint(families) and not at and not by_its_text


_OF_STANDINGS = frozenset({"ygo:negatorNow", "ygo:negationStart"})
"""What is said of effects that are in force over time only."""


def _case(base: Rulebase, link: Link, negator: Id, derived: tuple[Derived, ...]) -> Case:
    facts: dict[Id, tuple[Id, ...]] = {"ygo:effect": (link.effect,), "ygo:negator": (negator,)}
    for said in derived:
        facts[said.feature] = (said.value,)
    return Case(negator, facts, derived, _with_ruling(base, facts, resolve(base, _QUESTION, facts)))


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
