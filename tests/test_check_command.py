"""`ygokg check` as its user sees it: exact text and exit codes, with parts missing, and over the user's own files."""

from __future__ import annotations

import errno
import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from check_world import BAD, GOOD, check_a_copy
from conftest import BUILT_IN_DAY, Run

from ygokg import checks
from ygokg.checks.run import POLICIES
from ygokg.checks.turtle_form import find_formatter
from ygokg.cli import check as check_module
from ygokg.cli.main import cli

pytest.importorskip("pyshacl")


AGE = "Rests on: built-in data of 2024-05-31\n"
SOUND = f"11 files checked: nothing found.\n{AGE}"


@pytest.fixture(autouse=True)
def small_world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Check a copy of the small world instead of the project's own data."""
    return check_a_copy(tmp_path, monkeypatch)


@pytest.fixture
def without_pyshacl(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ygokg.checks.run.shapes_available", lambda: False)
    monkeypatch.setattr("ygokg.checks.shapes.shapes_available", lambda: False)


@pytest.fixture
def overlay(tmp_path: Path) -> Path:
    """A file of a user with one fault."""
    path = tmp_path / "mine.ttl"
    shutil.copy(BAD / "answer-rule.ttl", path)
    return path


def test_sound_data(run: Callable[..., Run]) -> None:
    assert run("check") == Run(0, SOUND, "")


def test_a_finding_in_an_overlay(run: Callable[..., Run], overlay: Path) -> None:
    ended = run("check", "--data", str(overlay))
    assert ended.code == 1
    assert ended.out == (
        f"{overlay.as_posix()}:18: error answer-not-admitted\n"
        "    rule:negation.bad answers ygo:Yes, but ygo:presence admits ygo:Present, ygo:Gone. Use one of them, or add the answer"
        " to ygo:presence.\n"
        "12 files checked: 1 error, 0 warnings.\n"
        f"Rests on: built-in data of {BUILT_IN_DAY} with 1 file of yours\n"
    )
    assert ended.err == ""


def test_findings_for_programs(run: Callable[..., Run], overlay: Path) -> None:
    expected = {
        "severity": "error",
        "policy": "answer-not-admitted",
        "place": f"{overlay.as_posix()}:18",
        "subject": "rule:negation.bad",
        "message": "answers ygo:Yes, but ygo:presence admits ygo:Present, ygo:Gone. Use one of them, or add the answer to ygo:presence.",
    }
    as_json, as_csv = (run("check", "--data", str(overlay), "--format", name) for name in ("json", "csv"))
    assert (as_json.code, json.loads(as_json.out)) == (1, [expected])
    assert as_csv.out.splitlines() == [
        "severity,policy,place,subject,message",
        f'error,answer-not-admitted,{expected["place"]},rule:negation.bad,"{expected["message"]}"',
    ]


def test_no_findings_for_programs(run: Callable[..., Run]) -> None:
    assert run("check", "--format", "json") == Run(0, "[]\n", AGE)


@pytest.mark.skipif(find_formatter() is None, reason="turtlefmt is not installed")
def test_files_are_laid_out_where_that_is_asked_for(run: Callable[..., Run], tmp_path: Path) -> None:
    path = tmp_path / "mine.ttl"
    spread = (GOOD / "lift-and-shared-condition.ttl").read_text(encoding="utf-8")
    path.write_text(spread.replace("\n        ", " ").replace("\n    ) ]", " ) ]"), encoding="utf-8")
    ended = run("check", "--fix", "--data", str(path))
    assert (ended.code, ended.out.splitlines()[0], ended.err) == (0, "12 files checked: nothing found.", "")
    assert path.read_text(encoding="utf-8") == spread


def test_a_file_that_cannot_be_laid_out_stays(run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ygokg.checks.turtle_form.laid_out", lambda _formatter, source: source + "\n")
    monkeypatch.setattr("ygokg.checks.turtle_form.find_formatter", lambda: "turtlefmt")

    def full(path: Path, _content: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr("ygokg.checks.turtle_form.replace_file", full)
    expected = "Error: ontology/core.ttl cannot be written: No space left on device.\nCheck again without --fix.\n"
    assert run("check", "--fix") == Run(2, "", expected)


def test_a_formatter_that_cannot_be_started_is_named(run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    gone = str(tmp_path / "turtlefmt")
    monkeypatch.setattr("ygokg.checks.turtle_form.find_formatter", lambda: gone)
    hint = "Install it anew (pip install --force-reinstall turtlefmt==0.1.2), or delete it and check all but the form.\n"
    expected = f"Error: turtlefmt cannot be started: {gone}: No such file or directory.\n{hint}"
    assert run("check", "--fix") == Run(2, "", expected)


def test_malformed_turtle_is_broken_input(run: Callable[..., Run], tmp_path: Path) -> None:
    path = tmp_path / "broken.ttl"
    path.write_text("# Broken.\n@prefix ygo: <https://w3id.org/ygokg/ontology#> .\nygo:A a ygo:B , .\n", encoding="utf-8")
    ended = run("check", "--data", str(path))
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"Error: {path}, line 3: ")


def test_what_makes_no_model_is_reported_after_the_findings(run: Callable[..., Run], tmp_path: Path) -> None:
    path = tmp_path / "two.ttl"
    shutil.copy(BAD / "shape-two-answers.ttl", path)
    ended = run("check", "--data", str(path))
    assert ended.code == 2
    assert f"{path.as_posix()}:18: error shape-Ruling\n" in ended.out
    assert ended.err.startswith("Error: ruling:negation.5 has 2 values of ygo:answer: ygo:No, ygo:Yes\n")


def test_an_unknown_path(run: Callable[..., Run]) -> None:
    ended = run("check", "--data", "nowhere.ttl")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "Error: nowhere.ttl does not exist.\nGive --data a Turtle file or a folder of them.\n"


@pytest.mark.usefixtures("without_pyshacl")
def test_without_pyshacl_the_rest_is_checked(run: Callable[..., Run]) -> None:
    note = "Note: The SHACL shapes were not run: pySHACL is missing.\n"
    assert run("check") == Run(0, SOUND, note)
    assert run("check", "--no-shacl") == Run(0, SOUND, "")


@pytest.mark.usefixtures("without_pyshacl")
def test_shacl_that_is_asked_for_has_to_be_there(run: Callable[..., Run]) -> None:
    hint = 'Install the extra: pip install "ygokg[shacl]"'
    assert run("check", "--shacl") == Run(2, "", f"Error: The SHACL shapes need pySHACL, which is not installed.\n{hint}\n")


def test_strict_wants_every_tool(run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ygokg.checks.run.find_formatter", lambda: None)
    note = "Note: The form of the files was not checked: turtlefmt 0.1.2 is missing.\n"
    assert run("check") == Run(0, SOUND, note)
    strict = run("check", "--strict")
    assert (strict.code, strict.out) == (2, SOUND)
    assert strict.err == (
        note + 'Error: Not everything was checked, which --strict does not allow.\nInstall what is missing: pip install "ygokg[all]"\n'
    )


def test_strict_is_content_when_nothing_is_missing(run: Callable[..., Run]) -> None:
    assert run("check", "--strict") == Run(0, SOUND, "")


def test_the_list_of_policies(run: Callable[..., Run]) -> None:
    ended = run("check", "--list", "--format", "csv")
    lines = ended.out.splitlines()
    assert (ended.code, len(lines)) == (0, 1 + len(POLICIES))
    assert lines[:2] == ["policy,severity,demands", 'label,error,"Every term has exactly one label in zh, ja and en each."']


def test_long_work_tells_what_it_does_at_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("termios", reason="the system has no terminals of this kind")
    from terminal import Terminal

    check_files = checks.check_files

    with Terminal() as terminal:

        def long(*args: object, **options: object) -> object:
            terminal.wait_for(" s) …")
            return check_files(*args, **options)  # type: ignore[arg-type]

        monkeypatch.setattr(checks, "check_files", long)
        monkeypatch.setattr(check_module, "_PATIENCE", 0.01)
        monkeypatch.setattr(sys, "stderr", terminal.writer)
        cli.main(["check"], prog_name="ygokg", standalone_mode=False)
    assert capsys.readouterr().out == SOUND
    assert re.match(r"\S*Checking the files \(\d+ s\) …", terminal.seen)


def test_long_work_tells_nothing_elsewhere(run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_module, "_PATIENCE", 0)
    assert run("check") == Run(0, SOUND, "")
