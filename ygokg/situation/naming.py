"""Find what the names in the notation of situations mean: cards, effects, families, kinds, questions and facts."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ygokg.errors import NotFound, UsageProblem
from ygokg.graph.labels import called as labelled
from ygokg.graph.labels import normal
from ygokg.graph.model import Id, Model
from ygokg.graph.words import label
from ygokg.lookup.asking import find_question, listed, read_facts
from ygokg.messages import t
from ygokg.names.keys import name_key
from ygokg.names.links import links_of
from ygokg.names.pool import Pool
from ygokg.situation.kinds import MONSTER, spoken_kind, traits_of
from ygokg.situation.typed import Called

if TYPE_CHECKING:
    from ygokg.names.library import Library

_PART, _LISTED = 2, 5
"""From how many signs on a part of a name is one, and how many of the cards that have it are named."""


class Names:
    """The names of one model, in the language of the messages; cards in the user's databases (`library`) too."""

    def __init__(self, model: Model, lang: str, library: Library | None) -> None:
        """Keep what names are looked up in."""
        self.model = model
        self.lang = lang
        self.library = library
        self.made_up: set[str] = set()
        self._pool = Pool(model, library)
        self._known: dict[str, bool] = {}
        self._cards: dict[str, str] = {}

    def key(self, called: Called) -> str:
        """Return by what a card is known: its id, or its name in a normal form where the data do not have it.

        What was once told with a `:` and what it is, is no card of the data with a name like it; only its whole name makes it that card.
        """
        name = normal(called.words)
        if called.what:
            self.made_up.add(name)
        found = self._card(called.words)
        if not found:
            return name
        whole = any(normal(text) == name for text in self.model.cards[found].names.values())
        return name if name in self.made_up and not whole else found

    def known(self, words: str, exactly: bool) -> bool:
        """Say whether words are the whole name of a card, or of several, in the data or the user's databases."""
        if exactly:
            return any(i.startswith("card:") for i in links_of(self.model)["items-named"].get(words, ()))
        if words not in self._known:
            self._known[words] = bool(name_key(words)) and any(i.startswith("card:") for i in self._pool.having(words))
        return self._known[words]

    def refuse_part(self, called: Called) -> None:
        """Raise `UsageProblem` for words that are no card's name but a part of some: which card is meant is not certain.

        Quoted, with a `:` and what it is, or of one sign only, it is what somebody calls a card that is in no data.
        """
        wanted = name_key(called.words)
        if called.what or called.quoted or len(wanted) < _PART or normal(called.words) in self.made_up:
            return
        inside = (item for key, items in links_of(self.model)["items-with-key"].items() if wanted in key for item in items)
        if parts := list(dict.fromkeys(item for item in inside if item.startswith("card:"))):
            names = ", ".join(label(self.model, card, self.lang) for card in parts[:_LISTED])
            place = t(self.lang, "situation.place", words=called.words, column=called.column)
            raise UsageProblem(t(self.lang, "situation.part-of-a-name", words=called.words, cards=names), place)

    def _card(self, words: str) -> str:
        """Return the card of the data that has a name; nothing where none has. What was looked up once is not looked up again."""
        if words not in self._cards:
            plain = unicodedata.normalize("NFKC", words.strip())
            hits = (self._pool.numbered(plain) or self._pool.having(words.strip())) if name_key(words) else ()
            self._cards[words] = hits[0] if len(hits) == 1 and hits[0] in self.model.cards else ""
        return self._cards[words]

    def kind(self, called: Called) -> Id:
        """Return the kind of card that is said of it, or nothing."""
        for what in called.what:
            if (spoken := spoken_kind(what)) is not None:
                return spoken[0]
        families = [family for what in called.what for family in self._family(what)]
        above = {one for family in families for one in (family, *self.model.families[family].above)}
        return "ygo:MonsterCard" if "ygo:MonsterEffect" in above else ""

    def traits(self, called: Called, card: Id) -> tuple[Id, ...]:
        """Return what else is said of a card, or known of it."""
        said = tuple(one for what in called.what for one in (spoken_kind(what) or ("", ()))[1])
        return said or (traits_of(self.model.cards[card]) if card else ())

    def effect(self, called: Called) -> tuple[Id, ...]:
        """Return the effect that is meant, or the families by which one is told that the data do not have.

        Raises `NotFound` and `UsageProblem`, with the place in the text.
        """
        from ygokg.names.lookup import effect_ref

        if called.what:
            self.key(called)
            return tuple(self.family(what, called) for what in called.what)
        if len(family := labelled(self._families(), called.words)) == 1 and "#" not in called.words:
            return tuple(family)
        try:
            return (effect_ref(self.model, called.words, self.library),)
        except (NotFound, UsageProblem) as error:
            hint = "\n".join(filter(None, (error.hint, t(self.lang, "situation.place", words=called.words, column=called.column))))
            raise type(error)(error.message, hint) from error

    def family(self, words: str, called: Called) -> Id:
        """Return the family of effects that is meant: its id, its label, or its id without "Effect" at the end."""
        found = self._family(words)
        if len(found) == 1:
            return found[0]
        place = t(self.lang, "situation.place", words=words, column=called.column)
        names = listed(self.model, found, self.lang) if found else ""
        raise UsageProblem(t(self.lang, "situation.no-family", words=words), "\n".join(filter(None, (place, names))))

    def _family(self, words: str) -> list[Id]:
        if (spoken := spoken_kind(words)) is not None:
            return ["ygo:MonsterEffect" if spoken[0] == MONSTER else "ygo:SpellTrapEffect"]
        families = self._families()
        return labelled(families, words) or labelled(families, f"{words}Effect") or labelled(families, f"{words} effect")

    def question(self, called: Called) -> Id:
        """Return the question that is meant; raises `UsageProblem` for none."""
        if called.words in self.model.questions:
            return called.words
        return find_question(self.model, called.words, self.lang)

    def facts(self, question: Id, given: Sequence[Called]) -> dict[Id, tuple[Id, ...]]:
        """Return the facts that `FEATURE=VALUE` words state; raises as `ygokg.lookup.asking.read_facts`."""
        return read_facts(self.model, question, self._joined(given), self.lang, self.library)

    def _joined(self, given: Iterable[Called]) -> list[str]:
        """Put words without a `=` to the one before: a value of several words."""
        found: list[str] = []
        for one in given:
            if "=" in one.words or not found:
                found.append(one.words)
            else:
                found[-1] += f" {one.words}"
        return found

    def _families(self) -> dict[Id, dict[str, str]]:
        return {i: f.labels for i, f in self.model.families.items()}
