"""A term as lines for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ygokg.lookup.terms import TermView
from ygokg.messages import LANGUAGES, t
from ygokg.model import Id, Model
from ygokg.render.lines import Line, heading, rule_line, ruling_lines, section
from ygokg.render.words import definition, effect_words, label, source_words

__all__ = ["FIRST", "also_lines", "term_lines"]

FIRST = 5
"""How many of the rulings, rules and effects that use a term are shown; the rest is counted."""


def term_lines(model: Model, view: TermView, lang: str, *, first: int | None = FIRST) -> list[Line]:
    """Return a term as lines: labels, kind, definition, values, neighbours, then where it is used (`first` of each; None: all)."""
    names = [label(model, view.id, lang), *(label(model, view.id, other) for other in LANGUAGES)]
    distinct = list(dict.fromkeys(names))
    lines = [Line(distinct[0], bold=True)]
    if distinct[1:]:
        lines.append(Line(" / ".join(distinct[1:])))
    lines.append(Line(f"{view.id} · {_kind(model, view, lang)}"))
    if text := definition(model, view.id, lang):
        lines.append(Line(text))
    values = "answers" if view.kind == "question" else "values"
    for key, ids in ((values, view.values), ("had-by", view.had_by), ("broader", view.broader), ("narrower", view.narrower)):
        lines += section(lang, f"term.{key}", [f"{label(model, i, lang)} ({i})" for i in ids])
    lines += _some(lang, "members", [effect_words(model, i, lang) for i in view.members], first)
    lines += _some(lang, "rules", [rule_line(model, i, lang) for i in view.rules], first)
    lines += _rulings(model, view.rulings, lang, first)
    return [*lines, *section(lang, "term.sources", [source_words(model, i, lang) for i in view.sources])]


def also_lines(model: Model, others: Sequence[Id], lang: str) -> list[Line]:
    """Return other terms of the same label as lines; none where there are none."""
    return section(lang, "term.also", [f"{i}  {label(model, i, lang)}" for i in others])


def _kind(model: Model, view: TermView, lang: str) -> str:
    kind = t(lang, f"term.{view.kind}")
    if view.kind != "feature":
        return kind
    return f"{kind} ({t(lang, f'term.feature.{model.features[view.id].kind}')})"


def _some(lang: str, key: str, entries: Sequence[str], first: int | None) -> list[Line]:
    lines = section(lang, f"term.{key}", entries[:first], count=len(entries))
    return [*lines, *_more(lang, entries, first)]


def _rulings(model: Model, rulings: Sequence[Id], lang: str, first: int | None) -> Iterable[Line]:
    if rulings:
        yield from heading(lang, "term.rulings", count=len(rulings))
        yield from ruling_lines(model, rulings[:first], lang)
        yield from _more(lang, rulings, first)


def _more(lang: str, entries: Sequence[object], first: int | None) -> Iterator[Line]:
    if first is not None and len(entries) > first:
        yield Line(f"  {t(lang, 'term.more', count=len(entries) - first)}", dim=True)
