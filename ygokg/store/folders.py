"""Where things are kept: stores, which the next call can make again, and the user's own material, which it could not.

And whether what lies there can be trusted: only what this user alone can write to is ever read as a store.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

__all__ = [
    "cache_folder",
    "data_folder",
    "documents_file",
    "is_cache_ours",
    "is_ours",
    "make_cache",
    "names_folder",
]

_ROOT = 0
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def cache_folder() -> Path:
    """Return where stores are kept: YGOKG_CACHE, or `ygokg` in the system's folder for caches."""
    return _folder("YGOKG_CACHE", windows=("LOCALAPPDATA", "~/AppData/Local"), mac="~/Library/Caches", other=("XDG_CACHE_HOME", "~/.cache"))


def data_folder() -> Path:
    """Return where the user's material is kept: YGOKG_DATA, or `ygokg` in the system's folder for the data of programs."""
    return _folder(
        "YGOKG_DATA",
        windows=("APPDATA", "~/AppData/Roaming"),
        mac="~/Library/Application Support",
        other=("XDG_DATA_HOME", "~/.local/share"),
    )


def names_folder() -> Path:
    """Return where the card databases are kept that the user imported (see `ygokg.names.library`)."""
    return data_folder() / "names"


def documents_file() -> Path:
    """Return where the imported documents are kept."""
    return data_folder() / "documents.sqlite"


def _folder(own: str, *, windows: tuple[str, str], mac: str, other: tuple[str, str]) -> Path:
    """Return the folder that the variable `own` names, or `ygokg` in the system's; a pair is a variable and what holds without it."""
    if chosen := os.environ.get(own):
        return Path(chosen)
    if sys.platform == "darwin":
        base = mac
    else:
        variable, usual = windows if sys.platform == "win32" else other
        base = os.environ.get(variable) or usual
    try:
        return Path(base).expanduser() / "ygokg"
    except RuntimeError:  # a user without a home: nothing can be kept, as where a folder cannot be written
        return Path(os.devnull) / "ygokg"


def is_ours(known: os.stat_result) -> bool:
    """Say whether a file or folder, as `os.lstat` knows it, is written by this user alone, or by root, who could change the tool as well.

    A link never is: who made it may not be who made what it leads to.
    """
    if not (stat.S_ISREG(known.st_mode) or stat.S_ISDIR(known.st_mode)):
        return False
    return not hasattr(os, "geteuid") or (known.st_uid in (_ROOT, os.geteuid()) and not known.st_mode & _OTHERS_WRITE)


def is_cache_ours() -> bool:
    """Say whether only this user can put something into the cache folder, or it is not there yet; it may be a link of the user's own."""
    try:
        return is_ours(os.stat(cache_folder()))  # noqa: PTH116 - a link is followed here, and nowhere else
    except OSError:
        return True


def make_cache() -> None:
    """Make the cache folder, for this user alone, where it is not there; raises `OSError` where it cannot be, or others can write to it."""
    cache_folder().mkdir(parents=True, exist_ok=True, mode=0o700)
    if not is_cache_ours():
        raise PermissionError(f"others can write to {cache_folder()}")
