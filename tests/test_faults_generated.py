"""Ten thousand bad inputs, made from real ones by a fixed seed: each ends in an answer or in one clean error, none in a traceback."""

from __future__ import annotations

import io
import json
import random
import sqlite3
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import click
import pyoxigraph as ox
import pytest
from conftest import REPOSITORY
from corpus_files import CHAPTER, LOG, PLAIN
from own_cards import LINES, SITE, cdb, lines

from ygokg.cli.main import cli
from ygokg.documents.reading import decoded, read_document
from ygokg.errors import YgokgError
from ygokg.lookup.arguments import arguments
from ygokg.names.reading import read_database
from ygokg.store import cache as cache_module
from ygokg.store import run as run_module
from ygokg.store.build import fill
from ygokg.store.sparql import bind, named_queries, named_query, read_value, require_read_only

TINY = REPOSITORY / "tests" / "data" / "tiny" / "tiny.ttl"
SEED = 20260102
COUNTS = {"arguments": 1700, "data": 1500, "documents": 2800, "databases": 600, "queries": 2200, "parameters": 1200}
SIGNS = [
    "", " ", "\0", "\n", "\r", "\t", "\x1b[2J", "\x9b", "\u202e", "\u2066", "\ufeff", "\ud800", "\U0001f0cf", "é", "卡", "①", "「", "」", "『", "`",
    "<", ">", "{", "}", "(", ")", "[", "]", '"', "'", "\\", "|", "/", "..", ":", "::", ";", ",", ".", "=", "?", "$", "@", "#", "%", "*", "-", "--", "_",
    "0", "-1", "1e999", "9" * 30, "9" * 5000, "NaN", "null", "99/99/99", "2023-02-30", "a" * 300,
]  # fmt: skip


def mutated(text: str, random: random.Random) -> str:
    """Change a text in one to four places: cut, doubled, swapped, overwritten, or with a strange sign in it."""
    for _ in range(random.randint(1, 4)):
        at = random.randint(0, len(text))
        to = min(len(text), at + random.choice((1, 5, 60, 2000)))
        before, piece, after = text[:at], text[at:to], text[to:]
        sign = random.choice(SIGNS)
        changes = (before + after, before + piece * random.randint(2, 5) + after, before + sign + after, before + sign + piece + after)
        text = random.choice((*changes, before + piece[::-1] + after, before))
    return text


def bytes_of(text: str, random: random.Random) -> bytes:
    """Return a text as a file has it: mostly in UTF-8, sometimes in another encoding or with broken bytes."""
    content = text.encode("utf-8", "surrogatepass")
    kind = random.randint(0, 19)
    if kind == 0:
        return text.encode("utf-16", "replace")
    if kind == 1:
        return text.encode("gb18030", "replace")
    if kind == 2 and content:
        at = random.randrange(len(content))
        return content[:at] + bytes([random.randint(0, 255)]) + content[at + 1 :]
    return content


def is_clean(error: BaseException) -> bool:
    """Whether an error says in words what is wrong; one of the library also says what to do next."""
    if isinstance(error, YgokgError):
        return bool(error.message.strip()) and bool(error.hint.strip())
    if isinstance(error, click.ClickException):
        return bool(error.format_message().strip())
    return isinstance(error, click.exceptions.Exit | click.Abort)


def problems(cases: Iterator[tuple[object, Callable[[], object]]]) -> tuple[int, list[str]]:
    """Run all cases; return how many there were, and those that ended neither in an answer nor in a clean error."""
    count, found = 0, []
    for count, (case, work) in enumerate(cases, 1):  # noqa: B007
        try:
            work()
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            if not is_clean(error):
                where = traceback.extract_tb(error.__traceback__)[-1]
                found.append(
                    f"{type(error).__name__} in {Path(where.filename).name}, line {where.lineno}: {str(error)[:100]!r} for {str(case)[:300]!r}"
                )
    return count, found[:10]


