"""The objects of a git repository, read with parts of a library that open no repository.

No settings take part, no program runs and nothing is fetched; each object is held against its hash, and there is an end to what is
unpacked.
"""

from __future__ import annotations

import os
import stat
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from dulwich.object_format import SHA1, SHA256, ObjectFormat
from dulwich.objects import Blob, Commit, ObjectID, ShaFile, Tree
from dulwich.pack import DELTA_TYPES, OFS_DELTA, OldUnpackedObject, Pack, PackData, load_pack_index_file

NOTE = 4096
"""Bytes of a file with one line, as HEAD is one."""
LIST = 64 * 1024 * 1024
"""Bytes of a list of references or of commits."""
_PACK = 16 * 1024 * 1024 * 1024
_OBJECT = 16 * 1024 * 1024
"""Bytes of an object."""
_WORK = 1024 * 1024 * 1024
"""Bytes that are unpacked of one repository, in steps that count as a kilobyte at least."""
_STEP = 1024
_LINKS = 5
_SHORTEST = 7
_VARINT = 10
"""Bytes of the longest number in a pack."""


def open_file(path: Path, most: int) -> IO[bytes]:
    """Return a file, open; raises `OSError` where it is none, as a pipe is, or larger than `most` bytes."""
    if not path.is_file():
        raise FileNotFoundError(path)
    file = os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)), "rb")
    found = os.fstat(file.fileno())
    if stat.S_ISREG(found.st_mode) and found.st_size <= most:
        return file
    file.close()
    raise FileNotFoundError(path)


def line_of(path: Path) -> str:
    """Return what a file with one line says; raises `OSError` as `open_file` does."""
    with open_file(path, NOTE) as file:
        return os.fsdecode(file.read(NOTE)).rstrip("\r\n")


def _with_alternates(objects: Path) -> list[Path]:
    """Return a folder of objects and the others that it draws on."""
    found, newest = {os.path.realpath(objects): objects}, [objects]
    for _ in range(_LINKS):
        lines = [(folder, line) for folder in newest if (path := folder / "info" / "alternates").is_file() for line in _lines(path)]
        others = {os.path.realpath(folder / line): folder / line for folder, line in lines}
        newest = [other for real, other in others.items() if real not in found]
        found = {**others, **found}
    return list(found.values())


def _lines(path: Path) -> list[str]:
    with open_file(path, NOTE) as file:
        return [line for line in os.fsdecode(file.read(NOTE)).splitlines() if line and not line.startswith("#")]


