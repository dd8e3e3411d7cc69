"""Rules that meet: pairs that are in together wherever the condition of one holds, and pairs that some case could bring together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from ygokg.consistency.exceptions import reached
from ygokg.consistency.situations import Situation, Situations
from ygokg.consistency.states import Pair
from ygokg.model import Id, Model, Rule
from ygokg.resolver.deriving import conclude
from ygokg.resolver.rulebase import Rulebase

__all__ = ["Meetings", "disagree", "entailed", "linked", "meetings", "reviewed"]


@dataclass(slots=True)
class Meetings:
    """What rules meet by their conditions alone, whatever they answer.

    `situations` are those of each rule's condition; `partners` for each rule the others of its question that are in together
    with it in some situation of the narrower of the two, where the condition of one entails that of the other.
    """

    situations: dict[Id, list[Situation]] = field(default_factory=dict)
    partners: dict[Id, set[Id]] = field(default_factory=dict)

    def met(self, rule: Id) -> set[Id]:
        """Return the rules that a rule meets."""
        return self.partners.get(rule, set())


def meetings(model: Model, space: Situations) -> Meetings:
    """Return which rules of a model (with sound exceptions) meet; pairs on a path of exceptions never do."""
    found = Meetings()
    for rule in _in_force(model):
        situations = found.situations[rule.id] = space.of(rule.asks, rule.conditions)
        for other in together(rule.id, situations):
            if not linked(model, rule.id, other):
                found.partners.setdefault(rule.id, set()).add(other)
                found.partners.setdefault(other, set()).add(rule.id)
    return found


def together(rule: Id, situations: list[Situation]) -> set[Id]:
    """Return the rules that the condition of `rule` entails and that are in together with it in one of its situations."""
    beside = {other for situation in situations if rule in situation.inside for other in situation.inside}
    return (beside & entailed(situations)) - {rule}


def entailed(situations: list[Situation]) -> set[Id]:
    """Return the rules whose conditions hold in every one of the situations; nothing follows from none."""
    return set(frozenset.intersection(*(s.fulfilled for s in situations))) if situations else set()


def linked(model: Model, one: Id, other: Id) -> bool:
    """Say whether a path of exceptions leads from one rule to the other, in either direction."""
    return other in reached(model.rules, one) or one in reached(model.rules, other)


def disagree(base: Rulebase, one: Rule, other: Rule) -> bool:
    """Say whether two rules on the same question, if both were in, would give two answers, after the question's order of answers."""
    if one.answer is None or other.answer is None or one.answer == other.answer:
        return False
    alone = base.block(one.asks)._replace(rules=(one, other))
    return bool(conclude(base, alone, (True, True), closed=True).sides)


def reviewed(model: Model, space: Situations, known: set[Pair]) -> Iterator[tuple[Rule, Rule]]:
    """Yield the pairs of rules that disagree, are not `known`, and are in together in some situation of their joint condition."""
    by_asks: dict[Id, list[Rule]] = {}
    for rule in _in_force(model):
        by_asks.setdefault(rule.asks, []).append(rule)
    for rules in by_asks.values():
        for one, other in combinations(rules, 2):
            if frozenset((one.id, other.id)) in known or not disagree(space.base, one, other) or linked(model, one.id, other.id):
                continue
            both = space.of(one.asks, (*one.conditions, *other.conditions))
            if any({one.id, other.id} <= situation.inside for situation in both):
                yield one, other


def _in_force(model: Model) -> list[Rule]:
    return [rule for _, rule in sorted(model.rules.items()) if not rule.deprecated]
