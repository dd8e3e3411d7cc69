"""The smallest situations that fulfil a condition: what it says and nothing else, in every way in which it can be fulfilled.

A condition is a conjunction over closed lists of values and over families, so that its situations are few and can all be looked
at: a value of every list, and for families an effect of every leaf class that has them all (families of one axis are disjoint
and closed below its top). What no rule within reach tells apart is looked at once. One condition therefore entails another if
every situation of the first fulfils the second; two are satisfiable together if their conjunction has a situation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from ygokg.model import Condition, Effect, Id, Model
from ygokg.resolver.completing import Setting, completed, weighed
from ygokg.resolver.families import CERTAIN, HOLDS
from ygokg.resolver.rulebase import Block, Rulebase

__all__ = ["Situation", "Situations"]

_ANY_EFFECT = "ygo:CardEffect"
_CLOSED = Setting(closed=True)

Facts = dict[Id, tuple[Id, ...]]


class Situation(NamedTuple):
    """Facts, and under them the rules of the question whose conditions hold, those that are in, and those that derived a feature."""

    facts: Facts
    fulfilled: frozenset[Id]
    inside: frozenset[Id]
    deriving: frozenset[Id]


class Situations:
    """The situations of the conditions of one model."""

    def __init__(self, model: Model) -> None:
        """Prepare the rules of `model`, whose exceptions must be sound."""
        # Effects that stand for "some effect of these families" are added to a copy, when they are first needed.
        self._model = replace(model, effects=dict(model.effects))
        self.base = Rulebase(self._model)
        self._leaves = _leaves(model)
        self._conditions: dict[tuple[Id, Id], tuple[Condition, ...]] = {}

    def of(self, asks: Id, conditions: Sequence[Condition]) -> list[Situation]:
        """Return the situations of a conjunction as the rules of `asks` see them; none if it cannot be fulfilled."""
        block = self.base.block(asks)
        return [self.weigh(block, facts) for facts in self._facts(block, conditions)]

    def weigh(self, block: Block, facts: Facts, base: Rulebase | None = None) -> Situation:
        """Return how the rules of a block stand under facts; `base` may be another rulebase over the same effects and families."""
        base = base or self.base
        case = completed(base, block, facts, _CLOSED)
        standing = weighed(base, block, case, _CLOSED).standing
        return Situation(
            facts,
            frozenset(rule.id for rule, level in zip(block.rules, standing.holds, strict=True) if level >= HOLDS),
            frozenset(rule.id for rule, is_in in zip(block.rules, standing.within, strict=True) if is_in),
            frozenset(rule for value in case.derived.values() for rule in value.fact.rules),
        )

    def _facts(self, block: Block, conditions: Sequence[Condition]) -> Iterator[Facts]:
        by_feature: dict[Id, list[Condition]] = {}
        for condition in conditions:
            by_feature.setdefault(condition.feature, []).append(condition)
        options = [self._options(block, feature, wanted) for feature, wanted in by_feature.items()]
        for choice in product(*options):
            yield dict(zip(by_feature, choice, strict=True))

    def _options(self, block: Block, feature: Id, wanted: Sequence[Condition]) -> list[tuple[Id, ...]]:
        if self.base.is_functional(feature):
            return [(value,) for value in self._values(block, feature, wanted)]
        # A feature with several values means "some": each condition is met by a value of its own.
        single = [self._values(block, feature, (condition,)) for condition in wanted]
        return list(dict.fromkeys(tuple(sorted(set(choice))) for choice in product(*single)))

    def _values(self, block: Block, feature: Id, wanted: Sequence[Condition]) -> list[Id]:
        """Return the values that meet all conditions at once, one of those that the rules within reach see alike."""
        named = [set(condition.values) for condition in wanted if condition.family is None]
        families = [condition.family for condition in wanted if condition.family is not None]
        combined = self._combinations(families) if not named else ()
        values = [*sorted(set.intersection(*named) if named else ()), *map(self._effect_of, combined)]
        alike: dict[object, Id] = {}
        for value in values:
            if all(self.base.fulfils(value, condition) == CERTAIN for condition in wanted if condition.family != _ANY_EFFECT):
                alike.setdefault(self._look(block, feature, value), value)
        return list(alike.values())

    def _look(self, block: Block, feature: Id, value: Id) -> object:
        """Return all that the rules within reach can see of a value: the conditions it meets, and the wording that it brings along."""
        effect = self._model.effects.get(value)
        wording = tuple(sorted(effect.facts.items())) if effect is not None else ()
        return tuple(self.base.fulfils(value, condition) == CERTAIN for condition in self._within_reach(block, feature)), wording

    def _within_reach(self, block: Block, feature: Id) -> tuple[Condition, ...]:
        found = self._conditions.get((block.asks, feature))
        if found is None:
            blocks = (block, *(self.base.block(derived) for derived in block.derived))
            found = tuple(b.conditions[place] for b in blocks for place in b.on.get(feature, ()))
            self._conditions[(block.asks, feature)] = found
        return found

    def _combinations(self, families: Sequence[Id]) -> Iterator[tuple[Id, ...]]:
        """Yield the sets of families that an effect of all `families` can have: a leaf of each axis, and what has no axis."""
        by_axis: dict[Id, list[Id]] = {}
        plain: list[Id] = []
        for family in families:
            known = self._model.families.get(family)
            axis = known.axis if known is not None else None
            if axis is not None:
                by_axis.setdefault(axis, []).append(family)
            elif family != _ANY_EFFECT:
                plain.append(family)
        leaves = [[leaf for leaf in self._leaves if all(f in self.base.kinship.closure(leaf) for f in of)] for of in by_axis.values()]
        for choice in product(*leaves):
            yield tuple(dict.fromkeys((*choice, *plain)))

    def _effect_of(self, families: tuple[Id, ...]) -> Id:
        name = "effect:of " + " ".join(families)
        if name not in self._model.effects:
            self._model.effects[name] = Effect(name, None, "", {}, families, {})
        return name


def _leaves(model: Model) -> tuple[Id, ...]:
    above = {name for family in model.families.values() for name in family.above}
    return tuple(sorted(set(model.families) - above))
