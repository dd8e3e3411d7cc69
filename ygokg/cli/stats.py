"""`ygokg stats`: what is in the graph, how much of it the rules alone derive, and what of the documents is covered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import click

from ygokg.cli.ages import emit_age, with_age
from ygokg.cli.lookup_output import emit_lines
from ygokg.cli.options import App, common_options
from ygokg.cli.output import emit_json
from ygokg.figures import DERIVED, LITERAL, PENDING_RULING, STATUSES, Coverage, Figures, figures
from ygokg.messages import t
from ygokg.model import Id, Model
from ygokg.render.lines import Line, section
from ygokg.render.words import label

__all__ = ["command"]

_COUNTED = ("cards", "effects", "families", "features", "questions", "rules", "rulings", "passages")


@click.command("stats")
@click.option("--all", "everything", is_flag=True, help="List the rules, rulings and passages behind the figures, and every rule system.")
@common_options("table", "json")
def command(app: App, everything: bool) -> None:
    """Show the counts, what the rules alone make of the rulings, and the coverage of the documents.

    Literal and pending rulings are counted apart. A fitted ruling is derived only by a rule, or a fact of wording, that was made
    from that very ruling: it is no success.

    \b
    Examples:
      ygokg stats
      ygokg stats --lang zh
      ygokg stats --all
      ygokg stats --format json
    """
    model = app.graph().model
    found = figures(model)
    if app.format == "json":
        emit_json(with_age(app, model, _payload(model, found), model.documents, data=True))
        return
    lang = app.lang
    lines = [Line(t(lang, "stats.data", date=model.modified), bold=True)]
    counts = (t(lang, "stats.count", name=t(lang, f"stats.{name}"), count=len(getattr(model, name))) for name in _COUNTED)
    lines += section(lang, "stats.graph", counts)
    lines += section(lang, "stats.truth", _truth(found, lang, everything))
    lines += section(lang, "stats.coverage", _coverages(model, found, lang, everything))
    emit_lines(lines)
    emit_age(app, model, model.documents, data=True)


def _truth(found: Figures, lang: str, everything: bool) -> Iterator[str]:
    total = found.to_be_derived
    for status in STATUSES:
        name, count = t(lang, f"stats.{status}"), found.count(status)
        if status == DERIVED:
            share = f"{100 * count / total:.1f}" if total else "0"
            yield t(lang, "stats.share", name=name, count=count, total=total, share=share)
            yield "  " + t(lang, "stats.count", name=t(lang, "stats.unhindered"), count=len(found.unhindered))
        else:
            yield t(lang, "stats.count", name=name, count=count)
        if everything and status not in (DERIVED, LITERAL, PENDING_RULING):
            yield from (f"  {i}" for i, figure in found.by_ruling.items() if figure.status == status)
    for key, rules in (("naming", found.naming_a_card), ("unexercised", found.unexercised)):
        yield t(lang, "stats.count", name=t(lang, f"stats.{key}"), count=len(rules))
        if everything:
            yield from (f"  {rule}" for rule in rules)


def _coverages(model: Model, found: Figures, lang: str, everything: bool) -> Iterator[str]:
    for group, coverage in (*found.by_document.items(), *found.by_system.items()):
        if everything or group in model.documents or coverage.cited:
            yield _coverage(label(model, group, lang), coverage, lang)
            if everything and coverage.cited and group in model.systems:
                yield from (f"  {passage}" for passage in coverage.open)


def _coverage(name: str, coverage: Coverage, lang: str) -> str:
    return t(
        lang,
        "stats.coverage.row",
        name=name,
        total=coverage.total,
        cited=coverage.cited,
        left_out=coverage.left_out,
        open=len(coverage.open),
    )


def _payload(model: Model, found: Figures) -> dict[str, Any]:
    def listed(groups: dict[Id, Coverage]) -> dict[Id, dict[str, Any]]:
        return {i: asdict(coverage) for i, coverage in groups.items()}

    return {
        "modified": model.modified,
        "counts": {name: len(getattr(model, name)) for name in _COUNTED},
        "to_be_derived": found.to_be_derived,
        "rulings": {status: [i for i, f in found.by_ruling.items() if f.status == status] for status in STATUSES},
        "unhindered_rulings": list(found.unhindered),
        "rules_naming_a_card": list(found.naming_a_card),
        "unexercised_rules": list(found.unexercised),
        "documents": listed(found.by_document),
        "systems": listed(found.by_system),
    }
