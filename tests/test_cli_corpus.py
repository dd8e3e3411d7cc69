"""What the imported documents are for: sentences beside ours, drift, history, changes, contradictions, search and query."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from conftest import BUILT_IN_DAY, Run
from corpus_files import CHAPTER, FAQ, LOG
from lookup_world import ask, call, stored, world

from ygokg.documents.changes import Change, Systems
from ygokg.documents.history import Entry, Place, predecessors
from ygokg.documents.passages import differences, likeness

SENTENCE = "「技能抽取」适用时「星因士 天津四」盖着，就变亮。"
CHAPTER_OF_NEGATION = f"""\
====
无效
====

场上
====

| {SENTENCE}\\ `20/12/7 <{FAQ.format(12812)}>`__
| 「`月之书`_」的另一句话，与别的无关。

.. _`月之书`: https://ygocdb.com/card/name/月之书
"""
TIED = f'src:negation.112 ygo:digest "{hashlib.sha256(SENTENCE.replace(" ", "").replace("，", ",").encode()).hexdigest()}" .\n'
"""The passage of a ruling, known by the hash of its sentence."""
AGE = "无效 (file of 2024-05-01)"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data folder of its own."""
    monkeypatch.setenv("YGOKG_DATA", str(tmp_path / "data"))


SENTENCES = [
    ("en", f"    The document: “{SENTENCE}20/12/7” (无效, line 8)\n", f"Rests on: Negation (2023-12), {AGE}\n"),
    ("zh", f"    文件原文：“{SENTENCE}20/12/7”（无效 第8行）\n", "依据：无效（2023-12）、无效（文件日期 2024-05-01）\n"),
    ("ja", f"    文書の原文：「{SENTENCE}20/12/7」（无效 8行目）\n", "依拠：無効（2023-12）、无效（ファイルの日付 2024-05-01）\n"),
]


@pytest.mark.parametrize(("lang", "sentence", "age"), SENTENCES, ids=[c[0] for c in SENTENCES])
def test_a_ruling_shows_the_sentence_of_its_document(imported: Callable[..., None], lang: str, sentence: str, age: str) -> None:
    imported("无效.rst", CHAPTER_OF_NEGATION)
    ruling, card = (ask(*words, "--lang", lang, extra=TIED).stdout for words in (("ruling", "negation.112"), ("card", "星因士 天津四")))
    assert sentence in ruling
    assert f"  {sentence}" in card
    assert ruling.endswith(f"\n\n{age}")
    assert card.endswith(f"\n\n{age}")


def test_a_sentence_for_programs(imported: Callable[..., None]) -> None:
    imported("无效.rst", CHAPTER_OF_NEGATION)
    found = json.loads(ask("ruling", "negation.112", "--format", "json", extra=TIED).stdout)
    assert found["sentences"] == [
        {
            "passage": "src:negation.112",
            "document": "无效",
            "revision": "",
            "dated": "2024-05-01",
            "line": 8,
            "text": f"{SENTENCE}20/12/7",
            "state": "current",
        }
    ]
    assert found["rests_on"] == [
        {"document": "src:negation", "issued": "2023-12"},
        {"imported": "无效", "revision": "", "dated": "2024-05-01"},
    ]


def test_without_the_document_there_is_no_sentence(imported: Callable[..., None]) -> None:
    imported("2021.rst", LOG)
    result = ask("ruling", "negation.112", extra=TIED)
    assert "The document:" not in result.stdout
    assert result.stdout.endswith("\n\nRests on: Negation (2023-12)\n")


STANDS = f"""\
Passages that stand as they were encoded: 1; that do not: 0.
compared: Negation (2023-12) with {AGE}
"""
CHANGED = f"""\
Changed: Negation, line 112 (src:negation.112)
  before: “{SENTENCE}20/12/7”
  now: “「技能抽取」适用时「星因士 天津四」盖着，就不变亮。” (无效, line 8, 场上), likeness 0.94
  differs: +“不”
  rests on it: ruling:negation.112

Passages that stand as they were encoded: 0; that do not: 1.
compared: Negation (2023-12) with 无效 (file of 2024-06-01)
"""


@pytest.fixture
def drift(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Run]:
    """Call `drift` on a graph whose only passage is the one with a sentence."""
    graph = stored(TIED)
    graph.model.passages = {"src:negation.112": graph.model.passages["src:negation.112"]}
    monkeypatch.setattr("lookup_world.stored", lambda _extra="": graph)

    return partial(call, "drift")


