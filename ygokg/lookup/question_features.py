"""What bears on a question: the features that its rules and rulings speak of, and an example of a case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from ygokg.graph.model import Condition, Feature, Id, Model
from ygokg.lookup.asking import families_told_apart
from ygokg.names.links import links_of
from ygokg.resolver import Rulebase

__all__ = ["FIRST", "called_by_name", "example_case", "features_of", "shown_features"]

FIRST = 12
"""How many features, and families of each role, are shown: those used most; JSON has them all."""
_KINDS = ("role", "state", "text", "derived")


def features_of(base: Rulebase, question: Id) -> tuple[Id, ...]:
    """Return the features that the rules of a question use, directly or through each other, and those its rulings state."""
    model = base.model
    stated = {f for facts in stated_cases(model, question) for f in facts}
    known = [model.features[f] for f in stated | base.block(question).mentioned if f in model.features]
    order = ("ygo:effect", "ygo:negator")
    ranked = sorted(known, key=lambda f: (f.id not in order, _KINDS.index(f.kind), f.id))
    return tuple(f.id for f in ranked)


def called_by_name(base: Rulebase, question: Id, also: Mapping[Id, Iterable[Id]]) -> list[Id]:
    """Return what the page of a question (`ygokg.render.question`) calls by name, but for the card of an effect in the example.

    `also` are, by role, families that rules ask for there which are not in the model.
    """
    model, shown = base.model, shown_features(base, question)
    roles = [feature.id for feature in shown if feature.kind == "role"]
    families = [f for role in roles for f in families_told_apart(model, question, role, also.get(role, ()))[:FIRST]]
    return [question, *model.questions[question].answers, *(i for feature in shown for i in (feature.id, *feature.values)), *families]


def shown_features(base: Rulebase, question: Id) -> list[Feature]:
    """Return the features that rules and rulings speak of most."""
    model = base.model
    uses = Counter(c.feature for r in model.rules.values() if r.asks == question for c in r.conditions)
    uses.update(f for facts in stated_cases(model, question) for f in facts)
    often = {f for f, _ in uses.most_common(FIRST)}
    return [model.features[f] for f in features_of(base, question) if f in often]


def stated_cases(model: Model, question: Id) -> list[dict[Id, tuple[Id, ...]]]:
    """Return the facts of the rulings on a question that are not withdrawn."""
    return [model.rulings[i].facts for i in links_of(model)["rulings-asking"].get(question, ())]


def example_case(model: Model, question: Id) -> dict[Id, tuple[Id, ...]] | None:
    """Return the facts of the example of a question: those of a ruling or else of a rule; None where it has neither."""
    rulings = stated_cases(model, question)
    rules = [_case_of(r.conditions) for r in model.rules.values() if r.asks == question and r.answer and not r.deprecated]
    cases = [facts for facts in rulings if "ygo:effect" in facts] or rulings or rules
    return min(cases, key=lambda facts: abs(len(facts) - 3), default=None)


def _case_of(conditions: Iterable[Condition]) -> dict[Id, tuple[Id, ...]]:
    return {c.feature: (c.family,) if c.family is not None else c.values[:1] for c in conditions}
