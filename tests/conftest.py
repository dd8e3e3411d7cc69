"""What all tests share: a cache of their own, a neutral environment, the built graph, and the command line."""

from __future__ import annotations

import gc
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest
from click.testing import CliRunner
from corpus_files import write
from hypothesis import HealthCheck, settings
from patience import HANG

from ygokg.api.session import Session
from ygokg.checks.sources import Sources, read_sources
from ygokg.cli.main import cli
from ygokg.cli.options import App
from ygokg.resolver import Outcome, Rulebase, resolve
from ygokg.store.bundle import bundled_files, root
from ygokg.store.cache import Graph, open_graph

REPOSITORY = Path(__file__).parent.parent
BUILT_IN_DAY = re.search(r'dct:modified "([\d-]+)"', (REPOSITORY / "ontology" / "core.ttl").read_text(encoding="utf-8"))[1]  # type: ignore[index]
"""The day of the built-in data."""
LOCALE = ("YGOKG_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR")
gc.set_threshold(50_000, 20, 100)  # most of what lives here lives as long as the session, and is looked through for nothing
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
SERVER = ("YGOKG_ENDPOINT", "YGOKG_USER", "YGOKG_PASSWORD")


LONGEST = ("reasoning_containment", "documents", "export", "faults_places", "cli_interview", "consistency_data", "data_policies")
"""The test files that take longest. They come first, so that none of them begins where the other processes are through already."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first; the tests of a file keep their order."""
    places = {f"test_{name}": place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path.stem, len(places)))


@dataclass(frozen=True)
class Run:
    """How one call of the command line ended."""

    code: int
    out: str
    err: str


def canonical(quads: Iterable[ox.Quad]) -> set[str]:
    """Return quads as texts that are the same however blank nodes are called."""
    dataset = ox.Dataset(quads)
    dataset.canonicalize(ox.CanonicalizationAlgorithm.RDFC_1_0)
    return {str(quad) for quad in dataset}


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder for the whole session, so that no test reads or writes the user's, and the graph is built once."""
    folder = Path(os.environ["YGOKG_CACHE"]) if "YGOKG_CACHE" in os.environ else tmp_path_factory.mktemp("cache")
    os.environ["YGOKG_CACHE"] = str(folder)
    os.environ["YGOKG_DATA"] = str(tmp_path_factory.mktemp("data"))
    return folder


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """No language and no server from the machine: English and the built-in graph unless a test says otherwise."""
    for name in (*LOCALE, *SERVER):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session")
def graph(cache: Path) -> Graph:  # noqa: ARG001 - the cache's folder has to be set first
    """The built-in graph."""
    return open_graph()


@pytest.fixture(scope="session")
def sources() -> Sources:
    """The ontology and the data as files."""
    folder = root()
    return read_sources([(path, path.relative_to(folder).as_posix()) for path in map(Path, bundled_files())])


@pytest.fixture(scope="session")
def base(graph: Graph) -> Rulebase:
    """The built-in rules, prepared once: what it takes to hold a case against all rulings on its question is kept in it."""
    return Rulebase(graph.model, graph.verdicts)


@pytest.fixture(scope="session")
def outcomes(base: Rulebase) -> dict[str, Outcome]:
    """What the built-in graph answers to the case of each of its rulings, worked out once for all tests that look at it."""
    return {ruling.id: resolve(base, ruling.asks, ruling.facts) for ruling in base.model.rulings.values()}


@pytest.fixture
def uncompiled(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001 - built before nobody may look at it
    """Nothing that is compiled of a graph can be read: its triples have to do."""

    def unreadable(_graph: Graph) -> object:
        raise AssertionError("the compiled model is read")

    for name in ("model", "verdicts"):
        monkeypatch.setattr(Graph, name, property(unreadable))
    monkeypatch.setattr(Graph, "compiled_at_hand", lambda _graph: None)


@pytest.fixture
def small_built_in(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The small graph in place of the built-in one, in a cache of its own, for what is built with files laid over it."""
    from lookup_world import turtle

    folder = tmp_path_factory.mktemp("small")
    text = turtle(f'<https://w3id.org/ygokg/ontology> dct:modified "{BUILT_IN_DAY}" .')
    (folder / "small.ttl").write_text(text, encoding="utf-8")
    monkeypatch.setattr("ygokg.store.cache.bundled_files", lambda: [folder / "small.ttl"])
    monkeypatch.setenv("YGOKG_CACHE", str(folder / "cache"))


def _called(*args: str, **how: Any) -> Run:
    result = CliRunner().invoke(cli, list(args), prog_name="ygokg", **how)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Run(result.exit_code, result.stdout, result.stderr)


@pytest.fixture
def run() -> Callable[..., Run]:
    """Call the command line in this process: `run("card", "技能抽取")`."""

    def call(*args: str, stdin: str | bytes | None = None, env: dict[str, str] | None = None) -> Run:
        return _called(*args, input=stdin, env=env)

    return call


@pytest.fixture
def run_on(graph: Graph, base: Rulebase) -> Callable[..., Run]:
    """Call the command line in this process as `run` does, on the graph and the rules that all tests share, for hundreds of calls."""

    class Shared(App):
        @cached_property
        def session(self) -> Session:
            session = super().session
            session.whole, session.rulebase = graph, base
            return session

    def call(*args: str, stdin: str | bytes | None = None) -> Run:
        return _called(*args, input=stdin, obj=Shared("en"))

    return call


@pytest.fixture
def process() -> Callable[..., Run]:
    """Call the command line in a process of its own, for what only a whole process shows: streams, signals, imports."""

    def call(*args: str, env: dict[str, str] | None = None, timeout: float = HANG) -> Run:
        command = [sys.executable, "-m", "ygokg", *args]
        ended = subprocess.run(
            command, capture_output=True, timeout=timeout, env={**os.environ, **(env or {})}, cwd=REPOSITORY, check=False
        )
        return Run(ended.returncode, ended.stdout.decode("utf-8"), ended.stderr.decode("utf-8"))

    return call


@pytest.fixture
def imported(tmp_path: Path) -> Callable[..., None]:
    """Import a text under a name: `imported("无效.rst", text)`."""
    from lookup_world import ask

    def do(name: str, text: str, day: str = "2024-05-01") -> None:
        result = ask("import", str(write(tmp_path / "documents", name, text, day)))
        assert result.exit_code == 0, result.output

    return do


@pytest.fixture
def heeded() -> Iterator[None]:
    """Signals end what they are sent to, though the tests were started where they are ignored: in the background, or to go on alone."""
    ways = {"SIGINT": signal.default_int_handler, "SIGHUP": signal.SIG_DFL, "SIGTERM": signal.SIG_DFL}
    numbers = {getattr(signal, name): way for name, way in ways.items() if hasattr(signal, name)}
    before = {number: signal.signal(number, way) for number, way in numbers.items()}
    yield
    for number, way in before.items():
        signal.signal(number, way)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with the documents and their catalogue, which is not part of the repository; the test is skipped without it."""
    folder = Path(os.environ.get("YGOKG_SHARED", REPOSITORY.parent / "shared"))
    if not (folder / "documents").is_dir():
        pytest.skip(f"needs the documents, which are not part of the repository: {folder} is not there")
    return folder
