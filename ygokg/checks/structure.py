"""Policies on how rules hang together: exceptions that defeat something, derived features without a circle."""

from __future__ import annotations

from collections.abc import Iterator

from ygokg.checks.finding import Problem
from ygokg.graph.model import Id, Model
from ygokg.graph.subjects import cycles

__all__ = ["broken_exceptions", "derived_cycles", "features_decide", "references"]


def broken_exceptions(model: Model) -> Iterator[Problem]:
    """An exception defeats a rule on the same question that answers something else, and never itself, not even by detours."""
    for rule in model.rules.values():
        if rule.answer is None and not rule.exception_to:
            yield Problem(rule.id, "has no answer and lifts no rule. Add ygo:answer or ygo:exceptionTo.")
        for name in rule.exception_to:
            other = model.rules.get(name)
            if name == rule.id:
                yield Problem(rule.id, "is an exception to itself. Name the rule that it defeats.", "ygo:exceptionTo")
            elif other is None:
                yield Problem(rule.id, f"is an exception to {name}, which is no rule. Correct the name.", name)
            elif other.asks != rule.asks:
                message = f"asks {rule.asks}, but {name}, to which it is an exception, asks {other.asks}. Ask the same."
                yield Problem(rule.id, message, name)
            elif other.answer is not None and other.answer == rule.answer:
                message = f"answers {rule.answer}, as does {name}, to which it is an exception. It defeats nothing: drop one of them."
                yield Problem(rule.id, message, name)
    defeats = {rule.id: [n for n in rule.exception_to if n != rule.id] for rule in model.rules.values()}
    for cycle in cycles(defeats):
        message = f"is an exception to itself by a detour: {' → '.join(cycle)}. Take out one ygo:exceptionTo."
        yield Problem(cycle[0], message, cycle[1])


def derived_cycles(model: Model) -> Iterator[Problem]:
    """No derived feature is computed from itself, so that a case can be completed in one order."""
    needs: dict[Id, list[Id]] = {f.id: [] for f in model.features.values() if f.kind == "derived"}
    by_feature: dict[tuple[Id, Id], Id] = {}
    for rule in model.rules.values():
        for condition in rule.conditions:
            if rule.asks in needs and condition.feature in needs:
                needs[rule.asks].append(condition.feature)
                by_feature.setdefault((rule.asks, condition.feature), rule.id)
    for cycle in cycles(needs):
        rule_id = by_feature[(cycle[0], cycle[1])]
        message = f"makes {cycle[0]} depend on itself: {' → '.join(cycle)}. Take one of these conditions out of a rule."
        yield Problem(rule_id, message, cycle[1])


def features_decide(model: Model) -> Iterator[Problem]:
    """Every derived feature is concluded by a rule, and a feature has values to choose from."""
    concluded = {rule.asks for rule in model.rules.values()}
    for feature in model.features.values():
        if feature.kind == "derived" and feature.id not in concluded:
            yield Problem(feature.id, "is a derived feature that no rule concludes. Add a rule, or make it a state feature.")
        if feature.kind != "role" and len(feature.values) < 2:
            yield Problem(feature.id, "has fewer than two values and cannot decide anything. List its values in its range.")


def references(model: Model) -> Iterator[Problem]:
    """What rulings and questions point at exists and is of the right kind."""
    for ruling in model.rulings.values():
        for name in (*ruling.contrast, *ruling.given):
            if name not in model.rulings or name == ruling.id:
                yield Problem(ruling.id, f"points at {name}, which is no other ruling. Correct the name.", name)
        if ruling.expected_rule is not None and ruling.expected_rule not in model.rules:
            yield Problem(ruling.id, f"expects {ruling.expected_rule}, which is no rule. Correct the name.", ruling.expected_rule)
        for card in ruling.cards:
            if card not in model.cards and card not in model.archetypes:
                yield Problem(ruling.id, f"mentions {card}, which is no card. Add it to data/cards.ttl.", card)
    for question in model.questions.values():
        for name in question.broader:
            if name not in model.questions:
                yield Problem(question.id, f"stands under {name}, which is no question. Correct the name.", name)
