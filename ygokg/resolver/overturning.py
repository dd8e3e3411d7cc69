"""What could overturn an answer, and what it takes for granted.

The answer is computed with unknown conditions taken as not holding. Here each rule that is neither in nor ruled out is let in, and
each derived value that is not certain is taken away: where the answer changes, that is a condition of the answer. Where several
such changes only tell together, they are one condition: a judge must never get a default for a certainty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from ygokg.graph.model import ACTING, OBSTACLE_ABSENT, Id
from ygokg.resolver.case import Case, is_excluded
from ygokg.resolver.deriving import Standing, Verdict, conclude, stand_after
from ygokg.resolver.outcome import Assumption, Unless
from ygokg.resolver.rulebase import CERTAIN, HOLDS, POSSIBLE, RULED_OUT, Block, Rulebase

_TOGETHER = 3
"""How many changes are tried together, where no single one tells."""
_MANY = 12
"""Beyond so many possible changes they are tried in pairs only."""


class Weighed(NamedTuple):
    """A block's rules against a case: levels of the conditions, standing of the rules, and what they say."""

    base: Rulebase
    block: Block
    case: Case
    levels: list[int]
    standing: Standing
    verdict: Verdict
    closed: bool


class _Change(NamedTuple):
    """Rules let in, and derived features that lose their value."""

    rules: tuple[int, ...] = ()
    lost: tuple[Id, ...] = ()


def conditions(weighed: Weighed) -> tuple[Unless, ...]:
    """Return everything that could overturn the verdict, the rules' own order; empty if it is certain."""
    single = [*_lettable(weighed), *_losable(weighed)]
    found = [unless for change in single for unless in _tried(weighed, change)]
    if not found and not _supported(weighed):
        found = next(_joint(weighed, single), [])
    return _tidied(weighed.base, found)


def _tidied(base: Rulebase, found: Sequence[Unless]) -> tuple[Unless, ...]:
    """Return the conditions with those that need the same facts and end alike as one, other answers before open outcomes.

    Of rules that need the same facts, those with an answer come first: they are what the outcome rests on.
    """
    alike: dict[tuple[object, ...], list[Unless]] = {}
    for unless in found:
        needs = frozenset((c.feature, c.values, c.family) for c in unless.missing)
        alike.setdefault((needs or unless.rules, unless.status, unless.answers, unless.through), []).append(unless)
    merged = []
    for group in alike.values():
        rules = dict.fromkeys(rule for unless in group for rule in unless.rules)
        telling = tuple(r for r in rules if base.model.rules[r].answer is not None)
        first = group[0]
        shown = telling if telling and first.answers else tuple(rules)
        merged.append(Unless(shown, first.missing, first.status, first.answers, first.through))
    return tuple(sorted(merged, key=lambda unless: (not unless.answers, len(unless.missing))))


def clashing_use(weighed: Weighed) -> Verdict | None:
    """Return a verdict of conflict if some value of a derived feature that has none, because of a clash, would change the answer."""
    base, block = weighed.base, weighed.block
    for feature in block.on:
        derived = weighed.case.derived.get(feature)
        if derived is None or derived.fact.status != "conflict":
            continue
        answers = set(weighed.verdict.answers)
        used = False
        for value in derived.contested:
            levels = list(weighed.levels)
            for place in block.on[feature]:
                levels[place] = CERTAIN if value in block.conditions[place].values else RULED_OUT
            verdict = conclude(base, block, stand_after(block, weighed.standing, levels, block.on[feature]).within, closed=weighed.closed)
            used = used or verdict.differs(weighed.verdict)
            answers.update(verdict.answers)
        if used:
            return Verdict("conflict", tuple(sorted(answers)), derived.fact.clash)
    return None


def assumptions(weighed: Weighed, overturning: Sequence[Unless]) -> tuple[Assumption, ...]:
    """Return what was unstated, counts as absent, and would change the answer if it were there.

    `overturning` are the conditions of the verdict: a derived feature that one of them asks for may be missing by assumption only.
    """
    block = weighed.block
    soft = {p: a for p in range(len(block.conditions)) if (a := absent_by_assumption(weighed, p))}
    found: dict[Assumption, None] = {}
    for rule, needs in enumerate(block.needs):
        absent = [p for p in needs if p in soft]
        if not absent or any(weighed.levels[p] == RULED_OUT and p not in soft for p in needs):
            continue
        verdict = _verdict_after(weighed, _Change((rule,)), absent)
        if verdict is not None and verdict.differs(weighed.verdict):
            found.update((assumption, None) for p in absent for assumption in soft[p])
    asked_for = {condition.feature for unless in overturning for condition in unless.missing}
    for feature in block.on:
        derived = weighed.case.derived.get(feature)
        if derived is not None and (derived.fact.status != "open" or feature in asked_for):
            found.update((assumption, None) for assumption in derived.fact.assumed)
    return tuple(found)


def absent_by_assumption(weighed: Weighed, place: int) -> tuple[Assumption, ...]:
    """Return the assumptions by which a condition fails, if it fails by assumption only."""
    base, case = weighed.base, weighed.case
    if weighed.levels[place] != RULED_OUT:
        return ()
    condition = weighed.block.conditions[place]
    derived = case.derived.get(condition.feature)
    if derived is not None:
        return derived.fact.assumed if derived.fact.status == "open" else ()
    values = case.known.get(condition.feature)
    if values is None:
        if is_excluded(condition, case):
            return ()
        return (Assumption(condition.feature, condition.values if condition.feature == ACTING else ()),)
    families = [v for v in values if v in base.model.families]
    if families and any(all(base.kinship.level(effect, f) == CERTAIN for f in families) for effect in condition.values):
        return (Assumption(condition.feature, condition.values),)
    return ()


