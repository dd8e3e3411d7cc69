"""`ygokg export`: the same graph in every form, whole and by topic, and back again."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import owlready2
import pyoxigraph as ox
import pytest
import rdflib
from conftest import REPOSITORY, Run, canonical
from lookup_world import call, turtle

from ygokg.errors import UsageProblem
from ygokg.export.jsonld import context_file
from ygokg.export.selection import of_topics, stated, whole
from ygokg.export.writing import DATASET_FORMATS, FORMATS, write
from ygokg.graph.compile import compile_model
from ygokg.graph.triples import PREFIXES
from ygokg.store.build import fill, read_quads
from ygokg.store.cache import Graph, open_graph

SUFFIXES = {"turtle": ".ttl", "trig": ".trig", "nquads": ".nq", "nt": ".nt", "rdfxml": ".owl", "jsonld": ".jsonld"}
PARSED = {
    "turtle": ox.RdfFormat.TURTLE,
    "trig": ox.RdfFormat.TRIG,
    "nquads": ox.RdfFormat.N_QUADS,
    "nt": ox.RdfFormat.N_TRIPLES,
    "rdfxml": ox.RdfFormat.RDF_XML,
    "jsonld": ox.RdfFormat.JSON_LD,
}
RDF_TYPE = ox.NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
CONCEPT = ox.NamedNode("https://w3id.org/ygokg/ontology#Concept")
ANNOTATION = ox.NamedNode("http://www.w3.org/2002/07/owl#AnnotationProperty")


def quads_of(text: str) -> list[ox.Quad]:
    prefixes = "".join(f"@prefix {name}: <{iri}> .\n" for name, iri in PREFIXES.items())
    return list(ox.parse(prefixes + "@prefix ex: <http://example.org/> .\n" + text, format=ox.RdfFormat.TRIG))


@pytest.fixture(scope="module")
def everything(graph: Graph) -> list[ox.Quad]:
    """All of the built-in graph that is exported."""
    return whole(graph.store)


@pytest.fixture(scope="module")
def asserted(everything: list[ox.Quad]) -> set[str]:
    """What is stated in it, whatever its blank nodes are called."""
    return canonical(stated(everything))


@pytest.fixture(scope="module")
def count(everything: list[ox.Quad], graph: Graph) -> list[ox.Quad]:
    """One topic of it."""
    return of_topics(everything, graph.model, ["count"])


@pytest.mark.parametrize("form", FORMATS)
def test_the_whole_graph_read_back_is_the_same(
    run: Callable[..., Run], graph: Graph, asserted: set[str], tmp_path: Path, form: str
) -> None:
    file = tmp_path / f"whole{SUFFIXES[form]}"
    assert run("export", "--output", str(file)) == Run(0, "", "")
    again = read_quads([file])
    assert canonical(again) == asserted
    assert compile_model(again) == graph.model


def test_the_whole_graph_built_over_an_empty_one_is_the_same(graph: Graph, everything: list[ox.Quad], tmp_path: Path) -> None:
    """What is built of a model and its triples is the same whatever form they were read from."""
    file = tmp_path / "whole.trig"
    file.write_bytes(write(everything, "trig"))
    again = open_graph([file], builtin=False)
    assert canonical(whole(again.store)) == canonical(everything)
    assert (again.model, again.verdicts) == (graph.model, graph.verdicts)


@pytest.mark.parametrize("form", FORMATS)
def test_the_same_graph_gives_the_same_bytes_whatever_its_blank_nodes_are_called(tmp_path: Path, form: str) -> None:
    script = (
        "import sys\nfrom pathlib import Path\nfrom ygokg.export.writing import write\nfrom ygokg.store.build import parse_file\n"
        "sys.stdout.buffer.write(write(reversed(parse_file(Path(sys.argv[1]))), sys.argv[2]))\n"
    )
    file = tmp_path / "world.ttl"
    file.write_text(turtle("[] a owl:AllDifferent ; owl:distinctMembers ( ygo:FaceUp ygo:FaceDown ) ."), encoding="utf-8")
    command = [sys.executable, "-c", script, str(file), form]
    once, twice = (subprocess.run(command, capture_output=True, check=True, cwd=REPOSITORY).stdout for _ in range(2))
    assert len(once) > 5000
    assert once == twice


@pytest.mark.parametrize("topic", ["count", "immunity", "negate-activation"])
def test_a_topic_alone_gives_its_rulings_the_same_answers(graph: Graph, everything: list[ox.Quad], tmp_path: Path, topic: str) -> None:
    file = tmp_path / f"{topic}.trig"
    file.write_bytes(write(of_topics(everything, graph.model, [topic]), "trig"))
    model, found = fill(ox.Store(), [file])
    systems = {i for i, system in graph.model.systems.items() if system.topic == topic}
    sources = {i for i, passage in graph.model.passages.items() if passage.system in systems}
    own = {i for i, ruling in graph.model.rulings.items() if ruling.in_force and sources.intersection(ruling.sources)}
    assert len(own) > 5
    assert {i: found[i][:3] for i in own} == {i: graph.verdicts[i][:3] for i in own}
    assert len(model.rules) < len(graph.model.rules)


def test_a_topic_names_nothing_that_it_does_not_have(everything: list[ox.Quad], count: list[ox.Quad]) -> None:
    own = tuple(iri for iri in PREFIXES.values() if iri.startswith("https://w3id.org/ygokg/"))
    part, all_stated = stated(count), stated(everything)
    subjects = {quad.subject for quad in part}
    named = {term for quad in part for term in (quad.predicate, quad.object) if isinstance(term, ox.NamedNode)}
    said = {quad.subject for quad in all_stated}
    assert [term.value for term in named if term.value.startswith(own) and term in said and term not in subjects] == []
    assert ox.NamedNode("https://w3id.org/ygokg/ontology") in subjects
    # The scheme of concepts and the properties of the graph itself go along whole; of the rest a topic has a part: rules of others that
    # decide what its own look at, and next to nothing of their rulings, effects and cards.
    shared = {q.subject for q in part if q.predicate == RDF_TYPE and q.object in (CONCEPT, ANNOTATION)}
    small, large = (sum(q.subject not in shared for q in quads) for quads in (part, all_stated))
    assert small < large / 4
    for kind in ("ruling", "effect", "card"):
        a_part, all_of_them = (
            len({q.subject for q in quads if str(q.subject).startswith(f"<{PREFIXES[kind]}")}) for quads in (part, all_stated)
        )
        assert 0 < a_part < all_of_them / 20, kind


def test_two_topics_together_are_no_more_than_each_of_them(graph: Graph, everything: list[ox.Quad]) -> None:
    parts = [set(map(str, of_topics(everything, graph.model, topics))) for topics in (["count"], ["immunity"], ["count", "immunity"])]
    assert parts[2] >= parts[0] | parts[1]


STRANGE = {
    "a blank node that two lead to": "ex:a ex:p _:x . ex:b ex:p _:x . _:x ex:q 1 .",
    "a circle of blank nodes": "_:x ex:p _:y . _:y ex:p _:x .",
    "a blank node that leads to itself": "_:x ex:p _:x .",
    "a circle with a way in": "ex:a ex:p _:x . _:x ex:p _:y . _:y ex:p _:x .",
    "a blank node about which nothing is said": "ex:a ex:p [] , [] .",
    "lists in lists": "ex:a ex:p ( 1 ( ) ( ex:b [ ex:q 2 ] ) ) .",
    "a list with something else said": 'ex:a ex:p _:x . _:x rdf:first 1 ; rdf:rest () ; ex:q "more" .',
    "a list with two ends": "ex:a ex:p _:x . _:x rdf:first 1 ; rdf:rest () , ( 2 ) .",
    "a list that is broken off": "ex:a ex:p _:x . _:x rdf:first 1 ; rdf:rest _:y . _:y rdf:first 2 .",
    "a list of the graph with literals": 'ex:a owl:oneOf ( "x" 1 true "y"@zh "2020-01-01"^^xsd:date ygo:FaceUp ex:b ) .',
    "texts beside ids": 'ex:a ygo:answer ygo:No , "2" , 3 , 3.0 , "x"@en , "y"^^ex:type .',
    "labels with and without language": 'ex:a skos:prefLabel "x" , "y"@en , "z"@en , ygo:No .',
    "numbers not in their usual form": 'ex:a ygo:line "01"^^xsd:integer , "+1"^^xsd:integer , "-0"^^xsd:integer , 9007199254740993 , "x"^^xsd:integer .',
    "truth values": 'ex:a owl:deprecated true , "1"^^xsd:boolean , "yes"^^xsd:boolean .',
    "dates": 'ex:a dct:date "2020-01-01"^^xsd:date , "2020"^^xsd:gYear , "2020-01-01" ; dct:issued "2020-01"^^xsd:gYearMonth .',
    "names that the context takes": "ex:a ygo:label ygo:source ; ygo:type ygo:id ; ygo:asks ygo:date , ygo:effect , ygo:label .",
    "ids that look like something else": "ex:a ygo:effect <https://w3id.org/ygokg/a:b> , <https://w3id.org/ygokg/../c> , <https://w3id.org/ygokg/> , <urn:x:y> , effect:1-a .",
    "names with odd signs": "ex:a ygo:effect <https://w3id.org/ygokg/effect/1.> , <https://w3id.org/ygokg/effect/a%20b> , <https://w3id.org/ygokg/effect/日本> .",
    "a property of nobody's": "ex:a <http://example.org/x/y#z> ex:b , 1 ; <urn:p:q> <urn:a> .",
    "types of all kinds": "ex:a a ygo:Rule , owl:Class , ex:Type , [] .",
    "text with every sign": r'ex:a ygo:mark "quote \" back \\ line\n\ttab \u2028 \U0001F600" .',
    "text with control signs": r'ex:a ygo:mark "\u0001 \r \u0085 \u001b[0m" .',
    "text that looks like markup": 'ex:a ygo:mark "<b>&amp;</b> ]]>" .',
    "datatypes of ours": 'ex:a ygo:mark "x"^^rule:kind , "y"^^ygo:kind ; dct:date "z"^^ygo:date .',
    "a graph of a person's own": "ex:g { ex:a ex:p [ ex:q 1 ] } ex:a ex:p 2 .",
}
NOT_IN_XML = {
    "a control sign": (
        r'ruling:x.1 rdfs:comment "a\u0001b"@en .',
        "ruling:x.1 has a text with a sign that XML cannot hold (rdfs:comment).",
    ),
    "a carriage return": (r'[] rdfs:label "a\rb" .', "_:b1 has a text with a sign that XML cannot hold (rdfs:label)."),
    "a property that ends in a number": (
        "ex:a <http://example.org/1> 2 .",
        "http://example.org/a has a property with a name that XML cannot hold (http://example.org/1).",
    ),
}


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", STRANGE)
def test_strange_triples_come_back_as_they_were(name: str, form: str) -> None:
    if form == "rdfxml" and name == "text with control signs":
        pytest.skip("XML has no way to write these")
    quads = quads_of(STRANGE[name])
    expected = quads if form in DATASET_FORMATS else stated(quads)
    found = list(ox.parse(write(quads, form), format=PARSED[form], base_iri="https://example.net/"))
    assert canonical(found) == canonical(expected)


@pytest.mark.parametrize("name", NOT_IN_XML)
def test_what_xml_cannot_hold_is_refused(name: str) -> None:
    text, message = NOT_IN_XML[name]
    with pytest.raises(UsageProblem, match=re.escape(message)):
        write(quads_of(text), "rdfxml")


WORLD = """\
rule:x a owl:Class , ygo:Rule ; owl:equivalentClass [ a owl:Class ; owl:intersectionOf ( ygo:Case
    [ a owl:Restriction ; owl:onProperty ygo:face ; owl:hasValue ygo:FaceUp ] ) ] ;
    ygo:asks ygo:IsNegated ; ygo:answer ygo:No ; skos:prefLabel "规则"@zh , "rule"@en ; prov:wasDerivedFrom src:x.1 .
