"""Where things are kept: stores, which the next call can make again, and the user's own material, which it could not.

Whether what lies there can be trusted: only what this user alone can write to is ever read as a store. And folders of the cache: built
under another name beside their place, published by one rename, and never written to afterwards. Any number of processes may read one,
and several that build it at once do not disturb each other. `made-from.tsv` says what a folder was made from; `files.tsv` has its
files, each with size, check sum (CRC-32), and the times and the number by which the system knows it: a file that is still the very one
that was written is not read again to find out that it is whole.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

_NAMES, _DOCUMENTS = "names", "documents.sqlite"
_ROOT = 0
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH

FOLDER_PREFIXES = {"data": "data-", "served": "served-", "index": "index-", "documents": "documents-", "search": "passages-"}
"""How the names of folders begin, by what they are; what the built-in data is made into is named by its hash alone."""

_MADE_FROM = "made-from.tsv"
_FILES = "files.tsv"
_BUILDING = "building-"
_BROKEN = "broken-"
_BLOCK = 1 << 20
_DAY = 24 * 3600
_KEEP_DAYS = 30
_MOST = {"data": 8, "served": 8, "index": 8, "documents": 1, "search": 1}
"""So many folders are kept of what every other input makes another of; of imported documents one, or what was removed would stay."""


def cache_folder() -> Path:
    """Return where stores are kept: YGOKG_CACHE, or `ygokg` in the system's folder for caches."""
    return _path(cache_place())


def cache_place() -> str:
    """Return the cache folder as text, which is all that a look-up needs of it."""
    return _folder("YGOKG_CACHE", windows=("LOCALAPPDATA", "~/AppData/Local"), mac="~/Library/Caches", other=("XDG_CACHE_HOME", "~/.cache"))


def data_folder() -> Path:
    """Return where the user's material is kept: YGOKG_DATA, or `ygokg` in the system's folder for the data of programs."""
    return _path(_data())


def names_folder() -> Path:
    """Return where the card databases are kept that the user imported (see `ygokg.names.library`)."""
    return data_folder() / _NAMES


def names_there() -> bool:
    """Say whether there is such a folder."""
    return os.path.isdir(os.path.join(_data(), _NAMES))


def documents_file() -> Path:
    """Return where the imported documents are kept."""
    return data_folder() / _DOCUMENTS


def documents_there() -> bool:
    """Say whether there is such a file."""
    return os.path.isfile(os.path.join(_data(), _DOCUMENTS))


def _data() -> str:
    return _folder(
        "YGOKG_DATA",
        windows=("APPDATA", "~/AppData/Roaming"),
        mac="~/Library/Application Support",
        other=("XDG_DATA_HOME", "~/.local/share"),
    )


def _path(place: str) -> Path:
    from pathlib import Path

    return Path(place)


def _folder(own: str, *, windows: tuple[str, str], mac: str, other: tuple[str, str]) -> str:
    """Return the folder that the variable `own` names, or `ygokg` in the system's; a pair is a variable and what holds without it."""
    if chosen := os.environ.get(own):
        return chosen
    if sys.platform == "darwin":
        base = mac
    else:
        variable, usual = windows if sys.platform == "win32" else other
        base = os.environ.get(variable) or usual
    base = os.path.expanduser(base)
    # A user without a home can keep nothing, as where a folder cannot be written.
    return os.path.join(os.devnull if base.startswith("~") else base, "ygokg")


def is_ours(known: os.stat_result) -> bool:
    """Say whether a file or folder, as `os.lstat` knows it, is written by this user alone, or by root, who could change the tool as well.

    A link never is: who made it may not be who made what it leads to.
    """
    if not (stat.S_ISREG(known.st_mode) or stat.S_ISDIR(known.st_mode)):
        return False
    return not hasattr(os, "geteuid") or (known.st_uid in (_ROOT, os.geteuid()) and not known.st_mode & _OTHERS_WRITE)


def is_cache_ours() -> bool:
    """Say whether only this user can put something into the cache folder, or it is not there yet; it may be a link of the user's own."""
    try:
        return is_ours(os.stat(cache_place()))  # a link is followed here, and nowhere else
    except OSError:
        return True


