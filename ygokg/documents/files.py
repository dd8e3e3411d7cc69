"""From the paths that a user names to the files of the documents, each with its name and its age."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ygokg.errors import BrokenInput, NotFound, UsageProblem
from ygokg.messages import t
from ygokg.reading import kind_of

if TYPE_CHECKING:
    from ygokg.documents.checkout import Checkout

_SUFFIXES = (".rst", ".txt")
LARGEST = 32 * 1024 * 1024
"""Bytes. All eleven years of the log together have a tenth of it."""
_SHA1 = 40
"""Digits of a hash in most checkouts; others have SHA-256."""
_HAN = re.compile("[\u4e00-\u9fff]")


class Age(NamedTuple):
    """How old a document is: the revision of the checkout that it is from, or nothing, and the day of that or of the file.

    A file that was changed since has the revision with a `+`, and its own day.
    """

    revision: str
    date: str


class Source(NamedTuple):
    """A file to read: where it is, the id and the path that its document is shown with, and its age."""

    path: Path
    id: str
    shown: str
    age: Age


class FoundFiles(NamedTuple):
    """The files of some paths; `others` are files of a folder that are no text of the documents."""

    sources: list[Source]
    others: list[str]


def find_files(paths: Sequence[Path], lang: str) -> FoundFiles:
    """Return the files that paths stand for, in a stable order, each once.

    Raises `NotFound` for a path that is not there, `UsageProblem` for a file of another form, and `BrokenInput` for a link that
    leads back to where it is and for a file that is too large; messages are in `lang`.
    """
    files: list[tuple[Path, str, Age]] = []
    others: list[str] = []
    seen: set[str] = set()
    for path in paths:
        if _is_loop(path):
            raise BrokenInput(t(lang, "import.loop", path=path, target=path), t(lang, "import.loop.hint"))
        if not kind_of(path):
            raise NotFound(t(lang, "import.missing", path=path), t(lang, "import.forms"))
        for file, named in _files(path, lang, others):
            shown = readable(named)
            real = os.path.realpath(file)
            if real not in seen:
                seen.add(real)
                files.append((file, shown, _file_age(file)))
    aged = _with_revisions(files)
    return FoundFiles([Source(file, id, shown, age) for (file, shown, age), id in zip(aged, _ids(aged), strict=True)], others)


def readable(name: str) -> str:
    r"""Return the name of a file as text, bytes that are none written out: `\xff`."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _files(path: Path, lang: str, others: list[str]) -> Iterator[tuple[Path, str]]:
    if not path.is_dir():
        if path.suffix.lower() not in _SUFFIXES:
            raise UsageProblem(t(lang, "import.other-form", path=path), t(lang, "import.forms"))
        _require_size(path, lang)
        yield path, path.name
        return
    any_found = False
    for file in _below(path, lang):
        shown = file.relative_to(path).as_posix()
        if file.suffix.lower() not in _SUFFIXES:
            continue
        _require_size(file, lang)
        if _is_document(file):
            any_found = True
            yield file, shown
        else:
            others.append(shown)
    if not any_found:
        raise NotFound(t(lang, "import.no-documents", path=path), t(lang, "import.forms"))


def _below(folder: Path, lang: str, above: tuple[str, ...] = ()) -> Iterator[Path]:
    """Yield the files below a folder, links followed; hidden folders, as that of git, are left out."""
    chain = (*above, os.path.realpath(folder))
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        raise _unreadable(error, lang) from error
    for entry in entries:
        path = Path(entry.path)
        if _is_loop(path) or (entry.is_dir() and os.path.realpath(path) in chain):
            raise BrokenInput(t(lang, "import.loop", path=path, target=os.path.realpath(path)), t(lang, "import.loop.hint"))
        if not entry.is_dir():
            if entry.is_file():
                yield path
        elif not entry.name.startswith("."):
            yield from _below(path, lang, chain)


