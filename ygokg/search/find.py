"""Finding what a query is for: lines of a table that fit (`Scan`), the best of them (`find`), and how a reader is shown one (`found`)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from heapq import nsmallest
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from ygokg.search.query import COLUMNS, KINDS, UNIT, Span, begins, local_name, marked, occurrences, spans

if TYPE_CHECKING:
    from ygokg.graph.model import Id, Texts
    from ygokg.search.query import Query, Word
    from ygokg.search.table import Table

_WIDE = 72
"""How wide a window is, in terminal columns."""
_CUT = "…"
_NEAR = 12
"""How far, in characters, the edge of a window moves to fall between words."""
_SAMPLE = 1 << 18
"""Bytes, from the beginning, that tell which of several words is the rarest: to count in all takes as long as the search."""
Line = tuple[int, int, int]
"""Where a line begins, where it ends, and the place in it that the last of the query's words has first."""


class Hit(NamedTuple):
    """A thing that fits.

    `rank` is 0 where a label or an id is the query itself, else it goes by where the words stand: 1 label, 2 summary,
    3 definition, 4 a part of an id; with words in different places, by the worst. `inside` tells that Latin words of the query
    may stand inside longer words. `titles` and `texts` are as `ygokg.search.index` has them.
    """

    rank: int
    kind: str
    id: Id
    titles: dict[str, str]
    texts: Sequence[Sequence[str]]
    inside: bool = False


class Indexed(NamedTuple):
    """What a search index says of the Model that it was made of."""

    documents: Mapping[Id, IndexedDocument]
    modified: str

    @classmethod
    def of(cls, about: tuple[Mapping[Id, tuple[str, Texts]], str]) -> Indexed:
        """Return it from `ygokg.search.table.Table.about`."""
        documents, modified = about
        return cls({i: IndexedDocument(*document) for i, document in documents.items()}, modified)


class IndexedDocument(NamedTuple):
    """A document in a search index."""

    issued: str
    labels: Texts


class Hits(NamedTuple):
    """How many things fit, and the best of them."""

    total: int
    best: tuple[Hit, ...]


def find(index: Table, query: Query, kind: str | None = None, most: int | None = None) -> Hits:
    """Return the things that have all words of the query and none of those it excludes, best first, then in the index's order.

    Latin words are looked for where words begin; only where that finds nothing, also inside words. `kind` keeps one of
    `ygokg.search.query.KINDS`; `most` is how many hits are wanted, all without it.
    """
    for inside in (False, True) if is_latin(query) else (False,):
        ranked = [found for part in KINDS if kind in (None, part) for found in _ranked(index, query, part, inside)]
        if ranked:
            best = sorted(ranked) if most is None else nsmallest(most, ranked)
            return Hits(len(ranked), tuple(_hit(index.row(number), rank, inside) for rank, number in best))
    return Hits(0, ())


def _ranked(index: Table, query: Query, kind: str, inside: bool) -> list[tuple[int, int]]:
    """Return rank and line of everything of a kind that fits."""
    first, after = index.parts[kind]
    if first == after:
        return []
    lowered, ends = index.lowered, index.ends
    whole = b"".join(word.key for word in query.words)
    found = []
    for start, end, last in Scan(index, query, inside=inside).lines(ends[first - 1] + 1 if first else 0, ends[after - 1]):
        column = lowered.count(b"\t", start, last)
        exact = _is_one_of(whole, lowered, start, end)
        found.append((0 if exact else column + 1, bisect_left(ends, end)))
    return found


def _is_one_of(whole: bytes, lowered: bytes, start: int, end: int) -> bool:
    """Say whether one of the labels or ids of a line, which are its first and last column, is the query."""
    if lowered.find(whole, start, end) < 0:
        return False
    labels, _, _, ids = lowered[start:end].split(b"\t")
    return whole in labels.split(UNIT) or whole in ids.split(UNIT)


def _hit(row: list[Any], rank: int, inside: bool) -> Hit:
    kind, id, titles, texts = row
    return Hit(rank, kind, id, titles, texts, inside)


def is_latin(query: Query) -> bool:
    """Say whether a query has a word for which it matters where words begin: a Latin word or a number."""
    return any(word.key[:1].isalnum() for word in (*query.words, *query.excluded))


