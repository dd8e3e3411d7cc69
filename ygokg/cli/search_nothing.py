"""Why a search found nothing: which part of the query is to blame, and what comes nearest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ygokg.cli.options import App
from ygokg.corpus.searching import find_in_documents
from ygokg.errors import NotFound
from ygokg.messages import t
from ygokg.model import Model, Texts
from ygokg.render.words import label
from ygokg.search.find import find
from ygokg.search.kinds import PASSAGE
from ygokg.search.query import Query, Word, read_query
from ygokg.search.table import Table

__all__ = ["nothing"]


def nothing(app: App, model: Model, index: Table, query: Query, kind: str | None) -> NotFound:
    """Return the error for a search without a hit: which part of the query is to blame, and what comes nearest."""
    texts = [word.text for word in query.words]
    message = t(app.lang, "search.nothing" if len(texts) == 1 else "search.nothing-together", words=_listed(app, texts))
    hints = list(_looser(app, index, query, kind))
    near = _nearest(app, model, [word for word in _apart(query) if not _count(app, index, Query((word,)))])
    if near:
        hints.append(t(app.lang, "suggestions", names=_listed(app, near)))
    return NotFound(message, "\n".join(hints) or t(app.lang, "search.hint"))


def _count(app: App, index: Table, query: Query, kind: str | None = None) -> int:
    """Return how many things and passages a query finds."""
    passages = find_in_documents(query, 0, app.lang).total if kind in (None, PASSAGE) else 0
    return passages + find(index, query, kind, most=0).total


def _looser(app: App, index: Table, query: Query, kind: str | None) -> Iterable[str]:
    """Yield what the query finds with one of its demands dropped."""
    if query.excluded and (hits := _count(app, index, Query(query.words), kind)):
        words = _listed(app, (word.text for word in query.excluded))
        yield t(app.lang, "search.excluded", words=words, count=hits)
    if kind is not None and (hits := _count(app, index, query)):
        yield t(app.lang, "search.nothing-of-kind", kind=t(app.lang, f"search.kind.{kind}"), count=hits)
    apart = _apart(query)
    if len(apart) > len(query.words) and (hits := _count(app, index, Query(apart, query.excluded), kind)):
        yield t(app.lang, "search.apart", words=" ".join(word.text for word in apart), count=hits)
    if len(apart) > 1:
        counts = (f"{word.text} {_count(app, index, Query((word,)), kind)}" for word in apart)
        yield t(app.lang, "search.alone", counts=_listed(app, counts))


def _apart(query: Query) -> tuple[Word, ...]:
    """Return the words of a query with its phrases taken apart."""
    return read_query(part for word in query.words for part in word.text.split()).words


def _nearest(app: App, model: Model, words: Sequence[Word]) -> list[str]:
    """Return the labels nearest to words that are nowhere, with their ids."""
    from ygokg.lookup.search import named_terms, suggest

    if not words:
        return []
    named: dict[str, Texts] = {i: rule.labels for i, rule in model.rules.items()} | named_terms(model)
    named |= {i: card.names for i, card in model.cards.items()} | {i: archetype.names for i, archetype in model.archetypes.items()}
    near = dict.fromkeys(i for word in words for i in suggest(named, word.text))
    return [f"{label(model, i, app.lang)} ({i})" for i in list(near)[:5]]


def _listed(app: App, texts: Iterable[str]) -> str:
    return t(app.lang, "list").join(texts)
