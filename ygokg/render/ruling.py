"""A ruling as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ygokg.lookup.groups import pending
from ygokg.lookup.rulings import RulingView
from ygokg.messages import has, t
from ygokg.model import Evidence, Id, Model
from ygokg.render.lines import Line, heading, rule_line, ruling_lines, section, sentence_line
from ygokg.render.words import (
    date_words,
    evidence_link,
    evidence_words,
    label,
    quoted,
    ruling_answer,
    ruling_case,
    source_words,
)

if TYPE_CHECKING:
    from ygokg.corpus.sentences import Sentence

__all__ = ["passage_lines", "ruling_page_lines"]


def ruling_page_lines(model: Model, view: RulingView, lang: str, sentences: Mapping[Id, Sentence] | None = None) -> list[Line]:
    """Return a ruling as lines: answer, question and case first, then summary, sources, rules, and rulings beside it.

    `sentences` are those of imported documents by passage; each follows its source.
    """
    ruling = model.rulings[view.ruling]
    lines = [
        Line(f"→ {ruling_answer(model, ruling, lang)}", bold=True),
        Line(t(lang, "ruling.question", question=label(model, ruling.asks, lang))),
        Line(ruling.id),
    ]
    if ruling.deprecated:
        lines.append(Line(t(lang, "ruling.withdrawn"), bold=True))
    case = ruling_case(model, ruling, lang)
    if ruling.cards:
        cards = t(lang, "list").join(quoted(label(model, i, lang), lang) for i in ruling.cards)
        case.append(t(lang, "ruling.mentions", cards=cards))
    lines += section(lang, "ruling.case", case)
    if ruling.context:
        features = t(lang, "list").join(label(model, feature, lang) for feature in ruling.context)
        lines.append(Line(f"  {t(lang, 'ruling.context', features=features, because=ruling.context_because)}", dim=True))
    lines += section(lang, "ruling.summary", [ruling.summary] if ruling.summary else [])
    lines += _rules(model, view, lang)
    lines += section(lang, "ruling.sources", _sources(model, ruling.sources, lang, sentences or {}))
    if ruling.date and not any(e.date == ruling.date for e in _evidence(model, ruling.sources)):
        lines.append(Line(f"  {t(lang, 'ruling.date', date=date_words(ruling.date, lang))}"))
    beside = (("contrast", view.contrast), ("given", ruling.given), ("same-case", view.same_case))
    for key, others in beside:
        known = [i for i in others if i in model.rulings]
        if known:
            lines += [*heading(lang, f"ruling.{key}"), *ruling_lines(model, known, lang)]
    return lines


def passage_lines(
    model: Model, passage: Id, rulings: tuple[Id, ...], lang: str, sentences: Mapping[Id, Sentence] | None = None
) -> list[Line]:
    """Return the rulings of one passage as lines, with its sentence where an imported document has it."""
    title = t(lang, "ruling.of-passage", passage=source_words(model, passage, lang))
    own = [sentence_line(sentences[passage], lang, "  ")] if sentences and passage in sentences else []
    return [Line(title, bold=True), *own, *ruling_lines(model, rulings, lang)]


def _rules(model: Model, view: RulingView, lang: str) -> Iterator[Line]:
    status = f"status.{view.status}"
    if has(lang, status):
        yield Line()
        yield Line(t(lang, status))
    differing = "general-rule" if pending(model.rulings[view.ruling]) else "differing"
    for key, rules in (("rules", view.deriving), (differing, view.differing), ("lifting", view.lifting)):
        yield from section(lang, f"ruling.{key}", [rule_line(model, i, lang) for i in rules])
    expected = model.rulings[view.ruling].expected_rule
    if expected is not None:
        yield Line(t(lang, "ruling.expected", rule=rule_line(model, expected, lang)))


def _evidence(model: Model, sources: tuple[Id, ...]) -> list[Evidence]:
    return [evidence for i in sources if i in model.passages for evidence in model.passages[i].evidence]


def _sources(model: Model, sources: tuple[Id, ...], lang: str, sentences: Mapping[Id, Sentence]) -> Iterator[str]:
    for i in sources:
        yield source_words(model, i, lang, system=True)
        for evidence in _evidence(model, (i,)):
            link = evidence_link(evidence)
            if evidence.source_class:
                yield "  " + " ".join(part for part in (evidence_words(model, evidence, lang), link) if part)
        if i in sentences:
            yield sentence_line(sentences[i], lang, "  ").text
