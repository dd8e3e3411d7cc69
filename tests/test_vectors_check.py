"""`ygokg vectors check`: which outcomes of a simulator differ from the rulings."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Run

from ygokg.errors import UsageProblem
from ygokg.export.results import Compared, compare, read_results
from ygokg.store.cache import Graph

FORM = "Write a JSON list, or one object a line, each with `id` (ruling:negation.112) and `outcome` (ygo:No)."


def one(graph: Graph, ruling: str, outcome: object) -> Compared:
    (found,) = compare(graph.model, json.dumps([{"id": ruling, "outcome": outcome}]).encode(), "en").compared
    return found


@pytest.mark.parametrize(
    ("ruling", "outcome", "how"),
    [
        ("ruling:negation.112", "ygo:No", "as expected"),
        ("negation.112", "No", "as expected"),
        ("ruling:negation.112", "ygo:Yes", "differs"),
        ("ruling:negation.112", 1, "differs"),
        ("ruling:negation.112", None, "not run"),
        ("ruling:negation.99999", "ygo:No", "unknown"),
    ],
)
def test_an_outcome_stands_to_its_ruling(graph: Graph, ruling: str, outcome: object, how: str) -> None:
    assert one(graph, ruling, outcome).how == how


def test_no_outcome_is_wrong_where_the_office_has_not_decided(graph: Graph) -> None:
    pending = next(i for i, ruling in graph.model.rulings.items() if ruling.in_force and ruling.answer == "ygo:Pending")
    assert one(graph, pending, "ygo:Yes").how == "undecided"


def test_an_amount_may_be_a_number_or_a_text(graph: Graph) -> None:
    amount = next(ruling for ruling in graph.model.rulings.values() if ruling.in_force and ruling.literal and ruling.answer.isdecimal())
    assert [one(graph, amount.id, given).how for given in (int(amount.answer), amount.answer, int(amount.answer) + 1)] == [
        "as expected",
        "as expected",
        "differs",
    ]


def test_what_the_documents_said_before_is_outdated_since_a_day(graph: Graph) -> None:
    now, former = next(
        (ruling, graph.model.rulings[name])
        for ruling in graph.model.rulings.values()
        for name in ruling.replaces
        if ruling.in_force and graph.model.rulings[name].answer != ruling.answer and ruling.answer != "ygo:Pending"
    )
    found = one(graph, now.id, former.answer)
    assert (found.how, found.until < former.valid_until, len(found.until)) == ("outdated", True, 10)
    assert one(graph, former.id, former.answer).how == "withdrawn"


def test_how_many_were_not_tried(graph: Graph) -> None:
    standing = sum(ruling.in_force for ruling in graph.model.rulings.values())
    assert compare(graph.model, b'{"id": "negation.112", "outcome": "No"}', "en").without == standing - 1


@pytest.mark.parametrize(
    "content",
    [
        b'[{"id": "a.1", "outcome": "No"}, {"id": "a.2", "outcome": 2}]',
        b'\xef\xbb\xbf{"id": "a.1", "outcome": "No"}\r\n\r\n{"id": "a.2", "outcome": 2}\r\n',
    ],
    ids=["a list", "a line each, from Windows"],
)
def test_two_forms_are_read(content: bytes) -> None:
    assert read_results(content, "en") == {"ruling:a.1": "No", "ruling:a.2": "2"}


def test_the_same_result_twice_is_one() -> None:
    assert read_results(b'{"id": "a.1", "outcome": "No"}\n{"id": "ruling:a.1", "outcome": "No"}', "en") == {"ruling:a.1": "No"}


BAD = [
    (b"", "There is no result in it."),
    (b"[]", "There is no result in it."),
    (b"[", "Line 1 is no JSON."),
    (b'{"id": "a.1", "outcome": "No"}\n{"id"', "Line 2 is no JSON."),
    (b"\xff", "The results are not in UTF-8."),
    (b"[" * 100_000, "Line 1 is no JSON."),
    (b"[3]", "Result 1 does not have an `id` and an `outcome`."),
    (b'[{"id": "a.1"}]', "Result 1 does not have an `id` and an `outcome`."),
    (b'[{"id": 1, "outcome": "No"}]', "Result 1 does not have an `id` and an `outcome`."),
    (b'[{"id": "a.1", "outcome": true}]', "Result 1 does not have an `id` and an `outcome`."),
    (b'[{"id": "a.1", "outcome": " "}]', "Result 1 does not have an `id` and an `outcome`."),
    (b'[{"id": "a.1", "outcome": "No"}, {"id": "a.1", "outcome": "Yes"}]', "Result 2: ruling:a.1 has another outcome before."),
]


@pytest.mark.parametrize(("content", "message"), BAD, ids=[str(number) for number in range(len(BAD))])
def test_what_are_no_results_is_refused(content: bytes, message: str) -> None:
    with pytest.raises(UsageProblem) as refused:
        read_results(content, "en")
    assert refused.value.message == message


@pytest.fixture
def results(tmp_path: Path) -> Path:
    path = tmp_path / "results.json"
    path.write_text('[{"id": "negation.112", "outcome": "Yes"}, {"id": "negation.129", "outcome": "Yes"}]', encoding="utf-8")
    return path


def test_in_a_table(run: Callable[..., Run], results: Path) -> None:
    ended = run("vectors", "check", str(results))
    lines = ended.out.splitlines()
    assert lines[0].split() == ["ruling", "how", "question", "expected", "outcome", "until", "words"]
    assert lines[1].split()[:5] == ["ruling:negation.112", "differs", "ygo:IsNegated", "ygo:No", "ygo:Yes"]
    assert lines[2].startswith("1 differs; 1 as expected; no result: ")
    assert (ended.code, ended.err) == (1, "")


def test_for_programs(run: Callable[..., Run], results: Path) -> None:
    found = json.loads(run("vectors", "check", str(results), "--format", "json").out)
    assert (found["counts"], [result["ruling"] for result in found["results"]]) == (
        {"differs": 1, "as expected": 1},
        ["ruling:negation.112"],
    )
    listed = run("vectors", "check", str(results), "--all", "--format", "tsv").out.splitlines()
    assert [line.split("\t")[:2] for line in listed[1:]] == [["ruling:negation.112", "differs"], ["ruling:negation.129", "as expected"]]


def test_nothing_differs(run: Callable[..., Run], tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text('{"id": "ruling:negation.112", "outcome": "ygo:No"}\n', encoding="utf-8")
    ended = run("vectors", "check", str(path), "--lang", "zh")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("1 as expected；没有结果：")


def test_bad_results_end_with_2_and_say_what_is_read(run: Callable[..., Run], tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.write_text("no", encoding="utf-8")
    ended = run("vectors", "check", str(path))
    assert (ended.code, ended.out, ended.err) == (2, "", f"Error: Line 1 is no JSON.\n{FORM}\n")
    missing = run("vectors", "check", str(tmp_path / "none.json"))
    assert (missing.code, missing.out) == (2, "")
    assert "cannot be read: No such file or directory." in missing.err
