"""The age of what an answer rests on, said in one way by every command.

Below an answer for people it is the last line; beside a list for programs it is that line on standard error; a JSON object has it
in `rests_on`.
"""

from __future__ import annotations

import contextlib
import io
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from ygokg.cli.options import App
from ygokg.cli.output import emit_table, emit_text, emit_texts, styled
from ygokg.errors import NotFound, UsageProblem
from ygokg.messages import t
from ygokg.render.lines import Line, choice_rows, day_words, rests_on_words, shell_word

if TYPE_CHECKING:
    from typing import Protocol

    from ygokg.api.session import Aged, Dated, DayCount, Meanings

    class _OfADay(Protocol):
        """What was asked for a day: a session, or an excerpt."""

        def day(self) -> DayCount:
            """Return how much was documented by then."""


def emit_age(
    app: App,
    dated: Dated | None,
    ids: Iterable[str] = (),
    imported: Iterable[Aged] = (),
    *,
    data: bool = False,
    listed: bool = False,
    apart: bool = True,
) -> None:
    """Say what an answer rests on (see `Session.rests_on`) below it, `apart` after an empty line, or for programs on standard error.

    JSON is silent unless it is `listed`: an object has it in itself, a list has no place for it.
    """
    if app.format == "json" and not listed:
        return
    rows = app.session.rests_on(dated, ids, imported, data=data)
    if not rows:
        return
    if apart and not app.beside:
        emit_text()
    emit_text(rests_on_words(dated, rows, app.lang), dim=True, err=app.beside)


def with_age(
    app: App, dated: Dated | None, payload: dict[str, Any], ids: Iterable[str] = (), imported: Iterable[Aged] = (), *, data: bool = False
) -> dict[str, Any]:
    """Return a JSON object with what the answer rests on in `rests_on`."""
    return {**payload, "rests_on": app.session.rests_on(dated, ids, imported, data=data)}


_LISTED = 20


def emit_lines(lines: Iterable[Line]) -> None:
    """Write lines for people."""
    emit_texts(styled(line.text, bold=line.bold, dim=line.dim) for line in lines)


def emit_day(app: App, asked: _OfADay) -> None:
    """Say below an answer, if a day was asked for, what was documented by then; beside an answer for programs, on standard error."""
    if not app.as_of:
        return
    if not app.beside:
        emit_text()
    emit_text(day_words(asked.day(), app.lang), err=app.beside)


def with_day(app: App, asked: _OfADay, payload: dict[str, Any]) -> dict[str, Any]:
    """Return an answer for programs with the day that was asked for, if one was: how many rulings were documented by then, of how many."""
    if not app.as_of:
        return payload
    day = asked.day()
    return {**payload, "as_of": {"day": day.day, "rulings": day.known, "of": day.of, "rules": "of the day"}}


def emit_meanings(app: App, found: Meanings, names: Sequence[str] = ()) -> None:
    """List what words can mean, for a command that shows one thing at a time.

    `names` are all that were typed where these are cards: with one that is meant only by a part of its name, how to ask for it is told.
    """
    data = bool(found.imported)
    if app.format != "table":
        emit_table(choice_rows(found.model, found.ids, app.lang), ("id", "label"), app.format)
        emit_age(app, found.dated, found.behind, found.imported, data=data, listed=True)
        return
    emit_text(t(app.lang, "card.archetype" if found.of_archetype else "candidates", words=found.words))
    for i, name in choice_rows(found.model, found.ids[:_LISTED], app.lang):
        emit_text(f"  {i}  {name}")
    if len(found.ids) > _LISTED:
        emit_text(t(app.lang, "choices.more", count=len(found.ids) - _LISTED), dim=True)
    if names and len(found.ids) == 1:
        ((_, only),) = choice_rows(found.model, found.ids, app.lang)
        typed = " ".join(shell_word(only if name == found.words else name) for name in names)
        emit_text(t(app.lang, "candidates.only", command=f"ygokg card {typed}"))
    emit_age(app, found.dated, found.behind, found.imported, data=data)


def only_for_lists(app: App, command: str) -> None:
    """Refuse csv and tsv where the answer is one thing rather than a list."""
    if app.format in ("csv", "tsv"):
        raise UsageProblem(f"`{command}` writes {app.format} only for a list.", "Use --format json for one thing.")


def emit_queries(app: App, name: str, look_up: Callable[[], object]) -> None:
    """Look something up, and write the queries that were asked instead of the answer: all, or the one of that `name`.

    Each has its name over it; one that was asked again, with other values, has a number after that. Raises `UsageProblem` where none
    has the name or an answer was found without any; what the look-up raises is raised once the queries are written.
    """
    ended: Exception | None = None
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            look_up()
        except (NotFound, click.exceptions.Exit) as error:
            ended = error
    asked = _numbered(app.session.asked)
    chosen = [(query, text) for query, text in asked.items() if name in ("", query)]
    if not chosen and (name or not isinstance(ended, NotFound)):
        names = ", ".join(asked)
        wanted = f" `{name}`" if name else ""
        raise UsageProblem(f"No query{wanted} was asked.", f"Asked were: {names}." if names else "Leave out --show-query.")
    emit_text("\n\n".join(f"# name: {query}\n{text.rstrip()}" for query, text in chosen))
    if ended is not None:
        raise ended


def _numbered(asked: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return queries by name, one that comes again as `cards.2`."""
    found: dict[str, str] = {}
    times: Counter[str] = Counter()
    for name, text in asked:
        times[name] += 1
        found[name if times[name] == 1 else f"{name}.{times[name]}"] = text
    return found
