"""Terms: what a word of the graph means and where it is used, and the concepts as a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ygokg.api.session import Meanings, meanings, nothing_called
from ygokg.lookup.terms import (
    FIRST,
    WORD,
    ConceptPage,
    TermPage,
    WordPage,
    concept_page,
    concept_tree,
    find_terms,
    kind_of,
    meant,
    nearest_terms,
    scheme,
    scheme_counted,
    term_page,
    word_page,
)

if TYPE_CHECKING:
    from ygokg.graph.model import Id
    from ygokg.lookup.excerpt import Excerpt

__all__ = ["FIRST", "About", "Term", "WordPage", "concept_tree", "scheme", "scheme_counted", "term"]


class About(NamedTuple):
    """A concept with all that is about it; `others` are the terms of the same name."""

    page: ConceptPage
    others: tuple[Id, ...]


class Term(NamedTuple):
    """Any other term with its uses; `subjects` are the concepts that it is about, `others` the terms of the same name."""

    page: TermPage
    subjects: list[Id]
    others: tuple[Id, ...]


def term(excerpt: Excerpt, words: str, *, in_full: bool = False, listed: bool = False) -> WordPage | About | Term | Meanings:
    """Return what `words` means, as an id or as words of a label in any language; or all that it can mean.

    `in_full` has every use instead of the first ones; with `listed` rulings and rules are only named, not told in words. Raises
    `NotFound` where it means nothing.
    """
    found = find_terms(excerpt, words)
    if not found:
        raise nothing_called(excerpt, "term.unknown", words, nearest_terms(excerpt, words))
    one, others = meant(excerpt, found, words)
    if one is None:
        return meanings(excerpt, words, found, in_full=listed)
    kind = kind_of(excerpt, one)
    if kind == WORD:
        return word_page(excerpt, one)
    if kind == "concept":
        first = None if in_full or listed else FIRST
        return About(concept_page(excerpt, one, first=first, listed=listed, also=() if listed else others), others)
    subjects = excerpt.all(one, "dct:subject")
    page = term_page(excerpt, one, in_full=in_full, listed=listed, also=subjects if listed else (*others, *subjects))
    page.model.subjects[one] = tuple(subjects)
    return Term(page, subjects, others)