def _is_loop(path: Path) -> bool:
    import errno

    try:
        path.stat()
    except OSError as error:
        return error.errno == errno.ELOOP
    except ValueError:  # a NUL in the name
        return False
    return False


def _unreadable(error: OSError, lang: str) -> BrokenInput:
    return BrokenInput(t(lang, "import.unreadable", path=error.filename, why=error.strerror), t(lang, "import.forms"))


def _require_size(path: Path, lang: str) -> None:
    try:
        size = path.stat().st_size
    except OSError as error:
        raise _unreadable(error, lang) from error
    if size > LARGEST:
        sizes = {"size": size // 1024 // 1024, "most": LARGEST // 1024 // 1024}
        raise BrokenInput(t(lang, "import.too-large", path=path, **sizes), t(lang, "import.forms"))


def _is_document(file: Path) -> bool:
    """Say whether a file of a folder is a text of the documents: any `.rst`, a `.txt` with Chinese in it, or one to complain about."""
    if file.suffix.lower() == ".rst":
        return True
    try:
        return bool(_HAN.search(file.read_bytes().decode("utf-8")))
    except (OSError, UnicodeDecodeError):
        return True


def _file_age(file: Path) -> Age:
    try:
        return Age("", date.fromtimestamp(file.stat().st_mtime).isoformat())
    except (OSError, OverflowError, ValueError):
        return Age("", "")


def _with_revisions(files: Sequence[tuple[Path, str, Age]]) -> list[tuple[Path, str, Age]]:
    """Return files with the revisions of the checkouts that keep them; the others with their own age."""
    places = [place_in_checkout(file) for file, _, _ in files]
    wanted: dict[Path, list[str]] = {}
    for folder, name in filter(None, places):
        wanted.setdefault(folder, []).append(name)
    known = {folder: _checkout(folder, names) for folder, names in wanted.items()}
    return [
        (file, shown, _age(file, age, known[place[0]], place[1]) if place else age)
        for (file, shown, age), place in zip(files, places, strict=True)
    ]


def place_in_checkout(file: Path) -> tuple[Path, str] | None:
    """Return the folder of the checkout that a file is in, and the name of the file from there."""
    real = os.path.realpath(file)
    for folder in Path(real).parents:
        if (folder / ".git").exists():
            return folder, os.path.relpath(real, folder).replace(os.sep, "/")
    return None


def _checkout(folder: Path, names: Sequence[str]) -> Checkout | None:
    from ygokg.documents.checkout import read_checkout

    return read_checkout(folder, names)


def _age(file: Path, age: Age, checkout: Checkout | None, name: str) -> Age:
    if checkout is None or name not in checkout.files:
        return age
    if _is_kept(file, checkout.files[name]):
        return Age(checkout.revision, checkout.date)
    return Age(f"{checkout.revision}+", age.date)


def _is_kept(file: Path, wanted: str) -> bool:
    """Say whether a file is as git keeps it, by its hash."""
    import hashlib

    try:
        content = file.read_bytes()
    except OSError:
        return False
    make = hashlib.sha1 if len(wanted) == _SHA1 else hashlib.sha256
    texts = (content, content.replace(b"\r\n", b"\n"))
    return any(make(b"blob %d\0" % len(text) + text).hexdigest() == wanted for text in texts)


def _ids(files: Iterable[tuple[Path, str, Age]]) -> list[str]:
    """Return an id for each file: its name without the suffix, after as many of its folders as tell it from others of that name."""
    shown = [path.removesuffix(Path(path).suffix).split("/") for _, path, _ in files]
    ids = []
    for number, parts in enumerate(shown):
        length = 1
        while length < len(parts) and any(other[-length:] == parts[-length:] for at, other in enumerate(shown) if at != number):
            length += 1
        ids.append("/".join(parts[-length:]))
    counts: dict[str, int] = {}
    for number, id in enumerate(ids):
        counts[id] = counts.get(id, 0) + 1
        if counts[id] > 1:
            ids[number] = f"{id} ({counts[id]})"
    return ids
