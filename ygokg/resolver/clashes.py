"""A disagreement over a derived feature, followed to the answers that rest on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ygokg.graph.model import Id
from ygokg.resolver.completing import weighed
from ygokg.resolver.deriving import conclude, stand
from ygokg.resolver.outcome import Side
from ygokg.resolver.overturning import Weighed
from ygokg.resolver.rulebase import CERTAIN, RULED_OUT

__all__ = ["clash_behind"]


class _Other(NamedTuple):
    """What a derived feature could have been if another side of a clash had been followed; None stands for no value."""

    values: frozenset[Id | None]
    sides: tuple[Side, ...]


def clash_behind(result: Weighed) -> tuple[Side, ...]:
    """Return the sides of every settled clash over a derived feature without which the verdict would be another one.

    The side that is followed is the document's that was issued later.
    """
    case, base = result.case, result.base
    others: dict[Id, _Other] = {}
    for feature in result.block.derived:
        if feature not in case.derived:
            continue
        fact = case.derived[feature].fact
        changed = _changed(weighed(base, base.block(feature), case), others)
        values = {side.answer for side in fact.clash if side.through == feature} | changed.values
        sides = (*changed.sides, *(side for side in fact.clash if side.through == feature))
        if sides:
            others[feature] = _Other(frozenset(values - set(fact.values)), sides)
    return tuple(dict.fromkeys(_changed(result, others).sides))


def _changed(result: Weighed, others: dict[Id, _Other]) -> _Other:
    """Return what else the verdict would be under the other values of derived features, and the sides that it hangs on."""
    values: set[Id | None] = set()
    sides: list[Side] = []
    for feature in result.block.on:
        other = others.get(feature)
        if other is None:
            continue
        verdicts = [_under(result, feature, value) for value in sorted(other.values, key=str)]
        differing = [answers for answers in verdicts if answers != result.verdict.answers]
        if differing:
            values.update(_or_none(answer for answers in differing for answer in answers))
            sides += other.sides
    return _Other(frozenset(values), tuple(sides))


def _or_none(answers: Iterable[Id]) -> set[Id | None]:
    return set(answers) or {None}


def _under(result: Weighed, feature: Id, value: Id | None) -> tuple[str, ...]:
    base, block = result.base, result.block
    levels = list(result.levels)
    for place in block.on[feature]:
        levels[place] = CERTAIN if value is not None and value in block.conditions[place].values else RULED_OUT
    return conclude(base, block, stand(block, levels).within, closed=result.closed).answers
