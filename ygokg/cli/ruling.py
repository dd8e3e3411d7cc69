"""`ygokg ruling`: one documented case with its answer, or all of a passage."""

from __future__ import annotations

import click

from ygokg.api.rulings import Excerpt, OfPassage, One, rulings
from ygokg.cli.lookup_output import emit_age, emit_day, emit_lines, only_for_lists, with_age, with_day
from ygokg.cli.options import App, as_of_option, common_options, completes, show_query_option
from ygokg.cli.output import emit_json, emit_table
from ygokg.render.lines import with_ages_of_rows
from ygokg.render.rules import passage_lines, ruling_page_lines

_COLUMNS = ("id", "question", "answer", "words", "status", "date")


@click.command("ruling")
@click.argument("id", shell_complete=completes("rulings"))
@as_of_option
@common_options("table", "json", "csv", "tsv")
@show_query_option
def command(app: App, id: str) -> None:
    """Show a ruling: answer, question, case, sources and the rules behind it.

    ID is a ruling or a passage (document and line); a passage with several rulings lists them.

    \b
    Examples:
      ygokg ruling negation.112
      ygokg ruling negation.154 --lang zh
      ygokg ruling ruling:negation.112 --format json
      ygokg ruling negation.112 --as-of 2024-01-01
    """
    excerpt = app.session.excerpt()
    found = rulings(excerpt, id, in_full=app.format == "json", in_words=app.format == "table")
    if isinstance(found, One):
        only_for_lists(app, "ruling")
        _one(app, excerpt, found)
    else:
        _several(app, excerpt, found)
    emit_day(app, excerpt)


def _one(app: App, excerpt: Excerpt, found: One) -> None:
    page, sentences = found.page, found.sentences
    if app.format == "json":
        from ygokg.render.payload import ruling_payload

        payload = ruling_payload(page.model, page.truth, page.view, app.lang, sentences)
        emit_json(with_day(app, excerpt, with_age(app, excerpt, payload, found.sources, sentences.values())))
        return
    emit_lines(ruling_page_lines(page.model, page.view, app.lang, sentences))
    emit_age(app, excerpt, found.sources, sentences.values())


def _several(app: App, excerpt: Excerpt, found: OfPassage) -> None:
    if app.format == "table":
        emit_lines(passage_lines(found.model, found.passage, found.rulings, app.lang, found.sentences))
        emit_age(app, excerpt, found.sources, found.sentences.values())
        return
    from ygokg.render.payload import ruling_row

    told = (ruling_row(found.model, found.truth, i, app.lang) for i in found.rulings)
    rows = with_ages_of_rows(found.model, [[row[column] for column in _COLUMNS] for row in told], app.format)
    emit_table(rows, (*_COLUMNS, "rests_on"), app.format)
    emit_age(app, excerpt, found.sources, listed=True)
