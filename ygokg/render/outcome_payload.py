"""An outcome for programs: everything by id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ygokg.model import Condition, Id, Model
from ygokg.render.words import evidence_link, label
from ygokg.resolver import DerivedFact, Outcome, Precedent, RuleTrace, Side, Unless

if TYPE_CHECKING:
    from ygokg.resolver.explaining import Explanation, Step

__all__ = ["SCHEMA_VERSION", "explanation_payload", "outcome_payload"]

Json = dict[str, Any]

SCHEMA_VERSION = "1.0"
"""Of JSON answers. The first number changes when something that was there is gone or means something else."""


def explanation_payload(model: Model, explanation: Explanation, facts: Mapping[Id, tuple[Id, ...]], lang: str) -> Json:
    """Return the outcome with the chain of reasons as JSON.

    `steps` are the derived features in the order in which they use each other, `general` the rules that would answer but for
    the pending ones. `sources` has the passages of every rule and ruling named, `labels` the words for every id.
    """
    payload = {
        **outcome_payload(explanation.outcome, facts),
        "steps": [_step(step) for step in explanation.steps],
        "general_rules": [_trace(r) for r in explanation.general],
        "made_no_difference": [list(pair) for pair in explanation.indifferent],
    }
    named = sorted(set(_ids(payload)))
    sources = {i: (model.rules.get(i) or model.rulings[i]).sources for i in named if i in model.rules or i in model.rulings}
    payload["sources"] = {i: [_passage(model, passage) for passage in passages] for i, passages in sources.items()}
    payload["labels"] = {i: words for i in named if (words := label(model, i, lang)) != i}
    return payload


def outcome_payload(outcome: Outcome, facts: Mapping[Id, tuple[Id, ...]]) -> Json:
    """Return the outcome of a case as JSON: the fields of `ygokg.resolver.Outcome`, with the facts as they were understood."""
    proof = outcome.proof
    attested = outcome.attested
    return {
        "schema_version": SCHEMA_VERSION,
        "question": outcome.question,
        "facts": {feature: list(values) for feature, values in facts.items()},
        "status": outcome.status,
        "answer": outcome.answer,
        "answers": list(outcome.answers),
        "reason": outcome.reason,
        "in_general": outcome.in_general,
        "not_weighed": [list(pair) for pair in outcome.not_weighed],
        "missing_roles": list(outcome.missing),
        "attested": None
        if attested is None
        else {"level": attested.level, "rulings": list(attested.rulings), "first_met": [list(pair) for pair in attested.first_met]},
        "presupposed": list(outcome.presupposed),
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
            "whatever": proof.whatever,
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
        "on_card": unless.on_card,
    }


def _side(side: Side) -> Json:
    return {
        "answer": side.answer,
        "rulings": list(side.rulings),
        "rules": list(side.rules),
        "issued": side.issued,
        "through": side.through,
    }


def _trace(trace: RuleTrace) -> Json:
    checks = [{**_condition(c.condition), "state": c.state, "found": list(c.found)} for c in trace.checks]
    beaten = {"defeated_by": list(trace.defeated_by), "outranked_by": list(trace.outranked_by)}
    return {"rule": trace.rule, "standing": trace.standing, "conditions": checks, **beaten}


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
        "lacking": [list(pair) for pair in precedent.lacking],
    }


def _step(step: Step) -> Json:
    return {
        **_derived(step.fact),
        "rules": [_trace(r) for r in step.rules],
        "exceptions": [_trace(r) for r in step.exceptions],
    }


def _passage(model: Model, id: Id) -> Json:
    evidence = model.passages[id].evidence if id in model.passages else ()
    refers = [{"kind": e.source_class, "id": e.identifier, "date": e.date, "link": evidence_link(e)} for e in evidence]
    return {"passage": id, "evidence": refers}


def _ids(value: object) -> Iterator[Id]:
    """Yield every text in a payload that could be an id, keys included."""
    if isinstance(value, str):
        if ":" in value:
            yield value
    elif isinstance(value, Mapping):
        for part in (*value, *value.values()):
            yield from _ids(part)
    elif isinstance(value, list):
        for part in value:
            yield from _ids(part)
