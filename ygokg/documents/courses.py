"""How each passage of a chapter became what it is: its wordings one after another, and the days from and until which each stood."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from ygokg.documents.passages import Passage, best, likeness_of, pairs

if TYPE_CHECKING:
    from ygokg.documents.states import State

_ALIKE = 0.5
"""Two texts less alike than this are not taken for two wordings of one passage."""
_NEAR = 100
"""A text that went is held against so many of those that came that day, the nearest."""
_WORK = 400_000_000
"""Characters that are held against others, in steps that count as a hundred more; where they are used up, only the nearest text is."""
_STEP = 100
_LONGEST = 4096
"""Characters of a text that is held against others. The longest of the documents has a thousand or two."""
_DISTANCE = 1e-9
"""What a line of distance counts: among texts that are equally alike the nearest is taken."""

_Key = tuple[str, int]
"""The hash of a text, and how many lines above have the same: each is a passage of its own."""


class Wording(NamedTuple):
    """A text of a passage, its hash, the line where it stood last, and the days (YYYY-MM-DD) on which it came and was gone again.

    `since` is empty where it was there in the earliest state, `until` where it stands today.
    """

    digest: str
    text: str
    line: int
    since: str
    until: str


class Course(NamedTuple):
    """The wordings of a passage, the earliest first."""

    wordings: tuple[Wording, ...]


def courses(states: Iterable[State]) -> list[Course]:
    """Return the courses of all passages that were ever in a chapter, whose states are given with the earliest first.

    A text that went is followed by the likeliest of those that came the same day, if it is alike. One that went without another in
    its place and came back goes on as the same wording. Passages of today come first, in their order, then those that are gone, the
    last to go first.
    """
    told = _Told()
    for state in states:
        told.add(state.day, _keyed(state.document.passages))
    return told.courses()


def with_digest(courses: Iterable[Course], digest: str) -> list[Course]:
    """Return the courses that have a wording with this hash, in their order; several where it stands in several lines."""
    return [course for course in courses if any(wording.digest == digest for wording in course.wordings)]


class _Told:
    """The courses as far as states were added."""

    def __init__(self) -> None:
        self._all: list[list[Wording]] = []
        self._standing: dict[_Key, list[Wording]] = {}
        self._ended: dict[_Key, list[Wording]] = {}
        """Of the courses that ended, by their last texts."""
        self._lines: Mapping[_Key, Passage] = {}
        self._earliest = True
        self._left = _WORK

    def add(self, day: str, lines: Mapping[_Key, Passage]) -> None:
        for key in lines.keys() & self._ended.keys():  # such a text comes back: it is as if it had never been gone
            self._standing[key] = self._ended.pop(key)
        gone = {key: passage for key, passage in self._lines.items() if key not in lines}
        came = {key: passage for key, passage in lines.items() if key not in self._standing}
        follows = _followers(self._lines, gone, lines, came, self._near(gone.values()))
        continued = {*follows.values()}
        for key, passage in gone.items():
            course = self._standing.pop(key)
            self._leave(course, passage, day)
            if key in follows:
                self._begin(course, follows[key], day)
            else:
                self._ended[key] = course
        for key in [key for key in came if key not in continued]:
            self._all.append([])
            self._begin(self._all[-1], key, "" if self._earliest else day)
        self._lines, self._earliest = lines, False

    def courses(self) -> list[Course]:
        for key, passage in self._lines.items():
            self._leave(self._standing[key], passage, "")
        self._all.sort(key=lambda course: course[-1].line)
        self._all.sort(key=lambda course: course[-1].until or "~", reverse=True)
        return [Course(tuple(course)) for course in self._all]

    def _near(self, gone: Iterable[Passage]) -> int:
        """Return against how many others each of the texts that went can be held."""
        cost = sum(len(passage.text) + _STEP for passage in gone)
        near = max(1, min(_NEAR, self._left // max(cost, 1)))
        self._left -= near * cost
        return near

    def _begin(self, course: list[Wording], key: _Key, day: str) -> None:
        course.append(Wording(key[0], "", 0, day, ""))
        self._standing[key] = course

    def _leave(self, course: list[Wording], passage: Passage, day: str) -> None:
        course[-1] = course[-1]._replace(text=passage.text, line=passage.line, until=day)


def _keyed(passages: Iterable[Passage]) -> dict[_Key, Passage]:
    counts: Counter[str] = Counter()
    found: dict[_Key, Passage] = {}
    for passage in passages:
        found[passage.digest, counts[passage.digest]] = passage
        counts[passage.digest] += 1
    return found


def _followers(
    before: Iterable[_Key], gone: Mapping[_Key, Passage], after: Collection[_Key], came: Mapping[_Key, Passage], most: int
) -> dict[_Key, _Key]:
    """Return which of the texts that came follows which of those that went; each is held against the `most` nearest."""
    old, new = list(gone), list(came)
    where = dict(zip(after, range(len(after)), strict=True))
    places = [float(where[key]) for key in new]
    texts = [_pairs(passage) for passage in came.values()]
    scores: list[tuple[float, int, int]] = []
    for at, (place, passage) in enumerate(zip(_places(before, gone, where), gone.values(), strict=True)):
        text = _pairs(passage)
        near = [number for number in islice(_nearest(places, place), most) if text and texts[number]]
        alike = [(likeness_of(text, texts[number]), number) for number in near]
        scores += [(score - _DISTANCE * abs(places[number] - place), at, number) for score, number in alike if score >= _ALIKE]
    return {old[at]: new[number] for at, (_, number) in best(scores).items()}


def _pairs(passage: Passage) -> frozenset[str]:
    return pairs(passage.text) if len(passage.text) <= _LONGEST else frozenset()


def _places(before: Iterable[_Key], gone: Container[_Key], where: Mapping[_Key, int]) -> Iterator[float]:
    """Yield the places among the lines of today at which texts that went would stand: between the lines beside them that stayed."""
    last, run = -1, 0
    for place in [*(None if key in gone else where[key] for key in before), len(where)]:
        if place is None:
            run += 1
            continue
        step = max(place - last, 1) / (run + 1)
        yield from (last + step * at for at in range(1, run + 1))
        last, run = place, 0


def _nearest(places: Sequence[float], place: float) -> Iterator[int]:
    """Yield the numbers of places, which are in order, from the nearest to the farthest."""
    right = bisect_left(places, place)
    left = right - 1
    while left >= 0 or right < len(places):
        if right == len(places) or (left >= 0 and place - places[left] <= places[right] - place):
            yield left
            left -= 1
        else:
            yield right
            right += 1
