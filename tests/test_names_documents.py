"""Every name in the documents leads to its card, or is left open: none leads to a wrong one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ygokg.graph.model import Id, Model
from ygokg.names.library import Library, write_source
from ygokg.names.lookup import Match, find
from ygokg.names.reading import read_database
from ygokg.store.cache import Graph

SPELLINGS = 11
"""Names that the documents spell in their own way: only the graph knows them."""


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="module")
def own(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Library:
    """All cards, imported as a user would."""
    folder = tmp_path_factory.mktemp("names")
    database = read_database(shared / "names" / "cards.jsonl", "en")
    assert (len(database.cards), database.broken) == (14217, [])
    assert write_source(folder, "cards.jsonl", "2023-11-14", database, database.cards.values())
    return Library(folder)


@pytest.fixture(scope="module")
def names(shared: Path) -> list[str]:
    return sorted({name for line in lines(shared / "documents" / "passages.jsonl") for name in json.loads(line)["cards"]})


@pytest.fixture(scope="module")
def truth(shared: Path) -> dict[str, Id]:
    """The card of each community name and each spelling of the documents; official Chinese names where no community name is the same."""
    cards = [json.loads(line) for line in lines(shared / "names" / "cards.jsonl")]
    official = {card["zh_official"]: f"card:{card['passcode']}" for card in cards if card["zh_official"]}
    community = {card["zh"]: f"card:{card['passcode']}" for card in reversed(cards) if card["zh"]}
    spelled = {row[0]: f"card:{row[1]}" for row in (line.split("\t") for line in lines(shared / "names" / "variants.tsv")[1:])}
    return official | community | spelled


def all_found(model: Model, library: Library | None, names: list[str]) -> dict[str, Match]:
    return {name: find(model, name, library) for name in names}


def wrong(matches: dict[str, Match], truth: dict[str, Id]) -> dict[str, Id | None]:
    return {name: match.found for name, match in matches.items() if match.is_card and match.found != truth.get(name)}


def test_the_graph_and_all_cards_together(graph: Graph, own: Library, names: list[str], truth: dict[str, Id]) -> None:
    found = all_found(graph.model, own, names)
    assert (len(names), wrong(found, truth)) == (635, {})
    cards = {name for name, match in found.items() if match.is_card}
    archetypes = {name for name, match in found.items() if match.is_archetype}
    assert (len(cards), len(archetypes)) == (590, 43)
    assert truth.keys() & archetypes == set()
    assert {name: found[name].candidates for name in set(names) - cards - archetypes} == {
        "码语者": ("archetype:code-talker", "card:53413628"),  # both a card and an archetype are called so
        "勇者衍生物": (),  # a token is no card
    }


def test_the_graph_alone(graph: Graph, names: list[str], truth: dict[str, Id]) -> None:
    found = all_found(graph.model, None, names)
    assert wrong(found, truth) == {}
    assert sum(match.is_card for match in found.values()) >= 589


def test_all_cards_without_the_graph(own: Library, names: list[str], truth: dict[str, Id]) -> None:
    found = all_found(Model(), own, names)
    assert wrong(found, truth) == {}
    missed = [name for name in truth.keys() & found.keys() if not found[name].is_card]
    assert len(missed) == SPELLINGS
    hinted = [name for name in missed if truth[name] in (*found[name].candidates, *found[name].suggestions)]
    assert set(missed) - set(hinted) == {"奇妙XYZ"}


def test_every_name_of_all_cards_leads_to_its_card_or_lists_it(own: Library, shared: Path) -> None:
    astray = []
    for card in map(json.loads, lines(shared / "names" / "cards.jsonl")[::29]):
        for name in filter(None, (card["zh"], card["zh_official"], card["ja"], card["en"], str(card["passcode"]))):
            match = find(Model(), f" {name} ", own)
            if f"card:{card['passcode']}" not in (match.found, *match.candidates):
                astray.append((name, match.found))
    assert astray == []
