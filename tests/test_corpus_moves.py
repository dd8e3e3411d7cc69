"""Which passages count as moved in a newer import, and which were only pushed along: in pairs, and word for word."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from conftest import Run
from lookup_world import call, stored

from ygokg.documents.passages import digest
from ygokg.graph.model import Passage

RST = """\
====
无效
====

场上
====

| 甲规则。
| 例：
| 甲例一。
| 甲例二。

| 乙规则。
| 例：
| 乙例一。
| 乙例二。

| 丙规则。

.. attention:: 特别地，注意里的话。

墓地
====

| 丁规则。
| 戊规则。
| 己规则。

手卡
====

| 庚规则。
| 辛规则。
"""
_KINDS = {"规": "ygo:RuleLine", "例": "ygo:RulingLine", "别": "ygo:NoteLine"}
_SECTIONS = {
    "1": ("甲规则。", "甲例一。", "甲例二。", "乙规则。", "乙例一。", "乙例二。", "丙规则。"),
    "1.1": ("特别地，注意里的话。",),
    "2": ("丁规则。", "戊规则。", "己规则。"),
    "3": ("庚规则。", "辛规则。"),
}
"""Encoded in this order from line 1 on: 甲规则 is `src:negation.1`. A box is a section of its own."""


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data folder of its own."""
    monkeypatch.setenv("YGOKG_DATA", str(tmp_path / "data"))


@pytest.fixture
def drift(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Run]:
    """Call `drift` on a graph that has the passages of the document and no others."""
    graph = stored()
    texts = [(section, text) for section, several in _SECTIONS.items() for text in several]
    graph.model.passages = {
        f"src:negation.{line}": Passage(
            f"src:negation.{line}", "src:negation", line, _KINDS[text[1]], "system:negation.field", section, digest(text)
        )
        for line, (section, text) in enumerate(texts, 1)
    }
    monkeypatch.setattr("lookup_world.stored", lambda _extra="": graph)

    return partial(call, "drift")


def moved(line: str, behind: str, text: str = RST) -> str:
    """Return the document with a line elsewhere."""
    without = text.replace(f"| {line}\n", "", 1)
    assert without != text
    return without.replace(f"| {behind}\n", f"| {behind}\n| {line}\n", 1)


def way(what: str, before: str, after: str) -> dict[str, str]:
    return {"what": what, "before": before, "after": after}


BLOCK = "| 乙规则。\n| 例：\n| 乙例一。\n| 乙例二。\n\n"
NOTE_OUT = RST.replace(".. attention:: 特别地，注意里的话。", "| 特别地，注意里的话。")
MOVED = [
    pytest.param(moved("戊规则。", "丙规则。"), {10: [way("heading", "墓地", "场上")]}, id="a rule under another heading"),
    pytest.param(
        RST.replace("| 甲例二。\n", "").replace("| 丁规则。\n", "| 丁规则。\n| 例：\n| 甲例二。\n\n"),
        {3: [way("heading", "场上", "墓地")]},
        id="an example under another heading",
    ),
    pytest.param(moved("辛规则。", "丁规则。"), {13: [way("heading", "手卡", "墓地")]}, id="one of the only two under a heading"),
    pytest.param(moved("丁规则。", "己规则。"), {9: [way("order", "", "src:negation.11")]}, id="the first of three behind the others"),
    pytest.param(moved("己规则。", "丁规则。"), {10: [way("order", "src:negation.9", "src:negation.11")]}, id="two neighbours swapped"),
    pytest.param(
        moved("乙例二。", "甲例一。"), {6: [way("parent", "src:negation.4", "src:negation.1")]}, id="an example under another rule"
    ),
    pytest.param(moved("甲例一。", "甲例二。"), {2: [way("order", "", "src:negation.3")]}, id="two examples swapped"),
    pytest.param(
        RST.replace("| 甲例二。\n", "\n| 新规则。\n| 例：\n| 甲例二。\n"),
        {3: [way("parent", "src:negation.1", "新规则。")]},
        id="an example under a new rule",
    ),
    pytest.param(
        RST.replace(BLOCK, "").replace("| 丙规则。\n", "| 丙规则。\n\n" + BLOCK),
        {7: [way("order", "src:negation.4", "src:negation.1")]},
        id="a rule with examples behind a lone one",
    ),
    pytest.param(moved("甲规则。", "丙规则。"), {1: [way("order", "", "src:negation.7")]}, id="a rule that leaves its examples"),
    pytest.param(RST.replace("| 丙规则。\n", ".. note:: 丙规则。\n"), {7: [way("part", "rule", "remark/note")]}, id="a rule into a box"),
    pytest.param(
        RST.replace("| 甲例二。\n", "\n.. note::\n\n   | 甲例二。\n"),
        {3: [way("part", "example", "remark/note")]},
        id="an example into a box",
    ),
    pytest.param(NOTE_OUT, {8: [way("part", "remark/attention", "rule")]}, id="a note out of its box"),
    pytest.param(RST.replace("| 己规则。", "| 例：\n| 己规则。"), {11: [way("part", "rule", "example")]}, id="a rule made an example"),
]


