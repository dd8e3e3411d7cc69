"""`ygokg check`: what is wrong with the data, where, and how to mend it."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterator

import click

from ygokg.api.checking import Checked, check, policies
from ygokg.cli.lookup_output import emit_age
from ygokg.cli.options import App, common_options
from ygokg.cli.output import emit_json, emit_table, emit_text

_COLUMNS = ("severity", "policy", "place", "subject", "message")
_PATIENCE = 2.0
_PULSE = 10.0
_TICK = 0.2
_FINDINGS = 1
_KNOWN = "Note: HermiT has classified the same statements before; its answer is from the cache. To run it anew: --no-cache."


@click.command("check")
@click.option("--reason", is_flag=True, help="Also ask the OWL reasoner HermiT: can every rule apply, does it agree with the resolver?")
@click.option("--no-cache", is_flag=True, help="Run HermiT anew, even where the cache has its answer to the same statements.")
@click.option("--shacl/--no-shacl", default=None, help="Run the SHACL shapes, or leave them out.  [default: if pySHACL is installed]")
@click.option("--fix", is_flag=True, help="First lay out every file in the one form: turtlefmt, then one restriction a line.")
@click.option("--strict", is_flag=True, help="Fail with exit code 2 where a part is left out because its tool is missing.")
@click.option("--list", "list_policies", is_flag=True, help="List the data policies and what each demands.")
@common_options("table", "json", "csv", served=False)
def command(app: App, reason: bool, no_cache: bool, shacl: bool | None, fix: bool, strict: bool, list_policies: bool) -> None:
    """Check ontology and data: SHACL shapes and data policies; with --data, your own files with them.

    Every finding names its policy and place and says how to mend it. Three parts need more than the plain install: SHACL needs pySHACL,
    the form of the files turtlefmt, the reasoner Java. Without the first two these parts are left out, which is told. All of it comes
    with pip install "ygokg[all]".

    The reasoner is a second opinion: it looks for rules that can never apply, and for rules that lie inside another one and answer
    differently; and it has to put every ruling under the rules that the resolver finds. It takes a minute or two, and is remembered.

    \b
    Examples:
      ygokg check
      ygokg check --list
      ygokg check --fix --data mine.ttl
      ygokg check --no-shacl --format csv
      ygokg check --reason

    \b
    Exit codes: 0 nothing found; 1 findings; 2 broken input, or a part
    that was asked for (with --strict: any part) is not installed.
    """
    if list_policies:
        emit_table(policies(), ("policy", "severity", "demands"), app.format)
        return
    with _progress() as tell:
        checked = check(app.session, shapes=shacl, fix=fix, reason=reason, anew=no_cache, tell=tell)
    _emit(app, checked)
    checked.require_whole(strict=strict)
    if checked.report.findings:
        raise click.exceptions.Exit(_FINDINGS)


def _emit(app: App, checked: Checked) -> None:
    report, reasoned = checked
    rows = [finding.row() for finding in report.findings]
    if app.format == "json":
        emit_json(rows)
    elif app.format != "table":
        emit_table([[row[column] for column in _COLUMNS] for row in rows], _COLUMNS, app.format)
    else:
        for row in rows:
            color = "red" if row["severity"] == "error" else "yellow"
            emit_text(": ".join(part for part in (row["place"], f"{row['severity']} {row['policy']}") if part), color=color)
            emit_text(f"    {row['subject']} {row['message']}")
        emit_text(_summary(checked))
        if said := _reasoned(checked):
            emit_text(said)
    if report.model is not None:
        emit_age(app, report.model, data=True, listed=True, apart=False)
    if reasoned is not None and reasoned.known:
        emit_text(_KNOWN, err=True)
    for sentence in report.skipped:
        emit_text(f"Note: {sentence}", err=True)


def _summary(checked: Checked) -> str:
    report = checked.report
    errors = sum(finding.severity == "error" for finding in report.findings)
    files = f"{len(report.sources.files)} files checked"
    if not report.findings:
        return f"{files}: nothing found."
    return f"{files}: {_count(errors, 'error')}, {_count(len(report.findings) - errors, 'warning')}."


def _count(number: int, noun: str, several: str = "") -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {several or noun + 's'}"


def _reasoned(checked: Checked) -> str:
    """Return what the reasoner found, as far as it was asked and the data are consistent."""
    reasoned = checked.reasoned
    if reasoned is None or not reasoned.consistent:
        return ""
    narrow = _count(len(reasoned.unsatisfiable), "class", "classes")
    coherent = f"not coherent ({narrow} too narrow)" if reasoned.unsatisfiable else "coherent"
    return (
        f"HermiT: {coherent}; {_count(reasoned.memberships, 'time')} a ruling falls under a rule and"
        f" {_count(reasoned.containments, 'time')} a rule lies inside another, by reasoner and resolver alike;"
        f" {_count(len(reasoned.disagreements), 'disagreement')}."
    )


class _Step:
    """What is going on, since when, and when to tell."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.since = time.monotonic()
        self.due = self.since + _PATIENCE

    def tell_if_due(self) -> None:
        now = time.monotonic()
        if now >= self.due:
            emit_text(f"{self.what} ({now - self.since:.0f} s) …", err=True, dim=True)
            self.due = now + _PULSE


@contextlib.contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    """Give a function that takes what is being done now; a person at a terminal is told once it lasts, and now and again."""
    if not sys.stderr.isatty():
        yield lambda _what: None
        return
    done = threading.Event()
    steps: list[_Step] = []

    def speak() -> None:
        while not done.wait(min(_TICK, _PATIENCE)):
            if steps:
                steps[-1].tell_if_due()

    thread = threading.Thread(target=speak, daemon=True)
    thread.start()
    try:
        yield lambda what: steps.append(_Step(what))
    finally:
        done.set()
        thread.join()
