"""A case as its user states it, checked against the features, and completed with the wording of its effects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ygokg.errors import UsageProblem
from ygokg.graph.model import ACTING, Condition, Id, Model
from ygokg.resolver.outcome import DerivedFact
from ygokg.resolver.rulebase import CERTAIN, HOLDS, POSSIBLE, RULED_OUT, Block, Kinship, Rulebase, exclusive

_NOTHING: frozenset[Id] = frozenset()


class DerivedValue(NamedTuple):
    """A derived feature while resolving: how far each value holds (`floor` for those not named), and the fact to show.

    `contested` are the values that its rules could not agree on; then it has none. `ways` is room for `observing`.
    """

    fact: DerivedFact
    levels: Mapping[Id, int]
    floor: int
    contested: tuple[Id, ...]
    ways: dict[tuple[tuple[Id, ...], int], list[tuple[Condition, ...]]]


class Case(NamedTuple):
    """A case: what its user `stated`, what was `copied` from the wording of its effects, both together (`known`), and what rules derive.

    Each maps features to values: `{"ygo:negator": ("effect:82732705-1",)}`. `excluded` are values, and families of the acting effect,
    that what is known excludes; `inert` are roles whose effect is stated to do nothing (it lapsed, or does not reach the card).
    """

    stated: Mapping[Id, tuple[Id, ...]]
    copied: Mapping[Id, tuple[Id, ...]]
    known: Mapping[Id, tuple[Id, ...]]
    derived: dict[Id, DerivedValue]
    excluded: frozenset[Id] = _NOTHING
    inert: frozenset[Id] = _NOTHING


def checked(base: Rulebase, facts: Mapping[Id, Iterable[Id]]) -> dict[Id, tuple[Id, ...]]:
    """Return the facts as tuples; raise `UsageProblem` for what the model's features do not allow."""
    model = base.model
    result = {}
    for feature, given in facts.items():
        values = tuple(dict.fromkeys(given))
        known = model.features.get(feature)
        if known is None:
            raise UsageProblem(f"{feature} is not a feature.", "Features are listed by `ygokg resolve QUESTION`.")
        if known.functional and len(values) > 1:
            _require_one_effect(base, feature, values)
        for value in values:
            if known.kind == "role":
                if value not in model.effects and value not in model.families:
                    raise UsageProblem(f"{value} is neither an effect nor a family of effects.", f"{feature} takes one of these.")
            elif value not in known.values:
                raise UsageProblem(f"{feature} cannot be {value}.", f"Its values are {', '.join(known.values)}.")
        result[feature] = values
    _require_consistent(base, result)
    return result


def _require_consistent(base: Rulebase, facts: Mapping[Id, tuple[Id, ...]]) -> None:
    """Raise `UsageProblem` for stated values that exclude each other."""
    pair = excluding(base.model, base.kinship, facts)
    if pair is not None:
        (_, one), (_, other) = pair
        raise UsageProblem(f"{one} and {other} cannot both hold of one case.", "Keep one of them.")


def is_left(base: Rulebase, facts: Mapping[Id, tuple[Id, ...]], feature: Id, value: Id) -> bool:
    """Say whether a further value can hold of a case with these facts: none of them excludes it."""
    return not base.model.excluded or excluding(base.model, base.kinship, {**facts, feature: (value,)}) is None


def excluding(model: Model, kinship: Kinship, facts: Mapping[Id, tuple[Id, ...]]) -> tuple[tuple[Id, Id], tuple[Id, Id]] | None:
    """Return two stated facts that no case has together (`ygo:excludes`); None where there are none."""
    told = [(feature, value) for feature, values in facts.items() for value in values]
    known = [(pair, (pair[1], *(kinship.closure(pair[1]) if pair[0] == ACTING else ()))) for pair in told]
    for one, own in known:
        for other, others in known:
            if any(excluded in others for value in own for excluded in model.excluded.get(value, ())):
                return one, other
    return None


def _require_one_effect(base: Rulebase, feature: Id, values: tuple[Id, ...]) -> None:
    """Raise `UsageProblem` unless the values are families of different axes, which together describe one unknown effect."""
    families = base.model.families
    if base.model.features[feature].kind != "role" or not all(value in families for value in values):
        raise UsageProblem(f"{feature} has one value, not {len(values)}: {', '.join(values)}.", "Keep one of them.")
    if exclusive(base.kinship, values):
        raise UsageProblem(f"{feature} cannot be all of {', '.join(values)}: no effect is.", "Keep one of them.")


def copied_wording(base: Rulebase, stated: Mapping[Id, tuple[Id, ...]], without: frozenset[Id] = _NOTHING) -> dict[Id, tuple[Id, ...]]:
    """Return the text features that the case is silent about, as the effects say in the roles from which these are read.

    Of Forbidden Chalice as the negator that is what it aims at and what it processes. `without` are effects whose wording is left aside.
    """
    model = base.model
    copied: dict[Id, tuple[Id, ...]] = {}
    for role, values in stated.items():
        for value in values:
            effect = model.effects.get(value)
            if effect is None or value in without:
                continue
            for feature, wording in effect.facts.items():
                known = model.features.get(feature)
                if feature not in stated and known is not None and known.kind == "text" and known.read_from == role:
                    copied[feature] = tuple(dict.fromkeys((*copied.get(feature, ()), *wording)))
    return copied


