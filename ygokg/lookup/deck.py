"""A deck list, and which of its cards have rulings.

Read are lists as people type them (a card a line, with or without a number of copies before or after it) and the `.ydk` files of
simulators (a passcode a line below `#main`, `#extra` and `!side`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ygokg.graph.model import Id, Model
from ygokg.graph.triples import natural_key
from ygokg.lookup.excerpt import Excerpt
from ygokg.lookup.finding import name_keys
from ygokg.lookup.groups import Truth, group_rulings
from ygokg.names.keys import key, name_key
from ygokg.names.links import links_of
from ygokg.names.lookup import find

if TYPE_CHECKING:
    from ygokg.names.library import Library

_COMMENTS = ("#", "//", ";")
_SECTIONS = {
    "main": ("#main", "main", "maindeck", "主卡组", "メインデッキ"),
    "extra": ("#extra", "extra", "extradeck", "额外卡组", "エクストラデッキ"),
    "side": ("!side", "#side", "side", "sidedeck", "副卡组", "サイドデッキ"),
}
_AROUND_A_HEADING = re.compile(r"[\s:()=\d-]+")
_BEFORE = re.compile(r"(?P<count>[1-9]\d?)(?:\s*[x*×]\s+|\s*[*×]|\s+)(?P<name>.*\S)", re.IGNORECASE)
_AFTER = re.compile(r"(?P<name>.*\S)(?:\s+x|\s*[*×])\s*(?P<count>[1-9]\d?)", re.IGNORECASE)
_OTHER_ARTWORK = 10
"""Simulators number another artwork of a card within this distance of the card's passcode."""
_SUGGESTED = 5


class Entry(NamedTuple):
    """A line of a deck list: its number, what it says apart from the copies, how many they are, and the section it stands in."""

    line: int
    text: str
    copies: int
    section: str


class DeckCard(NamedTuple):
    """A card of a deck with the copies in each section and its rulings: pending ones, departures from the rules, all the others."""

    card: Id
    copies: dict[str, int]
    pending: tuple[Id, ...]
    departing: tuple[Id, ...]
    other: tuple[Id, ...]

    @property
    def rulings(self) -> int:
        """How many rulings the card is in, what is not said any more apart."""
        return len(self.pending) + len(self.departing) + len(self.other)


class Unknown(NamedTuple):
    """An entry that names no one card, and the cards that could be meant."""

    entry: Entry
    suggestions: tuple[Id, ...]


class DeckView(NamedTuple):
    """The cards of a deck, those with pending rulings first, then with departures, then with rulings; and what is no card."""

    cards: tuple[DeckCard, ...]
    unknown: tuple[Unknown, ...]


class DeckPage(NamedTuple):
    """A deck view with the part of the graph that it speaks of: `model` and `truth`; `behind` are the documents that it rests on."""

    model: Model
    truth: Truth
    view: DeckView
    behind: list[Id]


def deck_page(excerpt: Excerpt, lines: Sequence[str], library: Library | None = None) -> DeckPage:
    """Return the page of a deck list, whose names are looked up in the user's databases (`library`) too."""
    texts = [form for line in lines if (text := _plain(line)) for form in dict.fromkeys((text, _parted(text)[0]))]
    excerpt.add("cards", key=name_keys(texts))
    model = excerpt.model()
    entries = read_deck(model, lines, library)
    copies, unknown = _sorted(model, entries, library)
    if unknown:
        excerpt.add("names")
        model = excerpt.model()
        entries = read_deck(model, lines, library)
        copies, unknown = _sorted(model, entries, library)
    outside = {card.id: card for card in model.cards.values() if not excerpt.all(card.id, "rdf:type")}
    rulings = excerpt.add("rulings-of-deck", card=copies)
    model = excerpt.model()
    known = [i for i in sorted(rulings, key=natural_key) if i in model.rulings]
    truth = excerpt.truth(known)
    of_card = {card: [i for i in known if card in excerpt.all(i, "ygo:involves")] for card in copies}
    cards = [_deck_card(model, truth, card, sections, of_card[card]) for card, sections in copies.items()]
    view = DeckView(tuple(sorted(cards, key=lambda c: (not c.pending, not c.departing, not c.rulings))), tuple(unknown))
    excerpt.words([*known, *copies, *(i for one in unknown for i in one.suggestions)])
    behind = excerpt.documents_behind(known)
    model = excerpt.model()
    model.cards.update(outside)
    return DeckPage(model, truth, view, behind)


