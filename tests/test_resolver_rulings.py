"""What rulings answer themselves, who is followed where they disagree, and which are nearest."""

from __future__ import annotations

import pytest
from shorthand import facts, small_model
from test_resolver import short

from ygokg.resolver import Outcome, Rulebase, resolve
from ygokg.resolver.records import against, records
from ygokg.store.cache import Graph

RULES = """
    stays     | negator:Negator                    | Yes |
    face-down | negator:LapsesFaceDown, face=Down  | No  | stays
"""
CASE = "effect=deneb, negator=drain, face=Down"

ABOUT = [
    ("the same effect, negator and facts", f"r | {CASE} | No", CASE, ("documented", "No")),
    ("context that no rule mentions is only shown", f"r | {CASE}, intervening=moon | No", CASE, ("documented", "No")),
    ("a case that says more is another one", f"r | {CASE} | No", CASE + ", zone=Field", ("derived", "No")),
    (
        "another effect in a role that no rule looks at",
        f"r | {CASE}, intervening=moon | No",
        CASE + ", intervening=stratos",
        ("derived", "No"),
    ),
    (
        "the same effect in a role that no rule looks at",
        f"r | {CASE}, intervening=moon | No",
        CASE + ", intervening=moon",
        ("documented", "No"),
    ),
    (
        "a stand-in and what is known of the case's effect",
        "r | effect=any, negator=drain, face=Down | No",
        "effect=LapsesFaceDown, negator=drain, face=Down",
        ("documented", "No"),
    ),
    (
        "a stand-in and a narrower family",
        "r | effect=any, negator=drain, face=Down | No",
        "effect=FieldNegator, negator=drain, face=Down",
        ("documented", "No"),
    ),
    (
        "a stand-in and a wider family",
        "r | effect=any, negator=drain, face=Down | No",
        "effect=Negator, negator=drain, face=Down",
        ("derived", "No"),
    ),
    (
        "a stand-in and the effect of a card",
        "r | effect=any, negator=drain, face=Down | No",
        "effect=veiler, negator=drain, face=Down",
        ("derived", "No"),
    ),
    ("a ruling that the rules do not bear out needs all facts", f"r | {CASE}, zone=Hand | Yes", CASE, ("derived", "No")),
    ("and answers where they are equal", f"r | {CASE}, zone=Hand | Yes", CASE + ", zone=Hand", ("documented", "Yes")),
    ("another effect", f"r | {CASE} | No", "effect=stratos, negator=drain, face=Down", ("derived", "No")),
    ("another negator of the same family", f"r | {CASE} | No", "effect=deneb, negator=veiler, face=Down", ("derived", "No")),
    ("a family instead of the negator", f"r | {CASE} | No", "effect=deneb, negator=FieldNegator, face=Down", ("derived", "No")),
    ("a fact of the ruling that the case lacks", f"r | {CASE} | No", "effect=deneb, negator=drain", ("derived", "Yes")),
    ("a rule that the ruling does not fulfil", "r | effect=deneb, negator=drain | Yes", CASE, ("derived", "No")),
    ("a ruling without an effect is a precedent only", "r | negator=drain, face=Down | No", "negator=drain, face=Down", ("derived", "No")),
    ("a literal answer needs all facts", f"r | {CASE}, intervening=moon | 3", CASE, ("derived", "No")),
    ("a literal answer with all facts", f"r | {CASE}, intervening=moon | 3", CASE + ", intervening=moon", ("documented", "3")),
]


@pytest.mark.parametrize(("rulings", "case", "expected"), [c[1:] for c in ABOUT], ids=[c[0] for c in ABOUT])
def test_which_ruling_is_about_the_case(rulings: str, case: str, expected: tuple[str, str]) -> None:
    assert short(resolve(small_model(RULES, rulings), "ygo:Q", facts(case))) == expected


def test_without_rules_all_facts_must_be_equal() -> None:
    model = small_model("", f"r | {CASE} | No")
    assert short(resolve(model, "ygo:Q", facts(CASE))) == ("documented", "No")
    assert short(resolve(model, "ygo:Q", facts(CASE + ", zone=Field"))) == ("open", None)


STEP_RULES = "gone | member=Lost | step=NotApplied\n needs | step=NotApplied | No"
FOLLOWING = [
    (
        "what is stated of the case follows in the ruling",
        "effect=deneb, member=Lost",
        "effect=deneb, member=Lost, step=NotApplied",
        "documented",
    ),
    ("what follows in the case the ruling may lack", "effect=deneb, member=Lost", "effect=deneb, member=Lost", "documented"),
    (
        "a fact that is not in the ruling is foreign though the same follows",
        "effect=deneb, step=NotApplied",
        "effect=deneb, member=Lost",
        "derived",
    ),
]


