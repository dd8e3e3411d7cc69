"""The library as a program uses it: what `import ygokg` costs, what it answers, what it raises."""

from __future__ import annotations

import dataclasses
import json
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from conftest import REPOSITORY, Run
from patience import HANG

import ygokg
from ygokg.api.rows import Iri, Text, as_values
from ygokg.store.values import Value

HEAVY = ("click", "dulwich", "pyoxigraph", "rdflib", "owlready2", "pyshacl", "sqlite3", "json", "urllib.request", "dataclasses")
MORE = """
@prefix card: <https://w3id.org/ygokg/card/> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix ygo: <https://w3id.org/ygokg/ontology#> .
card:5 a ygo:Card ; dct:identifier "5" ; a ygo:TrapCard ; skos:prefLabel "A New Card"@en .
"""


@pytest.fixture(scope="module")
def graph(cache: Path) -> ygokg.Graph:  # noqa: ARG001 - the cache's folder has to be set first
    return ygokg.open()


def fresh(script: str) -> str:
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=REPOSITORY, check=True, timeout=HANG)
    return ended.stdout.strip()


# ---- import


def test_the_import_brings_nothing_heavy() -> None:
    script = f"import sys; before = set(sys.modules); import ygokg; print(*sorted(set({HEAVY!r}) & (set(sys.modules) - before)))"
    assert fresh(script) == ""


def test_the_import_brings_nothing_but_itself() -> None:
    assert (
        fresh("import __future__, sys, typing; before = set(sys.modules); import ygokg; print(*sorted(set(sys.modules) - before))")
        == "ygokg"
    )


def test_everything_that_is_offered_is_there() -> None:
    for name in ygokg.__all__:
        assert getattr(ygokg, name) is not None, name
    assert dir(ygokg) == sorted(ygokg.__all__)
    with pytest.raises(AttributeError, match="module 'ygokg' has no attribute 'shut'"):
        ygokg.shut  # noqa: B018 - the attribute is the test


def test_the_package_is_marked_as_typed() -> None:
    assert (REPOSITORY / "ygokg" / "py.typed").is_file()


# ---- cards, rules, rulings

CARDS = [
    pytest.param("技能抽取", id="Chinese name"),
    pytest.param("スキルドレイン", id="Japanese name"),
    pytest.param("skill  drain", id="English name in another case"),
    pytest.param("82732705", id="passcode"),
    pytest.param(82732705, id="passcode as a number"),
    pytest.param("%5740", id="official id"),
    pytest.param("card:82732705", id="id"),
]


@pytest.mark.parametrize("name", CARDS)
def test_a_card_is_found(graph: ygokg.Graph, name: str | int) -> None:
    card = graph.card(name)
    assert (card.id, card.name, card.passcode, card.official_id, card.kind.name) == (
        "card:82732705",
        "Skill Drain",
        "82732705",
        "5740",
        "Trap Card",
    )
    assert card.names == {"zh": "技能抽取", "zh-Hans": "技能抽取", "ja": "スキルドレイン", "en": "Skill Drain"}
    assert [(effect.id, effect.mark) for effect in card.effects] == [("effect:82732705-1", "①")]
    assert "ygo:FieldMonsterNegator" in [family.id for family in card.effects[0].families]


def test_the_rules_of_a_card_are_those_that_the_command_shows(graph: ygokg.Graph, run: Callable[..., Run]) -> None:
    rules = json.loads(run("card", "技能抽取", "--format", "json").out)["rules"]
    assert [rule.id for rule in graph.rules("技能抽取")] == [rule["id"] for rule in rules["governing"] + rules["naming"]]
    more = [rule["id"] for key in ("governing", "naming", "wording", "possible") for rule in rules[key]]
    assert [rule.id for rule in graph.rules(graph.card("技能抽取"), possible=True)] == list(dict.fromkeys(more))


def test_asking_again_and_again_keeps_nothing(graph: ygokg.Graph) -> None:
    for card in ("Skill Drain", "Book of Moon", "Skill Drain"):
        assert graph.rules(card)
    assert graph._session.asked == []


