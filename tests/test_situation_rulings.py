"""Rulings that tell what happened in them: from this alone their answer has to follow, or nothing does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

import pytest
from conftest import Run

from ygokg.checks.finding import Problem
from ygokg.checks.situations import rulings_told
from ygokg.errors import UsageProblem
from ygokg.graph.model import Id, Ruling
from ygokg.resolver import Rulebase
from ygokg.situation.deriving import definitions
from ygokg.situation.ruled import Ruled, asked_of, ruled
from ygokg.situation.telling import situation
from ygokg.store.cache import Graph

FEWEST_RIGHT = {"ygo:IsNegated": 151, "ygo:IsActivationNegated": 17, "ygo:IsSummonNegated": 17, "ygo:IsDestroyed": 14, "ygo:WhichDestination": 30, "ygo:DoesTrigger": 41, "ygo:MissesTiming": 12, "ygo:WhyBanished": 4, "ygo:WhoseEffectBanishes": 1}  # fmt: skip
"""Of the rulings on a question that tell what happened, so many at least are answered by it; the rest are open."""
FEWEST_TOLD = 320
NOT_EXERCISED = {
    "ChainedBesideUnchained", "EventBeforeALaterStep", "InTheHandWhenActivated", "LaterStepWithoutItsCards",
    "LeftAndCameBackBefore", "LeftBeforeUseToExtraDeck", "LeftBeforeUseToGraveyard", "LeftBeforeUseToHandOrDeck",
    "LeftSinceItWasNamed", "MandatoryBesideOptional", "MovedByOtherEffectOfACard", "NegatesTheEffectItAnswers",
    "OfferedFromTheHandAsCard", "ProtectorNowDoesNotReach", "ProtectorNowLapsed",
    "RedirectNowDoesNotReach", "RestrictionNowDoesNotReach", "RestrictionNowLapsed",
    "TargetedInVain", "TheNegatedEffectThatTargetsIt", "TurnedFaceUpBefore", "UnaffectedFromTheStart",
    "WhatActivationTheAnsweredLinkNegates", "WhatCardTheAnsweredLinkNegates", "WhatTheAnsweredLinkNegates",
    "WhatWasNegatedOfWhatTargetsIt",
}  # fmt: skip
"""Definitions of features that occur in rulings which tell their situation, of which no such ruling makes use yet."""
MOON = "C1: 星因士天津四#1 > C2: 月之书#1 -> C1 => C1 face-down | 技能抽取#1"


@pytest.fixture(scope="module")
def base(graph: Graph) -> Rulebase:
    return Rulebase(graph.model)


@pytest.fixture(scope="module")
def found(base: Rulebase) -> Mapping[Id, Ruled]:
    told = [ruling for ruling in base.model.rulings.values() if ruling.told_as and ruling.in_force]
    assert len(told) >= FEWEST_TOLD
    return {ruling.id: ruled(base, ruling) for ruling in told}


def test_what_happened_never_answers_otherwise_than_the_ruling(base: Rulebase, found: Mapping[Id, Ruled]) -> None:
    wrong = {i: one.answer for i, one in found.items() if one.answer not in (None, base.model.rulings[i].answer)}
    assert wrong == {}


def test_what_happened_is_never_answered_otherwise_whatever_plays_a_part_in_it(base: Rulebase, found: Mapping[Id, Ruled]) -> None:
    contrary = {i: one.told.answer for i, one in found.items() if one.told.answer not in (None, base.model.rulings[i].answer)}
    assert contrary == {}


def test_what_happened_answers_most_rulings(base: Rulebase, found: Mapping[Id, Ruled]) -> None:
    right = Counter(base.model.rulings[i].asks for i, one in found.items() if one.answer == base.model.rulings[i].answer)
    assert {question: right[question] for question, fewest in FEWEST_RIGHT.items() if right[question] < fewest} == {}


def test_a_case_comes_to_what_its_outcome_says_in_full(found: Mapping[Id, Ruled]) -> None:
    cases = [case for one in found.values() for case in one.told.cases]
    short = [(case.answer, case.conditional) for case in cases]
    assert short == [(case.outcome.answer, bool(case.outcome.conditions)) for case in cases]


def test_what_is_derived_of_a_ruling_is_what_it_states(found: Mapping[Id, Ruled]) -> None:
    assert {i: [said.definition for said in one.differing] for i, one in found.items() if one.differing} == {}


def test_every_definition_of_a_feature_is_of_use_to_a_ruling(found: Mapping[Id, Ruled]) -> None:
    used = {said.definition for one in found.values() for case in one.told.cases for said in case.derived}
    features = {said.feature for one in found.values() for case in one.told.cases for said in case.derived}
    assert {one.id for one in definitions() if one.stratum == 4 and one.says in features} - used == {f"ygo:{one}" for one in NOT_EXERCISED}


def changed(base: Rulebase, told_as: str, **values: object) -> Ruling:
    return base.model.rulings["ruling:negation.112"]._replace(told_as=told_as, **values)


def problems(base: Rulebase, ruling: Ruling) -> list[Problem]:
    return list(rulings_told(base.model._replace(rulings={**base.model.rulings, **_untold(base), ruling.id: ruling})))


def _untold(base: Rulebase) -> dict[Id, Ruling]:
    return {i: ruling._replace(told_as="") for i, ruling in base.model.rulings.items()}


WRONG = [
    (
        "the card stays face-up",
        MOON.replace(" => C1 face-down", ""),
        [
            (
                "ygo:faceAtResolution",
                "states ygo:faceAtResolution ygo:FaceDown, but ygo:FaceUpAtResolution makes it ygo:FaceUp of what it tells. Correct one of the two.",
            ),
            (
                "ygo:toldAs",
                "answers ygo:No, but what it tells has ygo:Yes for an answer. Tell all that decides, or end with …",
            ),
        ],
    ),
    (
        "a word too many",
        MOON.replace("face-down", "face-down foo"),
        [
            (
                "ygo:toldAs",
                "tells what cannot be read. “foo” at column 48 is not understood there. Understood here: `>` and another link, `|` and an effect in force, `?` and a question, or `…`.",
            )
        ],
    ),
    (
        "what a negated link did",
        "C1: 星因士天津四#1 > C2: 月之书#1 -> C1 => C1 face-down | 王宫的敕命#1 | 技能抽取#1",
        [
            (
                "ygo:toldAs",
                "tells what cannot be read. C2 is negated, so what is told of its resolution did not happen. Leave out what stands after `=>` at C2, or tell why it is not negated.",
            )
        ],
    ),
]


@pytest.mark.parametrize(("text", "expected"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
def test_what_does_not_fit_a_ruling_is_found(base: Rulebase, text: str, expected: list[tuple[str, str]]) -> None:
    ruling = changed(base, text)
    assert [(one.subject, one.mention, one.message) for one in problems(base, ruling)] == [(ruling.id, *rest) for rest in expected]


def test_what_fits_a_ruling_and_what_leaves_it_open_is_no_fault(base: Rulebase) -> None:
    assert [problems(base, changed(base, text)) for text in (MOON, f"{MOON} …")] == [[], []]


def test_a_ruling_that_is_not_said_any_more_is_not_weighed(base: Rulebase) -> None:
    assert problems(base, changed(base, "C1: nobody", in_force=False)) == []


def test_what_no_definition_works_out_is_given_and_the_rest_is_not(base: Rulebase) -> None:
    ruling = changed(base, MOON)
    asked = asked_of(situation(base.model, MOON, "en"), ruling)
    assert (asked.question, asked.link, asked.effect, asked.by, asked.facts) == (
        "ygo:IsNegated",
        1,
        ruling.facts["ygo:effect"],
        ruling.facts["ygo:negator"],
        {},
    )


def test_a_text_that_cannot_be_read_raises(base: Rulebase) -> None:
    with pytest.raises(UsageProblem, match="column 4"):
        ruled(base, changed(base, "C1:"))


def test_the_page_of_a_ruling_says_what_happened_in_it(run: Callable[..., Run]) -> None:
    shown = {lang: run("ruling", "negation.112", "--lang", lang).out for lang in ("en", "zh", "ja")}
    told = "C1: 星因士 天津四#1 > C2: 月之书#1 -> C1 => C1 face-down | 技能抽取#1"
    assert f"What happened: {told}\n" in shown["en"]
    assert f"经过：{told}\n" in shown["zh"]
    assert f"経過：{told}\n" in shown["ja"]


def test_what_happened_is_found_by_sparql(graph: Graph) -> None:
    text = """PREFIX ygo: <https://w3id.org/ygokg/ontology#> PREFIX effect: <https://w3id.org/ygokg/effect/>
    SELECT ?ruling WHERE {
      ?ruling a ygo:Ruling ; ygo:inSituation ?s . ?flip a ygo:Flip ; ygo:inSituation ?s ; ygo:toFace ygo:FaceDown ; ygo:causedBy ?link .
      ?link ygo:usesEffect effect:14087893-1 . ?drain a ygo:Standing ; ygo:inSituation ?s ; ygo:usesEffect effect:82732705-1
    }"""
    rows = graph.ask(lambda store: list(store.query(text, use_default_graph_as_union=True)))
    assert [row[0].value for row in rows] == ["https://w3id.org/ygokg/ruling/negation.112"]
