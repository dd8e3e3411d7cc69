"""Finding what a query means in the index, best hits first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ygokg.search.fold import UNIT, occurrences
from ygokg.search.query import Query, Word

if TYPE_CHECKING:
    from ygokg.model import Id
    from ygokg.search.table import Index

__all__ = ["Hit", "find", "occurs"]

_EXACT = 0
_LABELS, _IDS = 0, 3


class Hit(NamedTuple):
    """A thing that fits.

    `rank` is 0 where a label or an id is the query itself, else it goes by where the words stand: 1 label, 2 summary,
    3 definition, 4 a part of an id; with words in different places, by the worst. `inside` tells that Latin words of the query
    may stand inside longer words.
    """

    rank: int
    kind: str
    id: Id
    inside: bool = False


def find(index: Index, query: Query, kind: str | None = None) -> list[Hit]:
    """Return everything that has all words of the query and none of those it excludes, best first, then in the index's order.

    Latin words are looked for where words begin; only where that finds nothing, also inside words. `kind` keeps one of
    `ygokg.search.index.KINDS`.
    """
    for inside in (False, True):
        hits = [hit for columns in _lines(index, query) if (hit := _hit(columns, query, inside)) and kind in (None, hit.kind)]
        if hits:
            return sorted(hits, key=lambda hit: hit.rank)
    return []


def _lines(index: Index, query: Query) -> Iterator[list[bytes]]:
    """Yield the columns of each line that has the longest word somewhere; marked, if the query has words for which that matters."""
    rarest = max((word.key for word in query.words), key=len)
    lowered = index.lowered
    shown = index.marked if any(word.key[:1].isalnum() for word in (*query.words, *query.excluded)) else lowered
    at = lowered.find(rarest)
    while at >= 0:
        start, end = lowered.rfind(b"\n", 0, at) + 1, lowered.find(b"\n", at)
        yield shown[start:end].split(b"\t")
        at = lowered.find(rarest, end)


def _hit(columns: Sequence[bytes], query: Query, inside: bool) -> Hit | None:
    kind, id, *texts = columns
    ranks = [_rank(texts, word, inside) for word in query.words]
    if not all(ranks) or any(_rank(texts, word, inside=False) for word in query.excluded):
        return None
    whole = b"".join(word.key for word in query.words)
    exact = any(whole in texts[column].lower().split(UNIT) for column in (_LABELS, _IDS))
    return Hit(_EXACT if exact else max(ranks), kind.decode(), id.decode(), inside)


def _rank(texts: Sequence[bytes], word: Word, inside: bool) -> int:
    """Return the best column, from 1, in which a word occurs; 0 for none."""
    for rank, folded in enumerate(texts, 1):
        if occurs(folded, word, inside=inside):
            return rank
    return 0


def occurs(folded: bytes, word: Word, *, inside: bool) -> bool:
    """Say whether a word stands in a folded text, or in one of several that are kept together, with all that has to follow it."""
    if not word.tail:
        return next(occurrences(folded, word.key, inside=inside), None) is not None
    return any(_followed(folded, at + len(word.key), word.tail) for at in occurrences(folded, word.key, inside=inside))


def _followed(folded: bytes, at: int, tail: Sequence[bytes]) -> bool:
    text = folded[at:].lower().split(UNIT, 1)[0]
    end = 0
    for piece in tail:
        found = text.find(piece, end)
        if found < 0:
            return False
        end = found + len(piece)
    return True