def test_a_rule_says_what_it_needs_gives_and_rests_on(graph: ygokg.Graph) -> None:
    rule = graph.rule("negation.lapses-face-down")
    assert (rule.id, rule.question.id, rule.answer, rule.conclusion) == (
        "rule:negation.lapses-face-down",
        "ygo:IsNegated",
        "ygo:No",
        "not negated",
    )
    assert rule.exception_to == ("rule:negation.card-effects",)
    assert "rule:negation.left-and-face-down.open" in rule.exceptions
    assert rule.stated is True
    assert (rule.sources[0].document, rule.sources[0].line, rule.sources[0].issued) == ("Negation of 2026-08-14", 204, "2026-08-14")


def test_all_rules_and_all_rulings_can_be_listed(graph: ygokg.Graph, run: Callable[..., Run]) -> None:
    figures = run("query", "SELECT (COUNT(*) AS ?n) { ?x a ygo:Ruling }", "--format", "csv").out.split()[1]
    assert len(graph.rulings()) == int(figures)
    assert {rule.id for rule in graph.rules("Skill Drain")} < {rule.id for rule in graph.rules()}


def test_a_ruling_has_its_case_answer_and_source_with_date_and_page(graph: ygokg.Graph) -> None:
    ruling = graph.ruling("negation.154.a")
    assert (ruling.question.id, ruling.answer, ruling.words, ruling.date) == ("ygo:IsNegated", "ygo:No", "not negated", "2014-03-21")
    assert ruling.facts["ygo:faceAtResolution"] == ("ygo:FaceDown",)
    assert ruling.case[0] == 'effect: "Judgment Dragon" ①'
    assert (ruling.pending, ruling.withdrawn) == (False, False)
    (source,) = ruling.sources
    (reference,) = source.references
    assert (reference.kind, reference.number, reference.date, reference.url) == (
        "official FAQ",
        "12314",
        "2014-03-21",
        "https://www.db.yugioh-card.com/yugiohdb/faq_search.action?ope=5&fid=12314&request_locale=ja",
    )


def test_rulings_between_cards_have_all_of_them(graph: ygokg.Graph) -> None:
    assert [ruling.id for ruling in graph.rulings("技能抽取", "月之书")] == ["ruling:negation.112"]
    assert {"card:82732705", "card:14087893"} <= set(graph.ruling("negation.112").cards)


# ---- answers

CASES = [
    pytest.param(
        {"negator": "Skill Drain#1", "effect": "Satellarknight Deneb#1", "faceAtResolution": "FaceDown"},
        ("documented", "ygo:No", "not negated", ["ruling:negation.112"], ["rule:negation.lapses-face-down"]),
        id="documented",
    ),
    pytest.param(
        {"无效方": "技能抽取#1", "face at resolution": "里侧表示"},
        ("derived", "ygo:No", "not negated", [], ["rule:negation.lapses-face-down"]),
        id="derived, in labels of two languages",
    ),
    pytest.param(
        {"effect": "ygo:TriggerEffect"},
        ("open", None, "open", [], []),
        id="open",
    ),
]


@pytest.mark.parametrize(("facts", "expected"), CASES)
def test_a_case_is_answered(graph: ygokg.Graph, facts: dict[str, str], expected: tuple[object, ...]) -> None:
    answer = graph.resolve("IsNegated", facts)
    rulings, rules = [r.id for r in answer.rulings], [r.id for r in answer.rules]
    assert (answer.certainty, answer.answer, answer.words, rulings, rules) == expected


def test_objects_stand_for_what_they_are(graph: ygokg.Graph) -> None:
    drain, question = graph.card("Skill Drain"), graph.question("效果是否无效")
    family = drain.effects[0].families[1]
    by_name = graph.resolve("IsNegated", negator="Skill Drain#1", protector=["Magical Meltdown#2"])
    assert graph.resolve(question, negator=drain.effects[0], protector="Magical Meltdown#2") == by_name
    assert graph.resolve(question, negator=family).facts == {"ygo:negator": (family.id,)}


