"""The user's own card databases, kept for looking names up: one SQLite file each, written whole or not at all.

A file holds the cards as they were read, every name under its key (`ygokg.names.keys`), and other numbers of cards. It is written
beside its place and published by one rename, so that an import that is broken off changes nothing.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ygokg.errors import BrokenInput, NotFound
from ygokg.graph.ages import Imported
from ygokg.graph.model import Card, Id, Texts
from ygokg.names.keys import name_key

if TYPE_CHECKING:
    from ygokg.names.reading import Database

FORM = 1
"""The form of the files and of the keys in them. Raise it when a key changes; files of another form are written anew."""

_SUFFIX = ".names"
_UNFINISHED = ".importing-"
_DAY = 24 * 3600
_SCHEMA = """
CREATE TABLE source (format TEXT, date TEXT, digest TEXT, cards INTEGER, aliases INTEGER);
CREATE TABLE card (passcode INTEGER PRIMARY KEY, konami TEXT, kind TEXT, names TEXT, variants TEXT);
CREATE TABLE name (key TEXT, spelling INTEGER, passcode INTEGER, PRIMARY KEY (key, spelling, passcode)) WITHOUT ROWID;
CREATE TABLE alias (number INTEGER PRIMARY KEY, passcode INTEGER);
"""
_INDEX = "CREATE INDEX official ON card (konami)"


class Source(NamedTuple):
    """An imported database: its name, form, the day of the file it was read from, a hash of what was taken, and how much that was."""

    name: str
    format: str
    date: str
    digest: str
    cards: int
    aliases: int


def sources(folder: Path) -> list[Source | str]:
    """Return what was imported, by name; of a damaged database only the name."""
    return [_source(path) or path.name.removesuffix(_SUFFIX) for path in _files(folder)]


def write_source(folder: Path, name: str, date: str, database: Database, cards: Iterable[Card]) -> bool:
    """Keep a database under a name in place of what has it; return False where the same is there already.

    `cards` are the database's, in an iterable that may show progress. Raises `OSError` where the folder cannot be written.
    """
    place = folder / f"{name}{_SUFFIX}"
    new = Source(name, database.format, date, _digest(database), len(database.cards), len(database.aliases))
    if place.exists() and (old := _source(place)) is not None and old.digest == new.digest:
        return False
    folder.mkdir(parents=True, exist_ok=True)
    _tidy(folder)
    _write(place, new, cards, database.aliases)
    return True


def remove_source(folder: Path, name: str) -> None:
    """Remove what was imported under a name; raises `NotFound` where there is no such database, `OSError` where it stays."""
    try:
        (folder / f"{name}{_SUFFIX}").unlink()
    except FileNotFoundError as error:
        raise NotFound(name) from error


class Library:
    """All imported databases together, read when they are asked. Raises `BrokenInput` where one is damaged."""

    def __init__(self, folder: Path) -> None:
        """Take what is in the folder, which need not exist."""
        self._places = _files(folder)
        self._open: list[tuple[Path, sqlite3.Connection]] | None = None

    def __del__(self) -> None:
        """Close the databases, which Python 3.13 and later want to be told."""
        for _, connection in self._open or ():
            with contextlib.suppress(sqlite3.Error):
                connection.close()

    def __bool__(self) -> bool:
        """Tell whether anything was imported."""
        return bool(self._places)

    def card(self, number: int) -> Card | None:
        """Return the card of a passcode, of another artwork's or of an earlier one; one that only a map of passcodes knows has no name."""
        passcode = self._passcode(number)
        rows = self._rows("SELECT konami, kind, names, variants FROM card WHERE passcode = ?", passcode)
        if not rows and passcode != number:
            rows = self._rows("SELECT konami, kind, names, variants FROM card WHERE passcode = ?", number)
        if not rows and passcode == number:
            return None
        import json

        names: Texts = {}
        spellings: dict[str, None] = {}
        for _, _, texts, variants in rows:
            known: Texts = json.loads(texts)
            spellings |= dict.fromkeys((*known.values(), *json.loads(variants)))
            names = {**known, **names}
        also = tuple(spelling for spelling in spellings if spelling not in names.values())
        konami = next((konami for konami, *_ in rows if konami), None)
        kind = next((kind for _, kind, *_ in rows if kind), "")
        return Card(f"card:{passcode}", str(passcode), konami, kind, names, also)

    def holding(self, cards: Iterable[Id]) -> list[Imported]:
        """Return the databases that have one of these cards, with the days of their files."""
        numbers = str([int(card.partition(":")[2]) for card in cards])
        self._rows("SELECT 1 FROM card LIMIT 1")
        held = "SELECT 1 FROM card WHERE passcode IN (SELECT value FROM json_each(?))"
        found = [_source(place) for place, connection in self._open or () if connection.execute(held, (numbers,)).fetchone()]
        return [Imported(source.name, "", source.date) for source in found if source is not None]

    def official(self, number: str) -> tuple[Card, ...]:
        """Return the cards of an official database id."""
        return self._cards(self._rows("SELECT passcode FROM card WHERE konami = ? ORDER BY passcode", number))

    def called(self, wanted: str, *, spelling: bool = False) -> tuple[Card, ...]:
        """Return the cards that have a name with this key, or with `spelling` a further translation or reading."""
        return self._cards(self._rows("SELECT passcode FROM name WHERE key = ? AND spelling = ?", wanted, int(spelling)))

    def containing(self, wanted: str) -> tuple[Card, ...]:
        """Return the cards with a name whose key has this one in it, those that begin with it first."""
        found = self._rows("SELECT instr(key, ?) AS at, passcode FROM name WHERE at > 0 AND spelling = 0", wanted)
        return self._cards([(passcode,) for _, passcode in sorted((at > 1, passcode) for at, passcode in found)])

    def starting(self, wanted: str, limit: int) -> tuple[Card, ...]:
        """Return the cards with a name whose key begins so, those of the first names in order."""
        statement = "SELECT passcode FROM name WHERE key >= ? AND key < ? AND spelling = 0 ORDER BY key LIMIT ?"
        return self._cards(self._rows(statement, wanted, f"{wanted}\U0010ffff", limit))

    def named(self) -> Iterator[tuple[str, int]]:
        """Yield the key of every name, with the number of its card."""
        yield from self._rows("SELECT key, passcode FROM name WHERE spelling = 0 ORDER BY passcode, key")

    def _cards(self, rows: Iterable[Sequence[int]]) -> tuple[Card, ...]:
        found = {card.id: card for (number,) in rows if (card := self.card(number)) is not None}
        return tuple(found.values())

    def _passcode(self, number: int) -> int:
        """Follow other numbers to the passcode; of several that lead in a circle it is the smallest."""
        seen = [number]
        while following := self._rows("SELECT passcode FROM alias WHERE number = ?", seen[-1]):
            if following[0][0] in seen:
                return min(seen)
            seen.append(following[0][0])
        return seen[-1]

    def _rows(self, statement: str, *values: object) -> list[Any]:
        if self._open is None:
            self._open = [(place, _opened(place)) for place in self._places]
        rows: list[Any] = []
        for place, connection in self._open:
            try:
                rows += connection.execute(statement, values)
            except sqlite3.Error as error:
                raise _damaged(place) from error
        return rows


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.name.endswith(_SUFFIX) and not path.name.startswith("."))
    except OSError:
        return []


