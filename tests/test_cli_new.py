"""`ygokg new`: stubs that are well-formed, in the project's one form, and become part of the graph when filled in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyoxigraph as ox
import pytest
from conftest import Run
from lookup_world import ask, world

from ygokg.checks.turtle_form import find_formatter, laid_out
from ygokg.errors import NotFound
from ygokg.export.stubs import rule_stub, ruling_stub
from ygokg.graph.compile import compile_model

RULING = """\
 # A ruling of src:negation.113 to fill in.
@prefix dct: <http://purl.org/dc/terms/> .
@prefix effect: <https://w3id.org/ygokg/effect/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix prov: <http://www.w3.org/ns/prov#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix ruling: <https://w3id.org/ygokg/ruling/> .
@prefix src: <https://w3id.org/ygokg/source/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix ygo: <https://w3id.org/ygokg/ontology#> .

# Fill in every FILL-IN and move it to data/rulings/negation.ttl. Rule system: system:negation.field (Monsters on the field).
# Question: ygo:CanActivate (Can it be activated?) ygo:No ygo:Yes
# Question: ygo:IsNegated (Is it negated?) ygo:No ygo:Pending ygo:Yes
# Feature: ygo:effect (effect)
# Feature: ygo:faceAtResolution (face at resolution) ygo:FaceUp ygo:FaceDown
# Feature: ygo:negator (negator)
# Source: official FAQ 12812 (2020-12-07) https://www.db.yugioh-card.com/yugiohdb/faq_search.action?ope=5&fid=12812&request_locale=ja
# Source: Yu-Gi-Oh! card wiki (ja) (2019-06-07)
ruling:negation.113.c a ygo:Ruling , owl:NamedIndividual ;
    ygo:effect effect:FILL-IN ;
    ygo:FILL-IN ygo:FILL-IN ;
    ygo:asks ygo:FILL-IN ;
    ygo:answer ygo:FILL-IN ;
    dct:date "2020-12-07"^^xsd:date ;
    prov:wasDerivedFrom src:negation.113 ;
    rdfs:comment "FILL IN"@en .
"""

PASSAGE = """\
 # The passage src:negation.200 to fill in.
@prefix dct: <http://purl.org/dc/terms/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix src: <https://w3id.org/ygokg/source/> .
@prefix system: <https://w3id.org/ygokg/system/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix ygo: <https://w3id.org/ygokg/ontology#> .

# Fill in every FILL-IN and move it to data/sources/negation.ttl. Of the text only its hash is kept.
# Kind: ygo:RemarkLine ygo:RuleLine ygo:RulingLine ygo:TableLine
# Rule system: system:negation.state (Negated state)
# Rule system: system:negation.field (Monsters on the field)
src:negation.200 a ygo:Passage , owl:NamedIndividual ;
    dct:isPartOf src:negation ;
    ygo:line 200 ;
    ygo:passageKind ygo:FILL-IN ;
    ygo:system system:FILL-IN ;
    ygo:digest "88d4266fd4e6338d13b845fcf289579d209c897823b9217da3e161936f031589" ;
    dct:date "2014-03-21"^^xsd:date , "2020-12-07"^^xsd:date .
"""

RULE = """\
 # A rule of src:negation.103 to fill in.
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix prov: <http://www.w3.org/ns/prov#> .
@prefix rule: <https://w3id.org/ygokg/rule/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix src: <https://w3id.org/ygokg/source/> .
@prefix ygo: <https://w3id.org/ygokg/ontology#> .

