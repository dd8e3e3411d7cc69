"""How rules meet: exceptions that lead nowhere, the situations that a condition allows, and the rules that are in together in one.

Two rules meet where the condition of one entails that of the other: every situation of the narrower one is one of the wider too. What
holds of a condition is found by weighing its situations, each the facts that it asks for, with one value of those that rules see alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise, product
from typing import NamedTuple

from ygokg.consistency.finding import BROKEN_EXCEPTION, Finding, FindingSide, Hint, make_finding
from ygokg.graph.model import Condition, Effect, Id, Model, Rule
from ygokg.graph.subjects import cycles
from ygokg.resolver.completing import CLOSED, weighed_with
from ygokg.resolver.deriving import conclude
from ygokg.resolver.rulebase import CERTAIN, HOLDS, Block, Rulebase

_ANY_EFFECT = "ygo:CardEffect"
Facts = dict[Id, tuple[Id, ...]]
Pair = frozenset[Id]
"""Two rules."""


@dataclass(frozen=True, slots=True)
class BrokenExceptions:
    """What is broken, and `model` without what cannot be followed.

    In `model` exceptions that are dangling, cyclic, to itself or to another question are left out, so that the rest of the graph
    can be looked at; `findings` are about these, and `rules` are in them. `circles` are pairs whose order is unknown: nothing else
    is to be said of them. `needless` are exceptions that answer the same as what they defeat, as pairs.
    """

    findings: tuple[Finding, ...]
    rules: frozenset[Id]
    circles: frozenset[frozenset[Id]]
    needless: frozenset[tuple[Id, Id]]
    model: Model


def broken_exceptions(model: Model) -> BrokenExceptions:
    """Return the broken exceptions of a model that the loader accepts, each cause once."""
    rules = {i: rule for i, rule in sorted(model.rules.items()) if rule.in_force}
    bad, links = _dead_links(model, rules)
    circles: list[list[Id]] = []
    while found := cycles(links):
        for walk in found:
            circles.append(walk)
            for rule, target in pairwise(walk):
                links[rule] = [t for t in links[rule] if t != target]
    circular = {pair for walk in circles for pair in map(frozenset, pairwise(walk))}
    findings = [*bad, *(_circle(rules, walk) for walk in circles)]
    changed = {i: rules[i]._replace(exception_to=tuple(left)) for i, left in links.items() if tuple(left) != rules[i].exception_to}
    sound = model._replace(rules={**model.rules, **changed}) if changed else model
    named = frozenset(i for finding in findings for i in finding.key if i in rules)
    needless = frozenset((i, t) for i in links for t in links[i] if t in rules and _same(rules[i], rules[t]))
    return BrokenExceptions(tuple(findings), named, frozenset(circular), needless, sound)


def _dead_links(model: Model, rules: dict[Id, Rule]) -> tuple[list[Finding], dict[Id, list[Id]]]:
    findings: list[Finding] = []
    links: dict[Id, list[Id]] = {}
    for rule in rules.values():
        links[rule.id] = []
        for name in dict.fromkeys(rule.exception_to):
            target = model.rules.get(name)
            if name == rule.id:
                findings.append(_broken("self", rule, (), rule.id))
            elif target is None:
                findings.append(_broken("dangling", rule, (), name))
            elif target.asks != rule.asks:
                findings.append(_broken("other-question", rule, (target,), name))
            else:
                links[rule.id].append(name)
    return findings, links


def _circle(rules: dict[Id, Rule], walk: list[Id]) -> Finding:
    return _broken("cyclic", rules[walk[0]], tuple(rules[i] for i in walk[1:-1]), *walk[1:])


def _same(rule: Rule, target: Rule) -> bool:
    return rule.answer is not None and rule.answer == target.answer


def _broken(detail: str, rule: Rule, others: tuple[Rule, ...], *names: Id) -> Finding:
    sides = (FindingSide(rule.answer, (rule.id,)), *(FindingSide(other.answer, (other.id,)) for other in others))
    hint = Hint(f"exception-{detail}", (("rule", (rule.id,)), ("others", tuple(dict.fromkeys(names)))))
    return make_finding(BROKEN_EXCEPTION, (rule.id, *names), asks=rule.asks, sides=sides, settle=(hint,), detail=detail)


def reached(rules: dict[Id, Rule], start: Id) -> frozenset[Id]:
    """Return every rule that `start` is an exception to, directly or through others."""
    seen: set[Id] = set()
    row = [start]
    while row:
        row = [t for i in row if i in rules for t in rules[i].exception_to if t not in seen]
        seen.update(row)
    return frozenset(seen - {start})


def linked(model: Model, one: Id, other: Id) -> bool:
    """Say whether a path of exceptions leads from one rule to the other, in either direction."""
    return other in reached(model.rules, one) or one in reached(model.rules, other)


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
        self._model = model._replace(effects=dict(model.effects))
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
        result = weighed_with(base, block.asks, facts, CLOSED)
        standing = result.standing
        return Situation(
            facts,
            frozenset(rule.id for rule, level in zip(block.rules, standing.holds, strict=True) if level >= HOLDS),
            frozenset(rule.id for rule, is_in in zip(block.rules, standing.within, strict=True) if is_in),
            frozenset(rule for value in result.case.derived.values() for rule in value.fact.rules),
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
    return [rule for _, rule in sorted(model.rules.items()) if rule.in_force]
