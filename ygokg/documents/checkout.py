"""What a git checkout says of files, read with a library.

The program git is never called: the settings of a folder, or of one above it, name programs that git runs. No settings are read here,
nothing is fetched, and whatever lies in place of a repository (a pipe, a giant, a bomb, nothing) is no checkout.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ygokg.documents.objects import LIST, Objects, line_of, open_file

if TYPE_CHECKING:
    from dulwich.objects import Commit

_LINKS = 5
_Made = TypeVar("_Made")


class Checkout(NamedTuple):
    """The last commit of a checkout: its short id, its day, and the hash of each file asked about that it has."""

    revision: str
    date: str
    files: dict[str, str]


class Repository(NamedTuple):
    """What a checkout is of: its objects, the hash of its last commit, and the folder that all checkouts of it share."""

    objects: Objects
    head: str
    shared: Path

    def ends(self) -> frozenset[str]:
        """Return the hashes of the commits before which nothing was fetched: a shallow clone has some."""
        path = self.shared / "shallow"
        if not path.is_file():
            return frozenset()
        with open_file(path, LIST) as file:
            return frozenset(os.fsdecode(file.read()).split())


def read_checkout(folder: Path, names: Iterable[str]) -> Checkout | None:
    """Return what the checkout in a folder says of files, which are named from there with `/`; None where that cannot be read."""
    return in_checkout(folder, lambda repository: _last_commit(repository, names))


def in_checkout(folder: Path, read: Callable[[Repository], _Made]) -> _Made | None:
    """Return what `read` makes of the repository of the checkout in a folder; None where there is none or it is damaged."""
    with warnings.catch_warnings(), ExitStack() as opened:  # closed once no exception holds on to pieces of packs any more
        warnings.simplefilter("ignore", ResourceWarning)  # of what the library leaves where a file is damaged
        return _read(folder, read, opened)


def day_of(commit: Commit) -> str:
    """Return the day of a commit (YYYY-MM-DD), where it was made; raises `OverflowError` or `ValueError` for one beyond the calendar."""
    return datetime.fromtimestamp(commit.commit_time + commit.commit_timezone, UTC).date().isoformat()


def _read(folder: Path, read: Callable[[Repository], _Made], opened: ExitStack) -> _Made | None:
    try:
        own, shared = _folders(folder)
        head = _head(own, shared)
        return read(Repository(Objects(shared / "objects", head, opened), head, shared))
    except Exception:  # whatever damage makes the library raise
        return None


def _last_commit(repository: Repository, names: Iterable[str]) -> Checkout:
    objects = repository.objects
    commit = objects.commit(repository.head)
    return Checkout(objects.shortest(repository.head), day_of(commit), dict(objects.files(commit, names)))


def _folders(checkout: Path) -> tuple[Path, Path]:
    """Return the folder of this checkout's HEAD, and that of what all checkouts of its repository share."""
    own = checkout / ".git"
    if own.is_file():
        mark, _, place = line_of(own).partition(" ")
        if mark != "gitdir:":
            raise ValueError(own)
        own = checkout / place
    shared = own / "commondir"
    return own, own / line_of(shared) if shared.is_file() else own


def _head(own: Path, shared: Path) -> str:
    """Return the hash of the last commit."""
    said = line_of(own / "HEAD")
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
            return line_of(folder / name)
    wanted = os.fsencode(name)
    with open_file(shared / "packed-refs", LIST) as file:
        for line in file:
            hash, _, ref = line.rstrip(b"\r\n").partition(b" ")
            if ref == wanted:
                return hash.decode("ascii")
    raise KeyError(name)
