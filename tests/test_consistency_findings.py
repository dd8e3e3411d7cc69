"""What is found in small graphs: every kind once with what it is about, its near miss that is silent, and one cause once."""

from __future__ import annotations

from types import SimpleNamespace

import pyoxigraph as ox
import pytest
from shorthand import small_model

from ygokg.consistency.finding import KINDS, Acceptance, Finding, Hint, severity_of, topics_of
from ygokg.consistency.report import accept, acceptances, find
from ygokg.errors import BrokenInput
from ygokg.graph.model import Exclusion, Model, Passage, System
from ygokg.graph.triples import expand

RULES = """
    stays     | negator:Negator                    | Yes |       | new.1
    face-down | negator:LapsesFaceDown, face=Down  | No  | stays | new.1
"""
DOWN = "effect=deneb, negator=drain, face=Down"
FLIPPED = "effect=deneb, face=Down"
STEP = {"step": ("Applied", "NotApplied")}
THROUGH_STEP = """
    gone  | member=Lost       | step=NotApplied
    there | member=Here       | step=Applied
    later | step=NotApplied   | No
    kept  | step=Applied      | Yes
"""


def told(found: list[Finding], *, info: bool = False) -> list[tuple[str, ...]]:
    """Return kind and key of the findings, without prefixes; those that are only counted on demand."""
    return [
        (f.kind + (f".{f.detail}" if f.detail else ""), *(i.partition(":")[2] for i in f.key))
        for f in found
        if info or f.severity != "info"
    ]