class Objects:
    """The commits, folders and files of a repository.

    Each is held against its hash. Where one cannot be had, whatever the library raises is raised, or `TypeError` where it is of another
    kind, `KeyError` where it is missing, as in a partial clone, and `OverflowError` where it or all together are too large.
    """

    def __init__(self, folder: Path, head: str, opened: ExitStack) -> None:
        """`folder` is that of the objects, `head` any hash of the repository; what is opened is closed with `opened`."""
        self._form = {form.hex_length: form for form in (SHA1, SHA256)}[len(head)]
        self._work = _Work()
        self._folders = _with_alternates(folder)
        indexes = [index for each in self._folders for index in sorted((each / "pack").glob("*.idx"))]
        self._packs = [_open_pack(index, self._form, self._work, opened) for index in indexes]

    def commit(self, hash: str) -> Commit:
        """Return a commit."""
        found = self._get(hash)
        if not isinstance(found, Commit):
            raise TypeError(hash)
        return found

    def files(self, commit: Commit, names: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield the files of a commit that have these names, with their hashes; each folder is looked up once."""
        left = [(commit.tree.decode("ascii"), "", list(names))]
        while left:
            at, above, below = left.pop()
            inside: defaultdict[str, list[str]] = defaultdict(list)
            for name in below:
                first, _, rest = name.partition("/")
                inside[first].append(rest)
            tree = self._get(at)
            if not isinstance(tree, Tree):
                raise TypeError(at)
            for first, rests in inside.items():
                if os.fsencode(first) not in tree:
                    continue
                mode, hash = tree[os.fsencode(first)]
                if stat.S_ISDIR(mode):
                    left.append((hash.decode("ascii"), f"{above}{first}/", [rest for rest in rests if rest]))
                elif "" in rests and stat.S_ISREG(mode):
                    yield above + first, hash.decode("ascii")

    def content(self, hash: str) -> bytes:
        """Return what a file holds."""
        found = self._get(hash)
        if not isinstance(found, Blob):
            raise TypeError(hash)
        return found.as_raw_string()

    def _get(self, hash: str) -> ShaFile:
        id = ObjectID(hash.encode("ascii"))
        for pack in self._packs:
            if id in pack:
                kind, content = pack.get_raw(id)
                return ShaFile.from_raw_string(kind, content, object_format=self._form, verify_sha=id)
        for path in (folder / hash[:2] / hash[2:] for folder in self._folders):
            if path.is_file():
                with open_file(path, _OBJECT) as file:
                    found = ShaFile.from_file(file, object_format=self._form, max_size=_OBJECT)
                self._work.take(len(found.as_raw_string()))
                if found.get_id(self._form) == id:
                    return found
        raise KeyError(hash)

    def shortest(self, hash: str) -> str:
        """Return as much of a hash as git shows: seven digits, more in a large repository, and more where that is ambiguous."""
        usual = -(-sum(map(len, self._packs)).bit_length() // 2)
        return hash[: max(_SHORTEST, usual, *(_first_difference(hash, other) for other in self._like(hash) if other != hash))]

    def _like(self, hash: str) -> Iterator[str]:
        """Yield the objects of which the hashes are nearest to one, and others."""
        for index in (pack.index for pack in self._packs):
            at = bisect_left(range(len(index)), bytes.fromhex(hash), key=index.object_sha_at_position)
            yield from (index.object_sha_at_position(near).hex() for near in (at - 1, at, at + 1) if 0 <= near < len(index))
        for folder in self._folders:
            yield from (hash[:2] + path.name for path in (folder / hash[:2]).glob("*"))


def _first_difference(hash: str, other: str) -> int:
    """Return how many digits it takes to tell a hash from another one."""
    return next((at for at, (one, two) in enumerate(zip(hash, other, strict=False), 1) if one != two), len(hash))


class _Work:
    """How much was unpacked; raises `OverflowError` where it is too much."""

    def __init__(self) -> None:
        self._left = _WORK

    def take(self, size: int) -> None:
        self._left -= max(size, _STEP)
        if size > _OBJECT or self._left < 0:
            raise OverflowError(size)


class _Data(PackData):
    """What a pack holds; how large an object is, is looked at before it is unpacked."""

    def __init__(self, content: IO[bytes], form: ObjectFormat, work: _Work) -> None:
        super().__init__(content.name, form, content)
        self._content = content
        self._work = work

    def get_object_at(self, offset: int) -> tuple[int, OldUnpackedObject]:
        self._content.seek(offset)
        start = self._content.read(2 * _VARINT)
        size, end = _number(start, 0, 4)
        if start[0] >> 4 & 7 == OFS_DELTA:
            _number(start, end)
        self._work.take(size)
        kind, found = super().get_object_at(offset)
        if kind in DELTA_TYPES:
            delta = b"".join(found[1])  # type: ignore[arg-type]
            self._work.take(_number(delta, _number(delta, 0)[1])[0])
        return kind, found


def _open_pack(index: Path, form: ObjectFormat, work: _Work, opened: ExitStack) -> Pack:
    entries = opened.enter_context(open_file(index, _PACK))
    content = opened.enter_context(open_file(index.with_suffix(".pack"), _PACK))
    pack = Pack.from_lazy_objects(lambda: _Data(content, form, work), lambda: load_pack_index_file(index, entries, form))
    opened.callback(pack.close)
    return pack


def _number(content: bytes, at: int, bits: int = 7) -> tuple[int, int]:
    """Return a number of a pack, of which the first byte has some bits and the others seven, and where it ends."""
    number = shift = 0
    for end, byte in enumerate(content[at : at + _VARINT], at + 1):
        number |= (byte & ((1 << bits) - 1)) << shift
        shift, bits = shift + bits, 7
        if byte < 1 << 7:
            return number, end
    raise ValueError(at)
