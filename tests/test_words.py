"""Facts, conditions, conclusions, answers and sources in the words of three languages."""

from __future__ import annotations

import pytest
from lookup_world import world

from ygokg.graph import words
from ygokg.graph.model import Card, Condition, Effect, Evidence, Model
from ygokg.lookup.rules import Branch
from ygokg.render.lines import Line, tree_lines

MODEL = world()
LAPSES = MODEL.rules["rule:negation.lapses-face-down"]


@pytest.mark.parametrize(
    ("spoken", "id", "expected"),
    [
        ("a value", "ygo:FaceDown", ("里侧守备表示", "裏側守備表示", "face-down")),
        ("a question", "ygo:IsNegated", ("是否无效", "無効になるか", "Is it negated?")),
        ("a card by its name in the language", "card:82732705", ("技能抽取", "スキルドレイン", "Skill Drain")),
        ("an archetype", "archetype:silent-swordsman", ("沉默剑士", "サイレント・ソードマン", "Silent Swordsman")),
        ("an effect with its mark", "effect:82732705-1", ("「技能抽取」①", "「スキルドレイン」①", '"Skill Drain" ①')),
        ("an effect without a mark", "effect:14087893-0", ("「月之书」", "「月の書」", '"Book of Moon"')),
        (
            "the activation of the card itself",
            "effect:75878039-a",
            ("「星因士 天津四」的卡的发动", "「星因士 デネブ」のカードの発動", 'the card activation of "Satellarknight Deneb"'),
        ),
        ("an effect that stands for any", "effect:any-spell-card", ("某张魔法卡", "ある魔法カード", "some Spell Card")),
        ("a kind of card, which has no term", "ygo:TrapCard", ("陷阱卡", "罠カード", "Trap Card")),
        ("a passage", "src:negation.112", ("无效 第112行", "無効 112行目", "Negation, line 112")),
        ("something unknown", "ygo:Nothing", ("ygo:Nothing", "ygo:Nothing", "ygo:Nothing")),
        ("an unknown effect", "effect:1-1", ("effect:1-1", "effect:1-1", "effect:1-1")),
    ],
    ids=lambda value: value if isinstance(value, str) and " " in value else "",
)
def test_label(spoken: str, id: str, expected: tuple[str, str, str]) -> None:
    assert tuple(words.label(MODEL, id, lang) for lang in ("zh", "ja", "en")) == expected, spoken


def test_a_label_falls_back_to_english_then_chinese_then_the_id() -> None:
    model = world(
        'ygo:OnlyEn a ygo:Value ; skos:prefLabel "english"@en . ygo:OnlyZh a ygo:Value ; skos:prefLabel "中文"@zh . ygo:Bare a ygo:Value .'
        'card:1 a ygo:Card ; dct:identifier "1" ; skos:prefLabel "カード"@ja . card:2 a ygo:Card ; dct:identifier "2" .'
    )
    shown = [words.label(model, i, "zh") for i in ("ygo:OnlyEn", "ygo:OnlyZh", "ygo:Bare", "card:1", "card:2")]
    assert shown == ["english", "中文", "ygo:Bare", "カード", "2"]
    assert words.label(model, "ygo:OnlyZh", "ja") == "中文"


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("zh", "变成里侧守备表示的怪兽不再被它无效。"),
        ("ja", "变成里侧守备表示的怪兽不再被它无效。"),
        ("en", "A negation that no longer holds for a monster turned face-down."),
    ],
)
def test_a_definition_in_japanese_is_the_chinese_one(lang: str, expected: str) -> None:
    assert words.definition(MODEL, "ygo:LapsesFaceDown", lang) == expected


def test_what_has_no_definition_gives_the_empty_text() -> None:
    assert words.definition(MODEL, "card:82732705", "en") == ""


@pytest.mark.parametrize(
    ("lang", "expected"),
    [("zh", "处理时的表示形式：里侧守备表示"), ("ja", "処理時の表示形式：裏側守備表示"), ("en", "face at resolution: face-down")],
)
def test_fact(lang: str, expected: str) -> None:
    assert words.fact_words(MODEL, "ygo:faceAtResolution", "ygo:FaceDown", lang) == expected


def test_the_facts_of_a_case_begin_with_the_effect_and_its_negator() -> None:
    facts = {
        "ygo:faceAtResolution": ("ygo:FaceDown",),
        "ygo:negator": ("effect:82732705-1",),
        "ygo:effect": ("effect:75878039-1",),
    }
    assert words.case_words(MODEL, facts, "en") == [
        'effect: "Satellarknight Deneb" ①',
        'negator: "Skill Drain" ①',
        "face at resolution: face-down",
    ]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (Condition("ygo:negator", family="ygo:FieldNegator"), "无效它的效果：场上怪兽的无效"),
        (Condition("ygo:faceAtResolution", values=("ygo:FaceUp", "ygo:FaceDown")), "处理时的表示形式：表侧表示 或 里侧守备表示"),
    ],
    ids=["a family", "one of several values"],
)
def test_condition(condition: Condition, expected: str) -> None:
    assert words.condition_words(MODEL, condition, "zh") == expected


def test_all_conditions_on_one_line() -> None:
    expected = "negator: negation that lapses face-down; and face at resolution: face-down"
    assert words.rule_condition_words(MODEL, LAPSES, "en") == expected


