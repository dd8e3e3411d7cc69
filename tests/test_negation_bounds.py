"""How far negations, protections and redirects reach: what a role, a place or a wording that is unsaid must not drop."""

from __future__ import annotations

import pytest

from ygokg.resolver import Rulebase, resolve
from ygokg.store.cache import Graph

DESTROYED = "rider=RiderDestroy negatedThing=EffectActivationNegated activationKind=FaceUpOnTheField effect=SpellTrapEffect"
NOWHERE = "rider=RiderDestroy negatedThing=CardActivationNegated activationKind=WithItsCard negator=ActivationNegator"
FLIPPED = "negator=effect:97836203-1 attemptedSummon=ByFlipSummon"
DESIGNATOR = "effect=IgnitionEffect negator=effect:65681983-1 protector=ProtectsEffectsOnly"

CASES = [
    ("a spent card whose effect is negated", "WhichDestination", "effect=effect:83968380-1 negator=effect:14558127-1", "Graveyard"),
    ("one that was sent away meanwhile", "WhichDestination", "effect=effect:83968380-1 negator=effect:14558127-1 movedBeforeResolution=LeftItsPlace", "StaysInPlace"),
    ("a Continuous Spell whose effect is negated", "WhichDestination", "effect=effect:47222536-1 negator=effect:14558127-1", "StaysInPlace"),
    ("a spent card under Macro Cosmos", "WhichDestination", "effect=effect:83968380-1 negator=effect:14558127-1 redirect=effect:30241314-2", "open"),
    ("negated, destroyed and banished on leaving", "WhichDestination", f"{DESTROYED} redirect=LeaveFieldBanishRedirect", "Banished"),
    ("negated and destroyed under Macro Cosmos", "WhichDestination", f"{DESTROYED} redirect=effect:30241314-2", "Banished"),
    ("Macro Cosmos itself is negated", "WhichDestination", "effect=SpellTrapEffect leavingMove=SentMove redirect=effect:30241314-2 negatedEffect=effect:30241314-2 negator=effect:15939229-1", "open"),
    ("a card that is nowhere is not protected", "IsDestroyed", f"{NOWHERE} destroyProtection=CannotBeDestroyed", "Yes"),
    ("a protected activation of no known effect", "IsActivationNegated", "negator=ActivationNegator protector=ProtectsThisCard", "No"),
    ("its activation in the Graveyard", "IsActivationNegated", "negator=ActivationNegator protector=ProtectsThisCard zoneAtUse=Graveyard", "Yes"),
    ("a card of another kind", "IsActivationNegated", "negator=ActivationNegator protector=ProtectsCardsOfAKind fitsProtection=NotCoveredByIt", "Yes"),
    ("a protected activated effect of no known kind", "IsNegated", "negator=ChainedNegator protector=ProtectsActivationAndEffect", "No"),
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
    ("Unicore still applies", "IsNegated", "effect=TriggerEffect negator=effect:44155002-1 useAskedAbout=LaterUse negatorNow=InForce", "Yes"),
]  # fmt: skip


@pytest.fixture(scope="module")
def base(graph: Graph) -> Rulebase:
    return Rulebase(graph.model)


@pytest.mark.parametrize(("question", "case", "expected"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_bounds(base: Rulebase, question: str, case: str, expected: str) -> None:
    stated = {f"ygo:{f}": [v if ":" in v else f"ygo:{v}"] for f, v in (fact.split("=") for fact in case.split())}
    outcome = resolve(base, f"ygo:{question}", stated)
    assert (outcome.answer or outcome.status).removeprefix("ygo:") == expected
