"""From a question and the facts of a case to its outcome.

1. The facts are checked against the features (`case`), and the rules of the question are prepared (`rulebase`).
2. The case is completed: wording of its effects, then derived features (`completing`), each by its own
   rules, or those of the question that reads off it, as in step 3.
3. The rules are weighed: which are in, and what they say together (`deriving`).
4. Rulings that are about this very case answer before the rules do (`documented`).
5. What is open may still be the same for every value of one unknown feature (`values`).
6. What could overturn the answer is sought by letting rules in (`overturning`), told in facts that a person can observe (`observing`,
   `proof`), with what is assumed and with stated effects that no rule looked at (`bearing`).
7. The answer is held against related questions and against disagreements over derived features (`clashes`).
8. All is told with its proof, the nearest rulings and how well they attest it (`proof`, `documented`, `bearing`, `outcome`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from ygokg.errors import UsageProblem
from ygokg.graph.model import Id, Model
from ygokg.resolver.bearing import missing_roles, not_weighed, standing_conditions
from ygokg.resolver.case import checked
from ygokg.resolver.clashes import clash_behind, contradicting
from ygokg.resolver.completing import Setting, weighed, weighed_with
from ygokg.resolver.documented import Documented, attestation, documented, precedents
from ygokg.resolver.outcome import PENDING, PRESUPPOSED, Assumption, Outcome, Proof, Unless, agree
from ygokg.resolver.overturning import Weighed, assumptions, conditions
from ygokg.resolver.proof import considered_exceptions, deciding_features, rules_in, told_anew
from ygokg.resolver.records import fulfilled_in, rules_behind, sketches
from ygokg.resolver.rulebase import Rulebase, prepared
from ygokg.resolver.values import whatever

Facts = Mapping[Id, Iterable[Id]]
_Qualified: TypeAlias = tuple[tuple[Unless, ...], tuple[Assumption, ...]]


def resolve(base: Model | Rulebase, question: Id, facts: Facts) -> Outcome:
    """Return the outcome of a question about a user's case, what the rulings say first.

    `facts` maps features to their values: `{"ygo:negator": ("effect:82732705-1",), "ygo:faceAtResolution": ("ygo:FaceDown",)}`. A
    role takes effects, or families of one unknown effect where the card is not in the data. Prepare a `Rulebase` once where many
    cases follow. Raises `UsageProblem` for an unknown question, feature or value, and `BrokenInput` for rules that contradict their
    own order.
    """
    base = prepared(base)
    result = weigh(base, question, facts)
    return outcome_of(result, documented(result))


def weigh(base: Rulebase, question: Id, facts: Facts) -> Weighed:
    """Return how the rules of a question stand in a case. Raises as `resolve` does."""
    if question not in base.model.questions and not base.is_derived(question):
        raise UsageProblem(f"{question} is not a question.", "Questions are listed by `ygokg resolve`.")
    return weighed_with(base, question, checked(base, facts))


def outcome_of(result: Weighed, said: Documented | None) -> Outcome:
    """Return the outcome of a case whose rules are weighed; `said` is what rulings say about the case itself, None where none does."""
    if said is None and result.verdict.status == "open":
        alike = whatever(result)
        if alike is not None:
            outcome = _derived(alike.result, (alike.conditions, assumptions(alike.result, ())))
            return outcome._replace(proof=outcome.proof._replace(whatever=alike.feature))
    qualified = _qualified(result, conditions(result), said)
    return _derived(result, qualified) if said is None else _documented(result, said, qualified)


def _derived(result: Weighed, qualified: _Qualified) -> Outcome:
    """Return the outcome where no ruling is about the case."""
    verdict = result.verdict
    related = contradicting(result)
    return Outcome(
        result.block.asks,
        "conflict" if related else verdict.status,
        None if related else verdict.answer,
        verdict.answers,
        *qualified,
        related or verdict.sides or clash_behind(result),
        general=_general(result) if verdict.status == "pending" else None,
        reason=_reason(result) if verdict.status == "open" else None,
        in_general=verdict.in_general,
        **_told(result, None),
    )


def _documented(result: Weighed, said: Documented, qualified: _Qualified) -> Outcome:
    """Return the outcome where rulings are about the case itself."""
    question, derived = result.block.asks, result.verdict.answer
    told = _told(result, said)
    if said.answer is None:
        answers = tuple(side.answer for side in said.sides)
        return Outcome(question, "conflict", None, answers, *qualified, said.sides, general=derived, **told)
    pending = said.answer == PENDING
    departs = None if pending or derived is None or agree(said.answer, derived) else derived
    general = (_general(result) if derived == PENDING else derived) if pending else None
    status = "pending" if pending else "documented"
    return Outcome(question, status, said.answer, (said.answer,), *qualified, said.sides, departs, general, **told)


def _qualified(result: Weighed, found: Sequence[Unless], said: Documented | None) -> _Qualified:
    """Return what could overturn an answer (`found` by letting rules in) and what it takes for granted."""
    answered = said is not None or bool(result.verdict.answers)
    standing = standing_conditions(result, _shared_facts(result, said, attested=True)) if answered else ()
    return (*told_anew(result, found), *standing), assumptions(result, found)


def _told(result: Weighed, said: Documented | None) -> dict[str, Any]:
    """Return what is told of every outcome beside its answer."""
    rules = result.base.model.rules
    return {
        "not_weighed": not_weighed(result, _shared_facts(result, said, attested=False)),
        "missing": missing_roles(result.base, result),
        "attested": attestation(result) if said is None else None,
        "presupposed": tuple(i for i in sorted(rules_behind(result)) if rules[i].basis == PRESUPPOSED),
        "proof": _proof(result, said),
    }


def _shared_facts(result: Weighed, said: Documented | None, *, attested: bool) -> dict[Id, tuple[Id, ...]]:
    """Return what the rulings that answer have in them; with `attested` also those under exactly the same rules."""
    rulings = list(said.rulings if said is not None else ())
    if attested:
        same = sketches(result.base, result.block.asks).by_fulfilled.get(fulfilled_in(result), ())
        rulings += [sketch.ruling.id for sketch in same]
    facts: dict[Id, tuple[Id, ...]] = {}
    for ruling in rulings:
        for feature, values in result.base.model.rulings[ruling].facts.items():
            facts[feature] = (*facts.get(feature, ()), *values)
    return facts


def _general(result: Weighed) -> str | None:
    return without_pending(result).verdict.answer


def without_pending(result: Weighed) -> Weighed:
    """Return how the rules stand without those that leave the answer pending."""
    pending = frozenset(rule.id for rule in result.block.rules if rule.answer == PENDING)
    return weighed(result.base, result.block, result.case, Setting(without_rules=pending))


def _reason(result: Weighed) -> str:
    if result.verdict.per_card:
        return "per-card"
    if result.verdict.unhindered:
        return "unhindered"
    return "lifted" if _lifts(result) else "nothing-applies"


def _lifts(result: Weighed) -> tuple[Id, ...]:
    standing = zip(result.block.rules, result.standing.within, strict=True)
    return tuple(rule.id for rule, is_in in standing if is_in and rule.answer is None)


def _proof(result: Weighed, said: Documented | None) -> Proof:
    rulings = said.rulings if said is not None else ()
    superseded = said.superseded if said is not None else ()
    is_open = result.verdict.status == "open" and said is None
    case = result.case
    return Proof(
        rules=rules_in(result),
        exceptions=considered_exceptions(result),
        derived=tuple(value.fact for value in case.derived.values()),
        copied=tuple((f, v) for f, values in sorted(case.copied.items()) for v in values if f in result.block.mentioned),
        rulings=rulings,
        superseded=superseded,
        precedents=precedents(result, without={*rulings, *superseded}),
        lifts=_lifts(result),
        deciding=deciding_features(result) if is_open else (),
    )
