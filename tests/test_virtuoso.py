"""A real server, Virtuoso 7: the graph goes there and comes back unchanged, and every command and named query answers the same.

The tests run in the order of the file: first without a graph, then with a small one, then with the built-in one.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest
from conftest import Run
from patience import HANG
from virtuoso import Virtuoso, running

from ygokg.endpoint.asking import execute as execute_there
from ygokg.endpoint.client import Answer, Client
from ygokg.endpoint.server import Server
from ygokg.lookup.arguments import arguments
from ygokg.store import build, cache
from ygokg.store.cache import Graph
from ygokg.store.run import execute
from ygokg.store.sparql import bind, named_queries, named_query

Runner = Callable[..., Run]
TINY = Path(__file__).parent / "data" / "tiny"
LANGUAGES = ("zh", "ja", "en")


@pytest.fixture(scope="module")
def virtuoso(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Virtuoso]:
    with running(tmp_path_factory.mktemp("virtuoso")) as server:
        yield server


@pytest.fixture(autouse=True)
def user(monkeypatch: pytest.MonkeyPatch) -> None:
    """The user that may write, and no proxy between here and here."""
    monkeypatch.setenv("YGOKG_USER", "dba")
    monkeypatch.setenv("YGOKG_PASSWORD", "dba")
    monkeypatch.setenv("NO_PROXY", "*")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small graph in place of the built-in one."""
    for module in (cache, build):
        monkeypatch.setattr(module, "bundled_files", lambda: [TINY / "tiny.ttl", TINY / "more.ttl"])


def counts(graph: int, inferred: int) -> str:
    return f"{graph} triples of what is stated, {inferred} of what follows"


# ---- before there is anything


def test_a_server_without_the_graph_is_told_from_an_empty_answer(virtuoso: Virtuoso, run: Runner) -> None:
    for args in (["card", "技能抽取"], ["query", "SELECT * { ?s ?p ?o }"]):
        ended = run(*args, "--endpoint", virtuoso.url)
        assert ended.err.startswith(f"Error: {virtuoso.url} does not have this graph yet.\n")
        assert (ended.code, ended.out) == (2, "")


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("way", ["--update-url", "--graph-store-url"])
def test_who_may_not_write_is_told_so(virtuoso: Virtuoso, run: Runner, way: str) -> None:
    url = virtuoso.update_url if way == "--update-url" else virtuoso.graph_store_url
    wrong = run("push", virtuoso.url, way, url, env={"YGOKG_PASSWORD": "wrong"})
    message = f"Error: {url} does not take the user and password in YGOKG_USER and YGOKG_PASSWORD (HTTP 401).\n"
    assert (wrong.err, wrong.code) == (message + "Look at both, and whether this user may do it.\n", 2)


# ---- a small graph, with truth values and blank nodes


@pytest.mark.usefixtures("small")
def test_a_graph_store_takes_the_graph_twice_to_the_same_effect(virtuoso: Virtuoso, run: Runner) -> None:
    args = ["push", virtuoso.url, "--graph-store-url", virtuoso.graph_store_url]
    first, second = run(*args), run(*args)
    assert (first.code, first.err, second.code, second.err) == (0, "", 0, "")
    assert first.out.startswith(f"Put at {virtuoso.url}: ")
    assert second.out == first.out.replace("Put at ", "").replace(": ", " has the same already: ").replace(
        "; read back, they are what was sent", "; nothing was sent"
    )


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    "line",
    ["conflicts", "stats --all", "export --format nquads", "search 里侧 --lang zh", "query 'SELECT ?r { ?r owl:deprecated true }'"],
)
def test_a_small_graph_answers_the_same(virtuoso: Virtuoso, run: Runner, line: str) -> None:
    words = shlex.split(line)
    here, there = run(*words), run(*words, "--endpoint", virtuoso.url)
    assert (there.out, there.err, there.code) == (here.out, here.err, here.code)


# ---- the built-in graph


