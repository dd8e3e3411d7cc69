"""`ygokg contrast`: the nearest ruling with the other answer, what flips it, and what the documents put beside each other."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from conftest import Run
from lookup_world import ask
from shorthand import small_model

from ygokg.lookup.questions import Contrast, contrasts
from ygokg.resolver import Rulebase
from ygokg.resolver.completing import alone

DOCUMENTED = """\
Is it negated?      negation.112              negation.113.a
→                   not negated               negated
effect              "Satellarknight Deneb" ①  some Spell Card
face at resolution  face-down                 not said

The rules do not tell which difference flips the answer.
The graph links the two as a contrast.

In both
  negator: "Skill Drain" ①
  rider: and destroy

negation.112 → not negated
    Deneb was turned face-down before it resolved.
negation.113.a → negated (2020-12-07)
    A spell is no monster.

Other rulings with another answer
  negation.114 → Is it negated: pending: effect, face at resolution

Rests on: Negation (2023-12)
"""

VEILER = """
ygo:OneShotNegator a ygo:Family ; rdfs:subClassOf ygo:LapsesFaceDown ;
    skos:prefLabel "一次性的无效"@zh , "一度きりの無効"@ja , "one-shot negation"@en .
card:97268402 a ygo:Card ; dct:identifier "97268402" ; ygo:cardKind ygo:MonsterCard ;
    skos:prefLabel "效果遮蒙者"@zh , "エフェクト・ヴェーラー"@ja , "Effect Veiler"@en .
effect:97268402-1 a ygo:OneShotNegator , owl:NamedIndividual ; ygo:effectOf card:97268402 ; ygo:mark "①" .
ruling:negation.118.a a ygo:Ruling ; ygo:effect effect:75878039-1 ; ygo:negator effect:97268402-1 ;
    ygo:faceAtResolution ygo:FaceDown ; ygo:asks ygo:IsNegated ; ygo:answer ygo:No ; prov:wasDerivedFrom src:negation.118 .
ruling:negation.118.b a ygo:Ruling ; ygo:effect effect:75878039-1 ; ygo:negator effect:97268402-1 ;
    ygo:faceAtResolution ygo:FaceUp ; ygo:asks ygo:IsNegated ; ygo:answer ygo:Yes ; prov:wasDerivedFrom src:negation.118 .
"""

FLIPPED_ZH = """\
是否无效          negation.118.a  negation.118.b
→                 不会无效        无效
处理时的表示形式  里侧守备表示    表侧表示        ←

按规则，只要改变这一点，答案就会改变：处理时的表示形式

相同
  效果：「星因士 天津四」①
  无效它的效果：「效果遮蒙者」①

negation.118.a → 不会无效
    效果：「星因士 天津四」① · 无效它的效果：「效果遮蒙者」① · 处理时的表示形式：里侧守备表示
negation.118.b → 无效
    效果：「星因士 天津四」① · 无效它的效果：「效果遮蒙者」① · 处理时的表示形式：表侧表示

其他答案不同的裁定
  negation.113.a → 无效：处理时的表示形式
  negation.114 → 是否无效：调整中：效果、处理时的表示形式、无效它的效果、附加处理

依据：无效（2023-12）
"""

TABLES = [
    ("what the documents put beside it", ("negation.112",), "", DOCUMENTED),
    ("the one fact that flips it, in Chinese", ("ruling:negation.118.a", "--lang", "zh"), VEILER, FLIPPED_ZH),
]


@pytest.mark.parametrize(("words", "extra", "text"), [c[1:] for c in TABLES], ids=[c[0] for c in TABLES])
def test_two_rulings_side_by_side(words: tuple[str, ...], extra: str, text: str) -> None:
    result = ask("contrast", *words, extra=extra)
    assert (result.exit_code, result.output) == (0, text)


def test_json_has_every_contrast_by_id() -> None:
    found = json.loads(ask("contrast", "negation.118.b", "--format", "json", extra=VEILER).output)
    assert (found["ruling"], found["question"], found["answer"]) == ("ruling:negation.118.b", "ygo:IsNegated", "ygo:Yes")
    assert found["contrasts"][0] == {
        "ruling": "ruling:negation.118.a",
        "documented": False,
        "flipping": ["ygo:faceAtResolution"],
        "differing": [{"feature": "ygo:faceAtResolution", "here": ["ygo:FaceUp"], "there": ["ygo:FaceDown"]}],
        "shared": {"ygo:effect": ["effect:75878039-1"], "ygo:negator": ["effect:97268402-1"]},
        "kinds": {},
    }
    assert [contrast["ruling"] for contrast in found["contrasts"]] == [
        "ruling:negation.118.a",
        "ruling:negation.112",
        "ruling:negation.114",
    ]


MISUSE = [
    ("an unknown ruling", "negation.999", 3, 'Error: No ruling "negation.999".\n'),
    (
        "nothing answers otherwise",
        "negation.113.b",
        3,
        "Error: No ruling answers the question of negation.113.b differently.\n`ygokg ruling negation.113.b` shows the rules behind it.\n",
    ),
    (
        "a passage with several rulings",
        "negation.113",
        2,
        'Error: "negation.113" has several rulings; choose one:\n  ruling:negation.113.a\n  ruling:negation.113.b\n',
    ),
]


@pytest.mark.parametrize(("words", "code", "message"), [c[1:] for c in MISUSE], ids=[c[0] for c in MISUSE])
def test_misuse(words: str, code: int, message: str) -> None:
    result = ask("contrast", words)
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr.startswith(message)


RULES = """
    stays     | negator:Negator                    | Yes |
    face-down | negator:LapsesFaceDown, face=Down  | No  | stays
