"""What a user is asked next: nothing that cannot matter, everything that can, the most decisive first."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from shorthand import facts, small_model
from test_resolver_soundness import SETTINGS, STEP, Facts, Plain, _cases, _worlds

from ygokg.resolver import Rulebase, resolve
from ygokg.resolver.asking_back import Undecided

RULES = """
    stays     | negator:Negator                    | Yes |
    face-down | negator:LapsesFaceDown, face=Down  | No  | stays
"""

ASKED = [
    ("open: what the rules need, the negator before the rest", RULES, "", "", ("negator", "face")),
    ("what could overturn the answer", RULES, "", "negator=drain", ("face",)),
    ("settled", RULES, "", "negator=drain, face=Up", ()),
    ("a feature that the negator makes idle", RULES, "", "negator=called", ()),
    (
        "what is only assumed comes last",
        RULES + "unless | intervening=moon | No | stays",
        "",
        "negator=drain",
        ("face", "intervening"),
    ),
    (
        "one that decides alone before one that needs another",
        "base | zone=Field | Yes\n both | face=Down, place=Gone | No | base\n alone | immune=Immune | No | base",
        "",
        "zone=Field",
        ("immune", "face", "place"),
    ),
    (
        "behind a derived feature what it is derived from",
        "base | zone=Field | Yes\n gone | member=Lost | step=NotApplied\n needs | step=NotApplied | No | base",
        "",
        "zone=Field",
        ("member",),
    ),
    (
        "not for a derived feature once no plain fact is left that would bring it about",
        "base | zone=Field | Yes\n gone | member=Lost | step=NotApplied\n needs | step=NotApplied | No | base",
        "",
        "zone=Field, member=Here",
        (),
    ),
    (
        "whose effect it is, where a ruling departs from the rules",
        RULES,
        "r | effect=deneb, negator=drain, face=Up | No",
        "negator=drain, face=Up",
        ("effect",),
    ),
    ("not where the rules bear the ruling out", RULES, "r | effect=deneb, negator=drain, face=Up | Yes", "negator=drain, face=Up", ()),
    ("not where the ruling is about another case", RULES, "r | effect=deneb, negator=drain, face=Up | No", "negator=called", ()),
    ("without rules what the rulings say of the same effect", "", "r | effect=deneb, zone=Hand | No", "effect=deneb", ("zone",)),
]


@pytest.mark.parametrize(("rules", "rulings", "case", "expected"), [c[1:] for c in ASKED], ids=[c[0] for c in ASKED])
def test_what_is_asked_next(rules: str, rulings: str, case: str, expected: tuple[str, ...]) -> None:
    base = Rulebase(small_model(rules, rulings, derived=STEP))
    assert Undecided(base, "ygo:Q").features(facts(case)) == tuple(f"ygo:{feature}" for feature in expected)


def test_what_the_user_cannot_tell_is_not_asked_again() -> None:
    undecided = Undecided(Rulebase(small_model(RULES)), "ygo:Q")
    assert undecided.features(facts("negator=drain"), ("ygo:face",)) == ()


@SETTINGS
@given(_worlds(), _cases())
def test_once_nothing_is_asked_any_more_the_rest_of_the_case_changes_nothing(world: tuple[str, bool], case: Facts) -> None:
    rules, ordered = world
    case = {feature: values for feature, values in case.items() if feature.removeprefix("ygo:") not in STEP}
    assume(Plain(rules, ordered, case).is_fit())
    base = Rulebase(small_model(rules, derived=STEP, ordered=ordered))
    undecided = Undecided(base, "ygo:Q")
    told, passed = facts("zone=Field"), ()
    while asked := undecided.features(told, passed):
        if asked[0] in case:
            told[asked[0]] = case[asked[0]]
        else:
            passed += (asked[0],)
    answered, whole = resolve(base, "ygo:Q", told), resolve(base, "ygo:Q", case)
    assert (answered.status, answered.answers) == (whole.status, whole.answers)
