"""Which changes of an answer would be noticed, why others would not, and that nothing is worked out too little."""

from __future__ import annotations

from functools import reduce

import pytest
from shorthand import small_model

from ygokg.consistency.finding import Finding
from ygokg.consistency.mutation import AMOUNT, RULE, RULING, Change, Score, changes, mutate, score
from ygokg.consistency.report import find
from ygokg.graph.model import Model
from ygokg.store.build import load

RULES = """
    stays     | negator:Negator                    | Yes |       | new.1
    face-down | negator:LapsesFaceDown, face=Down  | No  | stays | new.1
"""
DOWN = "effect=deneb, negator=drain, face=Down"
STEP = {"step": ("Applied", "NotApplied")}
THROUGH_STEP = "gone | member=Lost | step=NotApplied\n later | step=NotApplied | No\n kept | step=Applied | Yes"


def two_answers(rules: str, rulings: str = "", **how: object) -> Model:
    """Return a small model whose question admits Yes and No only, so that every answer has one other."""
    model = small_model(rules, rulings, **how)  # type: ignore[arg-type]
    model.questions["ygo:Q"].answers = ("ygo:Yes", "ygo:No")
    return model


def slipped(model: Model) -> dict[str, str]:
    """Return what slips through, with the reason."""
    return {change.item.partition(":")[2]: change.reason for change in mutate(model) if not change.caught}


def test_what_is_changed() -> None:
    model = two_answers(RULES + "lift | zone=Hand | | stays", f"a | {DOWN} | No\n b | {DOWN} | 3", literal=True)
    model.rulings["ruling:old"] = model.rulings["ruling:a"]._replace(id="ruling:old", deprecated=True, in_force=False)
    assert changes(model) == [
        Change(RULING, "ruling:a", "ygo:No", "ygo:Yes"),
        Change(AMOUNT, "ruling:b", "3", "2"),
        Change(AMOUNT, "ruling:b", "3", "4"),
        Change(RULE, "rule:face-down", "ygo:No", "ygo:Yes"),
        Change(RULE, "rule:stays", "ygo:Yes", "ygo:No"),
    ]


def test_values_of_a_derived_feature_are_changed_too() -> None:
    assert [c.after for c in changes(two_answers(THROUGH_STEP, derived=STEP)) if c.item == "rule:gone"] == ["ygo:Applied"]


SLIPPED = [
    ("a rule catches the ruling, the ruling the rule", RULES, f"a | {DOWN} | No\n b | effect=deneb, negator=drain | Yes", {}),
    ("no rule derives it", "", "a | effect=deneb | No", {"a": "no-rule"}),
    ("no rule, but a ruling like it", "", "a | effect=deneb | No\n b | effect=deneb, zone=Hand | No", {}),
    ("nothing exercises the rule", "one | zone=Hand | Yes", "", {"one": "unexercised"}),
    ("a rule that meets it catches it", "one | zone=Hand | Yes\n two | zone=Hand/Grave | Yes", "", {}),
    ("its exception catches it", "one | zone=Hand/Grave | Yes\n two | zone=Hand | No | one", "", {}),
    (
        "defeated wherever it holds",
        "one | zone=Hand/Grave | Yes\n lift | zone=Hand | | one",
        "a | zone=Hand | No",
        {"a": "no-rule", "one": "defeated"},
    ),
    (
        "rules that disagree already",
        "one | zone=Hand | Yes\n two | zone=Hand | No",
        "a | zone=Hand | Yes",
        {"a": "disputed", "two": "borne-out"},
    ),
]


@pytest.mark.parametrize(("rules", "rulings", "expected"), [c[1:] for c in SLIPPED], ids=[c[0] for c in SLIPPED])
def test_what_slips_through(rules: str, rulings: str, expected: dict[str, str]) -> None:
    assert slipped(two_answers(rules, rulings)) == expected


PROVEN = [
    ("the only ruling says Yes", "one | zone=Hand | Yes", "a | zone=Hand | Yes", {}),
    ("the only ruling says Must", "one | zone=Hand | Must", "a | zone=Hand | Must", {}),
    (
        "another ruling says Must",
        "one | zone=Hand | Must",
        "a | zone=Hand | Must\n b | zone=Hand, face=Down* | Must",
        {("ruling:a", "ygo:Yes"): "borne-out", ("ruling:b", "ygo:Yes"): "borne-out"},
    ),
    (
        "another rule says Must",
        "one | zone=Hand | Yes\n two | face=Down | Must",
        "a | zone=Hand | Yes\n b | zone=Hand, face=Down | Must",
        {("rule:one", "ygo:Must"): "borne-out"},
    ),
]


