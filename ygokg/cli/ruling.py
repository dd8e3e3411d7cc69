"""`ygokg ruling`: one documented case with its answer, or all of a passage."""

from __future__ import annotations

import click

from ygokg.cli.ages import emit_age, with_age, with_ages_of_rows
from ygokg.cli.completes import completes
from ygokg.cli.lookup_output import emit_as_of, emit_lines, nothing_found, only_for_lists, with_as_of
from ygokg.cli.options import App, as_of_option, common_options
from ygokg.cli.output import emit_json, emit_table
from ygokg.corpus.sentences import sentences_of
from ygokg.errors import NotFound
from ygokg.lookup.rulings import find_rulings, passage_id, ruling_view
from ygokg.lookup.search import suggest
from ygokg.messages import t
from ygokg.model import Id, Model
from ygokg.render.ruling import passage_lines, ruling_page
from ygokg.render.words import source_words

__all__ = ["command"]

_COLUMNS = ("id", "question", "answer", "words", "status", "date")


@click.command("ruling")
@click.argument("id", shell_complete=completes("rulings"))
@as_of_option
@common_options("table", "json", "csv", "tsv")
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
    graph = app.graph()
    model, found = graph.model, find_rulings(graph.model, id)
    if not found:
        raise _nothing(app, model, id)
    if len(found) > 1:
        _several(app, model, id, found)
    else:
        only_for_lists(app, "ruling")
        _one(app, model, found[0])
    emit_as_of(app)


def _one(app: App, model: Model, ruling: Id) -> None:
    truth = app.graph().verdicts
    view = ruling_view(model, truth, ruling)
    sentences = sentences_of(model, model.rulings[ruling].sources, app.lang)
    if app.format == "json":
        from ygokg.render.payload import ruling_payload

        payload = ruling_payload(model, truth, view, app.lang, sentences)
        emit_json(with_as_of(app, with_age(app, model, payload, (ruling,), sentences.values())))
        return
    emit_lines(ruling_page(model, view, app.lang, sentences))
    emit_age(app, model, (ruling,), sentences.values())


def _several(app: App, model: Model, words: str, found: tuple[Id, ...]) -> None:
    if app.format == "table":
        sentences = sentences_of(model, (source for i in found for source in model.rulings[i].sources), app.lang)
        emit_lines(passage_lines(model, passage_id(words), found, app.lang, sentences))
        emit_age(app, model, found, sentences.values())
        return
    from ygokg.render.payload import ruling_row

    found_rows = (ruling_row(model, app.graph().verdicts, i, app.lang) for i in found)
    rows = with_ages_of_rows(model, [[row[column] for column in _COLUMNS] for row in found_rows], app.format)
    emit_table(rows, (*_COLUMNS, "rests_on"), app.format)
    emit_age(app, model, found, listed=True)


def _nothing(app: App, model: Model, words: str) -> NotFound:
    passage = passage_id(words)
    if model.as_of and (later := find_rulings(app.whole.model, words)):
        from ygokg.lookup.as_of import day_of

        first = min(day_of(app.whole.model, app.whole.model.rulings[i]) for i in later)
        return NotFound(t(app.lang, "as-of.later", words=words, day=model.as_of, first=first), t(app.lang, "as-of.later.hint"))
    if passage not in model.passages:
        beside = find_rulings(model, words.rpartition(".")[0])
        return nothing_found(app, model, "ruling.unknown", words, beside or suggest({i: {} for i in model.rulings}, words, 3))
    rules = [i for i, rule in model.rules.items() if passage in rule.sources]
    if rules:
        hint = t(app.lang, "ruling.cited-by", rules=t(app.lang, "list").join(rules))
    elif passage in model.left_out:
        hint = t(app.lang, "ruling.left-out", reason=model.left_out[passage])
    else:
        hint = t(app.lang, "ruling.not-encoded", passage=passage.removeprefix("src:"))
    return NotFound(t(app.lang, "ruling.none-of-passage", passage=source_words(model, passage, app.lang)), hint)
