"""`--show-query`: the SPARQL by which a look-up finds its answer, values filled in, ready for `ygokg query -` and for any server."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable

import click

from ygokg.cli.options import App
from ygokg.cli.output import emit_text
from ygokg.errors import NotFound, UsageProblem

__all__ = ["emit_queries"]


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
