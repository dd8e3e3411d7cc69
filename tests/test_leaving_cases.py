"""Cards that are destroyed, sent, banished or otherwise leave: what a clause asks of them is asked of the case.

`data/leaving_cases.tsv` was written from the documents; each row lacks or contradicts one thing that a clause names, or has them all.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from ygokg.resolver import Rulebase, resolve

with (Path(__file__).parent / "data" / "leaving_cases.tsv").open(encoding="utf-8") as lines:
    CASES = list(csv.DictReader(lines, delimiter="\t"))


@pytest.mark.parametrize("case", CASES, ids=[case["what"] for case in CASES])
def test_a_card_that_leaves_is_asked_for_what_the_clause_names(base: Rulebase, case: dict[str, str]) -> None:
    facts: dict[str, list[str]] = {}
    for feature, value in (fact.split("=") for fact in case["facts"].split()):
        facts.setdefault(feature, []).append(value)
    outcome = resolve(base, case["question"], facts)
    assert (outcome.answer or outcome.status) == case["answer"]
