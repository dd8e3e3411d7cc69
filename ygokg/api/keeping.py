"""What the tool keeps on disk: in the cache what it can make again, in the data folder what the user gave it.

Only what is known by its name and its form counts as ours: a cache folder may be any folder that somebody named, and what else lies
in it is never touched. Links are no part of it and are not followed.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ygokg.errors import BrokenInput, UsageProblem
from ygokg.messages import t
from ygokg.names.library import Source, sources
from ygokg.store.cache import built_in_place
from ygokg.store.folders import FOLDER_PREFIXES, cache_folder, data_folder, discard, documents_file, names_folder

__all__ = ["Cleared", "Entry", "cache_folder", "clear", "data_folder", "foreign", "kept", "own_material"]

_RESULTS = "reasoned"
_HASH = "[0-9a-f]{32}"
_OURS = {
    "store": re.compile(_HASH),
    **{kind: re.compile(prefix + _HASH) for kind, prefix in FOLDER_PREFIXES.items()},
    "unfinished": re.compile("(?:building|broken)-[a-z0-9_]{8}"),
}
"""Folders of the cache by what they are."""
_OF_THE_SYSTEM = frozenset({".DS_Store", "CACHEDIR.TAG", "Thumbs.db", "desktop.ini"})
_AT_WORK = 3600
"""Seconds for which an unfinished store may still be in the hands of the process that builds it."""
_SHOWN = 5


class Entry(NamedTuple):
    """Something that is kept.

    `kind` is store, data (what the user laid over it, with it), served (what was read from a server), index (in which a store is
    searched), documents (their triples), search (the table in which they are searched), result (of the reasoner), unfinished,
    names or imported. `state` is current or other (a store of this version and
    data, or of another), at-work, or empty where that cannot be told; `changed` when it was last written.
    """

    kind: str
    name: str
    state: str
    bytes: int
    changed: float
    path: Path


class Cleared(NamedTuple):
    """What was removed; and what was left, because another process works at it or the system keeps it."""

    removed: tuple[Entry, ...]
    left: tuple[Entry, ...]


def kept() -> list[Entry]:
    """Return what is in the cache, by kind and then newest first; none where there is no cache.

    Raises `BrokenInput` where the cache is no folder that can be read.
    """
    place = built_in_place()
    current = None if place is None else Path(place)
    order = ("store", *FOLDER_PREFIXES, "result", "unfinished")
    return sorted(
        (entry for path in _paths() if (entry := _entry(path, current)) is not None),
        key=lambda entry: (order.index(entry.kind), -entry.changed),
    )


def foreign() -> list[Path]:
    """Return what is in the cache folder and is not ours, nor of the kind that a desktop leaves in every folder."""
    return sorted(path for path in _paths() if _kind(path) is None and path.name not in _OF_THE_SYSTEM)


def own_material() -> list[Entry]:
    """Return what the user imported: card databases, and the documents. It could not be made again, and nothing here removes it."""
    files = [("names", s.name if isinstance(s, Source) else s) for s in sources(names_folder())]
    places = [(kind, name, names_folder() / f"{name}.names") for kind, name in files]
    places.append(("imported", documents_file().name, documents_file()))
    found = []
    for kind, name, path in places:
        with contextlib.suppress(OSError):
            found.append(Entry(kind, name, "", path.stat().st_size, path.stat().st_mtime, path))
    return found


def clear(lang: str) -> Cleared:
    """Remove from the cache all that can be made again.

    A process that uses a store meanwhile goes on with what it has open, or builds anew; what one is building is left. Raises
    `UsageProblem` in `lang`, and removes nothing, where the cache folder holds anything that is not ours.
    """
    strangers = foreign()
    if strangers:
        shown = [str(path.relative_to(cache_folder())) for path in strangers[:_SHOWN]] + ["…"] * (len(strangers) > _SHOWN)
        message = t(lang, "cache.foreign", folder=cache_folder(), names=t(lang, "list").join(shown))
        raise UsageProblem(message, t(lang, "cache.foreign.hint"))
    entries = kept()
    gone = {entry for entry in entries if entry.state != "at-work" and _remove(entry.path)}
    return Cleared(tuple(e for e in entries if e in gone), tuple(e for e in entries if e not in gone))


def _paths() -> Iterator[Path]:
    """Yield what is in the cache folder; of the folder of results, if it is one, what is in it."""
    folder = cache_folder()
    try:
        for path in folder.iterdir():
            if path.name == _RESULTS and _is_folder(path):
                yield from path.iterdir()
            else:
                yield path
    except FileNotFoundError:
        return
    except OSError as error:
        raise BrokenInput(f"The cache {folder} cannot be read: {error.strerror}.", "Name another folder in YGOKG_CACHE.") from error


def _kind(path: Path) -> str | None:
    """Return what a path in the cache is; None where it is not ours."""
    if path.parent.name == _RESULTS and path.parent.parent == cache_folder():
        ours = not path.is_symlink() and path.is_file()
        if ours and re.fullmatch(f"{_HASH}\\.json", path.name):
            return "result"
        return "unfinished" if ours and re.fullmatch("writing-[a-z0-9_]{8}", path.name) else None
    if re.fullmatch(r"documents\.pieces(?:\.[0-9]+)?", path.name):  # of an earlier version
        return "search" if path.is_file() and not path.is_symlink() else None
    kind = next((kind for kind, name in _OURS.items() if name.fullmatch(path.name)), None)
    if kind is None or not _is_folder(path):
        return None
    return kind if kind == "unfinished" or (path / "made-from.tsv").is_file() or _is_folder(path / "triples") else None


def _entry(path: Path, current: Path | None) -> Entry | None:
    """Return what is known of a path; None where it is not ours, or where another process removed it meanwhile."""
    kind = _kind(path)
    try:
        changed = path.lstat().st_mtime
    except OSError:
        return None
    if kind is None:
        return None
    state = ""
    if kind == "store":
        state = "current" if path == current else "other"
    elif kind == "unfinished" and changed > time.time() - _AT_WORK:
        state = "at-work"
    return Entry(kind, path.name, state, _size(path), changed, path)


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _size(path: Path) -> int:
    """Return the bytes of a file, or of the files in a folder; what disappears meanwhile does not count."""
    total = 0
    with contextlib.suppress(OSError):
        total = 0 if _is_folder(path) else path.lstat().st_size
    for place, _, names in os.walk(path):
        for name in names:
            with contextlib.suppress(OSError):
                total += os.lstat(os.path.join(place, name)).st_size
    return total


def _remove(path: Path) -> bool:
    """Remove a file or folder of the cache; return whether it is gone."""
    try:
        if _is_folder(path):
            discard(path)
        else:
            path.unlink(missing_ok=True)
    except OSError:
        return not path.exists()
    return True
