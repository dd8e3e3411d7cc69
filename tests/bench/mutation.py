"""How long the checks of the graph against itself take on more data than there is: the built-in rules and rulings, several times over.

The copies are about the same questions, told apart by one more feature, so that every block of rules grows with their number.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from measuring import Bench, Row, Tables, progress, verdict

if TYPE_CHECKING:
    from ygokg.graph.model import Model

__all__ = ["measure"]

COPY = "ygo:copy"
TIMES = (1, 4)
AIM_SECONDS = 60.0


def measure(bench: Bench) -> Tables:
    """Return the table of both checks; the aim was set for 500 rulings and 400 rules, of which there are more by now."""
    rows = []
    for times in TIMES:
        progress(f"mutation: rules and rulings {times} times")
        row: Row = bench.inside(__file__, times)
        rows.append({**row, **verdict([row["mutation s"]], AIM_SECONDS)})
    return {"Findings and mutation, rules and rulings several times over": rows}


def _inside(times: int) -> None:
    """In the installation: check the copied model and change it everywhere, one thing at a time."""
    from ygokg.consistency.mutation import RULE, RULING, mutate, score
    from ygokg.consistency.report import find
    from ygokg.store.build import load

    model = copied(load()[0], times)
    begun = time.perf_counter()
    findings = find(model)
    found = time.perf_counter()
    tried = list(mutate(model))
    ended = time.perf_counter()
    figures = {
        "rulings": len(model.rulings),
        "rules": len(model.rules),
        "findings": len(findings),
        "findings s": round(found - begun, 2),
        "changes": len(tried),
        **{f"{kind} score": f"{score(tried, kind).share:.1%}" for kind in (RULING, RULE)},
        "mutation s": round(ended - found, 1),
    }
    json.dump(figures, sys.stdout)


def copied(model: Model, times: int) -> Model:
    """Return the model with every rule and ruling so many times, each copy with a value of its own in one more state feature."""
    from ygokg.graph.model import Condition, Feature

    values = tuple(f"{COPY}{number}" for number in range(times))
    grown = replace(model, rules={}, rulings={}, features={**model.features, COPY: Feature(COPY, "state", {}, {}, values, functional=True)})
    for number, value in enumerate(values):
        for rule in model.rules.values():
            grown.rules[f"{rule.id}-{number}"] = replace(
                rule,
                id=f"{rule.id}-{number}",
                conditions=(*rule.conditions, Condition(COPY, (value,))),
                exception_to=tuple(f"{target}-{number}" for target in rule.exception_to),
            )
        for ruling in model.rulings.values():
            facts = {**ruling.facts, COPY: (value,)}
            grown.rulings[f"{ruling.id}-{number}"] = replace(ruling, id=f"{ruling.id}-{number}", facts=facts)
    return grown


if __name__ == "__main__":
    _inside(int(sys.argv[1]))
