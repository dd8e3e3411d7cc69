"""The checks on a small world: what every planted fault gives, and that sound additions give nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from check_world import GOOD, HERE, Fault, fault, faults, small_files, with_file

from ygokg.checks.finding import Finding, Place
from ygokg.checks.run import FILE_POLICIES, MODEL_POLICIES, POLICIES, run_policies
from ygokg.checks.shapes import run_shapes
from ygokg.checks.sources import Sources, read_sources, read_turtle
from ygokg.checks.turtle_form import find_formatter, turtle_form
from ygokg.errors import BrokenInput, UsageProblem
from ygokg.graph.compile import compile_model
from ygokg.graph.subjects import cycles
from ygokg.graph.triples import natural_key

needs_formatter = pytest.mark.skipif(find_formatter() is None, reason="turtlefmt is not installed")


def findings_in(sources: Sources) -> tuple[list[Finding], str]:
    """Return all findings, and the message of the compiler where the files make no Model."""
    found = run_policies(FILE_POLICIES, sources, sources) + run_shapes(sources)
    try:
        model = compile_model(sources.quads)
    except BrokenInput as error:
        return found, error.message
    return found + run_policies(MODEL_POLICIES, model, sources), ""


@needs_formatter
def test_the_small_world_is_sound() -> None:
    found, broken = findings_in(Sources(list(small_files())))
    assert (found, broken) == ([], "")


@needs_formatter
@pytest.mark.parametrize("path", faults(), ids=lambda path: path.stem)
def test_a_planted_fault_is_found_at_its_line_and_nothing_else_is(path: Path) -> None:
    pytest.importorskip("pyshacl")
    expected: Fault = fault(path)
    found, broken = findings_in(with_file(path, expected.name))
    assert broken == expected.broken
    rows = {(f.place.line if f.place else 0, f.severity, f.policy, f.subject, f.message) for f in found}
    assert sorted(rows) == sorted(expected.expected)
    assert expected.expected, "a fault that nothing finds is no fault"


@needs_formatter
@pytest.mark.parametrize("path", sorted(GOOD.glob("*.ttl")), ids=lambda path: path.stem)
def test_a_sound_addition_gives_no_finding(path: Path) -> None:
    pytest.importorskip("pyshacl")
    found, broken = findings_in(with_file(path, fault(path).name))
    assert (found, broken) == ([], "")


def test_every_policy_has_a_planted_fault() -> None:
    planted = {row[2] for path in faults() for row in fault(path).expected}
    assert {policy.id for policy in (*FILE_POLICIES, *MODEL_POLICIES)} <= planted


def test_every_policy_says_what_it_demands_under_a_name_of_its_own() -> None:
    assert len({policy.id for policy in POLICIES}) == len(POLICIES)
    assert [policy.id for policy in POLICIES if not policy.demands.endswith((".", ":"))] == []


TURTLE = """\
# What this holds.
@prefix a: <https://w3id.org/ygokg/ontology#> .
PREFIX b: <https://w3id.org/ygokg/rule/>

a:One a a:Thing ; # first
    a:says "no # comment, no a:name" , '''two
lines of a:text''' ;
    a:points b:x.y , <https://w3id.org/ygokg/rule/z> .
