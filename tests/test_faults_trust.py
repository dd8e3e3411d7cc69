"""What the cache is answered from: only what this user alone can have written, and only as it was written."""

from __future__ import annotations

import os
import pickle
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import pytest
from conftest import REPOSITORY, Run

from ygokg.search.table import index_of
from ygokg.store import cache as cache_module
from ygokg.store import folders
from ygokg.store.cache import Graph, open_graph, open_stored, open_stored_triples

TINY = REPOSITORY / "tests" / "data" / "tiny" / "tiny.ttl"
NAMES = ["Book of Moon", "Satellarknight Deneb", "Skill Drain"]
NOTE = (
    "Others can write to the cache {0}, so nothing in it was read and nothing is kept: every call builds the graph anew. "
    "Take that right from them (`chmod go-w {0}`), or let YGOKG_CACHE name a folder that only you can write to.\n"
)
pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs a system that knows owners of files")
SOMEBODY = 54321
"""Neither this user nor root."""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache with the store and the index of the tiny graph, which stands in for the built-in one."""
    monkeypatch.setattr(cache_module, "bundled_files", lambda: [TINY])
    monkeypatch.setenv("YGOKG_CACHE", str(tmp_path / "cache"))
    assert asked(open_graph()) == (NAMES, 4, 3)
    return tmp_path / "cache"


def asked(graph: Graph) -> tuple[list[str], int, int]:
    """What the graph says by each of its parts: the Model, the triples, the index."""
    rulings = graph.ask(lambda store: list(store.query("SELECT ?r { ?r a <https://w3id.org/ygokg/ontology#Ruling> }")))
    index = index_of(graph)
    cards = [row for row in map(index.row, range(len(index.ends))) if row[0] == "card"]
    return sorted(card.names["en"] for card in graph.model.cards.values()), len(rulings), len(cards)


def store_in(place: Path) -> Path:
    (store,) = (folder for folder in place.iterdir() if (folder / "triples").is_dir())
    return store


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


class _Told:
    """What makes a file when it is read by `pickle`: as harmless as what a stranger would plant is not."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.file,)


def plant(store: Path, told: Path) -> None:
    """Put another Model into a store, with a check sum that fits: whoever writes the one can write the other."""
    file = store / "model.pickle"
    content = pickle.dumps(_Told(told))
    file.write_bytes(content)
    known = file.stat()
    seen = f"{known.st_mtime_ns} {known.st_ctime_ns} {known.st_ino}"
    lines = (store / "files.tsv").read_text(encoding="utf-8").splitlines()
    listed = f"model.pickle\t{len(content)}\t{crc32(content):08x}\t{seen}"
    (store / "files.tsv").write_text("\n".join([*(line for line in lines if "pickle" not in line), listed]), encoding="utf-8")


# ---- who can write the cache


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o775, 0o702, 0o1777])
def test_a_cache_that_others_can_write_is_neither_read_nor_written(place: Path, tmp_path: Path, run: Callable[..., Run], mode: int) -> None:
    shown = run("card", "82732705")
    plant(store_in(place), tmp_path / "told")
    before = files_of(place)
    place.chmod(mode)
    graph = open_graph()
    assert (graph.distrusted, graph.fresh, asked(graph)) == (place, True, (NAMES, 4, 3))
    assert (open_stored(), open_stored_triples()) == (None, None)
    assert run("card", "82732705") == Run(0, shown.out, NOTE.format(place))
    assert (files_of(place), (tmp_path / "told").exists()) == (before, False)


@pytest.mark.parametrize("mode", [0o700, 0o755, 0o555])
def test_a_cache_that_others_can_only_read_is_read(place: Path, run: Callable[..., Run], mode: int) -> None:
    place.chmod(mode)
    graph = open_graph()
    assert (graph.distrusted, graph.fresh, asked(graph)) == (None, False, (NAMES, 4, 3))
    assert run("card", "82732705").err == ""
    place.chmod(0o700)


