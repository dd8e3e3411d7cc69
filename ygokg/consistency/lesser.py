"""Findings about one thing each: what is stated against what is derived, filed, explained, fitted, exercised or covered."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from ygokg.consistency.examined import Examined
from ygokg.consistency.finding import Finding, FindingSide, Hint, distinct, make_finding
from ygokg.consistency.meeting import reviewed
from ygokg.consistency.profile import (
    DERIVED_STATED,
    EXPECTED_RULE,
    FITTED,
    REVIEW,
    UNCOVERED,
    UNEXERCISED,
    UNEXPLAINED,
)
from ygokg.consistency.states import Misstated
from ygokg.figures import FITTED as FITTED_STATUS
from ygokg.figures import Figures
from ygokg.model import Id, Model

__all__ = ["derived_against_stated", "encoded_systems", "fitted", "misfiled", "review", "uncovered", "unexercised", "unexplained"]

_NAMED_AFTER = re.compile(r"ruling:(?P<passage>[a-z]+\.\d+)")


def derived_against_stated(seen: Examined) -> Iterator[Finding]:
    """Yield the rulings that state a derived feature otherwise than rules derive it; those of one passage together."""
    groups: dict[tuple[Misstated, tuple[Id, ...]], list[Id]] = {}
    for name, state in seen.states.items():
        for misstated in state.misstated if not seen.unclear(name) else ():
            groups.setdefault((misstated, state.ruling.sources), []).append(name)
    rules = seen.base.model.rules
    for (misstated, _), own in groups.items():
        rulings, feature, deriving = ("rulings", tuple(own)), misstated.feature, misstated.rules
        decisive = {condition.feature for rule in deriving for condition in rules[rule].conditions}
        pairs = frozenset.intersection(*(seen.record(i).pairs for i in own))
        stated = [FindingSide(value, rulings=tuple(own)) for value in misstated.stated]
        derived = [FindingSide(value, rules=tuple(r for r in deriving if rules[r].answer == value)) for value in misstated.derived]
        yield make_finding(
            DERIVED_STATED,
            (*own, feature),
            asks=feature,
            sides=(*stated, *derived),
            shared=tuple(sorted(pair for pair in pairs if pair[0] in decisive)),
            settle=(Hint("stated-value", (rulings, ("feature", (feature,)))), Hint("exception-for", (rulings, ("rules", deriving)))),
        )


def misfiled(seen: Examined) -> Iterator[Finding]:
    """Yield the rulings that are filed under a rule that is not in for them."""
    for name, state in seen.states.items():
        expected = state.ruling.expected_rule
        if state.misfiled and expected is not None and not seen.unclear(name):
            rule = seen.base.model.rules.get(expected)
            sides = (
                FindingSide(rule.answer if rule is not None else None, rules=(expected,)),
                FindingSide(state.ruling.answer, rules=state.inside, rulings=(name,)),
            )
            hint = Hint("expected-rule", (("ruling", (name,)), ("rule", (expected,))))
            yield make_finding(EXPECTED_RULE, (name, expected), asks=state.ruling.asks, sides=sides, settle=(hint,))


def unexplained(seen: Examined, settled: Collection[Id]) -> Iterator[Finding]:
    """Yield the rulings that no rule explains; not those that contradict another, which comes first."""
    for name, state in seen.states.items():
        if state.unexplained and not state.excused and name not in settled and not seen.unclear(name):
            side = FindingSide(state.ruling.answer, rulings=(name,))
            shared = tuple(sorted(seen.record(name).pairs))
            yield make_finding(UNEXPLAINED, (name,), asks=state.ruling.asks, sides=(side,), shared=shared, settle=(Hint("rule-for"),))


def fitted(seen: Examined, figures: Figures) -> Iterator[Finding]:
    """Yield the rulings that are derived only through a rule or a wording that was read off themselves."""
    for name, figure in figures.by_ruling.items():
        if figure.status == FITTED_STATUS:
            side = FindingSide(figure.answer, rules=figure.governed_by, rulings=(name,))
            yield make_finding(FITTED, (name,), asks=seen.model.rulings[name].asks, sides=(side,), settle=(Hint("other-source"),))


def unexercised(seen: Examined, figures: Figures, settled: Collection[Id]) -> Iterator[Finding]:
    """Yield the rules that no ruling falls under; not those in a disagreement or a broken exception, which comes first."""
    for name in figures.unexercised:
        rule = seen.model.rules[name]
        if name in settled:
            continue
        possible = bool(seen.meetings.situations[name])
        yield make_finding(
            UNEXERCISED,
            (name,),
            asks=rule.asks,
            sides=(FindingSide(rule.answer, rules=(name,)),),
            conditions=rule.conditions,
            settle=(Hint("ruling-for" if possible else "impossible-condition"),),
            detail="" if possible else "impossible",
        )


def encoded_systems(model: Model) -> frozenset[Id]:
    """Return the rule systems of which something is encoded.

    These are the systems of the passages that rules of their own topic cite, or that rulings are named after. A rule of another
    topic that refers to a passage does not begin its system.
    """
    found = set()
    for rule in model.rules.values():
        topic = rule.id.removeprefix("rule:").partition(".")[0]
        systems = {model.passages[s].system for s in rule.sources if s in model.passages}
        found |= {s for s in systems if s in model.systems and model.systems[s].topic == topic}
    for ruling in model.rulings.values():
        match = _NAMED_AFTER.match(ruling.id)
        passage = model.passages.get(f"src:{match['passage']}") if match is not None else None
        if passage is not None:
            found.add(passage.system)
    return frozenset(found)


def uncovered(seen: Examined, figures: Figures) -> Iterator[Finding]:
    """Yield the passages that nothing cites and no reason leaves out, in rule systems of which something is encoded."""
    encoded = encoded_systems(seen.model)
    for system, coverage in figures.by_system.items():
        for passage in coverage.open if system in encoded else ():
            yield make_finding(UNCOVERED, (passage,), asks=system, settle=(Hint("cite-or-leave-out"),))


def review(seen: Examined) -> Iterator[Finding]:
    """Yield pairs of rules that disagree and could meet, though neither entails the other and no ruling falls under both."""
    for one, other in reviewed(seen.broken.model, seen.space, {*seen.clashes, *seen.broken.circles}):
        yield make_finding(
            REVIEW,
            (one.id, other.id),
            asks=one.asks,
            sides=(FindingSide(one.answer, rules=(one.id,)), FindingSide(other.answer, rules=(other.id,))),
            conditions=distinct((*one.conditions, *other.conditions)),
            settle=(Hint("make-exception", (("rule", (one.id,)), ("other", (other.id,)))), Hint("cannot-meet")),
        )
