"""What is in force without being told: the continuous effects of the cards that are face-up on the field.

A continuous effect applies from when its card is there face-up, for a Spell or Trap whose card is activated from the resolution of that.
One that is told besides is the same one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ygokg.graph.model import Effect, Id, Model
from ygokg.situation.timeline import SPELL_TRAP, Situation, Standing, Stay

_CONTINUOUS = ("ygo:AppliesContinuously",)
_UNCHAINED = frozenset({"ygo:ContinuousEffect", "ygo:UnchainedEffect", "ygo:UnchainedMandatoryNegator", "ygo:UnchainedOptionalNegator"})
_NEGATION = frozenset({"ygo:Negator", "ygo:ProtectionFromNegation"})
"""Families of effects that apply without activation, and of those that negate or keep from negation."""
_FIELD, _UP, _DOWN = "ygo:Field", "ygo:FaceUp", "ygo:FaceDown"


def in_force(model: Model, situation: Situation) -> tuple[Standing, ...]:
    """Return the standing effects that are told, each from when it can apply, and those that come by themselves."""
    told = list(situation.standings)
    joined: set[str] = set()
    for stay in situation.stays:
        for effect in _continuous(model, stay):
            for since, link in _begins(situation, stay):
                same = next(
                    (i for i, one in enumerate(told) if one.id not in joined and one.effect == (effect.id,) and one.source == stay.id), None
                )
                if same is None:
                    told.append(Standing(f"S{len(told) + 1}", (effect.id,), stay.id, since, link=link))
                    joined.add(told[-1].id)
                else:
                    told[same] = replace(told[same], since=max(since, told[same].since), link=told[same].link or link)
                    joined.add(told[same].id)
    return tuple(told)


def _continuous(model: Model, stay: Stay) -> list[Effect]:
    """Return the continuous effects that the card of a stay has there; a Pendulum Effect is one of a Spell."""
    if not stay.card or stay.zone != _FIELD:
        return []
    known = (effect for effect in model.effects.values() if effect.card == stay.card and _applies_by_itself(model, effect))
    return [
        effect
        for effect in known
        if effect.mark.startswith("P") == (stay.kind in SPELL_TRAP and _printed(model, stay.card) not in SPELL_TRAP)
    ]


def _applies_by_itself(model: Model, effect: Effect) -> bool:
    """Say whether an effect is in force while its card is there; one that may negate is even if the data do not say whom it reaches."""
    if effect.reach:
        return effect.reach.get("ygo:takesForm") == _CONTINUOUS
    families = {one for family in effect.families for one in (family, *model.families[family].above)}
    return not (_UNCHAINED.isdisjoint(families) or _NEGATION.isdisjoint(families))


def _printed(model: Model, card: Id) -> Id:
    return model.cards[card].kind or ""


def _begins(situation: Situation, stay: Stay) -> Iterator[tuple[int, int]]:
    """Yield from which moments on a card is face-up in a place with its effects, each with the link on which that hangs, or 0."""
    activated = next((link for link in situation.links if link.source == stay.id and situation.is_card(link)), None)
    if activated is not None:
        yield activated.resolves_at, activated.number
    elif stay.face == _UP:
        yield stay.since, 0
    for event in situation.events:
        turned = (event.kind == "flip" and event.to == _UP) or event.how == "ygo:ByFlipSummon"
        if turned and event.stay == stay.id and (activated is None or event.at > activated.at):
            yield event.at, 0
