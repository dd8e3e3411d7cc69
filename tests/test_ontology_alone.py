"""The ontology in other people's tools: OWLAPI, which is what Protégé opens files with, and the plain command line of pySHACL."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path

import pyoxigraph as ox
import pytest
from check_world import BAD, SHAPES, SMALL, fault
from conftest import REPOSITORY, Run, canonical
from owlapi import Opened, opened
from patience import HANG

from ygokg.export.selection import of_topics, ontology, stated, whole
from ygokg.export.writing import write
from ygokg.graph.triples import PREFIXES, curie, expand
from ygokg.store.build import read_quads
from ygokg.store.cache import Graph

PARTS = {"the ontology": ("ontology",), "ontology and data": ("ontology", "data")}

HEADER = "<http://example.org/o> a owl:Ontology . ex:A a owl:Class . ex:p a owl:ObjectProperty . ex:c a owl:AnnotationProperty . "
OUTSIDE = {
    "sound": ("ex:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty ex:p ; owl:someValuesFrom ex:A ] ; ex:c 1 .", set()),
    "an undeclared class": ("ex:A rdfs:subClassOf ex:B .", {"UseOfUndeclaredClass"}),
    "an undeclared annotation": ("ex:A ex:q 1 .", {"UseOfUndeclaredAnnotationProperty"}),
    "a class that is a datatype": (
        "ex:A a rdfs:Datatype .",
        {"DatatypeIRIAlsoUsedAsClassIRI"},
    ),
    "a property of two kinds": ("ex:p a owl:AnnotationProperty . ex:A ex:p ex:A .", {"IllegalPunning"}),
    "a transitive property that is functional": (
        "ex:p a owl:TransitiveProperty , owl:FunctionalProperty .",
        {"UseOfNonSimplePropertyInFunctionalPropertyAxiom"},
    ),
    "an empty list of individuals": ("ex:A owl:equivalentClass [ a owl:Class ; owl:oneOf () ] .", {"EmptyOneOfAxiom"}),
}
"""Small ontologies outside OWL 2 DL, and the kinds of violation that the checker has to name: it is no checker that finds nothing."""


@lru_cache
def quads_of(part: str) -> list[ox.Quad]:
    return read_quads([path for folder in PARTS[part] for path in sorted((REPOSITORY / folder).rglob("*.ttl"))])


@pytest.fixture(scope="module")
def in_owlapi(graph: Graph, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Opened]:
    """Everything that these tests open, opened at once: Java takes its time to start."""
    folder = tmp_path_factory.mktemp("owlapi")
    quads = whole(graph.store)
    written = {
        "the ontology": ("ontology.owl", write(ontology(quads, graph.model), "rdfxml")),
        "ontology and data": ("whole.owl", write(quads, "rdfxml")),
        "a topic": ("topic.ttl", write(of_topics(quads, graph.model, ["count"]), "turtle")),
    }
    prefixes = "".join(f"@prefix {name}: <{iri}> .\n" for name, iri in {**PREFIXES, "ex": "http://example.org/"}.items())
    for number, (name, (text, _)) in enumerate(OUTSIDE.items()):
        written[name] = (f"outside-{number}.ttl", (prefixes + HEADER + text).encode())
    for name, content in written.values():
        (folder / name).write_bytes(content)
    return dict(zip(written, opened(*(folder / name for name, _ in written.values())), strict=True))


@pytest.mark.parametrize("name", [*PARTS, "a topic"])
def test_it_is_in_owl_2_dl(in_owlapi: dict[str, Opened], name: str) -> None:
    assert (in_owlapi[name].iri, in_owlapi[name].violations) == ("https://w3id.org/ygokg/ontology", [])


@pytest.mark.parametrize("name", OUTSIDE)
def test_the_profile_checker_finds_what_is_outside(in_owlapi: dict[str, Opened], name: str) -> None:
    assert {violation.partition(":")[0] for violation in in_owlapi[name].violations} == OUTSIDE[name][1]


@pytest.mark.parametrize("part", PARTS)
def test_every_statement_is_read_as_owl(in_owlapi: dict[str, Opened], part: str) -> None:
    """What OWLAPI cannot read as an axiom becomes an annotation of a blank node, or is lost; so the axioms are counted."""
    found = in_owlapi[part]
    assert found.anonymous == 0
    assert {name: n for name, n in found.axioms.items() if name != "Declaration"} == axioms(quads_of(part))


@pytest.mark.parametrize("part", PARTS)
def test_every_name_has_the_kind_that_the_files_give_it(in_owlapi: dict[str, Opened], part: str) -> None:
    kinds = {"Classes": "owl:Class", "ObjectProperties": "owl:ObjectProperty", "AnnotationProperties": "owl:AnnotationProperty"}
    declared = {kind: set(declarations(quads_of(part), kind)) for kind in kinds.values()}
    declared["owl:AnnotationProperty"] |= {"rdfs:comment", "owl:versionInfo", "owl:deprecated"}  # these are OWL's own
    assert {kind: set(map(curie, in_owlapi[part].names[name])) for name, kind in kinds.items()} == declared
    assert in_owlapi[part].names["DataProperties"] == []


def test_a_feature_shows_its_label_in_three_languages(in_owlapi: dict[str, Opened]) -> None:
    labels = in_owlapi["the ontology"].labels
    assert {iri: set(told) for iri, told in labels.items() if set(told) != {"zh", "ja", "en"}} == {}
    assert labels["https://w3id.org/ygokg/ontology#negator"] == {"zh": "无效方", "ja": "無効にする効果", "en": "negator"}
    assert len(labels) > 200


def declarations(quads: Iterable[ox.Quad], kind: str) -> list[str]:
    wanted = ox.NamedNode(expand(kind))
    return [curie(q.subject.value) for q in quads if q.object == wanted and isinstance(q.subject, ox.NamedNode)]


def axioms(quads: list[ox.Quad]) -> dict[str, int]:
    """Count the statements by the OWL axiom that each one is; what only builds a class expression or a list is none."""
    features, notes = (set(declarations(quads, f"owl:{kind}Property")) for kind in ("Object", "Annotation"))
    by_predicate = {
        "owl:equivalentClass": "EquivalentClasses",
        "rdfs:subClassOf": "SubClassOf",
        "rdfs:domain": "ObjectPropertyDomain",
        "rdfs:range": "ObjectPropertyRange",
        "owl:disjointWith": "DisjointClasses",
        **dict.fromkeys(features, "ObjectPropertyAssertion"),
        **dict.fromkeys((*notes, "rdfs:comment", "owl:deprecated"), "AnnotationAssertion"),
    }
    by_type = {
        "owl:AllDifferent": "DifferentIndividuals",
        "owl:AllDisjointClasses": "DisjointClasses",
        "owl:FunctionalProperty": "FunctionalObjectProperty",
    }
    found: Counter[str] = Counter()
    for quad in quads:
        predicate, value = curie(quad.predicate.value), curie(str(quad.object).strip("<>"))
        subject = curie(str(quad.subject).strip("<>"))
        axiom = by_predicate.get(predicate, "")
        if subject in notes:
            axiom = {"rdfs:domain": "AnnotationPropertyDomain", "rdfs:range": "AnnotationPropertyRangeOf"}.get(predicate, axiom)
        if predicate == "rdf:type":
            axiom = by_type.get(value, "" if value.startswith(("owl:", "rdf:")) else "ClassAssertion")
        if subject != "https://w3id.org/ygokg/ontology":
            found[axiom] += 1
    del found[""]
    return dict(found)


def test_the_exported_ontology_is_what_the_folder_holds(graph: Graph) -> None:
    assert canonical(ontology(stated(whole(graph.store)), graph.model)) == canonical(quads_of("the ontology"))


def test_the_ontology_of_a_topic_alone(run: Callable[..., Run]) -> None:
    quads = list(ox.parse(run("export", "--ontology", "--topic", "count", "--format", "nt").out, format=ox.RdfFormat.N_TRIPLES))
    subjects = {curie(quad.subject.value).partition(":")[0] for quad in quads if isinstance(quad.subject, ox.NamedNode)}
    assert subjects == {"ygo", "rule", "system", "dct", "prov", "sh", "skos", "vann", "https"}
    assert len(quads) < len(quads_of("the ontology")) / 2


def test_test_vectors_are_no_ontology(run: Callable[..., Run]) -> None:
    message = "Error: Test vectors are rulings, which --ontology leaves out.\nLeave one of the two out.\n"
    assert run("export", "--ontology", "--vectors") == Run(2, "", message)


def shacl(folder: Path, *more: str) -> tuple[int, str]:
    """Run the command of pySHACL over the small world and more files, merged in one as `ygokg export` would; return exit code and report."""
    pytest.importorskip("pyshacl")
    triples = [quad.triple for quad in read_quads([*sorted(SMALL.rglob("*.ttl")), *(BAD / f"{name}.ttl" for name in more)])]
    file = folder / "small.ttl"
    ox.serialize(triples, file, format=ox.RdfFormat.TURTLE)
    command = [sys.executable, "-m", "pyshacl", "--metashacl", "-s", str(SHAPES), "-f", "nt", str(file)]
    ended = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=HANG)
    assert ended.stderr == ""
    return ended.returncode, ended.stdout


def results(report: str, language: str) -> set[tuple[str, str]]:
    """Return what each result of a SHACL report is about, and its message in a language."""
    about: dict[str, str] = {}
    messages: list[tuple[str, str]] = []
    for quad in ox.parse(report, format=ox.RdfFormat.N_TRIPLES):
        predicate = curie(quad.predicate.value)
        if predicate == "sh:focusNode" and isinstance(quad.object, ox.NamedNode):
            about[str(quad.subject)] = curie(quad.object.value)
        if predicate == "sh:resultMessage" and isinstance(quad.object, ox.Literal) and quad.object.language == language:
            messages.append((str(quad.subject), quad.object.value))
    return {(about[subject], message) for subject, message in messages}


def test_the_shapes_are_shacl_and_plain_pyshacl_is_content_with_sound_data(tmp_path: Path) -> None:
    code, report = shacl(tmp_path)
    assert (code, results(report, "en")) == (0, set())
    assert '<http://www.w3.org/ns/shacl#conforms> "true"' in report


def test_plain_pyshacl_says_what_our_check_says(tmp_path: Path) -> None:
    planted = ("shape-card", "shape-basis", "shape-no-summary")
    code, report = shacl(tmp_path, *planted)
    expected = {
        (subject, message.partition(" Found: ")[0])
        for name in planted
        for _, _, policy, subject, message in fault(BAD / f"{name}.ttl").expected
        if policy.startswith("shape-")
    }
    assert (code, results(report, "en")) == (1, expected)
    assert len(expected) == 4
    assert ("card:0400", "卡片有一个dct:identifier：卡片密码，开头不带零。") in results(report, "zh")


def test_every_message_of_the_shapes_is_in_chinese_too() -> None:
    languages: dict[str, list[str]] = {}
    for quad in ox.parse(path=str(SHAPES)):
        if curie(quad.predicate.value) == "sh:message" and isinstance(quad.object, ox.Literal):
            languages.setdefault(str(quad.subject), []).append(quad.object.language or "")
    assert {tuple(sorted(told)) for told in languages.values()} == {("en", "zh")}
    assert len(languages) > 50


def test_shapes_and_ontology_have_a_header_of_the_same_version() -> None:
    headers = {
        curie(quad.predicate.value): str(quad.object)
        for quad in ox.parse(path=str(SHAPES))
        if quad.subject == ox.NamedNode("https://w3id.org/ygokg/shapes")
    }
    version = {q.object.value for q in quads_of("the ontology") if curie(q.predicate.value) == "owl:versionInfo"}
    assert {headers["owl:versionInfo"], headers["owl:versionIRI"]} == {
        text for v in version for text in (f'"{v}"', f"<https://w3id.org/ygokg/shapes/{v}>")
    }
