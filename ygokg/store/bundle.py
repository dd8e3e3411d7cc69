"""Where the ontology, the data and the named queries are: inside an installed package, beside it in a checkout."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ygokg.errors import BrokenInput, UsageProblem
from ygokg.reading import kind_of, read_file

if TYPE_CHECKING:
    from pathlib import Path

SHAPES = "shapes.ttl"
"""The file that checks the graph and is no part of it."""

SYNTAXES = {
    ".ttl": "Turtle",
    ".nt": "N-Triples",
    ".nq": "N-Quads",
    ".trig": "TriG",
    ".rdf": "RDF/XML",
    ".owl": "RDF/XML",
    ".jsonld": "JSON-LD",
}
"""The form of a file by its suffix; a file with any other suffix is taken for Turtle."""

_PACKAGE = os.path.dirname(os.path.dirname(__file__))


def root() -> str:
    """Return the folder that holds `ontology`, `data` and `queries`."""
    installed = os.path.join(_PACKAGE, "bundled")
    return installed if os.path.isdir(installed) else os.path.dirname(_PACKAGE)


def bundled_files() -> list[str]:
    """Return every Turtle file of the ontology and the data, in a stable order."""
    base = root()
    return [file for folder in ("ontology", "data") for file in files_below(os.path.join(base, folder), ".ttl")]


def built_in_day() -> str:
    """Return the day of the built-in data alone, whatever the user's files say; the empty text where it cannot be read."""
    import pyoxigraph as ox

    try:
        triples = ox.parse(path=os.path.join(root(), "ontology", "core.ttl"), format=ox.RdfFormat.TURTLE)
        days = [q.object.value for q in triples if q.predicate.value.endswith("/terms/modified") and isinstance(q.object, ox.Literal)]
    except (OSError, SyntaxError):
        return ""
    return max(days, default="")


def query_files() -> list[Path]:
    """Return the files of the named queries, by name; those that look-ups ask are not among them (see `look_up`)."""
    from pathlib import Path

    return sorted(Path(root(), "queries").glob("*.rq"))


def is_look_up(name: str) -> bool:
    """Say whether a query that look-ups ask is called so."""
    return name.replace("-", "").isalnum() and os.path.isfile(_look_up_file(name))


def look_up(name: str) -> str:
    """Return the text of a query that a look-up asks."""
    with open(_look_up_file(name), encoding="utf-8") as file:
        return file.read()


def _look_up_file(name: str) -> str:
    return os.path.join(root(), "queries", "look-up", f"{name}.rq")


def data_files(paths: Sequence[Path]) -> list[Path]:
    """Return the files that `--data` paths stand for: a file as it is, a folder as all files below it with a suffix of `SYNTAXES`.

    A symbolic link inside a folder counts only if it leads to a file in that folder. Raises `UsageProblem` for a path that is
    neither, and for a folder without such a file.
    """
    found: list[Path] = []
    for path in paths:
        kind = kind_of(path)
        if kind == "folder":
            from pathlib import Path

            inside = path.resolve()
            files = [file for file in map(Path, files_below(path, *SYNTAXES)) if file.resolve().is_relative_to(inside)]
            if not files:
                raise UsageProblem(f"The folder {path} holds no Turtle file.", "Name a folder with .ttl files, or one such file.")
            found += files
        elif kind == "file":
            found.append(path)
        else:
            problem = "is neither a file nor a folder" if kind else "does not exist"
            raise UsageProblem(f"{path} {problem}.", "Give --data a Turtle file or a folder of them.")
    return found


def content_hash(files: Iterable[str | Path], *also: str) -> str:
    """Return the hexadecimal hash of the files' names and bytes and of the texts in `also`; raises `BrokenInput` for an unreadable file."""
    import hashlib
    from pathlib import Path

    digest = hashlib.sha256()
    for text in also:
        digest.update(text.encode() + b"\0")
    for path in map(Path, files):
        try:
            content = read_file(path)
        except OSError as error:
            raise BrokenInput(f"{path} cannot be read: {error.strerror}.", "Look at the file's name and permissions.") from error
        digest.update(f"{path.name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def files_below(folder: str | Path, *suffixes: str) -> list[str]:
    """Return the files below a folder whose names end in one of the suffixes, in a stable order; linked folders are not entered."""
    found: list[str] = []
    folders: list[str] = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)
            elif entry.name.endswith(suffixes) and entry.is_file():
                found.append(entry.path)
    return [*found, *(file for below in folders for file in files_below(below, *suffixes))]