@pytest.mark.parametrize(("rules", "rulings", "expected"), [c[1:] for c in PROVEN], ids=[c[0] for c in PROVEN])
def test_must_bears_out_yes_and_proves_no_rule_that_says_must(rules: str, rulings: str, expected: dict[tuple[str, str], str]) -> None:
    model = small_model(rules, rulings, ordered=True)
    model.questions["ygo:Q"].answers = ("ygo:Yes", "ygo:No", "ygo:Must")
    assert {(c.item, c.after): c.reason for c in mutate(model) if not c.caught} == expected


BOTH_NO = "one | zone=Hand | No\n two | face=Down | No"
OUTRANKED = [
    ("an obstacle that was changed, where another one stands", BOTH_NO, {}),
    ("a permission that no ruling bears out anyway", "one | zone=Hand | Yes\n two | face=Down | No", {"one": "outranked"}),
]


@pytest.mark.parametrize(("rules", "expected"), [c[1:] for c in OUTRANKED], ids=[c[0] for c in OUTRANKED])
def test_an_obstacle_hides_what_was_changed(rules: str, expected: dict[str, str]) -> None:
    assert slipped(two_answers(rules, "a | zone=Hand, face=Down | No", ordered=True)) == expected


def test_a_pending_ruling_that_becomes_an_answer_lacks_a_rule() -> None:
    model = small_model(RULES, "a | effect=deneb | Pending")
    assert all(change.caught for change in mutate(model) if change.item == "ruling:a")


def test_amounts_are_scored_apart() -> None:
    model = two_answers("", f"a | {DOWN} | 3\n b | {DOWN}, intervening=moon | 3\n c | effect=stratos | 4", literal=True)
    tried = list(mutate(model))
    assert (score(tried, AMOUNT), score(tried, RULING)) == (Score(6, 4), Score(0, 0))
    assert {c.item: c.reason for c in tried if not c.caught} == {"ruling:c": "same-case"}
    assert (score(tried, AMOUNT).share, score(tried, RULING).share) == (4 / 6, None)


WORLDS = [
    ("an exception", two_answers(RULES, f"a | {DOWN} | No\n b | effect=deneb, negator=drain | Yes\n c | face=Up | No")),
    ("rules of one answer", two_answers("a | face=Down | Yes\n b | zone=Hand | Yes\n c | face=Down, zone=Hand | Yes", "r | face=Down | Yes")),
    ("a derived feature", two_answers(THROUGH_STEP, "a | member=Lost | No\n b | step=Applied | Yes\n c | member=Lost, step=NotApplied | No", derived=STEP)),
    ("a derived feature that a rule without a ruling uses", two_answers(THROUGH_STEP + "\n direct | member=Lost | No", "", derived=STEP)),
    ("told apart through a derived feature", two_answers(THROUGH_STEP + "\n here | member=Here | step=Applied", "a | effect=deneb, member=Lost | No\n b | effect=deneb, member=Here | Yes", derived=STEP)),
    ("all answers", small_model(RULES, f"a | {DOWN} | No\n b | {DOWN} | Pending\n c | effect=deneb, negator=drain | Must")),
    ("answers in order", small_model(RULES, f"a | {DOWN} | No\n b | effect=deneb, negator=drain | Yes", ordered=True)),
    ("two documents", two_answers("a | zone=Hand | Yes | | old.3\n b | zone=Hand | No | | new.3", "r | zone=Hand | Yes | | old.4!\n s | zone=Hand | No | | new.4!")),
    ("a circle of exceptions", two_answers("a | face=Down | Yes | b\n b | face=Down | No | a\n c | zone=Hand | No", "r | face=Down | Yes\n s | zone=Hand | No")),
    ("what a rule proves", small_model("a | face=Up | Yes?\n b | face=Down | No\n c | zone=Hand | Yes!", f"r | face=Up | Yes\n s | {DOWN} | No", ordered=True)),
    ("an obstacle hides an obstacle", two_answers("one | zone=Hand | No\n two | face=Down | No", "a | zone=Hand, face=Down | No", ordered=True)),
    ("a permission is hidden already", small_model("one | zone=Hand | Yes\n two | face=Down | No", "a | zone=Hand, face=Down | No", ordered=True)),
    ("one ruling proves a rule", small_model("one | zone=Hand | Must", "a | zone=Hand | Must\n b | effect=stratos, zone=Hand | Yes")),
    ("a changed feature takes the proof away", two_answers("out | face=Down | step=NotApplied\n no | step=NotApplied | No\n also | zone=Hand | No", "a | face=Down | No\n b | zone=Hand | No", derived=STEP, ordered=True)),
    ("a needless exception that goes lays a rule bare", small_model("must | face=Down | Must\n wide | face=Down, zone=Hand | Must | must", "a | face=Down | Yes")),
    ("a ruling that is wrong already", two_answers(RULES, f"a | {DOWN} | Yes\n b | {DOWN} | No")),
]  # fmt: skip


