"""Policies on what answers may be built on: what a passage proves, what is mere context, which answers and values leave nothing out."""

from __future__ import annotations

from collections.abc import Iterator

from ygokg.checks.finding import Problem
from ygokg.model import IN_GENERAL, OBSTACLE_ABSENT, Model

__all__ = ["context_given", "exclusions", "exhaustive_features", "rules_prove"]

_GRANTING = ("ygo:Yes", "ygo:Must")


def rules_prove(model: Model) -> Iterator[Problem]:
    """A rule that grants something (Yes or Must, where obstacles prevail) says what its passage proves; only it can tell of no obstacle."""
    for rule in model.rules.values():
        question = model.questions.get(rule.asks)
        grants = question is not None and bool(question.prevails) and rule.answer in _GRANTING
        if grants and rule.proves is None:
            values = f"ygo:Answer, {IN_GENERAL} or {OBSTACLE_ABSENT}"
            yield Problem(rule.id, f"does not say what its passage proves. Add ygo:proves with {values}.", "ygo:answer")
        elif rule.proves == OBSTACLE_ABSENT and not grants:
            yield Problem(rule.id, "tells of an absent obstacle, but grants nothing. Take its ygo:proves out.", "ygo:proves")
        elif rule.proves is not None and (question is None or rule.answer is None):
            yield Problem(rule.id, "answers no question, so that it cannot say what it proves. Take its ygo:proves out.", "ygo:proves")


def context_given(model: Model) -> Iterator[Problem]:
    """What a ruling lists as context is something that it states, with one reason why it decides nothing."""
    for ruling in model.rulings.values():
        for feature in ruling.context:
            if feature not in ruling.facts:
                yield Problem(ruling.id, f"lists {feature} as context and does not state it. State it, or take it out.", feature)
        if bool(ruling.context) != bool(ruling.context_because):
            message = "Give the reason in ygo:contextBecause." if ruling.context else "Name the features in ygo:context."
            said = "ygo:context" if ruling.context else "ygo:contextBecause"
            yield Problem(ruling.id, f"has context and no reason for it, or a reason and no context. {message}", said)


def exclusions(model: Model) -> Iterator[Problem]:
    """Answers that exclude each other are answers that two different questions admit."""
    for exclusion in model.exclusions.values():
        for asks, answers in ((exclusion.asks, exclusion.answers), (exclusion.other, exclusion.others)):
            question = model.questions.get(asks)
            wrong = [a for a in answers if question is not None and a not in question.answers]
            if question is None:
                yield Problem(exclusion.id, f"speaks of {asks}, which is no question. Correct the name.", asks)
            elif wrong or not answers:
                named = ", ".join(wrong) or "nothing"
                yield Problem(exclusion.id, f"has {named} as an answer to {asks}. Use {', '.join(question.answers)}.", asks)
        if exclusion.asks == exclusion.other:
            yield Problem(exclusion.id, f"sets {exclusion.asks} against itself. Name two questions.", "ygo:otherQuestion")


def exhaustive_features(model: Model) -> Iterator[Problem]:
    """Only a feature of a state or a text that does not count as absent when unsaid can leave no value out."""
    for feature in model.features.values():
        if feature.exhaustive and (feature.kind not in ("state", "text") or feature.unsaid_absent):
            yield Problem(feature.id, "cannot be exhaustive: it is a role, derived, or absent when unsaid. Take it out.", "ygo:exhaustive")
