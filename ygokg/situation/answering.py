"""Answer what is asked about a situation: one case for each effect that might negate a link, and what they say together."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from ygokg.graph.model import Id
from ygokg.resolver import Outcome, Rulebase, resolve
from ygokg.situation.deriving import Derived, features
from ygokg.situation.timeline import Link, Situation, Standing

YES, NO = "ygo:Yes", "ygo:No"
_NEGATOR = "ygo:Negator"


class Case(NamedTuple):
    """One case of a situation: a question about a link and what might negate it, the derived features, and the outcome."""

    negator: Standing
    facts: dict[Id, tuple[Id, ...]]
    derived: tuple[Derived, ...]
    outcome: Outcome


class Told(NamedTuple):
    """What is known of a link: `answer` is Yes, No or None (open), each of the `cases` says why.

    Yes if any effect negates it; No if there is at least one that reaches it and each of them leaves it alone. `nothing` says that none
    of those told reaches it.
    """

    link: Link
    answer: Id | None
    cases: tuple[Case, ...]
    nothing: bool


def negated(base: Rulebase, situation: Situation, number: int) -> Told:
    """Say whether the effect of a link is negated when it resolves."""
    link = situation.at(number)
    then = replace(situation, standings=tuple(in_force(base, situation, link)))
    negators = [one for one in then.standings if _NEGATOR in base.kinship.closure(one.effect)]
    cases: list[Case] = []
    for negator, derived in zip(negators, features(base.model, then, link, negators), strict=True):
        if derived:
            cases.append(_case(base, link, negator, derived))
    answers = {None if case.outcome.conditions else case.outcome.answer for case in cases}
    answer = YES if YES in answers else NO if answers == {NO} else None
    return Told(link, answer, tuple(cases), not cases)


def in_force(base: Rulebase, situation: Situation, link: Link) -> list[Standing]:
    """Return the standing effects told, and those that later links brought about before this one resolves."""
    from_links = [
        Standing(f"S.{other.id}", other.effect, other.source, other.resolves_at, other.targets)
        for other in situation.links
        if other.resolves_at < link.resolves_at and base.model.effects[other.effect].reach
    ]
    return [*situation.standings, *from_links]


def _case(base: Rulebase, link: Link, negator: Standing, derived: list[Derived]) -> Case:
    facts: dict[Id, tuple[Id, ...]] = {"ygo:effect": (link.effect,), "ygo:negator": (negator.effect,)}
    for said in derived:
        facts[said.feature] = (said.value,)
    return Case(negator, facts, tuple(derived), resolve(base, "ygo:IsNegated", facts))
