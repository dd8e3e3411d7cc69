"""Work in a child process: a query cannot be interrupted, but the process that runs it can; and a child can get ready beforehand."""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from ygokg.errors import BrokenInput, TimedOut, YgokgError

__all__ = ["Standby", "run_limited"]

_BLOCK = 1 << 16
_READY = b"!"

Work = Callable[[bytes], bytes]
"""From a request to its result."""


class Standby:
    """A child process that gets ready while its parent still finds out what to ask, and is asked once.

    It is a context manager, which ends the child on leaving. The system must be able to fork, which takes a millisecond.
    """

    def __init__(self, prepare: Callable[[], Work | None]) -> None:
        """`prepare`, called in the child, returns the work that it is ready for; None where there is none."""
        asked, asking = os.pipe()
        self._told, telling = os.pipe()
        self._child = os.fork()
        if self._child == 0:
            os.close(asking)
            os.close(self._told)
            _serve(prepare, asked, telling)
        os.close(asked)
        os.close(telling)
        self._asking = os.fdopen(asking, "wb")

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """End the child, whatever it is at."""
        self._asking.close()
        os.close(self._told)
        os.kill(self._child, signal.SIGKILL)
        os.waitpid(self._child, 0)

    def ask(self, request: bytes, seconds: float) -> bytes | None:
        """Return the result for a request, worked out in at most `seconds` from when the child is ready; None if it never is.

        Raises `TimedOut`, the library's own errors that the work raises, and `BrokenInput` where the child dies, as it does
        without memory.
        """
        if os.read(self._told, len(_READY)) != _READY:
            return None
        with self._asking:
            self._asking.write(request)
        received = _receive(self._told, time.monotonic() + seconds)
        if received is None:
            hint = "Narrow it, add a LIMIT, or give it longer: --timeout SECONDS."
            raise TimedOut(f"The query was ended after {seconds:g} seconds.", hint)
        return _result(received)


def run_limited(work: Callable[[], bytes], seconds: float) -> bytes:
    """Return what `work` returns, worked out in a child process that is ended after `seconds`; 0 sets no limit.

    Raises as `Standby.ask` does. Where the system cannot fork, the work is done in place and without a limit.
    """
    if not seconds or not hasattr(os, "fork"):
        return work()
    with Standby(lambda: lambda _request: work()) as child:
        result = child.ask(b"", seconds)
    return _result(b"") if result is None else result


def _serve(prepare: Callable[[], Work | None], asked: int, telling: int) -> None:
    """In the child: get ready, do the work, write how it went, and end without running anything of the parent's."""
    try:
        work = prepare()
        if work is not None:
            os.write(telling, _READY)
            with open(asked, "rb") as pipe:
                request = pipe.read()
            with open(telling, "wb") as pipe:
                pipe.write(_report(work, request))
    finally:
        os._exit(0)


def _report(work: Work, request: bytes) -> bytes:
    try:
        return b"+" + work(request)
    except YgokgError as error:
        import pickle

        return b"-" + pickle.dumps((type(error), error.message, error.hint))


def _receive(reading: int, deadline: float) -> bytes | None:
    """Return all bytes up to the end; None where the deadline comes first."""
    blocks: list[bytes] = []
    while True:
        ready, _, _ = select.select([reading], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return None
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
    raise BrokenInput("The query ended without an answer; it may need more memory than there is.", "Narrow it or add a LIMIT.")
