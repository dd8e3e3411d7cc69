"""`ygokg import`: exact text and exit code; nothing is lost whatever goes wrong."""

from __future__ import annotations

import json
import os
import subprocess
import zlib
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Self

import pytest
from conftest import Run
from corpus_files import CHAPTER, LOG, PLAIN, write
from lookup_world import ask

from ygokg.documents import files, library
from ygokg.documents.checkout import Checkout
from ygokg.documents.files import find_files
from ygokg.documents.reading import READING, read_document
from ygokg.documents.shelf import connect

TODAY = "2024-09-01"
UNTOUCHED = "What was imported before is unchanged."


class Today(date):
    """Stands still."""

    @classmethod
    def today(cls) -> Self:
        return cls.fromisoformat(TODAY)


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own."""
    folder = tmp_path / "data"
    monkeypatch.setenv("YGOKG_DATA", str(folder))
    monkeypatch.setattr(library, "date", Today)
    return folder


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    """A folder with a chapter, a log and a plain text."""
    folder = tmp_path / "documents"
    write(folder, "c03/抽取.rst", CHAPTER)
    write(folder, "c06/2021.rst", LOG, "2024-05-02")
    write(folder, "抽取-旧.txt", PLAIN)
    write(folder, "requirements.txt", "sphinx\n")
    return folder


def everything() -> list[tuple[object, ...]]:
    """What the library holds, for comparing."""
    with connect() as opened:
        tables = ("documents", "passages", "names", "evidence", "targets", "earlier", "searched")
        return [row for table in tables for row in opened.execute(f"SELECT * FROM {table} ORDER BY 1, 2")]


DONE = """\
Files: 3, with 88 lines and 25 passages. New 3, replaced 0, unchanged 0.
Markers of unknown meaning: 3; --report shows them.
Files left out, being no documents: 1 (requirements.txt).
"""
AGAIN_ZH = """\
文件 3：88 行，25 个段落。新增 0，更新 0，未变 3。
含义不明的标记：3；用 --report 查看。
不是文件而略过的文件：1（requirements.txt）。
"""


def test_a_folder_is_imported_and_again_changes_nothing(documents: Path) -> None:
    first = ask("import", str(documents))
    assert (first.exit_code, first.stdout, first.stderr) == (0, DONE, "")
    before = everything()
    again = ask("import", str(documents), "--lang", "zh")
    assert (again.exit_code, again.stdout) == (0, AGAIN_ZH)
    assert everything() == before


def test_what_is_read_otherwise_than_before_is_read_anew_and_is_no_change(documents: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ygokg.documents import library as importing

    with monkeypatch.context() as earlier:
        earlier.setattr(importing, "READING", 0)
        ask("import", str(documents))
        with connect(writing=True) as opened:
            opened.execute("UPDATE passages SET kind = 'rule', state = 'current'")
    again = ask("import", str(documents))
    assert again.stdout.splitlines()[0] == "Files: 3, with 88 lines and 25 passages. New 0, replaced 3, unchanged 0."
    rows = {row["id"]: row["states"] for row in json.loads(ask("import", "--report", "--format", "json").stdout)}
    assert rows["2021"] == {"current": 3, "changed": 1, "pending-resolved": 1, "withdrawn": 1}
    with connect() as opened:
        assert opened.execute("SELECT count(*) FROM earlier").fetchone() == (0,)


def test_whoever_changes_how_documents_are_read_counts_the_reading_up() -> None:
    read = [read_document(Path(name), text, "en") for name, text in (("抽取.rst", CHAPTER), ("2021.rst", LOG), ("抽取.txt", PLAIN))]
    assert (READING, zlib.crc32(repr(read).encode())) == (2, 1854025839)


def test_what_is_imported_is_listed(documents: Path) -> None:
    ask("import", str(documents))
    assert ask("import", "--list").stdout == (
        "id       title                   form  passages  revision  dated       imported\n"
        f"2021     2021                    rst   6                   2024-05-02  {TODAY}\n"
        f"抽取     抽取的章节名比线长得多  rst   13                  2024-05-01  {TODAY}\n"
        f"抽取-旧  抽取                    txt   6                   2024-05-01  {TODAY}\n"
    )


REPORT = """\
抽取 (file of 2024-05-01)
  抽取的章节名比线长得多 · c03/抽取.rst
  lines 45: blank 13 · passages 13 · headings 7 · structure 7 · labels 2 · links 2 · continuations 1
  passages 13: example 3 · rule 3 · note 2 · row 2 · comment 1 · footnote 1 · unplaced 1
  states: current 12 · pending 1
  sources: none 10 · card page 1 · mail 1 · wiki 1
  names 4: cards 2 · series 1 · unresolved 1
  names unresolved 1: 魔界剧场「奇幻剧场」
  markers unknown 2
    line 27, day that is none: 21/2/30
    line 29, directive: bogus::

