"""The age of what an answer rests on, said in one way by every command.

Below an answer for people it is the last line; beside a list for programs it is that line on standard error; a JSON object has it
in `rests_on`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ygokg.cli.output import emit_text
from ygokg.lookup.ages import Age, Data, ages

if TYPE_CHECKING:
    from ygokg.cli.options import App
    from ygokg.lookup.dated import Aged, Dated
    from ygokg.model import Id, Model

__all__ = ["ages_behind", "emit_age", "with_age", "with_ages_of_rows"]


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
    from ygokg.render.ages import rests_on_words

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
    from ygokg.render.ages import cell

    aged = ((row, ages(model, (str(row[at]),), (), None)) for row in rows)
    return [(*row, found if format == "json" else cell(found)) for row, found in aged]
