"""`ygokg search`: whatever has these words, in any language."""

from __future__ import annotations

import click

from ygokg.cli.ages import emit_age, with_age
from ygokg.cli.options import App, common_options
from ygokg.cli.output import emit_json, emit_table, emit_text
from ygokg.cli.search_output import COLUMNS, hit_payload, passage_rows, passages_payload, print_hits, print_passages
from ygokg.corpus.searching import Hits, find_in_documents
from ygokg.lookup.ages import Indexed
from ygokg.messages import t
from ygokg.search.context import found
from ygokg.search.find import Hits as Things
from ygokg.search.find import find
from ygokg.search.kinds import KINDS, PASSAGE
from ygokg.search.query import Query, read_query
from ygokg.search.table import Table, index_of

__all__ = ["command"]


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
        from ygokg.cli.search_nothing import nothing

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
