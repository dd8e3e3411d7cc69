"""`ygokg history`: what was said about a card, in an official answer, or by a rule or ruling, when."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from ygokg.api.course import statement_id
from ygokg.api.documents import Candidate, Entry, History, history
from ygokg.api.session import Meanings
from ygokg.cli.lookup_output import emit_age, emit_lines, emit_meanings
from ygokg.cli.options import App, common_options, completes
from ygokg.cli.output import emit_json, emit_table, emit_text
from ygokg.errors import NotFound
from ygokg.messages import t
from ygokg.render.documents import candidate_lines, entry_lines, entry_payload, places_of

_COLUMNS = ("date", "state", "source", "text", "document", "line", "cites", "may replace", "revision", "dated")


@click.command("history")
@click.argument("subject", metavar="CARD|FAQ-ID|RULE|RULING|PASSAGE", shell_complete=completes("cards"))
@click.option("--in", "chapter", metavar="FILE", type=click.Path(exists=True, path_type=Path), help="A chapter in a git checkout.")
@common_options("table", "json", "csv", "tsv")
def command(app: App, subject: str, chapter: Path | None) -> None:
    """Show what the imported documents say about a card, or in an official answer, in order of the days.

    Of a RULE or RULING it shows the whole course: what it took the place of, what took its own, and the days on which the encoded
    documents said each of them. Of a PASSAGE it shows all wordings, by the history of a git checkout that has the chapter (`--in FILE`).

    What stands under a heading of changes is shown with the earlier entries that it may replace: candidates with a score, from
    shared cards and the likeness of the texts, and never a fact. FAQ-ID is the number of an answer in the official database
    (faq:12345); a bare number is a passcode first.

    \b
    Examples:
      ygokg history 技能抽取
      ygokg history faq:12812 --lang zh
      ygokg history "Skill Drain" --format json
      ygokg history negation.112
    """
    if chapter is not None:
        _emit_wordings(app, subject, chapter)
        return
    if (statement := statement_id(app.session, subject)) is not None:
        _emit_course(app, statement)
        return
    found = history(app.session, subject)
    if isinstance(found, Meanings):
        emit_meanings(app, found)  # on standard output, for they are what the reader chooses from
        raise click.exceptions.Exit(NotFound.exit_code)
    _emit(app, found)


def _emit_wordings(app: App, subject: str, chapter: Path) -> None:
    from ygokg.api.documents import wordings_of
    from ygokg.render.course import WORDING_COLUMNS, wording_lines, wording_rows

    found = wordings_of(app.session, subject, chapter)
    if app.format == "table":
        emit_lines(wording_lines(found.courses, app.lang))
    else:
        emit_table(wording_rows(found.courses), WORDING_COLUMNS, app.format)


def _emit_course(app: App, statement: str) -> None:
    from ygokg.api.course import course
    from ygokg.render.course import COURSE_COLUMNS, course_lines, course_rows

    found = course(app.session, statement)
    if app.format == "table":
        emit_lines(course_lines(found.model, found.statements, app.lang))
    else:
        emit_table(course_rows(found.model, found.statements, app.lang), COURSE_COLUMNS, app.format)
    emit_age(app, found.model, found.statements, listed=True)


def _emit(app: App, found: History) -> None:
    if app.format == "json":
        emit_json([entry_payload(e, found.before.get(e.number, ()), found.rulings[e.number]) for e in found.entries])
    elif app.format == "table":
        for entry in found.entries:
            emit_lines(entry_lines(entry, app.lang, found.rulings[entry.number]))
            if candidates := found.before.get(entry.number):
                emit_text("    " + t(app.lang, "history.may-replace"))
                emit_lines(candidate_lines(candidates, app.lang))
    else:
        emit_table([_row(entry, found.before.get(entry.number, ())) for entry in found.entries], _COLUMNS, app.format)
    emit_age(app, found.model, (), places_of(found.entries), listed=True)


def _row(entry: Entry, candidates: Iterable[Candidate]) -> tuple[object, ...]:
    place = entry.place
    cites = " ".join(cited.identifier for cited in entry.cited if cited.identifier)
    replaces = " ".join(f"{c.entry.place.document}:{c.entry.place.line} ({c.score:.2f})" for c in candidates)
    age = (place.revision, place.dated)
    return (entry.date, entry.state, entry.source_class, entry.text, place.document, place.line, cites, replaces, *age)
