"""`ygokg card`: exact text and exit code on a small graph."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from conftest import Run
from lookup_world import VERDICTS, ask, excerpt

from ygokg.graph.model import Card
from ygokg.lookup.cards import CardPage, card_page
from ygokg.lookup.excerpt import Excerpt
from ygokg.lookup.finding import find_card
from ygokg.render.cards import card_lines

Runner = Callable[..., Run]


def page(world: Excerpt, card: str) -> CardPage:
    """Return the page of a card of the small graph."""
    _, model = find_card(world, card)
    return card_page(world, [model.cards[card]])


CARD_EN = """\
Skill Drain
技能抽取 / スキルドレイン
Trap Card · 82732705 · %5740
also written: "技抽"

Effects
  ①  field-monster negation
      rider: and destroy

Pending: the office has not decided
  negation.114 → Is it negated: pending
      The office has not decided.

Rules that decide its rulings
  lapses face-down → not negated (rule:negation.lapses-face-down)
  stays negated → negated (rule:negation.stays-negated)

Other rules that name one of its effects
  not under Skill Drain → lifts: lapses face-down (rule:negation.unless-drain)

Rulings — lapses face-down
  negation.112 → not negated
      Deneb was turned face-down before it resolved.

Rulings — stays negated
  negation.113.a → negated (2020-12-07)
      A spell is no monster.

Rulings that no rule explains
  negation.113.b → can be activated (2020-12-07)
      effect: some Spell Card · negator: "Skill Drain" ①

Rests on: Negation (2023-12)
"""

CARD_ZH = """\
星因士 天津四
星因士 デネブ / Satellarknight Deneb
怪兽卡 · 75878039 · %11257

效果
  ①  （未归类）
  卡的发动  （未归类）

其裁定所依据的规则
  变里侧则不再无效 → 不会无效 (rule:negation.lapses-face-down)

裁定 — 变里侧则不再无效
  negation.112 → 不会无效
      效果：「星因士 天津四」① · 无效它的效果：「技能抽取」① · 处理时的表示形式：里侧守备表示

依据：无效（2023-12）
"""

BETWEEN_JA = """\
スキルドレイン
技能抽取 / Skill Drain
罠カード · 82732705 · %5740
別表記：「技抽」
星因士 デネブ
星因士 天津四 / Satellarknight Deneb
モンスターカード · 75878039 · %11257

両者に関する裁定：1件

裁定の根拠となる規則
  裏側になれば無効でない → 無効にならない (rule:negation.lapses-face-down)

裁定 — 裏側になれば無効でない
  negation.112 → 無効にならない
      効果：「星因士 デネブ」① · 無効にする効果：「スキルドレイン」① · 処理時の表示形式：裏側守備表示

