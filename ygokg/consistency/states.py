"""What the rules make of each ruling: whether they derive its answer, which of them disagree over it, what it states against them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from ygokg.graph.model import Id, Ruling
from ygokg.resolver.completing import CLOSED, weighed_with
from ygokg.resolver.outcome import PENDING, Side, agree
from ygokg.resolver.overturning import Weighed
from ygokg.resolver.rulebase import HOLDS, Rulebase

__all__ = ["Misstated", "Pair", "RulingState", "examine"]

Pair = frozenset[Id]
"""Two rules."""


class Misstated(NamedTuple):
    """A derived feature that a ruling states with other values than rules derive."""

    feature: Id
    stated: tuple[Id, ...]
    derived: tuple[Id, ...]
    rules: tuple[Id, ...]


class RulingState(NamedTuple):
    """A ruling under the rules, what it does not state not holding.

    `status` is open, derived, pending or conflict, `answers` what the rules derive; `inside` are the rules of its question that
    are in, `fulfilled` those whose conditions hold, `deriving` those in that gave it derived features, `clashing` pairs of rules
    that disagree over it. `departs` says that the rules answer something else than it does, or several things.
    """

    ruling: Ruling
    status: str
    answers: tuple[str, ...]
    inside: tuple[Id, ...]
    fulfilled: frozenset[Id]
    deriving: frozenset[Id]
    clashing: frozenset[Pair]
    departs: bool
    misstated: tuple[Misstated, ...]
    misfiled: bool
    excused: bool
    """What it states of a derived feature is what makes it depart or leaves it unexplained."""

    @property
    def unexplained(self) -> bool:
        """Whether no rule derives any answer, though one should."""
        return self.status == "open" and not self.ruling.literal and self.ruling.answer != PENDING


def examine(base: Rulebase, ruling: Ruling, result: Weighed | None = None) -> RulingState:
    """Return how a ruling stands under the rules of `base`, whose exceptions must be sound; `result` is what they give, where known."""
    result = result or weighed_with(base, ruling.asks, ruling.facts, CLOSED)
    misstated = tuple(_misstated(base, ruling))
    departs = _departs(ruling, result)
    is_open = result.verdict.status == "open"
    rules, standing = result.block.rules, result.standing
    return RulingState(
        ruling,
        result.verdict.status,
        result.verdict.answers,
        tuple(rule.id for rule, is_in in zip(rules, standing.within, strict=True) if is_in),
        frozenset(rule.id for rule, level in zip(rules, standing.holds, strict=True) if level >= HOLDS),
        frozenset(rule for value in result.case.derived.values() for rule in value.fact.rules),
        frozenset(_clashing(result)),
        departs,
        misstated,
        misfiled=_misfiled(base, ruling),
        excused=bool(misstated) and (departs or is_open) and _borne_out_without(base, ruling, misstated),
    )


def _departs(ruling: Ruling, result: Weighed) -> bool:
    verdict = result.verdict
    if ruling.literal or verdict.status == "open":
        return False
    return verdict.status == "conflict" or not agree(ruling.answer, verdict.answers[0])


def _clashing(result: Weighed) -> Iterator[Pair]:
    yield from _pairs(result.verdict.sides)
    for value in result.case.derived.values():
        yield from _pairs(value.fact.clash)


def _pairs(sides: Iterable[Side]) -> Iterator[Pair]:
    for one, other in combinations(sides, 2):
        yield from (frozenset((a, b)) for a in one.rules for b in other.rules)


def _misstated(base: Rulebase, ruling: Ruling) -> Iterator[Misstated]:
    for feature, stated in ruling.facts.items():
        if not base.is_derived(feature):
            continue
        facts = {f: values for f, values in ruling.facts.items() if f != feature}
        result = weighed_with(base, feature, facts, CLOSED)
        if result.verdict.status == "derived" and not set(result.verdict.answers).issubset(stated):
            rules = zip(result.block.rules, result.standing.within, strict=True)
            saying = (rule.id for rule, is_in in rules if is_in and rule.answer in result.verdict.answers)
            yield Misstated(feature, stated, result.verdict.answers, tuple(sorted(saying)))


def _borne_out_without(base: Rulebase, ruling: Ruling, misstated: Iterable[Misstated]) -> bool:
    """Say whether the rules derive the ruling's answer once the derived values stand instead of the stated ones."""
    without = {m.feature for m in misstated}
    facts = {f: values for f, values in ruling.facts.items() if f not in without}
    result = weighed_with(base, ruling.asks, facts, CLOSED)
    return result.verdict.status != "open" and not _departs(ruling, result)


def _misfiled(base: Rulebase, ruling: Ruling) -> bool:
    """Say whether the rule under which the document files the example is not in for it."""
    name = ruling.expected_rule
    if name is None:
        return False
    rule = base.model.rules.get(name)
    if rule is None or rule.deprecated:
        return True
    result = weighed_with(base, rule.asks, ruling.facts, CLOSED)
    return not any(is_in for other, is_in in zip(result.block.rules, result.standing.within, strict=True) if other.id == name)
