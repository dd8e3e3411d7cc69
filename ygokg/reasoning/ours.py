"""What we decide without a reasoner, in the form in which it is compared: rules over rulings, and rules inside rules."""

from __future__ import annotations

from collections.abc import Iterator

from ygokg.consistency.examined import Examined
from ygokg.model import Id, Model
from ygokg.reasoning.projection import Facts
from ygokg.resolver.case import Case, levels_of
from ygokg.resolver.completing import Setting, completed
from ygokg.resolver.families import CERTAIN, HOLDS
from ygokg.resolver.rulebase import Rulebase

__all__ = ["completed_cases", "containing", "impossible", "matched"]


def matched(model: Model) -> dict[Id, tuple[Facts, frozenset[Id]]]:
    """Return for every ruling in force its completed facts, and the rules whose conditions our matcher finds fulfilled in them.

    Facts are completed with the wording of the effects and with derived features, as for the figures: what is not stated counts
    as not holding. Whether an exception defeats a rule plays no part. Raises `BrokenInput` for rules that are exceptions to each
    other in a circle, and the like.
    """
    base = Rulebase(model)
    blocks = [base.block(asks) for asks in sorted({rule.asks for rule in model.rules.values() if not rule.deprecated})]
    found: dict[Id, tuple[Facts, frozenset[Id]]] = {}
    for ruling, case in _cases(base):
        fulfilled: set[Id] = set()
        for block in blocks:
            levels = levels_of(base, block.conditions, case, closed=True)
            pairs = zip(block.rules, block.needs, strict=True)
            fulfilled |= {rule.id for rule, needs in pairs if all(levels[need] >= HOLDS for need in needs)}
        found[ruling] = (_facts(case), frozenset(fulfilled))
    return found


def completed_cases(model: Model) -> dict[Id, Facts]:
    """Return the facts alone of what `matched` returns, which takes a fraction of its time; raises the same."""
    return {ruling: _facts(case) for ruling, case in _cases(Rulebase(model))}


def _cases(base: Rulebase) -> Iterator[tuple[Id, Case]]:
    for ruling in base.model.rulings.values():
        if not ruling.deprecated:
            yield ruling.id, completed(base, base.block(ruling.asks), ruling.facts, Setting(closed=True))


def _facts(case: Case) -> Facts:
    return {**case.known, **{feature: value.fact.values for feature, value in case.derived.items()}}


def impossible(seen: Examined) -> frozenset[Id]:
    """Return the rules in force whose conditions no case can fulfil."""
    return frozenset(rule for rule, situations in seen.meetings.situations.items() if not situations)


def containing(seen: Examined) -> dict[Id, frozenset[Id]]:
    """Return for every rule in force that a case can fulfil the rules on the same question that hold wherever it does.

    The condition alone counts, as for a reasoner: what rules would derive from it, or the wording of an effect that it names
    would add, is left aside.
    """
    rules = {i: seen.broken.model.rules[i] for i in seen.meetings.situations}
    by_asks: dict[Id, list[Id]] = {}
    for rule in rules.values():
        by_asks.setdefault(rule.asks, []).append(rule.id)
    base = seen.space.base

    def hold(facts: Facts, rule: Id) -> bool:
        wanted = rules[rule].conditions
        return all(any(base.fulfils(value, c) == CERTAIN for value in facts.get(c.feature, ())) for c in wanted)

    return {
        inner: frozenset(outer for outer in by_asks[rules[inner].asks] if outer != inner and all(hold(s.facts, outer) for s in situations))
        for inner, situations in seen.meetings.situations.items()
        if situations
    }
