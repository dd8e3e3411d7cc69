"""`ygokg resolve` says how certain an answer is: exact text of each kind of it on a small graph, in three languages, and its JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from conftest import Run
from lookup_world import ask, world

from ygokg.lookup.asking import Interview
from ygokg.resolver import Rulebase

WORLD = """
ygo:CanActivate ygo:order ygo:ObstaclesPrevail .
ygo:Hand a ygo:Value ; skos:prefLabel "手卡"@zh , "手札"@ja , "hand"@en ; ygo:excludes ygo:FaceDown .
ygo:Field a ygo:Value ; skos:prefLabel "场上"@zh , "フィールド"@ja , "field"@en .
ygo:Zone owl:equivalentClass ygo:zones .
ygo:zones owl:oneOf ( ygo:Hand ygo:Field ) .
ygo:zone a ygo:StateFeature , owl:FunctionalProperty ; rdfs:range ygo:Zone ;
    skos:prefLabel "场所"@zh , "場所"@ja , "zone"@en .
ygo:redirect a ygo:Role ; skos:prefLabel "改变去向的效果"@zh , "行き先を変える効果"@ja , "redirect"@en .
ygo:Duty a ygo:Axis ; rdfs:subClassOf ygo:CardEffect ; skos:prefLabel "是否必发"@zh , "強制か任意か"@ja , "duty"@en .
ygo:Mandatory a ygo:Family ; rdfs:subClassOf ygo:Duty ; skos:prefLabel "必发效果"@zh , "強制効果"@ja , "mandatory effect"@en .
ygo:Optional a ygo:Family ; rdfs:subClassOf ygo:Duty ; skos:prefLabel "选发效果"@zh , "任意効果"@ja , "optional effect"@en .
ygo:Sort a ygo:Axis ; rdfs:subClassOf ygo:CardEffect ; skos:prefLabel "效果的分类"@zh , "効果の分類"@ja , "sort"@en .
ygo:SpellEffect a ygo:Family ; rdfs:subClassOf ygo:Sort ; skos:prefLabel "魔法卡的效果"@zh , "魔法カードの効果"@ja , "effect of a Spell"@en .

rule:negation.activates a ygo:Rule ; skos:prefLabel "无效中也能发动"@zh , "無効でも発動できる"@ja , "also while negated"@en ;
    owl:equivalentClass [ owl:intersectionOf ( ygo:Case
        [ owl:onProperty ygo:negator ; owl:someValuesFrom ygo:Negator ] ) ] ;
    ygo:asks ygo:CanActivate ; ygo:answer ygo:Yes ; ygo:proves ygo:ObstacleAbsent ;
    ygo:basis ygo:Stated ; prov:wasDerivedFrom src:negation.103 .
rule:negation.face-down a ygo:Rule ; skos:prefLabel "里侧不能发动"@zh , "裏側なら発動できない"@ja , "not face-down"@en ;
    owl:equivalentClass [ owl:intersectionOf ( ygo:Case
        [ owl:onProperty ygo:faceAtResolution ; owl:hasValue ygo:FaceDown ] ) ] ;
    ygo:asks ygo:CanActivate ; ygo:answer ygo:No ; ygo:basis ygo:Stated ; prov:wasDerivedFrom src:negation.109 .
rule:negation.field-not a ygo:Rule ; skos:prefLabel "场上的不能发动"@zh , "フィールドでは発動できない"@ja , "not on the field"@en ;
    owl:equivalentClass [ owl:intersectionOf ( ygo:Case
        [ owl:onProperty ygo:negator ; owl:someValuesFrom ygo:Negator ]
        [ owl:onProperty ygo:zone ; owl:hasValue ygo:Field ] ) ] ;
    ygo:asks ygo:CanActivate ; ygo:answer ygo:No ; ygo:basis ygo:Stated ; prov:wasDerivedFrom src:negation.109 .
