"""`ygokg resolve --explain`: exact text in three languages, Markdown and JSON on a small graph, and every ruling of the built-in one."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from conftest import Run
from lookup_world import ask

from ygokg.graph.model import Ruling
from ygokg.render.explanation import explanation_lines, explanation_markdown
from ygokg.render.payload import explanation_payload
from ygokg.resolver import Outcome, Rulebase
from ygokg.resolver.explaining import Explanation, explain

CHAIN = """
ygo:Counts a ygo:Value ; skos:prefLabel "算"@zh , "数える"@ja , "counts"@en .
ygo:CountsNot a ygo:Value ; skos:prefLabel "不算"@zh , "数えない"@ja , "does not count"@en .
ygo:Counting owl:equivalentClass ygo:countings .
ygo:countings owl:oneOf ( ygo:Counts ygo:CountsNot ) .
ygo:onField a ygo:DerivedFeature , owl:FunctionalProperty ; rdfs:range ygo:Counting ;
    skos:prefLabel "是否算在场上"@zh , "場にあるか"@ja , "on the field"@en .
rule:negation.rider-counts a ygo:Rule ; skos:prefLabel "附加破坏则算"@zh , "破壊なら数える"@ja , "a destroyer counts it"@en ;
    owl:equivalentClass [ owl:intersectionOf ( ygo:Case
        [ owl:onProperty ygo:rider ; owl:hasValue ygo:RiderDestroy ] ) ] ;
    ygo:asks ygo:onField ; ygo:answer ygo:Counts ; ygo:basis ygo:Stated ; prov:wasDerivedFrom src:negation.113 .
rule:negation.face-down-counts-not a ygo:Rule ; skos:prefLabel "里侧则不算"@zh , "裏側なら数えない"@ja , "face-down it does not count"@en ;
    owl:equivalentClass [ owl:intersectionOf ( ygo:Case
        [ owl:onProperty ygo:faceAtResolution ; owl:hasValue ygo:FaceDown ]
        [ owl:onProperty ygo:negator ; owl:someValuesFrom ygo:LapsesFaceDown ] ) ] ;
    ygo:asks ygo:onField ; ygo:answer ygo:CountsNot ; ygo:exceptionTo rule:negation.rider-counts ;
    ygo:basis ygo:Stated ; prov:wasDerivedFrom src:negation.109 .
rule:negation.counted a ygo:Rule ; skos:prefLabel "算则能发动"@zh , "数えれば発動できる"@ja , "what counts can be activated"@en ;
    owl:equivalentClass [ owl:intersectionOf ( ygo:Case
        [ owl:onProperty ygo:onField ; owl:hasValue ygo:Counts ] ) ] ;
    ygo:asks ygo:CanActivate ; ygo:answer ygo:Yes ; ygo:basis ygo:Stated ; prov:wasDerivedFrom src:negation.103 .
"""
"""A derived feature: a destroying negator counts the card, unless it is face-down; what counts can be activated."""

CASE = ("resolve", "CanActivate", "negator=技能抽取#1", "effect=any-spell-card", "--explain")

EN = """\
→ can be activated, unless face at resolution: face-down
Question: Can it be activated?
Documented: a ruling is about this very case.

The case
  Stated
    effect: some Spell Card
    negator: "Skill Drain" ①
  Read from the effects' texts
    rider: and destroy (of "Skill Drain" ①)

Rulings about this very case
  negation.113.b → can be activated (2020-12-07)
    effect: some Spell Card · negator: "Skill Drain" ①
    source: Negation, line 113 · Monsters on the field (2020-12-07, 2019-06-07)
      official FAQ 12812 (2020-12-07) https://www.db.yugioh-card.com/yugiohdb/faq_search.action?ope=5&fid=12812&request_locale=ja
      Yu-Gi-Oh! card wiki (ja) (2019-06-07)

Step by step
  Step 1: on the field: counts
    a destroyer counts it → on the field counts as: counts (rule:negation.rider-counts)
      because rider: and destroy (read from the text)
      source: Negation, line 113 · Monsters on the field (2020-12-07, 2019-06-07)
        official FAQ 12812 (2020-12-07) https://www.db.yugioh-card.com/yugiohdb/faq_search.action?ope=5&fid=12812&request_locale=ja
        Yu-Gi-Oh! card wiki (ja) (2019-06-07)
    Exceptions considered
      face-down it does not count (rule:negation.face-down-counts-not): it is not known whether face at resolution: face-down
  The answer: can be activated
    what counts can be activated → can be activated (rule:negation.counted)
      because on the field: counts (step 1, could be overturned)
      source: Negation, line 103 · Negated state

