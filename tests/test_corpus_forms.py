"""Rarer forms of the documents: comments, footnotes that go on, marks with markup, empty lines below marks, roles with titles."""

from __future__ import annotations

from pathlib import Path

import pytest
from corpus_files import FAQ

from ygokg.documents.marks import read_inline
from ygokg.documents.passages import Document
from ygokg.documents.reading import read_document

_TOP = "章\n===\n\n"


def read(text: str, name: str = "章.rst") -> Document:
    return read_document(Path(name), text, "en")


def kinds(text: str) -> list[tuple[str, str]]:
    document = read(_TOP + text)
    assert sum(document.lines.values()) == (_TOP + text).count("\n")
    return [(passage.text, passage.kind) for passage in document.passages]


KINDS = [
    pytest.param(".. 编者的话\n   还有一句\n\n   再一段\n\n| 规则。\n", [("编者的话", "comment"), ("还有一句", "comment"), ("再一段", "comment"), ("规则。", "rule")], id="a comment of several lines and paragraphs"),
    pytest.param("..\n   | 藏起来的规则。\n   | 例：\n   | 藏起来的例。\n\n| 规则。\n", [("藏起来的规则。", "comment"), ("藏起来的例。", "comment"), ("规则。", "rule")], id="a comment that hides a line block"),
    pytest.param("..\n\n   | 缩进的规则。\n", [("缩进的规则。", "rule")], id="two dots alone hide nothing"),
    pytest.param(".. [#] 脚注的话，\n   还没说完。\n\n| 规则。\n", [("脚注的话，还没说完。", "footnote"), ("规则。", "rule")], id="a footnote of two lines"),
    pytest.param("| 规则。\n| 例：\\ \n| 例子。\n", [("规则。", "rule"), ("例子。", "example")], id="an escaped space behind the mark of examples"),
    pytest.param("| 规则。\n| **例**\\ ：\n| 例子。\n", [("规则。", "rule"), ("例子。", "example")], id="the mark of examples in bold"),
    pytest.param("| 规则。\n| 例：\n\n| 另一条。\n\n| 规则二。\n", [("规则。", "rule"), ("另一条。", "rule"), ("规则二。", "rule")], id="an empty line ends the examples, even if there are none"),
    pytest.param("| 规则。\n| 例：例子一。\n| 例子二。\n\n| 规则二。\n", [("规则。", "rule"), ("例：例子一。", "example"), ("例子二。", "example"), ("规则二。", "rule")], id="the mark on the line of the first example"),
    pytest.param("| 例如，这一句不是标记。\n| 规则。\n", [("例如，这一句不是标记。", "rule"), ("规则。", "rule")], id="for example is no mark"),
    pytest.param("1. 规则\n   例：\n   例子。\n", [("规则", "rule"), ("例子。", "example")], id="the mark below a numbered line without bars"),
    pytest.param("== ==\n甲 乙\n== ==\n1  2\n\n3  4\n== ==\n\n规则。\n", [("甲 乙", "row"), ("1  2", "row"), ("3  4", "row"), ("规则。", "rule")], id="a table with an empty line"),
    pytest.param("== ==\n1  2\n== ==\n\n规则。\n\n== ==\n3  4\n== ==\n", [("1  2", "row"), ("规则。", "rule"), ("3  4", "row")], id="two tables without heads"),
    pytest.param("== ==\n1  2\n\n规则。\n", [("1  2", "rule"), ("规则。", "rule")], id="a border that no other follows opens no table"),
    pytest.param("+--+--+\n|甲|乙|\n+==+==+\n|1 |2 |\n+--+--+\n| 规则。\n\n| 规则二。\n", [("甲|乙", "row"), ("1 |2", "row"), ("规则。", "row"), ("规则二。", "rule")], id="a table in a grid ends at an empty line"),
    pytest.param(".. list-table:: 题\n\n   * - 甲\n     - 1\n", [("题", "remark"), ("- 甲", "row"), ("1", "row")], id="a table as lists"),
    pytest.param(".. only:: html\n\n   | 规则。\n   | 例：\n   | 例子。\n", [("规则。", "rule"), ("例子。", "example")], id="lines that only some pages show"),
    pytest.param(".. code-block:: text\n   :name: 甲\n\n   甲 乙\n\n| 规则。\n", [("甲 乙", "unplaced"), ("规则。", "rule")], id="lines of code are kept"),
    pytest.param("| 规则。\n\n::\n\n   甲\n", [("规则。", "rule"), ("甲", "rule")], id="the mark of lines as they are typed is no line"),
    pytest.param('.. csv-table:: 题\n   :header: "名"\n\n   "甲","1"\n', [("题", "remark"), ('"甲","1"', "row")], id="a table as values"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), KINDS)
