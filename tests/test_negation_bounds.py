"""How far negations, protections and redirects reach: what a role, a place or a wording that is unsaid must not drop."""

from __future__ import annotations

import pytest

from ygokg.resolver import Rulebase, resolve

DESTROYED = "rider=RiderDestroy negatedThing=EffectActivationNegated activationKind=FaceUpOnTheField effect=SpellTrapEffect"
DESTROYED_MONSTER = "rider=RiderDestroy negatedThing=EffectActivationNegated activationKind=FaceUpOnTheField"
NOWHERE = "rider=RiderDestroy negatedThing=CardActivationNegated activationKind=WithItsCard negator=ActivationNegator"
FLIPPED = "negator=effect:97836203-1 attemptedSummon=ByFlipSummon"
DESIGNATOR = "effect=IgnitionEffect negator=effect:65681983-1 protector=ProtectsEffectsOnly"
SPARED = "effect=SpentCardEffect negator=ActivatedEffectNegator rider=RiderDestroy"
OVER = "effect=UnchainedEffect negator=effect:82732705-1 negatorNow=NoLongerApplies"
BURIED = "effect=UnchainedEffect leftFieldBeforeUse=LeftToGraveyard zoneAtUse=Graveyard"
THIRD = "negator=UnchainedMandatoryNegator negatedAtResolution=AlreadyNegated rider=RiderMayDestroy"
AIMS = "aimAtNegated=MayAimAtNegated negatedAtResolution=AlreadyNegated"
SENT = "triggerClause=SentFromFieldToGraveyard sentFromField=FromField"
DESTROYS = "effect=ChainedNegator rider=RiderDestroy negatedEffect=SpellTrapEffect zoneAtUse=Field responder=effect:44508094-1"
FITS = "clauseFit=ClauseFits contentFit=ContentFits"

