"""What `search` reads of the imported documents: all passages in one table, the best first, in a file of the cache.

To load SQLite takes as long as to search everything. It is asked only where the documents have changed since the table was made.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ygokg.search.table import Table, table_pieces
from ygokg.store.folders import cache_folder, documents_file
from ygokg.store.pieces import Damaged, Pieces, write_pieces

__all__ = ["STANDING", "open_table"]

STANDING = "standing"
"""The part of the table whose passages are not withdrawn; the others follow."""

_FILE = "documents.pieces"
_DAY = 24 * 3600
_CHANGES = slice(24, 28)
"""Where SQLite counts the changes of a file."""
_WITHDRAWN = 31
"""The bit of a rank that tells what is withdrawn."""
_ROW = (
    "SELECT documents.id, revision, documents.dated, line, section, state, text"
    " FROM passages JOIN documents ON document = documents.id WHERE number = ?"
)


def open_table(lang: str, *, anew: bool = False) -> Table | None:
    """Return the table of the documents as they are now, made first where they have changed, or `anew`; None where nothing was imported.

    A line is a folded passage, its row what `ygokg.corpus.searching.PassageHit` has. Raises `BrokenInput`, in `lang`, where the
    documents are damaged.
    """
    try:
        stamp = _stamp(documents_file())
    except OSError:
        return None
    place = cache_folder() / _FILE
    if not anew:
        with contextlib.suppress(OSError, ValueError, Damaged):
            pieces = Pieces(place)
            if pieces["stamp"] == stamp:
                return Table(pieces, lambda: open_table(lang, anew=True) or Table(table_pieces((), {STANDING: (0, 0)})))
    made = _pieces(lang)
    if made is None:
        return None
    with contextlib.suppress(OSError):
        _keep(place, {"stamp": stamp, **made})
    return Table(made)


def _stamp(file: Path) -> str:
    """Return a text that is another one as soon as something was written to the documents. Raises `OSError` where there are none."""
    with file.open("rb") as content:
        changes = content.read(_CHANGES.stop)[_CHANGES]
        known = os.fstat(content.fileno())
    return f"{file.absolute()}\t{known.st_size}\t{known.st_mtime_ns}\t{changes.hex()}"


def _pieces(lang: str) -> dict[str, Any] | None:
    from ygokg.corpus.shelf import connect
    from ygokg.errors import NotFound

    lines: list[tuple[int, int, bytes]] = []
    try:
        with connect(lang) as library:
            for first, folded, ranks in library.execute("SELECT first, folded, ranks FROM searched"):
                ranked = zip(memoryview(ranks).cast("I"), folded.split(b"\n"), strict=False)
                lines += [(rank, first + at, line) for at, (rank, line) in enumerate(ranked)]
            lines.sort()
            rows = [library.execute(_ROW, (number,)).fetchone() for _, number, _ in lines]
    except NotFound:
        return None
    standing = sum(not rank >> _WITHDRAWN for rank, _, _ in lines)
    return table_pieces(((line, row) for (_, _, line), row in zip(lines, rows, strict=True)), {STANDING: (0, standing)})


def _keep(place: Path, pieces: Mapping[str, Any]) -> None:
    """Write the table in one step, and remove what a process that was killed at it left behind. Raises `OSError`."""
    place.parent.mkdir(parents=True, exist_ok=True)
    for other in place.parent.glob(f"{_FILE}.*"):
        if other.stat().st_mtime < time.time() - _DAY:
            other.unlink()
    new = place.with_name(f"{_FILE}.{os.getpid()}")
    try:
        write_pieces(new, pieces, [])
        new.replace(place)
    finally:
        new.unlink(missing_ok=True)
