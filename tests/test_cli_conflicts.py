"""`ygokg conflicts` on a small world: what it writes, word for word, and how it ends."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from check_world import SMALL
from conftest import BUILT_IN_DAY, Run
from terminal import Terminal

from ygokg.cli.main import cli

PREFIXES = """\
@prefix accepted: <https://w3id.org/ygokg/accepted/> .
@prefix effect: <https://w3id.org/ygokg/effect/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix prov: <http://www.w3.org/ns/prov#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix rule: <https://w3id.org/ygokg/rule/> .
@prefix ruling: <https://w3id.org/ygokg/ruling/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix src: <https://w3id.org/ygokg/source/> .
@prefix ygo: <https://w3id.org/ygokg/ontology#> .
"""
COVERED = "".join(f'src:negation.{line} ygo:leftOutBecause "Nothing."@en .\n' for line in (5, 6, 7, 8))
PHRASES = """
ygo:IsNegated.Yes a ygo:Phrase ; ygo:asks ygo:IsNegated ; ygo:answer ygo:Yes ; skos:prefLabel "无效"@zh , "無効になる"@ja , "negated"@en .
ygo:IsNegated.No a ygo:Phrase ; ygo:asks ygo:IsNegated ; ygo:answer ygo:No ; skos:prefLabel "不会无效"@zh , "無効にならない"@ja , "not negated"@en .
ygo:IsDestroyed.Yes a ygo:Phrase ; ygo:asks ygo:IsDestroyed ; ygo:answer ygo:Yes ; skos:prefLabel "被破坏"@zh , "破壊される"@ja , "destroyed"@en .
"""
AGAINST = """
ruling:negation.5 a ygo:Ruling ;
    ygo:effect effect:300-1 ;
    ygo:negator effect:100-1 ;
    ygo:face ygo:FaceDown ;
    ygo:asks ygo:IsNegated ;
    ygo:answer ygo:Yes ;
    prov:wasDerivedFrom src:negation.5 ;
    rdfs:comment "Still negated."@en .
"""
UNREAD = """
ruling:negation.5 a ygo:Ruling ;
    ygo:effect effect:300-1 ;
    ygo:negator effect:100-1 ;
    ygo:moved ygo:Stayed ;
    ygo:member ygo:MemberThere , ygo:MemberGone ;
    ygo:asks ygo:IsNegated ;
    ygo:answer ygo:Yes ;
    prov:wasDerivedFrom src:negation.5 ;
    rdfs:comment "It stayed, and so did one of the others."@en .
"""
UNBORNE = """
rule:negation.left a owl:Class , ygo:Rule ;
    skos:prefLabel "离开即破坏"@zh , "離れれば破壊"@ja , "it left"@en ;
    owl:equivalentClass [ a owl:Class ; owl:intersectionOf ( ygo:Case [ a owl:Restriction ; owl:onProperty ygo:moved ; owl:hasValue ygo:Left ] ) ] ;
    ygo:asks ygo:IsDestroyed ;
    ygo:answer ygo:Must ;
    ygo:basis ygo:Stated ;
    prov:wasDerivedFrom src:negation.1 .
ruling:negation.5 a ygo:Ruling ;
    ygo:moved ygo:Left ;
    ygo:asks ygo:IsDestroyed ;
    ygo:answer ygo:Yes ;
    prov:wasDerivedFrom src:negation.5 ;
    rdfs:comment "It left, and is destroyed."@en .
"""
MUST = 'ygo:Must a ygo:Answer ; skos:prefLabel "必须"@zh , "必ず"@ja , "must"@en .\n'
BORNE = (
    UNBORNE
    + """
ruling:negation.6 a ygo:Ruling ;
    ygo:moved ygo:Left ;
    ygo:effect effect:300-1 ;
    ygo:asks ygo:IsDestroyed ;
    ygo:answer ygo:Must ;
    prov:wasDerivedFrom src:negation.6 ;
    rdfs:comment "It left, and has to be destroyed."@en .
