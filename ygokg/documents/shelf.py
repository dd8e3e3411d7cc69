"""The library of imported documents, opened: one SQLite file in the user's data folder, apart from our own data.

And what look-ups take from it: the documents' own sentences for passages that are encoded, and how many entries name a card. SQLite is
loaded only where something was imported.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ygokg.errors import BrokenInput, NotFound
from ygokg.graph.ages import Imported
from ygokg.graph.model import Id, Model
from ygokg.messages import t
from ygokg.store.folders import documents_file

if TYPE_CHECKING:
    import sqlite3

_VERSION = 3
_PATIENCE = 30.0
_UNWRITABLE = ("SQLITE_FULL", "SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_IOERR_WRITE")
"""Errors of a place, and not of what is in it."""
_SENTENCE = "digest, documents.id, revision, documents.dated, line, text, state"
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
    import sqlite3

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
        if getattr(error, "sqlite_errorname", "") in _UNWRITABLE:
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


class Sentence(NamedTuple):
    """A passage of an imported document: which document and how old, its line, its text, and whether it still stands there (`state`)."""

    document: Id
    revision: str
    dated: str
    line: int
    text: str
    state: str


def sentences_of(model: Model, sources: Iterable[Id], lang: str) -> dict[Id, Sentence]:
    """Return the sentence of each passage (by id) that an imported document still has, word for word; nothing if none is imported.

    Of several documents that have it, it is a checkout's, else one's with markup, else the newest's. Raises `BrokenInput`, in `lang`,
    where the imported documents are damaged.
    """
    digests = {i: model.passages[i].digest for i in sources if i in model.passages}
    query = (
        f"SELECT {_SENTENCE} FROM passages JOIN documents ON document = documents.id WHERE digest IN (SELECT value FROM json_each(?))"
        " ORDER BY revision = '', form, documents.dated DESC, documents.id, line"
    )
    found: dict[str, Sentence] = {}
    with contextlib.suppress(NotFound), connect(lang) as library:
        for digest, *rest in library.execute(query, (json.dumps([*digests.values()]),)):
            found.setdefault(digest, Sentence(*rest))
    return {i: found[digest] for i, digest in digests.items() if digest in found}


def naming(names: Iterable[str], lang: str) -> int:
    """Return how many entries of the imported documents have one of these names, each text of a day once; 0 where none is imported.

    Raises `BrokenInput`, in `lang`, where the imported documents are damaged.
    """
    from ygokg.names.keys import name_key

    query = "SELECT DISTINCT digest, dated FROM passages JOIN names ON passage = number WHERE key IN (SELECT value FROM json_each(?))"
    with contextlib.suppress(NotFound), connect(lang) as library:
        return len(library.execute(query, (json.dumps([*map(name_key, names)]),)).fetchall())
    return 0


def _open(file: Path, *, writing: bool) -> sqlite3.Connection:
    """Open the file, for reading too with the right to mend what an import that was killed left behind, where there is that right."""
    import sqlite3

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
