"""Triples by subject and predicate, in which the compiler and the checks read a graph; and the short names of things in it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from ygokg.errors import BrokenInput
from ygokg.graph.model import Texts

if TYPE_CHECKING:
    import pyoxigraph as ox

_BASE = "https://w3id.org/ygokg/"
PREFIXES: dict[str, str] = {
    "ygo": _BASE + "ontology#",
    "rule": _BASE + "rule/",
    "ruling": _BASE + "ruling/",
    "effect": _BASE + "effect/",
    "card": _BASE + "card/",
    "archetype": _BASE + "archetype/",
    "system": _BASE + "system/",
    "src": _BASE + "source/",
    "evidence": _BASE + "evidence/",
    "accepted": _BASE + "accepted/",
    "finding": _BASE + "finding/",
    "owl": "http://www.w3.org/2002/07/owl#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "prov": "http://www.w3.org/ns/prov#",
    "dct": "http://purl.org/dc/terms/",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "sh": "http://www.w3.org/ns/shacl#",
    "vann": "http://purl.org/vocab/vann/",
}
_DIGITS = re.compile("([0-9]+)")
_LONGEST_FIRST = sorted(PREFIXES.items(), key=lambda item: -len(item[1]))


class TripleLike(Protocol):
    """A pyoxigraph Quad or Triple: anything with a subject, a predicate and an object."""

    @property
    def subject(self) -> object:
        """A named or blank node."""

    @property
    def predicate(self) -> object:
        """A named node."""

    @property
    def object(self) -> object:
        """A named node, a blank node or a literal."""


class Triples:
    """An index of triples: CURIEs for IRIs, `_:x` for blank nodes, literals as their text."""

    def __init__(self, triples: Iterable[TripleLike]) -> None:
        self._values: dict[str, dict[str, list[tuple[str, str | None, bool]]]] = defaultdict(lambda: defaultdict(list))
        self._by_type: dict[str, list[str]] = defaultdict(list)
        names: dict[str, str] = {}
        for triple in triples:
            subject, predicate = _name(triple.subject, names), _name(triple.predicate, names)
            entry: tuple[str, str | None, bool]
            if getattr(triple.object, "datatype", None) is None:
                entry = (_name(triple.object, names), None, False)
            else:
                entry = (triple.object.value, _tag(getattr(triple.object, "language", None)), True)  # type: ignore[attr-defined]
            self._put(subject, predicate, entry)

    def add(self, subject: str, predicate: str, value: str, language: str | None) -> None:
        """Add a triple that may be there: `language` is None for a node, the tag or the empty text for a literal."""
        entry = (value, None, False) if language is None else (value, _tag(language or None), True)
        if entry not in self._entries(subject, predicate):
            self._put(subject, predicate, entry)

    def _put(self, subject: str, predicate: str, entry: tuple[str, str | None, bool]) -> None:
        self._values[subject][predicate].append(entry)
        if predicate == "rdf:type":
            self._by_type[entry[0]].append(subject)

    def subjects(self) -> list[str]:
        """Return the named subjects, sorted."""
        return sorted((s for s in self._values if not s.startswith("_:")), key=natural_key)

    def of_type(self, *types: str) -> list[str]:
        """Return the named subjects of any of the types, sorted."""
        return sorted({s for t in types for s in self._by_type.get(t, ()) if not s.startswith("_:")}, key=natural_key)

    def types(self, subject: str) -> list[str]:
        """Return the types of a subject."""
        return self.all(subject, "rdf:type")

    def all(self, subject: str, predicate: str) -> list[str]:
        """Return the values as text, in a stable order."""
        entries = self._entries(subject, predicate)
        return [entries[0][0]] if len(entries) == 1 else sorted((v for v, _, _ in entries), key=natural_key)

    def one(self, subject: str, predicate: str) -> str | None:
        """Return the only value; several values of a property that takes one are an error."""
        values = self.all(subject, predicate)
        if len(values) > 1:
            raise BrokenInput(f"{subject} has {len(values)} values of {predicate}: {', '.join(values)}", "Keep one of them.")
        return values[0] if values else None

    def texts(self, subject: str, predicate: str) -> Texts:
        """Return the language-tagged values; of several in one language, the first by text."""
        found: Texts = {}
        for value, language, _ in sorted(self._entries(subject, predicate), key=lambda e: (e[1] or "", e[0])):
            found.setdefault(language or "", value)
        return found

    def literal(self, subject: str, predicate: str) -> bool:
        """Say whether any value is a literal."""
        return any(is_literal for _, _, is_literal in self._entries(subject, predicate))

    def statements(self, predicates: Collection[str]) -> Iterator[tuple[str, str, str]]:
        """Yield subject, predicate and value of everything that is said with one of the predicates."""
        for subject, said in self._values.items():
            for predicate in said.keys() & predicates:
                yield from ((subject, predicate, value) for value, _, _ in said[predicate])

    def predicates(self, subject: str) -> list[str]:
        """Return what is said of a subject, sorted."""
        return sorted(self._values.get(subject, ()))

    def members(self, head: str) -> Iterator[str]:
        """Walk an RDF list."""
        while head != "rdf:nil":
            first, rest = self.one(head, "rdf:first"), self.one(head, "rdf:rest")
            if first is None or rest is None:
                raise BrokenInput("A list in parentheses is broken off.", "Close it with ')'.")
            yield first
            head = rest

    def _entries(self, subject: str, predicate: str) -> list[tuple[str, str | None, bool]]:
        return self._values.get(subject, {}).get(predicate, [])


def _tag(language: str | None) -> str | None:
    """Undo the lower-casing of language tags that some stores apply: scripts are written with a capital (`zh-Hans`)."""
    if language is None:
        return None
    main, *rest = language.split("-")
    return "-".join([main, *(part.title() if len(part) == 4 else part for part in rest)])


def _name(node: object, names: dict[str, str]) -> str:
    value: str = node.value  # type: ignore[attr-defined]
    found = names.get(value)
    if found is None:
        found = names[value] = "_:" + value if str(node).startswith("_:") else curie(value)
    return found


@lru_cache(maxsize=1 << 14)
def natural_key(text: str) -> tuple[tuple[int, int, str], ...]:
    """Sort key under which `src:negation.9` comes before `src:negation.10`."""
    parts = _DIGITS.split(text + "\0")
    found = [(1, 0, word) for word in parts]
    for place in range(1, len(parts), 2):
        digits = parts[place].lstrip("0")  # as text: a number may be longer than Python reads
        found[place] = (0, len(digits), digits)
    return tuple(found)


def expand(name: str) -> str:
    """Return the IRI of a CURIE (`ygo:Yes`); a name without a known prefix comes back unchanged."""
    prefix, colon, local = name.partition(":")
    base = PREFIXES.get(prefix) if colon else None
    return base + local if base is not None else name


@lru_cache(maxsize=1 << 15)
def curie(iri: str) -> str:
    """Return the CURIE of an IRI under a known prefix; any other IRI comes back unchanged."""
    for prefix, base in _LONGEST_FIRST:
        if iri.startswith(base):
            return f"{prefix}:{iri[len(base) :]}"
    return iri


def node(name: str) -> ox.NamedNode | ox.BlankNode:
    """Return a CURIE as a node; what begins with `_:` is a blank one."""
    from pyoxigraph import BlankNode, NamedNode

    return BlankNode(name[2:]) if name.startswith("_:") else NamedNode(expand(name))


def words_graph(lang: str) -> str:
    """Return the IRI of the graph that tells things in the words of one language."""
    return f"{_BASE}graph/words/{lang}"
