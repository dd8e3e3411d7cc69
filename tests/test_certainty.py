"""No answer is more certain than its sources: what is documented is just what a ruling says, and no fact is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import pytest
from shorthand import facts, small_model
from test_resolver import short, unless

from ygokg.errors import UsageProblem
from ygokg.graph.model import Id, Model, Ruling
from ygokg.resolver import Attestation, Outcome, Rulebase, resolve
from ygokg.resolver.case import copied_wording
from ygokg.resolver.completing import alone
from ygokg.resolver.documented import documented
from ygokg.resolver.explaining import explain
from ygokg.resolver.resolving import weigh

Facts = Mapping[Id, tuple[Id, ...]]


def in_force(model: Model) -> list[Ruling]:
    """Return the rulings that are not withdrawn."""
    return [ruling for ruling in model.rulings.values() if ruling.in_force]


def other_effects(model: Model, value: Id, taken: tuple[Id, ...]) -> Iterator[Id]:
    """Yield an effect that shares a family with this one, and one that shares none."""
    own = set(model.effects[value].families)
    for alike in (True, False):
        found = (i for i in sorted(model.effects) if i not in taken and bool(own & set(model.effects[i].families)) is alike)
        yield from list(found)[:1]


def exchanged(model: Model, ruling: Ruling) -> Iterator[tuple[str, Facts]]:
    """Yield the ruling's facts with each role and each value exchanged for another one."""
    for feature, values in ruling.facts.items():
        known = model.features[feature]
        for value in values:
            instead = other_effects(model, value, values) if known.kind == "role" else (v for v in known.values if v not in values)
            for other in instead:
                yield f"{feature}: {value} → {other}", {**ruling.facts, feature: tuple(other if v == value else v for v in values)}


def extended(base: Rulebase, ruling: Ruling) -> Iterator[tuple[str, Facts]]:
    """Yield the ruling's facts with one of each kind added that neither it nor the text of its effects has."""
    there = {*ruling.facts, *copied_wording(base, ruling.facts)}
    for kind in ("role", "text", "state"):
        feature = next(f for f in base.model.features.values() if f.kind == kind and f.id not in there)
        value = feature.values[0] if feature.values else "effect:82732705-1"
        yield f"+ {feature.id}", {**ruling.facts, feature.id: (value,)}


def answering(base: Rulebase, question: Id, case: Facts) -> tuple[Id, ...]:
    """Return the rulings that answer a case, without everything else that goes with its outcome; none where it cannot be."""
    try:
        said = documented(weigh(base, question, case))
    except UsageProblem:
        return ()
    return said.rulings if said is not None else ()


def test_no_ruling_answers_a_case_with_another_effect_or_value(base: Rulebase) -> None:
    wrong = [
        f"{ruling.id}: {what}"
        for ruling in in_force(base.model)
        for what, case in exchanged(base.model, ruling)
        if ruling.id in answering(base, ruling.asks, case)
    ]
    assert not wrong, "\n".join(wrong)


def test_no_ruling_answers_a_case_with_a_foreign_fact(base: Rulebase) -> None:
    wrong = [
        f"{ruling.id}: {what}"
        for ruling in in_force(base.model)
        for what, case in extended(base, ruling)
        if ruling.id in answering(base, ruling.asks, case)
    ]
    assert not wrong, "\n".join(wrong)


def test_every_ruling_answers_its_own_case_also_without_its_context(base: Rulebase, outcomes: dict[Id, Outcome]) -> None:
    told: Counter[str] = Counter()
    for ruling in in_force(base.model):
        whole = bare = outcomes[ruling.id]
        if ruling.context:
            bare = resolve(base, ruling.asks, {f: values for f, values in ruling.facts.items() if f not in ruling.context})
        assert (whole.status, whole.answer) == (bare.status, bare.answer), f"{ruling.id}: its context decides; a rule has to read it"
        told[whole.status] += 1
        if "ygo:effect" in ruling.facts:
            assert whole.status in ("documented", "pending"), ruling.id
    without_effect = sum("ygo:effect" not in ruling.facts for ruling in in_force(base.model))
    assert told == {"documented": 1541, "pending": 23, "derived": without_effect}
    assert without_effect == 12


