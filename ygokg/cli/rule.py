"""`ygokg rule`: the tree of rule systems, or one rule with its exceptions."""

from __future__ import annotations

import click

from ygokg.cli.ages import emit_age, with_age, with_ages_of_rows
from ygokg.cli.completes import completes
from ygokg.cli.lookup_output import emit_choices, emit_lines, nothing_found, only_for_lists
from ygokg.cli.options import App, common_options
from ygokg.cli.output import emit_json, emit_table
from ygokg.lookup.rules import Branch, rule_view, system_rows, system_rules
from ygokg.lookup.search import search, suggest
from ygokg.model import Id, Model
from ygokg.render.rule import rule_lines, system_lines, systems_lines
from ygokg.render.words import conclusion_words, label

__all__ = ["command"]


@click.command("rule")
@click.argument("words", nargs=-1, shell_complete=completes("rules"))
@click.option("--all", "all_systems", is_flag=True, help="Also list the rule systems of which nothing is encoded yet.")
@common_options("table", "json", "csv", "tsv")
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
    model = app.graph().model
    text = " ".join(words)
    if not text:
        _systems(app, model, all_systems)
        return
    if (system := _system(model, text)) is not None:
        _system_rules(app, model, system)
        return
    labels = {i: r.labels for i, r in model.rules.items()}
    found = search(labels, text)
    if not found:
        raise nothing_found(app, model, "rule.unknown", text, suggest(labels, text))
    if len(found) > 1:
        emit_choices(app, model, text, found)
        return
    _one(app, model, found[0])


def _systems(app: App, model: Model, all_systems: bool) -> None:
    rows = system_rows(model, all_systems=all_systems)
    if app.format == "table":
        emit_lines(systems_lines(model, rows, app.lang))
        emit_age(app, model, data=True)
        return
    columns = ("system", "label", "topic", "rules", "rulings", "passages")
    table = [(r.system, label(model, r.system, app.lang), model.systems[r.system].topic, r.rules, r.rulings, r.passages) for r in rows]
    emit_table(table, columns, app.format)
    emit_age(app, model, data=True, listed=True)


def _system(model: Model, text: str) -> Id | None:
    wanted = f"system:{text.removeprefix('system:').replace('/', '.')}"
    return wanted if wanted in model.systems and f"rule:{text}" not in model.rules else None


def _system_rules(app: App, model: Model, system: Id) -> None:
    rules = dict.fromkeys(i for branch in system_rules(model, system) for i in _members(branch))
    if app.format == "table":
        emit_lines(system_lines(model, system, app.lang))
    else:
        rows = [(i, label(model, i, app.lang), conclusion_words(model, model.rules[i], app.lang)) for i in rules]
        emit_table(with_ages_of_rows(model, rows, app.format), ("id", "label", "conclusion", "rests_on"), app.format)
    emit_age(app, model, rules, listed=True)


def _members(branch: Branch) -> list[Id]:
    return [branch.rule, *(i for below in branch.branches for i in _members(below))]


def _one(app: App, model: Model, found: Id) -> None:
    only_for_lists(app, "rule")
    verdicts = app.graph().verdicts
    view = rule_view(model, verdicts, found)
    if app.format == "json":
        from ygokg.render.payload import rule_payload

        emit_json(with_age(app, model, rule_payload(model, verdicts, view, app.lang), (found, *view.rulings)))
        return
    emit_lines(rule_lines(model, view, app.lang))
    emit_age(app, model, (found, *view.rulings))
