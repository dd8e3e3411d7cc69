"""Every outcome of the resolver, and each subtlety of its rules, on models of a few lines."""

from __future__ import annotations

import pytest
from shorthand import facts, small_model

from ygokg.errors import BrokenInput, UsageProblem
from ygokg.resolver import Assumption, Outcome, Rulebase, resolve

MATRIX = """
    stays     | negator:Negator                       | Yes |
    face-down | negator:LapsesFaceDown, face=Down     | No  | stays
    off-field | negator:LapsesOffField, place=Gone    | No  | stays
"""
CHAIN = """
    base    | negator:Negator             | Yes |
    first   | face=Down                   | No  | base
    second  | place=Gone                  | Yes | first
"""
LIFT = """
    base    | negator:Negator             | Yes |
    lift    | zone=Hand                   |     | base
"""
UNTOUCHED = "face=Up, place=There, zone=Field, immune=Affected"


def unless(outcome: Outcome) -> set[tuple[str, tuple[str, ...], str, tuple[str, ...]]]:
    """Return the conditions that rules make as (rules, missing, status, answers)."""
    return {
        (
            " ".join(r.removeprefix("rule:") for r in u.rules),
            tuple(f"{c.feature}={c.family or '/'.join(c.values)}".replace("ygo:", "") for c in u.missing),
            u.status,
            tuple(a.removeprefix("ygo:") for a in u.answers),
        )
        for u in outcome.conditions
        if u.rules
    }


def short(outcome: Outcome) -> tuple[str, str | None]:
    """Return status and answer."""
    return outcome.status, outcome.answer and outcome.answer.removeprefix("ygo:")


DERIVED = [
    ("the general rule holds where no exception does", MATRIX, "negator=drain, face=Up, place=There", ("derived", "Yes")),
    ("an exception defeats the general rule", MATRIX, "negator=drain, face=Down, place=There", ("derived", "No")),
    ("a class above two families speaks for both", MATRIX, "negator=veiler, face=Down", ("derived", "No")),
    ("a family without the exception keeps the general rule", MATRIX, "negator=called, face=Down, place=Gone", ("derived", "Yes")),
    ("two exceptions with one answer are no conflict", MATRIX, "negator=drain, face=Down, place=Gone", ("derived", "No")),
    ("an exception to an exception restores", CHAIN, "negator=drain, face=Down, place=Gone", ("derived", "Yes")),
    (
        "a defeated exception defeats nothing",
        CHAIN + "third | zone=Hand | No | second",
        "negator=drain, face=Down, place=Gone, zone=Hand",
        ("derived", "No"),
    ),
    ("a lift leaves the question open", LIFT, "negator=drain, zone=Hand", ("open", None)),
    ("no rule, no answer", MATRIX, "face=Down", ("open", None)),
    ("a rule for each card leaves it open", "each | negator:Negator | PerCard", "negator=drain", ("open", None)),
    (
        "a rule that leaves it pending",
        "base | negator:Negator | Yes\n kind | face=Down | Pending | base",
        "negator=drain, face=Down",
        ("pending", "Pending"),
    ),
    (
        "a rule that names the effect",
        "base | negator:Negator | Yes\n named | effect=deneb | No | base",
        "effect=deneb, negator=drain",
        ("derived", "No"),
    ),
    ("one of several values", "some | zone=Hand/Grave | No", "zone=Grave", ("derived", "No")),
    ("a role with several effects means some", "some | intervening=moon | No", "intervening=stratos/moon", ("derived", "No")),
    ("a feature with several values means some", "some | member=Lost | No", "member=Here/Lost", ("derived", "No")),
]


@pytest.mark.parametrize(("rules", "case", "expected"), [c[1:] for c in DERIVED], ids=[c[0] for c in DERIVED])
def test_what_the_rules_say(rules: str, case: str, expected: tuple[str, str | None]) -> None:
    assert short(resolve(small_model(rules), "ygo:Q", facts(case))) == expected


ORDERED = [
    ("an obstacle outweighs what may be done", "a | face=Up | May\n b | place=Gone | No", ("derived", "No")),
    ("what may be done is more than a permission", "a | face=Up | May\n b | place=Gone | Yes", ("derived", "May")),
    ("an obstacle outweighs a permission", "a | face=Up | Yes\n b | place=Gone | No", ("derived", "No")),
    ("a duty outweighs a permission", "a | face=Up | Yes\n b | place=Gone | Must", ("derived", "Must")),
    ("what is pending outweighs a duty", "a | face=Up | Must\n b | place=Gone | Pending", ("pending", "Pending")),
]


