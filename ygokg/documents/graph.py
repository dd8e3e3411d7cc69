"""The imported documents as triples: each a named graph of its own, beside the graph of our data and never in it.

The graph of a document is `https://w3id.org/ygokg/graph/document/` and its id; a passage is `https://w3id.org/ygokg/document/`, the id,
`#` and its line. Passages have the terms of the ontology where there are any (kind, line, section, digest, evidence) and, for what is
only told of imported ones, those of `https://w3id.org/ygokg/imported#`: `sectionPath`, `kind`, `state`, `sourceClass`, `box`, `label`,
`name`, `series`, `effects` (a name and its numbers), `quote`, `reference`, `struck`, and of evidence `clause` and `url`.
"""

from __future__ import annotations

import contextlib
import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING
from urllib.parse import quote

import pyoxigraph as ox

from ygokg.documents.shelf import connect
from ygokg.errors import NotFound
from ygokg.graph.triples import expand
from ygokg.store.cache import TRIPLES, open_triples
from ygokg.store.folders import documents_file, find, names_folder, place_of, publish

if TYPE_CHECKING:
    from ygokg.graph.model import Model

_FORM = 3
"""Counted up where the triples change, so that stores of earlier ones are not read."""
_Known = Callable[[str], str]
"""From the key of a name to the id of its card or archetype; the empty text for none, and for several."""
_BASE = "https://w3id.org/ygokg/"
_OWN = _BASE + "imported#"
_NOT_IN_IRI = re.compile(r"[\s<>\"{}|\\^`%#?\[\]]")
_KINDS = {"rule": "RuleLine", "example": "RulingLine", "ruling": "RulingLine", "row": "TableLine"}
_CLASSES = {"database": "OfficialFaq", "card-page": "CardPage", "wiki": "Wiki", "mail": "Mail"}


def open_with_documents(model: Model, ours: ox.Store, lang: str) -> ox.Store:
    """Return a store with our triples and those of the imported documents, from the cache where it is there.

    In memory where the cache cannot be written. Without imported documents it is our store. Raises `BrokenInput` where these are
    damaged.
    """
    try:
        state = documents_file().stat()
    except OSError:
        return ours
    stamp = f"{_FORM}\0{_own_names()}\0{documents_file()}\0{state.st_mtime_ns}\0{state.st_size}\0{model.modified}\0{len(ours)}".encode()
    place, sound = find(stamp, lambda: place_of("documents", stamp))

    def fill(store: ox.Store) -> ox.Store:
        store.bulk_extend(ours)
        with contextlib.suppress(NotFound), connect(lang) as library:
            store.bulk_extend(_document_quads(library, _known(model), {p.digest: p.id for p in model.passages.values()}))
        return store

    with contextlib.suppress(OSError):
        if not sound:
            publish(place, stamp, lambda work: fill(ox.Store(str(work / TRIPLES))).flush())
        if (kept := open_triples(place)) is not None:
            return kept
    return fill(ox.Store())


def _document_quads(library: sqlite3.Connection, known: _Known, ours: dict[str, str]) -> Iterator[ox.Quad]:
    """Yield the triples of all documents; `known` tells the card or archetype of a name's key, `ours` maps hashes to encoded passages."""
    for id, title, path, revision, dated in library.execute(
        "SELECT id, title, path, revision, dated FROM documents ORDER BY id"
    ).fetchall():
        name = _iri_name(id)
        graph, document = ox.NamedNode(f"{_BASE}graph/document/{name}"), ox.NamedNode(f"{_BASE}document/{name}")
        say = _Sayer(graph)
        yield say(document, "rdf:type", "ygo:Document")
        yield say(document, "dct:title", ox.Literal(title, language="zh"))
        yield say(document, "dct:identifier", ox.Literal(path))
        if dated:
            yield say(document, "dct:modified", _day(dated))
        if revision:
            yield say(document, "owl:versionInfo", ox.Literal(revision))
        yield from _passages(library, id, document, say, known, ours)


def _iri_name(id: str) -> str:
    """Return an id as a part of an IRI; signs that nobody sees are written out, too."""
    return "".join(quote(sign) if _NOT_IN_IRI.fullmatch(sign) or not sign.isprintable() else sign for sign in id)


class _Sayer:
    """Makes the quads of one graph: subject, predicate and object, each a CURIE or a node."""

    def __init__(self, graph: ox.NamedNode) -> None:
        self.graph = graph

    def __call__(self, subject: ox.NamedNode, predicate: str, value: str | ox.NamedNode | ox.Literal) -> ox.Quad:
        """Return one quad."""
        name = expand(predicate) if ":" in predicate else _OWN + predicate
        return ox.Quad(subject, ox.NamedNode(name), ox.NamedNode(expand(value)) if isinstance(value, str) else value, self.graph)


