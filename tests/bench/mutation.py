"""How long the checks of the graph against itself take on more data than there is: the built-in rules and rulings, several times over.

The copies are about the same questions, told apart by one more feature, so that every block of rules grows with their number.
Run it as `python tests/bench/mutation.py [--times 4]`; the aim is 60 s for 500 rulings and 400 rules.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace

from ygokg.consistency.loading import load
from ygokg.consistency.mutation import RULE, RULING, mutate, score
from ygokg.consistency.report import find
from ygokg.model import Condition, Feature, Model

__all__ = ["main"]

COPY = "ygo:copy"


def main() -> None:
    """Measure and write one line for each kind of work."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=4, help="how often the data is copied")
    model = copied(load()[0], parser.parse_args().times)
    print(f"{len(model.rulings)} rulings, {len(model.rules)} rules")  # noqa: T201
    begun = time.perf_counter()
    findings = find(model)
    print(f"findings: {len(findings)} in {time.perf_counter() - begun:.1f} s")  # noqa: T201
    begun = time.perf_counter()
    tried = list(mutate(model))
    lasted = time.perf_counter() - begun
    scores = ", ".join(f"{kind} {score(tried, kind).share:.1%}" for kind in (RULING, RULE))
    print(f"mutation: {len(tried)} changes in {lasted:.1f} s ({scores})")  # noqa: T201


def copied(model: Model, times: int) -> Model:
    """Return the model with every rule and ruling so many times, each copy with a value of its own in one more state feature."""
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
    main()
