"""Circles in what refers to each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ygokg.model import Id

__all__ = ["cycles"]


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
