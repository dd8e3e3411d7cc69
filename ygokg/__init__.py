"""A knowledge graph of Yu-Gi-Oh! OCG rules and rulings, and a tool that answers from it.

`ygokg.open()` opens the graph; what it is asked it answers with plain objects:

>>> import ygokg
>>> graph = ygokg.open()
>>> graph.card("技能抽取").name
'Skill Drain'
>>> answer = graph.resolve("IsNegated", negator="Skill Drain#1", effect="Mathematician#1")
>>> answer.words, answer.certainty
('negated', 'derived')

What goes wrong is raised as a `ygokg.YgokgError`, whose `message` says what is wrong and whose `hint` what to do next. Everything
here is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ygokg.api.graph import Graph
    from ygokg.api.opening import open  # noqa: A004 - it is called as `ygokg.open`
    from ygokg.api.results import (
        Answer,
        Attestation,
        Card,
        Certainty,
        Conflict,
        DerivedFact,
        Effect,
        Feature,
        Former,
        Named,
        Question,
        Reference,
        Rule,
        Ruling,
        Situation,
        SituationAnswer,
        SituationCase,
        Source,
        Unless,
    )
    from ygokg.api.rows import Cell, Iri, Row, Rows, Text
    from ygokg.api.stating import FactValue
    from ygokg.errors import BrokenInput, NotFound, TimedOut, UsageProblem, YgokgError

__all__ = [
    "Answer",
    "Attestation",
    "BrokenInput",
    "Card",
    "Cell",
    "Certainty",
    "Conflict",
    "DerivedFact",
    "Effect",
    "FactValue",
    "Feature",
    "Former",
    "Graph",
    "Iri",
    "Named",
    "NotFound",
    "Question",
    "Reference",
    "Row",
    "Rows",
    "Rule",
    "Ruling",
    "Situation",
    "SituationAnswer",
    "SituationCase",
    "Source",
    "Text",
    "TimedOut",
    "Unless",
    "UsageProblem",
    "YgokgError",
    "__version__",
    "open",
]

__version__ = "0.1.0"

_PLACES = {
    "ygokg.api.graph": ("Graph",),
    "ygokg.api.opening": ("open",),
    "ygokg.api.rows": ("Cell", "Iri", "Row", "Rows", "Text"),
    "ygokg.api.stating": ("FactValue",),
    "ygokg.errors": ("BrokenInput", "NotFound", "TimedOut", "UsageProblem", "YgokgError"),
}
"""The modules that have what is offered here; all else is in `ygokg.api.results`."""


def __getattr__(name: str) -> object:
    """Import what is offered here when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    place = next((place for place, names in _PLACES.items() if name in names), "ygokg.api.results")
    value: object = getattr(import_module(place), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return what is offered here."""
    return sorted(__all__)
