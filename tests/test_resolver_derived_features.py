"""Derived features: completed in order, carrying their conditions, in clash, and never a default."""

from __future__ import annotations

import pytest
from shorthand import facts, small_model
from test_resolver import short, unless

from ygokg.errors import BrokenInput
from ygokg.resolver import Assumption, resolve

STEP = {"step": ("Applied", "NotApplied")}
STEPS = {"step": ("Applied", "NotApplied"), "later": ("Possible", "Impossible")}
FOLLOW_UP = """
    gone    | member=Lost                          | step=NotApplied  |
    needs   | connector=Comma, step=NotApplied     | No               |
    free    | connector=FullStop, step=NotApplied  | Yes              |
"""

VALUES = [
    ("a rule gives the value that another uses", FOLLOW_UP, "connector=Comma, member=Lost", ("derived", "No")),
    ("a stated value stands", FOLLOW_UP, "connector=Comma, member=Lost, step=Applied", ("open", None)),
    ("a stated value needs no rule", FOLLOW_UP, "connector=FullStop, step=NotApplied", ("derived", "Yes")),
    (
        "one derived feature uses another",
        "a | member=Lost | step=NotApplied\n b | step=NotApplied | later=Impossible\n c | later=Impossible | No",
        "member=Lost",
        ("derived", "No"),
    ),
    (
        "an exception to a deriving rule takes the value away",
        FOLLOW_UP + "kept | immune=Immune | step=Applied | gone",
        "connector=Comma, member=Lost, immune=Immune",
        ("open", None),
    ),
]


@pytest.mark.parametrize(("rules", "case", "expected"), [c[1:] for c in VALUES], ids=[c[0] for c in VALUES])
def test_values(rules: str, case: str, expected: tuple[str, str | None]) -> None:
    assert short(resolve(small_model(rules, derived=STEPS), "ygo:Q", facts(case))) == expected


CARRIED = [
    (
        "what could overturn a derived value could overturn the answer",
        FOLLOW_UP + "kept | immune=Immune | step=Applied | gone",
        "connector=Comma, member=Lost",
        {("kept", ("immune=Immune",), "open", ())},
    ),
    (
        "a derived value that overturns nothing carries nothing",
        FOLLOW_UP + "kept | immune=Immune | step=Applied | gone\n always | connector=Comma | No",
        "connector=Comma, member=Lost",
        set(),
    ),
    (
        "an exception on a derived feature that is not known",
        "base | connector=Comma | Yes\n gone | member=Lost | step=NotApplied\n needs | step=NotApplied | No | base",
        "connector=Comma",
        {("needs", ("member=Lost",), "derived", ("No",))},
    ),
    (
        "a value certainly derived rules the other one out",
        "base | connector=Comma | Yes\n there | member=Here | step=Applied\n needs | step=NotApplied | No | base",
        "connector=Comma, member=Here",
        set(),
    ),
    (
        "a value that no plain fact can bring about any more is no condition",
        "base | connector=Comma | Yes\n gone | member=Lost | step=NotApplied\n needs | step=NotApplied | No | base",
        "connector=Comma, member=Here",
        set(),
    ),
    (
        "a derived value is told by what would bring it about, however far behind",
        "base | connector=Comma | Yes\n gone | member=Lost | step=NotApplied\n then | step=NotApplied | later=Impossible\n"
        "needs | later=Impossible | No | base",
        "connector=Comma",
        {("needs", ("member=Lost",), "derived", ("No",))},
    ),
]


@pytest.mark.parametrize(("rules", "case", "expected"), [c[1:] for c in CARRIED], ids=[c[0] for c in CARRIED])
def test_conditions_are_carried(rules: str, case: str, expected: set[object]) -> None:
    assert unless(resolve(small_model(rules, derived=STEPS), "ygo:Q", facts(case))) == expected


def test_the_feature_through_which_a_condition_works_is_named() -> None:
    model = small_model(FOLLOW_UP + "kept | immune=Immune | step=Applied | gone", derived=STEP)
    (condition,) = resolve(model, "ygo:Q", facts("connector=Comma, member=Lost")).conditions
    assert (condition.rules, condition.through) == (("rule:kept",), "ygo:step")


