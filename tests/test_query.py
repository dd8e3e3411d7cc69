"""SPARQL: what is refused, how values enter, what the named queries answer, and in which formats."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pyoxigraph as ox
import pytest
from conftest import Run
from hypothesis import given
from hypothesis import strategies as st

from ygokg.errors import BrokenInput, NotFound, UsageProblem
from ygokg.graph.model import Model
from ygokg.graph.triples import PREFIXES, curie
from ygokg.lookup.arguments import KINDS, arguments
from ygokg.store.build import fill
from ygokg.store.run import execute
from ygokg.store.sparql import (
    Parameter,
    bind,
    check_prefixes,
    named_queries,
    named_query,
    parse_header,
    read_value,
    require_read_only,
    with_full_names,
)
from ygokg.store.values import Value, values_block

Runner = Callable[..., Run]
TINY = Path(__file__).parent / "data" / "tiny" / "tiny.ttl"


@pytest.fixture(scope="module")
def tiny() -> tuple[ox.Store, Model]:
    store = ox.Store()
    model, _ = fill(store, [TINY])
    return store, model


# ---- what may run

READ_ONLY = {
    "the words as variables": "SELECT ?insert ?SERVICE $load { ?insert ?SERVICE $load }",
    "the words in names": "SELECT * { ygo:add ygo:service service:x . ?x a:b.delete ygo:a-clear }",
    "the words in text": 'SELECT * { ?s ?p "INSERT { }" , \'it\'\'s\' , \'SERVICE\' , """DROP "quoted" ALL""" }',
    "the words in an IRI": "SELECT * { <http://example.org/SERVICE/insert#load> ?p ?o }",
    "the words in a comment": "# INSERT DATA\nSELECT * { ?s ?p ?o } # SERVICE <http://example.org>",
    "the words as language and blank node": 'SELECT * { _:load ?p "x"@add }',
    "a comparison that looks like an IRI": "SELECT * { ?s ?p ?o FILTER(?o<5 && ?o>2) }",
}
UPDATES = {
    "INSERT": "PREFIX ygo: <x:> INSERT DATA { ygo:a ygo:b ygo:c }",
    "DELETE": "# SELECT\ndelete where { ?s ?p ?o }",
    "WITH": "WITH <g> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }",
    "LOAD": "LOAD <http://example.org/data.ttl>",
    "CLEAR": "clear all",
    "CREATE": "CREATE GRAPH <g>",
    "DROP": "DROP ALL",
    "COPY": "COPY DEFAULT TO <g>",
    "MOVE": "MOVE DEFAULT TO <g>",
    "ADD": "BASE <http://example.org/>\nADD <a> TO <b>",
}
SERVICES = {
    "plain": "SELECT * { SERVICE <http://example.org/sparql> { ?s ?p ?o } }",
    "small, silent, in an option": "SELECT * { ?s ?p ?o OPTIONAL { service silent ?server { ?s ?p ?o } } }",
    "without spaces": "SELECT*{SERVICE<http://example.org/sparql>{?s?p?o}}",
    "after a comment that ends": "SELECT * { # nothing\nSERVICE <http://example.org/> { } }",
    "after text that ends": "SELECT * { ?s ?p 'a\\'' . SERVICE <http://example.org/> { } }",
    "after a comparison": "SELECT * { ?s ?p ?o FILTER(?o<5) SERVICE <http://example.org/> { } }",
    "in a CONSTRUCT": "CONSTRUCT { ?s ?p ?o } WHERE { SERVICE <http://example.org/> { ?s ?p ?o } }",
}


@pytest.mark.parametrize("query", READ_ONLY.values(), ids=READ_ONLY)
def test_a_query_that_only_reads_may_run(query: str) -> None:
    assert require_read_only(query) is None


@pytest.mark.parametrize(("form", "query"), UPDATES.items(), ids=UPDATES)
def test_an_update_is_refused_by_name(form: str, query: str) -> None:
    with pytest.raises(UsageProblem) as caught:
        require_read_only(query)
    assert caught.value.message == f"{form} is an update; the graph is only read."


@pytest.mark.parametrize("query", SERVICES.values(), ids=SERVICES)
def test_service_is_refused(query: str) -> None:
    with pytest.raises(UsageProblem) as caught:
        require_read_only(query)
    assert caught.value.message == "SERVICE would ask another server; queries stay in this graph."


def test_prefixes_of_the_graph_need_no_declaration() -> None:
    assert check_prefixes("SELECT * { ?s a ygo:Rule ; skos:prefLabel ?l . FILTER(STRLEN(?l) > 3) }") is None
    assert check_prefixes("PREFIX ex: <urn:x> PREFIX : <urn:y> SELECT * { ex:a :b _:c . ?s a ygo:Rule }") is None


def test_an_unknown_prefix_is_told_with_its_line() -> None:
    with pytest.raises(BrokenInput) as caught:
        check_prefixes("SELECT *\nWHERE { ?s a rulez:x }", "my.rq")
    assert (caught.value.message, caught.value.hint) == ("my.rq, line 2: the prefix `rulez:` is not declared.", "Did you mean `rule:`?")


NAMES = [
    ("two dots", "ASK { ruling:negation.115.a ?p ?o }", "ASK { <https://w3id.org/ygokg/ruling/negation.115.a> ?p ?o }"),
    ("the dot that ends", "ASK { ?s ?p src:a.1. ?s ?p src:b.}", "ASK { ?s ?p <https://w3id.org/ygokg/source/a.1>. ?s ?p src:b.}"),
    ("a prefix of the query's own", "PREFIX src: <urn:x:> ASK { src:a.b.c ?p ?o }", "PREFIX src: <urn:x:> ASK { <urn:x:a.b.c> ?p ?o }"),
    ("text and comments", "ASK { ?s ?p 'src:a.b.c' } # src:a.b.c", "ASK { ?s ?p 'src:a.b.c' } # src:a.b.c"),
    ("an escaped name", "ASK { src:a.b\\,c.d ?p ?o }", "ASK { src:a.b\\,c.d ?p ?o }"),
]


@pytest.mark.parametrize(("query", "full"), [case[1:] for case in NAMES], ids=[case[0] for case in NAMES])
def test_names_with_dots_are_written_out(query: str, full: str) -> None:
    assert with_full_names(query) == full


# ---- values

VALUES = [
    ("an IRI", "<http://example.org/a>", Value("iri", "http://example.org/a")),
    ("a CURIE", "card:82732705", Value("iri", "https://w3id.org/ygokg/card/82732705")),
    ("a CURIE of another prefix is text", "ex:a", Value("text", "ex:a")),
    ("a CURIE with a space is text", "card:a b", Value("text", "card:a b")),
    ("a whole number", "-12", Value("number", "-12")),
    ("a fraction", "0.5", Value("number", "0.5")),
    ("a full-width number is text", "１２", Value("text", "１２")),
    ("quoted digits", '"12"', Value("text", "12")),
    ("text with a language", "'技能抽取'@zh", Value("text", "技能抽取", "zh")),
    ("plain text", "Skill Drain", Value("text", "Skill Drain")),
    ("nothing", "", Value("text", "")),
    ("a lone quotation mark", '"', Value("text", '"')),
]


@pytest.mark.parametrize(("text", "value"), [case[1:] for case in VALUES], ids=[case[0] for case in VALUES])
def test_a_word_of_the_command_line_means_one_value(text: str, value: Value) -> None:
    assert read_value(text) == value


@given(text=st.text(st.characters(exclude_categories=["Cs"])), language=st.sampled_from(["", "zh", "en", "zh-hans"]))
def test_any_text_enters_a_query_as_itself(text: str, language: str) -> None:
    query = bind("SELECT ?x { }  # ?x".replace("{ }", "{ FILTER(BOUND(?x)) }"), {"x": Value("text", text, language)})
    (row,) = ox.Store().query(query)
    assert row["x"] == (ox.Literal(text, language=language) if language else ox.Literal(text))


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_any_text_as_an_iri_is_that_iri_or_refused(text: str) -> None:
    try:
        query = bind("SELECT ?x { }", {"x": Value("iri", "urn:" + text)})
    except UsageProblem:
        return
    try:
        (row,) = ox.Store().query(query)
    except SyntaxError:  # well fenced, but no IRI to the parser
        return
    assert row["x"] == ox.NamedNode("urn:" + text)


@given(st.one_of(st.integers(), st.decimals(allow_nan=False, allow_infinity=False, places=3)))
def test_any_number_enters_as_that_number(number: int | Decimal) -> None:
    (row,) = ox.Store().query(bind("SELECT ?x { }", {"x": read_value(str(number))}))
    assert Decimal(row["x"].value) == number


WITH_HEADER = """\
# title: Names of a card
# parameters:
#   card (card): the card
#   name (thing): what it is called
#   lang (lang, optional): the language
SELECT ?name { ?card skos:prefLabel ?name FILTER(LANG(?name) = ?lang) }
"""


@pytest.mark.parametrize("card", ["技能抽取", "82732705", "%5740", "card:82732705", "<https://w3id.org/ygokg/card/82732705>"])
def test_a_file_whose_header_tells_kinds_takes_names(card: str, run: Callable[..., Run], tmp_path: Path) -> None:
    file = tmp_path / "mine.rq"
    file.write_text(WITH_HEADER, encoding="utf-8")
    given = ["--param", f"card={card}", "--param", "lang=en", "--format", "tsv"]
    expected = Run(0, '?name\n"Skill Drain"@en\n', "")
    assert run("query", str(file), *given) == expected
    assert run("query", "-", *given, stdin=WITH_HEADER) == expected


def test_what_a_header_tells_of_kinds_is_held_to(run: Callable[..., Run]) -> None:
    nobody = run("query", "-", "--param", "card=nope nope", stdin=WITH_HEADER)
    assert (nobody.code, nobody.out, nobody.err.splitlines()[0]) == (3, "", "Error: There is no card “nope nope” in the data.")
    other_kind = run("query", "-", "--param", 'name="Skill Drain"@en', "--param", "lang=en", "--format", "tsv", stdin=WITH_HEADER)
    assert other_kind == Run(0, '?name\n"Skill Drain"@en\n', "")
    headless = run(
        "query", "-", "--param", "card=技能抽取", "--param", "lang=en", "--format", "tsv", stdin=WITH_HEADER.replace("(card)", "card")
    )
    assert headless == Run(0, "?name\n", "")


REFUSED_VALUES = {
    "an IRI that closes itself": ("x", Value("iri", "urn:a> } DROP ALL { <urn:b")),
    "a relative IRI": ("x", Value("iri", "a")),
    "a number that is none": ("x", Value("number", "1) } #")),
    "half a character": ("x", Value("text", "\ud800")),
    "a name that is none": ("x } #", Value("text", "a")),
    "an empty name": ("", Value("text", "a")),
}


@pytest.mark.parametrize(("name", "value"), REFUSED_VALUES.values(), ids=REFUSED_VALUES)
def test_what_cannot_be_a_value_is_refused(name: str, value: Value) -> None:
    with pytest.raises(UsageProblem):
        values_block({name: value})


BOUND = [
    ("select", "SELECT ?x { ?x ?p ?o }", "SELECT ?x {| ?x ?p ?o }"),
    ("with a where and a comment", "# {\nSELECT ?x # {\nWHERE { ?x ?p ?o }", "# {\nSELECT ?x # {\nWHERE {| ?x ?p ?o }"),
    (
        "after an expression with a pattern",
        "SELECT (EXISTS { ?s ?p ?o } AS ?e) { ?x ?p ?o }",
        "SELECT (EXISTS { ?s ?p ?o } AS ?e) {| ?x ?p ?o }",
    ),
    ("construct", "CONSTRUCT { ?x ?p 1 } WHERE { ?x ?p ?o }", "CONSTRUCT { ?x ?p 1 } WHERE {| ?x ?p ?o }"),
    ("ask", "ASK{?x ?p '{'}", "ASK{|?x ?p '{'}"),
    ("describe", "DESCRIBE ?x { ?x ?p ?o }", "DESCRIBE ?x {| ?x ?p ?o }"),
]


@pytest.mark.parametrize(("query", "bound"), [case[1:] for case in BOUND], ids=[case[0] for case in BOUND])
def test_values_enter_at_the_start_of_the_outermost_pattern(query: str, bound: str) -> None:
    assert bind(query, {"x": Value("number", "5")}) == bound.replace("|", " VALUES ( ?x ) { ( 5 ) } ")


def test_a_query_without_values_stays_as_it_is() -> None:
    assert bind("SELECT * {}", {}) == "SELECT * {}"


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("SELECT ?y { ?y ?p ?o }", "The query has no variable ?x."),
        ("DESCRIBE ?x", "The query has no pattern in braces to put a value into."),
        ("CONSTRUCT WHERE { ?x ?p ?o }", "CONSTRUCT WHERE has no room for a value."),
    ],
)
def test_a_value_without_a_place_is_refused(query: str, message: str) -> None:
    with pytest.raises(UsageProblem) as caught:
        bind(query, {"x": Value("number", "5")})
    assert caught.value.message == message


# ---- headers

HEADER = """\
# title: Cards
# question: Which cards
#   are there?
# parameters:
#   card (card): the card
#   lang (lang, optional): the language
# reading: One row each.
# example: ygokg query cards --param card=1
SELECT ?card { ?card a ygo:Card }
"""


def test_a_header_is_read() -> None:
    query = parse_header("cards", HEADER)
    assert (query.name, query.title, query.question, query.reading) == ("cards", "Cards", "Which cards are there?", "One row each.")
    assert query.parameters == (Parameter("card", "card", "the card"), Parameter("lang", "lang", "the language", optional=True))
    assert (query.example, query.text) == ("ygokg query cards --param card=1", HEADER)


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (HEADER.replace("# reading", "# remarks"), "cards.rq: its header has no `# reading:`."),
        (HEADER.replace("card (card)", "card"), "cards.rq: `card: the card` is no parameter."),
        ("SELECT * {}", "cards.rq: its header has no `# title:`."),
    ],
    ids=["a section is missing", "a parameter without a kind", "no header"],
)
def test_a_broken_header_is_told(broken: str, message: str) -> None:
    with pytest.raises(BrokenInput) as caught:
        parse_header("cards", broken)
    assert caught.value.message == message


@pytest.mark.parametrize("name", sorted(named_queries()))
def test_every_named_query_has_a_sound_header_and_declares_its_prefixes(name: str) -> None:
    query = named_query(name)
    assert all([query.title, query.question, query.reading, query.example])
    assert {parameter.kind for parameter in query.parameters} <= set(KINDS)
    body = query.text.split("\n\n", 1)[1]
    assert "ORDER BY" in body or body.startswith("CONSTRUCT")
    undeclared = [prefix for prefix in PREFIXES if re.search(rf"[\s(/|]{prefix}:", body) and f"PREFIX {prefix}:" not in query.text]
    assert undeclared == []


# ---- the named queries, on a graph that can be worked out by hand

SUMMARIES = {"9.a": "Turned face-down, it resolves.@en", "9.b": "It can be activated.@en", "10": "Face-up, it is negated.@en"}
ROWS: dict[str, list[tuple[dict[str, str], list[str]]]] = {
    "rulings-of-card": [
        (
            {"card": "技能抽取"},
            [
                f"ruling:demo.9.a|ygo:IsNegated|ygo:No|ygo:DerivedRuling|src:demo.9|{SUMMARIES['9.a']}",
                f"ruling:demo.9.b|ygo:CanActivate|ygo:Yes|ygo:DerivedRuling|src:demo.9|{SUMMARIES['9.b']}",
                f"ruling:demo.10|ygo:IsNegated|ygo:Yes|ygo:DerivedRuling|src:demo.10|{SUMMARIES['10']}",
                f"ruling:demo.10|ygo:IsNegated|ygo:Yes|ygo:DerivedRuling|src:demo.11|{SUMMARIES['10']}",
            ],
        ),
        (
            {"card": "14087893"},
            [
                f"ruling:demo.9.a|ygo:IsNegated|ygo:No|ygo:DerivedRuling|src:demo.9|{SUMMARIES['9.a']}",
                f"ruling:demo.9.b|ygo:CanActivate|ygo:Yes|ygo:DerivedRuling|src:demo.9|{SUMMARIES['9.b']}",
            ],
        ),
    ],
    "rulings-between-cards": [
        (
            {"card": "Book of Moon", "other": "Skill Drain"},
            [
                f"ruling:demo.9.a|ygo:IsNegated|ygo:No|ygo:DerivedRuling|src:demo.9|{SUMMARIES['9.a']}",
                f"ruling:demo.9.b|ygo:CanActivate|ygo:Yes|ygo:DerivedRuling|src:demo.9|{SUMMARIES['9.b']}",
            ],
        ),
    ],
    "pending-rulings": [
        ({}, ["ruling:demo.11|ygo:IsNegated|ygo:Yes|src:demo.11|Not decided.@en"]),
        ({"system": "Other"}, ["ruling:demo.11|ygo:IsNegated|ygo:Yes|src:demo.11|Not decided.@en"]),
        ({"system": "失效"}, []),
    ],
    "sources-of-rule": [
        (
            {"rule": "rule:demo.face-down"},
            [
                "states|src:demo.1|1||||",
                "states|src:demo.2|1.1||ygo:OfficialFaq|196|2014-03-21",
                "governs|src:demo.9|1.1|ruling:demo.9.a|||",
            ],
        ),
        (
            {"rule": "negated"},
            [
                "states|src:demo.1|1||||",
                "governs|src:demo.10|1.1|ruling:demo.10|||2016-05-04",
                "governs|src:demo.11|2|ruling:demo.10|||",
                "governs|src:demo.11|2|ruling:demo.11|||",
            ],
        ),
    ],
    "effects-of-family": [
        (
            {"family": "Negator"},
            [
                "effect:82732705-1|Skill Drain@en|①|ygo:FieldNegator",
                "effect:any-other-negator|some other negator@en||ygo:AnyZoneNegator",
            ],
        ),
        ({"family": "场上", "lang": "ja"}, ["effect:82732705-1|スキルドレイン@ja|①|ygo:FieldNegator"]),
    ],
    "rules-of-card": [
        (
            {"card": "%5740", "lang": "zh"},
            [
                "rule:demo.drain|governs|ygo:CanActivate|ygo:Yes|技能抽取@zh",
                "rule:demo.drain|names|ygo:CanActivate|ygo:Yes|技能抽取@zh",
                "rule:demo.face-down|family|ygo:IsNegated|ygo:No|里侧@zh",
                "rule:demo.face-down|governs|ygo:IsNegated|ygo:No|里侧@zh",
                "rule:demo.negated|family|ygo:IsNegated|ygo:Yes|无效@zh",
                "rule:demo.negated|governs|ygo:IsNegated|ygo:Yes|无效@zh",
            ],
        ),
        ({"card": "月之书"}, []),
    ],
    "negation-matrix": [
        (
            {},
            [
                "ygo:AnyZoneNegator|rule:demo.negated|ygo:Negator|ygo:IsNegated|ygo:Yes||",
                "ygo:FieldNegator|rule:demo.face-down|ygo:LapsesFaceDown|ygo:IsNegated|ygo:No|ygo:faceAtResolution|ygo:FaceDown",
                "ygo:FieldNegator|rule:demo.negated|ygo:Negator|ygo:IsNegated|ygo:Yes||",
            ],
        ),
        ({"family": "AnyZoneNegator"}, ["ygo:AnyZoneNegator|rule:demo.negated|ygo:Negator|ygo:IsNegated|ygo:Yes||"]),
    ],
    "coverage-by-system": [
        ({}, ["system:demo.lapse|Lapse@en|4|4|0", "system:demo.other|Other@en|3|1|1"]),
        ({"lang": "zh"}, ["system:demo.lapse|失效@zh|4|4|0", "system:demo.other|其他@zh|3|1|1"]),
    ],
}
CASES = [
    pytest.param(name, given_values, rows, id=f"{name} {' '.join(given_values.values())}".strip())
    for name, cases in ROWS.items()
    for given_values, rows in cases
]


def shown(term: dict[str, str] | None) -> str:
    if term is None:
        return ""
    language = term.get("xml:lang")
    return curie(term["value"]) + (f"@{language}" if language else "")


@pytest.mark.parametrize(("name", "values", "rows"), CASES)
def test_a_named_query_gives_these_rows(tiny: tuple[ox.Store, Model], name: str, values: dict[str, str], rows: list[str]) -> None:
    store, model = tiny
    query = named_query(name)
    text = bind(query.text, arguments(model, query, values))
    result = json.loads(execute(store, text, "json"))
    columns = result["head"]["vars"]
    assert ["|".join(shown(row.get(column)) for column in columns) for row in result["results"]["bindings"]] == rows


NOTHING_YET = {"imported-passages-of-card"}
"""Named queries whose example has no row on the real data yet, so that none goes empty unnoticed."""


WORKLISTS = {"departing-rulings", "fitted-rulings", "open-passages", "pending-rulings", "rules-without-ruling", "unexplained-rulings"}
"""Named queries of what is still to be done or settled: their examples may have rows, and have none once all is done."""


@pytest.mark.parametrize("name", sorted(named_queries()))
def test_the_example_of_a_named_query_runs_on_the_real_data(run: Runner, name: str) -> None:
    words = shlex.split(named_query(name).example)
    assert words[:3] == ["ygokg", "query", name]
    ended = run(*words[1:])
    assert (ended.code, ended.err) == (0, "")
    rows = ended.out.splitlines()[1:]
    assert name in WORKLISTS or (not rows) is (name in NOTHING_YET)


# ---- parameters


def test_parameters_are_checked(tiny: tuple[ox.Store, Model]) -> None:
    _, model = tiny
    query = named_query("rulings-between-cards")
    with pytest.raises(UsageProblem) as missing:
        arguments(model, query, {"card": "技能抽取"})
    assert missing.value.message == "The query rulings-between-cards needs `other`: the other card."
    assert missing.value.hint == "Example: ygokg query rulings-between-cards --param card=技能抽取 --param other=月之书"
    with pytest.raises(UsageProblem) as unknown:
        arguments(model, query, {"card": "技能抽取", "other": "月之书", "third": "1"})
    assert (unknown.value.message, unknown.value.hint) == (
        "The query rulings-between-cards has no parameter `third`.",
        "It has card, other.",
    )


def test_things_that_are_not_there_are_not_found(tiny: tuple[ox.Store, Model]) -> None:
    _, model = tiny
    with pytest.raises(NotFound) as caught:
        arguments(model, named_query("effects-of-family"), {"family": "fild negator"})
    assert (caught.value.message, caught.value.hint) == (
        "There is no family “fild negator”.",
        "Nearest: ygo:FieldNegator, ygo:Negator, ygo:AnyZoneNegator.",
    )
    with pytest.raises(NotFound):
        arguments(model, named_query("rulings-of-card"), {"card": "no such card"})


# ---- the command


@pytest.fixture
def demo(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The tiny graph in place of the built-in one."""
    from ygokg.store import cache

    monkeypatch.setattr(cache, "bundled_files", lambda: [TINY])
    monkeypatch.setenv("YGOKG_CACHE", str(tmp_path))


