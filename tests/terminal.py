"""A terminal of its own: to see what a person sees there, and with a shell, to type into as a person does.

Of the shell a stand-in for the tool writes down what it was called with.
"""

from __future__ import annotations

import os
import pty
import select
import signal
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Self

from conftest import REPOSITORY
from patience import HANG, wait_for

__all__ = ["Terminal", "typed_into"]

_STAND_IN = """#!/bin/sh
if [ -n "$_YGOKG_COMPLETE" ]; then exec "{python}" -m ygokg "$@"; fi
for word in "$@"; do printf '%s\\n' "$word"; done > "$HOME/called.part"
mv "$HOME/called.part" "$HOME/called"
"""
_START = {
    "bash": ["bash", "--noprofile", "--norc", "-i"],
    "zsh": ["zsh", "-d", "-i"],
    "fish": ["fish", "--private", "-i"],
}


class Terminal:
    """A terminal and who looks at it: everything is read as it comes, so that nothing is lost and nobody who writes has to wait."""

    def __init__(self) -> None:
        self._ours, theirs = pty.openpty()
        self.writer = os.fdopen(theirs, "w", encoding="utf-8")
        """What a process, or this one, writes to."""
        self._read = b""
        self._reading = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Self:
        self._reading.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.writer.close()
        self._reading.join(HANG)
        os.close(self._ours)

    def _look(self) -> None:
        try:
            while piece := os.read(self._ours, 4096):
                self._read += piece
        except OSError:  # as some systems say that nobody writes any more
            return

    @property
    def seen(self) -> str:
        """What stands there now; all there will ever be once it is left."""
        return self._read.decode("utf-8", "replace")

    def wait_for(self, sign: str) -> None:
        """Wait until this stands there."""
        wait_for(lambda: sign in self.seen)


def typed_into(shell: str, script: str, keys: str, home: Path) -> list[str]:
    """Return the words with which the tool is called when `keys` are typed into a shell that has read the completion script."""
    (home / "bin").mkdir(exist_ok=True)
    stand_in = home / "bin" / "ygokg"
    stand_in.write_text(_STAND_IN.format(python=sys.executable), encoding="utf-8")
    stand_in.chmod(0o755)
    (home / "script").write_text(script, encoding="utf-8")
    (home / ".zshrc").write_text("autoload -Uz compinit; compinit -u -D; unsetopt beep\n", encoding="utf-8")
    environment = {
        **{name: value for name, value in os.environ.items() if name in ("YGOKG_CACHE", "YGOKG_DATA")},
        "HOME": str(home),
        "ZDOTDIR": str(home),
        "XDG_CONFIG_HOME": str(home),
        "PATH": f"{home / 'bin'}:{os.environ['PATH']}",
        "PYTHONPATH": str(REPOSITORY),
        "LC_ALL": "C.UTF-8",
        "TERM": "dumb",
        "PS1": "ready> ",
    }
    child, master = pty.fork()  # which makes the terminal the child's own, as shells demand
    if child == 0:
        os.chdir(home)
        os.execvpe(_START[shell][0], _START[shell], environment)
    try:
        os.write(master, f"source {home / 'script'}; echo so''urced\r".encode())
        _read_until(master, "sourced")
        os.write(master, keys.encode())
        return _called(master, home / "called")
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(master)


def _read_until(master: int, sign: str) -> None:
    seen = ""
    while sign not in seen:
        if not select.select([master], [], [], HANG)[0]:
            raise TimeoutError(f"the shell did not say `{sign}` but: {seen}")
        seen += os.read(master, 4096).decode(errors="replace")


def _called(master: int, file: Path) -> list[str]:
    seen = ""

    def called() -> bool:
        nonlocal seen
        if select.select([master], [], [], 0)[0]:
            seen += os.read(master, 4096).decode(errors="replace")
        return file.exists()

    try:
        wait_for(called)
    except TimeoutError as error:
        raise TimeoutError(f"the tool was not called; the terminal showed: {seen}") from error
    return file.read_text(encoding="utf-8").splitlines()
