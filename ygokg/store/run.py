"""Running a query over the triples, in a child process that a time limit ends, and writing its result in one of the usual formats."""

from __future__ import annotations

import _thread
import contextlib
import os
import re
import select
import signal
import time
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Self, TypeAlias

import pyoxigraph as ox

from ygokg.errors import BrokenInput, DamagedStore, TimedOut, UsageProblem, YgokgError
from ygokg.graph.triples import PREFIXES
from ygokg.store.folders import cache_folder
from ygokg.store.sparql import check_prefixes, open_braces, require_read_only, several, with_full_names

Results: TypeAlias = ox.QuerySolutions | ox.QueryBoolean | ox.QueryTriples
_ROW_FORMATS = {
    "table": ox.QueryResultsFormat.JSON,
    "json": ox.QueryResultsFormat.JSON,
    "csv": ox.QueryResultsFormat.CSV,
    "tsv": ox.QueryResultsFormat.TSV,
}
_GRAPH_FORMATS = {"table": ox.RdfFormat.TURTLE, "turtle": ox.RdfFormat.TURTLE, "nt": ox.RdfFormat.N_TRIPLES, "json": ox.RdfFormat.JSON_LD}
_AT = re.compile(r"error at (?P<line>\d+):\d+: expected (?:one of )?(?P<expected>.*)", re.DOTALL)
_ONE_BY_ONE = "Give them one by one; of those behind a look-up: `--show-query NAME | ygokg query -`."
_SENTENCE = re.compile(r"[A-Z][a-z]*(?: [a-zA-Z]+){2,}")
_BLOCK = 1 << 16
_READY = b"!"
_SILENCE = 1.0
"""Seconds after which it is asked once whether a child that says nothing can come to an end at all."""
Work = Callable[[bytes], bytes]
"""From a request to its result."""


def execute(store: ox.Store, query: str, format: str, where: str = "The query") -> bytes:
    """Return the result of a query as bytes.

    SELECT and ASK give SPARQL results in JSON (`table`, `json`), CSV or TSV; CONSTRUCT and DESCRIBE give Turtle (`table`,
    `turtle`), N-Triples or JSON-LD (`json`). Prefixes of the graph need not be declared. Raises `UsageProblem` for an update,
    SERVICE and a format that does not fit, `BrokenInput` for what is not SPARQL; `where` names the query in messages.
    """
    return written(parse(store, query, where), format)


def parse(store: ox.Store, query: str, where: str = "The query") -> Results:
    """Return the result of a query that nobody has read yet: all that can be wrong with its text is known by then.

    Raises as `execute` does, formats aside.
    """
    require_read_only(query)
    check_prefixes(query, where)
    try:
        return store.query(with_full_names(query), prefixes=PREFIXES, use_default_graph_as_union=True)
    except SyntaxError as error:
        raise _broken(query, error, where) from error
    except ValueError as error:
        raise BrokenInput(f"{where} is no text that can be read as SPARQL.", "Write it in UTF-8.") from error


def written(results: Results | Iterable[ox.Triple], format: str) -> bytes:
    """Return a result as bytes; raises `UsageProblem` for a format that does not fit, `DamagedStore` where the triples are damaged."""
    try:
        if not isinstance(results, ox.QuerySolutions | ox.QueryBoolean):
            return _graph(results, format)
        if format not in _ROW_FORMATS:
            raise UsageProblem(f"Its result is rows, not a graph; {format} cannot hold it.", f"Use --format {', '.join(_ROW_FORMATS)}.")
        return results.serialize(format=_ROW_FORMATS[format]) or b""
    except (OSError, RuntimeError) as error:
        raise DamagedStore(f"The stored graph is damaged: {error}.", f"Delete {cache_folder()}; the next call builds it anew.") from error


def _graph(triples: Iterable[ox.Triple], format: str) -> bytes:
    """Serialize triples, sorted, with only the prefixes that they use."""
    if format not in _GRAPH_FORMATS:
        raise UsageProblem(f"Its result is a graph, not rows; {format} cannot hold it.", f"Use --format {', '.join(_GRAPH_FORMATS)}.")
    ordered = sorted(set(triples), key=lambda triple: (str(triple.subject), str(triple.predicate), str(triple.object)))
    named = {str(term)[1:-1] for triple in ordered for term in (triple.subject, triple.predicate, triple.object)}
    named |= {triple.object.datatype.value for triple in ordered if isinstance(triple.object, ox.Literal)}
    used = {prefix: base for prefix, base in PREFIXES.items() if any(name.startswith(base) for name in named)}
    return ox.serialize(ordered, format=_GRAPH_FORMATS[format], prefixes=used) or b""


def _broken(query: str, error: SyntaxError, where: str) -> BrokenInput:
    """Say where a query stops being SPARQL, in a line that a person can use."""
    hint = "Look at this place; `ygokg query --list` has examples that work."
    found = _AT.match(str(error))
    if found is None:
        return BrokenInput(f"{where}: {error}.", hint)
    if (names := several(query)) is not None:
        which = f" They are {', '.join(names)}." if names else ""
        return BrokenInput(f"{where} holds several queries; one runs at a time.", f"{_ONE_BY_ONE}{which}")
    line = int(found["line"])
    sentence = _SENTENCE.search(found["expected"])
    if sentence is not None:
        return BrokenInput(f"{where}, line {line}: {sentence[0][0].lower()}{sentence[0][1:]}.", hint)
    if open_braces(query) > 0:
        return BrokenInput(f"{where}: a closing brace is missing.", "Every { needs its }.")
    shown = query.split("\n")[line - 1].strip()
    shown = shown if len(shown) <= 60 else shown[:60] + "…"
    return BrokenInput(f"{where}, line {line}: not SPARQL: `{shown}`.", hint)


