"""The user's own card databases: what was imported, taking one in, and removing it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ygokg.errors import BrokenInput, NotFound, UsageProblem
from ygokg.messages import t
from ygokg.names.library import remove_source, sources, write_source
from ygokg.names.reading import Database, read_database, spoken
from ygokg.store.folders import names_folder

if TYPE_CHECKING:
    from ygokg.graph.model import Card
    from ygokg.names.library import Source

__all__ = ["Database", "imported", "keep", "read_database", "remove", "require_name", "spoken"]

_LONGEST = 100


def imported() -> list[Source | str]:
    """Return what was imported, by name; of a damaged database only the name."""
    return sources(names_folder())


def require_name(name: str, lang: str) -> None:
    """Raise `UsageProblem` unless a file can have the name on any system."""
    if not name or name.startswith(".") or len(name) > _LONGEST or not name.isprintable() or any(sign in name for sign in '/\\:*?"<>|'):
        raise UsageProblem(t(lang, "names.bad-name", name=name), t(lang, "names.bad-name.hint"))


def keep(name: str, date: str, database: Database, cards: Iterable[Card], lang: str) -> bool:
    """Keep a database that was read, of a file of that day, under a name; return whether that changed anything.

    `cards` are those of the database, taken one after another. Raises `BrokenInput` where they cannot be kept.
    """
    with _writing(lang):
        return write_source(names_folder(), name, date, database, cards)


def remove(name: str, lang: str) -> None:
    """Remove what was imported under a name; raises `NotFound` where nothing was, `UsageProblem` for what is no name."""
    require_name(name, lang)
    try:
        with _writing(lang):
            remove_source(names_folder(), name)
    except NotFound as error:
        known = [source if isinstance(source, str) else source.name for source in imported()]
        hint = t(lang, "names.unknown.hint", names=t(lang, "list").join(known)) if known else t(lang, "names.none.hint")
        raise NotFound(t(lang, "names.unknown", name=name), hint) from error


@contextlib.contextmanager
def _writing(lang: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        message = t(lang, "names.unwritable", folder=names_folder(), why=error.strerror or error)
        raise BrokenInput(message, t(lang, "names.unwritable.hint")) from error