"""
OWN = "own | effect=deneb, negator=drain, face=Down | No\n"
NEAREST = [
    (
        "one fact before two",
        OWN + "a | effect=stratos, negator=called, face=Up | Yes\n b | effect=stratos, negator=drain, face=Up | Yes",
        "b",
        ("face",),
    ),
    (
        "the fewest facts, not the fewest differences",
        OWN + "a | effect=stratos, negator=called, face=Down, zone=Hand | Yes",
        "a",
        ("negator",),
    ),
    (
        "of equals the one with fewer differences",
        OWN + "a | effect=stratos, negator=drain, face=Up | Yes\n b | effect=deneb, negator=drain | Yes",
        "b",
        ("face",),
    ),
    (
        "a pending ruling last",
        OWN + "a | effect=deneb, negator=drain, face=Up | Pending\n b | effect=moon, negator=called, face=Up, zone=Hand | Yes",
        "b",
        ("face",),
    ),
    (
        "a ruling that the rules do not derive last but for that",
        OWN + "a | effect=deneb, negator=drain, face=Down, zone=Hand | Yes\n b | effect=moon, negator=called, face=Up | Yes",
        "b",
        ("face",),
    ),
]


@pytest.mark.parametrize(("rulings", "nearest", "flipping"), [c[1:] for c in NEAREST], ids=[c[0] for c in NEAREST])
def test_which_is_nearest_and_what_flips_it(rulings: str, nearest: str, flipping: tuple[str, ...]) -> None:
    found = nearest_to_own(rulings)
    assert (found.ruling, found.flipping) == (f"ruling:{nearest}", tuple(f"ygo:{feature}" for feature in flipping))


def nearest_to_own(rulings: str) -> Contrast:
    model = small_model(RULES, rulings)
    return contrasts(Rulebase(model), model.rulings["ruling:own"])[0]


def test_of_effects_that_flip_it_the_families_are_shown_that_rules_tell_apart() -> None:
    found = nearest_to_own(OWN + "a | effect=deneb, negator=called, face=Down | Yes")
    assert found.kinds == {"ygo:negator": (("ygo:LapsesFaceDown",), ())}


def test_what_answers_the_same_or_bears_it_out_is_no_contrast() -> None:
    model = small_model("a | face=Up | Must", "own | effect=deneb, face=Up | Must\n b | effect=moon, face=Up | Yes")
    assert contrasts(Rulebase(model), model.rulings["ruling:own"]) == ()


def test_what_flips_a_ruling_of_the_built_in_data_does_flip_it(base: Rulebase, run: Callable[..., Run]) -> None:
    flipped = 0
    for ruling in sorted(base.model.rulings.values(), key=lambda ruling: ruling.id)[::9]:
        for found in contrasts(base, ruling, at_most=2):
            other = base.model.rulings[found.ruling]
            assert other.answer != ruling.answer
            if found.flipping:
                facts = {f: v for f, v in ruling.facts.items() if f not in found.flipping}
                facts |= {f: there for f, (_, there) in found.differing.items() if f in found.flipping and there}
                derived = alone(base, ruling.asks, facts)
                assert derived != alone(base, ruling.asks, ruling.facts), ruling.id
                flipped += 1
    assert flipped > 10
    assert run("contrast", "negation.112").code == 0
