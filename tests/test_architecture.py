"""docs/architecture.md names what there is and nothing else, and imports go the way that it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import REPOSITORY
from test_code_policies import imported_from_us

PACKAGE = REPOSITORY / "ygokg"
TEXT = (REPOSITORY / "docs" / "architecture.md").read_text(encoding="utf-8")
HEADING = re.compile(r"^### `(ygokg/\S*)`.*\n\n((?:[- ] .*\n)+)", re.MULTILINE)
NAMED = {
    folder: re.findall(r"`([^`]+)`", "".join(re.findall(r"^- (.*?)(?: — |$)", items, re.MULTILINE)))
    for folder, items in HEADING.findall(TEXT)
}
PATH = re.compile(r"`((?:ygokg|queries|ontology|data|tests)/[\w./-]*)`")
LAYERS = [line.split() for line in TEXT.partition("```text\n")[2].partition("```")[0].splitlines()]
PLACE = {package: place for place, packages in enumerate(LAYERS) for package in packages}


def modules(folder: Path) -> list[str]:
    return sorted(file.stem for file in folder.glob("*.py") if file.stem != "__init__")


def packages() -> list[str]:
    return sorted(file.parent.name for file in PACKAGE.glob("*/__init__.py"))


def test_every_package_and_every_module_is_named_and_none_that_is_not_there() -> None:
    assert {folder: sorted(names) for folder, names in NAMED.items()} == {
        "ygokg/": modules(PACKAGE),
        **{f"ygokg/{package}/": modules(PACKAGE / package) for package in packages()},
    }


def test_every_file_that_is_named_is_there() -> None:
    found = PATH.findall(TEXT)
    assert len(found) > 50
    assert [path for path in found if not (REPOSITORY / path).exists()] == []


def test_the_steps_of_the_resolver_are_in_its_modules() -> None:
    steps = re.findall(r"^\| \d+ \| .* \| (.*) \|$", TEXT, re.MULTILINE)
    assert len(steps) > 5
    assert {name for step in steps for name in re.findall(r"`(\w+)`", step)} <= set(modules(PACKAGE / "resolver"))


def test_every_package_has_its_place() -> None:
    assert sorted(PLACE) == packages()


@pytest.mark.parametrize("package", packages())
def test_imports_go_down(package: str) -> None:
    used = {
        name for file in (PACKAGE / package).glob("*.py") for name in imported_from_us(file.read_text(encoding="utf-8"), types=False)
    } - {package}
    assert {name for name in used if name in PLACE and PLACE[name] <= PLACE[package]} == set()
