"""Writing what a search found in the graph and in the imported documents."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from ygokg.cli.output import emit_text, safe, width
from ygokg.corpus.searching import Hits, PassageHit
from ygokg.messages import t
from ygokg.search.context import Found
from ygokg.search.fold import spans
from ygokg.search.kinds import KINDS, PASSAGE
from ygokg.search.query import Query
from ygokg.search.window import Snippet, window

__all__ = ["COLUMNS", "hit_payload", "passage_rows", "passages_payload", "print_hits", "print_passages"]

COLUMNS = ("kind", "id", "where", "title", "context")
"""Of a table of hits."""


def marked_words(snippet: Snippet) -> str:
    """Return the text of a snippet, the words in it bold and coloured; `click.echo` takes that away where there is no terminal."""
    parts = []
    at = 0
    for start, end in snippet.spans:
        parts += [safe(snippet.text[at:start]), click.style(safe(snippet.text[start:end]), bold=True, fg="yellow")]
        at = end
    return "".join((*parts, safe(snippet.text[at:])))


def hit_payload(hit: Found) -> dict[str, str]:
    """Return a hit for programs."""
    context = " / ".join(piece.text for piece in hit.context)
    return dict(zip(COLUMNS, (hit.kind, hit.id.text, hit.where, hit.title.text, context), strict=True))


def print_hits(hits: Sequence[Found], lang: str) -> None:
    """Write two lines or more for each hit: its kind, title and id, then where the words stand."""
    kinds = {kind: t(lang, f"search.kind.{kind}") for kind in KINDS}
    wide = max(map(width, kinds.values()))
    for hit in hits:
        kind = kinds[hit.kind] + " " * (wide - width(kinds[hit.kind]))
        first = f"{kind}  {marked_words(hit.title)} ({marked_words(hit.id)})"
        lines = [first, *(" " * (wide + 4) + marked_words(piece) for piece in hit.context)]
        click.echo("\n".join(lines), color=False if os.environ.get("NO_COLOR") else None)


def passages_payload(hits: Hits) -> dict[str, object]:
    """Return the passages for programs; nothing where no document has the words, so that the answer is the same without documents."""
    if not hits.total:
        return {}
    return {"documents": {"total": hits.total, "hits": [{**hit._asdict(), "section": _headings(hit)} for hit in hits.best]}}


def passage_rows(hits: Hits, query: Query, lang: str) -> list[tuple[str, ...]]:
    """Return the passages as rows of a table."""
    return [(PASSAGE, f"{hit.document}:{hit.line}", "text", _section(hit), _in_context(hit, query, hits, lang).text) for hit in hits.best]


def print_passages(hits: Hits, query: Query, lang: str, *, after: bool) -> None:
    """Write how many passages there are, and two lines for each that is shown; `after` other hits an empty line comes first."""
    if after:
        emit_text()
    emit_text(t(lang, "search.documents", total=hits.total), bold=True)
    for hit in hits.best:
        struck = t(lang, "search.withdrawn") if hit.state == "withdrawn" else ""
        section = _section(hit)
        place = t(lang, "source", document=hit.document, line=hit.line) + (f" · {section}" if section else "") + struck
        lines = [safe(place), "    " + marked_words(_in_context(hit, query, hits, lang))]
        click.echo("\n".join(lines), color=False if os.environ.get("NO_COLOR") else None)


def _section(hit: PassageHit) -> str:
    return " › ".join(_headings(hit)[1:])


def _headings(hit: PassageHit) -> list[str]:
    import json

    headings: list[str] = json.loads(hit.section)
    return headings


def _in_context(hit: PassageHit, query: Query, hits: Hits, lang: str) -> Snippet:
    words = tuple(key for word in query.words for key in (word.key, *word.tail))
    return window(lang, hit.text, spans(hit.text, words, inside=hits.inside))
