"""What one question decides is known to the rules of others, and a standing effect that is not in force does nothing."""

from __future__ import annotations

import pytest
from shorthand import facts, small_model

from ygokg.graph.model import Feature, Model, Question
from ygokg.resolver import Rulebase, resolve

READ = {"negated": ("WasNegated", "WasNot")}
RULES = """
    drains  | negator:Negator                     | Yes  |
    lapses  | negator:LapsesFaceDown, face=Down   | No   | drains
    pends   | negator=veiler, immune=Immune       | Pending | drains
    silent  | negator=called, zone=Grave          |      | drains
    applied | connector=Comma, negated=WasNot     | Yes  |
    not     | negated=WasNegated                  | No   |
"""
OTHERS = ("rule:drains", "rule:lapses", "rule:pends", "rule:silent")


def two_questions(*, ordered: bool = True, absent: tuple[str, ...] = ()) -> Model:
    """The first four rules answer `ygo:R`, off which the feature is read that the other two of `ygo:Q` look at."""
    model = small_model(RULES, derived=READ, ordered=ordered, absent=absent)
    answers = ("ygo:Yes", "ygo:No", "ygo:Pending")
    readings = {"ygo:Yes": "ygo:WasNegated", "ygo:No": "ygo:WasNot"}
    order = ("ygo:No", "ygo:Pending", "ygo:Yes")
    model.questions["ygo:R"] = Question("ygo:R", {}, {}, answers, order, reads_off="ygo:negated", readings=readings)
    for rule in OTHERS:
        model.rules[rule].asks = "ygo:R"
    return model


CASES = [
    ("what the other question answers decides", "negator=drain, face=Up", "ygo:No"),
    ("an exception there decides too", "negator=drain, face=Down, connector=Comma", "ygo:Yes"),
    ("what is pending there leaves the feature without a value", "negator=veiler, immune=Immune, connector=Comma", None),
    ("so does what is lifted there", "negator=called, zone=Grave, connector=Comma", None),
    ("a value that is stated stands", "negator=drain, face=Down, negated=WasNegated", "ygo:No"),
]


