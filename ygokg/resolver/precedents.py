"""The rulings nearest to a case, nearest first."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from heapq import nsmallest
from operator import itemgetter

from ygokg.model import Id
from ygokg.resolver.case import values_of
from ygokg.resolver.outcome import Precedent
from ygokg.resolver.overturning import Weighed
from ygokg.resolver.records import PARTIES, Sketch, Sketches, fulfilled_in, sketches

__all__ = ["precedents"]


def precedents(weighed: Weighed, *, without: Collection[Id] = (), at_most: int = 5) -> tuple[Precedent, ...]:
    """Return the rulings on the same question that share a fulfilled rule or a fact with the case, nearest first.

    Nearest is who is about the same effect and the same negator, then who differs in the fewest fulfilled rules, then who shares the
    most facts, then who has the fewest others.
    """
    case = weighed.case
    fulfilled = fulfilled_in(weighed)
    known = _pairs(case.known)
    facts = known | {(f, v) for f in case.derived for v in values_of(case, f)}
    known_sketches = sketches(weighed.base, weighed.block.asks)
    ranked: list[tuple[tuple[bool, int, int, int, Id], Sketch, set[tuple[Id, Id]]]] = []
    for sketch in _near(known_sketches, case.known, fulfilled, at_most):
        pairs = _pairs(sketch.known)
        shared = pairs & facts
        if sketch.ruling.id not in without and (shared or sketch.fulfilled & fulfilled):
            apart = len(sketch.fulfilled ^ fulfilled)
            other_parties = not _same_parties(sketch, case.known)
            ranked.append(((other_parties, apart, -len(shared), len(pairs) - len(shared), sketch.ruling.id), sketch, pairs))
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


def _near(found: Sketches, known: Mapping[Id, tuple[Id, ...]], fulfilled: frozenset[int], at_most: int) -> Iterator[Sketch]:
    """Yield the sketches among which the nearest are: those with the same parties, and then groups of the fewest different rules."""
    same = {i: sketch for i, sketch in found.by_id.items() if _same_parties(sketch, known)}
    yield from same.values()
    seen, reached = 0, 0
    for apart, other in sorted(((len(other ^ fulfilled), other) for other in found.by_fulfilled), key=itemgetter(0)):
        if apart > reached and seen > at_most:
            break
        reached = apart
        for sketch in found.by_fulfilled[other]:
            if sketch.ruling.id not in same:
                seen += 1
                yield sketch


def _same_parties(sketch: Sketch, known: Mapping[Id, tuple[Id, ...]]) -> bool:
    """Say whether a ruling is about the effect, the negator and the responder of the case, as far as these are stated."""
    return PARTIES[0] in known and all(sketch.known.get(party) == known.get(party) for party in (*PARTIES, "ygo:responder"))


def _pairs(known: Mapping[Id, tuple[Id, ...]]) -> set[tuple[Id, Id]]:
    return {(feature, value) for feature, values in known.items() for value in values}
