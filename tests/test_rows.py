"""Things that are read from a store one by one, and the links by which they are found."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ygokg.links import LINKS, links_of, rulings_with
from ygokg.store.cache import Graph
from ygokg.store.pieces import Pieces, write_pieces
from ygokg.store.rows import Rows, row_pieces

ROWS = [(f"card:{number}", f"名前 {number}", (number,)) for number in range(300)]


def rows_of(pieces: Mapping[str, Any], instead: Mapping[str, str] | None = None) -> Rows[str]:
    return Rows(pieces, "cards", lambda row: row[1], lambda: instead if instead is not None else pytest.fail("nothing is damaged"))


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    file = tmp_path / "all.pieces"
    write_pieces(file, row_pieces("cards", ROWS), [])
    return file


def test_each_is_found_and_nothing_else(stored: Path) -> None:
    rows = rows_of(Pieces(stored))
    assert [rows[id] for id, _, _ in ROWS] == [name for _, name, _ in ROWS]
    assert all(id in rows for id, _, _ in ROWS)
    for missing in ("card:300", "card:", "", "\udcff", "card:0 "):
        assert missing not in rows
        assert rows.get(missing) is None
        assert rows.get(missing, "else") == "else"
        with pytest.raises(KeyError):
            rows[missing]


def test_all_come_in_their_order(stored: Path) -> None:
    rows = rows_of(Pieces(stored))
    assert len(rows) == 300
    assert list(rows) == list(rows.keys()) == [id for id, _, _ in ROWS]
    assert list(rows.values()) == [name for _, name, _ in ROWS]
    assert dict(rows.items()) == rows == {id: name for id, name, _ in ROWS}


def test_none_at_all() -> None:
    rows = rows_of(row_pieces("cards", []))
    assert (len(rows), list(rows), "card:1" in rows, list(rows.values())) == (0, [], False, [])


def test_what_is_put_in_or_taken_out_stays_in_memory(stored: Path) -> None:
    before = stored.read_bytes()
    rows = rows_of(Pieces(stored))
    rows.update({"card:0": "another", "card:999": "new"})
    assert (rows["card:0"], rows["card:999"], rows["card:1"]) == ("another", "new", "名前 1")
    assert (len(rows), list(rows)[-1], next(iter(rows.values()))) == (301, "card:999", "another")
    rows["card:998"] = "newer"
    del rows["card:1"]
    assert ("card:998" in rows, "card:1" in rows, len(rows)) == (True, False, 301)
    assert stored.read_bytes() == before


@pytest.mark.parametrize("piece", ["cards.rows", "cards.slots", "cards.places", "cards.ids"])
def test_a_damaged_piece_is_replaced(stored: Path, piece: str) -> None:
    pieces = Pieces(stored)
    at, size, _, _ = pieces._places[piece]
    content = bytearray(stored.read_bytes())
    content[at : at + size] = b"\xff" * size
    stored.write_bytes(content)
    instead = {"card:7": "instead"}
    assert list(rows_of(Pieces(stored), instead)) == (["card:7"] if piece == "cards.ids" else [id for id, _, _ in ROWS])
    asked = rows_of(Pieces(stored), instead)
    assert asked["card:7"] == ("名前 7" if piece == "cards.ids" else "instead")
    every = rows_of(Pieces(stored), instead)
    assert len(list(every.values())) == (300 if piece in ("cards.ids", "cards.slots") else 1)


def test_a_missing_piece_is_replaced() -> None:
    assert rows_of({}, {"card:7": "instead"})["card:7"] == "instead"


# ---- links


def test_the_links_of_a_store_are_those_of_its_model(graph: Graph) -> None:
    from dataclasses import replace

    in_memory = links_of(replace(graph.model))
    stored = links_of(graph.model)
    for name in LINKS:
        assert dict(stored[name]) == in_memory[name], name
        assert in_memory[name], name


@pytest.mark.parametrize(
    ("link", "target", "sources"),
    [
        ("effects-of-card", "card:82732705", ("effect:82732705-1",)),
        ("items-named", "技能抽取", ("card:82732705",)),
        ("items-with-key", "skilldrain", ("card:82732705",)),
        ("cards-with-official-id", "5740", ("card:82732705",)),
    ],
)
def test_a_link_leads_to_what_refers_to_a_thing(graph: Graph, link: str, target: str, sources: tuple[str, ...]) -> None:
    assert links_of(graph.model)[link][target] == sources


def test_rulings_with_several_cards_have_all_of_them(graph: Graph) -> None:
    drain, book = "card:82732705", "card:14087893"
    both = rulings_with(graph.model, [drain, book])
    assert both
    assert set(both) == set(rulings_with(graph.model, [drain])) & set(rulings_with(graph.model, [book]))
    assert rulings_with(graph.model, []) == tuple(graph.model.rulings)
