"""The definitions of situations: run in three ways with the same result, cheap enough to read as they are, and checked as data."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyoxigraph as ox
import pytest
from conftest import Run
from test_situation import ANSWERS
from test_situation_turtle import EVERY_PART, LISTED

from ygokg.checks import second_run
from ygokg.checks.run import POLICIES, run_policies
from ygokg.checks.second_run import Difference, abouts, differences, moment_of
from ygokg.checks.sources import Sources, read_sources
from ygokg.resolver import Rulebase
from ygokg.situation.constructs import parsed
from ygokg.situation.course import Course
from ygokg.situation.deriving import Scene, definitions, engine_run
from ygokg.situation.matching import Facts, Prepared
from ygokg.situation.telling import situation

TEXTS = [*EVERY_PART, *(case[1] for case in ANSWERS), *LISTED]
YGO = "https://w3id.org/ygokg/ontology#"


def test_our_way_to_run_a_definition_says_what_the_engine_of_the_store_says(base: Rulebase) -> None:
    compared = 0
    for text in TEXTS:
        told = situation(base.model, text, "en")
        course = Course(base, told)
        for asked in told.asked or course.questions():
            moment = moment_of(told, asked)
            scene = Scene(base, course.happened(moment, asked.link), moment)
            for about in [*abouts(scene, asked)][:2]:
                facts = Facts()
                for triple in (*scene.facts, *scene.case(about)):
                    facts.add(triple)
                for one in definitions():
                    case = "https://w3id.org/ygokg/situation/case"
                    assert set(one.run(facts, case)) == set(engine_run(one.construct, facts)), (text, one.id)
                    compared += 1
    assert compared > 1000


DATA = """@prefix y: <https://w3id.org/ygokg/ontology#> .
y:a y:next y:b , y:c ; y:at 1 ; y:on true . y:b y:next y:c ; y:at 2 ; y:of y:x . y:c y:next y:d ; y:at 3 ; y:on false ; y:of y:y . y:d y:at 3 .
"""
QUERIES = [
    ("a path", "?s ygo:next/ygo:next ?o", True),
    ("a path backwards", "?s ^ygo:next ?o", True),
    ("steps of any number", "?s ygo:next+ ?o", True),
    ("steps of any number to one thing", "?s ygo:next+ ?o . ?o ygo:at 3", True),
    ("alternatives", "{ ?s ygo:next ?o } UNION { ?o ygo:next ?s }", True),
    ("alternatives with other variables", "?s ygo:next ?o . { ?s ygo:of ?x } UNION { ?s ygo:on ?y } FILTER(!BOUND(?x))", True),
    ("what is not there", "?s ygo:next ?o FILTER NOT EXISTS { ?s ygo:on ?y }", True),
    ("what is not there later", "?s ygo:next ?o ; ygo:at ?t FILTER NOT EXISTS { ?o ygo:at ?u FILTER(?u > ?t + 1) }", True),
    ("what is not there twice over", "?s ygo:next ?o FILTER NOT EXISTS { ?s ygo:next ?n FILTER NOT EXISTS { ?n ygo:of ?x } }", True),
    ("what is there", "?s ygo:next ?o FILTER EXISTS { ?s ygo:on true }", True),
    ("a truth value", "?s ygo:next ?o ; ygo:on ?y FILTER(?y)", True),
    ("one of several", "?s ygo:next ?o ; ygo:at ?t FILTER(?t IN (1, 3))", True),
    ("none of several", "?s ygo:next ?o FILTER(?o NOT IN (ygo:b, ygo:d))", True),
    ("what cannot be compared", "?s ygo:next ?o FILTER(?s < ?o || ?s = ygo:a)", True),
    ("what cannot be compared, denied", "?s ygo:next ?o FILTER(!(?s < ?o))", True),
    ("a number that is a name", "?s ygo:next ?o FILTER(?s != 1 && ?o != true)", True),
    ("what may be there", "?s ygo:next ?o OPTIONAL { ?s ygo:of ?x } FILTER(!BOUND(?x) || ?x = ygo:y)", True),
    (
        "a condition on what may be there",
        "?s ygo:next ?o ; ygo:at ?t OPTIONAL { ?o ygo:at ?u FILTER(?u > ?t + 1) } FILTER(BOUND(?u))",
        True,
    ),
    ("a value with a name", "?s ygo:next ?n ; ygo:at ?t BIND(IF(?t > 1, ygo:late, ygo:early) AS ?o)", True),
    ("a value that cannot be told", "?s ygo:next ?n BIND(?n + 1 AS ?o)", True),
    ("the first that there is", "?s ygo:next ?n OPTIONAL { ?n ygo:of ?x } BIND(COALESCE(?x, ygo:nothing) AS ?o)", True),
    ("a filter that sees only its own", "?s ygo:at ?t { ?s ygo:next ?o FILTER(?t > 0) } UNION { ?s ygo:of ?o }", False),
    ("alternatives, one with a condition of its own", "{ ?s ygo:next ?o FILTER NOT EXISTS { ?s ygo:on ?k } } UNION { ?s ygo:of ?o }", True),
    (
        "one with a condition that looks beyond",
        "?s ygo:at ?t { ?s ygo:next ?o FILTER NOT EXISTS { ?o ygo:at ?t } } UNION { ?s ygo:of ?o }",
        False,
    ),
    ("a pattern with what may be there", "?s ygo:at ?t OPTIONAL { ?s ygo:of ?o } ?o ygo:at ?u", False),
    ("a property that is not known", "?s ?p ?o FILTER(?o = ygo:b)", False),
    ("a count", "{ SELECT ?s (COUNT(?n) AS ?o) WHERE { ?s ygo:next ?n } GROUP BY ?s }", False),
]
"""What it shows, a pattern, and whether we read it ourselves; the engine runs what we do not."""


@pytest.mark.parametrize(("where", "read"), [case[1:] for case in QUERIES], ids=[case[0] for case in QUERIES])
def test_sparql_means_what_it_means_to_the_engine(where: str, read: bool) -> None:
    facts = Facts()
    for quad in ox.parse(DATA.encode(), format=ox.RdfFormat.TURTLE):
        value = quad.object
        plain = (
            value.value
            if isinstance(value, ox.NamedNode)
            else value.value == "true"
            if "boolean" in value.datatype.value
            else int(value.value)
        )
        facts.add((quad.subject.value, quad.predicate.value, plain))
    text = f"CONSTRUCT {{ ?s ygo:said ?o }} WHERE {{ {where} }}"
    construct = parsed(text)
    assert (construct is not None) is read
    if construct is not None:
        found = Prepared(construct).run(facts)
        assert set(found) == set(engine_run(text, facts))
        assert len(found) == len(set(found))


def test_all_definitions_are_read_by_us() -> None:
    """One that is not is run by the engine, which makes an answer take twice as long; see ygokg/situation/constructs.py."""
    assert [one.id for one in definitions() if one.prepared is None] == []


# ---- pySHACL

TWICE = [EVERY_PART[0], ANSWERS[1][1], ANSWERS[8][1], *LISTED[:6]]


@pytest.mark.parametrize("text", TWICE, ids=range(len(TWICE)))
def test_pyshacl_derives_the_same(base: Rulebase, text: str) -> None:
    pytest.importorskip("pyshacl")
    assert list(differences(base, situation(base.model, text, "en"))) == []


def test_what_pyshacl_derives_otherwise_is_a_finding(base: Rulebase, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyshacl")
    others = tuple(one._replace(construct=one.construct.replace("ygo:FaceDown }", "ygo:FaceUp }")) for one in definitions())
    monkeypatch.setattr(second_run, "definitions", lambda: others)
    told = {"ruling:made-up": ANSWERS[1][1]}
    (found, *more) = second_run.findings(base, Sources([]), told)
    assert (found.policy, found.severity, more) == ("definition-disagrees", "error", [])
    assert "in ruling:made-up: " in found.message
    assert "faceAtResolution" in found.message
    assert [one.by_shacl for one in differences(base, situation(base.model, ANSWERS[1][1], "en"))] == [False, True]
    assert isinstance(next(differences(base, situation(base.model, ANSWERS[1][1], "en"))), Difference)


# ---- policies

PREFIXES = """@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix prov: <http://www.w3.org/ns/prov#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix src: <https://w3id.org/ygokg/source/> .
@prefix ygo: <https://w3id.org/ygokg/ontology#> .
ygo:endedAt a owl:AnnotationProperty .
ygo:zoneAtUse a ygo:StateFeature .
"""


def definition(name: str, stratum: str, construct: str, more: str = "ygo:basis ygo:Stated ; prov:wasDerivedFrom src:negation.84") -> str:
    labels = 'skos:prefLabel "一"@zh , "一"@ja , "one"@en'
    return f'ygo:{name} a ygo:Definition ; {labels} ; ygo:stratum {stratum} ; sh:construct """{construct}""" ; {more} .\n'


ENDS = definition("Ends", "1", "CONSTRUCT { ?s ygo:endedAt ?t } WHERE { ?s ygo:leaves ?t }")
FAULTS = [
    ("none", ENDS, []),
    ("a stratum too many", ENDS.replace("stratum 1", "stratum 5"), ["situation-definition"]),
    ("no source", ENDS.replace("; prov:wasDerivedFrom src:negation.84", ""), ["situation-definition"]),
    ("no basis", ENDS.replace("ygo:basis ygo:Stated ;", ""), ["situation-definition"]),
    ("a label too few", ENDS.replace(', "一"@ja', ""), ["situation-definition"]),
    ("no SPARQL", ENDS.replace("?t }", "?t ", 1), ["situation-query"]),
    ("a property that there is not", ENDS.replace("ygo:endedAt", "ygo:endsSometime"), ["situation-query"]),
    (
        "what a later one says",
        ENDS + definition("Before", "1", "CONSTRUCT { ?s ygo:endedAt 1 } WHERE { ?s ygo:zoneAtUse ?z }")
        + definition("Where", "4", "CONSTRUCT { ?c ygo:zoneAtUse ?z } WHERE { ?c ygo:endedAt ?z }"),
        ["situation-strata"],
    ),
    (
        "what another feature of the case is",
        definition("Where", "4", "CONSTRUCT { ?c ygo:zoneAtUse ?z } WHERE { ?c ygo:inZone ?z }")
        + definition("Too", "4", "CONSTRUCT { ?c ygo:zoneAtUse ygo:Field } WHERE { ?c ygo:zoneAtUse ?z }"),
        ["situation-strata"],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "policies"), [case[1:] for case in FAULTS], ids=[case[0] for case in FAULTS])
def test_a_faulty_definition_is_a_finding(tmp_path: Path, text: str, policies: list[str]) -> None:
    file = tmp_path / "definitions.ttl"
    file.write_text(PREFIXES + text, encoding="utf-8")
    sources = read_sources([(file, "definitions.ttl")])
    own = [policy for policy in POLICIES if policy.id.startswith("situation-") and policy.id != "situation-disagrees"]
    found = run_policies([policy for policy in own if policy.look.__module__.endswith("derivations")], sources, sources)
    assert [finding.policy for finding in found] == policies
    assert all(finding.place is not None and finding.place.file == "definitions.ttl" for finding in found)


def test_term_shows_a_definition_with_its_sparql(run: Callable[..., Run]) -> None:
    out = run("term", "StayHidden").out
    assert "What it says (SPARQL, stratum 1 of 4)\n  CONSTRUCT { ?s ygo:hiddenAt ?t } WHERE { ?e a ygo:Flip ;" in out
    assert "Sources\n  Negation, line 152\n" in out
