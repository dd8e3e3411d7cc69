"""What the graph says about a term: a concept, value, answer, family, feature, question or rule system."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ygokg.links import links_of
from ygokg.lookup.rules import system_of
from ygokg.lookup.search import normal
from ygokg.model import Id, Model, Rule, Texts

__all__ = ["TermView", "meant", "named_terms", "term_view"]


class TermView(NamedTuple):
    """A term and where it is used.

    `kind` is concept, value, answer, family, feature, question or system; `values` are a feature's values or a question's answers;
    `had_by` the features and questions that have it as a value or answer; `members` the effects of a family.
    """

    id: Id
    kind: str
    broader: tuple[Id, ...]
    narrower: tuple[Id, ...]
    values: tuple[Id, ...]
    had_by: tuple[Id, ...]
    members: tuple[Id, ...]
    rules: tuple[Id, ...]
    rulings: tuple[Id, ...]
    sources: tuple[Id, ...]


def named_terms(model: Model) -> dict[Id, Texts]:
    """Return the labels of every term that can be asked for, by id."""
    named: dict[Id, Texts] = {i: question.labels for i, question in model.questions.items()}
    named |= {i: feature.labels for i, feature in model.features.items()}
    named |= {i: family.labels for i, family in model.families.items()}
    named |= {i: term.labels for i, term in model.terms.items()}
    return named | {i: system.labels for i, system in model.systems.items()}


def meant(model: Model, found: Sequence[Id], words: str) -> tuple[Id | None, tuple[Id, ...]]:
    """Return which of the terms `found` for `words` is meant, and the others; None where that cannot be told.

    A concept and a value of a feature may share a label: who asks for that very word means the concept.
    """
    if len(found) == 1:
        return found[0], ()
    wanted = normal(words)
    concepts = [i for i in found if i in model.concepts and wanted in (normal(text) for text in model.terms[i].labels.values())]
    if len(concepts) != 1:
        return None, tuple(found)
    return concepts[0], tuple(i for i in found if i != concepts[0])


def term_view(model: Model, term: Id) -> TermView:
    """Return the view of a term that `named_terms` has."""
    return TermView(
        id=term,
        kind=_kind(model, term),
        broader=_broader(model, term),
        narrower=tuple(i for i in named_terms(model) if i != term and term in _broader(model, i)),
        values=_values(model, term),
        had_by=tuple(i for i in (*model.features, *model.questions) if term in _values(model, i)),
        members=links_of(model)["effects-of-family"].get(term, ()),
        rules=tuple(r.id for r in model.rules.values() if not r.deprecated and _used_by_rule(model, term, r)),
        rulings=links_of(model)["rulings-using"].get(term, ()),
        sources=_sources(model, term),
    )


def _kind(model: Model, term: Id) -> str:
    if term in model.questions:
        return "question"
    if term in model.features:
        return "feature"
    if term in model.families:
        return "family"
    if any(term in feature.values for feature in model.features.values()):
        return "value"
    if any(term in question.answers for question in model.questions.values()):
        return "answer"
    return "system" if term in model.systems else "concept"


def _broader(model: Model, term: Id) -> tuple[Id, ...]:
    if term in model.families:
        return _nearest_above(model, term)
    noun = model.questions.get(term) or model.terms.get(term)
    return noun.broader if noun is not None else ()


def _nearest_above(model: Model, family: Id) -> tuple[Id, ...]:
    """Return the classes right above a family: those above it that are not above another one above it."""
    above = model.families[family].above
    implied = {a for i in above if i in model.families for a in model.families[i].above}
    return tuple(i for i in above if i not in implied)


def _values(model: Model, term: Id) -> tuple[Id, ...]:
    if term in model.features:
        return model.features[term].values
    return model.questions[term].answers if term in model.questions else ()


def _used_by_rule(model: Model, term: Id, rule: Rule) -> bool:
    if term in model.systems:
        return term in system_of(model, rule.sources)
    conditions = rule.conditions
    return term in (rule.asks, rule.answer) or any(term in (c.feature, c.family, *c.values) for c in conditions)


def _sources(model: Model, term: Id) -> tuple[Id, ...]:
    noun = model.families.get(term) or model.features.get(term) or model.terms.get(term)
    return noun.sources if noun is not None else ()