CASES = [
    ("a spent card whose effect is negated", "WhichDestination", "effect=effect:83968380-1 negator=effect:14558127-1", "Graveyard"),
    ("a spent card that is to be a Continuous Spell, and is spared", "WhichDestination", f"{SPARED} destroyProtection=CannotBeDestroyed spellTrapType=ContinuousSpellCard", "StaysInPlace"),
    ("one that was sent away meanwhile", "WhichDestination", "effect=effect:83968380-1 negator=effect:14558127-1 movedBeforeResolution=LeftItsPlace", "StaysInPlace"),
    ("a Continuous Spell whose effect is negated", "WhichDestination", "effect=effect:47222536-1 negator=effect:14558127-1", "StaysInPlace"),
    ("a spent card under Macro Cosmos", "WhichDestination", "effect=effect:83968380-1 negator=effect:14558127-1 redirect=effect:30241314-2", "open"),
    ("negated, destroyed and banished on leaving", "WhichDestination", f"{DESTROYED} redirect=LeaveFieldBanishRedirect", "Banished"),
    ("negated and destroyed under Macro Cosmos", "WhichDestination", f"{DESTROYED} redirect=effect:30241314-2", "Banished"),
    ("a Spell under what banishes it is not known which cards", "WhichDestination", f"{DESTROYED} redirect=InsteadOfGraveyardRedirect", "open"),
    ("a Spell under Dimensional Fissure, which banishes monsters", "WhichDestination", f"{DESTROYED} redirect=effect:81674782-1", "Graveyard"),
    ("a monster under Dimensional Fissure", "WhichDestination", f"{DESTROYED_MONSTER} effect=MonsterEffect redirect=effect:81674782-1", "Banished"),
    ("a card of no known kind under Dimensional Fissure", "WhichDestination", f"{DESTROYED_MONSTER} redirect=effect:81674782-1", "open"),
    ("a Spell under what banishes monsters destroyed by battle", "WhichDestination", f"{DESTROYED} redirect=effect:32134638-1", "Graveyard"),
    ("Macro Cosmos itself is negated", "WhichDestination", "effect=SpellTrapEffect leavingMove=SentMove redirect=effect:30241314-2 negatedEffect=effect:30241314-2 negator=effect:15939229-1", "open"),
    ("a card that is nowhere is not protected", "IsDestroyed", f"{NOWHERE} destroyProtection=CannotBeDestroyed", "Yes"),
    ("a protected activation of no known effect", "IsActivationNegated", "negator=ActivationNegator protector=ProtectsThisCard", "No"),
    ("one that it is said to cover", "IsActivationNegated", "negator=ActivationNegator protector=ProtectsThisCard fitsProtection=CoveredByIt", "No"),
    ("a protection of effects only", "IsActivationNegated", "negator=ActivationNegator protector=ProtectsEffectsOnly", "Yes"),
    ("its activation in the Graveyard", "IsActivationNegated", "negator=ActivationNegator protector=ProtectsThisCard zoneAtUse=Graveyard", "Yes"),
    ("a card of another kind", "IsActivationNegated", "negator=ActivationNegator protector=ProtectsCardsOfAKind fitsProtection=NotCoveredByIt", "Yes"),
    ("a protected activated effect of no known kind", "IsNegated", "negator=ChainedNegator protector=ProtectsActivationAndEffect", "No"),
    ("a trap monster under a protection of Spells and Traps", "IsNegated", "negator=CardEffectsNegator protector=effect:43455065-1 fitsProtection=CoveredByIt effect=effect:28649820-1", "open"),
    ("a protected card under Skill Drain", "IsNegated", "negator=effect:82732705-1 protector=ProtectsCardsOfAKind fitsProtection=CoveredByIt", "No"),
    ("a monster whose effects are protected", "IsNegated", DESIGNATOR, "No"),
    ("it is face-down", "IsNegated", f"{DESIGNATOR} faceAtResolution=FaceDown", "open"),
    ("it left the field", "IsNegated", f"{DESIGNATOR} movedBeforeResolution=LeftItsPlace", "open"),
    ("a Flip Summon", "IsSummonNegated", FLIPPED, "Yes"),
    ("its monster is face-down again", "IsSummonNegated", f"{FLIPPED} faceAtResolution=FaceDown", "open"),
    ("what only negates cannot aim at a negated card", "IsAppliedToCard", "effect=SpellTrapEffect negator=effect:44852429-1 negatedAtResolution=AlreadyNegated", "No"),
    ("nor can what negates first", "IsNegated", "effect=IgnitionEffect negator=effect:10045474-1 negatedAtResolution=AlreadyNegated movedBeforeResolution=LeftItsPlace", "No"),
    ("Great Shogun Shien of the opponent", "CountsTowardLimit", "effect=SpellTrapEffect restriction=effect:63176202-0b negatedThing=CardActivationNegated", "No"),
    ("Great Shogun Shien of one's own", "CountsTowardLimit", "effect=SpellTrapEffect restriction=effect:63176202-0b negatedThing=CardActivationNegated lockScope=OutOfLockScope", "open"),
    ("Unicore and a later use", "IsNegated", "effect=TriggerEffect negator=effect:44155002-1 useAskedAbout=LaterUse", "No"),
    ("Unicore still applies", "IsNegated", "effect=TriggerEffect negator=effect:44155002-1 useAskedAbout=LaterUse negatorNow=InForce", "open"),
    ("Unicore still applies, and another effect of the card is asked about", "IsNegated", "effect=TriggerEffect negator=effect:44155002-1 useAskedAbout=OtherEffectOfCard negatorNow=InForce", "No"),
    ("a spent card whose negation did not take hold", "WhichDestination", f"{SPARED} negationOutcome=DidNotTakeHold", "Graveyard"),
    ("a spent card that is protected from destruction", "WhichDestination", f"{SPARED} destroyProtection=CannotBeDestroyed", "Graveyard"),
    ("a spent card that left before", "WhichDestination", f"{SPARED} movedBeforeResolution=LeftItsPlace", "StaysInPlace"),
    ("a negated card under Macro Cosmos", "WhichDestination", f"{NOWHERE} redirect=effect:30241314-2", "Banished"),
    ("a negated card that would be banished when it leaves", "WhichDestination", f"{NOWHERE} redirect=effect:9742784-2", "Graveyard"),
    ("a negated card that returns when it leaves", "WhichDestination", f"{NOWHERE} redirect=LeaveFieldReturnRedirect", "Graveyard"),
    ("the negator is gone", "IsContinuousApplied", OVER, "Yes"),
    ("another negation goes on", "IsContinuousApplied", f"{OVER} priorNegatorNow=PriorNegatorInForce", "open"),
    ("the card is face-down by then", "IsContinuousApplied", f"{OVER} faceAtResolution=FaceDown", "open"),
    ("negated into the Graveyard", "IsContinuousApplied", f"{BURIED} negator=AfterDamageNegator", "No"),
    ("it was face-down when it was sent", "IsContinuousApplied", f"{BURIED} negator=AfterDamageNegator faceWhenLeaving=FaceDown", "open"),
    ("its negation did not take hold", "IsContinuousApplied", f"{BURIED} negator=FollowsToGraveyard negationOutcome=DidNotTakeHold", "open"),
    ("the clause of a rider is not met in the third class", "IsRiderApplied", f"{THIRD} riderCondition=ConditionNotMet", "No"),
    ("it is met", "IsRiderApplied", f"{THIRD} riderCondition=ConditionMet", "Yes"),
    ("what may aim at a negated card", "IsAppliedToCard", AIMS, "Yes"),
    ("the card is unaffected by it", "IsAppliedToCard", f"{AIMS} unaffected=UnaffectedByIt", "open"),
    ("it is another card by now", "IsAppliedToCard", f"{AIMS} referent=NoLongerThatCard", "open"),
    ("sent from the field", "DoesTrigger", SENT, "Yes"),
    ("banished instead", "DoesTrigger", f"{SENT} redirect=effect:30241314-2", "No"),
    ("returned to the hand", "DoesTrigger", f"{SENT} zoneAfter=Hand", "No"),
    ("banished instead, where cards cannot be banished", "DoesTrigger", f"{SENT} redirect=effect:30241314-2 restriction=ForbidsBanishing", "open"),
    ("an effect used in the Graveyard and applied before its card was negated", "IsNegated", "effect=IgnitionEffect negator=effect:82732705-1 zoneAtUse=Graveyard movedBeforeResolution=StayedThere effectTiming=AppliedBeforeNegation whatItChanges=OwnValuesOnly", "open"),
    ("what Diffusion Wave-Motion negated is on the field again", "IsNegated", "effect=TriggerEffect negator=effect:87880531-1 zoneAtUse=Field leftFieldBeforeUse=LeftToGraveyard", "open"),
    ("unaffected, and gone for its own cost", "IsNegated", "effect=TriggerEffect negator=effect:14558127-1 unaffected=UnaffectedByIt becameUnaffected=BeforeTheNegation zoneAtUse=Field movedBeforeResolution=LeftItsPlace", "open"),
    ("a face-down card and a negator that is not activated", "IsNegated", "effect=TriggerEffect negator=effect:44155002-1 faceAtResolution=FaceDown", "open"),
    ("a monster that is a Trap as well under Royal Decree", "IsNegated", "effect=MonsterEffect negator=effect:51452091-1 zoneAtUse=Field alsoTrap=StillATrap", "open"),
    ("a Pendulum Monster", "DoesTrigger", f"{SENT} pendulumCard=IsPendulumMonster", "open"),
    ("Stardust Dragon and what destroys a card on the field", "CanChain", DESTROYS, "Yes"),
    ("that card has left the field", "CanChain", f"{DESTROYS} movedBeforeResolution=LeftItsPlace", "open"),
    ("a negator of effects in the Damage Step", "CanChain", f"{FITS} responder=ChainedNegator stepAtActivation=DamageStep", "No"),
    ("a negator of activations in the Damage Step", "CanChain", f"{FITS} responder=ActivationNegator stepAtActivation=DamageStep", "Yes"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "case", "expected"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_bounds(base: Rulebase, question: str, case: str, expected: str) -> None:
    stated = {f"ygo:{f}": [v if ":" in v else f"ygo:{v}"] for f, v in (fact.split("=") for fact in case.split())}
    outcome = resolve(base, f"ygo:{question}", stated)
    assert (outcome.answer or outcome.status).removeprefix("ygo:") == expected
