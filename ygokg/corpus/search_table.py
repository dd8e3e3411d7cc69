"""What `search` reads of the imported documents: all passages in one table, the best first, in the cache.

To load SQLite takes as long as to search everything. It is asked only where the documents have changed since the table was made.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from ygokg.errors import NotFound
from ygokg.search.table import Table, kept_table, table_files
from ygokg.store.folders import documents_file

if TYPE_CHECKING:
    import sqlite3

__all__ = ["STANDING", "open_table"]

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


def open_table(lang: str) -> Table | None:
    """Return the table of the documents as they are now, made first where they have changed; None where nothing was imported.

    A line is a folded passage, its row what `ygokg.corpus.searching.PassageHit` has. Raises `BrokenInput`, in `lang`, where the
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
    from ygokg.corpus.shelf import connect

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
