"""`ygokg rule`: the tree of rule systems, or one rule with its exceptions."""

from __future__ import annotations

import click

from ygokg.api.rules import Excerpt, find_rule, rule_page, system_page, systems_page
from ygokg.api.session import Meanings
from ygokg.cli.lookup_output import emit_age, emit_lines, emit_meanings, only_for_lists, with_age
from ygokg.cli.options import App, common_options, completes, show_query_option
from ygokg.cli.output import emit_json, emit_table
from ygokg.render.lines import with_ages_of_rows
from ygokg.render.rules import rule_lines, rule_rows, system_lines, systems_lines, systems_rows


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
    excerpt = app.session.excerpt()
    text = " ".join(words)
    if not text:
        _systems(app, excerpt, all_systems)
        return
    found = find_rule(excerpt, text, in_full=app.format != "table")
    if isinstance(found, Meanings):
        emit_meanings(app, found)
    elif found.startswith("system:"):
        _system(app, excerpt, found)
    else:
        _one(app, excerpt, found)


def _systems(app: App, excerpt: Excerpt, all_systems: bool) -> None:
    model, rows = systems_page(excerpt, all_systems=all_systems)
    if app.format == "table":
        emit_lines(systems_lines(model, rows, app.lang))
        emit_age(app, excerpt, data=True)
        return
    columns = ("system", "label", "topic", "rules", "rulings", "passages")
    emit_table(systems_rows(model, rows, app.lang), columns, app.format)
    emit_age(app, excerpt, data=True, listed=True)


def _system(app: App, excerpt: Excerpt, system: str) -> None:
    page = system_page(excerpt, system)
    model = page.model
    if app.format == "table":
        emit_lines(system_lines(model, system, page.branches, app.lang))
    else:
        rows = rule_rows(model, page.rules, app.lang)
        emit_table(with_ages_of_rows(model, rows, app.format), ("id", "label", "conclusion", "rests_on"), app.format)
    emit_age(app, excerpt, page.behind, listed=True)


def _one(app: App, excerpt: Excerpt, rule: str) -> None:
    only_for_lists(app, "rule")
    page = rule_page(excerpt, rule)
    if app.format == "json":
        from ygokg.render.payload import rule_payload

        emit_json(with_age(app, excerpt, rule_payload(page.model, page.truth, page.view, app.lang), page.behind))
        return
    emit_lines(rule_lines(page.model, page.view, app.lang))
    emit_age(app, excerpt, page.behind)
