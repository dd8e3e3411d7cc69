"""Where the user's own material is kept: what the user brought, which no call of the tool could make again."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["data_folder", "documents_file", "names_folder"]


def data_folder() -> Path:
    """Return where the user's material is kept: YGOKG_DATA, or `ygokg` in the system's folder for the data of programs."""
    if chosen := os.environ.get("YGOKG_DATA"):
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("APPDATA") or "~/AppData/Roaming"
    elif sys.platform == "darwin":
        base = "~/Library/Application Support"
    else:
        base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "ygokg"


def names_folder() -> Path:
    """Return where the card databases are kept that the user imported (see `ygokg.names.library`)."""
    return data_folder() / "names"


def documents_file() -> Path:
    """Return where the imported documents are kept."""
    return data_folder() / "documents.sqlite"
