"""`ygokg term`: what a word of the graph means and where it is used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from ygokg.cli.ages import emit_age, with_age
from ygokg.cli.completes import completes
from ygokg.cli.lookup_output import emit_choices, emit_lines, nothing_found, only_for_lists
from ygokg.cli.options import App, common_options
from ygokg.cli.output import emit_json, emit_table
from ygokg.lookup.concepts import concept_tree, concept_view, words_meant
from ygokg.lookup.search import search, suggest
from ygokg.lookup.terms import TermView, meant, named_terms, term_view
from ygokg.model import Id, Model
from ygokg.render.concepts import about_lines, branch_lines, concept_lines, concept_payload, concept_rows, word_lines, word_payload
from ygokg.render.lines import Line
from ygokg.render.term import FIRST, also_lines, term_lines

__all__ = ["command"]


@click.command("term")
@click.argument("words", nargs=-1, shell_complete=completes("terms"))
@click.option("--all", "everything", is_flag=True, help=f"Show every use, not the first {FIRST}.")
@common_options("table", "json", "csv", "tsv")
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
    model = app.graph().model
    text = " ".join(words)
    if not text:
        _emit_scheme(app, model)
        return
    labels = named_terms(model)
    found = search(labels, text)
    found = words_meant(model, text, found) or found
    if not found:
        raise nothing_found(app, model, "term.unknown", text, suggest(labels, text))
    concept, others = meant(model, found, text)
    if concept is None:
        emit_choices(app, model, text, found)
        return
    only_for_lists(app, "term")
    first = None if everything else FIRST
    if concept in model.words:
        word = model.words[concept]
        _emit(app, model, lambda: word_payload(model, word, app.lang), word_lines(model, word, app.lang))
        return
    if concept in model.concepts:
        about = concept_view(model, concept)
        lines = [*concept_lines(model, about, app.lang, first=first), *also_lines(model, others, app.lang)]
        _emit(app, model, lambda: concept_payload(model, about, app.lang), lines, (*about.sources, *about.rules, *about.rulings))
        return
    view = term_view(model, concept)
    behind = (*view.sources, *view.rules, *view.rulings)
    lines = [*term_lines(model, view, app.lang, first=first), *about_lines(model, concept, app.lang), *also_lines(model, others, app.lang)]
    _emit(app, model, lambda: _payload(model, view, app.lang), lines, behind)


def _payload(model: Model, view: TermView, lang: str) -> dict[str, Any]:
    from ygokg.render.payload import named, term_payload

    return {**term_payload(model, view, lang), "about": [named(model, i, lang) for i in model.subjects.get(view.id, ())]}


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