SELECT = (
    "SELECT ?card ?name ?id { ?card a ygo:Card ; dct:identifier ?id ; skos:prefLabel ?name . FILTER(LANG(?name) = 'zh') } ORDER BY ?card"
)
CONSTRUCT = "CONSTRUCT { ?rule ygo:answer ?answer } { ?rule a ygo:Rule ; ygo:answer ?answer } "
OUTPUTS = [
    (
        SELECT,
        "table",
        "card           name              id\n"
        "card:14087893  月之书@zh         14087893\n"
        "card:75878039  星因士 天津四@zh  75878039\n"
        "card:82732705  技能抽取@zh       82732705\n",
    ),
    (
        SELECT,
        "csv",
        "card,name,id\n"
        "https://w3id.org/ygokg/card/14087893,月之书,14087893\n"
        "https://w3id.org/ygokg/card/75878039,星因士 天津四,75878039\n"
        "https://w3id.org/ygokg/card/82732705,技能抽取,82732705\n",
    ),
    (SELECT + " LIMIT 1", "tsv", '?card\t?name\t?id\n<https://w3id.org/ygokg/card/14087893>\t"月之书"@zh\t"14087893"\n'),
    (
        "ASK { card:82732705 a ygo:Card }",
        "table",
        "true\n",
    ),
    ("ASK { card:1 a ygo:Card }", "csv", "false\n"),
    ("SELECT ?x { ?x a ygo:Nothing }", "table", "x\n"),
    (
        CONSTRUCT,
        "table",
        "@prefix ygo: <https://w3id.org/ygokg/ontology#> .\n@prefix rule: <https://w3id.org/ygokg/rule/> .\n"
        "rule:demo.drain ygo:answer ygo:Yes .\nrule:demo.face-down ygo:answer ygo:No .\nrule:demo.negated ygo:answer ygo:Yes .\n",
    ),
    (
        "DESCRIBE evidence:demo.2.1",
        "nt",
        "<https://w3id.org/ygokg/evidence/demo.2.1> <http://purl.org/dc/terms/date>"
        ' "2014-03-21"^^<http://www.w3.org/2001/XMLSchema#date> .\n'
        '<https://w3id.org/ygokg/evidence/demo.2.1> <http://purl.org/dc/terms/identifier> "196" .\n'
        "<https://w3id.org/ygokg/evidence/demo.2.1> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
        " <http://www.w3.org/2002/07/owl#NamedIndividual> .\n"
        "<https://w3id.org/ygokg/evidence/demo.2.1> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
        " <https://w3id.org/ygokg/ontology#Evidence> .\n"
        "<https://w3id.org/ygokg/evidence/demo.2.1> <https://w3id.org/ygokg/ontology#sourceClass>"
        " <https://w3id.org/ygokg/ontology#OfficialFaq> .\n",
    ),
]


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize(
    ("query", "format", "out"), OUTPUTS, ids=[f"{case[0].split()[0]} as {case[1]} {n}" for n, case in enumerate(OUTPUTS)]
)
def test_a_result_is_written_like_this(run: Runner, query: str, format: str, out: str) -> None:
    ended = run("query", query, "--format", format)
    assert (ended.out, ended.err, ended.code) == (out, "", 0)


