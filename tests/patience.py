"""No result of a test depends on how fast the machine is: tests wait for what they need to happen, and give up only where nothing does."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

__all__ = ["HANG", "children_of", "is_gone", "wait_for"]

HANG = 600.0
"""Seconds after which something that a test waits for is taken to hang. The slowest of it takes a minute on a slow and busy machine."""


def wait_for(what: Callable[[], object]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + HANG
    while not what():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.01)


def children_of(pid: int) -> list[int]:
    """The living children of a process: neither ended nor zombies. Needs /proc."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
        except (OSError, ValueError):
            continue
        if entry.name.isdecimal() and int(parent) == pid and state != "Z":
            found.append(int(entry.name))
    return found


def is_gone(pid: int) -> bool:
    """Whether a process has ended; one that nobody has asked how it ended yet has. Needs /proc."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True