rule:negation.hand a ygo:Rule ; skos:prefLabel "手卡的可以发动"@zh , "手札なら発動できる"@ja , "from the hand"@en ;
    owl:equivalentClass [ owl:intersectionOf ( ygo:Case
        [ owl:onProperty ygo:negator ; owl:someValuesFrom ygo:Negator ]
        [ owl:onProperty ygo:zone ; owl:hasValue ygo:Hand ] ) ] ;
    ygo:asks ygo:CanActivate ; ygo:answer ygo:Yes ; ygo:basis ygo:Stated ; prov:wasDerivedFrom src:negation.109 .
rule:negation.optional-spell a ygo:Rule ; skos:prefLabel "魔法卡的选发效果"@zh , "魔法の任意効果"@ja , "an optional Spell"@en ;
    owl:equivalentClass [ owl:intersectionOf ( ygo:Case
        [ owl:onProperty ygo:effect ; owl:someValuesFrom ygo:Optional ]
        [ owl:onProperty ygo:effect ; owl:someValuesFrom ygo:SpellEffect ] ) ] ;
    ygo:asks ygo:CanActivate ; ygo:answer ygo:Yes ; ygo:proves ygo:InGeneral ;
    ygo:basis ygo:Stated ; prov:wasDerivedFrom src:negation.112 .
"""
"""What a negation does not hinder, what does, what is possible from the hand, and of optional Spells in general; a hand has no face."""

APART = """
ygo:NegatedYetActivated a ygo:Exclusion ; ygo:asks ygo:IsNegated ; ygo:answer ygo:Yes ;
    ygo:otherQuestion ygo:CanActivate ; ygo:otherAnswer ygo:Yes .
"""
"""Two answers that cannot both hold of one case."""

UNHINDERED = ("CanActivate", "negator=FieldNegator")
IN_GENERAL = ("CanActivate", "effect=SpellEffect,Optional")
OUTRANKED = ("CanActivate", "effect=SpellEffect,Optional", "faceAtResolution=FaceDown")
STANDING = ("IsNegated", "negator=FieldNegator", "faceAtResolution=FaceDown", "zone=Field", "redirect=月之书")
RELATED = ("IsNegated", "effect=SpellEffect,Optional", "negator=FieldNegator", "faceAtResolution=FaceUp")
INDIFFERENT = ("CanActivate", "negator=FieldNegator", "effect=SpellEffect", "faceAtResolution=FaceDown", "--explain")

UNHINDERED_EN = """\
→ open: what is stated does not hinder it
Whether it is possible otherwise, the documents do not say.
Not said, though every ruling on this question has it: effect

Obstacles that are not ruled out
  zone: field → then: cannot be activated
    not on the field (rule:negation.field-not)

What would make it a yes
  zone: hand → then: can be activated
    from the hand (rule:negation.hand)

What would decide it
  face at resolution: face-up or face-down
  zone: hand or field

Question: Can it be activated?
  negator: field-monster negation

Rules that apply
  also while negated → can be activated (rule:negation.activates)
    because negator: negating effect
    only says that this does not hinder
    source: Negation, line 103

Rulings under exactly the same rules
  negation.113.b → can be activated (2020-12-07)
      effect: some Spell Card · negator: "Skill Drain" ①

Exceptions considered: 0. All reasons: --explain

Rests on: Negation (2023-12)
"""

UNHINDERED_JA = """\
→ 未定：述べられたことは妨げにならない
それ以外の点で可能かどうかは、文書に書かれていません。
述べられていませんが、この質問の裁定には必ずあります：効果

除かれていない妨げ
  場所：フィールド → その場合：発動できない
    フィールドでは発動できない (rule:negation.field-not)

肯定の答えになる場合
  場所：手札 → その場合：発動できる
    手札なら発動できる (rule:negation.hand)

次のいずれかが分かれば決まりうる
  処理時の表示形式：表側表示 または 裏側守備表示
  場所：手札 または フィールド

質問：発動できるか
  無効にする効果：場のモンスターの無効

適用される規則
  無効でも発動できる → 発動できる (rule:negation.activates)
    理由：無効にする効果：無効にする効果
    妨げにならないとだけ述べる
    出典：無効 103行目

