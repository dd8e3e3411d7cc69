"""`ruling`, `contrast`, `stats` and the lists of `resolve` ask the graph itself: their queries run anywhere, and nothing else is read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest
from conftest import Run
from lookup_world import ask, excerpt, turtle

from ygokg.store.values import Value

LOOK_UPS = {
    "a ruling": ("ruling", "negation.112"),
    "a ruling for programs": ("ruling", "negation.113.b", "--format", "json"),
    "the rulings of a passage": ("ruling", "negation.113"),
    "a contrast": ("contrast", "negation.112"),
    "the questions": ("resolve",),
    "a question": ("resolve", "IsNegated"),
    "a question for programs": ("resolve", "IsNegated", "--format", "json"),
    "the figures": ("stats",),
    "the figures with what is behind them": ("stats", "--all"),
}
NOTHING = {
    "no such ruling": ("ruling", "negatoin.112"),
    "a passage without a ruling": ("ruling", "negation.103"),
    "nothing answers otherwise": ("contrast", "negation.113.b"),
}
BUILT_IN = {
    "a ruling": (("ruling", "negation.112"), "→ not negated"),
    "a contrast": (("contrast", "negation.112"), "Is the effect negated?"),
    "the questions": (("resolve",), "question"),
    "a question": (("resolve", "CanActivate"), "CanActivate"),
    "the figures": (("stats",), "Data of"),
}


def cases(*tables: dict[str, tuple[str, ...]]) -> list[object]:
    return [pytest.param(arguments, id=name) for table in tables for name, arguments in table.items()]


@pytest.mark.parametrize("arguments", cases(LOOK_UPS, NOTHING))
def test_each_query_of_a_look_up_runs_as_it_is_written(arguments: tuple[str, ...]) -> None:
    queries = list(shown(arguments))
    assert len(queries) > 1
    for query in queries:
        ended = ask("query", "-", "--format", "csv", stdin=query)
        assert (ended.exit_code, ended.stderr.startswith("Error")) == (0, False), query


def shown(arguments: tuple[str, ...]) -> Iterator[str]:
    """Yield the queries that a look-up on the small graph shows, one by one."""
    written = ask(*arguments, "--show-query").stdout
    yield from (part for part in re.split(r"(?m)^(?=# name: )", written) if part)


@pytest.mark.parametrize("arguments", cases(LOOK_UPS, NOTHING))
def test_showing_the_queries_ends_as_the_look_up_ends(arguments: tuple[str, ...]) -> None:
    assert ask(*arguments, "--show-query").exit_code == ask(*arguments).exit_code


def test_one_query_is_shown_by_its_name() -> None:
    ended = ask("ruling", "negation.112", "--show-query=rulings-beside")
    assert ended.stdout.startswith("# name: rulings-beside\n# title: Rulings that name a ruling\n")
    assert ended.stdout.count("SELECT") == 1


def test_a_query_that_was_not_asked_is_refused_with_those_that_were() -> None:
    ended = ask("stats", "--show-query=rulings-beside")
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert ended.stderr.startswith("Error: No query `rulings-beside` was asked.\nAsked were: documents-and-systems, things-counted")


def test_a_case_is_answered_without_queries() -> None:
    ended = ask("resolve", "IsNegated", "negator=技能抽取#1", "--show-query")
    said = "Error: A case is answered by the rule base, not by queries.\n"
    hint = "`--show-query` is for the lists of `resolve`: `ygokg resolve --show-query`, `ygokg resolve QUESTION --show-query`.\n"
    assert (ended.exit_code, ended.output) == (2, said + hint)
    assert ask("resolve", "--ask", "--show-query").output == said + hint
    assert ask("resolve", "IsNegated", "negator=技能抽取#1", "--show-query", "--lang", "zh").output == (
        "Error: 具体情况由规则库作答，不经查询。\n"
        "`--show-query` 用于 `resolve` 的列表：`ygokg resolve --show-query`、`ygokg resolve 问题 --show-query`。\n"
    )
    assert ask("resolve", "IsNegated", "negator=技能抽取#1", "--show-query", "--lang", "ja").output == (
        "Error: 状況への答えはルールベースが出し、クエリは使いません。\n"
        "`--show-query` は `resolve` の一覧のためのものです：`ygokg resolve --show-query`、`ygokg resolve 質問 --show-query`。\n"
    )


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(("arguments", "begins"), [pytest.param(*case, id=name) for name, case in BUILT_IN.items()])
def test_the_triples_alone_answer(run: Callable[..., Run], arguments: tuple[str, ...], begins: str) -> None:
    for lang, format in product(("zh", "ja", "en"), ("table", "json")):
        ended = run(*arguments, "--lang", lang, "--format", format)
        assert ended.code == 0
        assert ended.out.startswith(begins) if (lang, format) == ("en", "table") else ended.out


@pytest.mark.usefixtures("uncompiled")
def test_the_triples_alone_answer_for_a_day(run: Callable[..., Run]) -> None:
    later = run("ruling", "negation.112", "--as-of", "2021-08-01")
    assert (later.code, later.err.splitlines()[0]) == (
        3,
        'Error: "negation.112" was not documented yet by 2021-08-01; it is of 2021-08-02.',
    )
    then, now = (json.loads(run("resolve", "--format", "json", *day).out) for day in (("--as-of", "2021-01-01"), ()))
    assert [row["rules"] for row in then] == [row["rules"] for row in now]
    assert 0 < sum(row["rulings"] for row in then) < sum(row["rulings"] for row in now)


WORDS = [
    pytest.param("a b", id="a space"),
    pytest.param('negation.112"', id="a quotation mark"),
    pytest.param("<>", id="brackets"),
    pytest.param("", id="nothing"),
    pytest.param("src:", id="a prefix alone"),
]


@pytest.mark.parametrize("words", WORDS)
def test_words_that_no_query_can_hold_name_nothing(words: str) -> None:
    ended = ask("ruling", words)
    assert (ended.exit_code, ended.stdout) == (3, "")
    assert ended.stderr.startswith(f'Error: No ruling "{words}".\n')


def test_passages_without_a_rule_system_are_counted_together(tmp_path: Path, run: Callable[..., Run]) -> None:
    stray = "src:negation.200 a ygo:Passage ; dct:isPartOf src:negation ; ygo:line 200 ; ygo:passageKind ygo:NoteLine .\n"
    (tmp_path / "world.ttl").write_text(turtle(stray), encoding="utf-8")
    found = json.loads(run("stats", "--format", "json", "--no-builtin", "--data", str(tmp_path)).out)
    assert found["systems"][""] == {"total": 1, "cited": 0, "left_out": 0, "open": ["src:negation.200"]}
    assert found["documents"]["src:negation"]["total"] == 8


SEVERAL = """
rule:negation.unless-drain owl:deprecated true .
rule:negation.face a ygo:Rule ; ygo:asks ygo:faceAtResolution ; ygo:answer ygo:FaceUp .
ruling:negation.113.b owl:deprecated true .
effect:37742478-1 a owl:NamedIndividual ; ygo:effectOf card:37742478 .
ygo:FaceUp a owl:NamedIndividual .
[] a ygo:Card , owl:NamedIndividual .
"""
COUNTED = [
    pytest.param(
        "things-counted", "", "cards 4, effects 5, families 3, features 4, passages 7, questions 2, rules 3, rulings 4", id="things"
    ),
    pytest.param(
        "things-counted", SEVERAL, "cards 4, effects 6, families 3, features 4, passages 7, questions 2, rules 4, rulings 4", id="more"
    ),
    pytest.param("rules-counted", "", "ygo:IsNegated 3", id="rules"),
    pytest.param("rules-counted", SEVERAL, "ygo:IsNegated 2", id="rules in force"),
    pytest.param("rules-of-note-counted", "", "ygo:namesEffect 1", id="rules that name an effect"),
    pytest.param("rules-of-note-counted", SEVERAL, "ygo:unexercised 1", id="rules in force that name an effect"),
    pytest.param("rulings-counted", "", "ygo:CanActivate 1, ygo:IsNegated 3", id="rulings"),
    pytest.param("rulings-counted", SEVERAL, "ygo:IsNegated 3", id="rulings in force"),
]


@pytest.mark.parametrize(("query", "extra", "counts"), COUNTED)
def test_what_is_withdrawn_or_has_no_name_is_not_counted(query: str, extra: str, counts: str) -> None:
    rows = excerpt(extra or "# no more\n").queries.rows(query)
    assert ", ".join(sorted(f"{name.text} {number.text}" for name, number in rows)) == counts


@pytest.mark.parametrize(
    ("day", "counts"),
    [("2020-12-06", ""), ("2020-12-07", "ygo:CanActivate 1, ygo:IsNegated 1"), ("2024-01-01", "ygo:CanActivate 1, ygo:IsNegated 3")],
)
def test_rulings_of_a_day_are_counted(day: str, counts: str) -> None:
    rows = excerpt().queries.rows("rulings-counted-then", day=[Value("text", day)])
    assert ", ".join(sorted(f"{name.text} {number.text}" for name, number in rows)) == counts