@pytest.fixture(scope="module")
def pushed(virtuoso: Virtuoso, graph: Graph) -> Virtuoso:
    """The server with the built-in graph, put there by updates in place of the small one."""
    from click.testing import CliRunner

    from ygokg.cli.main import cli

    assert graph
    env = {"YGOKG_USER": "dba", "YGOKG_PASSWORD": "dba", "NO_PROXY": "*"}
    ended = CliRunner().invoke(cli, ["push", virtuoso.url, "--update-url", virtuoso.update_url], env=env)
    stated = len(list(graph.store.quads_for_pattern(None, None, None, ox.DefaultGraph())))
    there = counts(stated, len(graph.store) - stated)
    assert ended.output == f"Put at {virtuoso.url}: {there}; read back, they are what was sent.\n"
    return virtuoso


COMMAND_LINES = [
    "card 技能抽取",
    "card 'Skill Drain' --lang ja --format json",
    "card 技能抽取 月之书 --lang zh",
    "card 'no such card'",
    "rule negation.lapses-face-down",
    "rule --lang zh",
    "ruling negation.154 --lang zh",
    "ruling negation.112 --format json",
    "term 里侧表示 --all --lang zh",
    "search 里侧 无效 --lang zh",
    "search 'skill drain' --format json",
    "resolve IsNegated",
    "resolve IsNegated negator='Skill Drain#1' effect='Mathematician#1'",
    "resolve 效果是否无效 无效方=技能抽取#1 所问的效果=星因士天津四#1 处理时的表示形式=里侧表示 --explain --lang ja",
    "resolve IsNegated negator='Skill Drain#1' --as-of 2015-01-01",
    "conflicts --lang zh",
    "stats --all",
    "query questions --lang ja",
    "query rulings-of-card --param card=技能抽取 --lang zh --format csv",
    "query card-as-graph --param card=技能抽取 --format nt",
    "query 'SELECT ?n { ?c dct:identifier \"82732705\" ; skos:prefLabel ?n } ORDER BY LANG(?n)'",
    "query 'ASK { ruling:negation.115.a ygo:asks ?x }'",
]


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_a_command_answers_the_same(pushed: Virtuoso, run: Runner, line: str) -> None:
    words = shlex.split(line)
    here, there = run(*words), run(*words, "--endpoint", pushed.url)
    assert (there.out, there.err, there.code) == (here.out, here.err, here.code)


MOST = 8
"""So many requests a look-up sends, the one among them that asks what is there."""

LOOK_UPS = [
    ("a card", "card 技能抽取 --lang ja"),
    ("a card for programs", "card 技能抽取 --format json"),
    ("a card on a day", "card 技能抽取 --as-of 2015-01-01"),
    ("a card on a day for programs", "card 技能抽取 --as-of 2015-01-01 --format json --lang zh"),
    ("several cards on a day", "card 技能抽取 月之书 --as-of 2024-01-31"),
    ("an archetype", "card 星因士 --lang zh"),
    ("no card", "card 'no such card'"),
    ("all rule systems", "rule --lang ja"),
    ("a rule", "rule negation.lapses-face-down --lang zh"),
    ("a rule for programs", "rule negation.lapses-face-down --format json"),
    ("a rule system", "rule negation.field-monster-continuous"),
    ("several rules", "rule face-down --format csv"),
    ("no rule", "rule facedwnn"),
    ("a ruling", "ruling negation.112 --lang ja"),
    ("a ruling for programs", "ruling negation.112 --format json"),
    ("a passage on a day", "ruling negation.154 --as-of 2024-01-31"),
    ("a passage without rulings", "ruling negation.1 --lang zh"),
    ("no ruling", "ruling negatoin.112"),
    ("a family", "term FieldMonsterNegator --all --lang zh"),
    ("a value", "term 里侧表示 --lang ja"),
    ("a question", "term IsNegated --format json"),
    ("a role", "term negator"),
    ("a contrast", "contrast negation.112 --lang zh"),
    ("a contrast for programs", "contrast negation.112 --format json"),
    ("figures", "stats --lang ja"),
    ("figures with lists", "stats --all --format json"),
    ("questions on a day", "resolve --as-of 2024-01-31 --lang zh"),
    ("what matters for a question", "resolve IsNegated --lang ja"),
    ("what matters for a question on a day", "resolve CanActivate --as-of 2024-01-31 --format json"),
    ("the queries behind an answer", "rule negation.lapses-face-down --show-query"),
]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[bytes | None]:
    """What is sent to servers, request by request."""
    bodies: list[bytes | None] = []
    send = Client.send

    def counting(self: Client, url: str, body: bytes | None = None, **given: Any) -> Answer:
        bodies.append(body)
        return send(self, url, body, **given)

    monkeypatch.setattr(Client, "send", counting)
    return bodies


