"""Whether somebody else can have written what lies in the cache: what others can write is never answered from.

A check sum says nothing of that, for whoever writes a file can write its check sum. Only the system knows: by the owner and the
mode of files and folders. Where it knows no owners (Windows, where a user's folders are that user's alone) nothing is refused.
"""

from __future__ import annotations

import os
import stat

from ygokg.store.folders import cache_folder

__all__ = ["is_cache_ours", "is_ours", "make_cache"]

_ROOT = 0
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


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