def test_what_a_line_is(text: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(text) == expected


SHORT = """\
章
==

节 :strike:`旧`
===============

一
~~

| 规则。
--

| 末。
"""


def test_short_titles_and_markup_in_titles() -> None:
    document = read(SHORT)
    assert [(p.text, p.section) for p in document.passages] == [
        ("规则。", ("节 旧", "一")),
        ("--", ("节 旧", "一")),
        ("末。", ("节 旧", "一")),
    ]
    assert document.title == "章"


def test_what_a_file_says_to_the_program_that_makes_the_pages_is_no_line() -> None:
    document = read(":orphan:\n\n章\n====\n\n| 规则。\n| :orphan:\n")
    assert ([p.text for p in document.passages], document.lines["structure"]) == (["规则。", ":orphan:"], 1)


FRAMES = [
    pytest.param("====\n很长的标题\n=======\n\n节\n---\n\n| 规则。\n", ("很长的标题", "节"), id="lines of two lengths"),
    pytest.param("====\n标题\n====\n\n节\n====\n\n| 规则。\n", ("标题", "节"), id="a line below alone is of another level"),
    pytest.param("标题\n====\n\n----\n\n节\n----\n\n| 规则。\n", ("标题", "节"), id="a line between empty ones frames nothing"),
]


@pytest.mark.parametrize(("text", "section"), FRAMES)
def test_lines_above_and_below_a_title(text: str, section: tuple[str, ...]) -> None:
    (passage,) = read(text).passages
    assert (passage.text, passage.section) == ("规则。", section)


LISTS = [
    ("「甲」「乙」的①②效果", ["①②", "①②"]),
    ("「甲」23/1/5 「乙」23/1/6的③效果", ["③", "③"]),
    ("「甲」①和「乙」的②效果", ["①", "②"]),
    ("「甲」、「乙」的①效果", ["", "①"]),
    ("「甲」「乙」发动①效果", ["", "①"]),
    ("「甲」①「乙」「丙」②", ["①", "②", "②"]),
]


@pytest.mark.parametrize(("text", "effects"), LISTS, ids=[text for text, _ in LISTS])
def test_a_number_goes_with_a_whole_list_of_names(text: str, effects: list[str]) -> None:
    assert [name.effects for name in read_inline(text).names] == effects


EFFECTS = [
    ("「甲」的①～③效果", "①②③"),
    ("「甲」①②效果和③效果", "①②③"),
    ("「甲」的③至④、①效果", "③④①"),
    ("「甲」的③～①效果", ""),
    ("「甲」从场上离开。①效果", ""),
]


@pytest.mark.parametrize(("text", "effects"), EFFECTS, ids=[text for text, _ in EFFECTS])
def test_numbers_of_effects_with_from_and_to(text: str, effects: str) -> None:
    assert read_inline(text).names[0].effects == effects


DAYS = [("17/3/24", "2017-03-24", []), ("2017/3/24", "2017-03-24", []), ("17/13/24", None, [("day", "17/13/24")]), ("wiki", None, [])]


@pytest.mark.parametrize(("label", "day", "unknown"), DAYS, ids=[label for label, _, _ in DAYS])
def test_the_day_that_a_link_is_called_by(label: str, day: str | None, unknown: list[tuple[str, str]]) -> None:
    found = read_inline(f"甲。\\ `{label} <{FAQ.format(5)}>`__")
    assert ([e.date for e in found.evidence], found.unknown) == ([day], unknown)


LOG = """\
2024
====

1/5
---

| 裁定变更：

| 空行后的「`月之书`_」。

| 后来的「`月之书`_」。

**数据库：**

| 加粗标签下的「`月之书`_」。
| 例：「`月之书`_」同行的例。
"""


def test_a_label_holds_over_empty_lines_until_its_first_entries_end() -> None:
    entries = [(p.text, p.kind, p.label, p.state, p.source_class) for p in read(LOG, "2024.rst").passages]
    assert entries == [
        ("空行后的「月之书」。", "ruling", "裁定变更", "changed", "mail"),
        ("后来的「月之书」。", "ruling", "", "current", "mail"),
        ("加粗标签下的「月之书」。", "ruling", "数据库", "current", "database"),
        ("例：「月之书」同行的例。", "ruling", "数据库", "current", "database"),
    ]


LABELLED = """\
2024
====

1/5
---

| 邮件：
| 「`月之书`_」变暗。
| 裁定变更：「`月之书`_」变亮。
| 调整中确认：「`月之书`_」盖着。
| 「`月之书`_」又变暗。
| 数据库的写法：「`月之书`_」。
"""


@pytest.mark.parametrize("name", ["2024.rst", "2024.txt"], ids=["with markup", "plain"])
def test_a_label_on_the_line_of_an_entry_is_for_that_entry_alone(name: str) -> None:
    text = LABELLED if name.endswith(".rst") else LABELLED.translate({ord(sign): None for sign in "|=-`_"})
    entries = [(p.text, p.label, p.state) for p in read(text, name).passages]
    assert entries == [
        ("「月之书」变暗。", "邮件", "current"),
        ("裁定变更：「月之书」变亮。", "裁定变更", "changed"),
        ("调整中确认：「月之书」盖着。", "调整中确认", "pending-resolved"),
        ("「月之书」又变暗。", "邮件", "current"),
        ("数据库的写法：「月之书」。", "邮件", "current"),
    ]


LOOSE = """章

规则一。

例：

「甲」的例子。

有日子的「乙」也是。

规则二，不提卡名。

「丙」的规则。

例：
「丁」的例子。

「戊」的规则。
"""


def test_examples_in_plain_text_that_stand_apart_end_where_no_card_is_named() -> None:
    assert [(p.text, p.kind) for p in read(LOOSE, "章.txt").passages] == [
        ("规则一。", "rule"),
        ("「甲」的例子。", "example"),
        ("有日子的「乙」也是。", "example"),
        ("规则二，不提卡名。", "rule"),
        ("「丙」的规则。", "rule"),
        ("「丁」的例子。", "example"),
        ("「戊」的规则。", "rule"),
    ]


def test_a_title_in_plain_text_may_quote_a_full_stop() -> None:
    plain = read("章\n\n『A。那之后，B』\n\n规则。\n\n一句话。\n\n规则。\n", "章.txt")
    assert [(p.text, p.section) for p in plain.passages] == [
        ("规则。", ("章", "『A。那之后，B』")),
        ("一句话。", ("章", "『A。那之后，B』")),
        ("规则。", ("章", "『A。那之后，B』")),
    ]


SERIES = [
    ("「影依」融合怪兽", True),
    ("「纯爱妖精」X怪兽", True),
    ("「影依」S·X·P怪兽", True),
    ("「被封印」通常怪兽", True),
    ("「死者苏生」特殊召唤怪兽", False),
    ("「融合」召唤的怪兽", False),
    ("「抒情歌鸲-钴尖晶雀」调整类似", False),
    ("「技能抽取」，X怪兽", False),
]


@pytest.mark.parametrize(("text", "series"), SERIES, ids=[text for text, _ in SERIES])
def test_a_series_is_told_by_the_kind_of_monster_behind_it(text: str, series: bool) -> None:
    (name,) = read_inline(text).names
    assert name.series is series


ROLES = [
    pytest.param("见\\ :ref:`攻击被无效 <attack>`\\ 。", "见攻击被无效。", ["攻击被无效"], id="a reference with a title"),
    pytest.param("见\\ :doc:`无效 </c02/无效>`\\ 。", "见无效。", [], id="a document with a title"),
    pytest.param("见\\ :ref:`攻击被无效·终止`\\ 。", "见攻击被无效·终止。", ["攻击被无效·终止"], id="a reference without one"),
    pytest.param("原因见\\ 优先权的转移_\\ 。", "原因见优先权的转移。", ["优先权的转移"], id="a reference without quotes"),
    pytest.param("详见，错过时点_。", "详见，错过时点。", ["错过时点"], id="one before a full stop"),
    pytest.param("文件名 a_b 不是。", "文件名 a_b 不是。", [], id="a line within a word is none"),
    pytest.param("甲\\ :raw-html:`<br>`\\ 乙", "甲<br>乙", [], id="a role with a hyphen"),
    pytest.param(":strike:`「\\ 技能抽取\\ 」旧。`", "「技能抽取」旧。", [], id="escaped spaces in what is struck through"),
]


@pytest.mark.parametrize(("raw", "text", "references"), ROLES)
def test_a_role_shows_its_words(raw: str, text: str, references: list[str]) -> None:
    found = read_inline(raw)
    assert (found.text, found.references) == (text, references)


def test_what_is_struck_through_with_escaped_spaces_still_names_its_card() -> None:
    found = read_inline(f":strike:`「\\ 技能抽取\\ 」旧。`\\ `17/3/24 <{FAQ.format(5)}>`__")
    assert [name.name for name in found.names] == ["技能抽取"]
    assert [(e.identifier, e.date, found.text[e.start : e.end]) for e in found.evidence] == [("5", "2017-03-24", "「技能抽取」旧。")]


ODD = [
    pytest.param("「`甲乙_」的①效果。", "「甲乙」的①效果。", ["甲乙"], [("unbalanced", "`")], id="a name whose mark does not close"),
    pytest.param("「甲_」变暗。", "「甲」变暗。", ["甲"], [], id="a name without its quotes"),
    pytest.param("2*3=6，4*5=20。", "2*3=6，4*5=20。", [], [], id="a sum is no emphasis"),
    pytest.param("甲\\ *乙*\\ 丙", "甲乙丙", [], [], id="emphasis"),
]


@pytest.mark.parametrize(("raw", "text", "names", "unknown"), ODD)
def test_marks_that_go_wrong(raw: str, text: str, names: list[str], unknown: list[tuple[str, str]]) -> None:
    found = read_inline(raw)
    assert (found.text, [name.name for name in found.names], found.unknown) == (text, names, unknown)


def test_the_words_that_rest_on_a_source_end_before_its_bracket() -> None:
    found = read_inline(f"甲变暗（`17/3/24 <{FAQ.format(5)}>`__）。乙（23/1/5）变亮。")
    assert [found.text[e.start : e.end] for e in found.evidence] == ["甲变暗", "乙"]


def test_a_target_without_a_name_defines_none() -> None:
    assert read(_TOP + ".. __: https://ygocdb.com/card/name/x\n.. _月之书: https://ygocdb.com/card/name/月之书\n").targets == {
        "月之书": "card"
    }
