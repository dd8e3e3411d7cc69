"""The age of what an answer rests on, said in one way by every command.

Below an answer for people it is the last line; beside a list for programs it is that line on standard error; a JSON object has it
in `rests_on`.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from ygokg.cli.options import App
from ygokg.cli.output import emit_table, emit_text
from ygokg.errors import NotFound, UsageProblem
from ygokg.graph.ages import Age, Data, ages
from ygokg.graph.model import Id, Model
from ygokg.graph.words import label
from ygokg.messages import t
from ygokg.render.lines import Line

if TYPE_CHECKING:
    from ygokg.cli.options import App
    from ygokg.graph.ages import Aged, Dated
    from ygokg.graph.model import Id, Model
    from ygokg.lookup.excerpt import DayCount, Excerpt

__all__ = [
    "ages_behind",
    "as_of_words",
    "day_words",
    "emit_age",
    "emit_as_of",
    "emit_choices",
    "emit_day",
    "emit_lines",
    "emit_meanings",
    "emit_queries",
    "nothing_called",
    "nothing_found",
    "only_for_lists",
    "with_age",
    "with_ages_of_rows",
    "with_as_of",
    "with_day",
]


def ages_behind(app: App, model: Dated | None, ids: Iterable[Id] = (), imported: Iterable[Aged] = (), *, data: bool = False) -> list[Age]:
    """Return what an answer rests on: the encoded documents behind `ids`, those of `imported` passages, and the data.

    `model` is the graph that was looked at, or None. The data is told where `data` says so, where nothing else is known, and always
    where files of the user's lie over it or stand for it.
    """
    rows = ages(model, ids, imported, None)
    if model is None or (rows and not data and not app.data):
        return rows
    return rows + ages(None, (), (), _data(app, model))


def _data(app: App, model: Dated) -> Data:
    """Return the data of the graph; with the user's files over it, its day is read from the built-in data, for theirs may name another."""
    if not app.data:
        return Data(model.modified or None)
    from ygokg.store.bundle import built_in_day, data_files

    return Data(built_in_day() if app.builtin else None, len(data_files(app.data)))


def emit_age(
    app: App,
    model: Dated | None,
    ids: Iterable[Id] = (),
    imported: Iterable[Aged] = (),
    *,
    data: bool = False,
    listed: bool = False,
    apart: bool = True,
) -> None:
    """Say what `ages_behind` returns below the answer, `apart` after an empty line, or for programs on standard error.

    JSON is silent unless it is `listed`: an object has it in itself, a list has no place for it.
    """
    if app.format == "json" and not listed:
        return
    rows = ages_behind(app, model, ids, imported, data=data)
    if not rows:
        return
    from ygokg.render.lines import rests_on_words

    beside = app.format not in ("table", "markdown")
    if apart and not beside:
        emit_text()
    emit_text(rests_on_words(model, rows, app.lang), dim=True, err=beside)


def with_age(
    app: App, model: Dated | None, payload: dict[str, Any], ids: Iterable[Id] = (), imported: Iterable[Aged] = (), *, data: bool = False
) -> dict[str, Any]:
    """Return a JSON object with what `ages_behind` returns in `rests_on`."""
    return {**payload, "rests_on": ages_behind(app, model, ids, imported, data=data)}


def with_ages_of_rows(model: Model, rows: Iterable[Sequence[object]], format: str, at: int = 0) -> list[tuple[object, ...]]:
    """Return rows that have `at` this place the id of a rule or ruling, each with the documents that it rests on in one more cell."""
    from ygokg.render.lines import cell

    aged = ((row, ages(model, (str(row[at]),), (), None)) for row in rows)
    return [(*row, found if format == "json" else cell(found)) for row, found in aged]


_LISTED = 20


def emit_lines(lines: Iterable[Line]) -> None:
    """Write lines for people."""
    for line in lines:
        emit_text(line.text, bold=line.bold, dim=line.dim)


def as_of_words(model: Model, whole: Model, lang: str) -> str:
    """Return what it means that `model` is `whole` as it was on a day."""
    from ygokg.graph.dates import last_day

    words = t(lang, "as-of.note", day=model.as_of, count=len(model.rulings), of=len(whole.rulings))
    issued = [document.issued for document in whole.documents.values() if document.issued]
    if issued and min(map(last_day, issued)) > model.as_of:
        words += "\n" + t(lang, "as-of.no-document", first=min(issued))
    return words


def day_words(day: DayCount, lang: str) -> str:
    """Return what it means that only what was documented by a day was looked at."""
    from ygokg.graph.dates import last_day

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


def emit_queries(app: App, name: str, look_up: Callable[[], object]) -> None:
    """Look something up, and write the queries that were asked instead of the answer: all, or the one of that `name`.

    Raises `UsageProblem` where none has the name; what the look-up raises is raised once the queries are written.
    """
    ended: Exception | None = None
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            look_up()
        except (NotFound, click.exceptions.Exit) as error:
            ended = error
    asked = app.asked
    chosen = [text for query, text in asked if not name or query == name]
    if not chosen:
        names = ", ".join(dict.fromkeys(query for query, _ in asked))
        raise UsageProblem(f"No query `{name}` was asked.", f"Asked were: {names}." if names else "Nothing was asked.")
    for place, text in enumerate(chosen):
        if place:
            emit_text()
        emit_text(text.rstrip("\n"))
    if ended is not None:
        raise ended