def test_a_rule_without_conditions_holds_always() -> None:
    model = world("rule:always a ygo:Rule ; ygo:asks ygo:IsNegated ; ygo:answer ygo:Yes .")
    assert words.rule_condition_words(model, model.rules["rule:always"], "zh") == "任何情况"


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("rule:negation.lapses-face-down", ("→ 不会无效", "→ 無効にならない", "→ not negated")),
        (
            "rule:negation.unless-drain",
            ("→ 不适用规则：变里侧则不再无效", "→ 適用されない規則：裏側になれば無効でない", "→ lifts: lapses face-down"),
        ),
        (
            "rule:face",
            (
                "→ 处理时的表示形式视为：里侧守备表示",
                "→ 処理時の表示形式の扱い：裏側守備表示",
                "→ face at resolution counts as: face-down",
            ),
        ),
    ],
    ids=["answers a question", "only lifts", "derives a feature"],
)
def test_conclusion(rule: str, expected: tuple[str, str, str]) -> None:
    model = world("rule:face a ygo:Rule ; ygo:asks ygo:faceAtResolution ; ygo:answer ygo:FaceDown .")
    assert tuple(words.conclusion_words(model, model.rules[rule], lang) for lang in ("zh", "ja", "en")) == expected


def test_in_a_list_several_lifted_rules_are_only_counted() -> None:
    model = world("rule:negation.unless-drain ygo:exceptionTo rule:negation.stays-negated .")
    assert words.conclusion_words(model, model.rules["rule:negation.unless-drain"], "zh", short=True) == "→ 使2条规则不适用"


@pytest.mark.parametrize(
    ("suffix", "mark", "expected"),
    [("1", "①", '"Deneb" ①'), ("p1", "P①", '"Deneb" P①'), ("0", "—", '"Deneb"'), ("0b", "—", '"Deneb" #0b'), ("2", "", '"Deneb" #2')],
    ids=["a number", "a pendulum effect", "no number", "a second one without number", "a number that is not written out"],
)
def test_the_mark_of_an_effect(suffix: str, mark: str, expected: str) -> None:
    effect = Effect(f"effect:1-{suffix}", "card:1", mark, {}, (), {})
    model = Model(cards={"card:1": Card("card:1", "1", None, "", {"en": "Deneb"})}, effects={effect.id: effect})
    assert words.effect_words(model, effect.id, "en") == expected


@pytest.mark.parametrize(
    ("answer", "lang", "expected"),
    [
        ("ygo:Yes", "zh", "无效"),
        ("ygo:No", "en", "not negated"),
        ("ygo:Pending", "en", "Is it negated: pending"),
        ("2000", "ja", "無効になるか：2000"),
    ],
    ids=["a phrase in Chinese", "a phrase in English", "question and answer where there is no phrase", "a literal"],
)
def test_answer(answer: str, lang: str, expected: str) -> None:
    assert words.answer_words(MODEL, "ygo:IsNegated", answer, lang) == expected


@pytest.mark.parametrize(
    ("passage", "lang", "system", "expected"),
    [
        ("src:negation.113", "zh", False, "无效 第113行 (20/12/7, 19/6/7)"),
        ("src:negation.113", "en", False, "Negation, line 113 (2020-12-07, 2019-06-07)"),
        ("src:negation.112", "zh", True, "无效 第112行 · 场上怪兽"),
        ("src:negation.999", "zh", True, "src:negation.999"),
    ],
    ids=["Chinese dates", "ISO dates in English", "with the rule system", "an unknown passage"],
)
def test_source(passage: str, lang: str, system: bool, expected: str) -> None:
    assert words.source_words(MODEL, passage, lang, system=system) == expected


@pytest.mark.parametrize(
    ("evidence", "link"),
    [
        (
            Evidence("ygo:OfficialFaq", "2020-12-07", "12812"),
            "https://www.db.yugioh-card.com/yugiohdb/faq_search.action?ope=5&fid=12812&request_locale=ja",
        ),
        (
            Evidence("ygo:CardPage", "2020-12-07", "5740"),
            "https://www.db.yugioh-card.com/yugiohdb/faq_search.action?ope=4&cid=5740&request_locale=ja",
        ),
        (Evidence("ygo:Wiki", "2020-12-07"), None),
        (Evidence("ygo:OfficialFaq", "2020-12-07"), None),
        (Evidence("", "2020-12-07"), None),
    ],
    ids=["an official FAQ", "a card page", "the wiki", "an FAQ without id", "a date alone"],
)
def test_link(evidence: Evidence, link: str | None) -> None:
    assert words.evidence_link(evidence) == link


@pytest.mark.parametrize(
    ("date", "lang", "expected"),
    [("2009-01-05", "zh", "09/1/5"), ("2009-01-05", "en", "2009-01-05"), ("2023-12", "zh", "2023-12")],
)
def test_date(date: str, lang: str, expected: str) -> None:
    assert words.date_words(date, lang) == expected


def test_a_tree_shows_what_hangs_on_what() -> None:
    forest = (Branch("a", (Branch("b", (Branch("c", ()),)), Branch("d", ()))), Branch("e", ()))
    assert list(tree_lines(Model(), forest, "en")) == [
        Line("  ├ a"),
        Line("  │ ├ b"),
        Line("  │ │ └ c"),
        Line("  │ └ d"),
        Line("  └ e"),
    ]
