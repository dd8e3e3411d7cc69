"""Things by id in a store: one is found by the hash of its id and read alone, so that a look-up costs the same however many there are."""

from __future__ import annotations

import marshal
from collections.abc import Callable, ItemsView, Iterator, KeysView, Mapping, MutableMapping, Sequence, ValuesView
from typing import Any, TypeVar, overload
from zlib import crc32

from ygokg.store.pieces import Damaged, part_of

__all__ = ["Rows", "row_pieces"]

T = TypeVar("T")
D = TypeVar("D")
_LOW = (1 << 32) - 1


class Rows(MutableMapping[str, T]):
    """Things by id, in their order, each read when it is first asked for; what is put in stays in memory."""

    def __init__(
        self, pieces: Mapping[str, Any], name: str, read: Callable[[Sequence[Any]], T], instead: Callable[[], Mapping[str, T]]
    ) -> None:
        """`pieces` has those of `row_pieces` under `name`; `read` makes a thing of its row; damaged pieces are replaced by `instead`."""
        self._pieces = pieces
        self._name = name
        self._reader = read
        self._instead = instead
        self._known: dict[str, T] = {}
        self._added: dict[str, T] = {}
        self._all: dict[str, T] | None = None
        self._index: dict[str, memoryview] = {}

    def __getitem__(self, id: str) -> T:
        """Return a thing; raises `KeyError` for an id that is none."""
        found = self.get(id)
        if found is None:
            raise KeyError(id)
        return found

    @overload
    def get(self, id: str, /) -> T | None: ...
    @overload
    def get(self, id: str, /, default: D) -> T | D: ...
    def get(self, id: str, /, default: D | None = None) -> T | D | None:
        """Return a thing, or `default` for an id that is none."""
        if self._all is not None:
            return self._all.get(id, default)
        found = self._known.get(id)
        if found is None:
            try:
                row = self._row(id)
            except (Damaged, KeyError):
                return self._replaced().get(id, default)
            if row is None:
                return default
            found = self._known[id] = self._reader(row)
        return found

    def __contains__(self, id: object) -> bool:
        """Say whether there is a thing of this id."""
        return isinstance(id, str) and self.get(id) is not None

    def __setitem__(self, id: str, thing: T) -> None:
        """Put a thing in; the store stays as it is."""
        self._known[id] = self._added[id] = thing
        if self._all is not None:
            self._all[id] = thing

    def __delitem__(self, id: str) -> None:
        """Take a thing out; the store stays as it is."""
        del self._whole()[id]

    def __iter__(self) -> Iterator[str]:
        """Yield the ids."""
        return iter(self._ids())

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._ids())

    def keys(self) -> KeysView[str]:
        """Return the ids."""
        return dict.fromkeys(self._ids()).keys()

    def values(self) -> ValuesView[T]:
        """Return the things, all of them read at once."""
        return self._whole().values()

    def items(self) -> ItemsView[str, T]:
        """Return the things with their ids, all of them read at once."""
        return self._whole().items()

    def _ids(self) -> Sequence[str] | dict[str, T]:
        if self._all is not None or self._added:
            return self._whole()
        try:
            ids: Sequence[str] = self._pieces[f"{self._name}.ids"]
        except (Damaged, KeyError):
            return self._replaced()
        return ids

    def _row(self, id: str) -> Sequence[Any] | None:
        """Read the row of an id; None where there is none. Raises `Damaged`, and `KeyError` where a piece is missing."""
        slots, places = self._numbers("slots"), self._numbers("places")
        checksum = crc32(id.encode("utf-8", "surrogatepass"))
        mask = len(slots) - 1
        at = checksum & mask
        while slot := slots[at]:
            if slot >> 32 == checksum:
                number = (slot & _LOW) - 1
                content = part_of(self._pieces, f"{self._name}.rows", places[number] & _LOW, places[number + 1] & _LOW)
                row = self._read(content, places[number])
                if row[0] == id:
                    return row
            at = (at + 1) & mask
        return None

    def _numbers(self, form: str) -> memoryview:
        found = self._index.get(form)
        if found is None:
            found = self._index[form] = memoryview(self._pieces[f"{self._name}.{form}"]).cast("Q")
        return found

    def _read(self, content: bytes, place: int) -> Sequence[Any]:
        if crc32(content) != place >> 32:
            raise Damaged(self._name)
        row: Sequence[Any] = marshal.loads(content)  # noqa: S302 - as safe as the pieces (see `ygokg.store.pieces`)
        return row

    def _whole(self) -> dict[str, T]:
        if self._all is None:
            try:
                content = self._pieces[f"{self._name}.rows"]
                places = self._numbers("places")
                ends = [place & _LOW for place in places]
                rows = [self._read(content[start:end], place) for start, end, place in zip(ends, ends[1:], places, strict=False)]
            except (Damaged, KeyError):
                return self._replaced()
            self._all = {row[0]: self._reader(row) for row in rows} | self._added
        return self._all

    def _replaced(self) -> dict[str, T]:
        self._all = {**self._instead(), **self._added}
        return self._all


def row_pieces(name: str, rows: Sequence[tuple[Any, ...]]) -> dict[str, Any]:
    """Return the pieces of rows, each of plain objects and with its id first, as `Rows` reads them.

    Of slots and places, the upper half of each number is a check sum: of an id, or of a row.
    """
    from array import array

    contents = [marshal.dumps(row) for row in rows]
    places = array("Q", [0])
    for content in contents:
        places.append((places[-1] & _LOW) + len(content))
    for number, content in enumerate(contents):
        places[number] |= crc32(content) << 32
    slots = array("Q", [0]) * (1 << (2 * len(rows)).bit_length())
    for number, row in enumerate(rows):
        checksum = crc32(row[0].encode("utf-8", "surrogatepass"))
        at = checksum & (len(slots) - 1)
        while slots[at]:
            at = (at + 1) & (len(slots) - 1)
        slots[at] = checksum << 32 | number + 1
    return {
        f"{name}.rows": b"".join(contents),
        f"{name}.places": places.tobytes(),
        f"{name}.slots": slots.tobytes(),
        f"{name}.ids": tuple(row[0] for row in rows),
    }
