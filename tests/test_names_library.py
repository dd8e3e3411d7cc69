"""Names that only the user's own databases have: which card they lead to, and what the commands say of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lookup_world import ask
from own_cards import SITE, cdb, lines

from ygokg.errors import NotFound
from ygokg.graph.model import Archetype, Card, Model
from ygokg.names.keys import key, name_key
from ygokg.names.library import Library, write_source
from ygokg.names.lookup import card_ref, effect_ref, find
from ygokg.names.reading import read_database

MONSTER = 0x21


def library(folder: Path, *files: Path) -> Library:
    for file in files:
        database = read_database(file, "en")
        write_source(folder, file.name, "2023-11-14", database, database.cards.values())
    return Library(folder)


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """All forms together: JSON lines, the card site's JSON, a map of passcodes."""
    files = tmp_path_factory.mktemp("files")
    (files / "cards.json").write_text(json.dumps(SITE), encoding="utf-8")
    (files / "old.json").write_text('{"89631140": 89631139, "82732706": 82732705, "100200002": 57734012}', encoding="utf-8")
    return library(files / "names", lines(files / "cards.jsonl"), files / "cards.json", files / "old.json")


MODEL = Model(
    cards={
        "card:82732705": Card("card:82732705", "82732705", "5740", "ygo:TrapCard", {"zh": "技能抽取", "en": "Skill Drain"}),
        "card:97570038": Card("card:97570038", "97570038", "6349", "ygo:SpellCard", {"zh": "神拳粉碎", "ja": "ゴッドハンド・スマッシュ"}),
    },
    archetypes={
        "archetype:silent-swordsman": Archetype(
            "archetype:silent-swordsman", {"zh": "沉默剑士", "ja": "サイレント・ソードマン", "en": "Silent Swordsman"}
        ),
        "archetype:blue-eyes": Archetype("archetype:blue-eyes", {"ja": "ブルーアイズ", "en": "Blue-Eyes"}),
    },
)

RAY, SEVENTH, BLUE_EYES, BOOK = "card:56840427", "card:57734012", "card:89631139", "card:14087893"

FOUND = {
    "community name": ("青眼白龙", BLUE_EYES),
    "traditional characters": ("青眼白龍", BLUE_EYES),
    "three forms of a dragon": ("青眼の白竜", BLUE_EYES),
    "English, no dash, lower case": ("blue eyes white dragon", BLUE_EYES),
    "how the Japanese name is read, in hiragana": ("ぶるーあいず・ほわいと・どらごん", BLUE_EYES),
    "a further translation": ("青眼的白龙", BLUE_EYES),
    "official id": ("%4007", BLUE_EYES),
    "passcode": ("89631139", BLUE_EYES),
    "another artwork": ("89631140", BLUE_EYES),
    "an earlier number": ("100200002", SEVENTH),
    "another artwork of a card of the graph": ("82732706", "card:82732705"),
    "a name of a card of the graph that only the database has": ("ｽｷﾙﾄﾞﾚｲﾝ", "card:82732705"),
    "Number, as the Japanese": ("CNo.39 希望皇 霍普雷", RAY),
    "Number, as the community": ("混沌 No. 39 希望皇霍普雷", RAY),
    "Number, officially, with the community's name": ("混沌编号39 希望皇·霍普雷", RAY),
    "Number in traditional characters": ("混沌編號39希望皇霍普雷", RAY),
    "Number, in English": ("CNo.39 - Utopia Ray", RAY),
    "Rank-Up-Magic, as the Japanese": ("RUM-七皇之剑", SEVENTH),
    "Rank-Up-Magic in traditional characters and full width": ("升階魔法－七皇之劍", SEVENTH),
    "Rank-Up-Magic in English, short": ("RUM The Seventh One", SEVENTH),
    "nested brackets": ("「「升阶魔法-七皇之剑」」", SEVENTH),
    "typed exactly as one, and with dots another": ("黑魔导", "card:46986414"),
    "the same with dots": ("黑·魔·导", "card:2314238"),
    "an archetype": ("沉默剑士", "archetype:silent-swordsman"),
}


@pytest.mark.parametrize("case", FOUND)
def test_a_name_leads_to_its_card(own: Library, case: str) -> None:
    text, card = FOUND[case]
    assert find(MODEL, text, own).found == card


CANDIDATES = {
    "one card's community name, another's official one": ("神拳粉碎", ("card:97570038", "card:79868386")),
    "other dots, which make it neither exactly": ("黑・魔・导", ("card:2314238", "card:46986414")),
    "a part of one name": ("青眼白", (BLUE_EYES,)),
    "a series without a number": ("希望皇", (RAY,)),
    "a part of a name in either": ("技能", ("card:82732705",)),
}


