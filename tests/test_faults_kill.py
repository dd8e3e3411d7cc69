"""Killed at any step: the store, the imported documents and the imported names are as they were before, or as they are to be."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import REPOSITORY
from corpus_files import CHAPTER, LOG, write
from own_cards import LINES, lines
from patience import HANG

pytestmark = pytest.mark.skipif(
    not (hasattr(os, "fork") and hasattr(signal, "SIGKILL")), reason="needs a system that can fork and kill, which Windows cannot"
)
TINY = REPOSITORY / "tests" / "data" / "tiny" / "tiny.ttl"


def killed(kind: str, tmp_path: Path, old: Path, new: Path, points: int) -> dict[str, Any]:
    """What was found after each death (see `killed_work`)."""
    folder = tmp_path / "kept-things"
    environment = {**os.environ, "YGOKG_DATA": str(folder), "PYTHONPATH": str(REPOSITORY)}
    if kind == "build":
        environment["YGOKG_CACHE"] = str(folder)
    command = [sys.executable, "-W", "ignore", str(REPOSITORY / "tests" / "killed_work.py"), kind, *map(str, (folder, old, new, points))]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=HANG, cwd=REPOSITORY, check=False)
    assert (ended.stderr, ended.returncode) == ("", 0)
    found: dict[str, Any] = json.loads(ended.stdout)
    assert found["changes"]
    return found


def test_a_build_that_is_killed_leaves_the_earlier_store_and_the_next_one_works(tmp_path: Path) -> None:
    newer = tmp_path / "tiny.ttl"
    newer.write_text(TINY.read_text(encoding="utf-8").replace("Book of Moon", "Book of Noon"), encoding="utf-8")
    found = killed("build", tmp_path, TINY, newer, 14)
    assert found["steps"] > 100
    results = found["results"]
    assert [result for result in results if not result["earlier"]] == []
    # what a second use finds is not fresh: the first one after the death has built it whole
    assert [result for result in results if not result["works"]] == []
    assert {name for result in results for name in result["left"]} <= {"building", "broken"}
    assert any(result["left"] for result in results)
    assert {result["again"][0] for result in results} == {True, False}


def test_an_import_of_documents_that_is_killed_leaves_the_earlier_state_or_the_new_one(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    for folder, more in ((old, ""), (new, "\n| 多了一句「`月之书`_」的话。\n")):
        write(folder, "抽取.rst", CHAPTER + more)
        write(folder, "2021.rst", LOG + more)
    write(new, "新.txt", "新的一章\n\n「技能抽取」的话。\n")
    found = killed("documents", tmp_path, old, new, 16)
    results = found["results"]
    assert [result for result in results if not (result["earlier"] or result["done"])] == []
    assert [result for result in results if not result["works"]] == []
    assert {result["earlier"] for result in results} == {True, False}
    assert {result["again"] for result in results} == {0}


def test_an_import_of_names_that_is_killed_leaves_the_earlier_state_or_the_new_one(tmp_path: Path) -> None:
    old, new = lines(tmp_path / "old.jsonl", LINES[:3]), lines(tmp_path / "new.jsonl")
    found = killed("names", tmp_path, old, new, 16)
    results = found["results"]
    assert [result for result in results if not (result["earlier"] or result["done"])] == []
    assert [result for result in results if not result["works"]] == []
    assert {result["earlier"] for result in results} == {True, False}
    assert {name for result in results for name in result["left"]} <= {".importing"}
