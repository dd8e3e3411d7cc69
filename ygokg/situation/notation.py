"""Read the notation of situations into its parts; what they mean is worked out in `telling`.

    cards and what happened ; C1: EFFECT cost self to gy -> TARGET > C2: EFFECT => EVENT ; what happened then | STANDING on CARD ? negated C1 …

Stages stand between `;`, in the order of time: a Chain, or cards and what happens to them. `…` at the end says that more happened
than is told.
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
    """The words by which something is called, with their place in the text; `what` are kinds or families of a thing not in the data."""

    words: str
    column: int
    what: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cause:
    """By what something happened: `battle`, `rule` or `cost`, a link (its number), or an effect."""

    word: str = ""
    link: int = 0
    effect: Called | None = None


@dataclass(frozen=True, slots=True)
class Happened:
    """What happened to a card. `kind` is move, flip, control, summon, unaffected, step or place (it is merely there).

    `to` is a place or a face (for a step whether it was `done`), `how` the kind of move or the way of the Summon.
    """

    kind: str
    card: Called
    to: str = ""
    how: str = ""
    face: str = ""
    by: Cause = Cause()
    opponents: bool = False


@dataclass(slots=True)
class LinkTyped:
    """A link as typed."""

    effect: Called
    as_card: bool = False
    zone: str = ""
    opponents: bool = False
    costs: list[Happened] = field(default_factory=list)
    targets: list[Called] = field(default_factory=list)
    results: list[Happened] = field(default_factory=list)


@dataclass(slots=True)
class StandingTyped:
    """A standing effect as typed, with the cards at which it was pointed and the links from and until whose resolution it applies."""

    effect: Called
    on: list[Called] = field(default_factory=list)
    opponents: bool = False
    since: int = 0
    until: int = 0


@dataclass(slots=True)
class Asked:
    """A question as typed: which one, about which link, effect or card, by or to what, with which facts of its text."""

    question: Called
    about: Called | None = None
    by: Called | None = None
    to: int = 0
    facts: list[Called] = field(default_factory=list)


@dataclass(slots=True)
class Typed:
    """All parts of a text in the notation. A stage is a Chain (its links) or what is there and happens, in order."""

    stages: list[list[LinkTyped] | list[Happened]] = field(default_factory=list)
    standings: list[StandingTyped] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    whole: bool = True


def read(text: str, lang: str) -> Typed:
    """Return the parts of a text. Raises `UsageProblem`, in `lang`, at the place of the first word that is not understood."""
    return _Reader(tokens(text, lang), text, lang).all()


def read_question(text: str, links: int, lang: str) -> Asked:
    """Return the parts of one question about a situation with so many links; raises as `read` does."""
    reader = _Reader(tokens(text, lang), text, lang)
    reader.links = links
    asked = reader.question()
    if reader.here.text:
        raise reader.wrong("situation.expected.end")
    return asked


class _Words:
    """Goes through the words of a text, one after the other."""

    def __init__(self, words: list[Token], text: str, lang: str) -> None:
        self.words = words
        self.end = len(text) + 1
        self.lang = lang
        self.next = 0
        self.links = 0
        self.read_so_far = 0

    @property
    def here(self) -> Token:
        """The word that comes next; an empty one at the end."""
        return self.words[self.next] if self.next < len(self.words) else Token("", self.end)

    def several(self, part: Callable[[], _Part], sign: str = ",") -> list[_Part]:
        found = [part()]
        while self.sign(sign):
            found.append(part())
        return found

    def word(self, *wanted: str) -> str:
        """Take the next word if it is one of those wanted, and return it."""
        found = self.here.word if self.here.word in wanted else ""
        self.next += bool(found)
        return found

    def sign(self, wanted: str) -> bool:
        found = self.here.sign == wanted
        self.next += found
        return found

    def following(self, ahead: int) -> Token:
        return self.words[self.next + ahead] if self.next + ahead < len(self.words) else Token("", self.end)

    def called(self, count: int) -> Called:
        some = self.words[self.next : self.next + count]
        self.next += count
        return Called(" ".join(word.text for word in some), some[0].column)

    def number(self) -> int:
        """Read the number of a link: C2."""
        if not 0 < self.here.link <= self.links:
            raise self.wrong("situation.expected.known-link", count=self.links)
        self.next += 1
        return self.words[self.next - 1].link

    def zone(self) -> str:
        if not self.here.zone:
            raise self.wrong("situation.expected.place")
        self.next += 1
        return self.words[self.next - 1].zone

    def name(self) -> Called:
        """Read a name: up to the next word or sign that means something by itself."""
        till = self.next
        while till < len(self.words) and not (self.words[till].sign or (till > self.next and self.words[till].fixed)):
            till += 1
        if till == self.next:
            raise self.wrong("situation.expected.card")
        return self.called(till - self.next)

    def wrong(self, key: str, **values: object) -> UsageProblem:
        """Return what to raise at the place where the reader is: what stands there, and what would be understood (`key`)."""
        message = "situation.not-understood" if self.here.text else "situation.ends-early"
        return UsageProblem(t(self.lang, message, words=self.here.text, column=self.here.column), t(self.lang, key, **values))


class _Reader(_Words):
    """Reads the parts of the notation, each with a method."""

    def all(self) -> Typed:
        self.links = sum(word.link > 0 and after.sign == ":" for word, after in zip(self.words, self.words[1:], strict=False))
        typed = Typed(stages=self.several(self.stage, ";"))
        while self.sign("|"):
            typed.standings += self.several(self.standing)
        if self.sign("?"):
            typed.asked.append(self.question())
            while self.sign("?") or self.sign(","):
                typed.asked.append(self.question())
        typed.whole = not self.sign("…")
        if self.next < len(self.words):
            raise self.wrong("situation.expected.end")
        return typed

    def stage(self) -> list[LinkTyped] | list[Happened]:
        if self.here.link and self.following(1).sign == ":":
            return self.several(self.link, ">")
        return self.several(self.happening)

    def link(self) -> LinkTyped:
        if not (self.here.link == self.read_so_far + 1 and self.following(1).sign == ":"):
            raise self.wrong("situation.expected.link", link=f"C{self.read_so_far + 1}")
        self.next += 2
        self.read_so_far += 1
        link = LinkTyped(self.effect())
        if self.word("as"):
            if not self.word("card"):
                raise self.wrong("situation.expected.word", word="card")
            link.as_card = True
        if self.word("from"):
            link.zone = self.zone()
        link.opponents = bool(self.word("opp"))
        if self.word("cost"):
            link.costs = self.several(self.happening)
        if self.sign("->"):
            link.targets = self.several(self.card)
        if self.sign("=>"):
            link.results = self.several(self.result)
        return link

    def result(self) -> Happened:
        if not (self.here.word == "step" and self.following(1).text.isdecimal()):
            return self.happening()
        number = self.following(1)
        self.next += 2
        came = self.word("done", "not")
        if not came:
            raise self.wrong("situation.expected.step")
        return Happened("step", Called(number.text, number.column), to=came)

    def standing(self) -> StandingTyped:
        standing = StandingTyped(self.effect(), opponents=bool(self.word("opp")))
        if self.word("on"):
            standing.on = self.several(self.card)
        if self.word("from"):
            standing.since = self.number()
        if self.word("until"):
            standing.until = self.number()
        return standing

    def happening(self) -> Happened:
        """Read a card and what happens to it, or where it is."""
        card = self.card()
        if self.word("unaffected"):
            self.word("by")
            return Happened("unaffected", card, by=Cause(effect=self.effect()))
        if self.word("control"):
            return Happened("control", card, by=self.cause())
        if self.here.summon:
            self.next += 1
            return Happened("summon", card, "ygo:Field", self.words[self.next - 1].summon, by=self.cause())
        if self.here.move or self.here.word == "to":
            return self.move(card)
        zone = self.zone() if self.sign("@") else ""
        face = self.face()
        if face and not zone:
            return Happened("flip", card, face, by=self.cause(), opponents=bool(self.word("opp")))
        return Happened("place", card, zone, face=face, opponents=bool(self.word("opp")))

    def move(self, card: Called) -> Happened:
        how = self.here.move
        self.next += bool(how)
        face = self.face()
        zone = self.zone() if self.word("to") else _GOES.get(how, "")
        if not zone:
            raise self.wrong("situation.expected.place")
        return Happened("move", card, zone, _how(how, zone, face), face or self.face(), self.cause())

    def face(self) -> str:
        return _FACES.get(self.word("face-down", "face-up"), "")

    def cause(self) -> Cause:
        if not self.word("by"):
            return Cause()
        if word := self.word("battle", "rule", "cost"):
            return Cause(word)
        return Cause(link=self.number()) if self.here.link else Cause(effect=self.effect())

    def question(self) -> Asked:
        """Read a question: its word, its id or its label, what it is about, and what is said of the texts."""
        if not self.here.text or self.here.sign:
            raise self.wrong("situation.expected.question")
        found = self.here.question
        asked = Asked(self.called(1))
        if found:
            asked.question = Called(found, asked.question.column)
        if self.here.text and not self.here.sign and self.here.word not in ("by", "to", "with"):
            asked.about = self.effect()
        if self.word("by"):
            asked.by = self.effect()
        if self.word("to"):
            asked.to = self.number()
        if self.word("with"):
            while self.here.text and not self.here.sign:
                asked.facts.append(self.called(1))
        return asked

    def effect(self) -> Called:
        """Read the name of an effect: up to its number, so that a name can have any words in it; else as a card's. A link's is its own."""
        if self.here.link:
            return self.called(1)
        till = self.next
        while till < len(self.words) and not self.words[till].sign and "#" not in self.words[till].text:
            till += 1
        if till < len(self.words) and not self.words[till].sign:
            return self.called(till + 1 - self.next)
        return self.card()

    def card(self) -> Called:
        """Read the name of a card, with kinds or families after a `:`."""
        name = self.name()
        if not self.sign(":"):
            return name
        return Called(name.words, name.column, tuple(what.words for what in self.several(self.name, "+")))


_FACES = {"face-down": "ygo:FaceDown", "face-up": "ygo:FaceUp"}
_GOES = {"ygo:DestroyedMove": "ygo:Graveyard", "ygo:SentMove": "ygo:Graveyard", "ygo:BanishedMove": "ygo:Banished", "ygo:BecomesMaterialMove": "ygo:AsMaterial"}  # fmt: skip
"""Where a card goes by itself, as its move is called."""
_MOVES_TO = {
    "ygo:Graveyard": "ygo:SentMove", "ygo:Banished": "ygo:BanishedMove", "ygo:Hand": "ygo:ToHandMove", "ygo:MainDeck": "ygo:ToMainDeckMove",
    "ygo:ExtraDeck": "ygo:ToExtraDeckMove", "ygo:AsMaterial": "ygo:BecomesMaterialMove",
}  # fmt: skip
"""What a move to a place is called where nothing else is said of it."""


def _how(how: str, zone: str, face: str) -> str:
    if how == "ygo:BanishedMove" and face == "ygo:FaceDown":
        return "ygo:BanishedFaceDownMove"
    return how if how.startswith("ygo:") else _MOVES_TO.get(zone, "")
