"""Look-ups ask the graph: by queries that run anywhere, few of them, and without the compiled model."""

from __future__ import annotations

import csv
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Run

from ygokg.graph.triples import curie
from ygokg.store.bundle import root
from ygokg.store.sparql import parse_header

Runner = Callable[..., Run]

MOST = 8
"""So many requests a look-up sends to a server, at the most."""

LOOK_UPS = {
    "a card": ("card", "技能抽取", "--lang", "zh"),
    "several cards": ("card", "技能抽取", "月之书"),
    "a card that is not there": ("card", "skil dran"),
    "a rule": ("rule", "negation.lapses-face-down", "--lang", "zh"),
    "a rule for programs": ("rule", "negation.lapses-face-down", "--format", "json"),
    "a rule by a part of its label": ("rule", "the effect of a card that is face-down at resolution is not"),
    "several rules": ("rule", "变成里侧"),
    "no rule": ("rule", "negatoin.laspes"),
    "a rule system": ("rule", "no-op/set-value", "--lang", "ja"),
    "a rule system as a table": ("rule", "no-op.set-value", "--format", "csv"),
    "all rule systems": ("rule",),
    "a value": ("term", "里侧表示", "--lang", "zh"),
    "a family": ("term", "ygo:LapsesFaceDown", "--all"),
    "a question for programs": ("term", "IsNegated", "--format", "json"),
    "a term by a part of its label": ("term", "field-monster negation of"),
    "several terms": ("term", "face"),
    "no term": ("term", "facedwn"),
    "a concept": ("term", "无效的种类", "--lang", "zh"),
    "all of a concept": ("term", "NegatedState", "--all"),
    "a concept for programs": ("term", "NegatedState", "--format", "json"),
    "the scheme of the concepts": ("term", "--lang", "ja"),
    "the scheme as a table": ("term", "--format", "csv"),
    "a word of the vocabulary": ("term", "exceptionTo"),
    "a word of the vocabulary for programs": ("term", "Passage", "--format", "json"),
    "a word by a part of its id": ("term", "exceptionT"),
}


def queries_of(run: Runner, *arguments: str) -> list[str]:
    """Return the queries of a look-up, one by one."""
    return ["# title:" + text for text in run(*arguments, "--show-query").out.split("# title:")[1:]]


@pytest.mark.parametrize("arguments", [pytest.param(arguments, id=spoken) for spoken, arguments in LOOK_UPS.items()])
def test_a_look_up_answers_without_the_compiled_model(arguments: tuple[str, ...], run: Runner, request: pytest.FixtureRequest) -> None:
    expected = run(*arguments)
    request.getfixturevalue("uncompiled")
    assert run(*arguments) == expected


@pytest.mark.parametrize("arguments", [pytest.param(arguments, id=spoken) for spoken, arguments in LOOK_UPS.items()])
def test_a_look_up_asks_few_queries(arguments: tuple[str, ...], run: Runner) -> None:
    assert 0 < len(queries_of(run, *arguments)) <= MOST


@pytest.mark.parametrize(
    ("arguments", "query", "row"),
    [
        (("rule", "negation.lapses-face-down"), "rules", "rule:negation.lapses-face-down,ygo:asks,ygo:IsNegated"),
        (("rule", "negation.lapses-face-down"), "rulings-under-rule", "ruling:negation.112,ygo:answer,ygo:No"),
        (("rule", "negation.lapses-face-down", "--lang", "zh"), "words", "ygo:IsNegated,rdfs:label,效果是否无效"),
        (("rule", "no-op.set-value"), "rules-of-system", "rule:no-op.later.at-activation,owl:deprecated,true"),
        (("rule",), "systems", "system:negation.kinds-and-state,ygo:topic,negation"),
        (("term", "里侧表示"), "terms", "ygo:FaceDown,rdf:type,ygo:Value"),
        (("term", "里侧表示"), "rulings-in-short", "ruling:classes-20260814.111.a,ygo:asks,ygo:IsContinuousApplied"),
        (("term", "ygo:LapsesFaceDown", "--all"), "uses-of-term", "rule:negation.lapses-face-down"),
        (("term", "face"), "keys-with", "ygo:FaceDown,face"),
        (("term", "facedwn"), "types", "ygo:FaceDown,rdf:type,ygo:Value"),
        (("term", "NegatedState"), "about-concepts", "ygo:CardEffectsNegator,ygo:NegatedState"),
        (("term", "KindsOfNegation"), "narrower-concepts", "ygo:EffectNegation,ygo:KindsOfNegation"),
        (("term",), "concepts", "ygo:EffectNegation,skos:broader,ygo:KindsOfNegation"),
        (("term", "exceptionTo"), "terms", "ygo:exceptionTo,ygo:saidOf,ygo:Rule"),
        (("term", "exceptionT"), "words-with", "ygo:exceptionTo,exceptiont"),
    ],
    ids=[
        "a rule by its id",
        "the rulings under it",
        "its words",
        "the rules of a system",
        "the systems",
        "a term by its label",
        "its first rulings",
        "all uses",
        "a part of a label",
        "what is near",
        "what is about a concept",
        "what is narrower",
        "the concepts",
        "a word of the vocabulary",
        "a part of its id",
    ],
)
def test_what_a_look_up_asked_gives_its_rows_in_query(arguments: tuple[str, ...], query: str, row: str, run: Runner) -> None:
    shown = run(*arguments, "--show-query", query)
    answered = [run("query", "-", "--format", "csv", stdin="# title:" + text) for text in shown.out.split("# title:")[1:]]
    assert {ended.code for ended in answered} == {0}
    rows = [",".join(map(curie, cells)) for ended in answered for cells in csv.reader(ended.out.splitlines())]
    assert row in rows


