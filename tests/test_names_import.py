"""`ygokg names`: what is taken of a card database, what is refused, and that nothing half-done stays."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from conftest import REPOSITORY, Run
from own_cards import LINES, SITE, cdb, lines

from ygokg.errors import BrokenInput
from ygokg.graph.model import Card
from ygokg.names import keys as series
from ygokg.names.keys import HAN_FORMS, HAN_WORDS
from ygokg.names.library import FORM, Library, write_source
from ygokg.names.reading import read_database
from ygokg.store.folders import data_folder

Runner = Callable[..., Run]
MONSTER, SPELL, TOKEN = 0x21, 0x2, 0x4011
DAY = 1_700_000_000  # 2023-11-14
FORMS_EN = "It can be a .cdb of YGOPro, a cards.json, JSON lines with a card each, or a JSON map of passcodes.\n"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own for each test, which does not exist yet; the test runs beside it."""
    folder = tmp_path / "data"
    monkeypatch.setenv("YGOKG_DATA", str(folder))
    monkeypatch.chdir(tmp_path)
    return folder


def dated(path: Path) -> Path:
    os.utime(path, (DAY, DAY))
    return path


def stored(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# ---- what is taken


def test_json_lines(run: Runner) -> None:
    dated(lines(Path("cards.jsonl")))
    assert run("names", "import", "cards.jsonl") == Run(0, "cards.jsonl (jsonl, 2023-11-14): cards 10, other numbers 0.\n", "")


def test_the_card_site(run: Runner, data: Path) -> None:
    Path("cards.json").write_text(json.dumps(SITE, indent=1), encoding="utf-8")
    dated(Path("cards.json"))
    assert run("names", "import", "cards.json", "--lang", "zh") == Run(
        0, "cards.json（cards.json，2023-11-14）：2 张卡，0 个别的编号。\n", ""
    )
    card = Library(data / "names").card(89631139)
    assert card is not None
    assert (card.konami_id, card.kind, card.variants) == ("4007", "ygo:MonsterCard", ("青眼的白龙", "ブルーアイズ・ホワイト・ドラゴン"))


def test_a_cdb_with_another_artwork_a_card_treated_as_another_and_a_token(run: Runner, data: Path) -> None:
    rows = [
        (14558127, "灰流丽", 0, MONSTER),
        (14558128, "灰流丽", 14558127, MONSTER),
        (76812113, "鹰身女郎", 0, MONSTER),
        (91932350, "鹰身女郎1", 76812113, MONSTER),
        (73915052, "羊衍生物", 0, TOKEN),
        (5318639, "旋风", 0, SPELL),
    ]
    dated(cdb(Path("cards.cdb"), rows))
    assert run("names", "import", "cards.cdb") == Run(0, "cards.cdb (cdb, 2023-11-14): cards 4, other numbers 1.\nTokens left out: 1\n", "")
    library = Library(data / "names")
    found = {number: card.id if (card := library.card(number)) else None for number, *_ in rows}
    assert found == {
        14558127: "card:14558127", 14558128: "card:14558127", 76812113: "card:76812113", 91932350: "card:91932350",
        73915052: None, 5318639: "card:5318639",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "options", "language"),
    [("技能抽取", (), "zh"), ("スキルドレイン", (), "ja"), ("Skill Drain", (), "en"), ("技能抽取", ("--names-in", "ja"), "ja")],
    ids=["Chinese", "kana", "Latin", "as told"],
)
def test_the_language_of_a_cdb(run: Runner, data: Path, name: str, options: tuple[str, ...], language: str) -> None:
    cdb(Path("cards.cdb"), [(82732705, name, 0, SPELL)])
    assert run("names", "import", "cards.cdb", *options).code == 0
    card = Library(data / "names").card(82732705)
    assert card is not None
    assert card.names == {language: name}


def test_a_map_of_passcodes_leads_to_cards_of_another_database(run: Runner, data: Path) -> None:
    lines(Path("cards.jsonl"))
    Path("old.json").write_text('{"100200001": 100200002, "100200002": 89631139, "5": 6, "6": 5}', encoding="utf-8")
    dated(Path("old.json"))
    run("names", "import", "cards.jsonl")
    ended = run("names", "import", "old.json", "--lang", "ja")
    assert ended == Run(
        0,
        "old.json（passcodes、2023-11-14）：カード 0 枚、別の番号 3 件。\n",
        "飛ばした行：1\n  項目 5：6 と互いに指し合っています\n",
    )
    library = Library(data / "names")
    assert [card.id if (card := library.card(n)) else None for n in (100200001, 100200002)] == ["card:89631139", "card:89631139"]


