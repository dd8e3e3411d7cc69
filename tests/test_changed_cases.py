"""Real cases that are answered otherwise today than before: today's answer or none, never the former one; the former one on its day."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ygokg.graph.dates import known_by
from ygokg.resolver import Rulebase, resolve
from ygokg.resolver.former import with_former
from ygokg.resolver.outcome import agree

Case = dict[str, Any]
CASES: list[Case] = tomllib.loads((Path(__file__).parent / "data" / "changed_cases.toml").read_text(encoding="utf-8"))["case"]
DATED = [case for case in CASES if case["then"]]
OPEN = {"c-048", "c-101"}
"""What no line of today decides: one is not hindered by what is stated, of the other the line was struck."""


def same(one: str, other: str) -> bool:
    return agree(one, other) or agree(other, one)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_case_that_changed_is_answered_as_today_says(base: Rulebase, case: Case) -> None:
    found = resolve(base, case["question"], case["facts"])
    if case["id"] in OPEN:
        assert found.answer is None
    else:
        assert found.answer is not None
        assert same(case["answer"], found.answer)


@pytest.mark.parametrize("case", DATED, ids=[case["id"] for case in DATED])
def test_a_day_before_it_is_answered_as_was_said_then(base: Rulebase, case: Case) -> None:
    found = resolve(Rulebase(known_by(base.model, case["then"], "en")), case["question"], case["facts"])
    assert found.answer is not None
    assert same(case["former"], found.answer)


def test_most_answers_tell_that_they_were_other_ones(base: Rulebase) -> None:
    told: Counter[str] = Counter()
    for case in DATED:
        found = with_former(base, resolve(base, case["question"], case["facts"]), case["facts"])
        if found.former is not None:
            assert same(found.former.answer, case["former"]), case["id"]
        told["told" if found.former is not None else "not told"] += 1
    assert told["told"] >= 11, told