ruling:x.1 a ygo:Ruling ; ygo:effect effect:1-1 ; ygo:face ygo:FaceUp ; ygo:asks ygo:Count ; ygo:answer 2 ; dct:date "2020-01-02"^^xsd:date .
[] a owl:AllDifferent ; owl:distinctMembers ( ygo:FaceUp ygo:FaceDown ) .
"""

TURTLE = """\
@prefix ygo: <https://w3id.org/ygokg/ontology#> .
@prefix rule: <https://w3id.org/ygokg/rule/> .
@prefix ruling: <https://w3id.org/ygokg/ruling/> .
@prefix effect: <https://w3id.org/ygokg/effect/> .
@prefix src: <https://w3id.org/ygokg/source/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix prov: <http://www.w3.org/ns/prov#> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

rule:x a owl:Class , ygo:Rule ;
    owl:equivalentClass [ a owl:Class ;
        owl:intersectionOf ( ygo:Case [ a owl:Restriction ;
            owl:hasValue ygo:FaceUp ;
            owl:onProperty ygo:face ] ) ] ;
    prov:wasDerivedFrom src:x.1 ;
    skos:prefLabel "rule"@en , "规则"@zh ;
    ygo:answer ygo:No ;
    ygo:asks ygo:IsNegated .

ruling:x.1 a ygo:Ruling ;
    dct:date "2020-01-02"^^xsd:date ;
    ygo:answer 2 ;
    ygo:asks ygo:Count ;
    ygo:effect effect:1-1 ;
    ygo:face ygo:FaceUp .

