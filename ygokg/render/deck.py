"""A deck list with what is known about its cards, as lines for people, as rows, and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ygokg.lookup.deck import DeckCard, DeckView, Unknown
from ygokg.lookup.groups import Truth
from ygokg.messages import t
from ygokg.model import Id, Model
from ygokg.render.lines import Line, heading, ruling_lines
from ygokg.render.payload import named, ruling_row
from ygokg.render.words import label

__all__ = ["COLUMNS", "deck_lines", "deck_payload", "deck_rows", "unknown_lines"]

COLUMNS = ("passcode", "name", "main", "extra", "side", "unsorted", "rulings", "pending", "departing", "line", "text", "suggestions")
_SECTIONS = ("main", "extra", "side", "")


def deck_lines(model: Model, view: DeckView, lang: str) -> Iterator[Line]:
    """Yield a deck: cards with pending rulings, with departures, with rulings, without; then the lines that name no card."""
    ruled = sum(bool(card.rulings) for card in view.cards)
    yield Line(t(lang, "deck.title", cards=len(view.cards), ruled=ruled), bold=True)
    groups = {
        "pending": [c for c in view.cards if c.pending],
        "departing": [c for c in view.cards if c.departing and not c.pending],
        "ruled": [c for c in view.cards if c.rulings and not c.pending and not c.departing],
        "silent": [c for c in view.cards if not c.rulings],
    }
    for key, cards in groups.items():
        if cards:
            yield from heading(lang, f"deck.{key}")
        for card in cards:
            yield from _card(model, card, lang)
    if view.unknown:
        yield Line()
        yield from unknown_lines(model, view.unknown, lang)


def unknown_lines(model: Model, unknown: Sequence[Unknown], lang: str) -> Iterator[Line]:
    """Yield the lines of a list that name no card, each with what could be meant."""
    yield Line(t(lang, "deck.unknown"), bold=True)
    for entry, suggestions in unknown:
        yield Line("  " + t(lang, "deck.line", line=entry.line, text=entry.text))
        if suggestions:
            names = t(lang, "list").join(_name(model, i, lang) for i in suggestions)
            yield Line("      " + t(lang, "suggestions", names=names), dim=True)


def deck_rows(model: Model, view: DeckView, lang: str) -> list[tuple[object, ...]]:
    """Return a deck as rows under `COLUMNS`: a card each, then a row for each line that names none."""
    rows: list[tuple[object, ...]] = []
    for card in view.cards:
        copies = [card.copies.get(section, 0) for section in _SECTIONS]
        counts = (card.rulings, len(card.pending), len(card.departing))
        rows.append((model.cards[card.card].passcode, label(model, card.card, lang), *copies, *counts, None, None, None))
    for entry, suggestions in view.unknown:
        copies = [entry.copies if entry.section == section else 0 for section in _SECTIONS]
        rows.append((None, None, *copies, None, None, None, entry.line, entry.text, " ".join(suggestions)))
    return rows


def deck_payload(model: Model, truth: Truth, view: DeckView, lang: str) -> dict[str, Any]:
    """Return a deck for programs: `cards` with copies by section and rulings by standing, and `unknown` lines with suggestions."""
    return {
        "cards": [
            {
                **named(model, card.card, lang),
                "passcode": model.cards[card.card].passcode,
                "copies": {section or "unsorted": count for section, count in card.copies.items()},
                "pending": [ruling_row(model, truth, i, lang) for i in card.pending],
                "departing": [ruling_row(model, truth, i, lang) for i in card.departing],
                "other": [ruling_row(model, truth, i, lang) for i in card.other],
            }
            for card in view.cards
        ],
        "unknown": [
            {"line": entry.line, "text": entry.text, "copies": entry.copies, "suggestions": [named(model, i, lang) for i in suggestions]}
            for entry, suggestions in view.unknown
        ],
    }


def _card(model: Model, card: DeckCard, lang: str) -> Iterator[Line]:
    counts = ((section, card.copies[section]) for section in _SECTIONS if section in card.copies)
    copies = " ".join(t(lang, f"deck.copies.{section}" if section else "deck.copies", count=count) for section, count in counts)
    rulings = f" · {t(lang, 'deck.rulings', count=card.rulings)}" if card.rulings else ""
    yield Line(f"  {_name(model, card.card, lang)} {copies}{rulings}")
    yield from ruling_lines(model, (*card.pending, *card.departing), lang, indent="      ")


def _name(model: Model, i: Id, lang: str) -> str:
    return f"{label(model, i, lang)} ({model.cards[i].passcode if i in model.cards else i})"
