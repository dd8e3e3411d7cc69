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

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ygokg.errors import UsageProblem
from ygokg.graph.model import Id, Model
from ygokg.resolver.bearing import missing_roles, not_weighed, standing_conditions
from ygokg.resolver.case import checked
from ygokg.resolver.clashes import clash_behind, contradicting
from ygokg.resolver.completing import Setting, weighed, weighed_with
from ygokg.resolver.documented import Documented, attestation, documented, precedents
from ygokg.resolver.outcome import PENDING, PRESUPPOSED, Assumption, Outcome, Proof, Side, Unless, agree
from ygokg.resolver.overturning import Weighed, assumptions, conditions
from ygokg.resolver.proof import considered_exceptions, deciding_features, rules_in, told_anew
from ygokg.resolver.records import fulfilled_in, rules_behind, sketches
from ygokg.resolver.rulebase import Rulebase, prepared
from ygokg.resolver.values import whatever

Facts = Mapping[Id, Iterable[Id]]


def resolve(base: Model | Rulebase, question: Id, facts: Facts) -> Outcome:
    """Return the outcome of a question about a user's case, what the rulings say first.

    `facts` maps features to their values: `{"ygo:negator": ("effect:82732705-1",), "ygo:faceAtResolution": ("ygo:FaceDown",)}`. A
    role takes effects, or families of one unknown effect where the card is not in the data. Prepare a `Rulebase` once where many
    cases follow. Raises `UsageProblem` for an unknown question, feature or value, and `BrokenInput` for rules that contradict their
    own order.
    """
    return judge(base, question, facts).outcome


def weigh(base: Rulebase, question: Id, facts: Facts) -> Weighed:
    """Return how the rules of a question stand in a case. Raises as `resolve` does."""
    if question not in base.model.questions and not base.is_derived(question):
        raise UsageProblem(f"{question} is not a question.", "Questions are listed by `ygokg resolve`.")
    return weighed_with(base, question, checked(base, facts))


class Judged(NamedTuple):
    """What a case comes to, before it is told why: the answer with what could overturn it.

    `result` are the weighed rules, `said` what rulings say of the case itself, `related` the sides of a contradiction with a related
    question, and `whatever` the feature that is not known and of which every value gives the answer. The rest is as in `Outcome`.
    """

    result: Weighed
    said: Documented | None
    status: str
    answer: str | None
    conditions: tuple[Unless, ...]
    found: tuple[Unless, ...] = ()
    related: tuple[Side, ...] = ()
    whatever: Id | None = None

    @property
    def outcome(self) -> Outcome:
        """The whole outcome with its proof, worked out anew at each call."""
        assumed = assumptions(self.result, self.found)
        told = _derived(self, assumed) if self.said is None else _documented(self, self.said, assumed)
        return told._replace(proof=told.proof._replace(whatever=self.whatever)) if self.whatever else told


def judge(base: Model | Rulebase, question: Id, facts: Facts) -> Judged:
    """Return what a question about a user's case comes to; takes and raises what `resolve` does, and is quicker by half."""
    result = weigh(prepared(base), question, facts)
    return judged(result, documented(result))


def judged(result: Weighed, said: Documented | None) -> Judged:
    """Return what a case comes to whose rules are weighed; `said` is what rulings say about it, None where none does."""
    if said is None and result.verdict.status == "open":
        alike = whatever(result)
        if alike is not None:
            return _by_rules(alike.result, alike.conditions, (), alike.feature)
    found = conditions(result)
    answered = said is not None or bool(result.verdict.answers)
    standing = standing_conditions(result, _shared_facts(result, said, attested=True)) if answered else ()
    overturning = (*told_anew(result, found), *standing)
    if said is None:
        return _by_rules(result, overturning, found)
    status = "conflict" if said.answer is None else "pending" if said.answer == PENDING else "documented"
    return Judged(result, said, status, said.answer, overturning, found)


def _by_rules(result: Weighed, overturning: tuple[Unless, ...], found: tuple[Unless, ...], feature: Id | None = None) -> Judged:
    """Return what a case comes to of which no ruling speaks."""
    verdict, related = result.verdict, contradicting(result)
    status, answer = ("conflict", None) if related else (verdict.status, verdict.answer)
    return Judged(result, None, status, answer, overturning, found, related, feature)


def _derived(judged: Judged, assumed: tuple[Assumption, ...]) -> Outcome:
    """Return the outcome where no ruling is about the case."""
    result = judged.result
    verdict = result.verdict
    return Outcome(
        result.block.asks,
        judged.status,
        judged.answer,
        verdict.answers,
        judged.conditions,
        assumed,
        judged.related or verdict.sides or clash_behind(result),
        general=_general(result) if verdict.status == "pending" else None,
        reason=_reason(result) if verdict.status == "open" else None,
        in_general=verdict.in_general,
        **_told(result, None),
    )


def _documented(judged: Judged, said: Documented, assumed: tuple[Assumption, ...]) -> Outcome:
    """Return the outcome where rulings are about the case itself."""
    result = judged.result
    question, derived = result.block.asks, result.verdict.answer
    qualified, told = (judged.conditions, assumed), _told(result, said)
    if said.answer is None:
        answers = tuple(side.answer for side in said.sides)
        return Outcome(question, judged.status, None, answers, *qualified, said.sides, general=derived, **told)
    pending = said.answer == PENDING
    departs = None if pending or derived is None or agree(said.answer, derived) else derived
    general = (_general(result) if derived == PENDING else derived) if pending else None
    return Outcome(question, judged.status, said.answer, (said.answer,), *qualified, said.sides, departs, general, **told)


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
