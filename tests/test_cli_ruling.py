"""`ygokg ruling`: exact text and exit code on a small graph."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from conftest import Run
from lookup_world import ask, small_excerpt

from ygokg.lookup.rulings import find_rulings, ruling_page

RULING_EN = """\
→ not negated
Question: Is it negated?
ruling:negation.112

Case
  effect: "Satellarknight Deneb" ①
  negator: "Skill Drain" ①
  face at resolution: face-down
  also there: "Book of Moon"

In words
  Deneb was turned face-down before it resolved.

the rules derive this answer

Rules that derive it
  lapses face-down → not negated (rule:negation.lapses-face-down)

Sources
  Negation, line 112 · Monsters on the field

Contrast with
  negation.113.a → negated (2020-12-07)
      A spell is no monster.

Rests on: Negation (2023-12)
"""

RULING_ZH = """\
→ 可以发动
问：能否发动
ruling:negation.113.b

情况
  效果：某张魔法卡
  无效它的效果：「技能抽取」①

没有规则能说明

出处
  无效 第113行 · 场上怪兽 (20/12/7, 19/6/7)
    官方数据库Q&A 12812 (20/12/7) https://www.db.yugioh-card.com/yugiohdb/faq_search.action?ope=5&fid=12812&request_locale=ja
    遊戯王カードWiki (19/6/7)

以此裁定为前提
  negation.113.a → 无效 (20/12/7)
      效果：某张魔法卡 · 无效它的效果：「技能抽取」①

同一情况的其他问题
  negation.113.a → 无效 (20/12/7)
      效果：某张魔法卡 · 无效它的效果：「技能抽取」①

依据：无效（2023-12）
"""

PENDING_EN = """\
→ Is it negated: pending
Question: Is it negated?
ruling:negation.114

Case
  effect: "Book of Moon"
  negator: "Skill Drain" ①

In words
  The office has not decided.

pending: the office has not decided

The general rule would say
  stays negated → negated (rule:negation.stays-negated)

Sources
  Negation, line 114 · Monsters on the field

Rests on: Negation (2023-12)
"""

NOT_ENCODED = """\
Error: Negation, line 119 (2017-03-24) has no ruling.
It is not encoded yet; `ygokg new ruling negation.119` writes a stub to fill in.
"""

OF_PASSAGE = """\
Rulings of Negation, line 113 (2020-12-07, 2019-06-07)
  negation.113.a → negated (2020-12-07)
      A spell is no monster.
  negation.113.b → can be activated (2020-12-07)
      effect: some Spell Card · negator: "Skill Drain" ①

Rests on: Negation (2023-12)
"""


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("negation.112",), RULING_EN),
        (("ruling:negation.112",), RULING_EN),
        (("src:negation.112",), RULING_EN),
        (("negation.113.b", "--lang", "zh"), RULING_ZH),
        (("negation.114",), PENDING_EN),
        (("src:negation.113",), OF_PASSAGE),
        (("negation.113",), OF_PASSAGE),
    ],
    ids=["an id", "with prefix", "its passage", "in Chinese, with sources", "pending", "a passage with two", "a line with two"],
)
def test_ruling(arguments: tuple[str, ...], expected: str) -> None:
    result = ask("ruling", *arguments)
    assert (result.output, result.exit_code) == (expected, 0)


def test_of_a_document_with_many_rulings_few_are_named(run: Callable[..., Run]) -> None:
    near = "Nearest: ruling:negation.49, ruling:negation.39, ruling:negation.19\n"
    assert run("ruling", "negation.9999") == Run(3, "", f'Error: No ruling "negation.9999".\n{near}')
    several = run("contrast", "negation")
    assert (several.code, several.out, several.err.count("\n  ruling:negation.")) == (2, "", 20)
    assert re.search(r"\n  … and 1\d\d more; `ygokg ruling negation` lists all\.\n$", several.err)


@pytest.mark.parametrize(
    ("arguments", "stderr", "code"),
    [
        (("negation.118",), "Error: Negation, line 118 has no ruling.\nLeft out: a pointer to another section\n", 3),
        (
            ("negation.119",),
            NOT_ENCODED,
            3,
        ),
        (("negation.103",), "Error: Negation, line 103 has no ruling.\nIt is cited by: rule:negation.stays-negated\n", 3),
        (("negation.113.d",), 'Error: No ruling "negation.113.d".\nNearest: ruling:negation.113.a, ruling:negation.113.b\n', 3),
        (("negatoin.112",), 'Error: No ruling "negatoin.112".\nNearest: ruling:negation.112, ruling:negation.114\n', 3),
        (
            ("negation.112", "--format", "tsv"),
            "Error: `ruling` writes tsv only for a list.\nUse --format json for one thing.\n",
            2,
        ),
    ],
    ids=["left out", "not encoded", "only rules cite it", "another letter", "a slip", "one ruling is no list"],
)
def test_ruling_refused(arguments: tuple[str, ...], stderr: str, code: int) -> None:
    result = ask("ruling", *arguments)
    assert (result.stdout, result.exit_code) == ("", code)
    assert result.stderr.startswith(stderr.rstrip("\n"))


def test_the_rulings_of_a_passage_as_csv() -> None:
    result = ask("ruling", "negation.113", "--format", "csv")
    assert result.stderr == "Rests on: Negation (2023-12)\n"
    assert result.stdout == (
        "id,question,answer,words,status,date,rests_on\n"
        "ruling:negation.113.a,ygo:IsNegated,ygo:Yes,negated,ygo:DerivedRuling,2020-12-07,src:negation 2023-12\n"
        "ruling:negation.113.b,ygo:CanActivate,ygo:Yes,can be activated,ygo:UnexplainedRuling,2020-12-07,src:negation 2023-12\n"
    )


def test_a_ruling_as_json() -> None:
    found: dict[str, Any] = json.loads(ask("ruling", "negation.113.a", "--format", "json").output)
    assert found["facts"] == {
        "ygo:effect": [{"id": "effect:any-spell-card", "label": "some Spell Card"}],
        "ygo:negator": [{"id": "effect:82732705-1", "label": '"Skill Drain" ①'}],
    }
    assert [e["link"] for e in found["evidence"]] == [
        "https://www.db.yugioh-card.com/yugiohdb/faq_search.action?ope=5&fid=12812&request_locale=ja",
        None,
    ]
    assert (found["contrast"], found["same_case"]) == (["ruling:negation.112"], ["ruling:negation.113.b"])


def test_rules_behind_a_ruling_are_told_apart_by_what_they_say() -> None:
    rules = ("rule:negation.stays-negated", "rule:negation.lapses-face-down", "rule:negation.unless-drain")
    governed = " , ".join(rules)
    excerpt = small_excerpt(f"ruling:negation.112 ygo:governedBy {governed} .")
    assert find_rulings(excerpt, "negation.112") == ("ruling:negation.112",)
    found = ruling_page(excerpt, "ruling:negation.112").view
    assert (found.deriving, found.differing, found.lifting) == (rules[1:2], rules[0:1], rules[2:3])


def test_a_line_is_not_the_beginning_of_another_line() -> None:
    assert find_rulings(small_excerpt(), "negation.11") == ()