@pytest.mark.parametrize("case", CANDIDATES)
def test_what_can_mean_several_or_a_part_is_left_open(own: Library, case: str) -> None:
    text, cards = CANDIDATES[case]
    match = find(MODEL, text, own)
    assert (match.found, match.candidates) == (None, cards)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("青眼黑龙", BLUE_EYES),
        ("Kaminot Blow", "card:97570038"),
        ("4007", BLUE_EYES),
        ("%89631139", BLUE_EYES),
        ("月之舒", BOOK),
        ("RUM-Teh", "card:57734012"),
    ],
    ids=[
        "another character",
        "a slip",
        "an official id without its sign",
        "a passcode with the sign",
        "one of three",
        "a slip in the beginning of a name",
    ],
)
def test_close_names_are_suggested_and_nothing_is_guessed(own: Library, text: str, first: str) -> None:
    match = find(MODEL, text, own)
    assert (match.found, match.candidates, match.suggestions[0]) == (None, (), first)


@pytest.mark.parametrize("text", ["999", "%999", "9" * 30, "card:5", "编号", "混沌No."])
def test_what_is_nothing_is_nothing(own: Library, text: str) -> None:
    assert find(MODEL, text, own).found is None


def test_an_archetype_lists_cards_of_both_and_what_has_its_name_by_chance_is_none(own: Library) -> None:
    match = find(MODEL, "Silent Swordsman", own)
    assert match.candidates == ("card:15180041", "card:37742478")
    assert [card.id for card in match.outside] == ["card:15180041", "card:37742478"]
    assert find(MODEL, "Blue-Eyes", own).candidates == ()


def test_a_name_of_the_graph_is_found_with_and_without_a_library(own: Library) -> None:
    assert (find(MODEL, "技能抽取").found, find(MODEL, "技能抽取", own)[1:]) == ("card:82732705", ("card:82732705", (), (), ()))


def test_a_card_that_is_treated_as_another_stays_itself(tmp_path: Path) -> None:
    rows = [(76812113, "鹰身女郎", 0, MONSTER), (91932350, "鹰身女郎1", 76812113, MONSTER)]
    own = library(tmp_path, cdb(tmp_path / "cards.cdb", rows))
    assert [find(Model(), text, own).found for text in ("鹰身女郎", "鹰身女郎1", "91932350")] == [
        "card:76812113",
        "card:91932350",
        "card:91932350",
    ]


def test_a_number_before_its_passcode_is_the_card_of_that_name(tmp_path: Path) -> None:
    early = cdb(tmp_path / "early.cdb", [(100200777, "青眼白龙", 0, MONSTER), (100200778, "青眼黑龙", 0, MONSTER)])
    own = library(tmp_path, early, lines(tmp_path / "cards.jsonl"))
    assert [find(Model(), text, own).found for text in ("青眼白龙", "100200777", "100200778")] == [BLUE_EYES, BLUE_EYES, "card:100200778"]


def test_a_name_beats_another_cards_further_translation(tmp_path: Path) -> None:
    site = {"1": {"cid": 1, "id": 11, "cn_name": "甲"}, "2": {"cid": 2, "id": 22, "cn_name": "乙", "cnocg_n": "甲", "nwbbs_n": "丙"}}
    (tmp_path / "cards.json").write_text(json.dumps(site), encoding="utf-8")
    own = library(tmp_path, tmp_path / "cards.json")
    assert [find(Model(), text, own).found for text in ("甲", "乙", "丙")] == ["card:11", "card:22", "card:22"]


def test_a_name_of_both_a_card_and_an_archetype_is_left_open(tmp_path: Path) -> None:
    own = library(tmp_path, lines(tmp_path / "cards.jsonl", [{"passcode": 5, "konami_id": 6, "zh": "沉默剑士"}]))
    assert find(MODEL, "沉默剑士", own).candidates == ("archetype:silent-swordsman", "card:5")


def test_references_of_programs_need_a_card_of_the_graph(own: Library) -> None:
    assert card_ref(MODEL, "ｽｷﾙﾄﾞﾚｲﾝ", own) == "card:82732705"
    for look_up in (lambda: card_ref(MODEL, "青眼白龙", own), lambda: effect_ref(MODEL, "青眼白龙#1", own)):
        with pytest.raises(NotFound) as problem:
            look_up()
        assert problem.value.message == "The data has nothing of 青眼白龙 / Blue-Eyes White Dragon (89631139)."
        assert problem.value.hint == "Only your own card database has it: no ruling names it. Give the family of its effect instead."


# ---- what the commands say


@pytest.fixture
def imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YGOKG_DATA", str(tmp_path))
    library(tmp_path / "names", lines(tmp_path / "cards.jsonl"))


OUTSIDE = {
    "en": "Blue-Eyes White Dragon\n青眼白龙 / 青眼の白龍\nMonster Card · 89631139 · %4007\n\n"
    "Only in your own card database: no ruling here names it. What the rules say goes by the family of an effect: `ygokg resolve`.\n\n"
    "Rests on: cards.jsonl (file of 2023-11-14)\n",
    "zh": "青眼白龙\n青眼の白龍 / Blue-Eyes White Dragon\n怪兽卡 · 89631139 · %4007\n\n"
    "只在你自己的卡片数据库里：这里没有裁定提到它。想知道规则怎么说，可按效果的种类提问：`ygokg resolve`。\n\n"
    "依据：cards.jsonl（文件日期 2023-11-14）\n",
    "ja": "青眼の白龍\n青眼白龙 / Blue-Eyes White Dragon\nモンスターカード · 89631139 · %4007\n\n"
    "あなたのカードデータベースだけにあるカードです。これを名指しする裁定はここにはありません。効果の分類で尋ねるには：`ygokg resolve`\n\n"
    "依拠：cards.jsonl（ファイルの日付 2023-11-14）\n",
}


