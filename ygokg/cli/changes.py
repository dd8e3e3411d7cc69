"""`ygokg changes`: what is new, changed, resolved or withdrawn since a day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

import click

from ygokg.cli.completes import completes
from ygokg.cli.lookup_output import emit_age
from ygokg.cli.options import App, common_options
from ygokg.cli.output import emit_json, emit_table, emit_text, safe
from ygokg.documents.changes import CHANGES, Change, Systems, changes
from ygokg.documents.shelf import document_ages
from ygokg.errors import NotFound, UsageProblem
from ygokg.graph.words import date_words, label
from ygokg.messages import t
from ygokg.render.documents import entry_payload, places_of

if TYPE_CHECKING:
    from ygokg.graph.ages import Imported
    from ygokg.graph.model import Id, Model

__all__ = ["command"]

_COLUMNS = ("change", "date", "group", "text", "document", "line", "before", "by_import", "revision", "dated")


@click.command("changes")
@click.option("--since", required=True, metavar="YYYY-MM-DD", help="The first day that counts.")
@click.option(
    "--topic", metavar="TOPIC", shell_complete=completes("topics"), help="Only what belongs to a topic's rule systems, as `negation`."
)
@click.option("--by", type=click.Choice(("card", "system")), default="card", show_default=True, help="What to group by.")
@click.option("--change", "wanted", type=click.Choice(CHANGES), multiple=True, help="Only this kind of change. May be repeated.")
@common_options("table", "json", "csv", "tsv")
def command(app: App, since: str, topic: str | None, by: str, wanted: tuple[str, ...]) -> None:
    """Show what the imported documents say anew since a day, grouped by the first card named or by rule system.

    The days are those of the log and of the sources that a passage cites; what a newer import has otherwise than the one before
    counts on the day of the import. An entry belongs to the rule system of its passage, of the same official answer, or of a ruling
    on the same cards.

    \b
    Examples:
      ygokg changes --since 2023-12-01
      ygokg changes --since 2023-06-01 --topic negation --lang zh
      ygokg changes --since 2023-01-01 --change withdrawn --by system
    """
    _require_day(since)
    model = app.graph().model
    topics = sorted({system.topic for system in model.systems.values()})
    if topic is not None and topic not in topics:
        raise UsageProblem(t(app.lang, "topic.unknown", topic=topic), t(app.lang, "topic.unknown.hint", topics=", ".join(topics)))
    systems = Systems(model)
    everything = changes(since, app.lang)
    found = [change for change in everything if not wanted or change.change in wanted]
    placed = [(change, systems.of(change)) for change in found]
    placed = [(change, system) for change, system in placed if topic is None or (system and model.systems[system].topic == topic)]
    if not placed:
        raise _nothing(app, since, len(everything))
    groups: dict[str, list[Change]] = {}
    for change, system in placed:
        groups.setdefault(_group(app, model, change, system, by), []).append(change)
    _emit(app, model, since, groups)


def _nothing(app: App, since: str, without: int) -> NotFound:
    """Return the error where nothing is left; `without` options that leave something out there would be so many changes."""
    if without:
        return NotFound(t(app.lang, "changes.nothing-such", since=since), t(app.lang, "changes.nothing-such.hint", count=without))
    return NotFound(t(app.lang, "changes.nothing", since=since), t(app.lang, "changes.nothing.hint"))


def _require_day(since: str) -> None:
    try:
        written = date.fromisoformat(since).isoformat()
    except ValueError:
        written = None
    if written != since:
        raise click.BadParameter(f"`{safe(since)}` is no day. Write it as YYYY-MM-DD, for example 2023-12-31.", param_hint="'--since'")


def _group(app: App, model: Model, change: Change, system: Id | None, by: str) -> str:
    if by == "system":
        return label(model, system, app.lang) if system else t(app.lang, "changes.no-system")
    return next(iter(change.names.values()), t(app.lang, "changes.no-card"))


def _emit(app: App, model: Model, since: str, groups: dict[str, list[Change]]) -> None:
    known = document_ages(app.lang)
    everything = [change for found in groups.values() for change in found]
    if app.format == "json":
        emit_json({group: [_payload(change, known[change.document]) for change in found] for group, found in groups.items()})
    elif app.format != "table":
        rows = [_row(change, group, known[change.document]) for group, found in groups.items() for change in found]
        emit_table(rows, _COLUMNS, app.format)
    else:
        for group, found in groups.items():
            emit_text(group, bold=True)
            for change in found:
                _print(app, change)
            emit_text()
        emit_text(_counts(app, since, everything))
    places = [known[change.document] for change in everything]
    places += [known[place.document] for place in places_of(change.entry for change in everything if change.entry)]
    emit_age(app, model, (), places, listed=True, apart=False)


def _row(change: Change, group: str, age: Imported) -> tuple[object, ...]:
    line = change.entry.place.line if change.entry else None
    by_import = "yes" if change.imported else ""
    said = (change.change, change.day, group, change.text, change.document, line, change.before, by_import)
    return (*said, age.revision, age.dated)


def _print(app: App, change: Change) -> None:
    parts = [t(app.lang, f"changes.{change.change}"), date_words(change.day, app.lang)]
    if change.entry and change.entry.state == "pending":
        parts.append(t(app.lang, "state.pending"))
    if change.imported:
        parts[1] = t(app.lang, "changes.by-import", day=parts[1])
    line = change.entry.place.line if change.entry else None
    parts.append(t(app.lang, "history.place-top", document=change.document, line=line) if line else change.document)
    emit_text("  " + t(app.lang, "case.join").join(parts))
    emit_text(f"    {change.text}")
    if change.before:
        emit_text("    " + t(app.lang, "drift.before", text=change.before), dim=True)


def _counts(app: App, since: str, found: Sequence[Change]) -> str:
    counts = Counter(change.change for change in found)
    words = t(app.lang, "case.join").join(f"{t(app.lang, f'changes.{name}')} {counts[name]}" for name in CHANGES if counts[name])
    return t(app.lang, "changes.count", since=since, counts=words)


def _payload(change: Change, age: Imported) -> dict[str, object]:
    gone = {"text": change.text, "names": list(change.names.values()), "places": [], "gone_from": age._asdict()}
    entry = entry_payload(change.entry) if change.entry else gone
    return {"change": change.change, "day": change.day, "by_import": change.imported, "before": change.before, **entry}
