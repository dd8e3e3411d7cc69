"""How old what an answer rests on is: said by every command in every form, and never wrong over the user's own files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import BUILT_IN_DAY, Run
from corpus_files import CHAPTER, write
from lookup_world import ask, turtle, world

from ygokg.graph.ages import Imported, ages
from ygokg.render.lines import rests_on_words, with_ages_of_rows

NEGATION, ACTIVATION, PROCESSING = (
    {"document": "src:negation", "issued": "2023-12"},
    {"document": "src:activation", "issued": "2020-01"},
    {"document": "src:processing", "issued": "2024-04"},
)
BUILT_IN = {"data": "built-in", "modified": BUILT_IN_DAY}
LIVING = {
    name: {"document": f"src:{name}-20260814", "issued": "2026-08-14"}
    for name in ("activation", "basics", "classes", "facedown", "negation", "processing", "resistance", "triggers")
}
EVERY = [
    *(ACTIVATION, LIVING["activation"], LIVING["basics"], LIVING["classes"], LIVING["facedown"], NEGATION, LIVING["negation"]),
    *(PROCESSING, LIVING["processing"], LIVING["resistance"], LIVING["triggers"]),
]
THREE = "Activation of cards and effects (2020-01), Negation of 2026-08-14, Processing of 2026-08-14"
ALL = (
    "Activation of cards and effects (2020-01), Activation of 2026-08-14, Basic terms (2026-08-14), "
    "Classes of monster effects (2026-08-14), Face-down, and banished for a time (2026-08-14), Negation (2023-12), "
    "Negation of 2026-08-14, Processing of particular effects (2024-04), Processing of 2026-08-14, "
    "Resistances of cards (2026-08-14), Effects that trigger (2026-08-14)"
)
DATA = f"built-in data of {BUILT_IN_DAY}"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data folder of its own."""
    monkeypatch.setenv("YGOKG_DATA", str(tmp_path / "data"))


# ---- each command

NOWHERE = ("clauseForm=WhenLeavesField", "negatedThing=SummonNegated", "attemptedSummon=ByNormalSummon")
"""Processing of particular effects says what a clause on leaving needs; the two others where a card with a negated summon is."""

PEOPLE = [
    pytest.param(
        ("term", "ygo:RiderReturn"),
        f"Activation of cards and effects (2020-01), Activation of 2026-08-14, Negation of 2026-08-14, Processing of 2026-08-14, {DATA}",
        id="a term",
    ),
    pytest.param(("stats",), f"{ALL}, {DATA}", id="the figures"),
    pytest.param(("rule",), DATA, id="the tree of rule systems"),
    pytest.param(("rule", "negation.lapses-face-down"), "Negation of 2026-08-14", id="a rule"),
    pytest.param(
        ("rule", "negation.stacking-card-negators"),
        "Negation of 2026-08-14, Processing of particular effects (2024-04), Processing of 2026-08-14",
        id="the rules of a system",
    ),
    pytest.param(("ruling", "negation.112"), "Negation of 2026-08-14", id="a ruling"),
    pytest.param(("contrast", "negation.112"), "Negation of 2026-08-14", id="a contrast"),
    pytest.param(("card", "技能抽取", "月之书"), "Negation of 2026-08-14", id="what lies between cards"),
    pytest.param(("search", "skill drain", "--kind", "card"), DATA, id="a search that finds no rule and no ruling"),
    pytest.param(("search", "negation.112", "--kind", "ruling"), "Negation (2023-12)", id="a search that finds a ruling"),
    pytest.param(("resolve",), DATA, id="the questions"),
    pytest.param(("resolve", "IsNegated"), DATA, id="a question"),
    pytest.param(("resolve", "IsNegated", "negator=技能抽取#1"), "Negation of 2026-08-14", id="an answer"),
    pytest.param(
        ("resolve", "IsNegated", "negator=技能抽取#1", "--format", "markdown"),
        "Negation of 2026-08-14",
        id="an answer to paste",
    ),
    pytest.param(("resolve", "DoesTrigger", *NOWHERE), THREE, id="an answer from features that rules of other documents derive"),
    pytest.param(("conflicts", "--kind", "uncovered"), f"{ALL}, {DATA}", id="contradictions"),
]