def test_everything_stands(imported: Callable[..., None], drift: Callable[..., Run]) -> None:
    imported("无效.rst", CHAPTER_OF_NEGATION)
    assert drift() == Run(0, STANDS, "")


def test_a_changed_passage_shows_the_differing_words(imported: Callable[..., None], drift: Callable[..., Run]) -> None:
    imported("无效.rst", CHAPTER_OF_NEGATION)
    newer = CHAPTER_OF_NEGATION.replace(f"就变亮。\\ `20/12/7 <{FAQ.format(12812)}>`__", "就不变亮。")
    imported("无效.rst", newer, "2024-06-01")
    assert drift() == Run(1, CHANGED, "")
    (row,) = json.loads(drift("--format", "json").out)["drifted"]
    assert (row["change"], row["words"], row["used_by"]) == ("changed", [{"before": "", "now": "不"}], ["ruling:negation.112"])


MOVES = [
    ("gone", CHAPTER_OF_NEGATION.replace(SENTENCE, "完全是另一回事。"), "vanished"),
    ("under another heading", CHAPTER_OF_NEGATION.replace("场上\n====", "场外\n===="), "moved"),
    ("struck through", CHAPTER_OF_NEGATION.replace(SENTENCE, f":strike:`{SENTENCE}`"), "withdrawn"),
]


@pytest.mark.parametrize(("newer", "change"), [c[1:] for c in MOVES], ids=[c[0] for c in MOVES])
def test_what_became_of_a_passage(imported: Callable[..., None], drift: Callable[..., Run], newer: str, change: str) -> None:
    imported("无效.rst", CHAPTER_OF_NEGATION)
    imported("无效.rst", newer, "2024-06-01")
    found = json.loads(drift("--format", "json").out)
    assert [(row["passage"], row["change"]) for row in found["drifted"]] == [("src:negation.112", change)]
    assert drift("--change", "moved").code == (1 if change == "moved" else 0)


def test_a_passage_that_went_to_another_chapter_has_moved(imported: Callable[..., None], drift: Callable[..., Run]) -> None:
    imported("无效.rst", CHAPTER_OF_NEGATION)
    imported("无效.rst", CHAPTER_OF_NEGATION.replace(SENTENCE, "完全是另一回事。"), "2024-06-01")
    imported("别的章.rst", f"别的章\n======\n\n| {SENTENCE}\n", "2024-06-01")
    (row,) = json.loads(drift("--format", "json").out)["drifted"]
    assert (row["change"], row["now"]["document"], row["now"]["line"]) == ("moved", "别的章", 4)


def test_nothing_to_compare(imported: Callable[..., None], drift: Callable[..., Run]) -> None:
    assert drift().err == "Error: No document has been imported.\nImport them first: ygokg import PATH…\n"
    imported("2021.rst", LOG)
    assert (drift().code, drift().out) == (3, "")
    assert drift("--topic", "x").code == 2


def test_a_stale_passage_is_a_finding_of_conflicts(imported: Callable[..., None], run: Callable[..., Run]) -> None:
    quiet = run("conflicts", "--kind", "stale-passage")
    documents = (
        "Activation of cards and effects (2020-01), Activation of 2026-08-14, Basic terms (2026-08-14), "
        "Classes of monster effects (2026-08-14), Face-down, and banished for a time (2026-08-14), Negation (2023-12), "
        "Negation of 2026-08-14, Processing of particular effects (2024-04), "
        "Processing of 2026-08-14, Resistances of cards (2026-08-14), Effects that trigger (2026-08-14)"
    )
    age = f"{documents}, built-in data of {BUILT_IN_DAY}"
    assert (quiet.code, quiet.out) == (0, f"Nothing contradicts itself.\n\nRests on: {age}\n")
    imported("无效.rst", CHAPTER_OF_NEGATION)
    ended = run("conflicts", "--kind", "stale-passage", "--format", "json", "--max", "1")
    (finding,) = json.loads(ended.out)
    assert ended.code == 1
    assert (finding["kind"], finding["severity"], finding["key"]) == ("stale-passage", "warning", ["src:negation-20260814.8"])