What would overturn it
  face at resolution: face-down → then: open
    face-down it does not count (rule:negation.face-down-counts-not)

Rests on: Negation (2023-12)
"""

ZH = """\
→ 可以发动，除非：处理时的表示形式：里侧守备表示
问题：能否发动
文件中有这一情况的裁定。

前提
  已说明
    效果：某张魔法卡
    无效它的效果：「技能抽取」①
  读自效果文本
    附加处理：并破坏（「技能抽取」①）

这一情况的裁定
  negation.113.b → 可以发动 (20/12/7)
    效果：某张魔法卡 · 无效它的效果：「技能抽取」①
    出处：无效 第113行 · 场上怪兽 (20/12/7, 19/6/7)
      官方数据库Q&A 12812 (20/12/7) https://www.db.yugioh-card.com/yugiohdb/faq_search.action?ope=5&fid=12812&request_locale=ja
      遊戯王カードWiki (19/6/7)

推导
  第1步：是否算在场上：算
    附加破坏则算 → 是否算在场上视为：算 (rule:negation.rider-counts)
      因为 附加处理：并破坏（读自文本）
      出处：无效 第113行 · 场上怪兽 (20/12/7, 19/6/7)
        官方数据库Q&A 12812 (20/12/7) https://www.db.yugioh-card.com/yugiohdb/faq_search.action?ope=5&fid=12812&request_locale=ja
        遊戯王カードWiki (19/6/7)
    考虑过的例外
      里侧则不算 (rule:negation.face-down-counts-not)：未说明 处理时的表示形式：里侧守备表示
  答案：可以发动
    算则能发动 → 可以发动 (rule:negation.counted)
      因为 是否算在场上：算（第1步，可被推翻）
      出处：无效 第103行 · 无效状态

可以推翻它的情况
  处理时的表示形式：里侧守备表示 → 则：无定论
    里侧则不算 (rule:negation.face-down-counts-not)

依据：无效（2023-12）
"""

JA = """\
→ 発動できる。ただし次の場合を除く：処理時の表示形式：裏側守備表示
質問：発動できるか
文書にこの状況の裁定があります。

前提
  指定されたこと
    効果：ある魔法カード
    無効にする効果：「スキルドレイン」①
  テキストから読み取ったこと
    付随する処理：破壊する（「スキルドレイン」①）

この状況の裁定
  negation.113.b → 発動できる (20/12/7)
    効果：ある魔法カード · 無効にする効果：「スキルドレイン」①
    出典：無効 113行目 · 場のモンスター (20/12/7, 19/6/7)
      公式データベースQ&A 12812 (20/12/7) https://www.db.yugioh-card.com/yugiohdb/faq_search.action?ope=5&fid=12812&request_locale=ja
      遊戯王カードWiki (19/6/7)

推論
  第1段：場にあるか：数える
    破壊なら数える → 場にあるかの扱い：数える (rule:negation.rider-counts)
      理由：付随する処理：破壊する（テキストより）
      出典：無効 113行目 · 場のモンスター (20/12/7, 19/6/7)
        公式データベースQ&A 12812 (20/12/7) https://www.db.yugioh-card.com/yugiohdb/faq_search.action?ope=5&fid=12812&request_locale=ja
        遊戯王カードWiki (19/6/7)
    検討した例外
      裏側なら数えない (rule:negation.face-down-counts-not)：未指定 処理時の表示形式：裏側守備表示
  答え：発動できる
    数えれば発動できる → 発動できる (rule:negation.counted)
      理由：場にあるか：数える（第1段、覆りうる）
      出典：無効 103行目 · 無効状態

覆りうる場合
  処理時の表示形式：裏側守備表示 → その場合：未定
    裏側なら数えない (rule:negation.face-down-counts-not)

依拠：無効（2023-12）
"""

OPEN = """\
→ open
Question: Can it be activated?
No rule and no ruling applies to this case.

The case
  Stated
    negator: "Skill Drain" ①
    face at resolution: face-down
  Read from the effects' texts
    rider: and destroy (of "Skill Drain" ①)

Step by step
  Step 1: on the field: does not count
    face-down it does not count → on the field counts as: does not count (rule:negation.face-down-counts-not)
      because face at resolution: face-down; and negator: negation that lapses face-down
      source: Negation, line 109 · Monsters on the field
    Exceptions considered
      a destroyer counts it (rule:negation.rider-counts): fulfilled, but defeated by face-down it does not count
  The answer: open
    No rule applies.

