"""The chain of reasons in an explanation: each derived fact with its rules and the exceptions considered, then the answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ygokg.graph.model import IN_GENERAL, OBSTACLE_ABSENT, Id, Model
from ygokg.graph.words import condition_words, fact_words, label
from ygokg.messages import t
from ygokg.render.explanation_precedents import source_entries
from ygokg.render.lines import Entry, rule_line
from ygokg.render.outcome_words import against_related, answer_in_words, conditions_words, named_rule
from ygokg.resolver import Check, DerivedFact, Outcome, RuleTrace
from ygokg.resolver.explaining import Explanation

__all__ = ["step_entries"]

_Places = Mapping[Id, int]


def step_entries(model: Model, explanation: Explanation, lang: str) -> Iterator[Entry]:
    """Yield the derived facts in the order in which they use each other, numbered, and at the end what the rules answer."""
    outcome = explanation.outcome
    places = {step.fact.feature: number for number, step in enumerate(explanation.steps, 1)}
    for step in explanation.steps:
        reasons = (*_rules(model, step.rules, places, lang), *_exceptions(model, step.exceptions, lang))
        yield Entry(_derived(model, step.fact, places[step.fact.feature], lang), reasons)
    if explanation.steps or outcome.proof.rules or outcome.proof.exceptions:
        reasons = (*_rules(model, outcome.proof.rules, places, lang), *_exceptions(model, outcome.proof.exceptions, lang))
        yield Entry(_answer(model, outcome, lang), reasons)
    if explanation.general and outcome.general is not None:
        general = answer_in_words(model, outcome.question, outcome.general, lang)
        yield Entry(t(lang, "resolve.general", answer=general), tuple(_rules(model, explanation.general, places, lang)))


def _derived(model: Model, fact: DerivedFact, number: int, lang: str) -> str:
    if fact.values:
        words = t(lang, "and").join(fact_words(model, fact.feature, value, lang) for value in fact.values)
        return t(lang, "explain.step", number=number, fact=words)
    key = "explain.step.conflict" if fact.status == "conflict" else "explain.step.open"
    return t(lang, key, number=number, feature=label(model, fact.feature, lang))


def _answer(model: Model, outcome: Outcome, lang: str) -> str:
    """Return what the rules answer, which a ruling may have overruled."""
    alone = outcome.departs_from or outcome.general
    if outcome.proof.rulings and alone is not None:
        return t(lang, "explain.step.rules-alone", answer=answer_in_words(model, outcome.question, alone, lang))
    silent = bool(outcome.proof.rulings) and not _says(model, outcome)
    given = () if silent else outcome.answers
    words = t(lang, "resolve.side.join").join(answer_in_words(model, outcome.question, a, lang) for a in given)
    alone_only = silent or against_related(model, outcome)
    return t(lang, "explain.step.rules-alone" if alone_only else "explain.step.answer", answer=words or t(lang, "resolve.open"))


def _says(model: Model, outcome: Outcome) -> bool:
    """Say whether some rule that is in gives an answer."""
    return any(model.rules[trace.rule].answer is not None for trace in outcome.proof.rules)


def _rules(model: Model, rules: Sequence[RuleTrace], places: _Places, lang: str) -> Iterator[Entry]:
    if not rules:
        yield Entry(t(lang, "explain.no-rule"))
    for trace in rules:
        facts = t(lang, "and").join(_reason(model, check, places, lang) for check in trace.checks)
        because = [Entry(t(lang, "explain.because", facts=facts))] if facts else []
        if trace.outranked_by:
            by = t(lang, "list").join(named_rule(model, i, lang) for i in trace.outranked_by)
            because.append(Entry(t(lang, "explain.outranked", by=by)))
        if model.rules[trace.rule].proves in (IN_GENERAL, OBSTACLE_ABSENT):
            because.append(Entry(t(lang, f"resolve.proves.{model.rules[trace.rule].proves}")))
        yield Entry(rule_line(model, trace.rule, lang), (*because, *source_entries(model, model.rules[trace.rule].sources, lang)))


def _reason(model: Model, check: Check, places: _Places, lang: str) -> str:
    """Return a fulfilled condition by the fact that fulfils it, and where that fact comes from."""
    condition = check.condition
    wanted = (condition.family,) if condition.family is not None else condition.values
    telling = [value for value in check.found if value in wanted]
    fact = fact_words(model, condition.feature, telling[0], lang) if telling else condition_words(model, condition, lang)
    if check.state == "copied":
        return t(lang, "explain.because.copied", fact=fact)
    if check.state in ("derived", "conditional") and condition.feature in places:
        key = "explain.because.step" if check.state == "derived" else "explain.because.conditional"
        return t(lang, key, fact=fact, number=places[condition.feature])
    return fact


def _exceptions(model: Model, exceptions: Sequence[RuleTrace], lang: str) -> Iterator[Entry]:
    """Yield the exceptions considered: what is fulfilled but defeated, what is not known, and what each fact rules out."""
    if not exceptions:
        return
    entries = [Entry(_telling(model, trace, lang)) for trace in exceptions if trace.standing != "out"]
    by_fact: dict[str, list[Entry]] = {}
    for trace in exceptions:
        if trace.standing != "out":
            continue
        failing = next((check for state in ("contradicted", "absent") for check in trace.checks if check.state == state), None)
        if failing is None:
            by = t(lang, "list").join(label(model, i, lang) for i in trace.defeated_by)
            entries.append(Entry(t(lang, "explain.exception.out-by", rule=named_rule(model, trace.rule, lang), by=by)))
            continue
        needs = condition_words(model, failing.condition, lang)
        needing = t(lang, "explain.exception.needs", rule=named_rule(model, trace.rule, lang), facts=needs)
        by_fact.setdefault(_ruling_out(model, failing, lang), []).append(Entry(needing))
    entries += [Entry(fact, tuple(below)) for fact, below in by_fact.items()]
    yield Entry(t(lang, "explain.exceptions"), tuple(entries))


def _telling(model: Model, trace: RuleTrace, lang: str) -> str:
    rule = named_rule(model, trace.rule, lang)
    if trace.standing == "defeated":
        by = t(lang, "list").join(label(model, i, lang) for i in trace.defeated_by)
        return t(lang, "explain.exception.defeated", rule=rule, by=by)
    missing = (check.condition for check in trace.checks if not check.holds or check.state == "conditional")
    return t(lang, "explain.exception.missing", rule=rule, facts=conditions_words(model, missing, lang))


def _ruling_out(model: Model, check: Check, lang: str) -> str:
    """Return the fact that keeps a condition from being fulfilled."""
    feature = label(model, check.condition.feature, lang)
    if not check.found:
        return t(lang, "explain.out.absent" if check.state == "absent" else "explain.out.none", feature=feature)
    values = t(lang, "list").join(label(model, value, lang) for value in check.found)
    return t(lang, "explain.out.fact", fact=t(lang, "fact", feature=feature, value=values))
