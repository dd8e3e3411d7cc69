"""A model looked at from all sides once: what every finding and every mutation is worked out from.

Among it what the rules make of each ruling: whether they derive its answer, which of them disagree over it, what it states against them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from ygokg.consistency.meeting import Meetings, Pair, Situations, broken_exceptions, disagree, linked, meetings
from ygokg.graph.model import Id, Model, Ruling
from ygokg.resolver.completing import CLOSED, weighed_with
from ygokg.resolver.outcome import PENDING, Side, agree
from ygokg.resolver.overturning import Weighed
from ygokg.resolver.records import Record, against, records
from ygokg.resolver.rulebase import HOLDS, Rulebase


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
    if rule is None or not rule.in_force:
        return True
    result = weighed_with(base, rule.asks, ruling.facts, CLOSED)
    return not any(is_in for other, is_in in zip(result.block.rules, result.standing.within, strict=True) if other.id == name)


class Examined:
    """A model under examination.

    `model` is as the loader gave it, `broken` its broken exceptions; everything else rests on the model without these. Raises
    `BrokenInput` where derived features depend on each other in a circle.
    """

    def __init__(self, model: Model, prepared: Rulebase | None = None) -> None:
        """Examine `model`, which must not change afterwards; `prepared` are its rules, where they are prepared already."""
        self.model = model
        self.broken = broken_exceptions(model)
        self.base = prepared if prepared is not None and self.broken.model is model else Rulebase(self.broken.model)
        self.space = Situations(self.broken.model)

    @cached_property
    def states(self) -> dict[Id, RulingState]:
        """How every ruling that is not withdrawn stands under the rules."""
        return {i: examine(self.base, record.ruling, record.result) for i, record in sorted(self._records.items())}

    @cached_property
    def meetings(self) -> Meetings:
        """Which rules meet by their conditions."""
        return meetings(self.broken.model, self.space)

    @cached_property
    def clashes(self) -> dict[Pair, tuple[Id, ...]]:
        """Pairs of rules that disagree, with the rulings that fall under both; no path of exceptions leads from one to the other."""
        found: dict[Pair, list[Id]] = {}
        rules = self.broken.model.rules
        for rule, partners in self.meetings.partners.items():
            for other in partners:
                if disagree(self.base, rules[rule], rules[other]):
                    found.setdefault(frozenset((rule, other)), [])
        for state in self.states.values():
            for pair in state.clashing:
                if not linked(self.model, *pair):
                    found.setdefault(pair, []).append(state.ruling.id)
        return {pair: tuple(rulings) for pair, rulings in found.items() if pair not in self.broken.circles}

    @cached_property
    def supported(self) -> frozenset[Id]:
        """Rules that some ruling bears out: they are in, give its answer, or derive a feature that those which do look at."""
        rules = self.base.model.rules
        found: set[Id] = set()
        for state in self.states.values():
            if not state.misstated:
                row = [i for i in state.inside if agree(state.ruling.answer, rules[i].answer or "")]
                while row:
                    found.update(row)
                    looked_at = {condition.feature for i in row for condition in rules[i].conditions}
                    row = [i for i in state.deriving if rules[i].asks in looked_at and i not in found]
        return frozenset(found)

    @cached_property
    def falling(self) -> dict[Id, tuple[Id, ...]]:
        """The rulings under each rule: those for which it is in; not those with an amount, which no rule states."""
        found: dict[Id, list[Id]] = {}
        for name, state in self.states.items():
            for rule in () if state.ruling.literal else state.inside:
                found.setdefault(rule, []).append(name)
        return {rule: tuple(rulings) for rule, rulings in found.items()}

    def disputed(self, state: RulingState) -> bool:
        """Say whether a ruling hangs on rules that disagree, or whose exceptions run in a circle."""
        return self.unclear(state.ruling.id) or any(pair in self.clashes for pair in state.clashing)

    def opponents(self, ruling: Id) -> tuple[Id, ...]:
        """Return the rulings that contradict one and that the rules cannot tell apart from it."""
        return tuple(other.ruling.id for other in against(self.base, self.record(ruling)))

    def record(self, ruling: Id) -> Record:
        """Return a ruling as it is compared with others."""
        return self._records[ruling]

    @cached_property
    def _records(self) -> dict[Id, Record]:
        questions = sorted({ruling.asks for ruling in self.model.rulings.values()})
        return {record.ruling.id: record for question in questions for record in records(self.base, question)}

    def unclear(self, ruling: Id) -> bool:
        """Say whether a ruling falls under two rules whose exceptions run in a circle, so that nothing follows for it."""
        state = self.states[ruling]
        return any(pair <= state.fulfilled | state.deriving for pair in self.broken.circles)