def _lettable(weighed: Weighed) -> Iterator[_Change]:
    """Yield the rules worth letting in: exceptions, and rules that a known fact speaks for."""
    block, standing, levels = weighed.block, weighed.standing, weighed.levels
    for rule, needs in enumerate(block.needs):
        if standing.holds[rule] != POSSIBLE or standing.ruled_out[rule]:
            continue
        if block.rules[rule].exception_to or any(levels[p] >= HOLDS for p in needs):
            yield _Change((rule,))


def _losable(weighed: Weighed) -> Iterator[_Change]:
    for feature, places in weighed.block.on.items():
        if any(weighed.levels[p] == HOLDS for p in places):
            yield _Change((), (feature,))


def _missing(weighed: Weighed, change: _Change) -> list[int]:
    needs = (p for rule in change.rules for p in weighed.block.needs[rule])
    return list(dict.fromkeys(p for p in needs if weighed.levels[p] < HOLDS))


def _tried(weighed: Weighed, change: _Change) -> list[Unless]:
    verdict = _verdict_after(weighed, change)
    if verdict is None or not verdict.differs(weighed.verdict):
        return []
    return _told(weighed, change, verdict)


def _told(weighed: Weighed, change: _Change, verdict: Verdict) -> list[Unless]:
    block = weighed.block
    if len(change.rules) + len(change.lost) == 1 and change.lost:
        (feature,) = change.lost
        return [
            Unless(u.rules, u.missing, verdict.status, verdict.answers, through=feature)
            for u in weighed.case.derived[feature].fact.conditions
        ]
    rules = tuple(block.rules[r].id for r in change.rules)
    missing = [block.conditions[p] for p in _missing(weighed, change)]
    for feature in change.lost:
        for unless in weighed.case.derived[feature].fact.conditions:
            rules += unless.rules
            missing += unless.missing
    return [Unless(rules, tuple(missing), verdict.status, verdict.answers)]


def _verdict_after(weighed: Weighed, change: _Change, raised: Sequence[int] = ()) -> Verdict | None:
    """Return the verdict after a change, with the conditions `raised` possible; None where the change cannot be."""
    base, block = weighed.base, weighed.block
    suppressed = {e for rule in change.rules for e in block.exceptions[rule]}
    after = _levels_after(weighed, change, raised)
    if after is None or suppressed.intersection(change.rules):
        return None
    levels = weighed.levels.copy()
    for place, level in after.items():
        levels[place] = level
    standing = stand_after(block, weighed.standing, levels, after, forced=change.rules, suppressed=suppressed)
    if any(standing.ruled_out[rule] for rule in change.rules):
        return None
    if standing.within == weighed.standing.within and weighed.verdict.status != "conflict":
        return weighed.verdict
    return conclude(base, block, standing.within, closed=weighed.closed)


def _levels_after(weighed: Weighed, change: _Change, raised: Sequence[int]) -> dict[int, int] | None:
    """Return the conditions that a change moves, with their new levels; None where it would have to hold and be ruled out at once."""
    block, levels = weighed.block, weighed.levels
    after = dict.fromkeys(raised, POSSIBLE)
    for feature in change.lost:
        after.update(dict.fromkeys(block.on[feature], RULED_OUT))
    assumed = list(dict.fromkeys(p for r in change.rules for p in block.needs[r] if levels[p] < HOLDS))
    for place in assumed:
        for other, level in weighed.base.entailed(block, place):
            if level == RULED_OUT and other in assumed:
                return None
            if level == CERTAIN or after.get(other, levels[other]) in (POSSIBLE, HOLDS):
                after[other] = level
    return after


def _supported(weighed: Weighed) -> bool:
    """Say whether the verdict is out of reach of several changes at once, where no single one changes it.

    It is if a rule that is certainly in gives each answer, and no defeated rule that could return says anything else.
    """
    rules, standing, answers = weighed.block.rules, weighed.standing, weighed.verdict.answers
    proving = (rule.proves != OBSTACLE_ABSENT or weighed.closed for rule in rules)
    certain = {rule.answer for rule, sure, proves in zip(rules, standing.certain, proving, strict=True) if sure and proves}
    returning = {
        rule.answer
        for place, rule in enumerate(rules)
        if standing.holds[place] >= HOLDS and not standing.within[place] and not standing.ruled_out[place]
    }
    return certain.issuperset(answers) and returning.issubset({None, *answers})


def _joint(weighed: Weighed, single: Sequence[_Change]) -> Iterator[list[Unless]]:
    """Yield the conditions that several changes make together, the smallest number of changes first."""
    most = _TOGETHER if len(single) <= _MANY else 2
    for size in range(2, most + 1):
        found: list[Unless] = []
        for changes in combinations(single, size):
            change = _Change(tuple(r for c in changes for r in c.rules), tuple(f for c in changes for f in c.lost))
            found += _tried(weighed, change)
        if found:
            yield found
