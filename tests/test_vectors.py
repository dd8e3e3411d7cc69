"""`ygokg export --vectors`: rulings as test cases for card scripts, all of them valid against the schema."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from conftest import Run
from lookup_world import VERDICTS, world

from ygokg.export.vectors import schema_file, vectors
from ygokg.graph.vocabulary import STATUSES
from ygokg.store.cache import Graph

jsonschema = pytest.importorskip("jsonschema")


@pytest.fixture(scope="module")
def validator() -> Any:
    schema = json.loads(schema_file().read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.fixture(scope="module")
def all_vectors(graph: Graph) -> list[dict[str, Any]]:
    return list(vectors(graph.model, graph.verdicts))


def test_every_vector_is_as_the_schema_says(validator: Any, all_vectors: list[dict[str, Any]]) -> None:
    wrong = [f"{vector['id']}: {error.message}" for vector in all_vectors for error in validator.iter_errors(vector)]
    assert wrong == []


def test_there_is_one_for_every_ruling_that_is_not_withdrawn(graph: Graph, all_vectors: list[dict[str, Any]]) -> None:
    standing = {i for i, ruling in graph.model.rulings.items() if ruling.in_force}
    assert {vector["id"] for vector in all_vectors} == standing
    assert len(all_vectors) == len(standing) > 300


def test_the_schema_has_every_status_and_the_graph_uses_the_common_ones(validator: Any, all_vectors: list[dict[str, Any]]) -> None:
    names = {status.removeprefix("ygo:").removesuffix("Ruling").lower() for status in STATUSES}
    assert set(validator.schema["properties"]["status"]["enum"]) == names
    assert {"derived", "pending", "literal"} <= Counter(vector["status"] for vector in all_vectors).keys()


SMALL = {
    "schema_version": "1.1",
    "id": "ruling:negation.113.a",
    "passcodes": [82732705],
    "effects": {
        "ygo:effect": [{"id": "effect:any-spell-card", "passcode": None, "number": None, "families": []}],
        "ygo:negator": [{"id": "effect:82732705-1", "passcode": 82732705, "number": "1", "families": ["ygo:FieldNegator"]}],
    },
    "features": {},
    "mentions": [],
    "question": "ygo:IsNegated",
    "expected": "ygo:Yes",
    "status": "derived",
    "derived": "ygo:Yes",
    "rules": ["rule:negation.stays-negated"],
    "given": [],
    "date": "2020-12-07",
    "sources": [
        {
            "id": "src:negation.113",
            "document": "src:negation",
            "line": 113,
            "issued": "2023-12",
            "references": [
                {
                    "class": "ygo:OfficialFaq",
                    "id": "12812",
                    "date": "2020-12-07",
                    "link": "https://www.db.yugioh-card.com/yugiohdb/faq_search.action?ope=5&fid=12812&request_locale=ja",
                },
                {"class": "ygo:Wiki", "id": None, "date": "2019-06-07", "link": None},
            ],
        }
    ],
    "summary": "A spell is no monster.",
    "former": [],
    "timeline": None,
}


def test_a_vector_in_full(validator: Any) -> None:
    found = {vector["id"]: vector for vector in vectors(world(), VERDICTS)}
    assert found["ruling:negation.113.a"] == SMALL
    assert found["ruling:negation.112"]["passcodes"] == [75878039, 82732705, 14087893]
    assert found["ruling:negation.112"]["features"] == {"ygo:faceAtResolution": ["ygo:FaceDown"]}
    assert found["ruling:negation.112"]["mentions"] == ["card:14087893"]
    assert (found["ruling:negation.114"]["status"], found["ruling:negation.114"]["derived"]) == ("pending", "ygo:Yes")
    assert [list(validator.iter_errors(vector)) for vector in found.values()] == [[], [], [], []]


def test_a_count_is_a_number() -> None:
    model = world("ruling:negation.118 a ygo:Ruling ; ygo:asks ygo:IsNegated ; ygo:answer 2 ; prov:wasDerivedFrom src:negation.118 .")
    truth = {**VERDICTS, "ruling:negation.118": VERDICTS["ruling:negation.114"]._replace(status="ygo:LiteralRuling", answer=None)}
    found = {vector["id"]: vector for vector in vectors(model, truth)}
    assert (found["ruling:negation.118"]["expected"], found["ruling:negation.118"]["status"]) == (2, "literal")


def test_evidence_without_a_day_is_valid_and_an_empty_day_is_not(validator: Any) -> None:
    undated = """evidence:negation.114.9 a ygo:Evidence ; ygo:sourceClass ygo:Wiki .
    src:negation.114 ygo:evidence evidence:negation.114.9 ."""
    found = {vector["id"]: vector for vector in vectors(world(undated), VERDICTS)}["ruling:negation.114"]
    references = found["sources"][0]["references"]
    assert {"class": "ygo:Wiki", "id": None, "date": None, "link": None} in references
    assert list(validator.iter_errors(found)) == []
    references[-1]["date"] = ""
    assert list(validator.iter_errors(found)) != []


def test_withdrawn_rulings_are_no_tests() -> None:
    model = world("ruling:negation.112 owl:deprecated true .")
    assert "ruling:negation.112" not in {vector["id"] for vector in vectors(model, VERDICTS)}


def changed(**values: Any) -> dict[str, Any]:
    return {**deepcopy(SMALL), **values}


def stay(number: str, passcode: int, name: str, kind: str, since: int) -> dict[str, Any]:
    return {
        "id": number,
        "passcode": passcode,
        "name": name,
        "kind": kind,
        "controller": "own",
        "zone": "ygo:Field",
        "face": "ygo:FaceUp",
        "since": since,
        "after": None,
    }


def effect(passcode: int, *families: str) -> dict[str, Any]:
    return {"id": f"effect:{passcode}-1", "passcode": passcode, "number": "1", "families": list(families)}


DENEB = effect(75878039, "ygo:OptionalEffect", "ygo:TriggerEffect")
MOON = effect(14087893, "ygo:SpellTrapEffect", "ygo:SpentCardEffect")
DRAIN = effect(82732705, "ygo:ContinuousEffect", "ygo:FieldMonsterNegator")
TIMELINE = {
    "told": "C1: 星因士 天津四#1 > C2: 月之书#1 -> C1 => C1 face-down | 技能抽取#1",
    "complete": True,
    "stays": [
        stay("K1", 75878039, "Satellarknight Deneb", "ygo:MonsterCard", 0),
        stay("K2", 14087893, "Book of Moon", "ygo:SpellCard", 2),
        stay("K3", 82732705, "Skill Drain", "ygo:TrapCard", 0),
    ],
    "links": [
        {"number": 1, "chain": 1, "effect": DENEB, "stay": "K1", "as_card": False, "targets": [], "activated_at": 1, "resolves_at": 22},
        {"number": 2, "chain": 1, "effect": MOON, "stay": "K2", "as_card": True, "targets": ["K1"], "activated_at": 2, "resolves_at": 12},
    ],
    "events": [
        {
            "at": 13,
            "kind": "flip",
            "stay": "K1",
            "to": "ygo:FaceDown",
            "how": None,
            "face": None,
            "link": 2,
            "cause": "link",
            "effect": None,
        }
    ],
    "in_force": [{"id": "S1", "effect": DRAIN, "stay": "K3", "on": [], "since": 0, "until": None}],
    "unaffected": [],
    "asked": {"link": 1, "stay": "K1"},
}


TIMELINE_STAY = stay("K1", 75878039, "Satellarknight Deneb", "ygo:MonsterCard", 0)


def test_a_timeline_in_full(all_vectors: list[dict[str, Any]]) -> None:
    found = {vector["id"]: vector["timeline"] for vector in all_vectors}
    assert found["ruling:negation.112"] == TIMELINE


def test_those_whose_course_is_known_have_a_timeline(graph: Graph, all_vectors: list[dict[str, Any]]) -> None:
    told = {i for i, ruling in graph.model.rulings.items() if ruling.in_force and ruling.told_as}
    assert {vector["id"] for vector in all_vectors if vector["timeline"]} == told
    assert len(told) > 250


def test_a_timeline_says_what_is_not_told_and_what_any_card_will_do(all_vectors: list[dict[str, Any]]) -> None:
    told = next(vector["timeline"] for vector in all_vectors if vector["id"] == "ruling:negation.176.a")
    assert told["complete"] is False
    assert (told["stays"][0]["passcode"], told["links"][0]["effect"]["passcode"]) == (None, None)


WRONG = {
    "an unknown key": changed(extra=1),
    "a passcode in quotation marks": changed(passcodes=["82732705"]),
    "an answer that is no id": changed(expected="Yes"),
    "an unknown status": changed(status="good"),
    "a date in another form": changed(date="20/12/7"),
    "no source": changed(sources=[]),
    "a feature without a value": changed(features={"ygo:face": []}),
    "a rule that is a ruling": changed(rules=["ruling:negation.113.a"]),
    "an effect with a mark for a number": changed(
        effects={"ygo:effect": [{"id": "effect:1-1", "passcode": 1, "number": "①", "families": []}]}
    ),
    "a timeline without its stays": changed(timeline={key: value for key, value in TIMELINE.items() if key != "stays"}),
    "a card under nobody's control": changed(timeline={**TIMELINE, "stays": [{**TIMELINE_STAY, "controller": "both"}]}),
    "a moment before everything": changed(timeline={**TIMELINE, "stays": [{**TIMELINE_STAY, "since": -1}]}),
    "another version of the schema": changed(schema_version="2.0"),
    "no version of the schema": {key: value for key, value in SMALL.items() if key != "schema_version"},
    "without the question": {key: value for key, value in SMALL.items() if key != "question"},
}


@pytest.mark.parametrize("name", WRONG)
def test_the_schema_refuses(validator: Any, name: str) -> None:
    assert list(validator.iter_errors(SMALL)) == []
    assert len(list(validator.iter_errors(WRONG[name]))) > 0


def test_for_one_script(run: Callable[..., Run], all_vectors: list[dict[str, Any]]) -> None:
    by_number, by_name = run("export", "--vectors", "--passcode", "82732705"), run("export", "--vectors", "--passcode", "技能抽取")
    found = [json.loads(line) for line in by_number.out.splitlines()]
    assert found == [vector for vector in all_vectors if 82732705 in vector["passcodes"]]
    assert (by_name, by_number.err, by_number.code) == (by_number, "", 0)
    assert len(found) > 5


def test_for_one_topic(run: Callable[..., Run]) -> None:
    lines = run("export", "--vectors", "--topic", "count").out.splitlines()
    assert 5 < len(lines) < 50
    derived = {found["id"]: found["rules"] for found in map(json.loads, lines) if found["status"] == "derived"}
    by_other_topics = [ruling for ruling, rules in derived.items() if not any(rule.startswith("rule:count.") for rule in rules)]
    # Triple Tactics Talent asks whether a monster effect was activated: what an activation rule says, told in the chapter's part on counts.
    assert by_other_topics == ["ruling:activation-20260814.201"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--passcode", "9"), "Error: There is no card “9” in the data.\n"),
        (("--passcode", "82732705", "--topic", "return"), "Error: There is no such ruling to write as a test vector.\n"),
        (("--passcode", "82732705", "--topic", "return", "--lang", "zh"), "Error: 没有这样的裁定可写成测试向量。\n"),
    ],
    ids=["an unknown card", "a card in another topic", "in Chinese"],
)
def test_nothing_to_write(run: Callable[..., Run], arguments: tuple[str, ...], message: str) -> None:
    ended = run("export", "--vectors", *arguments)
    assert (ended.out, ended.code) == ("", 3)
    assert ended.err.startswith(message)


def test_the_schema_itself(run: Callable[..., Run]) -> None:
    assert run("export", "--schema") == Run(0, schema_file().read_text(encoding="utf-8"), "")
