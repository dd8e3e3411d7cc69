"""Find what the names in the notation of situations mean: cards, effects, families, kinds, questions and facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ygokg.errors import NotFound, UsageProblem
from ygokg.graph.labels import called as labelled
from ygokg.graph.labels import normal
from ygokg.graph.model import Id, Model
from ygokg.lookup.asking import find_question, listed, read_facts
from ygokg.messages import t
from ygokg.situation.notation import Called

if TYPE_CHECKING:
    from ygokg.names.library import Library

_KINDS = {
    "ygo:MonsterCard": ("monster", "怪兽", "モンスター"), "ygo:SpellCard": ("spell", "魔法"), "ygo:TrapCard": ("trap", "陷阱", "罠"),
}  # fmt: skip
"""What is typed for a kind of card, besides its label."""


class Names:
    """The names of one model, in the language of the messages; cards in the user's databases (`library`) too."""

    def __init__(self, model: Model, lang: str, library: Library | None) -> None:
        """Keep what names are looked up in."""
        self.model = model
        self.lang = lang
        self.library = library
        self.made_up: set[str] = set()
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

    def _card(self, words: str) -> str:
        """Return the card of the data that has a name; nothing where none has. What was looked up once is not looked up again."""
        from ygokg.names.lookup import card_ref

        if words not in self._cards:
            try:
                self._cards[words] = card_ref(self.model, words, self.library)
            except (NotFound, UsageProblem):
                self._cards[words] = ""
        return self._cards[words]

    def kind(self, called: Called) -> Id:
        """Return the kind of card that is said of it, or nothing."""
        for what in called.what:
            for kind, words in _KINDS.items():
                if normal(what) in map(normal, words):
                    return kind
        families = [family for what in called.what for family in self._family(what)]
        above = {one for family in families for one in (family, *self.model.families[family].above)}
        return "ygo:MonsterCard" if "ygo:MonsterEffect" in above else ""

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
        for kind, spoken in _KINDS.items():
            if normal(words) in map(normal, spoken):
                return ["ygo:MonsterEffect" if kind == "ygo:MonsterCard" else "ygo:SpellTrapEffect"]
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
