"""`--data` in every form of RDF, with and without the built-in graph; what cannot be read is said in one message."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Run

from ygokg.errors import BrokenInput
from ygokg.store.build import parse_file
from ygokg.store.bundle import data_files

CARD = "https://w3id.org/ygokg/card/1"
KIND = "https://w3id.org/ygokg/ontology#Card"
LABEL = "http://www.w3.org/2004/02/skos/core#prefLabel"
NUMBER = "http://purl.org/dc/terms/identifier"
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
XML = (
    '<?xml version="1.0" encoding="UTF-8"?>\n{}<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
    'xmlns:skos="http://www.w3.org/2004/02/skos/core#" xmlns:dct="http://purl.org/dc/terms/">\n'
    f'<rdf:Description rdf:about="{CARD}"><rdf:type rdf:resource="{KIND}"/>'
    '<dct:identifier>1</dct:identifier><skos:prefLabel xml:lang="en">{}</skos:prefLabel></rdf:Description>\n</rdf:RDF>\n'
)
LINES = f'<{CARD}> <{TYPE}> <{KIND}> {{0}}.\n<{CARD}> <{LABEL}> "Odd-Eyes Test"@en {{0}}.\n<{CARD}> <{NUMBER}> "1" {{0}}.\n'
TURTLE = f'<{CARD}> a <{KIND}> ; <{LABEL}> "Odd-Eyes Test"@en ; <{NUMBER}> "1" .\n'
FORMS = {
    "mine.ttl": TURTLE,
    "mine.txt": TURTLE,
    "mine.nt": LINES.format(""),
    "mine.nq": LINES.format("<https://example.org/mine> "),
    "mine.trig": f"<https://example.org/mine> {{ {TURTLE} }}\n",
    "mine.rdf": XML.format("", "Odd-Eyes Test"),
    "mine.OWL": XML.format("<!-- by hand -->", "Odd-Eyes Test"),
    "mine.jsonld": f'{{"@id": "{CARD}", "@type": "{KIND}", "{LABEL}": {{"@value": "Odd-Eyes Test", "@language": "en"}}, "{NUMBER}": "1"}}',
}


@pytest.mark.parametrize("name", FORMS)
def test_a_card_in_a_file_of_this_form(run: Callable[..., Run], tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_text(FORMS[name], encoding="utf-8")
    shown = "Odd-Eyes Test\n1\n\nRests on: 1 file of yours, without the built-in data\n"
    assert run("card", "odd-eyes test", "--data", str(file), "--no-builtin") == Run(0, shown, "")


@pytest.mark.usefixtures("small_built_in")
def test_the_built_in_graph_is_left_out_on_demand(run: Callable[..., Run], tmp_path: Path) -> None:
    file = tmp_path / "mine.ttl"
    file.write_text(TURTLE, encoding="utf-8")
    count = ("query", "SELECT (COUNT(?card) AS ?n) { ?card a ygo:Card }", "--format", "csv", "--data", str(file))
    assert run(*count, "--no-builtin").out == "n\n1\n"
    assert int(run(*count).out.split()[1]) > 3


@pytest.mark.parametrize(
    "arguments",
    [("card", "1"), ("query", "ASK {}"), ("check",), ("conflicts",), ("stats",), ("export",)],
    ids=["card", "query", "check", "conflicts", "stats", "export"],
)
def test_nothing_at_all_is_refused(run: Callable[..., Run], arguments: tuple[str, ...]) -> None:
    message = "Error: Without the built-in data the graph is empty.\nGive --no-builtin together with --data.\n"
    assert run(*arguments, "--no-builtin") == Run(2, "", message)
    assert run("--no-builtin", *arguments) == Run(2, "", message)


def test_a_folder_gives_its_files_in_every_form(tmp_path: Path) -> None:
    for name in ("b.ttl", "a.nt", "c.trig", "d.jsonld", "e.rdf", "f.owl", "g.nq", "h.txt", "i.json"):
        (tmp_path / name).write_text("", encoding="utf-8")
    assert [path.name for path in data_files([tmp_path])] == ["a.nt", "b.ttl", "c.trig", "d.jsonld", "e.rdf", "f.owl", "g.nq"]


def test_what_an_export_says_is_inferred_is_worked_out_anew(run: Callable[..., Run], tmp_path: Path) -> None:
    file = tmp_path / "mine.nq"
    stale = "<https://w3id.org/ygokg/ruling/x> <https://w3id.org/ygokg/ontology#status> <https://w3id.org/ygokg/ontology#Stale> "
    file.write_text(LINES.format("") + stale + "<https://w3id.org/ygokg/graph/inferred> .\n", encoding="utf-8")
    assert run("query", "ASK { ?ruling ygo:status ?status }", "--data", str(file), "--no-builtin").out == "false\n"


NEAR = "Mend this line; the mistake may also be just before it."
DECLARED = "Write the names out and leave the declaration away, or save the file as Turtle."
SECRET = '<!DOCTYPE r [<!ENTITY it SYSTEM "file:///etc/hostname">]>\n'
LAUGHS = '<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>\n'
BROKEN = {
    "an entity that reads a file": (
        "bad.rdf",
        XML.format(SECRET, "&it;"),
        "{file}, line 2: the file declares a document type or entities, which is not read.",
        DECLARED,
    ),
    "entities that multiply": (
        "bad.owl",
        XML.format(LAUGHS, "&b;"),
        "{file}, line 2: the file declares a document type or entities, which is not read.",
        DECLARED,
    ),
    "a document type without entities": (
        "bad.owl",
        XML.format("<!-- no entity -->\n<!DOCTYPE rdf>", "x"),
        "{file}, line 3: the file declares a document type or entities, which is not read.",
        DECLARED,
    ),
    "an entity nobody declared": ("bad.rdf", XML.format("", "&it;"), "{file}, line 3: not XML: undefined entity.", NEAR),
    "XML that ends too early": ("bad.rdf", XML.format("", "x")[:-30], "{file}, line 3: not XML: no element found.", NEAR),
    "XML that is no RDF": (
        "bad.owl",
        "<a><b>c</b></a>",
        "{file} is not RDF/XML that can be read: XML namespaces are required in RDF/XML.",
        "Look at it with a tool for RDF/XML.",
    ),
    "a context from elsewhere": (
        "bad.jsonld",
        '{"@context": "https://example.org/context", "a": 1}',
        "{file} is not JSON-LD that can be read: No LoadDocumentCallback has been set to load remote contexts.",
        "Put the context into the file; nothing is fetched.",
    ),
    "JSON that ends too early": (
        "bad.jsonld",
        '{"a":\n',
        "{file}, line 2: Unexpected end of file, a value was expected.",
        NEAR,
    ),
    "a triple over two lines": (
        "bad.nt",
        "<urn:a> <urn:b>\n<urn:c> .\n",
        "{file}, line 2: line jumps are not allowed in the middle of triples.",
        NEAR,
    ),
    "a binary file": ("bad.nq", "\0", "{file} is a binary file, not N-Quads.", "Give a text file in N-Quads (.nq)."),
    "a binary file with no known suffix": ("bad.db", "\0", "{file} is a binary file, not Turtle.", "Give a text file in Turtle (.ttl)."),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_cannot_be_read_is_one_message(run: Callable[..., Run], tmp_path: Path, name: str) -> None:
    file_name, text, message, hint = BROKEN[name]
    file = tmp_path / file_name
    file.write_text(text, encoding="utf-8")
    assert run("card", "1", "--data", str(file)) == Run(2, "", f"Error: {message.format(file=file)}\n{hint}\n")


def test_an_entity_that_xml_itself_knows_and_a_comment_are_no_declarations(tmp_path: Path) -> None:
    file = tmp_path / "good.rdf"
    file.write_text(XML.format("<!-- <!DOCTYPE r> -->", "Rag &amp; Bone &lt;!ENTITY"), encoding="utf-8")
    assert [q.object.value for q in parse_file(file) if q.predicate.value == LABEL] == ["Rag & Bone <!ENTITY"]


def test_text_in_another_encoding(tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonld"
    file.write_bytes('{"a": "技能"}'.encode("gb18030"))
    with pytest.raises(BrokenInput, match=r"bad\.jsonld, line 1: not UTF-8 text\."):
        parse_file(file)


def test_a_check_reads_turtle_only(run: Callable[..., Run], tmp_path: Path) -> None:
    file = tmp_path / "mine.nt"
    file.write_text(FORMS["mine.nt"], encoding="utf-8")
    message = f"Error: {file} is N-Triples; a check tells the lines of Turtle.\nSave it as a .ttl file first.\n"
    assert run("check", "--no-shacl", "--data", str(file)) == Run(2, "", message)