HISTORY = """\
2021-03-01 · current · mail · 邮件
  「技能抽取」适用时「月之书」发动，天津四的旧答案是变暗。
    2021, line 12, 21/03 › 3/1
2021-03-09 · changed · mail · 裁定变更
  「技能抽取」适用时「月之书」发动，天津四的新答案是变亮。
    2021, line 21, 21/03 › 3/9
    May replace (candidates, not facts):
    0.93 · 2021-03-01 · current · 「技能抽取」适用时「月之书」发动，天津四的旧答案是变暗。 2021, line 12, 21/03 › 3/1
    0.85 · 2021-03-09 · withdrawn · 「技能抽取」适用时「月之书」发动，天津四不知如何，调整中。 2021, line 22, 21/03 › 3/9
2021-03-09 · withdrawn · mail · 裁定变更
  「技能抽取」适用时「月之书」发动，天津四不知如何，调整中。
    2021, line 22, 21/03 › 3/9

Rests on: 2021 (file of 2024-05-01)
"""
ANSWER_ZH = f"""\
21/3/1 · 现行 · 数据库 · 数据库
  「星因士 天津四」一人变亮。21/3/1
    2021 第15行 21/03 › 3/1
    数据库 777 21/3/1 {FAQ.format(777)}

依据：2021（文件日期 2024-05-01）
"""


@pytest.mark.parametrize("name", ["技能抽取", "Skill Drain", "82732705", "%5740"])
def test_the_history_of_a_card(imported: Callable[..., None], name: str) -> None:
    imported("2021.rst", LOG)
    result = ask("history", name)
    assert (result.exit_code, result.stdout) == (0, HISTORY)


@pytest.mark.parametrize("id", ["faq:777", "fid=777", "777"])
def test_the_history_of_an_official_answer(imported: Callable[..., None], id: str) -> None:
    imported("2021.rst", LOG)
    result = ask("history", id, "--lang", "zh")
    assert (result.exit_code, result.stdout) == (0, ANSWER_ZH)


def test_an_entry_names_the_rulings_that_are_encoded_from_it(imported: Callable[..., None]) -> None:
    imported("无效.rst", CHAPTER_OF_NEGATION)
    assert "    encoded as: ruling:negation.112\n" in ask("history", "技能抽取", extra=TIED).stdout
    (entry,) = json.loads(ask("history", "技能抽取", "--format", "json", extra=TIED).stdout)
    assert entry["cites"] == [
        {"source_class": "database", "identifier": "12812", "date": "2020-12-07", "url": FAQ.format(12812), "clause": SENTENCE}
    ]


def test_a_history_that_is_not_there(imported: Callable[..., None]) -> None:
    assert ask("history", "技能抽取").stderr == "Error: No document has been imported.\nImport them first: ygokg import PATH…\n"
    imported("2021.rst", LOG)
    unknown, unsaid, none = ask("history", "skil dran"), ask("history", "沉默剑士 LV7"), ask("history", "faq:1")
    assert (unknown.exit_code, unsaid.exit_code, none.exit_code) == (3, 3, 3)
    assert unknown.stderr == 'Error: No card is called "skil dran".\nNearest: Skill Drain (card:82732705)\n'
    assert unsaid.stderr.startswith("Error: The imported documents say nothing about “沉默剑士 LV7”.\n")
    assert none.stderr.startswith("Error: The imported documents say nothing about “faq:1”.\n")


def entry(text: str, names: str, date: str | None, state: str = "current", number: int = 2) -> Entry:
    return Entry(number, text, Place("x", "", "", 1, ()), "ruling", text, "", date, True, state, "mail", {n: n for n in names}, ())


CHANGE = entry("甲与乙相遇时，甲会变亮。", "甲乙", "2021-03-09", "changed", 1)
EARLIER = [
    ("the same cards, alike, earlier", entry("甲与乙相遇时，甲会变暗。", "甲乙", "2021-03-01"), True),
    ("later", entry("甲与乙相遇时，甲会变暗。", "甲乙", "2021-03-10"), False),
    ("the same day", entry("甲与乙相遇时，甲会变暗。", "甲乙", "2021-03-09"), False),
    ("the same day, but withdrawn", entry("甲与乙相遇时，甲会变暗。", "甲乙", "2021-03-09", "withdrawn"), True),
    ("other cards", entry("甲与乙相遇时，甲会变暗。", "丙丁", "2021-03-01"), False),
    ("another text", entry("抽两张卡以后结束阶段。", "甲乙", "2021-03-01"), False),
    ("undated", entry("甲与乙相遇时，甲会变暗。", "甲乙", None), False),
]