@pytest.mark.usefixtures("imported")
@pytest.mark.parametrize("lang", OUTSIDE)
def test_a_card_without_rulings_is_shown_as_such(lang: str) -> None:
    result = ask("card", "青眼白龍", "--lang", lang)
    assert (result.output, result.exit_code) == (OUTSIDE[lang], 0)


@pytest.mark.usefixtures("imported")
def test_a_card_without_rulings_as_json() -> None:
    payload = json.loads(ask("card", "%4007", "--format", "json").output)
    assert payload["only_in_own_database"] == ["card:89631139"]
    assert (payload["cards"][0]["names"]["zh"], payload["groups"]) == ("青眼白龙", [])
    assert json.loads(ask("card", "技能抽取", "--format", "json").output)["only_in_own_database"] == []


@pytest.mark.usefixtures("imported")
def test_nothing_lies_between_a_card_and_one_without_rulings() -> None:
    result = ask("card", "技能抽取", "青眼白龙")
    assert (result.stderr.splitlines()[0], result.exit_code) == (
        'Error: No ruling has "Skill Drain", "Blue-Eyes White Dragon" together.',
        3,
    )


@pytest.mark.usefixtures("imported")
def test_candidates_and_suggestions_name_cards_of_the_database() -> None:
    several = ask("card", "神拳粉碎", "--lang", "zh")
    assert (several.stdout, several.exit_code) == (
        "“神拳粉碎”可以指：\n  card:79868386  神手粉碎拳\n  card:97570038  神拳粉碎\n\n依据：cards.jsonl（文件日期 2023-11-14）\n",
        3,
    )
    near = ask("card", "青眼黑龙", "--lang", "zh")
    assert (near.stderr, near.exit_code) == ("Error: 没有名为“青眼黑龙”的卡。\n相近的有：青眼白龙 (card:89631139)\n", 3)
    archetype = ask("card", "沉默剑士", "--lang", "zh").stdout.splitlines()
    assert archetype[1:3] == ["  card:37742478  沉默剑士 LV7", "  card:15180041  沉默剑士 弟子"]


def test_a_long_list_of_candidates_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YGOKG_DATA", str(tmp_path))
    library(tmp_path / "names", lines(tmp_path / "cards.jsonl", [{"passcode": n, "zh": f"龙{n}"} for n in range(1, 31)]))
    assert ask("card", "龙").stdout.splitlines()[-4:-2] == ["  card:20  龙20", "  … and 10 more; --format csv lists all."]
    assert len(ask("card", "龙", "--format", "csv").stdout.splitlines()) == 31


@pytest.mark.usefixtures("imported")
def test_a_deck_with_a_card_of_the_database() -> None:
    result = ask("card", "-", "--lang", "zh", stdin="3 青眼白龙\n青眼黑龙\n")
    assert result.exit_code == 0
    assert "  青眼白龙 (89631139) ×3" in result.output.splitlines()
    assert "      相近的有：青眼白龙 (89631139)" in result.output.splitlines()


@pytest.mark.usefixtures("imported")
def test_a_case_with_a_card_of_the_database_asks_for_the_family() -> None:
    known = ask("resolve", "IsNegated", "negator=Skill  Drain#1", "effect=some Spell Card")
    assert known.exit_code == 0
    outside = ask("resolve", "IsNegated", "negator=青眼白龍#1")
    assert (outside.exit_code, outside.stderr.splitlines()[:2]) == (
        3,
        [
            "Error: The data has nothing of 青眼白龙 / Blue-Eyes White Dragon (89631139).",
            "Only your own card database has it: no ruling names it. Give the family of its effect instead.",
        ],
    )


# ---- keys


@pytest.mark.parametrize(
    ("one", "other"),
    [("No.39", "编号39"), ("SNo.0", "闪光编号0"), ("FNo.0", "Number F0"), ("HRUM-甲", "超昇階魔法－甲"), ("RDM-甲", "降阶魔法-甲")],
)
def test_series_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize("words", ["No", "编号", "Number", "混沌No.", "Numbers Evaille", "No Entry!!", "混沌编号"])
def test_what_only_begins_like_a_series_keeps_its_key(words: str) -> None:
    assert name_key(words) == key(words)


@pytest.mark.parametrize(
    ("one", "other"),
    [("最后的征召", "最後的徵召"), ("里侧的干将", "裏側的乾將"), ("岩石巨人", "巖石巨人"), ("效果遮蒙者", "効果遮蒙者"), ("编号", "編號")],
)
def test_traditional_and_japanese_forms_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)
