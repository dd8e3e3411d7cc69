"""What hinders an activation or the choice of a target, and what does not, on the built-in graph."""

from __future__ import annotations

from pathlib import Path

import pytest

import ygokg

LATER = {"effect": "OptionalEffect", "connector": "Then", "extentPlace": "ExtentInLaterStep"}
SUMMONS = LATER | {"restriction": "Vanity's Emptiness#1", "requiredProcess": "RequiresSpecialSummon"}
FAILS = {"restAtActivation": "RestCannotApply", "laterNecessity": "LaterRequired"}
REST = {"effect": "OptionalEffect", "connector": "Comma"} | FAILS
TARGET = {
    "effect": "IgnitionEffect",
    "pickedWhen": "PickedAsTarget",
    "choiceForLater": "ChoiceDoesNotSuit",
    "laterNecessity": "LaterRequired",
}
DRAWS = {"effect": "Card Destruction#1", "restriction": "Protector of the Sanctuary#0"}
TOKEN = {"moveVerb": "BackToHandVerb", "movedKind": "TokenMonster"}
HALVES = {"valueOperation": "HalvesValue", "valuePlace": "ValueFirst", "amountAtActivation": "AmountSame"}
INFERNO = {"effect": "Inferno Reckless Summon#1", "extentPlace": "ExtentLeftToOpponent", "supply": "NoCard"}
BULLETS = {"effect": "OptionalEffect", "connector": "Bullets", "bulletSupply": "SomeBulletsCan"}
FIRST = {"effect": "OptionalEffect", "connector": "Then", "extentPlace": "ExtentInFirstStep", "supply": "AtLeastOneCard"}
LATER_ON = {"effect": 'Maxx "C"#1', "hinderedStep": "RequiredHindered"}
CHANGES = {"valueOperation": "RaisesValue", "valuePlace": "ValueAfterOther", "amountAtActivation": "AmountChanges"}
LOWERS = {"valueOperation": "LowersValue", "amountAtActivation": "AmountExceeds"}
BANISHES = {"restriction": "ForbidsBanishing", "requiredProcess": "RequiresBanishing", "lockScope": "OutOfLockScope"}
SUITS = {"stepLink": "EarlierSuitsLater", "laterNecessity": "LaterRequired", "choiceForLater": "ChoiceDoesNotSuit"}
NEGATES = {"processing": "NegatesFirst", "negatorParticle": "Wa", "monsterAtActivation": "WithoutEffects"}

CASES = [
    ("a later step that says all, with no card for it", "CanActivate", LATER | {"supply": "NoCard"}, "not no or open"),
    ("such a later step where the first cannot be applied", "CanActivate", LATER | FAILS | {"supply": "NoCard"}, "no"),
    ("what a restriction forbids is such a later step", "CanActivate", SUMMONS, "open"),
    ("there is no card for it, and a restriction forbids it", "CanActivate", SUMMONS | {"supply": "NoCard"}, "open"),
    ("the restriction forbids it, and the rest cannot be applied", "CanActivate", SUMMONS | FAILS, "no"),
    ("there is a card for that step, so another is forbidden", "CanActivate", SUMMONS | {"supply": "AtLeastOneCard"}, "no"),
    ("that step belongs to the premise", "CanActivate", SUMMONS | {"laterPart": "TiedToPremise"}, "no"),
    ("a required rest that cannot be applied", "CanActivate", REST | HALVES, "no"),
    ("a rest that only negates", "CanActivate", REST | HALVES | {"restOperation": "RestNegates"}, "not no or open"),
    ("a restriction on the player", "CanActivate", DRAWS | {"lockScope": "InLockScope"}, "no"),
    ("a restriction on the other player", "CanActivate", DRAWS | {"lockScope": "OutOfLockScope"}, "open"),
    ("a target that a required step does not suit", "CanChoose", TARGET | TOKEN, "no"),
    ("the same target of a bullet", "CanChoose", TARGET | TOKEN | {"connector": "Bullets"}, "not no or open"),
    ("a target of a later change by 0", "CanChoose", TARGET | CHANGES | {"amountAtActivation": "AmountZero"}, "open"),
    ("a target of lowering by too much", "CanChoose", TARGET | CHANGES | LOWERS, "open"),
    ("a later step that says all", "CanChoose", TARGET | {"extentPlace": "ExtentInLaterStep"}, "open"),
    ("it belongs to the premise", "CanChoose", TARGET | {"extentPlace": "ExtentInLaterStep", "laterPart": "TiedToPremise"}, "no"),
    ("up to damage calculation", "CanActivate", BULLETS | {"stepAtActivation": "BeforeDamageCalculation"}, "open"),
    ("a bullet, with a restriction on the other player", "CanActivate", BULLETS | BANISHES, "not no"),
    ("the Damage Step is asked apart", "CanActivate", INFERNO | {"stepAtActivation": "DamageStep"}, "open"),
    ("a bullet that can be applied", "CanActivate", BULLETS, "not no"),
    ("all as a first step, with a card for it", "CanActivate", FIRST, "not no"),
    ("a later part belongs to the premise", "CanActivate", FIRST | {"laterPart": "TiedToPremise"}, "open"),
    ("that part can be applied", "CanActivate", FIRST | {"laterPart": "TiedToPremise", "restAtActivation": "RestCanApply"}, "not no"),
    ("its own condition is not met", "CanActivate", FIRST | {"ownCondition": "OwnConditionNotMet"}, "open"),
    ("the opponent's part belongs to the premise", "CanActivate", INFERNO | {"laterPart": "TiedToPremise"}, "open"),
    ("a restriction that hinders nothing is no permission", "CanActivate", DRAWS | {"hindrance": "HindersNothingDue"}, "open"),
    ("not processed at once", "CanActivate", LATER_ON | {"connector": "SingleStep"}, "not no or open"),
    ("not processed at once, and nothing to process", "CanActivate", LATER_ON | {"ownCondition": "OwnConditionNotMet"}, "open"),
    ("not processed at once, but in independent steps", "CanActivate", LATER_ON | {"connector": "FullStop"}, "no"),
    ("not processed at once, but in several steps", "CanActivate", LATER_ON | {"connector": "Then"}, "no"),
    ("a first step of another kind that cannot be applied", "CanActivate", REST | CHANGES, "no"),
    ("the rest fails, and nothing says that it is required", "CanActivate", CHANGES | {"restAtActivation": "RestCannotApply"}, "open"),
    ("a card that a later step does not suit", "CanChoose", TOKEN | SUITS, "open"),
    ("a text for Effect Monsters only", "CanNegatorBeActivated", NEGATES | {"aimsAt": "EffectMonstersOnly"}, "no"),
    ("a negation of monsters says nothing of a Spell", "CanActivate", {"effect": "Monster Reborn#1", "negator": "Skill Drain#1"}, "open"),
]


@pytest.fixture(scope="module")
def opened(cache: Path) -> ygokg.Graph:  # noqa: ARG001 - the cache's folder has to be set first
    return ygokg.open()


@pytest.mark.parametrize(("question", "facts", "expected"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_hindrances(opened: ygokg.Graph, question: str, facts: dict[str, str], expected: str) -> None:
    answer = opened.resolve(question, facts).answer
    said = "open" if answer is None else "no" if answer == "ygo:No" else "not no"
    assert said in expected.split(" or ")