def test_the_same_again_changes_nothing(run: Runner, data: Path) -> None:
    dated(lines(Path("cards.jsonl")))
    run("names", "import", "cards.jsonl")
    before = stored(data)
    said = "cards.jsonl holds this already; nothing changed.\ncards.jsonl (jsonl, 2023-11-14): cards 10, other numbers 0.\n"
    assert run("names", "import", "cards.jsonl") == Run(0, said, "")
    assert stored(data) == before


def test_a_newer_database_of_the_same_name_takes_the_place(run: Runner, data: Path) -> None:
    lines(Path("cards.jsonl"))
    run("names", "import", "cards.jsonl")
    lines(Path("cards.jsonl"), LINES[:1])
    assert json.loads(run("names", "import", "cards.jsonl", "--format", "json").out)["changed"] is True
    library = Library(data / "names")
    assert (library.card(89631139), getattr(library.card(82732705), "id", None)) == (None, "card:82732705")


# ---- what is skipped


def test_broken_lines_are_told_and_skipped(run: Runner) -> None:
    good = [json.dumps(row, ensure_ascii=False) for row in LINES[:8]]
    bad = [
        '{"passcode": 1, "zh": }',
        '{"zh": "没有密码"}',
        '{"passcode": "x1", "zh": "坏密码"}',
        '{"passcode": -4, "zh": "负数"}',
        '{"passcode": 5}',
        '{"passcode": 6, "zh": "···"}',
        '{"passcode": 7, "zh": 8}',
        '{"passcode": 82732705, "zh": "又一张"}',
        '{"passcode": 9, "zh": "\\ud800"}',
        '{"passcode": 10, "konami_id": "x", "zh": "坏编号"}',
    ]  # fmt: skip
    Path("cards.jsonl").write_text("\n".join([*good, *bad]), encoding="utf-8")
    dated(Path("cards.jsonl"))
    ended = run("names", "import", "cards.jsonl")
    assert (ended.code, ended.out) == (0, "cards.jsonl (jsonl, 2023-11-14): cards 8, other numbers 0.\n")
    assert ended.err == (
        "Rows skipped: 10\n"
        "  line 9: no JSON\n"
        "  line 10: no passcode\n"
        "  line 11: “x1” is no number\n"
        "  line 12: “-4” is no number\n"
        "  line 13: no name\n"
        "  line 14: “···” is no name\n"
        "  line 15: “8” is no name\n"
        "  line 16: the passcode 82732705 stands above already\n"
        "  line 17: “\\ud800” is no name\n"
        "  line 18: “x” is no number\n"
    )


def test_broken_rows_of_a_cdb(run: Runner) -> None:
    path = cdb(Path("cards.cdb"), [(5, "好", 0, SPELL), (6, None, 0, SPELL), (7, b"\xff\xfe", 0, SPELL), (8, "", 0, SPELL)])
    dated(path)
    assert run("names", "import", "cards.cdb", "--lang", "zh") == Run(
        0,
        "cards.cdb（cdb，2023-11-14）：1 张卡，0 个别的编号。\n",
        "跳过的行：3\n  编号 7 的行：名称不是 UTF-8 文本\n  编号 8 的行：没有名称\n  编号 6 的行：没有名称\n",
    )


def test_many_broken_rows_are_counted(run: Runner) -> None:
    rows = [*LINES, *({"passcode": 0, "zh": "x"} for _ in range(25))]
    lines(Path("cards.jsonl"), rows)
    ended = run("names", "import", "cards.jsonl")
    assert ended.err.splitlines()[0] == "Rows skipped: 25"
    assert ended.err.splitlines()[-1] == "  … and 5 more; --format json lists all."
    listed = json.loads(run("names", "import", "cards.jsonl", "--format", "json").out)["skipped"]
    assert (len(listed), listed[0]) == (25, {"line": "11", "why": "no passcode"})


# ---- what is refused


