"""Entries of the imported documents in words: what was said when, where it stands, what it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ygokg.messages import t
from ygokg.model import Id
from ygokg.render.lines import Line
from ygokg.render.words import date_words

if TYPE_CHECKING:
    from ygokg.corpus.history import Candidate, Cited, Entry, Place

__all__ = ["candidate_lines", "entry_lines", "entry_payload", "places_of"]

_LINKED = ("database", "card-page")


def entry_lines(entry: Entry, lang: str, rulings: Iterable[Id] = ()) -> Iterator[Line]:
    """Yield an entry: its day and state, its text, where it stands, what it cites, our rulings of it."""
    date = date_words(entry.date, lang) if entry.date else t(lang, "history.undated")
    source = t(lang, f"class.{entry.source_class}") if entry.source_class else ""
    head = t(lang, "case.join").join(part for part in (date, t(lang, f"state.{entry.state}"), source, entry.label) if part)
    yield Line(head, bold=True)
    yield Line(f"  {entry.text}")
    places = t(lang, "list").join(_place(place, lang) for place in (entry.place, *entry.also))
    yield Line(f"    {places}", dim=True)
    for cited in entry.cited:
        if cited.identifier or cited.date or cited.source_class == "wiki":
            yield Line(f"    {_cited(cited, lang, several=len(entry.cited) > 1)}", dim=True)
    if ours := t(lang, "list").join(rulings):
        yield Line("    " + t(lang, "history.ours", ids=ours), dim=True)


def candidate_lines(candidates: Iterable[Candidate], lang: str) -> Iterator[Line]:
    """Yield what a change may replace, as candidates and never as fact."""
    for entry, score in candidates:
        date = date_words(entry.date, lang) if entry.date else t(lang, "history.undated")
        words = t(lang, "history.candidate", score=f"{score:.2f}", date=date, state=t(lang, f"state.{entry.state}"), text=entry.text)
        yield Line(f"    {words} {_place(entry.place, lang)}")


def entry_payload(entry: Entry, candidates: Iterable[Candidate] = (), rulings: Iterable[Id] = ()) -> dict[str, Any]:
    """Return the same for programs."""
    return {
        "date": entry.date,
        "state": entry.state,
        "text": entry.text,
        "kind": entry.kind,
        "label": entry.label,
        "source_class": entry.source_class,
        "names": list(entry.names.values()),
        "places": [place._asdict() for place in (entry.place, *entry.also)],
        "cites": [cited._asdict() for cited in entry.cited],
        "rulings": list(rulings),
        "may_replace": [
            {"score": round(c.score, 2), "date": c.entry.date, "state": c.entry.state, "text": c.entry.text, **c.entry.place._asdict()}
            for c in candidates
        ],
    }


def places_of(entries: Iterable[Entry]) -> list[Place]:
    """Return where entries stand, with all further places of their texts."""
    return [place for entry in entries for place in (entry.place, *entry.also)]


def _place(place: Place, lang: str) -> str:
    section = " › ".join(place.section[1:])
    key = "history.place" if section else "history.place-top"
    return t(lang, key, document=place.document, line=place.line, section=section)


def _cited(cited: Cited, lang: str, *, several: bool) -> str:
    parts = [t(lang, f"class.{cited.source_class or 'none'}") if cited.source_class else "", cited.identifier or ""]
    if cited.date:
        parts.append(date_words(cited.date, lang))
    words = " ".join(part for part in (*parts, cited.url if cited.source_class in _LINKED else "") if part)
    return t(lang, "history.clause", source=words, clause=cited.clause) if several and cited.clause else words
