"""Disagreements: over a derived feature, followed to the answers that rest on it; and between two questions about one situation.

The ontology says which answers to related questions exclude each other (`ygo:Exclusion`). Where the rules give such a pair, neither is
told as the answer: the case is one that the documents, as they are encoded, do not settle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ygokg.graph.model import OBSTACLE_ABSENT, Id
from ygokg.resolver.completing import weighed, weighed_with
from ygokg.resolver.deriving import conclude, stand
from ygokg.resolver.outcome import Side
from ygokg.resolver.overturning import Weighed
from ygokg.resolver.rulebase import CERTAIN, RULED_OUT


class _Other(NamedTuple):
    """What a derived feature could have been if another side of a clash had been followed; None stands for no value."""

    values: frozenset[Id | None]
    sides: tuple[Side, ...]


def clash_behind(result: Weighed) -> tuple[Side, ...]:
    """Return the sides of every settled clash over a derived feature without which the verdict would be another one.

    The side that is followed is the document's that was issued later.
    """
    case, base = result.case, result.base
    if not any(value.fact.clash for value in case.derived.values()):
        return ()
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


def contradicting(result: Weighed) -> tuple[Side, ...]:
    """Return the sides of a contradiction between the derived answer and that to a related question; nothing where there is none."""
    answer = result.verdict.answer
    if result.verdict.status != "derived" or answer is None:
        return ()
    for other, others in _excluded(result, answer):
        related = weighed_with(result.base, other, result.case.stated)
        if related.verdict.status == "derived" and related.verdict.answer in others:
            return _side(result, None), _side(related, other)
    return ()


def _excluded(result: Weighed, answer: Id) -> Iterator[tuple[Id, tuple[Id, ...]]]:
    """Yield the related questions with the answers that the given one excludes in this case."""
    for exclusion in result.base.model.exclusions.values():
        for asks, answers, other, others in exclusion.both_ways:
            if asks == result.block.asks and answer in answers and exclusion.binds(result.case.known):
                yield other, others


def _side(result: Weighed, through: Id | None) -> Side:
    answer = result.verdict.answer or ""
    rules = (rule for rule, is_in in zip(result.block.rules, result.standing.within, strict=True) if is_in and rule.answer == answer)
    return Side(answer, rules=tuple(rule.id for rule in rules if rule.proves != OBSTACLE_ABSENT), through=through)
