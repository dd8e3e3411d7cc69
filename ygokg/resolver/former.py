"""What the answer to a question was before the documents changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import TYPE_CHECKING

from ygokg.graph.dates import day_before, known_then
from ygokg.graph.model import ACTING, Id, Rule, Ruling
from ygokg.resolver.case import copied_wording
from ygokg.resolver.outcome import Former, Outcome, agree
from ygokg.resolver.resolving import resolve
from ygokg.resolver.rulebase import HOLDS, Rulebase

if TYPE_CHECKING:
    from ygokg.graph.model import Model

YEARS = 5
"""How long ago a change may be for an answer to tell of it."""
_KEPT = 32
"""So many days, each with a question, are kept."""


def with_former(base: Rulebase, outcome: Outcome, facts: Mapping[Id, tuple[Id, ...]]) -> Outcome:
    """Return the outcome of a case with what the answer was last, where that was another one in the five years before."""
    began = max((noun.valid_from for noun in _behind(base, outcome)), default="")
    ended = max((noun.valid_until for noun in _ended(base, outcome.question, facts)), default="")
    for changed in _days_of_change(base, outcome.question):
        then = day_before(changed)
        if then >= max(began, ended):  # nothing that ended or began since bears on the case
            continue
        before = resolve(_then(base, then, outcome.question), outcome.question, facts)
        if before.answer is not None and not _same(before.answer, outcome.answer) and _is_of_a_change(base, before, outcome, then):
            return outcome._replace(former=Former(then, before.answer))
    return outcome


def _then(base: Rulebase, day: str, question: Id) -> Rulebase:
    """Return the rules, and the rulings on a question, as they were on a day."""
    found = base.former.get((day, question))
    if found is None:
        if len(base.former) >= _KEPT:
            base.former.clear()
        rulings = {ruling.id: ruling for ruling in base.model.rulings.values() if ruling.asks == question}
        found = base.former[day, question] = Rulebase(known_then(base.model._replace(rulings=rulings), day, {}))
        found.resting = {}  # how well rulings attest a former answer is not told
    return found


def _ended(base: Rulebase, question: Id, facts: Mapping[Id, tuple[Id, ...]]) -> Iterator[Rule | Ruling]:
    """Yield what has ended, or will, and may have been behind an answer: rulings on the question, and rules that the case fulfils.

    A rule may lack one feature, every value of which may have given the same answer; what is derived is not looked at.
    """
    known = {**copied_wording(base, facts), **facts}
    for noun in _dated(base.model):
        if not noun.valid_until:
            continue
        if isinstance(noun, Ruling):
            if noun.asks == question and ACTING in known:
                yield noun
        else:
            looked_at = [c for c in noun.conditions if c.feature in known or not base.is_derived(c.feature)]
            missing = {c.feature for c in looked_at if not any(base.fulfils(value, c) >= HOLDS for value in known.get(c.feature, ()))}
            if not missing or (len(missing) == 1 and not missing & known.keys() and base.model.features[missing.pop()].exhaustive):
                yield noun


def _is_of_a_change(base: Rulebase, before: Outcome, now: Outcome, then: str) -> bool:
    """Say whether answers differ by what ended or began on stated days, and not only by what was not said yet in the chapters."""
    ended = any(noun.valid_until for noun in _behind(base, before))
    return ended or any(noun.valid_from > then for noun in _behind(base, now))


def _behind(base: Rulebase, outcome: Outcome) -> Iterator[Rule | Ruling]:
    """Yield the rules and rulings that an answer comes from."""
    proof, model = outcome.proof, base.model
    derived = (rule for fact in proof.derived for rule in fact.rules)
    defeating = (rule for trace in proof.exceptions for rule in trace.defeated_by)
    rules = (*(trace.rule for trace in proof.rules if trace.standing == "in"), *derived, *defeating)
    yield from (model.rules[i] for i in dict.fromkeys(rules) if i in model.rules)
    yield from (model.rulings[i] for i in proof.rulings)


def _same(then: str, now: str | None) -> bool:
    return now is not None and (agree(then, now) or agree(now, then))


def _days_of_change(base: Rulebase, question: Id) -> list[str]:
    """Return the stated days on which something that bears on a question ended or began, the latest first, as far back as `YEARS`."""
    model = base.model
    today = model.as_of or model.modified
    dated = [noun for noun in _dated(model) if today]
    if not dated:
        return []
    first, asked = _years_before(today), _asked(base, question)
    near = (noun for noun in dated if noun.asks in (asked if isinstance(noun, Rule) else (question,)))
    days = {day for noun in near for day in (noun.valid_from, noun.valid_until)}
    return sorted((day for day in days if first <= day <= today), reverse=True)


def _dated(model: Model) -> Iterator[Rule | Ruling]:
    """Yield the rules and rulings that carry a day."""
    yield from (rule for rule in model.rules.values() if (rule.valid_until or rule.valid_from) and not rule.deprecated)
    yield from (ruling for ruling in model.rulings.values() if (ruling.valid_until or ruling.valid_from) and not ruling.deprecated)


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
