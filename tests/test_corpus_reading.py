"""Reading the documents: every line accounted for, and what is in it, on small made-up ones; the real ones where they are there."""

from __future__ import annotations

import hashlib
import importlib.util
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from corpus_files import CHAPTER, FAQ, LOG, PLAIN, WIKI

from ygokg.documents.lines import heading_day, label_of
from ygokg.documents.marks import read_inline
from ygokg.documents.passages import Document, Passage, digest, normalise
from ygokg.documents.reading import read_document
from ygokg.errors import BrokenInput


def read(text: str, name: str = "x.rst") -> Document:
    return read_document(Path(name), text, "en")


@pytest.fixture(scope="module")
def chapter() -> Document:
    return read(CHAPTER)


@pytest.fixture(scope="module")
def log() -> Document:
    return read(LOG)


def starting(document: Document, words: str) -> Passage:
    return next(passage for passage in document.passages if passage.text.startswith(words))


def test_every_line_of_a_chapter_is_accounted_for(chapter: Document) -> None:
    assert chapter.lines == Counter({"blank": 13, "passage": 13, "structure": 7, "heading": 7, "label": 2, "target": 2, "continuation": 1})
    assert sum(chapter.lines.values()) == CHAPTER.count("\n")
    assert chapter.title == "抽取的章节名比线长得多"
    assert chapter.targets == {"技能抽取": "card", "影依": "series"}


PLACES = [
    ("a general statement", "甲类规则", "rule", "", "1"),
    ("an example", "「技能抽取」的①②", "example", "", "1"),
    ("words of a box on the line of its mark", "特别地，「月之书」", "remark", "attention", "1"),
    ("a bullet ends the examples", "乙类规则", "rule", "", "1"),
    ("words below the mark of a box", "备注里的话", "remark", "note", "1"),
    ("an example in a box", "备注里的例子", "example", "note", "1"),
    ("words in a box of unknown kind", "不认识的", "unplaced", "bogus", "1"),
    ("a row of a table", "甲       1", "row", "", "1"),
    ("a line without a mark", "没有竖线", "rule", "", "2"),
    ("a footnote", "脚注", "footnote", "", "2"),
    ("a comment", "编者", "comment", "", "2"),
]


@pytest.mark.parametrize(("words", "kind", "box", "ordinal"), [c[1:] for c in PLACES], ids=[c[0] for c in PLACES])
def test_a_line_has_its_kind_and_its_place(chapter: Document, words: str, kind: str, box: str, ordinal: str) -> None:
    passage = starting(chapter, words)
    assert (passage.kind, passage.box, passage.ordinal) == (kind, box, ordinal)
    assert passage.section == ("抽取的章节名比线长得多", {"1": "第一部分", "2": "第二部分"}[ordinal])


def test_a_line_goes_on_below(chapter: Document) -> None:
    assert starting(chapter, "特别地").text == "特别地，「月之书」是例外的一种。换行后还是同一句。"


def test_sources_have_their_ids_and_the_words_that_rest_on_them(chapter: Document) -> None:
    passage = starting(chapter, "「技能抽取」的①②")
    cited = [(e.source_class, e.identifier, e.date, e.url, passage.text[e.start : e.end]) for e in passage.evidence]
    assert cited == [
        ("database", "12812", "2020-12-07", FAQ.format(12812), "「技能抽取」的①②效果遇到「月之书」，天津四变暗。"),
        ("wiki", None, None, WIKI, "随后又变亮。"),
    ]
    assert (passage.source_class, passage.last_date) == ("wiki", "2020-12-07")


def test_names_numbers_and_wordings(chapter: Document) -> None:
    first, second = starting(chapter, "「技能抽取」的①②"), starting(chapter, "「影依」")
    assert [(n.name, n.marked, n.series, n.effects) for n in first.names] == [("技能抽取", True, False, "①②"), ("月之书", True, False, "")]
    assert [(n.name, n.series) for n in second.names] == [("影依", True), ("魔界剧场「奇幻剧场」", False)]
    assert second.quotes == ["变暗一次"]
    assert starting(chapter, "乙类").references == ["别处"]


def test_an_undated_answer_is_a_letter_and_a_rule_is_not(chapter: Document) -> None:
    assert (starting(chapter, "「影依」").source_class, starting(chapter, "甲类").source_class) == ("mail", "")
    page = starting(chapter, "备注里的例子")
    assert [(e.source_class, e.identifier, e.date) for e in page.evidence] == [("card-page", "5740", None)]


