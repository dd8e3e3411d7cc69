"""`ygokg drift`: which encoded passages changed, moved or vanished in a newer import of their documents."""

from __future__ import annotations

import click

from ygokg.api.documents import DRIFTS, Drift, Drifted, drift
from ygokg.cli.lookup_output import emit_age, emit_lines, with_age
from ygokg.cli.options import App, common_options, completes
from ygokg.cli.output import emit_json, emit_table
from ygokg.render.documents import drift_lines, drift_payload, move_words, users_of, words_line

_COLUMNS = ("passage", "change", "before", "now", "document", "line", "score", "words", "used_by", "moves", "revision", "dated")
_FINDINGS = 1


@click.command("drift")
@click.option("--change", "changes", type=click.Choice(DRIFTS), multiple=True, help="Only this kind of change. May be repeated.")
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
    drifted = drift(app.session, wanted=changes, topic=topic)
    model, found, shown = drifted
    if app.format == "json":
        payload = drift_payload(model, found, app.lang, shown)
        emit_json(with_age(app, model, payload, found.compared, found.compared.values()))
    elif app.format == "table":
        emit_lines(drift_lines(model, found, app.lang, shown))
    else:
        emit_table([_row(drifted, one, app.lang) for one in shown], _COLUMNS, app.format)
    if app.data or app.format != "table":
        emit_age(app, model, found.compared, found.compared.values())
    if shown:
        raise click.exceptions.Exit(_FINDINGS)


def _row(drifted: Drift, one: Drifted, lang: str) -> tuple[object, ...]:
    now = (one.now.text, one.now.document, one.now.line) if one.now else (None, None, None)
    age = (one.now.revision, one.now.dated) if one.now else (None, None)
    used_by = " ".join(users_of(drifted.model, one.passage))
    ways = "; ".join(move_words(drifted.model, move, lang) for move in one.moves)
    return (one.passage, one.change, one.before, *now, f"{one.score:.2f}", words_line(one.words, lang), used_by, ways, *age)
