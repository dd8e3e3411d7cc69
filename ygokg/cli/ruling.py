"""`ygokg ruling`: one documented case with its answer, or all of a passage."""

from __future__ import annotations

import click

from ygokg.cli.completes import completes
from ygokg.cli.lookup_output import emit_age, emit_day, emit_lines, nothing_found, only_for_lists, with_age, with_ages_of_rows, with_day
from ygokg.cli.options import App, as_of_option, common_options, show_query_option
from ygokg.cli.output import emit_json, emit_table
from ygokg.documents.sentences import sentences_of
from ygokg.errors import NotFound
from ygokg.graph.labels import suggest
from ygokg.graph.model import Id
from ygokg.graph.triples import natural_key
from ygokg.graph.words import source_words
from ygokg.lookup.excerpt import Excerpt
from ygokg.lookup.rulings import all_rulings, find_rulings, passage_id, ruling_page, rulings_page
from ygokg.messages import t
from ygokg.render.rules import passage_lines, ruling_page_lines

__all__ = ["command", "no_ruling"]

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
    excerpt = app.excerpt()
    found = find_rulings(excerpt, id)
    if not found:
        raise _nothing(app, excerpt, id)
    if len(found) > 1:
        _several(app, excerpt, id, found)
    else:
        only_for_lists(app, "ruling")
        _one(app, excerpt, found[0])
    emit_day(app, excerpt)


def no_ruling(app: App, excerpt: Excerpt, words: str) -> NotFound:
    """Return the error for words that no ruling and no passage has, with those that are near."""
    near = find_rulings(excerpt, words.rpartition(".")[0]) or suggest({i: {} for i in all_rulings(excerpt)}, words, 3)
    return nothing_found(app, excerpt.model(), "ruling.unknown", words, near)


def _one(app: App, excerpt: Excerpt, ruling: Id) -> None:
    page = ruling_page(excerpt, ruling, in_full=app.format == "json")
    sources = page.model.rulings[ruling].sources
    sentences = sentences_of(page.model, sources, app.lang)
    if app.format == "json":
        from ygokg.render.payload import ruling_payload

        payload = ruling_payload(page.model, page.truth, page.view, app.lang, sentences)
        emit_json(with_day(app, excerpt, with_age(app, excerpt, payload, sources, sentences.values())))
        return
    emit_lines(ruling_page_lines(page.model, page.view, app.lang, sentences))
    emit_age(app, excerpt, sources, sentences.values())


def _several(app: App, excerpt: Excerpt, words: str, found: tuple[Id, ...]) -> None:
    in_words = app.format == "table"
    passage = passage_id(words)
    model, truth = rulings_page(excerpt, passage, found, with_passages=in_words)
    sources = [source for i in found for source in model.rulings[i].sources]
    if in_words:
        sentences = sentences_of(model, sources, app.lang)
        emit_lines(passage_lines(model, passage, found, app.lang, sentences))
        emit_age(app, excerpt, sources, sentences.values())
        return
    from ygokg.render.payload import ruling_row

    found_rows = (ruling_row(model, truth, i, app.lang) for i in found)
    rows = with_ages_of_rows(model, [[row[column] for column in _COLUMNS] for row in found_rows], app.format)
    emit_table(rows, (*_COLUMNS, "rests_on"), app.format)
    emit_age(app, excerpt, sources, listed=True)


def _nothing(app: App, excerpt: Excerpt, words: str) -> NotFound:
    passage = passage_id(words)
    if app.as_of and (later := find_rulings(excerpt, words, ever=True)):
        first = min(map(excerpt.documented_on, later))
        return NotFound(t(app.lang, "as-of.later", words=words, day=app.as_of, first=first), t(app.lang, "as-of.later.hint"))
    excerpt.passages((passage,))
    model = excerpt.model()
    if passage not in model.passages:
        return no_ruling(app, excerpt, words)
    rules = sorted({row[0].text for row in excerpt.queries.rows("rules-citing", passage=(passage,))}, key=natural_key)
    if rules:
        hint = t(app.lang, "ruling.cited-by", rules=t(app.lang, "list").join(rules))
    elif passage in model.left_out:
        hint = t(app.lang, "ruling.left-out", reason=model.left_out[passage])
    else:
        hint = t(app.lang, "ruling.not-encoded", passage=passage.removeprefix("src:"))
    return NotFound(t(app.lang, "ruling.none-of-passage", passage=source_words(model, passage, app.lang)), hint)