@pytest.mark.parametrize("line", [pytest.param(line, id=spoken) for spoken, line in LOOK_UPS])
def test_a_look_up_answers_the_same_by_few_requests(pushed: Virtuoso, run: Runner, sent: list[bytes | None], line: str) -> None:
    words = shlex.split(line)
    assert run(*words, "--endpoint", pushed.url) == run(*words)
    assert 0 < len(sent) <= MOST


def test_a_deck_answers_the_same_by_few_requests(pushed: Virtuoso, run: Runner, sent: list[bytes | None]) -> None:
    deck = "3 技能抽取\n2 月之书\n1 no such card\n"
    for options in ([], ["--format", "json"], ["--as-of", "2024-01-31"]):
        sent.clear()
        words = ["card", "-", *options]
        assert run(*words, "--endpoint", pushed.url, stdin=deck) == run(*words, stdin=deck)
        assert 0 < len(sent) <= MOST


@pytest.mark.parametrize("name", sorted(named_queries()))
def test_a_named_query_gives_the_same_rows_in_every_language(pushed: Virtuoso, graph: Graph, name: str) -> None:
    query = named_query(name)
    words = shlex.split(query.example)
    given = dict(word.split("=", 1) for flag, word in pairwise(words) if flag == "--param")
    given.pop("lang", None)
    server = Server(pushed.url, Client())
    needed = {parameter.name: given[parameter.name] for parameter in query.parameters if not parameter.optional}
    spoken = any(parameter.kind == "lang" for parameter in query.parameters)
    for lang, chosen in [*((lang, given) for lang in LANGUAGES[: 3 if spoken else 1]), *([("zh", needed)] if needed != given else [])]:
        values = arguments(graph.model, query, chosen, lang)
        text = bind(query.text, values)
        here = execute(graph.store, text, "json")
        assert execute_there(server, text, values, "json", name, HANG) == here


def test_rows_that_the_server_leaves_out_are_told(pushed: Virtuoso, run: Runner) -> None:
    ended = run("query", "SELECT * { ?s ?p ?o }", "--endpoint", pushed.url)
    assert (ended.err.splitlines()[0], ended.out, ended.code) == (f"Error: {pushed.url} gave only the first 10000 rows.", "", 2)


@pytest.mark.parametrize(
    ("limit", "options", "message"),
    [
        ("?timeout=1000", [], "{url} ended the query by a time limit of its own."),
        ("", ["--timeout", "0.5"], "{url} did not finish its answer within 0.5 seconds."),
    ],
    ids=["the server's", "ours"],
)
def test_a_time_limit_is_told_from_an_empty_answer(pushed: Virtuoso, run: Runner, limit: str, options: list[str], message: str) -> None:
    endless = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . FILTER(?b != ?e && ?h != ?e && ?c > ?i) }"
    ended = run("query", endless, "--endpoint", f"{pushed.url}{limit}", *options)
    assert (ended.err.splitlines()[0], ended.out, ended.code) == (f"Error: {message.format(url=pushed.url)}", "", 4)