@pytest.mark.parametrize(("other", "likely"), [c[1:] for c in EARLIER], ids=[c[0] for c in EARLIER])
def test_what_a_change_may_replace(other: Entry, likely: bool) -> None:
    assert bool(predecessors(CHANGE, [CHANGE, other])) is likely


def test_likeness_and_differences() -> None:
    assert likeness("甲乙丙", "甲乙丙") == 1.0
    assert likeness("甲乙丙", "丁戊己") == 0.0
    assert likeness("甲乙丙", "甲乙丁") == 0.5
    assert differences("甲会变亮。20/1/1", "甲不变亮了。") == [("会", "不"), ("", "了")]


CHANGES_EN = """\
月之书
  New · 2021-03-09 · 2021, line 28
    「月之书」只有标签奇怪。
  Resolved · 2021-03-09 · 2021, line 25
    「月之书」盖着也能变亮。

技能抽取
  Changed · 2021-03-09 · 2021, line 21
    「技能抽取」适用时「月之书」发动，天津四的新答案是变亮。
  Withdrawn · 2021-03-09 · 2021, line 22
    「技能抽取」适用时「月之书」发动，天津四不知如何，调整中。

Since 2021-03-02: New 1 · Changed 1 · Resolved 1 · Withdrawn 1
Rests on: 2021 (file of 2024-05-01)
"""


def test_changes_since_a_day(imported: Callable[..., None]) -> None:
    imported("2021.rst", LOG)
    result = ask("changes", "--since", "2021-03-02")
    assert (result.exit_code, result.stdout) == (0, CHANGES_EN)


def test_changes_by_system_and_topic(imported: Callable[..., None]) -> None:
    imported("2021.rst", LOG)
    found = json.loads(ask("changes", "--since", "2021-01-01", "--by", "system", "--topic", "negation", "--format", "json").stdout)
    assert {group: [row["change"] for row in rows] for group, rows in found.items()} == {
        "Monsters on the field": ["new", "changed", "withdrawn"]
    }


def test_what_a_newer_import_changed(imported: Callable[..., None]) -> None:
    imported("无效.rst", CHAPTER_OF_NEGATION)
    newer = CHAPTER_OF_NEGATION.replace("就变亮", "就不变亮").replace("| 「`月之书`_」的另一句话，与别的无关。\n", "| 新来的一句。\n")
    imported("无效.rst", newer, "2024-06-01")
    found = json.loads(ask("changes", "--since", "2024-01-01", "--format", "json").stdout)
    rows = {row["text"]: (row["change"], row["by_import"], row["before"]) for group in found.values() for row in group}
    assert rows == {
        f"{SENTENCE.replace('就变亮', '就不变亮')}20/12/7": ("changed", True, f"{SENTENCE}20/12/7"),
        "新来的一句。": ("new", True, ""),
        "「月之书」的另一句话，与别的无关。": ("withdrawn", True, ""),
    }


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("--since", "2022-01-01"), 3, "Error: Nothing since 2022-01-01.\n"),
        (("--since", "2021-03-02", "--topic", "negation", "--change", "resolved"), 3, "Without --topic and --change there are 4.\n"),
        (("--since", "2021-1-1"), 2, "Error: Invalid value for '--since': `2021-1-1` is no day."),
        (("--since", "2021-01-01", "--topic", "x"), 2, "Error: There is no topic “x”.\n"),
    ],
    ids=["nothing", "nothing of the topic", "no day", "no topic"],
)
def test_changes_refused(imported: Callable[..., None], arguments: tuple[str, ...], code: int, message: str) -> None:
    imported("2021.rst", LOG)
    result = ask("changes", *arguments)
    assert (result.exit_code, result.stdout) == (code, "")
    assert message in result.stderr


def test_an_entry_is_of_the_system_of_its_answer_or_of_the_same_cards() -> None:
    systems = Systems(world())
    names = {"技能抽取": "技能抽取", "月之书": "月之书"}
    assert systems.of(Change("new", "", "x", "", names)) == "system:negation.field"
    assert systems.of(Change("new", "", "x", "", {"技能抽取": "技能抽取"})) is None


AGAINST = f"""\
====
甲章
====

| 「`技能抽取`_」一边。\\ `20/1/1 <{FAQ.format(5)}>`__
| 「`技能抽取`_」另一边。\\ `20/1/2 <{FAQ.format(5)}>`__
| 「`技能抽取`_」适用时「`月之书`_」发动，天津四不知如何，调整中。
"""