def test_an_answer_in_chinese_is_what_the_command_prints(graph: ygokg.Graph, run: Callable[..., Run]) -> None:
    answer = graph.in_language("zh").resolve("IsNegated", 无效方="技能抽取#1", 所问的效果="Mathematician#1")
    printed = run("resolve", "IsNegated", "negator=技能抽取#1", "effect=Mathematician#1", "--lang", "zh").out
    assert answer.words == "无效"
    assert answer.reason.startswith("→ 无效")
    assert printed.startswith(answer.reason)
    assert (answer.unless[0].condition, answer.unless[0].words) == ("处理前是否离开过：离开过又回来", "不会无效")
    assert "--explain" not in answer.reason


def test_an_answer_names_its_sources_once(graph: ygokg.Graph) -> None:
    answer = graph.resolve("IsNegated", negator="Skill Drain#1", effect="Mathematician#1")
    assert [source.id for source in answer.sources] == ["src:negation-20260814.192", "src:negation-20260814.193"]
    assert len(answer.nearest) == 3
    assert "negator now" in answer.assumed


def test_results_can_be_kept_as_json_pickled_and_put_into_sets(graph: ygokg.Graph) -> None:
    answer = graph.resolve("IsNegated", negator="Skill Drain#1")
    assert pickle.loads(pickle.dumps(answer)) == answer
    assert json.loads(json.dumps(dataclasses.asdict(answer)))["question"] == {"id": "ygo:IsNegated", "name": "Is the effect negated?"}
    assert len({graph.ruling("negation.112"), graph.ruling("negation.112"), graph.card("Skill Drain")}) == 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        answer.words = "negated"  # type: ignore[misc]


def test_many_threads_get_the_same_answer() -> None:
    graph = ygokg.open()
    found: list[str | None] = []

    def ask() -> None:
        found.append(graph.resolve("IsNegated", negator="Skill Drain#1", faceAtResolution="FaceDown").answer)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == ["ygo:No"] * 8


# ---- what is opened


@pytest.mark.usefixtures("small_built_in")
def test_own_data_lies_over_the_built_in_or_stands_alone(tmp_path: Path) -> None:
    file = tmp_path / "more.ttl"
    file.write_text(MORE, encoding="utf-8")
    over, alone = ygokg.open(str(file)), ygokg.open([tmp_path], builtin=False)
    assert (over.card("A New Card").id, over.card("Skill Drain").id) == ("card:5", "card:82732705")
    assert [row["card"] for row in alone.query("SELECT ?card { ?card a ygo:Card }")] == ["card:5"]
    with pytest.raises(ygokg.NotFound):
        alone.card("Skill Drain")


@pytest.mark.parametrize("day", [pytest.param("2014-12-31", id="text"), pytest.param(date(2014, 12, 31), id="date")])
def test_the_graph_of_a_day_has_what_was_documented_by_then(graph: ygokg.Graph, day: str | date) -> None:
    then = ygokg.open(as_of=day)
    assert then.as_of == "2014-12-31"
    assert then.ruling("negation.154.a").date == "2014-03-21"
    assert 0 < len(then.rulings()) < len(graph.rulings())
    with pytest.raises(ygokg.NotFound):
        then.ruling("negation.112")
    with pytest.raises(ygokg.UsageProblem, match="SPARQL sees the graph of today"):
        then.query("ASK {}")


def test_conflicts_are_those_that_the_command_finds(run: Callable[..., Run]) -> None:
    data = [REPOSITORY / "tests" / "data" / part for part in ("small", "conflicts/unexplained.ttl")]
    graph = ygokg.open(data, builtin=False)
    told = json.loads(run("--no-builtin", *(f"--data={path}" for path in data), "conflicts", "--format", "json").out)
    assert [(c.id, c.kind, c.severity) for c in graph.conflicts()] == [(f["id"], f["kind"], f["severity"]) for f in told]
    (found,) = graph.conflicts(kinds=["unexplained"])
    assert (found.id, found.about, found.accepted) == ("unexplained:a3549306", ("ruling:planted.44",), None)
    assert found.text.startswith("warning unexplained:a3549306: no rule explains the ruling\n")


