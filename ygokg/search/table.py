"""A table that can be searched: a line of folded text for each thing, and beside it a row with what is shown of the thing.

It is kept as plain files in a folder of the cache: `lowered` and `marked` are text with a line for each thing, `rows` has a line of
JSON for each, `places` where these lines end, and `about.json` what there is to say of the whole. A search reads one of the texts,
and the rows of the few best hits.
"""

from __future__ import annotations

import contextlib
import json
import os
from array import array
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any, TypeAlias

from ygokg.store.folders import find, place_of, publish

if TYPE_CHECKING:
    from mmap import mmap
    from pathlib import Path

    from ygokg.store.cache import Graph

_NAMES = ("lowered", "marked", "rows", "places", "about.json")

Files: TypeAlias = "Mapping[str, bytes | mmap]"
"""The files of a table by name: in memory, or mapped, so that their removal by another process does no harm."""


def index_of(graph: Graph) -> Table:
    """Return the search index of a graph, made when it is first asked for and kept beside its store."""

    def files() -> dict[str, bytes]:
        from ygokg.search.index import index_files

        return index_files(graph.model)

    return Table(files()) if graph.folder is None else kept_table("index", f"index of {os.path.basename(graph.folder)}".encode(), files)


class Table:
    """Lines of folded texts, in `lowered` in lower case, in `marked` with capitals where words begin (see `ygokg.search.query`).

    Han characters and kana need no marks, so that a query without Latin words or numbers is answered from the first form alone.
    """

    def __init__(self, files: Files) -> None:
        """The files are those of `table_files`."""
        self._files = files
        places = memoryview(files["places"]).cast("I")
        self.ends = places[: len(places) // 2]
        """Where each line of the texts ends."""
        self._row_ends = places[len(places) // 2 :]

    @cached_property
    def lowered(self) -> bytes:
        """The lines in lower case."""
        return self._files["lowered"][:]

    @cached_property
    def marked(self) -> bytes:
        """The lines as they are folded, each in the same place as in `lowered`."""
        return self._files["marked"][:]

    @property
    def parts(self) -> dict[str, tuple[int, int]]:
        """From which line to before which line a part of the table goes, by the name of the part."""
        parts: dict[str, tuple[int, int]] = self._about["parts"]
        return parts

    @property
    def about(self) -> Any:  # noqa: ANN401 - whatever was given to `table_files`
        """What there is to say of the table as a whole."""
        return self._about["about"]

    def row(self, number: int) -> list[Any]:
        """Return the row beside a line, counted from 0."""
        start = self._row_ends[number - 1] if number else 0
        row: list[Any] = json.loads(self._files["rows"][start : self._row_ends[number]])
        return row

    @cached_property
    def _about(self) -> dict[str, Any]:
        about: dict[str, Any] = json.loads(self._files["about.json"][:])
        return about


def table_files(lines: Iterable[tuple[bytes, object]], parts: Mapping[str, tuple[int, int]], about: object = None) -> dict[str, bytes]:
    """Return the files of a table with these lines (folded, without line ends) and rows (anything that JSON holds).

    `about`, too, is anything that JSON holds.
    """
    folded: list[bytes] = []
    rows: list[bytes] = []
    for line, row in lines:
        folded.append(line + b"\n")
        rows.append(json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
    marked = b"".join(folded)
    ends = (end - 1 for end in accumulate(map(len, folded)))
    return {
        "lowered": marked.lower(),
        "marked": marked,
        "rows": b"".join(rows),
        "places": array("I", [*ends, *accumulate(map(len, rows))]).tobytes(),
        "about.json": json.dumps({"parts": parts, "about": about}, ensure_ascii=False).encode(),
    }


def kept_table(kind: str, made_from: bytes, make: Callable[[], dict[str, bytes]]) -> Table:
    """Return the table that was made from what `made_from` says, from the cache; made, and kept if that can be, where it is not there.

    `kind` is one of `ygokg.store.folders.FOLDER_PREFIXES`. Raises what `make` raises.
    """
    place, sound = find(made_from, lambda: place_of(kind, made_from))
    if sound:
        with contextlib.suppress(OSError, ValueError):
            return Table({name: _mapped(os.path.join(place, name)) for name in _NAMES})
    files = make()
    with contextlib.suppress(OSError):
        publish(place, made_from, lambda folder: _write(folder, files))
    return Table(files)


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        (folder / name).write_bytes(content)


def _mapped(file: str) -> bytes | mmap:
    from mmap import ACCESS_READ, mmap

    with open(file, "rb") as content:
        return mmap(content.fileno(), 0, access=ACCESS_READ) if os.fstat(content.fileno()).st_size else b""
