"""`ygokg term`: exact text and exit code on a small graph."""

from __future__ import annotations

import json

import pytest
from lookup_world import ask, small_excerpt

from ygokg.lookup.terms import find_terms, term_page
from ygokg.render.terms import term_lines

VALUE_JA = """\
裏側守備表示
里侧守备表示 / face-down
ygo:FaceDown · 特徴の値

これを値とするもの
  処理時の表示形式 (ygo:faceAtResolution)

規則：2
  裏側になれば無効でない → 無効にならない (rule:negation.lapses-face-down)
  スキルドレインは別 → 適用されない規則：裏側になれば無効でない (rule:negation.unless-drain)

裁定：1
  negation.112 → 無効にならない
      効果：「星因士 デネブ」① · 無効にする効果：「スキルドレイン」① · 処理時の表示形式：裏側守備表示

依拠：無効（2023-12）
"""

FAMILY_EN = """\
negation that lapses face-down
变里侧即失效的无效 / 裏側で切れる無効
ygo:LapsesFaceDown · family of effects
A negation that no longer holds for a monster turned face-down.

Broader
  negating effect (ygo:Negator)

Narrower
  field-monster negation (ygo:FieldNegator)

Effects in it: 1
  "Skill Drain" ①

Rules: 1
  lapses face-down → not negated (rule:negation.lapses-face-down)

Rulings: 4
  negation.112 → not negated
      Deneb was turned face-down before it resolved.
  negation.113.a → negated (2020-12-07)
      A spell is no monster.
  negation.113.b → can be activated (2020-12-07)
      effect: some Spell Card · negator: "Skill Drain" ①
  negation.114 → Is it negated: pending
      The office has not decided.

Rests on: Negation (2023-12)
"""

FEATURE_ZH = """\
附加处理
付随する処理 / rider
ygo:rider · 情况的特征 (由效果文本读出)

可取的值
  并破坏 (ygo:RiderDestroy)
"""

FEATURE_JA = """\
処理時の表示形式
处理时的表示形式 / face at resolution
ygo:faceAtResolution · 状況の特徴 (状況)

取りうる値
  表側表示 (ygo:FaceUp)
  裏側守備表示 (ygo:FaceDown)

規則：2
  裏側になれば無効でない → 無効にならない (rule:negation.lapses-face-down)
  スキルドレインは別 → 適用されない規則：裏側になれば無効でない (rule:negation.unless-drain)

裁定：1
  negation.112 → 無効にならない
      効果：「星因士 デネブ」① · 無効にする効果：「スキルドレイン」① · 処理時の表示形式：裏側守備表示

依拠：無効（2023-12）
"""

SEVERAL_TERMS = """\
"negation" can mean:
  ygo:FieldNegator  field-monster negation
  ygo:LapsesFaceDown  negation that lapses face-down
  system:negation.state  Negated state
  system:negation.field  Monsters on the field
"""

SYSTEM_EN = """\
Negated state
无效状态 / 無効状態
system:negation.state · rule system

Rules: 1
  stays negated → negated (rule:negation.stays-negated)

Rests on: Negation (2023-12)
"""


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("里侧守备表示", "--lang", "ja"), VALUE_JA),
        (("ygo:LapsesFaceDown",), FAMILY_EN),
        (("lapsesfacedown",), FAMILY_EN),
        (("rider", "--lang", "zh"), FEATURE_ZH),
        (("negation.state",), SYSTEM_EN),
        (("face", "resolution", "--lang", "ja"), FEATURE_JA),
        (
            ("negation",),
            SEVERAL_TERMS,
        ),
    ],
    ids=["a value by its Chinese label", "a family", "an id in lower case", "a feature", "a system", "parts of a label", "several"],
)
def test_term(arguments: tuple[str, ...], expected: str) -> None:
    result = ask("term", *arguments)
    assert (result.output, result.exit_code) == (expected, 0)


def test_an_answer_says_which_questions_admit_it() -> None:
    shown = ask("term", "ygo:Pending").output.split("\n\n")
    assert shown[:2] == ["pending\n调整中 / 調整中\nygo:Pending · answer", "A value or answer of\n  Is it negated? (ygo:IsNegated)"]


def test_a_question_shows_its_answers() -> None:
    assert ask("term", "CanActivate", "--lang", "zh").output == (
        "能否发动\n発動できるか / Can it be activated?\nygo:CanActivate · 问题\n\n"
        "可能的答案\n  否 (ygo:No)\n  是 (ygo:Yes)\n\n"
        "裁定：1\n  negation.113.b → 可以发动 (20/12/7)\n      效果：某张魔法卡 · 无效它的效果：「技能抽取」①\n\n依据：无效（2023-12）\n"
    )


MANY = "".join(f"rule:negation.z-{n} a ygo:Rule ; ygo:asks ygo:IsNegated ; ygo:answer ygo:No . " for n in (2, 10, 3))


@pytest.mark.parametrize(
    ("in_full", "shown"),
    [(False, ["2", "3", "… and 1 more"]), (True, ["2", "3", "10"])],
    ids=["the first", "all"],
)
def test_a_term_used_often_shows_the_first_uses_and_counts_the_rest(*, in_full: bool, shown: list[str]) -> None:
    excerpt = small_excerpt(MANY)
    page = term_page(excerpt, *find_terms(excerpt, "ygo:IsNegated"), in_full=in_full)
    lines = [line.text for line in term_lines(page.model, page.view, "en")]
    at = lines.index("Rules: 6")
    assert [line.split("z-")[-1].strip(" )") for line in lines[at + 4 : at + 7]] == shown


@pytest.mark.parametrize(
    ("words", "stderr"),
    [
        ("facedwn", 'Error: No term is called "facedwn".\nNearest: face-down (ygo:FaceDown)'),
        ("qqqqqqqq", 'Error: No term is called "qqqqqqqq".\n`ygokg resolve` lists the questions and their features.\n'),
    ],
    ids=["a slip", "nothing near"],
)
def test_term_not_found(words: str, stderr: str) -> None:
    result = ask("term", words)
    assert (result.stdout, result.exit_code) == ("", 3)
    assert result.stderr.startswith(stderr)


def test_a_term_as_json() -> None:
    found = json.loads(ask("term", "FieldNegator", "--format", "json").output)
    assert found["labels"] == {"zh": "场上怪兽的无效", "ja": "場のモンスターの無効", "en": "field-monster negation"}
    assert (found["kind"], [b["id"] for b in found["broader"]]) == ("family", ["ygo:LapsesFaceDown"])
    assert [m["id"] for m in found["members"]] == ["effect:82732705-1"]