def make_cache() -> None:
    """Make the cache folder, for this user alone, where it is not there; raises `OSError` where it cannot be, or others can write to it."""
    cache_folder().mkdir(parents=True, exist_ok=True, mode=0o700)
    if not is_cache_ours():
        raise PermissionError(f"others can write to {cache_folder()}")


class _File(NamedTuple):
    """What is known of a published file; `seen` are its times and number when that was last found true."""

    size: str
    checksum: str
    seen: str


class Found(NamedTuple):
    """Where a folder is or is to be, and whether it is there and sound."""

    place: str
    sound: bool


def place_of(kind: str, made_from: bytes) -> str:
    """Return where the folder of a kind (see `FOLDER_PREFIXES`) is to be that is made from what this says."""
    import hashlib

    return os.path.join(cache_place(), f"{FOLDER_PREFIXES[kind]}{hashlib.sha256(made_from).hexdigest()[:32]}")


def find(made_from: bytes, named: Callable[[], str]) -> Found:
    """Return the folder that was made from what this says; `named` tells, in more time, where it is to be if no folder says so."""
    noted = _noted(made_from)
    place = noted or named()
    sound = is_sound(place)
    if sound and noted is None:  # of files that were only touched or moved
        with contextlib.suppress(OSError):
            write_new(os.path.join(place, _MADE_FROM), made_from)
    return Found(place, sound)


def _noted(made_from: bytes) -> str | None:
    """Return the folder of which `made-from.tsv` says this."""
    cache = cache_place()
    with contextlib.suppress(OSError):
        for name in os.listdir(cache) if is_cache_ours() else ():
            with contextlib.suppress(OSError):
                if not name.startswith((_BUILDING, _BROKEN)) and _content(os.path.join(cache, name, _MADE_FROM)) == made_from:
                    return os.path.join(cache, name)
    return None


def _content(file: str) -> bytes:
    with open(file, "rb") as content:
        return content.read()


def is_sound(place: str | Path, *, anew: bool = False) -> bool:
    """Say whether a folder is there, ours alone, and has all that was published and nothing else, each file as it was written.

    Files that were copied, or touched by another program, are compared by their check sums; with `anew` all are.
    """
    try:
        if not (is_cache_ours() and is_ours(os.lstat(place))):
            return False
        found = dict(_below(place))
        if not all(map(is_ours, found.values())):
            return False
        known = _listed(place)
        files = {name: state for name, state in found.items() if _is_listed(name, state)}
        if known.keys() != files.keys() or any(known[name].size != str(state.st_size) for name, state in files.items()):
            return False
        changed = [name for name, state in files.items() if anew or known[name].seen != _seen(state)]
        if any(_checksum(os.path.join(place, name)) != known[name].checksum for name in changed):
            return False
    except (OSError, ValueError):
        return False
    if changed:
        with contextlib.suppress(OSError):  # where that fails the next call finds out the same again
            _list(place, {name: file._replace(seen=_seen(files[name])) for name, file in known.items()})
    return True


def content_of(place: str | Path, name: str) -> bytes:
    """Return what a file of a published folder holds; raises `OSError` where it is gone, and `ValueError` where it is damaged."""
    from zlib import crc32

    file = os.path.join(place, name)
    content = _content(file)
    if _listed(place)[name].checksum != f"{crc32(content):08x}":
        raise ValueError(f"{file} is not as it was written")
    return content


def publish(place: str | Path, made_from: bytes, make: Callable[[Path], None]) -> None:
    """Let `make` fill a folder, and publish it at a place in the cache.

    One that another process published meanwhile is as good and stays; what is not sound makes room. Raises `OSError` where the cache
    cannot be written, or others can write to it.
    """
    import shutil
    import tempfile
    from pathlib import Path

    make_cache()
    place = Path(place)
    work = Path(tempfile.mkdtemp(prefix=_BUILDING, dir=place.parent))
    try:
        make(work)
        _seal(work, made_from)
        try:
            work.rename(place)
        except OSError:
            if is_sound(place):
                return
            discard(place)
            work.rename(place)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    _tidy(place)


