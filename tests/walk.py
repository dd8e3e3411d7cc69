"""Walk through a document of the repository as its reader would: run its commands, and write the files that it shows.

A block of `console` is commands and what they print. A block of `turtle` belongs to the file that the text before it names last: it
is a new file, or the statement that takes the place of the one there, or single lines of it, each in place of the line with the same
property or a condition on the same feature. An item of a list, "- `file` → `other file`", moves a statement to another file, there behind
the last one of its document.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import REPOSITORY, Run
from patience import HANG

from ygokg.checks import sources, turtle_form
from ygokg.checks.sources import TurtleFile

__all__ = ["Command", "Moved", "Written", "commands", "same", "steps", "walk"]

SET_UP = ("python3 -m venv", ".venv/bin/pip install", "source .venv", "git clone", "cd ygokg")
"""Set-up lines: `.ci/run` runs these on a fresh machine, the test suite does not."""

FOLDERS = ("ontology", "data", "queries")
_DAY = re.compile(r"(?<=built-in data of )[0-9-]{10}")
ELIDED = "…"

_STEP = re.compile(r"^```(console|turtle)\n(.*?)^```$|^- `(\S+\.ttl)` → `(\S+\.ttl)`$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"`([\w/.-]+\.ttl)`")
_REPLACED = re.compile(r" +(?:\[ a owl:Restriction ; owl:onProperty )?\S+ ")
_STATEMENT = re.compile(r"^[a-z]+:\S+ a ", re.MULTILINE)


@dataclass(frozen=True)
class Command:
    """One command of a document and the lines printed below it."""

    line: str
    prints: tuple[str, ...]


@dataclass(frozen=True)
class Written:
    """Text, and the file that it belongs in."""

    file: str
    text: str


@dataclass(frozen=True)
class Moved:
    """The statement of one file, put into another behind the last one of its document."""

    source: str
    target: str


def steps(document: str) -> Iterator[Command | Moved | Written]:
    """Yield what a document tells its reader to do, in order."""
    text = (REPOSITORY / document).read_text(encoding="utf-8")
    file = ""
    end = 0
    for block in _STEP.finditer(text):
        if block[3]:
            yield Moved(block[3], block[4])
            continue
        file = (_FILE.findall(text[end : block.start()]) or [file])[-1]
        end = block.end()
        if block[1] == "turtle":
            yield Written(file, block[2])
            continue
        for part in re.split(r"^\$ ", block[2], flags=re.MULTILINE)[1:]:
            line, *printed = part.rstrip("\n").split("\n")
            yield Command(line, tuple(row.rstrip() for row in printed))


def commands(document: str) -> list[Command]:
    """Return the commands of a document that are no set-up lines."""
    return [step for step in steps(document) if isinstance(step, Command) and not step.line.startswith(SET_UP)]


def same(expected: tuple[str, ...], printed: list[str]) -> bool:
    """Compare line by line; a line `…` stands for any number of lines. The day of the data, which always changes, does not count."""
    if not expected:
        return not printed
    if expected[0].strip() == ELIDED:
        return any(same(expected[1:], printed[i:]) for i in range(len(printed) + 1))
    return bool(printed) and _DAY.sub("", expected[0]) == _DAY.sub("", printed[0]) and same(expected[1:], printed[1:])


def walk(document: str, run: Callable[..., Run], folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Command, list[str]]]:
    """Do in a copy of the repository, laid down in `folder`, what a document says; yield its commands and what they really print."""
    for name in FOLDERS:
        shutil.copytree(REPOSITORY / name, folder / name)
    _keep(folder)
    monkeypatch.chdir(folder)
    monkeypatch.setattr("ygokg.store.bundle._PACKAGE", folder / "ygokg")
    monkeypatch.setattr("ygokg.cli.check._PATIENCE", 1000)
    _look_once(monkeypatch)
    for step in steps(document):
        if isinstance(step, Written):
            _write(folder / step.file, step.text)
        elif isinstance(step, Moved):
            _move(folder / step.source, folder / step.target)
        elif not step.line.startswith(SET_UP):
            yield step, printed(step.line, run)


def printed(line: str, run: Callable[..., Run]) -> list[str]:
    """Run a command and return the lines that it prints, paths written with `/`."""
    program, *arguments = shlex.split(line)
    if program == "ygokg":
        ended = run(*arguments)
        out = ended.out + ended.err
    elif program == "mkdir":
        Path(arguments[0]).mkdir()
        out = ""
    else:
        out = _other(program, arguments)
    return [row.rstrip() for row in out.replace(os.sep, "/").rstrip("\n").split("\n")] if out else []


def _keep(folder: Path) -> None:
    """Put the copy under git, where git is there."""
    if shutil.which("git") is None:
        return
    git = [
        "git",
        "-c",
        "user.name=reader",
        "-c",
        "user.email=reader@example.org",
        "-c",
        "core.autocrlf=false",
        "-c",
        "commit.gpgsign=false",
    ]
    for arguments in (["init", "-q"], ["add", *FOLDERS], ["commit", "-q", "-m", "As it was"]):
        subprocess.run([*git, *arguments], cwd=folder, check=True)


def _look_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read and format files that stay as they are only once: a walk checks the repository several times."""
    read, formatted = sources._read, turtle_form._first_line_to_change
    files: dict[tuple[str, bytes], TurtleFile] = {}
    lines: dict[str, int] = {}

    def reading(path: Path, name: str) -> TurtleFile:
        key = (name, path.read_bytes())
        return files[key] if key in files else files.setdefault(key, read(path, name))

    def formatting(formatter: str, file: TurtleFile) -> int:
        return lines[file.source] if file.source in lines else lines.setdefault(file.source, formatted(formatter, file))

    monkeypatch.setattr(sources, "_read", reading)
    monkeypatch.setattr(turtle_form, "_first_line_to_change", formatting)


def _other(program: str, arguments: list[str]) -> str:
    command = {"git": ["git"], "pyshacl": [sys.executable, "-m", "pyshacl"]}[program]
    if program == "git" and not Path(".git").exists():
        pytest.skip("the rest of the walk needs git, which is not installed")
    ended = subprocess.run([*command, *arguments], capture_output=True, encoding="utf-8", check=False, timeout=HANG)
    return ended.stdout + ended.stderr


def _write(file: Path, text: str) -> None:
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    if text.startswith("    "):
        after = before
        for line in text.splitlines():
            start = _REPLACED.match(line)
            assert start is not None
            after, found = re.subn(rf"^{re.escape(start[0])}.*$", lambda _, line=line: line, after, flags=re.MULTILINE)
            assert found == 1, f"{file.name} has {found} lines to change to: {line}"
    elif before:
        after = before[: _start(before)] + text
    else:
        after = text
    file.write_text(after, encoding="utf-8", newline="\n")


def _move(source: Path, target: Path) -> None:
    text = source.read_text(encoding="utf-8")
    statement = text[_start(text) :]
    before = target.read_text(encoding="utf-8").split("\n\n")
    document = statement.partition(".")[0] + "."
    last = max(i for i, other in enumerate(before) if other.startswith(document))
    before.insert(last + 1, statement.rstrip("\n"))
    target.write_text("\n\n".join(before).rstrip("\n") + "\n", encoding="utf-8", newline="\n")


def _start(text: str) -> int:
    """Return where the statement begins, below prefixes and hints."""
    found = _STATEMENT.search(text)
    assert found is not None
    return found.start()
