"""Rulings with a situation: what happened in them answers their question as they do, and says nothing against their facts.

A ruling tells its situation in `ygo:toldAs`. Its own question is asked of it, with what no definition can work out (the wording of a
text, a judgement) as the ruling states it; everything else has to follow from what happened.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ygokg.graph.model import ACTING, Id, Ruling
from ygokg.resolver.rulebase import Rulebase
from ygokg.situation.answering import ACTIVATION_NEGATED, NEGATED, NO, PLAYED, Case, Told
from ygokg.situation.course import Course
from ygokg.situation.deriving import Derived, definitions
from ygokg.situation.telling import situation
from ygokg.situation.timeline import Asked, Situation


class Ruled(NamedTuple):
    """What follows from the situation of a ruling: the answer, the cases with the effects that the ruling names, and where they differ."""

    told: Told
    answer: Id | None
    """None where it is open. That nothing told negates what is asked about is an answer too, where all is told."""
    cases: tuple[Case, ...]
    differing: tuple[Derived, ...]
    """What the definitions say of the case otherwise than the ruling states it."""


def ruled(base: Rulebase, ruling: Ruling) -> Ruled:
    """Return what follows from what happened in a ruling that tells it; raises as `ygokg.situation.telling.situation`.

    Raises `UsageProblem` too where something is told of a resolution that did not take place.
    """
    happened = situation(base.model, ruling.told_as, "en")
    course = Course(base, happened)
    course.refuse_what_did_not_happen("en")
    roles = {role: ruling.facts[role] for role in sorted(PLAYED) if role in ruling.facts}
    asked = asked_of(happened, ruling)
    told = course.answer(asked)
    own = tuple(case for case in told.cases if all(set(case.facts.get(role, ())) == set(effect) for role, effect in roles.items()))
    answer = told.answer if own else NO if told.nothing and happened.whole and ruling.asks in (NEGATED, ACTIVATION_NEGATED) else None
    return Ruled(told, answer, own, tuple(dict.fromkeys(said for case in own for said in _differing(base, case, ruling))))


def asked_of(happened: Situation, ruling: Ruling) -> Asked:
    """Return a ruling's question as it is asked of its situation: the text says of what, else it is the link that uses the effect."""
    can_follow = {one.says for one in definitions()} | {ACTING, *PLAYED}
    facts = {feature: values for feature, values in ruling.facts.items() if feature not in can_follow}
    by = next((ruling.facts[role] for role in sorted(PLAYED) if role in ruling.facts), ())
    effect = ruling.facts.get(ACTING, ())
    if happened.asked:
        asked = happened.asked[0]
        return replace(asked, question=ruling.asks, effect=effect or asked.effect, by=asked.by or by, facts=asked.facts | facts)
    for link in happened.links:
        if link.effect == effect:
            return Asked(ruling.asks, link.number, effect, link.source, by, facts=facts)
    source = next((standing.source for standing in happened.standings if standing.effect == effect), "")
    return Asked(ruling.asks, 0, effect, source, by, facts=facts)


def exercised(base: Rulebase) -> Iterator[tuple[Id, Id]]:
    """Yield a definition and a ruling of whose case it says something, for every ruling in force that tells its situation."""
    for ruling in base.model.rulings.values():
        if ruling.in_force and ruling.told_as:
            for name in {said.definition for case in ruled(base, ruling).cases for said in case.derived}:
                yield name, ruling.id


def _differing(base: Rulebase, case: Case, ruling: Ruling) -> Iterator[Derived]:
    """Yield what was derived otherwise than stated. Of a role with several effects a ruling may name some, or the telling may."""
    for said in case.derived:
        stated = ruling.facts.get(said.feature)
        if stated is None:
            continue
        same = set(said.values) == set(stated)
        if base.model.features[said.feature].functional:
            if not same:
                yield said
        elif not (set(said.values) <= set(stated) or set(stated) <= set(said.values)):
            yield said
