"""Rulings told as situations: a ruling's facts are put back into what happened, and from this alone the ruling's answer has to follow."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ygokg.graph.model import Id, Ruling
from ygokg.resolver import Rulebase
from ygokg.situation.course import Course
from ygokg.situation.telling import situation
from ygokg.store.cache import Graph

TOLD = {
    "ygo:effect", "ygo:negator", "ygo:protector", "ygo:interveningEffect", "ygo:zoneAtUse", "ygo:faceAtResolution",
    "ygo:movedBeforeResolution", "ygo:negatorNow", "ygo:unaffected",
}  # fmt: skip
"""Features that a situation tells; a ruling that states others cannot be told by moves alone."""

PLACES = {"ygo:Field": "field", "ygo:Hand": "hand", "ygo:Graveyard": "gy", "ygo:Banished": "banished", "ygo:MainDeck": "deck", "ygo:ExtraDeck": "extra"}  # fmt: skip
ANSWERING = {"ygo:ChainedNegator", "ygo:ActivationNegator"}
BOOK_OF_MOON = "effect:14087893-1"
FEWEST = 70


@pytest.fixture(scope="module")
def base(graph: Graph) -> Rulebase:
    return Rulebase(graph.model)


def told(base: Rulebase, ruling: Ruling) -> str:
    """Return what happened in a ruling, in the notation; nothing where moves alone do not tell it."""
    facts = {feature: values[0] for feature, values in ruling.facts.items() if feature not in ruling.context}
    effect, negator = facts.get("ygo:effect", ""), facts.get("ygo:negator", "")
    if not effect or not negator or facts.keys() - TOLD or facts.get("ygo:negatorNow") == "ygo:PeriodOver":
        return ""
    if "ygo:Negator" not in base.kinship.closure(negator):
        return ""
    zone = facts.get("ygo:zoneAtUse", "ygo:Field")
    chain = f"C1: {effect}" + ("" if zone == "ygo:Field" else f" from {PLACES[zone]}")
    happened = ", ".join(_events(base, facts, zone))
    by = facts.get("ygo:interveningEffect", BOOK_OF_MOON)
    if not ANSWERING.isdisjoint(base.kinship.closure(negator)):
        chain += f" > C2: {negator}" + (f" > C3: {by} => {happened}" if happened else "")
    elif happened:
        chain += (
            f" > C2: {by} => {happened} | {negator} on C1"
            if "ygo:Negator" in base.kinship.closure(by)
            else f" > C2: {by} -> C1 => {happened} | {negator} on C1"
        )
    else:
        chain += f" | {negator} on C1"
    protector = facts.get("ygo:protector", effect)
    return chain if protector == effect else f"{chain} | {protector} on C1"


def _events(base: Rulebase, facts: dict[Id, Id], zone: Id) -> Iterator[str]:
    if facts.get("ygo:faceAtResolution") == "ygo:FaceDown":
        yield "C1 face-down"
    moved = facts.get("ygo:movedBeforeResolution")
    if moved == "ygo:LeftItsPlace":
        yield "C1 to gy" if zone != "ygo:Graveyard" else "C1 to banished"
    if moved == "ygo:LeftAndCameBack":
        yield "C1 to banished"
        yield f"C1 to {PLACES[zone]}"
    card = base.model.effects[facts["ygo:negator"]].card
    if facts.get("ygo:negatorNow") == "ygo:NoLongerApplies" and card is not None:
        yield f"{card.removeprefix('card:')} to gy"
    if facts.get("ygo:unaffected") == "ygo:UnaffectedByIt":
        yield f"C1 unaffected by {facts['ygo:negator']}"


def test_what_happened_answers_as_the_ruling_does(base: Rulebase) -> None:
    rulings = [r for r in base.model.rulings.values() if r.asks == "ygo:IsNegated" and r.in_force]
    texts = {ruling.id: text for ruling in rulings if (text := told(base, ruling))}
    answers = {i: Course(base, situation(base.model, text, "en")).negated[1].answer for i, text in texts.items()}
    wrong = {i: texts[i] for i, answer in answers.items() if answer != base.model.rulings[i].answer}
    assert wrong == {}
    assert len(answers) >= FEWEST
