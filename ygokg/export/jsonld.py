"""JSON-LD that reads like plain JSON: short names, labels by language, conditions nested where they belong.

The context is `ygokg/schema/context.jsonld`, with one entry more for each further property that the triples use. It stands in the
document itself, so that nobody has to fetch anything.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from ygokg.export.selection import Term
from ygokg.export.tree import TYPE, Tree
from ygokg.namespaces import PREFIXES

__all__ = ["context_file", "document"]

Json = dict[str, Any]

_XSD, _YGO = PREFIXES["xsd"], PREFIXES["ygo"]
_NAME = re.compile(r"[A-Za-z]\w*")
_PATH = re.compile(r"\w[\w-]*(?:/\w[\w.-]*)*")
_NATIVE = {_XSD + "integer", _XSD + "boolean"}
_EXACT = 1 << 53
"""Integers from here on would be rounded by programs that read every number as a float."""


def context_file() -> Path:
    """Return the file with the context that every export shares."""
    return Path(__file__).parent.parent / "schema" / "context.jsonld"


def document(quads: Sequence[ox.Quad]) -> bytes:
    """Return the triples of one graph as a JSON-LD document in UTF-8, its nodes in the order of the quads."""
    names = _Names(quads)
    nodes = _Nodes(quads, names).top()
    text = json.dumps({"@context": names.context, "@graph": nodes}, ensure_ascii=False, indent=2)
    return (text + "\n").encode()


class _Names:
    """The context, and the short forms that follow from it."""

    def __init__(self, quads: Sequence[ox.Quad]) -> None:
        shared: Json = json.loads(context_file().read_text(encoding="utf-8"))["@context"]
        self._base: str = shared["@base"]
        self._prefixes = {name: iri for name, iri in PREFIXES.items() if shared.get(name) == iri}
        self._terms: dict[str, str] = {}
        for term, told in shared.items():
            iri = told["@id"] if isinstance(told, dict) else told
            if not term.startswith("@") and term not in self._prefixes and not str(iri).startswith("@"):
                self._terms[self._expanded(iri)] = term
        self._taken = {*shared, *self._terms.values()}
        self.context: Json = dict(shared)
        objects: dict[str, list[Term]] = defaultdict(list)
        for quad in quads:
            objects[quad.predicate.value].append(quad.object)
        for iri in sorted(objects):
            if iri.startswith(_YGO) and (key := self.key(iri)) not in self.context and (told := self._told(objects[iri])):
                self.context[key] = told

    def key(self, iri: str) -> str:
        """Return the key for a property: a term of the context, a bare name of this vocabulary, a CURIE or the IRI."""
        return self._terms.get(iri) or self._bare(iri) or self.full_key(iri)

    def full_key(self, iri: str) -> str:
        """Return the key under which a property has none of the context's forms."""
        return self._curie(iri) or iri

    def told(self, key: str) -> Json:
        """Return what the context tells of a key besides the property that it means."""
        found = self.context.get(key)
        return found if isinstance(found, dict) else {}

    def id(self, iri: str) -> str:
        """Return the short form of an IRI where ids stand."""
        path = iri.removeprefix(self._base)
        return self._curie(iri) or (path if path != iri and _PATH.fullmatch(path) else iri)

    def word(self, iri: str) -> str:
        """Return the short form of an IRI where names of the vocabulary stand."""
        return self._bare(iri) or self._curie(iri) or iri

    def _bare(self, iri: str) -> str:
        name = iri.removeprefix(_YGO)
        return name if name != iri and _NAME.fullmatch(name) and name not in self._taken else ""

    def _curie(self, iri: str) -> str:
        for prefix, base in self._prefixes.items():
            if iri.startswith(base) and _NAME.fullmatch(iri[len(base) :]):
                return f"{prefix}:{iri[len(base) :]}"
        return ""

    def _expanded(self, name: str) -> str:
        prefix, colon, local = name.partition(":")
        return self._prefixes[prefix] + local if colon and prefix in self._prefixes else name

    def _told(self, values: Sequence[Term]) -> Json | None:
        """Return how the context reads a property's values: as words of the vocabulary, as ids, by language or as one datatype."""
        literals = [value for value in values if isinstance(value, ox.Literal)]
        named = [value for value in values if isinstance(value, ox.NamedNode)]
        if len(literals) < len(values):
            return {"@type": "@vocab" if all(node.value.startswith(_YGO) for node in named) else "@id"}
        if all(value.language for value in literals):
            return {"@container": "@language"}
        types = {value.datatype.value for value in literals}
        plain = types & {*_NATIVE, _XSD + "string"}
        return {"@type": self.word(types.pop())} if len(types) == 1 and not plain else None


class _Nodes:
    """The nodes of a document."""

    def __init__(self, quads: Sequence[ox.Quad], names: _Names) -> None:
        self._names = names
        self._tree = Tree(quads)

    def top(self) -> list[Json]:
        """Return the nodes that stand in no other one."""
        return [self._node(subject) for subject in self._tree.top()]

    def _node(self, subject: Term) -> Json:
        node: Json = {}
        if isinstance(subject, ox.NamedNode):
            node["id"] = self._names.id(subject.value)
        elif subject in self._tree.led_to and subject not in self._tree.inside:
            node["id"] = str(subject)
        for predicate, values in self._tree.about[subject].items():
            types = [self._names.word(value.value) for value in values if isinstance(value, ox.NamedNode)]
            if predicate == TYPE and len(types) == len(values):
                node["type"] = _one_or_all(types)
            else:
                self._say(node, predicate.value, values)
        return node

    def _say(self, node: Json, iri: str, values: Sequence[Term]) -> None:
        key = self._names.key(iri)
        told = self._names.told(key)
        if told.get("@container") != "@language":
            node[key] = _one_or_all([self._value(value, told) for value in values])
            return
        by_language: dict[str, list[str]] = defaultdict(list)
        others = []
        for value in values:
            if isinstance(value, ox.Literal) and value.language:
                by_language[value.language].append(value.value)
            else:
                others.append(self._value(value, {}))
        if by_language:
            node[key] = {language: _one_or_all(texts) for language, texts in by_language.items()}
        if others:
            node[self._names.full_key(iri)] = _one_or_all(others)

    def _value(self, value: Term, told: Json) -> object:
        """Return a value as it has to stand below a key of which the context tells `told`."""
        kind = told.get("@type")
        if isinstance(value, ox.Literal):
            return self._literal(value, kind)
        if isinstance(value, ox.NamedNode):
            if kind == "@vocab":
                return self._names.word(value.value)
            return self._names.id(value.value) if kind == "@id" else {"id": self._names.id(value.value)}
        if value not in self._tree.inside:
            return {"id": str(value)}
        members = self._tree.members(value)
        return self._node(value) if members is None else {"@list": [self._value(member, told) for member in members]}

    def _literal(self, value: ox.Literal, kind: object) -> object:
        datatype, text = value.datatype.value, value.value
        if value.language:
            return {"@value": text, "@language": value.language}
        if datatype == _XSD + "boolean" and text in ("true", "false"):
            return text == "true"
        if datatype == _XSD + "integer" and re.fullmatch("0|-?[1-9][0-9]*", text) and abs(int(text)) < _EXACT:
            return int(text)
        if datatype == _XSD + "string":
            return text if kind is None else {"@value": text}
        name = self._names.word(datatype)
        return text if kind == name else {"@value": text, "@type": name}


def _one_or_all(values: Sequence[object]) -> object:
    return values[0] if len(values) == 1 else list(values)
