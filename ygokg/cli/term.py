"""`ygokg term`: what a word of the graph means and where it is used."""

from __future__ import annotations

import click

from ygokg.cli.ages import emit_age, with_age
from ygokg.cli.completes import completes
from ygokg.cli.lookup_output import emit_choices, emit_lines, nothing_found, only_for_lists
from ygokg.cli.options import App, common_options
from ygokg.cli.output import emit_json
from ygokg.lookup.search import search, suggest
from ygokg.lookup.terms import meant, named_terms, term_view
from ygokg.render.term import FIRST, also_lines, term_lines

__all__ = ["command"]


@click.command("term")
@click.argument("words", nargs=-1, required=True, shell_complete=completes("terms"))
@click.option("--all", "everything", is_flag=True, help=f"Show every use, not the first {FIRST}.")
@common_options("table", "json", "csv", "tsv")
def command(app: App, words: tuple[str, ...], everything: bool) -> None:
    """Explain a term: a concept, family of effects, feature, value, question, answer or rule system.

    WORDS is an id or words of a label in any language.

    \b
    Examples:
      ygokg term IsNegated
      ygokg term face-down
      ygokg term 里侧表示 --lang zh
      ygokg term FieldMonsterNegator --all
    """
    model = app.graph().model
    text = " ".join(words)
    labels = named_terms(model)
    found = search(labels, text)
    if not found:
        raise nothing_found(app, model, "term.unknown", text, suggest(labels, text))
    concept, others = meant(model, found, text)
    if concept is None:
        emit_choices(app, model, text, found)
        return
    only_for_lists(app, "term")
    view = term_view(model, concept)
    behind = (*view.sources, *view.rules, *view.rulings)
    if app.format == "json":
        from ygokg.render.payload import term_payload

        emit_json(with_age(app, model, term_payload(model, view, app.lang), behind, data=True))
        return
    emit_lines([*term_lines(model, view, app.lang, first=None if everything else FIRST), *also_lines(model, others, app.lang)])
    emit_age(app, model, behind, data=True)
