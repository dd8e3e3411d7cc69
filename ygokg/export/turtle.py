"""Turtle and TriG that read well: one block for each subject, conditions and lists where they belong."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

import pyoxigraph as ox

from ygokg.export.selection import Term
from ygokg.export.tree import TYPE, Tree
from ygokg.namespaces import PREFIXES, curie

__all__ = ["turtle"]

_LOCAL = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?")
_BARE = {PREFIXES["xsd"] + "integer": re.compile("[+-]?[0-9]+"), PREFIXES["xsd"] + "boolean": re.compile("true|false")}
"""Datatypes whose values need neither quotation marks nor type in Turtle."""


def turtle(quads: Sequence[ox.Quad], prefixes: dict[str, str]) -> bytes:
    """Return quads, in the order in which they come, as TriG in UTF-8; of the default graph alone that is Turtle."""
    blocks = ["".join(f"@prefix {prefix}: <{base}> .\n" for prefix, base in prefixes.items())]
    for name, own in groupby(quads, key=lambda quad: quad.graph_name):
        writer = _Writer(Tree(list(own)))
        if isinstance(name, ox.DefaultGraph):
            blocks += writer.blocks()
        else:
            blocks.append(f"{name} {{\n" + "\n".join(writer.blocks()) + "}\n")
    return "\n".join(blocks).encode()


class _Writer:
    """Writes one graph."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def blocks(self) -> list[str]:
        """Return the statements about each subject that stands in no other node."""
        return [f"{self._subject(subject)} {self._said(subject, 1)} .\n" for subject in self._tree.top()]

    def _subject(self, subject: Term) -> str:
        return "[]" if isinstance(subject, ox.BlankNode) and subject not in self._tree.led_to else self._plain(subject)

    def _said(self, subject: Term, depth: int) -> str:
        end = " ;\n" + "    " * depth
        return end.join(
            f"{'a' if predicate == TYPE else self._plain(predicate)} {' , '.join(self._value(value, depth) for value in values)}"
            for predicate, values in self._tree.about[subject].items()
        )

    def _value(self, value: Term, depth: int) -> str:
        if value not in self._tree.inside:
            return self._plain(value)
        members = self._tree.members(value)
        if members is None:
            return f"[ {self._said(value, depth + 1)} ]"
        return f"( {' '.join(self._value(member, depth) for member in members)} )"

    def _plain(self, term: Term) -> str:
        if isinstance(term, ox.NamedNode):
            name = curie(term.value)
            return name if name != term.value and _LOCAL.fullmatch(name.partition(":")[2]) else str(term)
        if not isinstance(term, ox.Literal) or term.language or term.datatype.value == PREFIXES["xsd"] + "string":
            return str(term)
        bare = _BARE.get(term.datatype.value)
        if bare is not None and bare.fullmatch(term.value):
            return term.value
        return f"{ox.Literal(term.value)}^^{self._plain(term.datatype)}"