def changed(model: Model, change: Change) -> Model:
    if change.kind == RULE:
        return model._replace(rules={**model.rules, change.item: model.rules[change.item]._replace(answer=change.after)})
    return model._replace(rulings={**model.rulings, change.item: model.rulings[change.item]._replace(answer=change.after)})


def failing(model: Model) -> set[str]:
    return {finding.id for finding in find(model) if finding.severity != "info"}


@pytest.mark.parametrize("model", [w[1] for w in WORLDS], ids=[w[0] for w in WORLDS])
def test_a_change_is_caught_if_and_only_if_it_becomes_a_finding(model: Model) -> None:
    before = failing(model)
    tried = list(mutate(model))
    assert tried
    assert [(c.item, c.after, c.caught) for c in tried] == [(c.item, c.after, bool(failing(changed(model, c)) - before)) for c in tried]


def test_a_disagreement_that_goes_can_lay_a_rule_bare() -> None:
    model = small_model("must | face=Down | Must\n no | face=Down, zone=Hand | No", "a | face=Down | Yes")
    assert failing(model) == {"rule-rule:79775432"}
    tried = {c.after: c for c in mutate(model) if c.item == "rule:no"}
    assert {after for after, c in tried.items() if c.caught} == {"ygo:Yes", "ygo:Must", "ygo:PerCard"}
    told = {after: {finding.kind for finding in find(changed(model, c)) if finding.fails} for after, c in tried.items()}
    assert told == {after: {"not-borne-out"} for after in ("ygo:Yes", "ygo:Must", "ygo:PerCard")} | {"ygo:Pending": {"rule-rule"}}


def asked(model: Model, item: str) -> str:
    thing = model.rules.get(item) or model.rulings.get(item)
    return thing.asks if thing is not None else ""


def spread(model: Model) -> list[Change]:
    """Return one change of every question and one of a derived feature, now of a ruling and now of a rule."""
    by_subject: dict[str, list[Change]] = {}
    for change in changes(model):
        subject = asked(model, change.item)
        by_subject.setdefault(subject if subject in model.questions else "derived", []).append(change)
    return [own[len(own) * (number % 5) // 5] for number, own in enumerate(by_subject.values())]


def batches(model: Model, some: list[Change]) -> list[list[Change]]:
    """Put together changes whose findings can be told apart: those on questions that nothing relates.

    What derives a feature stays alone, and what answers a question that reads off one.
    """
    near = {question: {question} for question in model.questions}
    for exclusion in model.exclusions.values():
        near[exclusion.asks].add(exclusion.other)
        near[exclusion.other].add(exclusion.asks)
    made: list[tuple[list[Change], set[str]]] = []
    for change in some:
        question = model.questions.get(asked(model, change.item))
        about = {*near} if question is None or question.reads_off else near[question.id]
        batch, taken = next((known for known in made if not known[1] & about), ([], set()))
        if not batch:
            made.append((batch, taken))
        batch.append(change)
        taken |= about
    return [batch for batch, _ in made]


def subjects(model: Model, finding: Finding) -> set[str]:
    """Return the questions that a finding is about: two where their answers exclude each other."""
    related = {asked(model, i) for i in finding.ids} if finding.kind == "questions-disagree" else set()
    return {finding.asks, *related}


def test_so_it_is_for_the_built_in_data() -> None:
    """Many changes are made at once, or all findings would have to be worked out anew for each of them."""
    model, _ = load()
    before = failing(model)
    tried = list(mutate(model, spread(model)))
    assert {change.caught for change in tried} == {True, False}
    for batch in batches(model, tried):
        together = reduce(changed, batch, model)
        new = [finding for finding in find(together) if finding.severity != "info" and finding.id not in before]
        for change in batch:
            subject = asked(model, change.item)
            own = sorted(finding.id for finding in new if len(batch) == 1 or subject in subjects(model, finding))
            assert change.caught == bool(own), f"{change}: {own}"


def test_most_of_what_could_be_wrong_in_the_built_in_data_would_be_noticed() -> None:
    model, _ = load()
    tried = list(mutate(model))
    derived = score(tried, RULING).share or 0
    assert derived >= 0.9, f"{derived:.1%} of the changed rulings are noticed: see `ygokg conflicts --mutate`"
    rules = score(tried, RULE).share or 0
    assert rules >= 0.65, f"{rules:.1%} of the changed rules are noticed: see `ygokg conflicts --mutate`"
