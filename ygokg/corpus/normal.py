"""The normal form of a passage and its hash: the same for a line of plain text and for its reStructuredText original.

Gone are link targets, dates and their labels, markup of names, emphasis, escapes, footnote marks, pilcrows, the marks of lists
and line blocks, and white space. Punctuation is in half width where documents mix widths, and 我方 is 自己.
"""

from __future__ import annotations

import hashlib
import re

__all__ = ["DATE", "digest", "normalise"]

DATE = re.compile(r"(?<![0-9])\d{2}/\d{1,2}/\d{1,2}(?![0-9])")
"""A day as the documents write it: 23/1/5."""

# Nothing in it can be read in two ways, so that a line of blanks takes no longer than any other.
_LINK = re.compile(r"(?:\\|(?<!\s))\s*`(?P<label>[^`<>]*)<[^<>]*>`__?\\?")
_ROLE = re.compile(r":[a-z]+:`([^`]*)`")
_LEAD = re.compile(r"^\s*(?:\.\.\s*[A-Za-z]+::)?[\s|•\-]*(?=\S)")
_NOISE = re.compile(r"\[#?\d*\]_?|[`_\\*¶]|\s+")
_SOURCE_LABEL = re.compile(r"\d{2}/\d{1,2}/\d{1,2}|wiki")
_WIDTH = str.maketrans("：，（）；", ":,();")


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