"""
)
BECAUSE = 'ygo:contextBecause "The passage only tells it."@en .\n'
EXCLUSION = """
ygo:DestroyedYetNegated a ygo:Exclusion ;
    skos:prefLabel "既破坏又无效"@zh , "破壊され、かつ無効"@ja , "destroyed, yet negated"@en ;
    ygo:asks ygo:IsDestroyed ;
    ygo:answer ygo:Yes ;
    ygo:otherQuestion ygo:IsNegated ;
    ygo:otherAnswer ygo:Yes .
"""
CIRCLE = "rule:negation.general ygo:exceptionTo rule:negation.lasting-gone .\n"
IT_IS_SO = 'accepted:so a ygo:Acceptance ; ygo:accepts "ruling-ruling:faba5463" ; ygo:because "The passage says so."@en .\n'


@pytest.fixture
def conflicts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, run: Callable[..., Run]) -> Callable[..., Run]:
    """Call the command on the small world with some Turtle laid over it."""
    monkeypatch.setattr("ygokg.store.build.bundled_files", lambda: sorted(SMALL.rglob("*.ttl")))

    def call(turtle: str, *args: str, covered: bool = True) -> Run:
        path = tmp_path / "over.ttl"
        path.write_text(PREFIXES + PHRASES + (COVERED if covered else "") + turtle, encoding="utf-8")
        return run("conflicts", "--data", str(path), *args)

    return call


AGE = f"\nRests on: Negation (2023-12), built-in data of {BUILT_IN_DAY} with 1 file of yours\n"
AGE_ZH = f"\n依据：无效（2023-12）、内置数据（{BUILT_IN_DAY}），加上你的 1 个文件\n"
QUIET = """\
Nothing contradicts itself.
Only counted: 1 unexercised (no ruling falls under the rule); list them with --kind unexercised.
"""
DISAGREEING = """\
error ruling-ruling:faba5463: rulings disagree
  question: Is it negated?
  → negated
    ruling ruling:negation.5
        Still negated. [Negation, line 5]
  → not negated
    rule gone under a lasting one (rule:negation.lasting-gone)
        Negation, line 1
    ruling ruling:negation.2
        It was turned face-down. [Negation, line 2]
  shared facts: effect: "Deneb" ① · face: face-down · negator: "Drain" ①
  to settle it: find a date for ruling:negation.5, ruling:negation.2
  to settle it: look in the passages for a fact that tells the cases apart, and state it
  to settle it: correct the ruling, or write an exception to rule:negation.lasting-gone for cases like ruling:negation.5

Errors: 1; warnings: 0; accepted: 0.
Only counted: 1 unexercised (no ruling falls under the rule); list them with --kind unexercised.
"""
IN_CHINESE = """\
错误 ruling-ruling:faba5463：裁定互相矛盾
  问题：是否无效
  → 无效
    裁定 ruling:negation.5
        [无效 第5行]
  → 不会无效
    规则 持续而离开（rule:negation.lasting-gone）
        无效 第1行
    裁定 ruling:negation.2
        [无效 第2行]
  共同的事实：效果方：「天津四」① · 表示：里侧 · 无效方：「抽取」①
  解决办法：给没有日期的裁定找到日期：ruling:negation.5、ruling:negation.2
  解决办法：在条文中找出区分两者的事实，写入裁定
  解决办法：更正裁定，或为 ruling:negation.5 这样的案例写一条 rule:negation.lasting-gone 的例外

错误1项，警告0项；已认可0项。
"""


def test_nothing_found(conflicts: Callable[..., Run]) -> None:
    assert conflicts("") == Run(0, QUIET + AGE, "")


def test_a_finding_in_full(conflicts: Callable[..., Run]) -> None:
    assert conflicts(AGAINST) == Run(1, DISAGREEING + AGE, "")


def test_a_finding_in_chinese(conflicts: Callable[..., Run]) -> None:
    assert conflicts(AGAINST, "--lang", "zh", "--kind", "ruling-ruling") == Run(1, IN_CHINESE + AGE_ZH, "")


UNREAD_TOLD = """\
warning unread-fact:04226bf9: a ruling states a fact that no rule reads
  question: Is it negated?
  → negated
    ruling ruling:negation.5
        It stayed, and so did one of the others. [Negation, line 5]
  facts: member: member gone · member: member there
  to settle it: write the rule that reads member; if it decides nothing, list it in ruling:negation.5 under ygo:context, with ygo:contextBecause

