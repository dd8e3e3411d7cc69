"""`ygokg search`: things of the graph and passages of imported documents that have some words."""

from __future__ import annotations

from collections.abc import Sequence

import click

from ygokg.api.search import KINDS, PASSAGE, Found, PassageHit, Searched, Snippet, headings, in_context, search
from ygokg.cli.lookup_output import emit_age, with_age
from ygokg.cli.options import App, common_options
from ygokg.cli.output import emit_json, emit_table, emit_text, emit_texts, safe, width
from ygokg.messages import t

_COLUMNS = ("kind", "id", "where", "title", "context")
"""Of a table of hits."""


def _marked(snippet: Snippet) -> str:
    """Return the text of a snippet, the words in it bold and coloured; `click.echo` takes that away where there is no terminal."""
    parts = []
    at = 0
    for start, end in snippet.spans:
        parts += [safe(snippet.text[at:start]), click.style(safe(snippet.text[start:end]), bold=True, fg="yellow")]
        at = end
    return "".join((*parts, safe(snippet.text[at:])))


def _cells(hit: Found) -> tuple[str, ...]:
    return (hit.kind, hit.id.text, hit.where, hit.title.text, " / ".join(piece.text for piece in hit.context))


def _print_hits(hits: Sequence[Found], lang: str) -> None:
    """Write two lines or more for each hit: its kind, title and id, then where the words stand."""
    kinds = {kind: t(lang, f"search.kind.{kind}") for kind in KINDS}
    wide = max(map(width, kinds.values()))
    for hit in hits:
        kind = kinds[hit.kind] + " " * (wide - width(kinds[hit.kind]))
        first = f"{kind}  {_marked(hit.title)} ({_marked(hit.id)})"
        emit_texts([first, *(" " * (wide + 4) + _marked(piece) for piece in hit.context)])


def _passages_payload(searched: Searched) -> dict[str, object]:
    """Return the passages for programs; nothing where no document has the words, so that the answer is the same without documents."""
    hits = searched.passages
    if not hits.total:
        return {}
    return {"documents": {"total": hits.total, "hits": [{**hit._asdict(), "section": headings(hit)} for hit in hits.best]}}


def _print_passages(searched: Searched, lang: str) -> None:
    """Write how many passages there are, and two lines for each that is shown; after other hits an empty line comes first."""
    if searched.hits:
        emit_text()
    emit_text(t(lang, "search.documents", total=searched.passages.total), bold=True)
    for hit in searched.passages.best:
        struck = t(lang, "search.withdrawn") if hit.state == "withdrawn" else ""
        section = _section(hit)
        place = t(lang, "source", document=hit.document, line=hit.line) + (f" · {section}" if section else "") + struck
        emit_texts([safe(place), "    " + _marked(in_context(hit, searched, lang))])


def _section(hit: PassageHit) -> str:
    return " › ".join(headings(hit)[1:])


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
    _write(app, search(app.session, words, kind, most), most)


def _write(app: App, searched: Searched, most: int) -> None:
    hits, passages, dated, behind, data = searched.hits, searched.passages, searched.dated, searched.behind, searched.data
    if app.format == "json":
        found = [dict(zip(_COLUMNS, _cells(hit), strict=True)) for hit in hits]
        payload = {"total": searched.total, "hits": found, **_passages_payload(searched)}
        emit_json(with_age(app, dated, payload, behind, passages.best, data=data))
        return
    if app.beside:
        rows = [(PASSAGE, f"{p.document}:{p.line}", "text", _section(p), in_context(p, searched, app.lang).text) for p in passages.best]
        emit_table([*map(_cells, hits), *rows], _COLUMNS, app.format)
    elif hits:
        _print_hits(hits, app.lang)
    _say_more(app, searched.total, most)
    if passages.total and not app.beside:
        _print_passages(searched, app.lang)
    _say_more(app, passages.total, most)
    emit_age(app, dated, behind, passages.best, data=data, apart=False)


def _say_more(app: App, total: int, most: int) -> None:
    if total > most:
        emit_text(t(app.lang, "search.more", count=total - most, total=total), dim=True, err=app.beside)
