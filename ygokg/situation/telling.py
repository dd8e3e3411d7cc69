"""Work out what a text in the notation tells: which cards are where, and what happens at which moment."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ygokg.errors import NotFound, UsageProblem
from ygokg.graph.labels import normal
from ygokg.graph.model import Id, Model
from ygokg.graph.words import label
from ygokg.messages import t
from ygokg.situation.notation import Called, Happened, LinkTyped, Typed, read
from ygokg.situation.timeline import SETUP, Event, Link, Situation, Standing, Stay, resolution

if TYPE_CHECKING:
    from ygokg.names.library import Library

OWN, OPPONENTS = "ygo:OwnSide", "ygo:OpponentsSide"


def situation(model: Model, text: str, lang: str, library: Library | None = None) -> Situation:
    """Return the situation that a text in the notation tells.

    Names of cards are looked up in the user's databases (`library`) too. Raises `UsageProblem` at the first place that is not
    understood or cannot happen, and `NotFound` for a card or effect that is not in the data.
    """
    return _Teller(model, read(text, lang), lang, library).tell()


class _Teller:
    """Lays out one timeline. A card is known by its id, or by its name where the data do not have it."""

    def __init__(self, model: Model, typed: Typed, lang: str, library: Library | None) -> None:
        self.model = model
        self.typed = typed
        self.lang = lang
        self.library = library
        self.stays: dict[str, list[Stay]] = {}
        self.links: list[Link] = []
        self.events: list[Event] = []
        self.standings: list[Standing] = []
        self.unaffected: list[tuple[str, str]] = []

    def tell(self) -> Situation:
        count = len(self.typed.links)
        for placed in self.typed.setup:
            side = OPPONENTS if placed.opponents else OWN
            self.arrive(self.key(placed.card), placed.card.words, zone=placed.zone, side=side, face=placed.face)
        for link in self.typed.links:
            self.links.append(self.activate(link, len(self.links) + 1, count))
        for standing in self.typed.standings:
            effect = self.effect(standing.effect)
            source = self.source(effect, OPPONENTS if standing.opponents else OWN, SETUP)
            pointed = tuple(self.now(called).id for called in standing.on)
            self.standings.append(Standing(f"S{len(self.standings) + 1}", effect, source.id, SETUP, pointed))
        for number in range(count, 0, -1):
            self.resolve(self.typed.links[number - 1], self.links[number - 1])
        stays = tuple(stay for known in self.stays.values() for stay in known)
        asked = tuple(self.number(asked.link) for asked in self.typed.asked)
        return Situation(
            stays, tuple(self.links), tuple(self.events), tuple(self.standings), tuple(self.unaffected), self.typed.whole, asked
        )

    def activate(self, typed: LinkTyped, number: int, count: int) -> Link:
        effect = self.effect(typed.effect)
        source = self.source(effect, OWN, number, typed.zone)
        for cost in typed.costs:
            self.happen(cost, number, "cost", source)
        targets = tuple(self.now(called, source).id for called in typed.targets)
        return Link(number, effect, source.id, number, resolution(number, count), targets, typed.as_card)

    def resolve(self, typed: LinkTyped, link: Link) -> None:
        own = next(stay for known in self.stays.values() for stay in known if stay.id == link.source)
        for step, event in enumerate(typed.results, 1):
            self.happen(event, link.resolves_at + step, link.id, own)

    def happen(self, event: Happened, at: int, cause: str, own: Stay) -> None:
        """Take in what happens to a card: `own` is the one that "self" means."""
        stay = self.now(event.card, own)
        if event.kind == "unaffected":
            assert event.by is not None
            self.unaffected.append((stay.id, self.effect(event.by)))
        elif event.kind == "flip":
            if stay.zone != "ygo:Field":
                raise self.impossible(event.card, "situation.not-on-field", card=self.called(stay))
            self.events.append(Event("flip", stay.id, at, event.to, cause))
        elif stay.zone == event.to:
            raise self.impossible(event.card, "situation.already-there", card=self.called(stay))
        else:
            self.events.append(Event("move", stay.id, at, event.to, cause))
            known = next(known for known in self.stays.values() if stay in known)
            face = "ygo:FaceUp" if event.to == "ygo:Field" else ""
            known.append(replace(stay, id=f"{stay.id}'", zone=event.to, face=face, since=at, after=stay.id))

    # ---- who is meant ----

    def effect(self, called: Called) -> Id:
        from ygokg.names.lookup import effect_ref

        try:
            return effect_ref(self.model, called.words, self.library)
        except NotFound as error:
            raise NotFound(error.message, "\n".join(filter(None, (error.hint, self.place(called))))) from error

    def key(self, called: Called) -> str:
        """Return by what a card is known: its id, or its name in a normal form where the data do not have it."""
        from ygokg.names.lookup import card_ref

        try:
            return card_ref(self.model, called.words, self.library)
        except NotFound:
            return normal(called.words)

    def number(self, called: Called) -> int:
        """Return the number of the link that is meant."""
        words = called.words.upper()
        if words.startswith("C") and words[1:].isdecimal() and 0 < int(words[1:]) <= len(self.typed.links):
            return int(words[1:])
        raise UsageProblem(self.place(called), t(self.lang, "situation.no-link", words=called.words, count=len(self.typed.links)))

    def now(self, called: Called, own: Stay | None = None) -> Stay:
        """Return where a card is now; one that was not spoken of yet is on the field, face-up."""
        from ygokg.situation.tokens import Token

        if own is not None and Token(called.words, called.column).word == "self":
            return next(known[-1] for known in self.stays.values() if own in known)
        words = called.words.upper()
        if words.startswith("C") and words[1:].isdecimal():
            number = self.number(called)
            if number > len(self.links):
                raise self.impossible(called, "situation.not-yet", words=words)
            return next(known[-1] for known in self.stays.values() if any(stay.id == self.links[number - 1].source for stay in known))
        key = self.key(called)
        return self.stays[key][-1] if key in self.stays else self.arrive(key, called.words)

    def source(self, effect: Id, side: Id, at: int, zone: str = "") -> Stay:
        """Return the stay of the card whose effect is used or in force; one not spoken of yet is on the field, face-up."""
        card = self.model.effects[effect].card
        key = card or effect
        if key not in self.stays:
            names = self.model.cards[card].names if card in self.model.cards else self.model.effects[effect].labels
            self.arrive(key, next(iter(names.values()), effect), zone=zone, side=side, since=SETUP if zone else at)
        return self.stays[key][-1]

    def arrive(self, key: str, name: str, *, zone: str = "", side: Id = OWN, face: str = "", since: int = SETUP) -> Stay:
        place = zone or "ygo:Field"
        kind = self.model.cards[key].kind if key in self.model.cards else ""
        lying = face or ("ygo:FaceUp" if place == "ygo:Field" else "")
        card = key if key in self.model.cards else ""
        since = since if kind != "ygo:MonsterCard" else SETUP
        stay = Stay(f"K{len(self.stays) + 1}", name, card, place, side, lying, kind, since)
        self.stays.setdefault(key, []).append(stay)
        return stay

    # ---- what is wrong ----

    def called(self, stay: Stay) -> str:
        return label(self.model, stay.card, self.lang) if stay.card else stay.name

    def place(self, called: Called) -> str:
        return t(self.lang, "situation.place", words=called.words, column=called.column)

    def impossible(self, called: Called, key: str, **values: object) -> UsageProblem:
        return UsageProblem(t(self.lang, key, **values), self.place(called))
