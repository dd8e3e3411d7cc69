"""A hit in its context: what the thing is called, and a window on the texts in which the words stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ygokg.model import Id, Model
from ygokg.render import messages_search  # noqa: F401  registers the messages used here
from ygokg.render.messages import t
from ygokg.render.words import answer_words, conclusion_words, date_words, label
from ygokg.search.find import Hit
from ygokg.search.fold import Span, marked, occurrences, spans
from ygokg.search.index import COLUMNS, Text, local_name, texts_of
from ygokg.search.query import Query
from ygokg.search.window import Snippet, window

__all__ = ["Found", "Snippet", "found", "title", "window"]


class Found(NamedTuple):
    """A hit for a reader: what it is called, its id, and pieces of its texts that have the words which these two have not.

    `where` is exact, label, summary, definition or id.
    """

    kind: str
    id: Snippet
    where: str
    title: Snippet
    context: tuple[Snippet, ...]


def found(model: Model, query: Query, hit: Hit, lang: str) -> Found:
    """Return a hit with its title and context, in `lang` where the words stand there, in other languages otherwise.

    A ruling always has a context, since its title is only its answer.
    """
    words = tuple(word.key for word in query.words)

    def in_place(text: str) -> list[Span]:
        return spans(text, words, inside=hit.inside) if any(_has(text, word, hit.inside) for word in words) else []

    called = title(model, hit.kind, hit.id, lang)
    texts = sorted(texts_of(model, hit.kind, hit.id), key=lambda text: (text.lang != lang, COLUMNS.index(text.column)))
    missing = {word for word in words if not any(_has(text, word, hit.inside) for text in (called, local_name(hit.id)))}
    shown = list(_covering(texts, missing, hit.inside))
    if hit.kind == "ruling" and not any(text.lang for text in shown):
        shown.append(texts[0])
    return Found(
        kind=hit.kind,
        id=Snippet("", hit.id, tuple(in_place(hit.id))),
        where=("exact", *COLUMNS)[hit.rank],
        title=Snippet(lang, called, tuple(in_place(called))),
        context=tuple(window(text.lang, text.text, in_place(text.text)) for text in shown),
    )


def title(model: Model, kind: str, id: Id, lang: str) -> str:
    """Return what a thing is called in a list of hits: its label, of a rule with the conclusion; of a ruling its answer and date."""
    withdrawn = ""
    if kind in ("rule", "ruling") and (model.rules if kind == "rule" else model.rulings)[id].deprecated:
        withdrawn = t(lang, "search.withdrawn")
    if kind == "rule":
        return f"{label(model, id, lang)} {conclusion_words(model, model.rules[id], lang, short=True)}{withdrawn}"
    if kind == "ruling":
        ruling = model.rulings[id]
        date = f" ({date_words(ruling.date, lang)})" if ruling.date else ""
        return f"{answer_words(model, ruling.asks, ruling.answer, lang)}{date}{withdrawn}"
    return label(model, id, lang)


def _covering(texts: Sequence[Text], words: set[bytes], inside: bool) -> Iterator[Text]:
    """Yield the fewest of the texts, earlier ones first, that have the words between them."""
    while words:
        best, covered = None, set[bytes]()
        for text in texts:
            has = {word for word in words if _has(text.text, word, inside)}
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
