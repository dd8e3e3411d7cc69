"""An outcome as lines for people: the answer first, then what could overturn it, then what it rests on, in short."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ygokg.model import Id, Model
from ygokg.render.lines import Line, heading, rule_line, ruling_lines, section
from ygokg.render.messages import t
from ygokg.render.outcome_words import (
    assumed_words,
    conditions_words,
    headline,
    named_rule,
    side_words,
    status_words,
    unless_words,
)
from ygokg.render.words import case_words, fact_words, label, source_words
from ygokg.resolver import Outcome, RuleTrace

__all__ = ["outcome_lines"]

DECIDING = 5
"""How many of the features that could decide an open question are shown; `--explain` names them all."""

_NEAREST = 3


def outcome_lines(model: Model, outcome: Outcome, facts: Mapping[Id, tuple[Id, ...]], lang: str, *, more: bool = True) -> list[Line]:
    """Return the outcome of a case as lines; what was considered and ruled out is only counted (see `ygokg.render.explanation`).

    `more` tells at the end how the command line shows it.
    """
    proof = outcome.proof
    lines = [Line(headline(model, outcome, lang), bold=True), *map(Line, status_words(model, outcome, lang))]
    lines += section(lang, "resolve.unless", _unless(model, outcome, lang))
    lines += section(lang, "resolve.clash", [side_words(model, outcome, side, lang) for side in outcome.clash])
    deciding = [_deciding(model, i, lang) for i in proof.deciding[:DECIDING]]
    if len(proof.deciding) > DECIDING:
        deciding.append(t(lang, "resolve.deciding.more", count=len(proof.deciding) - DECIDING))
    lines += section(lang, "resolve.deciding", deciding)
    if outcome.assumed:
        features = t(lang, "list").join(assumed_words(model, a, lang) for a in outcome.assumed)
        lines += [Line(), Line(t(lang, "resolve.assumed", features=features))]
    lines += heading(lang, "resolve.question", question=label(model, outcome.question, lang))
    lines += [Line(f"  {words}") for words in _case(model, outcome, facts, lang)]
    for key, rulings in (("rulings", proof.rulings), ("superseded", proof.superseded)):
        if rulings:
            lines += [*heading(lang, f"resolve.{key}"), *ruling_lines(model, rulings, lang)]
    if proof.rules:
        lines += [*heading(lang, "resolve.rules"), *_rules(model, proof.rules, lang)]
    lines += section(lang, "resolve.defeated", _defeated(model, proof.exceptions, lang))
    nearest = [p.ruling for p in proof.precedents[:_NEAREST]]
    if nearest:
        lines += [*heading(lang, "resolve.precedents"), *ruling_lines(model, nearest, lang)]
    if more and (proof.rules or nearest):
        lines += [Line(), Line(t(lang, "resolve.explain", count=len(proof.exceptions)), dim=True)]
    return lines


def _unless(model: Model, outcome: Outcome, lang: str) -> Iterator[str]:
    for unless in outcome.conditions:
        condition, rules = unless_words(model, outcome, unless, lang)
        yield condition
        yield f"  {rules}"


def _deciding(model: Model, feature: Id, lang: str) -> str:
    known = model.features.get(feature)
    values = t(lang, "or").join(label(model, v, lang) for v in known.values) if known is not None else ""
    return t(lang, "fact", feature=label(model, feature, lang), value=values) if values else label(model, feature, lang)


def _case(model: Model, outcome: Outcome, facts: Mapping[Id, tuple[Id, ...]], lang: str) -> Iterator[str]:
    yield from case_words(model, facts, lang)
    for feature, value in outcome.proof.copied:
        yield t(lang, "resolve.copied", fact=fact_words(model, feature, value, lang))
    for derived in outcome.proof.derived:
        for value in derived.values:
            yield t(lang, "resolve.derived-fact", fact=fact_words(model, derived.feature, value, lang))


def _rules(model: Model, rules: Sequence[RuleTrace], lang: str) -> Iterator[Line]:
    for trace in rules:
        yield Line(f"  {rule_line(model, trace.rule, lang)}")
        facts = conditions_words(model, (c.condition for c in trace.checks), lang)
        if facts:
            yield Line(f"    {t(lang, 'resolve.rule.because', facts=facts)}", dim=True)
        sources = t(lang, "resolve.source.join").join(source_words(model, i, lang) for i in model.rules[trace.rule].sources)
        yield Line(f"    {t(lang, 'resolve.rule.sources', sources=sources)}", dim=True)


def _defeated(model: Model, exceptions: Sequence[RuleTrace], lang: str) -> Iterator[str]:
    for trace in exceptions:
        if trace.standing == "defeated":
            by = t(lang, "list").join(label(model, i, lang) for i in trace.defeated_by)
            yield t(lang, "resolve.defeated.by", rule=named_rule(model, trace.rule, lang), by=by)
