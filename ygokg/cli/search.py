"""Why a search found nothing: which part of the query is to blame, and what comes nearest."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

import click

from ygokg.cli.lookup_output import emit_age, with_age
from ygokg.cli.options import App, common_options
from ygokg.cli.output import emit_json, emit_table, emit_text, safe, width
from ygokg.documents.searching import Hits, PassageHit, find_in_documents
from ygokg.errors import NotFound
from ygokg.graph.ages import Indexed
from ygokg.graph.model import Model, Texts
from ygokg.graph.words import label
from ygokg.messages import t
from ygokg.search.find import Found, Snippet, find, found, window
from ygokg.search.find import Hits as Things
from ygokg.search.query import KINDS, PASSAGE, Query, Word, read_query, spans
from ygokg.search.table import Table, index_of

__all__ = [
    "COLUMNS",
    "command",
    "hit_payload",
    "nothing",
    "passage_rows",
    "passages_payload",
    "print_hits",
    "print_passages",
]


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
    from ygokg.graph.labels import named_terms, suggest

    if not words:
        return []
    named: dict[str, Texts] = {i: rule.labels for i, rule in model.rules.items()} | named_terms(model)
    named |= {i: card.names for i, card in model.cards.items()} | {i: archetype.names for i, archetype in model.archetypes.items()}
    near = dict.fromkeys(i for word in words for i in suggest(named, word.text))
    return [f"{label(model, i, app.lang)} ({i})" for i in list(near)[:5]]


def _listed(app: App, texts: Iterable[str]) -> str:
    return t(app.lang, "list").join(texts)


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


class _Search(click.Command):
    """A command to which `-word` is a word."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Hand words that begin with one hyphen over as arguments, whatever letters they have."""
        own = args[: args.index("--")] if "--" in args else args
        words = [arg for arg in own if arg.startswith("-") and arg[1:2] not in ("", "-") and arg not in ctx.help_option_names]
        rest = [arg for arg in own if arg not in words]
        return super().parse_args(ctx, [*rest, "--", *words, *args[len(own) + 1 :]])


@click.command("search", cls=_Search)
@click.argument("words", nargs=-1, required=True, metavar="WORDS...")
@click.option("--kind", type=click.Choice((*KINDS, PASSAGE)), help="Only this kind of thing.")
@click.option("--max", "most", type=click.IntRange(min=1), default=20, show_default=True, metavar="N", help="Show the first N.")
@common_options("table", "json", "csv", "tsv")
def command(app: App, words: tuple[str, ...], kind: str | None, most: int) -> None:
    """Search rules, rulings, cards, terms and rule systems, and imported documents, for words in any language.

    All words must occur; a phrase in quotation marks must occur as it stands; -word must not occur; * in a word stands for
    anything. A Latin word may be the beginning of a longer one. Width, case, kana, spaces and the forms of a Han character do not
    count. The best hits come first: names and labels, then summaries, then definitions. Passages of imported documents (kind
    `passage`) follow.

    \b
    Examples:
      ygokg search 无效
      ygokg search skill drain
      ygokg search "skill drain" 里侧 --lang zh
      ygokg search 無効 -モンスター --kind rule
      ygokg search 里侧 --kind ruling --max 5 --format json
    """
    query = read_query(words)
    passages = find_in_documents(query, most, app.lang) if kind in (None, PASSAGE) else Hits(0, ())
    index = index_of(app.graph())
    things = find(index, query, kind, most) if kind != PASSAGE else Things(0, ())
    if not things.total and not passages.total:
        from ygokg.cli.search import nothing

        raise nothing(app, app.graph().model, index, query, kind)
    _write(app, query, things, passages, most, index)


def _write(app: App, query: Query, things: Things, passages: Hits, most: int, index: Table) -> None:
    shown = [found(query, hit, app.lang) for hit in things.best]
    dated = Indexed.of(index.about) if things.total else None
    behind = [_document(hit.id.text) for hit in shown if hit.kind == "ruling"]
    data = len(behind) < len(shown)
    if app.format == "json":
        payload = {"total": things.total, "hits": [hit_payload(hit) for hit in shown], **passages_payload(passages)}
        emit_json(with_age(app, dated, payload, behind, passages.best, data=data))
        return
    beside = app.format != "table"
    if beside:
        rows = [tuple(hit_payload(hit).values()) for hit in shown]
        emit_table([*rows, *passage_rows(passages, query, app.lang)], COLUMNS, app.format)
    elif shown:
        print_hits(shown, app.lang)
    if things.total > most:
        emit_text(t(app.lang, "search.more", count=things.total - most, total=things.total), dim=True, err=beside)
    if passages.total and not beside:
        print_passages(passages, query, app.lang, after=bool(shown))
    if passages.total > most:
        emit_text(t(app.lang, "search.more", count=passages.total - most, total=passages.total), dim=True, err=beside)
    emit_age(app, dated, behind, passages.best, data=data, apart=False)


def _document(ruling: str) -> str:
    """Return the document that a ruling is of, as its id tells: to read its sources would take longer than the search."""
    return f"src:{ruling.removeprefix('ruling:').partition('.')[0]}"
