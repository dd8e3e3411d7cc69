"""Situations in Turtle: every situation reads back as it was, with the same answers; what cannot be is refused with its line."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import fields

import pyoxigraph as ox
import pytest
from conftest import REPOSITORY, Run
from test_situation import ANSWERS, NOT_REACHED

from ygokg.errors import BrokenInput, YgokgError
from ygokg.graph.model import Model
from ygokg.resolver import Rulebase
from ygokg.situation.course import Course
from ygokg.situation.telling import situation
from ygokg.situation.timeline import Event, Situation, Standing, Stay
from ygokg.situation.turtle import NOUNS, situation_turtle
from ygokg.situation.turtle_reading import is_turtle, situation_from_turtle
from ygokg.store.cache import Graph

EVERY_PART = [
    "A:monster, B:monster @ hand opp; A destroyed by battle; C1: A:ignition+QuickEffect from gy cost B to gy -> A"
    " > C2: B:QuickEffect from gy opp => A banished face-down by 月之书#1, step 1 done, step 2 not; 技能抽取 unaffected by SpellTrapEffect"
    " | 技能抽取#1 on 技能抽取 from C1 until C2 …",
    "X:monster @ extra, Y:spell @ field face-down; X special-summoned; X control; Y face-up by rule"
    ' ? DoesTrigger 「A "B"」:trigger with clauseForm=WhenDestroyed, where X, can-chain 灰流丽#1',
    "C1: X:ignition; C2: Y:ignition -> X > C3: 月之书#1 as card -> Y => Y face-down ? applied C1, negated C2 by C3",
]
LISTED = [
    case[part]
    for file in sorted((REPOSITORY / "tests" / "data").glob("situations*.toml"))
    for cases in tomllib.loads(file.read_text(encoding="utf-8")).values()
    for case in cases
    for part in ("text", "with", "without")
    if part in case
]
TEXTS = [*EVERY_PART, *(case[1] for case in (*ANSWERS, *NOT_REACHED)), *LISTED]


@pytest.fixture(scope="module")
def model(graph: Graph) -> Model:
    return graph.model


def answers(base: Rulebase, told: Situation) -> list[tuple[object, ...]]:
    course = Course(base, told)
    said = [course.answer(asked) for asked in told.asked or course.questions()]
    return [(one.asked, one.answer, one.nothing, one.conditional, one.doubtful, [case.facts for case in one.cases]) for one in said]


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_a_situation_reads_back_as_it_was(base: Rulebase, model: Model, text: str) -> None:
    told = situation(model, text, "en")
    course = Course(base, told)
    written = situation_turtle(told, [course.answer(asked) for asked in told.asked or course.questions()])
    read = situation_from_turtle(model, written.encode(), "told.ttl", "en")
    assert read == told
    assert answers(base, read) == answers(base, told)


def test_every_part_of_a_noun_has_its_property() -> None:
    left_out = {(noun.__name__, one.name) for _, noun, says in NOUNS for one in fields(noun)} - {
        (noun.__name__, said.part) for _, noun, says in NOUNS for said in says
    }
    assert left_out == {("Stay", "id"), ("Standing", "id"), ("Asked", "facts")}


def test_words_used_are_words_of_the_vocabulary(model: Model) -> None:
    words = set()
    for text in TEXTS:
        for quad in ox.parse(situation_turtle(situation(model, text, "en")).encode(), format=ox.RdfFormat.TURTLE):
            words |= {node.value for node in (quad.predicate, quad.object) if isinstance(node, ox.NamedNode) and "ontology#" in node.value}
    declared = {
        quad.subject.value
        for file in (REPOSITORY / "ontology").rglob("*.ttl")
        for quad in ox.parse(path=file, format=ox.RdfFormat.TURTLE)
        if isinstance(quad.subject, ox.NamedNode)
    }
    assert len(words) > 40
    assert words - declared == set()


HEAD = """@prefix effect: <https://w3id.org/ygokg/effect/> .
@prefix : <http://example.org/> .
@prefix ygo: <https://w3id.org/ygokg/ontology#> .