def test_a_look_up_that_finds_nothing_shows_its_queries_all_the_same(run: Runner) -> None:
    shown = run("rule", "negatoin.laspes", "--show-query", "keys")
    assert (shown.code, shown.out.count("# title:")) == (3, 1)


def test_each_query_has_its_name_over_it_and_one_that_comes_again_a_number(run: Runner) -> None:
    shown = run("card", "技能抽取", "月之书", "--show-query")
    names = [line.removeprefix("# name: ") for line in shown.out.splitlines() if line.startswith("# name: ")]
    assert names == ["cards", "cards.2", "effects-of-card", "rulings-between-cards", "words", "documents-behind"]
    alone = [run("card", "技能抽取", "月之书", "--show-query", name) for name in names]
    assert "\n".join(ended.out for ended in alone) == shown.out
    assert {run("query", "-", stdin=ended.out).code for ended in alone} == {0}


def test_several_queries_at_once_are_refused_with_their_names(run: Runner) -> None:
    shown = run("rule", "--show-query")
    assert run("query", "-", stdin=shown.out) == Run(
        2,
        "",
        "Error: The query holds several queries; one runs at a time.\n"
        "Give them one by one; of those behind a look-up: `--show-query NAME | ygokg query -`."
        " They are systems, words, day-of-data.\n",
    )
    assert run("query", "ASK { ?s ?p ?o } ASK { ?s ?p ?o }").err == (
        "Error: The query holds several queries; one runs at a time.\n"
        "Give them one by one; of those behind a look-up: `--show-query NAME | ygokg query -`.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (
            ("card", "--show-query", "技能抽取"),
            'Error: `--show-query` took "技能抽取" for the name of a query, and none is called so.\n'
            "If that is to be looked up, put it first: `ygokg card … --show-query`."
            " One query alone is `--show-query=NAME`; the names stand over the queries.\n",
        ),
        (
            ("ruling", "--show-query", "negation.112", "--lang", "zh"),
            "Error: `--show-query` 把“negation.112”当成了查询的名称，而没有这个名称的查询。\n"
            "要查的东西请写在前面：`ygokg ruling … --show-query`。只要一条查询时写 `--show-query=名称`，名称写在各条查询之上。\n",
        ),
        (
            ("--lang", "ja", "rule", "--show-query", "../words"),
            "Error: `--show-query` は「../words」をクエリの名前と受け取りましたが、その名前のクエリはありません。\n"
            "調べるものは先に書いてください：`ygokg rule … --show-query`。"
            "1つのクエリだけなら `--show-query=名前` です。名前は各クエリの上に出ます。\n",
        ),
    ],
    ids=["a card", "a ruling, in Chinese", "a path, in Japanese"],
)
def test_what_is_looked_up_is_not_taken_for_a_query(arguments: tuple[str, ...], expected: str, run: Runner) -> None:
    assert run(*arguments) == Run(2, "", expected)


EXAMPLES = [
    pytest.param(query.stem, parse_header(query.stem, query.read_text(encoding="utf-8")).example, id=query.stem)
    for query in sorted(Path(root(), "queries", "look-up").glob("*.rq"))
]


@pytest.mark.parametrize(("query", "example"), EXAMPLES)
def test_the_example_of_a_look_up_query_asks_it(query: str, example: str, run: Runner) -> None:
    before, _, command = example.rpartition(" | ")
    stdin = shlex.split(before)[1].replace("\\n", "\n") if before else None
    arguments = shlex.split(command)[1:]
    assert run(*arguments, query, stdin=stdin).out.startswith(f"# name: {query}\n# title:")