FOUND = [
    # rulings
    ("the same answer twice", RULES, f"a | {DOWN} | No\n b | {DOWN} | No", []),
    ("a ruling against its rule and another ruling", RULES, f"a | {DOWN} | No\n b | {DOWN} | Yes", [("ruling-ruling", "b")]),
    ("a ruling against its rule alone", RULES, f"a | {DOWN} | Yes", [("ruling-rule", "face-down", "a")]),
    ("two wrong rulings of two passages", RULES, f"a | {DOWN} | No\n b | {DOWN} | Yes | | new.3!\n c | {DOWN} | Yes | | new.4!", [("ruling-ruling", "b"), ("ruling-ruling", "c")]),
    ("two wrong rulings of one passage", RULES, f"a | {DOWN} | No\n b | {DOWN} | Yes | | new.3!\n c | {DOWN} | Yes | | new.3!", [("ruling-ruling", "b", "c")]),
    ("told apart by a feature that rules mention", RULES, f"a | {DOWN} | No\n b | effect=deneb, negator=drain, face=Up | Yes", []),
    ("told apart by a family that rules mention", RULES, f"a | {DOWN} | No\n b | effect=deneb, negator=called, face=Down | Yes", []),
    ("no rule applies, the same effect", "", "a | effect=deneb, zone=Hand | No\n b | effect=deneb | Yes", [("ruling-ruling", "a", "b")]),
    ("no rule applies, another effect", RULES, "a | effect=deneb | No\n b | effect=stratos | Yes", [("unexplained", "a"), ("unexplained", "b")]),
    ("two amounts for one case", RULES, f"a | {DOWN} | 3\n b | {DOWN} | 4", [("ruling-ruling", "a", "b")]),
    ("an amount beside another answer to the same case", RULES, f"a | {DOWN} | 3", []),
    ("must is more than yes", "a | face=Down | Must", f"r | {FLIPPED} | Yes\n s | effect=stratos, face=Down | Must", []),
    ("yes is less than must", "a | face=Down | Yes", f"r | {FLIPPED} | Must", [("ruling-rule", "a", "r")]),
    ("pending against a derived answer", RULES, f"a | {DOWN} | Pending", [("ruling-rule", "face-down", "a")]),
    ("pending where a rule says so", "a | face=Down | Pending", f"r | {FLIPPED} | Pending", []),
    ("pending where no rule speaks", RULES, "a | effect=deneb | Pending", []),
    ("unexplained", RULES, "a | face=Up | No", [("unexplained", "a")]),
    ("left to each card", "a | face=Down | PerCard", f"r | {FLIPPED} | No", [("unexplained", "r")]),
    # rules
    ("one condition entails the other", RULES + "wrong | negator:FieldNegator, face=Down | Yes", "", [("rule-rule", "face-down", "wrong")]),
    ("entailed through a list of values", "a | zone=Hand/Grave | Yes\n b | zone=Hand | No", "", [("rule-rule", "a", "b")]),
    ("not entailed: lists that overlap", "a | zone=Hand/Grave | Yes\n b | zone=Hand/Field | No", "", []),
    ("overlapping lists that a ruling brings together", "a | zone=Hand/Grave | Yes\n b | zone=Hand/Field | No", "r | zone=Hand | No", [("rule-rule", "a", "b")]),
    ("an exception between the two", "a | zone=Hand/Grave | Yes\n b | zone=Hand | No | a", "", []),
    ("a path of exceptions between the two", "a | zone=Hand | Yes\n b | zone=Hand | No | a\n c | zone=Hand | Must | b", "", []),
    ("another exception defeats the one that disagrees", "a | negator:Negator | Yes\n b | negator:LapsesFaceDown | No | a\n c | negator:FieldNegator | No", "", []),
    ("a rule that only lifts disagrees with nobody", "a | zone=Hand/Grave | Yes\n b | zone=Hand | | a\n c | zone=Hand | Yes", "", []),
    ("rules that share a condition", "a | face=Down | Yes\n b | face=Down | No", "", [("rule-rule", "a", "b")]),
    ("rules that disagree, and no ruling bears one out", "a | face=Down | Must\n b | face=Down, zone=Hand | No", f"r | {FLIPPED} | Yes", [("rule-rule", "a", "b")]),
    ("values that exclude each other", "a | face=Down | Yes\n b | face=Up | No", "", []),
    ("families that exclude each other", "a | negator:FieldNegator | Yes\n b | negator:OneShotNegator | No", "", []),
    ("a family that covers all families of another", "a | negator:LapsesOffField | Yes\n b | negator:FieldNegator | No", "", [("rule-rule", "a", "b")]),
    ("a named effect is of a family", "a | negator:FieldNegator | Yes\n b | negator=drain | No", "", [("rule-rule", "a", "b")]),
    ("a named effect is not of a family", "a | negator:FieldNegator | Yes\n b | negator=veiler | No", "", []),
    ("many values: each condition is met by its own", "a | member=Here | Yes\n b | member=Here, member=Lost | No", "", [("rule-rule", "a", "b")]),
    ("one wrong rule against three and its rulings", "a | zone=Hand | Yes\n b | face=Down, zone=Hand | Yes\n c | negator:Negator, zone=Hand | Yes\n w | zone=Hand, face=Down, negator:Negator | No", f"r | {DOWN}, zone=Hand | Yes", [("rule-rule", "a", "b", "c", "w")]),
    ("two wrong rules", "a | zone=Hand/Grave | Yes\n v | zone=Hand | No\n w | zone=Grave | No", "r | zone=Hand | Yes\n s | zone=Grave | Yes", [("rule-rule", "a", "v"), ("rule-rule", "a", "w")]),
    ("a wrong exception has many rulings against it", RULES + "wrong | negator:LapsesFaceDown, face=Up | No | stays", "a | effect=deneb, negator=drain, face=Up | Yes | | new.3!\n b | effect=stratos, negator=veiler, face=Up | Yes | | new.4!", [("ruling-rule", "wrong", "a", "b")]),
    ("a wrong general rule makes its exceptions needless", "stays | negator:Negator | No\n down | negator:LapsesFaceDown, face=Down | No | stays\n gone | negator:LapsesOffField, place=Gone | No | stays", "a | effect=deneb, negator=drain | Yes\n b | effect=deneb, negator=drain, face=Down | No\n c | effect=deneb, negator=drain, place=Gone | No", [("ruling-rule", "stays", "a")]),
    # documents
    ("rulings of two documents", RULES, f"a | {DOWN} | No\n b | {DOWN} | Yes | | old.94!", [("source-source", "b")]),
    ("rulings of two documents where no rule applies", "", "a | effect=deneb | Yes | | old.3!\n b | effect=deneb | No | | new.3!", [("source-source", "a", "b")]),
    ("a ruling of the same document says so too", RULES, f"a | {DOWN} | No | | old.9! new.9!\n b | {DOWN} | Yes | | old.94!", [("ruling-ruling", "b")]),
    ("a ruling against the rule of another document", RULES, f"a | {DOWN} | Yes | | old.94!", [("source-source", "face-down", "a")]),
    ("rules of two documents, with what hangs on them", "a | zone=Hand | Yes | | old.3\n b | zone=Hand | No | | new.3", "r | effect=deneb, zone=Hand | Yes | | old.4!\n s | effect=stratos, zone=Hand | No | | new.4!", [("source-source", "a", "b")]),
    ("several rulings of one document against another", RULES, f"a | {DOWN} | No\n b | {DOWN} | Yes | | old.94!\n c | {DOWN}, intervening=moon | Yes | | old.98!", [("source-source", "b", "c")]),
    # exceptions
    ("an exception to itself", "a | face=Down | Yes | a", "r | face=Down | Yes", [("broken-exception.self", "a")]),
    ("exceptions in a circle", "a | face=Down | Yes | b\n b | face=Down | No | a", "r | face=Down | Yes", [("broken-exception.cyclic", "a", "b")]),
    ("a circle by a detour", "a | face=Down | Yes | c\n b | face=Down | No | a\n c | face=Down | Must | b", "r | face=Down | Yes", [("broken-exception.cyclic", "a", "b", "c")]),
    ("an exception to nothing", "a | face=Down | Yes | nowhere", "r | face=Down | Yes", [("broken-exception.dangling", "a", "nowhere")]),
    ("a needless exception", "a | face=Down | Yes\n b | face=Down, zone=Hand | Yes | a", "r | face=Down, zone=Hand | Yes", [("broken-exception.needless", "a", "b")]),
    ("one rule that is needless twice", "a | face=Down | Yes\n b | zone=Hand | Yes\n c | face=Down, zone=Hand | Yes | a b", "r | face=Down, zone=Hand | Yes", [("broken-exception.needless", "a", "b", "c")]),
    ("two lifts are no needless exception", "a | face=Down | Yes\n b | face=Down | | a\n c | face=Down, zone=Hand | | b", "r | face=Down, zone=Hand | Yes", []),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "rulings", "expected"), [c[1:] for c in FOUND], ids=[c[0] for c in FOUND])
