"""Which of the stated facts bear on the answer: no fact of a user's may be lost without a word.

A fact that no rule of the question mentions was *not weighed*; one that is mentioned, but without which the answer, the rules that
are in and the conditions are the same, *made no difference*. A standing effect of either kind is a condition of the answer unless
the ruling that answers the case has it too: what it does there, no rule knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ygokg.graph.model import Condition, Id
from ygokg.resolver.completing import weighed_with
from ygokg.resolver.outcome import Unless
from ygokg.resolver.overturning import Weighed, conditions
from ygokg.resolver.records import sketches
from ygokg.resolver.rulebase import Rulebase

Pair = tuple[Id, Id]

STANDING_EFFECTS = ("ygo:negator", "ygo:priorNegator", "ygo:protector", "ygo:redirect", "ygo:restriction")
"""Roles of effects that change what happens wherever they reach."""


def looked_at(result: Weighed) -> frozenset[Id]:
    """Return the features that rules of the question mention, and the roles of whose effects they read the wording."""
    mentioned = result.block.mentioned.union(*((feature, role) for feature, role in _states(result) if role in result.case.inert))
    roles = (result.base.model.features[f].read_from for f in result.case.copied if f in mentioned)
    return mentioned.union(role for role in roles if role is not None)


def _states(result: Weighed) -> Iterator[Pair]:
    """Yield the stated features that tell whether a standing effect is in force, each with the role of that effect."""
    features = result.base.model.features
    yield from ((feature, role) for feature in result.case.stated if (role := features[feature].state_of) is not None)


def not_weighed(result: Weighed, shared: Mapping[Id, tuple[Id, ...]]) -> tuple[Pair, ...]:
    """Return the stated facts that no rule of the question looks at; those `shared` by the ruling that answers are none."""
    stated, seen = result.case.stated, looked_at(result)
    idle = (f for f in sorted(stated) if f not in seen)
    return tuple((f, value) for f in idle for value in stated[f] if value not in shared.get(f, ()))


def indifferent(result: Weighed) -> tuple[Pair, ...]:
    """Return the stated facts that rules mention and that make no difference: not to the answer, the rules in or the conditions."""
    stated, seen = result.case.stated, looked_at(result)
    weighing = (f for f in sorted(stated) if f in seen)
    return tuple((f, value) for f in weighing if _makes_none(result, f) for value in stated[f])


def _makes_none(result: Weighed, feature: Id) -> bool:
    facts = {f: values for f, values in result.case.stated.items() if f != feature}
    without = weighed_with(result.base, result.block.asks, facts)
    if without.verdict != result.verdict or without.standing.within != result.standing.within:
        return False
    return conditions(without) == conditions(result)


def standing_conditions(result: Weighed, shared: Mapping[Id, tuple[Id, ...]]) -> Iterator[Unless]:
    """Yield a condition for each stated standing effect that was not weighed or made no difference and that no ruling shares."""
    stated, seen = result.case.stated, looked_at(result)
    for feature in STANDING_EFFECTS:
        if feature in result.case.inert:
            continue
        values = tuple(value for value in stated.get(feature, ()) if value not in shared.get(feature, ()))
        if values and (feature not in seen or _makes_none(result, feature)):
            yield Unless((), (Condition(feature, values),), "open", ())


def missing_roles(base: Rulebase, result: Weighed) -> tuple[Id, ...]:
    """Return the roles that rules of the question look at, that every ruling on it has, and that the case lacks."""
    rulings = [sketch.known for sketch in sketches(base, result.block.asks).by_id.values()]
    wanted = (f for f in sorted(result.block.mentioned) if base.model.features[f].kind == "role" and f not in result.case.known)
    return tuple(f for f in wanted if rulings and all(f in known for known in rulings))