def test_what_is_not_known_is_told(chapter: Document, log: Document) -> None:
    assert [(m.line, m.what, m.text) for m in chapter.markers] == [(27, "day", "21/2/30"), (29, "directive", "bogus::")]
    assert [(m.line, m.what, m.text) for m in log.markers] == [(28, "label", "奇怪的标签")]


LOGGED = [
    ("a letter", "「技能抽取」适用时「月之书」发动，天津四的旧", "2021-03-01", "current", "mail"),
    ("an official answer", "「星因士 天津四」", "2021-03-01", "current", "database"),
    ("a change", "「技能抽取」适用时「月之书」发动，天津四的新", "2021-03-09", "changed", "mail"),
    ("struck as a whole", "「技能抽取」适用时「月之书」发动，天津四不知", "2021-03-09", "withdrawn", "mail"),
    ("settled", "「月之书」盖着", "2021-03-09", "pending-resolved", "mail"),
    ("below an unknown label", "「月之书」只有", "2021-03-09", "current", "mail"),
]


@pytest.mark.parametrize(("words", "date", "state", "source"), [c[1:] for c in LOGGED], ids=[c[0] for c in LOGGED])
def test_an_entry_of_the_log(log: Document, words: str, date: str, state: str, source: str) -> None:
    passage = starting(log, words)
    assert (passage.kind, passage.date, passage.state, passage.source_class) == ("ruling", date, state, source)


def test_every_line_of_a_plain_text_is_accounted_for() -> None:
    document = read(PLAIN, "x.txt")
    assert document.lines == Counter({"blank": 5, "passage": 6, "label": 2, "heading": 2})
    assert [(p.kind, p.box, p.section[-1]) for p in document.passages] == [
        ("rule", "", "抽取"),
        ("example", "", "抽取"),
        ("rule", "", "抽取"),
        ("rule", "", "抽取"),
        ("remark", "attention", "抽取"),
        ("row", "", "另一个标题"),
    ]
    assert [e.date for e in document.passages[1].evidence] == ["2020-12-07"]


STATES = [
    ("nothing said", "甲变暗。", "current"),
    ("pending", "甲如何，调整中。", "pending"),
    ("pending in a wording only", "甲记述『调整中』。", "current"),
    ("struck in part", ":strike:`甲如何，调整中。`\\ 乙变亮。", "current"),
    ("struck as a whole, with a full stop left", ":strike:`甲如何`\\ 。", "withdrawn"),
]


@pytest.mark.parametrize(("line", "state"), [c[1:] for c in STATES], ids=[c[0] for c in STATES])
def test_a_state(line: str, state: str) -> None:
    (passage,) = read(f"题\n===\n\n| {line}\n").passages
    assert passage.state == state


DAYS = [
    ("a year", "2019", (None, None), (2019, None, None)),
    ("a year in words", "2019年", (None, None), (2019, None, None)),
    ("a month", "19/03", (2019, None), (2019, 3, None)),
    ("a day", "3/9", (2019, 3), (2019, 3, 9)),
    ("a day that looks like a month", "12/1", (2012, 12), (2012, 12, 1)),
    ("a day in words", "3月9日", (2019, 3), (2019, 3, 9)),
    ("a day with its year", "2019/3/9", (None, None), (2019, 3, 9)),
    ("a day without a year", "3/9", (None, None), (None, None, None)),
    ("a title", "效果无效", (2019, 3), (None, None, None)),
    ("no day", "3/40", (2019, 3), (None, None, None)),
    ("a day that the month has not", "2/30", (2019, 2), (None, None, None)),
]


@pytest.mark.parametrize(("title", "above", "day"), [c[1:] for c in DAYS], ids=[c[0] for c in DAYS])
def test_the_day_of_a_heading(title: str, above: tuple[int | None, int | None], day: tuple[int | None, ...]) -> None:
    assert heading_day(title, above) == day


def test_a_heading_that_looks_like_a_day_and_is_none_is_told() -> None:
    document = read("====\n2019\n====\n\n19/02\n=====\n\n2/30\n----\n\n| 甲。\n")
    assert [(m.line, m.what, m.text) for m in document.markers] == [(8, "day", "2/30")]
    assert [(p.kind, p.date) for p in document.passages] == [("rule", None)]


@pytest.mark.parametrize(
    ("line", "label"),
    [("邮件：", "邮件"), ("数据库:", "数据库"), ("邮件；", "邮件"), ("补充：[#]_", "补充"), ("甲变暗。", None), ("「甲」的场合：", None)],
)
def test_a_label(line: str, label: str | None) -> None:
    assert label_of(line) == label


