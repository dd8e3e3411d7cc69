"""`ygokg situation` and `ygokg resolve --situation` as a person sees them, and the same from the library."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Run

import ygokg

MOON = "C1: 星因士天津四#1 > C2: 月之书#1 -> C1 => C1 face-down | 技能抽取#1"

ENGLISH = """\
As told, and nothing else happened
    0  Satellarknight Deneb: field, face-up
    0  Skill Drain: field, face-up
    0  S1: "Skill Drain" ①, in force
    1  C1: "Satellarknight Deneb" ①
    2  Book of Moon: field, face-up
    2  C2: "Book of Moon" ① → Satellarknight Deneb
   12  C2 resolves
   13    Satellarknight Deneb is turned face-down
   22  C1 resolves

Who is where
  moment                0      2      13
  Satellarknight Deneb  field  field  field, down
  Book of Moon          ·      field  field
  Skill Drain           field  field  field

→ C1 ("Satellarknight Deneb" ①): not negated
  by "Skill Drain" ①: not negated (documented)
    As told
      "Satellarknight Deneb" ① is Chain Link 1
      "Skill Drain" ① is in force
      Satellarknight Deneb is turned face-down (13)
    From it
      face at resolution: face-down · the acting card lies face-down at the resolution
      intervening effect: "Book of Moon" ① · the effect by which the acting card was moved or turned
    Rules
      the effect of a card that is face-down at resolution is not negated → not negated (rule:negation.lapses-face-down)
        Negation of 2026-08-14, line 204; Negation of 2026-08-14, line 265
      negation.112 → not negated
          Satellarknight Deneb, turned face-down by Book of Moon before its effect resolves, applies that effect under Skill Drain.

As told, nothing else happened.
All cases and all that was worked out: --explain

