"""How long `resolve` takes inside a process: the case of every ruling, asked without the ruling's answer being looked at."""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from measuring import Bench, Row, Tables, progress

__all__ = ["Case", "cases", "measure", "spread_row", "timer", "warm_times"]

AIM_MS = 1.0
TURNS = 3
EXAMPLE = ("ygo:IsNegated", {"ygo:negator": ("effect:82732705-1",), "ygo:faceAtResolution": ("ygo:FaceDown",)})

Case = tuple[str, dict[str, tuple[str, ...]]]


def measure(bench: Bench) -> Tables:
    """Return the table of all cases and of the README's example."""
    progress("resolve: the cases of all rulings")
    bench.call("ygokg", "--version")
    found = bench.inside(__file__)
    return {f"resolve in a process, {found['cases']} cases": [spread_row(name, found[name]) for name in ("first pass", "warm", "example")]}


def spread_row(what: str, found: Row) -> Row:
    """Return the row of a spread of times: the aim is met if every case stays below it, else in a share of them."""
    return {"what": what, **found, "aim <": AIM_MS, "": "met" if found["max ms"] < AIM_MS else f"met in {found['below 1 ms']}"}


def cases(rulings: Any) -> list[Case]:
    """Return the questions and facts of the rulings that the rules are to explain."""
    return [(r.asks, r.facts) for r in rulings if not r.deprecated and not r.literal]


def spread(seconds: Sequence[float]) -> Row:
    """Return median, 90th percentile and maximum in ms, and the share below the aim."""
    ordered = sorted(second * 1000 for second in seconds)
    return {
        "median ms": round(statistics.median(ordered), 3),
        "p90 ms": round(ordered[int(len(ordered) * 0.9)], 3),
        "max ms": round(ordered[-1], 2),
        "below 1 ms": f"{sum(ms < AIM_MS for ms in ordered) / len(ordered):.1%}",
    }


def warm_times(run: Callable[[Case], float], asked: Sequence[Case]) -> Row:
    """Return the spread of each case's least time of three."""
    return spread([min(run(case) for _ in range(TURNS)) for case in asked])


def timer(base: Any) -> Callable[[Case], float]:
    """Return the function that tells how many seconds a case takes."""
    from ygokg.resolver import resolve

    def run(case: Case) -> float:
        begun = time.perf_counter()
        resolve(base, *case)
        return time.perf_counter() - begun

    return run


def _inside() -> None:
    """In the installation: time every case."""
    from ygokg.resolver import Rulebase
    from ygokg.store.cache import open_graph

    graph = open_graph()
    asked = cases(graph.model.rulings.values())
    run = timer(Rulebase(graph.model, graph.verdicts))
    first = spread([run(case) for case in asked])
    found = {"cases": len(asked), "first pass": first, "warm": warm_times(run, asked), "example": warm_times(run, [EXAMPLE])}
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    _inside()
