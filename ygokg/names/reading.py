"""Reading a card database that a user gives: a simulator's `.cdb`, the card site's `cards.json`, JSON lines, or a map of passcodes.

A row that cannot be used is reported (`Broken`) and left out. A `.cdb` is an SQLite file: names in `texts`, other artworks (`alias`)
and kinds in `datas`.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, TypeGuard

from ygokg.errors import BrokenInput
from ygokg.graph.model import Card, Texts
from ygokg.messages import t
from ygokg.names.keys import key
from ygokg.reading import read_file

_TOKEN = 0x4000
_OTHER_ARTWORK = 10
"""Another artwork is numbered within this distance of the card. A card that is only treated as another (`alias` too) is farther off."""
_ROWS = "SELECT t.id, t.name, d.alias, d.type FROM texts t LEFT JOIN datas d ON d.id = t.id ORDER BY t.id"
_NAMELESS = "SELECT id FROM datas WHERE id NOT IN (SELECT id FROM texts) ORDER BY id"
_LONGEST_TEXT = 4 * 1024 * 1024
"""Bytes of a value. The longest text of a card has a few thousand."""
_Row: TypeAlias = tuple[object, object, object, object]
_SQLITE = b"SQLite format 3\0"
_LONGEST = 10
"""Digits of the longest number that simulators give to a card."""
_LONGEST_NAME = 500
_LINE, _ROW, _ENTRY = "line", "row", "entry"
_KINDS = {"monster": "ygo:MonsterCard", "spell": "ygo:SpellCard", "trap": "ygo:TrapCard"}
_TYPE_BITS = {1: _KINDS["monster"], 2: _KINDS["spell"], 4: _KINDS["trap"]}
"""The kind of a card by the lowest bits of a simulator's type."""
_LINES_NAMES = {"zh": "zh", "zh_official": "zh-Hans", "ja": "ja", "en": "en"}
_SITE_NAMES = {"cn_name": "zh", "sc_name": "zh-Hans", "jp_name": "ja", "en_name": "en"}
_SITE_SPELLINGS = ("md_name", "nwbbs_n", "cnocg_n", "jp_ruby")
"""Further Chinese translations, and how the Japanese name is read."""


class Broken(NamedTuple):
    """A row that cannot be used: the kind of place (`line`, `row` or `entry`), where it is, and the message key and value of why."""

    place: str
    at: str
    why: str
    value: str = ""


class Unusable(Exception):
    """A row says nothing that can be used: the message key of why, and the value that it goes with."""

    def __init__(self, why: str, value: object = "") -> None:
        super().__init__(why)
        self.why = why
        self.value = str(value[:100] if isinstance(value, str | bytes) else value)[:60]


@dataclass(slots=True)
class Database:
    """What a file gives: cards by passcode, other numbers of cards (→ passcode), broken rows, and how many tokens were left out.

    `format` is `cdb`, `cards.json`, `jsonl` or `passcodes`.
    """

    format: str
    cards: dict[int, Card] = field(default_factory=dict)
    aliases: dict[int, int] = field(default_factory=dict)
    broken: list[Broken] = field(default_factory=list)
    tokens: int = 0

    def take(self, place: str, at: object, card: Card) -> None:
        """Add a card; one whose passcode is taken is reported instead."""
        if self.cards.setdefault(int(card.passcode), card) is not card:
            self.broken.append(Broken(place, str(at), "twice", card.passcode))

    def skip(self, place: str, at: object, problem: Unusable) -> None:
        """Report a row that cannot be used."""
        self.broken.append(Broken(place, str(at), problem.why, problem.value))

    @contextmanager
    def skipping(self, place: str, at: object) -> Iterator[None]:
        """Read a row, and report it where it cannot be used."""
        try:
            yield
        except Unusable as problem:
            self.skip(place, at, problem)


def read_database(path: Path, lang: str, names_in: str | None = None) -> Database:
    """Return what a file gives; `names_in` (zh, ja or en) is the language of a `.cdb`, which its script tells otherwise.

    Raises `BrokenInput`, in `lang`, for a file that cannot be read or holds neither a card nor a passcode.
    """
    try:
        content = read_file(path)
    except OSError as error:
        raise BrokenInput(t(lang, "names.unreadable", path=path, why=error.strerror), t(lang, "names.forms")) from error
    database = _read_cdb(path, lang, names_in) if content.startswith(_SQLITE) else _read_json(path, content, lang)
    _untwist(database)
    if not database.cards and not database.aliases:
        first = f" {spoken(database.broken[0], lang)}" if database.broken else ""
        raise BrokenInput(t(lang, "names.empty", path=path) + first, t(lang, "names.forms"))
    return database


def _untwist(database: Database) -> None:
    """Take out the numbers that lead in a circle."""
    for number in list(database.aliases):
        seen = [number]
        while (following := database.aliases.get(seen[-1])) is not None and following not in seen:
            seen.append(following)
        if following == number:
            database.skip(_ENTRY, number, Unusable("circle", database.aliases.pop(number)))


def spoken(broken: Broken, lang: str) -> str:
    """Return where a broken row is and why, as one sentence."""
    return t(lang, f"names.broken.{broken.place}", at=broken.at, why=t(lang, f"names.broken.{broken.why}", value=broken.value))