Rests on: Negation of 2026-08-14
"""


def test_all_of_it_in_english(run: Callable[..., Run]) -> None:
    ended = run("situation", f"{MOON} ? negated C1")
    assert (ended.out, ended.err, ended.code) == (ENGLISH, "", 0)


HEADINGS = {
    "zh": (
        "所述的经过，此外没有发生别的事情",
        "谁在哪里",
        "→ C1 (「星因士 天津四」①): 不会无效",
        "    据所述",
        "    由此推出",
        "    规则",
        "据所述，没有发生别的事情。",
    ),
    "ja": (
        "述べられた経過（それ以外は起きていない）",
        "どこにあるか",
        "→ C1 (「星因士 デネブ」①): 無効にならない",
        "    述べられたこと",
        "    そこから分かること",
        "    ルール",
        "述べられたことの他には何も起こっていない。",
    ),
}


@pytest.mark.parametrize("lang", HEADINGS)
def test_the_same_in_the_other_languages(run: Callable[..., Run], lang: str) -> None:
    ended = run("situation", f"{MOON} ? negated C1", "--lang", lang)
    lines = ended.out.splitlines()
    assert [line for line in lines if line in HEADINGS[lang]] == list(HEADINGS[lang])
    assert (ended.err, ended.code) == ("", 0)


def columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


PICTURE = "\n".join(
    (
        "谁在哪里",
        "  时刻           0     2     13",
        "  星因士 天津四  场上  场上  场上·里",
        "  月之书         ·     场上  场上",
        "  技能抽取       场上  场上  场上",
    )
)


def test_the_picture_stands_in_columns_in_chinese(run: Callable[..., Run]) -> None:
    out = run("situation", MOON, "--lang", "zh").out
    assert PICTURE in out
    first = [re.split(r"(?<=  )(?=0|场上|·)", row)[0] for row in PICTURE.splitlines()[1:]]
    assert [columns(before) for before in first] == [17] * 4


def test_a_wide_picture_goes_on_below_within_80_columns(run: Callable[..., Run]) -> None:
    happened = "; ".join(f"星因士天津四 to {place}" for place in ("hand", "field", "gy", "banished", "deck", "gy", "banished", "hand"))
    out = run("situation", f"星因士天津四, Magicians' Souls of the Longest Name:monster opp; {happened}", "--lang", "ja").out
    picture = out.partition("どこにあるか\n")[2].partition("\n\n")[0].splitlines()
    assert max(map(columns, picture)) <= 80
    assert [line.split()[0] for line in picture] == ["時点", "星因士", "Magicians'"] * 3
    assert "Magicians' Souls of the…  フィールド・相" in out
    assert out.count("フィールド・相") == 9


def test_explain_has_every_case_with_all_that_was_worked_out(run: Callable[..., Run]) -> None:
    out = run("situation", f"{MOON} ? negated C1", "--explain").out
    assert "      zone at use: field · where the effect is used\n        ygo:WhereItWasUsed\n" in out
    assert "ygo:FaceDownAtResolution" in out
    assert "--explain" not in out


def test_a_question_of_another_kind_is_named_once(run: Callable[..., Run]) -> None:
    negated = run("situation", "C1: X:ignition | 技能抽取#1 on X ? applied C1")
    opened = run("situation", "X:monster; X destroyed ? triggers X:trigger")
    assert [line for line in (*negated.out.splitlines(), *opened.out.splitlines()) if line.startswith("→")] == [
        "→ C1 (Ignition Effect): Is the effect applied: no, unless something unsaid overturns it (below)",
        "→ Trigger Effect: Does it trigger?: open",
    ]
    assert (negated.code, opened.code) == (0, 3)


def test_what_is_open_ends_with_3(run: Callable[..., Run]) -> None:
    ended = run("situation", "C1: 星因士天津四#1 | 魔族之链#1")
    assert (ended.code, "open; it is not told at what S1 is aimed" in ended.out) == (3, True)


def test_what_may_have_happened_besides_is_told(run: Callable[..., Run]) -> None:
    out = run("situation", "C1: 星因士天津四#1 | 技能抽取#1 …").out
    assert "More may have happened than is told." in out
    assert "nothing else happened" not in out


@pytest.mark.parametrize("way", ["file", "@file", "-"])
def test_the_text_is_read_from_a_file_or_standard_input(run: Callable[..., Run], tmp_path: Path, way: str) -> None:
    file = tmp_path / ("told.txt" if way == "file" else "told")
    file.write_text(f"{MOON}\n? negated C1\n", encoding="utf-8")
    word = {"file": str(file), "@file": f"@{file}", "-": "-"}[way]
    ended = run("situation", word, stdin=file.read_bytes())
    assert (ended.out, ended.code) == (ENGLISH, 0)


WRONG = [
    ("a file that is not there", ("situation", "nowhere.ttl"), "There is no file nowhere.ttl."),
    ("a file that is not there, by its sign", ("situation", "@nowhere"), "There is no file nowhere."),
    (
        "a format that it has not",
        ("situation", MOON, "--format", "csv"),
        "Invalid value for '--format': 'csv' is not one of 'table', 'json', 'turtle'.",
    ),
    ("a question about nothing", ("resolve", "--situation", MOON, "IsNegated"), "`IsNegated` does not say what it is about."),
    ("a link that is not there", ("resolve", "--situation", MOON, "negated C3"), "There is no link C3; there are 2."),
    ("a card that is not told", ("resolve", "--situation", MOON, "where 大宇宙"), "大宇宙 is not in the situation."),
    ("too much at once", ("resolve", "--situation", MOON, "--ask"), "--situation goes with none of --ask, --show-query and --as-of."),
    ("a format for lists", ("resolve", "--situation", MOON, "--format", "csv"), "`resolve --situation` does not write csv."),
]


@pytest.mark.parametrize(("words", "message"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
def test_what_is_wrong_has_one_message(run: Callable[..., Run], words: tuple[str, ...], message: str) -> None:
    ended = run(*words)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err


def test_resolve_asks_about_what_happened(run: Callable[..., Run]) -> None:
    ended = run("resolve", "--situation", MOON, "negated C1")
    assert (ended.out, ended.err, ended.code) == (ENGLISH, "", 0)


def test_resolve_adds_what_a_text_says(run: Callable[..., Run]) -> None:
    told = "A:monster; A destroyed"
    words = (
        "resolve",
        "--situation",
        f"{told} ? triggers A:trigger",
        "DoesTrigger A:trigger",
        "clauseForm=WhenDestroyed",
        "--format",
        "json",
    )
    (answer,) = json.loads(run(*words).out)["answers"]
    assert answer["question"] == "ygo:DoesTrigger"
    assert [case["facts"]["ygo:clauseForm"] for case in answer["cases"]] == [["ygo:WhenDestroyed"]]


def test_a_question_without_a_link_is_about_the_only_one(run: Callable[..., Run]) -> None:
    said = [
        json.loads(run("resolve", "--situation", "C1: 星因士天津四#1 | 技能抽取#1", question, "--format", "json").out)["answers"]
        for question in ("IsNegated", "negated C1", "效果是否无效 C1")
    ]
    assert said[0] == said[1] == said[2]
    assert (said[0][0]["link"], said[0][0]["answer"]) == ("C1", "ygo:Yes")


# ---- the library


def test_the_library_answers_in_plain_types() -> None:
    told = ygokg.open().situation(MOON, "negated C1")
    (answer,) = told.answers
    (case,) = answer.cases
    assert (told.complete, told.timeline[0], answer.link, answer.answer) == (
        True,
        "0  Satellarknight Deneb: field, face-up",
        "C1",
        "ygo:No",
    )
    assert (answer.question.id, answer.words, answer.reached, answer.conditional) == ("ygo:IsNegated", "not negated", True, False)
    assert (case.certainty, case.parts, [ruling.id for ruling in case.rulings]) == (
        "documented",
        {"negatedBy": "S1"},
        ["ruling:negation.112"],
    )
    said = {fact.feature.id: ([value.id for value in fact.values], fact.definition.id) for fact in case.derived}
    assert said["ygo:faceAtResolution"] == (["ygo:FaceDown"], "ygo:FaceDownAtResolution")
    assert [one.answer for one in ygokg.open(lang="zh").situation(told.turtle).answers] == ["ygo:No"]


def test_the_library_reads_a_file_and_takes_facts(tmp_path: Path) -> None:
    file = tmp_path / "told.txt"
    file.write_text("A:monster, B:trigger; A destroyed", encoding="utf-8")
    told = ygokg.open().situation(file, "DoesTrigger B:trigger", {"clauseForm": "WhenDestroyed"})
    assert told.answers[0].cases[0].facts["ygo:clauseForm"] == ("ygo:WhenDestroyed",)


def test_the_library_refuses_facts_without_a_question_and_a_file_that_is_not_there(tmp_path: Path) -> None:
    graph = ygokg.open()
    with pytest.raises(ygokg.UsageProblem, match="A question has to be put"):
        graph.situation(MOON, clauseForm="WhenDestroyed")
    with pytest.raises(ygokg.BrokenInput, match="cannot be read"):
        graph.situation(tmp_path / "nowhere.ttl")
