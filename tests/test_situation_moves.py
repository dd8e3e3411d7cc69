"""Situations about cards that move: real cases told in the notation, and what reaches a card that moves and what nearly does."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from ygokg.resolver import Rulebase, resolve
from ygokg.resolver.outcome import agree
from ygokg.situation.answering import Told
from ygokg.situation.course import Course
from ygokg.situation.telling import situation

Case = dict[str, Any]
DATA = Path(__file__).parent / "data"
TOLD: dict[str, list[Case]] = tomllib.loads((DATA / "situations_moves.toml").read_text(encoding="utf-8"))
UNSEEN: dict[str, Case] = {case["id"]: case for case in tomllib.loads((DATA / "unseen_cases.toml").read_text(encoding="utf-8"))["case"]}


def told(base: Rulebase, text: str) -> Told:
    """Return what comes of the one question of a text."""
    course = Course(base, situation(base.model, text, "en"))
    (asked,) = course.told.asked
    return course.answer(asked)


@pytest.mark.parametrize("case", TOLD["case"], ids=[case["id"] for case in TOLD["case"]])
def test_a_real_case_told_as_a_situation_is_right_or_open(base: Rulebase, case: Case) -> None:
    one = told(base, case["text"])
    assert (one.answer or "open") == case.get("expect", case["answer"])
    put = UNSEEN.get(case["id"])
    by_features = resolve(base, put["question"], put["facts"]).answer if put is not None and put["question"] == one.asked.question else None
    assert one.answer is None or by_features is None or agree(one.answer, by_features) or agree(by_features, one.answer)


@pytest.mark.parametrize("case", TOLD["case"], ids=[case["id"] for case in TOLD["case"]])
def test_the_answer_is_that_of_the_case_as_it_was_put(case: Case) -> None:
    put = UNSEEN.get(case["id"])
    assert put is None or put["answer"] == case["answer"]


@pytest.mark.parametrize("pair", TOLD["pair"], ids=[pair["id"] for pair in TOLD["pair"]])
def test_what_reaches_a_card_that_moves_and_what_nearly_does(base: Rulebase, pair: Case) -> None:
    one = told(base, pair["text"])
    assert (one.answer or "") == pair["answer"]
    assert one.conditional or not pair.get("conditional")
