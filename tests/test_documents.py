"""The README's and CONTRIBUTING's console and Python blocks are run, and their output is compared word for word."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import REPOSITORY, Run

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ELIDED = "…"
SET_UP = ("python3 -m venv", ".venv/bin/pip install", "git clone", "cd ygokg", ".ci/run")
"""Set-up lines: `.ci/run` runs these on a fresh machine, the test suite does not."""


@dataclass(frozen=True)
class Example:
    """One command of a document and the lines printed below it."""

    document: str
    command: str
    lines: tuple[str, ...]


def examples(document: str) -> list[Example]:
    found: list[Example] = []
    for block in BLOCK.findall((REPOSITORY / document).read_text(encoding="utf-8")):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *lines = part.rstrip("\n").split("\n")
            found.append(Example(document, command, tuple(line.rstrip() for line in lines)))
    return found


EXAMPLES = [example for document in ("README.md", "CONTRIBUTING.md") for example in examples(document)]
TO_RUN = [example for example in EXAMPLES if example.command.startswith("ygokg")]


def same(expected: tuple[str, ...], printed: list[str]) -> bool:
    """Compare line by line; a line `…` stands for any number of lines."""
    if not expected:
        return not printed
    if expected[0].strip() == ELIDED:
        return any(same(expected[1:], printed[i:]) for i in range(len(printed) + 1))
    return bool(printed) and expected[0] == printed[0] and same(expected[1:], printed[1:])


@pytest.mark.parametrize("example", TO_RUN, ids=[f"{e.document}: {e.command}" for e in TO_RUN])
def test_a_command_in_the_documents_prints_what_they_say(
    example: Example, run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = run(*shlex.split(example.command)[1:])
    printed = [line.rstrip() for line in (ended.out + ended.err).rstrip("\n").split("\n")]
    assert same(example.lines, printed), "\n".join(printed)


@pytest.mark.parametrize("block", PYTHON.findall((REPOSITORY / "README.md").read_text(encoding="utf-8")))
@pytest.mark.usefixtures("cache")
def test_a_python_example_in_the_readme_gives_what_it_says(block: str) -> None:
    example = doctest.DocTestParser().get_doctest(block, {}, "README", "README.md", 0)
    told: list[str] = []
    ended = doctest.DocTestRunner().run(example, out=told.append)
    assert (ended.failed, ended.attempted > 5) == (0, True), "".join(told)


def test_every_other_command_in_the_documents_is_a_set_up_line() -> None:
    others = [example.command for example in EXAMPLES if not example.command.startswith("ygokg")]
    assert [command for command in others if not command.startswith(SET_UP)] == []


def test_the_readme_has_examples_in_chinese_and_in_english() -> None:
    readme = [example.command for example in TO_RUN if example.document == "README.md"]
    assert any("--lang zh" in command for command in readme)
    assert any("--lang" not in command for command in readme)
