"""README, CONTRIBUTING and the ontology's README do what they say: their commands and Python are run, the output is compared word for word."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import REPOSITORY, Run
from walk import Command, commands, printed, same, walk

from ygokg.checks.turtle_form import find_formatter

README = commands("README.md")
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", README, ids=[example.line for example in README])
def test_a_command_in_the_readme_prints_what_it_says(
    example: Command, run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = printed(example.line, run)
    assert same(example.prints, found), "\n".join(found)


@pytest.mark.parametrize("block", PYTHON.findall((REPOSITORY / "README.md").read_text(encoding="utf-8")))
@pytest.mark.usefixtures("cache")
def test_a_python_example_in_the_readme_gives_what_it_says(block: str) -> None:
    example = doctest.DocTestParser().get_doctest(block, {}, "README", "README.md", 0)
    told: list[str] = []
    ended = doctest.DocTestRunner().run(example, out=told.append)
    assert (ended.failed, ended.attempted > 5) == (0, True), "".join(told)


def test_every_command_in_the_readme_is_ours_or_a_set_up_line() -> None:
    assert [example.line for example in README if shlex.split(example.line)[0] != "ygokg"] == []


def test_the_readme_has_examples_in_chinese_and_in_english() -> None:
    assert any("--lang zh" in example.line for example in README)
    assert any("--lang" not in example.line for example in README)


@pytest.mark.parametrize("document", ["CONTRIBUTING.md", "ontology/README.md"])
def test_a_reader_who_follows_a_document_gets_what_it_says(
    document: str, run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyshacl")
    if find_formatter() is None:
        pytest.skip("turtlefmt is not installed, which `ygokg check` would say")
    done = 0
    for command, found in walk(document, run, tmp_path, monkeypatch):
        assert same(command.prints, found), "\n".join([f"$ {command.line}", *found])
        done += 1
    assert done == len(commands(document)) > 3