def test_found(rules: str, rulings: str, expected: list[tuple[str, ...]]) -> None:
    assert told(find(small_model(rules, rulings, literal=True))) == expected


ORDERED = [
    (
        "obstacles add up",
        "a | face=Down/Up | Yes\n b | face=Down | No\n c | zone=Hand | Pending",
        "r | face=Down, zone=Hand | No\n s | face=Up | Yes\n t | face=Up, zone=Hand | Pending",
        [],
    ),
    ("an obstacle was overlooked", "a | face=Down | Yes\n b | face=Down | No", "r | face=Down | Yes", [("ruling-rule", "b", "r")]),
]


@pytest.mark.parametrize(("rules", "rulings", "expected"), [c[1:] for c in ORDERED], ids=[c[0] for c in ORDERED])
def test_answers_in_order_do_not_disagree(rules: str, rulings: str, expected: list[tuple[str, ...]]) -> None:
    assert told(find(small_model(rules, rulings, ordered=True))) == expected


DERIVED = [
    ("derived as stated", THROUGH_STEP, "r | member=Lost, step=NotApplied | No", []),
    ("stated otherwise than derived", THROUGH_STEP, "r | member=Lost, step=Applied | Yes", [("derived-stated", "r", "step")]),
    ("stated otherwise, which makes it depart", THROUGH_STEP, "r | member=Lost, step=Applied | No", [("derived-stated", "r", "step")]),
    ("stated, not derived", THROUGH_STEP, "r | step=Applied | Yes", []),
    ("rules disagree over the feature", THROUGH_STEP, "r | member=Lost/Here | No", [("rule-rule", "gone", "there")]),
    (
        "rules of two documents disagree over the feature",
        "by | negator:Negator | step=Applied | | old.98\n not | negator:Negator | step=NotApplied | | new.72\n yes | step=Applied | Yes\n no | step=NotApplied | No",
        "a | effect=deneb, negator=drain | Yes | | old.94!\n b | effect=deneb, negator=called | No | | new.74!",
        [("source-source", "by", "not")],
    ),
    (
        "entailed because a rule derives the feature",
        THROUGH_STEP + "direct | member=Lost, face=Down | Yes",
        "",
        [("rule-rule", "direct", "later")],
    ),
    (
        "a wrong rule for the feature is one cause of many departures",
        THROUGH_STEP + "wrong | zone=Hand | step=Applied",
        "a | effect=deneb, zone=Hand | No | | new.3!\n b | effect=stratos, zone=Hand | No | | new.4!\n c | member=Here | Yes | | new.5!",
        [("ruling-rule", "kept", "wrong", "a", "b")],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "rulings", "expected"), [c[1:] for c in DERIVED], ids=[c[0] for c in DERIVED])
def test_derived_features(rules: str, rulings: str, expected: list[tuple[str, ...]]) -> None:
    assert told(find(small_model(rules, rulings, derived=STEP))) == expected


def test_the_wording_of_a_named_effect_brings_two_rules_together() -> None:
    rules = "named | effect=deneb | Yes\n worded | connector=Comma | No"
    assert told(find(small_model(rules, wording={"deneb": "connector=Comma"}))) == [("rule-rule", "named", "worded")]
    assert told(find(small_model(rules, wording={"deneb": "connector=FullStop"}))) == []


