"""`ygokg check --reason` as its user sees it: exact text and exit codes, progress, and the cache."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from check_world import check_a_copy
from conftest import BUILT_IN_DAY, Run
from reasoning_world import classified_once, needs_java, rule

from ygokg import checks
from ygokg.checks import second_opinion as cache_module
from ygokg.cli import check as check_module
from ygokg.cli.main import cli
from ygokg.errors import BrokenInput
from ygokg.graph.triples import PREFIXES

pytestmark = needs_java

FOUND = (
    "11 files checked: nothing found.\n"
    "HermiT: coherent; 6 times a ruling falls under a rule and 1 time a rule lies inside another, by reasoner and resolver alike;"
    " 0 disagreements.\nRests on: built-in data of 2024-05-31\n"
)
KNOWN = "Note: HermiT has classified the same statements before; its answer is from the cache. To run it anew: --no-cache.\n"


@pytest.fixture(autouse=True)
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Check a copy of the small world, with a cache of its own; most of these tests are about one and the same answer of HermiT."""
    monkeypatch.setenv("YGOKG_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache_module, "classify", classified_once)
    return check_a_copy(tmp_path, monkeypatch)


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count how often HermiT is asked and not the cache."""
    counted: list[int] = []

    def counting(triples: bytes) -> object:
        counted.append(len(triples))
        return classified_once(triples)

    monkeypatch.setattr("ygokg.checks.second_opinion.classify", counting)
    return counted


def check(run: Callable[..., Run], *more: str) -> Run:
    return run("check", "--reason", "--no-shacl", *more)


def kept(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "cache" / cache_module.FOLDER).iterdir())


def test_the_second_run_on_unchanged_files_is_answered_from_the_cache(run: Callable[..., Run], runs: list[int], tmp_path: Path) -> None:
    assert check(run) == Run(0, FOUND, "")
    assert check(run) == Run(0, FOUND, KNOWN)
    assert len(runs) == 1
    assert [file.suffix for file in kept(tmp_path)] == [".json"]


def test_no_cache_runs_anew_and_keeps_the_result(run: Callable[..., Run], runs: list[int]) -> None:
    assert [check(run, "--no-cache").err, check(run).err, check(run, "--no-cache").err] == ["", KNOWN, ""]
    assert len(runs) == 2


def test_labels_comments_and_order_do_not_count_but_conditions_do(run: Callable[..., Run], runs: list[int], world: Path) -> None:
    rules = world / "ontology" / "rules" / "negation.ttl"
    check(run)
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace('"face-down"@en', '"turned face-down"@en'), encoding="utf-8")
    assert check(run).err == KNOWN
    rules.write_text(text.replace("owl:hasValue ygo:FaceDown", "owl:hasValue ygo:FaceUp"), encoding="utf-8")
    assert check(run).err == ""
    assert len(runs) == 2


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"consistent": true, "unsatisfiable": []}', b"\xff"])
def test_a_damaged_result_is_replaced(run: Callable[..., Run], runs: list[int], tmp_path: Path, content: bytes) -> None:
    check(run)
    (file,) = kept(tmp_path)
    file.write_bytes(content)
    assert [check(run).err, check(run).err] == ["", KNOWN]
    assert len(runs) == 2


def test_a_cache_that_cannot_be_written_is_done_without(run: Callable[..., Run], runs: list[int], tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be", encoding="utf-8")
    assert [check(run), check(run)] == [Run(0, FOUND, "")] * 2
    assert len(runs) == 2


def test_a_contradiction_is_remembered_too(run: Callable[..., Run], runs: list[int], tmp_path: Path) -> None:
    more = overlay(tmp_path, "effect:200-2 a ygo:Brief , ygo:Lasting , owl:NamedIndividual .\n")
    first, second = check(run, "--data", more), check(run, "--data", more)
    assert (first.code, first.out) == (second.code, second.out)
    assert "\nerror reason-inconsistent\n" in f"\n{first.out}"
    assert second.err == KNOWN
    assert len(runs) == 2, "once with all families closed, once without, to tell where the contradiction is"


def test_a_result_is_not_kept_where_hermit_cannot_run(run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_triples: bytes) -> object:
        raise BrokenInput("The reasoner could not run: no memory", "Mend it.")

    monkeypatch.setattr("ygokg.checks.second_opinion.classify", fails)
    assert check(run) == Run(2, "", "Error: The reasoner could not run: no memory\nMend it.\n")
    assert not (tmp_path / "cache" / cache_module.FOLDER).exists()


def overlay(folder: Path, text: str) -> str:
    path = folder / "more.ttl"
    path.write_text("".join(f"@prefix {name}: <{iri}> .\n" for name, iri in PREFIXES.items()) + text, encoding="utf-8")
    return path.as_posix()


def reasoned(ended: Run) -> str:
    """Return the findings of the reasoner alone: the overlays of these tests have neither labels nor sources."""
    lines = ended.out.splitlines(keepends=True)
    return "".join(a + b for a, b in pairwise(lines) if " error reason-" in a)


def test_a_rule_that_can_never_apply(run: Callable[..., Run], tmp_path: Path) -> None:
    conditions = ("ygo:face ygo:FaceDown", "ygo:negator some ygo:Lasting", "ygo:negator some ygo:Brief")
    more = overlay(tmp_path, rule("never", *conditions, asks="ygo:IsDestroyed"))
    ended = check(run, "--data", more)
    assert ended.code == 1
    assert reasoned(ended) == (
        f"{more}:21: error reason-unsatisfiable\n"
        "    rule:negation.never can have no member: its conditions `ygo:negator some ygo:Lasting` and `ygo:negator some ygo:Brief` exclude"
        " each other. Change one of them.\n"
    )
    assert ended.out.endswith(
        "HermiT: not coherent (1 class too narrow); 6 times a ruling falls under a rule and 1 time a rule lies inside another, by"
        f" reasoner and resolver alike; 0 disagreements.\nRests on: built-in data of {BUILT_IN_DAY} with 1 file of yours\n"
    )


def test_a_condition_that_holds_of_nothing(run: Callable[..., Run], tmp_path: Path) -> None:
    more = overlay(
        tmp_path,
        "ygo:Both a owl:Class , ygo:Family ; rdfs:subClassOf ygo:Lasting , ygo:Brief .\n"
        + rule("never", "ygo:negator some ygo:Both", asks="ygo:IsDestroyed"),
    )
    assert reasoned(check(run, "--data", more)) == (
        f"{more}:21: error reason-unsatisfiable\n"
        "    ygo:Both can have no member: what it is said to be and the classes above it exclude each other. Change one of them.\n"
        f"{more}:22: error reason-unsatisfiable\n"
        "    rule:negation.never can have no member: nothing has `ygo:negator some ygo:Both`. Change it, or what it names.\n"
    )


def test_a_rule_inside_another_with_another_answer(run: Callable[..., Run], tmp_path: Path) -> None:
    inner = {"asks": "ygo:IsNegated", "answer": "ygo:No"}
    more = overlay(tmp_path, rule("inner", "ygo:negator some ygo:Lasting", **inner))
    ended = check(run, "--data", more)
    assert ended.code == 1
    text = (
        f"{more}:21: error reason-contained\n"
        "    rule:negation.inner answers ygo:No to ygo:IsNegated and lies inside rule:negation.general (answers ygo:Yes): every case under the"
        " inner rule is under the outer one too, and no exception is between them. Make the inner rule an exception, or narrow a"
        " condition. `ygokg conflicts` tells more: rule-rule:"
    )
    assert reasoned(ended).startswith(text)
    assert len(reasoned(ended)) == len(text) + len("12345678.\n")
    more = overlay(tmp_path, rule("inner", "ygo:negator some ygo:Lasting", exception_to="rule:negation.general", **inner))
    assert reasoned(check(run, "--data", more)) == ""


def test_long_work_tells_each_step_at_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("termios", reason="the system has no terminals of this kind")
    from terminal import Terminal

    check_files, classify = checks.check_files, cache_module.classify
    with Terminal() as terminal:

        def long(*args: object, **options: object) -> object:
            terminal.wait_for("Checking the files (")
            return check_files(*args, **options)  # type: ignore[arg-type]

        def longer(triples: bytes) -> object:
            terminal.wait_for("HermiT is classifying 5 rules and 3 rulings (")
            return classify(triples)

        monkeypatch.setattr(checks, "check_files", long)
        monkeypatch.setattr(cache_module, "classify", longer)
        monkeypatch.setattr(check_module, "_PATIENCE", 0.01)
        monkeypatch.setattr(sys, "stderr", terminal.writer)
        cli.main(["check", "--reason", "--no-shacl"], prog_name="ygokg", standalone_mode=False)
    assert capsys.readouterr().out == FOUND
    assert re.search(r"HermiT is classifying 5 rules and 3 rulings \(\d+ s\) …", terminal.seen)


def test_long_work_tells_no_step_elsewhere(run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_module, "_PATIENCE", 0)
    assert check(run) == Run(0, FOUND, "")
