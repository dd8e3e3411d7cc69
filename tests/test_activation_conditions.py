"""What the passages on activations, spent cards and revealed cards do not say is not answered, and what their wording excludes is not granted."""

from __future__ import annotations

import pytest

from ygokg.resolver import Outcome, Rulebase, resolve

LOCKED = "restriction=ygo:LocksCardActivation lockScope=ygo:InLockScope activatedAs=ygo:ASpellTrapEffect"
SANCTUARY = "activatedCardAt=ygo:LinkUnresolved needsOnField=ygo:NeedsNamedCard bearsName=ygo:PrintedName"
NEGATED = "negatedThing=ygo:CardActivationNegated activationKind=ygo:WithItsCard"


def asked(base: Rulebase, question: str, facts: str) -> Outcome:
    """Resolve a question about facts such as `effect=effect:5318639-1 whichCard=ygo:TheActingCard`."""
    stated = dict(fact.split("=") for fact in facts.split())
    return resolve(base, f"ygo:{question}", {f"ygo:{feature}": [value] for feature, value in stated.items()})


@pytest.mark.parametrize(
    ("question", "facts", "answer"),
    [
        # Heavy Storm destroys, Jar of Greed only draws: nothing keeps it from being used on an empty field.
        ("CanActivate", "effect=effect:19613556-1 otherCandidates=ygo:OnlyTheActingCard", "ygo:No"),
        ("CanActivate", "effect=effect:83968380-1 otherCandidates=ygo:OnlyTheActingCard", None),
        ("CanChoose", "effect=effect:83968380-1 whichCard=ygo:TheActingCard", "ygo:No"),
        # Ignition Effects cannot be chained, whatever may be revealed for them.
        ("CanChain", "effect=effect:43316238-1 responder=effect:55168550-1", "ygo:No"),
        ("CanChain", "effect=effect:43262273-1 responder=effect:43316238-1", "ygo:No"),
        # Naturia Forest asks for a card of the opponent, Valkyria for a negation of one's own, Witch's Strike for one of the opponent.
        (
            "DoesTrigger",
            "effect=effect:37322745-0 activatedAs=ygo:AMonsterEffect negatedThing=ygo:EffectActivationNegated negatedSide=ygo:OnOwnSide",
            "ygo:No",
        ),
        ("DoesTrigger", "effect=effect:89055154-1 negatedThing=ygo:CardActivationNegated negatorSide=ygo:OnOpponentsSide", "ygo:No"),
        ("DoesTrigger", "effect=effect:36458063-1 negatedThing=ygo:CardActivationNegated negatorSide=ygo:OnOwnSide", "ygo:No"),
        # A negated activation takes no timing, whatever negated it.
        ("MissesTiming", "effect=effect:48539234-0 negatedThing=ygo:EffectActivationNegated eventTiming=ygo:LastThingToHappen", "ygo:No"),
        # What is negated, locked or in the Damage Step can be activated where nothing else is in the way; by itself that is no permission.
        ("CanActivate", "effect=effect:75878039-1 negator=effect:82732705-1", None),
        ("CanActivate", "effect=effect:75878039-1 negator=effect:82732705-1 ownCondition=ygo:OwnConditionMet", "ygo:Yes"),
        ("CanActivate", "effect=ygo:MonsterEffect negator=ygo:FieldSpellTrapNegator ownCondition=ygo:OwnConditionMet", None),
        ("CanActivate", "effect=effect:41420027-1 stepAtActivation=ygo:DamageStep", None),
        ("CanActivate", "effect=effect:41420027-1 stepAtActivation=ygo:DamageStep ownCondition=ygo:OwnConditionMet", "ygo:Yes"),
        ("CanActivate", f"{LOCKED} activationSense=ygo:NarrowEffectSense ownCondition=ygo:OwnConditionMet", "ygo:Yes"),
        ("CanActivate", f"{LOCKED} activationSense=ygo:NarrowEffectSense", None),
        ("CanChain", "effect=effect:5318639-1 responder=effect:14558127-1 negatedAtActivation=ygo:AlreadyNegated", None),
        # Divine Punishment needs The Sanctuary in the Sky, which is there from its activation on, but not once that was negated.
        ("CanChain", f"{SANCTUARY} clauseFit=ygo:ClauseFits contentFit=ygo:ContentFits", "ygo:Yes"),
        ("CanChain", f"{SANCTUARY} clauseFit=ygo:ClauseFits", None),
        ("CanChoose", f"{SANCTUARY} {NEGATED} rider=ygo:RiderNone otherEffect=ygo:SpellTrapEffect", "ygo:No"),
        ("IsFollowUpApplied", f"{SANCTUARY} {NEGATED} otherEffect=ygo:SpellTrapEffect doesToCard=ygo:DestroysIt", None),
    ],
)
def test_an_answer_goes_as_far_as_its_passage(base: Rulebase, question: str, facts: str, answer: str | None) -> None:
    assert asked(base, question, facts).answer == answer


def test_a_ruling_about_the_graveyard_is_not_one_about_the_hand(base: Rulebase) -> None:
    locked = "effect=effect:any-spell-card restriction=effect:84636823-0 lockScope=ygo:InLockScope activatedAs=ygo:ASpellTrapEffect"
    assert asked(base, "CanActivate", f"{locked} zoneAtUse=ygo:Graveyard").status == "documented"
    assert asked(base, "CanActivate", f"{locked} zoneAtUse=ygo:Hand").status != "documented"


@pytest.mark.parametrize(
    ("question", "facts", "in_general"),
    [
        ("CanActivate", "spellTrapType=ygo:ContinuousSpellCard activationKind=ygo:WithItsCard", False),
        ("CanActivate", "spellTrapType=ygo:EquipSpellCard activationKind=ygo:WithItsCard", True),
        ("IsDoneAtActivation", "activationKind=ygo:WithItsCard", True),
        ("IsDoneAtActivation", "activationKind=ygo:WithItsCard partOfText=ygo:ActivationProcedureText", False),
        ("IsNegated", "negator=ygo:CardEffectsNegator effect=ygo:IgnitionEffect effectTiming=ygo:AppliedBeforeNegation", True),
        ("CountsOnce", "partsTiming=ygo:Simultaneous repeatedAct=ygo:RepeatedSummons", True),
        ("IsMultiStep", "addedClause=ygo:ThisTurnWords", True),
    ],
)
def test_what_is_said_in_general_is_told_so(base: Rulebase, question: str, facts: str, in_general: bool) -> None:
    outcome = asked(base, question, facts)
    assert outcome.answer is not None
    assert outcome.in_general == in_general