def test_a_conflict_between_documents_is_found_though_the_rulings_name_different_negators() -> None:
    rules = "sent | negator:Negator, zone=Field | No | | new.67"
    rulings = """
        a | effect=deneb, negator=drain, zone=Field  | Yes | | old.94!
        b | effect=deneb, negator=drain, zone=Field  | Yes | | old.98!
        c | effect=deneb, negator=called, zone=Field | No  | | new.72!
        d | effect=deneb, negator=called, zone=Field | No  | | new.74!
    """
    (finding,) = [f for f in find(small_model(rules, rulings)) if f.fails]
    assert finding.kind == "source-source"
    assert [(s.answer, s.rules, s.rulings) for s in finding.sides] == [
        ("ygo:Yes", (), ("ruling:a", "ruling:b")),
        ("ygo:No", ("rule:sent",), ("ruling:c", "ruling:d")),
    ]
    assert finding.shared == (("ygo:effect", "effect:deneb"), ("ygo:zone", "ygo:Field"))
    assert [hint.key for hint in finding.settle] == ["later-document", "no-date", "fact-apart", "exception-for"]


COUNTED = [
    ("a rule that no ruling falls under", RULES, "a | effect=deneb, negator=drain | Yes", [("unexercised", "face-down")]),
    ("a rule that no case can fall under", "a | face=Down, face=Up | Yes", "", [("unexercised.impossible", "a")]),
    ("a rule in a disagreement", "a | face=Down | Yes\n b | face=Down | No", "", [("rule-rule", "a", "b")]),
    ("fitted", "a | face=Up | Yes | | new.5!", "r | face=Up | Yes | | new.5!", [("fitted", "r")]),
]


@pytest.mark.parametrize(("rules", "rulings", "expected"), [c[1:] for c in COUNTED], ids=[c[0] for c in COUNTED])
def test_what_is_only_counted(rules: str, rulings: str, expected: list[tuple[str, ...]]) -> None:
    assert told(find(small_model(rules, rulings)), info=True) == expected


def test_review_lists_what_could_meet_and_nothing_else() -> None:
    model = small_model(RULES + "hand | zone=Hand | No\n up | face=Up | No\n grave | zone=Grave | No | stays")
    listed = [f for f in told(find(model, with_review=True), info=True) if f[0] == "review"]
    assert listed == [("review", "hand", "stays"), ("review", "stays", "up")]
    assert "review" not in {f.kind for f in find(model)}


def filed(expected: str) -> Model:
    model = small_model(RULES, f"a | {DOWN} | No\n b | effect=deneb, negator=drain | Yes")
    model.rulings["ruling:a"].expected_rule = expected
    return model


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ("rule:face-down", []),
        ("rule:stays", [("expected-rule", "stays", "a")]),
        ("rule:nowhere", [("expected-rule", "nowhere", "a")]),
    ],
    ids=["in", "defeated", "no rule"],
)
def test_where_the_document_files_an_example(expected: str, found: list[tuple[str, ...]]) -> None:
    assert told(find(filed(expected))) == found


def covered(rules: str, rulings: str) -> list[tuple[str, ...]]:
    """Return the uncovered passages of a graph with one in each of two systems; the first is of the topic `t`, like rule `t.a`."""
    model = small_model(rules, rulings)
    for line, system in ((1, "system:s"), (2, "system:s"), (3, "system:u"), (4, "system:u")):
        model.passages[f"src:new.{line}"] = Passage(f"src:new.{line}", "src:new", line, "ygo:RuleLine", system, "", "")
    model.systems = {"system:s": System("system:s", "t", {}, {}, 0), "system:u": System("system:u", "v", {}, {}, 1)}
    model.left_out = {"src:new.4": "A heading."}
    return [f for f in told(find(model)) if f[0] == "uncovered"]


@pytest.mark.parametrize(
    ("rules", "rulings", "expected"),
    [
        ("t.a | face=Up | Yes | | new.1", "", [("uncovered", "new.2")]),
        ("t.a | face=Up | Yes | | new.1 new.3", "", [("uncovered", "new.2")]),
        ("t.a | face=Up | Yes | | new.1 new.2", "", []),
        ("t.a | face=Up | Yes | | new.1 new.2", "new.4.a | face=Up | Yes | | new.4", [("uncovered", "new.3")]),
        ("w.a | face=Up | Yes | | new.1", "", []),
    ],
    ids=["begun", "a rule that refers elsewhere", "covered", "begun by a ruling, one left out", "a rule of another topic"],
)
def test_passages_are_missed_where_something_is_encoded(rules: str, rulings: str, expected: list[tuple[str, ...]]) -> None:
    assert covered(rules, rulings) == expected


def test_withdrawn_rulings_and_rules_are_in_no_finding() -> None:
    model = small_model(RULES + "wrong | face=Down, negator:Negator | Yes", f"a | {DOWN} | No\n b | {DOWN} | Yes")
    model.rulings["ruling:b"].in_force = False
    model.rules["rule:wrong"].in_force = False
    assert told(find(model)) == []


