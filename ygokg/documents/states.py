"""The states of files over the history of a git checkout, read as `ygokg.documents.checkout` reads: nothing of it is run or fetched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ygokg.documents.checkout import Repository, day_of, in_checkout
from ygokg.documents.passages import Document
from ygokg.documents.reading import Known, decoded, read_document
from ygokg.errors import BrokenInput

if TYPE_CHECKING:
    from dulwich.objects import Commit

_COMMITS = 50_000
"""The documents have some thousands."""
_TEXT = 128 * 1024 * 1024
"""Bytes of all states of a file together. The largest chapter has ten megabytes in two years."""
_LINES = 1_000_000
"""Lines of all states of a file together: what is read of a line takes far more room than a short line does."""


class State(NamedTuple):
    """What a file said from a day (YYYY-MM-DD) on; where it was not there, a document without passages."""

    day: str
    document: Document


class Past(NamedTuple):
    """The states of a file, the earliest first; two that follow each other are never the same.

    `unread` are the days of states that are no whole text of the documents, as with the marks of an unfinished merge: what was said
    before stands there until the next state. `whole` tells that nothing comes before the earliest state: it is False in a shallow clone.
    """

    states: tuple[State, ...]
    unread: tuple[str, ...]
    whole: bool


def read_states(folder: Path, names: Iterable[str]) -> dict[str, Past] | None:
    """Return the past of files of the checkout in a folder, which are named from there with `/`, as far as they ever were in it.

    Of commits with several parents the first is followed. What stood at the end of a day counts, and a day is that of the commit
    where it was made, but never before that of an earlier commit. None where there is no checkout, where its history is damaged or
    lacks files, as in a partial clone, and where it is too large.
    """
    return in_checkout(folder, lambda repository: _pasts(repository, tuple(dict.fromkeys(names))))


def _pasts(repository: Repository, names: tuple[str, ...]) -> dict[str, Past]:
    commits = [(day_of(commit), commit) for commit in _commits(repository)][::-1]
    whole = not commits[0][1].parents
    days = accumulate((day for day, _ in commits), max)  # a clock that was wrong once cannot turn the order around
    by_day: dict[str, dict[str, str]] = {name: {} for name in names}
    found: Mapping[str, str] = {}
    tree = None
    for day, (_, commit) in zip(days, commits, strict=True):
        if commit.tree != tree:
            found, tree = dict(repository.objects.files(commit, names)), commit.tree
        for name, hashes in by_day.items():
            hashes[day] = found.get(name, "")
    return {name: _past(repository, name, hashes, whole=whole) for name, hashes in by_day.items() if any(hashes.values())}


def _commits(repository: Repository) -> Iterator[Commit]:
    """Yield the last commit and those before it; raises `OverflowError` for too many."""
    ends = repository.ends()
    hash = repository.head
    for _ in range(_COMMITS):
        commit = repository.objects.commit(hash)
        yield commit
        if not commit.parents or hash in ends:
            return
        hash = commit.parents[0].decode("ascii")
    raise OverflowError(hash)


def _past(repository: Repository, name: str, hashes: Mapping[str, str], *, whole: bool) -> Past:
    """Return the past of a file of which the hash at the end of each day is known, empty where it was not there."""
    reader = _Reader(repository, Path(name))
    states: list[State] = []
    unread: list[str] = []
    before = ""
    for day, hash in hashes.items():
        if hash == before:
            continue
        before = hash
        document = reader.read(hash)
        if document is None:
            unread.append(day)
        elif not states or document is not states[-1].document:
            states.append(State(day, document))
    return Past(tuple(states), tuple(unread), whole)


class _Reader:
    """Reads the states of one file: each once, and of each line of them what is in it once; raises `OverflowError` for too much."""

    def __init__(self, repository: Repository, path: Path) -> None:
        self._repository = repository
        self._path = path
        self._documents: dict[str, Document | None] = {"": read_document(path, "", "en")}
        self._lines: Known = {}
        self._text_left = _TEXT
        self._lines_left = _LINES

    def read(self, hash: str) -> Document | None:
        """Return a state, or None for one that is no whole text."""
        if hash not in self._documents:
            content = self._repository.objects.content(hash)
            self._take(content)
            try:
                self._documents[hash] = read_document(self._path, decoded(self._path, content, "en"), "en", self._lines)
            except BrokenInput:
                self._documents[hash] = None
        return self._documents[hash]

    def _take(self, content: bytes) -> None:
        self._text_left -= len(content)
        self._lines_left -= content.count(b"\n") + content.count(b"\r")
        if self._text_left < 0 or self._lines_left < 0:
            raise OverflowError(len(content))
