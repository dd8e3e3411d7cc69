"""Find things of the graph by id or by the words of their labels, in any language."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

from ygokg.model import Id, Texts

__all__ = ["normal", "search", "suggest"]


class _Kept(dict[int, int | None]):
    """A `str.translate` table that keeps letters, digits and what ids are made of; it decides on a character when it first meets it."""

    def __missing__(self, code: int) -> int | None:
        kept = code if chr(code).isalnum() or chr(code) in ".:/#" else None
        self[code] = kept
        return kept


_KEPT = _Kept()


@lru_cache(maxsize=1 << 13)
def normal(text: str) -> str:
    """Return the form in which words are compared: NFKC, no case, and neither spaces, hyphens nor quotation marks."""
    return unicodedata.normalize("NFKC", text).casefold().translate(_KEPT)


def search(named: Mapping[Id, Texts], words: str) -> list[Id]:
    """Return the ids that `words` means, best kind of match only, in the order of `named`.

    `named` maps ids to labels by language. First come ids (with or without the prefix), then whole labels, then labels or
    ids that contain every one of the words. Nothing found is an empty list.
    """
    wanted = normal(words)
    if not wanted:
        return []
    exact = [i for i in named if wanted in (normal(i), normal(_local(i)))]
    whole = [i for i in named if any(wanted == normal(text) for text in named[i].values())]
    if exact or whole:
        return exact or whole
    parts = [part for part in (normal(part) for part in words.split()) if part]
    return [i for i in named if all(any(part in text for text in _haystack(i, named[i])) for part in parts)]


def suggest(named: Mapping[Id, Texts], words: str, limit: int = 5) -> list[Id]:
    """Return the ids whose label or id is nearest to `words`, nearest first; at most `limit`, maybe none."""
    from difflib import get_close_matches

    forms: dict[str, Id] = {}
    for i, texts in named.items():
        for form in _haystack(i, texts):
            forms.setdefault(form, i)
    close = get_close_matches(normal(words), forms, n=limit, cutoff=0.5)
    return list(dict.fromkeys(forms[form] for form in close))


def _local(id: Id) -> str:
    return id.partition(":")[2]


def _haystack(id: Id, texts: Texts) -> Iterable[str]:
    return (normal(_local(id)), *(normal(text) for text in texts.values()))
