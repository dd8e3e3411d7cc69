"""Cases about the parts of a processing and the cards that they reach: none of them is a ruling; the answers follow from the passages."""

from __future__ import annotations

import pytest
from test_resolver import short

from ygokg.resolver import Rulebase, resolve

TARGET = "moveVerb=BackToHandVerb movedKind=TokenMonster pickedWhen=PickedAsTarget stepLink=EarlierSuitsLater laterNecessity=LaterRequired"
MOVED_ON = "cardSpokenOf=TriggerCard clauseForm=WhenDestroyed spokenOfNow=NoLongerInThatPlace"
THOSE = "referenceForm=ThoseNCards memberStatus=MemberUnaffected"
LATER_VALUE = "valueOperation=RaisesValue valuePlace=ValueAfterOther"
FACE_DOWN = (
    "effect=TriggerEffect clauseForm=WhenDestroyed clauseSubject=SubjectDescribedMonsterCard clausePlace=PlaceNotNamed"
    " faceBefore=FaceDown describedBefore=HasIt leavingMove=DestroyedMove"
)
SETS_LATER = "valueOperation=SetsValue valuePlace=ValueAfterOther"

CASES = [
    ("a target with which the required later step can never be done", "CanChoose", f"{TARGET} choiceForLater=ChoiceDoesNotSuit", "No"),
    (
        "the card itself, of which the texts tell",
        "CanChoose",
        "effect=effect:89310929-0 movedKind=ExtraDeckMonster whichCard=TheActingCard",
        None,
    ),
    (
        "banished by an effect while it returns to the Deck when it leaves",
        "WhyBanished",
        "redirect=LeaveFieldReturnRedirect leavingMove=BanishedMove leavingCause=CauseEffect",
        None,
    ),
    ("banished by an effect", "WhyBanished", "leavingMove=BanishedMove leavingCause=CauseEffect", "MovedByTheEffect"),
    (
        "moved by a Fusion Summon that goes on to summon",
        "MissesTiming",
        "effect=TriggerEffect interveningEffect=MovesThenSummons eventBy=ByEarlierPart connector=Comma",
        None,
    ),
    ("moved by an earlier part of one timing", "MissesTiming", "effect=TriggerEffect eventBy=ByEarlierPart connector=Comma", "No"),
    ("a monster card in a Pendulum Zone among monsters", "IsCounted", "kindWording=MonsterWords zoneWhenAsked=InSpellTrapZone", "No"),
    (
        "the Life Points of the player who was protected",
        "HowManyLifePoints",
        "effect=effect:46918794-0 protectedAtFirst=ProtectedThen",
        None,
    ),
    ("a Level without a word on the monster that was sent", "HowMuch", "effect=effect:24082387-0", None),
    ("original ATK", "WhichInfo", "effect=effect:35809262-1", "AsPrinted"),
    ("the destroyed card moved on, and is no target", "IsEffectApplied", f"{MOVED_ON} pickedWhen=PickedAtResolution", "Yes"),
    ("the destroyed card moved on, and is the target", "IsEffectApplied", f"{MOVED_ON} pickedWhen=PickedAsTarget", "No"),
    ("the destroyed card moved on, and it is not said whether it is a target", "IsEffectApplied", MOVED_ON, None),
    ("one of those cards is unaffected", "IsAppliedToRest", THOSE, "Yes"),
    ("one of those cards cannot be banished", "IsAppliedToRest", f"{THOSE} restriction=KeepsFieldMonstersFromBanishing", None),
    ("one of those cards is negated already", "IsAppliedToRest", f"{THOSE} negatedAtResolution=AlreadyNegated", None),
    (
        "one of those cards is a spent Trap",
        "IsAppliedToRest",
        f"{THOSE} doesToCard=ReturnsToHandOrDeck otherEffect=SpentCardEffect",
        None,
    ),
    ("with its first step done a later change by 0", "IsEffectApplied", f"{LATER_VALUE} amountAtResolution=AmountZero", "Yes"),
    (
        "a later change where the first step fails",
        "IsEffectApplied",
        f"{LATER_VALUE} amountAtResolution=AmountChanges restAtResolution=RestCannotApply",
        None,
    ),
    (
        "a later change after a full stop where the first step fails",
        "IsEffectApplied",
        f"{LATER_VALUE} amountAtResolution=AmountChanges restAtResolution=RestCannotApply connector=FullStop",
        "Yes",
    ),
    ("a later setting with wo to what it is", "IsEffectApplied", f"{SETS_LATER} particle=Wo amountAtResolution=AmountSame", None),
    ("a later setting in unknown words to what it is", "CanActivate", f"{SETS_LATER} amountAtActivation=AmountSame", None),
    ("a face-down card in a clause without a place", "DoesTrigger", f"{FACE_DOWN} kindBefore=WasMonsterCard", "Yes"),
    ("one in the Spell & Trap Zone", "DoesTrigger", f"{FACE_DOWN} kindBefore=WasMonsterCardAsSpellTrap", "No"),
]


@pytest.mark.parametrize(("question", "facts", "expected"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_what_follows(base: Rulebase, question: str, facts: str, expected: str | None) -> None:
    stated = {
        f"ygo:{feature}": [value if ":" in value else f"ygo:{value}"] for feature, value in (fact.split("=") for fact in facts.split())
    }
    assert short(resolve(base, f"ygo:{question}", stated)) == (("derived", expected) if expected else ("open", None))
