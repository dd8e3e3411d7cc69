"""Rulings in the order in which a reader wants them: what is open or out of line first, then rule by rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ygokg.graph.model import Id, Model, Ruling

if TYPE_CHECKING:
    from ygokg.store.cache import Verdict

Truth: TypeAlias = "Mapping[Id, Verdict]"
"""What the rules alone make of each ruling, by its id."""

_PENDING = "ygo:Pending"
_DEPARTING = ("ygo:DepartingRuling", "ygo:ConflictingRuling")


class Group(NamedTuple):
    """Rulings that belong together.

    `kind` is pending, departing, governed (by exactly `rules`), ungoverned, ended (not said any more) or withdrawn.
    """

    kind: str
    rules: tuple[Id, ...]
    rulings: tuple[Id, ...]


_ORDER = ("pending", "departing", "governed", "ungoverned", "ended", "withdrawn")


def group_rulings(model: Model, truth: Truth, rulings: Iterable[Id]) -> tuple[Group, ...]:
    """Return the rulings as groups: pending ones, departures, then one group per set of governing rules, then the rest."""
    groups: dict[tuple[str, tuple[Id, ...]], list[Id]] = {}
    for i in rulings:
        kind = _kind(model.rulings[i], truth)
        rules = tuple(truth[i].governed_by) if kind == "governed" else ()
        groups.setdefault((kind, rules), []).append(i)
    ordered = sorted(groups.items(), key=lambda item: _ORDER.index(item[0][0]))
    return tuple(Group(kind, rules, tuple(members)) for (kind, rules), members in ordered)


def pending(ruling: Ruling) -> bool:
    """Say whether the office has not decided this ruling yet."""
    return ruling.answer == _PENDING


def _kind(ruling: Ruling, truth: Truth) -> str:
    if ruling.deprecated:
        return "withdrawn"
    if not ruling.in_force:
        return "ended"
    if pending(ruling):
        return "pending"
    known = truth.get(ruling.id)
    if known is None:
        return "ungoverned"
    if known.status in _DEPARTING:
        return "departing"
    return "governed" if known.governed_by else "ungoverned"
