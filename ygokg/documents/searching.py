"""What `search` finds in the imported documents: all their passages in one table, the best first, in the cache.

To load SQLite takes as long as to search everything. It is asked only where the documents have changed since the table was made.
"""

from __future__ import annotations

import contextlib
import os
from bisect import bisect_left
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from ygokg.errors import NotFound
from ygokg.search.find import Scan, is_latin
from ygokg.search.table import Table, kept_table, table_files
from ygokg.store.folders import documents_file, documents_there

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

    from ygokg.search.query import Query

STANDING = "standing"
"""The part of the table whose passages are not withdrawn; the others follow."""
_CHANGES = slice(24, 28)
"""Where SQLite counts the changes of a file."""
_WITHDRAWN = 31
"""The bit of a rank that tells what is withdrawn."""
_ROW = (
    "SELECT documents.id, revision, documents.dated, line, section, state, text"
    " FROM passages JOIN documents ON document = documents.id WHERE number = ?"
)
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


class PassageHits(NamedTuple):
    """How many passages fit, and the best of them; `inside` tells that Latin words may stand inside longer words."""

    total: int
    best: tuple[PassageHit, ...]
    inside: bool = False


def find_in_documents(query: Query, most: int, lang: str) -> PassageHits:
    """Return the passages that have all words of the query and none of those it excludes, at most `most` of them.

    What still stands comes before what is withdrawn, then what has the words more often, then the shorter text. Nothing imported is
    nothing found. Raises `BrokenInput`, in `lang`, where the imported documents are damaged.
    """
    if not documents_there():
        return PassageHits(0, ())
    table = open_table(lang)
    if table is None:
        return PassageHits(0, ())
    for inside in (False, True) if is_latin(query) else (False,):
        total, numbers = _find(table, query, most, inside)
        if total:
            return PassageHits(total, tuple(PassageHit(*table.row(number)) for number in numbers), inside)
    return PassageHits(0, ())


def _find(table: Table, query: Query, most: int, inside: bool) -> tuple[int, list[int]]:
    """Return how many passages fit and the lines of the best."""
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


def open_table(lang: str) -> Table | None:
    """Return the table of the documents as they are now, made first where they have changed; None where nothing was imported.

    A line is a folded passage, its row what `PassageHit` has. Raises `BrokenInput`, in `lang`, where the
    documents are damaged.
    """
    try:
        stamp = _stamp(documents_file())
    except OSError:
        return None
    with contextlib.suppress(NotFound):
        return kept_table("search", stamp, lambda: _files(lang))
    return None


def _stamp(file: Path) -> bytes:
    """Return what is another one as soon as something was written to the documents. Raises `OSError` where there are none."""
    with file.open("rb") as content:
        changes = content.read(_CHANGES.stop)[_CHANGES]
        known = os.fstat(content.fileno())
    return os.fsencode(f"passages of {file.absolute()}\t{known.st_size}\t{known.st_mtime_ns}\t{changes.hex()}")


def _files(lang: str) -> dict[str, bytes]:
    """Return the files of the table; raises `NotFound` where nothing was imported."""
    from ygokg.documents.shelf import connect

    lines: list[tuple[int, int, bytes]] = []
    with connect(lang) as library:
        for first, folded, ranks in library.execute("SELECT first, folded, ranks FROM searched"):
            ranked = zip(memoryview(ranks).cast("I"), folded.split(b"\n"), strict=False)
            lines += [(rank, first + at, line) for at, (rank, line) in enumerate(ranked)]
        lines.sort()
        rows = [_row(library, number) for _, number, _ in lines]
    standing = sum(not rank >> _WITHDRAWN for rank, _, _ in lines)
    return table_files(((line, row) for (_, _, line), row in zip(lines, rows, strict=True)), {STANDING: (0, standing)})


def _row(library: sqlite3.Connection, number: int) -> tuple[object, ...]:
    row: tuple[object, ...] = library.execute(_ROW, (number,)).fetchone()
    return row
