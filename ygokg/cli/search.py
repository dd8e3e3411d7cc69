"""`ygokg search`: whatever has these words, in any language."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

import click

from ygokg.cli.options import App, common_options
from ygokg.cli.output import emit_json, emit_table, emit_text, safe, width
from ygokg.errors import NotFound
from ygokg.model import Model, Texts
from ygokg.render import messages_lookup  # noqa: F401  registers the messages used here
from ygokg.render.messages import t
from ygokg.render.words import label
from ygokg.search.context import Found, Snippet, found
from ygokg.search.find import find
from ygokg.search.index import KINDS
from ygokg.search.query import Query, Word, read_query

__all__ = ["command"]

_COLUMNS = ("kind", "id", "where", "title", "context")


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
@click.option("--kind", type=click.Choice(KINDS), help="Only this kind of thing.")
@click.option("--max", "most", type=click.IntRange(min=1), default=20, show_default=True, metavar="N", help="Show the first N.")
@common_options("table", "json", "csv", "tsv")
def command(app: App, words: tuple[str, ...], kind: str | None, most: int) -> None:
    """Search rules, rulings, cards, terms and rule systems for words in any language.

    All words must occur; a phrase in quotation marks must occur as it stands; -word must not occur. A Latin word may be the
    beginning of a longer one. Width, case, kana, spaces and the forms of a Han character do not count. The best hits come first:
    names and labels, then summaries, then definitions.

    \b
    Examples:
      ygokg search 无效
      ygokg search skill drain
      ygokg search "skill drain" 里侧 --lang zh
      ygokg search 無効 -モンスター --kind rule
      ygokg search 里侧 --kind ruling --max 5 --format json
    """
    query = read_query(words)
    graph = app.graph()
    hits = find(graph.index, query, kind)
    if not hits:
        raise _nothing(app, graph.model, graph.index, query, kind)
    shown = [found(graph.model, query, hit, app.lang) for hit in hits[:most]]
    if app.format == "json":
        emit_json({"total": len(hits), "hits": [_payload(hit) for hit in shown]})
        return
    if app.format == "table":
        _print(app, shown)
    else:
        emit_table([tuple(_payload(hit).values()) for hit in shown], _COLUMNS, app.format)
    if len(hits) > most:
        emit_text(t(app.lang, "search.more", count=len(hits) - most, total=len(hits)), dim=True, err=app.format != "table")


def _payload(hit: Found) -> dict[str, str]:
    context = " / ".join(piece.text for piece in hit.context)
    return dict(zip(_COLUMNS, (hit.kind, hit.id.text, hit.where, hit.title.text, context), strict=True))


def _print(app: App, hits: Sequence[Found]) -> None:
    """Write two lines or more for each hit: its kind, title and id, then where the words stand."""
    kinds = {kind: t(app.lang, f"search.kind.{kind}") for kind in KINDS}
    wide = max(map(width, kinds.values()))
    for hit in hits:
        kind = kinds[hit.kind] + " " * (wide - width(kinds[hit.kind]))
        lines = [f"{kind}  {_marked(hit.title)} ({_marked(hit.id)})", *(" " * (wide + 4) + _marked(piece) for piece in hit.context)]
        click.echo("\n".join(lines), color=False if os.environ.get("NO_COLOR") else None)


def _marked(snippet: Snippet) -> str:
    """Return the text of a snippet, the words in it bold and coloured; `click.echo` takes that away where there is no terminal."""
    parts = []
    at = 0
    for start, end in snippet.spans:
        parts += [safe(snippet.text[at:start]), click.style(safe(snippet.text[start:end]), bold=True, fg="yellow")]
        at = end
    return "".join((*parts, safe(snippet.text[at:])))


def _nothing(app: App, model: Model, index: bytes, query: Query, kind: str | None) -> NotFound:
    """Return the error for a search without a hit: which part of the query is to blame, and what comes nearest."""
    texts = [word.text for word in query.words]
    message = t(app.lang, "search.nothing" if len(texts) == 1 else "search.nothing-together", words=_listed(app, texts))
    hints = list(_looser(app, index, query, kind))
    near = _nearest(app, model, [word for word in _apart(query) if not find(index, Query((word,)))])
    if near:
        hints.append(t(app.lang, "suggestions", names=_listed(app, near)))
    return NotFound(message, "\n".join(hints) or t(app.lang, "search.hint"))


def _looser(app: App, index: bytes, query: Query, kind: str | None) -> Iterable[str]:
    """Yield what the query finds with one of its demands dropped."""
    if query.excluded and (hits := find(index, Query(query.words), kind)):
        words = _listed(app, (word.text for word in query.excluded))
        yield t(app.lang, "search.excluded", words=words, count=len(hits))
    if kind is not None and (hits := find(index, query)):
        yield t(app.lang, "search.nothing-of-kind", kind=t(app.lang, f"search.kind.{kind}"), count=len(hits))
    apart = _apart(query)
    if len(apart) > len(query.words) and (hits := find(index, Query(apart, query.excluded), kind)):
        yield t(app.lang, "search.apart", words=" ".join(word.text for word in apart), count=len(hits))
    if len(apart) > 1:
        counts = (f"{word.text} {len(find(index, Query((word,))))}" for word in apart)
        yield t(app.lang, "search.alone", counts=_listed(app, counts))


def _apart(query: Query) -> tuple[Word, ...]:
    """Return the words of a query with its phrases taken apart."""
    return read_query(part for word in query.words for part in word.text.split()).words


def _nearest(app: App, model: Model, words: Sequence[Word]) -> list[str]:
    """Return the labels nearest to words that are nowhere, with their ids."""
    from ygokg.lookup.search import suggest
    from ygokg.lookup.terms import named_terms

    if not words:
        return []
    named: dict[str, Texts] = {i: rule.labels for i, rule in model.rules.items()} | named_terms(model)
    named |= {i: card.names for i, card in model.cards.items()} | {i: archetype.names for i, archetype in model.archetypes.items()}
    near = dict.fromkeys(i for word in words for i in suggest(named, word.text))
    return [f"{label(model, i, app.lang)} ({i})" for i in list(near)[:5]]


def _listed(app: App, texts: Iterable[str]) -> str:
    return t(app.lang, "list").join(texts)