def read_deck(model: Model, lines: Iterable[str], library: Library | None = None) -> list[Entry]:
    """Return the entries of a deck list; comments, headings and empty lines are none.

    A number before or after a name is the number of copies, unless the line as a whole is a card's name.
    """
    named = links_of(model)["items-with-key"]

    def is_name(text: str) -> bool:
        wanted = name_key(text)
        return any(item in model.cards for item in named.get(wanted, ())) or bool(library and library.called(wanted))

    section, entries = "", []
    for number, line in enumerate(lines, 1):
        text = _plain(line)
        if heading := _section(text):
            section = heading
        elif key(text) and not text.startswith(_COMMENTS):
            entries.append(Entry(number, *((text, 1) if is_name(text) else _parted(text)), section))
    return entries


def _sorted(model: Model, entries: Sequence[Entry], library: Library | None) -> tuple[dict[Id, dict[str, int]], list[Unknown]]:
    """Return the copies of each card by section, in the order of the list, and what names no card.

    Cards that only the user's databases have become cards of the model.
    """
    copies: dict[Id, dict[str, int]] = {}
    unknown: list[Unknown] = []
    matches = {text: _match(model, text, library) for text in dict.fromkeys(entry.text for entry in entries)}
    for entry in entries:
        card, suggestions = matches[entry.text]
        if card is None:
            unknown.append(Unknown(entry, suggestions))
            continue
        sections = copies.setdefault(card, {})
        sections[entry.section] = sections.get(entry.section, 0) + entry.copies
    return copies, unknown


def _plain(line: str) -> str:
    return line.replace("\ufeff", "").strip()


def _section(text: str) -> str | None:
    """Return the section that a heading opens, or None for any other line."""
    plain = _AROUND_A_HEADING.sub("", unicodedata.normalize("NFKC", text).casefold())
    return next((section for section, headings in _SECTIONS.items() if plain in headings), None)


def _parted(text: str) -> tuple[str, int]:
    """Part the number of copies from a name; one copy where none is given."""
    plain = unicodedata.normalize("NFKC", text)
    parts = _BEFORE.fullmatch(plain) or _AFTER.fullmatch(plain)
    return (parts["name"], int(parts["count"])) if parts is not None else (text, 1)


def _match(model: Model, text: str, library: Library | None) -> tuple[Id | None, tuple[Id, ...]]:
    """Return the card that a text names, or what it could mean; a number near a passcode is never more than a suggestion."""
    match = find(model, text, library) if key(text) else None
    model.cards.update((card.id, card) for card in (match.outside if match is not None else ()))
    if match is None or match.is_card:
        return (match.found if match is not None else None), ()
    near = list(_near(model, text))
    return None, tuple(dict.fromkeys([*near, *match.candidates, *match.suggestions]))[:_SUGGESTED]


def _near(model: Model, text: str) -> Iterator[Id]:
    if text.isdecimal():
        found = ((abs(int(card.passcode) - int(text)), card.id) for card in model.cards.values())
        yield from (card for distance, card in sorted(found) if distance <= _OTHER_ARTWORK)


def _deck_card(model: Model, truth: Truth, card: Id, copies: dict[str, int], rulings: Sequence[Id]) -> DeckCard:
    found: dict[str, list[Id]] = {"pending": [], "departing": [], "other": []}
    for group in group_rulings(model, truth, rulings):
        if group.kind not in ("ended", "withdrawn"):
            found[group.kind if group.kind in found else "other"] += group.rulings
    return DeckCard(card, copies, *(tuple(found[kind]) for kind in ("pending", "departing", "other")))