# Fill in every FILL-IN and move it to ontology/rules/negation.ttl. Rule system: system:negation.state (Negated state).
# Rename it after what it says; drop ygo:exceptionTo where it is none, ygo:answer where it only lifts.
# Question: ygo:CanActivate (Can it be activated?) ygo:No ygo:Yes
# Question: ygo:IsNegated (Is it negated?) ygo:No ygo:Pending ygo:Yes
rule:negation.state a owl:Class , ygo:Rule ;
    skos:prefLabel "FILL IN"@zh , "FILL IN"@ja , "FILL IN"@en ;
    owl:equivalentClass [ a owl:Class ; owl:intersectionOf (
        ygo:Case
        [ a owl:Restriction ; owl:onProperty ygo:FILL-IN ; owl:hasValue ygo:FILL-IN ]
        [ a owl:Restriction ; owl:onProperty ygo:FILL-IN ; owl:someValuesFrom ygo:FILL-IN ]
    ) ] ;
    ygo:asks ygo:FILL-IN ;
    ygo:answer ygo:FILL-IN ;
    ygo:exceptionTo rule:FILL-IN ;
    ygo:basis ygo:Stated ;
    prov:wasDerivedFrom src:negation.103 .
"""


@pytest.mark.parametrize(
    ("kind", "passage", "expected"),
    [("ruling", "negation.113", RULING), ("ruling", "src:negation.113", RULING), ("rule", "negation.103", RULE)],
    ids=["a ruling", "with prefix", "a rule, where no ruling tells which question"],
)
def test_stub(kind: str, passage: str, expected: str) -> None:
    result = ask("new", kind, passage)
    assert (result.output, result.exit_code) == (expected, 0)


@pytest.mark.parametrize(
    ("passage", "extra", "expected"),
    [
        ("negation.119", "", "ruling:negation.119 a"),
        ("negation.112", "", "ruling:negation.112.b a"),
        ("negation.113", "", "ruling:negation.113.c a"),
        ("negation.113", "ruling:negation.113.c a ygo:Ruling ; ygo:asks ygo:IsNegated ; ygo:answer ygo:No .", "ruling:negation.113.d a"),
    ],
    ids=["the first has no letter", "one without a letter counts as a", "after b comes c", "after c comes d"],
)
def test_the_next_free_id_of_a_ruling(passage: str, extra: str, expected: str) -> None:
    assert expected in ruling_stub(world(extra), passage)


@pytest.mark.parametrize(
    ("extra", "expected"),
    [("", "rule:negation.field a"), ("rule:negation.field a ygo:Rule ; ygo:asks ygo:IsNegated .", "rule:negation.field-2 a")],
    ids=["the system's name", "with a number where that is taken"],
)
def test_the_next_free_id_of_a_rule(extra: str, expected: str) -> None:
    assert expected in rule_stub(world(extra), "negation.109")


def test_a_rule_from_a_table_says_so() -> None:
    assert "ygo:basis ygo:Table" in rule_stub(world(), "negation.119")


def test_a_ruling_without_a_dated_source_has_no_date() -> None:
    assert "dct:" not in ruling_stub(world(), "negation.112")


def test_an_unknown_passage_names_the_nearest_ones() -> None:
    with pytest.raises(NotFound) as caught:
        ruling_stub(world(), "negation.999")
    assert caught.value.message == "No passage src:negation.999 in data/sources."
    assert caught.value.hint == (
        "Nearest: negation.119, negation.109, negation.118.\n"
        "A line that is new in the document is made a passage first: ygokg new passage negation.999 --text …"
    )


def test_an_unknown_passage_ends_with_not_found() -> None:
    result = ask("new", "rule", "qq")
    expected = "Error: No passage src:qq in data/sources.\nA passage is a document and a line, such as negation.112.\n"
    assert (result.stdout, result.stderr, result.exit_code) == ("", expected, 3)


def test_output_goes_to_a_new_file_only(tmp_path: Path) -> None:
    target = tmp_path / "stub.ttl"
    assert ask("new", "ruling", "negation.113", "--output", str(target)).output == ""
    assert target.read_text(encoding="utf-8") == RULING
    again = ask("new", "rule", "negation.103", "--output", str(target))
    expected = f"Error: {target} is already there; nothing was written.\nName a file that does not exist.\n"
    assert (again.stderr, again.exit_code) == (expected, 2)
    assert target.read_text(encoding="utf-8") == RULING


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    target = tmp_path / "none" / "stub.ttl"
    result = ask("new", "ruling", "negation.113", "--output", str(target))
    expected = f"Error: {target} cannot be written: No such file or directory.\nName a file in a folder that you may write to.\n"
    assert (result.stderr, result.exit_code) == (expected, 2)


@pytest.mark.parametrize("stub", [RULING, RULE, PASSAGE], ids=["ruling", "rule", "passage"])
def test_a_stub_is_in_the_form_that_check_wants(stub: str) -> None:
    formatter = find_formatter()
    if formatter is None:
        pytest.skip("turtlefmt is not installed")
    assert laid_out(formatter, stub) == stub


def test_an_unfilled_stub_is_turtle() -> None:
    assert [len(list(ox.parse(stub, format=ox.RdfFormat.TURTLE))) for stub in (RULING, RULE, PASSAGE)] == [9, 25, 9]


def test_a_filled_in_ruling_is_part_of_the_graph() -> None:
    filled = (
        RULING.replace("effect:FILL-IN", "effect:14087893-0")
        .replace("ygo:FILL-IN ygo:FILL-IN", "ygo:faceAtResolution ygo:FaceUp")
        .replace("ygo:asks ygo:FILL-IN", "ygo:asks ygo:IsNegated")
        .replace("ygo:answer ygo:FILL-IN", "ygo:answer ygo:Yes")
        .replace("FILL IN", "It stayed face-up.")
    )
    ruling = world(filled).rulings["ruling:negation.113.c"]
    assert ruling.facts == {"ygo:effect": ("effect:14087893-0",), "ygo:faceAtResolution": ("ygo:FaceUp",)}
    assert (ruling.asks, ruling.answer, ruling.date, ruling.summary) == (
        "ygo:IsNegated",
        "ygo:Yes",
        "2020-12-07",
        "It stayed face-up.",
    )


def test_a_filled_in_rule_is_part_of_the_graph() -> None:
    filled = (
        RULE.replace("ygo:FILL-IN ; owl:hasValue ygo:FILL-IN", "ygo:faceAtResolution ; owl:hasValue ygo:FaceUp")
        .replace("ygo:FILL-IN ; owl:someValuesFrom ygo:FILL-IN", "ygo:negator ; owl:someValuesFrom ygo:Negator")
        .replace("ygo:asks ygo:FILL-IN", "ygo:asks ygo:IsNegated")
        .replace("ygo:answer ygo:FILL-IN", "ygo:answer ygo:Yes")
        .replace("    ygo:exceptionTo rule:FILL-IN ;\n", "")
    )
    rule = compile_model(ox.parse(filled, format=ox.RdfFormat.TURTLE)).rules["rule:negation.state"]
    assert [(c.feature, c.values, c.family) for c in rule.conditions] == [
        ("ygo:faceAtResolution", ("ygo:FaceUp",), None),
        ("ygo:negator", (), "ygo:Negator"),
    ]
    assert (rule.asks, rule.answer, rule.exception_to, rule.basis) == ("ygo:IsNegated", "ygo:Yes", (), "ygo:Stated")


@pytest.mark.usefixtures("small_built_in")
def test_a_filled_in_ruling_can_be_laid_over_the_data(run: Callable[..., Run], tmp_path: Path) -> None:
    file = tmp_path / "mine.ttl"
    assert run("new", "ruling", "negation.113", "--output", str(file)).code == 0
    filled = (
        file.read_text(encoding="utf-8")
        .replace("effect:FILL-IN", "effect:75878039-1")
        .replace("ygo:FILL-IN ygo:FILL-IN", "ygo:negator effect:82732705-1")
        .replace("ygo:asks ygo:FILL-IN", "ygo:asks ygo:CanActivate")
        .replace("ygo:answer ygo:FILL-IN", "ygo:answer ygo:Yes")
        .replace("FILL IN", "It stayed face-up.")
    )
    file.write_text(filled, encoding="utf-8")
    assert run("ruling", "negation.113.c", "--data", str(file), "--lang", "zh").out.startswith(
        "→ 可以发动\n问：能否发动\nruling:negation.113.c\n\n情况\n  效果：「星因士 天津四」①\n  无效它的效果：「技能抽取」①\n"
    )


def test_a_new_line_becomes_a_passage_without_its_text() -> None:
    result = ask("new", "passage", "negation.200", "--text", "ab 20/12/7 cd 14/3/21")
    assert (result.output, result.exit_code) == (PASSAGE, 0)


def test_a_filled_in_passage_can_be_cited() -> None:
    filled = PASSAGE.replace("passageKind ygo:FILL-IN", "passageKind ygo:RulingLine").replace("system:FILL-IN", "system:negation.field")
    stub = ruling_stub(world(filled), "negation.200")
    assert "ruling:negation.200 a ygo:Ruling" in stub
    assert 'dct:date "2020-12-07"^^xsd:date' in stub


def test_the_effects_of_named_cards_are_listed() -> None:
    stub = ruling_stub(world(), "negation.113", ["card:82732705", "card:37742478"])
    assert '# Effect: effect:82732705-1 ("Skill Drain" ①)\n' in stub
    assert "# Effect: none of Silent Swordsman LV7 is in the graph yet; define it in data/effects.\n" in stub
    assert stub.endswith('    rdfs:comment "FILL IN"@en . # 技能抽取、沉默剑士 LV7\n')


def test_a_card_is_named_as_everywhere() -> None:
    result = ask("new", "ruling", "negation.113", "--card", "Skill Drain", "--card", "%11257")
    assert result.exit_code == 0
    assert result.output.endswith(" . # 技能抽取、星因士 天津四\n")


@pytest.mark.parametrize(
    ("arguments", "message", "code"),
    [
        (
            ["passage", "negation.112", "--text", "a"],
            "src:negation.112 is in the graph already.\nAdd to it: ygokg new ruling negation.112.",
            2,
        ),
        (
            ["passage", "negatoin.1", "--text", "a"],
            "negatoin.1: there is no such document in data/sources.\nA passage is a document and a line. Documents: negation.",
            3,
        ),
        (
            ["passage", "negation.x", "--text", "a"],
            "negation.x: x is no line number.\nCount the lines of the document from 1: negation.300.",
            2,
        ),
        (
            ["passage", "negation.0", "--text", "a"],
            "negation.0: 0 is no line number.\nCount the lines of the document from 1: negation.300.",
            2,
        ),
        (
            ["passage", "negation.200"],
            "A new passage needs the line of the document, for its hash.\nGive it with --text. It is not kept.",
            2,
        ),
        (
            ["passage", "negation.200", "--text", " "],
            "A new passage needs the line of the document, for its hash.\nGive it with --text. It is not kept.",
            2,
        ),
        (
            ["rule", "negation.103", "--text", "a"],
            "--text is the line of a new passage.\nLeave it out: ygokg new rule negation.103.",
            2,
        ),
        (
            ["rule", "negation.103", "--card", "技能抽取"],
            "--card lists the effects of cards in a ruling.\nLeave it out: ygokg new rule negation.103.",
            2,
        ),
        (
            ["ruling", "negation.113", "--card", "技能"],
            "“技能” is not the full name of one card.\nIt could be: 技能抽取 / Skill Drain (82732705).",
            3,
        ),
    ],
    ids=[
        "a passage that is there",
        "an unknown document",
        "no line number",
        "lines are counted from 1",
        "no text",
        "an empty text",
        "the text of a rule",
        "a card of a rule",
        "a part of a card's name",
    ],
)
def test_what_is_refused(arguments: list[str], message: str, code: int) -> None:
    result = ask("new", *arguments)
    assert (result.stdout, result.stderr, result.exit_code) == ("", f"Error: {message}\n", code)