依拠：無効（2023-12）
"""


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("技能抽取",), CARD_EN),
        (("Skill Drain",), CARD_EN),
        (("スキルドレイン",), CARD_EN),
        (("82732705",), CARD_EN),
        (("%5740",), CARD_EN),
        (("技能抽取", "82732705"), CARD_EN),
        (("星因士·天津四", "--lang", "zh"), CARD_ZH),
        (("技能抽取", "星因士 天津四", "--lang", "ja"), BETWEEN_JA),
    ],
    ids=["Chinese", "English", "Japanese", "passcode", "official id", "twice the same card", "another dot", "between two cards"],
)
def test_card(arguments: tuple[str, ...], expected: str) -> None:
    result = ask("card", *arguments)
    assert (result.output, result.exit_code) == (expected, 0)


@pytest.mark.parametrize(
    ("arguments", "stdout", "stderr"),
    [
        (
            ("沉默剑士",),
            '"沉默剑士" is an archetype, not a card. Cards with it in their name:\n  card:37742478  Silent Swordsman LV7\n'
            'Type `ygokg card "Silent Swordsman LV7"`\n',
            "",
        ),
        (
            ("星因士", "--lang", "zh"),
            '“星因士”可以指：\n  card:75878039  星因士 天津四\n请输入 `ygokg card "星因士 天津四"`\n',
            "",
        ),
        (
            ("技能抽", "月之书", "--lang", "ja"),
            "「技能抽」の候補：\n  card:82732705  スキルドレイン\n`ygokg card スキルドレイン 月之书` と入力してください\n",
            "",
        ),
        (
            ("skil dran",),
            "",
            'Error: No card is called "skil dran".\nNearest: Skill Drain (card:82732705)\n'
            "Only the 4 cards that the documents name are built in;"
            " `ygokg names import FILE` adds the names of all others from a card database of yours.\n",
        ),
        (
            ("D.D. Crow", "--lang", "zh"),
            "",
            "Error: 没有名为“D.D. Crow”的卡。\n试试别的写法、卡片密码，或 %官方数据库编号。\n"
            "内置的只有文件提到的 4 张卡；`ygokg names import 文件` 可以从你自己的卡片数据库加入其余所有卡的名称。\n",
        ),
        (
            ("9", "--lang", "ja"),
            "",
            "Error: 「9」というカードはありません。\n別の表記、パスワード、%公式データベース番号を試してください。\n"
            "組み込まれているのは文書が名指しする 4 枚のカードだけです。"
            "`ygokg names import ファイル` で、手元のカードデータベースからほかのすべてのカードの名前を加えられます。\n",
        ),
        (
            ("技能抽取", "沉默剑士 LV7"),
            "",
            'Error: No ruling has "Skill Drain", "Silent Swordsman LV7" together.\nAsk the rules instead: `ygokg resolve`.\n',
        ),
    ],
    ids=[
        "an archetype",
        "part of a name",
        "part of a name, and another card",
        "a slip",
        "a card that no document names",
        "nothing near",
        "no ruling between two cards",
    ],
)
def test_card_not_found(arguments: tuple[str, ...], stdout: str, stderr: str) -> None:
    result = ask("card", *arguments)
    assert (result.stdout, result.stderr, result.exit_code) == (stdout, stderr, 3)


def test_a_card_as_csv_is_its_rulings() -> None:
    result = ask("card", "月之书", "--format", "csv")
    assert result.stderr == "Rests on: Negation (2023-12)\n"
    assert result.stdout == (
        "group,id,question,answer,words,status,date,rules,rests_on\n"
        "pending,ruling:negation.114,ygo:IsNegated,ygo:Pending,Is it negated: pending,ygo:PendingRuling,,rule:negation.stays-negated,src:negation 2023-12\n"
        "governed,ruling:negation.112,ygo:IsNegated,ygo:No,not negated,ygo:DerivedRuling,,rule:negation.lapses-face-down,src:negation 2023-12\n"
    )


def test_a_card_as_json() -> None:
    found = json.loads(ask("card", "技能抽取", "--format", "json", "--lang", "zh").output)
    assert found["cards"] == [
        {
            "id": "card:82732705",
            "label": "技能抽取",
            "passcode": "82732705",
            "konami_id": "5740",
            "kind": "ygo:TrapCard",
            "names": {"en": "Skill Drain", "ja": "スキルドレイン", "zh": "技能抽取"},
            "variants": ["技抽"],
            "effects": [
                {
                    "id": "effect:82732705-1",
                    "label": "「技能抽取」①",
                    "mark": "①",
                    "families": [{"id": "ygo:FieldNegator", "label": "场上怪兽的无效"}],
                    "facts": {"ygo:rider": ["ygo:RiderDestroy"]},
                }
            ],
        }
    ]
    assert {key: [rule["id"] for rule in rules] for key, rules in found["rules"].items()} == {
        "governing": ["rule:negation.lapses-face-down", "rule:negation.stays-negated"],
        "naming": ["rule:negation.unless-drain"],
        "wording": [],
        "possible": [],
    }
    assert [(group["kind"], [ruling["id"] for ruling in group["rulings"]]) for group in found["groups"]] == [
        ("pending", ["ruling:negation.114"]),
        ("governed", ["ruling:negation.112"]),
        ("governed", ["ruling:negation.113.a"]),
        ("ungoverned", ["ruling:negation.113.b"]),
    ]


@pytest.mark.parametrize(
    ("extra", "naming"),
    [("", ("rule:negation.unless-drain",)), ("rule:negation.unless-drain owl:deprecated true .", ())],
    ids=["in force", "withdrawn"],
)
def test_only_rules_in_force_are_told_to_name_an_effect(extra: str, naming: tuple[str, ...]) -> None:
    assert page(excerpt(extra, VERDICTS), "card:82732705").view.naming == naming
    shown = ask("card", "Skill Drain", extra=extra).output
    assert ("Other rules that name one of its effects" in shown, "unless-drain" in shown) == (bool(naming), bool(naming))


def test_departures_come_before_what_the_rules_give_and_withdrawn_rulings_last() -> None:
    changed = VERDICTS["ruling:negation.112"]._replace(status="ygo:DepartingRuling")
    world = excerpt("ruling:negation.113.a owl:deprecated true .", VERDICTS | {"ruling:negation.112": changed})
    assert [(group.kind, group.rulings) for group in page(world, "card:82732705").view.groups] == [
        ("pending", ("ruling:negation.114",)),
        ("departing", ("ruling:negation.112",)),
        ("ungoverned", ("ruling:negation.113.b",)),
        ("withdrawn", ("ruling:negation.113.a",)),
    ]


def test_the_official_chinese_name_and_spellings_stand_beside_the_name() -> None:
    names = {"zh": "炼狱的落穴", "zh-Hans": "炼狱落穴", "ja": "煉獄の落とし穴", "en": "Void Trap Hole"}
    card = Card("card:1005587", "1005587", "10206", "ygo:TrapCard", names, variants=("炼狱落洞",))
    found = card_page(excerpt(lang="zh"), [card])
    shown = [line.text for line in card_lines(found.model, found.view, "zh")]
    assert shown == ["炼狱的落穴", "炼狱落穴 / 煉獄の落とし穴 / Void Trap Hole", "陷阱卡 · 1005587 · %10206", "其他写法：「炼狱落洞」"]


def test_rules_for_the_families_of_a_card_without_rulings() -> None:
    silent = "card:1 a ygo:Card ; dct:identifier '1' . effect:1-1 a ygo:FieldNegator , owl:NamedIndividual ; ygo:effectOf card:1 ."
    model, _, view, _ = page(excerpt(silent), "card:1")
    assert (view.governing, view.naming) == ((), ())
    assert view.possible == (("ygo:negator", ("rule:negation.lapses-face-down", "rule:negation.stays-negated")),)
    assert [line.text for line in card_lines(model, view, "en")][-4:] == [
        "",
        "Other rules for its families of effects, as negator",
        "  lapses face-down → not negated (rule:negation.lapses-face-down)",
        "  stays negated → negated (rule:negation.stays-negated)",
    ]


def test_a_ruling_on_the_case_of_another_has_the_cards_that_are_only_mentioned_there_too(run: Runner) -> None:
    """The case of processing.353.b is that of 353.a, which mentions Wonder Xyz."""
    ended = run("card", "73860462", "--lang", "en")
    assert [line.split()[0] for line in ended.out.splitlines() if "processing.353" in line] == ["processing.353.a", "processing.353.b"]
