"""The named queries on a graph small enough to be worked out by hand, and some of what they answer on the built-in one."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pyoxigraph as ox
import pytest
from conftest import Run
from test_query import ROWS as ROWS_OF_TINY
from test_query import shown

from ygokg.graph.model import Model
from ygokg.graph.triples import curie
from ygokg.lookup.arguments import arguments
from ygokg.store.build import add_findings, fill
from ygokg.store.run import execute
from ygokg.store.sparql import bind, named_queries, named_query

Runner = Callable[..., Run]
TINY = Path(__file__).parent / "data" / "tiny"


@pytest.fixture(scope="module")
def more() -> tuple[ox.Store, Model]:
    store = ox.Store()
    model, _ = fill(store, [TINY / "tiny.ttl", TINY / "more.ttl"])
    add_findings(store, model)
    return store, model


# Each list is commented with the columns of its rows.
ROWS: dict[str, list[tuple[dict[str, str], list[str]]]] = {
    "unexplained-rulings": [  # ruling|question|answer|source|summary
        (
            {},
            [
                "ruling:more.5|ygo:CanActivate|ygo:No|src:demo.13|It cannot be activated.@en",
                "ruling:more.5|ygo:CanActivate|ygo:No|src:more.5|It cannot be activated.@en",
            ],
        ),
        ({"system": "more.all"}, ["ruling:more.5|ygo:CanActivate|ygo:No|src:more.5|It cannot be activated.@en"]),
        ({"system": "demo.lapse"}, []),
    ],
    "departing-rulings": [  # ruling|question|answer|rulesSay|status|rule|source|summary
        ({}, ["ruling:more.3.a|ygo:IsNegated|ygo:No|ygo:Yes|ygo:DepartingRuling|rule:demo.negated|src:more.3|It is not negated.@en"]),
    ],
    "contradictions": [  # id|kind|severity|question|side|answer|says|source|accepted|because|lastDay
        (
            {},
            [
                "ruling-rule:3d6c07d7|ruling-rule|error|ygo:IsNegated|1|ygo:Pending|ruling:demo.11|src:demo.11|||",
                "ruling-rule:3d6c07d7|ruling-rule|error|ygo:IsNegated|2|ygo:Yes|rule:demo.negated|src:demo.1|||",
                "source-source:f363601d|source-source|error|ygo:IsNegated|1|ygo:No|ruling:more.3.a|src:more.3|||",
                "source-source:f363601d|source-source|error|ygo:IsNegated|2|ygo:Yes|rule:demo.negated|src:demo.1|||",
            ],
        ),
        (
            {"kind": "source-source"},
            [
                "source-source:f363601d|source-source|error|ygo:IsNegated|1|ygo:No|ruling:more.3.a|src:more.3|||",
                "source-source:f363601d|source-source|error|ygo:IsNegated|2|ygo:Yes|rule:demo.negated|src:demo.1|||",
            ],
        ),
        ({"kind": "rule-rule"}, []),
    ],
    "imported-passages-of-card": [({"card": "月之书"}, [])],
    "fitted-rulings": [  # ruling|question|answer|rule|source|summary
        ({}, ["ruling:more.2|ygo:IsDestroyed|ygo:Yes|rule:more.destroyed|src:more.2|It is destroyed.@en"]),
    ],
    "rules-without-ruling": [  # rule|question|answer|basis|label
        (
            {},
            [
                "rule:more.hand|ygo:IsNegated|ygo:Yes|ygo:Stated|from the hand@en",
                "rule:more.open|ygo:IsNegated||ygo:Inferred|not said: from the hand@en",
            ],
        ),
        ({"system": "失效"}, []),
    ],
    "open-passages": [  # passage|kind|section|line
        ({"system": "more.all"}, ["src:more.6|ygo:NoteLine|1.1|6"]),
        ({"system": "demo.other"}, []),
    ],
    "left-out-passages": [  # passage|kind|system|reason
        ({}, ["src:demo.12|ygo:Remark|system:demo.other|a heading@en"]),
        ({"document": "More"}, []),
    ],
    "unused-terms": [  # kind|term|label
        (
            {},
            [
                "ygo:Answer|ygo:Literal|",
                "ygo:Concept|ygo:Idle|nothing is about it@en",
                "ygo:Family|ygo:FlipEffect|flip@en",
                "ygo:Question|ygo:NeverAsked|Never asked@en",
                "ygo:StateFeature|ygo:neverStated|never stated@en",
                "ygo:Value|ygo:Deck|Deck@en",
            ],
        ),
    ],
    "rulings-in-two-documents": [  # ruling|question|answer|passage|other|summary
        ({}, ["ruling:more.5|ygo:CanActivate|ygo:No|src:demo.13|src:more.5|It cannot be activated.@en"]),
        ({"system": "demo.lapse"}, []),
    ],
    "rulings-of-document": [  # passage|ruling|question|answer|status|date|withdrawn|summary
        (
            {"document": "更多"},
            [
                "src:more.2|ruling:more.2|ygo:IsDestroyed|ygo:Yes|ygo:FittedRuling|2019-06-07||It is destroyed.@en",
                "src:more.3|ruling:more.3.a|ygo:IsNegated|ygo:No|ygo:DepartingRuling|2020-02-03||It is not negated.@en",
                "src:more.3|ruling:more.3.b|ygo:HowMuch|1000|ygo:LiteralRuling|2020-02-03||",
                "src:more.5|ruling:more.5|ygo:CanActivate|ygo:No|ygo:UnexplainedRuling|||It cannot be activated.@en",
                "src:more.5|ruling:more.5.withdrawn|ygo:CanActivate|ygo:Yes||2001-02-03|true|",
            ],
        ),
    ],
    "system-contents": [  # kind|item|question|answer|firstLine|words
        (
            {"system": "more.all"},
            [
                "rule|rule:more.hand|ygo:IsNegated|ygo:Yes|1|from the hand@en",
                "rule|rule:more.open|ygo:IsNegated||1|not said: from the hand@en",
                "rule|rule:more.destroyed|ygo:IsDestroyed|ygo:Yes|2|destroyed by Effect Veiler@en",
                "ruling|ruling:more.2|ygo:IsDestroyed|ygo:Yes|2|It is destroyed.@en",
                "ruling|ruling:more.3.a|ygo:IsNegated|ygo:No|3|It is not negated.@en",
                "ruling|ruling:more.3.b|ygo:HowMuch|1000|3|",
                "ruling|ruling:more.5|ygo:CanActivate|ygo:No|5|It cannot be activated.@en",
            ],
        ),
        (
            {"system": "demo.lapse", "lang": "zh"},
            [
                "rule|rule:demo.face-down|ygo:IsNegated|ygo:No|1|里侧@zh",
                "rule|rule:demo.negated|ygo:IsNegated|ygo:Yes|1|无效@zh",
                "rule|rule:demo.drain|ygo:CanActivate|ygo:Yes|2|技能抽取@zh",
                "ruling|ruling:demo.9.a|ygo:IsNegated|ygo:No|9|Turned face-down, it resolves.@en",
                "ruling|ruling:demo.9.b|ygo:CanActivate|ygo:Yes|9|It can be activated.@en",
                "ruling|ruling:demo.10|ygo:IsNegated|ygo:Yes|10|Face-up, it is negated.@en",
            ],
        ),
    ],
    "rulings-by-date": [  # date|ruling|question|answer|source|summary
        (
            {},
            [
                "2020-02-03|ruling:more.3.a|ygo:IsNegated|ygo:No|src:more.3|It is not negated.@en",
                "2020-02-03|ruling:more.3.b|ygo:HowMuch|1000|src:more.3|",
                "2019-06-07|ruling:more.2|ygo:IsDestroyed|ygo:Yes|src:more.2|It is destroyed.@en",
            ],
        ),
        (
            {"since": "2019-06-08"},
            [
                "2020-02-03|ruling:more.3.a|ygo:IsNegated|ygo:No|src:more.3|It is not negated.@en",
                "2020-02-03|ruling:more.3.b|ygo:HowMuch|1000|src:more.3|",
            ],
        ),
        ({"since": "2019", "until": "2019"}, ["2019-06-07|ruling:more.2|ygo:IsDestroyed|ygo:Yes|src:more.2|It is destroyed.@en"]),
        ({"until": "2019-05"}, []),
    ],
    "undated-rulings": [  # ruling|question|answer|source|issued|summary
        (
            {},
            [
                "ruling:demo.9.a|ygo:IsNegated|ygo:No|src:demo.9|2023-12|Turned face-down, it resolves.@en",
                "ruling:demo.9.b|ygo:CanActivate|ygo:Yes|src:demo.9|2023-12|It can be activated.@en",
                "ruling:demo.10|ygo:IsNegated|ygo:Yes|src:demo.10|2023-12|Face-up, it is negated.@en",
                "ruling:demo.10|ygo:IsNegated|ygo:Yes|src:demo.11|2023-12|Face-up, it is negated.@en",
                "ruling:demo.11|ygo:IsNegated|ygo:Pending|src:demo.11|2023-12|Not decided.@en",
                "ruling:more.5|ygo:CanActivate|ygo:No|src:demo.13|2023-12|It cannot be activated.@en",
                "ruling:more.5|ygo:CanActivate|ygo:No|src:more.5|2020-01|It cannot be activated.@en",
            ],
        ),
        ({"system": "more.all"}, ["ruling:more.5|ygo:CanActivate|ygo:No|src:more.5|2020-01|It cannot be activated.@en"]),
    ],
    "rulings-by-source-class": [  # evidence|number|date|ruling|question|answer|source
        (
            {},
            [
                "ygo:CardPage|8933|2020-02-03|ruling:more.3.a|ygo:IsNegated|ygo:No|src:more.3",
                "ygo:CardPage|8933|2020-02-03|ruling:more.3.b|ygo:HowMuch|1000|src:more.3",
                "ygo:Wiki||2019-06-07|ruling:more.2|ygo:IsDestroyed|ygo:Yes|src:more.2",
                "none|||ruling:demo.9.a|ygo:IsNegated|ygo:No|src:demo.9",
                "none|||ruling:demo.9.b|ygo:CanActivate|ygo:Yes|src:demo.9",
                "none|||ruling:demo.10|ygo:IsNegated|ygo:Yes|src:demo.10",
                "none|||ruling:demo.10|ygo:IsNegated|ygo:Yes|src:demo.11",
                "none|||ruling:demo.11|ygo:IsNegated|ygo:Pending|src:demo.11",
                "none|||ruling:more.5|ygo:CanActivate|ygo:No|src:demo.13",
                "none|||ruling:more.5|ygo:CanActivate|ygo:No|src:more.5",
            ],
        ),
        ({"class": "维基"}, ["ygo:Wiki||2019-06-07|ruling:more.2|ygo:IsDestroyed|ygo:Yes|src:more.2"]),
        (
            {"class": "cardpage"},
            [
                "ygo:CardPage|8933|2020-02-03|ruling:more.3.a|ygo:IsNegated|ygo:No|src:more.3",
                "ygo:CardPage|8933|2020-02-03|ruling:more.3.b|ygo:HowMuch|1000|src:more.3",
            ],
        ),
        ({"class": "None", "system": "more.all"}, ["none|||ruling:more.5|ygo:CanActivate|ygo:No|src:more.5"]),
    ],
    "rulings-of-faq": [  # evidence|date|source|ruling|question|answer|summary
        (
            {"number": "8933"},
            [
                "ygo:CardPage|2020-02-03|src:more.3|ruling:more.3.a|ygo:IsNegated|ygo:No|It is not negated.@en",
                "ygo:CardPage|2020-02-03|src:more.3|ruling:more.3.b|ygo:HowMuch|1000|",
            ],
        ),
        ({"number": "196"}, []),
    ],
    "rulings-by-question": [  # asked|ruling|answer|status|source|summary
        (
            {"question": "Outcome"},
            [
                "ygo:IsNegated|ruling:demo.9.a|ygo:No|ygo:DerivedRuling|src:demo.9|Turned face-down, it resolves.@en",
                "ygo:IsNegated|ruling:demo.10|ygo:Yes|ygo:DerivedRuling|src:demo.10|Face-up, it is negated.@en",
                "ygo:IsNegated|ruling:demo.10|ygo:Yes|ygo:DerivedRuling|src:demo.11|Face-up, it is negated.@en",
                "ygo:IsNegated|ruling:demo.11|ygo:Pending|ygo:PendingRuling|src:demo.11|Not decided.@en",
                "ygo:IsNegated|ruling:more.3.a|ygo:No|ygo:DepartingRuling|src:more.3|It is not negated.@en",
            ],
        ),
        ({"question": "How much"}, ["ygo:HowMuch|ruling:more.3.b|1000|ygo:LiteralRuling|src:more.3|"]),
    ],
    "rulings-of-family": [  # ruling|role|effect|name|question|answer|summary
        (
            {"family": "AnyZoneNegator", "lang": "zh"},
            [
                "ruling:demo.11|ygo:negator|effect:any-other-negator||ygo:IsNegated|ygo:Pending|Not decided.@en",
                "ruling:more.2|ygo:negator|effect:97268402-1|效果遮蒙者@zh|ygo:IsDestroyed|ygo:Yes|It is destroyed.@en",
                "ruling:more.3.a|ygo:negator|effect:97268402-1|效果遮蒙者@zh|ygo:IsNegated|ygo:No|It is not negated.@en",
                "ruling:more.3.b|ygo:negator|effect:97268402-1|效果遮蒙者@zh|ygo:HowMuch|1000|",
                "ruling:more.5|ygo:negator|effect:97268402-1|效果遮蒙者@zh|ygo:CanActivate|ygo:No|It cannot be activated.@en",
            ],
        ),
    ],
    "contrast-pairs": [  # question|ruling|answer|other|otherAnswer|feature|here|there
        (
            {},
            [
                "ygo:IsNegated|ruling:more.3.a|ygo:No|ruling:demo.10|ygo:Yes|ygo:negator||effect:82732705-1",
                "ygo:IsNegated|ruling:more.3.a|ygo:No|ruling:demo.10|ygo:Yes|ygo:negator|effect:97268402-1|",
            ],
        ),
        ({"system": "demo.lapse"}, []),
    ],
    "cards-with-most-rulings": [  # card|name|rulings
        (
            {},
            [
                "card:75878039|Satellarknight Deneb@en|8",
                "card:97268402|Effect Veiler@en|4",
                "card:82732705|Skill Drain@en|3",
                "card:14087893|Book of Moon@en|2",
            ],
        ),
        (
            {"system": "demo.lapse", "lang": "zh"},
            ["card:75878039|星因士 天津四@zh|3", "card:82732705|技能抽取@zh|3", "card:14087893|月之书@zh|2"],
        ),
    ],
    "exceptions-of-rule": [  # depth|exception|defeats|answer|label
        (
            {"rule": "demo.negated"},
            [
                "1|rule:demo.face-down|rule:demo.negated|ygo:No|face-down@en",
                "1|rule:more.open|rule:demo.negated||not said: from the hand@en",
                "2|rule:more.hand|rule:demo.face-down|ygo:Yes|from the hand@en",
            ],
        ),
        ({"rule": "demo.face-down", "lang": "zh"}, ["1|rule:more.hand|rule:demo.face-down|ygo:Yes|手卡@zh"]),
    ],
    "lifting-rules": [  # rule|lifts|question|liftedAnswer|label
        ({}, ["rule:more.open|rule:demo.negated|ygo:IsNegated|ygo:Yes|not said: from the hand@en"]),
        ({"system": "demo.lapse"}, []),
    ],
    "rules-by-question": [  # asked|rule|answer|exceptionTo|basis|label
        (
            {"question": "Outcome"},
            [
                "ygo:IsNegated|rule:demo.face-down|ygo:No|rule:demo.negated|ygo:Stated|face-down@en",
                "ygo:IsNegated|rule:demo.negated|ygo:Yes||ygo:Stated|negated@en",
                "ygo:IsNegated|rule:more.hand|ygo:Yes|rule:demo.face-down|ygo:Stated|from the hand@en",
                "ygo:IsNegated|rule:more.open||rule:demo.negated|ygo:Inferred|not said: from the hand@en",
            ],
        ),
    ],
    "rules-by-proof": [  # rule|question|answer|proves|label
        (
            {},
            [
                "rule:demo.drain|ygo:CanActivate|ygo:Yes|ygo:ObstacleAbsent|under Skill Drain@en",
                "rule:more.hand|ygo:IsNegated|ygo:Yes|ygo:InGeneral|from the hand@en",
            ],
        ),
        ({"question": "Is it negated?", "lang": "zh"}, ["rule:more.hand|ygo:IsNegated|ygo:Yes|ygo:InGeneral|手卡@zh"]),
        ({"question": "IsDestroyed"}, []),
    ],
    "rules-naming-cards": [  # rule|feature|effect|name|question|answer
        (
            {},
            [
                "rule:demo.drain|ygo:negator|effect:82732705-1|Skill Drain@en|ygo:CanActivate|ygo:Yes",
                "rule:more.destroyed|ygo:negator|effect:97268402-1|Effect Veiler@en|ygo:IsDestroyed|ygo:Yes",
            ],
        ),
        ({"system": "more.all", "lang": "zh"}, ["rule:more.destroyed|ygo:negator|effect:97268402-1|效果遮蒙者@zh|ygo:IsDestroyed|ygo:Yes"]),
    ],
    "test-cases-of-card": [  # ruling|question|expected|feature|value|passcode|mark
        (
            {"card": "Effect Veiler"},
            [
                "ruling:more.2|ygo:IsDestroyed|ygo:Yes|ygo:effect|effect:75878039-1|75878039|①",
                "ruling:more.2|ygo:IsDestroyed|ygo:Yes|ygo:negator|effect:97268402-1|97268402|①",
                "ruling:more.3.a|ygo:IsNegated|ygo:No|ygo:effect|effect:75878039-1|75878039|①",
                "ruling:more.3.a|ygo:IsNegated|ygo:No|ygo:faceAtResolution|ygo:FaceUp||",
                "ruling:more.3.a|ygo:IsNegated|ygo:No|ygo:negator|effect:97268402-1|97268402|①",
                "ruling:more.3.b|ygo:HowMuch|1000|ygo:effect|effect:75878039-1|75878039|①",
                "ruling:more.3.b|ygo:HowMuch|1000|ygo:faceAtResolution|ygo:FaceUp||",
                "ruling:more.3.b|ygo:HowMuch|1000|ygo:negator|effect:97268402-1|97268402|①",
                "ruling:more.5|ygo:CanActivate|ygo:No|ygo:effect|effect:75878039-1|75878039|①",
                "ruling:more.5|ygo:CanActivate|ygo:No|ygo:negator|effect:97268402-1|97268402|①",
            ],
        ),
        ({"card": "月之书"}, []),
    ],
    "effects-by-kind": [  # kind|effect|passcode|mark|name|obligation
        (
            {},
            [
                "ygo:ActivatedEffect|effect:75878039-1|75878039|①|Satellarknight Deneb@en|ygo:MandatoryEffect",
                "ygo:QuickEffect|effect:97268402-1|97268402|①|Effect Veiler@en|",
            ],
        ),
        ({"family": "QuickEffect", "lang": "ja"}, ["ygo:QuickEffect|effect:97268402-1|97268402|①|エフェクト・ヴェーラー@ja|"]),
    ],
    "negators-by-family": [  # stated|effect|passcode|mark|name
        (
            {},
            [
                "ygo:AnyZoneNegator|effect:97268402-1|97268402|①|Effect Veiler@en",
                "ygo:AnyZoneNegator|effect:any-other-negator|||some other negator@en",
                "ygo:FieldNegator|effect:82732705-1|82732705|①|Skill Drain@en",
            ],
        ),
        ({"family": "LapsesFaceDown"}, ["ygo:FieldNegator|effect:82732705-1|82732705|①|Skill Drain@en"]),
    ],
    "effects-sharing-wording": [  # wording|has|effect|name|mark
        (
            {},
            ["ygo:rider|ygo:RiderNone|effect:82732705-1|Skill Drain@en|①", "ygo:rider|ygo:RiderNone|effect:97268402-1|Effect Veiler@en|①"],
        ),
        (
            {"feature": "附带处理", "value": "RiderNone", "lang": "zh"},
            ["ygo:rider|ygo:RiderNone|effect:82732705-1|技能抽取@zh|①", "ygo:rider|ygo:RiderNone|effect:97268402-1|效果遮蒙者@zh|①"],
        ),
        ({"value": "ygo:RiderDestroy"}, []),
    ],
    "effects-worded-like": [  # wording|has|like|name|mark
        (
            {"effect": "技能抽取#1"},
            ["ygo:rider|ygo:RiderNone|effect:82732705-1|Skill Drain@en|①", "ygo:rider|ygo:RiderNone|effect:97268402-1|Effect Veiler@en|①"],
        ),
        ({"effect": "月之书#0"}, ["ygo:rider|ygo:RiderDestroy|effect:14087893-0|Book of Moon@en|—"]),
    ],
    "concept-contents": [  # kind|about|item|words
        (
            {"concept": "Losing"},
            [
                "family|ygo:LosingEffects|ygo:LapsesFaceDown|lapses face-down@en",
                "feature|ygo:Losing|ygo:rider|rider@en",
                "question|ygo:LosingEffects|ygo:NeverAsked|Never asked@en",
                "rule|ygo:Losing|rule:more.destroyed|destroyed by Effect Veiler@en",
                "rule|ygo:Losing|rule:more.hand|from the hand@en",
                "rule|ygo:Losing|rule:more.open|not said: from the hand@en",
                "rule|ygo:LosingEffects|rule:demo.face-down|face-down@en",
                "rule|ygo:LosingEffects|rule:more.hand|from the hand@en",
                "ruling|ygo:Losing|ruling:more.2|It is destroyed.@en",
                "ruling|ygo:Losing|ruling:more.3.a|It is not negated.@en",
                "ruling|ygo:Losing|ruling:more.3.b|",
                "ruling|ygo:Losing|ruling:more.5|It cannot be activated.@en",
                "system|ygo:Losing|system:more.all|All of it@en",
            ],
        ),
        (
            {"concept": "失去效果", "lang": "zh"},
            [
                "family|ygo:LosingEffects|ygo:LapsesFaceDown|",
                "question|ygo:LosingEffects|ygo:NeverAsked|",
                "rule|ygo:LosingEffects|rule:demo.face-down|里侧@zh",
                "rule|ygo:LosingEffects|rule:more.hand|手卡@zh",
            ],
        ),
        ({"concept": "ygo:Idle"}, []),
    ],
    "glossary": [  # term|kind|zh|ja|en|definition
        (
            {},
            [
                "ygo:Deck|ygo:Value|卡组@zh||Deck@en|the pile to draw from@en",
                "ygo:Hand|ygo:Value|手卡@zh|手札@ja|hand@en|the cards in the hand@en",
            ],
        ),
        ({"words": "HAND", "lang": "zh"}, ["ygo:Hand|ygo:Value|手卡@zh|手札@ja|hand@en|手里的卡@zh"]),
        ({"words": "手札", "lang": "ja"}, ["ygo:Hand|ygo:Value|手卡@zh|手札@ja|hand@en|the cards in the hand@en"]),
    ],
    "questions": [  # question|answer|rules|rulings|label
        (
            {},
            [
                "ygo:CanActivate|ygo:No|0|1|Can it be activated?@en",
                "ygo:CanActivate|ygo:Pending|0|0|Can it be activated?@en",
                "ygo:CanActivate|ygo:Yes|1|1|Can it be activated?@en",
                "ygo:HowMuch|ygo:Literal|0|1|How much?@en",
                "ygo:IsDestroyed|ygo:No|0|0|Is it destroyed?@en",
                "ygo:IsDestroyed|ygo:Yes|1|1|Is it destroyed?@en",
                "ygo:IsNegated|ygo:No|1|2|Is it negated?@en",
                "ygo:IsNegated|ygo:Pending|0|1|Is it negated?@en",
                "ygo:IsNegated|ygo:Yes|2|1|Is it negated?@en",
                "ygo:NeverAsked|ygo:No|0|0|Never asked@en",
                "ygo:Outcome|ygo:Yes|0|0|What comes of it?@en",
            ],
        ),
    ],
}
GRAPHS = {"card-as-graph"}
"""Queries whose result is a graph and not rows; each has a test of its own."""

CASES = [
    pytest.param(name, values, rows, id=f"{name} {' '.join(values.values())}".strip())
    for name, cases in ROWS.items()
    for values, rows in cases
]


@pytest.mark.parametrize(("name", "values", "rows"), CASES)
def test_a_named_query_gives_these_rows(more: tuple[ox.Store, Model], name: str, values: dict[str, str], rows: list[str]) -> None:
    store, model = more
    query = named_query(name)
    result = json.loads(execute(store, bind(query.text, arguments(model, query, values)), "json"))
    columns = result["head"]["vars"]
    assert ["|".join(shown(row.get(column)) for column in columns) for row in result["results"]["bindings"]] == rows


def test_a_card_as_a_graph_is_complete_in_itself(more: tuple[ox.Store, Model]) -> None:
    store, model = more
    query = named_query("card-as-graph")
    turtle = execute(store, bind(query.text, arguments(model, query, {"card": "Effect Veiler"})), "turtle")
    triples = list(ox.parse(turtle, format=ox.RdfFormat.TURTLE))
    subjects = {curie(triple.subject.value) for triple in triples}
    assert subjects == {
        "card:97268402",
        "effect:97268402-1",
        "ruling:more.2",
        "ruling:more.3.a",
        "ruling:more.3.b",
        "ruling:more.5",
        "ruling:more.5.withdrawn",
    }
    facts = {f"{curie(t.predicate.value)} {curie(t.object.value)}" for t in triples if curie(t.subject.value) == "ruling:more.3.b"}
    assert facts == {
        "rdf:type ygo:Ruling",
        "rdf:type owl:NamedIndividual",
        "ygo:sameCaseAs ruling:more.3.a",
        "ygo:effect effect:75878039-1",
        "ygo:negator effect:97268402-1",
        "ygo:faceAtResolution ygo:FaceUp",
        "ygo:asks ygo:HowMuch",
        "ygo:answer 1000",
        "ygo:status ygo:LiteralRuling",
        "dct:date 2020-02-03",
        "dct:subject ygo:Losing",
        "prov:wasDerivedFrom src:more.3",
    }


def test_every_named_query_has_an_expected_result() -> None:
    assert sorted({*ROWS_OF_TINY, *ROWS, *GRAPHS, *(case[1] for case in BUILT_IN)}) == sorted(named_queries())


_PATH_OF_ANY_LENGTH = re.compile(r"(?:[a-z]+:\w+|<[^>]*>|\))[*+]")


@pytest.mark.parametrize("name", sorted(named_queries()))
def test_no_named_query_follows_a_path_of_any_length(name: str) -> None:
    """Virtuoso 7 works some of them out in an order in which it finds no rows, one day and not the next."""
    wording = "\n".join(line for line in named_query(name).text.splitlines() if not line.startswith("#"))
    found = _PATH_OF_ANY_LENGTH.findall(wording)
    assert found == [], f"{name}: ask for what follows instead (ygo:isOrIsBelow, ygo:hasFamily, ygo:exceptionAtAnyDepthTo, ygo:condition)"


def test_there_are_enough_of_them() -> None:
    assert len(named_queries()) >= 20


BUILT_IN = [
    (
        "an answer by its number",
        "rulings-of-faq",
        "number=19691",
        "ygo:OfficialFaq,2017-03-24,src:negation-20260814.20,ruling:negation.14.c,ygo:WhichDestination,ygo:Graveyard",
    ),
    (
        "a day",
        "rulings-by-date",
        "since=2019-05-20 until=2019-05-20",
        "2019-05-20,ruling:negation.147,ygo:IsNegated,ygo:No,src:negation-20260814.259",
    ),
    (
        "the wiki by its Japanese label",
        "rulings-by-source-class",
        "class=Wiki",
        "ygo:Wiki,,2019-12-18,ruling:negation.164,ygo:IsNegated,ygo:No,src:negation-20260814.289",
    ),
    (
        "no date",
        "undated-rulings",
        "system=negation.battling",
        "ruling:negation.176.a,ygo:IsNegated,ygo:Yes,src:negation-20260814.301,2026-08-14",
    ),
    (
        "a question",
        "rulings-by-question",
        "question=IsNegated",
        "ygo:IsNegated,ruling:negation.112,ygo:No,ygo:DerivedRuling,src:negation-20260814.207",
    ),
    (
        "a family",
        "rulings-of-family",
        "family=LapsesOffField",
        "ruling:negation.112,ygo:negator,effect:82732705-1,Skill Drain,ygo:IsNegated,ygo:No",
    ),
    (
        "what tells two rulings apart",
        "contrast-pairs",
        "system=negation.unspecified-zone",
        "ygo:IsNegated,ruling:negation.148.b,ygo:No,ruling:negation.148.a,ygo:Yes,ygo:zoneAtUse,ygo:Graveyard,",
    ),
    (
        "one ruling in two documents",
        "rulings-in-two-documents",
        "system=negation.activated-effect-only",
        "ruling:activation.215.b,ygo:IsNegated,ygo:Yes,src:activation.215,src:negation.219",
    ),
    ("a document", "rulings-of-document", "document=无效", "src:negation.112,ruling:negation.112,ygo:IsNegated,ygo:No,ygo:DerivedRuling"),
    (
        "a rule of a system",
        "system-contents",
        "system=negation.all-field-cards",
        "rule,rule:negation.holds-off-field,ygo:IsNegated,ygo:Yes,237",
    ),
    (
        "a ruling of a system",
        "system-contents",
        "system=negation.all-field-cards",
        "ruling,ruling:negation.135.a,ygo:IsNegated,ygo:Yes,239",
    ),
    ("a passage left out", "left-out-passages", "document=negation", "src:negation.8,ygo:RemarkLine,system:negation.kinds-and-state"),
    (
        "a fitted ruling",
        "fitted-rulings",
        "system=negation.unspecified-zone",
        "ruling:negation.147,ygo:IsNegated,ygo:No,rule:negation.unspecified-zone.unaffected,src:negation-20260814.259",
    ),
    (
        "an exception",
        "exceptions-of-rule",
        "rule=negation.card-effects",
        "1,rule:negation.lapses-face-down,rule:negation.card-effects,ygo:No",
    ),
    (
        "an exception to an exception",
        "exceptions-of-rule",
        "rule=negation.card-effects",
        "2,rule:negation.face-down-effects.open,rule:negation.lapses-face-down,",
    ),
    ("what is left open", "lifting-rules", "system=negation.all-field-cards", "rule:negation.source-gone.open,"),
    (
        "the rules of a question",
        "rules-by-question",
        "question=IsNegated",
        "ygo:IsNegated,rule:negation.lapses-face-down,ygo:No,rule:negation.card-effects,ygo:Stated",
    ),
    (
        "a fact of a test",
        "test-cases-of-card",
        "card=星因士天津四",
        "ruling:negation.112,ygo:IsNegated,ygo:No,ygo:faceAtResolution,ygo:FaceDown,,",
    ),
    (
        "a card of a test",
        "test-cases-of-card",
        "card=星因士天津四",
        "ruling:negation.112,ygo:IsNegated,ygo:No,ygo:negator,effect:82732705-1,82732705,①",
    ),
    ("a kind of effect", "effects-by-kind", "family=WorksFaceDown lang=zh", "ygo:WorksFaceDown,effect:17444133-1,17444133,①,帝王海马"),
    (
        "a negator",
        "negators-by-family",
        "family=LapsesFaceDown lang=ja",
        "ygo:FieldMonsterNegator,effect:82732705-1,82732705,①,スキルドレイン",
    ),
    (
        "a wording by its label",
        "effects-sharing-wording",
        "feature=rider value=视情况还破坏那张卡",
        "ygo:rider,ygo:RiderMayDestroy,effect:75922381-2,Spright Red,②",
    ),
    ("wording of an effect", "effects-worded-like", "effect=篮板球#0", "ygo:rider,ygo:RiderOther,effect:983995-0,Rebound,—"),
    ("a connector by its label", "effects-by-connector", "connector=那之后 lang=zh", "ygo:Then,effect:16255442-1,光之召集,①"),
    (
        "the second step of a card",
        "second-step",
        "card=黑蔷薇龙",
        "ruling:processing.77,ygo:No,ygo:Comma,ygo:StepNotApplied,effect:73580471-2",
    ),
    (
        "what counts what goes to the Extra Deck",
        "returns-to-extra-deck",
        "lang=zh",
        "ygo:CountsReturned,effect:74530899-3,时械神 梅塔伊恩,③",
    ),
    ("a lock on effects", "may-not-be-activated", "system=activation.locks", "ruling:activation.132,rule:activation.effect-lock"),
    ("a lock on cards alone", "activations-under-a-lock", "card=深渊死球", "effect:60202749-0b,ruling:activation.59,ygo:Yes"),
    ("a use that is spent", "limits-after-negation", "", "ruling:activation.248,ygo:Yes,ygo:CardActivationNegated,ygo:UseOnce"),
    ("an effect with が", "particles", "lang=ja", "ygo:Ga,ygo:SetsValue,effect:13317419-2,ロケットハンド,②"),
    (
        "a clause on being banished",
        "trigger-clauses",
        "lang=zh",
        "ygo:WhenBanished,ygo:SubjectCard,ygo:FieldBeforeIt,effect:91407982-2,命运视界,②",
    ),
    ("the side of a redirect", "who-banished-it", "", "ruling:processing.628.b,ygo:WhoseEffectBanishes,ygo:OpponentsSide,effect:9742784-2"),
    ("a term in three languages", "glossary", "words=里侧表示", "ygo:FaceDown,ygo:Value,里侧表示,裏側表示,face-down"),
]
"""Facts of the documents, which stay when more is encoded: the beginning of one row of each result, its columns parted by commas."""


@pytest.mark.parametrize(("name", "values", "start"), [case[1:] for case in BUILT_IN], ids=[case[0] for case in BUILT_IN])
def test_the_built_in_graph_answers(run: Runner, name: str, values: str, start: str) -> None:
    params = [word for value in values.split() for word in ("--param", value)]
    ended = run("query", name, *params, "--format", "csv")
    assert (ended.code, ended.err) == (0, "")
    rows = [",".join(map(curie, row)) for row in csv.reader(io.StringIO(ended.out))]
    assert [row for row in rows if row.startswith(start)] != [], ended.out


WITHOUT_PARAMETERS = [name for name in named_queries() if all(parameter.optional for parameter in named_query(name).parameters)]


@pytest.mark.parametrize("name", WITHOUT_PARAMETERS)
def test_a_query_runs_without_its_optional_parameters(run: Runner, name: str) -> None:
    ended = run("query", name, "--format", "csv")
    columns = [word.lstrip("(?").rstrip(")") for word in named_query(name).text.split("WHERE")[0].split("SELECT")[1].split()]
    assert (ended.code, ended.err) == (0, "")
    assert all(column in columns for column in ended.out.splitlines()[0].split(","))
