"""A document and its passages as they were read, the normal form in which texts are compared, and how like two texts are.

The normal form of a passage, and with it the hash, is the same for a line of plain text and for its reStructuredText original. Gone
are link targets, dates and their labels, markup of names, emphasis, escapes, footnote marks, pilcrows, the marks of lists and line
blocks, and white space. Punctuation is in half width where documents mix widths, and 我方 is 自己.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import lru_cache

DATE = re.compile(r"(?<![0-9])\d{2}/\d{1,2}/\d{1,2}(?![0-9])")
"""A day as the documents write it: 23/1/5."""
# Nothing in it can be read in two ways, so that a line of blanks takes no longer than any other.
_LINK = re.compile(r"(?:\\|(?<!\s))\s*`(?P<label>[^`<>]*)<[^<>]*>`__?\\?")
_ROLE = re.compile(r":[a-z]+:`([^`]*)`")
_LEAD = re.compile(r"^\s*(?:\.\.\s*[A-Za-z]+::)?[\s|•\-]*(?=\S)")
_NOISE = re.compile(r"\[#?\d*\]_?|[`_\\*¶]|\s+")
_SOURCE_LABEL = re.compile(r"\d{2}/\d{1,2}/\d{1,2}|wiki")
_WIDTH = str.maketrans("：，（）；", ":,();")
_SUBSET = 0.8
"""What it counts that all of a smaller set is in a larger one."""
BOXES = frozenset(
    (
        *("attention", "note", "tip", "hint", "sidebar", "figure", "table"),
        *("warning", "important", "caution", "danger", "error", "seealso", "admonition", "topic", "rubric"),
    )
)
"""Boxes whose words are for the reader."""


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

    `kind` is rule (a general statement), example (below `例：`), ruling (a dated entry of the log), remark (words in a box), row (of a
    table), footnote, comment or unplaced; `state` is current, pending, withdrawn, changed or pending-resolved. `section` are the
    headings above it and `ordinal` their numbers; `label` is what the log says about a group of entries; `date` the day of the entry
    in the log. `struck` are the parts of the text that are struck through, from where to where.
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


def normalise(text: str) -> str:
    """Return the normal form of one passage.

    >>> normalise("| 我方「`甲 乙`_」，无效。\\\\ `23/1/5 <https://x>`__")
    '自己「甲乙」,无效。'
    """
    text = _LINK.sub(_without_source_label, text)
    text = DATE.sub("", _ROLE.sub(r"\1", text))
    return _NOISE.sub("", _LEAD.sub("", text)).translate(_WIDTH).replace("我方", "自己")


def digest(text: str) -> str:
    """Return the SHA-256 of the normal form, in hexadecimal."""
    return hashlib.sha256(normalise(text).encode()).hexdigest()


def _without_source_label(link: re.Match[str]) -> str:
    label = link["label"]
    return "" if _SOURCE_LABEL.fullmatch(label.strip()) else label


def likeness(one: str, other: str) -> float:
    """Return the share of pairs of neighbouring characters that two texts have in common (0 to 1), in their normal form."""
    return likeness_of(_pairs(one), _pairs(other))


def likeness_of(one: AbstractSet[str], other: AbstractSet[str]) -> float:
    """Return the `likeness` of two texts of which the pairs are known."""
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 1.0


def containment(one: str, other: str) -> float:
    """Return how much of the shorter of two texts is in the other (0 to 1), by pairs of neighbouring characters."""
    a, b = _pairs(one), _pairs(other)
    return len(a & b) / min(len(a), len(b))


def covered(one: AbstractSet[str], other: AbstractSet[str]) -> float:
    """Return how much two sets share (0 to 1): all that one of them has counts a little less than the same in both."""
    if not one or not other:
        return 0.0
    return max(overlap(one, other), _SUBSET * len(one & other) / min(len(one), len(other)))


def overlap(one: AbstractSet[str], other: AbstractSet[str]) -> float:
    """Return how much of two sets is in both (0 to 1); 0 where both are empty."""
    return len(one & other) / len(one | other) if one | other else 0.0


def differences(before: str, after: str) -> list[tuple[str, str]]:
    """Return the words that differ between two texts in their normal form: what stood there and what stands there now.

    >>> differences("结果不会无效，正常适用。", "结果仍然无效，不适用。")
    [('不会', '仍然'), ('正常', '不')]
    """
    old, new = normalise(before), normalise(after)
    blocks: list[list[int]] = []
    for kind, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        if blocks and i1 - blocks[-1][1] <= 1 and j1 - blocks[-1][3] <= 1:
            blocks[-1][1], blocks[-1][3] = i2, j2
        else:
            blocks.append([i1, i2, j1, j2])
    return [(old[i1:i2], new[j1:j2]) for i1, i2, j1, j2 in blocks]


def best(scores: Sequence[tuple[float, int, int]]) -> dict[int, tuple[float, int]]:
    """Return for each first number the second that fits best, each used once: the pairs of the highest scores first."""
    found: dict[int, tuple[float, int]] = {}
    used: set[int] = set()
    for score, one, other in sorted(scores, key=lambda row: (-row[0], row[1], row[2])):
        if one not in found and other not in used:
            found[one] = (score, other)
            used.add(other)
    return found


def pairs(text: str) -> frozenset[str]:
    """Return the pairs of neighbouring characters of a text in its normal form; what has no two characters is one by itself."""
    plain = normalise(text)
    return frozenset(plain[at : at + 2] for at in range(len(plain) - 1)) or frozenset((plain,))


_pairs = lru_cache(maxsize=1 << 14)(pairs)