Errors: 0; warnings: 1; accepted: 0.
Only counted: 1 unexercised (no ruling falls under the rule); list them with --kind unexercised.
"""
NEEDLESS_TOLD = """\
warning unread-fact:8501c45c: what is listed as context is read by a rule, or not stated
  question: Is it negated?
  → negated
    ruling ruling:negation.5
        It stayed, and so did one of the others. [Negation, line 5]
  facts: negator: "Drain" ①
  to settle it: take face, negator out of the ygo:context of ruling:negation.5

Errors: 0; warnings: 1; accepted: 0.
Only counted: 1 unexercised (no ruling falls under the rule); list them with --kind unexercised.
"""
DISAGREE_TOLD = """\
error questions-disagree:51fbccab: answers to two related questions exclude each other
  question: Is it destroyed?
  → destroyed
    ruling ruling:negation.4
        Destroyed as well. [Negation, line 4]
  → negated
    rule the general rule (rule:negation.general)
        Negation, line 1
  facts: effect: "Deneb" ① · member: member there · negator: "Veil" ① · rider: destroys
  to settle it: “destroyed, yet negated”: correct ruling:negation.4, or give rule:negation.general a condition or an exception

Errors: 1; warnings: 0; accepted: 0.
Only counted: 1 unexercised (no ruling falls under the rule); list them with --kind unexercised.
"""
UNBORNE_TOLD = """\
warning not-borne-out:c94d4128: no ruling under the rule says what it says
  question: Is it destroyed?
  → Is it destroyed: must
    rule it left (rule:negation.left)
        Negation, line 1
  → destroyed
    ruling ruling:negation.5
        It left, and is destroyed. [Negation, line 5]
  facts: move: left
  to settle it: correct the answer of rule:negation.left, or add a ruling under it that has this very answer

Errors: 0; warnings: 1; accepted: 0.
Only counted: 1 unexercised (no ruling falls under the rule); list them with --kind unexercised.
"""
UNREAD_IN_CHINESE = """\
警告 unread-fact:04226bf9：裁定写明了没有规则读取的事实
  问题：是否无效
  → 无效
    裁定 ruling:negation.5
        [无效 第5行]
  事实：成员：成员不在 · 成员：成员在
  解决办法：写出读取 成员 的规则；若它不影响回答，在 ruling:negation.5 中列入 ygo:context 并写明 ygo:contextBecause

错误0项，警告1项；已认可0项。
"""
DISAGREE_IN_CHINESE = """\
错误 questions-disagree:51fbccab：相关的两个问题回答互斥
  问题：是否破坏
  → 被破坏
    裁定 ruling:negation.4
        [无效 第4行]
  → 无效
    规则 一般（rule:negation.general）
        无效 第1行
  事实：效果方：「天津四」① · 成员：成员在 · 无效方：「面纱」① · 附加处理：破坏
  解决办法：“既破坏又无效”：改正 ruling:negation.4，或给 rule:negation.general 加上条件或例外

错误1项，警告0项；已认可0项。
"""
UNBORNE_IN_CHINESE = """\
警告 not-borne-out:c94d4128：落入规则的裁定都不是规则的回答
  问题：是否破坏
  → 是否破坏：必须
    规则 离开即破坏（rule:negation.left）
        无效 第1行
  → 被破坏
    裁定 ruling:negation.5
        [无效 第5行]
  事实：移动：离开
  解决办法：更正 rule:negation.left 的回答，或加入一条与其回答相同的裁定

