"""Rules and rule systems, rulings and passages, and contrasts of rulings, as lines for people; contrasts also as a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ygokg.graph.ages import latest_sources
from ygokg.graph.model import IN_GENERAL, OBSTACLE_ABSENT, Evidence, Id, Model, Ruling
from ygokg.graph.words import (
    conclusion_words,
    date_words,
    definition,
    evidence_link,
    evidence_words,
    fact_words,
    label,
    quoted,
    rule_conditions,
    ruling_answer,
    ruling_case,
    source_words,
)
from ygokg.lookup.groups import pending
from ygokg.messages import has, t
from ygokg.render.lines import Line, heading, rule_line, ruling_lines, section, sentence_line, tree_lines
from ygokg.render.validity import validity

if TYPE_CHECKING:
    from ygokg.documents.shelf import Sentence
    from ygokg.lookup.questions import Contrast
    from ygokg.lookup.rules import Branch, RuleView, SystemRow
    from ygokg.lookup.rulings import RulingView

_FLIPS = "←"


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
    lines += [Line(text, bold=not rule.in_force) for text in validity(model, rule, lang)]
    if lang == "en" and rule.comment:
        lines.append(Line(rule.comment, dim=True))
    lines += section(lang, "rule.if", conditions)
    if rule.proves in (IN_GENERAL, OBSTACLE_ABSENT):
        conclusion.append(f"({t(lang, f'resolve.proves.{rule.proves}')})")
    lines += section(lang, "rule.then", conclusion)
    lines += section(lang, "rule.exception-to", [rule_line(model, i, lang) for i in view.exception_to])
    if view.exceptions:
        lines += [*heading(lang, "rule.exceptions"), *tree_lines(model, view.exceptions, lang)]
    sources = [source_words(model, i, lang) for i in latest_sources(rule)]
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


def systems_rows(model: Model, rows: Iterable[SystemRow], lang: str) -> list[tuple[object, ...]]:
    """Return rule systems as rows of a table: id, name, topic, and how many rules, rulings and passages they have."""
    return [(r.system, label(model, r.system, lang), model.systems[r.system].topic, r.rules, r.rulings, r.passages) for r in rows]


def rule_rows(model: Model, rules: Iterable[Id], lang: str) -> list[tuple[str, ...]]:
    """Return rules as rows of a table: id, name and conclusion."""
    return [(i, label(model, i, lang), conclusion_words(model, model.rules[i], lang)) for i in rules]


def system_lines(model: Model, system: Id, branches: Sequence[Branch], lang: str) -> list[Line]:
    """Return one rule system: what it settles, and its rules as trees of exceptions."""
    lines = [Line(label(model, system, lang), bold=True), Line(system)]
    if text := definition(model, system, lang):
        lines.append(Line(text))
    return [*lines, *heading(lang, "system.rules"), *tree_lines(model, branches, lang)]


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
    lines += [Line(text, bold=not ruling.in_force) for text in validity(model, ruling, lang)]
    case = ruling_case(model, ruling, lang)
    if ruling.cards:
        cards = t(lang, "list").join(quoted(label(model, i, lang), lang) for i in ruling.cards)
        case.append(t(lang, "ruling.mentions", cards=cards))
    lines += section(lang, "ruling.case", case)
    if ruling.context:
        features = t(lang, "list").join(label(model, feature, lang) for feature in ruling.context)
        lines.append(Line(f"  {t(lang, 'ruling.context', features=features, because=ruling.context_because)}", dim=True))
    if ruling.told_as:
        lines.append(Line(t(lang, "ruling.told-as", text=ruling.told_as)))
    lines += section(lang, "ruling.summary", [ruling.summary] if ruling.summary else [])
    lines += _rules(model, view, lang)
    lines += section(lang, "ruling.sources", _sources(model, latest_sources(ruling), lang, sentences or {}))
    if ruling.date and not any(e.date == ruling.date for e in _evidence(model, ruling.sources)):
        lines.append(Line(f"  {t(lang, 'ruling.date', date=date_words(ruling.date, lang))}"))
    beside = (("contrast", view.contrast), ("given", ruling.given), ("same-case", view.same_case))
    for key, others in beside:
        known = [i for i in others if i in model.rulings]
        if known:
            lines += [*heading(lang, f"ruling.{key}"), *ruling_lines(model, known, lang)]
    return lines


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


def passage_lines(
    model: Model, passage: Id, rulings: tuple[Id, ...], lang: str, sentences: Mapping[Id, Sentence] | None = None
) -> list[Line]:
    """Return the rulings of one passage as lines, with its sentence where an imported document has it."""
    title = t(lang, "ruling.of-passage", passage=source_words(model, passage, lang))
    own = [sentence_line(sentences[passage], lang, "  ")] if sentences and passage in sentences else []
    return [Line(title, bold=True), *own, *ruling_lines(model, rulings, lang)]


def contrast_rows(model: Model, ruling: Ruling, contrast: Contrast, lang: str) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """Return the rows of a table of two rulings, and its columns: answers, then what differs; what flips the answer is marked."""
    other = model.rulings[contrast.ruling]
    answers = (ruling_answer(model, r, lang) for r in (ruling, other))
    rows = [("→", *answers, "")]
    for feature, values in contrast.differing.items():
        mark = _FLIPS if feature in contrast.flipping else ""
        rows.append((label(model, feature, lang), *(_values(model, side, lang) for side in values), mark))
        if feature in contrast.kinds:
            here, there = (t(lang, "list").join(label(model, f, lang) for f in side) for side in contrast.kinds[feature])
            rows.append((t(lang, "contrast.kinds"), here, there, ""))
    return rows, (label(model, ruling.asks, lang), _short(ruling.id), _short(other.id), "")


def contrast_below(model: Model, ruling: Ruling, found: Sequence[Contrast], lang: str) -> list[Line]:
    """Return what stands below the table: which facts flip the answer, what both share, both in short, and other contrasts."""
    nearest, *others = found
    lines = [Line(), Line(_flips(model, nearest, lang), bold=True)]
    if nearest.documented:
        lines.append(Line(t(lang, "contrast.documented")))
    shared = [fact_words(model, f, v, lang) for f, values in nearest.shared.items() for v in values]
    lines += [*section(lang, "contrast.same", shared), Line(), *ruling_lines(model, [ruling.id, nearest.ruling], lang, "")]
    return lines + section(lang, "contrast.others", [_other(model, other, lang) for other in others])


def contrast_payload(ruling: Ruling, found: Sequence[Contrast]) -> dict[str, Any]:
    """Return a ruling and its contrasts by id."""
    return {
        "ruling": ruling.id,
        "question": ruling.asks,
        "answer": ruling.answer,
        "contrasts": [
            {
                "ruling": contrast.ruling,
                "documented": contrast.documented,
                "flipping": list(contrast.flipping),
                "differing": [
                    {"feature": feature, "here": list(here), "there": list(there)} for feature, (here, there) in contrast.differing.items()
                ],
                "shared": {feature: list(values) for feature, values in contrast.shared.items()},
                "kinds": {feature: [list(here), list(there)] for feature, (here, there) in contrast.kinds.items()},
            }
            for contrast in found
        ],
    }


def _flips(model: Model, contrast: Contrast, lang: str) -> str:
    if not contrast.flipping:
        return t(lang, "contrast.no-flip")
    key = "contrast.flips" if len(contrast.flipping) == 1 else "contrast.flips-together"
    return t(lang, key, features=t(lang, "list").join(label(model, f, lang) for f in contrast.flipping))


def _other(model: Model, contrast: Contrast, lang: str) -> str:
    ruling = model.rulings[contrast.ruling]
    answer = ruling_answer(model, ruling, lang)
    features = t(lang, "list").join(label(model, f, lang) for f in contrast.flipping or contrast.differing)
    return t(lang, "contrast.other", ruling=_short(contrast.ruling), answer=answer, features=features)


def _values(model: Model, values: Sequence[Id], lang: str) -> str:
    return t(lang, "list").join(label(model, value, lang) for value in values) or t(lang, "contrast.unsaid")


def _short(ruling: Id) -> str:
    return ruling.removeprefix("ruling:")
