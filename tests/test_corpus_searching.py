"""The table in which imported documents are searched: it is kept in the cache and is always that of the documents as they are now."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from corpus_files import write

from ygokg.documents import searching as search_table
from ygokg.documents.library import remove
from ygokg.documents.searching import find_in_documents, open_table
from ygokg.search.query import read_query
from ygokg.store.folders import cache_folder, documents_file

Importer = Callable[[str], None]
TEXT = "| 「`技能抽取`_」变暗。\n| 「`月之书`_」变亮\n| :strike:`「月之书」变暗，又变暗。`\n"


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YGOKG_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("YGOKG_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def imported(tmp_path: Path) -> Importer:
    from ygokg.documents.files import find_files
    from ygokg.documents.library import read_all
    from ygokg.documents.library import write as keep

    def do(text: str) -> None:
        file = write(tmp_path, "2024.rst", "====\n2024\n====\n\n" + text)
        keep(list(read_all(find_files([file], "en").sources, "en")), "en")

    return do


def found(*words: str) -> list[tuple[int, str]]:
    hits = find_in_documents(read_query(words), 20, "en")
    assert hits.total == len(hits.best)
    return [(hit.line, hit.text) for hit in hits.best]


def test_nothing_imported_is_nothing_found_and_nothing_kept() -> None:
    assert found("变暗") == []
    assert not cache_folder().exists()


def test_what_is_withdrawn_comes_last_however_often_it_has_the_word(imported: Importer) -> None:
    imported(TEXT)
    assert found("变暗") == [(5, "「技能抽取」变暗。"), (7, "「月之书」变暗，又变暗。")]


def test_the_second_search_does_not_ask_sqlite(imported: Importer, monkeypatch: pytest.MonkeyPatch) -> None:
    imported(TEXT)
    first = found("变亮")
    monkeypatch.setattr(search_table, "_files", lambda _: pytest.fail("the documents are read"))
    assert found("变亮") == first == [(6, "「月之书」变亮")]


def test_a_new_import_and_a_removal_are_seen(imported: Importer) -> None:
    imported(TEXT)
    assert len(found("变亮")) == 1
    imported(TEXT.replace("变亮", "变红"))
    assert (found("变亮"), found("变红")) == ([], [(6, "「月之书」变红")])
    remove(["2024"], "en")
    assert found("变红") == []


def test_a_change_that_keeps_size_and_time_is_seen(imported: Importer) -> None:
    imported(TEXT)
    assert len(found("变亮")) == 1
    before = documents_file().stat()
    imported(TEXT.replace("变亮", "变红"))
    os.utime(documents_file(), ns=(before.st_atime_ns, before.st_mtime_ns))
    assert found("变红") == [(6, "「月之书」变红")]


@pytest.mark.parametrize("name", ["lowered", "rows", "places", "about.json"])
def test_a_damaged_table_is_made_again(imported: Importer, name: str) -> None:
    imported(TEXT)
    expected = found("变暗")
    (table,) = cache_folder().glob("passages-*")
    whole = (table / name).read_bytes()
    (table / name).write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    assert found("变暗") == expected
    assert (table / name).read_bytes() == whole


def test_a_cache_that_cannot_be_written_gives_the_same_answers(imported: Importer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    imported(TEXT)
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("YGOKG_CACHE", str(tmp_path / "file"))
    assert found("变亮") == [(6, "「月之书」变亮")]


def test_of_earlier_documents_no_table_is_left(imported: Importer) -> None:
    imported(TEXT)
    assert open_table("en") is not None
    imported(TEXT.replace("变亮", "变红"))
    assert open_table("en") is not None
    (table,) = cache_folder().glob("passages-*")
    assert "变亮" not in (table / "rows").read_text(encoding="utf-8")


def test_documents_of_another_version_are_not_searched(imported: Importer) -> None:
    imported(TEXT)
    with sqlite3.connect(documents_file()) as library:
        library.execute("PRAGMA user_version = 99")
    library.close()
    assert found("变亮") == []
