"""What the look-up commands share: writing lines, and telling that words mean several things or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ygokg.cli.output import emit_table, emit_text
from ygokg.errors import NotFound, UsageProblem
from ygokg.model import Id, Model
from ygokg.render.lines import Line
from ygokg.render.messages import t
from ygokg.render.words import label

if TYPE_CHECKING:
    from ygokg.cli.options import App

__all__ = ["emit_choices", "emit_lines", "nothing_found", "only_for_lists"]


def emit_lines(lines: Iterable[Line]) -> None:
    """Write lines for people."""
    for line in lines:
        emit_text(line.text, bold=line.bold, dim=line.dim)


def emit_choices(app: App, model: Model, words: str, ids: Sequence[Id], key: str = "candidates") -> None:
    """List what `words` can mean under the message `key`, for a command that shows one thing at a time."""
    if app.format != "table":
        emit_table([(i, label(model, i, app.lang)) for i in ids], ("id", "label"), app.format)
        return
    emit_text(t(app.lang, key, words=words))
    for i in ids:
        emit_text(f"  {i}  {label(model, i, app.lang)}")


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
