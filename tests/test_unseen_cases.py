"""Real cases and reports that the documents do not have: what comes is right or open, never wrong."""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from ygokg.resolver import Outcome, Rulebase, resolve
from ygokg.resolver.outcome import agree

Case = dict[str, Any]
CASES: list[Case] = tomllib.loads((Path(__file__).parent / "data" / "unseen_cases.toml").read_text(encoding="utf-8"))["case"]
REPORTS: list[Case] = tomllib.loads((Path(__file__).parent / "data" / "reports.toml").read_text(encoding="utf-8"))["case"]


@pytest.fixture(scope="module")
def outcomes(base: Rulebase) -> dict[str, tuple[Case, Outcome | None]]:
    """Every case with what comes; nothing for one that cannot be put as a question."""
    return answered(base, CASES)


@pytest.fixture(scope="module")
def reported(base: Rulebase) -> dict[str, tuple[Case, Outcome | None]]:
    """Every report with what comes."""
    return answered(base, REPORTS)


def answered(base: Rulebase, cases: list[Case]) -> dict[str, tuple[Case, Outcome | None]]:
    """Return each case with what comes; nothing for one that cannot be put as a question."""
    return {case["id"]: (case, resolve(base, case["question"], case["facts"]) if case["question"] else None) for case in cases}


def verdict(case: Case, outcome: Outcome | None) -> str:
    """Return right, open, wrong or unhindered; what only does not hinder is right where the answer is yes."""
    if outcome is None or outcome.answer is None:
        unhindered = outcome is not None and outcome.reason == "unhindered"
        return "unhindered" if unhindered and case["answer"] in ("ygo:Yes", "ygo:Must") else "open"
    if not case["answer"]:
        return "open"
    return "right" if agree(case["answer"], outcome.answer) or agree(outcome.answer, case["answer"]) else "wrong"


def by_case(outcomes: dict[str, tuple[Case, Outcome | None]]) -> dict[str, str]:
    """Return the verdict of each case; one that is put as several questions is as good as the worst answer to them."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name, (case, outcome) in outcomes.items():
        found[name.partition(".")[0]].append(verdict(case, outcome))
    return {name: next(v for v in ("wrong", "open", "unhindered", "right") if v in own) for name, own in found.items()}


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']} {' '.join(case['cards'])}" for case in CASES])
def test_a_case_is_not_answered_wrongly(case: Case, outcomes: dict[str, tuple[Case, Outcome | None]]) -> None:
    assert verdict(*outcomes[case["id"]]) != "wrong", outcomes[case["id"]][1]


def test_what_was_right_stays_right(outcomes: dict[str, tuple[Case, Outcome | None]]) -> None:
    was = {name.partition(".")[0]: case["was"] for name, (case, _) in outcomes.items()}
    found = by_case(outcomes)
    assert Counter(was.values()) == {"right": 56, "open": 33, "wrong": 9}
    lost = sorted(name for name, before in was.items() if before == "right" and found[name] not in ("right", "unhindered"))
    assert lost == []
    assert sum(v == "unhindered" for v in found.values()) <= 15


@pytest.mark.parametrize("case", REPORTS, ids=[f"{case['id']} {' '.join(case['cards'])}" for case in REPORTS])
def test_a_report_is_not_answered_wrongly(case: Case, reported: dict[str, tuple[Case, Outcome | None]]) -> None:
    assert verdict(*reported[case["id"]]) != "wrong", reported[case["id"]][1]


def test_most_reports_are_answered_rightly(reported: dict[str, tuple[Case, Outcome | None]]) -> None:
    found = by_case(reported)
    assert len(found) == 21
    lost = sorted(name for name, (case, outcome) in reported.items() if case["was"] == "right" and verdict(case, outcome) != "right")
    assert lost == []
    assert sum(v == "right" for v in found.values()) >= 15


def test_reports_are_put_in_plain_facts(base: Rulebase) -> None:
    derived = {name for name, feature in base.model.features.items() if feature.kind == "derived"}
    assert [case["id"] for case in REPORTS if derived & case["facts"].keys()] == []
