"""The history of a checkout is read state by state; what is damaged, missing or without end is no history, never an end of ours."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable
from io import BytesIO
from itertools import count
from pathlib import Path

import pytest
from checkout_files import Link, Repository, chapter
from dulwich.object_format import SHA1
from dulwich.objects import Blob
from dulwich.pack import REF_DELTA, pack_object_header, write_pack_index_v2

from ygokg.documents import objects as objects_module
from ygokg.documents import states as states_module
from ygokg.documents.states import Past, read_states

NAME = "c03/抽取.rst"
OTHER = "c02/别的.rst"


@pytest.fixture
def kept(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "kept")


def past(kept: Repository, name: str = NAME) -> Past:
    found = read_states(kept.folder, [name])
    assert found is not None
    return found[name]


def told(kept: Repository, name: str = NAME) -> list[tuple[str, list[str]]]:
    return [(state.day, [passage.text for passage in state.document.passages]) for state in past(kept, name).states]


def grow(kept: Repository) -> Repository:
    """Three states of one file, and one of another."""
    kept.commit({NAME: chapter("甲。")}, "2024-05-01")
    kept.commit({NAME: chapter("甲。", "乙。"), OTHER: chapter("别。")}, "2024-05-02")
    kept.commit({NAME: chapter("乙。", "丙。"), OTHER: chapter("别。")}, "2024-06-07")
    return kept


GROWN = [("2024-05-01", ["甲。"]), ("2024-05-02", ["甲。", "乙。"]), ("2024-06-07", ["乙。", "丙。"])]


# ---- what is read


@pytest.mark.parametrize(
    "pack", [lambda _: None, Repository.pack, lambda kept: kept.pack(deltify=False)], ids=["loose", "deltas", "packed"]
)
def test_a_file_has_its_states(kept: Repository, pack: Callable[[Repository], None]) -> None:
    pack(grow(kept))
    assert told(kept) == GROWN
    assert told(kept, OTHER) == [("2024-05-02", ["别。"])]
    assert past(kept)[1:] == ((), True)


def test_files_are_asked_about_together_and_only_those_that_ever_were_are_told(kept: Repository) -> None:
    found = read_states(grow(kept).folder, [NAME, OTHER, NAME, "c03", "c03/没有.rst", "c03/抽取.rst/下.rst", "", "../x"])
    assert found is not None
    assert list(found) == [NAME, OTHER]


def test_the_last_state_of_a_day_counts(kept: Repository) -> None:
    for hour, line in ((1, "甲。"), (2, "乙。"), (3, "丙。")):
        kept.commit({NAME: chapter(line)}, f"2024-05-01T0{hour}:00")
    assert told(kept) == [("2024-05-01", ["丙。"])]


def test_a_day_is_that_of_where_the_commit_was_made(kept: Repository) -> None:
    kept.commit({NAME: chapter("甲。")}, "2024-05-01T23:30", zone=8)
    kept.commit({NAME: chapter("乙。")}, "2024-05-04T01:00", zone=-3)
    assert [day for day, _ in told(kept)] == ["2024-05-02", "2024-05-03"]


def test_a_clock_that_was_wrong_does_not_turn_the_order_around(kept: Repository) -> None:
    for day, line in (("2024-05-02", "甲。"), ("1970-01-01", "乙。"), ("2024-05-03", "丙。")):
        kept.commit({NAME: chapter(line)}, day)
    assert told(kept) == [("2024-05-02", ["乙。"]), ("2024-05-03", ["丙。"])]


def test_of_a_merge_the_first_parent_is_followed(kept: Repository) -> None:
    first = kept.commit({NAME: chapter("甲。")}, "2024-05-01")
    side = kept.commit({NAME: chapter("旁。")}, "2024-05-02")
    kept.go(first)
    main = kept.commit({NAME: chapter("乙。")}, "2024-05-03")
    kept.commit({NAME: chapter("丙。")}, "2024-05-04", parents=(main, side))
    assert [lines for _, lines in told(kept)] == [["甲。"], ["乙。"], ["丙。"]]


def test_a_file_that_was_gone_said_nothing(kept: Repository) -> None:
    for day, files in enumerate(({NAME: chapter("甲。")}, {}, {OTHER: chapter("别。")}, {NAME: chapter("甲。")}), 1):
        kept.commit(files, f"2024-05-0{day}")
    assert told(kept) == [("2024-05-01", ["甲。"]), ("2024-05-02", []), ("2024-05-04", ["甲。"])]


def test_a_link_and_a_folder_of_that_name_are_no_file(kept: Repository) -> None:
    kept.commit({f"{NAME}/里.rst": chapter("里。")}, "2024-05-01")
    kept.commit({NAME: Link("../外.rst")}, "2024-05-02")
    kept.commit({NAME: chapter("甲。")}, "2024-05-03")
    assert told(kept) == [("2024-05-03", ["甲。"])]


UNREAD = {
    "an unfinished merge": chapter("甲。", "乙。").replace("| 乙", "<<<<<<< x\n| 乙"),
    "half a name": "题\n====\n\n| 甲「`乙",
    "no text": b"\0\1",
    "no UTF-8": "题\n====\n\n| 甲。\n".encode("gb18030"),
    "a line without end": chapter("甲" * 60_000),
}


@pytest.mark.parametrize("content", UNREAD.values(), ids=UNREAD)
def test_a_state_that_is_no_text_is_told_and_left_out(kept: Repository, content: str | bytes) -> None:
    for day, held in enumerate((content, chapter("甲。"), content, chapter("甲。"), chapter("乙。"), content), 1):
        kept.commit({NAME: held}, f"2024-05-0{day}")
    assert told(kept) == [("2024-05-02", ["甲。"]), ("2024-05-05", ["乙。"])]
    assert past(kept).unread == ("2024-05-01", "2024-05-03", "2024-05-06")


def test_each_state_is_read_once(kept: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    get = objects_module.Objects.content

    def counted(self: objects_module.Objects, hash: str) -> bytes:
        read.append(hash)
        return get(self, hash)

    monkeypatch.setattr(objects_module.Objects, "content", counted)
    for day in range(1, 9):
        kept.commit({NAME: chapter("甲。" if day % 2 else "乙。"), OTHER: chapter(f"{day}。")}, f"2024-05-0{day}")
    states = past(kept).states
    assert (len(states), len(read), len({id(state.document) for state in states})) == (8, 2, 2)


def test_lines_that_stood_before_are_the_same(kept: Repository) -> None:
    first, second, _ = past(grow(kept)).states
    assert first.document.passages[0].evidence is second.document.passages[0].evidence


# ---- what is missing


def test_a_shallow_clone_tells_what_it_has_and_that_more_was_before(kept: Repository) -> None:
    grow(kept)
    first = kept.commit({NAME: chapter("丁。")}, "2024-07-01")
    kept.commit({NAME: chapter("戊。")}, "2024-07-02")
    (kept.own / "shallow").write_text(f"{first}\n", encoding="ascii")
    assert [day for day, _ in told(kept)] == ["2024-07-01", "2024-07-02"]
    assert not past(kept).whole


def test_without_its_mark_a_shallow_clone_is_damaged(kept: Repository) -> None:
    kept.commit({NAME: chapter("甲。")}, "2024-05-01", parents=("1" * 40,))
    assert read_states(kept.folder, [NAME]) is None
    (kept.own / "shallow").write_text(f"{kept.head}\n", encoding="ascii")
    assert told(kept) == [("2024-05-01", ["甲。"])]


@pytest.mark.parametrize("content", ["\0\xff", "x" * 5000, ""])
def test_a_mark_of_a_shallow_clone_that_is_none_changes_nothing(kept: Repository, content: str) -> None:
    (grow(kept).own / "shallow").write_text(content, encoding="latin-1")
    assert told(kept) == GROWN


def test_where_there_is_no_repository_there_is_no_history(tmp_path: Path) -> None:
    assert read_states(tmp_path, [NAME]) is None
    assert read_states(tmp_path / "nowhere", [NAME]) is None


def blob(line: str) -> str:
    return Blob.from_string(chapter(line).encode()).id.decode("ascii")


def swapped(kept: Repository) -> None:
    kept.path(blob("甲。")).write_bytes(kept.path(blob("别。")).read_bytes())


def cut(kept: Repository) -> None:
    kept.path(blob("甲。")).write_bytes(kept.path(blob("甲。")).read_bytes()[:-9])


def of_another_kind(kept: Repository) -> None:
    head = kept.commit({}, "2024-07-01")
    content = b"100644 \xe5\xa4\x96.rst\0" + bytes.fromhex(head)
    tree = hashlib.sha1(b"tree %d\0" % len(content) + content).hexdigest()
    kept.path(tree).parent.mkdir(exist_ok=True)
    kept.path(tree).write_bytes(zlib.compress(b"tree %d\0" % len(content) + content))
    made = b"tree %s\nparent %s\nauthor x <x> 1 +0000\ncommitter x <x> 1 +0000\n\nx\n" % (tree.encode(), head.encode())
    commit = hashlib.sha1(b"commit %d\0" % len(made) + made).hexdigest()
    kept.path(commit).parent.mkdir(exist_ok=True)
    kept.path(commit).write_bytes(zlib.compress(b"commit %d\0" % len(made) + made))
    kept.go(commit)


def head_is_a_file(kept: Repository) -> None:
    kept.go(blob("甲。"))


DAMAGE: dict[str, Callable[[Repository], object]] = {
    "a file is missing": lambda kept: kept.path(blob("甲。")).unlink(),
    "a file is another": swapped,
    "a file is cut": cut,
    "a file is a folder": lambda kept: (kept.path(blob("甲。")).unlink(), kept.path(blob("甲。")).mkdir()),
    "the head is a file": head_is_a_file,
    "a day beyond the calendar": lambda kept: kept.commit({}, "9999-12-31T23:59", zone=13),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_history_is_none(kept: Repository, damage: Callable[[Repository], object]) -> None:
    damage(grow(kept))
    assert read_states(kept.folder, [NAME]) is None


def test_a_commit_in_place_of_a_file_is_none(kept: Repository) -> None:
    of_another_kind(grow(kept))
    assert read_states(kept.folder, ["外.rst"]) is None


def test_damage_to_what_nobody_asks_about_does_not_matter(kept: Repository) -> None:
    kept.path((grow(kept), blob("别。"))[1]).unlink()
    assert told(kept) == GROWN


def test_a_changed_byte_of_a_pack_is_nothing_or_noticed(kept: Repository) -> None:
    grow(kept).pack()
    right = read_states(kept.folder, [NAME])
    for file in sorted((kept.own / "objects" / "pack").iterdir()):
        content = file.read_bytes()
        for at in (*range(20), *range(20, len(content), 7)):
            file.write_bytes(content[:at] + bytes([content[at] ^ 0xFF]) + content[at + 1 :])
            assert read_states(kept.folder, [NAME]) in (None, right)
        file.write_bytes(content)


# ---- what has no end


LIMITS = {
    "what is unpacked": (objects_module, "_WORK", 64 * 1024, 4 * 1024),
    "commits": (states_module, "_COMMITS", 3, 2),
    "text": (states_module, "_TEXT", 75, 74),
    "lines": (states_module, "_LINES", 14, 13),
}


@pytest.mark.parametrize(("module", "limit", "enough", "less"), LIMITS.values(), ids=LIMITS)
def test_there_is_an_end_to_it(
    kept: Repository, module: object, limit: str, enough: int, less: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, limit, enough)
    assert told(grow(kept)) == GROWN
    monkeypatch.setattr(module, limit, less)
    assert read_states(kept.folder, [NAME]) is None


def test_a_file_that_grows_without_end_is_none(kept: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    grow(kept).commit({NAME: chapter(*["甲" * 1000] * (objects_module._OBJECT // 3000))}, "2024-07-01")
    assert max(path.stat().st_size for path in kept.own.rglob("*")) < 200_000
    assert read_states(kept.folder, [NAME]) is None
    monkeypatch.setattr(objects_module, "_OBJECT", 2 * objects_module._OBJECT)
    assert len(told(kept)) == 4


def test_a_long_history_is_read_to_its_end(kept: Repository) -> None:
    for number in range(200):
        kept.commit({NAME: chapter(f"{number // 20}。")}, f"2024-05-{1 + number // 20:02}")
    assert [lines for _, lines in told(kept)] == [[f"{number}。"] for number in range(10)]


def varint(number: int) -> bytes:
    return bytes([number & 0x7F | 0x80]) + varint(number >> 7) if number > 0x7F else bytes([number])


def deltas(kept: Repository, bases: list[str]) -> None:
    """Put in place of a file a chain in a pack: it is a change of the first base, that of the second, and so on; the last is not there."""
    content = chapter("甲。").encode()
    change = varint(len(content)) * 2 + bytes([len(content)]) + content
    pack, places = BytesIO(), []
    pack.write(b"PACK\0\0\0\2" + len(bases).to_bytes(4, "big"))
    for base in bases:
        places.append(pack.tell())
        pack.write(bytes(pack_object_header(REF_DELTA, bytes.fromhex(base), len(change), SHA1)) + zlib.compress(change))
    pack.write(hashlib.sha1(pack.getvalue()).digest())
    folder = kept.own / "objects" / "pack"
    (folder / "pack-y.pack").write_bytes(pack.getvalue())
    entries = sorted((bytes.fromhex(id), place, 0) for id, place in zip([blob("甲。"), *bases], places, strict=False))
    with (folder / "pack-y.idx").open("wb") as index:
        write_pack_index_v2(index, entries, pack.getvalue()[-20:])
    kept.path(blob("甲。")).unlink()


def hashes(number: int) -> list[str]:
    return [f"{at:040x}" for at, _ in zip(count(1), range(number), strict=False)]


CHAINS = {
    "of itself": [blob("甲。")],
    "of each other": ["1" * 40, blob("甲。")],
    "of what is missing": ["1" * 40],
    "one by one": hashes(3000),
    "into a circle at the end": [*hashes(50), f"{40:040x}"],
}


@pytest.mark.parametrize("bases", CHAINS.values(), ids=CHAINS)
def test_changes_without_a_beginning_are_none(kept: Repository, bases: list[str]) -> None:
    deltas(grow(kept), bases)
    assert read_states(kept.folder, [NAME]) is None
    assert read_states(kept.folder, [OTHER]) is not None
