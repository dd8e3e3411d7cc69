"""Parameters of named queries: from what somebody types (`card=技能抽取`) to the value that enters the query (`card:82732705`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ygokg.errors import NotFound, UsageProblem
from ygokg.graph.labels import search, suggest
from ygokg.graph.model import Id, Model, Texts
from ygokg.graph.triples import expand
from ygokg.names.lookup import card_ref, effect_ref
from ygokg.store.sparql import NamedQuery
from ygokg.store.values import Value

if TYPE_CHECKING:
    from ygokg.names.library import Library

_PLAIN = ("text", "lang")
"""Kinds whose value enters the query as it was typed."""
LABELS: dict[str, Callable[[Model], dict[Id, Texts]]] = {
    "family": lambda model: {i: family.labels for i, family in model.families.items()},
    "rule": lambda model: {i: rule.labels for i, rule in model.rules.items()},
    "system": lambda model: {i: system.labels for i, system in model.systems.items()},
    "question": lambda model: {i: question.labels for i, question in model.questions.items()},
    "concept": lambda model: {i: model.terms[i].labels for i in model.concepts},
    "document": lambda model: {i: document.labels for i, document in model.documents.items()},
}
"""The kinds of thing that are found by their labels."""
KINDS = (*_PLAIN, "card", "effect", *LABELS)
"""All kinds of parameter."""


def arguments(
    model: Model, query: NamedQuery, given: Mapping[str, str], lang: str = "en", library: Library | None = None
) -> dict[str, Value]:
    """Return the values of a named query's parameters, read as their kinds say; one of kind lang is `lang` where it is not given.

    Names of cards are looked up in the user's databases (`library`) too.

    Raises `UsageProblem` for a parameter that is missing or that the query does not have, `NotFound` for a thing that is not in
    the graph.
    """
    known = {parameter.name: parameter for parameter in query.parameters}
    for name in given:
        if name not in known:
            has = f"It has {', '.join(known)}." if known else "It has none."
            raise UsageProblem(f"The query {query.name} has no parameter `{name}`.", has)
    for parameter in query.parameters:
        if parameter.name not in given and not parameter.optional:
            raise UsageProblem(f"The query {query.name} needs `{parameter.name}`: {parameter.meaning}.", f"Example: {query.example}")
    spoken = {parameter.name: lang for parameter in query.parameters if parameter.kind == "lang"}
    return {name: read_argument(model, known[name].kind, text, library) for name, text in {**spoken, **given}.items()}


def read_argument(model: Model, kind: str, text: str, library: Library | None = None) -> Value:
    """Return the value of a parameter of one of the `KINDS`; raises as `arguments`."""
    if kind in _PLAIN:
        return Value("text", text)
    look_up = {"card": card_ref, "effect": effect_ref}.get(kind)
    return Value("iri", expand(look_up(model, text, library) if look_up else _labelled(model, kind, text)))


def _labelled(model: Model, kind: str, text: str) -> Id:
    """Return the one thing of a kind that is meant by its id or by the words of a label in any language."""
    labels = LABELS[kind](model)
    found = search(labels, text)
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageProblem(f"“{text}” could be several: {', '.join(found[:10])}.", "Give one of these ids.")
    near = suggest(labels, text)
    noun = "rule system" if kind == "system" else kind
    raise NotFound(f"There is no {noun} “{text}”.", f"Nearest: {', '.join(near)}." if near else f"Give the id or the label of a {noun}.")
