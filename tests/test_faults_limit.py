"""The time limit of queries: the child that runs one is ended with its parent, whatever ends that, and leaves nothing behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from patience import HANG, children_of, is_gone, wait_for

from ygokg.errors import BrokenInput, NotFound, TimedOut
from ygokg.store import run as limit
from ygokg.store.cache import Graph
from ygokg.store.run import Standby, run_limited

REPOSITORY = Path(__file__).parent.parent
ENDLESS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
ENDLESS_DOCUMENTS = "SELECT (COUNT(*) AS ?n) { GRAPH ?x { ?a ?b ?c } GRAPH ?y { ?d ?e ?f } ?g ?h ?i . ?j ?k ?l . ?m ?n ?o }"
CARD = "<https://w3id.org/ygokg/card/5> a <https://w3id.org/ygokg/ontology#Card> ; <http://purl.org/dc/terms/identifier> '5' ."
MESSAGE = "Error: The query was ended after 0.3 seconds.\nNarrow it, add a LIMIT, or give it longer: --timeout SECONDS.\n"
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork")
needs_proc = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs /proc, where Linux shows processes and what they hold")


@pytest.fixture
def document(tmp_path: Path) -> Path:
    file = tmp_path / "抽取.txt"
    file.write_text("抽取\n\n「技能抽取」的效果适用中，不能无效。\n", encoding="utf-8")
    return file


@pytest.fixture
def endless(document: Path, tmp_path: Path) -> dict[str, list[str]]:
    """Command lines that would not end, by what they ask."""
    more = tmp_path / "more.ttl"
    more.write_text(CARD, encoding="utf-8")
    assert document.exists()
    return {
        "the built-in graph": ["query", ENDLESS],
        "data laid over": ["--data", str(more), "query", ENDLESS],
        "documents": ["query", ENDLESS_DOCUMENTS],
    }


WHAT = ["the built-in graph", "data laid over", "documents"]


def held() -> list[str]:
    """What this process holds open."""
    return sorted(str(link.readlink()) for link in Path("/proc/self/fd").iterdir() if link.is_symlink())


def unfinished(folders: dict[str, str]) -> list[str]:
    """Folders of the cache that a build leaves where it is broken off."""
    return sorted(path.name for path in Path(folders["YGOKG_CACHE"]).glob("b*-*"))


@pytest.fixture(scope="module")
def own_cache(tmp_path_factory: pytest.TempPathFactory, graph: Graph) -> Path:
    """A cache of these tests alone, with the built-in graph as the session's has it: others build there at the same time."""
    assert graph.folder is not None
    cache = tmp_path_factory.mktemp("limit") / "cache"
    cache.mkdir(mode=0o700)
    shutil.copytree(graph.folder, cache / Path(graph.folder).name)
    return cache


@pytest.fixture
def folders(tmp_path: Path, own_cache: Path) -> dict[str, str]:
    """Folders of this test alone, so that it sees what is left in them."""
    for name in ("tmp", "data"):
        (tmp_path / name).mkdir()
    return {"TMPDIR": str(tmp_path / "tmp"), "YGOKG_DATA": str(tmp_path / "data"), "YGOKG_CACHE": str(own_cache)}


