"""What the imported documents say against each other: one official answer in two ways, or what the log has withdrawn."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from ygokg.corpus.history import Entry, fetch
from ygokg.corpus.likeness import likeness
from ygokg.corpus.normal import normalise
from ygokg.corpus.shelf import connect

__all__ = ["KINDS", "Contradiction", "contradictions"]

KINDS = ("faq-dates", "faq-texts", "cites-withdrawn")
_UNALIKE = 0.5
"""Two texts on the same cards, from the same answer, that are less alike than this differ."""
_ALIKE = 0.8
"""A text this much like a withdrawn one, on the same cards, cites it."""


class Contradiction(NamedTuple):
    """A finding: its id, which stays as long as its texts do, one of `KINDS`, what it is about, and the entries that disagree."""

    id: str
    kind: str
    about: str
    entries: tuple[Entry, ...]


def contradictions(lang: str) -> list[Contradiction]:
    """Return all findings, by kind and then by what they are about; raises as `ygokg.corpus.shelf.connect` does."""
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
        citing = [*by_digest.get(old.digest, ()), *(entry for entry in near.values() if likeness(old.text, entry.text) >= _ALIKE)]
        if unique := list({entry.number: entry for entry in citing}.values()):
            yield _found("cites-withdrawn", f"{old.place.document}:{old.place.line}", [old, *unique])


def _found(kind: str, about: str, entries: Iterable[Entry]) -> Contradiction:
    unique = {entry.number: entry for entry in entries}
    key = "\0".join((kind, about, *sorted({entry.digest for entry in unique.values()})))
    return Contradiction(f"{kind}:{hashlib.sha256(key.encode()).hexdigest()[:8]}", kind, about, tuple(unique.values()))