def _damaged_cdb(path: Path) -> None:
    cdb(path, [(number, f"卡{number}", 0, SPELL) for number in range(1, 2000)])
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def _other_sqlite(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE other (id INTEGER)")


BROKEN: dict[str, tuple[Callable[[Path], object], str]] = {
    "not there": (Path, "file cannot be read: No such file or directory."),
    "a folder": (lambda path: path.mkdir(), "file cannot be read: Is a directory."),
    "binary": (lambda path: path.write_bytes(b"{}\n\xff\x00"), "file, line 2: neither UTF-8 text nor an SQLite database."),
    "empty": (lambda path: path.write_bytes(b""), "file, line 1, column 1: no whole JSON."),
    "cut off": (lambda path: path.write_text('{\n "1": {\n  "id": 1,\n'), "file, line 4, column 1: no whole JSON."),
    "only a number": (lambda path: path.write_text("5"), "file holds no card."),
    "no usable row": (lambda path: path.write_text('{"passcode": 1}\n'), "file holds no card. line 1: no name"),
    "an empty map": (lambda path: path.write_text("{}"), "file holds no card."),
    "deep nesting": (lambda path: path.write_text("[" * 100_000), "file, line 1, column 1: no whole JSON."),
    "half a database": (_damaged_cdb, "The database file cannot be read: database disk image is malformed."),
    "another database": (_other_sqlite, "file has no tables texts and datas: it is no database of YGOPro."),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_file_changes_nothing(run: Runner, data: Path, case: str) -> None:
    run("names", "import", str(lines(Path("cards.jsonl"))), "--as", "file")
    before = stored(data)
    make, message = BROKEN[case]
    make(Path("file"))
    assert run("names", "import", "file") == Run(2, "", f"Error: {message}\n{FORMS_EN}")
    assert stored(data) == before


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("zh", "Error: file 里没有卡。\n可以导入：YGOPro 的 .cdb、cards.json、每行一张卡的 JSON、密码对照表（JSON）。\n"),
        (
            "ja",
            "Error: file にはカードがありません。\n取り込めるもの：YGOPro の .cdb、cards.json、1 行 1 枚の JSON、パスワードの対応表（JSON）。\n",
        ),
    ],
)
def test_a_refusal_in_the_users_language(run: Runner, lang: str, text: str) -> None:
    Path("file").write_text("{}")
    assert run("names", "import", "file", "--lang", lang) == Run(2, "", text)


@pytest.mark.parametrize("name", [".hidden", "a/b", "..", "a\\b", "C:", "x" * 101, "a\nb"])
def test_a_name_that_is_no_file_name_is_refused(run: Runner, data: Path, name: str) -> None:
    lines(Path("cards.jsonl"))
    for ended in (run("names", "import", "cards.jsonl", "--as", name), run("names", "remove", name)):
        assert (ended.code, ended.err.splitlines()[-1]) == (
            2,
            "It must not begin with a dot, nor have slashes or control characters, nor be longer than 100 characters.",
        )
    assert not data.exists()


def test_a_folder_that_cannot_be_written(run: Runner, data: Path) -> None:
    data.write_text("a file where the folder should be")
    lines(Path("cards.jsonl"))
    assert run("names", "import", "cards.jsonl") == Run(
        2, "", f"Error: {data / 'names'} cannot be written: Not a directory.\nName another folder in the environment variable YGOKG_DATA.\n"
    )


def test_an_import_that_is_broken_off_leaves_the_earlier_state(data: Path) -> None:
    lines(Path("cards.jsonl"), LINES[:3])
    earlier = read_database(Path("cards.jsonl"), "en")
    write_source(data, "cards", "2023-11-14", earlier, earlier.cards.values())
    before = stored(data)
    later = read_database(lines(Path("cards.jsonl")), "en")

    def broken_off() -> Iterator[Card]:
        yield from list(later.cards.values())[:5]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_source(data, "cards", "2023-11-14", later, broken_off())
    assert stored(data) == before


# ---- list and remove


def test_list_and_remove(run: Runner) -> None:
    assert run("names", "list") == Run(0, "No card database was imported yet.\nImport one: ygokg names import cards.cdb\n", "")
    dated(lines(Path("cards.jsonl")))
    dated(cdb(Path("cards.cdb"), [(5, "好", 0, SPELL)]))
    run("names", "import", "cards.jsonl")
    run("names", "import", "cards.cdb", "--as", "mine")
    assert run("names", "list").out == (
        "name         format  date        cards  other numbers  note\n"
        "cards.jsonl  jsonl   2023-11-14  10     0\n"
        "mine         cdb     2023-11-14  1      0\n"
    )  # fmt: skip
    assert run("names", "remove", "mime") == Run(3, "", "Error: No database is called “mime”.\nThere are: cards.jsonl, mine\n")
    assert run("names", "remove", "mine") == Run(0, "Removed mine.\n", "")
    assert run("names", "list", "--format", "csv").out.splitlines()[1:] == ["cards.jsonl,jsonl,2023-11-14,10,0,"]