@pytest.mark.parametrize(("rules", "expected"), [c[1:] for c in ORDERED], ids=[c[0] for c in ORDERED])
def test_obstacles_add_up(rules: str, expected: tuple[str, str]) -> None:
    assert short(resolve(small_model(rules, ordered=True), "ygo:Q", facts("face=Up, place=Gone"))) == expected


def test_without_an_order_a_duty_still_implies_a_permission() -> None:
    model = small_model("a | face=Up | Yes\n b | place=Gone | Must")
    assert short(resolve(model, "ygo:Q", facts("face=Up, place=Gone"))) == ("derived", "Must")


CONDITIONS = [
    (
        "an exception that is not known",
        MATRIX,
        "negator=drain, place=There",
        {("face-down", ("face=Down",), "derived", ("No",))},
    ),
    ("a known fact rules the exception out", MATRIX, f"negator=drain, {UNTOUCHED}", set()),
    ("a family rules the exception out", MATRIX, "negator=called", set()),
    (
        "an exception to what defeated the rule",
        CHAIN,
        "negator=drain, face=Down",
        {("second", ("place=Gone",), "derived", ("Yes",))},
    ),
    (
        "an unknown exception whose own exception is certain is none",
        CHAIN,
        "negator=drain, place=Gone",
        set(),
    ),
    ("a lift makes the answer conditional", LIFT, "negator=drain", {("lift", ("zone=Hand",), "open", ())}),
    (
        "open can be conditional too",
        "base | negator:Negator | Yes\n lift | zone=Hand | | base\n back | face=Down | | lift",
        "negator=drain, zone=Hand",
        {("back", ("face=Down",), "derived", ("Yes",))},
    ),
    (
        "a rule that a stated fact speaks for, and that would disagree",
        "base | negator:Negator | Yes\n other | zone=Hand, face=Down | No",
        "negator=drain, zone=Hand",
        {("other", ("face=Down",), "conflict", ("No", "Yes"))},
    ),
    (
        "a rule that no stated fact speaks for is no condition",
        "base | negator:Negator | Yes\n other | zone=Hand, face=Down | No",
        "negator=drain",
        set(),
    ),
    (
        "a rule with the same answer is no condition",
        "base | negator:Negator | Yes\n other | zone=Hand, face=Down | Yes",
        "negator=drain, zone=Hand",
        set(),
    ),
    (
        "an effect without a family may be of any",
        "base | negator:Negator | Yes\n family | effect:LapsesFaceDown | No | base",
        "negator=drain, effect=deneb",
        {("family", ("effect=LapsesFaceDown",), "derived", ("No",))},
    ),
    (
        "an effect of one family is of no other of the axis",
        "base | negator:Negator | Yes\n family | effect:LapsesFaceDown | No | base",
        "negator=drain, effect=called",
        set(),
    ),
    (
        "an effect known by a class above several may be one of them",
        MATRIX + "one | negator:FieldNegator, zone=Grave | No | stays",
        "negator=LapsesFaceDown, face=Up, place=There, zone=Grave",
        {("one", ("negator=FieldNegator",), "derived", ("No",))},
    ),
    (
        "two supports that only fall together are one condition",
        "a | face=Up | Yes\n b | place=There | Yes\n la | zone=Hand | | a\n lb | immune=Immune | | b",
        "face=Up, place=There",
        {("la lb", ("zone=Hand", "immune=Immune"), "open", ())},
    ),
    (
        "two supports that cannot fall together are none",
        "a | face=Up | Yes\n b | place=There | Yes\n la | zone=Hand | | a\n lb | zone=Grave | | b",
        "face=Up, place=There",
        set(),
    ),
    (
        "in the closed world of a stated value list nothing is missing",
        "base | negator:Negator | Yes\n many | member=Lost | No | base",
        "negator=drain, member=Here",
        set(),
    ),
]


@pytest.mark.parametrize(("rules", "case", "expected"), [c[1:] for c in CONDITIONS], ids=[c[0] for c in CONDITIONS])
def test_what_could_overturn_the_answer(rules: str, case: str, expected: set[object]) -> None:
    assert unless(resolve(small_model(rules), "ygo:Q", facts(case))) == expected