まったく同じ規則を満たす裁定
  negation.113.b → 発動できる (20/12/7)
      効果：ある魔法カード · 無効にする効果：「スキルドレイン」①

検討した例外：0件。理由の全体：--explain

依拠：無効（2023-12）
"""

IN_GENERAL_EN = """\
→ in general: can be activated
Derived from the rules: our reading, not the office's.
Not said, though every ruling on this question has it: negator
Not attested: no ruling is under these rules.

Question: Can it be activated?
  effect: effect of a Spell
  effect: optional effect

Rules that apply
  an optional Spell → can be activated (rule:negation.optional-spell)
    because effect: optional effect; and effect: effect of a Spell
    said in general
    source: Negation, line 112

Exceptions considered: 0. All reasons: --explain

Rests on: Negation (2023-12)
"""

IN_GENERAL_ZH = """\
→ 基本上：可以发动
由规则推出；这是本项目的推论，不是事务局的答复。
没有说明，而这一问题的裁定都有：无效它的效果
没有佐证：没有裁定满足这些规则。

问题：能否发动
  效果：魔法卡的效果
  效果：选发效果

适用的规则
  魔法卡的选发效果 → 可以发动 (rule:negation.optional-spell)
    因为 效果：选发效果；且 效果：魔法卡的效果
    文件只说基本上如此
    出处：无效 第112行

考虑过的例外 0 条；全部理由：--explain

依据：无效（2023-12）
"""

OUTRANKED_EN = """\
→ cannot be activated
Derived from the rules: our reading, not the office's.
Not said, though every ruling on this question has it: negator
Not attested: no ruling is under these rules.
These rules meet here for the first time: not face-down (rule:negation.face-down), and an optional Spell (rule:negation.optional-spell)

Question: Can it be activated?
  effect: effect of a Spell
  effect: optional effect
  face at resolution: face-down

Rules that apply
  not face-down → cannot be activated (rule:negation.face-down)
    because face at resolution: face-down
    source: Negation, line 109
    outranks: an optional Spell → can be activated (rule:negation.optional-spell)

Exceptions considered: 0. All reasons: --explain

Rests on: Negation (2023-12)
"""

OUTRANKED_ZH = """\
→ 不能发动
问题：能否发动
由规则推出；这是本项目的推论，不是事务局的答复。
没有说明，而这一问题的裁定都有：无效它的效果
没有佐证：没有裁定满足这些规则。

前提
  已说明
    效果：魔法卡的效果
    效果：选发效果
    处理时的表示形式：里侧守备表示

推导
  答案：不能发动
    里侧不能发动 → 不能发动 (rule:negation.face-down)
      因为 处理时的表示形式：里侧守备表示
      出处：无效 第109行 · 场上怪兽
    魔法卡的选发效果 → 可以发动 (rule:negation.optional-spell)
      因为 效果：选发效果；且 效果：魔法卡的效果
      让位于：里侧不能发动 (rule:negation.face-down)
      文件只说基本上如此
      出处：无效 第112行 · 场上怪兽

没有裁定同时满足的规则
  里侧不能发动 (rule:negation.face-down)
    魔法卡的选发效果 (rule:negation.optional-spell)

依据：无效（2023-12）
"""

STANDING_EN = """\
→ not negated, unless redirect: "Book of Moon" changes this
Derived from the rules: our reading, not the office's.
Attested in part: rulings are under some of these rules; under all of them none has this answer.

Not weighed: no rule on this question looks at it
  zone: field

What would overturn it
  redirect: "Book of Moon" changes this
    no rule says what it does here

Assumed absent, because not said: negator (not "Skill Drain" ①)

Question: Is it negated?
  negator: field-monster negation
  redirect: "Book of Moon"
  face at resolution: face-down
  zone: field

Rules that apply
  lapses face-down → not negated (rule:negation.lapses-face-down)
    because negator: negation that lapses face-down; and face at resolution: face-down
    source: Negation, line 109
    is an exception to: stays negated → negated (rule:negation.stays-negated)

