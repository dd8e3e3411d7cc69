"""Completing a case: the wording of its effects first, then the derived features in the order in which they use each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ygokg.graph.model import ACTING, Id
from ygokg.resolver.case import Case, DerivedValue, copied_wording, excluded_by, inert_roles, levels_of, seen_by
from ygokg.resolver.deriving import Standing, conclude, stand
from ygokg.resolver.outcome import DerivedFact
from ygokg.resolver.overturning import Weighed, assumptions, clashing_use, conditions
from ygokg.resolver.rulebase import CERTAIN, HOLDS, POSSIBLE, RULED_OUT, Block, Rulebase

_NO_DERIVED: frozenset[Id] = frozenset()
_NEGATOR = "ygo:negator"
_KEPT = 1 << 14
"""So many derived features are kept."""


class Setting(NamedTuple):
    """How rules are weighed: open for a user's case, `closed` for figures, findings and mutation.

    In the closed setting what is not stated counts as not holding. `without_rules` leaves rules aside, `without_wording` the text
    features of effects.
    """

    closed: bool = False
    without_rules: frozenset[Id] = frozenset()
    without_wording: frozenset[Id] = frozenset()


OPEN = Setting()
CLOSED = Setting(closed=True)


def completed(base: Rulebase, block: Block, stated: Mapping[Id, tuple[Id, ...]], setting: Setting = OPEN) -> Case:
    """Return the case with everything that the rules of `block` use, directly or through derived features."""
    inert = inert_roles(base.model, stated)
    copied = copied_wording(base, {f: values for f, values in stated.items() if f not in inert}, setting.without_wording)
    known = {**copied, **stated} if copied else stated
    case = Case(stated, copied, known, {}, _NO_DERIVED if setting.closed else excluded_by(base, known), inert)
    told = _own_negation(base, known)
    for feature in block.derived:
        if feature not in case.known and feature not in told:
            case.derived[feature] = _known_before(base, base.block(feature), case, setting)
    return case


def _own_negation(base: Rulebase, known: Mapping[Id, tuple[Id, ...]]) -> frozenset[Id]:
    """Return the features that count as absent where the effect asked about is the negator itself: it does not negate itself.

    Of those that a question reads off; the others say what holds of that effect's own steps, or of a summon that it negates.
    """
    one = known.get(_NEGATOR) == known.get(ACTING) and all(value in base.model.effects for value in known.get(ACTING, ()))
    return frozenset(filter(base.counts_as_absent, base.read_off)) if one and ACTING in known else _NO_DERIVED


def _known_before(base: Rulebase, block: Block, case: Case, setting: Setting) -> DerivedValue:
    """Return a derived feature, worked out once for all cases in which its rules see the same.

    Other derived features count by identity, for each of them is kept here too.
    """
    key = (block.asks, setting.closed, setting.without_rules, seen_by(base, block, case))
    kept: tuple[DerivedValue, object] | None = base.derived.get(key)
    if kept is not None:
        return kept[0]
    if len(base.derived) >= _KEPT:
        base.derived.clear()
    found = _derived(base, weighed(base, block, case, setting), setting)
    base.derived[key] = found, [case.derived.get(f) for f in block.on]  # what counts by identity has to last as long as the key
    return found


def weighed(base: Rulebase, block: Block, case: Case, setting: Setting = OPEN) -> Weighed:
    """Return how the rules of a block stand in a completed case and what they say."""
    levels = levels_of(base, block, case, closed=setting.closed)
    standing = _stand(block, levels, setting)
    result = Weighed(base, block, case, levels, standing, conclude(base, block, standing.within, closed=setting.closed), setting.closed)
    conflict = clashing_use(result)
    return result if conflict is None else result._replace(verdict=conflict)


def weighed_with(base: Rulebase, asks: Id, facts: Mapping[Id, tuple[Id, ...]], setting: Setting = OPEN) -> Weighed:
    """Return how the rules that conclude a question or derived feature stand in the case with these facts, once it is completed."""
    block = base.block(asks)
    return weighed(base, block, completed(base, block, facts, setting), setting)


def alone(base: Rulebase, question: Id, facts: Mapping[Id, tuple[Id, ...]]) -> str | None:
    """Return the one answer that the rules alone give to a case, what is not stated not holding; None where there is none."""
    return weighed_with(base, question, facts, CLOSED).verdict.answer


def _stand(block: Block, levels: list[int], setting: Setting) -> Standing:
    if not setting.without_rules:
        return stand(block, levels)
    left_out = [place for place, rule in enumerate(block.rules) if rule.id in setting.without_rules]
    return stand(block, levels, suppressed=left_out)


def _derived(base: Rulebase, result: Weighed, setting: Setting) -> DerivedValue:
    block, verdict = result.block, result.verdict
    unless = () if setting.closed else conditions(result)
    assumed = () if setting.closed else assumptions(result, unless)
    rules = tuple(r.id for r, is_in in zip(block.rules, result.standing.within, strict=True) if is_in)
    sides = tuple(side if side.through else side._replace(through=block.asks) for side in verdict.sides)
    if verdict.status == "conflict":
        fact = DerivedFact(block.asks, "conflict", (), rules, unless, assumed, sides)
        return DerivedValue(fact, dict.fromkeys(verdict.answers, POSSIBLE), RULED_OUT, verdict.answers, {})
    if verdict.status == "pending":
        fact = DerivedFact(block.asks, "pending", (), rules, unless, assumed, sides)
        return DerivedValue(fact, dict.fromkeys(base.model.features[block.asks].values, POSSIBLE), POSSIBLE, (), {})
    fact = DerivedFact(block.asks, verdict.status, verdict.answers, rules, unless, assumed, sides)
    return DerivedValue(fact, _levels(result, bool(unless)), _floor(base, result, bool(unless)), (), {})


def _floor(base: Rulebase, result: Weighed, conditional: bool) -> int:
    """A value that no rule gives is out where the feature has another one for certain, or is absent when nothing is said."""
    settled = bool(result.verdict.answers) and not conditional
    return RULED_OUT if settled or base.counts_as_absent(result.block.asks) else POSSIBLE


def _levels(result: Weighed, conditional: bool) -> dict[Id, int]:
    block, standing, verdict = result.block, result.standing, result.verdict
    levels: dict[Id, int] = {}
    if verdict.answers and block.functional and not conditional:
        return {verdict.answers[0]: CERTAIN}
    for place, rule in enumerate(block.rules):
        if rule.answer is not None and not standing.ruled_out[place]:
            levels[rule.answer] = max(levels.get(rule.answer, POSSIBLE), CERTAIN if standing.certain[place] else POSSIBLE)
    if block.functional:
        levels = dict.fromkeys(levels, POSSIBLE)
    for answer in verdict.answers:
        levels[answer] = max(levels.get(answer, HOLDS), HOLDS)
    return levels
