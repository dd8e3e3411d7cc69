"""Work out what a text in the notation tells: which cards are where, and what happens at which moment."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ygokg.errors import UsageProblem
from ygokg.graph.model import Id, Model
from ygokg.graph.words import label
from ygokg.messages import t
from ygokg.situation.naming import Names
from ygokg.situation.notation import Asked as AskedTyped
from ygokg.situation.notation import Called, Cause, Happened, LinkTyped, StandingTyped, read
from ygokg.situation.timeline import SETUP, Asked, Event, Immunity, Link, Situation, Standing, Stay, resolution
from ygokg.situation.tokens import Token

if TYPE_CHECKING:
    from ygokg.names.library import Library

OWN, OPPONENTS = "ygo:OwnSide", "ygo:OpponentsSide"
_FIELD, _UP, _DOWN = "ygo:Field", "ygo:FaceUp", "ygo:FaceDown"
_AFTER = 10
"""So many moments lie between what happens one after the other outside of Chains."""


def situation(model: Model, text: str, lang: str, library: Library | None = None) -> Situation:
    """Return the situation that a text in the notation tells.

    Names of cards are looked up in the user's databases (`library`) too. Raises `UsageProblem` at the first place that is not
    understood or cannot happen, and `NotFound` for a card or effect that is not in the data.
    """
    return _Teller(model, text, lang, library).tell()


class _Teller:
    """Lays out one timeline. A card is known by its id, or by its name where the data do not have it."""

    def __init__(self, model: Model, text: str, lang: str, library: Library | None) -> None:
        self.model = model
        self.typed = read(text, lang)
        self.lang = lang
        self.names = Names(model, lang, library)
        self.clock = SETUP
        self.chains = 0
        self.stays: dict[str, list[Stay]] = {}
        self.links: list[Link] = []
        self.events: list[Event] = []
        self.standings: list[Standing] = []
        self.unaffected: list[Immunity] = []

    def tell(self) -> Situation:
        pending = list(self.typed.standings)
        for number, stage in enumerate(self.typed.stages):
            if stage and isinstance(stage[0], LinkTyped):
                self.chain([link for link in stage if isinstance(link, LinkTyped)], pending)
            else:
                for happened in stage:
                    assert isinstance(happened, Happened)
                    self.outside(happened, first=not number)
        self.in_force(pending)
        asked = tuple(self.ask(asked) for asked in self.typed.asked)  # before the stays: a question may name a card of its own
        stays = tuple(stay for known in self.stays.values() for stay in known)
        return Situation(
            stays, tuple(self.links), tuple(self.events), tuple(self.standings), tuple(self.unaffected), self.typed.whole, asked,
            self.clock + _AFTER,
        )  # fmt: skip

    # ---- stages ----

    def outside(self, happened: Happened, *, first: bool) -> None:
        """Take in what is there or happens outside of Chains. In the first stage a face says how a card lies that is new."""
        key = self.names.key(happened.card)
        if happened.kind == "place" or (happened.kind == "flip" and first and key not in self.stays):
            face = happened.face or (happened.to if happened.kind == "flip" else "")
            if key in self.stays:
                raise self.impossible(happened.card, "situation.two-places", card=self.called(self.stays[key][-1]))
            self.arrive(happened.card, zone=happened.to if happened.kind == "place" else "", side=self.side(happened), face=face)
            return
        self.clock += _AFTER
        self.happen(happened, self.clock, "rule", None)

    def chain(self, typed: list[LinkTyped], pending: list[StandingTyped]) -> None:
        before = self.clock
        self.chains += 1
        new = [self.activate(link, before, place, len(typed)) for place, link in enumerate(typed, 1)]
        self.in_force(pending)
        for link, words in zip(reversed(new), reversed(typed), strict=True):
            own = next(stay for known in self.stays.values() for stay in known if stay.id == link.source)
            for step, event in enumerate(words.results, 1):
                self.happen(event, link.resolves_at + step, link.id, own)
        self.clock = resolution(1, len(typed), before)

    def activate(self, typed: LinkTyped, before: int, place: int, count: int) -> Link:
        effect = self.names.effect(typed.effect)
        at = before + place
        source = self.source(typed.effect, effect, OPPONENTS if typed.opponents else OWN, at, typed.zone)
        if typed.as_card and source.face == _DOWN:
            self.stays[self.key_of(source)][-1] = source = replace(source, face=_UP)
        for cost in typed.costs:
            self.happen(cost, at, "cost", source)
        targets = tuple(self.now(called, source).id for called in typed.targets)
        link = Link(len(self.links) + 1, effect, source.id, at, resolution(place, count, before), targets, typed.as_card, self.chains)
        self.links.append(link)
        return link

    def in_force(self, pending: list[StandingTyped]) -> None:
        """Take in the standing effects whose links are told by now; those that name no link were in force from the beginning."""
        for typed in list(pending):
            if max(typed.since, typed.until) > len(self.links):
                continue
            pending.remove(typed)
            effect = self.names.effect(typed.effect)
            since, until = (self.links[number - 1].resolves_at if number else None for number in (typed.since, typed.until))
            source = self.source(typed.effect, effect, OPPONENTS if typed.opponents else OWN, SETUP)
            pointed = tuple(self.at(called, since if since is not None else SETUP).id for called in typed.on)
            self.standings.append(Standing(f"S{len(self.standings) + 1}", effect, source.id, since or SETUP, pointed, until))

    def happen(self, event: Happened, at: int, cause: str, own: Stay | None) -> None:
        """Take in what happens to a card: `own` is the one that "self" means."""
        if event.kind == "step":
            assert own is not None
            self.events.append(Event("step", own.id, at, event.to, cause, number=int(event.card.words)))
            return
        stay = self.now(event.card, own)
        cause, effect = self.cause(event.by, cause)
        if event.kind == "unaffected":
            assert event.by.effect is not None
            self.unaffected.append(Immunity(stay.id, self.names.effect(event.by.effect), at))
        elif event.kind in ("flip", "control"):
            self.turn(event, stay, at, cause, effect)
        else:
            self.move(event, stay, at, cause, effect)

    def turn(self, event: Happened, stay: Stay, at: int, cause: str, effect: tuple[Id, ...]) -> None:
        if stay.zone != _FIELD:
            raise self.impossible(event.card, "situation.not-on-field", card=self.called(stay))
        self.events.append(Event(event.kind, stay.id, at, event.to, cause, effect=effect, opponents=event.opponents))

    def move(self, event: Happened, stay: Stay, at: int, cause: str, effect: tuple[Id, ...]) -> None:
        if event.kind == "place":
            raise self.impossible(event.card, "situation.two-places", card=self.called(stay))
        if stay.zone == event.to and event.kind == "move":
            raise self.impossible(event.card, "situation.already-there", card=self.called(stay))
        self.events.append(Event(event.kind, stay.id, at, event.to, cause, event.how, event.face, effect, event.opponents))
        if stay.zone != event.to:
            face = event.face or (_UP if event.to == _FIELD else "")
            self.stays[self.key_of(stay)].append(replace(stay, id=f"{stay.id}'", zone=event.to, face=face, since=at, after=stay.id))

    def cause(self, by: Cause, default: str) -> tuple[str, tuple[Id, ...]]:
        """Return the cause that is named, else the one that follows from the place in the text, and the effect where it is one."""
        if by.effect is not None and by.effect.words:
            return "effect", self.names.effect(by.effect)
        return (f"C{by.link}" if by.link else by.word or default), ()

    # ---- who is meant ----

    def side(self, happened: Happened) -> Id:
        return OPPONENTS if happened.opponents else OWN

    def key_of(self, stay: Stay) -> str:
        return next(key for key, known in self.stays.items() if any(stay.id == one.id for one in known))

    def link_of(self, called: Called) -> Link | None:
        """Return the link that is meant by C2; nothing where the words are no link."""
        number = Token(called.words, called.column).link
        if not number:
            return None
        if number > self.read_links:
            raise UsageProblem(self.place(called), t(self.lang, "situation.no-link", words=called.words, count=self.read_links))
        if number > len(self.links):
            raise self.impossible(called, "situation.not-yet", words=called.words.upper())
        return self.links[number - 1]

    @property
    def read_links(self) -> int:
        return sum(len(stage) for stage in self.typed.stages if stage and isinstance(stage[0], LinkTyped))

    def now(self, called: Called, own: Stay | None = None) -> Stay:
        """Return where a card is now; one that was not spoken of yet is on the field, face-up."""
        if own is not None and Token(called.words, called.column).word == "self":
            return self.stays[self.key_of(own)][-1]
        if (link := self.link_of(called)) is not None:
            return self.stays[self.key_of(next(s for known in self.stays.values() for s in known if s.id == link.source))][-1]
        key = self.names.key(called)
        return self.stays[key][-1] if key in self.stays else self.arrive(called)

    def at(self, called: Called, moment: int) -> Stay:
        """Return where a card was at a moment."""
        known = self.stays[self.key_of(self.now(called))]
        return next((stay for stay in reversed(known) if stay.since <= moment), known[0])

    def source(self, called: Called, effect: tuple[Id, ...], side: Id, at: int, zone: str = "") -> Stay:
        """Return the stay of the card whose effect is used or in force; one not spoken of yet is on the field, face-up."""
        one = self.model.effects.get(effect[0])
        card = one.card if one is not None else None
        key = card or (self.names.key(called) if one is None else effect[0])
        if key not in self.stays:
            name = label(self.model, card, "en") if card else next(iter(one.labels.values()), effect[0]) if one is not None else called.words
            self.arrive(Called(name, called.column), key=key, zone=zone, side=side, since=SETUP if zone else at)
        elif zone and self.stays[key][-1].zone != zone:
            raise self.impossible(called, "situation.not-there", card=self.called(self.stays[key][-1]), zone=label(self.model, zone, self.lang))
        return self.stays[key][-1]

    def arrive(
        self, called: Called, *, key: str = "", zone: str = "", side: Id = OWN, face: str = "", since: int = SETUP
    ) -> Stay:
        key = key or self.names.key(called)
        place = zone or _FIELD
        card = key if key in self.model.cards else ""
        kind = self.names.kind(called) or (self.model.cards[card].kind if card else "")
        lying = face or (_UP if place == _FIELD else "")
        since = since if kind != "ygo:MonsterCard" else SETUP
        stay = Stay(f"K{len(self.stays) + 1}", called.words, card, place, side, lying, kind, since)
        self.stays.setdefault(key, []).append(stay)
        return stay

    # ---- what is asked ----

    def ask(self, typed: AskedTyped) -> Asked:
        question = self.names.question(typed.question)
        facts = self.names.facts(question, typed.facts)
        by = self.by(typed.by) if typed.by is not None else ()
        if typed.about is None:
            return Asked(question, facts=facts, by=by, to=typed.to)
        if (link := self.link_of(typed.about)) is not None:
            return Asked(question, link.number, link.effect, link.source, by, typed.to, facts)
        if "#" not in typed.about.words and not typed.about.what and self.names.key(typed.about) in self.stays:
            return Asked(question, 0, (), self.now(typed.about).id, by, typed.to, facts)
        effect = self.names.effect(typed.about)
        stay = self.source(typed.about, effect, OWN, self.clock)
        used = next((link for link in self.links if link.effect == effect), None)
        return Asked(question, used.number if used is not None else 0, effect, stay.id, by, typed.to, facts)

    def by(self, called: Called) -> tuple[Id, ...]:
        link = self.link_of(called)
        return link.effect if link is not None else self.names.effect(called)

    # ---- what is wrong ----

    def called(self, stay: Stay) -> str:
        return label(self.model, stay.card, self.lang) if stay.card else stay.name

    def place(self, called: Called) -> str:
        return t(self.lang, "situation.place", words=called.words, column=called.column)

    def impossible(self, called: Called, key: str, **values: object) -> UsageProblem:
        return UsageProblem(t(self.lang, key, **values), self.place(called))
