"""What the look-up commands share: writing lines, and telling that words mean several things or nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ygokg.cli.ages import emit_age
from ygokg.cli.output import emit_table, emit_text
from ygokg.errors import NotFound, UsageProblem
from ygokg.messages import t
from ygokg.model import Id, Model
from ygokg.render.lines import Line
from ygokg.render.words import label

if TYPE_CHECKING:
    from ygokg.cli.options import App
    from ygokg.lookup.dated import Aged, Dated
    from ygokg.lookup.excerpt import DayCount, Excerpt

__all__ = [
    "as_of_words",
    "day_words",
    "emit_as_of",
    "emit_choices",
    "emit_day",
    "emit_lines",
    "emit_meanings",
    "nothing_called",
    "nothing_found",
    "only_for_lists",
    "with_as_of",
    "with_day",
]

_LISTED = 20


def emit_lines(lines: Iterable[Line]) -> None:
    """Write lines for people."""
    for line in lines:
        emit_text(line.text, bold=line.bold, dim=line.dim)


def as_of_words(model: Model, whole: Model, lang: str) -> str:
    """Return what it means that `model` is `whole` as it was on a day."""
    from ygokg.lookup.as_of import last_day

    words = t(lang, "as-of.note", day=model.as_of, count=len(model.rulings), of=len(whole.rulings))
    issued = [document.issued for document in whole.documents.values() if document.issued]
    if issued and min(map(last_day, issued)) > model.as_of:
        words += "\n" + t(lang, "as-of.no-document", first=min(issued))
    return words


def day_words(day: DayCount, lang: str) -> str:
    """Return what it means that only what was documented by a day was looked at."""
    from ygokg.lookup.as_of import last_day

    words = t(lang, "as-of.note", day=day.day, count=day.known, of=day.of)
    if day.first_issued and last_day(day.first_issued) > day.day:
        words += "\n" + t(lang, "as-of.no-document", first=day.first_issued)
    return words


def emit_day(app: App, excerpt: Excerpt) -> None:
    """Say below an answer, if a day was asked for, what was documented by then; beside an answer for programs, on standard error."""
    if not app.as_of:
        return
    beside = app.format not in ("table", "markdown")
    if not beside:
        emit_text()
    emit_text(day_words(excerpt.day(), app.lang), err=beside)


def with_day(app: App, excerpt: Excerpt, payload: dict[str, Any]) -> dict[str, Any]:
    """Return an answer for programs with the day that was asked for, if one was: how many rulings were documented by then, of how many."""
    if not app.as_of:
        return payload
    day = excerpt.day()
    return {**payload, "as_of": {"day": day.day, "rulings": day.known, "of": day.of, "rules": "undated"}}


def emit_as_of(app: App, model: Model | None = None, whole: Model | None = None) -> None:
    """Say below an answer, if a day was asked for, what was documented by then; beside an answer for programs, on standard error.

    `model` and `whole` are the graph as it was on that day and all of it; without them, the `App`'s.
    """
    if not app.as_of:
        return
    beside = app.format not in ("table", "markdown")
    if not beside:
        emit_text()
    emit_text(as_of_words(model or app.graph().model, whole or app.whole.model, app.lang), err=beside)


def with_as_of(app: App, payload: dict[str, Any]) -> dict[str, Any]:
    """Return an answer for programs with the day that was asked for, if one was: how many rulings were documented by then, of how many."""
    if not app.as_of:
        return payload
    known, of = len(app.graph().model.rulings), len(app.whole.model.rulings)
    return {**payload, "as_of": {"day": app.as_of, "rulings": known, "of": of, "rules": "undated"}}


def emit_choices(
    app: App,
    model: Model,
    words: str,
    ids: Sequence[Id],
    key: str = "candidates",
    imported: Collection[Aged] = (),
    dated: Dated | None = None,
    behind: Sequence[Id] | None = None,
) -> None:
    """List what `words` can mean under the message `key`, for a command that shows one thing at a time.

    `imported` are the user's card databases that some of these are from; `dated` is what tells how old the data is, the model by default,
    and `behind` what that is to be told of, these `ids` by default.
    """
    dated, behind = dated or model, ids if behind is None else behind
    if app.format != "table":
        emit_table([(i, label(model, i, app.lang)) for i in ids], ("id", "label"), app.format)
        emit_age(app, dated, behind, imported, data=bool(imported), listed=True)
        return
    emit_text(t(app.lang, key, words=words))
    for i in ids[:_LISTED]:
        emit_text(f"  {i}  {label(model, i, app.lang)}")
    if len(ids) > _LISTED:
        emit_text(t(app.lang, "choices.more", count=len(ids) - _LISTED), dim=True)
    emit_age(app, dated, behind, imported, data=bool(imported))


def emit_meanings(app: App, excerpt: Excerpt, words: str, ids: Sequence[Id]) -> None:
    """List the rules or terms that `words` can mean."""
    excerpt.words(ids[:_LISTED] if app.format == "table" else ids)
    behind = excerpt.documents_behind(i for i in ids if i.startswith("rule:"))
    emit_choices(app, excerpt.model(), words, ids, dated=excerpt, behind=behind)


def nothing_called(app: App, excerpt: Excerpt, key: str, words: str, near: Sequence[Id]) -> NotFound:
    """Return the error for words that mean no rule or term: `key` names the message; `near` are ids to suggest instead."""
    excerpt.words(near)
    return nothing_found(app, excerpt.model(), key, words, near)


def nothing_found(app: App, model: Model, key: str, words: str, near: Sequence[Id]) -> NotFound:
    """Return the error for words that mean nothing: `key` names the message; `near` are ids to suggest instead."""
    labels = {i: label(model, i, app.lang) for i in near}
    names = t(app.lang, "list").join(i if name == i else f"{name} ({i})" for i, name in labels.items())
    hint = t(app.lang, "suggestions", names=names) if near else t(app.lang, f"{key}.hint")
    return NotFound(t(app.lang, key, words=words), hint)


def only_for_lists(app: App, command: str) -> None:
    """Refuse csv and tsv where the answer is one thing rather than a list."""
    if app.format in ("csv", "tsv"):
        raise UsageProblem(f"`{command}` writes {app.format} only for a list.", "Use --format json for one thing.")
