"""`ygokg vectors`: what a simulator makes of the test vectors that `ygokg export --vectors` writes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ygokg.api.exporting import compare_results
from ygokg.cli.lookup_output import emit_age, with_age
from ygokg.cli.options import App, common_options
from ygokg.cli.output import PATH, emit_json, emit_table, emit_text
from ygokg.errors import UsageProblem
from ygokg.messages import t
from ygokg.reading import LARGEST, read_file, read_stream

if TYPE_CHECKING:
    from ygokg.api.exporting import Compared, Results

_COLUMNS = ("ruling", "how", "question", "expected", "outcome", "until", "words")
_FINDINGS = 1

_EPILOG = """\b
Examples:
  ygokg export --vectors --output vectors.jsonl
  ygokg vectors check results.json
"""


@click.group("vectors", epilog=_EPILOG)
@common_options("table", "json", "csv", "tsv")
def command(app: App) -> None:
    """Compare what a simulator comes to with the rulings.

    `ygokg export --vectors` writes the rulings as test vectors, those whose course is known with a timeline; `vectors check` reads
    what the simulator made of them.
    """


@command.command("check")
@click.argument("file", type=PATH, metavar="RESULTS")
@click.option("--all", "everything", is_flag=True, help="List all results, not only those that differ.")
@common_options("table", "json", "csv", "tsv")
def check(app: App, file: Path, everything: bool) -> None:
    """Say which outcomes in RESULTS differ from the rulings.

    RESULTS is a JSON list or JSON lines (`-` reads standard input), one object for each vector: `id` is the vector's, `outcome` an
    answer of its question as `expected` has it (`ygo:No`, or `No`; a number), or null where it was not run.

    differs: the documents say otherwise. outdated: they said so before. unknown: there is no such ruling. undecided: the office has
    not decided, and no outcome is wrong. Nothing is said of vectors without a result but how many there are.

    \b
    Examples:
      echo '{"id": "ruling:negation.112", "outcome": "ygo:No"}' | ygokg vectors check -
      echo '[{"id": "negation.112", "outcome": "Yes"}]' | ygokg vectors check - --format json
      ygokg vectors check results.jsonl --all --format csv

    \b
    Exit codes: 0 nothing differs; 1 something does;
    2 RESULTS cannot be read.
    """
    found = compare_results(app.session, _content(file))
    shown = found.compared if everything else found.findings
    rows = [_row(app, one) for one in shown]
    if app.format == "json":
        payload = {"counts": _counts(found), "without": found.without, "results": [dict(zip(_COLUMNS, row, strict=True)) for row in rows]}
        emit_json(with_age(app, app.session.model, payload, [one.ruling for one in shown]))
    elif app.format == "table":
        if rows:
            emit_table(rows, _COLUMNS, app.format)
        told = "; ".join(f"{number} {how}" for how, number in _counts(found).items())
        emit_text(t(app.lang, "vectors.compared", told=told, without=found.without))
    else:
        emit_table(rows, _COLUMNS, app.format)
    if app.format != "json":
        emit_age(app, app.session.model, [one.ruling for one in shown])
    if found.findings:
        raise click.exceptions.Exit(_FINDINGS)


def _content(file: Path) -> bytes:
    try:
        return read_stream(sys.stdin.buffer, LARGEST) if str(file) == "-" else read_file(file)
    except OSError as error:
        raise UsageProblem(f"{file} cannot be read: {error.strerror}.", "Name a file of results, or `-` for standard input.") from error


def _counts(found: Results) -> dict[str, int]:
    counts: dict[str, int] = {}
    for one in found.compared:
        counts[one.how] = counts.get(one.how, 0) + 1
    return counts


def _row(app: App, one: Compared) -> tuple[object, ...]:
    ruling = app.session.model.rulings.get(one.ruling)
    asks, summary = (ruling.asks, ruling.summary) if ruling is not None else ("", "")
    return one.ruling, one.how, asks, one.expected, one.outcome, one.until, summary
