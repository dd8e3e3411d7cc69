"""What cannot be in a timeline that somebody wrote moment by moment."""

from __future__ import annotations

from collections import Counter

from ygokg.situation.timeline import Situation, Stay


class Impossible(Exception):
    """Something that is told cannot be: of what (a stay, a link, a standing effect, or the place of an event), and as which message."""

    def __init__(self, subject: str, key: str, **values: object) -> None:
        """`key` and `values` are those of the message."""
        super().__init__(key)
        self.subject = subject
        self.key = key
        self.values = values


def require_possible(told: Situation) -> None:
    """Raise `Impossible` for the first thing in a timeline that cannot be."""
    _require_links(told)
    left = _left(told)
    for stay in told.stays:
        _require_came(told, stay, left)
    for link in told.links:
        if not _there(told.stay(link.source), link.at, left):
            raise Impossible(link.id, "situation.turtle.gone", stay=link.source, tick=link.at)
    for number, event in enumerate(told.events):
        if not _there(told.stay(event.stay), event.at, left):
            raise Impossible(f"E{number}", "situation.turtle.gone", stay=event.stay, tick=event.at)


def _require_links(told: Situation) -> None:
    for place, link in enumerate(told.links, 1):
        if link.number != place:
            raise Impossible(link.id, "situation.turtle.numbers", number=place)
        same = [other for other in told.links if other.chain == link.chain and other is not link]
        for other in same:
            later = other.number > link.number
            if (other.at > link.at) != later or (other.resolves_at < link.resolves_at) != later or link.resolves_at <= other.at:
                raise Impossible(link.id, "situation.turtle.order")
        if link.resolves_at <= link.at:
            raise Impossible(link.id, "situation.turtle.order")


def _left(told: Situation) -> dict[str, tuple[int, str]]:
    """Return when each stay ended, and for which place its card left; a card leaves a place once."""
    found: dict[str, tuple[int, str]] = {}
    for number, event in enumerate(told.events):
        if event.kind in ("move", "summon") and event.to != told.stay(event.stay).zone:
            if event.stay in found:
                raise Impossible(f"E{number}", "situation.turtle.gone", stay=event.stay, tick=event.at)
            found[event.stay] = (event.at, event.to)
    return found


def _require_came(told: Situation, stay: Stay, left: dict[str, tuple[int, str]]) -> None:
    """A stay after another begins where and when its card left that one, and no card comes to two places."""
    if not stay.after:
        return
    before = told.stay(stay.after)
    others = Counter(one.after for one in told.stays)
    if left.get(stay.after) != (stay.since, stay.zone) or before.card != stay.card or others[stay.after] > 1:
        raise Impossible(stay.id, "situation.turtle.after", stay=stay.after)


def _there(stay: Stay, moment: int, left: dict[str, tuple[int, str]]) -> bool:
    return stay.since <= moment and (stay.id not in left or moment <= left[stay.id][0])
