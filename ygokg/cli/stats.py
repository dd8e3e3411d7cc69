"""`ygokg stats`: what is in the graph, how much of it the rules alone derive, and what of the documents is covered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click

from ygokg.cli.lookup_output import emit_age, emit_lines, with_age
from ygokg.cli.options import App, common_options, show_query_option
from ygokg.cli.output import emit_json
from ygokg.graph.model import Id
from ygokg.graph.words import label
from ygokg.lookup.stats import Covered, Stats, stats
from ygokg.messages import t
from ygokg.render.lines import Line, section
from ygokg.resolver.figures import DERIVED, LITERAL, PENDING_RULING

__all__ = ["command"]


@click.command("stats")
@click.option("--all", "everything", is_flag=True, help="List the rules, rulings and passages behind the figures, and every rule system.")
@common_options("table", "json")
@show_query_option
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
    excerpt = app.excerpt()
    found = stats(excerpt, listed=everything or app.format == "json")
    if app.format == "json":
        emit_json(with_age(app, excerpt, _payload(found, excerpt.modified), found.model.documents, data=True))
        return
    lang = app.lang
    lines = [Line(t(lang, "stats.data", date=excerpt.modified), bold=True)]
    counts = (t(lang, "stats.count", name=t(lang, f"stats.{name}"), count=count) for name, count in found.counts.items())
    lines += section(lang, "stats.graph", counts)
    lines += section(lang, "stats.truth", _truth(found, lang, everything))
    lines += section(lang, "stats.coverage", _coverages(found, lang, everything))
    emit_lines(lines)
    emit_age(app, excerpt, found.model.documents, data=True)


def _truth(found: Stats, lang: str, everything: bool) -> Iterator[str]:
    total = found.to_be_derived
    for status, tally in found.statuses.items():
        name = t(lang, f"stats.{status}")
        if status == DERIVED:
            share = f"{100 * tally.number / total:.1f}" if total else "0"
            yield t(lang, "stats.share", name=name, count=tally.number, total=total, share=share)
            yield "  " + t(lang, "stats.count", name=t(lang, "stats.unhindered"), count=found.unhindered.number)
        else:
            yield t(lang, "stats.count", name=name, count=tally.number)
        if everything and status not in (DERIVED, LITERAL, PENDING_RULING):
            yield from (f"  {i}" for i in tally.ids)
    for key, rules in (("naming", found.naming), ("unexercised", found.unexercised)):
        yield t(lang, "stats.count", name=t(lang, f"stats.{key}"), count=rules.number)
        if everything:
            yield from (f"  {rule}" for rule in rules.ids)


def _coverages(found: Stats, lang: str, everything: bool) -> Iterator[str]:
    model = found.model
    for group, covered in (*found.documents.items(), *found.systems.items()):
        if everything or group in model.documents or covered.cited:
            yield _coverage(label(model, group, lang), covered, lang)
            if everything and covered.cited and group in model.systems:
                yield from (f"  {passage}" for passage in covered.open.ids)


def _coverage(name: str, covered: Covered, lang: str) -> str:
    counts = {"total": covered.total, "cited": covered.cited, "left_out": covered.left_out, "open": covered.open.number}
    return t(lang, "stats.coverage.row", name=name, **counts)


def _payload(found: Stats, modified: str) -> dict[str, Any]:
    def listed(groups: Mapping[Id, Covered]) -> dict[Id, dict[str, Any]]:
        return {i: {**covered._asdict(), "open": covered.open.ids} for i, covered in groups.items()}

    return {
        "modified": modified,
        "counts": found.counts,
        "to_be_derived": found.to_be_derived,
        "rulings": {status: tally.ids for status, tally in found.statuses.items()},
        "unhindered_rulings": found.unhindered.ids,
        "rules_naming_a_card": found.naming.ids,
        "unexercised_rules": found.unexercised.ids,
        "documents": listed(found.documents),
        "systems": listed(found.systems),
    }