class Scan:
    """A query at work on a table. Latin words are found where words begin and numbers where numbers begin; with `inside`, anywhere."""

    def __init__(self, table: Table, query: Query, *, inside: bool = False) -> None:
        """The marks of the table are read only for a query that needs them."""
        self._lowered = table.lowered
        self._marked = table.marked if is_latin(query) else None
        self._inside = inside
        count = self._lowered.count
        words = query.words if len(query.words) == 1 else sorted(query.words, key=lambda word: count(word.key, 0, _SAMPLE))
        self._rarest = words[0]
        self._others = words[1:]
        self._excluded = query.excluded
        self._plain = self._marked is None and not self._excluded and not any(word.tail for word in words)

    def lines(self, start: int = 0, end: int | None = None) -> Iterator[Line]:
        """Yield the lines between two places that have all words of the query and none of those it excludes."""
        end = len(self._lowered) if end is None else end
        return self._plain_lines(start, end) if self._plain else self._other_lines(start, end)

    def _plain_lines(self, start: int, end: int) -> Iterator[Line]:
        """Do the same where a word is what it is, wherever it stands: this takes a third of the time."""
        find, rfind = self._lowered.find, self._lowered.rfind
        key, others = self._rarest.key, [word.key for word in self._others]
        at = find(key, start, end)
        while at >= 0:
            line_end = find(b"\n", at)
            line_start = rfind(b"\n", 0, at) + 1
            last = at
            for other in others:
                place = find(other, line_start, line_end)
                if place < 0:
                    break
                last = max(place, last)
            else:
                yield line_start, line_end, last
            at = find(key, line_end, end)

    def _other_lines(self, start: int, end: int) -> Iterator[Line]:
        find, rfind = self._lowered.find, self._lowered.rfind
        at = self._place(self._rarest, start, end)
        while at >= 0:
            line_end = find(b"\n", at)
            line_start = rfind(b"\n", 0, at) + 1
            places = [at, *(self._place(word, line_start, line_end) for word in self._others)]
            if min(places) >= 0 and not any(self._place(word, line_start, line_end, inside=False) >= 0 for word in self._excluded):
                yield line_start, line_end, max(places)
            at = self._place(self._rarest, line_end, end)

    def count(self, start: int) -> int:
        """Return how many lines from a place on fit."""
        if self._others or not self._plain:
            return sum(1 for _ in self.lines(start))
        total = 0
        find, key = self._lowered.find, self._rarest.key
        at = find(key, start)
        while at >= 0:
            total += 1
            at = find(key, find(b"\n", at))
        return total

    def _place(self, word: Word, start: int, end: int, *, inside: bool | None = None) -> int:
        """Return where a word stands first between two places, with all that has to follow it; -1 for nowhere."""
        marked = None if (self._inside if inside is None else inside) else self._marked
        find = self._lowered.find
        at = find(word.key, start, end)
        if marked is None and not word.tail:
            return at
        while at >= 0:
            if (marked is None or begins(marked, at)) and (not word.tail or self._followed(word, at)):
                return at
            at = find(word.key, at + 1, end)
        return at

    def _followed(self, word: Word, at: int) -> bool:
        """Say whether the same text goes on with what has to follow a word."""
        find = self._lowered.find
        line_end = find(b"\n", at)
        place = at + len(word.key)
        for piece in word.tail:
            found = find(piece, place, line_end)
            if found < 0:
                return False
            place = found + len(piece)
        return find(UNIT, at, place) < 0 and find(b"\t", at, place) < 0


class Snippet(NamedTuple):
    """A piece of a text, its language (empty for an id), and where the words stand in it."""

    lang: str
    text: str
    spans: tuple[Span, ...]


class Found(NamedTuple):
    """A hit for a reader: what it is called, its id, and pieces of its texts that have the words which these two have not.

    `where` is exact, label, summary, definition or id.
    """

    kind: str
    id: Snippet
    where: str
    title: Snippet
    context: tuple[Snippet, ...]


def found(query: Query, hit: Hit, lang: str) -> Found:
    """Return a hit with its title and context, in `lang` where the words stand there, in other languages otherwise.

    A ruling always has a context, since its title is only its answer.
    """
    words = tuple(word.key for word in query.words)

    def in_place(text: str) -> list[Span]:
        return spans(text, words, inside=hit.inside) if any(_has(text, word, hit.inside) for word in words) else []

    called = hit.titles[lang]
    texts = sorted(hit.texts, key=lambda text: (text[1] != lang, COLUMNS.index(text[0])))
    missing = {word for word in words if not any(_has(text, word, hit.inside) for text in (called, local_name(hit.id)))}
    shown = list(_covering(texts, missing, hit.inside))
    if hit.kind == "ruling" and not any(text_lang for _, text_lang, _ in shown):
        shown.append(texts[0])
    return Found(
        kind=hit.kind,
        id=Snippet("", hit.id, tuple(in_place(hit.id))),
        where=("exact", *COLUMNS)[hit.rank],
        title=Snippet(lang, called, tuple(in_place(called))),
        context=tuple(window(text_lang, text, in_place(text)) for _, text_lang, text in shown),
    )


def _covering(texts: Sequence[Sequence[str]], words: set[bytes], inside: bool) -> Iterator[Sequence[str]]:
    """Yield the fewest of the texts, earlier ones first, that have the words between them."""
    while words:
        best, covered = None, set[bytes]()
        for text in texts:
            has = {word for word in words if _has(text[2], word, inside)}
            if len(has) > len(covered):
                best, covered = text, has
            if covered == words:
                break
        if best is None:
            return
        yield best
        words = words - covered


def _has(text: str, word: bytes, inside: bool) -> bool:
    return next(occurrences(marked(text), word, inside=inside), None) is not None


def window(lang: str, text: str, marks: Sequence[Span], wide: int = _WIDE) -> Snippet:
    """Return the piece of a text around its first mark that fills about `wide` columns; `…` stands for what is cut off."""
    columns = list(accumulate((1 if sign < "\u1100" else 2 for sign in text), initial=0))
    first, last = marks[0] if marks else (0, 0)
    start = bisect_left(columns, max(0, min(columns[first] - wide // 3, columns[-1] - wide)))
    end = bisect_right(columns, columns[start] + wide) - 1
    if start and (space := text.find(" ", start, min(first, start + _NEAR))) > 0:
        start = space + 1
    if end < len(text) and (space := text.rfind(" ", max(last, end - _NEAR), end)) > 0:
        end = space
    before, after = _CUT if start else "", _CUT if end < len(text) else ""
    shift = len(before) - start
    inside = ((max(s, start) + shift, min(e, end) + shift) for s, e in marks if s < end and e > start)
    return Snippet(lang, f"{before}{text[start:end]}{after}", tuple(inside))
