"""Cards with their rules and rulings, and decks, as lines for people; decks also as rows and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ygokg.graph.model import Card, Id, Model
from ygokg.graph.words import card_words, effect_wording, label, mark_words, quoted
from ygokg.messages import t
from ygokg.render.lines import Line, heading, rule_line, ruling_lines, section

if TYPE_CHECKING:
    from ygokg.documents.shelf import Sentence
    from ygokg.lookup.cards import CardView
    from ygokg.lookup.deck import DeckCard, DeckView, Unknown
    from ygokg.lookup.groups import Group, Truth

FIRST = 5
"""How many of the rules that only a wording or a family brings in are shown; the rest is counted and stands in the JSON."""
COLUMNS = ("passcode", "name", "main", "extra", "side", "unsorted", "rulings", "pending", "departing", "line", "text", "suggestions")
_SECTIONS = ("main", "extra", "side", "")


def card_lines(model: Model, view: CardView, lang: str, sentences: Mapping[Id, Sentence] | None = None) -> list[Line]:
    """Return the view as lines: names and kind of each card; what is pending or departs; rules; rulings rule by rule.

    With several cards the effects and rules of each are left to its own view. `sentences` are those of imported documents by passage.
    """
    alone = len(view.cards) == 1
    urgent = [g for g in view.groups if g.kind in ("pending", "departing")]
    others = [g for g in view.groups if g not in urgent]
    lines: list[Line] = []
    for i in view.cards:
        lines += _names(model.cards[i], model, lang)
    if alone:
        lines += section(lang, "card.effects", _effects(model, view, lang))
    else:
        lines += heading(lang, "card.between", count=sum(len(g.rulings) for g in view.groups))
    for group in urgent:
        lines += _group(model, group, lang, sentences)
    for key, rules in (("governing", view.governing), ("naming", view.naming)):
        lines += section(lang, f"card.{key}", [rule_line(model, i, lang) for i in rules])
    for group in others:
        lines += _group(model, group, lang, sentences)
    for role, rules in view.possible:
        entries = [rule_line(model, i, lang) for i in rules[:FIRST]]
        if len(rules) > FIRST:
            entries.append(t(lang, "card.more", count=len(rules) - FIRST))
        lines += section(lang, "card.possible", entries, role=label(model, role, lang))
    return lines


def _names(card: Card, model: Model, lang: str) -> Iterator[Line]:
    name = card_words(card, lang)
    yield Line(name, bold=True)
    names = (card.names.get(language, name) for language in ("zh", "zh-Hans", "ja", "en"))
    if others := [other for other in dict.fromkeys(names) if other != name]:
        yield Line(" / ".join(others))
    ids = [label(model, card.kind, lang) if card.kind else "", card.passcode, f"%{card.konami_id}" if card.konami_id else ""]
    yield Line(" · ".join(part for part in ids if part))
    if card.variants:
        yield Line(t(lang, "card.variants", names=t(lang, "list").join(quoted(v, lang) for v in card.variants)))


def _effects(model: Model, view: CardView, lang: str) -> Iterator[str]:
    for i in view.effects:
        effect = model.effects[i]
        families = t(lang, "list").join(label(model, f, lang) for f in effect.families) or t(lang, "card.no-family")
        yield f"{mark_words(effect, lang)}  {families}"
        yield from (f"    {words}" for words in effect_wording(model, effect, lang))
        rules = view.wording.get(i, ())
        yield from (f"      {rule_line(model, rule, lang)}" for rule in rules[:FIRST])
        if len(rules) > FIRST:
            yield f"      {t(lang, 'card.more', count=len(rules) - FIRST)}"


def _group(model: Model, group: Group, lang: str, sentences: Mapping[Id, Sentence] | None) -> list[Line]:
    rules = t(lang, "group.join").join(label(model, i, lang) for i in group.rules)
    return [*heading(lang, f"group.{group.kind}", rules=rules), *ruling_lines(model, group.rulings, lang, sentences=sentences)]


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
    from ygokg.render.payload import named, ruling_row

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
