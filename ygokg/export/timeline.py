"""What happened in a ruling as plain values for simulators: who controls what, where and how it lies, links in order, events."""

from __future__ import annotations

from typing import Any

from ygokg.graph.model import Id, Model
from ygokg.graph.words import effect_suffix
from ygokg.situation.timeline import Asked, Event, Immunity, Link, Situation, Standing, Stay

Json = dict[str, Any]

_CONTROLLERS = {"ygo:OwnSide": "own", "ygo:OpponentsSide": "opponent"}
_CAUSES = ("battle", "rule", "cost", "procedure", "effect")


def timeline(model: Model, told: Situation, text: str, asked: Asked | None = None) -> Json:
    """Return what is told as `timeline` in `ygokg/schema/vectors.schema.json`; `text` is how, `asked` what the ruling asks of it."""
    return {
        "told": text,
        "complete": told.whole,
        "stays": [_stay(model, stay) for stay in told.stays],
        "links": [_link(model, link) for link in told.links],
        "events": [_event(model, event) for event in told.events],
        "in_force": [_standing(model, standing) for standing in told.standings],
        "unaffected": [_immunity(model, one) for one in told.unaffected],
        "asked": None if asked is None else {"link": asked.link or None, "stay": asked.stay or None},
    }


def _stay(model: Model, stay: Stay) -> Json:
    return {
        "id": stay.id,
        "passcode": int(model.cards[stay.card].passcode) if stay.card in model.cards else None,
        "name": stay.name,
        "kind": stay.kind or None,
        "controller": _CONTROLLERS[stay.side],
        "zone": stay.zone or None,
        "face": stay.face or None,
        "since": stay.since,
        "after": stay.after or None,
    }


def _link(model: Model, link: Link) -> Json:
    return {
        "number": link.number,
        "chain": link.chain,
        "effect": _effect(model, link.effect),
        "stay": link.source,
        "as_card": link.as_card,
        "targets": list(link.targets),
        "activated_at": link.at,
        "resolves_at": link.resolves_at,
    }


def _event(model: Model, event: Event) -> Json:
    return {
        "at": event.at,
        "kind": event.kind,
        "stay": event.stay or None,
        "to": event.to or None,
        "how": event.how or None,
        "face": event.face or None,
        "link": int(event.cause[1:]) if event.cause and event.cause not in _CAUSES else None,
        "cause": event.cause if event.cause in _CAUSES else "link" if event.cause else None,
        "effect": _effect(model, event.effect) if event.effect else None,
    }


def _standing(model: Model, standing: Standing) -> Json:
    return {
        "id": standing.id,
        "effect": _effect(model, standing.effect),
        "stay": standing.source,
        "on": list(standing.pointed),
        "since": standing.since,
        "until": standing.until,
    }


def _immunity(model: Model, one: Immunity) -> Json:
    return {"stay": one.stay, "by": _effect(model, one.by), "since": one.since}


def _effect(model: Model, effect: tuple[Id, ...]) -> Json:
    """Return an effect of the data, or the families of one that the data do not have."""
    known = model.effects.get(effect[0])
    card = model.cards.get(known.card) if known is not None and known.card is not None else None
    return {
        "id": known.id if known is not None else None,
        "passcode": int(card.passcode) if card is not None else None,
        "number": effect_suffix(known.id) if known is not None and card is not None else None,
        "families": list(known.families if known is not None else effect),
    }