Nearest rulings
  negation.112 → not negated
      Deneb was turned face-down before it resolved.
      differs: effect: "Satellarknight Deneb" ① there, not said here; negator: "Skill Drain" ① there, field-monster negation here; redirect: not said there, "Book of Moon" here
  negation.113.a → negated (2020-12-07)
      A spell is no monster.
      differs: effect: some Spell Card there, not said here; negator: "Skill Drain" ① there, field-monster negation here; redirect: not said there, "Book of Moon" here
  negation.114 → Is it negated: pending
      The office has not decided.
      differs: effect: "Book of Moon" there, not said here; negator: "Skill Drain" ① there, field-monster negation here; redirect: not said there, "Book of Moon" here

Exceptions considered: 2. All reasons: --explain

Rests on: Negation (2023-12)
"""

STANDING_JA = """\
→ 無効にならない。ただし次の場合を除く：行き先を変える効果：「月の書」の影響がある
規則からの推論です。事務局の回答ではありません。
一部のみ裏付けあり：規則の一部を満たす裁定はありますが、すべてを満たして答えも同じものはありません。

考慮していないこと：この質問のどの規則も触れていない
  場所：フィールド

覆りうる場合
  行き先を変える効果：「月の書」の影響がある
    ここでの影響を述べる規則がない

指定がないので、ないものとした：無効にする効果（「スキルドレイン」① ではない）

質問：無効になるか
  無効にする効果：場のモンスターの無効
  行き先を変える効果：「月の書」
  処理時の表示形式：裏側守備表示
  場所：フィールド

適用される規則
  裏側になれば無効でない → 無効にならない (rule:negation.lapses-face-down)
    理由：無効にする効果：裏側で切れる無効、かつ 処理時の表示形式：裏側守備表示
    出典：無効 109行目
    次の規則の例外：処理時も無効 → 無効になる (rule:negation.stays-negated)

最も近い裁定
  negation.112 → 無効にならない
      効果：「星因士 デネブ」① · 無効にする効果：「スキルドレイン」① · 処理時の表示形式：裏側守備表示
      相違：効果：先例は 「星因士 デネブ」①、ここは 指定なし；無効にする効果：先例は 「スキルドレイン」①、ここは 場のモンスターの無効；行き先を変える効果：先例は 指定なし、ここは 「月の書」
  negation.113.a → 無効になる (20/12/7)
      効果：ある魔法カード · 無効にする効果：「スキルドレイン」①
      相違：効果：先例は ある魔法カード、ここは 指定なし；無効にする効果：先例は 「スキルドレイン」①、ここは 場のモンスターの無効；行き先を変える効果：先例は 指定なし、ここは 「月の書」
  negation.114 → 無効になるか：調整中
      効果：「月の書」 · 無効にする効果：「スキルドレイン」①
      相違：効果：先例は 「月の書」、ここは 指定なし；無効にする効果：先例は 「スキルドレイン」①、ここは 場のモンスターの無効；行き先を変える効果：先例は 指定なし、ここは 「月の書」

検討した例外：2件。理由の全体：--explain

依拠：無効（2023-12）
"""

RELATED_EN = """\
→ in conflict: negated / Can it be activated?: can be activated
The sides below disagree; none is chosen.

Not weighed: no rule on this question looks at it
  effect: effect of a Spell
  effect: optional effect

Sides that disagree
  negated: stays negated (rule:negation.stays-negated)
  Can it be activated?: can be activated: an optional Spell (rule:negation.optional-spell)

Question: Is it negated?
  effect: effect of a Spell
  effect: optional effect
  negator: field-monster negation
  face at resolution: face-up

Rules that apply
  stays negated → negated (rule:negation.stays-negated)
    because negator: negating effect
    source: Negation, line 103

