"""Reading the SQLite database of the simulators: names in `texts`, other artworks (`alias`) and kinds in `datas`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import TypeAlias

from ygokg.errors import BrokenInput
from ygokg.messages import t
from ygokg.model import Card
from ygokg.names.normal import key
from ygokg.names.reading import TYPE_BITS, Database, Unusable, card_of, passcode_of

__all__ = ["read_cdb"]

_TOKEN = 0x4000
_OTHER_ARTWORK = 10
"""Another artwork is numbered within this distance of the card. A card that is only treated as another (`alias` too) is farther off."""
_ROWS = "SELECT t.id, t.name, d.alias, d.type FROM texts t LEFT JOIN datas d ON d.id = t.id ORDER BY t.id"
_NAMELESS = "SELECT id FROM datas WHERE id NOT IN (SELECT id FROM texts) ORDER BY id"

_LONGEST_TEXT = 4 * 1024 * 1024
"""Bytes of a value. The longest text of a card has a few thousand."""

_Row: TypeAlias = tuple[object, object, object, object]


def read_cdb(path: Path, lang: str, names_in: str | None) -> Database:
    """Return what a `.cdb` file gives, its names being in `names_in` or in the language that their script tells.

    Raises `BrokenInput`, in `lang`, for a damaged file or one with other tables.
    """
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            connection.execute("PRAGMA trusted_schema = OFF")  # a file from elsewhere may carry more than cards
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_TEXT)
            if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise BrokenInput(t(lang, "names.damaged", path=path), t(lang, "names.forms"))
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not {"texts", "datas"} <= tables:
                raise BrokenInput(t(lang, "names.no-tables", path=path), t(lang, "names.forms"))
            connection.text_factory = bytes
            rows: list[_Row] = connection.execute(_ROWS).fetchall()
            nameless = connection.execute(_NAMELESS).fetchall()
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise BrokenInput(t(lang, "names.sqlite", path=path, why=error), t(lang, "names.forms")) from error
    return _read(rows, [number for (number,) in nameless], names_in)


def _read(rows: Iterable[_Row], nameless: Iterable[object], names_in: str | None) -> Database:
    database = Database("cdb")
    named: dict[int, str] = {}
    others: dict[int, tuple[int, int]] = {}
    for id, raw, alias, kind in rows:
        bits = kind if isinstance(kind, int) else 0
        if bits & _TOKEN:
            database.tokens += 1
            continue
        try:
            passcode, name = passcode_of(id), _text(raw)
            card_of(passcode, None, "", {"name": name})
            others[passcode] = passcode_of(alias) if alias else 0, bits
        except Unusable as problem:
            database.skip("row", id, problem)
            continue
        named[passcode] = name
    for missing in nameless:
        database.skip("row", missing, Unusable("nameless"))
    language = names_in or _language(named.values())
    for passcode, name in named.items():
        alias, bits = others[passcode]
        if alias and _same_card(passcode, name, alias, named):
            database.aliases[passcode] = alias
        else:
            database.take("row", passcode, _card(passcode, name, bits, language))
    return database


def _text(raw: object) -> str:
    if not isinstance(raw, bytes):
        raise Unusable("nameless" if raw is None else "name", raw)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unusable("not-utf8") from error


def _same_card(passcode: int, name: str, alias: int, named: dict[int, str]) -> bool:
    """Say whether a row is another artwork or number of the card `alias`, and not a card that is treated as that one."""
    if alias == passcode:
        return False
    known = named.get(alias)
    return abs(alias - passcode) <= _OTHER_ARTWORK if known is None else key(known) == key(name)


def _card(passcode: int, name: str, bits: int, language: str) -> Card:
    kind = next((kind for bit, kind in TYPE_BITS.items() if bits & bit), "")
    return card_of(passcode, None, kind, {language: name})


def _language(names: Iterable[str]) -> str:
    """Tell the language of a whole database by the script of its names: kana is Japanese, mostly Latin is English."""
    kana = latin = total = 0
    for name in names:
        total += 1
        kana += any("ぁ" <= sign <= "ヺ" for sign in name)
        latin += name.isascii()
    if 3 * kana > total:
        return "ja"
    return "en" if 2 * latin > total else "zh"