NEGATED = "stays | negator:Negator | Yes |\n down | face=Down | No | stays\n"
PROVES = [
    ("a passage that says so", "a | face=Up | Yes", "face=Up", ("derived", "Yes")),
    ("one that says so in general", "a | face=Up | Yes~", "face=Up", ("derived", "Yes")),
    ("one that only says that something does not hinder", "a | face=Up | Yes?", "face=Up", ("open", None)),
    ("with one that proves it", "a | face=Up | Yes?\n b | zone=Hand | Yes", "face=Up, zone=Hand", ("derived", "Yes")),
    ("with an obstacle", "a | face=Up | Yes?\n b | zone=Hand | No", "face=Up, zone=Hand", ("derived", "No")),
    ("as an exception it defeats all the same", "b | zone=Hand | No\n a | face=Up | Yes? | b", "face=Up, zone=Hand", ("open", None)),
    ("a duty that only removes an obstacle", "a | face=Up | Must?\n b | zone=Hand | Yes", "face=Up, zone=Hand", ("derived", "Yes")),
]


@pytest.mark.parametrize(("rules", "case", "expected"), [c[1:] for c in PROVES], ids=[c[0] for c in PROVES])
def test_what_a_rule_proves(rules: str, case: str, expected: tuple[str, str | None]) -> None:
    assert short(resolve(small_model(rules, ordered=True), "ygo:Q", facts(case))) == expected


def test_in_the_closed_setting_an_absent_obstacle_gives_its_yes() -> None:
    model = small_model("a | face=Up | Yes?", ordered=True)
    assert alone(Rulebase(model), "ygo:Q", facts("face=Up")) == "ygo:Yes"


def test_what_is_unhindered_says_which_obstacles_are_not_ruled_out() -> None:
    model = small_model("a | face=Up | Yes?\n b | zone=Hand | No\n c | place=Gone | No | a", "r | face=Up | Yes", ordered=True)
    outcome = resolve(model, "ygo:Q", facts("face=Up"))
    assert (outcome.status, outcome.reason) == ("open", "unhindered")
    assert unless(outcome) == {("c", ("place=Gone",), "derived", ("No",))}
    assert outcome.attested == Attestation("same", ("ruling:r",))


def test_an_answer_says_whether_it_is_meant_in_general() -> None:
    model = small_model("a | face=Up | Yes~\n b | zone=Hand | Yes", ordered=True)
    assert resolve(model, "ygo:Q", facts("face=Up")).in_general is True
    assert resolve(model, "ygo:Q", facts("face=Up, zone=Hand")).in_general is False


LOST = [
    ("a feature that no rule mentions", NEGATED, "negator=drain, zone=Hand", {"ygo:zone"}, set(), set()),
    ("an effect in a role that no rule mentions", NEGATED, "negator=drain, intervening=moon", {"ygo:intervening"}, set(), set()),
    ("one that is mentioned and changes nothing", "down | face=Down | No\n up | face=Up, zone=Hand | No", "face=Down, zone=Grave", set(), {"ygo:zone"}, set()),
    ("a negator that changes nothing", "down | face=Down | No\n stays | negator:AnyZoneNegator | Yes", "negator=drain, face=Down", set(), {"ygo:negator"}, {"ygo:negator"}),
    ("a negator that no rule mentions", "down | face=Down | No", "negator=drain, face=Down", {"ygo:negator"}, set(), {"ygo:negator"}),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "case", "idle", "same", "told"), [c[1:] for c in LOST], ids=[c[0] for c in LOST])
def test_no_fact_is_lost(rules: str, case: str, idle: set[Id], same: set[Id], told: set[Id]) -> None:
    found = explain(small_model(rules), "ygo:Q", facts(case))
    assert {f for f, _ in found.outcome.not_weighed} == idle
    assert {f for f, _ in found.indifferent} == same
    assert {c.feature for u in found.outcome.conditions if not u.rules for c in u.missing} == told


def test_an_effect_is_weighed_where_a_rule_reads_its_wording() -> None:
    model = small_model("a | rider=Destroy | Yes", wording={"drain": "rider=Destroy"})
    outcome = resolve(model, "ygo:Q", facts("negator=drain"))
    assert (short(outcome), outcome.not_weighed, outcome.conditions) == (("derived", "Yes"), (), ())


def test_a_fact_that_the_ruling_has_too_is_not_told_as_not_weighed() -> None:
    case = "effect=deneb, negator=drain, face=Down, intervening=moon"
    outcome = resolve(small_model(NEGATED, f"r | {case} | No"), "ygo:Q", facts(case))
    assert (outcome.status, outcome.not_weighed, outcome.conditions) == ("documented", (), ())


def test_a_role_that_every_ruling_has_is_named_as_missing() -> None:
    model = small_model("a | negator:Negator, effect:FieldNegator | Yes", "r | effect=drain, negator=drain | Yes")
    assert resolve(model, "ygo:Q", facts("face=Up")).missing == ("ygo:effect", "ygo:negator")


