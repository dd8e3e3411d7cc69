"""What becomes slower as the data grows: the data 1, 10 and 50 times (see copies.py) in as many installations, asked in turn."""

from __future__ import annotations

import math
import shutil
import statistics
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from copies import APART
from measuring import Bench, Row, Tables, alternate, progress, verdict
from resolving import spread_row

__all__ = ["measure"]

HERE = Path(__file__).parent
AIM_LOOKUP = 1.3
OTHERS = {
    "search": ("search", "无效"),
    "resolve": ("resolve", "IsNegated", "negator=技能抽取#1", "faceAtResolution=FaceDown"),
    "query": ("query", "rulings-of-card", "--param", "card=技能抽取"),
}
"""Calls that are no look-ups: shown without an aim."""
BUILDS = 3
SMALL = 10
"""Up to so many times the data, what takes long is done several times."""
PASSES = 3

Sizes = dict[int, Bench]
Figures = dict[int, Any]


def measure(bench: Bench) -> Tables:
    """Return the tables of loading, of look-ups in the installed tool and in a process, of resolve, conflicts, and memory."""
    sizes = {times: _grown(bench, times) for times in bench.times}
    builds = {times: _build(own, times) for times, own in sizes.items()}
    conflicts = {times: _conflicts(own, times) for times, own in sizes.items()}
    inside = _inside(sizes)
    cards = {times: own.call("python", "-m", "ygokg", "card", "技能抽取").megabytes for times, own in sizes.items()}
    memory = {
        "build": _field(builds, "megabytes"),
        "card": cards,
        "look-ups and resolve in a process": _field(inside, "megabytes"),
        "conflicts": _field(conflicts, "megabytes"),
    }
    return {
        "Growth: loading and conflicts": _long_rows(builds, conflicts, inside),
        "Growth: warm calls of the installed tool": _calls(sizes, bench.rounds),
        "Growth: look-ups in a process": _process_rows(inside),
        "Growth: resolve in a process, warm": [spread_row(f"data {n}×", figures["resolve"]) for n, figures in inside.items()],
        "Growth: peak memory in MB": [_sized(what, figures, "MB") for what, figures in memory.items()],
    }


def lookups(times: int) -> dict[str, tuple[str, ...]]:
    """Return the look-ups: of something of the data, and of the last copy, where data in order would be found last."""
    asked = {
        "card by name": ("card", "技能抽取"),
        "card by passcode": ("card", "82732705"),
        "ruling by id": ("ruling", "negation.112"),
        "rule by id": ("rule", "negation.lapses-face-down"),
        "term by id": ("term", "FaceDown"),
        "term by name": ("term", "里侧表示"),
    }
    last = times - 1
    copy = {
        "last copy: card by name": ("card", f"技能抽取 K{last}"),
        "last copy: card by passcode": ("card", str(82732705 + last * APART)),
        "last copy: ruling by id": ("ruling", f"negation-{last}.112"),
    }
    return {**asked, **(copy if last else dict(zip(copy, [asked[name.removeprefix("last copy: ")] for name in copy], strict=True)))}


def _grown(bench: Bench, times: int) -> Bench:
    """Return an installation of its own with the data so many times, and a cache of its own that is still empty."""
    progress(f"growth: data {times} times")
    own = bench.copied(str(times))
    if times > 1:
        script = "import ygokg.store.bundle as b; import os; print(os.path.join(b.root(), 'data', 'copies.ttl'))"
        place = Path(own.call("python", "-c", script).output.strip())
        if not place.resolve().is_relative_to(own.venv.resolve()):
            sys.exit("The environment takes the project from outside of itself, where no copies may be put; install it without --editable.")
        own.call("python", HERE / "copies.py", place, str(times))
    return own


def _build(own: Bench, times: int) -> Row:
    """Return the seconds of the builds and the memory that one takes."""
    progress(f"growth: building, data {times} times")
    spent = []
    for number in range(BUILDS if times <= SMALL else 1):
        cache = own.cache if number == 0 else own.cache.with_name(f"{own.cache.name}-{number}")
        spent.append(replace(own, cache=cache).call("python", "-m", "ygokg", "--version"))
        if number:
            shutil.rmtree(cache)
    return {"building": [one.seconds for one in spent], "megabytes": spent[0].megabytes}


def _conflicts(own: Bench, times: int) -> Row:
    progress(f"growth: conflicts, data {times} times")
    found: Row = own.inside(HERE / "growth_inside.py", "conflicts", BUILDS if times <= SMALL else 1)
    return found