# between
b:x.y a:part [ a a:Inner ; a:of a:Deep ] ; a:n 1.5 , true .
"""


def test_the_text_of_a_file_is_read_with_its_lines() -> None:
    text = read_turtle(TURTLE)
    assert [(s.subject, s.line, s.end, s.typed) for s in text.statements] == [("ygo:One", 5, 8, True), ("rule:x.y", 10, 10, True)]
    assert text.statements[0].mentions == {
        "a": [5],
        "ygo:Thing": [5],
        "ygo:says": [6],
        "ygo:points": [8],
        "rule:x.y": [8],
        "rule:z": [8],
    }
    assert [(p.name, p.namespace, p.line) for p in text.prefixes] == [
        ("a", "https://w3id.org/ygokg/ontology#", 2),
        ("b", "https://w3id.org/ygokg/rule/", 3),
    ]
    assert text.comments == {1: "What this holds.", 5: "first", 9: "between"}
    assert text.used_prefixes == {"a", "b"}


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("src:negation.9", "src:negation.10"),
        ("ruling:negation.112", "ruling:negation.112.a"),
        ("ruling:negation.112.b", "ruling:negation.113.a"),
        ("card:483", "card:82732705"),
        ("effect:483-1", "effect:483-p1"),
        ("effect:82732705-0", "effect:82732705-0b"),
        ("effect:82732705-1", "effect:any-spell-card"),
    ],
)
def test_subjects_are_sorted_by_number(earlier: str, later: str) -> None:
    assert natural_key(earlier) < natural_key(later)


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ({"a": ["b"], "b": ["c"], "c": []}, []),
        ({"a": ["a"]}, [["a", "a"]]),
        ({"a": ["b"], "b": ["c"], "c": ["a"], "d": ["a"]}, [["a", "b", "c", "a"]]),
        ({"a": ["b"], "b": ["a"], "x": ["y"], "y": ["x", "elsewhere"]}, [["a", "b", "a"], ["x", "y", "x"]]),
    ],
    ids=["none", "itself", "three and a way in", "two circles"],
)
def test_circles_are_found_once_each(edges: dict[str, list[str]], expected: list[list[str]]) -> None:
    assert cycles(edges) == expected


def test_a_place_reads_as_editors_open_it() -> None:
    assert (str(Place("data/cards.ttl", 12)), str(Place("data/cards.ttl"))) == ("data/cards.ttl:12", "data/cards.ttl")


def test_malformed_turtle_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "broken.ttl"
    path.write_text("# Broken.\n@prefix ygo: <https://w3id.org/ygokg/ontology#> .\n\nygo:A a ygo:B ;;; .\nygo:C ygo:D\n", encoding="utf-8")
    with pytest.raises(BrokenInput, match=r"broken\.ttl, line \d"):
        read_sources([(path, "broken.ttl")])


def test_a_pipe_is_refused_because_it_is_read_twice(tmp_path: Path) -> None:
    os = pytest.importorskip("os")
    path = tmp_path / "pipe"
    try:
        os.mkfifo(path)
    except (AttributeError, OSError):
        pytest.skip("this system has no named pipes")
    with pytest.raises(UsageProblem, match="is a pipe"):
        read_sources([(path, "pipe")])


def test_without_the_formatter_the_form_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ygokg.checks.turtle_form.find_formatter", lambda: None)
    path = HERE / "data" / "bad" / "form.ttl"
    sources = with_file(path, "data/bad.ttl")
    assert [f.policy for f in run_policies(FILE_POLICIES, sources, sources)] == []


@pytest.fixture
def formatter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program in place of turtlefmt, to be written yet."""
    if os.name != "posix":
        pytest.skip("the program is a script")
    path = tmp_path / "turtlefmt"
    path.touch(0o755)
    monkeypatch.setattr("ygokg.checks.turtle_form.find_formatter", lambda: str(path))
    return path


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        ("#!/nowhere/python\n", "turtlefmt cannot be started: {}: No such file or directory."),
        ("\0", "turtlefmt cannot be started: {}: Exec format error."),
        ("#!/bin/sh\nexec sleep 60\n", "turtlefmt did not end within 0.2 seconds: {}."),
    ],
    ids=["its interpreter is gone", "no program", "does not end"],
)
def test_a_formatter_that_does_not_work_is_named(formatter: Path, monkeypatch: pytest.MonkeyPatch, script: str, problem: str) -> None:
    formatter.write_text(script, encoding="utf-8")
    monkeypatch.setattr("ygokg.checks.turtle_form._LONGEST", 0.2)
    with pytest.raises(UsageProblem) as raised:
        list(turtle_form(Sources(list(small_files()[:1]))))
    assert raised.value.message == problem.format(formatter)
    assert "pip install --force-reinstall turtlefmt==0.1.2" in raised.value.hint


@pytest.mark.parametrize(("ends_with", "findings"), [(0, 0), (1, 1)], ids=["leaves the file as it is", "cannot read the file"])
def test_a_formatter_that_works_is_believed(formatter: Path, ends_with: int, findings: int) -> None:
    formatter.write_text(f"#!/bin/sh\nexit {ends_with}\n", encoding="utf-8")
    assert len(list(turtle_form(Sources(list(small_files()[:1]))))) == findings


def test_without_shapes_there_is_one_clear_message() -> None:
    pytest.importorskip("pyshacl")
    with pytest.raises(BrokenInput, match=r"ontology/shapes\.ttl is missing"):
        run_shapes(Sources([file for file in small_files() if not file.shapes]))