@pytest.mark.parametrize(
    ("line", "unknown"),
    [
        ("「甲」变暗。", []),
        ("「甲变暗。", [("unbalanced", "「甲变暗。")]),
        ("『甲变暗。", [("unbalanced", "『甲变暗。")]),
        ("`甲变暗。", [("unbalanced", "`")]),
        ("甲变暗。20/13/1", [("day", "20/13/1")]),
    ],
    ids=["all closed", "a name", "a wording", "a backquote", "no day"],
)
def test_a_mark_that_closes_nowhere_is_told(line: str, unknown: list[tuple[str, str]]) -> None:
    assert read_inline(line).unknown == unknown


HALF = [
    ("within markup", "题\n===\n\n| 「`甲"),
    ("within an address", "题\n===\n\n| 甲。\\ `20/1/1 <https://x\n"),
    ("within a sentence", "题\n===\n\n| 甲变"),
    ("within a name", "题\n===\n\n| 甲。「乙。"),
    ("a box without words", "题\n===\n\n.. note::\n"),
]


@pytest.mark.parametrize("text", [c[1] for c in HALF], ids=[c[0] for c in HALF])
def test_a_half_written_file_is_refused(text: str) -> None:
    with pytest.raises(BrokenInput, match="half-written"):
        read(text)


@pytest.mark.parametrize("text", ["题\n===\n\n| 甲变暗。", "题\n===\n\n| 甲变暗\n", "题\n===\n\n| `甲\n| 乙。\n", ""])
def test_a_whole_file_is_not(text: str) -> None:
    assert read(text).form == "rst"


def test_the_hash_is_that_of_the_normal_form() -> None:
    line = "| 我方「`甲 乙`_」，无效。\\ `23/1/5 <https://x>`__"
    assert normalise(line) == "自己「甲乙」,无效。"
    assert digest(line) == hashlib.sha256("自己「甲乙」,无效。".encode()).hexdigest()


def files(shared: Path) -> list[Path]:
    return [*sorted((shared / "corpus").rglob("*.rst")), *sorted((shared / "documents").glob("*.txt"))]


def test_the_normal_form_is_that_of_the_documents_tool(shared: Path) -> None:
    where = importlib.util.spec_from_file_location("normalise", shared / "tools" / "normalise.py")
    assert where is not None
    assert where.loader is not None
    tool: Any = importlib.util.module_from_spec(where)
    where.loader.exec_module(tool)
    for path in files(shared):
        for line in path.read_text(encoding="utf-8").splitlines():
            assert normalise(line) == tool.normalise(line)


def test_every_line_of_the_documents_is_accounted_for(shared: Path) -> None:
    for path in files(shared):
        text = path.read_text(encoding="utf-8")
        document = read_document(path, text, "en")
        assert sum(document.lines.values()) == len(text.splitlines()), path
        assert document.lines["passage"] == len(document.passages), path
        assert not [passage for passage in document.passages if passage.kind == "unplaced"], path


def test_the_passages_of_the_documents_are_those_that_are_known(shared: Path) -> None:
    known = [json.loads(line) for line in (shared / "documents" / "passages.jsonl").read_text(encoding="utf-8").splitlines()]
    for name in ("negation", "activation", "processing"):
        text = (shared / "documents" / f"{name}.txt").read_text(encoding="utf-8")
        found = {p.line: p for p in read_document(Path(f"{name}.txt"), text, "en").passages}
        wanted = [passage for passage in known if passage["id"].startswith(f"{name}.")]
        assert [p["id"] for p in wanted if int(p["id"].rpartition(".")[2]) not in found] == []
        for passage in wanted:
            here = found[int(passage["id"].rpartition(".")[2])]
            assert here.digest == digest(passage["text"]), passage["id"]
            assert (here.state == "pending") == passage["pending"], passage["id"]


def test_official_ids_are_those_that_are_known(shared: Path) -> None:
    """The original of a snapshot cites the same official answers as the table says that was made from it."""
    rows = [line.split("\t") for line in (shared / "documents" / "sources.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    originals = {"negation": "无效", "activation": "卡片·效果的发动", "processing": "特定效果的处理方法"}
    for name, original in originals.items():
        path = shared / "corpus" / "snapshots" / f"{original}.rst"
        passages = read_document(path, path.read_text(encoding="utf-8"), "en").passages
        found = {e.identifier for p in passages for e in p.evidence if e.source_class == "database"}
        wanted = {row[4] for row in rows if row[0] == name and row[3] == "faq"}
        assert len(wanted & found) >= 0.98 * len(wanted), sorted(wanted - found)
