"""`ygokg resolve` and `ygokg stats`: exact text, JSON and exit codes on a small graph, and every example on the built-in one."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from typing import Any

import pytest
from conftest import Run
from lookup_world import ask

from ygokg.render.question import examples
from ygokg.store.cache import Graph

QUESTIONS = """\
question     label                 answers           rules  rulings
CanActivate  Can it be activated?  No, Yes           0      1
IsNegated    Is it negated?        No, Pending, Yes  3      3

`ygokg resolve QUESTION` shows its features and an example.
"""

QUESTION = """\
IsNegated (Is it negated?)
Whether the effect resolves negated.
Answers: no, pending, yes

Examples
  ygokg resolve IsNegated effect="Satellarknight Deneb#1" negator="Skill Drain#1" faceAtResolution=FaceDown
  ygokg resolve IsNegated effect="Book of Moon#0" negator="Skill Drain#1"

Features, what decides most first
  effect (effect) = an effect, as CARD#1, or its family
  negator (negator) = an effect, as CARD#1, or its family
  faceAtResolution (face at resolution) = FaceUp (face-up) | FaceDown (face-down)

Families that can stand for the negator
  FieldNegator (field-monster negation)
"""

CONDITIONAL_ZH = """\
→ 无效，除非：处理时的表示形式：里侧守备表示
由规则推出；这是本项目的推论，不是事务局的答复。
有佐证：1 条裁定满足完全相同的规则，答案也相同。

可以推翻它的情况
  处理时的表示形式：里侧守备表示 → 则：不会无效
    变里侧则不再无效 (rule:negation.lapses-face-down)

问题：是否无效
  无效它的效果：场上怪兽的无效

适用的规则
  无效到处理时为止 → 无效 (rule:negation.stays-negated)
    因为 无效它的效果：无效效果
    出处：无效 第103行

最接近的裁定
  negation.113.a → 无效 (20/12/7)
      效果：某张魔法卡 · 无效它的效果：「技能抽取」①
      不同：效果：裁定中 某张魔法卡，此处 未说明；无效它的效果：裁定中 「技能抽取」①，此处 场上怪兽的无效；附加处理：裁定中 并破坏，此处 未说明
  negation.114 → 是否无效：调整中
      效果：「月之书」 · 无效它的效果：「技能抽取」①
      不同：效果：裁定中 「月之书」，此处 未说明；无效它的效果：裁定中 「技能抽取」①，此处 场上怪兽的无效；附加处理：裁定中 并破坏，此处 未说明
  negation.112 → 不会无效
      效果：「星因士 天津四」① · 无效它的效果：「技能抽取」① · 处理时的表示形式：里侧守备表示
      不同：效果：裁定中 「星因士 天津四」①，此处 未说明；无效它的效果：裁定中 「技能抽取」①，此处 场上怪兽的无效；处理时的表示形式：裁定中 里侧守备表示，此处 未说明

考虑过的例外 2 条；全部理由：--explain

依据：无效（2023-12）
"""

PENDING_JA = """\
→ 無効になるか：調整中
調整中：まだ決まっていません。
一般の規則によれば：無効になる
"""

DOCUMENTED = """\
→ not negated
Documented: a ruling is about this very case.
This departs from the rules, which would say: negated

Question: Is it negated?
  effect: "Satellarknight Deneb" ①
  negator: "Skill Drain" ①
  face at resolution: face-down

Rulings
  negation.112 → not negated
      Deneb was turned face-down before it resolved.

Rules that apply
  not under Skill Drain → lifts: lapses face-down (rule:negation.unless-drain)
    because negator: "Skill Drain" ①; and face at resolution: face-up or face-down
    source: Negation, line 109
  stays negated → negated (rule:negation.stays-negated)
    because negator: negating effect
    source: Negation, line 103

Nearest rulings
  negation.113.a → negated (2020-12-07)
      A spell is no monster.
      differs: effect: some Spell Card there, "Satellarknight Deneb" ① here; face at resolution: not said there, face-down here
  negation.114 → Is it negated: pending
      The office has not decided.
      differs: effect: "Book of Moon" there, "Satellarknight Deneb" ① here; face at resolution: not said there, face-down here

