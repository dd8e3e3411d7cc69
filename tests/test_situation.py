"""`ygokg situation`: what happened, told in the notation, and what follows from it for each link."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from conftest import Run

DENEB = "C1: 星因士天津四#1"
MOON = f"{DENEB} > C2: 月之书#1 -> C1 => C1 face-down"

ANSWERS = [
    ("Skill Drain negates a monster that stays", f"{DENEB} | 技能抽取#1", "Yes"),
    ("turned face-down by Book of Moon", f"{MOON} | 技能抽取#1", "No"),
    ("turned face-down and up again", f"{MOON}, C1 face-up | 技能抽取#1", "Yes"),
    ("it left the field", f"{DENEB} > C2: 月之书#1 -> C1 => C1 to gy | 技能抽取#1", "No"),
    ("Skill Drain left the field", f"{DENEB} > C2: 月之书#1 => 技能抽取 to gy | 技能抽取#1", "No"),
    ("Destiny HERO - Plasma of the other player", f"{DENEB} | 83965310#1 opp", "Yes, unless"),
    ("a Spell under Imperial Order", "C1: 月之书#1 | 王宫的敕命#1", "Yes"),
    ("pointed at its target", f"{DENEB} | 魔族之链#1 on 星因士天津四", "Yes, unless"),
    ("two negators that negate each other", f"{DENEB} | 技能抽取#1 | DDD 双晓王末法神#1", "None"),
    ("more may have happened", f"{DENEB} | 技能抽取#1 …", "Yes, unless"),
    ("Ash Blossom is chained to it, of whose text the data do not have all", f"{DENEB} > C2: 灰流丽#1", "Yes, unless"),
    (
        "at what Called by the Grave is aimed is not told",
        f"{DENEB} > C2: 灰流丽#1 > C3: 墓穴的指名者#1",
        "None, hangs on C2, not told at what C3 is aimed",
    ),
    ("at what Fiendish Chain is aimed is not told", f"{DENEB} | 魔族之链#1", "None, not told at what S1 is aimed"),
    ("face-up while Dark Ruler No More resolves", f"冥王结界波 @ hand opp ; {DENEB} > C2: 冥王结界波#1", "Yes, unless"),
    ("a Trap under Jinzo", "C1: 技能抽取#1 | 人造人-念力震慑者#1", "Yes"),
    ("its own text protects it", "C1: 沉默之剑#1 > C2: 灰流丽#1", "No"),
    ("whether the condition of its own protection is met is not told", "C1: 黄金荣耀-弹球手#1 | 技能抽取#1", "None"),
    ("the same against what is chained to it", "C1: 时空银河支配者#1 > C2: 灰流丽#1", "None"),
    ("the condition of its own protection is met", "C1: 时空银河支配者#1 > C2: 灰流丽#1 | 时空银河支配者#1 on C1", "No"),
]
"""Spoken name, text, and whether link 1 is negated, with what could still overturn it."""


@pytest.mark.parametrize(("text", "answer"), [case[1:] for case in ANSWERS], ids=[case[0] for case in ANSWERS])
def test_whether_a_link_is_negated(run: Callable[..., Run], text: str, answer: str) -> None:
    ended = run("situation", text, "--format", "json")
    first = json.loads(ended.out)["answers"][0]
    unless = ", unless" if first["conditional"] else ""
    hangs = f", hangs on {', '.join(first['doubtful'])}" if first["doubtful"] else ""
    hangs += f", not told at what {', '.join(first['unaimed'])} is aimed" if first["unaimed"] else ""
    assert (first["link"], f"{str(first['answer']).removeprefix('ygo:')}{unless}{hangs}", first["reached"]) == ("C1", answer, True)
    assert (ended.code, ended.err) == (0 if first["answer"] else 3, "")


NOT_REACHED = [
    ("a monster in the Graveyard", "C1: 星因士天津四#1 from gy | 技能抽取#1"),
    ("a Spell", "C1: 月之书#1 | 技能抽取#1"),
    ("Destiny HERO - Plasma of the same player", f"{DENEB} | 83965310#1"),
    ("a Spell, and Royal Decree", "C1: 月之书#1 | 51452091#1"),
    ("a Spell activated after Giant Red Hand negated what lay there", "C1: 月之书#1 | 55888045#1"),
    (
        "face-down while Dark Ruler No More resolves, and face-up again",
        f"冥王结界波 @ hand opp ; {DENEB} > C2: 月之书#1 -> C1 => C1 face-up > C3: 冥王结界波#1 > C4: 月之书#1 -> C1 => C1 face-down ? negated C1",
    ),
    ("nothing is in force", DENEB),
]


@pytest.mark.parametrize("text", [case[1] for case in NOT_REACHED], ids=[case[0] for case in NOT_REACHED])
def test_what_does_not_reach_a_link_gives_no_case(run: Callable[..., Run], text: str) -> None:
    ended = run("situation", text, "--format", "json")
    (first,) = json.loads(ended.out)["answers"]
    assert (first["reached"], first["cases"], first["answer"], ended.code) == (False, [], None, 0)


def test_a_ruling_that_tells_a_part_of_it_documents_the_answer(run: Callable[..., Run]) -> None:
    (first, _) = json.loads(run("situation", f"{MOON} | 技能抽取#1", "--format", "json").out)["answers"]
    assert [case["status"] for case in first["cases"]] == ["documented"]


def test_the_three_languages_tell_the_same(run: Callable[..., Run]) -> None:
    told = [
        json.loads(run("situation", text, "--format", "json").out)
        for text in (
            "C1: Satellarknight Deneb#1 > C2: Book of Moon#1 -> C1 => C1 face-down | Skill Drain#1 ? negated C1",
            "C1：星因士天津四#1 > C2：月之书#1 -> C1 => C1 里侧 ｜ 技能抽取#1 ？ 无效 C1",
            "C1: 星因士 デネブ#1 > C2: 月の書#1 -> C1 => C1 裏側 | スキルドレイン#1 ? 無効 C1",
        )
    ]
    assert told[0]["answers"] == told[1]["answers"] == told[2]["answers"]


WRONG = [
    ("a word too many", f"{DENEB} foo | 技能抽取#1", "“foo” at column 14 is not understood there."),
    ("no place", f"{DENEB} cost self to nowhere", "“nowhere” at column 27 is not understood there."),
    ("no such link", f"{DENEB} ? negated C2", "It is “C2” at column 24."),
    ("a quotation that is open", 'C1: "Deneb', "The quotation mark at column 5 is not closed."),
    (
        "a card that is turned off the field",
        f"{DENEB} from gy => C1 face-down",
        "Satellarknight Deneb is not on the field there and cannot be turned.",
    ),
    ("a card that is there already", f"{DENEB} from gy => C1 to gy", "Satellarknight Deneb is already in that place."),
    ("a link that is not activated yet", f"{DENEB} -> C2 > C2: 月之书#1", "C2 is not activated yet at that moment."),
    ("no Chain", "? negated C1", "“?” at column 1 is not understood there."),
    ("nothing after the arrow", f"{DENEB} ->", "The text ends at column 16, where more is needed."),
]


@pytest.mark.parametrize(("text", "message"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
def test_what_cannot_be_read_or_cannot_happen_has_one_message(run: Callable[..., Run], text: str, message: str) -> None:
    ended = run("situation", text)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.splitlines()[0] == f"Error: {message}"