@pytest.mark.parametrize(("arguments", "age"), PEOPLE)
def test_the_last_line_for_people(run: Callable[..., Run], arguments: tuple[str, ...], age: str) -> None:
    ended = run(*arguments)
    assert (ended.out.splitlines()[-1], ended.err) == (f"Rests on: {age}", "")


OBJECTS = [
    pytest.param(
        ("term", "ygo:RiderReturn"), [ACTIVATION, LIVING["activation"], LIVING["negation"], LIVING["processing"], BUILT_IN], id="a term"
    ),
    pytest.param(("stats",), [*EVERY, BUILT_IN], id="the figures"),
    pytest.param(("rule", "negation.lapses-face-down"), [LIVING["negation"]], id="a rule"),
    pytest.param(("ruling", "negation.112"), [LIVING["negation"]], id="a ruling"),
    pytest.param(("contrast", "negation.112"), [LIVING["negation"]], id="a contrast"),
    pytest.param(("card", "技能抽取", "月之书"), [LIVING["negation"]], id="what lies between cards"),
    pytest.param(("search", "skill drain", "--kind", "card"), [BUILT_IN], id="a search"),
    pytest.param(("resolve", "IsNegated"), [BUILT_IN], id="a question"),
    pytest.param(("resolve", "IsNegated", "negator=技能抽取#1"), [LIVING["negation"]], id="an answer"),
    pytest.param(("resolve", "IsNegated", "negator=技能抽取#1", "--explain"), [LIVING["negation"]], id="an answer with all reasons"),
    pytest.param(
        ("resolve", "DoesTrigger", *NOWHERE),
        [ACTIVATION, LIVING["negation"], LIVING["processing"]],
        id="an answer from features that rules of others derive",
    ),
]


@pytest.mark.parametrize(("arguments", "age"), OBJECTS)
def test_a_field_of_a_json_object(run: Callable[..., Run], arguments: tuple[str, ...], age: list[dict[str, str]]) -> None:
    ended = run(*arguments, "--format", "json")
    assert (json.loads(ended.out)["rests_on"], ended.err) == (age, "")


def test_a_deck_tells_it_in_both_forms(run: Callable[..., Run]) -> None:
    assert run("card", "-", stdin="效果遮蒙者\n").out.splitlines()[-1] == "Rests on: Negation of 2026-08-14"
    assert json.loads(run("card", "-", "--format", "json", stdin="效果遮蒙者\n").out)["rests_on"] == [LIVING["negation"]]


LISTS = [
    pytest.param(("rule",), DATA, id="rule systems"),
    pytest.param(
        ("rule", "negation.stacking-card-negators"),
        "Negation of 2026-08-14, Processing of particular effects (2024-04), Processing of 2026-08-14",
        id="rules",
    ),
    pytest.param(("ruling", "negation.154"), "Negation of 2026-08-14", id="rulings"),
    pytest.param(("resolve",), DATA, id="questions"),
    pytest.param(("term", "negat"), DATA, id="words that mean several things"),
]


@pytest.mark.parametrize("format", ["json", "csv"])
@pytest.mark.parametrize(("arguments", "age"), LISTS)
def test_a_list_for_programs_has_it_beside(run: Callable[..., Run], arguments: tuple[str, ...], age: str, format: str) -> None:
    ended = run(*arguments, "--format", format)
    assert ended.err == f"Rests on: {age}\n"
    assert "Rests on" not in ended.out


ROWS = [
    pytest.param(("rule", "negation.stacking-card-negators"), id="the rules of a system"),
    pytest.param(("ruling", "negation.154"), id="the rulings of a passage"),
]