Made no difference
  negator: "Skill Drain" ①

Nearest rulings
  negation.113.b → can be activated (2020-12-07)
    effect: some Spell Card · negator: "Skill Drain" ①
    in common: negator: "Skill Drain" ①; and rider: and destroy
    differs: effect: some Spell Card there, not said here
    differs: face at resolution: not said there, face-down here

Rests on: Negation (2023-12)
"""

DEPARTS = """\
→ not negated
Question: Is it negated?
Documented: a ruling is about this very case.
This departs from the rules, which would say: negated

The case
  Stated
    effect: "Satellarknight Deneb" ①
    negator: "Skill Drain" ①
    face at resolution: face-down

Rulings about this very case
  negation.112 → not negated
    Deneb was turned face-down before it resolved.
    source: Negation, line 112 · Monsters on the field

Step by step
  By the rules alone: negated
    not under Skill Drain → lifts: lapses face-down (rule:negation.unless-drain)
      because negator: "Skill Drain" ①; and face at resolution: face-down
      source: Negation, line 109 · Monsters on the field
    stays negated → negated (rule:negation.stays-negated)
      because negator: negating effect
      source: Negation, line 103 · Negated state
    Exceptions considered
      lapses face-down (rule:negation.lapses-face-down): fulfilled, but defeated by not under Skill Drain

Nearest rulings
  negation.113.a → negated (2020-12-07)
    A spell is no monster.
    in common: negator: "Skill Drain" ①; and rider: and destroy
    differs: effect: some Spell Card there, "Satellarknight Deneb" ① here
    differs: face at resolution: not said there, face-down here
  negation.114 → Is it negated: pending
    The office has not decided.
    in common: negator: "Skill Drain" ①; and rider: and destroy
    differs: effect: "Book of Moon" there, "Satellarknight Deneb" ① here
    differs: face at resolution: not said there, face-down here

Rests on: Negation (2023-12)
"""

MARKDOWN = """\
**→ negated, unless face at resolution: face-down**

Question: Is it negated?

Derived from the rules: our reading, not the office's.

Attested by rulings under exactly the same rules, with this answer: 1.

**The case**

- Stated
  - negator: field-monster negation

**Step by step**

- The answer: negated
  - stays negated → negated (rule:negation.stays-negated)
    - because negator: negating effect
    - source: Negation, line 103 · Negated state
  - Exceptions considered
    - lapses face-down (rule:negation.lapses-face-down): it is not known whether face at resolution: face-down
    - Ruled out, as negator: field-monster negation
      - not under Skill Drain (rule:negation.unless-drain): it needs negator: "Skill Drain" ①

**What would overturn it**

- face at resolution: face-down → then: not negated
  - lapses face-down (rule:negation.lapses-face-down)

**Nearest rulings**

- negation.113.a → negated (2020-12-07)
  - A spell is no monster.
  - the same rules are fulfilled
  - differs: effect: some Spell Card there, not said here
  - differs: negator: "Skill Drain" ① there, field-monster negation here
  - differs: rider: and destroy there, not said here
- negation.114 → Is it negated: pending
  - The office has not decided.
  - the same rules are fulfilled
  - differs: effect: "Book of Moon" there, not said here
  - differs: negator: "Skill Drain" ① there, field-monster negation here
  - differs: rider: and destroy there, not said here
- negation.112 → not negated
  - Deneb was turned face-down before it resolved.
  - some of the same rules are fulfilled
  - differs: effect: "Satellarknight Deneb" ① there, not said here
  - differs: negator: "Skill Drain" ① there, field-monster negation here
  - differs: face at resolution: face-down there, not said here
  - differs: rider: and destroy there, not said here

Rests on: Negation (2023-12)
"""

PENDING = """\
→ 無効になるか：調整中
質問：無効になるか
調整中：まだ決まっていません。
一般の規則によれば：無効になる

前提
  指定されたこと
    効果：「月の書」
    無効にする効果：「スキルドレイン」①

この状況の裁定
  negation.114 → 無効になるか：調整中
    効果：「月の書」 · 無効にする効果：「スキルドレイン」①
    出典：無効 114行目 · 場のモンスター

