"""Triples as nodes within nodes: a blank node that one statement leads to stands where that statement needs it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

import pyoxigraph as ox

from ygokg.export.selection import Term
from ygokg.namespaces import PREFIXES

__all__ = ["TYPE", "Tree"]

TYPE, _FIRST, _REST, _NIL = (ox.NamedNode(PREFIXES["rdf"] + name) for name in ("type", "first", "rest", "nil"))


class Tree:
    """The triples of one graph by subject; `inside` are the blank nodes that stand in another node, `led_to` all that any leads to."""

    def __init__(self, quads: Sequence[ox.Quad]) -> None:
        self.about: dict[Term, dict[ox.NamedNode, list[Term]]] = {}
        for quad in quads:
            self.about.setdefault(quad.subject, defaultdict(list))[quad.predicate].append(quad.object)
        self.led_to = Counter(quad.object for quad in quads if isinstance(quad.object, ox.BlankNode))
        self.inside: set[Term] = {node for node, count in self.led_to.items() if count == 1 and node in self.about}
        self.inside -= self._in_a_circle()

    def top(self) -> list[Term]:
        """Return the subjects that stand in no other node, in the order of the triples."""
        return [subject for subject in self.about if subject not in self.inside]

    def members(self, head: Term) -> list[Term] | None:
        """Return the members of a list whose nodes say nothing else; None for any other blank node."""
        members: list[Term] = []
        while head != _NIL:
            own = self.about.get(head, {})
            if head not in self.inside or own.keys() != {_FIRST, _REST} or any(len(values) > 1 for values in own.values()):
                return None
            members += own[_FIRST]
            head = own[_REST][0]
        return members

    def _in_a_circle(self) -> set[Term]:
        """Return the blank nodes that would only stand in each other."""
        reached: set[Term] = set()
        row = self.top()
        while row:
            inside = [value for values in self.about[row.pop()].values() for value in values if value in self.inside]
            reached.update(inside)
            row += inside
        return self.inside - reached
