"""Leaving a fact out never turns into a wrong answer without a condition: random small rulebases against a plain evaluator.

The evaluator knows nothing of unknowns: it is given whole cases and follows the definitions by recursion. Every rule that is no
exception has the condition `zone=Field`, which no case leaves out: by the design a rule that no stated fact speaks for is no
condition of an answer, so that without it nothing could be promised.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shorthand import ORDER, facts, small_model

from ygokg.graph.model import Condition, Rule
from ygokg.resolver import Rulebase, resolve
from ygokg.resolver.completing import CLOSED, weighed_with

Facts = Mapping[str, tuple[str, ...]]

STEP = {"step": ("Applied", "NotApplied"), "later": ("Possible", "Impossible")}
STATE_ATOMS = ("face=Up", "face=Down", "place=There", "place=Gone", "member=Here", "member=Lost", "immune=Immune")
NEGATOR_ATOMS = (
    "negator:LapsesFaceDown",
    "negator:LapsesOffField",
    "negator:FieldNegator",
    "negator:OneShotNegator",
    "negator:AnyZoneNegator",
)
NAMED_ATOMS = ("negator=drain", "negator=veiler", "intervening=moon")
STEP_ATOMS = ("step=Applied", "step=NotApplied")
LATER_ATOMS = ("later=Possible", "later=Impossible")


@st.composite
def _block(draw: st.DrawFn, name: str, answers: tuple[str, ...], atoms: tuple[str, ...], most: int) -> list[str]:
    """Draw rules that conclude one thing; an exception gives another answer than all that it defeats, or none."""
    lines: list[str] = []
    said: list[str] = []
    for number in range(draw(st.integers(1, most))):
        targets = draw(st.sets(st.sampled_from(range(number)), max_size=2)) if number else set()
        free = [a for a in answers if all(said[t] != a for t in targets)]
        answer = draw(st.sampled_from([*free, ""] if targets else free))
        own = draw(st.lists(st.sampled_from(atoms), min_size=1 if targets else 0, max_size=2, unique=True))
        conditions = own if targets else ["zone=Field", *own]
        source = draw(st.sampled_from(("new.1", "new.1", "old.1")))
        said.append(answer)
        lines.append(f"{name}{number} | {', '.join(conditions)} | {answer} | {' '.join(f'{name}{t}' for t in sorted(targets))} | {source}")
    return lines


@st.composite
def _worlds(draw: st.DrawFn) -> tuple[str, bool]:
    """Draw rules in shorthand, and whether the question has the order of obstacles."""
    plain = (*STATE_ATOMS, *NEGATOR_ATOMS)
    lines = draw(_block("s", ("step=Applied", "step=NotApplied"), (*plain, *NAMED_ATOMS), 3))
    lines += draw(_block("l", ("later=Possible", "later=Impossible"), (*plain, *STEP_ATOMS), 3))
    answers = draw(st.sampled_from((("Yes", "No"), ("Yes", "No", "Must", "Pending"))))
    lines += draw(_block("q", answers, (*plain, *NAMED_ATOMS, *STEP_ATOMS, *LATER_ATOMS), 6))
    return "\n".join(lines), draw(st.booleans())


@st.composite
def _cases(draw: st.DrawFn) -> dict[str, tuple[str, ...]]:
    stated = {"zone": "Field", "negator": draw(st.sampled_from(("drain", "veiler", "called")))}
    choices = {
        "face": ("Up", "Down"),
        "place": ("There", "Gone"),
        "immune": ("Immune", "Affected"),
        "member": ("Here", "Lost", "Here/Lost"),
    }
    for feature, values in choices.items():
        stated[feature] = draw(st.sampled_from(values))
    for feature, values in {**STEP, "intervening": ("moon", "stratos")}.items():
        if draw(st.booleans()):
            stated[feature] = draw(st.sampled_from(values))
    return facts(", ".join(f"{f}={v}" for f, v in stated.items()))


class Plain:
    """The plain evaluator: a whole case, every rule by recursion, no notion of the unknown."""

    def __init__(self, rules: str, ordered: bool, case: Facts) -> None:
        self.model, self.case, self.ordered = small_model(rules, derived=STEP, ordered=ordered), case, ordered

    def answers(self, asks: str) -> tuple[str, ...]:
        """Return the answer, nothing, or both sides of a conflict."""
        rules = [r for r in self.model.rules.values() if r.asks == asks and r.answer and self.is_in(r)]
        pairs = [(r.answer, any(s.startswith("src:new") for s in r.sources)) for r in rules if r.answer is not None]
        if any(answer == "ygo:Must" for answer, _ in pairs):
            pairs = [("ygo:Must" if answer == "ygo:Yes" else answer, is_new) for answer, is_new in pairs]
        said = {answer for answer, _ in pairs}
        if self.ordered and asks == "ygo:Q":
            said = set([a for a in ORDER if a in said][:1])
        if len(said) > 1:
            newest = {answer for answer, is_new in pairs if is_new}
            said = newest if len(newest) == 1 else said
        return tuple(sorted(said))

    def is_in(self, rule: Rule) -> bool:
        return all(map(self.holds, rule.conditions)) and not any(
            self.is_in(e) for e in self.model.rules.values() if rule.id in e.exception_to
        )

    def holds(self, condition: Condition) -> bool:
        values = self.case.get(condition.feature)
        if values is None and condition.feature in ("ygo:step", "ygo:later"):
            values = self.answers(condition.feature)
            assert len(values) < 2, "cases with a clash are left to the tests of clashes"
        if condition.family is None:
            return any(v in condition.values for v in values or ())
        families = [f for v in values or () for f in self.model.effects[v].families]
        return any(condition.family in (f, *self.model.families[f].above) for f in families)

    def is_fit(self) -> bool:
        """Say whether no derived feature is in clash, and no stated one is another than its rules give."""
        try:
            return all(len({*self.answers(f), *self.case.get(f, ())}) < 2 for f in ("ygo:step", "ygo:later"))
        except AssertionError:
            return False


SETTINGS = settings(
    max_examples=300, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


@SETTINGS
@given(_worlds(), _cases())
def test_a_whole_case_in_the_closed_world_is_answered_as_the_definitions_say(world: tuple[str, bool], case: Facts) -> None:
    plain = Plain(*world, case)
    if plain.is_fit():
        assert weighed_with(Rulebase(plain.model), "ygo:Q", case, CLOSED).verdict.answers == plain.answers("ygo:Q")


@SETTINGS
@given(_worlds(), _cases())
def test_an_answer_without_conditions_survives_every_fact_left_out(world: tuple[str, bool], case: Facts) -> None:
    # Conditions are told in facts that can be observed, so that derived features are left to be derived.
    case = {feature: values for feature, values in case.items() if feature.removeprefix("ygo:") not in STEP}
    plain = Plain(*world, case)
    if not plain.is_fit():
        return
    truth, base = plain.answers("ygo:Q"), Rulebase(plain.model)
    optional = [f for f in case if f not in ("ygo:zone", "ygo:negator", "ygo:intervening")]
    for size in range(len(optional) + 1):
        for left_out in combinations(optional, size):
            outcome = resolve(base, "ygo:Q", {f: v for f, v in case.items() if f not in left_out})
            if not outcome.conditions:
                assert outcome.answers == truth, f"without {left_out}"


@SETTINGS
@given(_worlds(), _cases())
def test_an_answer_that_a_role_left_out_would_change_says_what_it_assumes(world: tuple[str, bool], case: Facts) -> None:
    plain = Plain(*world, case)
    if not plain.is_fit() or "ygo:intervening" not in case:
        return
    outcome = resolve(plain.model, "ygo:Q", {f: v for f, v in case.items() if f != "ygo:intervening"})
    if outcome.answers != plain.answers("ygo:Q") and not outcome.conditions:
        assert "ygo:intervening" in {a.feature for a in outcome.assumed}


@SETTINGS
@given(_worlds(), _cases(), st.sampled_from(("LapsesFaceDown", "LapsesOffField", "Negator")))
def test_a_class_in_place_of_the_effect_gives_no_wrong_certainty(world: tuple[str, bool], case: Facts, family: str) -> None:
    plain = Plain(*world, case)
    (negator,) = case["ygo:negator"]
    own = [f for g in plain.model.effects[negator].families for f in (g, *plain.model.families[g].above)]
    if not plain.is_fit() or f"ygo:{family}" not in own:
        return
    outcome = resolve(plain.model, "ygo:Q", {**case, "ygo:negator": (f"ygo:{family}",)})
    if outcome.answers != plain.answers("ygo:Q") and not outcome.conditions:
        assert "ygo:negator" in {a.feature for a in outcome.assumed}