"""


def test_the_report_accounts_for_every_line(documents: Path) -> None:
    ask("import", str(documents))
    told = ask("import", "--report")
    assert told.exit_code == 0
    assert REPORT in told.stdout
    rows = {row["id"]: row for row in json.loads(ask("import", "--report", "--format", "json").stdout)}
    assert rows["2021"]["lines"] == {"total": 28, "heading": 9, "blank": 8, "passage": 6, "label": 5}
    assert rows["2021"]["states"] == {"current": 3, "changed": 1, "pending-resolved": 1, "withdrawn": 1}
    assert rows["2021"]["markers"] == [{"line": 28, "what": "label", "text": "奇怪的标签"}]
    assert rows["抽取"]["unresolved"] == ["魔界剧场「奇幻剧场」"]


def test_a_report_of_what_is_imported_just_now(documents: Path) -> None:
    ask("import", str(documents))
    told = ask("import", str(documents / "c03" / "抽取.rst"), "--report", "--lang", "ja")
    assert told.stdout.startswith("ファイル 1：45 行、段落 13。新規 0、更新 0、変更なし 1。\n")
    assert "\n抽取（ファイルの日付 2024-05-01）\n" in told.stdout
    assert "2021" not in told.stdout


def test_a_document_is_removed(documents: Path) -> None:
    ask("import", str(documents))
    gone = ask("import", "--remove", "2021", "--remove", "抽取-旧")
    assert (gone.exit_code, gone.stdout) == (0, "Removed: 2021, 抽取-旧.\n")
    assert [row["id"] for row in json.loads(ask("import", "--list", "--format", "json").stdout)] == ["抽取"]


def test_an_unknown_document_is_not_removed(documents: Path) -> None:
    ask("import", str(documents))
    before = everything()
    refused = ask("import", "--remove", "抽取", "--remove", "2022")
    assert (refused.exit_code, refused.stdout) == (3, "")
    assert refused.stderr == "Error: No imported document is called “2022”.\nThere are 2021; `ygokg import --list` lists all.\n"
    assert everything() == before


@pytest.mark.parametrize("arguments", [("--list",), ("--report",), ("--remove", "x")], ids=["list", "report", "remove"])
def test_nothing_imported_is_said(arguments: tuple[str, ...]) -> None:
    result = ask("import", *arguments)
    assert (result.exit_code, result.stdout, result.stderr) == (
        3,
        "",
        "Error: No document has been imported.\nImport them first: ygokg import PATH…\n",
    )


@pytest.mark.parametrize("arguments", [(), ("--list", "--remove", "x"), (".", "--list")], ids=["nothing", "two at once", "path and list"])
def test_one_thing_at_a_time(arguments: tuple[str, ...]) -> None:
    result = ask("import", *arguments)
    assert (result.exit_code, result.stderr) == (
        2,
        "Error: Give either paths, --list, --remove or --report.\nFor example: ygokg import 无效.rst --report\n",
    )


BAD = [
    ("not UTF-8", "x.rst", "| 甲。\n| 乙".encode() + "丙。\n".encode("gb18030"), "x.rst, line 2: not UTF-8 text."),
    ("cut within a character", "x.rst", "| 甲。\n| 乙".encode()[:-1], "x.rst, line 2: the file breaks off in the middle of a character."),
    ("binary", "x.txt", b"\xe7\x94\xb2\n\0\0", "x.txt, line 2: not text."),
    ("half-written", "x.rst", "题\n==\n\n| 「`甲".encode(), "x.rst, line 4: the file is half-written; it ends in “| 「`甲”."),
    ("one gigantic line", "x.rst", b"a" * 60_000, "x.rst, line 1: 60000 characters in one line; a line has 50000 at most."),
    ("an unfinished merge", "x.rst", "| 甲。\n<<<<<<< HEAD\n| 乙。\n".encode(), "x.rst, line 2: the mark of an unfinished merge."),
]


@pytest.mark.parametrize(("name", "content", "message"), [c[1:] for c in BAD], ids=[c[0] for c in BAD])
def test_a_bad_file_is_refused_and_nothing_is_lost(documents: Path, name: str, content: bytes, message: str) -> None:
    ask("import", str(documents))
    before = everything()
    write(documents, "c03/抽取.rst", CHAPTER + "| 还有一句。\n")
    (documents / name).write_bytes(content)
    refused = ask("import", str(documents))
    assert (refused.exit_code, refused.stdout) == (2, "")
    first, second = refused.stderr.splitlines()
    assert first == f"Error: {documents}/{message}"
    assert second.endswith(UNTOUCHED)
    assert everything() == before


def test_a_file_of_another_kind_and_a_path_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "x.pdf").write_bytes(b"")
    other, missing = ask("import", str(tmp_path / "x.pdf")), ask("import", str(tmp_path / "no"))
    assert (other.exit_code, missing.exit_code) == (2, 3)
    assert other.stderr.startswith(f"Error: {tmp_path}/x.pdf is neither .rst nor .txt.\n")
    assert missing.stderr.startswith(f"Error: {tmp_path}/no does not exist.\n")


def test_a_folder_without_documents(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    result = ask("import", str(tmp_path / "empty"), "--lang", "zh")
    assert (result.exit_code, result.stderr.splitlines()[0]) == (3, f"Error: 文件夹 {tmp_path}/empty 中没有文件。")


LOOPS = [
    ("to the folder itself", ["c03/up"], [".."]),
    ("in two steps", ["c03/a", "c06/b"], ["../c06", "../c03"]),
    ("to itself", ["x.rst"], ["x.rst"]),
]


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs symbolic links")
@pytest.mark.parametrize(("links", "targets"), [c[1:] for c in LOOPS], ids=[c[0] for c in LOOPS])
def test_a_folder_with_links_in_a_loop(documents: Path, links: list[str], targets: list[str]) -> None:
    for link, target in zip(links, targets, strict=True):
        (documents / link).symlink_to(target)
    result = ask("import", str(documents))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "is a link back to" in result.stderr
    assert result.stderr.endswith(f"{UNTOUCHED}\n")


def test_a_link_to_what_is_elsewhere_is_followed(documents: Path, tmp_path: Path) -> None:
    write(tmp_path / "elsewhere", "别处.rst", "别处\n====\n\n| 别处的话。\n")
    (documents / "linked").symlink_to(tmp_path / "elsewhere")
    assert [source.id for source in find_files([documents], "en").sources] == ["抽取", "2021", "别处", "抽取-旧"]


def test_files_of_one_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    for folder in ("c01", "c02"):
        write(tmp_path / "docs" / folder, "index.rst", "目录\n====\n\n| 甲。\n")
    assert [source.id for source in find_files([tmp_path / "docs"], "en").sources] == ["c01/index", "c02/index"]


def test_a_checkout_gives_its_revision(documents: Path) -> None:
    git = ["git", "-C", str(documents), "-c", "user.name=x", "-c", "user.email=x@example.org"]
    environment = {**os.environ, "GIT_COMMITTER_DATE": "2024-06-07T12:00:00Z", "GIT_AUTHOR_DATE": "2024-06-07T12:00:00Z"}
    try:
        subprocess.run([*git, "init", "-q"], check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("needs git")
    subprocess.run([*git, "add", "c03"], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "x"], check=True, env=environment)
    revision = subprocess.run([*git, "rev-parse", "--short", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()

    def ages() -> dict[str, tuple[str, str]]:
        return {source.id: (source.age.revision, source.age.date) for source in find_files([documents], "en").sources}

    assert (ages()["抽取"], ages()["2021"]) == ((revision, "2024-06-07"), ("", "2024-05-02"))
    (documents / "c03" / "抽取.rst").write_bytes(CHAPTER.replace("\n", "\r\n").encode())
    assert ages()["抽取"] == (revision, "2024-06-07")  # lines may end as on other systems
    write(documents, "c03/抽取.rst", f"{CHAPTER}\n| 新来的一句。\n", "2024-07-01")
    assert ages()["抽取"] == (f"{revision}+", "2024-07-01")


def test_a_document_that_left_its_checkout_is_told_and_kept(documents: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_checkout", lambda *_: Checkout("abc", "2024-06-07", {"c03/抽取.rst": "", "c03/新.rst": ""}))
    (documents / ".git").mkdir()
    told = "Kept, although their folders no longer have them: 抽取; --remove takes them out.\n"
    assert "Kept" not in ask("import", str(documents)).stdout
    (documents / "c03" / "抽取.rst").rename(documents / "c03" / "新.rst")
    assert ask("import", str(documents)).stdout.endswith(told)
    assert ask("import", str(documents), "--format", "json").stderr.endswith(told)
    assert "Kept" not in ask("import", str(documents / "c06")).stdout
    assert [row["id"] for row in json.loads(ask("import", "--list", "--format", "json").stdout)] == ["2021", "抽取", "抽取-旧", "新"]


def test_a_failure_while_writing_leaves_the_earlier_state(documents: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ask("import", str(documents))
    before = everything()
    for name in ("c03/抽取.rst", "c06/2021.rst"):
        write(documents, name, (documents / name).read_text(encoding="utf-8") + "\n| 多了一句。\n")
    inserted: list[object] = []
    insert = library._insert

    def failing(*arguments: object) -> None:
        if inserted:
            raise KeyboardInterrupt
        inserted.append(arguments)
        insert(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(library, "_insert", failing)
    assert ask("import", str(documents)).exit_code == 130
    assert (len(inserted), everything()) == (1, before)


def test_a_damaged_library_is_told(documents: Path, data: Path) -> None:
    ask("import", str(documents))
    (data / "documents.sqlite").write_bytes(b"nothing of the kind" * 100)
    result = ask("import", "--list")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"Error: The imported documents in {data}/documents.sqlite cannot be used: ")


def test_a_folder_that_cannot_be_written(documents: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("YGOKG_DATA", str(tmp_path / "file"))
    result = ask("import", str(documents))
    assert (result.exit_code, result.stderr) == (
        2,
        f"Error: {tmp_path}/file cannot be written: File exists.\nName another folder in the environment variable YGOKG_DATA.\n",
    )


def test_the_samples_are_imported_whole(shared: Path, run: Callable[..., Run]) -> None:
    ended = run("import", str(shared / "corpus"), "--format", "json")
    assert ended.code == 0
    rows = json.loads(run("import", "--report", "--format", "json").out)
    assert {row["id"]: row["lines"]["total"] for row in rows}["2023"] == 2958
    assert all(row["passages"]["total"] == row["lines"].get("passage", 0) for row in rows)
