"""Input that means harm: in queries, in files of data, in databases and in documents. Each bad one beside a good one of its kind."""

from __future__ import annotations

import json
import os
import re
import socket
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pyoxigraph as ox
import pytest
from conftest import REPOSITORY, Run
from corpus_files import CHAPTER, write
from own_cards import LINES, cdb, lines
from patience import HANG

from ygokg import reading
from ygokg.cli.output import escaped, plain_cells, safe
from ygokg.documents.marks import read_inline
from ygokg.documents.passages import normalise
from ygokg.errors import BrokenInput, UsageProblem
from ygokg.graph.triples import PREFIXES
from ygokg.names.reading import read_database
from ygokg.store import build
from ygokg.store import cache as cache_module
from ygokg.store.build import DEEPEST, parse_file
from ygokg.store.run import run_limited
from ygokg.store.sparql import require_read_only, with_full_names

TINY = REPOSITORY / "tests" / "data" / "tiny" / "tiny.ttl"
needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes, which Windows does not have")


@pytest.fixture(scope="module")
def small_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("small-cache")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, small_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own, and the tiny graph in place of the built-in one."""
    monkeypatch.setattr(cache_module, "bundled_files", lambda: [TINY])
    monkeypatch.setenv("YGOKG_CACHE", str(small_cache))
    monkeypatch.setenv("YGOKG_DATA", str(tmp_path / "kept"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "kept"


# ---- SERVICE


class Server:
    """Counts who calls on a port of this machine."""

    def __init__(self) -> None:
        self.calls = 0
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.iri = f"<http://127.0.0.1:{self._socket.getsockname()[1]}/>"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self.calls += 1
            connection.close()

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.close()


HIDDEN = {
    "in a sub-select": "SELECT * { { SELECT * { SERVICE %s { ?s ?p ?o } } } }",
    "in EXISTS": "SELECT * { ?s ?p ?o FILTER EXISTS { SERVICE %s { ?s ?p ?o } } }",
    "in MINUS and GRAPH": "SELECT * { ?s ?p ?o MINUS { GRAPH ?g { SERVICE %s { ?s ?p ?o } } } }",
    "small and silent, without blanks": "SELECT*{serviceSILENT%s{?s ?p ?o}}",
    "its first letter escaped": "SELECT * { \\u0053ERVICE %s { ?s ?p ?o } }",
    "escaped in eight digits": "SELECT * { S\\U00000045RVICE %s { ?s ?p ?o } }",
    "after a comment that a carriage return ends": "SELECT * { # nothing\rSERVICE %s { ?s ?p ?o } }",
    "after a quotation mark in a comment": "SELECT * { # '\nSERVICE %s { ?s ?p ?o } # '\n}",
    "after a comparison that looks like an IRI": "SELECT * { BIND(1 AS ?a) FILTER(?a<?a)SERVICE#>\n%s { ?s ?p ?o } }",
    "right after a BIND": "SELECT * { BIND(1<2AS?c)SERVICE#>\n%s { ?s ?p ?o } }",
    "a name of which the prefix ends in it": "PREFIX SERVICEex: <urn:x> PREFIX ex: %s SELECT * { SERVICEex:a { ?s ?p ?o } }",
    "a name of which the prefix is it": "PREFIX service: <urn:x> PREFIX : %s SELECT * { service:a { ?s ?p ?o } }",
    "right after a number": "SELECT * { ?s ?p 1e5SERVICE %s { ?s ?p ?o } }",
    "right after a truth value": "SELECT * { ?s ?p trueSERVICE %s { ?s ?p ?o } }",
    "after the last dot of a name": "SELECT * { ?s ?p ygo:a\\-b.c.SERVICE %s { ?s ?p ?o } }",
    "after the last dot of a blank node": "SELECT * { ?s ?p _:a.SERVICE %s { ?s ?p ?o } }",
    "in the language of a text": "SELECT * { ?s ?p 'a'@en--ltrSERVICE %s { ?s ?p ?o } }",
    "at a relative address": "BASE %s SELECT * { SERVICE <x> { ?s ?p ?o } }",
    "at an address in a variable": "SELECT * { VALUES ?x { %s } SERVICE ?x { ?s ?p ?o } }",
}
ONLY_MENTIONED = {
    "in an IRI with a bracket": "ASK { <http://example.org/a(b)service> ?p ?o }",
    "in an IRI with a fragment": "ASK { <http://example.org/service#x> ?p ?o }",
    "as a prefix": "PREFIX service: <urn:x:> ASK { service:a service:b ?o }",
    "in a name with dots": "ASK { ?s ygo:a.service ?o }",
    "in a comment after a carriage return": "ASK { # a\r# SERVICE <x> { }\r ?s ?p ?o }",
    "in a long text": "ASK { ?s ?p '''it's ''SERVICE <x> { }' ''' }",
}


@pytest.mark.parametrize("query", HIDDEN.values(), ids=HIDDEN)
def test_no_other_server_is_asked_however_it_is_written(run: Callable[..., Run], server: Server, query: str) -> None:
    before = server.calls
    assert run("query", query % server.iri, "--timeout", "10") == Run(
        2, "", "Error: SERVICE would ask another server; queries stay in this graph.\nLeave the SERVICE part out.\n"
    )
    assert server.calls == before


@pytest.mark.parametrize("query", ONLY_MENTIONED.values(), ids=ONLY_MENTIONED)
def test_the_word_alone_is_no_harm(run: Callable[..., Run], query: str) -> None:
    ended = run("query", query)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out in ("true\n", "false\n")


def test_the_store_would_ask_another_server_if_it_were_let(server: Server) -> None:
    before = server.calls
    with pytest.raises(OSError):  # noqa: PT011 - whatever way the call is broken off
        list(ox.Store().query(f"SELECT * {{ SERVICE {server.iri} {{ ?s ?p ?o }} }}"))  # type: ignore[arg-type]
    assert server.calls == before + 1


@pytest.mark.parametrize("seed", range(4))
def test_pieces_of_such_queries_in_any_order_ask_no_other_server(server: Server, seed: int) -> None:
    import random

    chance = random.Random(seed)
    pieces = [
        "SERVICE", "service", "SILENT", server.iri, "{ ?s ?p ?o }", "{", "}", " ", " ", "\n", "\r", "#", "# x\n", "<", ">", "(", ")", "'", '"', "'''",
        "?s", "?p ", "?o ", "ygo:a", "ygo:a.b.", ".", "ex:", ":a", "1", "1e5", "true", "FILTER(?s<?o)", "BIND(1<2AS?c)", "VALUES ?x { 1 }", "OPTIONAL ",
        "\\u0053", "\\", "@en", "_:a", "a", ";", ",", "UNDEF", "<urn:a#b>", "<urn:\\u0041#b>",
    ]  # fmt: skip
    store = ox.Store()
    store.add(ox.Quad(ox.NamedNode("urn:s"), ox.NamedNode("urn:p"), ox.Literal("o")))
    before, accepted = server.calls, 0
    for _ in range(1500):
        inside = "".join(chance.choices(pieces, k=chance.randint(1, 9)))
        query = f"PREFIX ex: {server.iri} PREFIX : {server.iri} PREFIX SERVICEex: <urn:x> SELECT * {{ ?s ?p ?o . {inside} {{ ?s ?p ?o }} }}"
        try:
            require_read_only(query)
        except UsageProblem:
            continue
        accepted += 1
        try:
            list(store.query(with_full_names(query), prefixes=PREFIXES))  # type: ignore[arg-type]
        except (SyntaxError, OSError, ValueError, RuntimeError):
            continue
    assert accepted > 100
    assert server.calls == before


UPDATES = [
    "LOAD %s\n",
    "load silent %s INTO GRAPH <urn:g> # {",
    "INSERT DATA { <urn:a> <urn:b> 1 }",
    "# x\rDROP ALL",
    "BASE <urn:x> CLEAR ALL",
    "PREFIX a: <urn:a> delete where { ?s ?p ?o }",
]


@pytest.mark.parametrize("update", UPDATES)
def test_an_update_changes_nothing_and_loads_nothing(run: Callable[..., Run], server: Server, update: str) -> None:
    before = server.calls
    ended = run("query", update.replace("%s", server.iri))
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.splitlines()[0].endswith(" is an update; the graph is only read.")
    assert server.calls == before
    assert run("query", "ASK { <urn:a> <urn:b> 1 }").out == "false\n"


# ---- files of data

RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="urn:x:"'


def nested(form: str, levels: int) -> str:
    return {
        "ttl": "<urn:a> <urn:b> " + "<<( <urn:a> <urn:b> " * levels + "1" + " )>>" * levels + " .",
        "nt": "<urn:a> <urn:b> " + "<<( <urn:a> <urn:b> " * levels + "<urn:c>" + " )>>" * levels + " .",
        "jsonld": '{"urn:p":' * levels + "1" + "}" * levels,
        "rdf": f"<rdf:RDF {RDF}>" + "<rdf:Description><x:p>" * (levels // 2) + "</x:p></rdf:Description>" * (levels // 2) + "</rdf:RDF>",
    }[form]


@pytest.mark.parametrize("form", ["ttl", "nt", "jsonld", "rdf"])
def test_what_is_nested_too_deeply_is_refused(tmp_path: Path, form: str) -> None:
    file = tmp_path / f"deep.{form}"
    file.write_text("\n" + nested(form, 50_000) if form != "rdf" else nested(form, 50_000), encoding="utf-8")
    with pytest.raises(BrokenInput) as caught:
        parse_file(file)
    assert caught.value.message == f"{file}, line {1 if form == 'rdf' else 2}: nested more than {DEEPEST} levels deep."
    file.write_text(nested(form, 100), encoding="utf-8")
    assert parse_file(file)


@pytest.mark.parametrize(
    "text", ["( " * 20_000 + ") " * 20_000, "[ <urn:p> " * 20_000 + "1" + " ]" * 20_000], ids=["collections", "blank nodes"]
)
def test_turtle_nested_in_brackets_is_read_however_deep(tmp_path: Path, text: str) -> None:
    file = tmp_path / "deep.ttl"
    file.write_text(f"<urn:a> <urn:b> {text} .", encoding="utf-8")
    assert len(parse_file(file)) >= 20_000


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.rdf", f'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><rdf:RDF {RDF}/>', "declares a document type or entities"),
        ("b.rdf", '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><a>&b;</a>', "declares a document type or entities"),
        (
            "c.jsonld",
            '{"@context": "http://127.0.0.1:9/context", "@id": "urn:a", "b": 1}',
            "Put the context into the file; nothing is fetched.",
        ),
        ("d.jsonld", '{"@context": {"@import": "http://127.0.0.1:9/context"}, "@id": "urn:a"}', "is not JSON-LD that can be read"),
        ("e.rdf", '<?xml version="1.0" encoding="UTF-99"?><a/>', "Save the file in UTF-8"),
        ("f.ttl", "<urn:a> <urn:b> 1\0 .", "is a binary file"),
    ],
)
def test_a_file_that_would_fetch_or_grow_is_refused(run: Callable[..., Run], tmp_path: Path, name: str, content: str, message: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    ended = run("--data", name, "query", "ASK {}")
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err


def test_links_in_a_folder_of_data_are_not_followed_outside(run: Callable[..., Run], tmp_path: Path) -> None:
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    for folder, name in ((outside, "secret"), (inside, "open")):
        folder.mkdir()
        (folder / f"{name}.ttl").write_text(f"<urn:{name}> <urn:p> 1 .", encoding="utf-8")
    (inside / "link.ttl").symlink_to(outside / "secret.ttl")
    (inside / "up.ttl").symlink_to("../outside/secret.ttl")
    (inside / "folder").symlink_to(outside)
    (inside / "loop").symlink_to(inside)
    (inside / "self.ttl").symlink_to("self.ttl")
    (inside / "zero.ttl").symlink_to("/dev/zero")
    asked = run("--data", "inside", "query", "SELECT ?s { ?s <urn:p> 1 }")
    assert (asked.code, asked.out) == (0, "s\nurn:open\n")


STRANGE = {
    "a year beyond all": ('dct:date "99999999999999"^^xsd:gYear', 0),
    "a day beyond all": ('dct:date "99999999999-01-01"^^xsd:date', 0),
    "a month that is none": ('dct:date "2024-99"^^xsd:gYearMonth', 0),
    "a number of five thousand digits": (f"ygo:konamiId {'9' * 5000}", 0),
    "a name of a NUL": ('skos:altLabel "a\\u0000b"@en', 0),
    "a passcode of five thousand digits": (f'dct:identifier "{"9" * 5000}"', 2),
    "a passcode of letters": ('dct:identifier "x"', 2),
    "a passcode that only looks like digits": ('dct:identifier "²"', 2),
}


@pytest.mark.parametrize(
    "command", [("card", "Strange"), ("search", "Strange"), ("stats",), ("--as-of", "2024-01-01", "card", "Strange")], ids=" ".join
)
@pytest.mark.parametrize(("said", "code"), STRANGE.values(), ids=STRANGE)
def test_strange_values_of_data_are_answered_or_told(
    run: Callable[..., Run], tmp_path: Path, said: str, code: int, command: tuple[str, ...]
) -> None:
    prefixes = "".join(f"@prefix {name}: <{PREFIXES[name]}> .\n" for name in ("card", "dct", "skos", "xsd", "ygo"))
    own = "" if "identifier" in said else ' ; dct:identifier "5"'
    evidence = "[] a ygo:Passage ; ygo:evidence [ " + said + " ] ." if "date" in said else ""
    (tmp_path / "x.ttl").write_text(
        f'{prefixes}card:5 a ygo:Card ; skos:prefLabel "Strange"@en{own} ; {said} .\n{evidence}', encoding="utf-8"
    )
    words = (command[2], *command[:2], *command[3:]) if command[0] == "--as-of" else command
    ended = run(words[0], *words[1:], "--data", "x.ttl")
    assert (ended.code, bool(ended.err)) == (code, bool(code))


# ---- pipes, devices, giants


@needs_pipes
@pytest.mark.parametrize(
    "command",
    [("--data", "{}", "card", "5"), ("import", "{}"), ("names", "import", "{}"), ("query", "{}")],
    ids=["data", "import", "names", "query"],
)
def test_a_pipe_that_nobody_writes_to_is_told(
    run: Callable[..., Run], command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "_PATIENCE", 0.2)
    os.mkfifo(tmp_path / "pipe.rst")
    ended = run(*(word.format("pipe.rst") for word in command))
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("Error: pipe.rst cannot be read: it is a pipe that no program writes to.\n")


@needs_pipes
@pytest.mark.parametrize("late", [False, True], ids=["at once", "once the tool waits"])
def test_a_pipe_that_is_written_to_is_read_whole(
    run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    os.mkfifo(tmp_path / "pipe.ttl")
    waiting, begun = threading.Event(), threading.Event()
    first_bytes, read_rest = reading._first_bytes, reading.read_stream

    def wait(handle: int, path: Path) -> bytes:
        waiting.set()
        return first_bytes(handle, path)

    def rest(*arguments: object) -> bytes:
        begun.set()
        return read_rest(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(reading, "_PATIENCE", HANG)
    monkeypatch.setattr(reading, "_first_bytes", wait)
    monkeypatch.setattr(reading, "read_stream", rest)

    def serve() -> None:
        if late:
            waiting.wait(HANG)
        with (tmp_path / "pipe.ttl").open("w", encoding="utf-8") as pipe:
            pipe.write("<urn:a> <urn:p> 1 .\n")
            pipe.flush()
            if late:
                begun.wait(HANG)
            pipe.write(f"<urn:b> <urn:p> 1 . # {'x' * 100_000}\n")

    threading.Thread(target=serve, daemon=True).start()
    asked = run("--data", "pipe.ttl", "query", "SELECT ?s { ?s <urn:p> 1 } ORDER BY ?s")
    assert (asked.code, asked.out) == (0, "s\nurn:a\nurn:b\n")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs /dev/zero, a device that never ends")
@pytest.mark.parametrize(
    ("command", "message"),
    [
        (("--data", "/dev/zero", "card", "5"), "/dev/zero is neither a file nor a folder."),
        (("--data", "zero.ttl", "card", "5"), "zero.ttl is neither a file nor a folder."),
        (("import", "/dev/zero"), "/dev/zero is neither .rst nor .txt."),
        (("import", "zero.txt"), "zero.txt cannot be read: it is a device, not a file."),
        (("names", "import", "/dev/zero"), "/dev/zero cannot be read: it is a device, not a file."),
        (("names", "import", "zero.cdb"), "zero.cdb cannot be read: it is a device, not a file."),
        (("query", "/dev/zero"), "There is no file /dev/zero."),
    ],
)
def test_a_device_is_no_file(run: Callable[..., Run], tmp_path: Path, command: tuple[str, ...], message: str) -> None:
    for suffix in ("ttl", "txt", "cdb"):
        (tmp_path / f"zero.{suffix}").symlink_to("/dev/zero")
    ended = run(*command)
    assert (ended.code, ended.out, ended.err.splitlines()[0]) == (2, "", f"Error: {message}")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (("--data", "giant.ttl", "card", "5"), "giant.ttl cannot be read: it is larger than 512 MB."),
        (("names", "import", "giant.ttl"), "giant.ttl cannot be read: it is larger than 512 MB."),
        (("query", "giant.rq"), "giant.rq cannot be read: it is larger than 4 MB."),
        (("query", "a" * 5000), f"There is no query `{'a' * 5000}`."),
        (("--data", "a" * 5000, "card", "5"), f"{'a' * 5000} does not exist."),
        (("import", "a" * 5000), f"{'a' * 5000} does not exist."),
    ],
    ids=["data", "names", "query", "the name of a query", "the name of data", "the name of a document"],
)
def test_a_giant_is_refused(
    run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], message: str
) -> None:
    from ygokg.names import reading as names_reading

    (tmp_path / "giant.ttl").write_text("# " + "x" * 5_000_000, encoding="utf-8")
    (tmp_path / "giant.rq").write_text("ASK {} # " + "x" * 5_000_000, encoding="utf-8")
    if "512" in message:  # as if four megabytes were the limit, so that the test needs no giant
        for module in (build, names_reading):
            read = module.read_file
            monkeypatch.setattr(module, "read_file", lambda path, read=read: _smaller(read, path))
    ended = run(*command)
    assert (ended.code, ended.err.splitlines()[0]) == (
        3 if ("does not exist" in message and command[0] == "import") or "no query" in message else 2,
        f"Error: {message}",
    )


def _smaller(read: Callable[..., bytes], path: Path) -> bytes:
    try:
        return read(path, 4 * 1024 * 1024)
    except OSError as error:
        raise OSError(error.errno, str(error.strerror).replace("4 MB", "512 MB"), str(path)) from error


BLANKS = {
    "a backtick and blanks": "`a" + " " * 450_000 + "b`_",
    "blanks alone": "a" + " " * 450_000 + "b",
    "tabs": "\t" * 450_000 + "a",
    "effects": "「a①」" * 100_000,
    "open brackets": "「" * 450_000,
    "roles": ":strike:`" * 50_000,
}
"""Read in seconds, unless every sign is looked at from every other one: then in the better part of an hour."""


def require_end(work: Callable[[], object]) -> None:
    """Work that takes longer with every sign than with the one before would not end in any time that a test can wait."""

    def worked() -> bytes:
        work()
        return b"done"

    assert run_limited(worked, HANG) == b"done"


@pytest.mark.parametrize("line", BLANKS.values(), ids=BLANKS)
def test_a_line_made_to_take_long_takes_no_longer_than_others(line: str) -> None:
    require_end(lambda: (read_inline(line), normalise(line)))


@pytest.mark.parametrize(
    "text", ["年" * 400_000, "a." * 200_000, "a-" * 200_000, '\\"' * 200_000, "<" * 400_000, "'''" * 130_000], ids=lambda text: text[:3]
)
def test_a_query_made_to_take_long_to_look_at_does_not(text: str) -> None:
    require_end(lambda: (require_read_only(text), with_full_names(text)))


# ---- card databases


def _views(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE VIEW datas AS SELECT 1 AS id, 0 AS alias, 1 AS type")
    connection.execute(
        "CREATE VIEW texts AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, 'n' || id AS name FROM n"
    )


def _endless_column(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE datas (id INTEGER PRIMARY KEY, alias INTEGER, type INTEGER)")
    connection.execute("CREATE TABLE texts (id INTEGER PRIMARY KEY, name TEXT AS (replace(hex(zeroblob(9000000)), '0', 'ab')))")
    connection.execute("INSERT INTO texts (id) VALUES (1)")


def _huge_blob(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE datas (id INTEGER PRIMARY KEY, alias INTEGER, type INTEGER)")
    connection.execute("CREATE TABLE texts (id INTEGER PRIMARY KEY, name TEXT)")
    connection.execute("INSERT INTO texts VALUES (1, zeroblob(10000000))")


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (_views, "has no tables texts and datas"),
        (_endless_column, "cannot be read: string or blob too big"),
        (_huge_blob, "cannot be read: string or blob too big"),
    ],
    ids=["endless views in place of tables", "a column that works out something huge", "a huge blob"],
)
def test_a_database_made_to_harm_is_refused(
    run: Callable[..., Run], tmp_path: Path, data: Path, make: Callable[[sqlite3.Connection], None], why: str
) -> None:
    with closing(sqlite3.connect(tmp_path / "bad.cdb")) as connection, connection:
        make(connection)
    ended = run("names", "import", "bad.cdb")
    assert (ended.code, ended.out, why in ended.err) == (2, "", True)
    assert not data.exists()


def test_triggers_of_a_database_do_nothing_and_an_endless_name_is_none(tmp_path: Path) -> None:
    cdb(tmp_path / "cards.cdb", [(5, "好", 0, 2), (6, "长" * 100_000, 0, 2)])
    with closing(sqlite3.connect(tmp_path / "cards.cdb")) as connection, connection:
        connection.execute("CREATE TRIGGER x AFTER INSERT ON texts BEGIN DELETE FROM datas; END")
    before = (tmp_path / "cards.cdb").read_bytes()
    database = read_database(tmp_path / "cards.cdb", "en")
    assert ([card.names for card in database.cards.values()], len(database.broken)) == ([{"zh": "好"}], 1)
    assert (tmp_path / "cards.cdb").read_bytes() == before


@pytest.mark.parametrize("name", ["../x", "..", "/etc/x", "a\\b", "a\0b", "\x1b[2J", "\u202e", ".hidden", "con:"])
def test_a_name_that_leads_elsewhere_keeps_nothing(run: Callable[..., Run], tmp_path: Path, data: Path, name: str) -> None:
    lines(tmp_path / "cards.jsonl")
    ended = run("names", "import", "cards.jsonl", "--as", name)
    assert (ended.code, ended.out) == (2, "")
    assert not data.exists()
    assert run("names", "import", "cards.jsonl", "--as", "fine").code == 0
    assert [path.name for path in (data / "names").iterdir()] == ["fine.names"]


@pytest.mark.parametrize("name", ["..%2f..%2fx", "a b#c?d[1]", "卡\u202e\x1b[2J", "%00"])
def test_an_id_of_a_document_is_only_an_id(run: Callable[..., Run], tmp_path: Path, data: Path, name: str) -> None:
    write(tmp_path / "documents", f"{name}.rst", CHAPTER)
    assert run("import", "documents").code == 0
    assert [path.name for path in data.iterdir()] == ["documents.sqlite"]
    listed = json.loads(run("import", "--list", "--format", "json").out)
    assert [row["id"] for row in listed] == [name]
    asked = run("query", "SELECT DISTINCT ?g { GRAPH ?g { ?p a ygo:Passage } }")
    assert asked.code == 0
    assert _upsetting(asked.out) == set()
    assert run("import", "--remove", name).code == 0


@pytest.mark.skipif(sys.platform != "linux", reason="needs names of files that are no text, which only Linux has")
def test_a_file_of_which_the_name_is_no_text_is_imported(run: Callable[..., Run], tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path / "documents") + b"\xff.rst")).write_text("| 技能。\n", encoding="utf-8")
    assert run("import", *map(str, tmp_path.glob("*.rst"))).code == 0
    assert [row["id"] for row in json.loads(run("import", "--list", "--format", "json").out)] == ["documents\\xff"]
    assert run("query", "ASK { GRAPH ?g { ?s ?p ?o } }") == Run(0, "true\n", "")


# ---- what could upset a terminal

EVIL = "\x1b]0;p\x07\x1b[2J\x9b31m\x85\u202eevil\u202c\u2066\u2069\u061c\u200f\u200e\r\x7f"
UPSETTING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def _upsetting(text: str) -> set[str]:
    return set(UPSETTING.findall(text))


@pytest.fixture
def evil(tmp_path: Path, run: Callable[..., Run]) -> Path:
    """Data, a document and a card database, each with signs that upset a terminal in it."""
    prefixes = "".join(f"@prefix {name}: <{PREFIXES[name]}> .\n" for name in ("card", "dct", "skos", "ygo"))
    label = ox.Literal(f"Evil {EVIL}", language="en")
    (tmp_path / "evil.ttl").write_text(
        f'{prefixes}card:5 a ygo:Card ; dct:identifier "5" ; skos:prefLabel {label} .\nygo:IsNegated skos:altLabel {label} .\n',
        encoding="utf-8",
    )
    lines(tmp_path / "cards.jsonl", [{**LINES[1], "passcode": 7, "konami_id": 7, "zh": f"恶{EVIL}卡", "en": f"Evil Name {EVIL}"}])
    write(tmp_path / "documents", "恶.rst", CHAPTER + f"\n| evil 的「`技能抽取`_」{EVIL.replace(chr(13), '')}一句。\n")
    assert run("names", "import", "cards.jsonl").code == 0
    assert run("import", "documents").code == 0
    return tmp_path / "evil.ttl"


SHOWN = [
    ("--data evil.ttl card 5", ("table", "json")),
    ("card 7", ("table", "json")),
    ("--data evil.ttl search evil", ("table", "json", "csv", "tsv")),
    ("--data evil.ttl query SELECT_*_{_card:5_skos:prefLabel_?n_}", ("table", "json", "csv", "tsv")),
    ("--data evil.ttl query DESCRIBE_card:5", ("table", "turtle", "nt", "json")),
    ("query SELECT_*_{_GRAPH_?g_{_?p_rdf:value_?n_FILTER(CONTAINS(?n,'evil'))_}_}", ("table", "json", "csv", "tsv")),
    ("history 技能抽取", ("table", "json")),
    ("changes --since 2000-01-01", ("table", "json")),
    ("--data evil.ttl export", ("turtle", "trig", "nt", "nquads", "jsonld")),
    ("import --report", ("table", "json", "csv", "tsv")),
]
CASES = [(words, form) for words, forms in SHOWN for form in forms]


@pytest.mark.usefixtures("evil")
def test_nothing_that_is_shown_upsets_a_terminal(run: Callable[..., Run]) -> None:
    upset, silent = [], set()
    for words, form in CASES:
        ended = run(*(word.replace("_", " ") for word in words.split(" ")), "--format", form)
        assert ended.code == 0, (words, form, ended.err)
        if _upsetting(ended.out + ended.err):
            upset.append((words, form))
        if "evil" in ended.out.lower():
            silent.add(words)
    assert upset == []
    assert {words for words, _ in SHOWN} - silent <= {"changes --since 2000-01-01", "import --report"}


@pytest.mark.usefixtures("evil")
def test_what_is_written_out_means_the_same(run: Callable[..., Run]) -> None:
    exported = {form: run("--data", "evil.ttl", "export", "--format", form).out for form in ("turtle", "nt", "jsonld")}
    formats = {"turtle": ox.RdfFormat.TURTLE, "nt": ox.RdfFormat.N_TRIPLES, "jsonld": ox.RdfFormat.JSON_LD}
    for form, text in exported.items():
        said = {quad.object.value for quad in ox.parse(text.encode(), format=formats[form]) if isinstance(quad.object, ox.Literal)}
        assert f"Evil {EVIL}" in said
    (binding,) = json.loads(run("--data", "evil.ttl", "query", "SELECT ?n { card:5 skos:prefLabel ?n }", "--format", "json").out)[
        "results"
    ]["bindings"]
    assert binding["n"]["value"] == f"Evil {EVIL}"


ARGUMENTS = [
    ["card", "{}"], ["rule", "{}"], ["ruling", "{}"], ["term", "{}"], ["search", "{}"], ["resolve", "{}"], ["resolve", "IsNegated", "{}"],
    ["resolve", "IsNegated", "negator={}"], ["contrast", "{}", "{}"], ["history", "{}"], ["changes", "--since", "{}"], ["conflicts", "{}"],
    ["drift", "{}"], ["export", "--topic", "{}"], ["export", "--output", "{}"], ["export", "{}"], ["new", "ruling", "{}"], ["new", "{}", "x"],
    ["stats", "{}"], ["check", "{}", "{}"], ["names", "remove", "{}"], ["names", "import", "{}"], ["names", "{}"], ["import", "{}"],
    ["import", "--remove", "{}"], ["query", "{}"], ["query", "x/{}"], ["query", "ASK { {} }"], ["query", "--param", "{}", "ASK {}"],
    ["query", "--timeout", "{}", "ASK {}"], ["--data", "{}", "card", "5"], ["--lang", "{}", "card"], ["card", "--{}"], ["card", "-{}"],
    ["{}"], ["card", "--as-of", "{}", "x"], ["card", "--format", "{}", "x"],
]  # fmt: skip


def test_nothing_that_is_typed_comes_back_and_upsets_a_terminal(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from ygokg.cli import main as main_module

    ends: list[int] = []
    monkeypatch.setattr(main_module, "_end", ends.append)
    monkeypatch.setattr(main_module.signal, "signal", lambda *_: None)
    for args in ARGUMENTS:
        monkeypatch.setattr("sys.argv", ["ygokg", *(word.replace("{}", EVIL) if "{}" in word else word for word in args)])
        main_module.main()
        out, err = capfd.readouterr()
        assert (_upsetting(out + err), ends.pop() in (2, 3)) == (set(), True), args


def test_names_of_files_in_messages_upset_no_terminal(run: Callable[..., Run], tmp_path: Path) -> None:
    name = EVIL.replace("/", "")
    for suffix, content in ((".ttl", "broken"), (".rst", "<<<<<<< x\n"), (".jsonl", "{}")):
        (tmp_path / f"{name}{suffix}").write_text(content, encoding="utf-8")
    for args in (("--data", f"{name}.ttl", "card", "5"), ("import", f"{name}.rst"), ("names", "import", f"{name}.jsonl")):
        ended = run(*args)
        assert (ended.code, ended.out, _upsetting(ended.err)) == (2, "", set())
        assert "evil" in ended.err


@pytest.mark.parametrize(
    "sign", [*map(chr, (*range(0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0), *range(0x2028, 0x202F), *range(0x2066, 0x206A)))], ids=ascii
)
def test_each_such_sign_is_written_out(sign: str) -> None:
    assert (len(safe(sign)) > 1, safe(f"a{sign}b").isprintable()) == (True, True)
    assert json.loads(f'"{escaped(sign)}"') == sign


def test_ordinary_signs_stay() -> None:
    text = "技能抽取 スキルドレイン é 𠮷 👍🏽 · 「」 － ‐ \u200b\u200d\n\tx"
    assert (safe(text), escaped(text)) == (text, text)


# ---- spreadsheets

CELLS = [
    ("=1+cmd|' /C calc'!A0", "'=1+cmd|' /C calc'!A0"),
    ("@SUM(1)", "'@SUM(1)"),
    ("+1+1", "'+1+1"),
    ("-1+1", "'-1+1"),
    ('"=HYPERLINK(""x"")"', '"\'=HYPERLINK(""x"")"'),
    ('"\t=1,2"', '"\'\t=1,2"'),
    ("-1", "-1"),
    ("+1.5e3", "+1.5e3"),
    ("a=b", "a=b"),
    ("＠イグニスター", "＠イグニスター"),
    ('"a,=b"', '"a,=b"'),
    ("", ""),
]


@pytest.mark.parametrize(("cell", "shown"), CELLS)
def test_no_cell_of_csv_is_a_formula(cell: str, shown: str) -> None:
    assert plain_cells(f"a,{cell},b\n{cell}\n") == f"a,{shown},b\n{shown}\n"


def test_csv_is_for_spreadsheets_and_tsv_and_json_say_it_exactly(run: Callable[..., Run]) -> None:
    query = 'SELECT ("=A1" AS ?x) (-1 AS ?y) {}'
    assert run("query", query, "--format", "csv").out == "x,y\n'=A1,-1\n"
    assert run("query", query, "--format", "tsv").out == '?x\t?y\n"=A1"\t-1\n'
    assert json.loads(run("query", query, "--format", "json").out)["results"]["bindings"][0]["x"]["value"] == "=A1"