def test_a_damaged_database_is_named_and_can_be_removed(run: Runner, data: Path) -> None:
    lines(Path("cards.jsonl"))
    run("names", "import", "cards.jsonl")
    place = data / "names" / "cards.jsonl.names"
    place.write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    assert run("card", "技能抽取") == Run(
        2,
        "",
        f"Error: The imported card database cards.jsonl is damaged ({place}).\n"
        "Import its file again, or remove it: ygokg names remove cards.jsonl\n",
    )
    assert run("names", "list", "--format", "csv").out.splitlines()[1] == "cards.jsonl,,,,,damaged: import it again or remove it"
    assert run("names", "import", "cards.jsonl").code == 0
    assert run("card", "技能抽取").code == 0
    place.write_bytes(b"")
    with pytest.raises(BrokenInput):
        Library(data / "names").card(1)
    assert run("names", "remove", "cards.jsonl").code == 0


def test_a_database_of_an_earlier_form_is_written_anew(run: Runner, data: Path) -> None:
    lines(Path("cards.jsonl"))
    run("names", "import", "cards.jsonl")
    with closing(sqlite3.connect(data / "names" / "cards.jsonl.names")) as connection, connection:
        connection.execute("UPDATE name SET key = 'stale ' || key")
        connection.execute("PRAGMA user_version = 0")
    assert [card.id for card in Library(data / "names").called("青眼白龙")] == ["card:89631139"]
    with closing(sqlite3.connect(data / "names" / "cards.jsonl.names")) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (FORM,)


def test_whoever_changes_a_key_raises_the_form() -> None:
    tables = repr((HAN_FORMS, HAN_WORDS, series._NUMBERS, series._MAGIC))
    assert (FORM, zlib.crc32(tables.encode())) == (1, 1189484404)


# ---- where it is kept, what it costs


@pytest.mark.parametrize(
    ("platform", "environment", "place"),
    [
        ("linux", {"XDG_DATA_HOME": "/x/data"}, "/x/data/ygokg"),
        ("linux", {}, "/home/me/.local/share/ygokg"),
        ("darwin", {}, "/home/me/Library/Application Support/ygokg"),
        ("win32", {"APPDATA": "/x/roaming"}, "/x/roaming/ygokg"),
        ("linux", {"YGOKG_DATA": "/x/mine", "XDG_DATA_HOME": "/x/data"}, "/x/mine"),
    ],
)
def test_the_data_folder(monkeypatch: pytest.MonkeyPatch, platform: str, environment: dict[str, str], place: str) -> None:
    for name in ("YGOKG_DATA", "XDG_DATA_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/me", **environment}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert data_folder() == Path(place)


def test_a_look_up_imports_nothing_heavy_and_without_databases_not_even_sqlite(run: Runner) -> None:
    program = "import sys; sys.argv = ['ygokg', 'card', '技能抽取']; from ygokg.cli.main import cli; cli(standalone_mode=False); "
    heavy = {"rdflib", "owlready2", "pyshacl", "dulwich", "sqlite3", "difflib", "hashlib", "tempfile"}  # it asks pyoxigraph, which is none
    check = f"print(sorted({heavy} & set(sys.modules)))"

    def imported() -> str:
        command = [sys.executable, "-c", program + check]
        ended = subprocess.run(command, capture_output=True, check=True, cwd=REPOSITORY, env={**os.environ, "PYTHONUTF8": "1"})
        return ended.stdout.decode("utf-8").splitlines()[-1]

    run("card", "技能抽取")
    assert imported() == "[]"
    lines(Path("cards.jsonl"))
    run("names", "import", "cards.jsonl")
    assert imported() == "['sqlite3']"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_progress_shows_on_a_terminal() -> None:
    from terminal import Terminal

    path = lines(Path("cards.jsonl")).resolve()
    command = [sys.executable, "-m", "ygokg", "names", "import", str(path)]
    environment = {**os.environ, "TERM": "dumb"}
    with Terminal() as terminal:
        subprocess.run(command, stdout=subprocess.PIPE, stderr=terminal.writer, cwd=REPOSITORY, env=environment, check=True)
    assert "Importing" in terminal.seen
    assert "100%" in terminal.seen
