"""Finding words in the imported documents: the folded texts are scanned as they are, so that one character is a word like any other."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from heapq import nsmallest
from typing import TYPE_CHECKING, NamedTuple

from ygokg.search.find import occurs
from ygokg.search.query import Query, Word
from ygokg.store.folders import documents_file

if TYPE_CHECKING:
    import sqlite3

__all__ = ["Hits", "PassageHit", "find_in_documents"]

_COUNTED = 5
"""More occurrences than this say no more."""
_RANKED = 200
"""So many of the hits, by what they are, are compared by how often they have the words."""
_WITHDRAWN = 31
"""The bit of a rank that tells what is withdrawn."""
_ROW = (
    "SELECT documents.id, revision, documents.dated, line, section, state, text"
    " FROM passages JOIN documents ON document = documents.id WHERE number = ?"
)


class PassageHit(NamedTuple):
    """A passage that fits: document, its age, line, headings, state, and the text."""

    document: str
    revision: str
    dated: str
    line: int
    section: str
    state: str
    text: str


class Hits(NamedTuple):
    """How many passages fit, and the best of them; `inside` tells that Latin words may stand inside longer words."""

    total: int
    best: tuple[PassageHit, ...]
    inside: bool = False


def find_in_documents(query: Query, most: int, lang: str) -> Hits:
    """Return the passages that have all words of the query and none of those it excludes, at most `most` of them.

    What still stands comes before what is withdrawn, then what has the words more often, then the shorter text. Nothing imported is
    nothing found. Raises `BrokenInput`, in `lang`, where the imported documents are damaged.
    """
    if not documents_file().is_file():
        return Hits(0, ())
    from ygokg.corpus.shelf import connect
    from ygokg.errors import NotFound

    try:
        with connect(lang) as library:
            for inside in (False, True):
                total, numbers = _find(library, query, most, inside)
                if total or not any(word.key[:1].isalnum() for word in query.words):
                    break
            rows = [library.execute(_ROW, (number,)).fetchone() for number in numbers]
    except NotFound:
        return Hits(0, ())
    return Hits(total, tuple(PassageHit(*row) for row in rows), inside)


def _find(library: sqlite3.Connection, query: Query, most: int, inside: bool) -> tuple[int, list[int]]:
    """Return how many passages fit and the numbers of the best."""
    latin = any(word.key[:1].isalnum() for word in (*query.words, *query.excluded))
    texts = "folded" if latin else "NULL"
    total = 0
    best: list[tuple[int, int, bytes]] = []
    for first, lowered, folded, ends, ranks in library.execute(f"SELECT first, lowered, {texts}, ends, ranks FROM searched"):
        found = list(_lines(lowered, folded, query, inside))
        total += len(found)
        if found:
            places, order = memoryview(ends).cast("I"), memoryview(ranks).cast("I")
            ranked = ((order[bisect_left(places, end)], end, at) for at, end in found)
            chosen = nsmallest(_RANKED, ranked) if len(found) > _RANKED else ranked
            best += [(rank, first + bisect_left(places, end), lowered[at:end]) for rank, end, at in chosen]
    keys = [word.key for word in query.words]
    compared = sorted(nsmallest(_RANKED, best), key=lambda hit: (hit[0] >> _WITHDRAWN, -_often(hit[2], keys), hit[0]))
    return total, [number for _, number, _ in compared[:most]]


def _lines(lowered: bytes, folded: bytes | None, query: Query, inside: bool) -> Iterator[tuple[int, int]]:
    """Yield from where to where each line goes that fits; without `folded` no word is Latin, and each may stand anywhere."""
    rarest = max(query.words, key=lambda word: len(word.key))
    others = [word for word in query.words if word is not rarest]
    plain = not others and not rarest.tail and not query.excluded and folded is None
    at = lowered.find(rarest.key)
    while at >= 0:
        end = lowered.find(b"\n", at)
        start = lowered.rfind(b"\n", 0, at) + 1
        if plain or (
            all(_stands(lowered, start, end, word) for word in (rarest, *others)) and _fits(lowered, folded, start, end, query, inside)
        ):
            yield start, end
        at = lowered.find(rarest.key, end)


def _stands(lowered: bytes, start: int, end: int, word: Word) -> bool:
    """Say whether a line has the pieces of a word one after the other, wherever words begin."""
    for piece in (word.key, *word.tail):
        at = lowered.find(piece, start, end)
        if at < 0:
            return False
        start = at + len(piece)
    return True


def _fits(lowered: bytes, folded: bytes | None, start: int, end: int, query: Query, inside: bool) -> bool:
    """Say whether a line that has the words has them where words begin, and none of those to leave out."""
    if folded is None:
        return not any(_stands(lowered, start, end, word) for word in query.excluded)
    text = folded[start:end]
    if not all(occurs(text, word, inside=inside) for word in query.words):
        return False
    return not any(occurs(text, word, inside=False) for word in query.excluded)


def _often(line: bytes, keys: Sequence[bytes]) -> int:
    return min(_COUNTED, sum(map(line.count, keys)))