ASSUMED = [
    (
        "an unstated role",
        "base | negator:Negator | Yes\n moon | intervening=moon | No | base",
        "negator=drain",
        (Assumption("ygo:intervening"),),
    ),
    (
        "a stated role is complete",
        "base | negator:Negator | Yes\n moon | intervening=moon | No | base",
        "negator=drain, intervening=stratos",
        (),
    ),
    (
        "a feature that counts as absent when unsaid",
        "base | negator:Negator | Yes\n shield | immune=Immune | No | base",
        "negator=drain",
        (Assumption("ygo:immune"),),
    ),
    (
        "an effect known by its family is none that a rule names",
        "base | negator:Negator | Yes\n named | negator=veiler | No | base",
        "negator=OneShotNegator",
        (Assumption("ygo:negator", ("effect:veiler",)),),
    ),
    ("a family that no named effect has", "base | negator:Negator | Yes\n named | negator=veiler | No | base", "negator=FieldNegator", ()),
    (
        "an absent role that a known fact makes idle",
        "base | negator:Negator | Yes\n moon | intervening=moon, face=Down | No | base",
        "negator=drain, face=Up",
        (),
    ),
]


@pytest.mark.parametrize(("rules", "case", "expected"), [c[1:] for c in ASSUMED], ids=[c[0] for c in ASSUMED])
def test_what_is_assumed(rules: str, case: str, expected: tuple[Assumption, ...]) -> None:
    outcome = resolve(small_model(rules, absent=("immune",)), "ygo:Q", facts(case))
    assert (short(outcome), outcome.conditions, outcome.assumed) == (("derived", "Yes"), (), expected)


OPEN = [
    ("nothing applies", MATRIX, "face=Down", "nothing-applies", ("ygo:negator", "ygo:place"), ()),
    ("the documents lift the rule", LIFT, "negator=drain, zone=Hand", "lifted", (), ("rule:lift",)),
    ("the documents leave it to each card", "each | negator:Negator | PerCard", "negator=drain", "per-card", (), ()),
    (
        "the rule that lacks least comes first",
        "a | face=Up, place=There | Yes\n b | face=Up, zone=Hand, place=Gone | No",
        "face=Up, zone=Hand",
        "nothing-applies",
        ("ygo:place",),
        (),
    ),
    ("a contradicted rule decides nothing", "a | face=Up, place=There | Yes", "face=Down", "nothing-applies", (), ()),
]


@pytest.mark.parametrize(("rules", "case", "reason", "deciding", "lifts"), [c[1:] for c in OPEN], ids=[c[0] for c in OPEN])
def test_why_it_is_open(rules: str, case: str, reason: str, deciding: tuple[str, ...], lifts: tuple[str, ...]) -> None:
    outcome = resolve(small_model(rules), "ygo:Q", facts(case))
    assert (outcome.status, outcome.reason, outcome.proof.deciding, outcome.proof.lifts) == ("open", reason, deciding, lifts)


WORDING = "base | connector=Comma | No\n other | connector=FullStop | Yes\n hit | rider=Destroy | Yes"
COPIED = [
    ("from the effect", "effect=deneb", ("derived", "No")),
    ("a stated one stands", "effect=deneb, connector=FullStop", ("derived", "Yes")),
    ("only from the role that the feature names", "negator=deneb", ("open", None)),
    ("a rider from the negator", "negator=drain", ("derived", "Yes")),
]


@pytest.mark.parametrize(("case", "expected"), [c[1:] for c in COPIED], ids=[c[0] for c in COPIED])
def test_wording_is_copied(case: str, expected: tuple[str, str | None]) -> None:
    model = small_model(WORDING, wording={"deneb": "connector=Comma", "drain": "rider=Destroy"})
    assert short(resolve(model, "ygo:Q", facts(case))) == expected


def test_general_and_pending_by_rule() -> None:
    model = small_model("base | negator:Negator | Yes\n kind | face=Down | Pending | base")
    outcome = resolve(model, "ygo:Q", facts("negator=drain, face=Down"))
    assert (short(outcome), outcome.general) == (("pending", "Pending"), "ygo:Yes")


DISAGREEING = [
    ("within one document nothing is chosen", "new.1", "new.2", ("conflict", None), ("ygo:No", "ygo:Yes")),
    ("the document issued later answers", "old.1", "new.2", ("derived", "No"), ("ygo:No",)),
    ("a statement with several sources takes the latest", "old.1 new.3", "old.2", ("derived", "Yes"), ("ygo:Yes",)),
    ("both sides in the latest document", "old.1 new.3", "new.2", ("conflict", None), ("ygo:No", "ygo:Yes")),
]


