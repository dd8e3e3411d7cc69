"""The rulings nearest to a case, nearest first."""

from __future__ import annotations

from collections.abc import Collection
from heapq import nsmallest

from ygokg.model import Id
from ygokg.resolver.case import values_of
from ygokg.resolver.outcome import Precedent
from ygokg.resolver.overturning import Weighed
from ygokg.resolver.records import Record, fulfilled_in, records

__all__ = ["precedents"]


def precedents(weighed: Weighed, *, without: Collection[Id] = (), at_most: int = 5) -> tuple[Precedent, ...]:
    """Return the rulings on the same question that share a fulfilled rule or a fact with the case, nearest first.

    Nearest is who differs in the fewest fulfilled rules, then who shares the most facts, then who has the fewest others.
    """
    case = weighed.case
    fulfilled = fulfilled_in(weighed)
    facts = {(f, v) for f, values in case.known.items() for v in values}
    facts |= {(f, v) for f in case.derived for v in values_of(case, f)}
    ranked = []
    for record in records(weighed.base, weighed.block.asks):
        shared = record.pairs & facts
        if record.ruling.id not in without and (shared or record.fulfilled & fulfilled):
            distance = (len(record.fulfilled ^ fulfilled), -len(shared), len(record.pairs) - len(shared), record.ruling.id)
            ranked.append((distance, record))
    nearest = nsmallest(at_most, ranked, key=lambda item: item[0])
    return tuple(_precedent(record, facts, fulfilled) for _, record in nearest)


def _precedent(record: Record, facts: Collection[tuple[Id, Id]], fulfilled: frozenset[int]) -> Precedent:
    pairs = sorted(record.pairs)
    return Precedent(
        record.ruling.id,
        record.ruling.answer,
        record.fulfilled == fulfilled,
        tuple(pair for pair in pairs if pair in facts),
        tuple(pair for pair in pairs if pair not in facts),
    )
