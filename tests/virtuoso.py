"""Virtuoso, started on loopback ports with a scratch folder of its own."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

import pytest
from patience import HANG

PROGRAMS = ("virtuoso-t", "virtuoso-t.exe")

# One thread for each query: with more, 7.2.5 joins the paths of SPARQL 1.1 wrongly.
SETTINGS = """\
[Database]
DatabaseFile = virtuoso.db
ErrorLogFile = virtuoso.log
LockFile = virtuoso.lck
TransactionFile = virtuoso.trx
xa_persistent_file = virtuoso.pxa
FileExtend = 200
[TempDatabase]
DatabaseFile = temporary.db
TransactionFile = temporary.trx
[Parameters]
ServerPort = 127.0.0.1:{sql}
DisableUnixSocket = 1
ServerThreads = 20
CheckpointInterval = 0
NumberOfBuffers = 60000
MaxDirtyBuffers = 45000
CaseMode = 2
DirsAllowed = .
ThreadsPerQuery = 1
AsyncQueueMaxThreads = 0
[HTTPServer]
ServerPort = 127.0.0.1:{http}
ServerRoot = .
ServerThreads = 10
[SPARQL]
ResultSetMaxRows = 10000
"""


@dataclass(frozen=True)
class Virtuoso:
    """A running server; its user `dba` has the password `dba`."""

    base: str

    @property
    def url(self) -> str:
        return f"{self.base}/sparql"

    @property
    def update_url(self) -> str:
        return f"{self.base}/sparql-auth"

    @property
    def graph_store_url(self) -> str:
        return f"{self.base}/sparql-graph-crud-auth"


@contextlib.contextmanager
def running(folder: Path) -> Iterator[Virtuoso]:
    """Start the server and end it again; the test is skipped where it is not installed."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        pytest.skip("needs Virtuoso 7 (Debian: virtuoso-opensource-7-bin), which is not installed")
    sql, http = _free_ports()
    (folder / "virtuoso.ini").write_text(SETTINGS.format(sql=sql, http=http), encoding="utf-8")
    command = [program, "+foreground", "+configfile", "virtuoso.ini"]
    process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        server = Virtuoso(f"http://127.0.0.1:{http}")
        _wait(server, process, folder)
        yield server
    finally:
        process.kill()
        process.wait()


def _free_ports() -> tuple[int, int]:
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as two:
        return one.getsockname()[1], two.getsockname()[1]


def _wait(server: Virtuoso, process: subprocess.Popen[bytes], folder: Path) -> None:
    opener = build_opener(ProxyHandler({}))
    deadline = time.monotonic() + HANG
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(URLError, OSError), opener.open(f"{server.url}?query=ASK%7B%7D", timeout=5):
            return
        time.sleep(0.05)
    log = folder / "virtuoso.log"
    raise AssertionError(f"Virtuoso did not start:\n{log.read_text(errors='replace')[-2000:] if log.is_file() else '(no log)'}")
