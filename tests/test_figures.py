"""What the figures say of each ruling, of rules and of the passages."""

from __future__ import annotations

import pytest
from shorthand import small_model

from ygokg.graph.model import Passage, System
from ygokg.resolver.figures import Coverage, figures

RULES = """
    stays     | negator:Negator                    | Yes |       | new.1
    face-down | negator:LapsesFaceDown, face=Down  | No  | stays | new.1
"""

STATUS = [
    ("derived by a rule of its own passage that is a rule line", RULES, "r | negator=drain, face=Down | No | | new.1", "ygo:DerivedRuling"),
    ("derived differently", RULES, "r | negator=drain | No", "ygo:DepartingRuling"),
    ("a rule that leaves it pending derives differently", "a | face=Up | Pending", "r | face=Up | No", "ygo:DepartingRuling"),
    ("no rule", RULES, "r | face=Up | No", "ygo:UnexplainedRuling"),
    ("only lifted", "a | face=Up | Yes\n b | face=Up | | a", "r | face=Up | No", "ygo:UnexplainedRuling"),
    ("two rules that disagree", RULES + "other | zone=Hand | No", "r | negator=drain, zone=Hand | No", "ygo:ConflictingRuling"),
    ("pending", RULES, "r | negator=drain | Pending", "ygo:PendingRuling"),
    ("literal", RULES, "r | negator=drain | 3", "ygo:LiteralRuling"),
    ("must derived for yes", "a | face=Up | Must", "r | face=Up | Yes", "ygo:DerivedRuling"),
    ("fitted: a rule from the ruling's own line only", "a | face=Up | Yes | | new.5!", "r | face=Up | Yes | | new.5!", "ygo:FittedRuling"),
    ("not fitted: the rule has another source", "a | face=Up | Yes | | new.5! new.1", "r | face=Up | Yes | | new.5!", "ygo:DerivedRuling"),
    ("not fitted: another rule says so too", RULES + "a | face=Up | Yes | | new.5!", "r | face=Up, negator=drain | Yes | | new.5!", "ygo:DerivedRuling"),
    ("fitted: an exception from its own line only", RULES + "a | zone=Hand | No | stays | new.5!", "r | zone=Hand, negator=drain | No | | new.5! old.5!", "ygo:FittedRuling"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "rulings", "expected"), [c[1:] for c in STATUS], ids=[c[0] for c in STATUS])
def test_status(rules: str, rulings: str, expected: str) -> None:
    found = figures(small_model(rules, rulings, literal=True))
    assert found.by_ruling["ruling:r"].status == expected


WORDING = [
    ("only from the ruling's own line", ("src:new.5",), "ygo:FittedRuling"),
    ("from another line too", ("src:new.1", "src:new.5"), "ygo:DerivedRuling"),
    ("from the card alone", (), "ygo:DerivedRuling"),
]


@pytest.mark.parametrize(("sources", "expected"), [c[1:] for c in WORDING], ids=[c[0] for c in WORDING])
def test_wording_inferred_from_the_outcome_is_fitted(sources: tuple[str, ...], expected: str) -> None:
    model = small_model("a | connector=Comma | No", "r | effect=deneb | No | | new.5!", wording={"deneb": "connector=Comma"})
    model.effects["effect:deneb"].sources = sources
    assert figures(model).by_ruling["ruling:r"].status == expected


def test_what_governs_a_ruling() -> None:
    rules = "gone | member=Lost | step=NotApplied\n base | face=Up | Yes\n needs | step=NotApplied | No | base"
    figure = figures(small_model(rules, "r | face=Up, member=Lost | No", derived={"step": ("Applied", "NotApplied")})).by_ruling["ruling:r"]
    assert (figure.answer, figure.governed_by) == ("ygo:No", ("rule:needs",))
    assert (figure.fulfilled, figure.deriving) == (("rule:base", "rule:needs"), ("rule:gone",))


def test_a_withdrawn_ruling_is_in_no_figure() -> None:
    model = small_model(RULES, "r | negator=drain | No")
    model.rulings["ruling:r"].in_force = False
    assert figures(model).by_ruling == {}


def test_rules_without_a_ruling() -> None:
    model = small_model(RULES + "idle | zone=Hand | Yes", "r | negator=drain, effect=deneb | No")
    assert figures(model).unexercised == ("rule:face-down", "rule:idle")


def test_coverage_of_passages_and_by_system() -> None:
    model = small_model("a | face=Up | Yes | | new.1", "r | face=Up | Yes | | new.2!")
    for line in (3, 4):
        model.passages[f"src:old.{line}"] = Passage(f"src:old.{line}", "src:old", line, "ygo:NoteLine", "system:t", "", "")
    model.systems = {s: System(s, "", {}, {}, n) for n, s in enumerate(("system:s", "system:t", "system:u"))}
    model.left_out = {"src:old.3": "A heading."}
    found = figures(model)
    assert found.by_passage == {
        "src:new.1": "ygo:Cited",
        "src:new.2": "ygo:Cited",
        "src:old.3": "ygo:LeftOut",
        "src:old.4": "ygo:Open",
    }
    assert found.by_system == {
        "system:s": Coverage(2, 2, 0, ()),
        "system:t": Coverage(2, 0, 1, ("src:old.4",)),
        "system:u": Coverage(0, 0, 0, ()),
    }
