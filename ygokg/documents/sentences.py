"""The documents' own sentences for passages that are encoded, found by hash; and how many of their entries name a card."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from ygokg.graph.model import Id, Model

if TYPE_CHECKING:
    import sqlite3

__all__ = ["Sentence", "naming", "sentences", "sentences_of"]

_MOST = 500
_COLUMNS = "digest, documents.id, revision, documents.dated, line, text, state"


class Sentence(NamedTuple):
    """A passage of an imported document: which document and how old, its line, its text, and whether it still stands there (`state`)."""

    document: Id
    revision: str
    dated: str
    line: int
    text: str
    state: str


def sentences_of(model: Model, sources: Iterable[Id], lang: str) -> dict[Id, Sentence]:
    """Return the sentence of each passage (by id) that an imported document still has, word for word.

    Raises `BrokenInput`, in `lang`, where the imported documents are damaged.
    """
    from ygokg.documents.shelf import connect
    from ygokg.errors import NotFound

    digests = {i: model.passages[i].digest for i in sources if i in model.passages}
    try:
        with connect(lang) as library:
            found = sentences(library, digests.values())
    except NotFound:
        return {}
    return {i: found[digest] for i, digest in digests.items() if digest in found}


def naming(names: Iterable[str], lang: str) -> int:
    """Return how many entries of the imported documents have one of these names, each text of a day once.

    Raises `BrokenInput`, in `lang`, where the imported documents are damaged.
    """
    from ygokg.documents.shelf import connect
    from ygokg.errors import NotFound
    from ygokg.names.keys import name_key

    keys = sorted({name_key(name) for name in names})
    marks = ", ".join("?" * len(keys))
    query = f"SELECT count(*) FROM (SELECT DISTINCT digest, dated FROM passages JOIN names ON passage = number WHERE key IN ({marks}))"
    try:
        with connect(lang) as library:
            (count,) = library.execute(query, keys).fetchone()
    except NotFound:
        return 0
    return int(count)


def sentences(library: sqlite3.Connection, digests: Iterable[str]) -> dict[str, Sentence]:
    """Return the sentence of each hash; of several documents that have it, a checkout's, else one's with markup, else the newest's."""
    wanted = sorted(set(digests))
    found: dict[str, Sentence] = {}
    for first in range(0, len(wanted), _MOST):
        part = wanted[first : first + _MOST]
        marks = ", ".join("?" * len(part))
        query = (
            f"SELECT {_COLUMNS} FROM passages JOIN documents ON document = documents.id WHERE digest IN ({marks})"
            " ORDER BY revision = '', form, documents.dated DESC, documents.id, line"
        )
        for digest, *rest in library.execute(query, part):
            found.setdefault(digest, Sentence(*rest))
    return found
