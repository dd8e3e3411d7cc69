"""Where things are kept: damaged, full, read-only, missing, contested. The answers are the same, or one message says what is wrong."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import REPOSITORY, Run
from corpus_files import CHAPTER, write
from own_cards import LINES, lines
from patience import HANG

from ygokg.search.table import index_of
from ygokg.store import cache as cache_module
from ygokg.store.cache import Graph, open_graph

TINY = REPOSITORY / "tests" / "data" / "tiny" / "tiny.ttl"
NAMES = ["Book of Moon", "Satellarknight Deneb", "Skill Drain"]
ANSWER = "Skill Drain\n技能抽取 / スキルドレイン\n"
NOBODY = 54321
"""A user of whom the system knows nothing, not even a home."""
as_root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root, to become another user or to mount")


def answers(graph: Graph) -> tuple[list[str], int, int]:
    """What the graph says by each of its parts: the Model, the triples, the index."""
    rulings = list(graph.store.query("SELECT ?r { ?r a <https://w3id.org/ygokg/ontology#Ruling> }"))
    return (
        sorted(card.names["en"] for card in graph.model.cards.values()),
        len(rulings),
        len([row for row in map(index_of(graph).row, range(len(index_of(graph).ends))) if "card:" in str(row)]),
    )


# ---- a damaged cache


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache with the store of the tiny graph, never to be written to."""
    folder = tmp_path_factory.mktemp("published")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YGOKG_CACHE", str(folder))
        patch.setattr(cache_module, "bundled_files", lambda: [TINY])
        assert answers(open_graph()) == (NAMES, 4, 3)
        yield folder


def _cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def _emptied(file: Path) -> None:
    file.write_bytes(b"")


def _noise(file: Path) -> None:
    file.write_bytes(bytes(byte * 7 % 251 for byte in range(file.stat().st_size)))


def _letters(file: Path) -> None:
    """Noise that no parser stumbles over at its first byte."""
    file.write_bytes(b"[" + b"7" * (file.stat().st_size - 1))


def _folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


DAMAGES: dict[str, Callable[[Path], None]] = {
    "cut": _cut,
    "emptied": _emptied,
    "noise": _noise,
    "digits": _letters,
    "deleted": Path.unlink,
    "a folder in its place": _folder,
}
STORE, INDEX = "[0-9a-f]*", "index-*"
FILES = [f"{STORE}/{name}" for name in ("model.pickle", "triples/CURRENT", "triples/MANIFEST-*", "triples/*.sst", "triples/OPTIONS-*")]
FILES += [f"{INDEX}/{name}" for name in ("lowered", "rows", "places", "about.json")] + ["*/made-from.tsv", "*/files.tsv"]


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
@pytest.mark.parametrize("pattern", FILES)
def test_a_cache_of_which_a_file_is_damaged_answers_as_before(
    published: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pattern: str, damage: Callable[[Path], None]
) -> None:
    folder = tmp_path / "cache"
    shutil.copytree(published, folder)
    for file in list(folder.glob(pattern)):
        damage(file)
    monkeypatch.setenv("YGOKG_CACHE", str(folder))
    monkeypatch.setattr(cache_module, "bundled_files", lambda: [TINY])
    assert answers(open_graph()) == (NAMES, 4, 3)
    again = open_graph()
    assert (again.fresh, answers(again)) == (False, (NAMES, 4, 3))
    assert len(list(folder.iterdir())) == 2


def test_a_cache_without_anything_in_it_is_filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "bundled_files", lambda: [TINY])
    monkeypatch.setenv("YGOKG_CACHE", str(tmp_path))
    assert open_graph().fresh
    shutil.rmtree(next(tmp_path.iterdir()))
    assert (open_graph().fresh, open_graph().fresh) == (True, False)


# ---- many at once


def test_twenty_first_uses_at_once_all_answer_and_leave_one_store(tmp_path: Path) -> None:
    script = textwrap.dedent(f"""
        from pathlib import Path
        from ygokg.store import cache
        cache.bundled_files = lambda: [Path({str(TINY)!r})]
        graph = cache.open_graph()
        print(len(graph.model.rulings), len(list(graph.store.query("SELECT * {{ ?r a <https://w3id.org/ygokg/ontology#Ruling> }}"))))
    """)
    (tmp_path / "tmp").mkdir()
    environment = {**os.environ, "YGOKG_CACHE": str(tmp_path / "cache"), "TMPDIR": str(tmp_path / "tmp")}
    started = [
        subprocess.Popen([sys.executable, "-c", script], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=REPOSITORY)
        for _ in range(20)
    ]
    assert [process.communicate(timeout=HANG) for process in started] == [(b"4 4\n", b"")] * 20
    (store,) = (tmp_path / "cache").iterdir()
    assert sorted(path.name for path in store.iterdir()) == ["files.tsv", "made-from.tsv", "model.pickle", "triples"]
    assert list((tmp_path / "tmp").iterdir()) == []