@pytest.fixture
def start(folders: dict[str, str], document: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Start the command line, after an import where the documents are asked; what still runs at the end is ended."""
    running: list[subprocess.Popen[bytes]] = []
    environment = {**os.environ, **folders}
    command = [sys.executable, "-m", "ygokg"]

    def start(*args: str) -> subprocess.Popen[bytes]:
        if ENDLESS_DOCUMENTS in args:
            subprocess.run([*command, "import", str(document)], env=environment, cwd=REPOSITORY, check=True, capture_output=True)
        running.append(subprocess.Popen([*command, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, cwd=REPOSITORY))
        return running[-1]

    yield start
    for process in running:
        process.kill()
        process.communicate()


@needs_fork
@needs_proc
@pytest.mark.parametrize("what", WHAT)
def test_a_query_that_is_ended_leaves_nothing(
    start: Callable[..., subprocess.Popen[bytes]], endless: dict[str, list[str]], folders: dict[str, str], what: str
) -> None:
    process = start(*endless[what], "--timeout", "0.3")
    out, err = process.communicate(timeout=HANG)
    assert (process.returncode, out, err.decode()) == (4, b"", MESSAGE)
    assert list(Path(folders["TMPDIR"]).iterdir()) == []
    assert unfinished(folders) == []


ENDS = {
    "SIGINT": (130, b"\n"),
    "SIGTERM": (-15, b""),
    "SIGKILL": (-9, b""),
    "SIGHUP": (-1, b""),
    "SIGPIPE": (-13, b""),
}


@needs_fork
@needs_proc
@pytest.mark.usefixtures("heeded")
@pytest.mark.parametrize("name", ENDS)
def test_the_child_ends_with_its_parent(start: Callable[..., subprocess.Popen[bytes]], endless: dict[str, list[str]], name: str) -> None:
    process = start(*endless["the built-in graph"], "--timeout", "0")
    children: list[int] = []
    wait_for(lambda: children.extend(children_of(process.pid)) or children)
    process.send_signal(getattr(signal, name))
    out, err = process.communicate(timeout=HANG)
    assert (process.returncode, out, err) == (ENDS[name][0], b"", ENDS[name][1])
    wait_for(lambda: all(map(is_gone, children)))


@needs_fork
@needs_proc
@pytest.mark.parametrize("what", WHAT[1:])
def test_the_child_ends_with_a_parent_that_is_killed(
    start: Callable[..., subprocess.Popen[bytes]], endless: dict[str, list[str]], what: str
) -> None:
    process = start(*endless[what], "--timeout", "0")
    children: list[int] = []
    wait_for(lambda: children.extend(children_of(process.pid)) or children)
    process.kill()
    process.communicate(timeout=HANG)
    wait_for(lambda: all(map(is_gone, children)))


def _late() -> bytes:
    threading.Event().wait(HANG)
    return b"late"


def _interrupting() -> bytes:
    """In the child: interrupt the parent, which has asked by now, and go on."""
    os.kill(os.getppid(), signal.SIGINT)
    return _late()


def _not_found() -> bytes:
    raise NotFound("nothing", "look elsewhere")


def _no_answer() -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    return b"never"


@needs_fork
@needs_proc
def test_a_process_that_asks_often_holds_no_more_than_before() -> None:
    before = held()
    for work, error in ((lambda: b"done", None), (_late, TimedOut), (_not_found, NotFound), (_no_answer, BrokenInput)):
        for _ in range(3):
            if error is None:
                assert run_limited(work, HANG) == b"done"
            else:
                with pytest.raises(error):
                    run_limited(work, 0.05 if error is TimedOut else HANG)
    with Standby(lambda: None) as child:
        assert child.ask(b"", HANG) is None
    with Standby(_late):  # type: ignore[arg-type]
        pass
    assert held() == before
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)  # no child is left, not even as a zombie


@needs_fork
@pytest.mark.usefixtures("heeded")
def test_an_interrupt_meanwhile_ends_the_child() -> None:
    with pytest.raises(KeyboardInterrupt):
        run_limited(_interrupting, HANG)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


@needs_fork
@pytest.mark.parametrize("timeout", ["0", str(HANG)], ids=["without a limit", "in a limit"])
def test_a_query_that_takes_its_process_down_is_told(timeout: str, process: Callable[..., object], tmp_path: Path) -> None:
    file = tmp_path / "deep.rq"
    file.write_text("ASK { FILTER(" + "(" * 50_000 + "1" + ")" * 50_000 + ") }", encoding="utf-8")
    ended = process("query", str(file), "--timeout", timeout)
    assert (ended.code, ended.out) == (2, "")  # type: ignore[attr-defined]
    assert ended.err == (  # type: ignore[attr-defined]
        "Error: The query ended without an answer; it may be nested too deeply, or need more memory than there is.\n"
        "Write it flatter, narrow it, or add a LIMIT.\n"
    )


# ---- where the system cannot fork


@pytest.fixture
def no_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(limit.os, "fork", raising=False)


@pytest.mark.usefixtures("no_fork")
def test_without_fork_work_has_the_same_ends() -> None:
    assert run_limited(lambda: b"done", HANG) == b"done"
    assert run_limited(lambda: b"no limit", 0) == b"no limit"
    with pytest.raises(NotFound, match="nothing"):
        run_limited(_not_found, HANG)
    over, ended = threading.Event(), threading.Event()

    def late() -> bytes:
        over.wait(HANG)
        ended.set()
        return b"late"

    with pytest.raises(TimedOut) as caught:
        run_limited(late, 0.2)
    assert (caught.value.message, ended.is_set()) == ("The query was ended after 0.2 seconds.", False)
    over.set()
    assert ended.wait(HANG)


def test_without_fork_a_query_is_ended_too(tmp_path: Path) -> None:
    script = "import os\nif hasattr(os, 'fork'): del os.fork\nfrom ygokg.__main__ import run\nrun()"
    command = [sys.executable, "-c", script, "query", ENDLESS, "--timeout", "0.3"]
    ended = subprocess.run(
        command, capture_output=True, timeout=HANG, cwd=REPOSITORY, env={**os.environ, "TMPDIR": str(tmp_path)}, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr.decode()) == (4, b"", MESSAGE)