def _passcode_of(value: object) -> int:
    """Return a passcode given as a number or as digits; raises `Unusable` for anything else."""
    digits = str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= _LONGEST and int(digits)):
        raise Unusable("no-passcode" if value in (None, "", 0) else "passcode", value)
    return int(digits)


def _card_of(passcode: int, official: object, kind: str, names: Mapping[str, object], spellings: Iterable[object] = ()) -> Card:
    """Return a card with the names that are there; raises `Unusable` where there is none, or for something that is no name."""
    known: Texts = {}
    for language, name in names.items():
        if name is None or name == "":
            continue
        if not _is_name(name):
            raise Unusable("name", name)
        known[language] = " ".join(name.split())
    if not known:
        raise Unusable("nameless")
    also = dict.fromkeys(" ".join(s.split()) for s in spellings if _is_name(s))
    konami = str(_passcode_of(official)) if official not in (None, "", 0) else None
    variants = tuple(spelling for spelling in also if spelling not in known.values())
    return Card(f"card:{passcode}", str(passcode), konami, kind, known, variants)


def _is_name(value: object) -> TypeGuard[str]:
    """Say whether a value is a text with something to look up, of a name's length, and no half of a character in it."""
    return (
        isinstance(value, str)
        and len(value) <= _LONGEST_NAME
        and bool(key(value))
        and not any("\ud800" <= sign <= "\udfff" for sign in value)
    )


def _read_json(path: Path, content: bytes, lang: str) -> Database:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BrokenInput(t(lang, "names.not-utf8", path=path, line=line), t(lang, "names.forms")) from error
    rows = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    by_line = 2 * sum(row.startswith("{") and row.endswith("}") for _, row in rows) > len(rows)
    if by_line and (len(rows) > 1 or _is_row(rows[0][1])):
        return _from_lines(rows)
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError) as error:
        line, column = (error.lineno, error.colno) if isinstance(error, json.JSONDecodeError) else (1, 1)
        raise BrokenInput(t(lang, "names.no-json", path=path, line=line, column=column), t(lang, "names.forms")) from error
    if isinstance(whole, dict) and whole and all(isinstance(value, dict) for value in whole.values()):
        return _from_site(whole.items())
    if isinstance(whole, dict):
        return _from_map(whole)
    if isinstance(whole, list):
        return _from_site((number, row) for number, row in enumerate(whole, 1))
    return Database("jsonl")


def _is_row(line: str) -> bool:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(row, dict) and bool({"passcode", "id"} & row.keys())


def _from_lines(rows: Iterable[tuple[int, str]]) -> Database:
    database = Database("jsonl")
    for number, line in rows:
        with database.skipping(_LINE, number):
            try:
                row = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise Unusable("no-json") from error
            database.take(_LINE, number, _card(row))
    return database


def _from_site(rows: Iterable[tuple[object, object]]) -> Database:
    database = Database("cards.json")
    for at, row in rows:
        with database.skipping(_ENTRY, at):
            database.take(_ENTRY, at, _card(row))
    return database


def _from_map(pairs: Mapping[str, object]) -> Database:
    database = Database("passcodes")
    for number, passcode in pairs.items():
        with database.skipping(_ENTRY, number):
            database.aliases[_passcode_of(number)] = _passcode_of(passcode)
    return database


def _card(row: Any) -> Card:  # noqa: ANN401 - whatever the JSON holds
    """Return the card of a row of JSON lines (`passcode`, `zh`, …) or of the card site (`id`, `cn_name`, …)."""
    if not isinstance(row, dict):
        raise Unusable("no-row")
    if "passcode" in row:
        kind = _KINDS.get(str(row.get("type")).lower(), "")
        names = {language: row.get(name) for name, language in _LINES_NAMES.items()}
        return _card_of(_passcode_of(row["passcode"]), row.get("konami_id"), kind, names)
    data = row.get("data")
    bits = data.get("type") if isinstance(data, dict) else None
    kind = next((kind for bit, kind in _TYPE_BITS.items() if isinstance(bits, int) and bits & bit), "")
    names = {language: row.get(name) for name, language in _SITE_NAMES.items()}
    return _card_of(_passcode_of(row.get("id")), row.get("cid"), kind, names, (row.get(name) for name in _SITE_SPELLINGS))


def _read_cdb(path: Path, lang: str, names_in: str | None) -> Database:
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
        with database.skipping(_ROW, id):
            passcode, name = _passcode_of(id), _text(raw)
            _card_of(passcode, None, "", {"name": name})
            others[passcode] = _passcode_of(alias) if alias else 0, bits
            named[passcode] = name
    for missing in nameless:
        database.skip(_ROW, missing, Unusable("nameless"))
    language = names_in or _language(named.values())
    for passcode, name in named.items():
        alias, bits = others[passcode]
        if alias and _same_card(passcode, name, alias, named):
            database.aliases[passcode] = alias
        else:
            database.take(_ROW, passcode, _card_of_row(passcode, name, bits, language))
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


def _card_of_row(passcode: int, name: str, bits: int, language: str) -> Card:
    kind = next((kind for bit, kind in _TYPE_BITS.items() if bits & bit), "")
    return _card_of(passcode, None, kind, {language: name})


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