[] a owl:AllDifferent ;
    owl:distinctMembers ( ygo:FaceUp ygo:FaceDown ) .
"""

NODES = [
    {
        "id": "rule/x",
        "type": ["owl:Class", "Rule"],
        "equivalentClass": {
            "type": "owl:Class",
            "intersectionOf": {"@list": ["Case", {"type": "owl:Restriction", "hasValue": "ygo:FaceUp", "onProperty": "face"}]},
        },
        "source": "source/x.1",
        "label": {"en": "rule", "zh": "规则"},
        "answer": "No",
        "asks": "IsNegated",
    },
    {
        "id": "ruling/x.1",
        "type": "Ruling",
        "date": "2020-01-02",
        "answer": {"@value": 2},
        "asks": "Count",
        "effect": "effect/1-1",
        "face": "FaceUp",
    },
    {"type": "owl:AllDifferent", "distinctMembers": {"@list": ["ygo:FaceUp", "ygo:FaceDown"]}},
]


def test_turtle_reads_like_what_people_write() -> None:
    assert write(quads_of(WORLD), "turtle").decode() == TURTLE


def test_json_ld_reads_like_plain_json() -> None:
    found = json.loads(write(quads_of(WORLD), "jsonld"))
    assert found["@graph"] == NODES
    shared = json.loads(context_file().read_text(encoding="utf-8"))["@context"]
    further = {key: told for key, told in found["@context"].items() if key not in shared}
    assert {key: found["@context"][key] for key in shared} == shared
    assert further == {
        "answer": {"@type": "@vocab"},
        "asks": {"@type": "@vocab"},
        "effect": {"@type": "@id"},
        "face": {"@type": "@vocab"},
    }


VALUES = (
    "a list of the graph with literals",
    "texts beside ids",
    "labels with and without language",
    "dates",
    "names that the context takes",
    "a blank node that two lead to",
    "a circle of blank nodes",
)


@pytest.mark.parametrize("name", VALUES)
def test_another_library_reads_languages_datatypes_and_blank_nodes_of_json_ld(name: str) -> None:
    quads = stated(quads_of(STRANGE[name]))
    found = rdflib.Graph().parse(data=write(quads, "jsonld"), format="json-ld").serialize(format="nt", encoding="utf-8")
    assert canonical(list(ox.parse(found, format=ox.RdfFormat.N_TRIPLES))) == canonical(quads)


@pytest.mark.parametrize(("form", "name"), [("jsonld", "json-ld"), ("rdfxml", "xml"), ("turtle", "turtle")])
def test_another_library_reads_the_same(count: list[ox.Quad], form: str, name: str) -> None:
    part = stated(count)
    found = rdflib.Graph().parse(data=write(part, form), format=name).serialize(format="nt", encoding="utf-8")
    assert canonical(list(ox.parse(found, format=ox.RdfFormat.N_TRIPLES))) == canonical(part)


def test_the_reasoner_reads_rdf_xml(count: list[ox.Quad], tmp_path: Path) -> None:
    file = tmp_path / "count.owl"
    file.write_bytes(write(count, "rdfxml"))
    ontology = owlready2.World().get_ontology(file.as_uri()).load()
    rules = {c.iri for c in ontology.classes() if "/ygokg/rule/" in c.iri}
    assert len(rules) > 5
    assert "https://w3id.org/ygokg/ontology#effect" in {p.iri for p in ontology.object_properties()}


def test_the_form_follows_the_suffix_or_what_is_asked(tmp_path: Path) -> None:
    by_suffix, asked = tmp_path / "a.nq", tmp_path / "b.nq"
    call("export", "--topic", "negation", "--output", str(by_suffix))
    call("export", "--topic", "negation", "--output", str(asked), "--format", "turtle")
    assert by_suffix.read_text(encoding="utf-8").startswith("<https://w3id.org/ygokg/")
    assert asked.read_text(encoding="utf-8").startswith("@prefix ygo: ")


def test_on_a_pipe_the_graph_comes_as_it_is() -> None:
    ended = call("export", "--topic", "negation", "--format", "jsonld")
    assert json.loads(ended.out)["@context"]["@vocab"] == "https://w3id.org/ygokg/ontology#"
    assert (ended.err, ended.code) == ("", 0)


REFUSED = {
    "an unknown topic": (["--topic", "negatoin"], "Error: There is no topic “negatoin”.\nTopics are "),
    "a suffix of no form": (
        ["--output", "graph.txt"],
        "Error: graph.txt: the suffix tells no form of RDF.\nGive --format, or one of .ttl, ",
    ),
    "a folder that is not there": (
        ["--topic", "count", "--output", "nowhere/graph.ttl"],
        "Error: nowhere/graph.ttl cannot be written: No such file or directory.\nName a file in a folder that exists.\n",
    ),
    "a card without test vectors": (
        ["--passcode", "82732705"],
        "Error: --passcode chooses among test vectors.\nGive it together with --vectors.\n",
    ),
    "test vectors as Turtle": (
        ["--vectors", "--format", "turtle"],
        "Error: Test vectors are JSON, one object a line, and nothing else.\nLeave --format out.\n",
    ),
    "a form that it does not write": (["--format", "csv"], "Usage: ygokg export [OPTIONS]\n"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    arguments, message = REFUSED[name]
    ended = call("export", *arguments)
    assert (ended.out, ended.code) == ("", 2)
    assert ended.err.startswith(message)
