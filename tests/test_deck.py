"""`ygokg card -`: a deck list on standard input, as people type it and as simulators save it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Run
from lookup_world import VERDICTS, excerpt, turtle, world

from ygokg.lookup.deck import Entry, deck_page, read_deck

MORE = """
card:11111111 a ygo:Card ; dct:identifier "11111111" ; skos:prefLabel "7号机"@zh , "7 Completed"@en .
card:14087894 a ygo:Card ; dct:identifier "14087894" ; skos:prefLabel "晨星"@zh , "Morning Star"@en .
"""


@pytest.fixture
def card(tmp_path: Path, run: Callable[..., Run]) -> Callable[..., Run]:
    """Call `ygokg card` on the small graph with two more cards, with a text on standard input."""
    file = tmp_path / "world.ttl"
    file.write_text(turtle(MORE), encoding="utf-8")

    def call(stdin: str | bytes | None, *args: str) -> Run:
        return run("card", "--no-builtin", "--data", str(file), *args, stdin=stdin)

    return call


LINES = {
    "a name": ("技能抽取", [("技能抽取", 1)]),
    "a passcode": ("82732705", [("82732705", 1)]),
    "copies before it": ("3 Skill Drain", [("Skill Drain", 3)]),
    "copies with x before it": ("3x Skill Drain", [("Skill Drain", 3)]),
    "copies and a passcode": ("2 82732705", [("82732705", 2)]),
    "copies with x after it": ("Skill Drain x3", [("Skill Drain", 3)]),
    "copies with a capital X": ("Skill Drain X 3", [("Skill Drain", 3)]),
    "copies with × after it": ("技能抽取×3", [("技能抽取", 3)]),
    "copies with * before it": ("3*技能抽取", [("技能抽取", 3)]),
    "copies in full width": ("３　技能抽取", [("技能抽取", 3)]),
    "a name that begins with a number": ("7 Completed", [("7 Completed", 1)]),
    "copies of a name that begins with a number": ("2 7 Completed", [("7 Completed", 2)]),
    "a name that ends in a number": ("沉默剑士 LV7", [("沉默剑士 LV7", 1)]),
    "a comment": ("# Skill Drain", []),
    "another comment": ("// Skill Drain", []),
    "an empty line": ("  ", []),
    "a rule": ("-----", []),
    "a byte order mark": ("\ufeff技能抽取", [("技能抽取", 1)]),
}


@pytest.mark.parametrize("name", LINES)
def test_a_line_of_a_list(name: str) -> None:
    line, expected = LINES[name]
    assert [(entry.text, entry.copies) for entry in read_deck(world(MORE), [line])] == expected


@pytest.mark.parametrize(
    ("heading", "section"),
    [
        ("#main", "main"),
        ("#extra", "extra"),
        ("!side", "side"),
        ("Main Deck (40):", "main"),
        ("== Extra Deck: 15 ==", "extra"),
        ("Side", "side"),
        ("主卡组：40", "main"),
        ("エクストラデッキ", "extra"),
    ],
)
def test_a_heading_opens_a_section(heading: str, section: str) -> None:
    assert read_deck(world(), ["82732705", heading, "82732705"]) == [Entry(1, "82732705", 1, ""), Entry(3, "82732705", 1, section)]


YDK = """\
#created by nobody
#main
82732705
82732705
14087893
#extra
37742478
!side
82732705
"""

AGE = "Rests on: Negation (2023-12), 1 file of yours, without the built-in data\n"

YDK_EN = """\
Deck list: cards 3, with rulings 2

With a pending ruling: the office has not decided
  Skill Drain (82732705) main ×2 side ×1 · rulings: 4
      negation.114 → Is it negated: pending
          The office has not decided.
      negation.112 → not negated
          Deneb was turned face-down before it resolved.
  Book of Moon (14087893) main ×1 · rulings: 2
      negation.114 → Is it negated: pending
          The office has not decided.
      negation.112 → not negated
          Deneb was turned face-down before it resolved.

Without rulings
  Silent Swordsman LV7 (37742478) extra ×1
"""

LIST_ZH = """\
卡组：2 种卡，其中 1 种有裁定

有与规则不符的裁定
  星因士 天津四 (75878039) ×2 · 裁定 1
      negation.112 → 不会无效
          效果：「星因士 天津四」① · 无效它的效果：「技能抽取」① · 处理时的表示形式：里侧守备表示

没有裁定
  7号机 (11111111) ×1

找不到的行
  第3行：skil dran
      相近的有：技能抽取 (82732705)
  第4行：沉默剑士
      相近的有：沉默剑士 LV7 (37742478)
  第5行：14087895
      相近的有：晨星 (14087894)、月之书 (14087893)
  第6行：完全没有的卡
