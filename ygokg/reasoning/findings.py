"""What the reasoner says, as findings of `ygokg check` with their places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ygokg.checks.finding import ERROR, Finding
from ygokg.checks.sources import Sources
from ygokg.model import Condition, Id, Model
from ygokg.reasoning.result import NOTHING, Contained, Disagreement, Reasoned, Unsatisfiable

__all__ = ["findings"]


def findings(reasoned: Reasoned, model: Model, sources: Sources) -> Iterator[Finding]:
    """Yield one finding for each cause."""
    if not reasoned.consistent:
        message = (
            "contradicts itself: no world satisfies every statement. Look for an effect in two families that exclude each other,"
            " or a value outside a feature's closed list; the policies family-overlap and ruling-value name them."
        )
        yield Finding("reason-inconsistent", ERROR, "the graph", None, message)
    for empty in reasoned.unsatisfiable:
        yield Finding("reason-unsatisfiable", ERROR, empty.name, sources.place(empty.name), _unsatisfiable(empty, model))
    for cause in reasoned.contained:
        subject = _subject(cause)
        yield Finding("reason-contained", ERROR, subject, sources.place(subject), _contained(cause, subject, model))
    for case in reasoned.disagreements:
        yield Finding("reason-disagrees", ERROR, case.inner, sources.place(case.inner), _disagreement(case))


def _unsatisfiable(empty: Unsatisfiable, model: Model) -> str:
    noun = "facts" if empty.name in model.rulings else "conditions"
    if not empty.conflicting:
        return "can have no member: what it is said to be and the classes above it exclude each other. Change one of them."
    if len(empty.conflicting) == 1:
        return f"can have no member: nothing has {_condition(empty.conflicting[0])}. Change it, or what it names."
    *first, last = map(_condition, empty.conflicting)
    return f"can have no member: its {noun} {', '.join(first)} and {last} exclude each other. Change one of them."


def _condition(condition: Condition) -> str:
    if condition.family is not None:
        return f"`{condition.feature} some {condition.family}`"
    return f"`{condition.feature} {' or '.join(condition.values)}`"


def _subject(cause: Contained) -> Id:
    """Return the rule that is in most of the pairs, or else the inner one."""
    counts = Counter(rule for pair in cause.pairs for rule in pair)
    return max(counts, key=lambda rule: (counts[rule], rule == cause.pairs[0][0]))


def _contained(cause: Contained, subject: Id, model: Model) -> str:
    inside = [outer for inner, outer in cause.pairs if inner == subject]
    around = [inner for inner, outer in cause.pairs if outer == subject and inner not in inside]
    own = model.rules[subject].answer
    said = []
    if inside:
        said.append(f"lies inside {_answering(inside, model)}")
    if around:
        said.append(f"has inside it {_answering(around, model)}")
    return (
        f"answers {own} to {cause.asks} and {' and '.join(said)}: every case under the inner rule is under the outer one too, and no"
        f" exception is between them. Make the inner rule an exception, or narrow a condition. `ygokg conflicts` tells more:"
        f" {cause.finding}."
    )


def _answering(rules: list[Id], model: Model) -> str:
    return ", ".join(f"{rule} (answers {model.rules[rule].answer})" for rule in rules)


def _disagreement(case: Disagreement) -> str:
    if case.outer == NOTHING:
        return (
            "can have a member or not: by the reasoner it can, by the search for conflicts no case fulfils its conditions. Look for"
            " values that are not declared different, or for families of one axis that are not closed."
        )
    between_rules = case.inner.startswith("rule:")
    sides = ("the reasoner", "the search for conflicts" if between_rules else "our matcher")
    yes, no = sides if case.by_reasoner else reversed(sides)
    if between_rules:
        return (
            f"lies inside {case.outer} or not: {yes} puts it there, {no} does not. Compare the two conditions and the families"
            " and values that they name; if these are right, the search has a fault."
        )
    return (
        f"falls under {case.outer} or not: {yes} puts it there, {no} does not. Compare the rule's condition with the ruling's"
        " facts and the families of its effects; if both are right, the matcher has a fault."
    )
