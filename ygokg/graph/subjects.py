"""What things are about: the topics, the rule systems that they cite, the concepts of the scheme; and what goes in circles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ygokg.errors import UsageProblem
from ygokg.graph.model import Id, Model, Rule, Ruling
from ygokg.messages import t


def require_topics(model: Model, topics: Iterable[str | None], lang: str) -> None:
    """Raise `UsageProblem`, with the list of topics, for one that there is not; None stands for all."""
    known = sorted({system.topic for system in model.systems.values()})
    for topic in topics:
        if topic is not None and topic not in known:
            raise UsageProblem(t(lang, "topic.unknown", topic=topic), t(lang, "topic.unknown.hint", topics=", ".join(known)))


def system_of(model: Model, sources: Iterable[Id]) -> tuple[Id, ...]:
    """Return the rule systems to which cited passages belong, each once."""
    return tuple(dict.fromkeys(model.passages[s].system for s in sources if s in model.passages and model.passages[s].system))


def above(model: Model, concept: Id) -> tuple[Id, ...]:
    """Return all wider concepts, nearest first."""
    found: dict[Id, None] = {}
    row: list[Id] = [concept]
    while row:
        row = [wider for i in row if i in model.terms for wider in model.terms[i].broader if wider not in found and wider != concept]
        found |= dict.fromkeys(row)
    return tuple(found)


def rule_subjects(model: Model, rule: Rule) -> tuple[Id, ...]:
    """Return the concepts that a rule is about; none for a rule that is given up.

    They are those of what it answers or concludes, of the features, values and families in its condition, and of the rule systems
    that it comes from. A role is no such feature: nearly every case has an effect and a negator.
    """
    if rule.deprecated:
        return ()
    looked_at = (i for c in rule.conditions for i in (*_telling(model, (c.feature,)), *c.values, *((c.family,) if c.family else ())))
    return _subjects(model, (rule.asks, *looked_at, *system_of(model, rule.sources)))


def ruling_subjects(model: Model, ruling: Ruling) -> tuple[Id, ...]:
    """Return the concepts that a ruling is about: of its question, of what it states and of its rule systems; none for a withdrawn one."""
    if ruling.deprecated:
        return ()
    stated = (i for feature in _telling(model, ruling.facts) for i in (feature, *ruling.facts[feature]))
    return _subjects(model, (ruling.asks, *stated, *system_of(model, ruling.sources)))


def _telling(model: Model, features: Iterable[Id]) -> Iterator[Id]:
    return (i for i in features if i not in model.features or model.features[i].kind != "role")


def _subjects(model: Model, terms: Iterable[Id]) -> tuple[Id, ...]:
    return tuple(dict.fromkeys(concept for i in terms for concept in model.subjects.get(i, ())))


def cycles(edges: Mapping[Id, Sequence[Id]]) -> list[list[Id]]:
    """Return one closed walk for every group of nodes that reach each other; it begins and ends with its first node by id.

    `edges` maps a node to its successors; successors that are no keys are ignored.
    """
    found: list[list[Id]] = []
    seen: set[Id] = set()
    for start in sorted(edges):
        if start in seen:
            continue
        walk = _shortest_walk_back(edges, start)
        if walk:
            found.append(walk)
            seen.update(walk)
    return found


def _shortest_walk_back(edges: Mapping[Id, Sequence[Id]], start: Id) -> list[Id]:
    came_from: dict[Id, Id] = {}
    row = [start]
    while row:
        steps = [(node, successor) for node in row for successor in edges.get(node, ()) if successor in edges]
        last = next((node for node, successor in steps if successor == start), None)
        if last is not None:
            walk = [start]
            while last != start:
                walk.append(last)
                last = came_from[last]
            return [start, *reversed(walk)]
        row = []
        for node, successor in steps:
            if successor not in came_from:
                came_from[successor] = node
                row.append(successor)
    return []
