"""The store: what is read, where the built graph is kept, and what happens when its place is missing, damaged or contested."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pyoxigraph as ox
import pytest
from patience import HANG

from ygokg.errors import BrokenInput, NotFound, TimedOut, UsageProblem
from ygokg.graph import model as nouns
from ygokg.graph.model import Model
from ygokg.graph.triples import curie, expand
from ygokg.search.table import index_of
from ygokg.store import cache as cache_module
from ygokg.store.build import fill, parse_file
from ygokg.store.bundle import bundled_files, content_hash, data_files, query_files
from ygokg.store.cache import Graph, Verdict, open_graph, open_stored_triples, read_compiled, write_compiled
from ygokg.store.folders import cache_folder, data_folder, publish
from ygokg.store.following import INFERRED, OURS
from ygokg.store.run import Standby, run_limited

TINY = Path(__file__).parent / "data" / "tiny" / "tiny.ttl"
MORE = """
@prefix card: <https://w3id.org/ygokg/card/> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix ygo: <https://w3id.org/ygokg/ontology#> .
card:5 a ygo:Card ; dct:identifier "5" ; skos:prefLabel "A New Card"@en .
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, and the tiny graph in place of the built-in one."""
    monkeypatch.setattr(cache_module, "bundled_files", lambda: [TINY])
    monkeypatch.setenv("YGOKG_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def names_of_cards(graph: Graph) -> list[str]:
    return sorted(card.names["en"] for card in graph.model.cards.values())


def number_of_rulings(graph: Graph) -> int:
    return len(list(graph.store.query("SELECT ?r { ?r a <https://w3id.org/ygokg/ontology#Ruling> }")))


def content_of(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {str(f.relative_to(folder)): (f.stat().st_mtime_ns, f.read_bytes()) for f in folder.rglob("*") if f.is_file()}


# ---- the Model on disk


def test_a_model_with_every_kind_of_thing_comes_back_as_it_was(place: Path) -> None:
    texts = {"zh": "无效", "en": "negated"}
    model = Model(
        terms={"ygo:Yes": nouns.Term("ygo:Yes", texts, {}, ("src:a.1",), ("ygo:Answer",), "ygo:Must")},
        features={"ygo:face": nouns.Feature("ygo:face", "text", texts, {}, ("ygo:Up", "ygo:Down"), True, "ygo:effect", True, ("src:a.1",))},
        questions={
            "ygo:Q": nouns.Question(
                "ygo:Q", texts, texts, ("ygo:Yes", "ygo:No"), ("ygo:No", "ygo:Yes"), True, ("ygo:P",), {"ygo:Yes": texts}
            )
        },
        families={"ygo:F": nouns.Family("ygo:F", texts, {}, ("ygo:G", "ygo:H"), "ygo:H", ("src:a.2",))},
        rules={
            "rule:a.b": nouns.Rule(
                "rule:a.b",
                texts,
                (nouns.Condition("ygo:face", ("ygo:Up",)), nouns.Condition("ygo:negator", (), "ygo:F")),
                "ygo:Q",
                None,
                ("rule:a",),
            )
        },
        effects={"effect:1-1": nouns.Effect("effect:1-1", None, "①", texts, ("ygo:F",), {"ygo:face": ("ygo:Up", "ygo:Down")})},
        rulings={"ruling:a.1": nouns.Ruling("ruling:a.1", {"ygo:face": ("ygo:Up",)}, "ygo:Q", "2", ("src:a.1",), "Two.", literal=True)},
        passages={
            "src:a.1": nouns.Passage(
                "src:a.1", "src:a", 1, "ygo:RulingLine", "system:a", "1.1", "ff", (nouns.Evidence("ygo:OfficialFaq", "2020-01-02", "7"),)
            )
        },
        documents={"src:a": nouns.Document("src:a", texts, "2023-12")},
        systems={"system:a": nouns.System("system:a", "a", texts, {}, 3)},
        cards={"card:1": nouns.Card("card:1", "1", None, "ygo:TrapCard", texts, ("无效！",))},
        archetypes={"archetype:a": nouns.Archetype("archetype:a", texts)},
        left_out={"src:a.2": "a heading"},
        modified="2026-01-02",
    )
    verdicts = {"ruling:a.1": Verdict("ygo:DerivedRuling", None, ("rule:a.b",), (), (), ("rule:a.b",))}
    publish(place / "a", b"", lambda folder: write_compiled(folder, (model, verdicts)))
    assert read_compiled(place / "a") == (model, verdicts)


# ---- reading Turtle

BAD_TURTLE = [
    (
        "a statement that breaks off",
        b"@prefix ygo: <https://w3id.org/ygokg/ontology#> .\n\nygo:a ygo:b ygo:c\n\nygo:d ygo:e ygo:f .\n",
        "{file}, line 5: A dot is expected at the end of statements.",
        "Mend this line; the mistake may also be just before it.",
    ),
    (
        "a prefix of this graph that is not declared",
        b"@prefix ygo: <https://w3id.org/ygokg/ontology#> .\nygo:a ygo:b card:1 .\n",
        "{file}, line 2: the prefix `card:` is not declared.",
        "Add `@prefix card: <https://w3id.org/ygokg/card/> .` at the top of the file.",
    ),
    (
        "a prefix that nobody knows",
        b"ruler:a <p> 1 .\n",
        "{file}, line 1: the prefix `ruler:` is not declared.",
        "Did you mean `rule:`? Prefixes of this graph: ygo:, rule:, ruling:, effect:, card:, archetype:, system:, src:, evidence:, "
        "accepted:, finding:, owl:, rdf:, rdfs:, skos:, prov:, dct:, xsd:, sh:, vann:",
    ),
    (
        "a binary file",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        "{file} is a binary file, not Turtle.",
        "Give a text file in Turtle (.ttl).",
    ),
    (
        "text in another encoding",
        b"# fine\n# \xce\xde\xd0\xa7\n",
        "{file}, line 2: not UTF-8 text.",
        "Save the file as Turtle in UTF-8.",
    ),
]


@pytest.mark.parametrize(("content", "message", "hint"), [case[1:] for case in BAD_TURTLE], ids=[case[0] for case in BAD_TURTLE])
def test_turtle_that_cannot_be_read_is_told_with_file_and_line(tmp_path: Path, content: bytes, message: str, hint: str) -> None:
    file = tmp_path / "bad.ttl"
    file.write_bytes(content)
    with pytest.raises(BrokenInput) as caught:
        parse_file(file)
    assert (caught.value.message, caught.value.hint) == (message.format(file=file), hint)


def test_blank_nodes_of_two_files_stay_apart(tmp_path: Path) -> None:
    one, two = tmp_path / "one.ttl", tmp_path / "two.ttl"
    one.write_text("_:b <urn:p> 1 .", encoding="utf-8")
    two.write_text("_:b <urn:p> 2 .", encoding="utf-8")
    assert len({quad.subject for file in (one, two) for quad in parse_file(file)}) == 2


def test_a_folder_of_data_is_read_in_order_and_only_inside_itself(tmp_path: Path) -> None:
    outside = tmp_path / "outside.ttl"
    outside.write_text("", encoding="utf-8")
    folder = tmp_path / "folder"
    (folder / "b").mkdir(parents=True)
    for name in ("z.ttl", "a.ttl", "b/c.ttl", "notes.txt"):
        (folder / name).write_text("", encoding="utf-8")
    (folder / "leads-out.ttl").symlink_to(outside)
    (folder / "leads-nowhere.ttl").symlink_to(folder / "gone.ttl")
    (folder / "away").symlink_to(tmp_path)
    (folder / "stays.ttl").symlink_to(folder / "a.ttl")
    assert data_files([folder]) == [folder / "a.ttl", folder / "stays.ttl", folder / "z.ttl", folder / "b" / "c.ttl"]
    assert data_files([outside, folder / "notes.txt"]) == [outside, folder / "notes.txt"]


def test_paths_without_data_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageProblem) as missing:
        data_files([tmp_path / "nowhere"])
    assert missing.value.message == f"{tmp_path / 'nowhere'} does not exist."
    with pytest.raises(UsageProblem) as empty:
        data_files([tmp_path])
    assert empty.value.message == f"The folder {tmp_path} holds no Turtle file."
    with pytest.raises(UsageProblem) as device:
        data_files([Path(os.devnull)])
    assert device.value.message == f"{os.devnull} is neither a file nor a folder."


def test_the_hash_tells_names_bytes_and_order_apart(tmp_path: Path) -> None:
    one, two = tmp_path / "1.ttl", tmp_path / "2.ttl"
    one.write_bytes(b"ab")
    two.write_bytes(b"c")
    hashes = [content_hash([one, two]), content_hash([two, one]), content_hash([one]), content_hash([one, two], "0.1.0")]
    two.write_bytes(b"d")
    hashes.append(content_hash([one, two]))
    assert len(set(hashes)) == 5


def test_the_project_carries_ontology_data_and_queries() -> None:
    found = {path.name for path in [*map(Path, bundled_files()), *query_files()]}
    assert {"core.ttl", "questions.ttl", "cards.ttl", "rulings-of-card.rq"} <= found


# ---- building


def test_what_follows_from_the_rules_is_in_a_graph_of_its_own() -> None:
    store = ox.Store()
    _, verdicts = fill(store, [TINY])
    of_rules = ("ygo:status", "ygo:derivedAnswer", "ygo:governedBy", "ygo:fulfils")
    triples = {
        (curie(quad.subject.value), predicate, curie(quad.object.value))
        for predicate in of_rules
        for quad in store.quads_for_pattern(None, ox.NamedNode(expand(predicate)), None, INFERRED)
    }
    assert triples == {
        ("ruling:demo.9.a", "ygo:status", "ygo:DerivedRuling"),
        ("ruling:demo.9.a", "ygo:derivedAnswer", "ygo:No"),
        ("ruling:demo.9.a", "ygo:governedBy", "rule:demo.face-down"),
        ("ruling:demo.9.a", "ygo:fulfils", "rule:demo.face-down"),
        ("ruling:demo.9.a", "ygo:fulfils", "rule:demo.negated"),
        ("ruling:demo.9.b", "ygo:status", "ygo:DerivedRuling"),
        ("ruling:demo.9.b", "ygo:derivedAnswer", "ygo:Yes"),
        ("ruling:demo.9.b", "ygo:governedBy", "rule:demo.drain"),
        ("ruling:demo.9.b", "ygo:fulfils", "rule:demo.drain"),
        ("ruling:demo.10", "ygo:status", "ygo:DerivedRuling"),
        ("ruling:demo.10", "ygo:derivedAnswer", "ygo:Yes"),
        ("ruling:demo.10", "ygo:governedBy", "rule:demo.negated"),
        ("ruling:demo.10", "ygo:fulfils", "rule:demo.negated"),
        ("ruling:demo.11", "ygo:status", "ygo:PendingRuling"),
        ("ruling:demo.11", "ygo:derivedAnswer", "ygo:Yes"),
        ("ruling:demo.11", "ygo:governedBy", "rule:demo.negated"),
        ("ruling:demo.11", "ygo:fulfils", "rule:demo.negated"),
    }
    assert {quad.graph_name for quad in store} == {ox.DefaultGraph(), *OURS}
    assert sum(quad.graph_name not in OURS for quad in store) == len(parse_file(TINY))
    assert verdicts["ruling:demo.9.a"] == Verdict(
        "ygo:DerivedRuling",
        "ygo:No",
        ("rule:demo.face-down",),
        ("rule:demo.face-down", "rule:demo.negated"),
        (),
        ("rule:demo.face-down", "rule:demo.negated"),
    )


# ---- the cache


def test_the_first_use_builds_and_the_second_reads(place: Path) -> None:
    first = open_graph()
    second = open_graph()
    assert (first.fresh, second.fresh) == (True, False)
    assert second.model == first.model
    assert second.verdicts == first.verdicts
    assert number_of_rulings(second) == 4
    assert len(list(place.iterdir())) == 1


def test_a_published_store_is_never_written(place: Path) -> None:
    open_graph()
    before = content_of(place)
    graph = open_graph()
    assert number_of_rulings(graph) == 4
    del graph
    assert content_of(place) == before


def test_other_content_has_another_place(place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_graph()
    changed = tmp_path / "tiny.ttl"
    changed.write_text(TINY.read_text(encoding="utf-8") + MORE.replace("@prefix", "\n@prefix"), encoding="utf-8")
    monkeypatch.setattr(cache_module, "bundled_files", lambda: [changed])
    graph = open_graph()
    assert graph.fresh
    assert names_of_cards(graph) == ["A New Card", "Book of Moon", "Satellarknight Deneb", "Skill Drain"]
    assert len(list(place.iterdir())) == 2


def test_files_that_are_only_touched_keep_their_store(place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / TINY.name
    shutil.copy(TINY, copy)
    monkeypatch.setattr(cache_module, "bundled_files", lambda: [copy])
    open_graph()
    os.utime(copy, (1, 1))
    assert not open_graph().fresh
    assert len(list(place.iterdir())) == 1
    monkeypatch.setattr(cache_module, "content_hash", lambda *_: pytest.fail("the files are read a second time"))
    assert not open_graph().fresh


def test_a_change_that_keeps_the_size_is_seen(place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / TINY.name
    shutil.copy(TINY, copy)
    monkeypatch.setattr(cache_module, "bundled_files", lambda: [copy])
    open_graph()
    copy.write_text(copy.read_text(encoding="utf-8").replace("Book of Moon", "Book of Noon"), encoding="utf-8")
    assert "Book of Noon" in names_of_cards(open_graph())
    assert len(list(place.iterdir())) == 2


def test_a_warm_look_up_does_not_read_the_turtle(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_graph()
    monkeypatch.setattr(cache_module, "content_hash", lambda *_: pytest.fail("the files are read"))
    assert place.exists()
    assert not open_graph().fresh


def test_a_store_that_is_still_being_built_is_not_read(place: Path) -> None:
    open_graph()
    published = next(place.iterdir())
    published.rename(place / "building-x")
    assert open_graph().fresh


@pytest.mark.usefixtures("place")
def test_what_can_be_searched_is_on_disk_and_the_same_in_memory() -> None:
    built, read = open_graph(), open_graph()
    assert not read.fresh
    indices = [index_of(graph) for graph in (built, read, open_graph(), Graph(read.model, {}, fresh=True))]
    forms = [(index.lowered, index.marked, [index.row(number) for number in range(len(index.ends))]) for index in indices]
    assert forms == [forms[0]] * 4
    assert forms[0][0] != forms[0][1]
    assert forms[0][0] == forms[0][1].lower()
    assert [row[0] for row in forms[0][2]].count("card") == 3


def _half_of_the_triples(folder: Path) -> None:
    next((folder / "triples").glob("*.sst")).unlink()


def _cut_triples(folder: Path) -> None:
    file = next((folder / "triples").glob("MANIFEST*"))
    file.write_bytes(file.read_bytes()[:10])


def _no_triples(folder: Path) -> None:
    shutil.rmtree(folder / "triples")


@pytest.mark.parametrize("damage", [_half_of_the_triples, _cut_triples, _no_triples])
def test_a_damaged_store_is_built_again(place: Path, damage: Callable[[Path], None]) -> None:
    open_graph()
    damage(next(place.iterdir()))
    mended = open_graph()
    assert mended.fresh
    assert number_of_rulings(mended) == 4
    assert not open_graph().fresh
    assert len(list(place.iterdir())) == 1


@pytest.mark.parametrize("below", ["", "deeper/still"], ids=["a file in its place", "a file above its place"])
def test_a_cache_that_cannot_be_written_gives_the_same_answers(place: Path, monkeypatch: pytest.MonkeyPatch, below: str) -> None:
    stored = open_graph()
    blocked = place.with_name("blocked")
    blocked.write_text("", encoding="utf-8")
    monkeypatch.setenv("YGOKG_CACHE", str(blocked / below))
    graph = open_graph()
    assert graph.fresh
    assert graph.model == stored.model
    assert number_of_rulings(graph) == 4
    assert blocked.read_text(encoding="utf-8") == ""


def test_several_first_uses_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    script = textwrap.dedent(f"""
        from pathlib import Path
        from ygokg.store import cache
        cache.bundled_files = lambda: [Path({str(TINY)!r})]
        graph = cache.open_graph()
        print(len(graph.model.rulings), len(list(graph.store.query("SELECT * {{ ?r a <https://w3id.org/ygokg/ontology#Ruling> }}"))))
    """)
    environment = {**os.environ, "YGOKG_CACHE": str(tmp_path)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "cwd": Path(__file__).parent.parent}
    processes = [subprocess.Popen([sys.executable, "-c", script], env=environment, **pipes) for _ in range(6)]
    assert [process.communicate(timeout=HANG) for process in processes] == [("4 4\n", "")] * 6
    assert len(list(tmp_path.iterdir())) == 1


def test_a_build_that_fails_leaves_nothing_behind(place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "broken.ttl"
    broken.write_text("this is not Turtle", encoding="utf-8")
    monkeypatch.setattr(cache_module, "bundled_files", lambda: [TINY, broken])
    with pytest.raises(BrokenInput, match=r"broken\.ttl, line 1"):
        open_graph()
    assert list(place.iterdir()) == []


def test_stores_that_are_a_month_old_are_cleared_away_by_a_build(place: Path) -> None:
    old, recent, foreign = place / ("0" * 32), place / ("1" * 32), place / "somebody's"
    broken, being_built = place / "building-abcd1234", place / "building-efgh5678"
    for folder in (old / "triples", recent / "triples", foreign, broken / "triples", being_built / "triples"):
        folder.mkdir(parents=True)
    past = time.time() - 31 * 24 * 3600
    os.utime(old, (past, past))
    os.utime(foreign, (past, past))
    yesterday = time.time() - 25 * 3600
    os.utime(recent, (yesterday, yesterday))
    os.utime(broken, (yesterday, yesterday))
    open_graph()
    assert (old.exists(), recent.exists(), foreign.exists()) == (False, True, True)
    assert (broken.exists(), being_built.exists()) == (False, True)


def test_data_laid_over_is_built_once_and_seen_anew_when_it_changes(place: Path, tmp_path: Path) -> None:
    more = tmp_path / "more.ttl"
    more.write_text(MORE, encoding="utf-8")
    with_more = ["A New Card", "Book of Moon", "Satellarknight Deneb", "Skill Drain"]
    for fresh in (True, False):
        graph = open_graph([more])
        assert (graph.fresh, names_of_cards(graph), number_of_rulings(graph)) == (fresh, with_more, 4)
    more.write_text(MORE.replace("New", "Old"), encoding="utf-8")
    graph = open_graph([more])
    assert (graph.fresh, names_of_cards(graph)[0]) == (True, "A Old Card")
    alone = [open_graph([more], builtin=False) for _ in range(2)]
    assert [(graph.fresh, names_of_cards(graph)) for graph in alone] == [(True, ["A Old Card"]), (False, ["A Old Card"])]
    assert [path.name[:5] for path in place.iterdir()] == ["data-"] * 3


def test_of_data_laid_over_only_the_newest_stores_are_kept(place: Path, tmp_path: Path) -> None:
    open_graph()
    files = [tmp_path / f"{number}.ttl" for number in range(10)]
    for age, file in enumerate(reversed(files)):
        file.write_text(MORE.replace("5", f"5{file.stem}"), encoding="utf-8")
        before = set(place.iterdir())
        assert open_graph([file]).fresh
        (made,) = set(place.iterdir()) - before
        os.utime(made, (time.time() - 1000 + age,) * 2)
    assert len(list(place.iterdir())) == 9
    assert [open_graph([file]).fresh for file in (files[0], files[7], files[9])] == [False, False, True]
    assert not open_graph().fresh


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_data_from_a_pipe_is_read_once_and_not_kept(place: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=lambda: (tmp_path / "pipe").write_text(MORE, encoding="utf-8"))
    writer.start()
    assert "A New Card" in names_of_cards(open_graph([tmp_path / "pipe"]))
    writer.join()
    assert not place.exists()


@pytest.mark.usefixtures("place")
def test_a_copy_of_built_in_data_laid_over_changes_nothing(tmp_path: Path) -> None:
    copy = tmp_path / "copy.ttl"
    shutil.copy(TINY, copy)
    assert open_graph([copy]).model == open_graph().model


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {"YGOKG_CACHE": "/c", "XDG_CACHE_HOME": "/x"}, "/c"),
        ("linux", {"XDG_CACHE_HOME": "/x"}, "/x/ygokg"),
        ("linux", {"HOME": "/h"}, "/h/.cache/ygokg"),
        ("darwin", {"HOME": "/h"}, "/h/Library/Caches/ygokg"),
        ("win32", {"LOCALAPPDATA": "/l"}, "/l/ygokg"),
    ],
)
def test_the_cache_is_where_the_system_keeps_caches(
    monkeypatch: pytest.MonkeyPatch, platform: str, environment: dict[str, str], folder: str
) -> None:
    for name in ("YGOKG_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert cache_folder().as_posix() == folder


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {"YGOKG_DATA": "/chosen"}, "/chosen"),
        ("linux", {"XDG_DATA_HOME": "/x"}, "/x/ygokg"),
        ("linux", {"HOME": "/h"}, "/h/.local/share/ygokg"),
        ("darwin", {"HOME": "/h"}, "/h/Library/Application Support/ygokg"),
        ("win32", {"APPDATA": "/a"}, "/a/ygokg"),
    ],
)
def test_what_the_user_brought_is_where_the_system_keeps_the_data_of_programs(
    monkeypatch: pytest.MonkeyPatch, platform: str, environment: dict[str, str], folder: str
) -> None:
    for name in ("YGOKG_DATA", "XDG_DATA_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert data_folder().as_posix() == folder


def test_the_triples_alone_are_opened_where_they_are(place: Path) -> None:
    assert open_stored_triples() is None
    open_graph()
    triples = open_stored_triples()
    assert triples is not None
    assert len(triples) == len(open_graph().store)
    _no_triples(next(place.iterdir()))
    assert open_stored_triples() is None


def test_opening_the_triples_leaves_the_process_on_its_processors(place: Path) -> None:
    open_graph()
    if not hasattr(os, "sched_getaffinity"):
        pytest.skip("needs a system that tells on which processors a process may run")
    before = os.sched_getaffinity(0)
    assert place.exists()
    assert open_stored_triples() is not None
    assert os.sched_getaffinity(0) == before


# ---- a child process, and its time limit


def test_a_child_that_is_ready_answers_what_it_is_asked() -> None:
    with Standby(lambda: lambda request: request * 100_000) as child:
        assert child.ask("无效".encode(), HANG) == "无效".encode() * 100_000


def test_a_child_that_cannot_get_ready_says_so() -> None:
    with Standby(lambda: None) as child:
        assert child.ask(b"anything", HANG) is None


def test_a_child_that_dies_or_fails_on_getting_ready_says_so() -> None:
    with Standby(lambda: lambda _: _die()) as child, pytest.raises(BrokenInput, match="ended without an answer"):
        child.ask(b"anything", HANG)
    with Standby(_raise_not_found) as child:  # type: ignore[arg-type]
        assert child.ask(b"anything", HANG) is None


def test_a_child_that_is_not_asked_is_ended(tmp_path: Path) -> None:
    with Standby(lambda: _sleep(tmp_path / "slept")):  # type: ignore[arg-type, return-value]
        pass
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
    assert not (tmp_path / "slept").exists()


def _raise_not_found() -> bytes:
    raise NotFound("nothing", "look elsewhere")


def _sleep(after: Path) -> bytes:
    """Take as long as there is, and say so in a file."""
    threading.Event().wait(HANG)
    after.touch()
    return b"late"


def _die() -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    return b"never"


def test_work_in_time_gives_its_result() -> None:
    large = b"x" * 1_000_000
    assert run_limited(lambda: large, HANG) == large
    assert run_limited(lambda: b"no limit", 0) == b"no limit"


def test_work_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    with pytest.raises(TimedOut) as caught:
        run_limited(lambda: _sleep(tmp_path / "slept"), 0.2)
    assert caught.value.message == "The query was ended after 0.2 seconds."
    assert not (tmp_path / "slept").exists()


def test_an_error_crosses_from_the_child() -> None:
    with pytest.raises(NotFound) as caught:
        run_limited(_raise_not_found, HANG)
    assert (caught.value.message, caught.value.hint) == ("nothing", "look elsewhere")


def test_a_child_that_dies_is_no_empty_answer() -> None:
    with pytest.raises(BrokenInput, match="ended without an answer"):
        run_limited(_die, HANG)
