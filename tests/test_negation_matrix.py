"""The negation matrix: each row a family, each column a situation, each cell as the passages have it - answered or left open.

`data/negation_matrix.tsv` was written from the documents. Its effects are a Trigger Effect (Stardust Charge Warrior) that no
passage pairs with these negators in these situations, and Kaiser Sea Horse for what works face-down. Of what negates effects that
target a card the passages say nothing of where such an effect is used: it is negated in any place (lines 347 to 350 of the negations).
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from ygokg.resolver import Outcome, Rulebase, resolve

MATRIX = Path(__file__).parent / "data" / "negation_matrix.tsv"
with MATRIX.open(encoding="utf-8") as lines:
    CELLS = list(csv.DictReader(lines, delimiter="\t"))
NAMES = [f"{cell['family'].removeprefix('ygo:')}: {cell['situation']}" for cell in CELLS]


def asked(base: Rulebase, cell: dict[str, str], negator: str, **more: str) -> Outcome:
    facts = dict(fact.split("=") for fact in cell["facts"].split())
    stated = {"ygo:negator": negator, "ygo:effect": cell["effect"]} | facts | {f"ygo:{f}": v for f, v in more.items()}
    return resolve(base, "ygo:IsNegated", {feature: [value] for feature, value in stated.items()})


def rules_of(outcome: Outcome) -> list[str]:
    return sorted(trace.rule for trace in (*outcome.proof.rules, *outcome.proof.exceptions) if trace.standing == "in")


@pytest.mark.parametrize("cell", CELLS, ids=NAMES)
def test_the_card_of_the_family_is_answered_by_the_right_rules(base: Rulebase, cell: dict[str, str]) -> None:
    outcome = asked(base, cell, cell["negator"])
    assert (outcome.answer or outcome.status) == cell["answer"]
    assert [r for r in rules_of(outcome) if r in cell["rules"].split()] == cell["rules"].split()


APART = {
    ("ygo:FieldSpellTrapNegator", "source gone"): {"effect:59616123-1": "open", "effect:62487836-1": "open"},
    ("ygo:UnspecifiedZoneNegator", "source gone"): {"effect:41578483-3": "ygo:No"},
    ("ygo:OneShotNegator", "late"): {"effect:55888045-1": "ygo:No"},
    ("ygo:BattleDestroyedNegator", "banished"): {"effect:87880531-1": "ygo:Yes"},
}
"""What one card of a family departs in, by the chapters of 2026-08-14.

Trap Stun and the other Trap here are no continuous effects and do not remain on the field (line 229 of the negations leaves them out);
that of Millennium-Eyes Restrict is a Continuous Effect (line 117 of the classes); Giant Red Hand negates all cards on the field (line
270 of the negations); Diffusion Wave-Motion follows a monster that is banished (line 328 of the negations).
"""


@pytest.mark.parametrize("cell", CELLS, ids=NAMES)
def test_every_member_of_the_family_is_answered_alike(base: Rulebase, cell: dict[str, str]) -> None:
    family = cell["family"]
    members = [e.id for e in base.model.effects.values() if any(family in (f, *base.model.families[f].above) for f in e.families)]
    assert cell["negator"] in members
    answers = {member: asked(base, cell, member).answer or asked(base, cell, member).status for member in members}
    apart = APART.get((family, cell["situation"]), {})
    assert answers == dict.fromkeys(members, cell["answer"]) | apart


@pytest.mark.parametrize("cell", CELLS, ids=NAMES)
def test_a_card_outside_the_data_is_asked_about_by_its_family(base: Rulebase, cell: dict[str, str]) -> None:
    outcome = asked(base, cell, cell["family"])
    assert (outcome.answer or outcome.status) == cell["answer"]


def test_every_family_of_card_negators_has_a_row(base: Rulebase) -> None:
    rows = {cell["family"] for cell in CELLS}
    used = {f for e in base.model.effects.values() for f in e.families if base.model.families[f].axis == "ygo:HinderingEffect"}
    beneath = {f for f in used if rows & {f, *base.model.families[f].above}}
    assert used - beneath == {"ygo:BattlingNegator", "ygo:DestroysWithoutNegating", "ygo:ActivationNegator"}, "add the family's row"


OVERTURNED = [
    ("Skill Drain without another word", "effect:82732705-1", "ygo:Yes", "ygo:faceAtResolution", "ygo:FaceDown", "ygo:No"),
    ("Effect Veiler without another word", "effect:97268402-1", "ygo:Yes", "ygo:faceAtResolution", "ygo:FaceDown", "ygo:No"),
    (
        "Skill Drain on a monster that may be gone",
        "effect:82732705-1",
        "ygo:Yes",
        "ygo:movedBeforeResolution",
        "ygo:LeftItsPlace",
        "ygo:No",
    ),
    ("Lightflare on an effect that may be used elsewhere", "effect:87460579-2", "ygo:Yes", "ygo:zoneAtUse", "ygo:Graveyard", "ygo:No"),
]


@pytest.mark.parametrize(("negator", "answer", "feature", "value", "other"), [c[1:] for c in OVERTURNED], ids=[c[0] for c in OVERTURNED])
def test_an_answer_that_a_fact_could_overturn_says_so(
    base: Rulebase, negator: str, answer: str, feature: str, value: str, other: str
) -> None:
    outcome = resolve(base, "ygo:IsNegated", {"ygo:negator": [negator], "ygo:effect": ["effect:64880894-1"]})
    assert outcome.answer == answer
    alone = [unless for unless in outcome.conditions if len(unless.missing) == 1]
    missing = {(c.feature, v): unless.answers for unless in alone for c in unless.missing for v in c.values}
    assert missing[feature, value] == (other,)


def test_an_answer_that_nothing_can_overturn_has_no_condition(base: Rulebase) -> None:
    cell = next(c for c in CELLS if c["situation"] == "stays" and c["family"] == "ygo:FieldMonsterNegator")
    assert asked(base, cell, cell["negator"]).conditions == ()