def discard(place: str | Path) -> None:
    """Take a folder out of the way in one step, so that nobody finds half of it, then delete it; raises `OSError` where it stays."""
    import shutil
    import tempfile
    from pathlib import Path

    place = Path(place)
    aside = Path(tempfile.mkdtemp(prefix=_BROKEN, dir=place.parent))
    try:
        place.rename(aside / place.name)
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _below(folder: str | Path, above: str = "") -> Iterator[tuple[str, os.stat_result]]:
    """Yield what is in a folder, by its name from there; links are not followed."""
    for name in os.listdir(folder):
        known = os.lstat(place := os.path.join(folder, name))
        yield above + name, known
        if stat.S_ISDIR(known.st_mode):
            yield from _below(place, f"{above}{name}/")


def _is_listed(name: str, state: os.stat_result) -> bool:
    """Say whether this is one of the files that were built, and neither of the two lists, which may be written anew."""
    return not stat.S_ISDIR(state.st_mode) and not name.startswith((_MADE_FROM, _FILES))


def _seal(work: Path, made_from: bytes) -> None:
    """List what was built, and close it to others, whatever the user's mask for new files is."""
    for name, state in _below(work):
        (work / name).chmod(0o700 if stat.S_ISDIR(state.st_mode) else 0o600)
    built = {name: state for name, state in _below(work) if _is_listed(name, state)}
    write_new(os.path.join(work, _MADE_FROM), made_from)
    _list(work, {name: _File(str(state.st_size), _checksum(work / name), _seen(state)) for name, state in built.items()})


def _listed(place: str | Path) -> dict[str, _File]:
    """Return what `files.tsv` says; raises `OSError` where it is gone, and `ValueError` where it says nothing of the kind."""
    rows = (line.split("\t") for line in _content(os.path.join(place, _FILES)).decode().splitlines())
    return {name: _File(size, checksum, seen) for name, size, checksum, seen in rows}


def _list(place: str | Path, files: dict[str, _File]) -> None:
    lines = ("\t".join((name, *file)) for name, file in files.items())
    write_new(os.path.join(place, _FILES), "\n".join(lines).encode())


def _seen(known: os.stat_result) -> str:
    """Return what changes whenever a file is written, replaced or copied; a program can set back one of the times, not both."""
    return f"{known.st_mtime_ns} {known.st_ctime_ns} {known.st_ino}"


def _checksum(file: str | Path) -> str:
    from zlib import crc32

    found = 0
    with open(file, "rb") as content:
        while block := content.read(_BLOCK):
            found = crc32(block, found)
    return f"{found:08x}"


def write_new(file: str | Path, content: bytes, prefix: str = "") -> None:
    """Write a file, for this user alone, in one step: under a name with this prefix, or its own, first. Raises `OSError`."""
    import tempfile

    folder, name = os.path.split(file)
    handle, unfinished = tempfile.mkstemp(prefix=prefix or f"{name}.", dir=folder)
    try:
        with os.fdopen(handle, "wb") as new:
            new.write(content)
        os.replace(unfinished, file)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.remove(unfinished)


def _tidy(place: Path) -> None:
    """Remove what is a month old, what builds that were broken off left behind a day ago, and the oldest where there are many of a kind."""
    import shutil

    kinds: dict[str, list[tuple[float, Path]]] = {}
    for other in place.parent.iterdir():
        with contextlib.suppress(OSError):
            if other == place or not _is_ours_by_form(other):
                continue
            written = other.lstat().st_mtime
            days = 1 if other.name.startswith((_BUILDING, _BROKEN)) else _KEEP_DAYS
            if written < time.time() - days * _DAY:
                shutil.rmtree(other, ignore_errors=True)
            else:
                kinds.setdefault(_kind(other), []).append((written, other))
    for kind, most in _MOST.items():
        others = most - (kind == _kind(place))
        for _, other in sorted(kinds.get(kind, ()), reverse=True)[others:]:
            shutil.rmtree(other, ignore_errors=True)


def _kind(folder: Path) -> str:
    return next((kind for kind, prefix in FOLDER_PREFIXES.items() if folder.name.startswith(prefix)), "")


def _is_ours_by_form(folder: Path) -> bool:
    return (folder / _MADE_FROM).is_file() or (folder / "triples").is_dir()
