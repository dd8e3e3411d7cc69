"""`ygokg cache`: what the tool keeps on disk, and how to be rid of it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import click

from ygokg.api.keeping import Entry, cache_folder, clear, data_folder, foreign, kept, own_material
from ygokg.cli.options import App, common_options
from ygokg.cli.output import emit_json, emit_table, emit_text
from ygokg.errors import BrokenInput
from ygokg.messages import t

_COLUMNS = ("place", "kind", "name", "state", "bytes", "changed", "path")
_SHOWN = ("kind", "name", "state", "size", "age")
_DAY = 24 * 3600
_UNITS = ("kB", "MB", "GB")

_EPILOG = """\b
Examples:
  ygokg cache
  ygokg cache --format json
  ygokg cache clear
"""


@click.group("cache", invoke_without_command=True, epilog=_EPILOG)
@common_options("table", "json", "csv", "tsv", served=False)
def command(app: App) -> None:
    """Show what is kept on disk: graphs, results of the reasoner, and apart from these what you imported.

    The cache is YGOKG_CACHE, or a folder in the system's place for caches. All in it is made from other things and can go at any
    time. What you imported is in your data folder (YGOKG_DATA, or the system's); this command never removes any of it.
    """
    if click.get_current_context().invoked_subcommand is not None:
        return
    cached, own = kept(), own_material()
    if app.format == "json":
        strangers = [str(path) for path in foreign()]
        emit_json({"cache": _payload(str(cache_folder()), cached), "foreign": strangers, "own": _payload(str(data_folder()), own)})
    elif app.format == "table":
        _show(app, cached, own)
    else:
        rows = [(place, *_row(entry).values()) for place, entries in (("cache", cached), ("own", own)) for entry in entries]
        emit_table(rows, _COLUMNS, app.format)


@command.command("clear")
@common_options("table", "json", served=False)
def clear_(app: App) -> None:
    """Remove from the cache all that can be made again, and say how much that freed.

    What you imported stays; `ygokg names remove` and `ygokg import --remove` take it out. Programs that run meanwhile go on, and
    what one is just building is left. A folder that holds anything else is refused as a whole: then nothing is removed.

    \b
    Examples:
      ygokg cache clear
      ygokg cache clear --format json
    """
    done = clear(app.lang)
    freed = sum(entry.bytes for entry in done.removed)
    at_work = [entry for entry in done.left if entry.state == "at-work"]
    stuck = [entry.name for entry in done.left if entry.state != "at-work"]
    if app.format == "json":
        emit_json({"freed": freed, "removed": [_row(entry) for entry in done.removed], "left": [_row(entry) for entry in done.left]})
    elif done.removed:
        emit_text(t(app.lang, "cache.cleared", count=len(done.removed), size=_size_words(freed)))
    elif not done.left:
        emit_text(t(app.lang, "cache.nothing", folder=cache_folder()))
    if at_work and app.format == "table":
        emit_text(t(app.lang, "cache.at-work", count=len(at_work)))
    if stuck:
        names = t(app.lang, "list").join(stuck)
        raise BrokenInput(t(app.lang, "cache.stuck", count=len(stuck), folder=cache_folder(), names=names), t(app.lang, "cache.stuck.hint"))


def _size_words(bytes: int) -> str:
    """Return an amount of bytes in the unit that a person would say it in.

    >>> _size_words(0), _size_words(999), _size_words(1000), _size_words(8_123_456), _size_words(12_345_678_901)
    ('0 B', '999 B', '1.0 kB', '8.1 MB', '12.3 GB')
    """
    amount, unit = float(bytes), "B"
    for larger in _UNITS:
        if amount < 1000:
            break
        amount, unit = amount / 1000, larger
    return f"{bytes} B" if unit == "B" else f"{amount:.1f} {unit}"


def _show(app: App, cached: list[Entry], own: list[Entry]) -> None:
    if cached:
        _table(app, cached)
        emit_text()
    key = "cache.folder" if cached else "cache.empty"
    emit_text(t(app.lang, key, folder=cache_folder(), size=_total(cached)))
    if strangers := foreign():
        emit_text(t(app.lang, "cache.beside", count=len(strangers)))
    if own:
        emit_text()
        _table(app, own)
        emit_text()
        emit_text(t(app.lang, "cache.own", folder=data_folder(), size=_total(own)))
        emit_text(t(app.lang, "cache.own.remove"), dim=True)


def _table(app: App, entries: Iterable[Entry]) -> None:
    rows = []
    for entry in entries:
        kind = t(app.lang, f"cache.kind.{entry.kind}")
        state = t(app.lang, f"cache.state.{entry.state}") if entry.state else ""
        rows.append((kind, entry.name, state, _size_words(entry.bytes), _age(app, entry)))
    emit_table(rows, _SHOWN)


def _age(app: App, entry: Entry) -> str:
    days = int(max(0.0, time.time() - entry.changed) // _DAY)
    return t(app.lang, f"cache.age.{days if days < 2 else 'many'}", days=days)


def _total(entries: Iterable[Entry]) -> str:
    return _size_words(sum(entry.bytes for entry in entries))


def _payload(folder: str, entries: list[Entry]) -> dict[str, Any]:
    return {"folder": folder, "bytes": sum(entry.bytes for entry in entries), "entries": [_row(entry) for entry in entries]}


def _row(entry: Entry) -> dict[str, Any]:
    changed = datetime.fromtimestamp(entry.changed, UTC).isoformat(timespec="seconds")
    return {
        "kind": entry.kind,
        "name": entry.name,
        "state": entry.state or None,
        "bytes": entry.bytes,
        "changed": changed,
        "path": str(entry.path),
    }
