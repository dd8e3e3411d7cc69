"""An outcome as lines for people: the answer first, then what could overturn it, then the proof."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ygokg.model import Condition, Id, Model
from ygokg.render import messages_resolve  # noqa: F401  registers the messages used here
from ygokg.render.lines import Line, heading, rule_line, ruling_lines, section
from ygokg.render.messages import t
from ygokg.render.words import answer_words, case_words, condition_words, fact_words, label, source_words
from ygokg.resolver import Assumption, Outcome, RuleTrace, Side, Unless

__all__ = ["outcome_lines"]

_SHOWN = 6
"""How many exceptions that are ruled out are shown without being asked for."""


def outcome_lines(model: Model, outcome: Outcome, facts: dict[Id, tuple[Id, ...]], lang: str, *, everything: bool = False) -> list[Line]:
    """Return the outcome of a case as lines; `everything` shows also the many exceptions that a fact rules out."""
    lines = [Line(_headline(model, outcome, lang), bold=True), *_status(model, outcome, lang)]
    lines += section(lang, "resolve.unless", _unless(model, outcome, lang))
    lines += section(lang, "resolve.clash", [_side(model, outcome, side, lang) for side in outcome.clash])
    lines += section(lang, "resolve.deciding", [_deciding(model, i, lang) for i in outcome.proof.deciding])
    lines += section(lang, "resolve.assumed", [_assumed(model, a, lang) for a in outcome.assumed])
    lines += heading(lang, "resolve.question", question=label(model, outcome.question, lang))
    lines += [Line(f"  {words}") for words in _case(model, outcome, facts, lang)]
    for key, rulings in (("rulings", outcome.proof.rulings), ("superseded", outcome.proof.superseded)):
        if rulings:
            lines += [*heading(lang, f"resolve.{key}"), *ruling_lines(model, rulings, lang)]
    if outcome.proof.rules:
        lines += [*heading(lang, "resolve.rules"), *_rules(model, outcome.proof.rules, lang)]
    lines += section(lang, "resolve.exceptions", _exceptions(model, outcome.proof.exceptions, lang, everything))
    nearest = [p.ruling for p in outcome.proof.precedents]
    if nearest:
        lines += [*heading(lang, "resolve.precedents"), *ruling_lines(model, nearest, lang)]
    return lines


def _headline(model: Model, outcome: Outcome, lang: str) -> str:
    answer = _answers(model, outcome.question, outcome.status, outcome.answers, lang)
    if not outcome.conditions:
        return t(lang, "resolve.answer", answer=answer)
    if len(outcome.conditions) == 1:
        return t(lang, "resolve.answer.unless", answer=answer, condition=_missing(model, outcome.conditions[0], lang))
    return t(lang, "resolve.answer.unless-any", answer=answer, count=len(outcome.conditions))


def _answers(model: Model, question: Id, status: str, answers: Sequence[str], lang: str) -> str:
    if status == "open":
        return t(lang, "resolve.open")
    words = t(lang, "resolve.side.join").join(_answer(model, question, answer, lang) for answer in answers)
    return t(lang, "resolve.conflict", answers=words) if status == "conflict" else words


def _answer(model: Model, question: Id, answer: str, lang: str) -> str:
    """Word an answer; a side of a clash over a derived feature is a value and not one of the question's answers."""
    known = model.questions.get(question)
    is_answer = known is not None and (answer in known.answers or answer not in model.terms)
    return answer_words(model, question, answer, lang) if is_answer else label(model, answer, lang)


def _status(model: Model, outcome: Outcome, lang: str) -> Iterator[Line]:
    key = f"reason.{outcome.reason}" if outcome.status == "open" else f"status.{outcome.status}"
    yield Line(t(lang, f"resolve.{key}"))
    if outcome.general is not None:
        yield Line(t(lang, "resolve.general", answer=_answer(model, outcome.question, outcome.general, lang)))
    if outcome.departs_from is not None:
        yield Line(t(lang, "resolve.departs", answer=_answer(model, outcome.question, outcome.departs_from, lang)))


