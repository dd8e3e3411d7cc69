"""The proof: each rule that matters against the case, condition by condition."""

from __future__ import annotations

from ygokg.model import Condition, Id
from ygokg.resolver.case import values_of
from ygokg.resolver.families import CERTAIN, HOLDS, POSSIBLE, RULED_OUT
from ygokg.resolver.outcome import Check, RuleTrace
from ygokg.resolver.overturning import Weighed, absent_by_assumption

__all__ = ["considered_exceptions", "deciding_features", "rules_in", "trace"]


def rules_in(weighed: Weighed) -> tuple[RuleTrace, ...]:
    """Return the traces of the rules that are in."""
    return tuple(trace(weighed, place) for place, is_in in enumerate(weighed.standing.within) if is_in)


def considered_exceptions(weighed: Weighed) -> tuple[RuleTrace, ...]:
    """Return the traces of the defeated rules and of every exception, at any depth, to a fulfilled rule; the rules in are left out."""
    block, standing = weighed.block, weighed.standing
    row = [place for place, level in enumerate(standing.holds) if level >= HOLDS]
    seen = dict.fromkeys(row)
    while row:
        row = [e for place in row for e in block.exceptions[place] if e not in seen]
        seen.update(dict.fromkeys(row))
    return tuple(trace(weighed, place) for place in sorted(seen, reverse=True) if not standing.within[place])


def trace(weighed: Weighed, place: int) -> RuleTrace:
    """Return one rule, by position, against the case."""
    block, standing = weighed.block, weighed.standing
    defeated_by = tuple(block.rules[e].id for e in block.exceptions[place] if standing.within[e])
    if standing.within[place]:
        state = "in"
    elif standing.holds[place] >= HOLDS:
        state = "defeated"
    else:
        state = "out" if standing.ruled_out[place] else "undecided"
    checks = tuple(_check(weighed, p) for p in block.needs[place])
    return RuleTrace(block.rules[place].id, state, checks, defeated_by)


def deciding_features(weighed: Weighed) -> tuple[Id, ...]:
    """Return the unstated features that would decide an open question: those of the rules that lack the least, first."""
    block, levels = weighed.block, weighed.levels
    ranked: list[tuple[int, int, list[Id]]] = []
    for place, rule in enumerate(block.rules):
        lacking = [p for p in block.needs[place] if levels[p] < HOLDS]
        reachable = all(levels[p] == POSSIBLE or absent_by_assumption(weighed, p) for p in lacking)
        if rule.answer is not None and lacking and reachable:
            ranked.append((len(lacking), place, [block.conditions[p].feature for p in lacking]))
    return tuple(dict.fromkeys(f for _, _, features in sorted(ranked) for f in features))


def _check(weighed: Weighed, place: int) -> Check:
    condition, level = weighed.block.conditions[place], weighed.levels[place]
    found = values_of(weighed.case, condition.feature)
    if level == CERTAIN:
        return Check(condition, _origin(weighed, condition), found)
    if level == RULED_OUT:
        return Check(condition, "absent" if absent_by_assumption(weighed, place) else "contradicted", found)
    return Check(condition, "conditional" if level == HOLDS else "unknown", found)


def _origin(weighed: Weighed, condition: Condition) -> str:
    case = weighed.case
    if condition.feature in case.stated:
        return "stated"
    return "copied" if condition.feature in case.copied else "derived"
