"""`ygokg term`: what a word of the graph means and where it is used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from ygokg.cli.completing import completes
from ygokg.cli.lookup_output import emit_age, emit_lines, emit_meanings, nothing_called, only_for_lists, with_age
from ygokg.cli.options import App, common_options, show_query_option
from ygokg.cli.output import emit_json, emit_table
from ygokg.graph.model import Id, Model
from ygokg.lookup.concepts import concept_tree, concept_view, words_meant
from ygokg.lookup.terms import FIRST, find_terms, meant, nearest_terms, term_page
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
        _emit_scheme(app, app.graph().model)
        return
    found = find_terms(excerpt, text)
    words_found = [] if found else words_meant(app.graph().model, text, found)
    if len(words_found) == 1:
        model = app.graph().model
        word = model.words[words_found[0]]
        _emit(app, model, lambda: word_payload(model, word, app.lang), word_lines(model, word, app.lang))
        return
    if not found:
        raise nothing_called(app, excerpt, "term.unknown", text, nearest_terms(excerpt, text))
    term, others = meant(excerpt, found, text)
    if term is None:
        emit_meanings(app, excerpt, text, found)
        return
    only_for_lists(app, "term")
    if "ygo:Concept" in excerpt.all(term, "rdf:type"):
        model = app.graph().model
        about = concept_view(model, term)
        lines = [*concept_lines(model, about, app.lang, first=None if everything else FIRST), *also_lines(model, others, app.lang)]
        _emit(app, model, lambda: concept_payload(model, about, app.lang), lines, (*about.sources, *about.rules, *about.rulings))
        return
    subjects = excerpt.all(term, "dct:subject")
    if app.format == "json":
        from ygokg.render.payload import named, term_payload

        page = term_page(excerpt, term, in_full=True, listed=True, also=subjects)
        payload = {**term_payload(page.model, page.view, app.lang), "about": [named(page.model, i, app.lang) for i in subjects]}
        emit_json(with_age(app, excerpt, payload, page.behind, data=True))
        return
    page = term_page(excerpt, term, in_full=everything, also=(*others, *subjects))
    page.model.subjects[term] = tuple(subjects)
    lines = [
        *term_lines(page.model, page.view, app.lang),
        *about_lines(page.model, term, app.lang),
        *also_lines(page.model, others, app.lang),
    ]
    emit_lines(lines)
    emit_age(app, excerpt, page.behind, data=True)


def _emit(app: App, model: Model, payload: Callable[[], dict[str, Any]], lines: Sequence[Line], behind: Sequence[Id] = ()) -> None:
    if app.format == "json":
        emit_json(with_age(app, model, payload(), behind, data=True))
        return
    emit_lines(lines)
    emit_age(app, model, behind, data=True)


def _emit_scheme(app: App, model: Model) -> None:
    if app.format == "table":
        emit_lines(branch_lines(model, concept_tree(model), app.lang))
        emit_age(app, model, data=True)
        return
    columns = ("concept", "label", "broader", "families", "features", "questions", "systems", "rules", "rulings")
    emit_table(concept_rows(model, app.lang), columns, app.format)
    emit_age(app, model, data=True, listed=True)
