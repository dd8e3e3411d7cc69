"""An outcome as lines for people: the answer first, then what could overturn it, then what it rests on, in short."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from ygokg.graph.ages import latest_sources
from ygokg.graph.model import IN_GENERAL, OBSTACLE_ABSENT, Id, Model
from ygokg.graph.words import case_words, fact_words, label, source_words
from ygokg.messages import t
from ygokg.render.lines import Line, heading, rule_line, ruling_lines, section
from ygokg.render.outcome_words import (
    assumed_words,
    conditions_words,
    differences_words,
    headline,
    not_weighed_words,
    side_words,
    status_words,
    unless_sections,
    unless_words,
)
from ygokg.resolver import Outcome, Unless

DECIDING = 5
"""How many of the features that could decide an open question are shown; `--explain` names them all."""

CONDITIONS = 5
"""How many of the conditions are shown; `--explain` names them all."""

_NEAREST = 3
_DIFFERENCES = 3


def outcome_lines(model: Model, outcome: Outcome, facts: Mapping[Id, tuple[Id, ...]], lang: str, *, more: bool = True) -> list[Line]:
    """Return the outcome of a case as lines; what was considered and ruled out is only counted (see `ygokg.render.explanation`).

    `more` tells at the end how the command line shows it.
    """
    proof = outcome.proof
    lines = [Line(headline(model, outcome, lang), bold=True), *map(Line, status_words(model, outcome, lang))]
    lines += section(lang, "resolve.not-weighed", not_weighed_words(model, outcome, lang))
    for key, found in unless_sections(outcome):
        lines += section(lang, key, _unless(model, outcome, found, lang))
    lines += section(lang, "resolve.clash", [side_words(model, outcome, side, lang) for side in outcome.clash])
    deciding = [_deciding(model, i, lang) for i in proof.deciding[:DECIDING]]
    if len(proof.deciding) > DECIDING:
        deciding.append(t(lang, "resolve.deciding.more", count=len(proof.deciding) - DECIDING))
    lines += section(lang, "resolve.deciding", deciding)
    assumed = [assumed_words(model, a, lang) for a in outcome.assumed if a.effects or a.feature not in outcome.missing]
    if assumed:
        features = t(lang, "list").join(assumed)
        lines += [Line(), Line(t(lang, "resolve.assumed", features=features))]
    lines += heading(lang, "resolve.question", question=label(model, outcome.question, lang))
    lines += [Line(f"  {words}") for words in _case(model, outcome, facts, lang)]
    for key, rulings in (("rulings", proof.rulings), ("superseded", proof.superseded)):
        if rulings:
            lines += [*heading(lang, f"resolve.{key}"), *ruling_lines(model, rulings, lang)]
    if proof.rules:
        lines += [*heading(lang, "resolve.rules"), *_rules(model, outcome, lang)]
    alike = _under_same_rules(outcome)
    if alike:
        lines += [*heading(lang, "resolve.same-rules"), *ruling_lines(model, alike, lang)]
    lines += _nearest(model, outcome, alike, lang)
    if more and (proof.rules or proof.precedents):
        lines += [Line(), Line(t(lang, "resolve.explain", count=len(proof.exceptions)), dim=True)]
    return lines


def _unless(model: Model, outcome: Outcome, found: Sequence[Unless], lang: str) -> Iterator[str]:
    """Yield what would overturn the answer, the first of it only."""
    for unless in found[:CONDITIONS]:
        condition, rules = unless_words(model, outcome, unless, lang)
        yield condition
        yield f"  {rules}"
    if len(found) > CONDITIONS:
        yield t(lang, "resolve.deciding.more", count=len(found) - CONDITIONS)


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


def _rules(model: Model, outcome: Outcome, lang: str) -> Iterator[Line]:
    """Yield the rules that apply, and below each what it outranks and what it is an exception to."""
    proof, beaten = outcome.proof, _beaten(model, outcome)
    for trace in proof.rules:
        if trace.standing == "outranked":
            continue
        yield Line(f"  {rule_line(model, trace.rule, lang)}")
        facts = conditions_words(model, (c.condition for c in trace.checks), lang)
        if facts:
            yield Line(f"    {t(lang, 'resolve.rule.because', facts=facts)}", dim=True)
        if model.rules[trace.rule].proves in (IN_GENERAL, OBSTACLE_ABSENT):
            yield Line(f"    {t(lang, f'resolve.proves.{model.rules[trace.rule].proves}')}", dim=True)
        sources = t(lang, "resolve.source.join").join(source_words(model, i, lang) for i in latest_sources(model.rules[trace.rule]))
        yield Line(f"    {t(lang, 'resolve.rule.sources', sources=sources)}", dim=True)
        for key, rule in beaten.get(trace.rule, ()):
            yield Line(f"    {t(lang, key, rule=rule_line(model, rule, lang))}", dim=True)


def _beaten(model: Model, outcome: Outcome) -> dict[Id, list[tuple[str, Id]]]:
    """Return, for rules that apply, those that they outrank or defeat, each under the first of its victors.

    A rule that only lifts one other names that in its own line.
    """
    found: dict[Id, list[tuple[str, Id]]] = {}
    for trace in (*outcome.proof.rules, *outcome.proof.exceptions):
        if trace.standing == "outranked":
            found.setdefault(trace.outranked_by[0], []).append(("resolve.outranks", trace.rule))
        elif trace.standing == "defeated" and not _lifts_only(model, trace.defeated_by[0]):
            found.setdefault(trace.defeated_by[0], []).append(("resolve.defeats", trace.rule))
    return found


def _lifts_only(model: Model, rule: Id) -> bool:
    known = model.rules[rule]
    return known.answer is None and len(known.exception_to) == 1


def _under_same_rules(outcome: Outcome) -> tuple[Id, ...]:
    """Return some rulings under exactly the same rules, for an outcome that these rules leave open."""
    if outcome.reason != "unhindered" or outcome.attested is None:
        return ()
    return outcome.attested.rulings[:_NEAREST]


def _nearest(model: Model, outcome: Outcome, shown: Collection[Id], lang: str) -> Iterator[Line]:
    """Yield the nearest rulings that are not shown already, each with where it differs from the case."""
    nearest = [precedent for precedent in outcome.proof.precedents[:_NEAREST] if precedent.ruling not in shown]
    if nearest:
        yield from heading(lang, "resolve.precedents")
    for precedent in nearest:
        yield from ruling_lines(model, [precedent.ruling], lang)
        differences = [*differences_words(model, precedent, lang)]
        if differences:
            told = t(lang, "explain.difference.join").join(differences[:_DIFFERENCES])
            yield Line(f"      {t(lang, 'explain.differs', differences=told)}", dim=True)