@pytest.fixture(scope="module")
def tiny() -> tuple[ox.Store, object]:
    store = ox.Store()
    model, _ = fill(store, [TINY])
    return store, model


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tiny graph in place of the built-in one, and folders of this test's own."""
    monkeypatch.setattr(cache_module, "bundled_files", lambda: [TINY])
    monkeypatch.setenv("YGOKG_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("YGOKG_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


WORDS = [
    "Skill Drain", "技能抽取", "82732705", "%5740", "IsNegated", "CanActivate", "negator=SkillDrain", "face=", "ruling:demo.9.a", "demo.9",
    "rule:demo.negated", "system:demo", "negation", "--lang", "zh", "ja", "en", "--format", "json", "csv", "tsv", "table", "markdown", "turtle",
    "--data", "tiny.ttl", "more.ttl", ".", "nowhere", "--no-builtin", "--as-of", "2023-01-01", "--since", "--topic", "--kind", "--limit", "3",
    "--all", "--ask", "--why", "--deck", "--report", "--list", "--remove", "--output", "out.ttl", "--vectors", "--passcode", "--schema", "--show",
    "--param", "card=技能抽取", "rulings-of-card", "ASK {}", "SELECT * { ?s ?p ?o } LIMIT 1", "import", "list", "remove", "cards.jsonl",
    "cards.cdb", "--as", "mine", "--names-in", "document.rst", "ruling", "rule", "-", "-h", "--version", "--corpus", "--strict", "--help",
]  # fmt: skip
COMMANDS = (
    "card", "rule", "ruling", "contrast", "term", "search", "resolve", "conflicts", "query", "export", "stats", "new", "names", "import", "drift",
    "history", "changes",
)  # fmt: skip
"""All but `check`, which runs for seconds; what it reads goes through the cases of data."""


def test_arguments_of_every_command(small: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ygokg.api.queries._run_aside", lambda *_: None)
    monkeypatch.setattr("ygokg.store.run.run_limited", lambda work, *_: work())
    (small / "tiny.ttl").write_bytes(TINY.read_bytes())
    (small / "more.ttl").write_text("<urn:a> <urn:b> 1 .", encoding="utf-8")
    (small / "document.rst").write_text(CHAPTER, encoding="utf-8")
    lines(small / "cards.jsonl")
    cdb(small / "cards.cdb", [(5, "好", 0, 2)])
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    chance = random.Random(SEED)

    def cases() -> Iterator[tuple[object, Callable[[], object]]]:
        for number in range(COUNTS["arguments"]):
            args = [COMMANDS[number % len(COMMANDS)], *chance.choices(WORDS, k=chance.randint(0, 4))]
            if chance.random() < 0.7:
                at = chance.randrange(len(args))
                args[at] = mutated(args[at], chance)
            yield args, lambda args=args: cli.main(args, prog_name="ygokg", standalone_mode=False)

    count, found = problems(cases())
    capfd.readouterr()
    assert (count, found) == (COUNTS["arguments"], [])


def test_files_of_data(small: Path, tiny: tuple[ox.Store, object]) -> None:
    triples = sorted((quad.triple for quad in tiny[0].quads_for_pattern(None, None, None, ox.DefaultGraph())), key=str)
    real = {
        "ttl": TINY.read_text(encoding="utf-8"),
        "trig": "GRAPH <urn:g> {\n}\n" + TINY.read_text(encoding="utf-8"),
        "nt": (ox.serialize(triples, format=ox.RdfFormat.N_TRIPLES) or b"").decode(),
        "rdf": (ox.serialize(triples, format=ox.RdfFormat.RDF_XML) or b"").decode(),
        "jsonld": (ox.serialize(triples, format=ox.RdfFormat.JSON_LD) or b"").decode(),
    }
    chance = random.Random(SEED + 1)

    def cases() -> Iterator[tuple[object, Callable[[], object]]]:
        for number in range(COUNTS["data"]):
            suffix = list(real)[number % len(real)]
            file = small / f"data.{suffix}"
            file.write_bytes(bytes_of(mutated(real[suffix], chance), chance))
            yield file.read_bytes(), lambda file=file: fill(ox.Store(), [file])

    assert problems(cases()) == (COUNTS["data"], [])


def test_documents(small: Path) -> None:
    real = {"抽取.rst": CHAPTER, "2021.rst": LOG, "旧.txt": PLAIN}
    chance = random.Random(SEED + 2)

    def cases() -> Iterator[tuple[object, Callable[[], object]]]:
        for number in range(COUNTS["documents"]):
            name = list(real)[number % len(real)]
            content = bytes_of(mutated(real[name], chance), chance)
            yield content, lambda name=name, content=content: read_document(small / name, decoded(small / name, content, "en"), "zh")

    assert problems(cases()) == (COUNTS["documents"], [])


def test_card_databases(small: Path) -> None:
    cdb(small / "real.cdb", [(5, "好", 0, 2), (6, "好", 5, 2), (7, "另一", 0, 1), (8, None, 0, 1)])
    database = (small / "real.cdb").read_bytes()
    texts = [
        "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in LINES),
        json.dumps(SITE, ensure_ascii=False, indent=1),
        json.dumps({"1": 2, "3": 4}),
    ]
    chance = random.Random(SEED + 3)

    def content(number: int) -> bytes:
        if number % 4 < 3:
            return bytes_of(mutated(texts[number % 4], chance), chance)
        if chance.random() < 0.5:
            return strange_database(small / "strange.cdb", chance)
        at = chance.randrange(len(database))
        return database[:at] + chance.randbytes(chance.choice((1, 4, 100))) + database[at + chance.choice((0, 1, 4, 100)) :]

    def cases() -> Iterator[tuple[object, Callable[[], object]]]:
        for number in range(COUNTS["databases"]):
            file = small / "cards"
            file.write_bytes(content(number))
            yield file.read_bytes(), lambda file=file: read_database(file, "ja")

    assert problems(cases()) == (COUNTS["databases"], [])


def strange_database(file: Path, chance: random.Random) -> bytes:
    """A sound SQLite file with values of any kind where numbers and names should be."""
    file.unlink(missing_ok=True)
    values = (None, "", "x", "²", "1", 1, -1, 0, 2**62, 1.5, 1e300, b"", b"\xff", "\0", "a\nb", "卡", "卡" * 400)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE texts (id, name)")
        connection.execute("CREATE TABLE datas (id, alias, type)")
        connection.executemany("INSERT INTO texts VALUES (?, ?)", [chance.choices(values, k=2) for _ in range(5)])
        connection.executemany("INSERT INTO datas VALUES (?, ?, ?)", [chance.choices(values, k=3) for _ in range(5)])
    return file.read_bytes()


def test_sparql(tiny: tuple[ox.Store, object]) -> None:
    store, model = tiny
    real = [
        "SELECT ?rule ?n { ?rule a ygo:Rule ; skos:prefLabel ?n . FILTER(STRLEN(?n) > 3) } ORDER BY ?n LIMIT 5",
        "CONSTRUCT { ?s ?p ?o } WHERE { GRAPH ?g { ?s ?p ?o } } LIMIT 3",
        'PREFIX ex: <urn:ex:>\nASK { VALUES ?x { ex:a \'b\'@zh 1.5 """c""" } ?x (ygo:a/ygo:b)* [] }',
        "DESCRIBE card:82732705",
        *(named_query(name).text for name in sorted(named_queries())[:6]),
    ]
    chance = random.Random(SEED + 4)

    def ask(query: str) -> None:
        require_read_only(query)
        run_module.execute(store, query, chance.choice(("table", "csv", "tsv", "json", "nt", "turtle")))

    def cases() -> Iterator[tuple[object, Callable[[], object]]]:
        for number in range(COUNTS["queries"]):
            query = mutated(real[number % len(real)], chance)
            yield query, lambda query=query: ask(query)

    assert model is not None
    assert problems(cases()) == (COUNTS["queries"], [])


def test_parameters(tiny: tuple[ox.Store, object]) -> None:
    store, model = tiny
    named = [named_query(name) for name in sorted(named_queries()) if named_query(name).parameters]
    values = [
        "技能抽取",
        "Skill Drain",
        "82732705",
        "<urn:a>",
        "card:82732705",
        "1.5",
        '"text"@zh',
        "ygo:IsNegated",
        "demo",
        "system:demo",
        "ruling:demo.9.a",
    ]
    chance = random.Random(SEED + 5)

    def ask(number: int, value: str) -> None:
        if number % 2:
            query = named[number % len(named)]
            given = {query.parameters[0].name: value}
            run_module.execute(store, bind(query.text, arguments(model, query, given, "zh")), "json")  # type: ignore[arg-type]
        else:
            name = chance.choice(("x", "y", value[:5]))
            run_module.execute(store, bind("SELECT ?x ?y { ?x ?p ?y } LIMIT 2", {name: read_value(value)}), "csv")

    def cases() -> Iterator[tuple[object, Callable[[], object]]]:
        for number in range(COUNTS["parameters"]):
            value = mutated(chance.choice(values), chance)
            yield (number, value), lambda number=number, value=value: ask(number, value)

    assert problems(cases()) == (COUNTS["parameters"], [])


def test_they_are_ten_thousand_and_a_traceback_would_be_seen() -> None:
    assert sum(COUNTS.values()) == 10_000

    def broken() -> None:
        raise ValueError("a defect")

    assert problems(iter([("x", broken)])) == (
        1,
        [f"ValueError in test_faults_generated.py, line {broken.__code__.co_firstlineno + 1}: 'a defect' for 'x'"],
    )
