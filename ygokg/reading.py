"""Files that a user names. They are read whole but never without end: a device, a pipe that nobody writes to, a giant are refused.

They are written whole or not at all.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_MEGABYTE = 1024 * 1024
LARGEST = 512 * _MEGABYTE
"""Bytes of a file of data. All the data of this project together has three megabytes."""
LARGEST_QUERY = 4 * _MEGABYTE
LARGEST_LIST = _MEGABYTE
_PATIENCE = 2.0
"""Seconds that a program has to open the other end of a pipe."""


def kind_of(path: Path) -> str:
    """Return `file` (pipes are such, too), `folder`, `device`, or nothing where there is none or it cannot be seen."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return ""
    if stat.S_ISDIR(mode):
        return "folder"
    return "file" if stat.S_ISREG(mode) or stat.S_ISFIFO(mode) else "device"


def read_file(path: Path, most: int = LARGEST) -> bytes:
    """Return what a file or a pipe holds.

    Raises `OSError` as reading does, and for anything else than a file or a pipe, for a pipe that no program writes to, and for
    more than `most` bytes; its `strerror` says which.
    """
    if kind_of(path) == "device":
        raise OSError(errno.EINVAL, "it is a device, not a file", str(path))
    if path.is_fifo():
        return _read_pipe(path, most)
    with path.open("rb") as file:
        return read_stream(file, most, str(path))


def read_stream(stream: IO[bytes], most: int, name: str = "") -> bytes:
    """Return what is left of a stream; raises `OSError` for more than `most` bytes."""
    content = stream.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"it is larger than {-(-most // _MEGABYTE)} MB", name)
    return content


def replace_file(path: Path, content: bytes) -> None:
    """Write a file in one step, so that what was there stays where that fails; a pipe or a device is written to as it is.

    Raises `OSError` where it cannot be written.
    """
    import tempfile
    from pathlib import Path

    if path.is_symlink() or not (kind_of(path) == "" or path.is_file()):
        path.write_bytes(content)
        return
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o666 & ~_umask()
    handle, unfinished = tempfile.mkstemp(prefix=f".{path.name[:20]}-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(unfinished).chmod(mode)
        Path(unfinished).replace(path)
    finally:
        Path(unfinished).unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _read_pipe(path: Path, most: int) -> bytes:
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(handle, "rb") as pipe:
        start = _first_bytes(handle, path)
        os.set_blocking(handle, True)
        return start + read_stream(pipe, most - len(start), str(path))


def _first_bytes(handle: int, path: Path) -> bytes:
    """Wait until a program is at the other end of a pipe; return what it wrote so far."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        try:
            if start := os.read(handle, _MEGABYTE):
                return start
        except BlockingIOError:
            return b""
        time.sleep(0.02)
    raise OSError(errno.EPIPE, "it is a pipe that no program writes to", str(path))
