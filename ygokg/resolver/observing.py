"""A condition of an answer in facts that a person can observe.

Rules look at derived features too. That one of these has another value says nothing to a person at a table: what is told instead
are the facts that would bring it about. Where nothing that can still happen would, there is no condition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ygokg.graph.model import Condition, Id
from ygokg.resolver.completing import weighed
from ygokg.resolver.outcome import Unless
from ygokg.resolver.overturning import Weighed
from ygokg.resolver.rulebase import HOLDS, POSSIBLE

_MANY = 8
"""So many ways to bring a derived value about are followed; the shortest first."""
_DEEP = 6
"""Derived features hang together at most so deep."""

Facts = tuple[Condition, ...]


def observable(result: Weighed, unless: Unless) -> Iterator[Unless]:
    """Yield the condition in every way in which plain facts could bring it about."""
    for facts in ways(result, unless.missing):
        yield unless._replace(missing=facts)


def ways(result: Weighed, wanted: Sequence[Condition]) -> list[Facts]:
    """Return the sets of plain facts that would bring all of the conditions about, the shortest first; none where nothing would."""
    return _ways(result, wanted, _DEEP)


def _ways(result: Weighed, wanted: Sequence[Condition], depth: int) -> list[Facts]:
    found: list[Facts] = [()]
    for condition in wanted:
        derived = condition.feature in result.case.derived
        here = _ways_to(result, condition, depth) if derived else [(condition,)]
        joined = (_joined(before, after) for before in found for after in here)
        found = _shortest(way for way in joined if way is not None)
    return found


def _shortest(found: Iterable[Facts]) -> list[Facts]:
    """Return the shortest of the ways, each once."""
    different: dict[object, Facts] = {}
    for way in found:
        different.setdefault(tuple((c.feature, c.values, c.family) for c in way), way)
    return sorted(different.values(), key=len)[:_MANY]


def _ways_to(result: Weighed, condition: Condition, depth: int) -> list[Facts]:
    """Return the facts by which a derived feature would have a value that the condition asks for."""
    derived = result.case.derived[condition.feature]
    key = (condition.values, depth)
    if key not in derived.ways:
        derived.ways[key] = _worked_out(result, condition, depth) if depth else []
    return derived.ways[key]


def _worked_out(result: Weighed, condition: Condition, depth: int) -> list[Facts]:
    own = weighed(result.base, result.base.block(condition.feature), result.case)
    found: list[Facts] = []
    for place, rule in enumerate(own.block.rules):
        if rule.answer not in condition.values or own.standing.ruled_out[place] or own.standing.within[place]:
            continue
        lacking = [p for p in own.block.needs[place] if own.levels[p] < HOLDS]
        if lacking and all(own.levels[p] == POSSIBLE for p in lacking):
            found += _ways(own, [own.block.conditions[p] for p in lacking], depth - 1)
    for unless in result.case.derived[condition.feature].fact.conditions:
        if set(unless.answers) & set(condition.values):
            found += _ways(own, unless.missing, depth - 1)
    return _shortest(way for way in found if way)


def _joined(one: Facts, other: Facts) -> Facts | None:
    """Return two sets of facts as one, each feature once; None where they ask for different values of one feature."""
    merged: dict[Id, Condition] = {condition.feature: condition for condition in one}
    for condition in other:
        before = merged.get(condition.feature)
        if before is None:
            merged[condition.feature] = condition
        elif before.family is None and condition.family is None:
            values = tuple(value for value in before.values if value in condition.values)
            if not values:
                return None
            merged[condition.feature] = Condition(condition.feature, values)
        elif before != condition:
            return None
    return tuple(merged.values())
