"""`ygokg drift`: which encoded passages changed, moved or vanished in a newer import of their documents."""

from __future__ import annotations

import click

from ygokg.cli.completes import completes
from ygokg.cli.lookup_output import emit_age, emit_lines, with_age
from ygokg.cli.options import App, common_options
from ygokg.cli.output import emit_json, emit_table
from ygokg.documents.drift import CHANGES, Drifted, drift
from ygokg.errors import NotFound, UsageProblem
from ygokg.graph.model import Model
from ygokg.messages import t
from ygokg.render.documents import drift_lines, drift_payload, move_words, users_of, words_line

__all__ = ["command"]

_COLUMNS = ("passage", "change", "before", "now", "document", "line", "score", "words", "used_by", "moves", "revision", "dated")
_FINDINGS = 1


@click.command("drift")
@click.option("--change", "changes", type=click.Choice(CHANGES), multiple=True, help="Only this kind of change. May be repeated.")
@click.option("--topic", metavar="TOPIC", shell_complete=completes("topics"), help="Only what belongs to a topic, as `negation`.")
@common_options("table", "json", "csv", "tsv")
def command(app: App, changes: tuple[str, ...], topic: str | None) -> None:
    """Compare the passages that rules and rulings rest on with the newest import of their documents.

    A passage is known by the hash of its text; what changed is shown with the differing words where an earlier import has the
    earlier text. What a passage became is the most likely candidate, with how alike the two are.

    Moved is what stands in another document, below another heading, in or out of a box, as an example instead of a rule, under
    another rule, or in another order among its neighbours; a line that was only pushed along has not moved.

    \b
    Examples:
      ygokg drift
      ygokg drift --change changed --lang zh
      ygokg drift --topic negation --format json

    \b
    Exit codes: 0 everything stands; 1 something does not;
    3 no document that is encoded was imported.
    """
    model = app.graph().model
    topics = sorted({system.topic for system in model.systems.values()})
    if topic is not None and topic not in topics:
        raise UsageProblem(t(app.lang, "topic.unknown", topic=topic), t(app.lang, "topic.unknown.hint", topics=", ".join(topics)))
    found = drift(model, app.lang)
    if not found.compared:
        raise NotFound(t(app.lang, "drift.nothing"), t(app.lang, "drift.nothing.hint"))
    shown = tuple(one for one in found.drifted if _wanted(model, one, changes, topic))
    if app.format == "json":
        payload = drift_payload(model, found, app.lang, shown)
        emit_json(with_age(app, model, payload, found.compared, found.compared.values()))
    elif app.format == "table":
        emit_lines(drift_lines(model, found, app.lang, shown))
    else:
        rows = [_row(model, one, app.lang) for one in shown]
        emit_table(rows, _COLUMNS, app.format)
    if app.data or app.format != "table":
        emit_age(app, model, found.compared, found.compared.values())
    if shown:
        raise click.exceptions.Exit(_FINDINGS)


def _wanted(model: Model, one: Drifted, changes: tuple[str, ...], topic: str | None) -> bool:
    of_topic = topic is None or model.systems[model.passages[one.passage].system].topic == topic
    return of_topic and (not changes or one.change in changes)


def _row(model: Model, one: Drifted, lang: str) -> tuple[object, ...]:
    now = (one.now.text, one.now.document, one.now.line) if one.now else (None, None, None)
    age = (one.now.revision, one.now.dated) if one.now else (None, None)
    used_by = " ".join(users_of(model, one.passage))
    ways = "; ".join(move_words(model, move, lang) for move in one.moves)
    return (one.passage, one.change, one.before, *now, f"{one.score:.2f}", words_line(one.words, lang), used_by, ways, *age)