错误0项，警告1项；已认可0项。
"""
CONTEXT = "ruling:negation.5 ygo:context ygo:member ; " + BECAUSE
NEEDLESS = "ruling:negation.5 ygo:context ygo:member , ygo:negator , ygo:face ; " + BECAUSE


@pytest.mark.parametrize(
    ("turtle", "ended"),
    [
        (UNREAD, Run(1, UNREAD_TOLD + AGE, "")),
        (UNREAD + CONTEXT, Run(0, QUIET + AGE, "")),
        (UNREAD + NEEDLESS, Run(1, NEEDLESS_TOLD + AGE, "")),
        (MUST + UNBORNE, Run(1, UNBORNE_TOLD + AGE, "")),
        (MUST + BORNE, Run(0, QUIET + AGE, "")),
        (EXCLUSION, Run(1, DISAGREE_TOLD + AGE, "")),
        (EXCLUSION.replace("ygo:otherAnswer ygo:Yes", "ygo:otherAnswer ygo:No"), Run(0, QUIET + AGE, "")),
    ],
    ids=[
        "a fact that no rule reads",
        "context",
        "needless context",
        "not borne out",
        "borne out",
        "questions that disagree",
        "questions that agree",
    ],
)
def test_facts_and_related_questions(conflicts: Callable[..., Run], turtle: str, ended: Run) -> None:
    assert conflicts(turtle) == ended


@pytest.mark.parametrize(
    ("turtle", "kind", "told"),
    [
        (UNREAD, "unread-fact", UNREAD_IN_CHINESE),
        (MUST + UNBORNE, "not-borne-out", UNBORNE_IN_CHINESE),
        (EXCLUSION, "questions-disagree", DISAGREE_IN_CHINESE),
    ],
    ids=["unread-fact", "not-borne-out", "questions-disagree"],
)
def test_facts_and_related_questions_in_chinese(conflicts: Callable[..., Run], turtle: str, kind: str, told: str) -> None:
    assert conflicts(turtle, "--lang", "zh", "--kind", kind) == Run(1, told + AGE_ZH, "")


def test_a_broken_exception_is_found_though_the_graph_cannot_be_built_with_it(conflicts: Callable[..., Run]) -> None:
    ended = conflicts(CIRCLE, "--kind", "broken-exception")
    assert ended == Run(
        1,
        """\
error broken-exception:aa1d3263: exceptions run in a circle
  question: Is it negated?
  → negated
    rule the general rule (rule:negation.general)
        Negation, line 1
  → not negated
    rule gone under a lasting one (rule:negation.lasting-gone)
        Negation, line 1
  to settle it: take one ygo:exceptionTo out of the circle rule:negation.general, rule:negation.lasting-gone, rule:negation.general

Errors: 1; warnings: 0; accepted: 0.
"""
        + AGE,
        "",
    )


def test_an_accepted_finding_is_still_shown(conflicts: Callable[..., Run]) -> None:
    ended = conflicts(AGAINST + IT_IS_SO)
    lines = ended.out.splitlines()
    assert (ended.code, ended.err) == (0, "")
    assert lines[:3] == [
        "accepted ruling-ruling:faba5463: rulings disagree",
        "  because: The passage says so. (accepted:so)",
        "  question: Is it negated?",
    ]
    assert lines[-4] == "Errors: 0; warnings: 0; accepted: 1."


def test_an_acceptance_that_matches_nothing_is_an_error(conflicts: Callable[..., Run]) -> None:
    ended = conflicts(IT_IS_SO, "--kind", "idle-acceptance")
    assert ended == Run(
        1,
        """\
error idle-acceptance:2ba63463: an acceptance that matches no finding
  accepted:so
  ruling-ruling:faba5463
  to settle it: delete accepted:so, or correct what it accepts

Errors: 1; warnings: 0; accepted: 0.
"""
        + AGE,
        "",
    )


def test_warnings_fail_and_what_is_only_counted_does_not(conflicts: Callable[..., Run]) -> None:
    assert conflicts("", covered=False).code == 1
    listed = conflicts("", "--kind", "unexercised")
    assert listed == Run(
        0,
        """\
