"""What the answer to a question was before the documents changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import TYPE_CHECKING

from ygokg.graph.dates import day_before, known_by
from ygokg.graph.model import Id, Rule, Ruling
from ygokg.resolver.outcome import Former, Outcome, agree
from ygokg.resolver.resolving import resolve
from ygokg.resolver.rulebase import Rulebase

if TYPE_CHECKING:
    from ygokg.graph.model import Model

YEARS = 5
"""How long ago a change may be for an answer to tell of it."""


def with_former(base: Rulebase, outcome: Outcome, facts: Mapping[Id, tuple[Id, ...]]) -> Outcome:
    """Return the outcome of a case with what the answer was last, where that was another one in the five years before."""
    for changed in _days_of_change(base, outcome.question):
        then = day_before(changed)
        before = resolve(Rulebase(known_by(base.model, then, "en")), outcome.question, facts)
        if before.answer is not None and not _same(before.answer, outcome.answer) and _rests_on_ended(base, before):
            return outcome._replace(former=Former(then, before.answer))
    return outcome


def _rests_on_ended(base: Rulebase, before: Outcome) -> bool:
    """Say whether an answer of a past day comes from something that is not said any more, not only from what was not said yet."""
    proof = before.proof
    derived = (rule for fact in proof.derived for rule in fact.rules)
    rules = (*(trace.rule for trace in proof.rules if trace.standing == "in"), *derived)
    ended = (base.model.rules[i].valid_until for i in rules if i in base.model.rules)
    return any(ended) or any(base.model.rulings[i].valid_until for i in proof.rulings)


def _same(then: str, now: str | None) -> bool:
    return now is not None and (agree(then, now) or agree(now, then))


def _days_of_change(base: Rulebase, question: Id) -> list[str]:
    """Return the days on which a statement ended that bears on a question, the latest first, no further back than `YEARS`."""
    model = base.model
    today = model.as_of or model.modified
    if not today:
        return []
    first = _years_before(today)
    ended = [n for n in _no_longer_said(model) if first <= n.valid_until <= today]
    if not ended:
        return []
    asked = _asked(base, question)
    return sorted({n.valid_until for n in ended if n.asks in (asked if isinstance(n, Rule) else (question,))}, reverse=True)


def _no_longer_said(model: Model) -> Iterator[Rule | Ruling]:
    yield from (rule for rule in model.rules.values() if rule.valid_until and not rule.deprecated)
    yield from (ruling for ruling in model.rulings.values() if ruling.valid_until and not ruling.deprecated)


def _asked(base: Rulebase, question: Id) -> set[Id]:
    """Return a question with the derived features that its rules look at, at any depth, and the questions that these are read off."""
    questions = {known.reads_off: i for i, known in base.model.questions.items() if known.reads_off is not None}
    found, row = {question}, [question]
    while row:
        looked_at = {c.feature for asks in row for rule in base.block(asks).rules for c in rule.conditions}
        row = [feature for feature in looked_at if base.is_derived(feature) and feature not in found]
        found.update(row)
        found.update(questions[feature] for feature in row if feature in questions)
    return found


def _years_before(day: str) -> str:
    known = date.fromisoformat(day)
    return date(known.year - YEARS, known.month, min(known.day, 28)).isoformat()
