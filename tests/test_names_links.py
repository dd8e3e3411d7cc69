"""What refers to a thing, worked out of a Model in memory: the rulings of cards, and the bearers of a name, key or number."""

from __future__ import annotations

from itertools import combinations

import pytest
from lookup_world import excerpt, world

from ygokg.graph.model import Model
from ygokg.names.links import LINKS, cards_of, links_of, rulings_with
from ygokg.store.cache import Graph

DRAIN, DENEB, BOOK, SWORDSMAN = "card:82732705", "card:75878039", "card:14087893", "card:37742478"


@pytest.fixture(scope="module")
def small() -> Model:
    return world("ruling:negation.115 a ygo:Ruling ; ygo:asks ygo:CanActivate ; ygo:answer ygo:Yes ; owl:deprecated true .")


@pytest.mark.parametrize(
    ("link", "target", "sources"),
    [
        ("effects-of-card", DENEB, ("effect:75878039-1", "effect:75878039-a")),
        ("effects-of-card", "", ("effect:any-spell-card",)),
        ("effects-of-card", SWORDSMAN, None),
        ("rulings-of-card", DENEB, ("ruling:negation.112",)),
        ("rulings-of-card", BOOK, ("ruling:negation.112", "ruling:negation.114")),
        ("rulings-of-card", SWORDSMAN, None),
        ("rulings-asking", "ygo:CanActivate", ("ruling:negation.113.b",)),
        ("items-named", "技能抽取", (DRAIN,)),
        ("items-named", "技抽", (DRAIN,)),
        ("items-named", "Silent Swordsman", ("archetype:silent-swordsman",)),
        ("items-named", "skill drain", None),
        ("items-with-key", "skilldrain", (DRAIN,)),
        ("items-with-key", "silentswordsmanlv7", (SWORDSMAN,)),
        ("items-with-key", "silentswordsman", ("archetype:silent-swordsman",)),
        ("items-with-key", "Skill Drain", None),
        ("cards-with-official-id", "5740", (DRAIN,)),
        ("cards-with-official-id", "82732705", None),
        ("cards-with-official-id", "", None),
    ],
)
def test_a_link_leads_to_what_refers_to_a_thing(small: Model, link: str, target: str, sources: tuple[str, ...] | None) -> None:
    assert links_of(small)[link].get(target) == sources


def test_links_are_made_once_and_only_those_there_are(small: Model) -> None:
    for link in LINKS:
        assert links_of(small)[link] is links_of(small)[link]
    with pytest.raises(KeyError):
        links_of(small)["effects-of-archetype"]


@pytest.mark.parametrize(
    ("cards", "rulings"),
    [
        ((DRAIN,), ("112", "113.a", "113.b", "114")),
        ((DRAIN, BOOK), ("112", "114")),
        ((BOOK, DRAIN), ("112", "114")),
        ((DRAIN, BOOK, DENEB), ("112",)),
        ((DRAIN, DRAIN), ("112", "113.a", "113.b", "114")),
        ((DRAIN, SWORDSMAN), ()),
        (("card:1",), ()),
        (("card:1", DRAIN), ()),
        ((), ("112", "113.a", "113.b", "114", "115")),
    ],
    ids=["one", "two", "in another order", "three", "one twice", "one without rulings", "unknown", "an unknown first", "none"],
)
def test_rulings_with_several_cards_have_all_of_them(small: Model, cards: tuple[str, ...], rulings: tuple[str, ...]) -> None:
    assert rulings_with(small, cards) == tuple(f"ruling:negation.{ruling}" for ruling in rulings)


def test_the_store_finds_the_same_rulings_between_two_cards(small: Model) -> None:
    for one, other in combinations((DRAIN, DENEB, BOOK, SWORDSMAN), 2):
        assert tuple(sorted(excerpt().add("rulings-between-cards", card=[one], other=[other]))) == rulings_with(small, [one, other])


def test_the_built_in_rulings_of_cards_are_those_with_all_of_them(graph: Graph) -> None:
    both = rulings_with(graph.model, [DRAIN, BOOK])
    assert both
    assert set(both) == {i for i, ruling in graph.model.rulings.items() if {DRAIN, BOOK} <= {*cards_of(graph.model, ruling)}}
    assert rulings_with(graph.model, []) == tuple(graph.model.rulings)