def test_contradictions_of_the_documents(imported: Callable[..., None]) -> None:
    imported("2021.rst", LOG)
    assert ask("conflicts", "--corpus").exit_code == 0
    imported("甲章.rst", AGAINST)
    told = ask("conflicts", "--corpus")
    assert told.exit_code == 1
    assert told.stdout.endswith(
        "One answer with different days: 1; with different texts: 0; chapters that say what was withdrawn: 1.\n"
        "Rests on: 2021 (file of 2024-05-01), 甲章 (file of 2024-05-01)\n"
    )
    found = json.loads(ask("conflicts", "--corpus", "--format", "json").stdout)
    assert [(row["kind"], row["about"], [e["places"][0]["line"] for e in row["entries"]]) for row in found] == [
        ("faq-dates", "5", [5, 6]),
        ("cites-withdrawn", "2021:22", [22, 7]),
    ]


def test_the_corpus_is_compared_alone(imported: Callable[..., None]) -> None:
    imported("2021.rst", LOG)
    result = ask("conflicts", "--corpus", "--review")
    assert (result.exit_code, result.stderr.splitlines()[0]) == (2, "Error: --corpus compares the imported documents alone.")


SEARCHES = [
    ("one character", ("盖",), ["2021:25"]),
    ("two", ("变亮",), ["2021:15", "2021:21", "2021:25"]),
    ("all words", ("技能", "旧"), ["2021:12"]),
    ("a phrase", ("天津四 一人",), ["2021:15"]),
    ("a phrase that is not there", ("天津四变亮",), []),
    ("a word to leave out", ("天津四", "-技能"), ["2021:15"]),
    ("anything between", ("天津四*变亮",), ["2021:15", "2021:21"]),
    ("the other way round", ("变亮*天津四",), []),
    ("traditional", ("變亮", "蓋"), ["2021:25"]),
]


@pytest.mark.parametrize(("words", "places"), [c[1:] for c in SEARCHES], ids=[c[0] for c in SEARCHES])
def test_search_finds_passages(imported: Callable[..., None], words: tuple[str, ...], places: list[str]) -> None:
    imported("2021.rst", LOG)
    result = ask("search", *words, "--kind", "passage", "--format", "json")
    hits = json.loads(result.stdout)["documents"]["hits"] if places else []
    assert sorted(f"{hit['document']}:{hit['line']}" for hit in hits) == places
    assert result.exit_code == (0 if places else 3)


def test_a_search_for_passages_alone_that_finds_none_says_what_there_is(imported: Callable[..., None]) -> None:
    imported("2021.rst", LOG)
    result = ask("search", "变亮 一人", "--kind", "passage")
    assert (result.exit_code, result.stdout, result.stderr) == (
        3,
        "",
        'Error: Nothing has "变亮 一人".\nAs separate words (变亮 一人): 1.\nEach alone: 变亮 3, 一人 1\n',
    )
    assert "As separate words" not in ask("search", "变亮 无踪", "--kind", "passage").stderr


def test_the_headings_of_a_passage_are_a_list_for_programs(imported: Callable[..., None]) -> None:
    imported("2021.rst", LOG)
    (hit,) = json.loads(ask("search", "盖着也", "--format", "json").stdout)["documents"]["hits"]
    assert hit["section"] == ["2021", "21/03", "3/9"]


IN_DOCUMENTS = [
    ("zh", "已导入的文件中提到它的条目：5（`ygokg history 14087893` 按日期列出）\n"),
    ("ja", "取り込まれた文書でこのカードに触れる項目：5（`ygokg history 14087893` が日付順に示す）\n"),
    ("en", "Entries of the imported documents that name it: 5 (`ygokg history 14087893` shows them by their days)\n"),
]


@pytest.mark.parametrize(("lang", "line"), IN_DOCUMENTS, ids=[c[0] for c in IN_DOCUMENTS])
def test_a_card_says_where_more_of_it_is(imported: Callable[..., None], lang: str, line: str) -> None:
    assert json.loads(ask("card", "月之书", "--format", "json").stdout)["named_in_documents"] == 0
    assert "history" not in ask("card", "月之书").stdout
    imported("2021.rst", LOG)
    assert f"\n\n{line}\n" in ask("card", "月之书", "--lang", lang).stdout
    assert json.loads(ask("card", "月之书", "--format", "json").stdout)["named_in_documents"] == 5