class Standby:
    """A child process that gets ready while its parent still finds out what to ask, and is asked once.

    It is a context manager, which ends the child on leaving; a parent that is killed before takes its child with it. The system
    must be able to fork, which takes a millisecond.
    """

    def __init__(self, prepare: Callable[[], Work | None]) -> None:
        """`prepare`, called in the child, returns the work that it is ready for; None where there is none."""
        asked, asking = os.pipe()
        self._told, telling = os.pipe()
        living, self._living = os.pipe()
        self._child = os.fork()
        if self._child == 0:
            for ours in (asking, self._told, self._living):
                os.close(ours)
            _serve(prepare, asked, telling, living)
        for theirs in (asked, telling, living):
            os.close(theirs)
        self._asking = os.fdopen(asking, "wb")

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """End the child, whatever it is at."""
        os.kill(self._child, signal.SIGKILL)
        os.waitpid(self._child, 0)
        os.close(self._told)
        os.close(self._living)
        with contextlib.suppress(BrokenPipeError):
            self._asking.close()

    def ask(self, request: bytes, seconds: float, in_doubt: Callable[[], None] = lambda: None) -> bytes | None:
        """Return the result for a request, worked out in at most `seconds` from when the child is ready; None if it never is.

        0 seconds set no limit. `in_doubt` is called once where the child is silent for a while; it may raise what ends the waiting.
        Raises `TimedOut`, the library's own errors that the work raises, and `BrokenInput` where the child dies, as it does
        without memory.
        """
        if os.read(self._told, len(_READY)) != _READY:
            return None
        with contextlib.suppress(BrokenPipeError), self._asking:  # a child that died has nothing to tell, which is told below
            self._asking.write(request)
        received = _receive(self._told, time.monotonic() + seconds if seconds else None, in_doubt)
        if received is None:
            raise _timed_out(seconds)
        return _result(received)


def run_limited(work: Callable[[], bytes], seconds: float, in_doubt: Callable[[], None] = lambda: None) -> bytes:
    """Return what `work` returns, worked out in a child process that is ended after `seconds`; 0 sets no limit.

    Takes `in_doubt` and raises as `Standby.ask` does. Without a limit, too, it is a child: a query that is nested too deeply takes
    its process down.
    Where the system cannot fork, a thread of this process does the work; one that takes too long is left behind and ends with the
    process at the latest.
    """
    if not hasattr(os, "fork"):
        return _in_thread(work, seconds)
    with Standby(lambda: lambda _request: work()) as child:
        result = child.ask(b"", seconds, in_doubt)
    return _result(b"") if result is None else result


def _in_thread(work: Callable[[], bytes], seconds: float) -> bytes:
    """Return what `work` returns; raises what it raises, and `TimedOut` where it takes longer."""
    import threading

    results: list[bytes] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds or None)
    if errors:
        raise errors[0]
    if not results:
        raise _timed_out(seconds)
    return results[0]


def _timed_out(seconds: float) -> TimedOut:
    return TimedOut(f"The query was ended after {seconds:g} seconds.", "Narrow it, add a LIMIT, or give it longer: --timeout SECONDS.")


def _serve(prepare: Callable[[], Work | None], asked: int, telling: int, living: int) -> None:
    """In the child: get ready, do the work, write how it went, and end without running anything of the parent's."""
    try:
        _thread.start_new_thread(_end_with_parent, (living,))
        work = prepare()
        if work is not None:
            os.write(telling, _READY)
            with open(asked, "rb") as pipe:
                request = pipe.read()
            with open(telling, "wb") as pipe:
                pipe.write(_report(work, request))
    finally:
        os._exit(0)


def _end_with_parent(living: int) -> None:
    """Wait until no process holds the other end of a pipe any more, then end this process, whatever it is at."""
    os.read(living, 1)
    os.kill(os.getpid(), signal.SIGKILL)


def _report(work: Work, request: bytes) -> bytes:
    try:
        return b"+" + work(request)
    except YgokgError as error:
        import pickle

        return b"-" + pickle.dumps((type(error), error.message, error.hint))


def _receive(reading: int, deadline: float | None, in_doubt: Callable[[], None]) -> bytes | None:
    """Return all bytes up to the end; None where the deadline, if any, comes first."""
    blocks: list[bytes] = []
    doubtful = time.monotonic() + _SILENCE
    asked = False
    while True:
        until = min((end for end in (deadline, None if asked else doubtful) if end is not None), default=None)
        ready, _, _ = select.select([reading], [], [], None if until is None else max(0.0, until - time.monotonic()))
        if not ready and until == deadline:
            return None
        if not ready:
            in_doubt()
            asked = True
            continue
        block = os.read(reading, _BLOCK)
        if not block:
            return b"".join(blocks)
        blocks.append(block)


def _result(received: bytes) -> bytes:
    if received[:1] == b"+":
        return received[1:]
    if received[:1] == b"-":
        import pickle

        kind, message, hint = pickle.loads(received[1:])  # noqa: S301 - written by our own child
        raise kind(message, hint)
    message = "The query ended without an answer; it may be nested too deeply, or need more memory than there is."
    raise BrokenInput(message, "Write it flatter, narrow it, or add a LIMIT.")
