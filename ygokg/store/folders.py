"""Where things are kept: stores, which the next call can make again, and the user's own material, which it could not."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["cache_folder", "data_folder", "documents_file", "names_folder"]


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


def names_folder() -> Path:
    """Return where the card databases are kept that the user imported (see `ygokg.names.library`)."""
    return data_folder() / "names"


def documents_file() -> Path:
    """Return where the imported documents are kept."""
    return data_folder() / "documents.sqlite"