def test_an_exception_to_a_rule_on_another_question() -> None:
    model = small_model(THROUGH_STEP, "r | member=Lost | No", derived=STEP)
    model.rules["rule:later"].exception_to = ("rule:gone",)
    assert told(find(model)) == [("broken-exception.other-question", "gone", "later")]


def test_derived_features_in_a_circle_are_an_error_that_names_them() -> None:
    derived = {"one": ("A", "B"), "two": ("A", "B")}
    with pytest.raises(BrokenInput, match=r"ygo:one → ygo:two → ygo:one"):
        find(small_model("a | one=A | two=A\n b | two=A | one=A", "r | one=A | Yes", derived=derived))


# ---- facts that no rule reads ----
UP = "up | face=Up | Yes"
UNREAD = [
    ("a fact of the state", UP, "r | face=Up, zone=Hand | Yes", [("unread-fact", "r", "zone")]),
    ("a fact of the text", UP, "r | face=Up, connector=Comma | Yes", [("unread-fact", "r", "connector")]),
    ("a standing effect", UP, "r | face=Up, negator=drain | Yes", [("unread-fact", "r", "negator")]),
    ("an effect that came between", UP, "r | face=Up, intervening=moon | Yes", []),
    ("the effect asked about, with its wording", UP, "r | effect=deneb, face=Up | Yes", []),
    ("an effect whose wording is read", "d | rider=Destroy | Yes", "r | negator=veiler | Yes", []),
    ("an effect without the wording that is read", UP + "\n d | rider=Destroy | Yes", "r | face=Up, negator=drain | Yes", [("unread-fact", "r", "negator")]),
    ("an effect whose wording the ruling overrides", UP + "\n d | rider=Destroy | Yes", "r | face=Up, negator=veiler, rider=NoRider | Yes", [("unread-fact", "r", "negator")]),
    ("context of which the wording is read", "d | rider=Destroy | Yes", "r | negator=veiler* | Yes", [("unread-fact.needless", "r", "negator")]),
    ("several facts of one ruling", UP, "r | face=Up, zone=Hand, place=Gone | Yes", [("unread-fact", "r", "place", "zone")]),
    ("several rulings", UP, "r | face=Up, zone=Hand | Yes\n s | face=Up, place=Gone | Yes", [("unread-fact", "r", "zone"), ("unread-fact", "s", "place")]),
    ("read by a rule that is not in", UP + "\n hand | zone=Hand, face=Down | No", "r | face=Up, zone=Hand | Yes", []),
    ("read by a rule for a feature that is looked at", UP + "\n out | zone=Hand | step=NotApplied\n no | step=Applied | No", "r | face=Up, zone=Hand | Yes", []),
    ("read by a rule for a feature that nobody looks at", UP + "\n out | zone=Hand | step=NotApplied", "r | face=Up, zone=Hand | Yes", [("unread-fact", "r", "zone")]),
    ("an amount holds for its very facts", UP, "r | zone=Hand | 3", []),
    ("nothing could read it", "", "r | zone=Hand | Yes", [("unexplained", "r")]),
    ("context", UP, "r | face=Up, zone=Hand* | Yes", []),
    ("context, and what is not", UP, "r | face=Up, zone=Hand*, place=Gone | Yes", [("unread-fact", "r", "place")]),
    ("context that a rule reads", UP, "r | face=Up* | Yes", [("unread-fact.needless", "r", "face")]),
    ("context that a rule for a feature reads", "a | zone=Hand | step=Applied\n b | step=Applied | Yes", "r | zone=Hand* | Yes", [("unread-fact.needless", "r", "zone")]),
    ("context and a fact, both wrong", UP, "r | face=Up*, zone=Hand | Yes", [("unread-fact.needless", "r", "face"), ("unread-fact", "r", "zone")]),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "rulings", "expected"), [c[1:] for c in UNREAD], ids=[c[0] for c in UNREAD])
def test_what_rulings_state_and_no_rule_reads(rules: str, rulings: str, expected: list[tuple[str, ...]]) -> None:
    model = small_model(rules, rulings, derived=STEP, wording={"deneb": "connector=Comma", "veiler": "rider=Destroy"}, literal=True)
    assert [f for f in told(find(model)) if f[0] != "fitted"] == expected


def test_context_that_is_not_stated_is_needless() -> None:
    model = small_model(UP, "r | face=Up | Yes")
    model.rulings["ruling:r"].context = ("ygo:zone",)
    assert told(find(model)) == [("unread-fact.needless", "r", "zone")]