def inert_roles(model: Model, stated: Mapping[Id, tuple[Id, ...]]) -> frozenset[Id]:
    """Return the roles of which the case states that their effect does nothing: what is not in force hinders and protects nothing.

    Of several effects in a role it cannot be told which of them is meant; then none is taken out.
    """
    states = [model.features[f] for f in stated]
    inert = (f.state_of for f in states if f.state_of is not None and set(stated[f.id]) <= set(f.inert_at))
    return frozenset(role for role in inert if len(stated.get(role, ())) == 1)


def values_of(case: Case, feature: Id) -> tuple[Id, ...]:
    """Return the values that the completed case has for a feature."""
    known = case.known.get(feature)
    if known is not None:
        return known
    derived = case.derived.get(feature)
    return derived.fact.values if derived is not None else ()


def excluded_by(base: Rulebase, known: Mapping[Id, tuple[Id, ...]]) -> frozenset[Id]:
    """Return the values, and the families of the acting effect, that no case has together with what is known (`ygo:excludes`)."""
    pairs = base.model.excluded
    return frozenset(other for value in _told_by(base, known) if value in pairs for other in pairs[value]) if pairs else _NOTHING


def _told_by(base: Rulebase, known: Mapping[Id, tuple[Id, ...]]) -> set[Id]:
    """Return the values that are known, and the families of the acting effect."""
    values = {value for values in known.values() for value in values}
    return values.union(*(base.kinship.closure(value) for value in known.get(ACTING, ())))


def is_excluded(condition: Condition, case: Case) -> bool:
    """Say whether what is known of a case excludes all that fulfils a condition."""
    wanted = (condition.family,) if condition.family is not None else condition.values
    return bool(wanted) and case.excluded.issuperset(wanted)


def _level_of(base: Rulebase, condition: Condition, case: Case) -> int:
    """Return how far the case fulfils a condition: RULED_OUT, POSSIBLE, HOLDS or CERTAIN."""
    feature = condition.feature
    if feature in case.inert:
        return RULED_OUT
    values = case.known.get(feature)
    if values is not None:
        if len(values) > 1 and base.is_functional(feature):
            level = base.fulfil_together(values, condition)
        else:
            level = max((base.fulfils(value, condition) for value in values), default=RULED_OUT)
        return RULED_OUT if level == POSSIBLE and feature == ACTING and condition.family in case.excluded else level
    derived = case.derived.get(feature)
    if derived is not None:
        return max((derived.levels.get(value, derived.floor) for value in condition.values), default=derived.floor)
    if is_excluded(condition, case):
        return RULED_OUT
    if feature == ACTING and condition.family is None:
        return RULED_OUT  # an unknown effect is none of those that rules name
    return RULED_OUT if base.counts_as_absent(feature) else POSSIBLE


class _View(NamedTuple):
    """All that the conditions of a block on one feature can see of its values: how far each is fulfilled, and the families among them."""

    levels: tuple[int, ...]
    families: tuple[Id, ...]


def _view(base: Rulebase, block: Block, feature: Id, case: Case, excluded: frozenset[Id]) -> _View:
    """Return what a block sees of a known feature, worked out once for all cases in which it has the same values."""
    values = case.known[feature]
    key = (feature, values, feature in case.inert, excluded)
    found: _View | None = block.views.get(key)
    if found is None:
        levels = tuple(_level_of(base, block.conditions[place], case) for place in block.on[feature])
        found = block.views[key] = _View(levels, tuple(value for value in values if value in base.model.families))
    return found


def seen_by(base: Rulebase, block: Block, case: Case) -> tuple[object, ...]:
    """Return all that the rules of a block can see of a case: where it is the same, they stand alike, and what overturns them is too.

    Derived features count by identity, for each of them is kept.
    """
    excluded, known, derived = case.excluded & block.named, case.known, case.derived
    return (
        excluded,
        *(
            (feature, _view(base, block, feature, case, excluded) if feature in known else id(derived[feature]))
            for feature in block.on
            if feature in known or feature in derived
        ),
    )


def levels_of(base: Rulebase, block: Block, case: Case, *, closed: bool = False) -> list[int]:
    """Return the levels of the conditions of a block; `closed` makes what is unknown not hold, and what holds certain."""
    excluded, known, derived = case.excluded & block.named, case.known, case.derived
    levels = list(_unknown(base, block, excluded))
    for feature, places in block.on.items():
        if feature in known:
            for place, level in zip(places, _view(base, block, feature, case, excluded).levels, strict=True):
                levels[place] = level
        elif feature in derived:
            for place in places:
                levels[place] = _level_of(base, block.conditions[place], case)
    return [CERTAIN if level >= HOLDS else RULED_OUT for level in levels] if closed else levels


def _unknown(base: Rulebase, block: Block, excluded: frozenset[Id]) -> tuple[int, ...]:
    """Return the levels of the conditions of a block where nothing is known but that some values are excluded."""
    found: tuple[int, ...] | None = block.views.get(excluded)
    if found is None:
        nothing = Case({}, {}, {}, {}, excluded)
        found = block.views[excluded] = tuple(_level_of(base, condition, nothing) for condition in block.conditions)
    return found
