"""Read the notation of situations into its parts; what they mean is worked out in `telling`.

    setup ; C1: EFFECT cost self to gy -> TARGET => EVENT > C2: EFFECT | STANDING on CARD ? negated C1 …

Every part but the Chain can be left out. `…` at the end says that more happened than is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from ygokg.errors import UsageProblem
from ygokg.messages import t
from ygokg.situation.tokens import Token, tokens

_Part = TypeVar("_Part")


@dataclass(frozen=True, slots=True)
class Called:
    """The words by which something is called, with their place in the text."""

    words: str
    column: int


@dataclass(frozen=True, slots=True)
class Happened:
    """An event as typed. `kind` is move, flip or unaffected; `to` a place, a face, or the effect by which it is unaffected."""

    kind: str
    card: Called
    to: str = ""
    by: Called | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """A card of the setup."""

    card: Called
    zone: str = ""
    face: str = ""
    opponents: bool = False


@dataclass(slots=True)
class LinkTyped:
    """A link as typed."""

    effect: Called
    as_card: bool = False
    zone: str = ""
    costs: list[Happened] = field(default_factory=list)
    targets: list[Called] = field(default_factory=list)
    results: list[Happened] = field(default_factory=list)


@dataclass(slots=True)
class StandingTyped:
    """A standing effect as typed, with the cards at which it was pointed."""

    effect: Called
    on: list[Called] = field(default_factory=list)
    opponents: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as typed: whether a link is `negated`."""

    kind: str
    link: Called


@dataclass(slots=True)
class Typed:
    """All parts of a text in the notation."""

    setup: list[Placed] = field(default_factory=list)
    links: list[LinkTyped] = field(default_factory=list)
    standings: list[StandingTyped] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    whole: bool = True


def read(text: str, lang: str) -> Typed:
    """Return the parts of a text. Raises `UsageProblem`, in `lang`, at the place of the first word that is not understood."""
    return _Reader(tokens(text, lang), text, lang).all()


class _Reader:
    """Goes through the words of a text, one after the other."""

    def __init__(self, words: list[Token], text: str, lang: str) -> None:
        self.words = words
        self.end = len(text) + 1
        self.lang = lang
        self.next = 0

    def all(self) -> Typed:
        typed = Typed()
        if any(word.sign == ";" for word in self.words):
            typed.setup = self.several(self.placed)
            self.require(";")
        typed.links = self.several(self.link, ">")
        while self.sign("|"):
            typed.standings += self.several(self.standing)
        if self.sign("?"):
            typed.asked = self.several(self.question)
        typed.whole = not self.sign("…")
        if self.next < len(self.words):
            raise self.wrong("situation.expected.end")
        return typed

    def several(self, part: Callable[[], _Part], sign: str = ",") -> list[_Part]:
        found = [part()]
        while self.sign(sign):
            found.append(part())
        return found

    def link(self) -> LinkTyped:
        if self.following(1) == ":":
            number = self.words[self.next].text.upper()
            if not (number.startswith("C") and number[1:].isdecimal()):
                raise self.wrong("situation.expected.link")
            self.next += 2
        link = LinkTyped(self.effect())
        if self.word("as"):
            self.require_word("card")
            link.as_card = True
        if self.word("from"):
            link.zone = self.zone()
        if self.word("cost"):
            link.costs = self.several(self.event)
        if self.sign("->"):
            link.targets = self.several(self.card)
        if self.sign("=>"):
            link.results = self.several(self.event)
        return link

    def standing(self) -> StandingTyped:
        standing = StandingTyped(self.effect())
        standing.opponents = self.word("opp")
        if self.word("on"):
            standing.on = self.several(self.card)
        return standing

    def placed(self) -> Placed:
        card = self.card()
        zone = self.zone() if self.sign("@") else ""
        face = "ygo:FaceDown" if self.word("face-down") else "ygo:FaceUp" if self.word("face-up") else ""
        return Placed(card, zone, face, self.word("opp"))

    def event(self) -> Happened:
        card = self.card()
        for word, face in (("face-down", "ygo:FaceDown"), ("face-up", "ygo:FaceUp")):
            if self.word(word):
                return Happened("flip", card, face)
        if self.word("unaffected"):
            self.word("by")
            return Happened("unaffected", card, by=self.effect())
        self.word("to")
        return Happened("move", card, self.zone())

    def question(self) -> Asked:
        if not self.word("negated"):
            raise self.wrong("situation.expected.question")
        return Asked("negated", self.card())

    # ---- one word or sign ----

    def effect(self) -> Called:
        """Read the name of an effect: up to its number, so that a name can have any words in it."""
        ahead = self.words[self.next :]
        till = next((i for i, word in enumerate(ahead) if word.sign or "#" in word.text), len(ahead))
        if till < len(ahead) and "#" in ahead[till].text and not ahead[till].sign:
            return self.called(till + 1)
        return self.card()

    def card(self) -> Called:
        ahead = self.words[self.next :]
        till = next((i for i, word in enumerate(ahead) if word.sign or (i and (word.word or word.zone))), len(ahead))
        if not till:
            raise self.wrong("situation.expected.card")
        return self.called(till)

    def called(self, count: int) -> Called:
        some = self.words[self.next : self.next + count]
        self.next += count
        return Called(" ".join(word.text for word in some), some[0].column)

    def zone(self) -> str:
        if self.next < len(self.words) and self.words[self.next].zone:
            self.next += 1
            return self.words[self.next - 1].zone
        raise self.wrong("situation.expected.place")

    def word(self, wanted: str) -> bool:
        found = self.next < len(self.words) and self.words[self.next].word == wanted
        self.next += found
        return found

    def sign(self, wanted: str) -> bool:
        found = self.following(0) == wanted
        self.next += found
        return found

    def following(self, ahead: int) -> str:
        return self.words[self.next + ahead].sign if self.next + ahead < len(self.words) else ""

    def require(self, sign: str) -> None:
        if not self.sign(sign):
            raise self.wrong("situation.expected.sign", sign=sign)

    def require_word(self, word: str) -> None:
        if not self.word(word):
            raise self.wrong("situation.expected.word", word=word)

    def wrong(self, key: str, **values: object) -> UsageProblem:
        """Return what to raise at the place where the reader is: what stands there, and what would be understood (`key`)."""
        here = self.words[self.next] if self.next < len(self.words) else Token("", self.end)
        message = "situation.not-understood" if here.text else "situation.ends-early"
        return UsageProblem(t(self.lang, message, words=here.text, column=here.column), t(self.lang, key, **values))
