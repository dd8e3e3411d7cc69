"""A small world for the tests of checks and reasoner, and files that plant one fault each in it."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import pytest

from ygokg.checks.sources import Sources, TurtleFile, read_sources

__all__ = ["BAD", "GOOD", "SHAPES", "SMALL", "Fault", "check_a_copy", "fault", "faults", "small_files", "with_file"]

HERE = Path(__file__).parent
SMALL = HERE / "data" / "small"
BAD = HERE / "data" / "bad"
GOOD = HERE / "data" / "good"
SHAPES = HERE.parent / "ontology" / "shapes.ttl"

_AS = re.compile(r"^# as: (?P<name>\S+)$", re.MULTILINE)
_EXPECT = re.compile(r"^# expect: (?P<line>\d+) (?P<severity>\w+) (?P<policy>\S+) (?P<subject>\S+) \| (?P<message>.+)$", re.MULTILINE)
_BROKEN = re.compile(r"^# broken: (?P<message>.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Fault:
    """A file with a planted fault: the name it is checked under, the findings it has to give, what compiling it has to say."""

    path: Path
    name: str
    expected: list[tuple[int, str, str, str, str]]
    broken: str


def fault(path: Path) -> Fault:
    """Read what a file with a planted fault says about itself in its opening comment."""
    text = path.read_text(encoding="utf-8")
    name = _AS.search(text)
    assert name is not None, f"{path.name} does not say under which name it is checked: '# as: data/…'"
    rows = [(int(m["line"]), m["severity"], m["policy"], m["subject"], m["message"]) for m in _EXPECT.finditer(text)]
    assert len(rows) == text.count("\n# expect:"), f"{path.name} has an '# expect:' line of another form"
    broken = _BROKEN.search(text)
    return Fault(path, name["name"], rows, broken["message"] if broken else "")


def faults() -> list[Path]:
    """Return all files with planted faults, by name."""
    return sorted(BAD.glob("*.ttl"))


@lru_cache(maxsize=1)
def small_files() -> tuple[TurtleFile, ...]:
    """Return the files of the small world, with the project's own shapes."""
    pairs = [(path, path.relative_to(SMALL).as_posix()) for path in sorted(SMALL.rglob("*.ttl"))]
    return tuple(read_sources([*pairs, (SHAPES, "ontology/shapes.ttl")]).files)


def with_file(path: Path, name: str) -> Sources:
    """Return the small world with one more file under the given name."""
    return Sources([*small_files(), *read_sources([(path, name)]).files])


def check_a_copy(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make `ygokg check` look at a copy of the small world, laid down in `folder`, instead of the project's own data; return the copy."""
    base = folder / "world"
    shutil.copytree(SMALL, base)
    shutil.copy(SHAPES, base / "ontology" / "shapes.ttl")
    files = sorted((base / "ontology").rglob("*.ttl")) + sorted((base / "data").rglob("*.ttl"))
    monkeypatch.setattr("ygokg.checks.run.root", lambda: base)
    monkeypatch.setattr("ygokg.checks.run.bundled_files", lambda: files)
    monkeypatch.setattr("ygokg.checks.turtle_form._first_line_to_change", lambda _formatter, _file: 0)
    monkeypatch.setattr("ygokg.checks.run.find_formatter", lambda: "turtlefmt")
    return base