# ---- SPARQL


def test_rows_have_pythons_values(graph: ygokg.Graph) -> None:
    query = """SELECT ?iri ?text ?plain ?number ?half ?day ?yes ?nothing {
        VALUES ( ?iri ?text ?plain ?number ?half ?day ?yes ) {
            ( ygo:No "无"@zh "x" 3 0.5 "2014-03-21"^^xsd:date true ) ( <urn:x> "2014"^^xsd:gYearMonth "" 1e0 -1 "2014-99-99"^^xsd:date false )
        } } ORDER BY DESC(?number)"""
    rows = graph.query(query)
    assert rows.columns == ("iri", "text", "plain", "number", "half", "day", "yes", "nothing")
    assert [*rows[0].values()] == ["ygo:No", "无", "x", 3, Decimal("0.5"), date(2014, 3, 21), True, None]
    assert [*rows[1].values()] == ["urn:x", "2014", "", 1.0, -1, "2014-99-99", False, None]
    first = rows[0]
    assert isinstance(first["iri"], Iri)
    assert first["iri"].full == "https://w3id.org/ygokg/ontology#No"
    assert isinstance(first["text"], Text)
    assert first["text"].lang == "zh"
    assert (len(rows), list(rows[1:])) == (2, [rows[1]])
    assert pickle.loads(pickle.dumps(rows)) == rows
    assert pickle.loads(pickle.dumps(first["text"])).lang == "zh"


def test_other_forms_give_rows_too(graph: ygokg.Graph) -> None:
    assert list(graph.query("ASK { card:82732705 a ygo:Card }")) == [{"answer": True}]
    triples = graph.query("CONSTRUCT { ?card dct:identifier ?n } WHERE { ?card a ygo:Card ; dct:identifier ?n }", n="82732705")
    assert [*triples] == [{"subject": "card:82732705", "predicate": "dct:identifier", "object": "82732705"}]
    assert triples.columns == ("subject", "predicate", "object")


def test_a_named_query_takes_names_and_objects(graph: ygokg.Graph) -> None:
    by_name = graph.query("rulings-between-cards", card="技能抽取", other="月之书")
    by_object = graph.query("rulings-between-cards", card=graph.card("Skill Drain"), other=graph.card(14087893))
    assert [row["ruling"] for row in by_name] == [row["ruling"] for row in by_object] == ["ruling:negation.112"]


VALUES = [
    pytest.param("card:5", Value("iri", "https://w3id.org/ygokg/card/5"), id="a short name"),
    pytest.param(Iri("urn:x"), Value("iri", "urn:x"), id="an IRI"),
    pytest.param(Text("无", "zh"), Value("text", "无", "zh"), id="text with a language"),
    pytest.param("12", Value("text", "12"), id="digits as text"),
    pytest.param(12, Value("number", "12"), id="a number"),
    pytest.param("rule: one", Value("text", "rule: one"), id="text with a colon"),
]


@pytest.mark.parametrize(("given", "value"), VALUES)
def test_pythons_values_enter_a_query(given: object, value: Value) -> None:
    assert as_values({"x": given}) == {"x": value}


# ---- what goes wrong

