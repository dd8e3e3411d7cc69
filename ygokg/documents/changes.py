"""What the imported documents say anew since a day, and where they contradict themselves or each other."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from ygokg.documents.history import Entry, fetch
from ygokg.documents.passages import best, likeness, normalise
from ygokg.documents.shelf import connect
from ygokg.graph.model import Id, Model
from ygokg.names.keys import name_key
from ygokg.names.links import cards_stated

CHANGES = ("new", "changed", "resolved", "withdrawn")
_BY_STATE = {"current": "new", "pending": "new", "changed": "changed", "pending-resolved": "resolved", "withdrawn": "withdrawn"}
_ALIKE = 0.5
_TOGETHER = 2
"""So many cards that an entry has in common with a ruling place it in the ruling's system."""
KINDS = ("faq-dates", "faq-texts", "cites-withdrawn")
_UNALIKE = 0.5
"""Two texts on the same cards, from the same answer, that are less alike than this differ."""
_ALIKE_STATEMENTS = 0.8
"""A text this much like a withdrawn one, on the same cards, cites it."""


class Change(NamedTuple):
    """Something that happened: one of `CHANGES`, the day, and the entry, or what is left of it in `text` where it is gone.

    `before` is the earlier text where an import replaced it; `imported` tells that the day is that of the import.
    """

    change: str
    day: str
    document: str
    text: str
    names: Mapping[str, str]
    entry: Entry | None = None
    before: str = ""
    imported: bool = False


def changes(since: str, lang: str) -> list[Change]:
    """Return what happened on a day (YYYY-MM-DD) or later, in order of the days; each text once.

    Raises as `ygokg.documents.shelf.connect` does.
    """
    found: dict[str, Change] = {}
    with connect(lang) as library:
        for entry in fetch(library, "passages.dated >= ?", [since]):
            known = found.get(entry.digest)
            if known is None or (known.entry is not None and not known.entry.logged and entry.logged):
                change = _BY_STATE[entry.state]
                found[entry.digest] = Change(change, entry.date or "", entry.place.document, entry.text, entry.names, entry)
        for one in _by_import(library, since):
            digest = one.entry.digest if one.entry else f"{one.document}\0{one.text}"
            if digest not in found or one.change == "withdrawn":
                found[digest] = one
    return sorted(
        found.values(), key=lambda one: (one.day, CHANGES.index(one.change), one.document, one.entry.place.line if one.entry else 0)
    )


def _by_import(library: sqlite3.Connection, since: str) -> Iterator[Change]:
    """Yield what the imports since a day changed in documents that were there before."""
    rows = library.execute(
        "SELECT document, digest, text, state, replaced, change FROM earlier WHERE replaced >= ? ORDER BY replaced, document, line",
        (since,),
    ).fetchall()
    now = {(entry.place.document, entry.digest): entry for entry in _now(library, rows)}
    gone = [row for row in rows if row[5] == "gone" and (row[0], row[1]) not in now]
    new = [(row[4], now[row[0], row[1]]) for row in rows if row[5] == "new" and (row[0], row[1]) in now]
    scores = [
        (score, at, number)
        for at, (document, _, text, _, day, _) in enumerate(gone)
        for number, (day_new, entry) in enumerate(new)
        if document == entry.place.document and day == day_new and (score := likeness(text, entry.text)) >= _ALIKE
    ]
    pairs = {number: at for at, (_, number) in best(scores).items()}
    for number, (day, entry) in enumerate(new):
        before = gone[pairs[number]][2] if number in pairs else ""
        change = "changed" if before else _BY_STATE[entry.state]
        yield Change(change, day, entry.place.document, entry.text, entry.names, entry, before, imported=True)
    for at, (document, _, text, _, day, _) in enumerate(gone):
        if at not in pairs.values():
            yield Change("withdrawn", day, document, text, _names_in(text), None, "", imported=True)
    for document, digest, _, state, day, kind in rows:
        entry_now = now.get((document, digest))
        if kind == "state" and entry_now is not None:
            change = "resolved" if state == "pending" and entry_now.state == "current" else _BY_STATE[entry_now.state]
            yield Change(change, day, document, entry_now.text, entry_now.names, entry_now, "", imported=True)


def _now(library: sqlite3.Connection, rows: Iterable[Sequence[str]]) -> Iterator[Entry]:
    for document in sorted({row[0] for row in rows}):
        condition = "document = ? AND digest IN (SELECT digest FROM earlier WHERE document = ?)"
        yield from fetch(library, condition, [document, document])


def _names_in(text: str) -> dict[str, str]:
    from ygokg.documents.marks import read_inline

    return {name_key(name.name): name.name for name in read_inline(text).names}