info unexercised:c940ebc2: no ruling falls under the rule
  feature: presence
  → presence: gone
    rule gone (rule:negation.gone)
        Negation, line 1
  condition: move: left
  to settle it: add a ruling that falls under it

Nothing contradicts itself.
"""
        + AGE,
        "",
    )


@pytest.mark.parametrize(
    ("options", "ids", "code"),
    [
        ((), ["ruling-ruling:faba5463", "uncovered:09bb72b7", "uncovered:f0e4202c", "uncovered:010477a2", "unexercised:c940ebc2"], 1),
        (("--kind", "uncovered"), ["uncovered:09bb72b7", "uncovered:f0e4202c", "uncovered:010477a2"], 1),
        (("--kind", "uncovered", "--max", "1"), ["uncovered:09bb72b7"], 1),
        (("--kind", "fitted", "--kind", "unexercised"), ["unexercised:c940ebc2"], 0),
        (("--topic", "negation", "--max", "1"), ["ruling-ruling:faba5463"], 1),
        (("--review", "--max", "0"), [], 1),
    ],
    ids=["all", "a kind", "at most one", "two kinds", "a topic", "none shown, but there"],
)
def test_what_is_chosen(conflicts: Callable[..., Run], options: tuple[str, ...], ids: list[str], code: int) -> None:
    as_json = conflicts(AGAINST, *options, "--format", "json", covered=False)
    as_csv = conflicts(AGAINST, *options, "--format", "csv", covered=False)
    assert [finding["id"] for finding in json.loads(as_json.out)] == ids
    assert [row["id"] for row in csv.DictReader(io.StringIO(as_csv.out))] == ids
    assert (as_json.code, as_csv.code) == (code, code)


def test_what_is_not_accepted_comes_first_the_severest_before_the_others(conflicts: Callable[..., Run]) -> None:
    turtle = AGAINST + IT_IS_SO
    found = json.loads(conflicts(turtle, "--format", "json", covered=False).out)
    assert [(finding["severity"], finding["accepted"] is not None) for finding in found] == [
        ("warning", False),
        ("warning", False),
        ("warning", False),
        ("info", False),
        ("error", True),
    ]
    first = conflicts(turtle, "--max", "1", covered=False)
    assert (first.code, first.err) == (1, "")
    assert first.out.startswith("warning uncovered:09bb72b7: ")
    assert "3 more are not shown (--max).\nErrors: 0; warnings: 3; accepted: 1.\n" in first.out
    both = json.loads(
        conflicts(AGAINST + IT_IS_SO.replace("so", "other").replace("faba5463", "00000000"), "--format", "json", covered=False).out
    )
    assert [finding["severity"] for finding in both] == ["error", "error", "warning", "warning", "warning", "info"]


def test_what_is_left_out_by_max_is_said(conflicts: Callable[..., Run]) -> None:
    assert "3 more are not shown (--max).\n" in conflicts(AGAINST, "--max", "1", covered=False).out


def test_a_finding_for_programs(conflicts: Callable[..., Run]) -> None:
    (finding,) = json.loads(conflicts(AGAINST, "--kind", "ruling-ruling", "--format", "json").out)
    assert {key: finding[key] for key in ("id", "kind", "severity", "accepted", "asks", "key")} == {
        "id": "ruling-ruling:faba5463",
        "kind": "ruling-ruling",
        "severity": "error",
        "accepted": None,
        "asks": {"id": "ygo:IsNegated", "label": "Is it negated?"},
        "key": ["ruling:negation.5"],
    }
    assert finding["sides"][1]["answer"] == "ygo:No"
    assert finding["sides"][1]["rulings"] == [
        {
            "id": "ruling:negation.2",
            "date": None,
            "summary": "It was turned face-down.",
            "sources": [{"id": "src:negation.2", "words": "Negation, line 2", "evidence": []}],
        }
    ]
    assert finding["shared"][1] == {"feature": "ygo:face", "value": "ygo:FaceDown", "words": "face: face-down"}
    assert [hint["how"] for hint in finding["settle"]] == ["no-date", "find-fact", "exception-for"]


def test_mutation_scores(conflicts: Callable[..., Run]) -> None:
    assert conflicts("", "--mutate") == Run(
        0,
        """\
