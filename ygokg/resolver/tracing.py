"""The proof: each rule that matters against the case, condition by condition."""

from __future__ import annotations

from ygokg.model import Condition, Id
from ygokg.resolver.case import values_of
from ygokg.resolver.completing import Setting
from ygokg.resolver.families import CERTAIN, HOLDS, POSSIBLE, RULED_OUT
from ygokg.resolver.observing import ways
from ygokg.resolver.outcome import IMPLYING_YES, YES, Check, RuleTrace
from ygokg.resolver.overturning import Weighed, absent_by_assumption

__all__ = ["considered_exceptions", "deciding_features", "rules_in", "trace"]


def rules_in(result: Weighed) -> tuple[RuleTrace, ...]:
    """Return the traces of the rules that are in, those whose answers are outranked last."""
    traces = [trace(result, place) for place, is_in in enumerate(result.standing.within) if is_in]
    return tuple(sorted(traces, key=lambda found: found.standing == "outranked"))


def _winners(result: Weighed) -> tuple[Id, ...]:
    """Return the rules that are in and give what the rules say together."""
    answers = result.verdict.answers
    if result.verdict.status not in ("derived", "pending"):
        return ()
    rules = zip(result.block.rules, result.standing.within, strict=True)
    return tuple(rule.id for rule, is_in in rules if is_in and rule.answer is not None and any(_bears(rule.answer, a) for a in answers))


def _bears(answer: str, given: str) -> bool:
    """Say whether a rule's answer is the one that is given, or a Yes that a stronger one includes."""
    return answer == given or (answer == YES and given in IMPLYING_YES)


def considered_exceptions(result: Weighed) -> tuple[RuleTrace, ...]:
    """Return the traces of the defeated rules and of every exception, at any depth, to a fulfilled rule; the rules in are left out."""
    block, standing = result.block, result.standing
    row = [place for place, level in enumerate(standing.holds) if level >= HOLDS]
    seen = dict.fromkeys(row)
    while row:
        row = [e for place in row for e in block.exceptions[place] if e not in seen]
        seen.update(dict.fromkeys(row))
    return tuple(trace(result, place) for place in sorted(seen, reverse=True) if not standing.within[place])


def trace(result: Weighed, place: int) -> RuleTrace:
    """Return one rule, by position, against the case."""
    block, standing = result.block, result.standing
    defeated_by = tuple(block.rules[e].id for e in block.exceptions[place] if standing.within[e])
    outranked_by: tuple[Id, ...] = ()
    if standing.within[place]:
        winners = _winners(result)
        rule = block.rules[place]
        outranked_by = winners if winners and rule.answer is not None and rule.id not in winners else ()
        state = "outranked" if outranked_by else "in"
    elif standing.holds[place] >= HOLDS:
        state = "defeated"
    else:
        state = "out" if standing.ruled_out[place] else "undecided"
    checks = tuple(_check(result, p) for p in block.needs[place])
    return RuleTrace(block.rules[place].id, state, checks, defeated_by, outranked_by)


def deciding_features(result: Weighed, setting: Setting) -> tuple[Id, ...]:
    """Return the unstated features that would decide an open question: those of the rules that lack the least, first.

    Where a rule lacks a derived feature, they are the plain ones that would bring it about.
    """
    block, levels = result.block, result.levels
    ranked: list[tuple[int, int, list[Id]]] = []
    for place, rule in enumerate(block.rules):
        lacking = [p for p in block.needs[place] if levels[p] < HOLDS]
        reachable = all(levels[p] == POSSIBLE or absent_by_assumption(result, p) for p in lacking)
        if rule.answer is not None and lacking and reachable:
            found = ways(result, setting, [block.conditions[p] for p in lacking])[:1]
            ranked += [(len(facts), place, [condition.feature for condition in facts]) for facts in found]
    return tuple(dict.fromkeys(f for _, _, features in sorted(ranked) for f in features if f not in result.case.known))


def _check(result: Weighed, place: int) -> Check:
    condition, level = result.block.conditions[place], result.levels[place]
    found = values_of(result.case, condition.feature)
    if level == CERTAIN:
        return Check(condition, _origin(result, condition), found)
    if level == RULED_OUT:
        return Check(condition, "absent" if absent_by_assumption(result, place) else "contradicted", found)
    return Check(condition, "conditional" if level == HOLDS else "unknown", found)


def _origin(result: Weighed, condition: Condition) -> str:
    case = result.case
    if condition.feature in case.stated:
        return "stated"
    return "copied" if condition.feature in case.copied else "derived"
