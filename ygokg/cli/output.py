"""Writing answers: text, tables and JSON on standard output, safe for a terminal whatever the data holds."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from typing import Any

import click

# Compiled when first used: plain text, which is most of it, needs none of these.
_CONTROL = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
_CSV_CELL = r'"(?:[^"]|"")*"|[^",\n]+'
_FORMULA = r'^("?)([=+\-@\t])(?![\d.]*(?:[eE][+-]?\d+)?"?$)'
_BREAK = r"\s*[\n\t]\s*"
_GAP = "  "


def safe(text: str) -> str:
    r"""Return `text` with terminal controls, text-direction overrides and broken characters written out; line ends and tabs stay.

    >>> safe("a\x1b[2Jb")
    'a\\x1b[2Jb'
    """
    if text.isprintable():
        return text
    return re.sub(_CONTROL, lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


def escaped(text: str, *, xml: bool = False) -> str:
    r"""Return JSON or RDF in which the same signs are written as `\uXXXX`, or for XML as `&#xXXXX;`: it means what it meant.

    >>> escaped('"a\u202eb"')
    '"a\\u202eb"'
    """
    form = "&#x{:04X};" if xml else "\\u{:04x}"
    return re.sub(_CONTROL, lambda match: form.format(ord(match[0])), text)


def plain_cells(csv: str) -> str:
    """Return CSV with an apostrophe before each cell that a spreadsheet would take for a formula; numbers stay.

    Programs that want the very text read tsv or json.

    >>> plain_cells("name,n\\n@x,-1\\n")
    "name,n\\n'@x,-1\\n"
    """
    return re.sub(_CSV_CELL, lambda cell: re.sub(_FORMULA, r"\1'\2", cell[0]), csv)


def width(text: str) -> int:
    """Return how many terminal columns `text` fills: two for a wide East Asian character, none for a combining one.

    >>> width("技能抽取"), width("Drain")
    (8, 5)
    """
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(sign) or sign == "\u200b" else 2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def emit_text(text: str = "", *, bold: bool = False, dim: bool = False, color: str | None = None, err: bool = False) -> None:
    """Write one piece of text and a line end; bold, dim and colour (click's names) show on a terminal only, and never with NO_COLOR."""
    _emit(styled(text, bold=bold, dim=dim, color=color), err=err)


def emit_texts(texts: Iterable[str]) -> None:
    """Write texts that are ready to be shown (see `styled`), each on lines of its own, in one go: every time takes as long as the words."""
    if shown := [*texts]:
        _emit("\n".join(shown))


def styled(text: str, *, bold: bool = False, dim: bool = False, color: str | None = None) -> str:
    """Return text that is safe for a terminal, in the style that `emit_text` gives it."""
    return click.style(safe(text), bold=bold or None, dim=dim or None, fg=color) if bold or dim or color else safe(text)


def _emit(shown: str, *, err: bool = False) -> None:
    click.echo(shown, err=err, color=False if os.environ.get("NO_COLOR") else None)


def emit_json(value: Any) -> None:  # noqa: ANN401 - whatever JSON can hold
    """Write `value` as indented JSON, in its own script; only what could upset a terminal is escaped."""
    import json

    click.echo(escaped(json.dumps(value, ensure_ascii=False, indent=2)))


def emit_table(rows: Iterable[Sequence[object]], columns: Sequence[str], format: str = "table") -> None:
    """Write rows under named columns.

    `format` is table (aligned, for people), json (a list of objects), csv or tsv. None is an empty cell (null in JSON).
    Cells of a table and of tsv lose their line ends and tabs; in csv, which spreadsheets open, none is taken for a formula.
    """
    if format == "json":
        emit_json([dict(zip(columns, row, strict=True)) for row in rows])
        return
    cells = [["" if value is None else str(value) for value in row] for row in rows]
    if format == "csv":
        _emit_csv(cells, columns)
        return
    flat = [[safe(re.sub(_BREAK, " ", cell)) for cell in row] for row in cells]
    if format == "tsv":
        click.echo("\n".join("\t".join(row) for row in [list(columns), *flat]))
        return
    _emit_aligned(flat, columns)


def _emit_csv(cells: Sequence[Sequence[str]], columns: Sequence[str]) -> None:
    import csv
    import io

    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([[safe(cell) for cell in row] for row in cells])
    click.echo(plain_cells(buffer.getvalue()), nl=False)


def _emit_aligned(cells: Sequence[Sequence[str]], columns: Sequence[str]) -> None:
    widths = [max(width(row[index]) for row in [columns, *cells]) for index in range(len(columns))]

    def line(row: Sequence[str]) -> str:
        return _GAP.join(cell + " " * (wide - width(cell)) for cell, wide in zip(row, widths, strict=True)).rstrip()

    emit_text(line(columns), bold=True)
    for row in cells:
        emit_text(line(row))


class FilePath(click.Path):
    """A path as it is given; one that no system can have is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - click's signature
        """Return the path; fails for one with a NUL in it."""
        from pathlib import Path

        if "\0" in str(value):
            self.fail("A path cannot have a NUL character in it.", param, ctx)
        return Path(str(super().convert(value, param, ctx)))


PATH = FilePath()


def day(text: str) -> str:
    """Return a day, written as YYYY-MM-DD, as it is: the type of an option. Raises `BadParameter` for what is no day."""
    from datetime import date

    try:
        as_written = date.fromisoformat(text).isoformat()
    except ValueError:
        as_written = None
    if as_written != text:
        raise click.BadParameter(f"`{safe(text)}` is no day. Write it as YYYY-MM-DD, for example 2023-12-31.")
    return text
