"""Finding what a query means in the index, best hits first."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from heapq import nsmallest
from typing import TYPE_CHECKING, Any, NamedTuple

from ygokg.search.fold import UNIT
from ygokg.search.kinds import KINDS
from ygokg.search.scan import Scan, is_latin

if TYPE_CHECKING:
    from ygokg.model import Id
    from ygokg.search.query import Query
    from ygokg.search.table import Table

__all__ = ["Hit", "Hits", "find"]


class Hit(NamedTuple):
    """A thing that fits.

    `rank` is 0 where a label or an id is the query itself, else it goes by where the words stand: 1 label, 2 summary,
    3 definition, 4 a part of an id; with words in different places, by the worst. `inside` tells that Latin words of the query
    may stand inside longer words. `titles` and `texts` are as `ygokg.search.index` has them.
    """

    rank: int
    kind: str
    id: Id
    titles: dict[str, str]
    texts: Sequence[Sequence[str]]
    inside: bool = False


class Hits(NamedTuple):
    """How many things fit, and the best of them."""

    total: int
    best: tuple[Hit, ...]


def find(index: Table, query: Query, kind: str | None = None, most: int | None = None) -> Hits:
    """Return the things that have all words of the query and none of those it excludes, best first, then in the index's order.

    Latin words are looked for where words begin; only where that finds nothing, also inside words. `kind` keeps one of
    `ygokg.search.kinds.KINDS`; `most` is how many hits are wanted, all without it.
    """
    for inside in (False, True) if is_latin(query) else (False,):
        ranked = [found for part in KINDS if kind in (None, part) for found in _ranked(index, query, part, inside)]
        if ranked:
            best = sorted(ranked) if most is None else nsmallest(most, ranked)
            return Hits(len(ranked), tuple(_hit(index.row(number), rank, inside) for rank, number in best))
    return Hits(0, ())


def _ranked(index: Table, query: Query, kind: str, inside: bool) -> list[tuple[int, int]]:
    """Return rank and line of everything of a kind that fits."""
    first, after = index.parts[kind]
    if first == after:
        return []
    lowered, ends = index.lowered, index.ends
    whole = b"".join(word.key for word in query.words)
    found = []
    for start, end, last in Scan(index, query, inside=inside).lines(ends[first - 1] + 1 if first else 0, ends[after - 1]):
        column = lowered.count(b"\t", start, last)
        exact = _is_one_of(whole, lowered, start, end)
        found.append((0 if exact else column + 1, bisect_left(ends, end)))
    return found


def _is_one_of(whole: bytes, lowered: bytes, start: int, end: int) -> bool:
    """Say whether one of the labels or ids of a line, which are its first and last column, is the query."""
    if lowered.find(whole, start, end) < 0:
        return False
    labels, _, _, ids = lowered[start:end].split(b"\t")
    return whole in labels.split(UNIT) or whole in ids.split(UNIT)


def _hit(row: list[Any], rank: int, inside: bool) -> Hit:
    kind, id, titles, texts = row
    return Hit(rank, kind, id, titles, texts, inside)
