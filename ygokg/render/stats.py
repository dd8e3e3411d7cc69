"""The figures of the graph, as lines for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ygokg.graph.model import Id
from ygokg.graph.vocabulary import DERIVED, LITERAL, PENDING_RULING
from ygokg.graph.words import label
from ygokg.lookup.stats import Covered, Stats
from ygokg.messages import t
from ygokg.render.lines import Line, section


def stats_lines(found: Stats, modified: str, lang: str, *, everything: bool = False) -> list[Line]:
    """Return the lines of the figures of data that were `modified` that day; with `everything`, what is behind them and every system."""
    counts = (t(lang, "stats.count", name=t(lang, f"stats.{name}"), count=count) for name, count in found.counts.items())
    return [
        Line(t(lang, "stats.data", date=modified), bold=True),
        *section(lang, "stats.graph", counts),
        *section(lang, "stats.truth", _truth(found, lang, everything)),
        *section(lang, "stats.coverage", _coverages(found, lang, everything)),
    ]


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


def stats_payload(found: Stats, modified: str) -> dict[str, Any]:
    """Return the figures of data that were `modified` that day, with the rulings, rules and passages behind them."""

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