推論
  規則だけによれば：無効になる
    処理時も無効 → 無効になる (rule:negation.stays-negated)
      理由：無効にする効果：無効にする効果
      出典：無効 103行目 · 無効状態
    検討した例外
      裏側になれば無効でない (rule:negation.lapses-face-down)：未指定 処理時の表示形式：裏側守備表示
      スキルドレインは別 (rule:negation.unless-drain)：未指定 処理時の表示形式：表側表示 または 裏側守備表示

最も近い裁定
  negation.113.a → 無効になる (20/12/7)
    効果：ある魔法カード · 無効にする効果：「スキルドレイン」①
    共通：無効にする効果：「スキルドレイン」①、かつ 付随する処理：破壊する
    満たす規則は同じ
    相違：効果：先例は ある魔法カード、ここは 「月の書」
  negation.112 → 無効にならない
    効果：「星因士 デネブ」① · 無効にする効果：「スキルドレイン」① · 処理時の表示形式：裏側守備表示
    共通：無効にする効果：「スキルドレイン」①、かつ 付随する処理：破壊する
    相違：効果：先例は 「星因士 デネブ」①、ここは 「月の書」
    相違：処理時の表示形式：先例は 裏側守備表示、ここは 指定なし

依拠：無効（2023-12）
"""

EXPLAINED = [
    ("a chain with a derived feature", (*CASE, "--lang", "en"), EN, 0),
    ("the same in Chinese", (*CASE, "--lang", "zh"), ZH, 0),
    ("the same in Japanese", (*CASE, "--lang", "ja"), JA, 0),
    (
        "open, because the derived feature has another value",
        ("resolve", "CanActivate", "negator=技能抽取#1", "faceAtResolution=FaceDown", "--explain"),
        OPEN,
        3,
    ),
]


@pytest.mark.parametrize(("words", "text", "code"), [c[1:] for c in EXPLAINED], ids=[c[0] for c in EXPLAINED])
def test_the_chain_of_reasons(words: tuple[str, ...], text: str, code: int) -> None:
    result = ask(*words, extra=CHAIN)
    assert (result.exit_code, result.output) == (code, text)


RULINGS = [
    (
        "a departure shows the ruling and what the rules alone say",
        ("effect=星因士天津四#1", "negator=技能抽取#1", "faceAtResolution=FaceDown", "--explain"),
        DEPARTS,
    ),
    ("pending, with the general rule, in Japanese", ("effect=月之书", "negator=技能抽取#1", "--explain", "--lang", "ja"), PENDING),
    ("Markdown needs no --explain", ("negator=FieldNegator", "--format", "markdown"), MARKDOWN),
]


@pytest.mark.parametrize(("words", "text"), [c[1:] for c in RULINGS], ids=[c[0] for c in RULINGS])
def test_rulings_and_rules_beside_each_other(words: tuple[str, ...], text: str) -> None:
    result = ask("resolve", "IsNegated", *words)
    assert (result.exit_code, result.output) == (0, text)


def test_json_has_the_steps_the_passages_and_the_words() -> None:
    found = json.loads(ask(*CASE, "--format", "json", "--lang", "zh", extra=CHAIN).output)
    (step,) = found["steps"]
    assert (step["feature"], step["values"]) == ("ygo:onField", ["ygo:Counts"])
    assert [rule["rule"] for rule in step["rules"]] == ["rule:negation.rider-counts"]
    assert [(rule["rule"], rule["standing"]) for rule in step["exceptions"]] == [("rule:negation.face-down-counts-not", "undecided")]
    assert [passage["passage"] for passage in found["sources"]["rule:negation.rider-counts"]] == ["src:negation.113"]
    assert [e["id"] for e in found["sources"]["ruling:negation.113.b"][0]["evidence"]] == ["12812", None]
    assert (found["labels"]["ygo:onField"], found["labels"]["ygo:Counts"]) == ("是否算在场上", "算")


CLASH = """
src:activation a ygo:Document ; skos:prefLabel "发动"@zh , "発動"@ja , "Activation"@en ; dct:issued "2020-01"^^xsd:gYearMonth .
src:activation.9 a ygo:Passage ; dct:isPartOf src:activation ; ygo:line 9 ; ygo:passageKind ygo:RuleLine ; ygo:system system:negation.state .
rule:negation.rider-counts-not a ygo:Rule ; skos:prefLabel "附加破坏也不算"@zh , "破壊でも数えない"@ja , "a destroyer does not count it"@en ;
    owl:equivalentClass [ owl:intersectionOf ( ygo:Case
        [ owl:onProperty ygo:rider ; owl:hasValue ygo:RiderDestroy ] ) ] ;
    ygo:asks ygo:onField ; ygo:answer ygo:CountsNot ; ygo:basis ygo:Stated ; prov:wasDerivedFrom src:activation.9 .
