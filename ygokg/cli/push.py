"""`ygokg push`: put the graph at a SPARQL endpoint."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator

import click

from ygokg.api.exporting import Target, push
from ygokg.cli.options import App, common_options
from ygokg.cli.output import emit_json, emit_text
from ygokg.messages import t


@click.command("push")
@click.argument("url")
@click.option("--update-url", metavar="URL", help="Where the server takes SPARQL updates.  [default: the URL itself]")
@click.option("--graph-store-url", metavar="URL", help="Where it takes whole graphs (Graph Store protocol), instead of updates.")
@click.option("--batch", type=click.IntRange(min=1), default=1000, show_default=True, metavar="N", help="Triples in one update, at most.")
@common_options(served=False)
def command(app: App, url: str, update_url: str | None, graph_store_url: str | None, batch: int) -> None:
    """Put the graph at the SPARQL endpoint URL, for --endpoint and for any other tool that asks there.

    What is stated goes into the graph https://w3id.org/ygokg/graph/asserted, what follows from the rules into …/graph/inferred; a
    record of both is written last, to …/graph/pushed. With updates the earlier graph answers until the new one is there and was
    read back. The same again changes nothing. With --data your own files go along.

    A server that asks for a user gets YGOKG_USER and YGOKG_PASSWORD from the environment (Basic or Digest).

    \b
    Examples:
      ygokg push http://localhost:8890/sparql \\
        --update-url http://localhost:8890/sparql-auth
      ygokg push http://localhost:8890/sparql \\
        --graph-store-url http://localhost:8890/sparql-graph-crud-auth
      ygokg push http://localhost:7878/query --update-url http://localhost:7878/update
    """
    with _progress(app) as progress:
        done = push(app.session, Target(url, update_url, graph_store_url, batch), progress)
    counts = {"asserted": done.asserted, "inferred": done.inferred}
    if app.format == "json":
        emit_json({"url": done.url, "sent": done.sent, **counts, "digest": done.digest})
    else:
        emit_text(t(app.lang, "push.done" if done.sent else "push.same", url=done.url, **counts))


@contextlib.contextmanager
def _progress(app: App) -> Iterator[Callable[[str, int, int], None]]:
    """Give the function that shows a person at a terminal how far a push is; it shows nothing elsewhere."""
    shown = ""

    def show(what: str, done: int, of: int) -> None:
        nonlocal shown
        line = f"{t(app.lang, f'push.{what}')} {done}/{of}"
        click.echo("\r" + line + " " * (len(shown) - len(line)), nl=False, err=True)
        shown = line

    at_terminal = sys.stderr.isatty()
    try:
        yield show if at_terminal else lambda _what, _done, _of: None
    finally:
        if shown:
            click.echo(err=True)
