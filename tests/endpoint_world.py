"""Servers for tests: one that answers what it is told to, and a small SPARQL endpoint over a store in memory."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote_plus, urlsplit

import pyoxigraph as ox
from patience import HANG

JSON = "application/sparql-results+json"


@dataclass(frozen=True)
class Asked:
    """A request as the server sees it."""

    method: str
    path: str
    body: bytes
    headers: dict[str, str]

    @property
    def form(self) -> dict[str, list[str]]:
        return parse_qs(self.body.decode())


@dataclass(frozen=True)
class Reply:
    """An answer; `promised` is a length other than that of the body, `stop` an event to wait for before it is sent."""

    status: int = 200
    body: bytes = b""
    type: str = JSON
    headers: dict[str, str] = field(default_factory=dict)
    promised: int | None = None
    wait: threading.Event | None = None


Answering = Callable[[Asked], Reply]


@contextlib.contextmanager
def served(answering: Answering) -> Iterator[str]:
    """Answer requests on a loopback port with `answering`; gives the URL up to the path."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            reply = answering(Asked(self.command, self.path, body, {k.lower(): v for k, v in self.headers.items()}))
            if reply.wait is not None:
                reply.wait.wait(HANG)
            with contextlib.suppress(OSError):
                self.send_response(reply.status)
                for name, value in {"Content-Type": reply.type, **reply.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(reply.body) if reply.promised is None else reply.promised))
                self.end_headers()
                self.wfile.write(reply.body)

        do_GET = do_PUT = do_POST  # noqa: N815 - what http.server calls

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Endpoint:
    """A SPARQL endpoint over a store: queries at /query, updates at /update, graphs at /graphs.

    `asked` are its requests so far. `fail_at` is the number of the writing request from which on it fails; `most` the rows that it
    gives at most, which it tells with a header as Virtuoso does if it is `honest`.
    """

    def __init__(self) -> None:
        self.store = ox.Store()
        self.asked: list[Asked] = []
        self.written = 0
        self.fail_at: int | None = None
        self.most = 100_000
        self.honest = True

    def __call__(self, asked: Asked) -> Reply:
        self.asked.append(asked)
        path = urlsplit(asked.path)
        if path.path == "/query":
            return self._query(asked.form)
        if self.fail_at is not None and self.written >= self.fail_at:
            return Reply(500, b"the disk is full", "text/plain")
        self.written += 1
        if path.path == "/update":
            self.store.update(asked.body.decode())
            return Reply(204)
        graph = ox.NamedNode(unquote_plus(parse_qs(path.query)["graph"][0]))
        self.store.remove_graph(graph)
        self.store.load(asked.body, format=ox.RdfFormat.TURTLE, to_graph=graph)
        return Reply(201)

    def _query(self, form: dict[str, list[str]]) -> Reply:
        graphs = {name: [ox.NamedNode(graph) for graph in form.get(f"{name}-graph-uri", [])] for name in ("default", "named")}
        results = self.store.query(form["query"][0], default_graph=graphs["default"] or None, named_graphs=graphs["named"] or None)
        if isinstance(results, ox.QueryTriples):
            return Reply(body=results.serialize(format=ox.RdfFormat.N_TRIPLES) or b"", type="application/n-triples")
        text = results.serialize(format=ox.QueryResultsFormat.JSON) or b""
        import json

        found = json.loads(text)
        rows = found.get("results", {}).get("bindings", [])
        cut = len(rows) > self.most
        if cut:
            found["results"]["bindings"] = rows[: self.most]
        return Reply(body=json.dumps(found).encode(), headers={"X-SPARQL-MaxRows": str(self.most)} if cut and self.honest else {})
