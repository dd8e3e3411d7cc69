"""The front door of situations: names of cards in any script, signs of any width, and one message for what is not understood or cannot be."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from conftest import Run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ygokg.errors import NotFound, UsageProblem
from ygokg.graph.model import Model
from ygokg.resolver import Rulebase
from ygokg.situation.telling import situation
from ygokg.situation.timeline import Situation

HINTED = [
    ("a typing error after a name", "技能抽取 destroed", "“destroed” at column 6 is not understood there.", "技能抽取 destroyed"),
    ("no space after a name", "C1: X:spell => 技能抽取被破坏", "“技能抽取被破坏” at column 16 is not understood there.", "C1: X:spell => 技能抽取 被破坏"),
    ("no space before a cause", "X:monster, X destroyed by战斗", "“by战斗” at column 24 is not understood there.", "X:monster, X destroyed by 战斗"),
    ("several words that are no card", "C1: X:spell -> My Monster", "“My” at column 16 is not understood there.", 'C1: X:spell -> "My Monster"'),
    ("a part of a name", "灰流 sent", "“灰流” is only a part of the name of Ash Blossom & Joyous Spring: give the whole name.", "灰流丽 sent"),
    ("no kind", "X:utopia @ hand", "No kind of effect is called “utopia”.", "X:monster @ hand"),
    ("nothing after the colon", "X: @ hand", "“@” at column 4 is not understood there.", "X:spell @ hand"),
    ("no card before what happens", "C1: X:ignition cost sent", "“sent” at column 21 is not understood there.", "C1: X:ignition cost self sent"),
    ("words after a link", "C1: X:ignition cost C1 gone", "“gone” at column 24 is not understood there.", "C1: X:ignition cost self banished"),
    ("words after the number of an effect", "C1: 技能抽取#1 now", "“now” at column 12 is not understood there.", "C1: 技能抽取#1"),
    ("a step of which nothing is told", "C1: X:spell => step 1", "The text ends at column 22, where more is needed.", "C1: X:spell => step 1 done"),
    ("no number of a step", "C1: X:spell ? then C1 step two", "“two” at column 28 is not understood there.", "C1: X:spell ? then C1 step 2"),
    ("which of several steps", "C1: X:spell => step 1 done, step 2 done, step 3 not ? then C1", "Several steps are told; say which one is asked about: “step 2” after the link.", "C1: X:spell => step 1 done, step 2 done, step 3 not ? then C1 step 3"),
    ("a step of what is no link", "X:monster ? rest X step 1", "Steps and cards can be asked about only of a link: “C1”.", "C1: X:spell ? rest C1"),
    ("a link number twice", "C1: X:spell > C1: Y:spell", "“C1” at column 15 is not understood there.", "C1: X:spell > C2: Y:spell"),
    ("a link number left out", "C1: X:spell > C3: Y:spell", "“C3” at column 15 is not understood there.", "C1: X:spell > C2: Y:spell"),
    ("a card in two places", "X:monster @ hand, X @ gy", "X is in a place already; a card is in one place only.", "X:monster @ hand, X to gy"),
    ("a link of a card that is elsewhere", "X:monster @ hand; C1: X:ignition from gy", "X is not there: Graveyard.", "X:monster @ gy; C1: X:ignition from gy"),
    ("a move to where it is", "X:monster @ gy, X to gy", "X is already in that place.", "X:monster @ hand, X to gy"),
    ("a flip off the field", "X:monster @ hand; X face-down", "X is not on the field there and cannot be turned.", "X:monster @ field; X face-down"),
    ("a step about a card that is no target", "Y:monster; C1: X:spell => step 1 on Y", "Y is not among what C1 targets or names; put it after “->” of the link.", "Y:monster; C1: X:spell -> Y => step 1 on Y"),
    ("a resolution that is negated did nothing", "C1: 星因士天津四#1 => step 1 done | 技能抽取#1", "C1 is negated, so what is told of its resolution did not happen.", "C1: 星因士天津四#1 => step 1 not | 技能抽取#1"),
]  # fmt: skip
"""Spoken name, a text, what is said of it, and the nearest text that is understood."""


@pytest.mark.parametrize(("bad", "message", "good"), [one[1:] for one in HINTED], ids=[one[0] for one in HINTED])
def test_what_is_not_understood_is_said_and_what_is_nearest_to_it_is_read(
    run: Callable[..., Run], bad: str, message: str, good: str
) -> None:
    ended = run("situation", bad)
    assert (ended.code, ended.out, ended.err.splitlines()[0]) == (2, "", f"Error: {message}")
    assert len(ended.err.splitlines()) >= 2
    assert run("situation", good).err == ""


READ = [
    ("a name with words of the notation", "Called by the Grave @ gy", "墓穴的指名者", "ygo:Graveyard"),
    ("a name with a sign", "S：P小夜骑士 @ 墓地", "S：P小夜骑士", "ygo:Graveyard"),
    ("the same name in another width", "S:P Little Knight @ banished", "S：P小夜骑士", "ygo:Banished"),
    ("the longest name that is one", "Dark Magician Girl @ hand", "黑魔术少女", "ygo:Hand"),
    ("in quotation marks", '"Called by the Grave" @ gy', "墓穴的指名者", "ygo:Graveyard"),
    ("in corner brackets", "『墓穴の指名者』 @ 手札", "墓穴的指名者", "ygo:Hand"),
    ("in curved quotation marks", "“Called by the Grave” ＠ ｇｙ", "墓穴的指名者", "ygo:Graveyard"),
]
"""Spoken name, text, the name of its only card in zh, and where that is."""


@pytest.mark.parametrize(("text", "name", "zone"), [one[1:] for one in READ], ids=[one[0] for one in READ])
def test_a_card_is_found_by_the_whole_of_its_name(graph_model: Model, text: str, name: str, zone: str) -> None:
    (stay,) = situation(graph_model, text, "en").stays
    assert (graph_model.cards[stay.card].names["zh"], stay.zone) == (name, zone)


@pytest.fixture(scope="module")
def graph_model(base: Rulebase) -> Model:
    return base.model


def test_the_number_of_an_effect_belongs_to_the_whole_name(graph_model: Model) -> None:
    told = situation(graph_model, 'C1: Called by the Grave#1 > C2: S：P小夜骑士#2 > C3: "Skill Drain"#1', "en")
    assert [link.effect for link in told.links] == [("effect:24224830-1",), ("effect:29301450-2",), ("effect:82732705-1",)]


def test_signs_of_any_width_mean_the_same(run: Callable[..., Run]) -> None:
    told = [
        json.loads(run("situation", text, "--format", "json").out)
        for text in (
            "X:monster @ gy; C1: Y:spell -> X => X to hand > C2: Z:trap ? negated C1 ...",
            "X：monster ＠ gy； Ｃ１： Y：spell → X ⇒ X to hand ＞ Ｃ２：Z：trap ？ negated Ｃ１ ……",
            "X:monster@gy;C1:Y:spell->X=>X to hand>C2:Z:trap?negated C1…",
        )
    ]
    assert told[0]["stays"] == told[1]["stays"] == told[2]["stays"]
    assert told[0]["links"] == told[1]["links"] == told[2]["links"]
    assert told[0]["answers"] == told[1]["answers"] == told[2]["answers"]
    assert [one["whole"] for one in told] == [False, False, False]


def test_no_name_of_the_data_is_read_as_another(graph_model: Model) -> None:
    names = sorted({(name, card.id) for card in graph_model.cards.values() for name in card.names.values()})[::11]
    assert len(names) >= 200
    wrong, refused = [], []
    for name, card in names:
        quoted = f"「{name}」 destroyed by battle"
        if {stay.card for stay in situation(graph_model, quoted, "en").stays} != {card}:
            wrong.append(quoted)
        try:
            told = situation(graph_model, f"Q @ hand, {name} destroyed by battle", "en")
        except (UsageProblem, NotFound):
            refused.append(name)
        else:
            if {stay.card for stay in told.stays} != {"", card}:
                wrong.append(name)
    assert wrong == []
    assert len(refused) <= 5


PARTS = (
    "C1", "C2", ":", "X", "Y:monster", "灰流丽#1", "技能抽取", "Called by the Grave", '"', "「", "」", ">", "->", "=>", ";", "|", "?", ",", "+", "…", "@",
    "hand", "墓地", "field", "to", "from", "cost", "self", "sent", "destroyed", "face-down", "by", "battle", "step", "1", "done", "on", "opp", "as", "card",
    "unaffected", "control", "special-summoned", "until", "with", "connector=Then", "negated", "then", "rest", "how-many", "where", "can-choose", "#", "=", "",
)  # fmt: skip


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(st.lists(st.sampled_from(PARTS), max_size=14).map(" ".join), st.text(max_size=40)))
def test_any_text_gives_a_situation_or_one_message(graph_model: Model, text: str) -> None:
    try:
        told: Situation | str = situation(graph_model, text, "en")
    except (UsageProblem, NotFound) as error:
        told = error.message
    assert told
