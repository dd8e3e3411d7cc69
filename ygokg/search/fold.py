"""Texts as search compares them: the key of `ygokg.names.normal`, in UTF-8, with a capital where a Latin word begins.

The key has no spaces, so that 星因士天津四 finds 星因士 天津四; the capitals keep `card` from finding `discard` all the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from ygokg.names.normal import key

__all__ = ["UNIT", "Span", "marked", "occurrences", "spans"]

UNIT = b"\x1f"
"""Parts folded texts that are kept together; no folded text has it."""

Span = tuple[int, int]
"""Where a stretch of a text begins and where it ends (exclusive), in characters."""

_RUN = re.compile(r"[0-9A-Za-z]+|[^0-9A-Za-z]+")
_CLUSTER = re.compile("(?s:.)[\u0300-\u036f\u3099\u309a\uff9e\uff9f]*")
"""A character with what NFKC may draw into it: accents and voicing marks, also in half width."""

_LONG_VOWEL = "ー"


@lru_cache(maxsize=1 << 10)
def marked(text: str) -> bytes:
    """Return the folded form of a text, in which each Latin word begins with a capital.

    >>> marked("Skill Drain、ＬＶ７").decode()
    'SkillDrainLv7'
    """
    plain = unicodedata.normalize("NFKC", text)
    return "".join(key(run).capitalize() if run[0].isascii() and run[0].isalnum() else key(run) for run in _RUN.findall(plain)).encode()


def occurrences(folded: bytes, word: bytes, *, inside: bool = False) -> Iterator[int]:
    """Yield where `word` (folded, without capitals) occurs in a folded text, in bytes.

    A Latin word is found where it begins a word and a number where it begins a number; with `inside`, anywhere.
    """
    lower = folded.lower()
    at = lower.find(word)
    while at >= 0:
        if inside or _begins(folded, at):
            yield at
        at = lower.find(word, at + 1)


def spans(text: str, words: tuple[bytes, ...], *, inside: bool = False) -> list[Span]:
    """Return where the words stand in a text as it was written, in order and without overlap.

    >>> spans("「Ｓｋｉｌｌ  Drain」", (b"skilldrain",))
    [(1, 13)]
    """
    folded, origins = _traced(text)
    found = sorted((origins[at][0], origins[at + len(word) - 1][1]) for word in words for at in occurrences(folded, word, inside=inside))
    merged: list[Span] = []
    for start, end in found:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _begins(folded: bytes, at: int) -> bool:
    sign = folded[at : at + 1]
    if sign.isdigit():
        return not folded[at - 1 : at].isdigit() if at else True
    return not sign.islower()


def _traced(text: str) -> tuple[bytes, list[Span]]:
    """Fold a text and tell for every byte of the result from which stretch of the text it comes."""
    folded = bytearray()
    origins: list[Span] = []
    before = last = ""
    for cluster in _CLUSTER.finditer(text):
        plain = unicodedata.normalize("NFKC", cluster[0])
        piece = plain if plain == _LONG_VOWEL and "ァ" <= last <= "ー" else key(plain)
        if not (before.isascii() and before.isalnum()) and plain[:1].isascii():
            piece = piece.capitalize()
        folded += piece.encode()
        origins += [cluster.span()] * (len(folded) - len(origins))
        before, last = plain[-1:], piece[-1:] or last
    return bytes(folded), origins
