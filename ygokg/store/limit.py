"""Work under a time limit: a query cannot be interrupted, the process that runs it can."""

from __future__ import annotations

import os
import pickle
import select
import signal
import time
from collections.abc import Callable

from ygokg.errors import BrokenInput, TimedOut, YgokgError

__all__ = ["run_limited"]

_BLOCK = 1 << 16


def run_limited(work: Callable[[], bytes], seconds: float) -> bytes:
    """Return what `work` returns, worked out in a child process that is ended after `seconds`; 0 sets no limit.

    Raises `TimedOut`, the library's own errors that `work` raises, and `BrokenInput` where the child dies, as it does without
    memory. Forking takes a millisecond; where the system cannot fork, the work is done in place and without a limit.
    """
    if not seconds or not hasattr(os, "fork"):
        return work()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _report(work, writing)
    os.close(writing)
    try:
        received = _receive(reading, time.monotonic() + seconds)
    finally:
        os.close(reading)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    if received is None:
        raise TimedOut(f"The query was ended after {seconds:g} seconds.", "Narrow it, add a LIMIT, or give it longer: --timeout SECONDS.")
    return _result(received)


def _report(work: Callable[[], bytes], writing: int) -> None:
    """In the child: do the work, write how it went, and end without running anything of the parent's."""
    try:
        try:
            answer: bytes | YgokgError = work()
        except YgokgError as error:
            answer = error
        kind = b"+" + answer if isinstance(answer, bytes) else b"-" + pickle.dumps((type(answer), answer.message, answer.hint))
        with open(writing, "wb") as pipe:
            pipe.write(kind)
    finally:
        os._exit(0)


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
        kind, message, hint = pickle.loads(received[1:])  # noqa: S301 - written by our own child
        raise kind(message, hint)
    raise BrokenInput("The query ended without an answer; it may need more memory than there is.", "Narrow it or add a LIMIT.")
