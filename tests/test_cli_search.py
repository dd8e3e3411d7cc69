"""`ygokg search`: exact text and exit code on a small graph, and what people look for in the built-in one."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import BUILT_IN_DAY, REPOSITORY, Run
from lookup_world import ask
from terminal import Terminal

from ygokg.cli.search import command

Runner = Callable[..., Run]

DRAIN_EN = """\
card    Skill Drain (card:82732705)
rule    not under Skill Drain → lifts: lapses face-down (rule:negation.unless-drain)
ruling  not negated (ruling:negation.112)
          …Deneb" ① · negator: "Skill Drain" ① · face at resolution: face-down…
… and 3 more; --max 6 shows all.
Rests on: Negation (2023-12)
"""

MOON_ZH = """\
卡片  月之书 (card:14087893)
裁定  不会无效 (ruling:negation.112)
        …· 处理时的表示形式：里侧守备表示 · 月之书 → 不会无效
裁定  是否无效：调整中 (ruling:negation.114)
        效果：「月之书」 · 无效它的效果：「技能抽取」① → 是否无效：调整中
依据：无效（2023-12）
"""

NAME_IN_ANOTHER_LANGUAGE = """\
card    Skill Drain (card:82732705)
          スキルドレイン
"""

FAQ = """\
ruling  negated (2020-12-07) (ruling:negation.113.a)
          12812
          A spell is no monster.
ruling  can be activated (2020-12-07) (ruling:negation.113.b)
          12812
          effect: some Spell Card · negator: "Skill Drain" ① → can be activated
Rests on: Negation (2023-12)
"""

TERMS_ZH = """\
术语  是否无效 (ygo:IsNegated)
术语  无效它的效果 (ygo:negator)
术语  场上怪兽的无效 (ygo:FieldNegator)
术语  无效效果 (ygo:Negator)
"""

SYSTEM_JA = """\
体系    無効状態 (system:negation.state)
体系    場のモンスター (system:negation.field)
          对场上怪兽持续适用的无效。