def test_a_cache_of_another_user_is_not_read_and_one_of_root_is(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = place.stat().st_uid
    monkeypatch.setattr(folders.os, "geteuid", lambda: SOMEBODY)
    assert open_graph().distrusted == (None if owner == 0 else place)
    monkeypatch.setattr(folders, "_ROOT", SOMEBODY + 1)
    assert open_graph().distrusted == place


def test_where_the_system_knows_no_owners_the_cache_is_read(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place.chmod(0o777)
    monkeypatch.delattr(folders.os, "geteuid")
    assert not open_graph().fresh


def test_a_cache_that_is_made_is_closed_to_others_whatever_the_mask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "bundled_files", lambda: [TINY])
    monkeypatch.setenv("YGOKG_CACHE", str(tmp_path / "new" / "cache"))
    before = os.umask(0)
    try:
        graph = open_graph()
        assert asked(graph) == (NAMES, 4, 3)
    finally:
        os.umask(before)
    made = [tmp_path / "new" / "cache", *(tmp_path / "new" / "cache").rglob("*")]
    assert {path.stat().st_mode & 0o077 for path in made} == {0}
    assert not open_graph().fresh


# ---- who can write a store in it


def _open_folder(store: Path, _: Path) -> None:
    store.chmod(0o777)


def _open_triples(store: Path, _: Path) -> None:
    (store / "triples").chmod(0o770)


def _open_file(store: Path, _: Path) -> None:
    (store / "model.pickle").chmod(0o666)


def _open_list(store: Path, _: Path) -> None:
    (store / "files.tsv").chmod(0o666)


def _linked_file(store: Path, elsewhere: Path) -> None:
    shutil.move(store / "model.pickle", elsewhere / "model.pickle")
    (store / "model.pickle").symlink_to(elsewhere / "model.pickle")


def _linked_triples(store: Path, elsewhere: Path) -> None:
    shutil.move(store / "triples", elsewhere / "triples")
    (store / "triples").symlink_to(elsewhere / "triples")


def _linked_store(store: Path, elsewhere: Path) -> None:
    shutil.move(store, elsewhere / "store")
    store.symlink_to(elsewhere / "store")


def _one_more(store: Path, _: Path) -> None:
    (store / "triples" / "000099.log").write_bytes(b"x" * 40)


def _pipe(store: Path, _: Path) -> None:
    (store / "model.pickle").unlink()
    os.mkfifo(store / "model.pickle")


PLANTED = [_open_folder, _open_triples, _open_file, _open_list, _linked_file, _linked_triples, _linked_store, _one_more, _pipe]


@pytest.mark.parametrize("planted", PLANTED)
def test_a_store_that_others_can_have_written_is_built_anew(place: Path, tmp_path: Path, planted: Callable[[Path, Path], None]) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    planted(store_in(place), elsewhere)
    before = files_of(elsewhere)
    assert (open_stored(), open_stored_triples()) == (None, None)
    graph = open_graph()
    assert (graph.fresh, asked(graph)) == (True, (NAMES, 4, 3))
    again = open_graph()
    assert (again.fresh, asked(again), files_of(elsewhere)) == (False, (NAMES, 4, 3), before)


def test_a_store_of_another_user_is_built_anew(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.geteuid() != 0:
        pytest.skip("needs root, to give a file away")
    os.chown(store_in(place) / "model.pickle", SOMEBODY, SOMEBODY)
    monkeypatch.setattr(folders, "_checksum", lambda _: pytest.fail("it is read"))
    assert open_stored() is None
    monkeypatch.undo()


# ---- whether it is as it was written


def test_a_store_that_was_copied_is_read_and_looked_over_once(place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(place, tmp_path / "copy")
    monkeypatch.setenv("YGOKG_CACHE", str(tmp_path / "copy"))
    graph = open_graph()
    assert (graph.fresh, asked(graph)) == (False, (NAMES, 4, 3))
    monkeypatch.setattr(folders, "_checksum", lambda file: pytest.fail(f"{file} is read once more"))
    assert not open_graph().fresh


def forget(store: Path) -> None:
    """Let the files as they are now count as those that were written, as where a disk alone changed them."""
    lines = []
    for line in (store / "files.tsv").read_text(encoding="utf-8").splitlines():
        name, size, checksum, _ = line.split("\t")
        known = (store / name).stat()
        lines.append("\t".join((name, size, checksum, f"{known.st_mtime_ns} {known.st_ctime_ns} {known.st_ino}")))
    (store / "files.tsv").write_text("\n".join(lines), encoding="utf-8")


def flip(file: Path, part: float = 0.5) -> None:
    content = bytearray(file.read_bytes())
    content[int(len(content) * part)] ^= 1
    file.write_bytes(content)


def test_a_model_that_the_disk_changed_is_not_read(place: Path) -> None:
    store = store_in(place)
    flip(store / "model.pickle")
    forget(store)
    graph = open_graph()
    assert (graph.fresh, asked(graph)) == (False, (NAMES, 4, 3))
    assert folders.is_sound(store, anew=True)


SORTED = "SELECT ?s ?p ?o { ?s ?p ?o FILTER(!isBlank(?s) && !isBlank(?o)) } ORDER BY ?s ?p ?o"
"""A query that does not end on a damaged block: it asks for the next row, again and again."""


def named(run: Callable[..., Run], *words: str) -> list[str]:
    """The lines of an answer, without those in which a blank node stands, whose name is another one after each build."""
    ended = run(*words)
    assert (ended.code, ended.err) == (0, "")
    return [line for line in ended.out.splitlines() if "_:" not in line]


@pytest.mark.parametrize("words", [("query", SORTED), ("query", "SELECT ?s { ?s ?p ?o }"), ("export", "--format", "nt")], ids=str)
def test_triples_that_the_disk_changed_are_built_anew_while_they_are_read(
    place: Path, run: Callable[..., Run], words: tuple[str, ...]
) -> None:
    store = store_in(place)
    expected = named(run, *words)
    for file in (store / "triples").glob("*.sst"):
        if file.stat().st_size > 3000:
            flip(file, 0.1)
    forget(store)
    assert named(run, *words) == expected
    assert folders.is_sound(store, anew=True)


def test_the_library_builds_triples_anew_that_the_disk_changed(place: Path) -> None:
    for file in (store_in(place) / "triples").glob("*.sst"):
        if file.stat().st_size > 3000:
            flip(file, 0.1)
    forget(store_in(place))
    assert asked(open_graph()) == (NAMES, 4, 3)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a child process")
@pytest.mark.parametrize("damage", ["a bit of a block", "the end of the manifest"])
def test_a_query_of_a_damaged_store_has_the_right_answer(place: Path, run: Callable[..., Run], damage: str) -> None:
    query = ("query", "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }")
    expected = run(*query)
    for file in (store_in(place) / "triples").glob("*.sst" if "block" in damage else "MANIFEST-*"):
        known = file.stat()
        if "block" in damage:
            flip(file, 0.1)
        else:
            os.truncate(file, known.st_size - 1)
        os.utime(file, ns=(known.st_atime_ns, known.st_mtime_ns))
    assert run(*query) == expected
    assert open_stored() is not None
