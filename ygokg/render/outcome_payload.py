"""An outcome for programs: everything by id."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ygokg.model import Condition, Id
from ygokg.resolver import DerivedFact, Outcome, Precedent, RuleTrace, Side, Unless

__all__ = ["outcome_payload"]

Json = dict[str, Any]


def outcome_payload(outcome: Outcome, facts: dict[Id, tuple[Id, ...]]) -> Json:
    """Return the outcome of a case as JSON: the fields of `ygokg.resolver.Outcome`, with the facts as they were understood."""
    proof = outcome.proof
    return {
        "question": outcome.question,
        "facts": {feature: list(values) for feature, values in facts.items()},
        "status": outcome.status,
        "answer": outcome.answer,
        "answers": list(outcome.answers),
        "reason": outcome.reason,
        "conditions": [_unless(u) for u in outcome.conditions],
        "assumed": [{"feature": a.feature, "not": list(a.effects)} for a in outcome.assumed],
        "clash": [_side(s) for s in outcome.clash],
        "departs_from": outcome.departs_from,
        "general": outcome.general,
        "proof": {
            "rules": [_trace(r) for r in proof.rules],
            "exceptions": [_trace(r) for r in proof.exceptions],
            "copied": [list(pair) for pair in proof.copied],
            "derived": [_derived(d) for d in proof.derived],
            "rulings": list(proof.rulings),
            "superseded": list(proof.superseded),
            "precedents": [_precedent(p) for p in proof.precedents],
            "lifts": list(proof.lifts),
            "deciding": list(proof.deciding),
        },
    }


def _condition(condition: Condition) -> Json:
    return {"feature": condition.feature, "values": list(condition.values), "family": condition.family}


def _conditions(conditions: Iterable[Condition]) -> list[Json]:
    return [_condition(c) for c in conditions]


def _unless(unless: Unless) -> Json:
    return {
        "rules": list(unless.rules),
        "missing": _conditions(unless.missing),
        "status": unless.status,
        "answers": list(unless.answers),
        "through": unless.through,
    }


def _side(side: Side) -> Json:
    return {"answer": side.answer, "rulings": list(side.rulings), "rules": list(side.rules), "issued": side.issued}


def _trace(trace: RuleTrace) -> Json:
    checks = [{**_condition(c.condition), "state": c.state, "found": list(c.found)} for c in trace.checks]
    return {"rule": trace.rule, "standing": trace.standing, "conditions": checks, "defeated_by": list(trace.defeated_by)}


def _derived(fact: DerivedFact) -> Json:
    return {
        "feature": fact.feature,
        "status": fact.status,
        "values": list(fact.values),
        "rules": list(fact.rules),
        "conditions": [_unless(u) for u in fact.conditions],
        "clash": [_side(s) for s in fact.clash],
    }


def _precedent(precedent: Precedent) -> Json:
    return {
        "ruling": precedent.ruling,
        "answer": precedent.answer,
        "same_rules": precedent.same_rules,
        "shared": [list(pair) for pair in precedent.shared],
        "different": [list(pair) for pair in precedent.different],
    }
