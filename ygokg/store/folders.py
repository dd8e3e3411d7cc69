"""Where things are kept: stores, which the next call can make again, and the user's own material, which it could not.

And whether what lies there can be trusted: only what this user alone can write to is ever read as a store.
"""

from __future__ import annotations

import os
import stat
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "cache_folder",
    "cache_place",
    "data_folder",
    "documents_file",
    "documents_there",
    "is_cache_ours",
    "is_ours",
    "make_cache",
    "names_folder",
    "names_there",
]

_NAMES, _DOCUMENTS = "names", "documents.sqlite"
_ROOT = 0
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def cache_folder() -> Path:
    """Return where stores are kept: YGOKG_CACHE, or `ygokg` in the system's folder for caches."""
    return _path(cache_place())


def cache_place() -> str:
    """Return the cache folder as text, which is all that a look-up needs of it."""
    return _folder("YGOKG_CACHE", windows=("LOCALAPPDATA", "~/AppData/Local"), mac="~/Library/Caches", other=("XDG_CACHE_HOME", "~/.cache"))


def data_folder() -> Path:
    """Return where the user's material is kept: YGOKG_DATA, or `ygokg` in the system's folder for the data of programs."""
    return _path(_data())


def names_folder() -> Path:
    """Return where the card databases are kept that the user imported (see `ygokg.names.library`)."""
    return data_folder() / _NAMES


def names_there() -> bool:
    """Say whether there is such a folder."""
    return os.path.isdir(os.path.join(_data(), _NAMES))


def documents_file() -> Path:
    """Return where the imported documents are kept."""
    return data_folder() / _DOCUMENTS


def documents_there() -> bool:
    """Say whether there is such a file."""
    return os.path.isfile(os.path.join(_data(), _DOCUMENTS))


def _data() -> str:
    return _folder(
        "YGOKG_DATA",
        windows=("APPDATA", "~/AppData/Roaming"),
        mac="~/Library/Application Support",
        other=("XDG_DATA_HOME", "~/.local/share"),
    )


def _path(place: str) -> Path:
    from pathlib import Path

    return Path(place)


def _folder(own: str, *, windows: tuple[str, str], mac: str, other: tuple[str, str]) -> str:
    """Return the folder that the variable `own` names, or `ygokg` in the system's; a pair is a variable and what holds without it."""
    if chosen := os.environ.get(own):
        return chosen
    if sys.platform == "darwin":
        base = mac
    else:
        variable, usual = windows if sys.platform == "win32" else other
        base = os.environ.get(variable) or usual
    base = os.path.expanduser(base)
    # A user without a home can keep nothing, as where a folder cannot be written.
    return os.path.join(os.devnull if base.startswith("~") else base, "ygokg")


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
        return is_ours(os.stat(cache_place()))  # a link is followed here, and nowhere else
    except OSError:
        return True


def make_cache() -> None:
    """Make the cache folder, for this user alone, where it is not there; raises `OSError` where it cannot be, or others can write to it."""
    cache_folder().mkdir(parents=True, exist_ok=True, mode=0o700)
    if not is_cache_ours():
        raise PermissionError(f"others can write to {cache_folder()}")