@pytest.mark.parametrize(("yes", "no", "expected", "answers"), [c[1:] for c in DISAGREEING], ids=[c[0] for c in DISAGREEING])
def test_rules_that_disagree(yes: str, no: str, expected: tuple[str, str | None], answers: tuple[str, ...]) -> None:
    outcome = resolve(small_model(f"a | face=Up | Yes | | {yes}\n b | place=Gone | No | | {no}"), "ygo:Q", facts("face=Up, place=Gone"))
    assert (short(outcome), outcome.answers) == (expected, answers)
    assert [(side.answer, side.rules) for side in outcome.clash] == [("ygo:No", ("rule:b",)), ("ygo:Yes", ("rule:a",))]


def test_a_permission_lends_its_source_to_the_duty_that_implies_it() -> None:
    model = small_model("a | face=Up | Must | | old.1\n b | face=Up | Yes | | new.1\n c | place=Gone | No | | new.2")
    assert resolve(model, "ygo:Q", facts("face=Up, place=Gone")).answers == ("ygo:Must", "ygo:No")


def test_the_proof_shows_rules_exceptions_and_what_they_lack() -> None:
    outcome = resolve(
        small_model(CHAIN + "never | negator:Negator, zone=Hand | No | base"), "ygo:Q", facts("negator=drain, face=Down, zone=Field")
    )
    assert [(t.rule, t.standing) for t in outcome.proof.rules] == [("rule:first", "in")]
    shown = {t.rule: (t.standing, t.defeated_by, [(c.condition.feature, c.state) for c in t.checks]) for t in outcome.proof.exceptions}
    assert shown == {
        "rule:base": ("defeated", ("rule:first",), [("ygo:negator", "stated")]),
        "rule:second": ("undecided", (), [("ygo:place", "unknown")]),
        "rule:never": ("out", (), [("ygo:negator", "stated"), ("ygo:zone", "contradicted")]),
    }


BROKEN_RULES = [
    (
        "a circle",
        "a | face=Up | Yes | b\n b | face=Up | No | a",
        "Rules are exceptions to each other in a circle: rule:a → rule:b → rule:a.",
    ),
    ("itself", "a | face=Up | Yes | a", "Rules are exceptions to each other in a circle: rule:a → rule:a."),
    ("dangling", "a | face=Up | Yes | nowhere", "rule:a is an exception to rule:nowhere, which is no rule."),
    (
        "another question",
        "a | face=Up | step=Applied\n b | face=Up | Yes | a",
        "rule:b answers ygo:Q, but is an exception to rule:a, which answers ygo:step.",
    ),
]


@pytest.mark.parametrize(("rules", "message"), [c[1:] for c in BROKEN_RULES], ids=[c[0] for c in BROKEN_RULES])
def test_broken_exceptions(rules: str, message: str) -> None:
    with pytest.raises(BrokenInput) as caught:
        resolve(small_model(rules, derived={"step": ("Applied", "NotApplied")}), "ygo:Q", facts("face=Up"))
    assert caught.value.message == message


def test_a_withdrawn_rule_neither_answers_nor_defeats() -> None:
    model = small_model(MATRIX)
    model.rules["rule:face-down"].in_force = False
    assert short(resolve(model, "ygo:Q", facts("negator=drain, face=Down, place=There"))) == ("derived", "Yes")


MISUSE = [
    ("an unknown feature", "colour=Up", "ygo:colour is not a feature."),
    ("a value of another feature", "face=Gone", "ygo:face cannot be ygo:Gone."),
    ("two values of a functional feature", "face=Up/Down", "ygo:face has one value, not 2: ygo:Up, ygo:Down."),
    ("a value in a role", "negator=Up", "ygo:Up is neither an effect nor a family of effects."),
]


@pytest.mark.parametrize(("case", "message"), [c[1:] for c in MISUSE], ids=[c[0] for c in MISUSE])
def test_misuse_is_refused(case: str, message: str) -> None:
    with pytest.raises(UsageProblem) as caught:
        resolve(small_model(MATRIX), "ygo:Q", facts(case))
    assert caught.value.message == message


def test_an_unknown_question_is_refused() -> None:
    with pytest.raises(UsageProblem, match=r"^ygo:Nothing is not a question\.$"):
        resolve(Rulebase(small_model(MATRIX)), "ygo:Nothing", {})
