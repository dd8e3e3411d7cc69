"""`ygokg changes`: what is new, changed, resolved or withdrawn since a day, in imported documents or in what is encoded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ygokg.api.documents import CHANGES, Change, Changes, changes
from ygokg.cli.lookup_output import emit_age, emit_lines
from ygokg.cli.options import App, common_options, completes
from ygokg.cli.output import day, emit_json, emit_table, emit_text
from ygokg.messages import t
from ygokg.render.documents import change_lines, entry_payload, places_of, system_words

if TYPE_CHECKING:
    from ygokg.api.session import Aged

_COLUMNS = ("change", "date", "group", "text", "document", "line", "before", "by_import", "revision", "dated")


@click.command("changes")
@click.option("--since", required=True, metavar="YYYY-MM-DD", type=day, help="The first day that counts.")
@click.option(
    "--topic", metavar="TOPIC", shell_complete=completes("topics"), help="Only what belongs to a topic's rule systems, as `negation`."
)
@click.option("--by", type=click.Choice(("card", "system")), default="card", show_default=True, help="What to group by.")
@click.option("--change", "wanted", type=click.Choice(CHANGES), multiple=True, help="Only this kind of change. May be repeated.")
@click.option("--built-in", is_flag=True, help="What changed in the rules and rulings that are encoded, not in imported documents.")
@common_options("table", "json", "csv", "tsv")
def command(app: App, since: str, topic: str | None, by: str, wanted: tuple[str, ...], built_in: bool) -> None:
    """Show what the imported documents say anew since a day, grouped by the first card named or by rule system.

    The days are those of the log and of the sources that a passage cites; what a newer import has otherwise than the one before
    counts on the day of the import. An entry belongs to the rule system of its passage, of the same official answer, or of a ruling
    on the same cards.

    \b
    Examples:
      ygokg changes --since 2023-12-01
      ygokg changes --since 2023-06-01 --topic negation --lang zh
      ygokg changes --since 2023-01-01 --change withdrawn --by system
      ygokg changes --built-in --since 2022-01-01
    """
    if built_in:
        _emit_built_in(app, since, topic, wanted)
        return
    found = changes(app.session, since, topic=topic, wanted=wanted)
    groups: dict[str, list[Change]] = {}
    for change, system in found.placed:
        if by == "system":
            group = system_words(found.model, system, app.lang)
        else:
            group = next(iter(change.names.values()), t(app.lang, "changes.no-card"))
        groups.setdefault(group, []).append(change)
    _emit(app, found, since, groups)


def _emit(app: App, found: Changes, since: str, groups: dict[str, list[Change]]) -> None:
    known = found.ages
    everything = [change for of_group in groups.values() for change in of_group]
    if app.format == "json":
        emit_json({group: [_payload(change, known[change.document]) for change in of_group] for group, of_group in groups.items()})
    elif app.format != "table":
        rows = [_row(change, group, known[change.document]) for group, of_group in groups.items() for change in of_group]
        emit_table(rows, _COLUMNS, app.format)
    else:
        for group, of_group in groups.items():
            emit_text(group, bold=True)
            for change in of_group:
                emit_lines(change_lines(change, app.lang))
            emit_text()
        emit_text(_counts(app, since, everything))
    places = [known[change.document] for change in everything]
    places += [known[place.document] for place in places_of(change.entry for change in everything if change.entry)]
    emit_age(app, found.model, (), places, listed=True, apart=False)


def _emit_built_in(app: App, since: str, topic: str | None, wanted: tuple[str, ...]) -> None:
    from ygokg.api.course import turns
    from ygokg.render.course import TURN_COLUMNS, turn_lines, turn_payload, turn_rows

    model, found = app.session.model, turns(app.session, since, topic=topic, kinds=wanted)
    if app.format == "json":
        emit_json([turn_payload(turn) for turn in found])
    elif app.format != "table":
        emit_table(turn_rows(model, found), TURN_COLUMNS, app.format)
    elif found:
        emit_lines(turn_lines(model, found, app.lang))
        counts = Counter(turn.kind for turn in found)
        words = t(app.lang, "case.join").join(f"{t(app.lang, f'changes.{name}')} {counts[name]}" for name in CHANGES if counts[name])
        emit_text()
        emit_text(t(app.lang, "course.counts", since=since, counts=words))
    else:
        emit_text(t(app.lang, "course.none", since=since))
    emit_age(app, model, [i for turn in found for i in (*turn.before, *turn.after)], listed=True)


def _row(change: Change, group: str, age: Aged) -> tuple[object, ...]:
    line = change.entry.place.line if change.entry else None
    by_import = "yes" if change.imported else ""
    said = (change.change, change.day, group, change.text, change.document, line, change.before, by_import)
    return (*said, age.revision, age.dated)


def _counts(app: App, since: str, found: Sequence[Change]) -> str:
    counts = Counter(change.change for change in found)
    words = t(app.lang, "case.join").join(f"{t(app.lang, f'changes.{name}')} {counts[name]}" for name in CHANGES if counts[name])
    return t(app.lang, "changes.count", since=since, counts=words)


def _payload(change: Change, age: Aged) -> dict[str, object]:
    gone_from = {"document": age.document, "revision": age.revision, "dated": age.dated}
    gone = {"text": change.text, "names": list(change.names.values()), "places": [], "gone_from": gone_from}
    entry = entry_payload(change.entry) if change.entry else gone
    return {"change": change.change, "day": change.day, "by_import": change.imported, "before": change.before, **entry}
