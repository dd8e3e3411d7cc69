"""How long a warm call takes beside a bare start of Python with the two libraries; the first build; a large database of names."""

from __future__ import annotations

import json
import statistics
from dataclasses import replace
from pathlib import Path

from measuring import Bench, Row, Tables, alternate, compared, progress, verdict

__all__ = ["measure"]

BARE = ("python", "-c", "import click, pyoxigraph")
CALLS = {
    "help": ("ygokg", "--help"),
    "card": ("ygokg", "card", "技能抽取", "--lang", "zh"),
    "rule": ("ygokg", "rule", "negation.lapses-face-down"),
    "ruling": ("ygokg", "ruling", "negation.112"),
    "term": ("ygokg", "term", "里侧表示", "--lang", "zh"),
    "search": ("ygokg", "search", "无效"),
    "resolve": ("ygokg", "resolve", "IsNegated", "negator=技能抽取#1", "faceAtResolution=FaceDown"),
    "query": ("ygokg", "query", "rulings-of-card", "--param", "card=技能抽取"),
}
OWN_CALLS = {
    "card, beside own database": ("ygokg", "card", "技能抽取", "--lang", "zh"),
    "card, of own database": ("ygokg", "card", "混沌No.7000 甲子龙", "--lang", "zh"),
}
"""Look-ups beside an imported database of many cards: of a card of the graph, and of one that only the database has."""
OWN_CARDS = 14_000
AIM_RATIO = 1.6
AIM_BUILD = 2.0
AIM_IMPORT = 10.0
BUILDS = 5


def measure(bench: Bench) -> Tables:
    """Return the tables of warm calls, and of what is done once."""
    build = [_first_build(bench, number) for number in range(BUILDS)]
    rows = [_beside_bare(bench, name, call) for name, call in CALLS.items()]
    own = bench.apart("own")
    imported = own.call("ygokg", "names", "import", _database(bench.scratch / "cards.jsonl"))
    rows += [_beside_bare(own, name, call) for name, call in OWN_CALLS.items()]
    once = [
        _once("first build", build, AIM_BUILD),
        _once(f"import of {OWN_CARDS:,} cards", [imported.seconds], AIM_IMPORT),
    ]
    return {"Warm calls beside a bare start": rows, "Done once": once}


def _beside_bare(bench: Bench, name: str, call: tuple[str, ...]) -> Row:
    progress(f"startup: {name}")
    spent = alternate({"bare": bench.seconds(*BARE), "call": bench.seconds(*call)}, bench.rounds)
    return compared(name, ("bare", "call"), spent["bare"], spent["call"], AIM_RATIO)


def _first_build(bench: Bench, number: int) -> float:
    return replace(bench, cache=bench.scratch / f"cold-{number}").call("ygokg", "--version").seconds


def _once(what: str, spent: list[float], aim: float) -> Row:
    median, least = statistics.median(spent), min(spent)
    return {"what": what, "seconds": round(median, 2), "min": round(least, 2), **verdict((median, least), aim)}


def _database(file: Path) -> Path:
    """Write made-up cards as JSON lines."""
    with file.open("w", encoding="utf-8") as lines:
        for number in range(1, OWN_CARDS + 1):
            names = {
                "zh": f"混沌No.{number} 甲子龙",
                "zh_official": f"混沌编号{number} 甲子之龙",
                "ja": f"CNo.{number} 甲子の竜",
                "en": f"Number C{number}: Long Cycle Dragon",
            }
            lines.write(json.dumps({"passcode": number, "konami_id": 50_000 + number, **names}, ensure_ascii=False) + "\n")
    return file
