"""An outcome with every link of the chain of reasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ygokg.graph.model import Id, Model
from ygokg.resolver.bearing import indifferent
from ygokg.resolver.completing import weighed
from ygokg.resolver.documented import documented
from ygokg.resolver.outcome import DerivedFact, Outcome, RuleTrace
from ygokg.resolver.overturning import Weighed
from ygokg.resolver.proof import considered_exceptions, rules_in
from ygokg.resolver.resolving import judged, weigh, without_pending
from ygokg.resolver.rulebase import Rulebase, prepared


class Step(NamedTuple):
    """One link of the chain of reasons: a derived feature, the rules that are in for it, and the exceptions considered there."""

    fact: DerivedFact
    rules: tuple[RuleTrace, ...]
    exceptions: tuple[RuleTrace, ...]


class Explanation(NamedTuple):
    """An outcome with all of its reasons.

    `steps` are the derived features that the rules of the outcome look at, directly or through each other, each after those it
    uses; `general` the rules that would answer if the pending ones were not there; `indifferent` the stated facts that rules look
    at and that made no difference.
    """

    outcome: Outcome
    steps: tuple[Step, ...]
    general: tuple[RuleTrace, ...] = ()
    indifferent: tuple[tuple[Id, Id], ...] = ()


def explain(base: Model | Rulebase, question: Id, facts: Mapping[Id, Iterable[Id]]) -> Explanation:
    """Return what `resolve` returns, with every link of the chain of reasons. Raises as `resolve` does."""
    base = prepared(base)
    result = weigh(base, question, facts)
    general = rules_in(without_pending(result)) if result.verdict.status == "pending" else ()
    outcome = judged(result, documented(result)).outcome
    return Explanation(outcome, _chain(result), general, indifferent(result))


def _chain(result: Weighed) -> tuple[Step, ...]:
    """Return the derived features that the rules in and the exceptions considered look at, each after those it uses itself.

    Where there is neither, those that any rule of the question looks at: they are why none is in.
    """
    case, base = result.case, result.base
    wanted = _looked_at((*rules_in(result), *considered_exceptions(result))) or set(result.block.on)
    steps = []
    for feature in reversed(result.block.derived):
        derived = case.derived.get(feature)
        if derived is None or feature not in wanted or not derived.fact.rules:
            continue
        own = weighed(base, base.block(feature), case)
        step = Step(derived.fact, rules_in(own), considered_exceptions(own))
        wanted |= _looked_at((*step.rules, *step.exceptions))
        steps.append(step)
    return tuple(reversed(steps))


def _looked_at(traces: Iterable[RuleTrace]) -> set[Id]:
    return {check.condition.feature for trace in traces for check in trace.checks}