Exceptions considered: 1. All reasons: --explain

Rests on: Negation (2023-12)
"""

OPEN = """\
→ open
No rule and no ruling applies to this case.
Not said, though every ruling on this question has it: negator

What would decide it
  negator

Question: Is it negated?
  face at resolution: face-up
"""


def test_alone_it_lists_the_questions() -> None:
    result = ask("resolve")
    assert (result.exit_code, result.output) == (0, QUESTIONS)


def test_a_question_shows_its_features_values_and_an_example() -> None:
    result = ask("resolve", "IsNegated")
    assert (result.exit_code, result.output) == (0, QUESTION)


ANSWERS = [
    ("by rule, conditional, in Chinese", ["IsNegated", "negator=FieldNegator", "--lang", "zh"], CONDITIONAL_ZH, 0),
    (
        "documented, against the rules",
        ["IsNegated", "effect=星因士天津四#1", "negator=技能抽取#1", "faceAtResolution=FaceDown"],
        DOCUMENTED,
        0,
    ),
    ("open", ["IsNegated", "faceAtResolution=FaceUp"], OPEN, 3),
]


@pytest.mark.parametrize(("words", "text", "code"), [c[1:] for c in ANSWERS], ids=[c[0] for c in ANSWERS])
def test_answers(words: list[str], text: str, code: int) -> None:
    result = ask("resolve", *words)
    assert (result.exit_code, result.output) == (code, text)


def test_pending_is_an_answer_and_shows_the_general_rule() -> None:
    result = ask("resolve", "IsNegated", "effect=月之书", "negator=技能抽取#1", "--lang", "ja")
    assert (result.exit_code, result.output[: len(PENDING_JA)]) == (0, PENDING_JA)


SAME = [
    ("id", ["IsNegated", "negator=82732705#1", "faceAtResolution=FaceUp"]),
    ("id with its prefix, any case", ["ygo:isnegated", "ygo:Negator=effect:82732705-1", "FACEATRESOLUTION=ygo:faceup"]),
    ("Chinese labels", ["是否无效", "无效它的效果=技能抽取#1", "处理时的表示形式=表侧表示"]),
    ("Japanese labels, full-width sign", ["無効になるか", "無効にする効果＝スキルドレイン①", "処理時の表示形式＝表側表示"]),
    ("English labels", ["Is it negated?", "negator=Skill Drain", "face at resolution=face-up"]),
]


@pytest.mark.parametrize("words", [c[1] for c in SAME], ids=[c[0] for c in SAME])
def test_everything_goes_by_id_or_label(words: list[str]) -> None:
    found = json.loads(ask("resolve", *words, "--format", "json").output)
    assert (found["question"], found["facts"]) == (
        "ygo:IsNegated",
        {"ygo:negator": ["effect:82732705-1"], "ygo:faceAtResolution": ["ygo:FaceUp"]},
    )


def test_json_has_the_whole_outcome_by_id() -> None:
    result = ask("resolve", "IsNegated", "negator=FieldNegator", "--format", "json")
    found: dict[str, Any] = json.loads(result.output)
    assert result.exit_code == 0
    assert (found["status"], found["answer"], found["facts"]) == ("derived", "ygo:Yes", {"ygo:negator": ["ygo:FieldNegator"]})
    assert found["conditions"] == [
        {
            "rules": ["rule:negation.lapses-face-down"],
            "missing": [{"feature": "ygo:faceAtResolution", "values": ["ygo:FaceDown"], "family": None}],
            "status": "derived",
            "answers": ["ygo:No"],
            "through": None,
            "on_card": False,
        }
    ]
    assert [r["rule"] for r in found["proof"]["rules"]] == ["rule:negation.stays-negated"]
    assert [p["ruling"] for p in found["proof"]["precedents"]] == ["ruling:negation.113.a", "ruling:negation.114", "ruling:negation.112"]


MISUSE = [
    (
        "a question without quotation marks",
        ["is", "it", "negated", "negator=技能抽取#1"],
        2,
        'Error: There is no question "is".\nNearest: IsNegated (Is it negated?)\n`ygokg resolve` lists the questions.\n'
        'If all of "is it negated" is the question, put it in quotation marks.\n',
    ),
    (
        "a question without quotation marks, in Chinese",
        ["Is", "it", "--lang", "zh"],
        2,
        "Error: 没有问题“Is”。\n相近的有：IsNegated (是否无效)\n`ygokg resolve` 列出全部问题。\n如果“Is it”整个是问题，请加上引号。\n",
    ),
    (
        "a question without quotation marks, in Japanese",
        ["Is", "it", "--lang", "ja"],
        2,
        "Error: 「Is」という質問はありません。\n近いもの：IsNegated (無効になるか)\n`ygokg resolve` で質問の一覧が出ます。\n"
        "「Is it」全体が質問なら、引用符で囲んでください。\n",
    ),
    (
        "a part of a question's name",
        ["IsNeg", "negator=技能抽取#1"],
        2,
        'Error: There is no question "IsNeg".\nNearest: IsNegated (Is it negated?)\n`ygokg resolve` lists the questions.\n',
    ),
    (
        "a part of a feature's name",
        ["IsNegated", "face=FaceUp"],
        2,
        'Error: There is no feature "face".\nNearest: faceAtResolution (face at resolution)\n`ygokg resolve IsNegated` lists its features.\n',
    ),
    (
        "a value that the feature does not have",
        ["IsNegated", "faceAtResolution=Sideways"],
        2,
        'Error: "face at resolution" cannot be "Sideways".\nIts values: FaceUp (face-up), FaceDown (face-down)\n',
    ),
    (
        "the value of another feature, in Chinese",
        ["IsNegated", "faceAtResolution=RiderDestroy", "--lang", "zh"],
        2,
        "Error: “处理时的表示形式”没有值“RiderDestroy”。\n可取的值：FaceUp (表侧表示)、FaceDown (里侧守备表示)\n",
    ),
    (
        "a second value of a feature that takes one",
        ["IsNegated", "faceAtResolution=FaceUp", "faceAtResolution=FaceDown"],
        2,
        'Error: "face at resolution" takes one value, but was given FaceUp (face-up), FaceDown (face-down).\nKeep one of them.\n',
    ),
    (
        "no value",
        ["IsNegated", "negator"],
        2,
        'Error: "negator" is not FEATURE=VALUE.\nFor example faceAtResolution=FaceDown; quote what contains spaces.\n',
    ),
    (
        "a card that is not in the data",
        ["IsNegated", "negator=ブラック・ホール"],
        3,
        "Error: There is no card “ブラック・ホール” in the data.\n"
        "Give a name in zh, ja or en, a passcode, or % and the official id.\n"
        "Where the card is not in the data, a family can stand for it: FieldNegator (field-monster negation)\n",
    ),
    ("csv for an answer", ["IsNegated", "negator=技能抽取#1", "--format", "csv"], 2, None),
]


@pytest.mark.parametrize(("words", "code", "message"), [c[1:] for c in MISUSE], ids=[c[0] for c in MISUSE])
def test_misuse_is_refused_with_what_to_do(words: list[str], code: int, message: str | None) -> None:
    result = ask("resolve", *words)
    message = message or "Error: `resolve` writes csv only for a list.\nUse --format json for an answer.\n"
    assert (result.exit_code, result.stdout, result.stderr) == (code, "", message)


def test_an_example_names_effects_as_a_user_can(graph: Graph, run: Callable[..., Run]) -> None:
    lines = [line for question in graph.model.questions for line in examples(graph.model, question, "en")]
    assert [line for line in lines if re.search(r"=\"?any-", line)] == []
    assert examples(graph.model, "ygo:WhichPlayer", "en")[0] in run("resolve", "WhichPlayer").out.splitlines()[5]
    assert 'effect="Elemental HERO Absolute Zero#0" ' in run("resolve", "WhichPlayer").out


@pytest.mark.parametrize("question", ["WhichPlayer", "IsEffectActivation", "IsSummonNegated", "CanNegatorBeActivated"])
def test_the_example_is_the_same_from_the_triples_alone(question: str, run: Callable[..., Run], request: pytest.FixtureRequest) -> None:
    expected = run("resolve", question)
    request.getfixturevalue("uncompiled")
    assert run("resolve", question) == expected


@pytest.mark.parametrize("role", ["negator", "effect"])
def test_of_the_families_that_may_stand_for_a_card_few_are_named(role: str, run: Callable[..., Run]) -> None:
    hint = run("resolve", "IsNegated", f"{role}=nonono").err.splitlines()[2:]
    assert [line.count(" (") for line in hint] == [5, 0]
    assert re.fullmatch(r"… and \d+ more: `ygokg resolve IsNegated --format json`", hint[1])


def test_a_question_page_begins_with_plain_facts_and_tells_apart_what_follows(graph: Graph, run_on: Callable[..., Run]) -> None:
    for question in ("CanActivate", "IsFollowUpApplied", "DoesTrigger"):
        parts = run_on("resolve", question).out.split("\n\n")
        plain, following = (next(part for part in parts if part.startswith(title)) for title in ("Features, what", "Worked out from them"))
        for part, kinds in ((plain, {"role", "state", "text"}), (following, {"derived"})):
            shown = [f"ygo:{line.split()[0]}" for line in part.splitlines()[1:] if " = " in line]
            assert {graph.model.features[f].kind for f in shown} <= kinds, question
            assert shown, question
        assert plain.splitlines()[1].startswith("  effect (effect) ="), question


def test_the_examples_of_every_question_run(graph: Graph, run_on: Callable[..., Run]) -> None:
    ended = {}
    for question in graph.model.questions:
        for lang in ("zh", "ja", "en"):
            lines = examples(graph.model, question, lang)
            assert lines, question
            ended |= {(line, lang): run_on(*shlex.split(line)[1:], "--lang", lang).code for line in lines}
    assert {key: code for key, code in ended.items() if code != 0} == {}


STATS = """\
By the rules alone
  rulings derived: 1 of 3 (33.3%)
    of these only by rules that tell of an absent obstacle: 0
  fitted: only by a rule made from the ruling itself: 0
  derived differently: 1
  rules in conflict: 0
  not explained: 1
  apart: pending: 1
  apart: amounts and counts: 0
  rules that name a card: 1
  rules that no ruling falls under: 0

