"""The course of a rule or ruling, and what changed since a day, as lines for people and rows for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ygokg.graph.ages import latest_sources
from ygokg.graph.dates import day_before
from ygokg.graph.model import Id, Model
from ygokg.graph.words import conclusion_words, label, ruling_answer, source_words
from ygokg.messages import t
from ygokg.render.lines import Line

if TYPE_CHECKING:
    from ygokg.api.course import Turn
    from ygokg.documents.courses import Course

COURSE_COLUMNS = ("from", "until", "id", "answer", "label", "sources")
WORDING_COLUMNS = ("from", "until", "line", "digest", "text")
TURN_COLUMNS = ("day", "change", "before", "answer before", "after", "answer after")


def course_lines(model: Model, statements: Iterable[Id], lang: str) -> Iterator[Line]:
    """Yield for each statement when it was said and what it says, then what it is called and where it is written."""
    for i in statements:
        noun = model.rules.get(i) or model.rulings[i]
        yield Line(t(lang, f"course.{_span(noun.valid_from, noun.valid_until)}", **_days(model, i)), bold=True)
        yield Line(f"  → {said(model, i, lang)} ({i})")
        if words := about(model, i, lang):
            yield Line(f"    {words}", dim=True)
        for source in latest_sources(noun):
            yield Line(f"    {source_words(model, source, lang)}", dim=True)


def course_rows(model: Model, statements: Iterable[Id], lang: str) -> list[tuple[object, ...]]:
    """Return the same as rows of a table; the days are empty where they are not known or it is said today."""
    rows: list[tuple[object, ...]] = []
    for i in statements:
        noun = model.rules.get(i) or model.rulings[i]
        sources = " ".join(latest_sources(noun))
        rows.append((noun.valid_from, _days(model, i)["until"], i, noun.answer or "", about(model, i, lang), sources))
    return rows


def wording_lines(courses: Iterable[Course], lang: str) -> Iterator[Line]:
    """Yield the wordings of a passage with their days, the earliest first."""
    for course in courses:
        for wording in course.wordings:
            days = {"since": wording.since, "until": day_before(wording.until) if wording.until else ""}
            yield Line(t(lang, f"course.{_span(wording.since, wording.until)}", **days), bold=True)
            yield Line(f"  {wording.text}")


def wording_rows(courses: Iterable[Course]) -> list[tuple[object, ...]]:
    """Return the same as rows of a table: the first day of a wording and the first day after it, line, hash and text."""
    return [(w.since, w.until, w.line, w.digest, w.text) for course in courses for w in course.wordings]


def turn_lines(model: Model, turns: Sequence[Turn], lang: str) -> Iterator[Line]:
    """Yield each change under its day: what was said until then, and what is said since."""
    for day in dict.fromkeys(turn.day for turn in turns):
        yield Line(day, bold=True)
        for turn in (turn for turn in turns if turn.day == day):
            yield Line(f"  {t(lang, f'changes.{turn.kind}')}: {about(model, (*turn.after, *turn.before)[0], lang)}")
            for key, ids in (("course.before", turn.before), ("course.after", turn.after)):
                for i in ids:
                    yield Line(f"    {t(lang, key, words=said(model, i, lang), id=i)}", dim=key == "course.before")


def turn_rows(model: Model, turns: Sequence[Turn]) -> list[tuple[object, ...]]:
    """Return changes as rows of a table; several ids are parted by spaces."""

    def answers(ids: Iterable[Id]) -> str:
        return " ".join((model.rules.get(i) or model.rulings[i]).answer or "" for i in ids)

    return [(turn.day, turn.kind, " ".join(turn.before), answers(turn.before), " ".join(turn.after), answers(turn.after)) for turn in turns]


def turn_payload(turn: Turn) -> dict[str, Any]:
    """Return a change as JSON."""
    return {"day": turn.day, "change": turn.kind, "before": list(turn.before), "after": list(turn.after)}


def said(model: Model, id: Id, lang: str) -> str:
    """Return what a rule concludes or a ruling answers, in words."""
    ruling = model.rulings.get(id)
    if ruling is not None:
        return ruling_answer(model, ruling, lang)
    return conclusion_words(model, model.rules[id], lang, short=True).removeprefix("→ ")


def about(model: Model, id: Id, lang: str) -> str:
    """Return what a rule is called, or in English the summary of a ruling, otherwise its question."""
    ruling = model.rulings.get(id)
    if ruling is None:
        return label(model, id, lang)
    return ruling.summary if lang == "en" and ruling.summary else label(model, ruling.asks, lang)


def _span(first: str, after: str) -> str:
    return "between" if first and after else "until" if after else "since" if first else "always"


def _days(model: Model, id: Id) -> dict[str, str]:
    noun = model.rules.get(id) or model.rulings[id]
    return {"since": noun.valid_from, "until": day_before(noun.valid_until) if noun.valid_until else ""}
