"""What HermiT said before about the same statements, in the user's cache folder."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

from ygokg import __version__
from ygokg.reasoning.hermit import Classified, classify
from ygokg.store.folders import cache_folder
from ygokg.store.trust import is_cache_ours, is_ours, make_cache

__all__ = ["FOLDER", "classified"]

FOLDER = "reasoned"
"""The folder within the cache."""

_FORM = "1"
"""To be counted up when what is kept changes its form or what `classify` reads from HermiT."""
_KEEP_DAYS = 30


def classified(triples: bytes, *, anew: bool = False) -> tuple[Classified, bool]:
    """Return what HermiT makes of statements in N-Triples, and whether that was known already; `anew` runs it in any case.

    A result is named by the hash of the statements and of the versions, so that it never has to be thrown away. Where the cache
    cannot be written nothing is kept. Raises `BrokenInput` where HermiT has to run and cannot.
    """
    place = _place(triples)
    known = None if anew else _read(place)
    if known is not None:
        return known, True
    found = classify(triples)
    with contextlib.suppress(OSError):
        _write(place, found)
    return found, False


def _place(triples: bytes) -> Path:
    versions = "\0".join((_FORM, __version__, version("owlready2")))
    digest = hashlib.sha256(versions.encode() + b"\0" + triples).hexdigest()
    return cache_folder() / FOLDER / f"{digest[:32]}.json"


def _read(place: Path) -> Classified | None:
    """Return a kept result; None where there is none, others can write it, or it is damaged, which writing it again mends."""
    try:
        if not (is_cache_ours() and is_ours(os.lstat(place.parent)) and is_ours(os.lstat(place))):
            return None
        kept = json.loads(place.read_bytes())
        above = {name: frozenset(classes) for name, classes in kept["above"].items()}
        return Classified(kept["consistent"] is True, frozenset(kept["unsatisfiable"]), above)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _write(place: Path, found: Classified) -> None:
    """Write a result beside its place and move it there in one step."""
    kept = {
        "consistent": found.consistent,
        "unsatisfiable": sorted(found.unsatisfiable),
        "above": {name: sorted(classes) for name, classes in sorted(found.above.items())},
    }
    make_cache()
    place.parent.mkdir(exist_ok=True, mode=0o700)
    handle, name = tempfile.mkstemp(prefix="writing-", dir=place.parent)
    work = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(kept, file)
        work.replace(place)
    finally:
        work.unlink(missing_ok=True)
    _tidy(place.parent)


def _tidy(folder: Path) -> None:
    """Remove what is a month old."""
    oldest = time.time() - _KEEP_DAYS * 24 * 3600
    for file in folder.iterdir():
        with contextlib.suppress(OSError):
            if file.stat().st_mtime < oldest:
                file.unlink()
