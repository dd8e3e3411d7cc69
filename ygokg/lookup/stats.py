"""What is in the graph, what the rules alone make of the rulings, and what of the documents is covered: counted, or listed as well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ygokg.graph.model import Id, Model
from ygokg.graph.triples import natural_key
from ygokg.graph.vocabulary import CITED, LEFT_OUT, LITERAL, OPEN, PENDING_RULING, STATUSES
from ygokg.lookup.excerpt import Cell, Excerpt

COUNTED = ("cards", "effects", "families", "features", "questions", "rules", "rulings", "passages")
"""What is counted, in the order in which it is told."""

_ALL = "ygo:Passage"


class Tally(NamedTuple):
    """How many there are of something; `ids` says which, where that was asked for."""

    number: int = 0
    ids: tuple[Id, ...] = ()


class Covered(NamedTuple):
    """Of the passages of one document or rule system: how many there are, are cited or left out on purpose, and which are open."""

    total: int
    cited: int
    left_out: int
    open: Tally


class Stats(NamedTuple):
    """All figures: `model` has the documents and rule systems, `counts` how many there are of each of `COUNTED`.

    `statuses` are the rulings by status, `unhindered` those derived only by rules that tell of an absent obstacle; `naming` and
    `unexercised` the rules whose condition names an effect and those that no ruling falls under.
    """

    model: Model
    counts: Mapping[str, int]
    statuses: Mapping[Id, Tally]
    unhindered: Tally
    naming: Tally
    unexercised: Tally
    documents: Mapping[Id, Covered]
    systems: Mapping[Id, Covered]

    @property
    def to_be_derived(self) -> int:
        """How many rulings the rules should derive: all but literal and pending ones."""
        return sum(tally.number for status, tally in self.statuses.items() if status not in (LITERAL, PENDING_RULING))


def stats(excerpt: Excerpt, *, listed: bool = False) -> Stats:
    """Return the figures of the graph; `listed` also tells which rulings, rules and passages are behind them."""
    excerpt.add("documents-and-systems")
    model = excerpt.model()
    counts = {name.text: int(count.text) for name, count in excerpt.queries.rows("things-counted")}
    truth, rules = (_tallies(excerpt, name, listed=listed) for name in ("truth", "rules-of-note"))
    covered = excerpt.queries.rows("coverage")
    open_passages = excerpt.queries.rows("passages-open") if listed else []
    return Stats(
        model,
        {name: counts.get(name, 0) for name in COUNTED},
        {status: truth.get(status, Tally()) for status in STATUSES},
        truth.get("ygo:unhindered", Tally()),
        rules.get("ygo:namesEffect", Tally()),
        rules.get("ygo:unexercised", Tally()),
        _coverage("dct:isPartOf", model.documents, covered, open_passages),
        _coverage("ygo:system", model.systems, covered, open_passages),
    )


def _tallies(excerpt: Excerpt, name: str, *, listed: bool) -> dict[str, Tally]:
    if not listed:
        return {_key(row): Tally(int(row[-1].text)) for row in excerpt.queries.rows(f"{name}-counted")}
    found: dict[str, list[Id]] = {}
    for row in excerpt.queries.rows(f"{name}-listed"):
        found.setdefault(_key(row), []).append(row[-1].text)
    return {key: Tally(len(ids), tuple(sorted(ids))) for key, ids in found.items()}


def _key(row: Sequence[Cell]) -> Id:
    """Return what a row is of: a property that holds or, where that is the status, the status."""
    return row[1].text if row[0].text == "ygo:status" else row[0].text


def _coverage(of: Id, known: Iterable[Id], covered: Sequence[Sequence[Cell]], listed: Sequence[Sequence[Cell]]) -> dict[Id, Covered]:
    """Return the coverage of the `known` groups, then of others that passages name; those that name none are in the group without an id."""
    counts: dict[Id, Counter[Id]] = {}
    everything: Counter[Id] = Counter()
    for way, group, coverage, number in covered:
        if way.text == of:
            counts.setdefault(group.text, Counter())[coverage.text] += int(number.text)
        elif group.text == _ALL:
            everything[coverage.text] += int(number.text)
    rest = everything - sum(counts.values(), Counter())
    if rest:
        counts[""] = rest
    opened: dict[Id, list[Id]] = {}
    for way, group, passage in listed:
        if way.text == of or group.text == _ALL:
            opened.setdefault(group.text if way.text == of else "", []).append(passage.text)
    named = {passage for group, passages in opened.items() if group for passage in passages}
    opened[""] = [passage for passage in opened.get("", ()) if passage not in named]
    groups = dict.fromkeys((*known, *sorted(counts, key=natural_key)))
    return {group: _covered(counts.get(group, Counter()), opened.get(group, ())) for group in groups}


def _covered(counts: Counter[Id], opened: Iterable[Id]) -> Covered:
    return Covered(counts.total(), counts[CITED], counts[LEFT_OUT], Tally(counts[OPEN], tuple(sorted(opened, key=natural_key))))
