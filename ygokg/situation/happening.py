"""Find what a question is about among what happened: the moves of one card, or what a trigger waits for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ygokg.graph.model import Id
from ygokg.resolver import Rulebase
from ygokg.situation.timeline import Asked, Event, Situation

OF_A_CARD = frozenset({
    "ygo:WhichDestination", "ygo:IsCounted", "ygo:IsCardMeant", "ygo:DoesComeBack", "ygo:WhyBanished",
    "ygo:WhoseEffectBanishes", "ygo:CountsAsReturned", "ygo:IsSentByEffect", "ygo:IsReasonOfLeaving",
})  # fmt: skip
"""Questions about what becomes of one card that moved."""
OF_A_TRIGGER = frozenset({"ygo:DoesTrigger", "ygo:MissesTiming", "ygo:CanActivate"})
"""Questions about an effect that waits for something."""
_TRIGGERS = frozenset({"ygo:TriggerEffect", "ygo:LeavingReaction"})
_SUMMONED = ("ygo:WhenSummoned", "ygo:WhenSummonedFromPlace")
_TURNED = ("ygo:WhenFlippedFaceUp", "ygo:WhenPositionChanged")
_LEFT = ("move",)


class Candidate(NamedTuple):
    """An event that a question may be about, by its place among those told; -1 for none. Of an `unsure` one it is not certain."""

    event: int
    unsure: bool = False


def candidates(base: Rulebase, situation: Situation, asked: Asked) -> tuple[Candidate, ...]:
    """Return the events that a question may be about; one that is about none of them comes as -1."""
    if asked.question == "ygo:IsSummonNegated":
        happened = (i for i, event in enumerate(situation.events) if event.kind in ("move", "summon", "flip", "control"))
        return tuple(map(Candidate, happened)) or (Candidate(-1),)
    if asked.question in OF_A_CARD and asked.stay:
        return _last_move(situation, asked)
    if asked.question in OF_A_TRIGGER and asked.effect:
        return _waited_for(base, situation, asked)
    return (Candidate(-1),)


def _own(situation: Situation, stay: str) -> list[int]:
    own = {one.id for one in situation.same_card(stay)}
    return [i for i, event in enumerate(situation.events) if event.stay in own and event.kind != "step"]


def _last_move(situation: Situation, asked: Asked) -> tuple[Candidate, ...]:
    """Return the last move of the card asked about, but of none where the question is about an earlier banishing."""
    own = [i for i in _own(situation, asked.stay) if situation.events[i].kind != "summon"]
    moved = [i for i in own if situation.events[i].kind == "move"] or own
    if not moved or (asked.question == "ygo:DoesComeBack" and situation.events[moved[-1]].to != "ygo:Banished"):
        return (Candidate(-1),)
    return (Candidate(moved[-1]),)


def _waited_for(base: Rulebase, situation: Situation, asked: Asked) -> tuple[Candidate, ...]:
    """Return the events for which a trigger may have waited: what happened to its own card, or to others, as its text says.

    Where the text says neither, none is certain to be meant; of an own card that moved on, none but the last.
    """
    families = {family for one in asked.effect for family in base.kinship.closure(one)}
    if asked.question == "ygo:CanActivate" and _TRIGGERS.isdisjoint(families):
        return (Candidate(-1),)
    text = {**_text(base, asked.effect), **asked.facts}
    own = _own(situation, asked.stay)
    if _says(text, "triggerAbout", "AboutItself") or _says(text, "clauseSubject", "SubjectThisCard") or "ygo:OwnLeaveTrigger" in families:
        waited = [i for i in own if _fits(situation.events[i], text)] or _never_left(situation, own, text)
        return tuple(Candidate(i, unsure=i != waited[-1]) for i in waited) or (Candidate(-1),)
    about_others = _says(text, "triggerAbout", "AboutOthers")
    if not (about_others or "ygo:clauseSubject" in text or "ygo:OthersLeaveTrigger" in families):
        return (Candidate(-1),)
    all_told = [i for i, event in enumerate(situation.events) if event.kind != "step" and _fits(event, text)]
    if _says(text, "clausePlace", "FieldBeforeIt"):
        all_told = [i for i in all_told if _on_field(situation, situation.events[i])] or all_told
    happenings = [i for i in all_told if situation.events[i].kind == "happens"]
    found = happenings or all_told or _never_left(situation, range(len(situation.events)), text)
    alone = asked.question == "ygo:DoesTrigger" or len(found) == 1
    return tuple(Candidate(i, unsure=not alone or (i in own and not about_others)) for i in found) or (Candidate(-1),)


def _on_field(situation: Situation, event: Event) -> bool:
    """Say whether an event is about a card that was on the field; one of no card may be."""
    return not event.stay or situation.stay(event.stay).zone == "ygo:Field"


def _never_left(situation: Situation, events: Iterable[int], text: dict[Id, tuple[Id, ...]]) -> list[int]:
    """Return what happened to cards that stayed on the field: of nothing else can it be asked whether a clause on leaving means it."""
    if not _says(text, "clauseForm", "WhenLeavesField"):
        return []
    told = ((i, situation.events[i]) for i in events)
    return [i for i, event in told if event.kind == "control" or (event.kind == "flip" and event.to == "ygo:FaceDown")]


def _text(base: Rulebase, effect: tuple[Id, ...]) -> dict[Id, tuple[Id, ...]]:
    return {k: v for one in effect if one in base.model.effects for k, v in base.model.effects[one].facts.items()}


def _says(text: dict[Id, tuple[Id, ...]], feature: str, value: str) -> bool:
    return text.get(f"ygo:{feature}") == (f"ygo:{value}",)


def _fits(event: Event, text: dict[Id, tuple[Id, ...]]) -> bool:
    """Say whether an event is of the kind for which a clause waits; where the clause is not known, any is."""
    if event.kind == "happens":
        return True
    (form,) = text.get("ygo:clauseForm", ("",))[:1]
    if form in _SUMMONED:
        return event.kind == "summon"
    if form in _TURNED:
        return event.kind == "flip" or event.how == "ygo:ByFlipSummon"
    return event.kind == "move" if form else event.kind in ("move", "summon", "flip", "control")
