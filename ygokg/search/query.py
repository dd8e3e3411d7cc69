"""What is searched for: words folded so that it does not matter how they are typed, and where folded words stand in a text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from ygokg.errors import UsageProblem
from ygokg.graph.triples import PREFIXES
from ygokg.names.keys import key

KINDS = ("rule", "ruling", "card", "term", "system")
"""Of the graph."""
PASSAGE = "passage"
"""A passage of an imported document."""
COLUMNS = ("label", "summary", "definition", "id")
"""Where a text stands, best hit first."""
_HUMP = "(?<=[a-z])(?=[A-Z])"
UNIT = b"\x1f"
"""Parts folded texts that are kept together; no folded text has it."""
Span = tuple[int, int]
"""Where a stretch of a text begins and where it ends (exclusive), in characters."""
_RUN = r"[0-9A-Za-z]+|[^0-9A-Za-z]+"
_DRAWN_IN = "[\u0300-\u036f\u3099\u309a\uff9e\uff9f]"
"""What NFKC may draw into the character before it: accents and voicing marks, also in half width."""
_CLUSTER = f"(?s:.){_DRAWN_IN}*"
_LONG_VOWEL = "ー"
_NOT = ("-", "－")
_MARKS = '"“”「」'
_QUOTED = '"[^"]*"|“[^”]*”|「[^」]*」'
_PART = f'[-－]?(?:{_QUOTED}|[^\\s"“「]+)'


class Word(NamedTuple):
    """A word or phrase: as it was typed, and folded in UTF-8; `tail` is what has to follow, after anything, where it had a `*` inside."""

    text: str
    key: bytes
    tail: tuple[bytes, ...] = ()


class Query(NamedTuple):
    """Words that must all occur and words of which none may."""

    words: tuple[Word, ...]
    excluded: tuple[Word, ...] = ()


def read_query(arguments: Iterable[str]) -> Query:
    """Return the query that command-line arguments stand for.

    An argument is a word, or a phrase if it has spaces; `-` before it excludes it. An argument with quotation marks inside is
    read like a line of its own: words apart, phrases in the marks. `*` inside a word stands for anything. Raises `UsageProblem`
    where no word is left to look for.
    """
    wanted: dict[tuple[bytes, ...], Word] = {}
    unwanted: dict[tuple[bytes, ...], Word] = {}
    for part in (part for argument in arguments for part in _parts(argument)):
        excluding = part.startswith(_NOT) and len(part) > 1
        word = _word(part[1:] if excluding else part)
        if word.key:
            (unwanted if excluding else wanted).setdefault((word.key, *word.tail), word)
    if not wanted:
        problem = "Only words to leave out are given." if unwanted else "No word is given."
        raise UsageProblem(problem, "Give at least one word to look for: ygokg search 无效")
    return Query(tuple(wanted.values()), tuple(unwanted.values()))


def _parts(argument: str) -> list[str]:
    return re.findall(_PART, argument) if re.search(_QUOTED, argument) else [argument.strip()]


def _word(part: str) -> Word:
    """Fold a word; the prefix of an id says only what kind of thing is meant."""
    text = part.strip(_MARKS) or part
    prefix, colon, local = text.partition(":")
    pieces = re.split("[*＊]", local if colon and prefix in PREFIXES else text)
    first, *tail = [folded for piece in pieces if (folded := key(piece).encode())] or [b""]
    return Word(text, first, tuple(tail))


def local_name(id: str) -> str:
    """Return what an id says without its prefix, its words apart.

    >>> local_name("ygo:FaceDown")
    'Face Down'
    """
    return re.sub(_HUMP, " ", id.partition(":")[2])


@lru_cache(maxsize=1 << 10)
def marked(text: str) -> bytes:
    """Return the folded form of a text, in which each Latin word begins with a capital.

    >>> marked("Skill Drain、ＬＶ７").decode()
    'SkillDrainLv7'
    """
    plain = unicodedata.normalize("NFKC", text)
    return "".join(key(run).capitalize() if run[0].isascii() and run[0].isalnum() else key(run) for run in re.findall(_RUN, plain)).encode()


def occurrences(folded: bytes, word: bytes, *, inside: bool = False) -> Iterator[int]:
    """Yield where `word` (folded, without capitals) occurs in a folded text, in bytes.

    A Latin word is found where it begins a word and a number where it begins a number; with `inside`, anywhere.
    """
    lower = folded.lower()
    at = lower.find(word)
    while at >= 0:
        if inside or begins(folded, at):
            yield at
        at = lower.find(word, at + 1)


def begins(folded: bytes, at: int) -> bool:
    """Say whether a Latin word, or a number, begins at a place of a folded text; anything else may begin anywhere."""
    sign = folded[at : at + 1]
    if sign.isdigit():
        return not folded[at - 1 : at].isdigit() if at else True
    return not sign.islower()


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


def _traced(text: str) -> tuple[bytes, list[Span]]:
    """Fold a text and tell for every byte of the result from which stretch of the text it comes."""
    folded = bytearray()
    origins: list[Span] = []
    before = last = ""
    start = 0
    for cluster in re.findall(_CLUSTER, text) if re.search(_DRAWN_IN, text) else text:
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
