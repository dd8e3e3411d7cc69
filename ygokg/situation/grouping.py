"""Which steps of a resolution and which cards a question is about."""

from __future__ import annotations

from collections.abc import Sequence

from ygokg.graph.model import Id
from ygokg.resolver import Rulebase
from ygokg.situation.timeline import Asked, Event, Situation
from ygokg.situation.triples import About

HOW_MANY = "how-many"
"""The question to how many cards of a group an effect is applied."""
ABOUT_FOLLOW_UP = frozenset({"ygo:IsFollowUpApplied", "ygo:IsEarlierApplied"})
"""Questions about two steps, one after the other."""
ABOUT_GROUP = frozenset({"ygo:IsAppliedToRest", "ygo:IsEffectApplied"})
"""Questions about the cards to which an effect or a step of it points."""
_WHOLE_GROUP = frozenset({"ygo:ThoseCards", "ygo:ThoseNCards"})
"""References that mean all the targets, and nothing but them."""


def step_meant(events: Sequence[Event], question: Id, link: str, named: int) -> int:
    """Return which step of a link a question means: the one named, else the only one it can be; 0 where no step plays a part.

    Raises `LookupError` where it may be one or another.
    """
    told = [event for event in events if event.kind == "step" and event.cause == link]
    if named or not told:
        return named
    if question in ABOUT_FOLLOW_UP:
        known = {2} if all(event.number <= 2 for event in told) else set()
    else:
        known = {event.number for event in told if event.members or question not in ABOUT_GROUP}
    if len(known) > 1 or (question in ABOUT_FOLLOW_UP and not known):
        raise LookupError(question)
    step = next(iter(known), 0)
    return step - 1 if question == "ygo:IsEarlierApplied" and step else step


def with_steps(base: Rulebase, situation: Situation, asked: Asked, about: About) -> About:
    """Return what a case is about, with the steps and the cards of the group that its question means."""
    said = _said(base, asked)
    about = about._replace(picks=asked.picks, said=tuple((feature, value) for feature, values in said.items() for value in values))
    cause = about.link or (situation.events[about.event].cause if about.event >= 0 else "")
    told = {event.number: place for place, event in enumerate(situation.events) if event.kind == "step" and event.cause == cause}
    if about.event >= 0 and not about.link:
        after = [place for place in told.values() if situation.events[place].at > situation.events[about.event].at]
        return about._replace(steps=("", f"E{after[0]}")) if after else about
    if not about.link:
        return about
    number = asked.step + (asked.question == "ygo:IsEarlierApplied")
    before, itself = (told.get(number - 1), told.get(number)) if asked.question in ABOUT_FOLLOW_UP else (None, told.get(number))
    group = before if asked.question in ABOUT_FOLLOW_UP else itself
    members = situation.events[group].members if group is not None else ()
    if (
        not any(situation.events[place].members for place in told.values())
        and asked.question in ABOUT_GROUP
        and not _WHOLE_GROUP.isdisjoint(said.get("ygo:referenceForm", ()))
    ):
        members = _targets(situation, asked.link)
    at = situation.events[group].at if group is not None else about.moment
    return about._replace(steps=(_event(before), _event(itself)), members=members, group_at=at)


def _said(base: Rulebase, asked: Asked) -> dict[Id, tuple[Id, ...]]:
    """Return what is known of the text asked about: what the data say of the effect, and what is stated."""
    known = base.model.effects.get(asked.effect[0]) if len(asked.effect) == 1 else None
    return {**(known.facts if known is not None else {}), **asked.facts}


def _targets(situation: Situation, number: int) -> tuple[str, ...]:
    """Return the targets of a link if there are several; one alone is no group."""
    targets = situation.at(number).targets
    return targets if len(targets) > 1 else ()


def _event(place: int | None) -> str:
    return f"E{place}" if place is not None else ""


def first_step_events(situation: Situation, asked: Asked) -> tuple[int, ...]:
    """Return the place of the move that the first step of a link made, if it is the only one and the question is about what follows it."""
    link = situation.at(asked.link)
    own = [(place, event) for place, event in enumerate(situation.events) if event.cause == link.id and event.at > link.resolves_at]
    steps = [event.at for _, event in own if event.kind == "step"]
    moves = tuple(place for place, event in own if event.kind == "move" and event.at < min(steps, default=event.at + 1))
    follows_first = asked.step + (asked.question == "ygo:IsEarlierApplied") in (0, 1, 2)
    return moves if len(moves) == 1 and follows_first else ()


def group_of(situation: Situation, asked: Asked) -> tuple[str, ...]:
    """Return the stays among which those are counted to which an effect is applied: those of the step meant, else the targets."""
    told: list[Event] = [event for event in situation.events if event.kind == "step" and event.cause == f"C{asked.link}" and event.members]
    if told:
        return next((event.members for event in told if event.number == asked.step), ())
    return _targets(situation, asked.link)