# ---- a full disk


def call(
    *args: str, folder: Path, before: Callable[[], None] | None = None, env: dict[str, str] | None = None, place: Path = REPOSITORY
) -> Run:
    """Call the command line at a `place` with its cache and data in a folder, after `before` was done in its process."""
    environment = {**os.environ, "YGOKG_CACHE": str(folder / "cache"), "YGOKG_DATA": str(folder / "data"), **(env or {})}
    command = [sys.executable, "-m", "ygokg", *args]
    ended = subprocess.run(command, env=environment, capture_output=True, cwd=place, timeout=HANG, check=False, preexec_fn=before)
    return Run(ended.returncode, ended.stdout.decode(), ended.stderr.decode())


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of one megabyte: too small for the store of the built-in graph."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], capture_output=True, text=True, check=False)
    if mounted.returncode:
        pytest.skip(f"needs the right to mount a file system of its own: {mounted.stderr.strip()}")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def _limit_files() -> None:
    """Let no file grow beyond 20 kB, which has the same effect as a full disk, and needs no right."""
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))


@as_root
def test_on_a_full_disk_a_look_up_answers_and_leaves_nothing(small_disk: Path) -> None:
    ended = call("card", "技能抽取", folder=small_disk)
    assert (ended.code, ended.out[: len(ANSWER)], ended.err) == (0, ANSWER, "")
    assert [path.name for path in (small_disk / "cache").iterdir()] == []


FULL = "database or disk is full"


