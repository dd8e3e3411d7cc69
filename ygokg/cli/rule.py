"""`ygokg rule`: the tree of rule systems, or one rule with its exceptions."""

from __future__ import annotations

import click

from ygokg.cli.completes import completes
from ygokg.cli.lookup_output import emit_age, emit_lines, emit_meanings, nothing_called, only_for_lists, with_age, with_ages_of_rows
from ygokg.cli.options import App, common_options, show_query_option
from ygokg.cli.output import emit_json, emit_table
from ygokg.graph.model import Id
from ygokg.graph.words import conclusion_words, label
from ygokg.lookup.excerpt import Excerpt
from ygokg.lookup.rules import find_rules, nearest_rules, rule_page, system_page, systems_page
from ygokg.render.rules import rule_lines, system_lines, systems_lines

__all__ = ["command"]


@click.command("rule")
@click.argument("words", nargs=-1, shell_complete=completes("rules"))
@click.option("--all", "all_systems", is_flag=True, help="Also list the rule systems of which nothing is encoded yet.")
@common_options("table", "json", "csv", "tsv")
@show_query_option
def command(app: App, words: tuple[str, ...], all_systems: bool) -> None:
    """Show a rule: condition, conclusion, exceptions, sources and the rulings under it.

    WORDS is a rule's id, words of its label in any language, or a rule system, whose rules it lists. Without WORDS the tree of
    rule systems is shown.

    \b
    Examples:
      ygokg rule
      ygokg rule negation.lapses-face-down
      ygokg rule negation.field-monster-continuous
      ygokg rule --lang zh 变成里侧
      ygokg rule face-down --format csv
    """
    excerpt = app.excerpt()
    text = " ".join(words)
    if not text:
        _systems(app, excerpt, all_systems)
    elif not (found := find_rules(excerpt, text)):
        raise nothing_called(app, excerpt, "rule.unknown", text, nearest_rules(excerpt, text))
    elif len(found) > 1:
        emit_meanings(app, excerpt, text, found)
    elif found[0].startswith("system:"):
        _system(app, excerpt, found[0])
    else:
        _one(app, excerpt, found[0])


def _systems(app: App, excerpt: Excerpt, all_systems: bool) -> None:
    model, rows = systems_page(excerpt, all_systems=all_systems)
    if app.format == "table":
        emit_lines(systems_lines(model, rows, app.lang))
        emit_age(app, excerpt, data=True)
        return
    columns = ("system", "label", "topic", "rules", "rulings", "passages")
    table = [(r.system, label(model, r.system, app.lang), model.systems[r.system].topic, r.rules, r.rulings, r.passages) for r in rows]
    emit_table(table, columns, app.format)
    emit_age(app, excerpt, data=True, listed=True)


def _system(app: App, excerpt: Excerpt, system: Id) -> None:
    page = system_page(excerpt, system)
    model = page.model
    if app.format == "table":
        emit_lines(system_lines(model, system, page.branches, app.lang))
    else:
        rows = [(i, label(model, i, app.lang), conclusion_words(model, model.rules[i], app.lang)) for i in page.rules]
        emit_table(with_ages_of_rows(model, rows, app.format), ("id", "label", "conclusion", "rests_on"), app.format)
    emit_age(app, excerpt, page.behind, listed=True)


def _one(app: App, excerpt: Excerpt, rule: Id) -> None:
    only_for_lists(app, "rule")
    page = rule_page(excerpt, rule)
    if app.format == "json":
        from ygokg.render.payload import rule_payload

        emit_json(with_age(app, excerpt, rule_payload(page.model, page.truth, page.view, app.lang), page.behind))
        return
    emit_lines(rule_lines(page.model, page.view, app.lang))
    emit_age(app, excerpt, page.behind)