def test_what_an_unread_fact_is_told_with() -> None:
    model = small_model(UP, "r | face=Up, member=Here/Lost, zone=Hand | Yes\n s | face=Up* | Yes")
    unread, needless = (f for f in find(model) if f.kind == "unread-fact")
    assert unread.shared == (("ygo:member", "ygo:Here"), ("ygo:member", "ygo:Lost"), ("ygo:zone", "ygo:Hand"))
    assert [(s.answer, s.rulings) for s in unread.sides] == [("ygo:Yes", ("ruling:r",))]
    assert [(f.severity, f.fails, f.settle[0].key) for f in (unread, needless)] == [
        ("warning", True, "unread-fact"),
        ("warning", True, "context-needless"),
    ]


def test_a_withdrawn_ruling_may_state_what_it_likes() -> None:
    model = small_model(UP, "r | face=Up, zone=Hand | Yes\n s | face=Up | Yes")
    model.rulings["ruling:r"].in_force = False
    assert told(find(model)) == []


# ---- rules that no ruling under them bears out ----
HIDDEN = "yes | face=Down | Yes\n no | zone=Hand | No"
BEARING = [
    ("Must, and all rulings say Yes", "must | face=Down | Must", f"r | {FLIPPED} | Yes", [("not-borne-out", "must")]),
    ("Must, and one ruling says so", "must | face=Down | Must", f"r | {FLIPPED} | Yes\n s | effect=stratos, face=Down | Must", []),
    ("outranked wherever it is in", HIDDEN, "r | face=Down, zone=Hand | No", [("not-borne-out", "yes")]),
    ("outranked, and borne out elsewhere", HIDDEN, "r | face=Down, zone=Hand | No\n s | face=Down, zone=Grave | Yes", []),
    ("several rules at once", HIDDEN + "\n open | face=Down | Pending", "r | face=Down, zone=Hand | No", [("not-borne-out", "open"), ("not-borne-out", "yes")]),
    ("no ruling falls under it", HIDDEN, "r | zone=Hand | No", []),
    ("an exception is in", "yes | face=Down | Yes\n no | zone=Hand | No | yes", "r | face=Down, zone=Hand | No", []),
    ("an amount falls under it, and nothing else", "yes | face=Down | Yes", "r | face=Down | 3", []),
    ("an amount beside a ruling that says something else", HIDDEN, "r | face=Down, zone=Hand | No\n s | face=Down | 3", [("not-borne-out", "yes")]),
    ("it leaves it to each card", "each | face=Down | PerCard\n no | zone=Hand | No", "r | face=Down, zone=Hand | No", []),
    ("it only lifts another", "yes | face=Down | Yes\n lift | zone=Hand | | yes\n no | zone=Hand | No", "r | face=Down, zone=Hand | No\n s | face=Down | Yes", []),
    ("it gives a feature its value", "out | face=Down | step=NotApplied\n no | step=NotApplied | No", "r | face=Down | No", []),
    ("its ruling departs", HIDDEN, "r | face=Down, zone=Hand | Pending", [("ruling-rule", "no", "r")]),
    ("its ruling states a feature otherwise", HIDDEN + "\n out | face=Down | step=NotApplied", "r | face=Down, zone=Hand, step=Applied | No", [("derived-stated", "r", "step")]),
    ("it is in a needless exception", "must | face=Down | Must\n wide | face=Down, place=Gone | Must | must", f"r | {FLIPPED} | Yes", [("broken-exception.needless", "must", "wide")]),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "rulings", "expected"), [c[1:] for c in BEARING], ids=[c[0] for c in BEARING])
def test_rules_that_no_ruling_bears_out(rules: str, rulings: str, expected: list[tuple[str, ...]]) -> None:
    model = small_model(rules, rulings, derived=STEP, ordered=True, literal=True)
    assert [f for f in told(find(model)) if f[0] != "unread-fact"] == expected


def test_what_is_withdrawn_bears_nothing_out_and_need_not_be_borne_out() -> None:
    model = small_model("must | face=Down | Must", f"r | {FLIPPED} | Yes\n s | effect=stratos, face=Down | Must")
    model.rulings["ruling:s"].in_force = False
    assert told(find(model)) == [("not-borne-out", "must")]
    model.rules["rule:must"].in_force = False
    assert told(find(model)) == [("unexplained", "r")]


def test_what_a_rule_that_is_not_borne_out_is_told_with() -> None:
    model = small_model(HIDDEN, "r | face=Down, zone=Hand | No\n s | face=Down, zone=Hand, effect=deneb | No", ordered=True)
    (finding,) = [f for f in find(model) if f.kind == "not-borne-out"]
    assert [(s.answer, s.rules, s.rulings) for s in finding.sides] == [
        ("ygo:Yes", ("rule:yes",), ()),
        ("ygo:No", (), ("ruling:r", "ruling:s")),
    ]
    assert (finding.asks, finding.severity, finding.fails) == ("ygo:Q", "warning", True)
    assert finding.shared == (("ygo:face", "ygo:Down"), ("ygo:zone", "ygo:Hand"))
    assert finding.settle == (Hint("not-borne-out", (("rule", ("rule:yes",)),)),)


