"""The rules of a model, prepared for the resolver (`Rulebase`, `Block`), and which effect is of which family (`Kinship`).

Families of one axis are disjoint and closed below the top class: an effect that has one has no other unless stated; an effect
that has none is unknown, never "not". An effect typed by a class above several families is one of those, and it is not known which.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from ygokg.errors import BrokenInput
from ygokg.graph.model import ACTING, IN_GENERAL, OBSTACLE_ABSENT, Condition, Id, Model, Question, Rule
from ygokg.resolver.outcome import IMPLYING_YES, PENDING, YES

if TYPE_CHECKING:
    from typing import Protocol

    class Compared(Protocol):
        """What a ruling is compared by, worked out beforehand: the rules fulfilled for it, and the rulings `against` it."""

        @property
        def fulfilled(self) -> tuple[Id, ...]:
            """The rules of its question whose conditions hold."""

        @property
        def answer(self) -> Id | None:
            """What the rules alone conclude of it, if anything."""

        @property
        def behind(self) -> tuple[Id, ...]:
            """The fulfilled rules, and those that gave them the derived features that they look at."""

        @property
        def against(self) -> tuple[Id, ...]:
            """The rulings that contradict it and that the rules cannot tell apart from it."""


RULED_OUT, POSSIBLE, HOLDS, CERTAIN = 0, 1, 2, 3
"""How far a condition is fulfilled: contradicted; not known; held by a derived value that could be overturned; known."""
_ANY_EFFECT = "ygo:CardEffect"


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


def exclusive(kinship: Kinship, families: Iterable[Id]) -> bool:
    """Say whether no effect can be of all these families."""
    return any(RULED_OUT in (kinship.level(one, other), kinship.level(other, one)) for one, other in combinations(families, 2))


class Block(NamedTuple):
    """The rules that conclude one question or derived feature, each before the rules it is an exception to.

    Rules and conditions go by their position. `needs` are the conditions of each rule, `exceptions` the rules that are an
    exception to it, `targets` the rules it is an exception to, `using` the rules that need each condition, `on` the conditions on
    each feature. `derived` are the derived features that the rules use, directly or through each other, in the order in which they
    are computed; `mentioned` all features that they use so; `prevails` the order of the question's answers; `functional` whether
    different conclusions exclude each other; `graded` whether some rule proves less than its answer; `named` are all
    values and families that the conditions ask for; `entailed` and `views` are room for `Rulebase.entailed` and `case`.
    """

    asks: Id
    rules: tuple[Rule, ...]
    conditions: tuple[Condition, ...]
    needs: tuple[tuple[int, ...], ...]
    exceptions: tuple[tuple[int, ...], ...]
    targets: tuple[tuple[int, ...], ...]
    using: tuple[tuple[int, ...], ...]
    on: Mapping[Id, tuple[int, ...]]
    derived: tuple[Id, ...]
    mentioned: frozenset[Id]
    prevails: tuple[Id, ...]
    functional: bool
    graded: bool
    named: frozenset[Id]
    entailed: dict[int, tuple[tuple[int, int], ...]]
    views: dict[object, Any]


class Rulebase:
    """A prepared model. Building it is cheap: what belongs to a question is prepared when it is first asked.

    The model must not change afterwards.
    """

    def __init__(self, model: Model, compared: Mapping[Id, Compared] | None = None) -> None:
        """Index the rules of `model` that are not withdrawn by what they conclude.

        `compared` has every ruling that is not withdrawn, as the store keeps it; without it, rulings are weighed when they are
        first needed.
        """
        self.model = model
        self.compared = compared
        self.kinship = Kinship(model)
        self._rules: dict[Id, list[Rule]] = {}
        for rule in model.rules.values():
            if rule.in_force:
                self._rules.setdefault(rule.asks, []).append(rule)
        self._read_off = {q.reads_off: q for q in model.questions.values() if q.reads_off is not None}
        for feature, question in self._read_off.items():
            self._rules.setdefault(feature, []).extend(_read(rule, question, feature) for rule in self._rules.get(question.id, ()))
        self._blocks: dict[Id, Block] = {}
        self._order: dict[Id, int] | None = None
        self.derived: dict[tuple[Any, ...], Any] = {}
        self._make_room()

    def _make_room(self) -> None:
        """Make room for what is worked out once: `derived` is for completing, `resting` for attesting, `former` for former answers.

        The rest is for records.
        """
        self.cached: dict[Id, tuple[Any, ...]] = {}
        self.sketched: dict[Id, Any] = {}
        self.seen: dict[Id, dict[Id, frozenset[Id]]] = {}
        self.alike: dict[Id, Any] = {}
        self.resting: Mapping[Id, tuple[Id, ...]] | None = None
        self.former: dict[tuple[str, Id], Rulebase] = {}

    def answering(self, rule: Rule) -> Rulebase:
        """Return the same rules with one that answers otherwise; what its answer has no bearing on is worked out for both at once."""
        other = copy(self)
        other.model, other.compared = self.model._replace(rules={**self.model.rules, rule.id: rule}), None
        touched = {rule.asks: rule}
        question = self.model.questions.get(rule.asks)
        if question is not None and question.reads_off is not None:
            touched[question.reads_off] = _read(rule, question, question.reads_off)
        changed = {asks: [new if old.id == rule.id else old for old in self._rules[asks]] for asks, new in touched.items()}
        other._rules = {**self._rules, **changed}
        other._blocks = {asks: block for asks, block in self._blocks.items() if asks not in touched}
        if any(self.is_derived(asks) for asks in touched):
            other.derived = {key: value for key, value in self.derived.items() if key[0] not in touched}
        other._make_room()
        return other

    def block(self, asks: Id) -> Block:
        """Return the prepared rules of a question or derived feature (without rules where it has none).

        Raises `BrokenInput` for an exception that is cyclic or dangling or that concludes something else, and for derived
        features that depend on each other in a circle.
        """
        found = self._blocks.get(asks)
        if found is None:
            found = self._blocks[asks] = self._prepare(asks)
        return found

    def is_functional(self, feature: Id) -> bool:
        """Say whether the feature has one value at most; a feature that the model does not have counts as having several."""
        known = self.model.features.get(feature)
        return known is not None and known.functional

    def counts_as_absent(self, feature: Id) -> bool:
        """Say whether the feature counts as absent when it is not stated: every role but the acting effect, and what is marked so."""
        known = self.model.features.get(feature)
        return known is not None and feature != ACTING and (known.unsaid_absent or known.kind == "role")

    def derived_order(self) -> Mapping[Id, int]:
        """Return the derived features that rules conclude, each with its place in the order of computing."""
        if self._order is None:
            derived = dict.fromkeys(f for f in sorted(self._rules) if self.is_derived(f))
            uses = {f: [g for g in self._used(f) if g in derived] for f in derived}
            ordered = _ordered(derived, uses, "Derived features depend on each other in a circle: {cycle}.")
            self._order = {f: place for place, f in enumerate(ordered)}
        return self._order

    def is_derived(self, asks: Id) -> bool:
        """Say whether `asks` is a derived feature (and not a question)."""
        known = self.model.features.get(asks)
        return known is not None and known.kind == "derived"

    @property
    def read_off(self) -> frozenset[Id]:
        """The derived features off which questions read."""
        return frozenset(self._read_off)

    def looked_at(self, asks: Id) -> Id | None:
        """Return the derived feature by which other rules know what the rules of `asks` conclude; None for most questions."""
        known = self.model.questions.get(asks)
        return asks if self.is_derived(asks) else known.reads_off if known is not None else None

    def fulfils(self, value: Id, condition: Condition) -> int:
        """Return how far a value (of the condition's feature) fulfils it."""
        if condition.family is not None:
            return self.kinship.level(value, condition.family)
        return CERTAIN if value in condition.values else RULED_OUT

    def fulfil_together(self, values: Iterable[Id], condition: Condition) -> int:
        """Return how far one unknown effect, of which all of these families are known, fulfils a condition on a role."""
        levels = [self.fulfils(value, condition) for value in values]
        if CERTAIN in levels or RULED_OUT not in levels:
            return max(levels, default=RULED_OUT)
        return RULED_OUT

    def entailed(self, block: Block, assumed: int) -> tuple[tuple[int, int], ...]:
        """Return what follows for other conditions of the block if one is assumed to hold: pairs of position and level."""
        found = block.entailed.get(assumed)
        if found is None:
            condition = block.conditions[assumed]
            values = condition.values if condition.family is None else (condition.family,)
            functional = self.is_functional(condition.feature)
            pairs = []
            for other in block.on[condition.feature]:
                levels = [self.fulfils(value, block.conditions[other]) for value in values]
                named_of_family = condition.family is not None and block.conditions[other].family is None
                if other == assumed or min(levels) == CERTAIN:
                    pairs.append((other, CERTAIN))
                elif functional and max(levels) == RULED_OUT and not named_of_family:
                    pairs.append((other, RULED_OUT))
            found = block.entailed[assumed] = tuple(pairs)
        return found

    def _used(self, asks: Id) -> list[Id]:
        return list(dict.fromkeys(c.feature for r in self._rules.get(asks, ()) for c in r.conditions))

    def _prepare(self, asks: Id) -> Block:
        rules = self._exceptions_first(asks)
        places = {rule.id: place for place, rule in enumerate(rules)}
        numbers: dict[tuple[object, ...], int] = {}
        conditions: list[Condition] = []
        needs = []
        for rule in rules:
            numbered = []
            for condition in rule.conditions:
                key = (condition.feature, frozenset(condition.values), condition.family)
                if key not in numbers:
                    numbers[key] = len(conditions)
                    conditions.append(condition)
                numbered.append(numbers[key])
            needs.append(tuple(numbered))
        targets = tuple(tuple(places[t] for t in rule.exception_to if t in places) for rule in rules)
        on: dict[Id, list[int]] = {}
        for place, condition in enumerate(conditions):
            on.setdefault(condition.feature, []).append(place)
        derived, mentioned = self._reach(asks)
        question = self.model.questions.get(asks)
        order = question.prevails if question is not None else self._order_read(asks)
        return Block(
            asks,
            rules,
            tuple(conditions),
            tuple(needs),
            _reversed(targets, len(rules)),
            targets,
            _reversed(needs, len(conditions)),
            {f: tuple(places) for f, places in on.items()},
            derived,
            mentioned,
            order,
            question is not None or self.is_functional(asks),
            any(rule.proves in (IN_GENERAL, OBSTACLE_ABSENT) for rule in rules),
            frozenset(name for c in conditions for name in (c.values if c.family is None else (c.family,))),
            {},
            {},
        )

    def _exceptions_first(self, asks: Id) -> tuple[Rule, ...]:
        rules = {rule.id: rule for rule in self._rules.get(asks, ())}
        exceptions: dict[Id, list[Id]] = {i: [] for i in rules}
        for rule in rules.values():
            for target in rule.exception_to:
                defeated = self.model.rules.get(target)
                if defeated is None:
                    raise BrokenInput(f"{rule.id} is an exception to {target}, which is no rule.", "Correct its ygo:exceptionTo.")
                if defeated.asks != self.model.rules[rule.id].asks:
                    raise BrokenInput(
                        f"{rule.id} answers {asks}, but is an exception to {target}, which answers {defeated.asks}.",
                        "An exception asks what the rule it defeats asks.",
                    )
                if defeated.in_force:
                    exceptions[target].append(rule.id)
        ordered = _ordered(rules, exceptions, "Rules are exceptions to each other in a circle: {cycle}.")
        return tuple(rules[i] for i in ordered)

    def _order_read(self, feature: Id) -> tuple[Id, ...]:
        """Return the order of the answers of the question that reads off a derived feature, as values of the feature."""
        question = self._read_off.get(feature)
        return () if question is None else tuple(dict.fromkeys(_as_value(answer, question) or answer for answer in question.prevails))

    def _reach(self, asks: Id) -> tuple[tuple[Id, ...], frozenset[Id]]:
        order = self.derived_order()
        mentioned: set[Id] = set()
        row = [asks]
        while row:
            used = {f for a in row for f in self._used(a)} - mentioned
            mentioned |= used
            row = sorted(f for f in used if f in order)
        return tuple(sorted((f for f in mentioned if f in order), key=order.__getitem__)), frozenset(mentioned)


def _read(rule: Rule, question: Question, feature: Id) -> Rule:
    """Return a rule that answers a question as one that concludes the feature off which the question reads.

    An answer that is no value of the feature leaves the feature without one.
    """
    answer = _as_value(rule.answer, question) if rule.answer is not None else None
    return rule._replace(asks=feature, answer=answer)


def _as_value(answer: Id, question: Question) -> Id | None:
    if answer == PENDING:
        return PENDING
    return question.readings.get(answer) or (question.readings.get(YES) if answer in IMPLYING_YES else None)


def prepared(base: Model | Rulebase) -> Rulebase:
    """Return the rulebase itself, or that of a model; prepare it once where many questions follow."""
    return base if isinstance(base, Rulebase) else Rulebase(base)


def _reversed(links: Iterable[Iterable[int]], size: int) -> tuple[tuple[int, ...], ...]:
    """Return for each of `size` places the places that link to it."""
    found: list[list[int]] = [[] for _ in range(size)]
    for place, linked in enumerate(links):
        for other in linked:
            found[other].append(place)
    return tuple(map(tuple, found))


def _ordered(names: Iterable[Id], before: Mapping[Id, Iterable[Id]], complaint: str) -> list[Id]:
    """Return the names, each after those of `before[name]`; raise `BrokenInput` with the circle where there is one."""
    done: dict[Id, None] = {}
    for start in names:
        path: list[Id] = []
        stack: list[tuple[Id, bool]] = [(start, False)]
        while stack:
            name, leaving = stack.pop()
            if leaving:
                done[path.pop()] = None
            elif name in path:
                cycle = " → ".join([*path[path.index(name) :], name])
                raise BrokenInput(complaint.format(cycle=cycle), "Take one of these links out.")
            elif name not in done:
                path.append(name)
                stack.append((name, True))
                stack.extend((other, False) for other in reversed(list(before[name])))
    return list(done)
