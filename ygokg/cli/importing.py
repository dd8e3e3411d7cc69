"""`ygokg import`: the rules documents themselves, kept apart from our own data."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from ygokg.api.documents import DocumentAccount, Read, Written, accounts, find_documents, keep, left_behind, read_all, remove
from ygokg.cli.lookup_output import emit_lines
from ygokg.cli.options import App, common_options, completes
from ygokg.cli.output import PATH, emit_json, emit_table, emit_text
from ygokg.errors import UsageProblem
from ygokg.messages import t

_COLUMNS = ("id", "title", "path", "form", "revision", "dated", "imported", "lines", "passages", "unresolved", "markers")


@click.command("import")
@click.argument("paths", nargs=-1, metavar="PATH...", type=PATH)
@click.option("--report", is_flag=True, help="Account for every line: passages by kind, unresolved names, unknown markers.")
@click.option("--list", "listing", is_flag=True, help="List what is imported.")
@click.option(
    "--remove",
    "unwanted",
    multiple=True,
    metavar="DOCUMENT",
    shell_complete=completes("documents"),
    help="Take a document out again. May be repeated.",
)
@common_options("table", "json", "csv", "tsv", served=False)
def command(app: App, paths: tuple[Path, ...], report: bool, listing: bool, unwanted: tuple[str, ...]) -> None:
    """Import the rules documents: a .rst file, a .txt snapshot, a folder or a git checkout of them.

    Each line becomes a passage of a named graph of its document, apart from our own data. A ruling then shows the document's own
    sentence, `search` finds it, and a newer import tells what changed. Documents are kept in your data folder (YGOKG_DATA, or the
    system's); nothing is sent anywhere. An import happens as a whole or not at all; the same input again changes nothing.

    \b
    Examples:
      ygokg import OCG-Rule-documentation/docs
      ygokg import 无效.rst --report
      ygokg import --list
      ygokg import --remove 无效
    """
    if sum(map(bool, (paths, listing, unwanted))) > 1 or not (paths or listing or unwanted or report):
        raise UsageProblem(t(app.lang, "import.usage"), t(app.lang, "import.usage.hint"))
    if unwanted:
        remove(unwanted, app.lang)
        emit_text(t(app.lang, "import.removed", ids=t(app.lang, "list").join(dict.fromkeys(unwanted))), err=app.format != "table")
        return
    done = _import(app, paths) if paths else None
    if listing:
        _list(app)
    elif report:
        _report(app, tuple(id for ids in done for id in ids) if done else ())
    elif done is not None and app.format != "table":
        emit_json({"new": list(done.new), "replaced": list(done.replaced), "same": list(done.same)})


def _import(app: App, paths: Sequence[Path]) -> Written:
    found = find_documents(paths, app.lang)
    read: list[Read] = []
    reading = read_all(found.sources, app.lang)
    if sys.stderr.isatty():
        with click.progressbar(reading, len(found.sources), t(app.lang, "import.reading"), file=sys.stderr) as progress:
            read.extend(progress)
    else:
        read.extend(reading)
    done = keep(read, app.lang)
    _summary(app, done, read, found.others)
    return done


def _summary(app: App, done: Written, read: Sequence[Read], others: Sequence[str]) -> None:
    """Say what came of it, on standard error where a program reads the answer."""
    beside = app.format != "table"
    lines = sum(sum(one.document.lines.values()) for one in read)
    passages = sum(len(one.document.passages) for one in read)
    counts = {"new": len(done.new), "replaced": len(done.replaced), "same": len(done.same)}
    emit_text(t(app.lang, "import.done", files=len(read), lines=lines, passages=passages, **counts), err=beside)
    unknown = sum(len(one.document.markers) for one in read)
    if unknown:
        emit_text(t(app.lang, "import.unknown-markers", count=unknown), err=beside)
    if others:
        emit_text(t(app.lang, "import.others", count=len(others), names=t(app.lang, "list").join(others[:5])), err=beside)
    if left := left_behind(read, app.lang):
        emit_text(t(app.lang, "import.left", ids=t(app.lang, "list").join(left)), err=beside)


def _list(app: App) -> None:
    rows = accounts(app.session)
    if app.format == "table":
        columns = ("id", "title", "form", "passages", "revision", "dated", "imported")
        emit_table([(r.id, r.title, r.form, r.passages, r.revision, r.dated, r.imported) for r in rows], columns)
        return
    emit_table([_row(row) for row in rows], _COLUMNS, app.format)


def _row(row: DocumentAccount) -> tuple[object, ...]:
    return (*row[:7], row.total, row.passages, len(row.unresolved), len(row.markers))


def _report(app: App, only: tuple[str, ...]) -> None:
    from ygokg.render.documents import account_lines, account_payload

    rows = accounts(app.session, only)
    if app.format == "json":
        emit_json([account_payload(row) for row in rows])
    elif app.format == "table":
        for row in rows:
            emit_lines(account_lines(row, app.lang))
    else:
        emit_table([_row(row) for row in rows], _COLUMNS, app.format)