def test_a_derived_feature_that_is_absent_when_unsaid_is_ruled_out_with_its_last_rule() -> None:
    rules = "base | connector=Comma | Yes\n gone | member=Lost | step=NotApplied\n needs | step=NotApplied | No | base"
    model = small_model(rules, derived=STEP, absent=("step",))
    assert resolve(model, "ygo:Q", facts("connector=Comma, member=Here")).conditions == ()
    assert unless(resolve(model, "ygo:Q", facts("connector=Comma"))) == {("needs", ("member=Lost",), "derived", ("No",))}


def test_what_a_derived_value_takes_for_granted_the_answer_does() -> None:
    model = small_model(FOLLOW_UP + "kept | intervening=moon | step=Applied | gone", derived=STEP)
    outcome = resolve(model, "ygo:Q", facts("connector=Comma, member=Lost"))
    assert (short(outcome), outcome.conditions, outcome.assumed) == (("derived", "No"), (), (Assumption("ygo:intervening"),))


CLASH = "a | face=Up | step=Applied | | {a}\n b | place=Gone | step=NotApplied | | {b}\n"
CLASHES = [
    ("every answer that would use it is a conflict", "new.1", "new.2", "use | step=Applied | Yes", ("conflict", None)),
    (
        "an answer that does not use it stands",
        "new.1",
        "new.2",
        "other | face=Up | Yes\n use | step=Applied, zone=Hand | No",
        ("derived", "Yes"),
    ),
    ("the later document settles it", "old.1", "new.2", "use | step=NotApplied | No", ("derived", "No")),
    (
        "a feature that would use it is in clash too",
        "new.1",
        "new.2",
        "next | step=Applied | later=Possible\n use | later=Possible | Yes",
        ("conflict", None),
    ),
]


@pytest.mark.parametrize(("a", "b", "rules", "expected"), [c[1:] for c in CLASHES], ids=[c[0] for c in CLASHES])
def test_clashes(a: str, b: str, rules: str, expected: tuple[str, str | None]) -> None:
    model = small_model(CLASH.format(a=a, b=b) + rules, derived=STEPS)
    assert short(resolve(model, "ygo:Q", facts("face=Up, place=Gone, zone=Grave"))) == expected


def test_a_clash_over_a_feature_shows_both_sides() -> None:
    model = small_model(CLASH.format(a="new.1", b="new.2") + "use | step=Applied | Yes", derived=STEP)
    outcome = resolve(model, "ygo:Q", facts("face=Up, place=Gone"))
    assert [(side.answer, side.rules) for side in outcome.clash] == [("ygo:Applied", ("rule:a",)), ("ygo:NotApplied", ("rule:b",))]


BEHIND = [
    ("the answer uses the value", "use | step=NotApplied | No", {"step"}),
    ("the answer would be another one under the other value", "base | zone=Grave | Yes\n use | step=Applied | No | base", {"step"}),
    ("a feature derived from it is used", "next | step=NotApplied | later=Possible\n use | later=Possible | Yes", {"step"}),
    (
        "a feature would have been derived from the other side",
        "next | step=Applied | later=Possible\n base | zone=Grave | No\n use | later=Possible | Yes | base",
        {"step"},
    ),
    ("no answer hangs on it", "other | face=Up | Yes\n use | step=Applied, zone=Hand | No", set()),
]


@pytest.mark.parametrize(("rules", "through"), [c[1:] for c in BEHIND], ids=[c[0] for c in BEHIND])
def test_an_answer_carries_the_settled_clash_behind_it(rules: str, through: set[str]) -> None:
    model = small_model(CLASH.format(a="old.1", b="new.2") + rules, derived=STEPS)
    outcome = resolve(model, "ygo:Q", facts("face=Up, place=Gone, zone=Grave"))
    assert outcome.status == "derived"
    assert {side.through for side in outcome.clash} == {f"ygo:{feature}" for feature in through}
    assert {side.issued for side in outcome.clash} == ({"2020-01", "2023-12"} if through else set())


def test_features_that_depend_on_each_other_are_broken_input() -> None:
    model = small_model("a | later=Possible | step=Applied\n b | step=Applied | later=Possible\n c | step=Applied | Yes", derived=STEPS)
    with pytest.raises(BrokenInput) as caught:
        resolve(model, "ygo:Q", {})
    assert caught.value.message == "Derived features depend on each other in a circle: ygo:later → ygo:step → ygo:later."


def test_a_derived_feature_can_be_asked_about_itself() -> None:
    outcome = resolve(small_model(FOLLOW_UP, derived=STEP), "ygo:step", facts("member=Lost"))
    assert (outcome.status, outcome.answer) == ("derived", "ygo:NotApplied")
