"""Named pieces in one file, each read when it is asked for.

A piece is bytes as they are, or what `marshal` writes of plain objects: the form of Python's own compiled modules, which loads
several times as fast as JSON, and belongs to one version of Python. A check sum guards each: `marshal` must not get damaged bytes.

The first line of the file has their places, parted by tabs: `piece`, bytes, check sum, whether it is bytes as they are, and its name;
or `beside`, bytes, and the name of a file that has to be there too. It is no JSON, for to load that takes a millisecond.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

if TYPE_CHECKING:
    from threading import Lock

__all__ = ["FORM", "Damaged", "Pieces", "part_of", "write_pieces"]

FORM = f"{sys.implementation.cache_tag} {marshal.version}"
"""By whom pieces can be read: the version of Python and that of `marshal`."""


_HEAD = 1 << 14
"""Bytes that a header surely fits into."""


class Damaged(Exception):
    """A piece is not as it was written."""


class Pieces(Mapping[str, Any]):
    """The pieces of a file that stays open, so that its removal by another process does no harm; threads may read them at once."""

    def __init__(self, file: Path) -> None:
        """Raises `OSError` where the file is missing, and `ValueError` where it or a file that it was written beside is not whole."""
        self._places: dict[str, tuple[int, int, int, bool]] = {}
        self._lock = None if hasattr(os, "pread") else _lock()
        self._descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        first, line_end, _ = os.read(self._descriptor, _HEAD).partition(b"\n")
        at = len(first) + len(line_end)
        beside: list[tuple[str, int]] = []
        for entry in first.decode().split("\t"):
            kind, size, rest = entry.split(" ", 2)
            if kind == "piece":
                checksum, plain, name = rest.split(" ", 2)
                self._places[name] = (at, int(size), int(checksum), plain == "1")
                at += int(size)
            else:
                beside.append((rest, int(size)))
        if os.fstat(self._descriptor).st_size != at or any((file.parent / name).stat().st_size != size for name, size in beside):
            raise ValueError(f"{file} or a file beside it is not whole")

    def __del__(self) -> None:
        """Close the file."""
        if hasattr(self, "_descriptor"):
            os.close(self._descriptor)

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - whatever was written
        """Return what was written; raises `Damaged` where it is not there any more, and `KeyError` for a name that never was."""
        at, size, checksum, plain = self._places[name]
        content = self._bytes(name, at, size)
        if crc32(content) != checksum:
            raise Damaged(name)
        return content if plain else marshal.loads(content)  # noqa: S302 - as safe as the compiled modules that Python keeps in the same way

    def part(self, name: str, start: int, stop: int) -> bytes:
        """Return a part of a piece of bytes, without a look at its check sum; raises as reading all of it does."""
        at, size, _, _ = self._places[name]
        return self._bytes(name, at + start, min(stop, size) - start)

    def _bytes(self, name: str, at: int, size: int) -> bytes:
        try:
            if self._lock is None:
                return os.pread(self._descriptor, size, at)
            with self._lock:
                os.lseek(self._descriptor, at, os.SEEK_SET)
                return os.read(self._descriptor, size)
        except OSError as error:
            raise Damaged(name) from error

    def __contains__(self, name: object) -> bool:
        """Say whether there is a piece of this name, without reading it."""
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        """Yield the names."""
        return iter(self._places)

    def __len__(self) -> int:
        """Return the number of pieces."""
        return len(self._places)


def _lock() -> Lock:
    """Return what keeps two threads from moving about in a file at once, where the system cannot read at a place by itself."""
    from threading import Lock

    return Lock()


def part_of(pieces: Mapping[str, Any], name: str, start: int, stop: int) -> bytes:
    """Return a part of a piece of bytes, of which a file of pieces reads no more; raises `Damaged`, and `KeyError` for no piece."""
    part: bytes = pieces.part(name, start, stop) if isinstance(pieces, Pieces) else pieces[name][start:stop]
    return part


def write_pieces(file: Path, pieces: Mapping[str, object], beside: Iterable[Path]) -> None:
    """Write pieces after a line that tells their sizes and those of the files beside, which have to lie in or below the same folder.

    A piece is bytes, or made of texts, numbers, booleans, None, tuples, lists and dictionaries.
    """
    shared: dict[str, str] = {}
    contents = {name: piece if isinstance(piece, bytes) else marshal.dumps(_sharing(piece, shared)) for name, piece in pieces.items()}
    header = [f"piece {len(content)} {crc32(content)} {isinstance(pieces[name], bytes):d} {name}" for name, content in contents.items()]
    header += [f"beside {path.stat().st_size} {path.relative_to(file.parent).as_posix()}" for path in beside]
    file.write_bytes("\t".join(header).encode() + b"\n" + b"".join(contents.values()))


def _sharing(value: Any, shared: dict[str, str]) -> Any:  # noqa: ANN401 - a piece or a part of one
    """Return a copy in which equal texts are one object, which `marshal` writes once."""
    if isinstance(value, str):
        return shared.setdefault(value, value)
    if isinstance(value, dict):
        return {_sharing(key, shared): _sharing(part, shared) for key, part in value.items()}
    return type(value)(_sharing(part, shared) for part in value) if type(value) in (tuple, list) else value
