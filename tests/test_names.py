"""From what somebody types to a card, an archetype or an effect. The cases are in data/names."""

from __future__ import annotations

import doctest
import itertools
import json
import os
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

import ygokg.errors
import ygokg.names.keys
from ygokg.errors import UsageProblem, YgokgError
from ygokg.graph.model import Archetype, Card, Effect, Model
from ygokg.names.keys import key
from ygokg.names.lookup import card_ref, effect_ref, find

HERE = Path(__file__).resolve().parent
SHARED = Path(os.environ.get("YGOKG_SHARED", HERE.parents[1] / "shared"))


def cases(file: str, table: str = "case") -> list[Any]:
    """The cases of one table, each under its spoken name."""
    with (HERE / "data" / "names" / file).open("rb") as source:
        return [pytest.param(case, id=case["name"]) for case in tomllib.load(source)[table]]


def cards() -> list[Card]:
    with (HERE / "data" / "names" / "cards.toml").open("rb") as source:
        rows = tomllib.load(source)["card"]
    return [Card(id=f"card:{row['passcode']}", **{**row, "variants": tuple(row.get("variants", ()))}) for row in rows]


CARDS = cards()
ARCHETYPES = [
    Archetype("archetype:galaxy", {"zh": "银河", "ja": "ギャラクシー", "en": "Galaxy"}),
    Archetype("archetype:malefic", {"zh": "罪", "ja": "Sin", "en": "Malefic"}),
]
MARKS = {"82732705": ["1"], "14087893": ["0", "0b", "a"], "19302550": ["1", "p1"], "5388481": ["0"]}


@pytest.fixture(scope="module")
def model() -> Model:
    effects = [Effect(f"effect:{c}-{m}", f"card:{c}", m, {}, (), {}) for c, marks in MARKS.items() for m in marks]
    effects.append(Effect("effect:any-spell-card", None, "", {"zh": "任意魔法卡", "en": "Any Spell Card"}, (), {}))
    return Model(
        cards={c.id: c for c in CARDS},
        archetypes={a.id: a for a in ARCHETYPES},
        effects={e.id: e for e in effects},
    )


@pytest.mark.parametrize("case", cases("keys.toml", "same"))
def test_spellings_of_one_name_have_one_key(case: dict[str, Any]) -> None:
    assert len({key(spelling) for spelling in case["spellings"]}) == 1


@pytest.mark.parametrize("case", cases("keys.toml", "different"))
def test_names_that_differ_have_different_keys(case: dict[str, Any]) -> None:
    assert len({key(spelling) for spelling in case["spellings"]}) == len(case["spellings"])


@pytest.mark.parametrize("nothing", ["", " ", "「」", "・", "%", "-", "　"])
def test_a_text_without_letters_is_refused(model: Model, nothing: str) -> None:
    assert key(nothing) == ""
    with pytest.raises(UsageProblem) as problem:
        find(model, nothing)
    assert problem.value.message == "No card name is given."


@pytest.mark.parametrize("case", cases("find.toml"))
def test_find(model: Model, case: dict[str, Any]) -> None:
    match = find(model, case["text"])
    assert match.found == case.get("found")
    assert list(match.candidates) == case.get("candidates", [])
    assert list(match.suggestions[:1]) == ([case["suggests"]] if "suggests" in case else [])


def test_every_name_and_spelling_finds_its_own_card(model: Model) -> None:
    named = [(c, name) for c in CARDS for name in (*c.names.values(), *c.variants, c.passcode, f"%{c.konami_id}")]
    assert [(name, find(model, name).found) for c, name in named] == [(name, c.id) for c, name in named]


def test_archetypes_are_told_apart_from_cards(model: Model) -> None:
    assert (find(model, "银河").is_archetype, find(model, "银河").is_card) == (True, False)
    assert (find(model, "技能抽取").is_archetype, find(model, "技能抽取").is_card) == (False, True)
    assert (find(model, "技能").is_archetype, find(model, "技能").is_card) == (False, False)


def test_a_name_of_both_a_card_and_an_archetype_is_left_open() -> None:
    both = Model(
        cards={"card:1": Card("card:1", "1", None, "ygo:SpellCard", {"en": "Galaxy"})},
        archetypes={"archetype:galaxy": Archetype("archetype:galaxy", {"en": "Galaxy"})},
    )
    match = find(both, "galaxy")
    assert (match.found, match.candidates) == (None, ("card:1", "archetype:galaxy"))


def test_card_ref_gives_the_card(model: Model) -> None:
    assert card_ref(model, "ｽｷﾙﾄﾞﾚｲﾝ") == "card:82732705"


@pytest.mark.parametrize("case", cases("effects.toml"))
def test_effect_ref(model: Model, case: dict[str, Any]) -> None:
    if "effect" in case:
        assert effect_ref(model, case["text"]) == case["effect"]
        return
    with pytest.raises(YgokgError) as problem:
        effect_ref(model, case["text"])
    assert type(problem.value) is getattr(ygokg.errors, case["error"])
    assert (problem.value.message, problem.value.hint) == (case["message"], case["hint"])


def test_docstrings_hold() -> None:
    assert doctest.testmod(ygokg.names.keys) == (0, 6)


# 14,000 cards: what they have in common under their keys is known and short, and none of it comes from folding characters.
TWINS = {
    frozenset(pair)
    for pair in (
        (191749, 18482473), (56260110, 63223467), (5405694, 5405695), (47946130, 78437364), (41741922, 95833645),
        (6556909, 44397496), (79868386, 97570038), (22567609, 57844634), (5848934, 98358303), (2314238, 46986414),
    )
}  # fmt: skip


@pytest.mark.skipif(not (SHARED / "names" / "cards.jsonl").exists(), reason="the list of all cards (../shared/names) is not here")
def test_no_two_of_all_cards_share_a_key_but_known_twins() -> None:
    holders: dict[str, set[int]] = defaultdict(set)
    with (SHARED / "names" / "cards.jsonl").open(encoding="utf-8") as lines:
        for one in map(json.loads, lines):
            for name in filter(None, (one["zh"], one["zh_official"], one["ja"], one["en"])):
                holders[key(name)].add(one["passcode"])
    shared = {frozenset(pair) for held in holders.values() for pair in itertools.combinations(held, 2)}
    assert shared == TWINS
