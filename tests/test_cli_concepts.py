"""`ygokg term` on concepts, on the scheme as a whole, and on the words of the vocabulary itself."""

from __future__ import annotations

import json

import pytest
from lookup_world import ask, small_excerpt, world

from ygokg.graph.subjects import above, rule_subjects, ruling_subjects
from ygokg.lookup.terms import ConceptView, concept_page, find_terms

SCHEME = """
ygo:Failing a ygo:Concept ; skos:prefLabel "不成立"@zh , "不成立"@ja , "failing"@en ; skos:definition "没有成立"@zh , "coming to nothing"@en .
ygo:Negating a ygo:Concept ; skos:broader ygo:Failing ; prov:wasDerivedFrom src:negation.103 ;
    skos:prefLabel "使其无效"@zh , "無効にすること"@ja , "negating"@en ; skos:definition "使不成立"@zh , "making something fail"@en .
ygo:Facing a ygo:Concept ; skos:broader ygo:Failing , ygo:Negating ; skos:prefLabel "朝向"@zh , "向き"@ja , "facing"@en .
ygo:IsNegated dct:subject ygo:Negating .
ygo:LapsesFaceDown dct:subject ygo:Facing .
ygo:faceAtResolution dct:subject ygo:Facing .
ygo:negator dct:subject ygo:Failing .
ygo:RiderDestroy dct:subject ygo:Failing .
system:negation.field dct:subject ygo:Failing .
"""
WORDS = """
ygo:exceptionTo a owl:AnnotationProperty ; skos:prefLabel "作为例外"@zh , "例外として"@ja , "exception to"@en ;
    skos:definition "被推翻的规则"@zh , "a rule that this rule defeats"@en .
ygo:status a owl:AnnotationProperty ; rdfs:domain ygo:Ruling ; skos:prefLabel "status"@en .
ygo:Rule a owl:Class ; skos:prefLabel "规则"@zh , "ルール"@ja , "rule"@en .
ygo:Ruling a owl:Class ; rdfs:subClassOf ygo:Case ; skos:prefLabel "裁定"@zh , "裁定"@ja , "ruling"@en .
ygo:Case a owl:Class ; skos:prefLabel "case"@en .
ygo:Stated a ygo:Basis , owl:NamedIndividual ; skos:prefLabel "明文"@zh , "明文"@ja , "stated"@en .
ygo:effectOf a owl:AnnotationProperty ; skos:prefLabel "effect of"@en .
ygo:failing a owl:AnnotationProperty ; skos:prefLabel "fails by"@en .
ygo:Side a owl:Class ; skos:prefLabel "face"@en .
"""

CONCEPT = """\
negating
使其无效 / 無効にすること
ygo:Negating · concept
making something fail

Broader
  failing (ygo:Failing)

Narrower
  facing (ygo:Facing)

Families of effects: 1
  negation that lapses face-down (ygo:LapsesFaceDown)

Features: 1
  face at resolution (ygo:faceAtResolution)

Questions: 1
  Is it negated? (ygo:IsNegated)

Rules: 3
  lapses face-down → not negated (rule:negation.lapses-face-down)
  stays negated → negated (rule:negation.stays-negated)
  not under Skill Drain → lifts: lapses face-down (rule:negation.unless-drain)

Rulings: 3
  negation.112 → not negated
      Deneb was turned face-down before it resolved.
  negation.113.a → negated (2020-12-07)
      A spell is no monster.
  negation.114 → Is it negated: pending
      The office has not decided.

Sources
  Negation, line 103

Rests on: Negation (2023-12)
"""

TREE_ZH = """\
不成立 (ygo:Failing)
  朝向 (ygo:Facing)
  使其无效 (ygo:Negating)
    朝向 (ygo:Facing)
"""

PROPERTY = """\
exception to
作为例外 / 例外として
ygo:exceptionTo · property of the vocabulary
a rule that this rule defeats

Said of
  rule (ygo:Rule)

Leads to
  rule (ygo:Rule)

Example
  rule:negation.lapses-face-down ygo:exceptionTo rule:negation.stays-negated
"""


def shown(*arguments: str) -> str:
    return ask("term", *arguments, extra=SCHEME + WORDS).output


def view(concept: str, extra: str) -> ConceptView:
    excerpt = small_excerpt(SCHEME + extra)
    find_terms(excerpt, concept)
    return concept_page(excerpt, concept).view


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [(("negating",), CONCEPT), (("--lang", "zh"), TREE_ZH), (("exceptionTo",), PROPERTY), (("例外として", "--lang", "en"), PROPERTY)],
    ids=["a concept", "the scheme", "a property", "a property by its label"],
)
def test_term(arguments: tuple[str, ...], expected: str) -> None:
    assert shown(*arguments).startswith(expected)


def test_a_concept_for_programs_has_all_of_it() -> None:
    found = json.loads(shown("ygo:Facing", "--format", "json"))
    assert (found["kind"], [b["id"] for b in found["broader"]]) == ("concept", ["ygo:Failing", "ygo:Negating"])
    assert ([f["label"] for f in found["features"]], found["rulings"]) == (["face at resolution"], ["ruling:negation.112"])
    assert found["rules"] == ["rule:negation.lapses-face-down", "rule:negation.unless-drain"]


