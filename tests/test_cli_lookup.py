"""Looking things up in the built-in graph, and the search behind it."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from conftest import Run

from ygokg.graph.labels import named_terms, search, suggest
from ygokg.graph.words import label
from ygokg.lookup.cards import card_page
from ygokg.lookup.excerpt import Excerpt, Queries, select_from
from ygokg.lookup.rules import find_rules, rule_page
from ygokg.lookup.rulings import find_rulings, ruling_page
from ygokg.lookup.terms import find_terms, meant, term_page
from ygokg.render.cards import card_lines
from ygokg.render.rules import rule_lines, ruling_page_lines
from ygokg.render.terms import term_lines
from ygokg.store.cache import Graph

NAMED = {"rule:a.face-down": {"en": "lapses"}, "rule:a.face-down-too": {"en": "Face-down"}, "rule:b": {"zh": "变成里侧 表示"}}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("a.face-down", ["rule:a.face-down"]),
        ("RULE:B", ["rule:b"]),
        ("face down", ["rule:a.face-down-too"]),
        ("down a", ["rule:a.face-down", "rule:a.face-down-too"]),
        ("变成里侧表示", ["rule:b"]),
        ("里侧", ["rule:b"]),
        ("--", []),
        ("nothing", []),
    ],
    ids=["id before label", "id with prefix", "whole label before part", "parts in any order", "spaces", "a part", "signs alone", "none"],
)
def test_search(words: str, expected: list[str]) -> None:
    assert search(NAMED, words) == expected


def test_suggestions_come_nearest_first() -> None:
    assert suggest(NAMED, "lapse") == ["rule:a.face-down"]
    assert suggest(NAMED, "xyzxyz") == []


FOUR_WAYS = ("技能抽取", "Skill Drain", "スキルドレイン", "82732705", "%5740", "ｓｋｉｌｌ　ｄｒａｉｎ")

EXAMPLES = [
    tuple(shlex.split(line)[1:])
    for command in ("card", "rule", "ruling", "term", "new")
    for line in (import_module(f"ygokg.cli.{command}").command.help or "").splitlines()
    if line.strip().startswith("ygokg ")
]


def test_a_card_is_the_same_by_every_name(run: Callable[..., Run]) -> None:
    outputs = {run("card", name, "--lang", "zh").out for name in FOUR_WAYS}
    assert [output.splitlines()[:3] for output in outputs] == [["技能抽取", "スキルドレイン / Skill Drain", "陷阱卡 · 82732705 · %5740"]]


@pytest.mark.parametrize("arguments", EXAMPLES, ids=" ".join)
def test_the_examples_of_the_help_run(
    arguments: tuple[str, ...], run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = run(*arguments)
    aged = "csv" in arguments and arguments[0] != "query"
    assert (ended.code, ended.err[: len("Rests on: ")]) == (0, "Rests on: " if aged else "")
    assert ended.out or "--output" in arguments


def test_skill_drain_and_book_of_moon_meet_in_one_ruling(run: Callable[..., Run]) -> None:
    assert run("card", "技能抽取", "月之书", "--lang", "zh", "--format", "tsv").out.splitlines()[1].split("\t")[1:5] == [
        "ruling:negation.112",
        "ygo:IsNegated",
        "ygo:No",
        "不会无效",
    ]


@pytest.mark.parametrize("lang", ["zh", "ja", "en"])
def test_everything_in_the_graph_has_words(lang: str, graph: Graph) -> None:
    model = graph.model
    nouns = (model.terms, model.features, model.questions, model.families, model.rules, model.systems, model.documents)
    ids = [i for known in (*nouns, model.effects, model.cards, model.archetypes) for i in known]
    assert [i for i in ids if label(model, i, lang) in (i, "")] == []


def test_the_kinds_that_have_no_term_have_words(graph: Graph) -> None:
    kinds = {card.kind for card in graph.model.cards.values()} | {rule.basis for rule in graph.model.rules.values()}
    kinds |= {e.source_class for passage in graph.model.passages.values() for e in passage.evidence if e.source_class}
    assert [kind for kind in kinds if label(graph.model, kind, "zh") == kind] == []


def test_every_ruling_rule_and_term_can_be_shown(graph: Graph) -> None:
    model = graph.model
    select = select_from(graph)
    pages = []
    for i in model.rulings:
        excerpt = Excerpt(Queries(select), "zh")
        assert find_rulings(excerpt, i) == (i,)
        ruling = ruling_page(excerpt, i)
        pages.append(ruling_page_lines(ruling.model, ruling.view, "zh"))
    for i in model.rules:
        excerpt = Excerpt(Queries(select), "ja")
        rule = rule_page(excerpt, *find_rules(excerpt, i))
        pages.append(rule_lines(rule.model, rule.view, "ja"))
    for i in named_terms(model):
        excerpt = Excerpt(Queries(select), "en")
        found, _ = meant(excerpt, find_terms(excerpt, i), i)
        assert found == i
        term = term_page(excerpt, found)
        pages.append(term_lines(term.model, term.view, "en"))
    for card in model.cards.values():
        shown = card_page(Excerpt(Queries(select), "zh"), [card])
        pages.append(card_lines(shown.model, shown.view, "zh"))
    assert [page[0].text for page in pages if len(page) < 3 or not page[0].text] == []
