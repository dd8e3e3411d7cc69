"""Situations about Chains, negation and activation: real cases, what reaches what, and what is decided without a question."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from ygokg.errors import UsageProblem
from ygokg.graph.model import Id
from ygokg.resolver import Rulebase, resolve
from ygokg.resolver.outcome import agree
from ygokg.situation.answering import NEGATED, Told
from ygokg.situation.course import Course
from ygokg.situation.telling import situation

Case = dict[str, Any]
DATA = Path(__file__).parent / "data"
CASES: list[Case] = tomllib.loads((DATA / "situations_chains.toml").read_text(encoding="utf-8"))["case"]
PAIRS: list[Case] = tomllib.loads((DATA / "situations_reach.toml").read_text(encoding="utf-8"))["pair"]
SUMMONS: list[Case] = tomllib.loads((DATA / "situations_summons.toml").read_text(encoding="utf-8"))["pair"]
UNSEEN: dict[str, Case] = {case["id"]: case for case in tomllib.loads((DATA / "unseen_cases.toml").read_text(encoding="utf-8"))["case"]}
NEGATIONS = ("ygo:IsNegated", "ygo:IsActivationNegated", "ygo:IsSummonNegated")
DENEB = "C1: 星因士天津四#1"


def told(base: Rulebase, text: str) -> list[Told]:
    """Return what comes of each question of a text, or of what it decides by itself."""
    course = Course(base, situation(base.model, text, "en"))
    return [course.answer(asked) for asked in course.told.asked or course.questions()]


def came(one: Told) -> Id | None:
    """Return the answer; what nothing negates is not negated."""
    return "ygo:No" if one.nothing and one.asked.question in NEGATIONS else one.answer


# ---- real cases ----


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_real_case_told_as_a_situation_is_right_or_open(base: Rulebase, case: Case) -> None:
    (one,) = told(base, case["text"])
    right = case.get("answer") or UNSEEN[case["id"]]["answer"]
    assert came(one) == (None if case.get("open") else right)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_it_does_not_contradict_the_case_told_in_features(base: Rulebase, case: Case) -> None:
    (one,) = told(base, case["text"])
    put = UNSEEN.get(case["id"])
    by_features = resolve(base, put["question"], put["facts"]).answer if put is not None and put["question"] == one.asked.question else None
    assert came(one) is None or by_features is None or agree(came(one) or "", by_features) or agree(by_features, came(one) or "")


def test_most_of_them_are_answered() -> None:
    assert [case["id"] for case in CASES if case.get("open")] == ["c-018", "c-019", "c-032.b", "c-053", "c-057", "c-063"]


# ---- what reaches what ----


def negated(base: Rulebase, text: str) -> Told:
    """Return whether the last effect of Satellarknight Deneb, or else that of the first link, is negated."""
    course = Course(base, situation(base.model, text, "en"))
    asked = [link.number for link in course.told.links if link.effect == ("effect:75878039-1",)] or [1]
    return course.negated[asked[-1]]


@pytest.mark.parametrize("pair", PAIRS, ids=[pair["name"] for pair in PAIRS])
def test_a_standing_effect_does_not_reach(base: Rulebase, pair: Case) -> None:
    one = negated(base, pair["without"])
    assert (came(one), one.asked.question) == ("ygo:No", NEGATED)


@pytest.mark.parametrize("pair", SUMMONS, ids=[pair["name"] for pair in SUMMONS])
def test_a_summon_is_kept_from_negation_where_the_protection_holds(base: Rulebase, pair: Case) -> None:
    answers = {"kept": "ygo:No", "negated": "ygo:Yes", "open": None}
    said = {what: [(one.answer, one.nothing) for one in told(base, text)] for what, text in pair.items() if what in answers}
    assert said == {what: [(answers[what], False)] for what in said}


@pytest.mark.parametrize("pair", PAIRS, ids=[pair["name"] for pair in PAIRS])
def test_a_standing_effect_reaches_in_the_near_situation(base: Rulebase, pair: Case) -> None:
    assert negated(base, pair["with"]).answer == "ygo:Yes"


OPEN = [
    ("two that negate each other", f"技能抽取 @ field; {DENEB} | DDD 双晓王 末法神#1", ("S1",), ()),
    ("a negator at which its card does not look by itself", f"魔族之链 @ field; {DENEB}", (), ("S1",)),
    ("a protection of which is not told whom it keeps", "幻变骚灵协议 @ field, 技能抽取 @ field; C1: 幻变骚灵·网络傀儡师#2", (), ("S1",)),
    ("a negator of which the data do not say whom it reaches", f"魔轰神兽 尤尼科 @ field opp; {DENEB}", (), ("S1",)),
    ("a card of which the kind is not told", "技能抽取 @ field; C1: X:OptionalEffect", (), ("S1",)),
]
"""Spoken name, text, the negators on which it hangs whether the first link is negated, and the effects of which is not told whom they reach."""


@pytest.mark.parametrize(("text", "hangs", "unaimed"), [case[1:] for case in OPEN], ids=[case[0] for case in OPEN])
def test_what_cannot_be_decided_is_open_and_says_why(base: Rulebase, text: str, hangs: tuple[str, ...], unaimed: tuple[str, ...]) -> None:
    one = negated(base, text)
    assert (one.answer, one.nothing) == (None, False)
    assert one.unaimed == unaimed
    assert set(hangs) <= {name for case in one.cases for name in case.hangs_on}


# ---- effects that apply by themselves ----


@pytest.mark.parametrize(
    "text",
    [f"技能抽取 @ field; {DENEB}", f"技能抽取 @ field; {DENEB} | 技能抽取#1", f"{DENEB} | 技能抽取#1"],
    ids=["its card is there", "it is told besides", "it alone is told"],
)
def test_an_effect_in_force_is_so_once(base: Rulebase, text: str) -> None:
    (standing,) = situation(base.model, text, "en").standings
    assert (standing.effect, standing.since, standing.link) == (("effect:82732705-1",), 0, 0)


def test_the_effect_of_an_activated_continuous_card_begins_with_its_resolution(base: Rulebase) -> None:
    course = Course(base, situation(base.model, f"{DENEB} > C2: 技能抽取#1 as card", "en"))
    (standing,) = course.told.standings
    assert (standing.since, standing.link) == (course.told.at(2).resolves_at, 2)


def test_it_does_not_begin_where_the_activation_was_negated(base: Rulebase) -> None:
    course = Course(base, situation(base.model, f"王宫的通告 @ field; {DENEB} > C2: 技能抽取#1 as card", "en"))
    assert (course.outcome(2), came(course.negated[1])) == ("ygo:EffectNegated", "ygo:No")


# ---- whose side ----


def test_a_card_merely_spoken_of_can_still_be_told_to_be_the_other_players(base: Rulebase) -> None:
    told = situation(base.model, f"{DENEB} > C2: 雷破#1 -> 命运英雄 血魔-D | 命运英雄 血魔-D#1 opp", "en")
    assert [stay.side for stay in told.stays if stay.card == "card:83965310"] == ["ygo:OpponentsSide"]


def test_a_card_told_to_be_on_one_side_is_not_on_the_other(base: Rulebase) -> None:
    with pytest.raises(UsageProblem, match="Destiny HERO - Plasma is on the other side there"):
        situation(base.model, f"命运英雄 血魔-D @ field; {DENEB} | 命运英雄 血魔-D#1 opp", "en")


# ---- the worked examples of the design ----

WORKED = [
    ("negation.112", f"技能抽取 @ field; {DENEB} > C2: 月之书#1 -> C1 => C1 face-down ? negated C1", "ygo:No", "documented"),
    (
        "negation.129",
        "王宫的敕命 @ field; C1: 死者苏生#1 > C2: 禁忌的一滴#1 cost 死者苏生 to gy -> Y:monster ? negated C1",
        "ygo:Yes",
        "documented",
    ),
    (
        "negation.155.b",
        "X:monster @ field; C1: 效果遮蒙者#1 from hand opp -> X; C2: X:QuickEffect cost self to gy ? negated C2",
        "ygo:Yes",
        "",
    ),
    (
        "negation.136",
        "炼狱的虚梦 @ field; C1: 炼狱的虚梦#2 cost self to gy > C2: 奇妙超量#1 => DDD 双晓王 末法神 xyz-summoned"
        " | DDD 双晓王 末法神#1 from C2 ? negated C1",
        "ygo:Yes",
        "",
    ),
    (
        "negation.147",
        "X:monster @ field; C1: 禁忌的圣枪#1 -> X => X unaffected by SpellTrapEffect; C2: X:ignition | 抹杀之指名者#1 opp on X ? negated C2",
        "ygo:No",
        "",
    ),
]
"""Those that are no real case of above: the passage, the text, the answer, and how it is known where that matters."""


@pytest.mark.parametrize(("text", "answer", "status"), [case[1:] for case in WORKED], ids=[case[0] for case in WORKED])
def test_a_worked_example(base: Rulebase, text: str, answer: Id, status: str) -> None:
    (one,) = told(base, text)
    assert one.answer == answer
    assert not status or {case.outcome.status for case in one.cases} == {status}


def test_a_redirect_whose_card_is_negated_has_lapsed(base: Rulebase) -> None:
    (one,) = told(
        base,
        "大宇宙 @ field; C1: 奇妙超量#1 => DDD 双晓王 末法神 xyz-summoned, 奇妙超量 sent by rule"
        " | DDD 双晓王 末法神#1 from C1 ? where 奇妙超量",
    )
    assert {case.facts["ygo:redirectNow"] for case in one.cases} == {("ygo:StandingLapsed",)}
    assert one.answer in (None, "ygo:Graveyard")


# ---- what is decided without a question ----

DECIDED = [
    ("nothing negates it", DENEB, {"IsNegated C1": "No"}),
    ("its effect is negated", f"技能抽取 @ field; {DENEB}", {"IsNegated C1": "Yes", "IsEffectApplied C1": "No"}),
    (
        "its activation is negated",
        "C1: 死者苏生#1 as card from hand > C2: 神之宣告#1 opp",
        {"IsActivationNegated C1": "Yes", "IsEffectApplied C1": "No", "IsNegated C2": "No"},
    ),
    ("a Summon is negated", "X:monster normal-summoned; C1: 神之宣告#1 opp", {"IsSummonNegated": "Yes", "IsNegated C1": "No"}),
    ("a Chain that is no answer to the Summon", "X:monster normal-summoned; Y:monster to gy; C1: 神之宣告#1 opp", {"IsNegated C1": "No"}),
]
"""Spoken name, text, and what is asked and answered by itself."""


@pytest.mark.parametrize(("text", "answers"), [case[1:] for case in DECIDED], ids=[case[0] for case in DECIDED])
def test_without_a_question_comes_what_is_decided(base: Rulebase, text: str, answers: dict[str, str]) -> None:
    found = told(base, text)
    named = {f"{one.asked.question[4:]} C{one.asked.link}".removesuffix(" C0"): (came(one) or "open").removeprefix("ygo:") for one in found}
    assert named == answers


def test_a_monster_whose_summon_was_negated_applies_nothing(base: Rulebase) -> None:
    summoned = "命运英雄 血魔-D special-summoned; C1: {chained}; C2: 星因士天津四#1 opp ? negated C2"
    answers = [came(told(base, summoned.format(chained=chained))[0]) for chained in ("神之宣告#1 opp", "月之书#1 -> Y:monster")]
    assert answers == ["ygo:No", "ygo:Yes"]