"""
TOLD = """:it a ygo:Situation .
:deneb a ygo:Stay ; ygo:inZone ygo:Field ; ygo:lyingFace ygo:FaceUp ; ygo:stayKind ygo:MonsterCard ; ygo:sinceTick 0 .
:drain a ygo:Stay ; ygo:inZone ygo:Field ; ygo:lyingFace ygo:FaceUp ; ygo:stayKind ygo:TrapCard ; ygo:sinceTick 0 .
:one a ygo:Link ; ygo:linkNumber 1 ; ygo:usesEffect effect:75878039-1 ; ygo:fromStay :deneb ; ygo:atTick 1 ; ygo:resolvesAt 11 .
:inForce a ygo:Standing ; ygo:usesEffect effect:82732705-1 ; ygo:fromStay :drain ; ygo:sinceTick 0 .
"""


def read(model: Model, text: str) -> Situation:
    return situation_from_turtle(model, (HEAD + text).encode(), "told.ttl", "en")


def test_what_is_written_by_hand_is_read(model: Model) -> None:
    told = read(model, TOLD)
    assert [(stay.zone, stay.face, stay.side) for stay in told.stays] == [("ygo:Field", "ygo:FaceUp", "ygo:OwnSide")] * 2
    assert [(link.effect, link.source == told.stays[0].id, link.resolves_at) for link in told.links] == [(("effect:75878039-1",), True, 11)]
    assert told.standings[0].source == told.stays[1].id
    assert (told.end, told.asked) == (21, ())


@pytest.mark.parametrize(("said", "whole"), [("", False), (" ; ygo:complete false", False), (" ; ygo:complete true", True)])
def test_nothing_is_complete_unless_it_says_so(base: Rulebase, model: Model, said: str, whole: bool) -> None:
    told = read(model, TOLD.replace(":it a ygo:Situation", f":it a ygo:Situation{said}"))
    (case,) = Course(base, told).negated[1].cases
    assert told.whole is whole
    assert ("ygo:movedBeforeResolution" in case.facts, "ygo:negatorNow" in case.facts) == (whole, whole)


NINE = "told.ttl, line 9"
WRONG = [
    ("no situation", ":deneb a ygo:Stay .", "told.ttl tells no situation."),
    (
        "two situations",
        TOLD + ":other a ygo:Situation .",
        "told.ttl, line 10: http://example.org/other is a second situation; a file tells one.",
    ),
    (
        "a stay that is not there",
        TOLD.replace("fromStay :drain", "fromStay :dran"),
        f"{NINE}: http://example.org/inForce names http://example.org/dran with ygo:fromStay, but there is no such ygo:Stay.",
    ),
    (
        "two zones",
        TOLD.replace("ygo:stayKind ygo:TrapCard", "ygo:inZone ygo:Hand"),
        "told.ttl, line 7: http://example.org/drain has more than one ygo:inZone.",
    ),
    ("no tick", TOLD.replace(" ; ygo:atTick 1", ""), "told.ttl, line 8: http://example.org/one has no ygo:atTick."),
    (
        "a zone that there is not",
        TOLD.replace("ygo:inZone ygo:Field", "ygo:inZone ygo:FaceUp", 1),
        "told.ttl, line 6: ygo:FaceUp cannot be the ygo:inZone of http://example.org/deneb.",
    ),
    (
        "a moment that is no number",
        TOLD.replace("ygo:atTick 1 ", 'ygo:atTick "one" '),
        "told.ttl, line 8: one cannot be the ygo:atTick of http://example.org/one.",
    ),
    (
        "an effect that the data do not have",
        TOLD.replace("effect:75878039-1", "effect:1-1"),
        "told.ttl, line 8: effect:1-1 cannot be the ygo:usesEffect of http://example.org/one.",
    ),
    (
        "a word that is not understood",
        TOLD.replace("ygo:linkNumber 1", "ygo:linkNumber 1 ; ygo:tribute 2"),
        "told.ttl, line 8: http://example.org/one says ygo:tribute, which is not understood there.",
    ),
    (
        "a link that resolves before it is activated",
        TOLD.replace("ygo:resolvesAt 11", "ygo:resolvesAt 1"),
        "told.ttl, line 8: C1 does not fit into its Chain: links are activated in their order and resolve in the reverse one, after the last"
        " was activated.",
    ),
    (
        "a chain without its first link",
        TOLD.replace("ygo:linkNumber 1", "ygo:linkNumber 2"),
        "told.ttl, line 8: http://example.org/one comes where Chain Link 1 has to be; they are numbered from 1.",
    ),
    (
        "an effect used where its card is not yet",
        TOLD.replace("ygo:MonsterCard ; ygo:sinceTick 0", "ygo:MonsterCard ; ygo:sinceTick 5"),
        "told.ttl, line 8: http://example.org/one happens at moment 1, when the card of http://example.org/deneb is not there.",
    ),
    (
        "a card that leaves one place twice",
        TOLD + ":a a ygo:Move ; ygo:ofStay :deneb ; ygo:atTick 2 ; ygo:toZone ygo:Hand .\n"
        ":b a ygo:Move ; ygo:ofStay :deneb ; ygo:atTick 2 ; ygo:toZone ygo:Graveyard .\n",
        "told.ttl, line 11: http://example.org/b happens at moment 2, when the card of http://example.org/deneb is not there.",
    ),
    (
        "a card that is elsewhere without a move",
        TOLD + ":later a ygo:Stay ; ygo:inZone ygo:Hand ; ygo:sinceTick 4 ; ygo:afterStay :deneb .\n",
        "told.ttl, line 10: http://example.org/later does not begin where and when the card of http://example.org/deneb left.",
    ),
]


@pytest.mark.parametrize(("text", "message"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
def test_what_cannot_be_is_refused_with_its_line(model: Model, text: str, message: str) -> None:
    with pytest.raises(BrokenInput) as refused:
        read(model, text)
    assert refused.value.message == message.replace("line 8: C1", "line 8: http://example.org/one")
    assert refused.value.hint


def test_no_turtle_at_all_is_refused_with_its_line(model: Model) -> None:
    with pytest.raises(YgokgError) as refused:
        read(model, ":it a ygo:Situation ,, .")
    assert refused.value.message.startswith("told.ttl, line 5")


@pytest.mark.parametrize(
    ("text", "turtle"),
    [(HEAD + TOLD, True), ("PREFIX ygo: <x>", True), ("C1: 星因士天津四#1 | 技能抽取#1", False), ("base; C1: X:trap", False)],
)
def test_turtle_is_told_from_the_notation(text: str, turtle: bool) -> None:
    assert is_turtle(text) is turtle


def test_what_was_derived_names_its_definition(run: Callable[..., Run]) -> None:
    text = "C1: 星因士天津四#1 > C2: 月之书#1 -> C1 => C1 face-down | 技能抽取#1 ? negated C1"
    ended = run("situation", text, "--format", "turtle")
    triples = {(q.subject.value, q.predicate.value.rpartition("#")[2], getattr(q.object, "value", "")) for q in ox.parse(ended.out.encode(), format=ox.RdfFormat.TURTLE)}  # fmt: skip
    case, ygo = "https://w3id.org/ygokg/situation/A1.case1", "https://w3id.org/ygokg/ontology#"
    assert (case, "faceAtResolution", f"{ygo}FaceDown") in triples
    assert (case, "answer", f"{ygo}No") in triples
    assert (f"{case}.faceAtResolution", "wasDerivedFrom", f"{ygo}FaceDownAtResolution") in triples
    assert run("situation", "-", "--format", "json", stdin=ended.out).out == run("situation", text, "--format", "json").out


def test_stays_and_standings_keep_their_names(model: Model) -> None:
    told = situation(model, EVERY_PART[0], "en")
    assert {type(one) for one in (*told.stays, *told.standings, *told.events)} == {Stay, Standing, Event}
    read_back = situation_from_turtle(model, situation_turtle(told).encode(), "", "zh")
    assert [one.id for one in read_back.stays] == [one.id for one in told.stays]
