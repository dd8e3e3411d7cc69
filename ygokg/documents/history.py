"""What was said about a card or in an official answer, in order, and what a change most likely replaces."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ygokg.documents.passages import containment, covered, likeness
from ygokg.documents.shelf import connect

_ALIKE = 0.35
"""A text less alike than this is no candidate."""
_SHARED = 0.5
"""Nor is one that has fewer of the cards in common."""
_PART = 0.8
"""What it counts that a short text is within a long one, which a change often makes of several."""
_CANDIDATES = 3


class Cited(NamedTuple):
    """A source that an entry cites, and the words that rest on it."""

    source_class: str
    identifier: str | None
    date: str | None
    url: str
    clause: str


class Place(NamedTuple):
    """Where an entry stands: document, its age, line and headings."""

    document: str
    revision: str
    dated: str
    line: int
    section: tuple[str, ...]


class Entry(NamedTuple):
    """A passage of the imported documents; `also` are further places of the same text.

    `date` is the day of the log or the latest that it cites; `names` maps the keys of the names in it to how they are written; `box` is
    what it stands in, if anything.
    """

    number: int
    digest: str
    place: Place
    kind: str
    text: str
    label: str
    date: str | None
    logged: bool
    state: str
    source_class: str
    names: dict[str, str]
    cited: tuple[Cited, ...]
    also: tuple[Place, ...] = ()
    box: str = ""


class Candidate(NamedTuple):
    """An earlier entry that a change may replace, with how likely (0 to 1): the mean of shared cards and of likeness of the texts."""

    entry: Entry
    score: float


def entries_naming(keys: Iterable[str], lang: str) -> list[Entry]:
    """Return the entries with a name that has one of these keys, in order of their days, those without a day last."""
    condition = "number IN (SELECT passage FROM names WHERE key IN (SELECT value FROM json_each(?)))"
    with connect(lang) as library:
        return _in_order(fetch(library, condition, [json.dumps([*keys])]))


def entries_citing(identifier: str, lang: str) -> list[Entry]:
    """Return the entries that cite an official answer by its id, in order of their days."""
    condition = "number IN (SELECT passage FROM evidence WHERE identifier = ? AND class = 'database')"
    with connect(lang) as library:
        return _in_order(fetch(library, condition, [identifier]))


def fetch(library: sqlite3.Connection, condition: str, values: Sequence[object]) -> list[Entry]:
    """Return the entries of the passages that a condition in SQL holds for, by document and line."""
    query = (
        "SELECT documents.id, revision, documents.dated, line, section, number, digest, kind, text, label, passages.dated,"
        " date IS NOT NULL, state, source_class, box FROM passages JOIN documents ON document = documents.id"
        f" WHERE {condition} ORDER BY documents.id, line"
    )
    rows = library.execute(query, values).fetchall()
    names, cited = _details(library, {row[5]: row[8] for row in rows})
    return [
        Entry(
            *(number, digest, Place._make((*place, tuple(json.loads(section)))), kind, text, label, day, bool(logged), state, source_class),
            names=names.get(number, {}),
            cited=tuple(cited.get(number, ())),
            box=box,
        )
        for *place, section, number, digest, kind, text, label, day, logged, state, source_class, box in rows
    ]


def predecessors(entry: Entry, others: Iterable[Entry]) -> list[Candidate]:
    """Return what a change may replace among other entries: named alike, worded alike, and not later; the likeliest first."""
    found = []
    for other in others:
        if other.digest == entry.digest or not _before(other, entry):
            continue
        shared = covered(entry.names.keys(), other.names.keys())
        if shared < _SHARED or (alike := max(likeness(entry.text, other.text), _PART * containment(entry.text, other.text))) < _ALIKE:
            continue
        found.append(Candidate(other, (shared + alike) / 2))
    return sorted(found, key=lambda one: (-one.score, one.entry.date or "", one.entry.number))[:_CANDIDATES]


def _before(other: Entry, entry: Entry) -> bool:
    """Say whether an entry can be older than a change: by its day, or, on the same day or without one, by being withdrawn or pending."""
    if other.date and entry.date and other.date != entry.date:
        return other.date < entry.date
    return other.state in ("withdrawn", "pending")


def _details(library: sqlite3.Connection, texts: dict[int, str]) -> tuple[dict[int, dict[str, str]], dict[int, list[Cited]]]:
    """Return the names and the sources of passages, given by number with their texts."""
    numbers = (json.dumps([*texts]),)
    chosen = "WHERE passage IN (SELECT value FROM json_each(?)) ORDER BY passage, position"
    names: dict[int, dict[str, str]] = {}
    for passage, key, name in library.execute(f"SELECT passage, key, name FROM names {chosen}", numbers):
        names.setdefault(passage, {}).setdefault(key, name)
    cited: dict[int, list[Cited]] = {}
    rows = library.execute(f"SELECT passage, first, last, class, identifier, date, url FROM evidence {chosen}", numbers)
    for passage, start, end, *source in rows:
        cited.setdefault(passage, []).append(Cited._make((*source, texts[passage][start:end].strip())))
    return names, cited


def _in_order(entries: Iterable[Entry]) -> list[Entry]:
    """Put entries in order of their days and those of the same text and day together, the log's first."""
    together: dict[tuple[str, str | None], Entry] = {}
    for entry in sorted(entries, key=lambda one: (one.date is None, one.date or "", not one.logged, one.place.document, one.place.line)):
        known = together.get((entry.digest, entry.date))
        together[entry.digest, entry.date] = entry if known is None else known._replace(also=(*known.also, entry.place))
    return list(together.values())
