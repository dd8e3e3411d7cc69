"""Searching the graph and the imported documents for words, and why nothing is found."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ygokg.documents.searching import PassageHit, PassageHits, find_in_documents
from ygokg.errors import NotFound
from ygokg.graph.words import label
from ygokg.messages import t
from ygokg.search.find import Found, Hits, Indexed, Snippet, find, found, window
from ygokg.search.query import KINDS, PASSAGE, Query, Word, read_query, spans
from ygokg.search.table import Table, index_of

if TYPE_CHECKING:
    from ygokg.api.session import Session
    from ygokg.graph.model import Id, Texts

__all__ = ["KINDS", "PASSAGE", "Found", "PassageHit", "Searched", "Snippet", "headings", "in_context", "search"]


class Searched(NamedTuple):
    """What was found: how many things (`total`), the best of them (`hits`), and the passages of imported documents.

    `dated` tells how old the data is and `behind` which documents the rulings among the hits are of; `data` that other things are, too.
    """

    query: Query
    total: int
    hits: list[Found]
    passages: PassageHits
    dated: Indexed | None
    behind: list[Id]
    data: bool


def search(session: Session, words: Sequence[str], kind: str | None = None, most: int = 20) -> Searched:
    """Return what has all of the words, at most so many things and passages; `kind` (one of `KINDS`, `PASSAGE`) leaves out the others.

    Raises `NotFound`, with what is to blame, where there is nothing; `UsageProblem` where nothing is looked for.
    """
    query, lang = read_query(words), session.lang
    passages = find_in_documents(query, most, lang) if kind in (None, PASSAGE) else PassageHits(0, ())
    index = index_of(session.graph)
    things = find(index, query, kind, most) if kind != PASSAGE else Hits(0, ())
    if not things.total and not passages.total:
        raise _Nothing(session, index, query, kind).error()
    hits = [found(query, hit, lang) for hit in things.best]
    # To read the sources of the rulings would take longer than the search: an id tells the document.
    behind = [f"src:{hit.id.text.removeprefix('ruling:').partition('.')[0]}" for hit in hits if hit.kind == "ruling"]
    dated = Indexed.of(index.about) if things.total else None
    return Searched(query, things.total, hits, passages, dated, behind, len(behind) < len(hits))


def headings(hit: PassageHit) -> list[str]:
    """Return the headings that a passage stands under, the title of its document first."""
    read: list[str] = json.loads(hit.section)
    return read


def in_context(hit: PassageHit, searched: Searched, lang: str) -> Snippet:
    """Return the part of a passage that has the words."""
    words = tuple(key for word in searched.query.words for key in (word.key, *word.tail))
    return window(lang, hit.text, spans(hit.text, words, inside=searched.passages.inside))


class _Nothing:
    """Why a search found nothing: which part of the query is to blame, and what comes nearest."""

    def __init__(self, session: Session, index: Table, query: Query, kind: str | None) -> None:
        self.session = session
        self.lang = session.lang
        self.index = index
        self.query = query
        self.kind = kind
        self.apart = read_query(part for word in query.words for part in word.text.split()).words
        """The words of the query with its phrases taken apart."""

    def error(self) -> NotFound:
        texts = [word.text for word in self.query.words]
        key = "search.nothing" if len(texts) == 1 else "search.nothing-together"
        hints = list(self._looser())
        near = self._nearest([word for word in self.apart if not self._count(Query((word,)))])
        if near:
            hints.append(t(self.lang, "suggestions", names=self._listed(near)))
        return NotFound(t(self.lang, key, words=self._listed(texts)), "\n".join(hints) or t(self.lang, "search.hint"))

    def _count(self, query: Query, kind: str | None = None) -> int:
        """Return how many things and passages a query finds."""
        passages = find_in_documents(query, 0, self.lang).total if kind in (None, PASSAGE) else 0
        return passages + find(self.index, query, kind, most=0).total

    def _looser(self) -> Iterable[str]:
        """Yield what the query finds with one of its demands dropped."""
        query, kind, apart, lang = self.query, self.kind, self.apart, self.lang
        if query.excluded and (hits := self._count(Query(query.words), kind)):
            words = self._listed(word.text for word in query.excluded)
            yield t(lang, "search.excluded", words=words, count=hits)
        if kind is not None and (hits := self._count(query)):
            yield t(lang, "search.nothing-of-kind", kind=t(lang, f"search.kind.{kind}"), count=hits)
        if len(apart) > len(query.words) and (hits := self._count(Query(apart, query.excluded), kind)):
            yield t(lang, "search.apart", words=" ".join(word.text for word in apart), count=hits)
        if len(apart) > 1:
            counts = (f"{word.text} {self._count(Query((word,)), kind)}" for word in apart)
            yield t(lang, "search.alone", counts=self._listed(counts))

    def _nearest(self, words: Sequence[Word]) -> list[str]:
        """Return the labels nearest to words that are nowhere, with their ids."""
        from ygokg.graph.labels import named_terms, suggest

        if not words:
            return []
        model = self.session.model
        named: dict[str, Texts] = {i: rule.labels for i, rule in model.rules.items()} | named_terms(model)
        named |= {i: card.names for i, card in model.cards.items()} | {i: archetype.names for i, archetype in model.archetypes.items()}
        near = dict.fromkeys(i for word in words for i in suggest(named, word.text))
        return [f"{label(model, i, self.lang)} ({i})" for i in list(near)[:5]]

    def _listed(self, texts: Iterable[str]) -> str:
        return t(self.lang, "list").join(texts)