def test_the_effect_asked_about_is_unknown_and_not_absent_where_it_is_not_said() -> None:
    model = small_model("base | zone=Hand | No\n exempt | effect:FieldNegator | Yes | base")
    assert unless(resolve(model, "ygo:Q", facts("zone=Hand"))) == {("exempt", ("effect=FieldNegator",), "derived", ("Yes",))}


ATTESTED = [
    ("rulings under exactly the same rules", "r | face=Up, zone=Hand | Yes", Attestation("same", ("ruling:r",))),
    ("rulings under one each", "r | face=Up | Yes\n s | zone=Hand | Yes", Attestation("some", (), (("rule:a", "rule:b"),))),
    ("no ruling under any", "r | place=Gone | Yes", Attestation("none", (), (("rule:a", "rule:b"),))),
]


@pytest.mark.parametrize(("rulings", "expected"), [c[1:] for c in ATTESTED], ids=[c[0] for c in ATTESTED])
def test_how_well_rulings_attest_an_answer(rulings: str, expected: Attestation) -> None:
    model = small_model("a | face=Up | Yes | | new.1\n b | zone=Hand | Yes | | new.2", rulings)
    assert resolve(model, "ygo:Q", facts("face=Up, zone=Hand")).attested == expected


def test_rules_of_one_passage_are_meant_to_meet() -> None:
    model = small_model("a | face=Up | Yes | | new.1\n b | zone=Hand | Yes | | new.1")
    assert resolve(model, "ygo:Q", facts("face=Up, zone=Hand")).attested == Attestation("none")


EXHAUSTED = [
    ("every value of it", "a | face=Up | Yes\n b | face=Down | Yes", ("derived", "Yes")),
    ("but one", "a | face=Up | Yes", ("open", None)),
    ("with different answers", "a | face=Up | Yes\n b | face=Down | No", ("open", None)),
]


@pytest.mark.parametrize(("rules", "expected"), [c[1:] for c in EXHAUSTED], ids=[c[0] for c in EXHAUSTED])
def test_what_every_value_of_an_unknown_gives_is_the_answer(rules: str, expected: tuple[str, str | None]) -> None:
    model = small_model(rules)
    assert short(resolve(model, "ygo:Q", {})) == ("open", None), "its values may leave something out"
    model.features["ygo:face"].exhaustive = True
    outcome = resolve(model, "ygo:Q", {})
    assert short(outcome) == expected
    assert outcome.proof.whatever == ("ygo:face" if expected[1] else None)


def beaten(outcome: Outcome) -> dict[Id, tuple[str, tuple[Id, ...]]]:
    """Return how each rule that is not simply in stands, and what beats it."""
    traces = (*outcome.proof.rules, *outcome.proof.exceptions)
    return {t.rule: (t.standing, (*t.outranked_by, *t.defeated_by)) for t in traces if t.standing in ("outranked", "defeated")}


def test_the_proof_says_who_wins() -> None:
    rules = "yes | face=Up | Yes\n no | zone=Hand | No\n old | place=There | No\n exempt | immune=Immune | Yes | old"
    outcome = resolve(small_model(rules, ordered=True), "ygo:Q", facts("face=Up, zone=Hand, place=There, immune=Immune"))
    assert outcome.answer == "ygo:No"
    assert beaten(outcome) == {
        "rule:yes": ("outranked", ("rule:no",)),
        "rule:exempt": ("outranked", ("rule:no",)),
        "rule:old": ("defeated", ("rule:exempt",)),
    }


ROLES = [
    ("families of one unknown effect, each known", "effect=FieldNegator/Marked", ("derived", "Yes")),
    ("one of them alone leaves the other open", "effect=FieldNegator", ("open", None)),
]


@pytest.mark.parametrize(("case", "expected"), [c[1:] for c in ROLES], ids=[c[0] for c in ROLES])
def test_a_role_takes_several_families_of_one_effect(case: str, expected: tuple[str, str | None]) -> None:
    from ygokg.graph.model import Family

    model = small_model("both | effect:FieldNegator, effect:Marked | Yes")
    model.families["ygo:Marked"] = Family("ygo:Marked", {}, {}, ("ygo:Mark",), "ygo:Mark")
    assert short(resolve(model, "ygo:Q", facts(case))) == expected


def test_families_that_no_effect_has_together_are_a_usage_error() -> None:
    with pytest.raises(UsageProblem) as caught:
        resolve(small_model("a | effect:FieldNegator | Yes"), "ygo:Q", facts("effect=FieldNegator/AnyZoneNegator"))
    assert caught.value.message == "ygo:effect cannot be all of ygo:FieldNegator, ygo:AnyZoneNegator: no effect is."
