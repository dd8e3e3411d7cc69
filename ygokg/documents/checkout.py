"""What a git checkout says of files, read with a library.

The program git is never called: the settings of a folder, or of one above it, name programs that git runs. No settings are read here,
nothing is fetched, and whatever lies in place of a repository (a pipe, a giant, a bomb, nothing) is no checkout.
"""

from __future__ import annotations

import os
import stat
import warnings
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, NamedTuple

from dulwich.object_format import SHA1, SHA256, ObjectFormat
from dulwich.objects import Commit, ObjectID, ShaFile, Tree
from dulwich.pack import DELTA_TYPES, OFS_DELTA, OldUnpackedObject, Pack, PackData, load_pack_index_file

_NOTE = 4096
"""Bytes of a file with one line, as HEAD is one."""
_LIST = 64 * 1024 * 1024
_PACK = 16 * 1024 * 1024 * 1024
_OBJECT = 16 * 1024 * 1024
"""Bytes of a commit or a folder; contents of files are not read."""
_WORK = 1024 * 1024 * 1024
"""Bytes that are unpacked of one repository, in steps that count as a kilobyte at least."""
_STEP = 1024
_LINKS = 5
_SHORTEST = 7
_VARINT = 10
"""Bytes of the longest number in a pack."""


class Checkout(NamedTuple):
    """The last commit of a checkout: its short id, its day, and the hash of each file asked about that it has."""

    revision: str
    date: str
    files: dict[str, str]


def read_checkout(folder: Path, names: Iterable[str]) -> Checkout | None:
    """Return what the checkout in a folder says of files, which are named from there with `/`; None where that cannot be read."""
    with warnings.catch_warnings(), ExitStack() as opened:  # closed once no exception holds on to pieces of packs any more
        warnings.simplefilter("ignore", ResourceWarning)  # of what the library leaves where a file is damaged
        return _read(folder, names, opened)


def _read(folder: Path, names: Iterable[str], opened: ExitStack) -> Checkout | None:
    try:
        own, shared = _folders(folder)
        head = _head(own, shared)
        return _last_commit(_Objects(shared / "objects", head, opened), head, names)
    except Exception:  # whatever damage makes the library raise
        return None


def _last_commit(objects: _Objects, head: str, names: Iterable[str]) -> Checkout:
    commit = objects.get(head)
    if not isinstance(commit, Commit):
        raise TypeError(head)
    day = datetime.fromtimestamp(commit.commit_time + commit.commit_timezone, UTC).date()
    return Checkout(objects.shortest(head), day.isoformat(), dict(_hashes(objects, commit.tree.decode("ascii"), names)))


def _hashes(objects: _Objects, root: str, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the files of a commit that have these names, with their hashes; each folder is looked up once."""
    left = [(root, "", list(names))]
    while left:
        at, above, below = left.pop()
        inside: defaultdict[str, list[str]] = defaultdict(list)
        for name in below:
            first, _, rest = name.partition("/")
            inside[first].append(rest)
        tree = objects.get(at)
        if not isinstance(tree, Tree):
            raise TypeError(at)
        for first, rests in inside.items():
            if os.fsencode(first) not in tree:
                continue
            mode, hash = tree[os.fsencode(first)]
            if stat.S_ISDIR(mode):
                left.append((hash.decode("ascii"), f"{above}{first}/", [rest for rest in rests if rest]))
            elif "" in rests:
                yield above + first, hash.decode("ascii")


def _open(path: Path, most: int) -> IO[bytes]:
    """Open a file; raises `OSError` where it is none, as a pipe is, or larger than `most` bytes."""
    if not path.is_file():
        raise FileNotFoundError(path)
    file = os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)), "rb")
    found = os.fstat(file.fileno())
    if stat.S_ISREG(found.st_mode) and found.st_size <= most:
        return file
    file.close()
    raise FileNotFoundError(path)


def _line(path: Path) -> str:
    with _open(path, _NOTE) as file:
        return os.fsdecode(file.read(_NOTE)).rstrip("\r\n")


def _folders(checkout: Path) -> tuple[Path, Path]:
    """Return the folder of this checkout's HEAD, and that of what all checkouts of its repository share."""
    own = checkout / ".git"
    if own.is_file():
        mark, _, place = _line(own).partition(" ")
        if mark != "gitdir:":
            raise ValueError(own)
        own = checkout / place
    shared = own / "commondir"
    return own, own / _line(shared) if shared.is_file() else own


def _head(own: Path, shared: Path) -> str:
    """Return the hash of the last commit."""
    said = _line(own / "HEAD")
    for _ in range(_LINKS):
        if not said.startswith("ref:"):
            break
        said = _ref(own, shared, said.removeprefix("ref:").strip())
    bytes.fromhex(said)
    return said


def _ref(own: Path, shared: Path, name: str) -> str:
    if not name.startswith("refs/") or ".." in name:
        raise ValueError(name)
    for folder in (own, shared):
        if (folder / name).is_file():
            return _line(folder / name)
    wanted = os.fsencode(name)
    with _open(shared / "packed-refs", _LIST) as file:
        for line in file:
            hash, _, ref = line.rstrip(b"\r\n").partition(b" ")
            if ref == wanted:
                return hash.decode("ascii")
    raise KeyError(name)


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
    with _open(path, _NOTE) as file:
        return [line for line in os.fsdecode(file.read(_NOTE)).splitlines() if line and not line.startswith("#")]


class _Objects:
    """The commits and folders of a repository, each held against its hash; raises whatever the library does where one cannot be had."""

    def __init__(self, folder: Path, head: str, opened: ExitStack) -> None:
        self._form = {form.hex_length: form for form in (SHA1, SHA256)}[len(head)]
        self._work = _Work()
        self._folders = _with_alternates(folder)
        indexes = [index for each in self._folders for index in sorted((each / "pack").glob("*.idx"))]
        self._packs = [_open_pack(index, self._form, self._work, opened) for index in indexes]

    def get(self, hash: str) -> ShaFile:
        """Return an object; raises `KeyError` where it is missing, as in a partial clone."""
        id = ObjectID(hash.encode("ascii"))
        for pack in self._packs:
            if id in pack:
                kind, content = pack.get_raw(id)
                return ShaFile.from_raw_string(kind, content, object_format=self._form, verify_sha=id)
        for path in (folder / hash[:2] / hash[2:] for folder in self._folders):
            if path.is_file():
                with _open(path, _OBJECT) as file:
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
    entries = opened.enter_context(_open(index, _PACK))
    content = opened.enter_context(_open(index.with_suffix(".pack"), _PACK))
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
