"""`ygokg term`: what a word of the graph means and where it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ygokg.api.session import Meanings
from ygokg.api.terms import FIRST, About, OfVocabulary, Term, concept_tree, term
from ygokg.cli.lookup_output import emit_age, emit_lines, emit_meanings, only_for_lists, with_age
from ygokg.cli.options import App, common_options, completes, show_query_option
from ygokg.cli.output import emit_json, emit_table
from ygokg.render.lines import Line
from ygokg.render.terms import (
    about_lines,
    also_lines,
    branch_lines,
    concept_lines,
    concept_payload,
    concept_rows,
    term_lines,
    word_lines,
    word_payload,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ygokg.api.session import Dated

__all__ = ["command"]


@click.command("term")
@click.argument("words", nargs=-1, shell_complete=completes("terms"))
@click.option("--all", "everything", is_flag=True, help=f"Show every use, not the first {FIRST}.")
@common_options("table", "json", "csv", "tsv")
@show_query_option
def command(app: App, words: tuple[str, ...], everything: bool) -> None:
    """Explain a term: a concept, family of effects, feature, value, question, answer or rule system, or a word of the vocabulary.

    WORDS is an id or words of a label in any language. A concept leads to all that is about it or about a narrower one; without
    WORDS the concepts are shown as a tree.

    \b
    Examples:
      ygokg term
      ygokg term 无效的种类 --lang zh
      ygokg term IsNegated
      ygokg term face-down
      ygokg term 里侧表示 --lang zh
      ygokg term FieldMonsterNegator --all
      ygokg term exceptionTo
    """
    text = " ".join(words)
    if not text:
        _emit_scheme(app)
        return
    excerpt = app.session.excerpt()
    in_json = app.format == "json"
    found = term(app.session, excerpt, text, in_full=everything or in_json, listed=app.format != "table")
    if isinstance(found, Meanings):
        emit_meanings(app, found)
    elif isinstance(found, OfVocabulary):
        model, word = found
        _emit(app, model, lambda: word_payload(model, word, app.lang), word_lines(model, word, app.lang))
    elif isinstance(found, About):
        only_for_lists(app, "term")
        _emit_about(app, found, everything)
    else:
        only_for_lists(app, "term")
        _emit_term(app, found, excerpt)


def _emit_about(app: App, found: About, everything: bool) -> None:
    model, view, others = found
    lines = [*concept_lines(model, view, app.lang, first=None if everything else FIRST), *also_lines(model, others, app.lang)]
    _emit(app, model, lambda: concept_payload(model, view, app.lang), lines, (*view.sources, *view.rules, *view.rulings))


def _emit_term(app: App, found: Term, excerpt: Dated) -> None:
    page = found.page
    if app.format == "json":
        from ygokg.render.payload import named, term_payload

        payload = term_payload(page.model, page.view, app.lang)
        payload["about"] = [named(page.model, i, app.lang) for i in found.subjects]
        emit_json(with_age(app, excerpt, payload, page.behind, data=True))
        return
    emit_lines(term_lines(page.model, page.view, app.lang))
    emit_lines(about_lines(page.model, page.view.id, app.lang))
    emit_lines(also_lines(page.model, found.others, app.lang))
    emit_age(app, excerpt, page.behind, data=True)


def _emit(app: App, model: Dated, payload: Callable[[], dict[str, Any]], lines: Sequence[Line], behind: Sequence[str] = ()) -> None:
    if app.format == "json":
        emit_json(with_age(app, model, payload(), behind, data=True))
        return
    emit_lines(lines)
    emit_age(app, model, behind, data=True)


def _emit_scheme(app: App) -> None:
    model = app.session.model
    if app.format == "table":
        emit_lines(branch_lines(model, concept_tree(model), app.lang))
        emit_age(app, model, data=True)
        return
    columns = ("concept", "label", "broader", "families", "features", "questions", "systems", "rules", "rulings")
    emit_table(concept_rows(model, app.lang), columns, app.format)
    emit_age(app, model, data=True, listed=True)