@pytest.mark.parametrize(("ruling", "case", "status"), [c[1:] for c in FOLLOWING], ids=[c[0] for c in FOLLOWING])
def test_what_follows_in_the_case_or_in_the_ruling(ruling: str, case: str, status: str) -> None:
    model = small_model(STEP_RULES, f"r | {ruling} | No", derived={"step": ("Applied", "NotApplied")})
    assert short(resolve(model, "ygo:Q", facts(case))) == (status, "No")


def test_context_may_be_left_out_but_not_be_something_else() -> None:
    model = small_model(RULES, f"r | {CASE}, intervening=moon, zone=Hand | 3")
    model.rulings["ruling:r"].context = ("ygo:zone",)
    assert short(resolve(model, "ygo:Q", facts(CASE + ", intervening=moon"))) == ("documented", "3")
    assert short(resolve(model, "ygo:Q", facts(CASE + ", intervening=moon, zone=Grave"))) == ("derived", "No")


def test_a_withdrawn_ruling_does_not_answer() -> None:
    model = small_model(RULES, f"r | {CASE} | Yes")
    model.rulings["ruling:r"].in_force = False
    outcome = resolve(model, "ygo:Q", facts(CASE))
    assert (short(outcome), outcome.departs_from, outcome.proof.precedents) == (("derived", "No"), None, ())


def test_a_documented_answer_is_conditional_where_a_rule_could_still_apply() -> None:
    outcome = resolve(small_model(RULES, "r | effect=deneb, negator=drain | Yes"), "ygo:Q", facts("effect=deneb, negator=drain"))
    assert short(outcome) == ("documented", "Yes")
    assert [(u.rules, u.answers) for u in outcome.conditions] == [(("rule:face-down",), ("ygo:No",))]


def test_a_departure_shows_both_answers() -> None:
    outcome = resolve(small_model(RULES, f"r | {CASE} | Yes"), "ygo:Q", facts(CASE))
    assert (short(outcome), outcome.departs_from, outcome.proof.rulings) == (("documented", "Yes"), "ygo:No", ("ruling:r",))


def test_must_bears_out_a_documented_yes_but_not_the_reverse() -> None:
    must, yes = "a | face=Down | Must", "a | face=Down | Yes"
    assert resolve(small_model(must, f"r | {CASE} | Yes"), "ygo:Q", facts(CASE)).departs_from is None
    assert resolve(small_model(yes, f"r | {CASE} | Must"), "ygo:Q", facts(CASE)).departs_from == "ygo:Yes"


def test_a_pending_ruling_is_the_answer_and_the_general_rule_is_shown_beside_it() -> None:
    outcome = resolve(small_model(RULES, f"r | {CASE} | Pending"), "ygo:Q", facts(CASE))
    assert (short(outcome), outcome.general, outcome.departs_from) == (("pending", "Pending"), "ygo:No", None)


def test_a_pending_card_stays_pending_beside_a_decided_one_that_the_rules_do_not_tell_apart() -> None:
    model = small_model(RULES, f"a | {CASE} | Pending\n b | effect=stratos, negator=drain, face=Down | No")
    assert short(resolve(model, "ygo:Q", facts(CASE))) == ("pending", "Pending")
    assert short(resolve(model, "ygo:Q", facts("effect=stratos, negator=drain, face=Down"))) == ("documented", "No")


DISAGREEING = [
    (
        "the newer of two dated ones",
        f"a | {CASE} | Yes | 2015-01-01\n b | {CASE} | No | 2019-05-20",
        ("documented", "No"),
        ("ruling:a",),
        0,
    ),
    ("one undated, the later document", f"a | {CASE} | Yes | 2015-01-01 | new.1\n b | {CASE} | No | | old.1", ("documented", "Yes"), (), 2),
    ("one undated, one document", f"a | {CASE} | Yes | 2015-01-01 | new.1\n b | {CASE} | No | | new.2", ("conflict", None), (), 2),
    ("the same day, one document", f"a | {CASE} | Yes | 2015-01-01\n b | {CASE} | No | 2015-01-01", ("conflict", None), (), 2),
    (
        "a repeat counts as of the latest document",
        f"a | {CASE} | Yes | | old.1 new.1\n b | {CASE} | No | | old.2",
        ("documented", "Yes"),
        (),
        2,
    ),
    ("the same answer twice is no conflict", f"a | {CASE} | No\n b | {CASE} | No", ("documented", "No"), (), 0),
]


@pytest.mark.parametrize(("rulings", "expected", "old", "sides"), [c[1:] for c in DISAGREEING], ids=[c[0] for c in DISAGREEING])
def test_rulings_that_disagree(rulings: str, expected: tuple[str, str | None], old: tuple[str, ...], sides: int) -> None:
    outcome = resolve(small_model(RULES, rulings), "ygo:Q", facts(CASE))
    assert (short(outcome), outcome.proof.superseded, len(outcome.clash)) == (expected, old, sides)