@pytest.mark.usefixtures("demo")
def test_json_is_the_usual_json_of_sparql_and_rdf(run: Runner) -> None:
    rows = json.loads(run("query", SELECT + " LIMIT 1", "--format", "json").out)
    assert rows["results"]["bindings"][0]["name"] == {"type": "literal", "value": "月之书", "xml:lang": "zh"}
    assert json.loads(run("query", "ASK {}", "--format", "json").out)["boolean"] is True
    graph = json.loads(run("query", CONSTRUCT, "--format", "json").out)
    assert sorted(node["@id"].rpartition("/")[2] for node in graph) == ["demo.drain", "demo.face-down", "demo.negated"]


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize(
    ("args", "out"),
    [
        (["SELECT ?c { ?c skos:prefLabel ?n }", "--param", 'n="月之书"@zh'], "c\ncard:14087893\n"),
        (["SELECT ?c { ?c dct:identifier ?n }", "--param", 'n="196"'], "c\nevidence:demo.2.1\n"),
        (["SELECT ?p { ?p ygo:line ?n }", "--param", "n=9"], "p\nsrc:demo.9\n"),
        (["ASK { ?c a ygo:Card }", "--param", "c=card:82732705"], "true\n"),
    ],
    ids=["text with a language", "quoted digits", "a number", "a CURIE"],
)
def test_values_enter_a_query_of_the_user(run: Runner, args: list[str], out: str) -> None:
    assert run("query", *args).out == out


