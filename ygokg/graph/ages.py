"""How old an answer is: the documents behind it, what was imported, and the data; and how much was documented by a day.

A rule that cites line 109 of `negation` rests on the document `src:negation`, which shows the state of 2023-12.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import Protocol

    from ygokg.graph.model import Id, Rule, Ruling, Texts

    class Aged(Protocol):
        """Anything of an imported document or card database: its id, its revision (or none) and its day."""

        @property
        def document(self) -> str:
            """The id of the document."""

        @property
        def revision(self) -> str:
            """The revision of the checkout that it is from, or nothing."""

        @property
        def dated(self) -> str:
            """The day of the revision or of the file."""

    class Issued(Protocol):
        """A document with the day whose state it shows, and what it is called."""

        @property
        def issued(self) -> str:
            """The day, month or year, or nothing."""

        @property
        def labels(self) -> Texts:
            """What it is called, by language."""

    class Dated(Protocol):
        """What an answer can be dated by: a Model, or what a search index says of it."""

        @property
        def documents(self) -> Mapping[Id, Issued]:
            """The documents, by id."""

        @property
        def modified(self) -> str:
            """The day of the data."""


Age = dict[str, str | int]
"""What an answer rests on, for programs: `document` and `issued`; `imported` (a document or a card database), `revision` and
`dated`; or `data` (`built-in` or `own`) with `modified`, the day of the data, and `files`, how many the user gave."""


class Imported(NamedTuple):
    """An imported document or card database: its id, its revision (or none) and its day."""

    document: str
    revision: str
    dated: str


class DayCount(NamedTuple):
    """How much was documented by a day: how many rulings, of how many; the day of the first document, and of the first ruling."""

    day: str
    known: int
    of: int
    first_issued: str
    first_ruling: str


def documents_behind(model: Dated, ids: Iterable[Id]) -> list[Id]:
    """Return the documents that rules, rulings, passages and documents (by id) are from, each once, in the order of the model."""
    found: set[Id] = set()
    for i in ids:
        found |= {i if i in model.documents else source.rpartition(".")[0] for source in _sources(model, i)}
    return [document for document in model.documents if document in found]


def _sources(model: Dated, i: Id) -> tuple[Id, ...]:
    if i.startswith("src:"):
        return (i,)
    nouns = {"rule": "rules", "ruling": "rulings"}.get(i.partition(":")[0])
    noun = getattr(model, nouns).get(i) if nouns is not None else None
    return latest_sources(noun) if noun is not None else ()


def latest_sources(noun: Rule | Ruling) -> tuple[Id, ...]:
    """Return the passages that say what a rule or ruling says, each in the latest state that has its words."""
    return tuple(source for source in noun.sources if source not in noun.repeated)


def ages(
    model: Dated | None = None, ids: Iterable[Id] = (), imported: Iterable[Aged] = (), *, data: str | None = None, files: int = 0
) -> list[Age]:
    """Return what an answer rests on: the encoded documents behind `ids`, the imported ones, and the data, each once.

    `data` is the day of the built-in data (None where it is left out), `files` is how many files of the user's lie over it.
    """
    rows: list[Age] = []
    if model is not None:
        rows += [{"document": i, "issued": model.documents[i].issued} for i in documents_behind(model, ids)]
    known = sorted({(one.document, one.revision, one.dated) for one in imported})
    rows += [{"imported": document, "revision": revision, "dated": dated} for document, revision, dated in known]
    if data is not None:
        rows.append({"data": "built-in", "modified": data})
    if files:
        rows.append({"data": "own", "files": files})
    return rows
