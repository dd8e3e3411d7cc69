"""A rule, and the rule systems, as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ygokg.lookup.rules import Branch, RuleView, SystemRow
from ygokg.messages import t
from ygokg.model import IN_GENERAL, OBSTACLE_ABSENT, Id, Model
from ygokg.render.lines import Line, heading, rule_line, ruling_lines, section, tree_lines
from ygokg.render.words import conclusion_words, definition, label, rule_conditions, source_words

__all__ = ["rule_lines", "system_lines", "systems_lines"]


def rule_lines(model: Model, view: RuleView, lang: str) -> list[Line]:
    """Return a rule as lines: condition, conclusion, what it is an exception to and its exceptions, sources, rulings."""
    rule = model.rules[view.rule]
    kind = "feature" if rule.asks in model.features else "question"
    withdrawn = f" ({t(lang, 'rule.withdrawn')})" if rule.deprecated else ""
    conditions = rule_conditions(model, rule, lang) or [t(lang, "always")]
    conclusion = [conclusion_words(model, rule, lang), t(lang, f"rule.{kind}", **{kind: label(model, rule.asks, lang)})]
    if rule.same_condition_as is not None:
        conditions.append(f"({t(lang, 'rule.same-condition', rule=rule.same_condition_as)})")
    lines = [Line(label(model, rule.id, lang), bold=True), Line(f"{rule.id}{withdrawn}")]
    if lang == "en" and rule.comment:
        lines.append(Line(rule.comment, dim=True))
    lines += section(lang, "rule.if", conditions)
    if rule.proves in (IN_GENERAL, OBSTACLE_ABSENT):
        conclusion.append(f"({t(lang, f'resolve.proves.{rule.proves}')})")
    lines += section(lang, "rule.then", conclusion)
    lines += section(lang, "rule.exception-to", [rule_line(model, i, lang) for i in view.exception_to])
    if view.exceptions:
        lines += [*heading(lang, "rule.exceptions"), *tree_lines(model, view.exceptions, lang)]
    sources = [source_words(model, i, lang) for i in rule.sources]
    lines += section(lang, "rule.sources", sources, basis=label(model, rule.basis, lang))
    lines += heading(lang, "rule.rulings", count=len(view.rulings))
    return [*lines, *ruling_lines(model, view.rulings, lang)]


def systems_lines(model: Model, rows: Sequence[SystemRow], lang: str) -> list[Line]:
    """Return the rule systems as a tree: topic, then each system with its counts."""
    if not rows:
        return [Line(t(lang, "system.unplaced"))]
    lines: list[Line] = []
    for topic in dict.fromkeys(model.systems[row.system].topic for row in rows):
        members = [row for row in rows if model.systems[row.system].topic == topic]
        lines.append(Line(topic, bold=True))
        lines += _members(model, members, lang)
    return lines


def _members(model: Model, rows: Sequence[SystemRow], lang: str) -> Iterator[Line]:
    for position, row in enumerate(rows):
        last = position == len(rows) - 1
        yield Line(f"{'└' if last else '├'} {label(model, row.system, lang)} ({row.system})")
        counts = t(lang, "system.counts", rules=row.rules, rulings=row.rulings, passages=row.passages)
        yield Line(f"{' ' if last else '│'}   {counts}", dim=True)


def system_lines(model: Model, system: Id, branches: Sequence[Branch], lang: str) -> list[Line]:
    """Return one rule system: what it settles, and its rules as trees of exceptions."""
    lines = [Line(label(model, system, lang), bold=True), Line(system)]
    if text := definition(model, system, lang):
        lines.append(Line(text))
    return [*lines, *heading(lang, "system.rules"), *tree_lines(model, branches, lang)]