# ---- questions whose answers exclude each other ----
def related(rules: str, ruling: str, *, asks: str = "Q", only_with: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Return what is found where Must or Yes to `ygo:Q` excludes Yes to `ygo:P`; the ruling asks one of the two."""
    return told(find(with_exclusion(rules, ruling, asks, only_with)))


def with_exclusion(rules: str, ruling: str, asks: str = "Q", only_with: tuple[str, ...] = ()) -> Model:
    model = small_model(rules, ruling, derived=STEP, wording={"veiler": "rider=Destroy", "drain": "rider=NoRider"})
    model.questions["ygo:P"] = model.questions["ygo:Q"]._replace(id="ygo:P")
    model.rulings["ruling:r"].asks = f"ygo:{asks}"
    model.exclusions["ygo:X"] = Exclusion("ygo:X", {}, "ygo:Q", ("ygo:Must", "ygo:Yes"), "ygo:P", ("ygo:Yes",), only_with)
    return model


BOTH = "q | face=Up | Yes\n p | face=Up | P=Yes"
CLASH = [("questions-disagree", "r", "X")]
RELATED = [
    ("documented against derived", BOTH, "r | face=Up | Yes", "Q", CLASH),
    ("documented against derived, the other way", BOTH, "r | face=Up | Yes", "P", CLASH),
    ("each of several answers", BOTH.replace("Yes", "Must", 1), "r | face=Up | Must", "Q", CLASH),
    ("the documented answer excludes nothing", "q | face=Up | No\n p | face=Up | P=Yes", "r | face=Up | No", "Q", []),
    ("the derived answer is not excluded", "q | face=Up | Yes\n p | face=Up | P=No", "r | face=Up | Yes", "Q", []),
    ("the other question has no rule for it", "q | face=Up | Yes\n p | face=Down | P=Yes", "r | face=Up | Yes", "Q", []),
    ("an exception takes the other answer away", BOTH + "\n e | face=Up | | p", "r | face=Up | Yes", "Q", []),
    ("pending is documented", "q | face=Up | Pending\n p | face=Up | P=Yes", "r | face=Up | Pending", "Q", []),
    ("pending is derived", "q | face=Up | Yes\n p | face=Up | P=Pending", "r | face=Up | Yes", "Q", []),
    ("by way of a derived feature", "q | face=Up | Yes\n s | face=Up | step=Applied\n p | step=Applied | P=Yes", "r | face=Up | Yes", "Q", CLASH),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "ruling", "asks", "expected"), [c[1:] for c in RELATED], ids=[c[0] for c in RELATED])
def test_answers_to_related_questions(rules: str, ruling: str, asks: str, expected: list[tuple[str, ...]]) -> None:
    assert related(rules, ruling, asks=asks) == expected


@pytest.mark.parametrize(
    ("ruling", "expected"),
    [
        ("r | face=Up, rider=Destroy | Yes", CLASH),
        ("r | face=Up, rider=NoRider | Yes", []),
        ("r | face=Up, negator=veiler | Yes", CLASH),
        ("r | face=Up, negator=drain | Yes", []),
        ("r | face=Up | Yes", []),
    ],
    ids=["with the value", "with another", "with the value in the wording", "with another in the wording", "without one"],
)
def test_answers_exclude_each_other_only_with_a_value(ruling: str, expected: list[tuple[str, ...]]) -> None:
    reading = BOTH + "\n d | negator:Negator, rider=Destroy, face=Down | No"
    assert related(reading, ruling, only_with=("ygo:Destroy", "ygo:Banish")) == expected
    assert related(reading, ruling) == CLASH


def test_what_a_disagreement_of_questions_is_told_with() -> None:
    model = with_exclusion(BOTH + "\n s | face=Up | P=Yes\n t | face=Down | P=Yes", "r | face=Up | Yes")
    (finding,) = [f for f in find(model) if f.kind == "questions-disagree"]
    assert [(s.answer, s.rulings, s.rules) for s in finding.sides] == [
        ("ygo:Yes", ("ruling:r",), ()),
        ("ygo:Yes", (), ("rule:p", "rule:s")),
    ]
    assert (finding.asks, finding.shared, finding.severity) == ("ygo:Q", (("ygo:face", "ygo:Up"),), "error")
    assert finding.settle == (Hint("questions", (("exclusion", ("ygo:X",)), ("ruling", ("ruling:r",)), ("rules", ("rule:p", "rule:s")))),)


# ---- ids, severities, topics, acceptances ----
def test_an_id_stays_when_the_graph_grows() -> None:
    before = find(small_model(RULES, f"a | {DOWN} | No\n b | {DOWN} | Yes"))[0]
    grown = RULES + "other | zone=Grave | No"
    after = find(small_model(grown, f"a | {DOWN} | No\n b | {DOWN} | Yes\n c | {DOWN}, intervening=moon | No | | new.9!"))[0]
    assert (before.id, before.kind) == (after.id, "ruling-ruling")
    assert before.id == "ruling-ruling:9b8b37a9"


def test_every_kind_has_a_severity() -> None:
    assert {severity_of(kind) for kind in KINDS} == {"error", "warning", "info"}
    assert [kind for kind in KINDS if severity_of(kind) == "info"] == ["fitted", "unexercised", "review"]


def test_topics() -> None:
    model = small_model("negation.a | face=Up | Yes", "r | face=Up | Yes | | old.5!")
    model.passages["src:old.5"].system = "system:reveal.cost"
    model.systems["system:reveal.cost"] = System("system:reveal.cost", "reveal", {}, {}, 1)
    assert topics_of(model, ("rule:negation.a", "ruling:r")) == {"negation", "reveal"}
    assert topics_of(model, ("src:old.5",)) == {"reveal"}


ACCEPTED = [
    ("by its id", ("ruling-ruling:9b8b37a9",), True),
    ("by its kind and key", ("ruling-ruling", "ruling:b"), True),
    ("by a pattern", ("ruling-ruling", "ruling:*"), True),
    ("another id", ("ruling-ruling:00000000",), False),
    ("another kind", ("ruling-rule", "ruling:b"), False),
    ("not all of its key", ("ruling-ruling", "ruling:c"), False),
    ("more than its key", ("ruling-ruling", "ruling:b", "ruling:c"), False),
]


@pytest.mark.parametrize(("what", "matches"), [c[1:] for c in ACCEPTED], ids=[c[0] for c in ACCEPTED])
def test_acceptances(what: tuple[str, ...], matches: bool) -> None:
    accepted = Acceptance("accepted:x", what, "It is so.")
    found = find(small_model(RULES, f"a | {DOWN} | No\n b | {DOWN} | Yes"), [accepted])
    against = next(f for f in found if f.kind == "ruling-ruling")
    assert (against.accepted == accepted, against.fails) == (matches, not matches)
    assert [f.key for f in found if f.kind == "idle-acceptance"] == ([] if matches else [tuple(sorted(("accepted:x", *what)))])


def test_an_acceptance_of_the_review_list_is_idle_only_where_that_is_made() -> None:
    accepted = Acceptance("accepted:x", ("review", "rule:a", "rule:b"), "They never meet.")
    assert accept([], [accepted]) == []
    assert [f.kind for f in accept([], [accepted], unseen=())] == ["idle-acceptance"]


def turtle(text: str) -> list[ox.Quad]:
    prefixes = "".join(f"@prefix {name}: <{expand(name + ':')}> .\n" for name in ("ygo", "accepted"))
    return list(ox.parse((prefixes + text).encode(), format=ox.RdfFormat.TURTLE))


def test_acceptances_are_read_from_turtle() -> None:
    text = 'accepted:b a ygo:Acceptance ; ygo:accepts "fitted ruling:x" ; ygo:because "So."@en .\naccepted:a a ygo:Other .'
    assert acceptances(turtle(text)) == [Acceptance("accepted:b", ("fitted", "ruling:x"), "So.")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('accepted:b a ygo:Acceptance ; ygo:because "So."@en .', "accepted:b does not say what it accepts."),
        ('accepted:b a ygo:Acceptance ; ygo:accepts "fitted ruling:x" .', "accepted:b does not say why."),
        (
            'accepted:b a ygo:Acceptance ; ygo:accepts "ruling:x" ; ygo:because "So."@en .',
            "accepted:b accepts `ruling:x`, which begins with no kind of finding.",
        ),
    ],
    ids=["nothing accepted", "no reason", "no kind"],
)
def test_an_acceptance_must_say_what_and_why(text: str, message: str) -> None:
    with pytest.raises(BrokenInput) as caught:
        acceptances(turtle(text))
    assert caught.value.message == message


def test_the_model_is_left_as_it_was() -> None:
    model = small_model(RULES + "odd | face=Up | No | odd nowhere", f"a | {DOWN} | Yes")
    before = SimpleNamespace(rules=dict(model.rules), rulings=dict(model.rulings), effects=dict(model.effects))
    links = {i: rule._replace() for i, rule in model.rules.items()}
    find(model, with_review=True)
    assert (model.rules, model.rulings, model.effects) == (before.rules, before.rulings, before.effects)
    assert model.rules == links