@pytest.mark.parametrize(("case", "answer"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_rules_look_at_what_another_question_answers(case: str, answer: str | None) -> None:
    assert resolve(two_questions(), "ygo:Q", facts(case)).answer == answer


def test_the_other_question_is_answered_by_its_rules_as_before() -> None:
    model = two_questions()
    answers = [
        resolve(model, "ygo:R", facts(case)).answer
        for case in ("negator=drain", "negator=drain, face=Down", "negator=veiler, immune=Immune")
    ]
    assert answers == ["ygo:Yes", "ygo:No", "ygo:Pending"]


def test_the_proof_names_the_rule_of_the_other_question() -> None:
    (fact,) = resolve(two_questions(), "ygo:Q", facts("negator=drain, face=Up")).proof.derived
    assert (fact.feature, fact.values, fact.rules) == ("ygo:negated", ("ygo:WasNegated",), ("rule:drains",))


@pytest.mark.parametrize(
    ("absent", "case", "answer"),
    [
        (("negated",), "effect=drain, negator=drain", None),
        (("negated",), "effect=veiler, negator=drain", "ygo:No"),
        ((), "effect=drain, negator=drain", "ygo:No"),
    ],
    ids=["a negator does not negate itself", "it does negate another effect", "what is not absent when unsaid is known of it too"],
)
def test_of_the_negator_itself_only_what_counts_as_absent_is_left_out(absent: tuple[str, ...], case: str, answer: str | None) -> None:
    assert resolve(two_questions(absent=absent), "ygo:Q", facts(case)).answer == answer


@pytest.mark.parametrize(
    ("question", "stated", "answer"),
    [
        ("ygo:IsEarlierApplied", {"ygo:extentWording": ["ygo:AllOfThem"], "ygo:membersHandled": ["ygo:NoneHandled"]}, "ygo:No"),
        ("ygo:IsEarlierApplied", {"ygo:extentWording": ["ygo:AllOfThem"], "ygo:membersHandled": ["ygo:SomeHandled"]}, "ygo:Yes"),
        ("ygo:CountsAsSummoned", {"ygo:negatedThing": ["ygo:SummonNegated"]}, "ygo:No"),
        ("ygo:CountsAsSummoned", {"ygo:negatedThing": ["ygo:EffectNegated"]}, None),
    ],
)
def test_earlier_steps_and_summons_are_answered_by_the_rules_that_others_look_at(
    base: Rulebase, question: str, stated: dict[str, list[str]], answer: str | None
) -> None:
    assert resolve(base, question, stated).answer == answer


@pytest.mark.parametrize("move", ["ygo:leavingMove=ygo:SentMove", "ygo:moveVerb=ygo:BackToHandVerb"])
@pytest.mark.parametrize(("kind", "answer"), [("ygo:WasToken", None), ("ygo:WasMonsterCard", "ygo:Banished")])
def test_no_redirect_banishes_what_was_a_token(base: Rulebase, move: str, kind: str, answer: str | None) -> None:
    feature, value = move.split("=")
    stated = {feature: [value], "ygo:kindBefore": [kind], "ygo:redirect": ["ygo:LeaveFieldBanishRedirect"]}
    assert resolve(base, "ygo:WhichDestination", stated).answer == answer


def test_every_feature_that_a_question_reads_off_has_a_value_for_yes_and_for_no(base: Rulebase) -> None:
    read = [question for question in base.model.questions.values() if question.reads_off is not None]
    assert len(read) >= 5
    for question in read:
        assert {"ygo:Yes", "ygo:No"} <= set(question.readings), question.id
        assert set(question.readings.values()) == set(base.model.features[question.reads_off].values), question.id


def with_states() -> Model:
    model = small_model("protects | intervening=moon | No | general\n general | negator:Negator | Yes |")
    values = ("ygo:InForce", "ygo:Lapsed")
    state = Feature("ygo:interveningNow", "state", {}, {}, values, functional=True, state_of="ygo:intervening", inert_at=("ygo:Lapsed",))
    model.features[state.id] = state
    return model


@pytest.mark.parametrize(
    ("state", "answer"),
    [("", "ygo:No"), (", interveningNow=InForce", "ygo:No"), (", interveningNow=Lapsed", "ygo:Yes")],
    ids=["nothing said", "in force", "lapsed"],
)
def test_an_effect_that_is_not_in_force_counts_as_not_there(state: str, answer: str) -> None:
    outcome = resolve(with_states(), "ygo:Q", facts(f"negator=drain, intervening=moon{state}"))
    assert outcome.answer == answer
    assert ("ygo:interveningNow", "ygo:Lapsed") not in outcome.not_weighed


def test_its_wording_is_not_read_either() -> None:
    model = small_model("kind | rider=Destroy | Yes |", wording={"drain": "rider=Destroy"})
    values = ("ygo:InForce", "ygo:Lapsed")
    model.features["ygo:negatorNow"] = Feature(
        "ygo:negatorNow", "state", {}, {}, values, True, state_of="ygo:negator", inert_at=("ygo:Lapsed",)
    )
    assert resolve(model, "ygo:Q", facts("negator=drain")).answer == "ygo:Yes"
    assert resolve(model, "ygo:Q", facts("negator=drain, negatorNow=Lapsed")).answer is None


def test_an_effect_does_not_negate_itself() -> None:
    model = two_questions(absent=("negated",))
    assert resolve(model, "ygo:Q", facts("negator=drain, effect=drain, face=Up")).answer is None
    assert resolve(model, "ygo:Q", facts("negator=drain, effect=deneb, face=Up")).answer == "ygo:No"


def test_of_several_effects_in_a_role_none_is_taken_out() -> None:
    outcome = resolve(with_states(), "ygo:Q", facts("negator=drain, intervening=moon/stratos, interveningNow=Lapsed"))
    assert outcome.answer == "ygo:No"