"""


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("skill", "drain", "--max", "3"), DRAIN_EN),
        (("月之书", "--lang", "zh"), MOON_ZH),
        (("スキルドレイン", "--kind", "card"), NAME_IN_ANOTHER_LANGUAGE),
        (("12812",), FAQ),
        (("无效", "-里侧", "--kind", "term", "--lang", "zh"), TERMS_ZH),
        (("無效", "--kind", "system", "--lang", "ja"), SYSTEM_JA),
        (("-lapses", "skill drain", "-negator", "-rule"), "card    Skill Drain (card:82732705)\n"),
        (("--kind", "card", "--", "7", "-82732705", "-deneb"), "card    Silent Swordsman LV7 (card:37742478)\n"),
    ],
    ids=[
        "the first of several",
        "two characters more than once",
        "a name in another language is shown",
        "an official FAQ id",
        "a word left out",
        "a system by its definition",
        "words to leave out among options, whatever letters they have",
        "after two hyphens",
    ],
)
def test_search(arguments: tuple[str, ...], expected: str) -> None:
    result = ask("search", *arguments)
    assert (result.output, result.exit_code) == (expected, 0)


NOTHING = [
    (
        "a slip",
        ("facedwn",),
        'Nothing has "facedwn".\nNearest: face-down (ygo:FaceDown), lapses face-down (rule:negation.lapses-face-down), face-up (ygo:FaceUp)\n',
    ),
    ("like nothing", ("qqqqqqqq",), 'Nothing has "qqqqqqqq".\nTry a shorter word, or the word in another language.\n'),
    ("in Japanese", ("qqqqqqqq", "--lang", "ja"), "「qqqqqqqq」は見つかりません。\nもっと短い語か、別の言語の語で試してください。\n"),
    ("one of two words", ("技能抽取", "qqq"), "Nothing has all of 技能抽取, qqq.\nEach alone: 技能抽取 6, qqq 0\n"),
    (
        "a phrase of words that are there",
        ("技能抽取 月之书",),
        'Nothing has "技能抽取 月之书".\nAs separate words (技能抽取 月之书): 2.\nEach alone: 技能抽取 6, 月之书 3\n',
    ),
    ("another kind", ("月之书", "--kind", "rule"), 'Nothing has "月之书".\nNo rule has it; of other kinds: 3 (leave out --kind).\n'),
    ("all left out", ("月之书", "-星因士", "-月"), 'Nothing has "月之书".\nWithout leaving out 星因士, 月: 3.\n'),
]


@pytest.mark.parametrize(("arguments", "message"), [case[1:] for case in NOTHING], ids=[case[0] for case in NOTHING])
def test_nothing_found_says_what_to_try(arguments: tuple[str, ...], message: str) -> None:
    result = ask("search", *arguments)
    assert (result.stdout, result.stderr, result.exit_code) == ("", f"Error: {message}", 3)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(("-无效",), "Only words to leave out are given."), (("、",), "No word is given.")],
    ids=["only exclusions", "signs alone"],
)
def test_a_search_for_nothing_is_refused(arguments: tuple[str, ...], message: str) -> None:
    result = ask("search", *arguments)
    hint = "Give at least one word to look for: ygokg search 无效"
    assert (result.stdout, result.stderr, result.exit_code) == ("", f"Error: {message}\n{hint}\n", 2)


def test_without_words_the_usage_is_shown() -> None:
    result = ask("search")
    assert (result.stdout, result.exit_code) == ("", 2)
    assert "Error: Missing argument 'WORDS...'." in result.stderr


# ---- for programs


def test_json_tells_how_many_there_are() -> None:
    result = ask("search", "技抽", "--format", "json")
    hit = {"kind": "card", "id": "card:82732705", "where": "exact", "title": "Skill Drain", "context": "技抽"}
    assert json.loads(result.stdout) == {"total": 1, "hits": [hit], "rests_on": []}
    limited = json.loads(ask("search", "drain", "--format", "json", "--max", "2").stdout)
    assert (limited["total"], [hit["where"] for hit in limited["hits"]]) == (6, ["label", "label"])


def test_a_table_for_programs_stays_clean() -> None:
    result = ask("search", "无效", "--format", "csv", "--max", "1")
    row = "rule,rule:negation.lapses-face-down,label,lapses face-down → not negated,裏側になれば無効でない\n"
    more = "… and 14 more; --max 15 shows all.\n"
    assert (result.stdout, result.stderr) == ("kind,id,where,title,context\n" + row, more)
    assert ask("search", "LV7", "--format", "tsv").stdout == (
        "kind\tid\twhere\ttitle\tcontext\ncard\tcard:37742478\tlabel\tSilent Swordsman LV7\t\n"
    )


@pytest.mark.parametrize(
    ("setting", "shown"),
    [
        ({}, "card    \x1b[33m\x1b[1mSkill Drain\x1b[0m (card:82732705)\r\n"),
        ({"NO_COLOR": "1"}, "card    Skill Drain (card:82732705)\r\n"),
    ],
    ids=["on a terminal", "with NO_COLOR"],
)
def test_words_are_highlighted_on_a_terminal_only(graph: object, setting: dict[str, str], shown: str) -> None:
    assert graph
    call = [sys.executable, "-m", "ygokg", "search", "skill drain", "--kind", "card", "--max", "1"]
    with Terminal() as terminal:
        subprocess.run(call, stdout=terminal.writer, env={**os.environ, **setting}, cwd=REPOSITORY, check=True)
    assert terminal.seen.splitlines(keepends=True)[0] == shown


# ---- the built-in graph

EXAMPLES = [tuple(shlex.split(line)[1:]) for line in (command.help or "").splitlines() if line.strip().startswith("ygokg ")]


@pytest.mark.parametrize("arguments", EXAMPLES, ids=" ".join)
def test_the_examples_of_the_help_run(arguments: tuple[str, ...], run: Runner) -> None:
    ended = run(*arguments)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (("技能抽取",), "card:82732705"),
        (("skill", "drain"), "card:82732705"),
        (("すきるどれいん",), "card:82732705"),
        (("%5740",), "card:82732705"),
        (("里侧表示",), "ygo:FaceDown"),
        (("裏側表示",), "ygo:FaceDown"),
        (("negation.112",), "ruling:negation.112"),
        (("月之书", "天津四", "--kind", "ruling"), "ruling:negation.112"),
        (("negation.field-monster-continuous",), "system:negation.field-monster-continuous"),
    ],
    ids=" ".join,
)
def test_what_people_look_for_comes_first(words: tuple[str, ...], first: str, run: Runner) -> None:
    ended = run("search", *words, "--format", "json")
    assert (ended.code, json.loads(ended.out)["hits"][0]["id"]) == (0, first)


def test_two_characters_find_every_kind_of_thing(run: Runner) -> None:
    found = {
        kind: json.loads(run("search", "无效", "--kind", kind, "--format", "json").out)["total"] for kind in ("rule", "ruling", "term")
    }
    assert min(found.values()) >= 10


@pytest.mark.usefixtures("small_built_in")
def test_data_laid_over_is_searched(run: Runner, tmp_path: Path) -> None:
    more = tmp_path / "more.ttl"
    more.write_text(
        "@prefix card: <https://w3id.org/ygokg/card/> .\n@prefix dct: <http://purl.org/dc/terms/> .\n"
        "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n@prefix ygo: <https://w3id.org/ygokg/ontology#> .\n"
        'card:5 a ygo:Card ; dct:identifier "5" ; ygo:cardKind ygo:TrapCard ; skos:prefLabel "Zqx of Wvu"@en .\n',
        encoding="utf-8",
    )
    assert (
        run("search", "zqx", "--data", str(more)).out
        == f"card    Zqx of Wvu (card:5)\nRests on: built-in data of {BUILT_IN_DAY} with 1 file of yours\n"
    )
    assert run("search", "zqx").code == 3


def test_a_search_imports_none_of_the_heavy_libraries(graph: object) -> None:
    assert graph
    script = (
        "import sys\nfrom ygokg.cli.main import cli\ncli.main(['search', '无效', '--format', 'tsv'], standalone_mode=False)\n"
        "print([name for name in ('rdflib', 'owlready2', 'pyshacl', 'pyoxigraph') if name in sys.modules], file=sys.stderr)"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=REPOSITORY, check=True)
    assert ended.stderr.splitlines()[-1] == "[]"
