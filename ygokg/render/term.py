"""A term as lines for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ygokg.lookup.terms import TermView
from ygokg.messages import LANGUAGES, t
from ygokg.model import Id, Model
from ygokg.render.lines import Line, heading, rule_line, ruling_lines, section
from ygokg.render.words import definition, effect_words, label, source_words

__all__ = ["also_lines", "term_lines"]


def term_lines(model: Model, view: TermView, lang: str) -> list[Line]:
    """Return a term as lines: labels, kind, definition, values, neighbours, then where it is used."""
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
    members = [Line(f"  {effect_words(model, i, lang)}") for i in view.members]
    rules = [Line(f"  {rule_line(model, i, lang)}") for i in view.rules]
    lines += _uses(lang, "members", members, view.counts["effect"], len(view.members))
    lines += _uses(lang, "rules", rules, view.counts["rule"], len(view.rules))
    lines += _uses(lang, "rulings", ruling_lines(model, view.rulings, lang), view.counts["ruling"], len(view.rulings))
    return [*lines, *section(lang, "term.sources", [source_words(model, i, lang) for i in view.sources])]


def also_lines(model: Model, others: Sequence[Id], lang: str) -> list[Line]:
    """Return other terms of the same label as lines; none where there are none."""
    return section(lang, "term.also", [f"{i}  {label(model, i, lang)}" for i in others])


def _kind(model: Model, view: TermView, lang: str) -> str:
    kind = t(lang, f"term.{view.kind}")
    if view.kind != "feature":
        return kind
    return f"{kind} ({t(lang, f'term.feature.{model.features[view.id].kind}')})"


def _uses(lang: str, key: str, lines: Iterable[Line], count: int, shown: int) -> Iterator[Line]:
    """Yield the uses of a kind that are shown, under a heading that says how many there are; nothing where there are none."""
    if count:
        yield from heading(lang, f"term.{key}", count=count)
        yield from lines
    if count > shown:
        yield Line(f"  {t(lang, 'term.more', count=count - shown)}", dim=True)