CLEAN = """\
@prefix card: <https://w3id.org/ygokg/card/> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix ygo: <https://w3id.org/ygokg/ontology#> .
card:5 a ygo:Card ; dct:identifier "5" .
"""


@pytest.mark.parametrize(
    ("text", "found"), [(CLEAN, "false"), (TINY.read_text(encoding="utf-8"), "true")], ids=["nothing is found", "something is found"]
)
def test_files_alone_are_asked_and_exported_with_their_findings(run: Runner, tmp_path: Path, text: str, found: str) -> None:
    file = tmp_path / "alone.ttl"
    file.write_text(text, encoding="utf-8")
    for _ in ("built", "kept"):
        assert run("query", "ASK { ?f a ygo:Finding }", "--no-builtin", "--data", str(file)) == Run(0, f"{found}\n", "")
    exported = run("export", "--format", "nquads", "--no-builtin", "--data", str(file))
    assert (exported.code, str("#Finding>" in exported.out).lower()) == (0, found)


@pytest.mark.usefixtures("demo")
def test_a_query_comes_from_a_file_or_standard_input(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "with space.rq"
    file.write_text("\ufeffASK { card:82732705 a ygo:Card }", encoding="utf-8")
    assert run("query", str(file)).out == "true\n"
    assert run("query", "-", stdin="ASK { card:1 a ygo:Card }").out == "false\n"


@pytest.mark.usefixtures("demo")
def test_labels_of_a_named_query_follow_the_language(run: Runner) -> None:
    assert "失效@zh" in run("query", "coverage-by-system", "--lang", "zh").out
    assert "Lapse@en" in run("query", "coverage-by-system", "--lang", "ja", "--param", "lang=en").out


@pytest.mark.usefixtures("demo")
def test_the_list_names_every_query(run: Runner) -> None:
    listed = json.loads(run("query", "--list", "--format", "json").out)
    assert [row["name"] for row in listed] == sorted(named_queries())
    assert next(row for row in listed if row["name"] == "effects-of-family") == {
        "name": "effects-of-family",
        "parameters": "family, lang?",
        "question": "Which card effects belong to this family or to one below it?",
    }


def test_a_query_can_be_shown_instead_of_run(run: Runner) -> None:
    assert run("query", "pending-rulings", "--show").out == named_queries()["pending-rulings"].read_text(encoding="utf-8")


@pytest.mark.usefixtures("demo")
def test_a_query_that_runs_too_long_is_ended(run: Runner) -> None:
    endless = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
    ended = run("query", endless, "--timeout", "0.3")
    assert (ended.code, ended.out) == (4, "")
    assert ended.err == ("Error: The query was ended after 0.3 seconds.\nNarrow it, add a LIMIT, or give it longer: --timeout SECONDS.\n")


HINT = "Look at this place; `ygokg query --list` has examples that work."
PROBLEMS = [
    ("nothing", [], 2, "No query is given.", "Give SPARQL, a file or a name; `ygokg query --list` shows the names."),
    (
        "an update",
        ["INSERT DATA { ygo:a ygo:b ygo:c }"],
        2,
        "INSERT is an update; the graph is only read.",
        "Ask with SELECT, ASK, CONSTRUCT or DESCRIBE; lay triples on top with --data.",
    ),
    (
        "another server",
        ["SELECT * { SERVICE <http://192.0.2.1/> { ?s ?p ?o } }"],
        2,
        "SERVICE would ask another server; queries stay in this graph.",
        "Leave the SERVICE part out.",
    ),
    (
        "an unknown prefix",
        ["SELECT * {\n ?s a rules:Rule }"],
        2,
        "The query, line 2: the prefix `rules:` is not declared.",
        "Did you mean `rule:`?",
    ),
    ("a brace too few", ["SELECT * { ?s ?p ?o"], 2, "The query: a closing brace is missing.", "Every { needs its }."),
    ("a word too few", ["SELECT * { ?s ?p ?o }\nORDER ?s"], 2, "The query, line 2: not SPARQL: `ORDER ?s`.", HINT),
    (
        "a variable that is not grouped",
        ["SELECT ?s (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY ?p"],
        2,
        "The query, line 1: the SELECT contains a variable that is unbound.",
        HINT,
    ),
    (
        "a name that is nearly one",
        ["rulings-of-cards"],
        3,
        "There is no query `rulings-of-cards`.",
        "Did you mean rulings-of-card, rules-of-card, rulings-of-faq? `ygokg query --list` shows all; SPARQL itself goes in quotes.",
    ),
    (
        "a file that is not there",
        ["gone.rq"],
        2,
        "There is no file gone.rq.",
        "Give SPARQL, a file that exists, or a name from `ygokg query --list`.",
    ),
    (
        "a parameter too few",
        ["rulings-of-card"],
        2,
        "The query rulings-of-card needs `card`: the card, by name, passcode or % and official id.",
        "Example: ygokg query rulings-of-card --param card=技能抽取",
    ),
    (
        "a parameter without a value",
        ["rulings-of-card", "--param", "card"],
        2,
        "--param card: it is not NAME=VALUE.",
        "Write it as --param card=技能抽取",
    ),
    (
        "a parameter twice",
        ["rulings-of-card", "--param", "card=1", "--param", "card=2"],
        2,
        "--param card is given twice.",
        "Give each parameter once.",
    ),
    (
        "a variable that is not there",
        ["SELECT ?s { ?s ?p ?o }", "--param", "x=1"],
        2,
        "The query has no variable ?x.",
        "Its variables: ?o, ?p, ?s",
    ),
    (
        "rows as a graph",
        ["SELECT ?s { ?s ?p ?o }", "--format", "turtle"],
        2,
        "Its result is rows, not a graph; turtle cannot hold it.",
        "Use --format table, json, csv, tsv.",
    ),
    (
        "a graph as rows",
        ["DESCRIBE card:82732705", "--format", "csv"],
        2,
        "Its result is a graph, not rows; csv cannot hold it.",
        "Use --format table, turtle, nt, json.",
    ),
    ("half a character", ["SELECT * { ?s ?p '\udcff' }"], 2, "The query is no text that can be read as SPARQL.", "Write it in UTF-8."),
]


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize(("args", "code", "message", "hint"), [case[1:] for case in PROBLEMS], ids=[case[0] for case in PROBLEMS])
def test_a_problem_is_one_message_and_an_exit_code(run: Runner, args: list[str], code: int, message: str, hint: str) -> None:
    ended = run("query", *args)
    assert (ended.err, ended.out, ended.code) == (f"Error: {message}\n{hint}\n", "", code)


@pytest.mark.usefixtures("demo")
def test_a_file_with_a_broken_query_is_named(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "broken.rq"
    file.write_text("SELECT *\nWHERE { ?s ?p ?o .\n FILTER(nope(?o)) }", encoding="utf-8")
    assert run("query", str(file)).err == f"Error: {file}, line 3: not SPARQL: `FILTER(nope(?o)) }}`.\n{HINT}\n"
    file.write_bytes(b"\xff\xfe\0S")
    assert run("query", str(file)).err == f"Error: {file} is not UTF-8 text.\nGive a text file with one SPARQL query.\n"
