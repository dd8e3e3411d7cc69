"""A table that can be searched: a line of folded text for each thing, and beside it a row with what is shown of the thing.

It is kept as named pieces (see `ygokg.store.pieces`), of which a search reads the lines, and the rows of the few best hits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import accumulate
from typing import Any

from ygokg.store.pieces import Damaged, part_of

__all__ = ["Table", "table_pieces"]


class Table:
    """Lines of folded texts, in `lowered` in lower case, in `marked` with capitals where words begin (see `ygokg.search.fold`).

    Han characters and kana need no marks, so that a query without Latin words or numbers is answered from the first form alone.
    """

    def __init__(self, pieces: Mapping[str, Any], instead: Callable[[], Table] | None = None) -> None:
        """The pieces are those of `table_pieces`, each read when it is asked for; one that is damaged is taken from another table."""
        self._pieces = pieces
        self._instead = instead

    @cached_property
    def lowered(self) -> bytes:
        """The lines in lower case."""
        lowered: bytes = self._piece("lowered")
        return lowered

    @cached_property
    def marked(self) -> bytes:
        """The lines as they are folded, each in the same place as in `lowered`."""
        marked: bytes = self._piece("marked")
        return marked

    @cached_property
    def ends(self) -> memoryview:
        """Where each line ends, as numbers."""
        return memoryview(self._piece("ends")).cast("I")

    @cached_property
    def parts(self) -> dict[str, tuple[int, int]]:
        """From which line to before which line a part of the table goes, by the name of the part."""
        parts: dict[str, tuple[int, int]] = self._piece("parts")
        return parts

    @cached_property
    def about(self) -> Any:  # noqa: ANN401 - whatever was given to `table_pieces`
        """What there is to say of the table as a whole."""
        return self._piece("about")

    def row(self, number: int) -> list[Any]:
        """Return the row beside a line, counted from 0."""
        start, stop = self._places[number : number + 2]
        import json

        try:
            found: list[Any] = json.loads(part_of(self._pieces, "rows", start, stop))
        except (Damaged, KeyError, ValueError):
            return self._whole().row(number)
        return found

    @cached_property
    def _places(self) -> memoryview:
        return memoryview(self._piece("places")).cast("I")

    def _piece(self, name: str) -> Any:  # noqa: ANN401 - whatever the piece is
        try:
            return self._pieces[name]
        except (Damaged, KeyError):
            return self._whole()._piece(name)

    def _whole(self) -> Table:
        if self._instead is None:
            raise Damaged("rows")
        return self._instead()


def table_pieces(lines: Iterable[tuple[bytes, object]], parts: Mapping[str, tuple[int, int]], about: object = None) -> dict[str, Any]:
    """Return the pieces of a table with these lines (folded, without line ends) and rows (anything that JSON holds).

    `about` is plain objects that say something of the whole.
    """
    import json
    from array import array

    folded: list[bytes] = []
    rows: list[bytes] = []
    for line, row in lines:
        folded.append(line + b"\n")
        rows.append(json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode())
    marked = b"".join(folded)
    return {
        "lowered": marked.lower(),
        "marked": marked,
        "ends": array("I", (end - 1 for end in accumulate(map(len, folded)))).tobytes(),
        "parts": dict(parts),
        "about": about,
        "rows": b"".join(rows),
        "places": array("I", accumulate(map(len, rows), initial=0)).tobytes(),
    }