def _inside(sizes: Sizes) -> Figures:
    """Return the figures of processes of every size, started in turn; each has all its passes' figures together."""
    passes: dict[int, list[Row]] = {times: [] for times in sizes}
    for number in range(PASSES):
        for times, own in sizes.items():
            progress(f"growth: look-ups in a process, pass {number + 1} of {PASSES}, data {times} times")
            passes[times].append(own.inside(HERE / "growth_inside.py", "lookups", times))
    return {
        times: {
            **min(found, key=lambda one: one["resolve"]["median ms"]),
            "opening": [one["opening"] for one in found],
            "lookups": {what: [second for one in found for second in one["lookups"][what]] for what in found[0]["lookups"]},
        }
        for times, found in passes.items()
    }


def _long_rows(builds: Figures, conflicts: Figures, inside: Figures) -> list[Row]:
    """Return the rows of what takes seconds, and what n and n log n would make of the smallest size's figure."""
    rulings = _field(conflicts, "rulings")
    rows = [
        {**_sized("rulings", rulings, ""), "growth": _growth(rulings), "n log n": None, "aim ≤": None, "": ""},
        _long("build (least)", _least(builds, "building"), rulings),
        _long("opening the graph in a process", _least(inside, "opening"), rulings),
        _long("reading for conflicts", _least(conflicts, "reading"), rulings),
    ]
    found = _long("conflicts (least)", _least(conflicts, "finding"), rulings)
    return [*rows, {**found, **verdict([found["growth"]], found["n log n"])}]


def _long(what: str, seconds: Mapping[int, float], rulings: Mapping[int, int]) -> Row:
    least, most = rulings[min(rulings)], rulings[max(rulings)]
    allowed = round(most * math.log(most) / (least * math.log(least)), 1)
    return {**_sized(f"{what}, s", seconds, ""), "growth": _growth(seconds), "n log n": allowed, "aim ≤": None, "": ""}


def _field(figures: Figures, name: str) -> dict[int, Any]:
    return {times: one[name] for times, one in figures.items()}


def _least(figures: Figures, name: str) -> dict[int, float]:
    return {times: min(one[name]) for times, one in figures.items()}


def _sized(what: str, figures: Mapping[int, Any], unit: str) -> Row:
    shown = {times: round(value, 2) if isinstance(value, float) else value for times, value in figures.items()}
    return {"what": what, **{f"{times}× {unit}".strip(): value for times, value in shown.items()}}


def _growth(figures: Mapping[int, float]) -> float:
    return round(figures[max(figures)] / figures[min(figures)], 2)


def _calls(sizes: Sizes, rounds: int) -> list[Row]:
    """Return the rows of calls of the installed tool, all sizes in turn."""
    rows = []
    for what in (*lookups(1), *OTHERS):
        progress(f"growth: {what}")
        words = {times: OTHERS.get(what) or lookups(times)[what] for times in sizes}
        spent = alternate({str(times): own.seconds("python", "-m", "ygokg", *words[times]) for times, own in sizes.items()}, rounds)
        aim = None if what in OTHERS else AIM_LOOKUP
        rows.append(_lookup_row(what, {times: spent[str(times)] for times in sizes}, 1000, "ms", aim))
    return rows


def _process_rows(inside: Figures) -> list[Row]:
    whats = next(iter(inside.values()))["lookups"]
    return [
        _lookup_row(what, {times: figures["lookups"][what] for times, figures in inside.items()}, 1_000_000, "µs", AIM_LOOKUP)
        for what in whats
    ]


def _lookup_row(what: str, spent: Mapping[int, Sequence[float]], scale: int, unit: str, aim: float | None) -> Row:
    """Return the row of a look-up: median and minimum of every size, and what the largest is to the smallest."""
    row: Row = {"what": what}
    for times, seconds in spent.items():
        row |= {f"{times}× {unit}": round(statistics.median(seconds) * scale, 1), f"{times}× min": round(min(seconds) * scale, 1)}
    least, most = spent[min(spent)], spent[max(spent)]
    ratios = (statistics.median(most) / statistics.median(least), min(most) / min(least))
    return {
        **row,
        "growth": round(ratios[0], 2),
        "of minima": round(ratios[1], 2),
        **(verdict(ratios, aim) if aim else {"aim ≤": None, "": ""}),
    }