"""


def test_a_ydk_file(card: Callable[..., Run]) -> None:
    assert card(YDK, "-") == Run(0, f"{YDK_EN}\n{AGE}", "")


def test_a_list_on_a_pipe_in_chinese_with_lines_that_name_no_card(card: Callable[..., Run]) -> None:
    text = "7 Completed\n2 星因士 天津四\nskil dran\n沉默剑士\n3 14087895\n完全没有的卡\n"
    assert card(text, "--lang", "zh") == Run(0, f"{LIST_ZH}\n依据：无效（2023-12）、仅你的 1 个文件，不含内置数据\n", "")


def test_a_list_in_japanese(card: Callable[..., Run]) -> None:
    assert card("サイドデッキ\n沈黙の剣士 LV7 ×2\n何か\n", "-", "--lang", "ja") == Run(
        0,
        "デッキ：1 種のカード、うち 0 種に裁定あり\n\n裁定がないもの\n  沈黙の剣士 LV7 (37742478) サイド×2\n\n見つからない行\n  3行目：何か\n\n依拠：利用者のファイル 1 件のみ（内蔵データなし）\n",
        "",
    )


def test_pending_rulings_come_first_then_departures_then_the_order_of_the_list() -> None:
    changed = VERDICTS["ruling:negation.112"]._replace(status="ygo:DepartingRuling")
    truth = {**VERDICTS, "ruling:negation.112": changed}
    lines = ["沉默剑士 LV7", "星因士 天津四", "月之书", "技能抽取"]
    view = deck_page(excerpt(truth=truth), lines).view
    assert [(c.card, c.pending, c.departing, c.other) for c in view.cards] == [
        ("card:14087893", ("ruling:negation.114",), ("ruling:negation.112",), ()),
        ("card:82732705", ("ruling:negation.114",), ("ruling:negation.112",), ("ruling:negation.113.a", "ruling:negation.113.b")),
        ("card:75878039", (), ("ruling:negation.112",), ()),
        ("card:37742478", (), (), ()),
    ]


def test_withdrawn_rulings_do_not_count() -> None:
    view = deck_page(excerpt("ruling:negation.112 owl:deprecated true ."), ["星因士 天津四"]).view
    assert view.cards[0].rulings == 0


def test_a_deck_as_csv(card: Callable[..., Run]) -> None:
    assert card(YDK + "skil dran x2\n", "-", "--format", "csv") == Run(
        0,
        "passcode,name,main,extra,side,unsorted,rulings,pending,departing,line,text,suggestions\n"
        "82732705,Skill Drain,2,0,1,0,4,1,1,,,\n"
        "14087893,Book of Moon,1,0,0,0,2,1,1,,,\n"
        "37742478,Silent Swordsman LV7,0,1,0,0,0,0,0,,,\n"
        ",,0,0,2,0,,,,10,skil dran,card:82732705\n",
        AGE,
    )


def test_a_deck_as_json(card: Callable[..., Run]) -> None:
    ended = card("2 星因士 天津四\n技能\n", "-", "--format", "json")
    found = json.loads(ended.out)
    assert [(c["id"], c["label"], c["passcode"], c["copies"]) for c in found["cards"]] == [
        ("card:75878039", "Satellarknight Deneb", "75878039", {"unsorted": 2})
    ]
    assert [[row["id"] for row in found["cards"][0][key]] for key in ("pending", "departing", "other")] == [[], ["ruling:negation.112"], []]
    assert found["unknown"] == [{"line": 2, "text": "技能", "copies": 1, "suggestions": [{"id": "card:82732705", "label": "Skill Drain"}]}]
    assert (ended.err, ended.code) == ("", 0)


def test_a_deck_of_which_nothing_is_known(card: Callable[..., Run]) -> None:
    assert card("skil dran\n", "-") == Run(
        3,
        "Lines that name no card of the data\n  line 1: skil dran\n      Nearest: Skill Drain (82732705)\n",
        "Error: No card of the list is in the data.\nWrite one card a line, by name or passcode; a .ydk file will do.\n",
    )


def test_an_empty_deck(card: Callable[..., Run]) -> None:
    assert card("#main\n#extra\n!side\n", "-") == Run(
        3, "", "Error: The list is empty.\nWrite one card a line, by name or passcode; a .ydk file will do.\n"
    )


def test_neither_a_name_nor_a_list(card: Callable[..., Run]) -> None:
    ended = card("")
    assert (ended.out, ended.code) == ("", 2)
    assert ended.err.endswith("Error: Missing argument 'NAME|PASSCODE|%OFFICIAL-ID...'.\n")


@pytest.mark.parametrize("lines", ["\n", "#main\n", "skil dran\n", "Skill Drain\n"])
def test_the_queries_of_a_deck_end_as_the_deck_does(card: Callable[..., Run], lines: str) -> None:
    ended, shown = card(lines, "-"), card(lines, "-", "--show-query")
    assert (shown.code, shown.err) == (ended.code, ended.err)
    assert ("SELECT" in shown.out) == (lines != "\n")


def test_a_query_that_an_empty_deck_does_not_ask(card: Callable[..., Run]) -> None:
    assert card("\n", "-", "--show-query=rulings-of-deck") == Run(
        2, "", "Error: No query `rulings-of-deck` was asked.\nLeave out --show-query.\n"
    )


def test_a_deck_that_is_no_text(card: Callable[..., Run]) -> None:
    message = "Error: The deck list on standard input is not UTF-8 text.\nSave it in UTF-8.\n"
    assert card("技能抽取".encode("gb18030"), "-") == Run(2, "", message)


def test_a_deck_as_of_a_day(card: Callable[..., Run]) -> None:
    ended = card("技能抽取\n", "-", "--as-of", "2021-01-01")
    assert ended.out.startswith(
        f"Deck list: cards 1, with rulings 1\n\nWith rulings\n  Skill Drain (82732705) ×1 · rulings: 2\n\n{AGE}\nAs of 2021-01-01"
    )
    assert ended.code == 0
