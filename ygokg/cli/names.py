"""`ygokg names`: the user's own card databases as look-up material."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from ygokg.api import own_cards
from ygokg.api.own_cards import Database, spoken
from ygokg.cli.options import App, common_options, completes
from ygokg.cli.output import PATH, emit_json, emit_table, emit_text
from ygokg.messages import LANGUAGES, t

_COLUMNS = ("name", "format", "date", "cards", "other numbers", "note")
_LISTED = 20
_STEPS = 500

_EPILOG = """\b
Examples:
  ygokg names import cards.cdb
  ygokg names list
  ygokg names remove cards.cdb
"""


@click.group("names", epilog=_EPILOG)
@common_options("table", "json", "csv", "tsv", served=False)
def command(app: App) -> None:
    """Let your own card database find cards.

    A name in it leads to its card in every command that takes one. A card that only your database has is shown with its names, and
    that no ruling here names it. What is imported is kept in your data folder (YGOKG_DATA, or the system's) and is never sent
    anywhere.
    """


@command.command("import")
@click.argument("file", type=PATH)
@click.option("--as", "name", metavar="NAME", help="Keep it under this name.  [default: the file's]")
@click.option("--names-in", type=click.Choice(LANGUAGES), help="Language of the names in a .cdb.  [default: told by their script]")
@common_options("table", "json", served=False)
def import_(app: App, file: Path, name: str | None, names_in: str | None) -> None:
    """Take the names of a card database FILE.

    It may be the .cdb of YGOPro and other simulators, the cards.json of the Chinese card site, JSON lines (passcode, konami_id,
    zh, zh_official, ja, en), or a JSON map from passcodes of other artworks or earlier numbers to passcodes.

    A database of the same name is replaced; importing the same again changes nothing. Rows that cannot be used are listed and
    skipped. A file that cannot be used changes nothing and ends with 2.

    \b
    Examples:
      ygokg names import cards.cdb
      ygokg names import cards.json --format json
      ygokg names import old_passcodes.json --lang zh
      ygokg names import ja.cdb --names-in ja --as japanese
    """
    kept = name or file.name
    own_cards.require_name(kept, app.lang)
    database = own_cards.read_database(file, app.lang, names_in)
    date = datetime.fromtimestamp(file.stat().st_mtime, UTC).date().isoformat()
    changed = _keep(app, kept, date, database)
    if app.format == "json":
        emit_json(_payload(kept, date, database, changed))
    else:
        _report(app, kept, date, database, changed)


@command.command("list")
@common_options("table", "json", "csv", "tsv", served=False)
def list_(app: App) -> None:
    """List what was imported, with the day of each file.

    \b
    Examples:
      ygokg names list
      ygokg names list --format csv
    """
    known = own_cards.imported()
    if not known and app.format == "table":
        emit_text(t(app.lang, "names.none"))
        emit_text(t(app.lang, "names.none.hint"), dim=True)
        return
    damaged = t(app.lang, "names.is-damaged")
    rows: list[tuple[object, ...]] = []
    for source in known:
        if isinstance(source, str):
            rows.append((source, None, None, None, None, damaged))
        else:
            rows.append((source.name, source.format, source.date, source.cards, source.aliases, None))
    emit_table(rows, _COLUMNS, app.format)


@command.command("remove")
@click.argument("name", shell_complete=completes("databases"))
@common_options("table", served=False)
def remove(app: App, name: str) -> None:
    """Remove what was imported as NAME.

    `ygokg names list` shows the names.

    \b
    Examples:
      ygokg names remove cards.cdb
    """
    own_cards.remove(name, app.lang)
    emit_text(t(app.lang, "names.removed", name=name))


def _keep(app: App, name: str, date: str, database: Database) -> bool:
    """Keep a database, and show a person at a terminal how far its cards are taken; return whether anything changed."""
    cards = list(database.cards.values())
    if not sys.stderr.isatty():
        return own_cards.keep(name, date, database, cards, app.lang)
    with click.progressbar(cards, label=t(app.lang, "names.progress"), file=sys.stderr, update_min_steps=_STEPS) as shown:
        return own_cards.keep(name, date, database, shown, app.lang)


def _report(app: App, name: str, date: str, database: Database, changed: bool) -> None:
    if not changed:
        emit_text(t(app.lang, "names.same", name=name))
    counts = {"cards": len(database.cards), "aliases": len(database.aliases)}
    emit_text(t(app.lang, "names.imported", name=name, form=database.format, date=date, **counts))
    if database.tokens:
        emit_text(t(app.lang, "names.tokens", count=database.tokens), dim=True)
    if database.broken:
        emit_text(t(app.lang, "names.skipped", count=len(database.broken)), err=True)
    for broken in database.broken[:_LISTED]:
        emit_text(f"  {spoken(broken, app.lang)}", err=True)
    if len(database.broken) > _LISTED:
        emit_text(t(app.lang, "names.more", count=len(database.broken) - _LISTED), err=True)


def _payload(name: str, date: str, database: Database, changed: bool) -> dict[str, Any]:
    return {
        "name": name,
        "format": database.format,
        "date": date,
        "changed": changed,
        "cards": len(database.cards),
        "other_numbers": len(database.aliases),
        "tokens_left_out": database.tokens,
        "skipped": [{broken.place: broken.at, "why": spoken(broken, "en").partition(": ")[2]} for broken in database.broken],
    }
