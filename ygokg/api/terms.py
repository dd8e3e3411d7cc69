"""Terms: what a word of the graph means and where it is used, and the concepts as a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ygokg.api.session import Meanings, meanings, nothing_called
from ygokg.lookup.concepts import ConceptView, concept_tree, concept_view, words_meant
from ygokg.lookup.terms import FIRST, TermPage, find_terms, meant, nearest_terms, term_page

if TYPE_CHECKING:
    from ygokg.api.session import Session
    from ygokg.graph.model import Id, Model, Word
    from ygokg.lookup.excerpt import Excerpt

__all__ = ["FIRST", "About", "OfVocabulary", "Term", "concept_tree", "term"]


class OfVocabulary(NamedTuple):
    """A word of the vocabulary of the graph itself, as `ygo:exceptionTo`."""

    model: Model
    word: Word


class About(NamedTuple):
    """A concept with all that is about it; `others` are the terms of the same name."""

    model: Model
    view: ConceptView
    others: tuple[Id, ...]


class Term(NamedTuple):
    """Any other term with its uses; `subjects` are the concepts that it is about, `others` the terms of the same name."""

    page: TermPage
    subjects: list[Id]
    others: tuple[Id, ...]


def term(
    session: Session, excerpt: Excerpt, words: str, *, in_full: bool = False, listed: bool = False
) -> OfVocabulary | About | Term | Meanings:
    """Return what `words` means, as an id or as words of a label in any language; or all that it can mean.

    `in_full` has every use instead of the first ones; with `listed` rulings and rules are only named, not told in words. Raises
    `NotFound` where it means nothing.
    """
    found = find_terms(excerpt, words)
    if not found:
        of_vocabulary = words_meant(session.model, words, found)
        if len(of_vocabulary) == 1:
            return OfVocabulary(session.model, session.model.words[of_vocabulary[0]])
        raise nothing_called(excerpt, "term.unknown", words, nearest_terms(excerpt, words))
    one, others = meant(excerpt, found, words)
    if one is None:
        return meanings(excerpt, words, found, in_full=listed)
    if "skos:Concept" in excerpt.all(one, "rdf:type"):
        return About(session.model, concept_view(session.model, one), others)
    subjects = excerpt.all(one, "dct:subject")
    page = term_page(excerpt, one, in_full=in_full, listed=listed, also=subjects if listed else (*others, *subjects))
    page.model.subjects[one] = tuple(subjects)
    return Term(page, subjects, others)
