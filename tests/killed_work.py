"""Run by `test_faults_kill.py` in a process of its own: does a piece of work again and again, killed at another step each time.

A step is a call that leaves something outside of this process, or comes back from one: of a file, of SQLite, of the triple store.
Between the steps, in the midst of such calls, timers kill it. All is done in forked children, so that nothing outlives its death.
Prints one JSON object: how many steps there are, and what was found after each death.
"""

from __future__ import annotations

import difflib  # noqa: F401  imported here and below is all that the work needs, so that each child has it at once
import json
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import ygokg.cli.importing
import ygokg.cli.names
import ygokg.documents.library
import ygokg.names.reading
import ygokg.search.index
import ygokg.store.build  # noqa: F401
from ygokg.cli.main import cli
from ygokg.documents.shelf import connect
from ygokg.names.library import Library
from ygokg.store import cache

STEPS = frozenset({
    "open", "write", "close", "mkdir", "rename", "replace", "unlink", "remove", "rmdir", "scandir", "execute", "executemany",
    "executescript", "commit", "bulk_extend", "flush", "connect", "utime",
})  # fmt: skip


class Steps:
    """Counts steps, and kills this process at one of them."""

    def __init__(self, last: int = -1) -> None:
        self.count = 0
        self.last = last

    def __call__(self, _frame: FrameType, event: str, function: object) -> None:
        if event in ("c_call", "c_return") and getattr(function, "__name__", "") in STEPS:
            self.count += 1
            if self.count == self.last:
                os.kill(os.getpid(), signal.SIGKILL)


def in_child(work: Callable[[], object]) -> tuple[int, object]:
    """Do work in a forked child; return how that ended and what the work gave."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            result = json.dumps(work())
            with os.fdopen(writing, "w") as pipe:
                pipe.write(result)
            os._exit(0)
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    return os.waitpid(child, 0)[1], json.loads(text) if text else None


def build(file: Path) -> Callable[[], object]:
    """Open the graph of one file and say what is in it; a first use builds it."""

    def work() -> object:
        cache.bundled_files = lambda: [file]
        graph = cache.open_graph()
        rulings = sorted(row["r"].value for row in graph.store.query("SELECT ?r { ?r a <https://w3id.org/ygokg/ontology#Ruling> }"))
        return [graph.fresh, sorted(card.names["en"] for card in graph.model.cards.values()), rulings]

    return work


def command(*args: str) -> Callable[[], object]:
    """Run the command line, its words thrown away."""

    def work() -> object:
        with Path(os.devnull).open("w", encoding="utf-8") as nothing:
            sys.stdout = sys.stderr = nothing
            return cli.main(list(args), prog_name="ygokg", standalone_mode=False) or 0

    return work


def documents() -> object:
    """All rows of the library of documents."""
    tables = ("documents", "passages", "names", "evidence", "targets", "earlier")
    with connect() as opened:
        return [[str(cell) for cell in row] for table in tables for row in opened.execute(f"SELECT * FROM {table} ORDER BY 1, 2")]


def names() -> object:
    """All names of the imported card databases."""
    return sorted(map(list, Library(Path(os.environ["YGOKG_DATA"]) / "names").named()))


def killed(work: Callable[[], object], last: int) -> None:
    def counted() -> object:
        sys.setprofile(Steps(last))
        return work()

    in_child(counted)


def killed_by_timer(work: Callable[[], object], seconds: float) -> None:
    def timed() -> object:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        return work()

    in_child(timed)


def steps_of(work: Callable[[], object]) -> tuple[int, float]:
    """Return how many steps work has, and how long it takes."""

    def counted() -> object:
        steps = Steps()
        sys.setprofile(steps)
        started = time.monotonic()
        work()
        sys.setprofile(None)
        return [steps.count, time.monotonic() - started]

    _, told = in_child(counted)
    assert isinstance(told, list)
    return told[0], told[1]


def main(kind: str, folder: Path, old: Path, new: Path, points: int) -> None:
    """Kill `kind` of work, which goes from what `old` holds to what `new` holds, at about that many points."""
    first, second = {
        "build": (build(old), build(new)),
        "documents": (command("import", str(old)), command("import", str(new))),
        "names": (command("names", "import", str(old), "--as", "mine"), command("names", "import", str(new), "--as", "mine")),
    }[kind]
    look = {"build": build(old), "documents": documents, "names": names}[kind]
    kept = folder.with_name("kept")
    in_child(first)
    _, before = in_child(look)
    shutil.copytree(folder, kept)
    steps, seconds = steps_of(second)
    _, after = in_child(second if kind == "build" else look)

    def found(kill: Callable[[], None]) -> dict[str, object]:
        shutil.rmtree(folder)
        shutil.copytree(kept, folder)
        kill()
        _, now = in_child(look)
        ended, again = in_child(second)
        _, done = in_child(second if kind == "build" else look)
        left = sorted(
            path.name.partition("-")[0] for path in folder.rglob("*") if path.name.startswith(("building-", ".importing-", "broken-"))
        )
        return {"earlier": now == before, "done": now == after, "works": ended == 0 and done == after, "left": left, "again": again}

    at = sorted({round(1 + number * (steps - 1) / (points - 1)) for number in range(points)})
    results = [found(lambda last=last: killed(second, last)) for last in at]
    timers = max(3, points // 6)
    results += [found(lambda part=part: killed_by_timer(second, max(0.001, seconds * part / timers))) for part in range(timers)]

    sys.stdout.write(json.dumps({"steps": steps, "changes": before != after, "results": results}))


if __name__ == "__main__":
    main(sys.argv[1], *map(Path, sys.argv[2:5]), int(sys.argv[5]))