def test_the_scheme_for_programs_counts_what_is_about_each() -> None:
    lines = shown("--format", "csv").splitlines()
    assert lines[0] == "concept,label,broader,families,features,questions,systems,rules,rulings"
    assert lines[1:3] == ["ygo:Facing,facing,ygo:Failing ygo:Negating,1,1,0,0,2,1", "ygo:Failing,failing,,1,2,1,1,3,4"]


def test_a_term_tells_which_concepts_it_is_about() -> None:
    assert "\nAbout\n  facing (ygo:Facing)\n" in shown("LapsesFaceDown")
    assert "About" not in shown("FaceDown")
    assert json.loads(shown("faceAtResolution", "--format", "json"))["about"] == [{"id": "ygo:Facing", "label": "facing"}]


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("Ruling", ["ygo:Ruling · class of the vocabulary", "Broader\n  case (ygo:Case)", "Example\n  ruling:negation.112"]),
        ("Case", ["Narrower\n  ruling (ygo:Ruling)"]),
        ("Stated", ["ygo:Stated · item of a closed list"]),
        ("status", ["Said of\n  ruling (ygo:Ruling)"]),
        ("effectOf", ["Said of\n  ygo:CardEffect", "Leads to\n  ygo:Card"]),
        ("裁定", ["ygo:Ruling · class of the vocabulary"]),
    ],
)
def test_a_word_of_the_vocabulary(words: str, parts: list[str]) -> None:
    text = shown(words)
    assert [part for part in parts if part not in text] == [], text


def test_a_word_that_nothing_is_said_with_has_no_example() -> None:
    assert "Example" not in shown("Case")
    assert json.loads(shown("Case", "--format", "json"))["example"] == []


def test_a_word_of_the_vocabulary_for_programs() -> None:
    found = json.loads(shown("ygo:exceptionTo", "--format", "json"))
    assert (found["kind"], found["domain"]) == ("property", [{"id": "ygo:Rule", "label": "rule"}])
    assert found["example"] == ["rule:negation.lapses-face-down", "ygo:exceptionTo", "rule:negation.stays-negated"]


@pytest.mark.parametrize(
    ("words", "beginning"),
    [
        ("failing", "fails by\nygo:failing"),
        ("Failing", "failing\n不成立\nygo:Failing"),
        ("ygo:FAILING", "failing\n不成立\nygo:Failing"),
        ("face", "face\nygo:Side"),
        ("fac", '"fac" can mean:\n  ygo:faceAtResolution'),
        ("exception t", "exception to\n作为例外 / 例外として\nygo:exceptionTo"),
        ("xceptionto", "exception to\n作为例外 / 例外として\nygo:exceptionTo"),
        ("rul", '"rul" can mean:\n  ygo:Rule  rule\n  ygo:Ruling  ruling\n'),
        ("rulez", 'Error: No term is called "rulez".'),
    ],
    ids=[
        "its id as it is written, before the label of a term",
        "the id of a term as it is written",
        "the id of a term, before one of a word in other letters",
        "its label, before parts of labels of terms",
        "a part of labels of terms and of its own",
        "a part of its label, where no term has it",
        "a part of its id",
        "a part of the labels of two words",
        "no part of any",
    ],
)
def test_a_word_of_the_vocabulary_beside_other_terms(words: str, beginning: str) -> None:
    assert shown(words).startswith(beginning)


@pytest.mark.parametrize("words", ["exceptionTo", "negating"])
def test_one_thing_is_no_list(words: str) -> None:
    ended = ask("term", words, "--format", "csv", extra=SCHEME + WORDS)
    assert (ended.exit_code, ended.output.splitlines()[0]) == (2, "Error: `term` writes csv only for a list.")


def test_other_terms_keep_their_words_and_their_labels() -> None:
    assert "\nygo:effect · feature of a case" in shown("effect")
    assert shown("negation").startswith('"negation" can mean:')


def test_a_role_says_nothing_of_what_a_case_is_about_and_a_withdrawn_one_is_about_nothing() -> None:
    model = world(SCHEME)
    assert rule_subjects(model, model.rules["rule:negation.stays-negated"]) == ("ygo:Negating",)
    model.rules["rule:negation.stays-negated"].deprecated = model.rulings["ruling:negation.112"].deprecated = True
    assert rule_subjects(model, model.rules["rule:negation.stays-negated"]) == ()
    assert ruling_subjects(model, model.rulings["ruling:negation.112"]) == ()
    rulings = ("ruling:negation.113.a", "ruling:negation.114")
    assert view("ygo:Negating", "").rulings == ("ruling:negation.112", *rulings)
    assert view("ygo:Negating", "ruling:negation.112 owl:deprecated true .").rulings == rulings


def test_concepts_in_a_circle_end() -> None:
    circle = "ygo:Failing skos:broader ygo:Negating ."
    assert above(world(SCHEME + circle), "ygo:Negating") == ("ygo:Failing",)
    assert view("ygo:Negating", circle).narrower == ("ygo:Facing", "ygo:Failing")
