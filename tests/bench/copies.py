"""Copies of the data: the same cards, effects, rulings, passages, documents and evidence under other names; rules and terms stay."""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

__all__ = ["APART", "write_copies"]

BASE = "https://w3id.org/ygokg/"
LEFT_OUT = ("accepted.ttl", "left-out.ttl")
"""Lists about the things of the other files."""
APART = 10**10
"""Passcodes of one copy lie so far from those of the next."""
APART_OFFICIAL = 10**6
NAMING = ("prefLabel", "altLabel", "comment")


def write_copies(place: Path, times: int) -> None:
    """Write, as N-Triples, so many copies of the built-in data that with it there are `times`."""
    import pyoxigraph as ox

    from ygokg.store.build import parse_file
    from ygokg.store.bundle import files_below, root

    files = [file for file in map(Path, files_below(os.path.join(root(), "data"), ".ttl")) if file.name not in (*LEFT_OUT, place.name)]
    quads = [quad for file in files for quad in parse_file(file)]
    with place.open("wb") as copies:
        for number in range(1, times):
            copies.write(ox.serialize(_copy(quads, number), format=ox.RdfFormat.N_TRIPLES))


def _copy(quads: Sequence[Any], number: int) -> list[Any]:
    import pyoxigraph as ox

    known: dict[Any, Any] = {}

    def node(term: Any) -> Any:
        if term not in known:
            if isinstance(term, ox.BlankNode):
                known[term] = ox.BlankNode(f"{term.value}k{number}")
            elif isinstance(term, ox.NamedNode) and term.value.startswith(BASE):
                known[term] = ox.NamedNode(BASE + _renamed(term.value.removeprefix(BASE), number))
            else:
                known[term] = term
        return known[term]

    def value(quad: Any) -> Any:
        return _text(quad, number) if isinstance(quad.object, ox.Literal) else node(quad.object)

    return [ox.Triple(node(quad.subject), quad.predicate, value(quad)) for quad in quads]


def _renamed(name: str, number: int) -> str:
    """Return the name of a copied thing, below the base of all names; what is not copied keeps its own."""
    kind, _, rest = name.partition("/")
    if kind == "card":
        return f"card/{int(rest) + number * APART}"
    if kind == "effect":
        numbered = re.fullmatch(r"(\d+)(.*)", rest)
        return f"effect/{int(numbered[1]) + number * APART}{numbered[2]}" if numbered else f"{name}-{number}"
    if kind == "evidence":
        return f"{name}-{number}"
    if kind in ("source", "ruling"):
        document, dot, line = rest.partition(".")
        return f"{kind}/{document}-{number}{dot}{line}"
    return name


def _text(quad: Any, number: int) -> Any:
    """Return the literal of a copied triple: texts and numbers that tell things apart are told apart."""
    import pyoxigraph as ox

    literal, about = quad.object, re.split("[/#]", quad.predicate.value)[-1]
    if about in NAMING and literal.language:
        return ox.Literal(f"{literal.value} K{number}", language=literal.language)
    if about == "identifier" and literal.value.isdigit():
        return ox.Literal(str(int(literal.value) + number * APART))
    if about == "konamiId":
        return ox.Literal(str(int(literal.value) + number * APART_OFFICIAL))
    if about == "digest":
        return ox.Literal(hashlib.sha256(f"{literal.value}{number}".encode()).hexdigest())
    return literal


if __name__ == "__main__":
    write_copies(Path(sys.argv[1]), int(sys.argv[2]))
