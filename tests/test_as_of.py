"""`--as-of`: what was documented by a day, on the small graph with a second, older document."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Run
from lookup_world import turtle, world

from ygokg.errors import NotFound
from ygokg.graph.dates import day_of, known_by, last_day

OLDER = """
src:old a ygo:Document ; skos:prefLabel "旧"@zh , "旧"@ja , "Old"@en ; dct:issued "2020-01"^^xsd:gYearMonth .
src:old.5 a ygo:Passage ; dct:isPartOf src:old ; ygo:line 5 ; ygo:passageKind ygo:RulingLine ; ygo:system system:negation.field .
ruling:negation.112 prov:wasDerivedFrom src:old.5 .
"""
FIRST = "ruling:negation.112"
DATED = ["ruling:negation.113.a", "ruling:negation.113.b"]
LAST = "ruling:negation.114"

NOTE = "As of {}, rulings documented: {} of 4. Rules are those of that day, as far as their days are known.\n"


@pytest.fixture
def on(tmp_path: Path, run: Callable[..., Run]) -> Callable[..., Run]:
    """Call the command line on the small graph with the older document."""
    file = tmp_path / "world.ttl"
    file.write_text(turtle(OLDER), encoding="utf-8")

    def call(*args: str) -> Run:
        return run(*args, "--no-builtin", "--data", str(file))

    return call


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        ("2020-01-31", [FIRST]),
        ("2020-12-06", [FIRST]),
        ("2020-12-07", [FIRST, *DATED]),
        ("2023-12-30", [FIRST, *DATED]),
        ("2023-12-31", [FIRST, *DATED, LAST]),
        ("2099-01-01", [FIRST, *DATED, LAST]),
    ],
    ids=["the end of the month", "before a date", "on a date", "before the month ends", "all", "far ahead"],
)
def test_a_ruling_is_known_from_its_date_or_its_first_document(day: str, expected: list[str]) -> None:
    model = known_by(world(OLDER), day, "en")
    assert (list(model.rulings), model.as_of) == (expected, day)


def test_the_rules_stay_and_what_came_later_is_cut_from_sources_references_and_links() -> None:
    model = known_by(world(OLDER), "2020-12-06", "en")
    assert model.rules == world(OLDER).rules
    assert model.rulings[FIRST].sources == ("src:old.5",)
    assert model.rulings[FIRST].contrast == ()
    assert [e.date for e in model.passages["src:negation.113"].evidence] == ["2019-06-07"]


def test_a_dated_ruling_keeps_the_passage_that_refers_to_something_of_that_time() -> None:
    model = known_by(world(OLDER), "2021-01-01", "en")
    assert model.rulings[DATED[0]].sources == ("src:negation.113",)
    assert model.rulings[DATED[1]].given == (DATED[0],)


def test_a_ruling_without_any_date_is_never_documented() -> None:
    model = world("ruling:x.1 a ygo:Ruling ; ygo:asks ygo:IsNegated ; ygo:answer ygo:No ; prov:wasDerivedFrom src:none.1 .")
    assert day_of(model, model.rulings["ruling:x.1"]) == ""
    assert "ruling:x.1" not in known_by(model, "2099-01-01", "en").rulings


def test_nothing_documented_yet_is_said() -> None:
    with pytest.raises(NotFound, match=r"Nothing was documented yet by 2020-01-30\."):
        known_by(world(OLDER), "2020-01-30", "en")


@pytest.mark.parametrize(("date", "day"), [("2023", "2023-12-31"), ("2023-02", "2023-02-28"), ("2024-02", "2024-02-29")])
def test_a_month_and_a_year_count_from_their_last_day(date: str, day: str) -> None:
    assert last_day(date) == day


CARD = """\
Satellarknight Deneb
星因士 天津四 / 星因士 デネブ
Monster Card · 75878039 · %11257

Effects
  ①  (no family)
  card activation  (no family)

Departs from the rules
  negation.112 → not negated
      Deneb was turned face-down before it resolved.

Rules that decide its rulings
  stays negated → negated (rule:negation.stays-negated; undated)
  not under Skill Drain → lifts: lapses face-down (rule:negation.unless-drain; undated)

Rests on: Negation (2023-12), Old (2020-01), 1 file of yours, without the built-in data

"""

RULING_ZH = """\
→ 不会无效
问：是否无效
ruling:negation.112

情况
  效果：「星因士 天津四」①
  无效它的效果：「技能抽取」①
  处理时的表示形式：里侧守备表示
  另外涉及：「月之书」

摘要（英文）
  Deneb was turned face-down before it resolved.

与规则推出的答案不同

适用但结论不同的规则
  无效到处理时为止 → 无效 (rule:negation.stays-negated；无日期)

在此使其他规则不适用的规则
  技能抽取除外 → 不适用规则：变里侧则不再无效 (rule:negation.unless-drain；无日期)

出处
  旧 第5行 · 场上怪兽

依据：旧（2020-01）、仅你的 1 个文件，不含内置数据

