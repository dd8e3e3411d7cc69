"""`ygokg push`: put the graph at a SPARQL endpoint."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ygokg.cli.options import App, common_options
from ygokg.cli.output import emit_json, emit_text
from ygokg.errors import UsageProblem
from ygokg.messages import t

if TYPE_CHECKING:
    from ygokg.endpoint.pushing import GraphStore, Progress, Update
    from ygokg.endpoint.server import Server

__all__ = ["command"]


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
    from ygokg.endpoint.client import Client, shown
    from ygokg.endpoint.graphs import ASSERTED, content_of
    from ygokg.endpoint.pushing import push
    from ygokg.endpoint.server import Server
    from ygokg.store.build import add_findings

    server = Server(url, Client(app.lang))
    target = _target(server, update_url, graph_store_url, batch)
    graph = app.graph()
    add_findings(graph.store, graph.model)
    content = graph.ask(content_of)
    with _progress(app) as progress:
        pushed = push(server, target, content, progress)
    triples = {graph: record.triples for graph, record in pushed.records.items()}
    counts = {"asserted": triples.pop(ASSERTED), "inferred": sum(triples.values())}
    if app.format == "json":
        emit_json({"url": shown(url), "sent": pushed.sent, **counts, "digest": pushed.records[ASSERTED].digest})
    else:
        emit_text(t(app.lang, "push.done" if pushed.sent else "push.same", url=shown(url), **counts))


def _target(server: Server, update_url: str | None, graph_store_url: str | None, batch: int) -> Update | GraphStore:
    """Return the way to write, after a look at every URL."""
    from ygokg.endpoint.client import require_url
    from ygokg.endpoint.pushing import GraphStore, Update

    if update_url and graph_store_url:
        raise UsageProblem("--update-url and --graph-store-url are two ways to do the same.", "Give the one that the server has.")
    for given in (server.url, update_url, graph_store_url):
        if given is not None:
            require_url(given, server.client.lang)
    return GraphStore(server, graph_store_url) if graph_store_url else Update(server, update_url or server.url, batch)


@contextlib.contextmanager
def _progress(app: App) -> Iterator[Progress]:
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
