"""The time limit of queries: the child that runs one is ended with its parent, whatever ends that, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ygokg.errors import BrokenInput, NotFound, TimedOut
from ygokg.store import limit
from ygokg.store.limit import Standby, run_limited

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


def unfinished() -> set[str]:
    """Folders of the cache that a build leaves where it is broken off."""
    return {path.name for path in Path(os.environ["YGOKG_CACHE"]).glob("b*-*")}


def children_of(pid: int) -> list[int]:
    """The living children of a process: neither ended nor zombies."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
        except (OSError, ValueError):
            continue
        if entry.name.isdecimal() and int(parent) == pid and state != "Z":
            found.append(int(entry.name))
    return found


def wait_for(what: Callable[[], object], seconds: float = 20) -> bool:
    end = time.monotonic() + seconds
    while not what():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def is_gone(pid: int) -> bool:
    """Whether a process has ended; one that nobody has asked how it ended yet has."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


@pytest.fixture
def folders(tmp_path: Path) -> dict[str, str]:
    """Folders of this test alone, so that it sees what is left in them."""
    for name in ("tmp", "data"):
        (tmp_path / name).mkdir()
    return {"TMPDIR": str(tmp_path / "tmp"), "YGOKG_DATA": str(tmp_path / "data")}


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
    before = unfinished()
    process = start(*endless[what], "--timeout", "0.3")
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err.decode()) == (4, b"", MESSAGE)
    assert list(Path(folders["TMPDIR"]).iterdir()) == []
    assert unfinished() <= before


ENDS = {
    "SIGINT": (130, b"\n"),
    "SIGTERM": (-15, b""),
    "SIGKILL": (-9, b""),
    "SIGHUP": (-1, b""),
    "SIGPIPE": (-13, b""),
}


@needs_fork
@needs_proc
@pytest.mark.parametrize("name", ENDS)
def test_the_child_ends_with_its_parent(start: Callable[..., subprocess.Popen[bytes]], endless: dict[str, list[str]], name: str) -> None:
    process = start(*endless["the built-in graph"], "--timeout", "60")
    children: list[int] = []
    assert wait_for(lambda: children.extend(children_of(process.pid)) or children)
    time.sleep(0.3)
    process.send_signal(getattr(signal, name))
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (ENDS[name][0], b"", ENDS[name][1])
    assert all(wait_for(lambda pid=pid: is_gone(pid)) for pid in children)


@needs_fork
@needs_proc
@pytest.mark.parametrize("what", WHAT[1:])
def test_the_child_ends_with_a_parent_that_is_killed(
    start: Callable[..., subprocess.Popen[bytes]], endless: dict[str, list[str]], what: str
) -> None:
    process = start(*endless[what], "--timeout", "60")
    children: list[int] = []
    assert wait_for(lambda: children.extend(children_of(process.pid)) or children)
    process.kill()
    process.communicate(timeout=20)
    assert all(wait_for(lambda pid=pid: is_gone(pid)) for pid in children)


def _late() -> bytes:
    time.sleep(60)
    return b"late"


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
                assert run_limited(work, 5) == b"done"
            else:
                with pytest.raises(error):
                    run_limited(work, 0.05 if error is TimedOut else 5)
    with Standby(lambda: None) as child:
        assert child.ask(b"", 5) is None
    with Standby(_late):  # type: ignore[arg-type]
        pass
    assert held() == before
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)  # no child is left, not even as a zombie


@needs_fork
def test_an_interrupt_meanwhile_ends_the_child() -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            run_limited(_late, 30)
    finally:
        signal.signal(signal.SIGALRM, before)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


@needs_fork
@pytest.mark.parametrize("timeout", ["0", "20"], ids=["without a limit", "in a limit"])
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
    assert run_limited(lambda: b"done", 5) == b"done"
    assert run_limited(lambda: b"no limit", 0) == b"no limit"
    with pytest.raises(NotFound, match="nothing"):
        run_limited(_not_found, 5)
    started = time.monotonic()
    with pytest.raises(TimedOut) as caught:
        run_limited(_late, 0.2)
    assert caught.value.message == "The query was ended after 0.2 seconds."
    assert time.monotonic() - started < 10


def test_without_fork_a_query_is_ended_too(tmp_path: Path) -> None:
    script = "import os\nif hasattr(os, 'fork'): del os.fork\nfrom ygokg.__main__ import run\nrun()"
    command = [sys.executable, "-c", script, "query", ENDLESS, "--timeout", "0.3"]
    ended = subprocess.run(
        command, capture_output=True, timeout=60, cwd=REPOSITORY, env={**os.environ, "TMPDIR": str(tmp_path)}, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr.decode()) == (4, b"", MESSAGE)
