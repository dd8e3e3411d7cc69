"""The graph in other libraries: rdflib asks the same triples, owlready2 and HermiT put the same rulings under the same rules."""

from __future__ import annotations

from pathlib import Path

import owlready2
import pyoxigraph as ox
import pytest
import rdflib
from conftest import REPOSITORY, canonical
from reasoning_world import needs_java

import ygokg
from ygokg.checks.projection import matched
from ygokg.graph.triples import PREFIXES, curie, expand

SMALL = REPOSITORY / "tests" / "data" / "small"
INFERRED = rdflib.URIRef("https://w3id.org/ygokg/graph/inferred")


@pytest.fixture
def small() -> ygokg.Graph:
    return ygokg.open(SMALL, builtin=False)


# ---- rdflib

LITERALS = """
@prefix ex: <http://example.org/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
ex:a ex:b "技能"@zh-Hans , "plain" , 2 , true , "01"^^xsd:integer , "2024-04"^^xsd:gYearMonth , "x"^^ex:own , [ ex:c ( ex:d [] ) ] .
"""


@pytest.mark.parametrize("text", [pytest.param("", id="the small world"), pytest.param(LITERALS, id="literals of all kinds")])
def test_the_dataset_has_the_same_triples_in_the_same_graphs(tmp_path: Path, text: str) -> None:
    own = tmp_path / "own.ttl"
    own.write_text(text, encoding="utf-8")
    graph = ygokg.open([SMALL, own], builtin=False)
    dataset = graph.to_rdflib()
    written = dataset.serialize(format="nquads", encoding="utf-8").replace(b"<urn:x-rdflib:default> .", b".")
    assert canonical(list(ox.parse(written, format=ox.RdfFormat.N_QUADS))) == canonical(list(graph._stored.store))


ASKED = [
    pytest.param("SELECT ?x ?y { ?x ygo:exceptionTo ?y }", id="what is stated"),
    pytest.param("SELECT ?x ?y { ?x a ygo:Ruling ; ygo:governedBy ?y }", id="what is stated with what follows"),
    pytest.param(f"SELECT ?x ?y {{ GRAPH <{INFERRED}> {{ ?x ygo:governedBy ?y }} }}", id="what follows, by its name"),
    pytest.param('SELECT ?x ?y { ?x skos:prefLabel ?y FILTER(LANG(?y) = "zh") }', id="labels of a language"),
]


@pytest.mark.parametrize("query", ASKED)
def test_a_query_gives_the_same_rows_there(small: ygokg.Graph, query: str) -> None:
    ours = sorted((row["x"], str(row["y"])) for row in small.query(query))
    theirs = sorted((curie(str(row.x)), curie(str(row.y))) for row in small.to_rdflib().query(query))
    assert ours == theirs
    assert ours


def test_the_prefixes_are_those_of_the_graph(small: ygokg.Graph) -> None:
    bound = {prefix: str(base) for prefix, base in small.to_rdflib().namespaces()}
    assert {prefix: bound.get(prefix) for prefix in PREFIXES} == PREFIXES


def test_the_graph_of_a_day_is_no_dataset(cache: Path) -> None:
    assert cache
    with pytest.raises(ygokg.UsageProblem, match="RDF has the graph of today"):
        ygokg.open(as_of="2014-12-31").to_rdflib()


# ---- owlready2


def test_a_rule_is_a_class_with_its_condition(small: ygokg.Graph) -> None:
    world = small.to_owlready2()
    (condition,) = world[expand("rule:negation.face-down")].equivalent_to
    assert str(condition) == "ontology.Case & ontology.face.value(ontology.FaceDown)"


@needs_java
def test_hermit_puts_each_ruling_under_the_rules_that_we_find(small: ygokg.Graph) -> None:
    world = small.to_owlready2()
    owlready2.sync_reasoner_hermit(world, debug=0)
    expected = {ruling: sorted(rules) for ruling, (_, rules) in matched(small._model).items()}
    above = {ruling: {curie(one.iri) for one in world[expand(ruling)].ancestors()} for ruling in expected}
    assert {ruling: sorted(found & small._model.rules.keys()) for ruling, found in above.items()} == expected
    assert any(expected.values())


def test_a_ruling_with_two_values_of_one_is_refused() -> None:
    bad = REPOSITORY / "tests" / "data" / "bad" / "value-twice.ttl"
    with pytest.raises(ygokg.BrokenInput, match=r"ruling:negation\.5 gives ygo:face 2 values: ygo:FaceDown, ygo:FaceUp"):
        ygokg.open([SMALL, bad], builtin=False).to_owlready2()