@pytest.mark.parametrize("arguments", ROWS)
def test_rows_that_rest_on_different_documents_name_theirs(run: Callable[..., Run], arguments: tuple[str, ...]) -> None:
    as_json, as_tsv = (run(*arguments, "--format", name).out for name in ("json", "tsv"))
    assert [row["rests_on"] for row in json.loads(as_json)][:2] == [[LIVING["negation"]], [LIVING["negation"]]]
    assert [line.split("\t")[-1] for line in as_tsv.splitlines()][:2] == ["rests_on", "src:negation-20260814 2026-08-14"]


def test_a_row_may_rest_on_several_documents() -> None:
    model = world(
        'src:new a ygo:Document ; dct:issued "2024-04"^^xsd:gYearMonth . rule:negation.stays-negated prov:wasDerivedFrom src:new.1 .'
    )
    row = ("rule:negation.stays-negated", "stays negated")
    assert with_ages_of_rows(model, [row], "csv") == [(*row, "src:negation 2023-12; src:new 2024-04")]


# ---- files of the user's


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A file that says of the ontology that it is older."""
    path = tmp_path / "mine.ttl"
    path.write_text('<https://w3id.org/ygokg/ontology> <http://purl.org/dc/terms/modified> "2001-01-01" .\n', encoding="utf-8")
    return path


@pytest.mark.usefixtures("small_built_in")
def test_with_a_file_laid_over_the_answer_says_so(run: Callable[..., Run], mine: Path) -> None:
    over = ("--data", str(mine))
    assert run("ruling", "negation.112", *over).out.splitlines()[-1] == f"Rests on: Negation (2023-12), {DATA} with 1 file of yours"
    assert json.loads(run("resolve", "IsNegated", *over, "--format", "json").out)["rests_on"] == [BUILT_IN, {"data": "own", "files": 1}]


SEVERAL = [("en", f"Rests on: {DATA} with 2 files of yours"), ("zh", f"依据：内置数据（{BUILT_IN_DAY}），加上你的 2 个文件")]


@pytest.mark.usefixtures("small_built_in")
@pytest.mark.parametrize(("lang", "age"), SEVERAL)
def test_files_of_a_folder_are_counted(run: Callable[..., Run], mine: Path, lang: str, age: str) -> None:
    write(mine.parent, "more.ttl", "")
    assert run("rule", "--data", str(mine.parent), "--lang", lang).out.splitlines()[-1] == age


def test_without_the_built_in_data_its_day_is_not_told(run: Callable[..., Run], tmp_path: Path) -> None:
    alone = tmp_path / "alone.ttl"
    alone.write_text(turtle(), encoding="utf-8")
    ended = run("rule", "--no-builtin", "--data", str(alone))
    assert ended.out.splitlines()[-1] == "Rests on: 1 file of yours, without the built-in data"


# ---- what was imported


def test_a_search_in_imported_documents_alone_tells_theirs(run: Callable[..., Run], tmp_path: Path) -> None:
    run("import", str(write(tmp_path, "甲章.rst", CHAPTER)))
    ended = run("search", "变亮", "--format", "csv")
    assert ended.err == "Rests on: 甲章 (file of 2024-05-01)\n"
    found = json.loads(run("search", "变亮", "--format", "json").out)
    assert found["rests_on"] == [{"imported": "甲章", "revision": "", "dated": "2024-05-01"}]


def test_history_and_changes_in_columns(run: Callable[..., Run], tmp_path: Path) -> None:
    run("import", str(write(tmp_path, "甲章.rst", CHAPTER)))
    for arguments in (("history", "技能抽取"), ("changes", "--since", "2020-01-01")):
        ended = run(*arguments, "--format", "csv")
        assert ended.err == "Rests on: 甲章 (file of 2024-05-01)\n"
        lines = ended.out.splitlines()
        assert (lines[0].split(",")[-2:], lines[1].split(",")[-2:]) == (["revision", "dated"], ["", "2024-05-01"])


def test_what_is_gone_has_the_age_of_the_document_that_it_is_gone_from(run: Callable[..., Run], tmp_path: Path) -> None:
    run("import", str(write(tmp_path, "甲章.rst", CHAPTER)))
    run("import", str(write(tmp_path, "甲章.rst", CHAPTER.replace("| 甲类规则：「`技能抽取`_」让场上变暗。\n", ""), "2024-06-01")))
    ended = run("changes", "--since", "2024-01-01", "--change", "withdrawn", "--format", "json")
    (groups,) = json.loads(ended.out).values()
    assert [(change["text"], change["gone_from"]) for change in groups] == [
        ("甲类规则：「技能抽取」让场上变暗。", {"document": "甲章", "revision": "", "dated": "2024-06-01"})
    ]
    assert ended.err == "Rests on: 甲章 (file of 2024-06-01)\n"


def test_a_card_of_the_users_database_tells_the_day_of_its_file(run: Callable[..., Run], tmp_path: Path) -> None:
    cards = write(tmp_path, "mine.jsonl", '{"passcode": 5, "en": "Zqx of Wvu"}\n')
    assert run("names", "import", str(cards)).code == 0
    assert run("card", "zqx of wvu").out.splitlines()[-1] == "Rests on: mine.jsonl (file of 2024-05-01)"
    found = json.loads(run("card", "5", "--format", "json").out)
    assert found["rests_on"] == [{"imported": "mine.jsonl", "revision": "", "dated": "2024-05-01"}]


def test_names_to_choose_from_tell_the_age_of_the_users_database(run: Callable[..., Run], tmp_path: Path) -> None:
    cards = write(tmp_path, "mine.jsonl", '{"passcode": 5, "en": "Zqx of Wvu"}\n{"passcode": 6, "en": "Zqx of Vut"}\n')
    run("names", "import", str(cards))
    assert run("card", "zqx of").out.splitlines()[-1].startswith("Rests on: mine.jsonl (file of 2024-05-01), built-in data of ")


# ---- in words

WORDS = [
    pytest.param(
        "en", Imported("无效", "ab12", "2024-05-01"), "Rests on: 无效 (revision ab12 of 2024-05-01), built-in data of 2024-06-01", id="en"
    ),
    pytest.param("zh", Imported("无效", "ab12", "2024-05-01"), "依据：无效（版本 ab12，2024-05-01）、内置数据（2024-06-01）", id="zh"),
    pytest.param("ja", Imported("无效", "", "2024-05-01"), "依拠：无效（ファイルの日付 2024-05-01）、内蔵データ（2024-06-01）", id="ja"),
]


@pytest.mark.parametrize(("lang", "imported", "words"), WORDS)
def test_a_document_and_the_data_in_words(lang: str, imported: Imported, words: str) -> None:
    assert rests_on_words(None, ages(imported=[imported, imported], data="2024-06-01"), lang) == words


def test_many_documents_are_counted_for_people_and_listed_for_programs() -> None:
    rows = ages(imported=[Imported(f"{year}", "", f"{year}-05-01") for year in range(2000, 2021)])
    assert len(rows) == 21
    assert rests_on_words(None, rows, "en") == "Rests on: 21 imported documents (2000-05-01 to 2020-05-01)"
    assert rests_on_words(None, rows[:2], "en") == "Rests on: 2000 (file of 2000-05-01), 2001 (file of 2001-05-01)"


def test_a_document_that_tells_no_day() -> None:
    model = world('src:bare a ygo:Document ; skos:prefLabel "Bare"@en .')
    assert rests_on_words(model, ages(model, ["src:bare"]), "en") == "Rests on: Bare (no date given)"


# ---- SPARQL


def test_a_result_is_nothing_but_the_result(run: Callable[..., Run]) -> None:
    for format, out in (("csv", "x\n"), ("table", "x\n"), ("json", '{"head":{"vars":["x"]},"results":{"bindings":[]}}\n')):
        assert run("query", "SELECT ?x { FILTER(false) }", "--format", format) == Run(0, out, "")


def test_the_help_of_query_says_where_its_age_is() -> None:
    assert "in a terminal standard error tells it too" in " ".join(ask("query", "--help").stdout.split())