def _passages(
    library: sqlite3.Connection, id: str, document: ox.NamedNode, say: _Sayer, known: _Known, ours: dict[str, str]
) -> Iterator[ox.Quad]:
    rows = library.execute(
        "SELECT number, line, digest, kind, text, section, ordinal, box, label, dated, state, source_class, quotes, refs, struck"
        " FROM passages WHERE document = ? ORDER BY line",
        (id,),
    ).fetchall()
    for number, line, digest, kind, text, section, ordinal, box, label, dated, state, source_class, quotes, refs, struck in rows:
        passage = ox.NamedNode(f"{document.value}#{line}")
        yield say(passage, "rdf:type", "ygo:Passage")
        yield say(passage, "dct:isPartOf", document)
        yield say(passage, "ygo:line", ox.Literal(line))
        yield say(passage, "ygo:digest", ox.Literal(digest))
        yield say(passage, "ygo:passageKind", f"ygo:{_KINDS.get(kind, 'RemarkLine' if box != 'attention' else 'NoteLine')}")
        yield say(passage, "rdf:value", ox.Literal(text, language="zh"))
        yield say(passage, "ygo:section", ox.Literal(ordinal))
        yield say(passage, "sectionPath", ox.Literal(" › ".join(json.loads(section)), language="zh"))
        yield say(passage, "state", ox.Literal(state))
        if source_class in _CLASSES:
            yield say(passage, "sourceClass", f"ygo:{_CLASSES[source_class]}")
        for predicate, word in (("box", box), ("label", label), ("kind", kind)):
            if word:
                yield say(passage, predicate, ox.Literal(word))
        if dated:
            yield say(passage, "dct:date", _day(dated))
        if digest in ours:
            yield say(passage, "skos:exactMatch", ours[digest])
        for predicate, words in (("quote", json.loads(quotes)), ("reference", json.loads(refs))):
            for word in dict.fromkeys(words):
                yield say(passage, predicate, ox.Literal(word))
        for start, end in json.loads(struck):
            yield say(passage, "struck", ox.Literal(text[start:end]))
        yield from _names(library, number, passage, say, known)
        yield from _evidence(library, number, text, passage, say)


def _names(library: sqlite3.Connection, number: int, passage: ox.NamedNode, say: _Sayer, known: _Known) -> Iterator[ox.Quad]:
    """Yield the names of a passage: each a series where what follows it says so, else what it is known as, else what its link leads to."""
    query = (
        "SELECT names.name, key, series, max(kind), effects FROM names"
        " LEFT JOIN targets ON targets.name = names.name WHERE passage = ? GROUP BY position ORDER BY position"
    )
    for name, key, series, linked, effects in library.execute(query, (number,)):
        item = known(key)
        is_series = bool(series) or (not item.startswith("card:") if item else linked == "series")
        yield say(passage, "series" if is_series else "name", ox.Literal(name))
        if item and is_series != item.startswith("card:"):
            yield say(passage, "ygo:mentions", item)
        if effects:
            yield say(passage, "effects", ox.Literal(f"{name}{effects}"))


def _evidence(library: sqlite3.Connection, number: int, text: str, passage: ox.NamedNode, say: _Sayer) -> Iterator[ox.Quad]:
    query = "SELECT position, class, identifier, date, url, first, last FROM evidence WHERE passage = ? ORDER BY position"
    for position, kind, identifier, date, url, first, last in library.execute(query, (number,)):
        evidence = ox.NamedNode(f"{passage.value}.{position + 1}")
        yield say(passage, "ygo:evidence", evidence)
        yield say(evidence, "rdf:type", "ygo:Evidence")
        if kind in _CLASSES:
            yield say(evidence, "ygo:sourceClass", f"ygo:{_CLASSES[kind]}")
        if identifier:
            yield say(evidence, "dct:identifier", ox.Literal(identifier))
        if date:
            yield say(evidence, "dct:date", _day(date))
        if url:
            yield say(evidence, "url", ox.Literal(url))
        if clause := text[first:last].strip():
            yield say(evidence, "clause", ox.Literal(clause, language="zh"))


def _known(model: Model) -> _Known:
    """Return what tells the one card or archetype that a name's key stands for, in the graph or in the user's databases."""
    from functools import cache

    from ygokg.names.library import Library
    from ygokg.names.pool import Pool

    ours: dict[str, set[str]] = {}
    for key, item in Pool(model).named():
        ours.setdefault(key, set()).add(str(item))
    own = Library(names_folder())

    @cache
    def known(key: str) -> str:
        items = ours.get(key) or {card.id for card in own.called(key)}
        return next(iter(items)) if len(items) == 1 else ""

    return known


def _own_names() -> str:
    """Return a text that is another one as soon as the user's card databases change."""
    with contextlib.suppress(OSError):
        states = ((path.name, path.stat()) for path in sorted(names_folder().iterdir()))
        return " ".join(f"{name}:{state.st_mtime_ns}:{state.st_size}" for name, state in states)
    return ""


def _day(date: str) -> ox.Literal:
    return ox.Literal(date, datatype=ox.NamedNode(expand("xsd:date")))
