"""Finding words in the imported documents: the folded texts are scanned as they are, so that one character is a word like any other."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from ygokg.search.scan import Scan, is_latin
from ygokg.store.folders import documents_file

if TYPE_CHECKING:
    from ygokg.search.query import Query
    from ygokg.search.table import Table

__all__ = ["Hits", "PassageHit", "find_in_documents"]

_COUNTED = 5
"""More occurrences than this say no more."""
_RANKED = 200
"""So many of the hits, by what they are, are compared by how often they have the words."""


class PassageHit(NamedTuple):
    """A passage that fits: document, its age, line, headings (a list in JSON, which few callers need), state, and the text."""

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
    from ygokg.corpus.search_table import open_table

    table = open_table(lang)
    if table is None:
        return Hits(0, ())
    for inside in (False, True) if is_latin(query) else (False,):
        total, numbers = _find(table, query, most, inside)
        if total:
            return Hits(total, tuple(PassageHit(*table.row(number)) for number in numbers), inside)
    return Hits(0, ())


def _find(table: Table, query: Query, most: int, inside: bool) -> tuple[int, list[int]]:
    """Return how many passages fit and the lines of the best."""
    from ygokg.corpus.search_table import STANDING

    scan = Scan(table, query, inside=inside)
    best = list(islice(scan.lines(), _RANKED))
    if not best:
        return 0, []
    _, standing = table.parts[STANDING]
    keys = [word.key for word in query.words]
    compared = []
    for start, end, _ in best:
        number = bisect_left(table.ends, end)
        compared.append((number >= standing, -_often(table.lowered[start:end], keys), number))
    return len(best) + scan.count(best[-1][1]), [number for _, _, number in sorted(compared)[:most]]


def _often(line: bytes, keys: Sequence[bytes]) -> int:
    return min(_COUNTED, sum(map(line.count, keys)))