def _connected(place: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{place.resolve().as_uri()}?mode=ro", uri=True)


def _opened(place: Path) -> sqlite3.Connection:
    """Open a file for reading; one of an earlier form is written anew before."""
    try:
        with contextlib.ExitStack() as unneeded:
            connection = unneeded.enter_context(contextlib.closing(_connected(place)))
            (form,) = connection.execute("PRAGMA user_version").fetchone()
            if form == FORM:
                unneeded.pop_all()
                return connection
            _renew(place, connection)
        return _connected(place)
    except (OSError, sqlite3.Error, TypeError, ValueError) as error:
        raise _damaged(place) from error


def _renew(place: Path, connection: sqlite3.Connection) -> None:
    import json

    source = Source("", *connection.execute("SELECT format, date, digest, cards, aliases FROM source").fetchone())
    rows = connection.execute("SELECT passcode, konami, kind, names, variants FROM card").fetchall()
    cards = [Card(f"card:{row[0]}", str(row[0]), row[1], row[2], json.loads(row[3]), tuple(json.loads(row[4]))) for row in rows]
    aliases = dict(connection.execute("SELECT number, passcode FROM alias").fetchall())
    _write(place, source, cards, aliases)


def _damaged(place: Path) -> BrokenInput:
    import shlex

    name = place.name.removesuffix(_SUFFIX)
    hint = f"Import its file again, or remove it: ygokg names remove {shlex.quote(name)}"
    return BrokenInput(f"The imported card database {name} is damaged ({place}).", hint)


def _source(place: Path) -> Source | None:
    """Return what a file says of itself; None where it is damaged, or of another form and to be imported again."""
    try:
        with contextlib.closing(_connected(place)) as connection:
            if connection.execute("PRAGMA user_version").fetchone() != (FORM,):
                return None
            row = connection.execute("SELECT format, date, digest, cards, aliases FROM source").fetchone()
        return Source(place.name.removesuffix(_SUFFIX), *row)
    except (sqlite3.Error, TypeError):
        return None


def _digest(database: Database) -> str:
    import hashlib

    digest = hashlib.sha256(database.format.encode())
    for card in database.cards.values():
        digest.update(repr(card).encode())
    digest.update(repr(sorted(database.aliases.items())).encode())
    return digest.hexdigest()


def _write(place: Path, source: Source, cards: Iterable[Card], aliases: Mapping[int, int]) -> None:
    import tempfile

    handle, unfinished = tempfile.mkstemp(prefix=_UNFINISHED, dir=place.parent)
    os.close(handle)
    try:
        with contextlib.closing(sqlite3.connect(unfinished)) as connection:
            connection.executescript(f"{_SCHEMA} PRAGMA user_version = {FORM};")
            with connection:
                connection.execute("INSERT INTO source VALUES (?, ?, ?, ?, ?)", source[1:])
                for card in cards:
                    _insert(connection, card)
                connection.executemany("INSERT INTO alias VALUES (?, ?)", aliases.items())
                connection.execute(_INDEX)
        Path(unfinished).replace(place)
    except sqlite3.OperationalError as error:
        raise OSError(str(error)) from error
    finally:
        Path(unfinished).unlink(missing_ok=True)


def _insert(connection: sqlite3.Connection, card: Card) -> None:
    import json

    texts = (json.dumps(value, ensure_ascii=False) for value in (card.names, card.variants))
    connection.execute("INSERT INTO card VALUES (?, ?, ?, ?, ?)", (int(card.passcode), card.konami_id, card.kind, *texts))
    keys = {(name_key(name), 0) for name in card.names.values()}
    keys |= {(key, 1) for key in map(name_key, card.variants) if (key, 0) not in keys}
    connection.executemany("INSERT INTO name VALUES (?, ?, ?)", ((*key, int(card.passcode)) for key in keys))


def _tidy(folder: Path) -> None:
    """Remove remains of imports that were broken off, once they are a day old."""
    for path in folder.glob(f"{_UNFINISHED}*"):
        with contextlib.suppress(OSError):
            if path.stat().st_mtime < time.time() - _DAY:
                path.unlink()
