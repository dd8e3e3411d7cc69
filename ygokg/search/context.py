"""A hit in its context: what the thing is called, and a window on the texts in which the words stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ygokg.search.find import Hit
from ygokg.search.fold import Span, marked, occurrences, spans
from ygokg.search.kinds import COLUMNS, local_name
from ygokg.search.query import Query
from ygokg.search.window import Snippet, window

__all__ = ["Found", "Snippet", "found", "window"]


class Found(NamedTuple):
    """A hit for a reader: what it is called, its id, and pieces of its texts that have the words which these two have not.

    `where` is exact, label, summary, definition or id.
    """

    kind: str
    id: Snippet
    where: str
    title: Snippet
    context: tuple[Snippet, ...]


def found(query: Query, hit: Hit, lang: str) -> Found:
    """Return a hit with its title and context, in `lang` where the words stand there, in other languages otherwise.

    A ruling always has a context, since its title is only its answer.
    """
    words = tuple(word.key for word in query.words)

    def in_place(text: str) -> list[Span]:
        return spans(text, words, inside=hit.inside) if any(_has(text, word, hit.inside) for word in words) else []

    called = hit.titles[lang]
    texts = sorted(hit.texts, key=lambda text: (text[1] != lang, COLUMNS.index(text[0])))
    missing = {word for word in words if not any(_has(text, word, hit.inside) for text in (called, local_name(hit.id)))}
    shown = list(_covering(texts, missing, hit.inside))
    if hit.kind == "ruling" and not any(text_lang for _, text_lang, _ in shown):
        shown.append(texts[0])
    return Found(
        kind=hit.kind,
        id=Snippet("", hit.id, tuple(in_place(hit.id))),
        where=("exact", *COLUMNS)[hit.rank],
        title=Snippet(lang, called, tuple(in_place(called))),
        context=tuple(window(text_lang, text, in_place(text)) for _, text_lang, text in shown),
    )


def _covering(texts: Sequence[Sequence[str]], words: set[bytes], inside: bool) -> Iterator[Sequence[str]]:
    """Yield the fewest of the texts, earlier ones first, that have the words between them."""
    while words:
        best, covered = None, set[bytes]()
        for text in texts:
            has = {word for word in words if _has(text[2], word, inside)}
            if len(has) > len(covered):
                best, covered = text, has
            if covered == words:
                break
        if best is None:
            return
        yield best
        words = words - covered


def _has(text: str, word: bytes, inside: bool) -> bool:
    return next(occurrences(marked(text), word, inside=inside), None) is not None
