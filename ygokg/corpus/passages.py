"""What is read from a document: passages with what they name and cite, and an account of every line."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

__all__ = ["BOXES", "KINDS", "STATES", "Document", "Evidence", "Marker", "Name", "Passage"]

BOXES = frozenset(
    (
        *("attention", "note", "tip", "hint", "sidebar", "figure", "table"),
        *("warning", "important", "caution", "danger", "error", "seealso", "admonition", "topic", "rubric"),
    )
)
"""Boxes whose words are for the reader."""

KINDS = ("rule", "example", "ruling", "remark", "row", "footnote", "comment", "unplaced")
"""A general statement, an example below `例：`, a dated entry of the log, words in a box, a row of a table, what has no place."""

STATES = ("current", "pending", "withdrawn", "changed", "pending-resolved")


@dataclass(slots=True)
class Name:
    """A name in 「」: `series` where what follows says that a whole series is meant, `effects` the numbers that go with it (①②)."""

    name: str
    marked: bool = False
    series: bool = False
    effects: str = ""


@dataclass(slots=True)
class Evidence:
    """A source that a passage cites: class, id (FAQ or card page), day, address, and from where to where the text rests on it."""

    source_class: str
    identifier: str | None
    date: str | None
    url: str
    start: int
    end: int


@dataclass(slots=True)
class Marker:
    """Something that looks as if it had a meaning that is not known: the line, what kind of thing it is, and its text."""

    line: int
    what: str
    text: str


@dataclass(slots=True)
class Passage:
    """One line of a document.

    `section` are the headings above it and `ordinal` their numbers; `label` is what the log says about a group of entries; `date`
    the day of the entry in the log. `struck` are the parts of the text that are struck through, from where to where.
    """

    line: int
    digest: str
    kind: str
    text: str
    section: tuple[str, ...] = ()
    ordinal: str = ""
    box: str = ""
    depth: int = 0
    label: str = ""
    date: str | None = None
    state: str = "current"
    source_class: str = ""
    names: list[Name] = field(default_factory=list)
    quotes: list[str] = field(default_factory=list)
    references: list[str] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    struck: list[tuple[int, int]] = field(default_factory=list)

    @property
    def last_date(self) -> str | None:
        """The day of the entry in the log, or the latest that it cites."""
        return self.date or max((e.date for e in self.evidence if e.date), default=None)


@dataclass(slots=True)
class Document:
    """A file as it was read.

    `form` is `rst` or `txt`; `targets` are the names that it defines, each `card` or `series`; `lines` counts every line of the
    file by what it is: `passage` and `continuation`, `heading`, `label`, `target`, `structure`, `blank`.
    """

    title: str
    form: str
    passages: list[Passage] = field(default_factory=list)
    targets: dict[str, str] = field(default_factory=dict)
    lines: Counter[str] = field(default_factory=Counter)
    markers: list[Marker] = field(default_factory=list)
