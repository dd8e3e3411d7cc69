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
_DRAWN_IN = "[\u0300-\u036f\u3099\u309a\uff9e\uff9f]"
"""What NFKC may draw into the character before it: accents and voicing marks, also in half width."""
_CLUSTER = re.compile(f"(?s:.){_DRAWN_IN}*")

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
    start = 0
    for cluster in _CLUSTER.findall(text) if re.search(_DRAWN_IN, text) else text:
        plain, piece = _plain_and_key(cluster)
        if plain == _LONG_VOWEL and "ァ" <= last <= "ー":
            piece = plain
        if plain[:1].isascii() and not (before.isascii() and before.isalnum()):
            piece = piece.capitalize()
        end = start + len(cluster)
        bytes_of_piece = piece.encode()
        folded += bytes_of_piece
        origins += [(start, end)] * len(bytes_of_piece)
        before, last, start = plain[-1:], piece[-1:] or last, end
    return bytes(folded), origins


@lru_cache(maxsize=1 << 12)
def _plain_and_key(cluster: str) -> tuple[str, str]:
    plain = unicodedata.normalize("NFKC", cluster)
    return plain, key(plain)