Coverage of the passages
  Negation: passages 7, cited 5, left out 1, open 1
  Negated state: passages 1, cited 1, left out 0, open 0
  Monsters on the field: passages 6, cited 4, left out 1, open 1
"""


_WEIGHED = "# what the rules make of the rulings is worked out\n"


def test_stats() -> None:
    result = ask("stats", extra=_WEIGHED)
    assert (result.exit_code, result.output.partition("\n\n")[2].partition("\n\n")[2]) == (0, STATS + "\nRests on: Negation (2023-12)\n")


def test_stats_as_json_name_what_is_counted() -> None:
    found = json.loads(ask("stats", "--format", "json", extra=_WEIGHED).output)
    assert found["rulings"]["ygo:DepartingRuling"] == ["ruling:negation.112"]
    assert found["rules_naming_a_card"] == ["rule:negation.unless-drain"]
    assert found["systems"]["system:negation.field"] == {"total": 6, "cited": 4, "left_out": 1, "open": ["src:negation.119"]}
    assert found["counts"]["rulings"] == 4


def test_stats_on_demand_list_what_is_behind_the_figures() -> None:
    lines = ask("stats", "--all", "--lang", "zh", extra=_WEIGHED).output.splitlines()
    place = lines.index("  推出不同答案：1")
    assert lines[place + 1] == "    ruling:negation.112"
    assert "    src:negation.119" in lines
    assert "  次数：共 0，已引用 0，有意不收 0，未处理 0" in lines
