"""The rulings nearest to a case, nearest first."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from heapq import nsmallest
from operator import itemgetter

from ygokg.model import Id
from ygokg.resolver.case import values_of
from ygokg.resolver.outcome import Precedent
from ygokg.resolver.overturning import Weighed
from ygokg.resolver.records import Sketch, fulfilled_in, sketches

__all__ = ["precedents"]


def precedents(weighed: Weighed, *, without: Collection[Id] = (), at_most: int = 5) -> tuple[Precedent, ...]:
    """Return the rulings on the same question that share a fulfilled rule or a fact with the case, nearest first.

    Nearest is who differs in the fewest fulfilled rules, then who shares the most facts, then who has the fewest others.
    """
    case = weighed.case
    fulfilled = fulfilled_in(weighed)
    known = _pairs(case.known)
    facts = known | {(f, v) for f in case.derived for v in values_of(case, f)}
    groups = sketches(weighed.base, weighed.block.asks).by_fulfilled
    ranked: list[tuple[tuple[int, int, int, Id], Sketch, set[tuple[Id, Id]]]] = []
    reached = 0
    for apart, other in sorted(((len(other ^ fulfilled), other) for other in groups), key=itemgetter(0)):
        if apart > reached and len(ranked) >= at_most:
            break
        reached = apart
        for sketch in groups[other]:
            pairs = _pairs(sketch.known)
            shared = pairs & facts
            if sketch.ruling.id not in without and (shared or other & fulfilled):
                ranked.append(((apart, -len(shared), len(pairs) - len(shared), sketch.ruling.id), sketch, pairs))
    nearest = nsmallest(at_most, ranked, key=itemgetter(0))
    return tuple(
        Precedent(
            sketch.ruling.id,
            sketch.ruling.answer,
            sketch.fulfilled == fulfilled,
            tuple(sorted(pairs & facts)),
            tuple(sorted(pairs - facts)),
            tuple(sorted(known - pairs)),
        )
        for _, sketch, pairs in nearest
    )


def _pairs(known: Mapping[Id, tuple[Id, ...]]) -> set[tuple[Id, Id]]:
    return {(feature, value) for feature, values in known.items() for value in values}