Nearest rulings
  negation.113.a → negated (2020-12-07)
      A spell is no monster.
      differs: effect: some Spell Card there, optional effect, effect of a Spell here; negator: "Skill Drain" ① there, field-monster negation here; face at resolution: not said there, face-up here
  negation.114 → Is it negated: pending
      The office has not decided.
      differs: effect: "Book of Moon" there, optional effect, effect of a Spell here; negator: "Skill Drain" ① there, field-monster negation here; face at resolution: not said there, face-up here
  negation.112 → not negated
      Deneb was turned face-down before it resolved.
      differs: effect: "Satellarknight Deneb" ① there, optional effect, effect of a Spell here; negator: "Skill Drain" ① there, field-monster negation here; face at resolution: face-down there, face-up here

Exceptions considered: 2. All reasons: --explain

Rests on: Negation (2023-12)
"""

RELATED_ZH = """\
→ 互相矛盾：无效 ／ 能否发动：可以发动
问题：是否无效
各方说法不一，这里不作选择。

前提
  已说明
    效果：魔法卡的效果
    效果：选发效果
    无效它的效果：场上怪兽的无效
    处理时的表示形式：表侧表示

说法不一
  无效：无效到处理时为止 (rule:negation.stays-negated)
  能否发动：可以发动：魔法卡的选发效果 (rule:negation.optional-spell)
  对同一情况，这两个问题的回答互斥，因此不作选择。

推导
  仅按规则：无效
    无效到处理时为止 → 无效 (rule:negation.stays-negated)
      因为 无效它的效果：无效效果
      出处：无效 第103行 · 无效状态
    考虑过的例外
      因 处理时的表示形式：表侧表示 而排除
        变里侧则不再无效 (rule:negation.lapses-face-down)：须 处理时的表示形式：里侧守备表示
      因 无效它的效果：场上怪兽的无效 而排除
        技能抽取除外 (rule:negation.unless-drain)：须 无效它的效果：「技能抽取」①

未予考虑：这一问题的规则都不涉及
  效果：魔法卡的效果
  效果：选发效果

最接近的裁定
  negation.113.a → 无效 (20/12/7)
    效果：某张魔法卡 · 无效它的效果：「技能抽取」①
    满足的规则完全相同
    不同：效果：裁定中 某张魔法卡，此处 选发效果、魔法卡的效果
    不同：无效它的效果：裁定中 「技能抽取」①，此处 场上怪兽的无效
    不同：处理时的表示形式：裁定中 未说明，此处 表侧表示
    不同：附加处理：裁定中 并破坏，此处 未说明
  negation.114 → 是否无效：调整中
    效果：「月之书」 · 无效它的效果：「技能抽取」①
    满足的规则完全相同
    不同：效果：裁定中 「月之书」，此处 选发效果、魔法卡的效果
    不同：无效它的效果：裁定中 「技能抽取」①，此处 场上怪兽的无效
    不同：处理时的表示形式：裁定中 未说明，此处 表侧表示
    不同：附加处理：裁定中 并破坏，此处 未说明
  negation.112 → 不会无效
    效果：「星因士 天津四」① · 无效它的效果：「技能抽取」① · 处理时的表示形式：里侧守备表示
    满足的规则部分相同
    不同：效果：裁定中 「星因士 天津四」①，此处 选发效果、魔法卡的效果
    不同：无效它的效果：裁定中 「技能抽取」①，此处 场上怪兽的无效
    不同：处理时的表示形式：裁定中 里侧守备表示，此处 表侧表示
    不同：附加处理：裁定中 并破坏，此处 未说明

依据：无效（2023-12）
"""

INDIFFERENT_EN = """\
→ cannot be activated
Question: Can it be activated?
Derived from the rules: our reading, not the office's.
Attested in part: rulings are under some of these rules; under all of them none has this answer.

The case
  Stated
    effect: effect of a Spell
    negator: field-monster negation
    face at resolution: face-down

Step by step
  The answer: cannot be activated
    not face-down → cannot be activated (rule:negation.face-down)
      because face at resolution: face-down
      source: Negation, line 109 · Monsters on the field
    also while negated → can be activated (rule:negation.activates)
      because negator: negating effect
      outranked by: not face-down (rule:negation.face-down)
      only says that this does not hinder
      source: Negation, line 103 · Negated state