def _missing(model: Model, unless: Unless, lang: str) -> str:
    return _conditions(model, unless.missing, lang) or t(lang, "list").join(label(model, i, lang) for i in unless.rules)


def _conditions(model: Model, conditions: Iterable[Condition], lang: str) -> str:
    return t(lang, "and").join(dict.fromkeys(condition_words(model, c, lang) for c in conditions))


def _unless(model: Model, outcome: Outcome, lang: str) -> Iterator[str]:
    for unless in outcome.conditions:
        answer = _answers(model, outcome.question, unless.status, unless.answers, lang)
        yield t(lang, "resolve.unless.then", condition=_missing(model, unless, lang), answer=answer)
        yield "  " + t(lang, "list").join(f"{label(model, i, lang)} ({i})" for i in unless.rules)


def _side(model: Model, outcome: Outcome, side: Side, lang: str) -> str:
    who = t(lang, "list").join((*side.rulings, *(f"{label(model, i, lang)} ({i})" for i in side.rules)))
    return t(lang, "resolve.clash.side", answer=_answer(model, outcome.question, side.answer, lang), who=who, issued=side.issued)


def _deciding(model: Model, feature: Id, lang: str) -> str:
    known = model.features.get(feature)
    values = t(lang, "or").join(label(model, v, lang) for v in known.values) if known is not None else ""
    return t(lang, "fact", feature=label(model, feature, lang), value=values) if values else label(model, feature, lang)


def _assumed(model: Model, assumption: Assumption, lang: str) -> str:
    feature = label(model, assumption.feature, lang)
    if not assumption.effects:
        return t(lang, "resolve.assumed.absent", feature=feature)
    effects = t(lang, "list").join(label(model, i, lang) for i in assumption.effects)
    return t(lang, "resolve.assumed.other", feature=feature, effects=effects)


def _case(model: Model, outcome: Outcome, facts: dict[Id, tuple[Id, ...]], lang: str) -> Iterator[str]:
    yield from case_words(model, facts, lang)
    for feature, value in outcome.proof.copied:
        yield t(lang, "resolve.copied", fact=fact_words(model, feature, value, lang))
    for derived in outcome.proof.derived:
        for value in derived.values:
            yield t(lang, "resolve.derived-fact", fact=fact_words(model, derived.feature, value, lang))


def _rules(model: Model, rules: Sequence[RuleTrace], lang: str) -> Iterator[Line]:
    for trace in rules:
        yield Line(f"  {rule_line(model, trace.rule, lang)}")
        facts = _conditions(model, (c.condition for c in trace.checks), lang)
        if facts:
            yield Line(f"    {t(lang, 'resolve.rule.because', facts=facts)}", dim=True)
        sources = t(lang, "resolve.source.join").join(source_words(model, i, lang) for i in model.rules[trace.rule].sources)
        yield Line(f"    {t(lang, 'resolve.rule.sources', sources=sources)}", dim=True)


def _exceptions(model: Model, exceptions: Sequence[RuleTrace], lang: str, everything: bool) -> Iterator[str]:
    telling = [trace for trace in exceptions if trace.standing != "out"]
    out = [trace for trace in exceptions if trace.standing == "out"]
    shown = [*telling, *(out if everything else out[:_SHOWN])]
    yield from (_exception(model, trace, lang) for trace in shown)
    if len(shown) < len(exceptions):
        yield t(lang, "resolve.more", count=len(exceptions) - len(shown))


def _exception(model: Model, trace: RuleTrace, lang: str) -> str:
    rule = f"{label(model, trace.rule, lang)} ({trace.rule})"
    by = t(lang, "list").join(label(model, i, lang) for i in trace.defeated_by)
    if trace.standing == "defeated":
        return t(lang, "resolve.exception.defeated", rule=rule, by=by)
    states = ("unknown",) if trace.standing == "undecided" else ("contradicted", "absent")
    facts = _conditions(model, (c.condition for c in trace.checks if c.state in states), lang)
    if not facts:
        return t(lang, "resolve.exception.out-by", rule=rule, by=by)
    return t(lang, f"resolve.exception.{'missing' if trace.standing == 'undecided' else 'out'}", rule=rule, facts=facts)