截至 2020-06-01：4 条裁定中有 1 条已有记载。规则用的是那一天的说法（有日期可考的）。
"""


def test_a_card_as_of_a_day(on: Callable[..., Run]) -> None:
    assert on("card", "星因士 天津四", "--as-of", "2020-06-01") == Run(0, CARD + NOTE.format("2020-06-01", 1), "")


def test_a_ruling_as_of_a_day(on: Callable[..., Run]) -> None:
    assert on("ruling", "negation.112", "--as-of", "2020-06-01", "--lang", "zh") == Run(0, RULING_ZH, "")


def test_a_case_as_of_a_day(on: Callable[..., Run]) -> None:
    case = ("resolve", "IsNegated", "effect=effect:any-spell-card", "negator=技能抽取#1")
    before, after = on(*case, "--as-of", "2020-06-01"), on(*case, "--as-of", "2020-12-07")
    assert before.out.splitlines()[1] == "Derived from the rules: our reading, not the office's."
    assert "\n  negation.113.a → negated (2020-12-07)\n" in after.out
    assert (before.out.endswith(NOTE.format("2020-06-01", 1)), after.out.endswith(NOTE.format("2020-12-07", 3))) == (True, True)
    assert (before.code, after.code) == (0, 0)


def test_conflicts_as_of_a_day_are_those_of_the_rulings_of_then(on: Callable[..., Run]) -> None:
    ended = on("conflicts", "--as-of", "2020-06-01", "--lang", "ja")
    assert ended.out.startswith("エラー")
    assert "rule:negation.stays-negated；日付なし" in ended.out
    assert "src:negation.114" not in ended.out
    assert ended.out.endswith("\n\n2020-06-01 の時点：裁定 4 件のうち 1 件が記載済み。規則は、日付の分かるかぎり、その日のものです。\n")
    assert (ended.err, ended.code) == ("", 1)


@pytest.mark.parametrize(
    "arguments",
    [("card", "星因士 天津四"), ("ruling", "negation.112"), ("resolve", "IsNegated", "negator=技能抽取#1")],
    ids=["card", "ruling", "resolve"],
)
def test_json_says_the_day_and_that_rules_are_undated(on: Callable[..., Run], arguments: tuple[str, ...]) -> None:
    ended = on(*arguments, "--as-of", "2020-06-01", "--format", "json")
    assert json.loads(ended.out)["as_of"] == {"day": "2020-06-01", "rulings": 1, "of": 4, "rules": "of the day"}
    assert (ended.err, ended.code) == (NOTE.format("2020-06-01", 1), 0)


def test_rows_are_left_alone_and_the_day_is_said_beside_them(on: Callable[..., Run]) -> None:
    ended = on("card", "星因士 天津四", "--as-of", "2020-06-01", "--format", "csv")
    assert ended == Run(
        0,
        "group,id,question,answer,words,status,date,rules,rests_on\n"
        "departing,ruling:negation.112,ygo:IsNegated,ygo:No,not negated,ygo:DepartingRuling,,"
        "rule:negation.stays-negated rule:negation.unless-drain,src:old 2020-01\n",
        "Rests on: Negation (2023-12), Old (2020-01), 1 file of yours, without the built-in data\n" + NOTE.format("2020-06-01", 1),
    )


def test_before_all_documents_but_after_a_dated_ruling(run: Callable[..., Run], tmp_path: Path) -> None:
    file = tmp_path / "world.ttl"
    file.write_text(turtle(), encoding="utf-8")
    ended = run("ruling", "negation.113.b", "--as-of", "2021-01-01", "--no-builtin", "--data", str(file))
    assert ended.out.endswith(
        "\n\n" + NOTE.format("2021-01-01", 2) + "None of the documents was there yet (the first is of 2023-12); "
        "only rulings with a date of their own count.\n"
    )


@pytest.mark.parametrize(
    "arguments",
    [("card", "技能抽取"), ("ruling", "negation.112"), ("resolve", "IsNegated", "negator=技能抽取#1"), ("conflicts",)],
    ids=["card", "ruling", "resolve", "conflicts"],
)
def test_a_day_before_everything(on: Callable[..., Run], arguments: tuple[str, ...]) -> None:
    ended = on(*arguments, "--as-of", "2013-05-01")
    assert ended == Run(3, "", "Error: Nothing was documented yet by 2013-05-01.\nThe first ruling is of 2020-01-31.\n")


def test_a_ruling_that_came_later(on: Callable[..., Run]) -> None:
    ended = on("ruling", "negation.113", "--as-of", "2020-06-01")
    message = 'Error: "negation.113" was not documented yet by 2020-06-01; it is of 2020-12-07.\nLeave --as-of out to see it.\n'
    assert ended == Run(3, "", message)


def test_no_ruling_between_cards_by_that_day(on: Callable[..., Run]) -> None:
    ended = on("card", "技能抽取", "沉默剑士 LV7", "--as-of", "2020-06-01")
    message = 'Error: No ruling has "Skill Drain", "Silent Swordsman LV7" together.\n'
    assert ended == Run(3, "", message + NOTE.format("2020-06-01", 1) + "Ask the rules instead: `ygokg resolve`.\n")


@pytest.mark.parametrize("command", ["card", "ruling", "resolve", "conflicts"])
@pytest.mark.parametrize("day", ["2023-12", "2023-13-01", "2023-02-29", "20231231", "yesterday", "2023-1-1", "2023-W01-1", ""])
def test_what_is_no_day_is_refused(on: Callable[..., Run], command: str, day: str) -> None:
    ended = on(command, *(["技能抽取"] if command != "conflicts" else []), "--as-of", day)
    assert (ended.out, ended.code) == ("", 2)
    assert ended.err.endswith(f"Error: Invalid value for '--as-of': `{day}` is no day. Write it as YYYY-MM-DD, for example 2023-12-31.\n")


def test_the_built_in_graph_knew_less_before_the_second_document(run: Callable[..., Run]) -> None:
    ended = run("ruling", "negation.112", "--as-of", "2021-08-01")
    assert ended == Run(
        3, "", 'Error: "negation.112" was not documented yet by 2021-08-01; it is of 2021-08-02.\nLeave --as-of out to see it.\n'
    )