@pytest.mark.parametrize("first", [False, True], ids=["against our data alone", "against an earlier import too"])
@pytest.mark.parametrize(("text", "expected"), MOVED)
def test_what_moved_is_one_finding_with_from_and_to(
    imported: Callable[..., None], drift: Callable[..., Run], text: str, expected: dict[int, list[dict[str, str]]], first: bool
) -> None:
    if first:
        imported("无效.rst", RST)
    imported("无效.rst", text, "2024-06-01")
    ended = drift("--format", "json")
    found = json.loads(ended.out)
    assert {row["passage"]: (row["change"], row["moves"]) for row in found["drifted"]} == {
        f"src:negation.{line}": ("moved", ways) for line, ways in expected.items()
    }
    assert (found["standing"], ended.code) == (13 - len(expected), 1)


SHIFTED = [
    pytest.param(RST, id="nothing changed"),
    pytest.param("\n\n\n" + RST, id="empty lines above"),
    pytest.param(RST.replace("| 甲规则。", "| 新规则。\n| 甲规则。"), id="a new rule above all"),
    pytest.param(RST.replace("| 甲规则。", "| 甲规则。\n| 又一条规则。"), id="a rule between a rule and its examples"),
    pytest.param(RST.replace("| 甲例一。", "| 新例。\n| 甲例一。"), id="a new example above others"),
    pytest.param(RST.replace("墓地\n====", "新标题\n======\n\n| 新的话。\n\n墓地\n===="), id="a new heading above another"),
    pytest.param(RST.replace("| 丁规则。\n", "").replace("| 乙例一。\n", ""), id="lines that are gone"),
    pytest.param(RST.replace("乙规则。", "完全是另外的一句话，毫不相干。"), id="a rule replaced by another above its examples"),
    pytest.param(RST.replace("| 己规则。", "\n.. note:: 新的备注。\n\n| 己规则。"), id="a new box between"),
]


@pytest.mark.parametrize("first", [False, True], ids=["against our data alone", "against an earlier import too"])
@pytest.mark.parametrize("text", SHIFTED)
def test_what_was_only_pushed_along_has_not_moved(imported: Callable[..., None], drift: Callable[..., Run], text: str, first: bool) -> None:
    if first:
        imported("无效.rst", RST)
    imported("无效.rst", text, "2024-06-01")
    assert [row for row in json.loads(drift("--format", "json").out)["drifted"] if row["change"] == "moved"] == []


def test_what_moved_and_came_back_stands(imported: Callable[..., None], drift: Callable[..., Run]) -> None:
    imported("无效.rst", RST)
    imported("无效.rst", moved("戊规则。", "丙规则。"), "2024-06-01")
    assert drift().code == 1
    imported("无效.rst", RST, "2024-07-01")
    assert drift().code == 0


def test_an_earlier_import_that_is_older_than_our_data_says_nothing(imported: Callable[..., None], drift: Callable[..., Run]) -> None:
    imported("无效.rst", RST.replace("场上\n", "旧标题\n"), "2023-01-01")
    imported("无效.rst", RST, "2024-06-01")
    assert drift().code == 0
    imported("无效.rst", RST.replace("场上\n", "新标题\n"), "2024-07-01")
    assert drift("--change", "moved").out.count("heading: 场上 → 新标题") == 8


def test_plain_text_tells_the_order_and_the_heading_but_no_parts(imported: Callable[..., None], drift: Callable[..., Run]) -> None:
    plain = RST.replace("| ", "").replace("====", "").replace(".. attention:: ", "注意\n\n")
    imported("无效.txt", plain)
    assert drift().code == 0
    imported("无效.txt", plain.replace("丁规则。\n", "").replace("己规则。", "己规则。\n丁规则。"), "2024-06-01")
    (row,) = json.loads(drift("--format", "json").out)["drifted"]
    assert (row["passage"], row["moves"]) == ("src:negation.9", [way("order", "", "src:negation.11")])


