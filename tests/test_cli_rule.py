"""`ygokg rule`: exact text and exit code on a small graph."""

from __future__ import annotations

import json

import pytest
from lookup_world import ask, small_excerpt

from ygokg.lookup.rules import RulePage, find_rules, rule_page, system_page, systems_page
from ygokg.render.lines import tree_lines

SYSTEMS = """\
negation
├ Negated state (system:negation.state)
│   rules 1 · rulings 0 · passages 1
└ Monsters on the field (system:negation.field)
    rules 2 · rulings 4 · passages 6
"""

LAPSES_ZH = """\
变里侧则不再无效
rule:negation.lapses-face-down

条件
  无效它的效果：变里侧即失效的无效
  处理时的表示形式：里侧守备表示

结论
  → 不会无效
  问题：是否无效

是以下规则的例外
  无效到处理时为止 → 无效 (rule:negation.stays-negated)

例外
  └ 技能抽取除外 → 不适用规则：变里侧则不再无效 (rule:negation.unless-drain)

出处（文件明确记述）
  无效 第109行

依此规则的裁定：1
  negation.112 → 不会无效
      效果：「星因士 天津四」① · 无效它的效果：「技能抽取」① · 处理时的表示形式：里侧守备表示

依据：无效（2023-12）
"""

STAYS_EN = """\
stays negated
rule:negation.stays-negated

If
  negator: negating effect

Then
  → negated
  question: Is it negated?

Exceptions
  └ lapses face-down → not negated (rule:negation.lapses-face-down)
    └ not under Skill Drain → lifts: lapses face-down (rule:negation.unless-drain)

Sources (stated in the document)
  Negation, line 103

Rulings under it: 2
  negation.113.a → negated (2020-12-07)
      A spell is no monster.
  negation.114 → Is it negated: pending
      The office has not decided.

Rests on: Negation (2023-12)
"""

FIELD_EN = """\
Monsters on the field
system:negation.field
Continuous negation of monsters on the field.

Rules
  └ lapses face-down → not negated (rule:negation.lapses-face-down)
    └ not under Skill Drain → lifts: lapses face-down (rule:negation.unless-drain)

Rests on: Negation (2023-12)
"""

SEVERAL_RULES = """\
"negation" can mean:
  rule:negation.lapses-face-down  lapses face-down
  rule:negation.stays-negated  stays negated
  rule:negation.unless-drain  not under Skill Drain

Rests on: Negation (2023-12)
"""

RULES_TSV = """\
id\tlabel
rule:negation.lapses-face-down\tlapses face-down
rule:negation.stays-negated\tstays negated
rule:negation.unless-drain\tnot under Skill Drain
Rests on: Negation (2023-12)
"""

STATE_CSV = """\
id,label,conclusion,rests_on
rule:negation.stays-negated,stays negated,→ negated,src:negation 2023-12
Rests on: Negation (2023-12)
"""

SYSTEMS_CSV = """\
system,label,topic,rules,rulings,passages
system:negation.state,Negated state,negation,1,0,1
system:negation.field,Monsters on the field,negation,2,4,6
"""


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), SYSTEMS),
        (("--all",), SYSTEMS + "count\n└ Limits (system:count.limits)\n    rules 0 · rulings 0 · passages 0\n"),
        (("rule:negation.stays-negated",), STAYS_EN),
        (("negation.stays-negated",), STAYS_EN),
        (("stays", "negated"), STAYS_EN),
        (("里侧则", "--lang", "zh"), LAPSES_ZH),
        (("裏側になれば無効でない", "--lang", "zh"), LAPSES_ZH),
        (("negation/field",), FIELD_EN),
        (("negation",), SEVERAL_RULES),
        (("negation", "--format", "tsv"), RULES_TSV),
        (("--format", "csv"), SYSTEMS_CSV),
        (("system:negation.state", "--format", "csv"), STATE_CSV),
    ],
    ids=[
        "the tree of systems",
        "all systems",
        "an id",
        "an id without prefix",
        "a whole label",
        "a part of a label in Chinese",
        "a label in another language",
        "a system",
        "several",
        "several as tsv",
        "systems as csv",
        "a system as csv",
    ],
)
def test_rule(arguments: tuple[str, ...], expected: str) -> None:
    result = ask("rule", *arguments)
    assert (result.output, result.exit_code) == (expected, 0)


