"""JSON-LD that reads like plain JSON: short names, labels by language, conditions nested where they belong.

The context is `ygokg/schema/context.jsonld`, with one entry more for each further property of ours that leads to something with an
id. It stands in the document itself, so that nobody has to fetch anything:

    {"id": "ruling/x.1", "type": "Ruling", "asks": "IsNegated", "effect": "effect/1-1", "date": "2020-01-02", "answer": {"@value": 2}}

Why this is written here: pyoxigraph writes JSON-LD without any context, and the serializer of rdflib loses what stands below a blank
node, circles of blank nodes, and how a number was written.
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
from ygokg.export.writing import TYPE, Tree
from ygokg.graph.triples import PREFIXES, curie, expand

Json = dict[str, Any]

_NAME = re.compile(r"[A-Za-z]\w*")
_PATH = re.compile(r"\w[\w-]*(?:/\w[\w.-]*)*")
_NUMBER = re.compile("0|-?[1-9][0-9]{0,14}")
"""Integers that every program reads as they are, floats or not."""


def context_file() -> Path:
    """Return the file with the context that every export shares."""
    return Path(__file__).parent.parent / "schema" / "context.jsonld"


def document(quads: Sequence[ox.Quad]) -> bytes:
    """Return the triples of one graph as a JSON-LD document in UTF-8, its nodes in the order of the quads."""
    writer = _Writer(quads)
    text = json.dumps({"@context": writer.context, "@graph": writer.nodes()}, ensure_ascii=False, indent=2)
    return (text + "\n").encode()


class _Writer:
    """Writes one graph."""

    def __init__(self, quads: Sequence[ox.Quad]) -> None:
        self._tree = Tree(quads)
        self.context: Json = json.loads(context_file().read_text(encoding="utf-8"))["@context"]
        self._taken = frozenset(self.context)
        self._terms = {expand(told["@id"]): name for name, told in self.context.items() if isinstance(told, dict)}
        named: dict[str, set[str]] = defaultdict(set)
        for quad in quads:
            if isinstance(quad.object, ox.NamedNode):
                named[self._word(quad.predicate.value)].add(quad.object.value)
        for key in sorted(key for key in named if ":" not in key):
            words = all(iri.startswith(PREFIXES["ygo"]) for iri in named[key])
            self.context[key] = {"@type": "@vocab" if words else "@id"}

    def nodes(self) -> list[Json]:
        """Return the nodes that stand in no other one."""
        return [self._node(subject) for subject in self._tree.top()]

    def _word(self, iri: str) -> str:
        """Return the short form of an IRI where the vocabulary is meant: a bare name if it is ours and the context has no other use."""
        name = iri.removeprefix(PREFIXES["ygo"])
        return name if name != iri and _NAME.fullmatch(name) and name not in self._taken else self._curie(iri)

    def _curie(self, iri: str) -> str:
        prefix, colon, name = curie(iri).partition(":")
        return f"{prefix}{colon}{name}" if prefix in self._taken and _NAME.fullmatch(name) else iri

    def _id(self, iri: str) -> str:
        """Return the short form of an IRI where an id is meant: for things of ours the path to them."""
        path = iri.removeprefix(self.context["@base"])
        return path if path != iri and _PATH.fullmatch(path) else self._curie(iri)

    def _node(self, subject: Term) -> Json:
        node: Json = {}
        if isinstance(subject, ox.NamedNode):
            node["id"] = self._id(subject.value)
        elif subject in self._tree.led_to and subject not in self._tree.inside:
            node["id"] = str(subject)
        for predicate, values in self._tree.about[subject].items():
            named = [value.value for value in values if isinstance(value, ox.NamedNode)]
            if predicate == TYPE and len(named) == len(values):
                node["type"] = _one_or_all([self._word(iri) for iri in named])
            else:
                self._say(node, predicate.value, values)
        return node

    def _say(self, node: Json, iri: str, values: Sequence[Term]) -> None:
        key = self._terms.get(iri) or self._word(iri)
        told = self.context.get(key, {})
        if told.get("@container") == "@language":
            texts: dict[str, list[str]] = defaultdict(list)
            for value in values:
                if isinstance(value, ox.Literal) and value.language:
                    texts[value.language].append(value.value)
            if texts:
                node[key] = {language: _one_or_all(own) for language, own in texts.items()}
            values = [value for value in values if not (isinstance(value, ox.Literal) and value.language)]
            key, told = self._curie(iri), {}
        if values:
            node[key] = _one_or_all([self._value(value, told.get("@type")) for value in values])

    def _value(self, value: Term, kind: str | None) -> object:
        """Return a value as it has to stand under a key whose values the context takes for `kind`: ids, words, a datatype or None."""
        if isinstance(value, ox.Literal):
            return self._literal(value, kind)
        if isinstance(value, ox.NamedNode):
            short = self._word(value.value) if kind == "@vocab" else self._id(value.value)
            return short if kind in ("@id", "@vocab") else {"id": short}
        if value not in self._tree.inside:
            return {"id": str(value)}
        members = self._tree.members(value)
        return self._node(value) if members is None else {"@list": [self._value(member, kind) for member in members]}

    def _literal(self, value: ox.Literal, kind: str | None) -> object:
        text, datatype = value.value, self._curie(value.datatype.value)
        if value.language:
            return {"@value": text, "@language": value.language}
        plain: object = text if datatype == "xsd:string" else None
        if datatype == "xsd:boolean" and text in ("true", "false"):
            plain = text == "true"
        elif datatype == "xsd:integer" and _NUMBER.fullmatch(text):
            plain = int(text)
        if plain is not None:
            return plain if kind is None else {"@value": plain}
        return text if kind == datatype else {"@value": text, "@type": datatype}


def _one_or_all(values: Sequence[object]) -> object:
    return values[0] if len(values) == 1 else values