Mutation score: answers changed one at a time, and how many of the changes would be found
  rulings: 5 of 5 changes (100.0%)
  rules: 6 of 7 changes (85.7%)
  apart: amounts ±1: nothing to change

Slips through, because no ruling falls under the rule: 1
  rule:negation.gone: presence: gone → presence: present
"""
        + AGE,
        "",
    )


def test_mutation_scores_for_programs(conflicts: Callable[..., Run]) -> None:
    told = json.loads(conflicts("", "--mutate", "--format", "json").out)
    assert told["score"]["rule"] == {"changes": 7, "caught": 6, "share": 6 / 7}
    assert told["score"]["amount"] == {"changes": 0, "caught": 0, "share": None}
    assert [(s["item"], s["before"], s["after"], s["reason"]) for s in told["slipped"]] == [
        ("rule:negation.gone", "ygo:Gone", "ygo:Present", "unexercised")
    ]
    assert conflicts("", "--mutate", "--format", "csv").out == (
        "kind,item,label,before,after,reason,words\n"
        "rule,rule:negation.gone,gone,ygo:Gone,ygo:Present,unexercised,no ruling falls under the rule\n"
    )
    assert json.loads(conflicts("", "--mutate", "--format", "json", "--max", "0").out)["slipped"] == []


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--topic", "negations"), "There is no topic “negations”.\nTopics are negation.\n"),
        (("--mutate", "--review"), "--mutate changes every answer; --kind and --review choose among findings.\nGive one or the other.\n"),
        (
            ("--mutate", "--kind", "fitted"),
            "--mutate changes every answer; --kind and --review choose among findings.\nGive one or the other.\n",
        ),
    ],
)
def test_bad_use(conflicts: Callable[..., Run], args: tuple[str, ...], message: str) -> None:
    assert conflicts("", *args) == Run(2, "", f"Error: {message}")


def test_derived_features_in_a_circle_are_told_as_an_error(conflicts: Callable[..., Run]) -> None:
    rule = """
rule:negation.round a owl:Class , ygo:Rule ;
    owl:equivalentClass [ a owl:Class ; owl:intersectionOf ( ygo:Case [ a owl:Restriction ; owl:onProperty ygo:presence ; owl:hasValue ygo:Gone ] ) ] ;
    ygo:asks ygo:presence ;
    ygo:answer ygo:Present .
"""
    ended = conflicts(rule)
    assert (ended.code, ended.out) == (2, "")
    assert "Derived features depend on each other in a circle: ygo:presence → ygo:presence." in ended.err


def test_an_acceptance_without_a_reason_is_told_as_an_error(conflicts: Callable[..., Run]) -> None:
    ended = conflicts('accepted:so a ygo:Acceptance ; ygo:accepts "fitted ruling:x" .')
    assert ended == Run(2, "", 'Error: accepted:so does not say why.\nWrite ygo:accepts "kind:id" ; ygo:because "…"@en.\n')


def test_progress_is_shown_at_a_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The progress goes to standard error, and only where somebody can watch it."""
    monkeypatch.setattr("ygokg.store.build.bundled_files", lambda: sorted(SMALL.rglob("*.ttl")))
    with Terminal() as terminal, (tmp_path / "out").open("w", encoding="utf-8") as out:
        monkeypatch.setattr(sys, "stderr", terminal.writer)
        monkeypatch.setattr(sys, "stdout", out)
        cli.main(["conflicts", "--mutate"], prog_name="ygokg", standalone_mode=False)
    assert "Changing answers" in terminal.seen
    assert "100%" in terminal.seen
    assert "Mutation score" in (tmp_path / "out").read_text(encoding="utf-8")
