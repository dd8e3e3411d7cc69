"""`ygokg cache`: what is shown, what is cleared, and what is never touched."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Run

from ygokg.store import cache as cache_module
from ygokg.store.cache import open_graph, open_stored

Runner = Callable[..., Run]
TINY = Path(__file__).parent / "data" / "tiny" / "tiny.ttl"
OTHER = "0" * 32
HOUR = 3600
CARDS = "PREFIX ygo: <https://w3id.org/ygokg/ontology#> SELECT ?card { ?card a ygo:Card }"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache and a data folder of their own, and the tiny graph in place of the built-in one."""
    monkeypatch.setattr(cache_module, "bundled_files", lambda: [TINY])
    monkeypatch.setenv("YGOKG_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("YGOKG_DATA", str(tmp_path / "data"))
    return tmp_path / "cache"


def made(path: Path, *, folder: bool = False, age: float = 0, size: int = 0) -> Path:
    """A file, or a folder as a store has it, that was last written `age` seconds ago."""
    if folder:
        (path / "triples").mkdir(parents=True)
        (path / "triples" / "000001.sst").write_bytes(b"x" * size)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x" * size)
    os.utime(path, (time.time() - age,) * 2)
    return path


def stores(place: Path) -> list[str]:
    return sorted(path.name for path in place.iterdir())


def everything(folder: Path) -> list[tuple[str, bytes]]:
    return sorted((str(path.relative_to(folder)), path.read_bytes() if path.is_file() else b"") for path in folder.rglob("*"))


# ---- showing


def test_an_empty_cache_is_said_to_be_empty(place: Path, run: Runner) -> None:
    assert run("cache") == Run(0, f"The cache {place} is empty.\n", "")
    assert run("cache", "clear") == Run(0, f"There is nothing to clear in the cache {place}.\n", "")
    assert run("cache", "--format", "csv").out == "place,kind,name,state,bytes,changed,path\n"
    assert not place.exists()


def test_all_that_is_kept_is_shown_with_its_state_size_and_age(place: Path, run: Runner) -> None:
    open_graph()
    (current,) = place.iterdir()
    size = sum(path.stat().st_size for path in current.rglob("*") if path.is_file())
    made(place / OTHER, folder=True, age=30 * HOUR, size=2_000_000)
    made(place / f"documents-{OTHER}", folder=True, age=80 * HOUR, size=1500)
    made(place / f"passages-{OTHER}", folder=True, size=300)
    made(place / f"data-{OTHER}", folder=True, age=26 * HOUR, size=0)
    made(place / "reasoned" / f"{OTHER}.json", size=10)
    made(place / "building-abc12_z9", folder=True, size=5)
    made(place / "broken-abc12_z9", folder=True, age=2 * HOUR)
    shown = run("cache")
    assert (shown.code, shown.err) == (0, "")
    assert [" ".join(line.split()) for line in shown.out.splitlines()] == [
        "kind name state size age",
        f"graph {current.name} current {size / 1000:.1f} kB today",
        f"graph {OTHER} of another version 2.0 MB 1 day",
        f"graph with own data data-{OTHER} 0 B 1 day",
        f"triples of documents documents-{OTHER} 1.5 kB 3 days",
        f"search table of documents passages-{OTHER} 300 B today",
        f"reasoner's result {OTHER}.json 10 B today",
        "unfinished building-abc12_z9 being built 5 B today",
        "unfinished broken-abc12_z9 0 B today",
        "",
        f"The cache {place}: {(size + 2_001_815) / 1e6:.1f} MB. It can be cleared at any time (`ygokg cache clear`); "
        "the next call builds it anew.",
    ]


def test_what_the_user_imported_is_shown_apart(place: Path, tmp_path: Path, run: Runner) -> None:
    cards = tmp_path / "cards.jsonl"
    cards.write_text('{"passcode": 5, "en": "A Card"}\n', encoding="utf-8")
    assert run("names", "import", str(cards)).code == 0
    size = (tmp_path / "data" / "names" / "cards.jsonl.names").stat().st_size
    out = run("cache").out.splitlines()
    assert out[0] == f"The cache {place} is empty."
    assert out[3].split() == ["card", "database", "cards.jsonl", f"{size / 1000:.1f}", "kB", "today"]
    assert out[5].startswith(f"Your own material in {tmp_path / 'data'}: {size / 1000:.1f} kB. It is no cache")
    told = json.loads(run("cache", "--format", "json").out)
    assert told["cache"] == {"folder": str(place), "bytes": 0, "entries": []}
    assert [(entry["kind"], entry["name"], entry["bytes"]) for entry in told["own"]["entries"]] == [("names", "cards.jsonl", size)]
    before = everything(tmp_path / "data")
    assert run("cache", "clear").code == 0
    assert everything(tmp_path / "data") == before


def test_the_cache_is_shown_in_the_users_language(place: Path, run: Runner) -> None:
    made(place / OTHER, folder=True)
    assert "图谱  00000000000000000000000000000000  别的版本  0 B   今天" in run("cache", "--lang", "zh").out
    assert run("cache", "clear", "--lang", "ja").out == "1 件を消し、0 B を空けました。\n"


def test_programs_get_rows(place: Path, run: Runner) -> None:
    made(place / OTHER, folder=True, age=HOUR, size=7)
    (row,) = json.loads(run("cache", "--format", "json").out)["cache"]["entries"]
    assert (row["kind"], row["name"], row["state"], row["bytes"], row["path"]) == ("store", OTHER, "other", 7, str(place / OTHER))
    assert run("cache", "--format", "tsv").out.splitlines()[1].split("\t")[:5] == ["cache", "store", OTHER, "other", "7"]


# ---- clearing


def test_clearing_frees_all_but_what_is_being_built(place: Path, run: Runner) -> None:
    made(place / OTHER, folder=True, size=1000)
    made(place / f"documents-{OTHER}", folder=True, size=100)
    made(place / "reasoned" / f"{OTHER}.json", size=20)
    made(place / "reasoned" / "writing-abcd1234", age=2 * HOUR, size=3)
    made(place / "building-abcd1234", folder=True, size=50)
    made(place / "building-old_1234", folder=True, age=2 * HOUR, size=1)
    made(place / "documents.pieces", size=400)
    made(place / "documents.pieces.123", age=2 * HOUR, size=1)
    made(place / ".DS_Store")
    ended = run("cache", "clear")
    assert ended == Run(0, "Removed 7, freed 1.5 kB.\nLeft 1: another process may be building it.\n", "")
    assert stores(place) == [".DS_Store", "building-abcd1234", "reasoned"]
    assert list((place / "reasoned").iterdir()) == []


def test_programs_are_told_what_was_removed(place: Path, run: Runner) -> None:
    made(place / OTHER, folder=True, size=1000)
    made(place / "building-abcd1234", folder=True)
    told = json.loads(run("cache", "clear", "--format", "json").out)
    assert (told["freed"], [row["name"] for row in told["removed"]], [row["state"] for row in told["left"]]) == (1000, [OTHER], ["at-work"])


def test_after_clearing_the_next_call_builds_anew(place: Path, run: Runner) -> None:
    before = run("card", "82732705").out
    assert open_stored() is not None
    assert run("cache", "clear").code == 0
    assert open_stored() is None
    assert run("card", "82732705").out == before
    assert len(stores(place)) == 1


def test_who_uses_the_store_meanwhile_goes_on(place: Path, run: Runner) -> None:
    opened, unopened = open_graph(), open_graph()
    rows = len(list(opened.store.query(CARDS)))
    assert run("cache", "clear").code == 0
    assert stores(place) == []
    assert [len(list(graph.store.query(CARDS))) for graph in (opened, unopened)] == [rows, rows]
    assert unopened.model.cards["card:82732705"].names["en"] == "Skill Drain"


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_link_in_a_store_is_removed_and_what_it_leads_to_stays(place: Path, tmp_path: Path, run: Runner) -> None:
    treasure = made(tmp_path / "home" / "treasure.txt", size=9)
    store = made(place / OTHER, folder=True)
    (store / "link").symlink_to(treasure.parent)
    (store / "triples" / "file").symlink_to(treasure)
    assert run("cache", "clear").code == 0
    assert (stores(place), treasure.read_bytes()) == ([], b"x" * 9)


def test_what_the_system_keeps_is_told(place: Path, run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    made(place / OTHER, folder=True)

    def in_use(self: Path, target: Path) -> Path:
        raise PermissionError(13, "in use", str(self), None, str(target))

    monkeypatch.setattr(Path, "rename", in_use)
    assert run("cache", "clear") == Run(
        2,
        "",
        f"Error: 1 in {place} cannot be removed: {OTHER}.\n"
        "End the programs that use it, or look at the folder's permissions, and try again.\n",
    )
    assert stores(place) == [OTHER]


# ---- what is not ours

STRANGERS = {
    "a file": lambda place, _: made(place / "notes.txt"),
    "a folder": lambda place, _: made(place / "Documents" / "letter.txt"),
    "a hidden file": lambda place, _: made(place / ".bashrc"),
    "a folder with a store's name and no store": lambda place, _: made(place / ("1" * 32) / "photo.jpg"),
    "a file with a store's name": lambda place, _: made(place / ("1" * 32)),
    "a file among the results": lambda place, _: made(place / "reasoned" / "notes.json"),
    "a folder among the results": lambda place, _: made(place / "reasoned" / f"{'1' * 32}.json" / "letter.txt"),
    "the user's own material": lambda place, _: made(place / "names" / "cards.cdb.names"),
}
LINKS = {
    "a link with a store's name": lambda place, home: (place / ("1" * 32)).symlink_to(home / "store"),
    "a link in place of the results": lambda place, home: (place / "reasoned").symlink_to(home),
    "a link among the results": lambda place, home: (
        made(place / "reasoned" / f"{'2' * 32}.json").with_stem("1" * 32).symlink_to(home / "x")
    ),
}


@pytest.mark.parametrize("stranger", [pytest.param(put, id=name) for name, put in (STRANGERS | LINKS).items()])
def test_a_cache_folder_with_anything_else_in_it_is_refused(
    stranger: Callable[[Path, Path], object], place: Path, tmp_path: Path, run: Runner
) -> None:
    made(place / OTHER, folder=True, size=3)
    made(tmp_path / "home" / "store", folder=True)
    made(tmp_path / "home" / "x")
    try:
        stranger(place, tmp_path / "home")
    except OSError:
        pytest.skip("this system makes no links for this user")
    before = everything(tmp_path)
    ended = run("cache", "clear")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"Error: {place} also holds what is not of this tool, so nothing was removed: ")
    assert ended.err.endswith("Let YGOKG_CACHE name a folder that is this tool's alone, or move these away.\n")
    assert everything(tmp_path) == before
    assert "Also in it, not of this tool and never touched: 1.\n" in run("cache").out


def test_a_home_named_as_cache_is_left_alone(tmp_path: Path, run: Runner) -> None:
    home = tmp_path / "home"
    for name in (".bashrc", ".ssh/id", "Documents/a", "Music/b", "Pictures/c", "Videos/d"):
        made(home / name)
    before = everything(home)
    ended = run("cache", "clear", env={"YGOKG_CACHE": str(home)})
    assert ended.code == 2
    assert "nothing was removed: .bashrc, .ssh, Documents, Music, Pictures, ….\n" in ended.err
    assert everything(home) == before


def test_a_file_named_as_cache_is_told(tmp_path: Path, run: Runner) -> None:
    file = made(tmp_path / "file", size=3)
    ended = run("cache", "clear", env={"YGOKG_CACHE": str(file)})
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"Error: The cache {file} cannot be read: ")
    assert file.read_bytes() == b"xxx"
