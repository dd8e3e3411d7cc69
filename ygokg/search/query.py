"""What somebody types to search: words, phrases, and words that must not occur."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from ygokg.errors import UsageProblem
from ygokg.names.normal import key
from ygokg.namespaces import PREFIXES

__all__ = ["Query", "Word", "read_query"]

_NOT = ("-", "－")
_MARKS = '"“”「」'
_QUOTED = re.compile('"[^"]*"|“[^”]*”|「[^」]*」')
_PART = re.compile(f'[-－]?(?:{_QUOTED.pattern}|[^\\s"“「]+)')


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
    return _PART.findall(argument) if _QUOTED.search(argument) else [argument.strip()]


def _word(part: str) -> Word:
    """Fold a word; the prefix of an id says only what kind of thing is meant."""
    text = part.strip(_MARKS) or part
    prefix, colon, local = text.partition(":")
    pieces = re.split("[*＊]", local if colon and prefix in PREFIXES else text)
    first, *tail = [folded for piece in pieces if (folded := key(piece).encode())] or [b""]
    return Word(text, first, tuple(tail))
