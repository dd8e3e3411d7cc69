"""Find things of the graph by id or by the words of their labels, in any language."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

from ygokg.graph.model import Id, Model, Texts


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
    found, parts = called(named, words), split(words)
    return found or [i for i in named if parts and all(any(part in form for form in forms(i, named[i])) for part in parts)]


def called(named: Mapping[Id, Texts], words: str) -> list[Id]:
    """Return the ids whose id (with or without the prefix), else those of which a whole label is `words`."""
    wanted = normal(words)
    if not wanted:
        return []
    exact = [i for i in named if wanted in (normal(i), normal(_local(i)))]
    return exact or [i for i in named if any(wanted == normal(text) for text in named[i].values())]


def split(words: str) -> list[str]:
    """Return the single words in the form in which they are compared."""
    return [part for part in map(normal, words.split()) if part]


def suggest(named: Mapping[Id, Texts], words: str, limit: int = 5) -> list[Id]:
    """Return the ids whose label or id is nearest to `words`, nearest first; at most `limit`, maybe none."""
    from difflib import get_close_matches

    known: dict[str, Id] = {}
    for i, texts in named.items():
        for form in forms(i, texts):
            known.setdefault(form, i)
    close = get_close_matches(normal(words), known, n=limit, cutoff=0.5)
    return list(dict.fromkeys(known[form] for form in close))


def forms(id: Id, texts: Texts) -> Iterable[str]:
    """Return in which forms a thing is found: of its id without the prefix, and of its labels."""
    return (normal(_local(id)), *(normal(text) for text in texts.values()))


def _local(id: Id) -> str:
    return id.partition(":")[2]


def named_terms(model: Model) -> dict[Id, Texts]:
    """Return the labels of every term that can be asked for, by id."""
    named: dict[Id, Texts] = {i: question.labels for i, question in model.questions.items()}
    named |= {i: feature.labels for i, feature in model.features.items()}
    named |= {i: family.labels for i, family in model.families.items()}
    named |= {i: term.labels for i, term in model.terms.items()}
    return named | {i: system.labels for i, system in model.systems.items()}