def test_passages_come_after_the_graph(imported: Callable[..., None]) -> None:
    imported("2021.rst", LOG)
    assert ask("search", "变亮", "--max", "1").stdout.startswith("In the imported documents: 3\n2021, line ")
    both = ask("search", "月之书", "--max", "1").stdout
    assert both.startswith("card    Book of Moon (card:14087893)\n")
    assert "\n\nIn the imported documents: 5\n" in both
    assert "2021" not in ask("search", "月之书", "--kind", "card").stdout


KINDS_OF_NAMES = """\
章
====

| 「`月之书`_」变暗。
| 「`月之书`_」怪兽变亮。
| 「`影依`_」变亮。
| 「`自己的卡`_」变亮。

.. _`月之书`: https://ygocdb.com/?search=月之书
.. _`影依`: https://ygocdb.com/?search=影依
.. _`自己的卡`: https://ygocdb.com/?search=自己的卡
"""
"""A link to a search may lead to a card whose name is a part of others' names."""


def test_a_name_is_a_series_where_what_follows_says_so_or_nothing_knows_it_as_a_card(
    imported: Callable[..., None], run: Callable[..., Run], tmp_path: Path
) -> None:
    imported("章.rst", KINDS_OF_NAMES)
    query = (
        "SELECT ?line ?p ?o { GRAPH ?g { ?s ygo:line ?line ; ?p ?o ; ygo:digest ?d } FILTER(?p IN (own:name, own:series, ygo:mentions)) }"
    )

    def told() -> list[str]:
        rows = run("query", f"PREFIX own: <https://w3id.org/ygokg/imported#> {query} ORDER BY ?line ?p", "--format", "csv").out
        return [row.replace("https://w3id.org/ygokg/", "") for row in rows.splitlines()[1:]]

    expected = [
        *("4,imported#name,月之书", "4,ontology#mentions,card/14087893", "5,imported#series,月之书"),
        *("6,imported#series,影依", "6,ontology#mentions,archetype/shaddoll"),
    ]
    assert told() == [*expected, "7,imported#series,自己的卡"]
    cards = tmp_path / "mine.jsonl"
    cards.write_text('{"passcode": 5, "zh": "自己的卡"}\n', encoding="utf-8")
    run("names", "import", str(cards))
    assert told() == [*expected, "7,imported#name,自己的卡", "7,ontology#mentions,card/5"]


def test_documents_are_named_graphs(imported: Callable[..., None], run: Callable[..., Run]) -> None:
    imported("抽取.rst", CHAPTER)
    imported("2021.rst", LOG)
    counted = run("query", "SELECT ?g (COUNT(?p) AS ?n) { GRAPH ?g { ?p a ygo:Passage } } GROUP BY ?g ORDER BY ?g", "--format", "csv")
    assert counted.out == (
        "g,n\r\nhttps://w3id.org/ygokg/graph/document/2021,6\r\nhttps://w3id.org/ygokg/graph/document/抽取,13\r\n".replace("\r\n", "\n")
    )
    query = """
        PREFIX own: <https://w3id.org/ygokg/imported#>
        SELECT ?line ?clause { GRAPH ?g { ?p ygo:mentions card:82732705 ; ygo:line ?line ; ygo:evidence ?e .
            ?e dct:identifier "12812" ; own:clause ?clause } }
    """
    assert run("query", query, "--format", "tsv").out.splitlines()[1].startswith("15\t")
    named = run("query", "imported-passages-of-card", "--param", "card=月之书", "--format", "csv").out.splitlines()
    assert [row.split(",")[1:7] for row in named if "变亮。" in row] == [
        ["15", "example", "current", "https://w3id.org/ygokg/ontology#Wiki", "", "2020-12-07"],
        ["15", "example", "current", "https://w3id.org/ygokg/ontology#OfficialFaq", "12812", "2020-12-07"],
        ["21", "ruling", "changed", "https://w3id.org/ygokg/ontology#Mail", "", "2021-03-09"],
        ["25", "ruling", "pending-resolved", "https://w3id.org/ygokg/ontology#Mail", "", "2021-03-09"],
    ]
    ours = run("query", "SELECT (COUNT(?p) AS ?n) { ?p a ygo:Passage }", "--format", "csv").out
    assert ours == "n\n2078\n"
