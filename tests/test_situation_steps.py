"""Real cases about steps, groups and references told as situations, and what is worked out of the cards that a step is about."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Run

from ygokg.resolver import Rulebase, resolve
from ygokg.resolver.outcome import agree
from ygokg.situation.answering import Told
from ygokg.situation.course import Course
from ygokg.situation.telling import situation

DATA = Path(__file__).parent / "data"
CASES: list[dict[str, Any]] = tomllib.loads((DATA / "situations_steps.toml").read_text(encoding="utf-8"))["case"]
AS_FEATURES = {case["id"]: case for case in tomllib.loads((DATA / "unseen_cases.toml").read_text(encoding="utf-8"))["case"]}
RIGHT = {
    "c-029", "c-034", "c-070", "c-074", "c-075", "c-076", "c-078", "c-079", "c-080", "c-081.a", "c-081.b", "c-086", "c-088", "c-090", "c-092",
    "c-093", "c-097", "c-100",
}  # fmt: skip
"""Those that are answered; the others are open."""
DERIVED = frozenset({
    "ygo:memberStatus", "ygo:membersHandled", "ygo:spokenOfNow", "ygo:revealedCardNow", "ygo:placeSinceNamed", "ygo:earlierStep",
    "ygo:laterWhenReached", "ygo:eventBy", "ygo:whichCard", "ygo:actingCardKind", "ygo:movedBeforeResolution", "ygo:negatedThing",
    "ygo:negatedEffect", "ygo:negator", "ygo:restriction", "ygo:redirect", "ygo:movedTo", "ygo:leavingMove", "ygo:leavingCause",
})  # fmt: skip
"""What a situation says by itself, so that no text states it after `with`."""


@pytest.fixture(scope="module")
def told(base: Rulebase) -> dict[str, Told]:
    """Every case with what comes."""
    return {case["id"]: answered(base, case["text"]) for case in CASES}


def answered(base: Rulebase, text: str) -> Told:
    """Return what comes to the first question of a text."""
    known = situation(base.model, text, "en")
    course = Course(base, known)
    course.refuse_what_did_not_happen("en")
    return course.answer(known.asked[0])


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_case_is_right_or_open_and_nothing_that_follows_is_stated(case: dict[str, Any], told: dict[str, Told]) -> None:
    known = AS_FEATURES[case["id"]]
    one = told[case["id"]]
    assert case["answer"] == known["answer"]
    assert one.asked.question == known["question"]
    assert one.asked.facts.keys() & DERIVED == set()
    assert (one.answer is not None and agree(case["answer"], one.answer)) is (case["id"] in RIGHT), one
    assert one.answer is not None or case["id"] not in RIGHT
    assert one.handled == case.get("count")


def test_a_case_in_features_is_never_contradicted(base: Rulebase, told: dict[str, Told]) -> None:
    known = {name: resolve(base, AS_FEATURES[name]["question"], AS_FEATURES[name]["facts"]).answer for name in told}
    both = {name: (answer, told[name].answer) for name, answer in known.items() if answer and told[name].answer}
    assert len(both) >= 15
    assert {name: pair for name, pair in both.items() if not agree(*pair)} == {}


TWO = "C1: X:spell -> A:monster, B:monster > C2: Y:trap opp"
THOSE = "? rest C1 with referenceForm=ThoseCards"
FACTS: list[tuple[str, str, str, list[str] | None]] = [
    ("one of two left", f"{TWO} => A to hand {THOSE}", "memberStatus", ["SomeMembersGone"]),
    ("both left", f"{TWO} => A to hand, B to hand {THOSE}", "memberStatus", ["AllMembersGone"]),
    ("one left and came back, so that it is another card", f"{TWO} => A banished, A to field {THOSE}", "memberStatus", ["SomeMembersGone"]),
    ("one left, and more may have happened", f"{TWO} => A to hand {THOSE} …", "memberStatus", None),
    ("both left, and more may have happened", f"{TWO} => A to hand, B to hand {THOSE} …", "memberStatus", ["AllMembersGone"]),
    ("one was turned face-down", f"{TWO} => A face-down {THOSE}", "memberStatus", ["MemberFaceDown"]),
    ("one was turned face-down and up again", f"{TWO} => A face-down, A face-up {THOSE}", "memberStatus", None),
    ("one was turned face-down, the other left", f"{TWO} => A face-down, B to hand {THOSE}", "memberStatus", ["SomeMembersGone", "MemberFaceDown"]),
    ("the control of one changed", f"{TWO} => A control {THOSE}", "memberStatus", ["MemberControlChanged"]),
    ("the control of one changed and changed back", f"{TWO} => A control, A control {THOSE}", "memberStatus", None),
    ("nothing happened to them", f"{TWO} {THOSE}", "memberStatus", ["AllMembersThere"]),
    ("nothing happened to them, and more may have happened", f"{TWO} {THOSE} …", "memberStatus", None),
    ("they left in the resolution itself, before the step", f"{TWO.replace(' > ', ' => A to hand, step 1 on A + B > ')} ? rest C1", "memberStatus", ["SomeMembersGone"]),
    ("they left in the resolution itself, after the step", f"{TWO.replace(' > ', ' => step 1 on A + B, A to hand > ')} ? rest C1", "memberStatus", ["AllMembersThere"]),
    ("A and B, of which one may be the card itself", f"{TWO} => A to hand, B to hand ? rest C1 with referenceForm=AAndB", "memberStatus", None),
    ("a single target is no group", "C1: X:spell -> A:monster > C2: Y:trap opp => A to hand ? rest C1 with referenceForm=ThoseCards", "memberStatus", None),
    ("the steps, not the targets, of a question about steps", f"{TWO} => A to hand ? then C1 with connector=Comma referenceForm=ThoseCards", "memberStatus", None),
    ("the cards of the step before", "C1: X:spell -> A:monster, B:monster => step 1 on A, step 2 on B > C2: Y:trap => A to hand ? then C1", "memberStatus", ["AllMembersGone"]),
    ("a later step without its cards", "C1: X:spell -> A:monster, B:monster => step 1 on A, step 2 on B > C2: Y:trap => B to hand ? then C1", "laterWhenReached", ["LaterNotPossible"]),
    ("a later step with one of its cards", "C1: X:spell -> A:monster, B:monster => step 2 on A + B > C2: Y:trap => B to hand ? then C1", "laterWhenReached", None),
    ("the step before was done", "C1: X:spell => step 1 done ? then C1", "earlierStep", ["StepApplied"]),
    ("the step before was not done", "C1: X:spell => step 1 not ? then C1", "earlierStep", ["StepNotApplied"]),
    ("the step before could not be done", "C1: X:spell => step 1 cannot ? then C1", "earlierStep", ["StepNotApplied"]),
    ("how many the step before handled", "C1: X:spell => step 1 some ? then C1", "membersHandled", ["SomeHandled"]),
    ("that it handled some is not that it was applied", "C1: X:spell => step 1 some ? then C1", "earlierStep", None),
    ("that the later step was not done is not that it could not be", "C1: X:spell => step 2 not ? earlier C1", "laterWhenReached", None),
    ("the second of three steps before the third", "C1: X:spell => step 1 done, step 2 not, step 3 on self ? then C1 step 3", "earlierStep", ["StepNotApplied"]),
    ("the first of three steps before the second", "C1: X:spell => step 1 done, step 2 not, step 3 on self ? then C1 step 2", "earlierStep", ["StepApplied"]),
    ("the card paid moved on", "C1: X:ignition cost Y:monster sent > C2: Z:trap => Y banished ? applied C1 with cardSpokenOf=CostCard", "spokenOfNow", ["NoLongerInThatPlace"]),
    ("the card paid is there", "C1: X:ignition cost Y:monster sent > C2: Z:trap ? applied C1 with cardSpokenOf=CostCard", "spokenOfNow", ["StillInThatPlace"]),
    ("two cards were paid", "C1: X:ignition cost Y:monster sent, W:monster sent > C2: Z:trap => Y banished ? applied C1 with cardSpokenOf=CostCard", "spokenOfNow", None),
    ("the text speaks of another card", "C1: X:ignition cost Y:monster sent > C2: Z:trap => Y banished ? applied C1 with cardSpokenOf=TriggerCard", "spokenOfNow", None),
    ("the card shown left the hand", "Y:monster @ hand; C1: X:ignition cost Y revealed > C2: Z:trap => Y sent ? applied C1", "revealedCardNow", ["RevealedCardGone"]),
    ("the card shown is in the hand", "Y:monster @ hand; C1: X:ignition cost Y revealed > C2: Z:trap ? applied C1", "revealedCardNow", ["RevealedCardThere"]),
    ("the event came before a later step", "Y:monster @ hand; C1: X:spell => Y special-summoned, step 2 done ? misses Y:trigger with triggerAbout=AboutItself", "eventBy", ["ByEarlierPart"]),
    ("the event came after the step told", "Y:monster @ hand; C1: X:spell => step 1 done, Y special-summoned ? misses Y:trigger with triggerAbout=AboutItself", "eventBy", None),
    ("the card itself would be picked", "C1: X:ignition ? can-choose C1 by C1", "whichCard", ["TheActingCard"]),
    ("another card would be picked", "Y:monster; C1: X:ignition ? can-choose Y by C1", "whichCard", ["AnotherCard"]),
    ("what a negator does besides: the negated card left", "C1: X:ignition cost self sent > C2: 饼蛙#2 ? then C2", "movedBeforeResolution", ["LeftItsPlace"]),
    ("what a negator does besides: the negated card stayed", "C1: X:ignition > C2: 饼蛙#2 cost self sent ? then C2", "movedBeforeResolution", ["StayedThere"]),
    ("effects that are negated already", "C1: 机壳守护神 路径灵#2 -> A:monster, B:monster | 魔族之链#1 on A ? rest C1", "memberStatus", ["MemberCannotBeDone"]),
    ("effects whose negator has left", "C1: 机壳守护神 路径灵#2 -> A:monster, B:monster > C2: Y:trap => 魔族之链 destroyed | 魔族之链#1 on A ? rest C1", "memberStatus", None),
]  # fmt: skip
"""Spoken name, text, a feature, and the values that it comes to (None: it is not known)."""


@pytest.mark.parametrize(("text", "feature", "values"), [one[1:] for one in FACTS], ids=[one[0] for one in FACTS])
def test_what_the_timeline_says_of_steps_and_cards(base: Rulebase, text: str, feature: str, values: list[str] | None) -> None:
    (case,) = answered(base, text).cases
    assert sorted(case.facts.get(f"ygo:{feature}", ())) == sorted(f"ygo:{value}" for value in values or ())


THREE = "C1: X:trap -> A:monster, B:monster, D:monster > C2: Y:trap opp => {happened} {more}? how-many C1 with referenceForm={form}"
COUNTED = [
    ("one of three left", THREE.format(happened="A to hand", more="", form="ThoseCards"), 2),
    ("two of three left", THREE.format(happened="A to hand, B sent", more="", form="ThoseCards"), 1),
    ("none is handled where one of those three left", THREE.format(happened="A to hand", more="", form="ThoseNCards"), 0),
    ("another was turned face-down", THREE.format(happened="A to hand, B face-down", more="", form="ThoseCards"), None),
    ("something in force reaches another", THREE.format(happened="A to hand", more="| W:CardEffectsNegator on B ", form="ThoseCards"), None),
    ("nothing happened", THREE.format(happened="Z:monster to hand", more="", form="ThoseCards"), None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "count"), [one[1:] for one in COUNTED], ids=[one[0] for one in COUNTED])
def test_how_many_cards_are_handled(base: Rulebase, text: str, count: int | None) -> None:
    assert answered(base, text).handled == count


def test_the_three_languages_tell_steps_alike(run: Callable[..., Run]) -> None:
    told = [
        json.loads(run("situation", text, "--format", "json").out)["answers"]
        for text in (
            "C1: X:spell -> A:monster => step 1 on A, step 2 cannot ? earlier C1 with connector=Comma",
            "C1: X:魔法 -> A:怪兽 => 步骤 1 对 A, 步骤 2 不能处理 ? 前一步 C1 with connector=Comma",
            "C1: X:魔法 -> A:モンスター => 手順 1 に A, 手順 2 行えない ? 前の処理 C1 with connector=Comma",
        )
    ]
    assert told[0] == told[1] == told[2]
    assert told[0][0]["answer"] == "ygo:Yes"
