"""The cards that a text can mean: those of the graph and those of the user's own databases, each card once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from ygokg.graph.model import Card, Id, Model
from ygokg.names.keys import name_key
from ygokg.names.links import all_names, links_of

if TYPE_CHECKING:
    from ygokg.names.library import Library

_OFFICIAL_ID = r"%\s*(\d+)"
_PRINTED = 8
"""Digits of a passcode on a card; simulators give longer numbers to cards that have none yet."""
_LONGEST = 18
"""Digits of a number that is worth looking up."""


class Pool:
    """Cards and archetypes of a model, and cards of the user's databases; `outside` are those of the latter that came up, by id."""

    def __init__(self, model: Model, library: Library | None = None) -> None:
        """Without a library, or with an empty one, there are only the model's."""
        self.model = model
        self.library = library or None
        self.outside: dict[Id, Card] = {}

    def card(self, id: Id) -> Card | None:
        """Return a card of the model or one that came up."""
        return self.model.cards.get(id) or self.outside.get(id)

    def numbered(self, plain: str) -> tuple[Id, ...]:
        """Return what a number (a passcode, `%` and an official id) or an id of the model stands for."""
        if plain in self.model.cards or plain in self.model.archetypes:
            return (plain,)
        if plain.startswith("%") and (official := re.fullmatch(_OFFICIAL_ID, plain)):
            wanted = official[1].lstrip("0")
            if known := links_of(self.model)["cards-with-official-id"].get(wanted):
                return known[:1]
            return self._taken(self.library.official(wanted) if self.library and wanted else ())
        if not plain.isdecimal() or len(plain) > _LONGEST:
            return ()
        if (number := f"card:{int(plain)}") in self.model.cards:
            return (number,)
        card = self.library.card(int(plain)) if self.library else None
        return self._taken([self._printed(card)]) if card is not None else ()

    def having(self, text: str) -> tuple[Id, ...]:
        """Return those that have a name typed exactly so; without any, a name with the same key; else a further translation of that key."""
        wanted = name_key(text)
        own = self._taken(self._distinct(wanted))
        links = links_of(self.model)
        exact = (*links["items-named"].get(text, ()), *(i for i in own if text in self._names_of(i)))
        if found := exact or (*links["items-with-key"].get(wanted, ()), *own):
            return tuple(dict.fromkeys(found))
        return self._taken(self.library.called(wanted, spelling=True) if self.library else ())

    def containing(self, wanted: str) -> tuple[Id, ...]:
        """Return those whose name contains the key, names that begin with it first."""
        starting = self._where(lambda name: name_key(name).startswith(wanted))
        inside = self._where(lambda name: wanted in name_key(name))
        outside = self._taken(self.library.containing(wanted) if self.library else ())
        begin = [i for i in outside if any(name_key(name).startswith(wanted) for name in self._names_of(i))]
        return tuple(dict.fromkeys((*starting, *begin, *inside, *outside)))

    def named(self) -> Iterator[tuple[str, Id | int]]:
        """Yield the key of every name with its card or archetype, or with the number that `of_number` makes a card of."""
        yield from ((name_key(name), item) for name, item in all_names(self.model))
        yield from self.library.named() if self.library else ()

    def of_number(self, number: Id | int) -> Id | None:
        """Return what `named` yields."""
        if isinstance(number, str):
            return number
        card = self.library.card(number) if self.library else None
        return next(iter(self._taken([card])), None) if card is not None else None

    def _where(self, accept: Callable[[str], bool]) -> tuple[Id, ...]:
        return tuple(dict.fromkeys(item for name, item in all_names(self.model) if accept(name)))

    def _names_of(self, item: Id) -> tuple[str, ...]:
        card = self.card(item)
        return (*card.names.values(), *card.variants) if card else tuple(self.model.archetypes[item].names.values())

    def _taken(self, cards: Iterable[Card]) -> tuple[Id, ...]:
        """Return the ids of the library's cards: the model's where it has the same card, by passcode or by official id."""
        found: dict[Id, None] = {}
        for card in cards:
            known = self._known(card)
            if known is None and card.names:
                self.outside[card.id] = card
                known = card.id
            if known is not None:
                found[known] = None
        return tuple(found)

    def _known(self, card: Card) -> Id | None:
        if card.id in self.model.cards:
            return card.id
        if card.konami_id is None:
            return None
        return next(iter(links_of(self.model)["cards-with-official-id"].get(card.konami_id, ())), None)

    def _printed(self, card: Card) -> Card:
        """Return the card that a number without an official id only repeats, if there is one."""
        if not card.names or self._settled(card):
            return card
        return next((other for other in self._same_key(name_key(next(iter(card.names.values())))) if self._repeats(card, other)), card)

    def _distinct(self, wanted: str) -> list[Card]:
        """Return the library's cards with this key, without those that only repeat a card."""
        if not self.library or not (cards := self.library.called(wanted)):
            return []
        if all(map(self._settled, cards)):
            return list(cards)
        others = self._same_key(wanted)
        return [card for card in cards if not any(self._repeats(card, other) for other in others)]

    def _same_key(self, wanted: str) -> list[Card]:
        hits = links_of(self.model)["items-with-key"].get(wanted, ())
        known = [self.model.cards[i] for i in hits if i in self.model.cards]
        return [*known, *(self.library.called(wanted) if self.library else ())]

    def _settled(self, card: Card) -> bool:
        return card.konami_id is not None or card.id in self.model.cards

    def _repeats(self, card: Card, other: Card) -> bool:
        """Say whether a card is another number of the other one: it has no official id and all its names, and the other is settled.

        No two cards of the game have one name, so that a database without official ids has only numbered a card once more.
        """
        if other.id == card.id or self._settled(card) or not card.names:
            return False
        settled = self._settled(other) or len(other.passcode) <= _PRINTED < len(card.passcode)
        return settled and all(other.names.get(lang) == name for lang, name in card.names.items())
