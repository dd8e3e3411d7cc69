"""docs/architecture.md names what there is and nothing else, and imports go the way that it says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import REPOSITORY

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


def imported(code: str) -> Iterator[str]:
    """Yield the packages of ours that a piece of code imports, wherever it does; not what is for type checkers alone."""
    waiting: list[ast.AST] = [ast.parse(code)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ygokg."):
            yield (node.module or "").split(".")[1]
        elif isinstance(node, ast.Import):
            yield from (alias.name.split(".")[1] for alias in node.names if alias.name.startswith("ygokg."))
        elif not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            waiting += ast.iter_child_nodes(node)


def test_every_way_to_import_is_known() -> None:
    ways = (
        "import ygokg.store.cache",
        "from ygokg.store import run",
        "from ygokg.store.run import parse",
        "def f():\n    from ygokg.store import run",
    )
    assert [list(imported(way)) for way in ways] == [["store"]] * len(ways)
    assert list(imported("if TYPE_CHECKING:\n    from ygokg.store import run\nimport storage")) == []


def test_every_package_has_its_place() -> None:
    assert sorted(PLACE) == packages()


@pytest.mark.parametrize("package", packages())
def test_imports_go_down(package: str) -> None:
    used = {name for file in (PACKAGE / package).glob("*.py") for name in imported(file.read_text(encoding="utf-8"))} - {package}
    assert {name for name in used if name in PLACE and PLACE[name] <= PLACE[package]} == set()


def test_the_command_line_calls_the_library_and_what_puts_into_words() -> None:
    used = {name for file in (PACKAGE / "cli").glob("*.py") for name in imported(file.read_text(encoding="utf-8"))}
    assert used & set(packages()) == {"api", "cli", "render"}
