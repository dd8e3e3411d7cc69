"""Work out what a text in the notation tells: which cards are where, and what happens at which moment."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ygokg.errors import UsageProblem
from ygokg.graph.model import Id, Model
from ygokg.graph.words import label
from ygokg.messages import t
from ygokg.situation.grouping import HOW_MANY, step_meant
from ygokg.situation.happening import OF_A_CARD
from ygokg.situation.kinds import AS_MONSTER, AS_SPELL_TRAP, IN_SPELL_TRAP_ZONE
from ygokg.situation.naming import Names
from ygokg.situation.notation import read
from ygokg.situation.standing import in_force
from ygokg.situation.timeline import SETUP, SPELL_TRAP, Asked, Event, Immunity, Link, Situation, Standing, Stay, resolution
from ygokg.situation.tokens import Token
from ygokg.situation.typed import Asked as AskedTyped
from ygokg.situation.typed import Called, Cause, Happened, LinkTyped, StandingTyped

if TYPE_CHECKING:
    from ygokg.names.library import Library

OWN, OPPONENTS = "ygo:OwnSide", "ygo:OpponentsSide"
_FIELD, _UP, _DOWN = "ygo:Field", "ygo:FaceUp", "ygo:FaceDown"
_COMES_FROM = {"ygo:ByNormalSummon": "ygo:Hand", "ygo:ByXyzSummon": "ygo:ExtraDeck", "ygo:ByLinkSummon": "ygo:ExtraDeck"}
"""From where a monster is Summoned, where the way of the Summon says it."""
_ALL_EFFECTS = frozenset({"effects", "all effects", "效果", "其他卡的效果", "卡的效果", "効果", "他のカードの効果", "カードの効果"})
"""What is typed for the effects of all other cards."""
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
        self.names = Names(model, lang, library)
        self.typed = read(text, lang, self.names.known)
        self.lang = lang
        self.clock = SETUP
        self.chains = 0
        self.stays: dict[str, list[Stay]] = {}
        self.mentioned: set[str] = set()
        """Cards that were merely spoken of, so that it may still be told on whose side they are."""
        self.links: list[Link] = []
        self.events: list[Event] = []
        self.standings: list[Standing] = []
        self.unaffected: list[Immunity] = []

    def tell(self) -> Situation:
        pending = list(self.typed.standings)
        for number, stage in enumerate(self.typed.stages):
            if stage and isinstance(stage[0], LinkTyped):
                self.chain(list(stage), pending)
            else:
                for happened in stage:
                    assert isinstance(happened, Happened)
                    self.outside(happened, number)
        self.in_force(pending)
        asked = tuple(self.ask(asked) for asked in self.typed.asked)  # before the stays: a question may name a card of its own
        stays = tuple(stay for known in self.stays.values() for stay in known)
        told = Situation(
            stays, tuple(self.links), tuple(self.events), tuple(self.standings), tuple(self.unaffected), self.typed.whole, asked,
            self.clock + _AFTER,
        )  # fmt: skip
        return replace(told, standings=in_force(self.model, told))

    # ---- stages ----

    def outside(self, happened: Happened, stage: int) -> None:
        """Take in what is there or happens outside of Chains. In the first stage a face says how a card lies that is new."""
        key = self.names.key(happened.card)
        if happened.kind == "place" or (happened.kind == "flip" and not stage and key not in self.stays):
            face = happened.face or (happened.to if happened.kind == "flip" else "")
            if key in self.stays:
                raise self.impossible(happened.card, "situation.two-places", card=self.called(self.stays[key][-1]))
            self.arrive(happened.card, zone=happened.to if happened.kind == "place" else "", side=self.side(happened), face=face)
            return
        self.clock += 0 if happened.at_once else _AFTER
        self.happen(happened, self.clock, "", None, f"T{stage}")

    def chain(self, typed: list[LinkTyped], pending: list[StandingTyped]) -> None:
        before = self.clock
        self.chains += 1
        new = [self.activate(link, before, place, len(typed)) for place, link in enumerate(typed, 1)]
        self.in_force(pending, begun=False)
        for link, words in zip(reversed(new), reversed(typed), strict=True):
            own = self.stay(link.source)
            at = link.resolves_at
            for event in words.results:
                at += not event.at_once
                self.happen(event, at, link.id, own, link.id)
        self.in_force(pending)
        self.clock = resolution(1, len(typed), before)

    def activate(self, typed: LinkTyped, before: int, place: int, count: int) -> Link:
        effect = self.names.effect(typed.effect)
        at = before + place
        source = self.source(typed.effect, effect, OPPONENTS if typed.opponents else OWN, at, typed.zone)
        set_card = source.kind in SPELL_TRAP and source.zone == _FIELD and source.face == _DOWN
        as_card = typed.as_card or set_card or (source.kind in SPELL_TRAP and source.zone == _FIELD and self.spent(effect))
        if set_card:
            self.events.append(Event("flip", source.id, at, _UP, "rule"))
        elif typed.as_card and source.zone == "ygo:Hand":
            self.events.append(Event("move", source.id, at, _FIELD, "rule", face=_UP))
            source = self.goes(source, _FIELD, _UP, at)
        for cost in typed.costs:
            self.happen(cost, at, "cost", source, f"C{len(self.links) + 1}.cost")
        targets = tuple(self.now(called, source).id for called in typed.targets)
        link = Link(len(self.links) + 1, effect, source.id, at, resolution(place, count, before), targets, as_card, self.chains)
        self.links.append(link)
        return link

    def spent(self, effect: tuple[Id, ...]) -> bool:
        """Say whether an effect is the one of a Spell or Trap that is sent away once it has resolved: it is used with its card."""
        return "ygo:SpentCardEffect" in self.families(effect)

    def families(self, effect: tuple[Id, ...]) -> set[Id]:
        own = (family for one in effect for family in (self.model.effects[one].families if one in self.model.effects else (one,)))
        return {one for family in own for one in (family, *self.model.families[family].above)}

    def in_force(self, pending: list[StandingTyped], *, begun: bool = True) -> None:
        """Take in the standing effects whose links are told by now; those that name no link were in force from the beginning.

        Without `begun` only the latter: what a link brings about is not told of before its resolution is.
        """
        for typed in list(pending):
            if max(typed.since, typed.until) > len(self.links) or (typed.since and not begun):
                continue
            pending.remove(typed)
            effect = self.names.effect(typed.effect)
            since, until = (self.links[number - 1].resolves_at if number else None for number in (typed.since, typed.until))
            source = self.source(typed.effect, effect, OPPONENTS if typed.opponents else OWN, SETUP)
            source = self.arrived(self.there(source, since or SETUP), since or SETUP)
            begins = since or SETUP
            links = tuple(link for called in typed.on if (link := self.link_of(called)) is not None)
            used = [link.source for link in links]
            pointed = tuple(dict.fromkeys((*used, *(self.arrived(self.at(called, begins), begins).id for called in typed.on))))
            at_links = tuple(link.number for link in links)
            self.standings.append(Standing(f"S{len(self.standings) + 1}", effect, source.id, begins, pointed, until, typed.since, at_links))

    def happen(self, event: Happened, at: int, cause: str, own: Stay | None, along: str) -> None:
        """Take in what happens to a card in the course of something: `own` is the one that "self" means."""
        before = len(self.events)
        self.take_in(event, at, cause, own)
        self.events[before:] = [replace(new, along=along) for new in self.events[before:]]

    def take_in(self, event: Happened, at: int, cause: str, own: Stay | None) -> None:
        if event.kind == "happens":
            assert own is not None
            self.events.append(Event("happens", "", at, "", cause))
            return
        if event.kind == "step":
            assert own is not None
            members = tuple(self.held(called, own, self.links[int(cause[1:]) - 1]).id for called in event.cards)
            self.events.append(Event("step", own.id, at, event.to, cause, number=int(event.card.words), members=members))
            return
        stay = self.coming(event) if self.comes_to_the_field(event) else self.now(event.card, own)
        if event.kind == "unaffected":
            assert event.by.effect is not None
            by = ("ygo:CardEffect",) if event.by.effect.words.casefold() in _ALL_EFFECTS else self.names.effect(event.by.effect)
            self.unaffected.append(Immunity(stay.id, by, at, cause if cause[:1] == "C" else ""))
            return
        cause, effect = self.cause(event.by, cause)
        if event.kind == "reveal":
            self.events.append(Event("reveal", stay.id, at, "", cause))
        elif event.kind in ("flip", "control"):
            self.turn(event, stay, at, cause, effect)
        else:
            self.move(event, stay, at, cause, effect)

    def comes_to_the_field(self, event: Happened) -> bool:
        """Say whether an event brings a card to the field that was not spoken of: it was not there before."""
        new = event.kind in ("summon", "move") and event.to == _FIELD and not Token(event.card.words, event.card.column).link
        return new and Token(event.card.words, event.card.column).word != "self" and self.names.key(event.card) not in self.stays

    def coming(self, event: Happened) -> Stay:
        """Return where a card was that is spoken of for the first time as it comes to the field: as far as the Summon tells it."""
        stay = self.arrive(event.card, side=self.side(event), face=_DOWN if event.how == "ygo:ByFlipSummon" else "")
        if event.how not in ("ygo:ByFlipSummon", "ygo:ByGeminiSummon"):
            self.stays[self.key_of(stay)][-1] = stay = replace(stay, zone=_COMES_FROM.get(event.how, ""), face="")
        return stay

    def turn(self, event: Happened, stay: Stay, at: int, cause: str, effect: tuple[Id, ...]) -> None:
        if stay.zone != _FIELD:
            raise self.impossible(event.card, "situation.not-on-field", card=self.called(stay))
        to = self.other_side(stay) if event.kind == "control" else event.to
        self.events.append(Event(event.kind, stay.id, at, to, cause, effect=effect, opponents=event.by.opponents))

    def other_side(self, stay: Stay) -> Id:
        """Return the side that a card is not on by now."""
        changed = sum(one.kind == "control" and one.stay == stay.id for one in self.events)
        return (OWN, OPPONENTS)[(changed + (stay.side == OWN)) % 2]

    def move(self, event: Happened, stay: Stay, at: int, cause: str, effect: tuple[Id, ...]) -> None:
        if event.kind == "place":
            raise self.impossible(event.card, "situation.two-places", card=self.called(stay))
        if stay.zone == event.to and event.kind == "move" and event.how != IN_SPELL_TRAP_ZONE:
            raise self.impossible(event.card, "situation.already-there", card=self.called(stay))
        self.events.append(Event(event.kind, stay.id, at, event.to, cause, event.how, event.face, effect, event.by.opponents))
        if stay.zone != event.to or event.how == IN_SPELL_TRAP_ZONE:
            gone = self.goes(
                stay, event.to, event.face or (_UP if event.to == _FIELD else ""), at, as_spell_trap=event.how == IN_SPELL_TRAP_ZONE
            )
            if event.kind == "summon" and event.opponents:
                self.stays[self.key_of(gone)][-1] = replace(gone, side=OPPONENTS)

    def goes(self, stay: Stay, zone: Id, face: Id, at: int, *, as_spell_trap: bool = False) -> Stay:
        """Let a card be elsewhere from a moment on; there it counts as what it is printed as, or `as_spell_trap`."""
        first = self.stays[self.key_of(stay)][0]
        traits = tuple(one for one in first.traits if one not in (AS_MONSTER, AS_SPELL_TRAP))
        traits += (AS_SPELL_TRAP,) if as_spell_trap and first.kind == "ygo:MonsterCard" else ()
        kind = "" if as_spell_trap else first.kind
        after = replace(stay, id=f"{stay.id}'", zone=zone, face=face, kind=kind, since=at, after=stay.id, traits=traits)
        self.stays[self.key_of(stay)].append(after)
        return after

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
            return self.stays[self.key_of(self.stay(link.source))][-1]
        key = self.names.key(called)
        if key in self.stays:
            return self.stays[key][-1]
        self.mentioned.add(key)
        return self.arrive(called)

    def held(self, called: Called, own: Stay, link: Link) -> Stay:
        """Return the stay of a card that a step of a link is about: a target, as it was targeted, or the card `own` of the link."""
        card = self.key_of(self.now(called, own))
        for target in link.targets:
            if card == self.key_of(self.stay(target)):
                return self.stay(target)
        if card == self.key_of(own):
            return self.at(called if Token(called.words, called.column).word != "self" else Called(link.id, called.column), link.at)
        raise self.impossible(called, "situation.not-targeted", card=self.called(self.now(called, own)), link=link.id)

    def stay(self, name: str) -> Stay:
        return next(stay for known in self.stays.values() for stay in known if stay.id == name)

    def at(self, called: Called, moment: int) -> Stay:
        """Return where a card was at a moment."""
        return self.there(self.now(called), moment)

    def there(self, stay: Stay, moment: int) -> Stay:
        """Return where the card of a stay was at a moment, or where it is first."""
        known = self.stays[self.key_of(stay)]
        return next((one for one in reversed(known) if one.since <= moment), known[0])

    def arrived(self, stay: Stay, resolves_at: int) -> Stay:
        """Return where a card came to the field by the link that resolves at a moment, if it did: what is laid on it is laid there."""
        after = (one for one in self.stays[self.key_of(stay)] if one.after == stay.id and one.zone == _FIELD)
        return next((one for one in after if stay.zone != _FIELD and 0 <= one.since - resolves_at < _AFTER), stay)

    def source(self, called: Called, effect: tuple[Id, ...], side: Id, at: int, zone: str = "") -> Stay:
        """Return the stay of the card whose effect is used or in force; one not spoken of yet is on the field, face-up."""
        one = self.model.effects.get(effect[0])
        card = one.card if one is not None else None
        key = card or (self.names.key(called) if one is None else effect[0])
        if key not in self.stays:
            name = (
                label(self.model, card, "en") if card else next(iter(one.labels.values()), effect[0]) if one is not None else called.words
            )
            self.arrive(Called(name, called.column, called.what), key=key, zone=zone, side=side, since=SETUP if zone else at)
        elif zone and self.stays[key][-1].zone != zone:
            raise self.impossible(
                called, "situation.not-there", card=self.called(self.stays[key][-1]), zone=label(self.model, zone, self.lang)
            )
        if side == OPPONENTS and key in self.mentioned:
            self.stays[key] = [replace(stay, side=side) for stay in self.stays[key]]
        stay = self.stays[key][-1]
        if side == OPPONENTS and stay.side == OWN and not any(one.kind == "control" and one.stay == stay.id for one in self.events):
            raise self.impossible(called, "situation.other-side", card=self.called(stay))
        return stay

    def arrive(self, called: Called, *, key: str = "", zone: str = "", side: Id = OWN, face: str = "", since: int = SETUP) -> Stay:
        key = key or self.names.key(called)
        if key not in self.model.cards:
            self.names.refuse_part(called)
        for what in called.what:
            self.names.family(what, called)
        place = zone or _FIELD
        card = key if key in self.model.cards else ""
        kind = self.names.kind(called) or (self.model.cards[card].kind if card else "")
        lying = face or (_UP if place == _FIELD else "")
        since = since if kind != "ygo:MonsterCard" else SETUP
        traits = self.names.traits(called, card)
        stay = Stay(f"K{len(self.stays) + 1}", called.words, card, place, side, lying, kind, since, traits=traits)
        self.stays.setdefault(key, []).append(stay)
        return stay

    # ---- what is asked ----

    def ask(self, typed: AskedTyped) -> Asked:
        if count := typed.question.words == HOW_MANY:
            typed.question = replace(typed.question, words="ygo:IsAppliedToRest")
        question = self.names.question(typed.question)
        facts = self.names.facts(question, typed.facts)
        chooses = self.link_of(typed.by) if question == "ygo:CanChoose" and typed.by is not None else None
        if chooses is not None and typed.about is not None:
            picks = self.now(typed.about).id
            return Asked(question, chooses.number, chooses.effect, chooses.source, (), typed.to, facts, typed.step, picks=picks)
        by = self.by(typed.by) if typed.by is not None else ()
        if typed.about is None:
            return Asked(question, facts=facts, by=by, to=typed.to)
        if (link := self.link_of(typed.about)) is not None:
            step = self.step(question, typed, link)
            return Asked(question, link.number, link.effect, link.source, by, typed.to, facts, step, count)
        if typed.step or count:
            raise self.impossible(typed.about, "situation.step-of-link")
        if "#" not in typed.about.words and not typed.about.what and self.names.key(typed.about) in self.stays:
            return self.of_card(Asked(question, 0, (), self.now(typed.about).id, by, typed.to, facts=facts), typed.by)
        effect = self.names.effect(typed.about)
        stay = self.source(typed.about, effect, OWN, self.clock)
        used = next((one for one in self.links if one.effect == effect and self.key_of(self.stay(one.source)) == self.key_of(stay)), None)
        if used is None and self.families(effect) & {"ygo:OathEffect", "ygo:ConditionOfActivating"}:
            own = {one.id for one in self.stays[self.key_of(stay)]}
            used = next((link for link in self.links if link.source in own), None)
        if question == "ygo:IsEffectApplied" and used is None and self.families(effect) & {"ygo:ContinuousEffect", "ygo:UnchainedEffect"}:
            question = "ygo:IsContinuousApplied"
        return Asked(question, used.number if used is not None else 0, effect, stay.id, by, typed.to, facts=facts)

    def of_card(self, asked: Asked, by: Called | None) -> Asked:
        """Return a question about a card that moved, as one of the effect by which its text counts or speaks of it."""
        if by is None or asked.question not in OF_A_CARD or asked.question == "ygo:WhichDestination":
            return asked
        link = self.link_of(by)
        user = link.source if link is not None else self.source(by, asked.by, OWN, self.clock).id
        return replace(asked, effect=asked.by, by=(), user=user)

    def step(self, question: Id, typed: AskedTyped, link: Link) -> int:
        try:
            return step_meant(self.events, question, link.id, typed.step)
        except LookupError:
            raise self.impossible(typed.question, "situation.which-step") from None

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