"""

SIDES = """
Sides that disagree
  on the field: counts: a destroyer counts it (rule:negation.rider-counts) (document as of 2023-12)
  on the field: does not count: a destroyer does not count it (rule:negation.rider-counts-not) (document as of 2020-01)
  Followed: on the field: counts, as its document (as of 2023-12) is the later one.
"""


def test_a_clash_over_a_derived_feature_shows_both_sides_and_who_is_followed() -> None:
    result = ask("resolve", "CanActivate", "negator=技能抽取#1", "faceAtResolution=FaceUp", "--explain", extra=CHAIN + CLASH)
    assert result.exit_code == 0
    assert result.output.startswith("→ can be activated\n")
    assert SIDES in result.output


UNSETTLED = """
Sides that disagree
  not negated: ruling:negation.112 (document as of 2023-12)
    Deneb was turned face-down before it resolved.
    source: Negation, line 112 · Monsters on the field
  negated: ruling:negation.112.b (document as of 2023-12)
    Deneb again.
    source: Negation, line 112 · Monsters on the field
  No side has the later document, so none is chosen.
"""


def test_in_a_conflict_nothing_is_chosen() -> None:
    again = """
    ruling:negation.112.b a ygo:Ruling ; ygo:effect effect:75878039-1 ; ygo:negator effect:82732705-1 ;
        ygo:faceAtResolution ygo:FaceDown ; ygo:asks ygo:IsNegated ; ygo:answer ygo:Yes ; prov:wasDerivedFrom src:negation.112 ;
        rdfs:comment "Deneb again."@en .
    """
    case = ("effect=星因士天津四#1", "negator=技能抽取#1", "faceAtResolution=FaceDown")
    result = ask("resolve", "IsNegated", *case, "--explain", extra=again)
    assert result.exit_code == 3
    assert UNSETTLED in result.output


NO_CASE = "Error: There is no case to explain.\nGive a question and a case: ygokg resolve QUESTION FEATURE=VALUE …\n"


@pytest.mark.parametrize("words", [("--explain",), ("IsNegated", "--explain"), ("IsNegated", "--format", "markdown")], ids=" ".join)
def test_without_a_case_there_is_nothing_to_explain(words: tuple[str, ...]) -> None:
    result = ask("resolve", *words)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", NO_CASE)


@pytest.fixture(scope="module")
def explained(base: Rulebase) -> list[tuple[Ruling, Explanation]]:
    """Every ruling of the built-in data with its explanation."""
    return [(ruling, explain(base, ruling.asks, ruling.facts)) for ruling in base.model.rulings.values()]


def test_an_explanation_has_the_outcome(explained: list[tuple[Ruling, Explanation]], outcomes: dict[str, Outcome]) -> None:
    assert [ruling.id for ruling, found in explained if found.outcome != outcomes[ruling.id]] == []


@pytest.mark.parametrize("lang", ["zh", "ja", "en"])
def test_every_ruling_of_the_built_in_data_can_be_explained(lang: str, base: Rulebase, explained: list[tuple[Ruling, Explanation]]) -> None:
    for ruling, found in explained:
        text = "\n".join(line.text for line in explanation_lines(base.model, found, ruling.facts, lang))
        markdown = explanation_markdown(base.model, found, ruling.facts, lang)
        for trace in found.outcome.proof.rules:
            assert trace.rule in text, ruling.id
            assert trace.rule in markdown.replace("\\", ""), ruling.id
        labelled = explanation_payload(base.model, found, ruling.facts, lang)["labels"]
        assert all(labelled[trace.rule] for trace in found.outcome.proof.rules), ruling.id


def test_the_documents_real_conflict_carries_its_clash_for_a_card_that_no_ruling_names(run: Callable[..., Run]) -> None:
    case = ("effect=any-spell-trap-card", "negatedThing=CardActivationNegated", "rider=RiderNone")
    found = json.loads(run("resolve", "IsSentByEffect", *case, "--as-of", "2022-05-19", "--format", "json").out)
    assert (found["status"], found["answer"]) == ("derived", "ygo:No")
    assert [(side["answer"], side["through"]) for side in found["clash"]] == [
        ("ygo:SentByEffect", "ygo:sentBy"),
        ("ygo:SentByNoEffect", "ygo:sentBy"),
    ]
