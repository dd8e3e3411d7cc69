"""`ygokg term`: what a word of the graph means and where it is used."""

from __future__ import annotations

import click

from ygokg.cli.ages import emit_age, with_age
from ygokg.cli.completes import completes
from ygokg.cli.lookup_output import emit_lines, emit_meanings, nothing_called, only_for_lists
from ygokg.cli.options import App, common_options, show_query_option
from ygokg.cli.output import emit_json
from ygokg.lookup.terms import FIRST, find_terms, meant, nearest_terms, term_page
from ygokg.render.term import also_lines, term_lines

__all__ = ["command"]


@click.command("term")
@click.argument("words", nargs=-1, required=True, shell_complete=completes("terms"))
@click.option("--all", "everything", is_flag=True, help=f"Show every use, not the first {FIRST}.")
@common_options("table", "json", "csv", "tsv")
@show_query_option
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
    excerpt = app.excerpt()
    text = " ".join(words)
    found = find_terms(excerpt, text)
    if not found:
        raise nothing_called(app, excerpt, "term.unknown", text, nearest_terms(excerpt, text))
    term, others = meant(excerpt, found, text)
    if term is None:
        emit_meanings(app, excerpt, text, found)
        return
    only_for_lists(app, "term")
    if app.format == "json":
        from ygokg.render.payload import term_payload

        page = term_page(excerpt, term, in_full=True, listed=True)
        emit_json(with_age(app, excerpt, term_payload(page.model, page.view, app.lang), page.behind, data=True))
        return
    page = term_page(excerpt, term, in_full=everything, also=others)
    emit_lines([*term_lines(page.model, page.view, app.lang), *also_lines(page.model, others, app.lang)])
    emit_age(app, excerpt, page.behind, data=True)
