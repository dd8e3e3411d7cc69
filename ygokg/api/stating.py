"""How a program states a case: features with values, as texts or as what the library returned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from ygokg.api.results import Effect, Named
from ygokg.errors import NotFound, UsageProblem
from ygokg.graph.model import Id

FactValue: TypeAlias = str | Effect | Named
"""A value of a feature, by its id or label or as an object; an effect as `CARD#1`, a family of effects by its name."""


def stated(facts: object, more: Mapping[str, object]) -> list[str]:
    """Return a case as a person would type it; raises `UsageProblem` for what is no case and no value."""
    if not isinstance(facts, Mapping):
        raise UsageProblem(f"The case is a {type(facts).__name__}.", 'Give a mapping, as {"negator": "Skill Drain#1"}, or keywords.')
    return [f"{feature}={words_of(value)}" for feature, values in {**facts, **more}.items() for value in _each(feature, values)]


def _each(feature: str, values: object) -> Iterator[str | Named]:
    """Yield the values of a feature: one alone, or each of several; raises `UsageProblem` for what is none."""
    several = values if isinstance(values, Iterable) and not isinstance(values, str) else (values,)
    for value in several:
        if not isinstance(value, str | Named):
            message = f"`{feature}` cannot be {value!r}."
            raise UsageProblem(message, "Give an id or a label as a text, CARD#1 for an effect, or what the library returned.")
        yield value


def words_of(value: object) -> str:
    """Return what a person would type for a value: the id of an object that the library returned, anything else as text."""
    id = getattr(value, "id", None)
    return id if isinstance(id, str) else str(value)


def missing(kind: str, id: str, known: Mapping[Id, object]) -> NotFound:
    """Return the error for an id of a `kind` that is not among those known."""
    from ygokg.graph.labels import suggest

    near = suggest({i: {} for i in known}, id, 3)
    return NotFound(f"There is no {kind} {id}.", f"Did you mean {', '.join(near)}?" if near else f"`ygokg {kind}` shows what there is.")