def test_of_two_lines_with_the_same_text_the_one_that_is_left_is_the_one_under_its_heading(
    imported: Callable[..., None], drift: Callable[..., Run]
) -> None:
    twice = RST.replace("己规则。", "甲规则。")
    imported("无效.rst", twice.replace("| 甲规则。\n| 例：", "| 例："))
    found = json.loads(drift("--format", "json").out)["drifted"]
    assert [(row["passage"], row["change"]) for row in found] == [("src:negation.1", "moved"), ("src:negation.11", "vanished")]


WORDS = {
    "en": """\
Moved: Negation, line 6 (src:negation.6)
  before: “乙例二。”
  now (无效, line 11, 场上)
  under: Negation, line 4 → Negation, line 1

Moved: Negation, line 7 (src:negation.7)
  before: “丙规则。”
  now (无效, line 18, 场上)
  from rule to remark in a box (note)

Moved: Negation, line 9 (src:negation.9)
  before: “丁规则。”
  now (无效, line 27, 墓地)
  order: first → after Negation, line 11

Passages that stand as they were encoded: 10; that do not: 3.
compared: Negation (2023-12) with 无效 (file of 2024-05-01)
""",
    "zh": """\
已移动：无效 第6行（src:negation.6）
  原文：“乙例二。”
  现在的位置（无效 第11行 场上）
  所属的规则：无效 第4行 → 无效 第1行

已移动：无效 第7行（src:negation.7）
  原文：“丙规则。”
  现在的位置（无效 第18行 场上）
  从规则变为备注中的注

已移动：无效 第9行（src:negation.9）
  原文：“丁规则。”
  现在的位置（无效 第27行 墓地）
  顺序：在最前 → 在 无效 第11行 之后

与文件一致的段落 10，不一致的 3。
对照：无效（2023-12）↔ 无效（文件日期 2024-05-01）
""",
    "ja": """\
移動：無効 6行目（src:negation.6）
  以前：「乙例二。」
  現在の場所（无效 11行目 场上）
  属する規則：無効 4行目 → 無効 1行目

移動：無効 7行目（src:negation.7）
  以前：「丙规则。」
  現在の場所（无效 18行目 场上）
  規則から備考の中の注記へ

移動：無効 9行目（src:negation.9）
  以前：「丁规则。」
  現在の場所（无效 27行目 墓地）
  順序：最初 → 無効 11行目 の後

文書どおりの段落 10、そうでないもの 3。
比較：無効（2023-12）↔ 无效（ファイルの日付 2024-05-01）
""",
}


@pytest.fixture
def three_moved(imported: Callable[..., None]) -> None:
    imported("无效.rst", moved("丁规则。", "己规则。", moved("乙例二。", "甲例一。")).replace("| 丙规则。\n", ".. note:: 丙规则。\n"))


@pytest.mark.usefixtures("three_moved")
@pytest.mark.parametrize("lang", WORDS)
def test_moves_in_words(drift: Callable[..., Run], lang: str) -> None:
    assert drift("--lang", lang) == Run(1, WORDS[lang], "")


@pytest.mark.usefixtures("three_moved")
def test_moves_in_a_table_for_programs(drift: Callable[..., Run]) -> None:
    ended = drift("--format", "csv", "--change", "moved")
    assert ended.out == (
        "passage,change,before,now,document,line,score,words,used_by,moves,revision,dated\n"
        'src:negation.6,moved,乙例二。,乙例二。,无效,11,1.00,,,"under: Negation, line 4 → Negation, line 1",,2024-05-01\n'
        "src:negation.7,moved,丙规则。,丙规则。,无效,18,1.00,,,from rule to remark in a box (note),,2024-05-01\n"
        'src:negation.9,moved,丁规则。,丁规则。,无效,27,1.00,,,"order: first → after Negation, line 11",,2024-05-01\n'
    )


def test_a_line_that_is_not_encoded_is_quoted(imported: Callable[..., None], drift: Callable[..., Run]) -> None:
    imported("无效.rst", RST.replace("| 甲例二。\n", f"\n| 新规则{'很' * 50}长。\n| 例：\n| 甲例二。\n"))
    assert f"  under: Negation, line 1 → “新规则{'很' * 36}…”\n" in drift().out


def test_nothing_moved_inside_the_documents_that_were_encoded(run: Callable[..., Run], shared: Path) -> None:
    assert run("import", str(shared / "documents")).code == 0
    assert json.loads(run("drift", "--format", "json").out)["drifted"] == []
    assert run("import", str(shared / "corpus" / "snapshots")).code == 0
    assert run("drift", "--change", "moved").code == 0
