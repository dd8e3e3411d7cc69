"""`ygokg term`: what a word of the graph means and where it is used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ygokg.cli.completing import completes
from ygokg.cli.lookup_output import emit_age, emit_lines, emit_meanings, nothing_called, only_for_lists, with_age
from ygokg.cli.options import App, common_options, show_query_option
from ygokg.cli.output import emit_json, emit_table
from ygokg.lookup.concepts import concept_page, concept_tree, scheme, scheme_counted
from ygokg.lookup.terms import FIRST, WORD, find_terms, kind_of, meant, nearest_terms, term_page
from ygokg.lookup.vocabulary import word_page
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
    from ygokg.graph.model import Id
    from ygokg.lookup.excerpt import Excerpt

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
    excerpt = app.excerpt()
    text = " ".join(words)
    if not text:
        _emit_scheme(app, excerpt)
        return
    found = find_terms(excerpt, text)
    if not found:
        raise nothing_called(app, excerpt, "term.unknown", text, nearest_terms(excerpt, text))
    term, others = meant(excerpt, found, text)
    if term is None:
        emit_meanings(app, excerpt, text, found)
        return
    only_for_lists(app, "term")
    kind = kind_of(excerpt, term)
    if kind == WORD:
        _emit_word(app, excerpt, term)
    elif kind == "concept":
        _emit_concept(app, excerpt, term, others, everything=everything)
    else:
        _emit_term(app, excerpt, term, others, everything=everything)


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


def _emit_word(app: App, excerpt: Excerpt, word: Id) -> None:
    page = word_page(excerpt, word)
    if app.format == "json":
        _emit_payload(app, excerpt, word_payload(page.model, page.word, app.lang))
        return
    _emit_page(app, excerpt, word_lines(page.model, page.word, page.narrower, app.lang))


def _emit_concept(app: App, excerpt: Excerpt, concept: Id, others: Sequence[Id], *, everything: bool) -> None:
    if app.format == "json":
        page = concept_page(excerpt, concept, listed=True)
        _emit_payload(app, excerpt, concept_payload(page.model, page.view, app.lang), page.behind)
        return
    first = None if everything else FIRST
    page = concept_page(excerpt, concept, first=first, also=others)
    lines = [*concept_lines(page.model, page.view, app.lang, first=first), *also_lines(page.model, others, app.lang)]
    _emit_page(app, excerpt, lines, page.behind)


def _emit_term(app: App, excerpt: Excerpt, term: Id, others: Sequence[Id], *, everything: bool) -> None:
    subjects = excerpt.all(term, "dct:subject")
    if app.format == "json":
        from ygokg.render.payload import named, term_payload

        page = term_page(excerpt, term, in_full=True, listed=True, also=subjects)
        payload = {**term_payload(page.model, page.view, app.lang), "about": [named(page.model, i, app.lang) for i in subjects]}
        _emit_payload(app, excerpt, payload, page.behind)
        return
    page = term_page(excerpt, term, in_full=everything, also=(*others, *subjects))
    page.model.subjects[term] = tuple(subjects)
    lines = [
        *term_lines(page.model, page.view, app.lang),
        *about_lines(page.model, term, app.lang),
        *also_lines(page.model, others, app.lang),
    ]
    _emit_page(app, excerpt, lines, page.behind)


def _emit_payload(app: App, excerpt: Excerpt, payload: dict[str, Any], behind: Sequence[Id] = ()) -> None:
    emit_json(with_age(app, excerpt, payload, behind, data=True))


def _emit_page(app: App, excerpt: Excerpt, lines: Sequence[Line], behind: Sequence[Id] = ()) -> None:
    emit_lines(lines)
    emit_age(app, excerpt, behind, data=True)
