"""`ygokg resolve --ask` on a pipe: what it asks, how it is answered, and how it ends."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable

import pytest
from conftest import Run
from lookup_world import ask

from ygokg.store.cache import Graph

DIALOGUE = """\
Answer by number or in words. ? explains, ? 3 explains the third only; b goes one step back; nothing means that you do not know; at the end of input you get the answer so far.
What do you want to know?
  1) Can it be activated?
  2) Is it negated?
>
So far: open
1. effect?
  an effect, as Skill Drain#1
>
So far: open
2. negator?
  1) field-monster negation
  or an effect, as Skill Drain#1
>
So far: negated, unless face at resolution: face-down
3. face at resolution?
  1) face-up
  2) face-down
>"""

ANSWER = """\
→ not negated
Derived from the rules: our reading, not the office's.
Attested in part: rulings are under some of these rules; under all of them none has this answer.

Assumed absent, because not said: negator (not "Skill Drain" ①)

Question: Is it negated?
  negator: field-monster negation
  face at resolution: face-down

Rules that apply
  lapses face-down → not negated (rule:negation.lapses-face-down)
    because negator: negation that lapses face-down; and face at resolution: face-down
    source: Negation, line 109
    is an exception to: stays negated → negated (rule:negation.stays-negated)

Nearest rulings
  negation.112 → not negated
      Deneb was turned face-down before it resolved.
      differs: effect: "Satellarknight Deneb" ① there, not said here; negator: "Skill Drain" ① there, field-monster negation here; rider: and destroy there, not said here
  negation.113.a → negated (2020-12-07)
      A spell is no monster.
      differs: effect: some Spell Card there, not said here; negator: "Skill Drain" ① there, field-monster negation here; face at resolution: not said there, face-down here
  negation.114 → Is it negated: pending
      The office has not decided.
      differs: effect: "Book of Moon" there, not said here; negator: "Skill Drain" ① there, field-monster negation here; face at resolution: not said there, face-down here

Exceptions considered: 2. All reasons: --explain

Rests on: Negation (2023-12)

The same as
  ygokg resolve IsNegated negator=FieldNegator faceAtResolution=FaceDown
