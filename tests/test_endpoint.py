"""A server instead of the built-in graph: the same answers, a push that is whole or nothing, and a message for all that goes wrong."""

from __future__ import annotations

import contextlib
import json
import shlex
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pyoxigraph as ox
import pytest
from conftest import Run
from endpoint_world import JSON, Answering, Asked, Endpoint, Reply, served

from ygokg.cli.main import COMMANDS
from ygokg.endpoint import pushing
from ygokg.endpoint.asking import read_graph
from ygokg.endpoint.client import Client
from ygokg.endpoint.graphs import ARRIVING, ASSERTED, PUSHED, SERVED, content_of, for_server, with_values_in_options
from ygokg.endpoint.pushing import Update, push
from ygokg.endpoint.server import Server
from ygokg.errors import EndpointProblem, TimedOut
from ygokg.store import build, cache
from ygokg.store.build import add_findings, fill
from ygokg.store.values import Value

Runner = Callable[..., Run]
TINY = Path(__file__).parent / "data" / "tiny"
FILES = [TINY / "tiny.ttl", TINY / "more.ttl"]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cache of these tests."""
    return tmp_path_factory.mktemp("endpoint-cache")


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch, kept: Path) -> None:
    """The tiny graph in place of the built-in one, a cache of its own, and no proxy from the machine."""
    monkeypatch.setattr(cache, "bundled_files", lambda: FILES)
    monkeypatch.setattr(build, "bundled_files", lambda: FILES)
    monkeypatch.setenv("YGOKG_CACHE", str(kept))
    monkeypatch.setenv("NO_PROXY", "*")


@pytest.fixture
def endpoint() -> Iterator[tuple[Endpoint, str]]:
    """An endpoint without any graph, and its URL up to the path."""
    answering = Endpoint()
    with served(answering) as url:
        yield answering, url


@pytest.fixture(scope="module")
def at_a_server() -> list[ox.Quad]:
    """What a push of the tiny graph leaves at a server."""
    store, answering = ox.Store(), Endpoint()
    model, _ = fill(store, FILES)
    add_findings(store, model)
    with served(answering) as url:
        server = Server(f"{url}/query", Client())
        push(server, Update(server, f"{url}/update"), content_of(store))
    return list(answering.store)


@pytest.fixture
def pushed(endpoint: tuple[Endpoint, str], at_a_server: list[ox.Quad]) -> tuple[Endpoint, str]:
    """The endpoint with the graph."""
    endpoint[0].store.bulk_extend(at_a_server)
    return endpoint


@pytest.fixture(scope="module")
def answering(at_a_server: list[ox.Quad]) -> Iterator[str]:
    """The URL of an endpoint with the graph that nobody changes."""
    server = Endpoint()
    server.store.bulk_extend(at_a_server)
    with served(server) as url:
        yield f"{url}/query"


def graph_of(quad: ox.Quad) -> str:
    return str(quad.graph_name)[1:-1]


def quads(store: ox.Store) -> set[str]:
    return {str(quad) for quad in store}


def leftovers(store: ox.Store) -> set[str]:
    """Return what a push left behind when the server took no orders any more."""
    return {str(quad) for place in ARRIVING.values() for quad in store.quads_for_pattern(None, None, None, ox.NamedNode(place))}


# ---- the same answers

COMMAND_LINES = [
    "card 技能抽取",
    "card 技能抽取 --lang ja --format json",
    "card 技能抽取 月之书 --as-of 2015-01-01",
    "card 'no such card'",
    "rule demo.face-down --lang zh",
    "ruling demo.9.a",
    "ruling demo.9 --format csv",
    "term FieldNegator",
    "search 里侧 --lang zh",
    "search nothing-like-it",
    "resolve",
    "resolve IsNegated negator=技能抽取#1 effect=星因士天津四#1",
    "resolve IsNegated negator=技能抽取#1 --explain --lang zh",
    "conflicts",
    "conflicts --format json",
    "stats --all",
    "contrast demo.9.a",
    "export --format nquads",
    "query rulings-of-card --param card=技能抽取 --format tsv",
    "query rules-of-card --param card=技能抽取 --lang ja",
    "query negation-matrix",
    "query card-as-graph --param card=技能抽取",
    "query 'SELECT ?c ?n { ?c skos:prefLabel ?n } ORDER BY ?c ?n' --param 'n=\"月之书\"@zh'",
    "query 'SELECT ?x { ruling:demo.9.a ygo:answer ?x }' --format csv",
    "query 'ASK { card:1 a ygo:Card }'",
    "query 'SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ygo:status ?o } } GROUP BY ?g'",
    "query 'SELECT ?r { ?r owl:deprecated true }'",
    "query 'INSERT DATA { ygo:a ygo:b ygo:c }'",
    "query 'SELECT * { ?s ?p'",
    "query 'ASK {}' --format turtle",
]


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_a_command_answers_from_the_server_what_it_answers_itself(answering: str, run: Runner, line: str) -> None:
    words = shlex.split(line)
    here, there = run(*words), run(*words, "--endpoint", answering)
    assert (there.out, there.err, there.code) == (here.out, here.err, here.code)


def test_the_url_comes_from_before_the_command_or_from_the_environment(pushed: tuple[Endpoint, str], run: Runner) -> None:
    url = f"{pushed[1]}/query"
    pushed[0].store.update(f'INSERT DATA {{ GRAPH <{ASSERTED}> {{ <urn:s> <urn:only-there> "1" }} }}')
    pushed[0].store.update(f"DELETE {{ GRAPH <{PUSHED}> {{ <{ASSERTED}> ?p ?n }} }} INSERT {{ GRAPH <{PUSHED}> {{ <{ASSERTED}> ?p ?m }} }}"
                           f" WHERE {{ GRAPH <{PUSHED}> {{ <{ASSERTED}> ?p ?n }} BIND(?n + 1 AS ?m) FILTER(BOUND(?m)) }}")  # fmt: skip
    query = ["query", "ASK { ?s <urn:only-there> ?o }"]
    assert run("--endpoint", url, *query).out == "true\n"
    assert run(*query, env={"YGOKG_ENDPOINT": url}).out == "true\n"
    assert run(*query).out == "false\n"
    assert run(*query, "--data", str(FILES[1]), env={"YGOKG_ENDPOINT": url}).out == "false\n"


def test_the_graph_is_read_once_for_each_push(pushed: tuple[Endpoint, str], run: Runner) -> None:
    server, url = pushed
    first = run("search", "里侧", "--endpoint", f"{url}/query")
    del server.asked[:]
    assert run("search", "里侧", "--endpoint", f"{url}/query") == first
    assert len(server.asked) == 1
    del server.asked[:]
    assert run("search", "里侧", "--endpoint", f"{url}/query?other").code == 0
    assert len(server.asked) > 1


def test_a_look_up_reads_no_graph_and_leaves_nothing_in_the_cache(answering: str, run: Runner, tmp_path: Path) -> None:
    assert run("card", "技能抽取", "--endpoint", answering, env={"YGOKG_CACHE": str(tmp_path)}).code == 0
    assert list(tmp_path.iterdir()) == []


def test_the_cache_tells_what_was_read_from_a_server(answering: str, run: Runner, tmp_path: Path) -> None:
    env = {"YGOKG_CACHE": str(tmp_path)}
    run("resolve", "IsNegated", "negator=技能抽取#1", "--endpoint", answering, env=env)
    (kept,) = json.loads(run("cache", "--format", "json", env=env).out)["cache"]["entries"]
    assert kept["kind"] == "served"
    assert run("cache", "clear", env=env).code == 0
    assert list(tmp_path.iterdir()) == []


def test_the_graphs_are_named_in_every_request_unless_the_query_names_its_own(pushed: tuple[Endpoint, str], run: Runner) -> None:
    server, url = pushed
    del server.asked[:]
    run("query", "ASK { ?s ?p ?o }", "--endpoint", f"{url}/query")
    assert [set(asked.form["default-graph-uri"]) - {PUSHED} for asked in server.asked] == [set(SERVED), set(SERVED)]
    assert [set(asked.form["named-graph-uri"]) - {PUSHED} for asked in server.asked] == [set(SERVED), set(SERVED)]
    run("query", "ASK FROM <urn:nothing> { ?s ?p ?o }", "--endpoint", f"{url}/query")
    assert server.asked[-1].form.keys() == {"query"}


def test_blank_nodes_come_back_as_blank_nodes(pushed: tuple[Endpoint, str], run: Runner) -> None:
    rows = run("query", "SELECT ?n { ?n a owl:Restriction }", "--endpoint", f"{pushed[1]}/query").out.splitlines()[1:]
    assert rows
    assert all(row.startswith("_:") for row in rows)
    graph = run(
        "query", "CONSTRUCT { ?n a owl:Restriction } { ?n a owl:Restriction }", "--endpoint", f"{pushed[1]}/query", "--format", "nt"
    )
    assert [line.startswith("_:") for line in graph.out.splitlines()] == [True] * len(rows)


# ---- putting it there


@pytest.mark.parametrize("way", ["--update-url {url}/update", "--update-url {url}/update --batch 7", "--graph-store-url {url}/graphs"])
def test_the_same_pushed_twice_is_there_once(endpoint: tuple[Endpoint, str], run: Runner, way: str) -> None:
    server, url = endpoint
    args = ["push", f"{url}/query", *way.format(url=url).split()]
    first = run(*args)
    there, written = quads(server.store), server.written
    second = run(*args)
    counts = "{} triples of what is stated, {} of what follows".format(
        *(sum(graph_of(quad) in graphs for quad in server.store) for graphs in (SERVED[:1], SERVED[1:]))
    )
    assert (first.out, first.err, first.code) == (f"Put at {url}/query: {counts}; read back, they are what was sent.\n", "", 0)
    assert (second.out, second.code) == (f"{url}/query has the same already: {counts}; nothing was sent.\n", 0)
    assert (quads(server.store), server.written) == (there, written)
    assert set(map(graph_of, server.store)) == {*SERVED, PUSHED}


def test_a_person_at_a_terminal_sees_how_far_it_is(endpoint: tuple[Endpoint, str], run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    from ygokg.cli import push

    monkeypatch.setattr(push, "sys", SimpleNamespace(stderr=SimpleNamespace(isatty=lambda: True)))
    server, url = endpoint
    ended = run("push", f"{url}/query", "--update-url", f"{url}/update", "--batch", "200", "--lang", "ja")
    total = sum(len(list(server.store.quads_for_pattern(None, None, None, ox.NamedNode(graph)))) for graph in SERVED)
    steps = [step.rstrip() for step in ended.err.strip().split("\r") if step]
    assert (steps[0], f"送信 {total}/{total}" in steps, steps[-1]) == (f"送信 200/{total}", True, f"読み返して確認 {total}/{total}")
    assert ended.out.startswith(f"{url}/query に送りました：")


def test_both_ways_put_the_same_there(endpoint: tuple[Endpoint, str], run: Runner) -> None:
    server, url = endpoint
    run("push", f"{url}/query", "--update-url", f"{url}/update")
    by_update = quads(server.store)
    server.store.clear()
    run("push", f"{url}/query", "--graph-store-url", f"{url}/graphs")
    assert quads(server.store) == by_update


def test_a_push_takes_the_place_of_an_earlier_one_and_mends_what_was_changed(pushed: tuple[Endpoint, str], run: Runner) -> None:
    server, url = pushed
    there = quads(server.store)
    args = ["push", f"{url}/query", "--update-url", f"{url}/update", "--format", "json"]
    server.store.update(f"DELETE DATA {{ GRAPH <{ASSERTED}> {{ <{SERVED[0]}> ?p ?o }} }}".replace("?p ?o", '<urn:p> "x"'))
    server.store.update(f"DELETE {{ GRAPH <{ASSERTED}> {{ ?s ?p ?o }} }} INSERT {{ GRAPH <{ASSERTED}> {{ <urn:s> ?p ?o }} }}"
                        f" WHERE {{ SELECT * {{ GRAPH <{ASSERTED}> {{ ?s ?p ?o }} }} ORDER BY ?s ?p ?o LIMIT 1 }}")  # fmt: skip
    assert quads(server.store) != there
    assert json.loads(run(*args).out)["sent"] is True
    assert quads(server.store) == there


def test_own_data_goes_along(endpoint: tuple[Endpoint, str], run: Runner, tmp_path: Path) -> None:
    own = tmp_path / "own.ttl"
    own.write_text("<urn:mine> <urn:p> [ <urn:q> 1 ] .", encoding="utf-8")
    assert run("push", f"{endpoint[1]}/query", "--update-url", f"{endpoint[1]}/update", "--data", str(own)).code == 0
    assert run("query", "SELECT ?o { <urn:mine> <urn:p>/<urn:q> ?o }", "--endpoint", f"{endpoint[1]}/query").out == "o\n1\n"


@pytest.mark.parametrize("way", ["--update-url {url}/update --batch 100", "--graph-store-url {url}/graphs"])
def test_a_push_that_breaks_off_is_never_answered_from_in_part(
    endpoint: tuple[Endpoint, str], run: Runner, tmp_path: Path, way: str
) -> None:
    server, url = endpoint
    args = ["push", f"{url}/query", *way.format(url=url).split()]
    own = tmp_path / "own.ttl"
    own.write_text("<urn:mine> <urn:p> 1 .", encoding="utf-8")
    run(*args)
    query = ["query", "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }", "--endpoint", f"{url}/query"]
    before = run(*query)
    whole = quads(server.store)
    outcomes = set()
    for number in range(100):
        server.written, server.fail_at = 0, number
        ended = run(*args, "--data", str(own))
        if ended.code == 0:
            break
        assert ended.err.startswith(f"Error: {url}/{'update' if 'update' in way else 'graphs'} failed (HTTP 500): the disk is full\n")
        found = run(*query)
        assert found == before or (found.code, found.out) == (2, "")
        outcomes.add(found.err)
        server.fail_at = None
        assert run(*args).code == 0
        assert quads(server.store) - leftovers(server.store) == whole
    partial = f"Error: The graph at {url}/query is not whole: a push is under way or was broken off, or somebody changed it.\n"
    assert {err.splitlines(keepends=True)[0] if err else "" for err in outcomes} == {"", partial}
    assert number > 2


def test_a_server_that_changes_what_it_is_given_is_found_out(endpoint: tuple[Endpoint, str]) -> None:
    server, url = endpoint
    asking = Server(f"{url}/query", Client())

    class Rounding(Update):
        def _send(self, update: str) -> None:
            super()._send(update.replace('"9"^^', '"9.0"^^'))

    store = ox.Store()
    fill(store, FILES)
    with pytest.raises(EndpointProblem) as caught:
        push(asking, Rounding(asking, f"{url}/update"), content_of(store))
    assert caught.value.message.startswith(f"What {url}/query gives back is not what was sent: 2 triples differ, for example <https://")
    assert list(server.store) == []


def test_updates_are_small_enough(monkeypatch: pytest.MonkeyPatch, endpoint: tuple[Endpoint, str], run: Runner) -> None:
    monkeypatch.setattr(pushing, "_BATCH_BYTES", 2000)
    server, url = endpoint
    assert run("push", f"{url}/query", "--update-url", f"{url}/update", "--batch", "9").code == 0
    inserts = [asked.body for asked in server.asked if asked.body.startswith(b"INSERT") and PUSHED.encode() not in asked.body]
    assert max(body.count(b" .\n") for body in inserts) == 9
    assert max(map(len, inserts)) < 2500


def test_the_same_content_has_the_same_names_for_blank_nodes() -> None:
    one, two = ox.Store(), ox.Store()
    fill(one, FILES)
    fill(two, FILES[::-1])
    assert content_of(one) == content_of(two)
    assert not any("_:" in str(triple) for triples in content_of(one).values() for triple in triples)


# ---- parts, limits, and rows left out


@pytest.mark.parametrize("honest", [True, False], ids=["told by the server", "in silence"])
def test_a_graph_is_read_whole_from_a_server_that_gives_few_rows(pushed: tuple[Endpoint, str], honest: bool) -> None:
    server, url = pushed
    server.most, server.honest = 100, honest
    graph = read_graph(Server(f"{url}/query", Client()), ASSERTED)
    assert len(graph) == len(list(server.store.quads_for_pattern(None, None, None, ox.NamedNode(ASSERTED))))


def test_rows_left_out_are_an_error_unless_no_more_were_asked_for(pushed: tuple[Endpoint, str], run: Runner) -> None:
    server, url = pushed
    server.most = 2 * len(SERVED)
    ended = run("query", "SELECT ?s { ?s ?p ?o }", "--endpoint", f"{url}/query")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == (
        f"Error: {url}/query gave only the first 10 rows.\n"
        "Ask for parts with ORDER BY, LIMIT and OFFSET, or raise the server's limit (Virtuoso: ResultSetMaxRows).\n"
    )
    assert len(run("query", "SELECT ?s { ?s ?p ?o } LIMIT 10", "--endpoint", f"{url}/query").out.splitlines()) == 11


# ---- what can go wrong

STATE = Reply(
    body=json.dumps(
        {
            "head": {"vars": []},
            "results": {
                "bindings": [
                    {
                        "graph": {"type": "uri", "value": graph},
                        **{name: {"type": "literal", "value": value} for name, value in said.items()},
                    }
                    for graph in SERVED
                    for said in ({"triples": "3"}, {"stated": "3", "digest": "0"})
                ]
            },
        }
    ).encode()
)
HTML = Reply(body=b"<!DOCTYPE html><html><body>Welcome</body></html>", type="text/html; charset=utf-8")
NOTHING = Reply(body=b'{"head": {"vars": ["graph"]}, "results": {"bindings": []}}')
LOOK = "Look at the URL and the query; `ygokg query --show NAME` prints a query."
JSON_HINT = "The server has to write the JSON results of SPARQL 1.1; look at the URL."
TOO_LONG = "Narrow the query, add a LIMIT, or give it longer (`query --timeout SECONDS`, the server's settings)."
LOG = "Look at the server's log; without --endpoint the built-in graph answers."
PATH = "Look at the path of the URL; with many servers it is /sparql or /query."
PROBLEMS = [
    pytest.param(
        HTML, 2, "{url} answers with a web page, not with SPARQL results.",
        "Give the URL of the SPARQL endpoint, not of a page about it; with many servers it is /sparql.", id="a web page",
    ),
    pytest.param(Reply(body=b'{"head": {'), 2, "The answer of {url} is no SPARQL result in JSON.", JSON_HINT, id="half a JSON"),
    pytest.param(Reply(body=b'{"rows": []}'), 2, "The answer of {url} is no SPARQL result in JSON.", JSON_HINT, id="another JSON"),
    pytest.param(Reply(body=b"[1]"), 2, "The answer of {url} is no SPARQL result in JSON.", JSON_HINT, id="a list"),
    pytest.param(Reply(body=b"\xff\xfe"), 2, "The answer of {url} is no SPARQL result in JSON.", JSON_HINT, id="no text"),
    pytest.param(
        Reply(body=b'{"head": {"vars": []}', promised=1000), 2, "{url} broke off before its answer was whole.",
        "Try again; if it stays, look at the server's log, and whether that port speaks HTTP.", id="broken off",
    ),
    pytest.param(
        Reply(401, b"no"), 2, "{url} asks for a user and a password (HTTP 401).", "Set YGOKG_USER and YGOKG_PASSWORD in the environment.",
        id="a user is needed",
    ),
    pytest.param(Reply(404, b"no"), 2, "There is nothing to ask at {url} (HTTP 404).", PATH, id="nothing there"),
    pytest.param(Reply(405, b"no"), 2, "There is nothing to ask at {url} (HTTP 405).", PATH, id="not for queries"),
    pytest.param(Reply(400, b"syntax error\nat 1"), 2, "{url} does not take this request (HTTP 400): syntax error", LOOK, id="refused"),
    pytest.param(Reply(500, b"\x1b[2Jout of memory"), 2, "{url} failed (HTTP 500): \\x1b[2Jout of memory", LOG, id="an error of the server"),
    pytest.param(Reply(502, HTML.body), 2, "{url} failed (HTTP 502): Bad Gateway", LOG, id="an error page"),
    pytest.param(
        Reply(302, headers={"Location": "http://example.invalid/sparql?key=secret"}), 2,
        "{url} sends elsewhere, to http://example.invalid/sparql, which is not followed.", "Give that URL itself if you trust it.",
        id="sent elsewhere",
    ),
    pytest.param(Reply(504, b""), 4, "{url} ended the query by a time limit of its own.", TOO_LONG, id="a gateway's time limit"),
    pytest.param(Reply(503, b"Query timed out"), 4, "{url} ended the query by a time limit of its own.", TOO_LONG, id="a server's time limit"),
    pytest.param(
        Reply(body=NOTHING.body, headers={"X-SQL-State": "S1TAT"}), 4, "{url} ended the query by a time limit of its own.", TOO_LONG,
        id="Virtuoso's time limit, which looks like success",
    ),
    pytest.param(
        NOTHING, 2, "{url} does not have this graph yet.", "Put it there first: `ygokg push URL`; `ygokg push --help` tells how.",
        id="no graph",
    ),
    pytest.param(
        Reply(body=STATE.body.replace(b'"3"', b'"4"', 1)), 2,
        "The graph at {url} is not whole: a push is under way or was broken off, or somebody changed it.", "Run `ygokg push URL` again.",
        id="a graph that is not whole",
    ),
]  # fmt: skip


@pytest.mark.parametrize("args", [["card", "技能抽取"], ["query", "SELECT * { ?s ?p ?o }"]], ids=["card", "query"])
@pytest.mark.parametrize(("reply", "code", "message", "hint"), PROBLEMS)
def test_a_problem_with_a_server_is_one_message(run: Runner, args: list[str], reply: Reply, code: int, message: str, hint: str) -> None:
    with served(lambda _asked: reply) as base:
        url = f"{base}/sparql"
        ended = run(*args, "--endpoint", url)
    assert (ended.err, ended.out, ended.code) == (f"Error: {message.format(url=url)}\n{hint}\n", "", code)


def after_the_state(reply: Reply) -> Answering:
    """Return what answers the question for the state well, and every other with `reply`."""
    return lambda asked: STATE if b"digest" in asked.body else reply


@pytest.mark.parametrize(
    ("query", "reply", "code", "message"),
    [
        pytest.param(
            "SELECT * { ?s ?p ?o }", Reply(body=NOTHING.body, headers={"X-SQL-State": "S1TAT"}), 4, "{url} ended the query", id="rows"
        ),
        pytest.param(
            "ASK { ?s ?p ?o }", Reply(body=b'{"boolean": false}', headers={"X-SQL-State": "S1TAT"}), 4, "{url} ended the", id="truth"
        ),
        pytest.param(
            "DESCRIBE card:1", Reply(headers={"X-SQL-State": "S1TAT"}, type="text/turtle"), 4, "{url} ended the query", id="triples"
        ),
        pytest.param(
            "DESCRIBE card:1", Reply(body=b"<a> <", type="text/turtle"), 2, "The answer of {url} is neither N-Triples", id="no Turtle"
        ),
        pytest.param("DESCRIBE card:1", Reply(body=b"", promised=9), 2, "{url} broke off before its answer was whole.", id="cut Turtle"),
        pytest.param("DESCRIBE card:1", HTML, 2, "{url} answers with a web page", id="a page for a graph"),
    ],
)
def test_a_query_that_fails_at_the_server_never_looks_empty(run: Runner, query: str, reply: Reply, code: int, message: str) -> None:
    with served(after_the_state(reply)) as base:
        ended = run("query", query, "--endpoint", f"{base}/sparql")
        assert (ended.code, ended.out) == (code, "")
        assert ended.err.startswith(f"Error: {message.format(url=f'{base}/sparql')}")


def test_a_graph_that_is_not_what_its_record_says_is_not_kept(run: Runner, tmp_path: Path) -> None:
    rows = b'{"head": {"vars": []}, "results": {"bindings": [{"n": {"type": "literal", "value": "0"}}]}}'
    with served(lambda asked: STATE if b"digest" in asked.body else Reply(body=rows) if b"COUNT" in asked.body else NOTHING) as base:
        ended = run("search", "里侧", "--endpoint", f"{base}/sparql", env={"YGOKG_CACHE": str(tmp_path)})
    assert (ended.code, ended.err.splitlines()[1]) == (2, "Run `ygokg push URL` again.")
    assert list(tmp_path.iterdir()) == []


def test_a_server_that_does_not_answer_is_a_time_out(run: Runner) -> None:
    over = threading.Event()
    with served(lambda _asked: Reply(body=NOTHING.body, wait=over)) as base:
        ended = run("query", "ASK {}", "--endpoint", f"{base}/sparql", "--timeout", "0.2")
        over.set()
    assert (ended.err, ended.code) == (f"Error: {base}/sparql did not finish its answer within 0.2 seconds.\n{TOO_LONG}\n", 4)


def test_an_answer_that_trickles_is_a_time_out() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        over = threading.Event()

        def trickle() -> None:
            connection, _ = listening.accept()
            with connection, contextlib.suppress(OSError):  # the client may have hung up before it is told that it is over
                connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
                while not over.wait(0.02):
                    connection.sendall(b" ")

        thread = threading.Thread(target=trickle, daemon=True)
        thread.start()
        with pytest.raises(TimedOut):
            Client().send(f"http://127.0.0.1:{listening.getsockname()[1]}/", seconds=0.2)
        over.set()
        thread.join()


def test_a_port_without_a_server(run: Runner) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/sparql"
    ended = run("card", "技能抽取", "--endpoint", url)
    message = f"Error: 127.0.0.1 refused the connection: no server is running at {url}.\nStart the server, or look at the port.\n"
    assert (ended.err, ended.code) == (message, 2)


def test_a_server_that_speaks_another_language(run: Runner) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def greet() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(100)
                connection.sendall(b"SSH-2.0-OpenSSH\r\n")

        thread = threading.Thread(target=greet, daemon=True)
        thread.start()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}/sparql"
        ended = run("stats", "--endpoint", url)
        thread.join()
    assert (ended.err.splitlines()[0], ended.code) == (f"Error: {url} broke off before its answer was whole.", 2)


def test_a_host_that_is_not_there(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    ended = run("card", "技能抽取", "--endpoint", "http://example.invalid/sparql", "--lang", "zh")
    assert (ended.err, ended.code) == ("Error: 找不到主机 example.invalid。\n请检查网址的拼写和网络连接。\n", 2)


@pytest.mark.parametrize(
    ("url", "message"),
    [
        pytest.param("ftp://example.org/sparql", "“ftp://example.org/sparql” is no http or https URL.", id="another scheme"),
        pytest.param("file:///etc/passwd", "“file:///etc/passwd” is no http or https URL.", id="a file"),
        pytest.param("localhost:8890/sparql", "“localhost:8890/sparql” is no http or https URL.", id="no scheme"),
        pytest.param("http://", "“http://” is no http or https URL.", id="no host"),
        pytest.param("http://a:99999/", "“http://a:99999/” is no http or https URL.", id="no port that there is"),
        pytest.param("http://a/b c", "“http://a/b c” is no http or https URL.", id="a space"),
        pytest.param("http://me:secret@a/", "The URL http://a/ has a user or a password in it.", id="a password"),
    ],
)
def test_a_url_that_cannot_be_asked_is_refused(run: Runner, url: str, message: str) -> None:
    for args in (["card", "技能抽取", "--endpoint", url], ["push", url], ["push", "http://127.0.0.1:1/", "--update-url", url]):
        ended = run(*args)
        assert (ended.err.splitlines()[0], ended.code) == (f"Error: {message}", 2)
        assert "secret" not in ended.err


@pytest.mark.parametrize("name", ["check", "new", "names", "import", "cache", "push"])
def test_a_command_about_files_refuses_an_endpoint_that_is_given(run: Runner, name: str) -> None:
    args = {"new": ["ruling", "demo.9"], "names": ["list"], "push": ["http://127.0.0.1:1/"], "import": ["x"]}.get(name, [])
    for words in (["--endpoint", "http://127.0.0.1:1/", name, *args], [name, *args, "--endpoint", "http://127.0.0.1:1/"]):
        ended = run(*words)
        shown = "list" if name == "names" and words[0] == name else name
        assert ended.err.endswith(f"Error: `{shown}` works with files here; it cannot ask a server with --endpoint.\n")
        assert ended.code == 2
    assert "--endpoint" not in run(name, "--help").out.partition("Options:")[2]


@pytest.mark.parametrize(("software", "bound"), [("Virtuoso/07.20.3229 (Linux)", True), ("Apache Jena", False)])
def test_only_virtuoso_is_bound_to_the_order_in_which_a_look_up_is_written(software: str, bound: bool) -> None:
    asked: list[str] = []

    def answering(request: Asked) -> Reply:
        asked.append(request.form["query"][0])
        return Reply(body=b'{"head": {"vars": ["s"]}, "results": {"bindings": []}}', headers={"Server": software})

    with served(answering) as url:
        server = Server(url, Client())
        server.state()
        server.select("SELECT ?s { ?s ?p ?o }")
        server.rows("SELECT ?s { ?s ?p ?o }")
    order = 'DEFINE sql:select-option "order"\n' if bound else ""
    assert asked[1:] == [order + "SELECT ?s { ?s ?p ?o }", "SELECT ?s { ?s ?p ?o }"]


def test_an_endpoint_of_the_environment_is_left_alone_by_commands_about_files(run: Runner) -> None:
    env = {"YGOKG_ENDPOINT": "http://127.0.0.1:1/"}
    assert run("new", "ruling", "demo.9", env=env) == run("new", "ruling", "demo.9")
    assert run("--version", env=env).code == 0


def test_every_other_command_can_ask_a_server(run: Runner) -> None:
    served_by = [name for name in COMMANDS if "--endpoint" in run(name, "--help").out.partition("Options:")[2]]
    assert sorted(set(COMMANDS) - set(served_by)) == ["cache", "check", "completion", "import", "names", "new", "push"]


@pytest.mark.parametrize("files", [["--data", "x.ttl"], ["--no-builtin"]], ids=["--data", "--no-builtin"])
def test_files_and_an_endpoint_do_not_go_together(run: Runner, files: list[str]) -> None:
    for args in (["card", "技能抽取"], ["query", "ASK {}"], ["conflicts"]):
        ended = run(*args, "--endpoint", "http://127.0.0.1:1/", *files)
        assert ended.err == (
            "Error: Files cannot be laid over the graph at a server: --endpoint goes without --data and --no-builtin.\n"
            "Leave one of them out, or put both there first: `ygokg push URL --data …`.\n"
        )
        assert ended.code == 2


# ---- logging in


def guarded(scheme: str, right: Callable[[str], bool], behind: Answering, seen: list[str]) -> Answering:
    def answering(asked: Asked) -> Reply:
        given = asked.headers.get("authorization", "")
        seen.append(given)
        return behind(asked) if right(given) else Reply(401, b"no", headers={"WWW-Authenticate": scheme})

    return answering


DIGEST = 'Digest realm="SPARQL", domain="/", nonce="abc", qop="auth", algorithm="MD5"'
WAYS = [
    pytest.param('Basic realm="SPARQL"', lambda given: given == "Basic bWU6c2VjcmV0", id="basic"),
    pytest.param(DIGEST, lambda given: given.startswith('Digest username="me", realm="SPARQL", nonce="abc"'), id="digest"),
]


@pytest.mark.parametrize(("scheme", "right"), WAYS)
def test_user_and_password_come_from_the_environment(run: Runner, scheme: str, right: Callable[[str], bool]) -> None:
    server = Endpoint()
    seen: list[str] = []
    env = {"YGOKG_USER": "me", "YGOKG_PASSWORD": "secret"}
    with served(guarded(scheme, right, server, seen)) as url:
        assert run("push", f"{url}/query", "--update-url", f"{url}/update", "--batch", "50", env=env).code == 0
        assert run("card", "技能抽取", "--endpoint", f"{url}/query", env=env).code == 0
        refused = run("card", "技能抽取", "--endpoint", f"{url}/query")
    assert refused.err.splitlines()[0] == f"Error: {url}/query asks for a user and a password (HTTP 401)."
    assert not any("secret" in given for given in seen)


@pytest.mark.parametrize(
    ("scheme", "message"),
    [
        ('Basic realm="x"', "{url} does not take the user and password in YGOKG_USER and YGOKG_PASSWORD (HTTP 401)."),
        (DIGEST, "{url} does not take the user and password in YGOKG_USER and YGOKG_PASSWORD (HTTP 401)."),
        ("Negotiate", "{url} asks to log in by other means than Basic or Digest."),
    ],
    ids=["basic", "digest", "another way"],
)
def test_wrong_user_and_password_are_told_and_not_shown(run: Runner, scheme: str, message: str) -> None:
    with served(lambda _asked: Reply(401, b"me secret", headers={"WWW-Authenticate": scheme})) as base:
        ended = run("card", "技能抽取", "--endpoint", f"{base}/q?key=secret", env={"YGOKG_USER": "me", "YGOKG_PASSWORD": "secret"})
    assert (ended.err.splitlines()[0], ended.code) == (f"Error: {message.format(url=f'{base}/q')}", 2)
    assert "secret" not in ended.err


def test_a_password_goes_to_no_other_host(run: Runner) -> None:
    seen: list[str] = []
    with served(guarded('Basic realm="x"', lambda _given: False, lambda _asked: NOTHING, seen)) as other:

        def answering(asked: Asked) -> Reply:
            if "authorization" not in asked.headers:
                return Reply(401, headers={"WWW-Authenticate": 'Basic realm="x"'})
            return Reply(307, headers={"Location": f"{other}/sparql"})

        with served(answering) as url:
            ended = run("card", "技能抽取", "--endpoint", f"{url}/sparql", env={"YGOKG_USER": "me", "YGOKG_PASSWORD": "secret"})
    assert ended.err.splitlines()[0] == f"Error: {url}/sparql sends elsewhere, to {other}/sparql, which is not followed."
    assert seen == []


# ---- the wording of queries

OPTIONS = [
    ("in an option", "SELECT * { ?s ?p ?o OPTIONAL { ?o ?q ?n FILTER(?n = ?x) } }", "OPTIONAL {| ?o"),
    ("in one of two", "SELECT * { OPTIONAL { ?o ?q ?n } OPTIONAL { ?o ?q ?x } }", "OPTIONAL {| ?o ?q ?x"),
    ("not in an option of an option, where it does not hold", "SELECT * { OPTIONAL { ?o ?q ?n OPTIONAL { ?n ?p ?x } } }", None),
    ("not in a branch", "SELECT * { { OPTIONAL { ?o ?q ?x } } UNION { ?s ?p ?o } }", None),
    ("not in text or comments", "SELECT * { ?s ?p ' OPTIONAL { ?x } ' # OPTIONAL { ?x }\n }", None),
]


@pytest.mark.parametrize(("query", "changed"), [case[1:] for case in OPTIONS], ids=[case[0] for case in OPTIONS])
def test_values_are_said_again_where_a_server_may_not_see_them(query: str, changed: str | None) -> None:
    said = with_values_in_options(query, {"x": Value("number", "5")})
    if changed is None:
        assert said == query
    else:
        plain = changed.replace("|", "")
        assert said == query.replace(plain, changed.replace("|", " VALUES ( ?x ) { ( 5 ) }"))


def test_only_prefixes_that_are_missing_are_declared() -> None:
    query = "PREFIX ygo: <urn:own:> SELECT * { ?s a ygo:Rule ; skos:prefLabel ?l }"
    assert for_server(query, {}) == f"PREFIX skos: <http://www.w3.org/2004/02/skos/core#> {query}"


def test_json_is_what_is_asked_for(pushed: tuple[Endpoint, str], run: Runner) -> None:
    server, url = pushed
    run("query", "ASK {}", "--endpoint", f"{url}/query")
    run("query", "DESCRIBE card:1", "--endpoint", f"{url}/query")
    assert [asked.headers["accept"].split(",")[0] for asked in server.asked[-4:]] == [JSON, JSON, JSON, "application/n-triples"]
