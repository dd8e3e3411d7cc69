"""Which families an effect belongs to, and which it could still belong to.

Families of one axis are disjoint and closed below the top class: an effect that has one has no other unless stated; an effect
that has none is unknown, never "not" (the design's section on features). An effect typed by a class above several families is
one of those, and it is not known which.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from ygokg.model import Id, Model

__all__ = ["CERTAIN", "HOLDS", "POSSIBLE", "RULED_OUT", "Kinship", "exclusive"]

RULED_OUT, POSSIBLE, HOLDS, CERTAIN = 0, 1, 2, 3
"""How far a condition is fulfilled: contradicted; not known; held by a derived value that could be overturned; known."""

_ANY_EFFECT = "ygo:CardEffect"


def exclusive(kinship: Kinship, families: Iterable[Id]) -> bool:
    """Say whether no effect can be of all these families."""
    return any(RULED_OUT in (kinship.level(one, other), kinship.level(other, one)) for one, other in combinations(families, 2))


class Kinship:
    """Closures of the families of a model. A value in a role is an effect, or a family that stands for an unknown effect of it."""

    def __init__(self, model: Model) -> None:
        """Read the families of `model`."""
        self._families = model.families
        self._effects = model.effects
        self._closures: dict[Id, frozenset[Id]] = {}
        self._reaches: dict[Id, dict[Id, set[Id]]] = {}
        self._levels: dict[tuple[Id, Id], int] = {}
        above = {a for f in model.families.values() for a in f.above}
        self._leaves: dict[Id, set[Id]] = {f: set() for f in model.families}
        for leaf in model.families.values():
            if leaf.id not in above:
                for family in (leaf.id, *leaf.above):
                    self._leaves.setdefault(family, set()).add(leaf.id)

    def closure(self, value: Id) -> frozenset[Id]:
        """Return every family that the effect (or family) `value` certainly belongs to."""
        found = self._closures.get(value)
        if found is None:
            effect = self._effects.get(value)
            own = effect.families if effect is not None else (value,) if value in self._families else ()
            found = frozenset(a for f in own for a in (f, *(self._families[f].above if f in self._families else ())))
            self._closures[value] = found
        return found

    def level(self, value: Id, family: Id) -> int:
        """Return CERTAIN, POSSIBLE or RULED_OUT for "`value` is an effect of `family`"."""
        key = (value, family)
        found = self._levels.get(key)
        if found is None:
            found = self._levels[key] = self._level(value, family)
        return found

    def _level(self, value: Id, family: Id) -> int:
        closure = self.closure(value)
        if family in closure or family == _ANY_EFFECT:
            return CERTAIN
        known = self._families.get(family)
        axis = known.axis if known is not None else None
        if axis is None or family == axis:
            return POSSIBLE
        within = self._reach(value).get(axis)
        return POSSIBLE if within is None or not within.isdisjoint(self._leaves[family]) else RULED_OUT

    def _reach(self, value: Id) -> dict[Id, set[Id]]:
        """Return, for each axis on which the families of `value` say something, the narrowest families that it can be of."""
        found = self._reaches.get(value)
        if found is None:
            families = self._families
            own = [families[f] for f in self.closure(value) if f in families]
            wider = {a for f in own for a in f.above}
            found = self._reaches[value] = {}
            for family in own:
                if family.axis is not None and family.id != family.axis and family.id not in wider:
                    found.setdefault(family.axis, set()).update(self._leaves[family.id])
        return found