"""


def test_it_asks_for_the_question_then_what_matters_and_ends_when_the_answer_is_settled() -> None:
    result = ask("resolve", "--ask", stdin="2\n\n1\n2\nnever read\n")
    assert (result.exit_code, result.stderr.replace("> ", ">"), result.stdout) == (0, DIALOGUE, ANSWER)


FACTS = [
    ("by number", "1\n", {"ygo:faceAtResolution": ["ygo:FaceUp"]}),
    ("by id", "FaceUp\n", {"ygo:faceAtResolution": ["ygo:FaceUp"]}),
    ("by a label in any language", "裏側守備表示\n", {"ygo:faceAtResolution": ["ygo:FaceDown"]}),
    ("not known", "\n", {}),
    ("the input ends", "", {}),
    ("no line end at the end of the input", "2", {"ygo:faceAtResolution": ["ygo:FaceDown"]}),
    ("asked back first", "?\n? 2\n？ 1\n2\n", {"ygo:faceAtResolution": ["ygo:FaceDown"]}),
    ("misunderstood first", "3\nsideways\n? 7\n? x\n1\n", {"ygo:faceAtResolution": ["ygo:FaceUp"]}),
]


@pytest.mark.parametrize(("typed", "stated"), [c[1:] for c in FACTS], ids=[c[0] for c in FACTS])
def test_an_answer(typed: str, stated: dict[str, list[str]]) -> None:
    result = ask("resolve", "--ask", "IsNegated", "negator=FieldNegator", "--format", "json", stdin=typed)
    assert (result.exit_code, json.loads(result.stdout)["facts"]) == (0, {"ygo:negator": ["ygo:FieldNegator"], **stated})


BACK = [
    ("to the feature before", "IsNegated", "星因士天津四#1\n技能抽取#1\nb\nFieldNegator\n1\n", ["effect:75878039-1"], ["ygo:FieldNegator"]),
    ("before a feature that was not known", "IsNegated", "\nb\n月之书\nFieldNegator\n1\n", ["effect:14087893-0"], ["ygo:FieldNegator"]),
    ("not further than the question that was given", "IsNegated", "b\nb\n\nFieldNegator\n1\n", None, ["ygo:FieldNegator"]),
    ("to another question", None, "1\nb\n2\n\nFieldNegator\n1\n", None, ["ygo:FieldNegator"]),
    ("not before the choice of the question", None, "b\n2\n\nFieldNegator\n1\n", None, ["ygo:FieldNegator"]),
]


@pytest.mark.parametrize(("question", "typed", "effect", "negator"), [c[1:] for c in BACK], ids=[c[0] for c in BACK])
def test_a_step_back(question: str | None, typed: str, effect: list[str] | None, negator: list[str]) -> None:
    result = ask("resolve", *([question] if question else []), "--ask", "--format", "json", stdin=typed)
    found = json.loads(result.stdout)
    assert (result.exit_code, found["question"]) == (0, "ygo:IsNegated")
    assert (found["facts"].get("ygo:effect"), found["facts"]["ygo:negator"]) == (effect, negator)


SAID = [
    ("a term is explained", "?\n", "  Is it negated?: Whether the effect resolves negated.\n"),
    ("one choice is explained", "? 2\n", "  Is it negated?: Whether the effect resolves negated.\n"),
    ("a term without a definition", "? 1\n", "  There is no definition of it.\n"),
    ("a number that is no choice", "9\n", "There is no choice 9; they are 1 to 2.\n"),
    ("words that name no question", "IsNeg\n", 'There is no question "IsNeg".\nNearest: IsNegated (Is it negated?)\n'),
    ("back from the first step", "b\n", "There is nothing to go back to.\n"),
]


@pytest.mark.parametrize(("typed", "said"), [c[1:] for c in SAID], ids=[c[0] for c in SAID])
def test_what_it_says_to_an_answer_that_is_none(typed: str, said: str) -> None:
    result = ask("resolve", "--ask", stdin=typed)
    assert f"> {said}" in result.stderr
    assert result.stderr.endswith("\nError: No question was chosen.\n`ygokg resolve` lists the questions.\n")
    assert (result.exit_code, result.stdout) == (2, "")


def test_an_open_case_ends_with_3_and_without_a_command_line_where_nothing_was_said() -> None:
    result = ask("resolve", "--ask", "IsNegated", "--lang", "zh", stdin="")
    assert result.exit_code == 3
    assert result.stdout.startswith("→ 无定论\n")
    assert "等同于" not in result.stdout


def test_what_is_no_text_is_misunderstood_and_no_more(run: Callable[..., Run]) -> None:
    result = run("resolve", "--ask", "IsNegated", "negator=技能抽取#1", stdin=b"\xff\xfe\n")
    assert (result.code, result.out.splitlines()[-1]) == (0, '  ygokg resolve IsNegated negator="Skill Drain#1"')


def test_csv_is_refused_before_anything_is_asked() -> None:
    result = ask("resolve", "--ask", "IsNegated", "--format", "csv", stdin="1\n")
    assert (result.exit_code, result.stderr) == (2, "Error: `resolve` writes csv only for a list.\nUse --format json for an answer.\n")


@pytest.mark.parametrize(("lang", "part"), [("zh", 0), ("ja", 1), ("en", 2)])
def test_every_question_can_be_asked_about_and_the_command_line_at_the_end_gives_the_same(
    lang: str, part: int, graph: Graph, run_on: Callable[..., Run]
) -> None:
    """Every fifth question up to its end, the others up to the fourth answer."""
    for place, question in enumerate(sorted(graph.model.questions)[part::3]):
        result = run_on("resolve", "--ask", question, "--lang", lang, stdin="1\n" * (12 if place % 5 == 0 else 4))
        *_, last = result.out.splitlines()
        if last.startswith("  ygokg resolve "):
            again = run_on(*shlex.split(last)[1:], "--lang", lang)
            assert (again.code, again.out) == (result.code, result.out.rpartition("\n\n")[0] + "\n"), question
        else:
            assert result.code == 3, question
