"""Read the notation of situations into its parts; what they mean is worked out in `telling`.

    cards and what happened ; C1: EFFECT cost self to gy -> TARGET > C2: EFFECT => EVENT ; what happened then
    | STANDING on CARD ? negated C1 …

Stages stand between `;`, in the order of time: a Chain, or cards and what happens to them. `…` at the end says that more happened
than is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from ygokg.errors import UsageProblem
from ygokg.messages import t
from ygokg.situation.runs import Known, plain, spelled, whole
from ygokg.situation.tokens import Token, tokens
from ygokg.situation.typed import Asked, Called, Cause, Happened, LinkTyped, StandingTyped, Typed

_Part = TypeVar("_Part")
_SHORT = 2
"""So many signs may name a card of which nothing else is told."""


def _none(_words: str, _exactly: bool) -> bool:
    return False


def read(text: str, lang: str, known: Known = _none) -> Typed:
    """Return the parts of a text. Raises `UsageProblem`, in `lang`, at the place of the first word that is not understood.

    `known` says whether words are the whole name of a card, `exactly` or but for signs and spaces: such a name may have words and signs
    of the notation in it.
    """
    return _Reader(tokens(text, lang), text, lang, known).all()


def read_question(text: str, links: int, lang: str, known: Known = _none) -> Asked:
    """Return the parts of one question about a situation with so many links; raises as `read` does."""
    reader = _Reader(tokens(text, lang), text, lang, known)
    reader.links = links
    asked = reader.question()
    if reader.here.text:
        raise reader.wrong("situation.expected.end")
    return asked


class _Words:
    """Goes through the words of a text, one after the other."""

    def __init__(self, words: list[Token], text: str, lang: str, known: Known) -> None:
        self.words = words
        self.text = text
        self.known = known
        self.end = len(text) + 1
        self.lang = lang
        self.next = 0
        self.links = 0
        self.read_so_far = 0
        self.told: set[str] = set()

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
        return Called(" ".join(word.text for word in some), some[0].column, quoted=some[0].quoted)

    def number(self) -> int:
        """Read the number of a link: C2."""
        if not 0 < self.here.link <= self.links:
            raise self.wrong("situation.expected.known-link", count=self.links)
        self.next += 1
        return self.words[self.next - 1].link

    def whole_number(self) -> int:
        if not self.here.text.isdecimal():
            raise self.wrong("situation.expected.number")
        self.next += 1
        return int(self.words[self.next - 1].text)

    def zone(self) -> str:
        if not self.here.zone:
            raise self.wrong("situation.expected.place")
        self.next += 1
        return self.words[self.next - 1].zone

    def name(self) -> Called:
        """Read a name: the longest run of words that is the name of a card, else up to what means something by itself.

        Raises `UsageProblem` where the name might end at more than one place.
        """
        ahead = self.words[self.next :]
        run, longest = plain(ahead), whole(ahead, self.text, self.known)
        if longest > run:
            if run and self.known(spelled(ahead[:run], self.text), False):
                raise self.wrong("situation.expected.quoted", words=spelled(ahead[:longest], self.text))
            self.next += longest
            return Called(spelled(ahead[:longest], self.text), ahead[0].column)
        if not run:
            raise self.wrong("situation.expected.card")
        if 0 < longest < run:
            self.next += longest
            raise self.wrong("situation.expected.quoted", words=spelled(ahead[:run], self.text))
        return self.called(run)

    def kind(self) -> Called:
        """Read what a card or an effect is: up to what means something by itself."""
        if not (count := plain(self.words[self.next :])):
            raise self.wrong("situation.expected.kind")
        return self.called(count)

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
        return self.in_order(self.happening)

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
            link.costs = self.in_order(self.happening)
        if self.sign("->"):
            link.targets = self.several(self.card)
        if self.sign("=>"):
            link.results = self.in_order(self.result)
        return link

    def in_order(self, part: Callable[[], Happened]) -> list[Happened]:
        """Read what happens one after the other, or at the same time where a `&` stands between."""
        found = [part()]
        while self.sign(",") or self.here.word == "at-once":
            at_once = bool(self.word("at-once"))
            found.append(replace(part(), at_once=at_once))
        return found

    def result(self) -> Happened:
        if self.here.word == "happens":
            return Happened("happens", self.called(1))
        if not (self.here.word == "step" and self.following(1).text.isdecimal()):
            return self.happening()
        number = self.following(1)
        self.next += 2
        cards = tuple(self.several(self.name, "+")) if self.word("on") else ()
        came = self.here.step
        self.next += bool(came)
        if not came and not cards:
            raise self.wrong("situation.expected.step")
        return Happened("step", Called(number.text, number.column), to=came, cards=cards)

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
        at = self.next
        card = self.card()
        if self.word("unaffected"):
            self.word("by")
            return Happened("unaffected", card, by=Cause(effect=self.effect()))
        if self.word("revealed"):
            return Happened("reveal", card)
        if self.word("control"):
            return Happened("control", card, by=self.cause())
        if self.here.summon:
            self.next += 1
            how, opponents = self.words[self.next - 1].summon, bool(self.word("opp"))
            return Happened("summon", card, "ygo:Field", how, by=self.cause(), opponents=opponents)
        if self.here.move or self.here.word == "to":
            return self.move(card)
        zone = self.zone() if self.sign("@") else ""
        face = self.face()
        if face and not zone:
            return Happened("flip", card, face, by=self.cause(), opponents=bool(self.word("opp")))
        opponents = bool(self.word("opp"))
        bare = not (zone or face or opponents or card.what or card.quoted or card.words in self.told or self.words[at].link)
        if bare and len(card.words) > _SHORT and not self.known(card.words, False):
            self.next = at
            raise self.wrong("situation.expected.spaced", words=card.words)
        return Happened("place", card, zone, face=face, opponents=opponents)

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
        if word := self.word("battle", "rule", "procedure", "cost"):
            return Cause(word)
        if self.here.text.casefold() in _AN_EFFECT and not self.here.quoted and self.following(1).sign != ":":
            self.next += 1
            return Cause("effect", opponents=bool(self.word("opp")))
        return Cause(link=self.number()) if self.here.link else Cause(effect=self.effect(), opponents=bool(self.word("opp")))

    def question(self) -> Asked:
        """Read a question: its word, its id or its label, what it is about, and what is said of the texts."""
        if not self.here.text or self.here.sign:
            raise self.wrong("situation.expected.question")
        found = self.here.question
        asked = Asked(self.called(1))
        if found:
            asked.question = Called(found, asked.question.column)
        subject = self.here
        if subject.text and not subject.sign and subject.word not in ("by", "to", "with", "step"):
            after = self.following(1)
            alone = subject.link > 0 and (after.fixed or not after.text)
            asked.about = self.called(1) if alone else self.effect()
        if self.word("step"):
            asked.step = self.whole_number()
        if self.word("by"):
            asked.by = self.effect()
        if self.word("to"):
            asked.to = self.number()
        if self.word("with"):
            while self.here.text and not self.here.sign:
                asked.facts.append(self.called(1))
        return asked

    def effect(self) -> Called:
        """Read the name of an effect: a card and its number or what it is, or what the data call it. A link's is its own."""
        if self.here.link:
            return self.called(1)
        name = self.name()
        if not self.sign(":"):
            return name
        self.told.add(name.words)
        return Called(name.words, name.column, tuple(what.words for what in self.several(self.kind, "+")), name.quoted)

    def card(self) -> Called:
        """Read the name of a card, with kinds or families after a `:`.

        A name of several words that no card has, and that was not told with a kind before, has to be quoted: it may be a slip.
        """
        first, at = self.here, self.next
        card = self.effect()
        told = card.what or card.quoted or card.words in self.told or self.known(card.words, False)
        if not told and (self.next - at > 1 or (first.run_on and not first.fixed)):
            self.next = at
            raise self.wrong("situation.expected.spaced", words=card.words)
        return card


_AN_EFFECT = ("effect", "效果", "効果")
"""What is typed for an effect of which it is not told which one it is."""
_FACES = {"face-down": "ygo:FaceDown", "face-up": "ygo:FaceUp"}
_GOES = {
    "ygo:DestroyedMove": "ygo:Graveyard", "ygo:SentMove": "ygo:Graveyard", "ygo:BanishedMove": "ygo:Banished",
    "ygo:BecomesMaterialMove": "ygo:AsMaterial", "ygo:ToSpellTrapZoneMove": "ygo:Field",
}  # fmt: skip
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
