"""Entailment and joint satisfiability of conditions, against every case that a small world has."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shorthand import EFFECTS, FAMILIES, STATE, small_model

from ygokg.consistency.meeting import Situations, entailed
from ygokg.graph.model import Condition, Model

# Whoever is of a family is of exactly one of these: the leaf classes of the only axis.
LEAVES = ("FieldNegator", "OneShotNegator", "AnyZoneNegator")
OF_FAMILIES = {f"some {leaf}": {leaf, *FAMILIES[leaf]} for leaf in LEAVES}
OF_FAMILIES |= {name: {family, *FAMILIES[family]} if family else set() for name, family in EFFECTS.items()}
VALUES = {**STATE, "member": ("Here", "Lost"), "negator": tuple(OF_FAMILIES), "intervening": tuple(OF_FAMILIES)}
SEVERAL = ("member", "intervening")


def fulfils(values: tuple[str, ...], condition: str) -> bool:
    """Say whether a case's values of a feature meet `face=Down`, `zone=Hand/Grave` or `negator:Family`: some value does."""
    if ":" in condition:
        return any(condition.partition(":")[2] in OF_FAMILIES[value] for value in values)
    return any(value in condition.partition("=")[2].split("/") for value in values)


def feature_of(condition: str) -> str:
    return condition.replace(":", "=").partition("=")[0]


def cases(conditions: list[str]) -> Iterator[dict[str, tuple[str, ...]]]:
    """Yield every case over the features of some conditions: unstated, one value, and where there can be more one for each."""
    features = {feature_of(c) for c in conditions}

    def options(feature: str) -> list[tuple[str, ...]]:
        most = sum(feature_of(c) == feature for c in conditions) if feature in SEVERAL else 1
        return [chosen for size in range(most + 1) for chosen in combinations(VALUES[feature], size)]

    names = sorted(features)
    for choice in product(*(options(name) for name in names)):
        yield dict(zip(names, choice, strict=True))


def conditions() -> st.SearchStrategy[str]:
    def on(feature: str) -> st.SearchStrategy[str]:
        named = [value for value in VALUES[feature] if not value.startswith("some ")]
        lists = st.lists(st.sampled_from(named), min_size=1, max_size=2, unique=True).map(lambda v: f"{feature}={'/'.join(v)}")
        families = st.sampled_from(sorted(FAMILIES)).map(lambda family: f"{feature}:{family}")
        return st.one_of(families, families, lists) if feature in ("negator", "intervening") else lists

    return st.one_of(*(on(feature) for feature in VALUES))


RULES = st.lists(conditions(), min_size=1, max_size=3)


def model_of(one: list[str], other: list[str]) -> Model:
    return small_model(f"one | {', '.join(one)} | Yes\n other | {', '.join(other)} | No")


def under(both: Iterator[dict[str, tuple[str, ...]]], rule: list[str]) -> list[dict[str, tuple[str, ...]]]:
    return [case for case in both if all(fulfils(case[feature_of(c)], c) for c in rule)]


@given(RULES, RULES)
@settings(max_examples=150, deadline=None)
def test_conditions_are_decided_as_looking_at_every_case_would(one: list[str], other: list[str]) -> None:
    first = under(cases([*one, *other]), one)
    both = [case for case in first if all(fulfils(case[feature_of(c)], c) for c in other)]
    model = model_of(one, other)
    space = Situations(model)
    a, b = model.rules["rule:one"], model.rules["rule:other"]
    assert bool(space.of("ygo:Q", a.conditions)) == bool(first)
    assert ("rule:other" in entailed(space.of("ygo:Q", a.conditions))) == (bool(first) and len(both) == len(first))
    assert bool(space.of("ygo:Q", (*a.conditions, *b.conditions))) == bool(both)


EXAMPLES = [
    ("a narrower list", "zone=Hand", "zone=Hand/Grave", True, True),
    ("a wider list", "zone=Hand/Grave", "zone=Hand", False, True),
    ("another value", "zone=Hand", "zone=Grave", False, False),
    ("a class above", "negator:FieldNegator", "negator:LapsesFaceDown", True, True),
    ("a class below", "negator:LapsesFaceDown", "negator:FieldNegator", False, True),
    ("a disjoint class", "negator:FieldNegator", "negator:AnyZoneNegator", False, False),
    ("two classes that share one below", "negator:LapsesFaceDown, negator:LapsesOffField", "negator:FieldNegator", True, True),
    ("some intervening effect is not every one", "intervening:FieldNegator, intervening:OneShotNegator", "intervening:LapsesOffField", True, True),
    ("several values need not meet in one", "intervening:FieldNegator, intervening:OneShotNegator", "intervening=drain", False, True),
    ("any effect fills a role", "negator=drain", "negator:CardEffect", True, True),
    ("one more feature", "zone=Hand, face=Down", "zone=Hand", True, True),
    ("another feature", "zone=Hand", "face=Down", False, True),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other", "entails", "meets"), [e[1:] for e in EXAMPLES], ids=[e[0] for e in EXAMPLES])
def test_examples(one: str, other: str, entails: bool, meets: bool) -> None:
    model = model_of(one.split(", "), other.split(", "))
    space = Situations(model)
    a, b = model.rules["rule:one"], model.rules["rule:other"]
    assert ("rule:other" in entailed(space.of("ygo:Q", a.conditions))) == entails
    assert bool(space.of("ygo:Q", (*a.conditions, *b.conditions))) == meets


def test_what_the_rules_see_alike_is_looked_at_once() -> None:
    model = small_model("one | negator:Negator, zone=Hand/Grave/Field | Yes\n other | zone=Field | No")
    space = Situations(model)
    conditions = (Condition("ygo:negator", family="ygo:Negator"), Condition("ygo:zone", values=("ygo:Hand", "ygo:Grave", "ygo:Field")))
    seen = [situation.facts["ygo:zone"] for situation in space.of("ygo:Q", conditions)]
    assert seen == [("ygo:Field",), ("ygo:Grave",)]