@pytest.mark.parametrize(
    ("arguments", "stderr", "code"),
    [
        (("zzz",), 'Error: No rule matches "zzz".\n`ygokg rule` lists the rule systems.\n', 3),
        (("stay negate", "dd"), 'Error: No rule matches "stay negate dd".\nNearest: stays negated (rule:negation.stays-negated)\n', 3),
        (
            ("negation.stays-negated", "--format", "csv"),
            "Error: `rule` writes csv only for a list.\nUse --format json for one thing.\n",
            2,
        ),
    ],
    ids=["nothing near", "suggestions", "one rule is no list"],
)
def test_rule_refused(arguments: tuple[str, ...], stderr: str, code: int) -> None:
    result = ask("rule", *arguments)
    assert (result.stdout, result.stderr, result.exit_code) == ("", stderr, code)


def test_a_rule_as_json() -> None:
    found = json.loads(ask("rule", "negation.lapses-face-down", "--format", "json").output)
    assert found["conditions"] == [
        {
            "feature": "ygo:negator",
            "values": [],
            "family": "ygo:LapsesFaceDown",
            "words": "negator: negation that lapses face-down",
        },
        {
            "feature": "ygo:faceAtResolution",
            "values": ["ygo:FaceDown"],
            "family": None,
            "words": "face at resolution: face-down",
        },
    ]
    assert (found["asks"]["id"], found["answer"]) == ("ygo:IsNegated", "ygo:No")
    assert [r["id"] for r in found["exception_to"]] == ["rule:negation.stays-negated"]
    assert [b["id"] for b in found["exceptions"]] == ["rule:negation.unless-drain"]
    assert [r["id"] for r in found["rulings"]] == ["ruling:negation.112"]


def page_of(rule: str, extra: str) -> RulePage:
    excerpt = small_excerpt(extra)
    assert find_rules(excerpt, rule) == [rule]
    return rule_page(excerpt, rule)


CIRCLE = "ygo:Never a ygo:Question ; ygo:admits ygo:Yes . " + "".join(
    f"rule:circle.{i} a ygo:Rule ; ygo:asks ygo:Never ; ygo:answer ygo:Yes ; ygo:exceptionTo rule:circle.{to} . "
    for i, to in ("ac", "ba", "cb")
)


def test_a_cycle_of_exceptions_is_cut_where_it_begins_again() -> None:
    names = []
    branches = page_of("rule:circle.a", CIRCLE).view.exceptions
    while branches:
        names.append(branches[0].rule)
        branches = branches[0].branches
    assert names == ["rule:circle.b", "rule:circle.c"]


def test_what_hangs_on_a_rule_is_shown_where_the_rule_comes_first() -> None:
    page = page_of(
        "rule:negation.stays-negated",
        "rule:negation.unless-drain ygo:exceptionTo rule:negation.stays-negated . rule:negation.last a ygo:Rule ;"
        "ygo:asks ygo:IsNegated ; ygo:answer ygo:No ; ygo:exceptionTo rule:negation.unless-drain .",
    )
    assert [line.text for line in tree_lines(page.model, page.view.exceptions, "en")] == [
        "  ├ lapses face-down → not negated (rule:negation.lapses-face-down)",
        "  │ └ not under Skill Drain → lifts 2 rules (rule:negation.unless-drain)",
        "  │   └ rule:negation.last → not negated (rule:negation.last)",
        "  └ not under Skill Drain → lifts 2 rules (rule:negation.unless-drain) (see above)",
    ]


def test_the_rulings_under_a_rule_stand_in_the_order_of_their_lines() -> None:
    earlier = (
        "ruling:negation.52.a a ygo:Ruling ; ygo:effect effect:any-spell-card ; ygo:negator effect:82732705-1 ;"
        " ygo:asks ygo:IsNegated ; ygo:answer ygo:Yes ."
    )
    in_order = ("ruling:negation.52.a", "ruling:negation.112", "ruling:negation.113.a", "ruling:negation.114")
    assert page_of("rule:negation.stays-negated", earlier).view.rulings == in_order


def test_a_withdrawn_rule_is_no_exception_and_in_no_system() -> None:
    withdrawn = "rule:negation.lapses-face-down owl:deprecated true ."
    assert page_of("rule:negation.stays-negated", withdrawn).view.exceptions == ()
    assert system_page(small_excerpt(withdrawn), "system:negation.field").rules == ["rule:negation.unless-drain"]
    _, rows = systems_page(small_excerpt(withdrawn))
    assert [(row.system, row.rules) for row in rows] == [("system:negation.state", 1), ("system:negation.field", 1)]


def test_a_rule_that_cites_two_systems_counts_in_both() -> None:
    _, rows = systems_page(small_excerpt("rule:negation.stays-negated prov:wasDerivedFrom src:negation.109 ."))
    assert [(row.system, row.rules) for row in rows] == [("system:negation.state", 1), ("system:negation.field", 3)]