WRONG = [
    pytest.param(lambda g: g.card("Skill Drian"), "NotFound", "There is no card “Skill Drian” in the data.", id="a card nearly named"),
    pytest.param(lambda g: g.rules("no such card"), "NotFound", "There is no card “no such card” in the data.", id="rules of no card"),
    pytest.param(lambda g: g.rule("negation.lapses"), "NotFound", "There is no rule negation.lapses.", id="no rule"),
    pytest.param(lambda g: g.ruling("negation.9999"), "NotFound", "There is no ruling negation.9999.", id="no ruling"),
    pytest.param(lambda g: g.question("IsNegatedd"), "UsageProblem", None, id="no question"),
    pytest.param(lambda g: g.resolve("IsNegated", negator="Skill Drain#7"), "NotFound", None, id="no effect"),
    pytest.param(lambda g: g.resolve("IsNegated", weather="rain"), "UsageProblem", None, id="no feature"),
    pytest.param(lambda g: g.resolve("IsNegated", faceAtResolution=["FaceUp", "FaceDown"]), "UsageProblem", None, id="two values"),
    pytest.param(lambda g: g.resolve("IsNegated", nope=1), "UsageProblem", "`nope` cannot be 1.", id="a number"),
    pytest.param(lambda g: g.resolve("IsNegated", negator=None), "UsageProblem", "`negator` cannot be None.", id="None"),
    pytest.param(
        lambda g: g.resolve("IsNegated", negator=["Skill Drain#1", 5]), "UsageProblem", "`negator` cannot be 5.", id="a number in a list"
    ),
    pytest.param(lambda g: g.resolve("IsNegated", {"negator": b"x"}), "UsageProblem", "`negator` cannot be 120.", id="bytes"),
    pytest.param(lambda g: g.resolve("IsNegated", ["negator=技能抽取#1"]), "UsageProblem", "The case is a list.", id="a list of facts"),
    pytest.param(lambda g: g.conflicts(kinds=["quarrel"]), "UsageProblem", "There is no kind of finding “quarrel”.", id="no kind"),
    pytest.param(lambda g: g.conflicts(topic="weather"), "UsageProblem", "There is no topic “weather”.", id="no topic"),
    pytest.param(lambda g: g.query("rulings-of-cards"), "NotFound", "There is no query `rulings-of-cards`.", id="no query"),
    pytest.param(lambda g: g.query("SELECT * {"), "BrokenInput", "The query: a closing brace is missing.", id="no SPARQL"),
    pytest.param(lambda g: g.query("CLEAR ALL"), "UsageProblem", "CLEAR is an update; the graph is only read.", id="an update"),
    pytest.param(lambda g: g.query("ASK { ?x ?y ?z }", x=[1]), "UsageProblem", "The value of `x` is a list.", id="no value"),
    pytest.param(lambda g: g.in_language("fr"), "UsageProblem", "`fr` is no language of the graph.", id="no language"),
    pytest.param(lambda _: ygokg.open(lang="fr"), "UsageProblem", "`fr` is no language of the graph.", id="no language to open in"),
    pytest.param(lambda _: ygokg.open(as_of="yesterday"), "UsageProblem", "`yesterday` is no day.", id="no day"),
    pytest.param(lambda _: ygokg.open(as_of="1990-01-01"), "NotFound", None, id="a day before everything"),
    pytest.param(lambda _: ygokg.open(builtin=False), "UsageProblem", "Without the built-in data the graph is empty.", id="nothing"),
    pytest.param(lambda _: ygokg.open("gone.ttl"), "UsageProblem", "gone.ttl does not exist.", id="no file"),
]


@pytest.mark.parametrize(("call", "kind", "message"), WRONG)
def test_what_goes_wrong_is_raised_with_what_to_do(
    graph: ygokg.Graph, call: Callable[[ygokg.Graph], object], kind: str, message: str | None
) -> None:
    with pytest.raises(ygokg.YgokgError) as caught:
        call(graph)
    assert type(caught.value) is getattr(ygokg, kind)
    assert message is None or caught.value.message == message
    assert caught.value.hint


@pytest.mark.skipif(sys.platform == "win32", reason="a limit needs a system that can fork")
def test_a_query_that_takes_too_long_is_no_empty_result(graph: ygokg.Graph) -> None:
    assert len(graph.query("rulings-between-cards", card="Skill Drain", other="Book of Moon", timeout=HANG)) == 1
    with pytest.raises(ygokg.TimedOut):
        graph.query("SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }", timeout=0.2)
