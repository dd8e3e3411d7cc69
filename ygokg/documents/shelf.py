"""The library of imported documents, opened: one SQLite file in the user's data folder, apart from our own data."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from ygokg.errors import BrokenInput, NotFound
from ygokg.graph.ages import Imported
from ygokg.messages import t
from ygokg.store.folders import documents_file

__all__ = ["connect", "document_ages"]

_VERSION = 3
_PATIENCE = 30.0
_UNWRITABLE = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR_WRITE)
"""Errors of a place, and not of what is in it."""
_SCHEMA = Path(__file__).with_name("schema.sql")
_TABLES = ("documents", "passages", "names", "evidence", "targets", "earlier", "searched")


@contextlib.contextmanager
def connect(lang: str = "en", *, writing: bool = False) -> Iterator[sqlite3.Connection]:
    """Open the library; with `writing` it is made where there is none, and one transaction is committed at the end.

    Raises `NotFound` where nothing was imported, `BrokenInput` where the file is damaged or the folder cannot be written; messages
    are in `lang`.
    """
    file = documents_file()
    if not writing and not file.is_file():
        raise NotFound(t(lang, "import.nothing"), t(lang, "import.nothing.hint"))
    try:
        if writing:
            file.parent.mkdir(parents=True, exist_ok=True)
        with closing(_open(file, writing=writing)) as connection:
            _require_version(connection, lang, writing=writing)
            if writing:
                connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.commit()
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", None) in _UNWRITABLE:
            raise _unwritable(file, error, lang) from error
        raise BrokenInput(t(lang, "import.damaged", path=file, why=error), t(lang, "import.damaged.hint")) from error
    except OSError as error:
        raise _unwritable(file, error.strerror, lang) from error


def _unwritable(file: Path, why: object, lang: str) -> BrokenInput:
    return BrokenInput(t(lang, "import.unwritable", path=file.parent, why=why), t(lang, "import.unwritable.hint"))


def document_ages(lang: str) -> dict[str, Imported]:
    """Return the revision and the day of every imported document, by its id; raises as `connect` does."""
    with connect(lang) as library:
        rows = library.execute("SELECT id, revision, dated FROM documents ORDER BY id").fetchall()
    return {row[0]: Imported(*row) for row in rows}


def _open(file: Path, *, writing: bool) -> sqlite3.Connection:
    """Open the file, for reading too with the right to mend what an import that was killed left behind, where there is that right."""
    for mode in ("rwc",) if writing else ("rw", "ro"):
        connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode={mode}", uri=True, timeout=_PATIENCE, isolation_level=None)
        try:
            connection.execute("PRAGMA schema_version")
        except sqlite3.Error as error:
            connection.close()
            if mode in ("rwc", "ro") or not isinstance(error, sqlite3.OperationalError):
                raise
        else:
            return connection
    raise sqlite3.OperationalError(str(file))


def _require_version(connection: sqlite3.Connection, lang: str, *, writing: bool) -> None:
    """Make the tables where there are none; what another version of this program made is replaced when something is imported."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == _VERSION:
        return
    if not writing:
        if version:
            raise NotFound(t(lang, "import.other-version"), t(lang, "import.nothing.hint"))
        raise NotFound(t(lang, "import.nothing"), t(lang, "import.nothing.hint"))
    drop = "".join(f"DROP TABLE IF EXISTS {table};" for table in _TABLES)
    connection.executescript(f"BEGIN IMMEDIATE;{drop}{_SCHEMA.read_text(encoding='utf-8')}PRAGMA user_version = {_VERSION};COMMIT;")