class Systems:
    """Which rule system an entry belongs to: that of its own passage, of the same official answer, or of a ruling on the same cards."""

    def __init__(self, model: Model) -> None:
        self._by_digest = {p.digest: p.system for p in model.passages.values()}
        self._by_answer = {e.identifier: p.system for p in model.passages.values() for e in p.evidence if e.identifier}
        self._rulings: list[tuple[frozenset[str], Id]] = []
        keys = {card.id: name_key(card.names["zh"]) for card in model.cards.values() if "zh" in card.names}
        for ruling in model.rulings.values():
            named = frozenset(keys[card] for card in cards_stated(model, ruling) if card in keys)
            systems = [model.passages[source].system for source in ruling.sources if source in model.passages]
            if len(named) >= _TOGETHER and systems:
                self._rulings.append((named, systems[0]))

    def of(self, change: Change) -> Id | None:
        """Return the system, or None."""
        entry = change.entry
        if entry is not None:
            if entry.digest in self._by_digest:
                return self._by_digest[entry.digest]
            for cited in entry.cited:
                if cited.source_class == "database" and cited.identifier in self._by_answer:
                    return self._by_answer[cited.identifier]
        names = change.names.keys()
        shared = ((len(named & names), system) for named, system in self._rulings)
        most = max(shared, key=lambda pair: pair[0], default=(0, None))
        return most[1] if most[0] >= _TOGETHER else None


class Contradiction(NamedTuple):
    """A finding: its id, which stays as long as its texts do, one of `KINDS`, what it is about, and the entries that disagree."""

    id: str
    kind: str
    about: str
    entries: tuple[Entry, ...]


def contradictions(lang: str) -> list[Contradiction]:
    """Return all findings, by kind and then by what they are about; raises as `ygokg.documents.shelf.connect` does."""
    with connect(lang) as library:
        cited = fetch(library, "number IN (SELECT passage FROM evidence WHERE class = 'database')", [])
        withdrawn = fetch(library, "state = 'withdrawn'", [])
        chapters = fetch(library, "date IS NULL AND state <> 'withdrawn' AND kind <> 'comment'", [])
    found = [*_answers(cited), *_citing(withdrawn, chapters)]
    return sorted(found, key=lambda one: (KINDS.index(one.kind), len(one.about), one.about, one.id))


def _answers(entries: Iterable[Entry]) -> Iterator[Contradiction]:
    """Yield the official answers that are cited with several days, and those cited for texts on the same cards that differ."""
    by_answer: dict[str, list[tuple[str | None, str, Entry]]] = {}
    for entry in entries:
        for cited in entry.cited:
            if cited.source_class == "database" and cited.identifier and entry.state != "withdrawn":
                by_answer.setdefault(cited.identifier, []).append((cited.date, cited.clause or entry.text, entry))
    for answer, uses in by_answer.items():
        if len({day for day, _, _ in uses if day}) > 1:
            yield _found("faq-dates", answer, [entry for day, _, entry in uses if day])
            continue
        for (_, one, here), (_, other, there) in combinations(uses, 2):
            same_cards = here.names.keys() == there.names.keys()
            if here.number != there.number and same_cards and normalise(one) != normalise(other) and likeness(one, other) < _UNALIKE:
                yield _found("faq-texts", answer, [here, there])
                break


def _citing(withdrawn: Iterable[Entry], chapters: Iterable[Entry]) -> Iterator[Contradiction]:
    by_digest: dict[str, list[Entry]] = {}
    by_name: dict[str, list[Entry]] = {}
    for entry in chapters:
        by_digest.setdefault(entry.digest, []).append(entry)
        for key in entry.names:
            by_name.setdefault(key, []).append(entry)
    for old in withdrawn:
        near = {entry.number: entry for key in old.names for entry in by_name.get(key, ()) if entry.names.keys() == old.names.keys()}
        citing = [
            *by_digest.get(old.digest, ()),
            *(entry for entry in near.values() if likeness(old.text, entry.text) >= _ALIKE_STATEMENTS),
        ]
        if unique := list({entry.number: entry for entry in citing}.values()):
            yield _found("cites-withdrawn", f"{old.place.document}:{old.place.line}", [old, *unique])


def _found(kind: str, about: str, entries: Iterable[Entry]) -> Contradiction:
    unique = {entry.number: entry for entry in entries}
    key = "\0".join((kind, about, *sorted({entry.digest for entry in unique.values()})))
    return Contradiction(f"{kind}:{hashlib.sha256(key.encode()).hexdigest()[:8]}", kind, about, tuple(unique.values()))
