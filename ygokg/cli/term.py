"""`ygokg term`: what a word of the graph means and where it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ygokg.api.session import Meanings
from ygokg.api.terms import FIRST, About, WordPage, concept_tree, scheme, scheme_counted, term
from ygokg.cli.lookup_output import emit_age, emit_lines, emit_meanings, only_for_lists, with_age
from ygokg.cli.options import App, common_options, completes, show_query_option
from ygokg.cli.output import emit_json, emit_table
from ygokg.render.terms import (
    about_lines,
    also_lines,
    branch_lines,
    concept_lines,
    concept_rows,
    definition_lines,
    term_lines,
    word_lines,
)

if TYPE_CHECKING:
    from ygokg.api.session import Excerpt
    from ygokg.api.terms import Term


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
      ygokg term LeftBeforeResolution
    """
    text = " ".join(words)
    excerpt = app.session.excerpt()
    if not text:
        _emit_scheme(app, excerpt)
        return
    found = term(excerpt, text, in_full=everything or app.format == "json", listed=app.format != "table")
    if isinstance(found, Meanings):
        emit_meanings(app, found)
        return
    only_for_lists(app, "term")
    if isinstance(found, WordPage):
        _emit_word(app, excerpt, found)
    elif isinstance(found, About):
        _emit_concept(app, excerpt, found, everything=everything)
    else:
        _emit_term(app, excerpt, found)


def _emit_scheme(app: App, excerpt: Excerpt) -> None:
    if app.format == "table":
        model = scheme(excerpt)
        emit_lines(branch_lines(model, concept_tree(model), app.lang))
        emit_age(app, excerpt, data=True)
        return
    columns = ("concept", "label", "broader", "families", "features", "questions", "systems", "rules", "rulings")
    model, views = scheme_counted(excerpt)
    emit_table(concept_rows(model, views, app.lang), columns, app.format)
    emit_age(app, excerpt, data=True, listed=True)


def _emit_word(app: App, excerpt: Excerpt, page: WordPage) -> None:
    if app.format == "json":
        from ygokg.render.payload import word_payload

        payload = word_payload(page.model, page.word, app.lang)
        if page.construct:
            payload |= {"construct": page.construct, "stratum": int(page.stratum), "sources": list(page.sources)}
        emit_json(with_age(app, excerpt, payload, data=True))
        return
    emit_lines(word_lines(page.model, page.word, page.narrower, app.lang))
    emit_lines(definition_lines(page.model, page, app.lang))
    emit_age(app, excerpt, data=True)


def _emit_concept(app: App, excerpt: Excerpt, found: About, *, everything: bool) -> None:
    model, view, behind = found.page
    if app.format == "json":
        from ygokg.render.payload import concept_payload

        emit_json(with_age(app, excerpt, concept_payload(model, view, app.lang), behind, data=True))
        return
    emit_lines(concept_lines(model, view, app.lang, first=None if everything else FIRST))
    emit_lines(also_lines(model, found.others, app.lang))
    emit_age(app, excerpt, behind, data=True)


def _emit_term(app: App, excerpt: Excerpt, found: Term) -> None:
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