Made no difference
  effect: effect of a Spell

Rules that meet here for the first time
  also while negated (rule:negation.activates)
    not face-down (rule:negation.face-down)

Nearest rulings
  negation.113.b → can be activated (2020-12-07)
    effect: some Spell Card · negator: "Skill Drain" ①
    some of the same rules are fulfilled
    differs: effect: some Spell Card there, effect of a Spell here
    differs: negator: "Skill Drain" ① there, field-monster negation here
    differs: face at resolution: not said there, face-down here
    differs: rider: and destroy there, not said here

Rests on: Negation (2023-12)
"""

TOLD = [
    ("unhindered: open, obstacles apart from what would grant it", UNHINDERED, "", 3, UNHINDERED_EN),
    ("unhindered, in Japanese", (*UNHINDERED, "--lang", "ja"), "", 3, UNHINDERED_JA),
    ("in general, for an effect of two families", IN_GENERAL, "", 0, IN_GENERAL_EN),
    ("in general, in Chinese", (*IN_GENERAL, "--lang", "zh"), "", 0, IN_GENERAL_ZH),
    ("an outranked rule under its victor, which it meets for the first time", OUTRANKED, "", 0, OUTRANKED_EN),
    ("the same with all reasons, in Chinese", (*OUTRANKED, "--explain", "--lang", "zh"), "", 0, OUTRANKED_ZH),
    ("a fact that is not weighed, an effect that may change the answer, a defeated rule under its victor", STANDING, "", 0, STANDING_EN),
    ("the same in Japanese", (*STANDING, "--lang", "ja"), "", 0, STANDING_JA),
    ("in conflict with a related question", RELATED, APART, 3, RELATED_EN),
    ("the same with all reasons, in Chinese", (*RELATED, "--explain", "--lang", "zh"), APART, 3, RELATED_ZH),
    ("what made no difference", INDIFFERENT, "", 0, INDIFFERENT_EN),
]


@pytest.mark.parametrize(("words", "extra", "code", "text"), [c[1:] for c in TOLD], ids=[c[0] for c in TOLD])
def test_how_certain_an_answer_is(words: tuple[str, ...], extra: str, code: int, text: str) -> None:
    result = ask("resolve", *words, extra=WORLD + extra)
    assert (result.exit_code, result.output) == (code, text)


REFUSED = [
    (
        "families that no effect has together",
        ("effect=Mandatory,Optional",),
        'Error: "effect" cannot be all of these at once: Mandatory (mandatory effect), Optional (optional effect).\nKeep one of them.\n',
    ),
    (
        "the same one after another, in Chinese",
        ("effect=Mandatory", "effect=Optional", "--lang", "zh"),
        "Error: “效果”不可能同时是：Mandatory (必发效果)、Optional (选发效果)\n只保留一个。\n",
    ),
    (
        "facts that no case has together",
        ("zone=Hand", "faceAtResolution=FaceDown"),
        'Error: "zone: hand" and "face at resolution: face-down" cannot both hold of one case.\nKeep one of them.\n',
    ),
    (
        "the same in Japanese, the other way round",
        ("faceAtResolution=FaceDown", "zone=Hand", "--lang", "ja"),
        "Error: 「処理時の表示形式：裏側守備表示」と「場所：手札」は、同じ状況では両立しません。\n1つだけ残してください。\n",
    ),
]


@pytest.mark.parametrize(("words", "message"), [c[1:] for c in REFUSED], ids=[c[0] for c in REFUSED])
def test_what_no_case_can_be_is_refused_in_words(words: tuple[str, ...], message: str) -> None:
    result = ask("resolve", "CanActivate", *words, extra=WORLD)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", message)


def test_an_interview_offers_nothing_that_the_case_excludes() -> None:
    stated = {"ygo:negator": ("ygo:FieldNegator",), "ygo:zone": ("ygo:Hand",)}
    session = Interview(Rulebase(world(WORLD)), "ygo:CanActivate", stated)
    assert session.choices("ygo:faceAtResolution") == ("ygo:FaceUp",)
    session.state("ygo:zone", ("ygo:Field",))
    assert session.choices("ygo:faceAtResolution") == ("ygo:FaceUp", "ygo:FaceDown")


def in_json(*words: str, extra: str = "") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ask("resolve", *words, "--format", "json", extra=WORLD + extra).output)
    assert found["schema_version"] == "1.0"
    return found


def test_json_tells_an_unhindered_outcome_from_a_yes() -> None:
    found = in_json(*UNHINDERED)
    assert (found["status"], found["answer"], found["reason"], found["missing_roles"]) == ("open", None, "unhindered", ["ygo:effect"])
    assert [(c["answers"], c["rules"]) for c in found["conditions"]] == [
        (["ygo:No"], ["rule:negation.field-not"]),
        (["ygo:Yes"], ["rule:negation.hand"]),
    ]


def test_json_says_what_is_meant_in_general() -> None:
    assert in_json(*IN_GENERAL)["in_general"] is True
    assert in_json(*OUTRANKED)["in_general"] is False


def test_json_says_what_was_not_weighed_and_what_made_no_difference() -> None:
    standing = in_json(*STANDING)
    assert standing["not_weighed"] == [["ygo:redirect", "effect:14087893-0"], ["ygo:zone", "ygo:Field"]]
    assert [c["missing"][0]["feature"] for c in standing["conditions"] if not c["rules"]] == ["ygo:redirect"]
    assert in_json(*INDIFFERENT)["made_no_difference"] == [["ygo:effect", "ygo:SpellEffect"]]


def test_json_says_how_an_answer_is_attested_and_who_outranks_whom() -> None:
    found = in_json(*OUTRANKED)
    pair = ["rule:negation.face-down", "rule:negation.optional-spell"]
    assert found["attested"] == {"level": "none", "rulings": [], "first_met": [pair]}
    assert {r["rule"]: r["outranked_by"] for r in found["proof"]["rules"]} == {pair[0]: [], pair[1]: [pair[0]]}
    same = in_json("IsNegated", "negator=FieldNegator", "faceAtResolution=FaceUp")["attested"]
    assert (same["level"], same["rulings"]) == ("same", ["ruling:negation.113.a"])


def test_a_negated_spell_that_nothing_hinders_is_open_in_the_built_in_data(run: Callable[..., Run]) -> None:
    case = ("CanActivate", "effect=IgnitionEffect", "negator=技能抽取#1", "negatedAtActivation=AlreadyNegated")
    result = run("resolve", *case, "--lang", "zh")
    assert result.code == 3
    assert result.out.startswith("→ 无定论：所述各项不构成妨碍\n除此之外是否可以，文件没有写明。\n")
    assert "只说明不构成妨碍" in result.out


def test_of_many_conditions_five_are_shown_and_all_of_them_with_explain(run: Callable[..., Run]) -> None:
    case = ("resolve", "CanActivate", "effect=死者苏生#1", "negator=技能抽取#1", "negatedAtActivation=AlreadyNegated")
    found = json.loads(run(*case, "--format", "json").out)["conditions"]
    count = sum(not condition["on_card"] for condition in found)
    short, whole = run(*case).out, run(*case, "--explain").out
    for on_card in (False, True):
        named = sum(condition["on_card"] is on_card for condition in found)
        title = "What the text of a card may decide (not in the data)" if on_card else "What would overturn it"
        shown = [part for part in short.split("\n\n") if part.startswith(title)]
        whole_of = [part for part in whole.split("\n\n") if part.startswith(title)]
        assert "".join(shown).count(" → then: ") == min(named, 5)
        assert (f"… and {named - 5} more (--explain)" in "".join(shown)) is (named > 5)
        assert "".join(whole_of).count(" → then: ") == named
    assert max(count, len(found) - count) > 5