MERELY_NEGATED = "sent | negator:Negator, zone=Field | No | | new.1"


@pytest.mark.parametrize("negator", ["drain", "called"])
def test_a_ruling_that_the_rules_cannot_tell_apart_is_heard_under_either_negator(negator: str) -> None:
    rulings = (
        "a | effect=deneb, negator=drain, zone=Field | Yes | | old.94!\n b | effect=deneb, negator=called, zone=Field | No | | new.74!"
    )
    outcome = resolve(small_model(MERELY_NEGATED, rulings), "ygo:Q", facts(f"effect=deneb, negator={negator}, zone=Field"))
    assert short(outcome) == ("documented", "No")
    assert [(s.answer, s.rulings, s.issued) for s in outcome.clash] == [
        ("ygo:No", ("ruling:b",), "2023-12"),
        ("ygo:Yes", ("ruling:a",), "2020-01"),
    ]


AGAINST = [
    ("equal in what the rules mention", RULES, f"a | {CASE} | No\n b | {CASE}, zone=Hand | Yes", ("ruling:b",)),
    ("told apart by a mentioned feature", RULES, f"a | {CASE} | No\n b | effect=deneb, negator=drain, face=Up | Yes", ()),
    ("stated against unstated is a difference", RULES, f"a | {CASE} | No\n b | effect=deneb, negator=drain | Yes", ()),
    ("told apart by a mentioned family", RULES, f"a | {CASE} | No\n b | effect=deneb, negator=called, face=Down | Yes", ()),
    (
        "not told apart by effects that no rule looks at",
        RULES,
        f"a | {CASE} | No\n b | effect=stratos, negator=veiler, face=Down | Yes",
        ("ruling:b",),
    ),
    ("a pending ruling contradicts no other case", RULES, f"a | {CASE} | No\n b | effect=stratos, negator=drain, face=Down | Pending", ()),
    ("amounts for two effects", RULES, f"a | {CASE} | 3\n b | effect=stratos, negator=drain, face=Down | 4", ()),
    ("two amounts for one effect", RULES, f"a | {CASE} | 3\n b | {CASE} | 4", ("ruling:b",)),
    (
        "no rule applies: the same effect, nothing different",
        RULES,
        "a | effect=deneb, zone=Hand | No\n b | effect=deneb | Yes",
        ("ruling:b",),
    ),
    ("no rule applies: another effect", RULES, "a | effect=deneb | No\n b | effect=stratos | Yes", ()),
    ("no rule applies: a different value", RULES, "a | effect=deneb, zone=Hand | No\n b | effect=deneb, zone=Grave | Yes", ()),
]


@pytest.mark.parametrize(("rules", "rulings", "expected"), [c[1:] for c in AGAINST], ids=[c[0] for c in AGAINST])
def test_ruling_against_ruling(rules: str, rulings: str, expected: tuple[str, ...]) -> None:
    base = Rulebase(small_model(rules, rulings))
    first = records(base, "ygo:Q")[0]
    assert tuple(other.ruling.id for other in against(base, first)) == expected


def test_precedents_come_nearest_first() -> None:
    rulings = """
        far      | effect=stratos, negator=called               | Yes
        near     | effect=stratos, negator=drain, face=Down     | No
        nearest  | effect=deneb, negator=veiler, face=Down      | No
        apart    | zone=Grave                                   | No
    """
    found = resolve(small_model(RULES, rulings), "ygo:Q", facts(CASE + ", zone=Field")).proof.precedents
    assert [(p.ruling, p.same_rules) for p in found] == [("ruling:near", True), ("ruling:nearest", True), ("ruling:far", False)]
    assert found[0].shared == (("ygo:face", "ygo:Down"), ("ygo:negator", "effect:drain"))
    assert found[0].different == (("ygo:effect", "effect:stratos"),)


def test_a_precedent_says_what_it_shares_and_where_both_differ() -> None:
    model = small_model(RULES, "r | effect=moon, negator=drain, zone=Hand | Yes")
    (precedent,) = resolve(model, "ygo:Q", facts(CASE)).proof.precedents
    assert (precedent.shared, precedent.different, precedent.lacking) == (
        (("ygo:negator", "effect:drain"),),
        (("ygo:effect", "effect:moon"), ("ygo:zone", "ygo:Hand")),
        (("ygo:effect", "effect:deneb"), ("ygo:face", "ygo:Down")),
    )


def test_what_the_store_worked_out_gives_the_same_outcomes_as_weighing_every_ruling(graph: Graph, outcomes: dict[str, Outcome]) -> None:
    weighing = Rulebase(graph.model)
    for ruling in graph.model.rulings.values():
        assert resolve(weighing, ruling.asks, ruling.facts) == outcomes[ruling.id], ruling.id
