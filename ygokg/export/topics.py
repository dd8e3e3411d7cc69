"""Topics: the chapters of the graph, by which it can be exported piece by piece."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ygokg.consistency.finding import topics_of
from ygokg.errors import UsageProblem
from ygokg.model import Id, Model

__all__ = ["is_of", "require_topics"]


def require_topics(model: Model, topics: Iterable[str]) -> None:
    """Raise `UsageProblem`, with the list of topics, for one that there is not."""
    known = sorted({system.topic for system in model.systems.values()})
    for topic in topics:
        if topic not in known:
            raise UsageProblem(f"There is no topic “{topic}”.", f"Topics are {', '.join(known)}.")


def is_of(model: Model, i: Id, topics: Collection[str]) -> bool:
    """Say whether a rule, ruling or rule system belongs to one of the topics."""
    if i in model.systems:
        return model.systems[i].topic in topics
    return not topics_of(model, (i,)).isdisjoint(topics)
