"""Two questions about one situation never contradict each other: what the rules of a related question say of the same case.

The ontology says which answers exclude each other (`ygo:Exclusion`). Where the rules give such a pair, neither is told as the
answer: the case is one that the documents, as they are encoded, do not settle.
"""

from __future__ import annotations

from collections.abc import Iterator

from ygokg.graph.model import OBSTACLE_ABSENT, Id
from ygokg.resolver.completing import weighed_with
from ygokg.resolver.outcome import Side
from ygokg.resolver.overturning import Weighed

__all__ = ["contradicting"]


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