@as_root
def test_on_a_full_disk_an_import_says_so_and_changes_nothing(small_disk: Path, tmp_path: Path) -> None:
    environment = {"YGOKG_CACHE": os.environ["YGOKG_CACHE"]}
    document = write(tmp_path / "documents", "抽取.rst", CHAPTER)
    cards = lines(tmp_path / "cards.jsonl")
    assert call("import", str(document), folder=small_disk, env=environment).code == 0
    assert call("names", "import", str(cards), folder=small_disk, env=environment).code == 0
    listed = [call(*words, folder=small_disk, env=environment) for words in (("import", "--list"), ("names", "list"))]
    write(tmp_path / "documents", "长.rst", CHAPTER + "".join(f"\n| 第{number}句「`技能抽取`_」的话。\n" for number in range(9000)))
    lines(tmp_path / "cards.jsonl", [{**LINES[0], "passcode": number, "zh": f"卡{number}"} for number in range(1, 20_000)])
    documents = call("import", str(tmp_path / "documents"), folder=small_disk, env=environment)
    assert (documents.code, documents.out) == (2, "")
    assert documents.err.startswith(f"Error: {small_disk}/data cannot be written: {FULL}.\n")
    names = call("names", "import", str(cards), folder=small_disk, env=environment)
    assert (names.code, names.out) == (2, "")
    assert names.err.startswith(f"Error: {small_disk}/data/names cannot be written: {FULL}.\n")
    assert [call(*words, folder=small_disk, env=environment) for words in (("import", "--list"), ("names", "list"))] == listed
    assert sorted(path.name for path in (small_disk / "data").rglob("*")) == ["cards.jsonl.names", "documents.sqlite", "names"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit for the size of files, which Windows does not have")
def test_where_no_file_may_grow_a_look_up_answers_and_leaves_nothing(tmp_path: Path) -> None:
    ended = call("card", "技能抽取", folder=tmp_path, before=_limit_files)
    assert (ended.code, ended.out[: len(ANSWER)], ended.err) == (0, ANSWER, "")
    assert list((tmp_path / "cache").iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit for the size of files, which Windows does not have")
def test_where_a_file_cannot_be_written_whole_the_earlier_one_stays(tmp_path: Path) -> None:
    file = tmp_path / "out.ttl"
    file.write_text("what was there", encoding="utf-8")
    environment = {"YGOKG_CACHE": os.environ["YGOKG_CACHE"]}
    ended = call("export", "--output", str(file), folder=tmp_path, before=_limit_files, env=environment)
    assert ended == Run(2, "", f"Error: {file} cannot be written: {os.strerror(errno.EFBIG)}.\nName a file in a folder that exists.\n")
    assert file.read_text(encoding="utf-8") == "what was there"
    assert [path.name for path in tmp_path.iterdir()] == ["out.ttl"]
    assert call("export", "--output", str(file), folder=tmp_path, env=environment).code == 0
    assert file.read_text(encoding="utf-8").startswith("@prefix ")


# ---- no home, no rights

AS_NOBODY = f"""
import os, pkgutil, importlib, difflib, encodings.utf_8_sig, hashlib, mmap, pickle, shutil, sqlite3, tempfile, ygokg
for module in pkgutil.walk_packages(ygokg.__path__, 'ygokg.'):  # what is imported later may be where only root may read
    if not module.name.startswith(('ygokg.checks.hermit', 'ygokg.checks.projection', 'ygokg.checks.second_opinion', 'ygokg.checks.shapes', 'ygokg.__main__')):
        importlib.import_module(module.name)
os.setgroups([])
os.setgid({NOBODY})
os.setuid({NOBODY})
from ygokg.__main__ import run
run()
"""


@pytest.fixture
def readable(tmp_path: Path) -> Path:
    """A copy of the project, with the tiny graph in it, that anybody may read, in a place that anybody may reach."""
    import tempfile

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        place = Path(name)
        place.chmod(0o755)
        for part in ("ygokg", "queries"):
            shutil.copytree(REPOSITORY / part, place / part, ignore=shutil.ignore_patterns("__pycache__"))
        (place / "ontology").mkdir()
        shutil.copyfile(TINY, place / "ontology" / "core.ttl")
        for path in place.rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)
        yield place
    assert tmp_path.exists()


def as_nobody(*args: str, place: Path, env: dict[str, str]) -> Run:
    """Call the command line as a user that the system does not know."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("YGOKG", "XDG", "HOME", "PYTHONPATH"))}
    environment |= {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(place), **env}
    command = [sys.executable, "-c", AS_NOBODY, *args]
    ended = subprocess.run(command, env=environment, capture_output=True, cwd="/", timeout=HANG, check=False)
    return Run(ended.returncode, ended.stdout.decode(), ended.stderr.decode())


@as_root
@pytest.mark.parametrize("home", ["missing", "read-only", "a file"])
def test_without_a_home_to_write_to_everything_is_answered_and_imports_say_what_to_do(readable: Path, home: str) -> None:
    place = readable / "home"
    if home == "read-only":
        place.mkdir(mode=0o555)
    elif home == "a file":
        place.touch()
    environment = {} if home == "missing" else {"HOME": str(place)}
    ended = as_nobody("card", "技能抽取", place=readable, env=environment)
    assert (ended.code, ended.out[: len(ANSWER)], ended.err) == (0, ANSWER, "")
    document = write(readable / "documents", "抽取.rst", CHAPTER)
    for path in (document.parent, document):
        path.chmod(0o755)
    where = Path(os.devnull) / "ygokg" if home == "missing" else place / ".local" / "share" / "ygokg"
    why = "Permission denied" if home == "read-only" else "Not a directory"
    refused = as_nobody("import", str(document), place=readable, env=environment)
    hint = "Name another folder in the environment variable YGOKG_DATA.\n"
    assert refused == Run(2, "", f"Error: {where} cannot be written: {why}.\n{hint}")
    cards = lines(readable / "cards.jsonl")
    cards.chmod(0o644)
    refused = as_nobody("names", "import", str(cards), place=readable, env=environment)
    assert refused == Run(2, "", f"Error: {where / 'names'} cannot be written: {why}.\n{hint}")


@as_root
def test_a_cache_that_may_only_be_read_is_read_and_one_that_is_empty_is_done_without(readable: Path) -> None:
    folder = readable / "cache"
    folder.mkdir(mode=0o700)
    os.chown(folder, NOBODY, NOBODY)
    environment = {"YGOKG_CACHE": str(folder), "YGOKG_DATA": str(readable / "none")}
    query = "SELECT (COUNT(*) AS ?n) { ?s a ygo:Card }"
    first = as_nobody("query", query, place=readable, env=environment)
    assert first.code == 0
    before = sorted((str(path), path.stat().st_mtime_ns) for path in folder.rglob("*"))
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    assert as_nobody("query", query, place=readable, env=environment) == first
    assert as_nobody("card", "技能抽取", place=readable, env=environment).code == 0
    assert sorted((str(path), path.stat().st_mtime_ns) for path in folder.rglob("*")) == before
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    shutil.rmtree(folder)
    folder.mkdir(mode=0o555)
    assert as_nobody("query", query, place=readable, env=environment) == first
    assert list(folder.iterdir()) == []


@as_root
def test_what_another_user_imported_can_be_read_where_nothing_may_be_written(readable: Path) -> None:
    document = write(readable / "documents", "抽取.rst", CHAPTER)
    environment = {"YGOKG_CACHE": str(readable / "cache"), "YGOKG_DATA": str(readable / "data")}
    assert call("import", str(document), folder=readable, env=environment, place=readable).code == 0
    assert call("names", "import", str(lines(readable / "cards.jsonl")), folder=readable, env=environment, place=readable).code == 0
    for path in [readable / "data", *(readable / "data").rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    listed = json.loads(as_nobody("import", "--list", "--format", "json", place=readable, env=environment).out)
    assert [row["id"] for row in listed] == ["抽取"]
    assert as_nobody("card", "青眼白龙", place=readable, env=environment).code == 0
    query = "SELECT DISTINCT ?g { GRAPH ?g { ?p a ygo:Passage } }"
    assert "抽取" in as_nobody("query", query, place=readable, env=environment).out
