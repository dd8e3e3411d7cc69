"""Properties that hold for whatever is thrown at names, values, queries, Turtle and the readers of documents."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pyoxigraph as ox
import pytest
from conftest import REPOSITORY
from corpus_files import CHAPTER, LOG, PLAIN
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ygokg.cli.output import escaped, safe, width
from ygokg.documents.files import readable
from ygokg.documents.passages import normalise
from ygokg.documents.reading import decoded, read_document
from ygokg.errors import BrokenInput, YgokgError
from ygokg.export.writing import FORMATS, write
from ygokg.graph.model import Model
from ygokg.lookup.asking import read_facts
from ygokg.names.keys import HAN_FORMS, key, name_key
from ygokg.names.lookup import find
from ygokg.store.build import parse_file
from ygokg.store.cache import Graph
from ygokg.store.sparql import bind, open_braces, read_value, require_read_only, with_full_names
from ygokg.store.values import Value, values_block

TINY = REPOSITORY / "tests" / "data" / "tiny" / "tiny.ttl"
steady = settings(derandomize=True, deadline=None, database=None, max_examples=150, suppress_health_check=list(HealthCheck))


def joined(*pieces: str, most: int = 20) -> st.SearchStrategy[str]:
    """Texts of some pieces, in any order."""
    return st.lists(st.sampled_from(pieces), max_size=most).map("".join)


ANY = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
NAMES = st.text(
    st.sampled_from([*"技能抽取青眼白龙竜龍黑黒魔導导No.ＮＯ39－-・·「」 ～~ーカかガA1①★×∞+é", "\u0301", "\u3099", "が"]), max_size=12
)


def must_be_told(error: YgokgError) -> None:
    """An error says what is wrong and what to do next."""
    assert (bool(error.message.strip()), bool(error.hint.strip())) == (True, True)


# ---- names


@steady
@given(st.one_of(NAMES, ANY))
def test_the_key_of_a_key_is_the_key(name: str) -> None:
    assert key(key(name)) == key(name)
    assert name_key(name_key(name)) == name_key(name)


@steady
@given(NAMES)
def test_how_a_name_is_typed_does_not_matter_to_its_key(name: str) -> None:
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert key(unicodedata.normalize(form, name)) == key(name)
    assert key(f" 「{name}」 ") == key(name)
    assert key(name.upper()) == key(name.lower()) == key(name)


def _names(model: Model) -> list[tuple[str, str]]:
    return [(card.id, name) for card in model.cards.values() for name in (*card.names.values(), *card.variants)]


FORMS = {form: group for group in HAN_FORMS.split() for form in group}
WIDE = {ord(sign): ord(sign) + 0xFEE0 for sign in map(chr, range(0x21, 0x7F))}


@steady
@given(st.data())
def test_a_variant_of_a_name_never_leads_to_another_card(graph: Graph, data: st.DataObject) -> None:
    """In other forms of its characters, in another width, case or script of kana, with blanks: its card, or several with its card."""
    card, name = data.draw(st.sampled_from(_names(graph.model)))
    variant = "".join(data.draw(st.sampled_from(FORMS.get(sign, sign))) for sign in name)
    if data.draw(st.booleans()):
        variant = variant.translate(WIDE)
    variant = data.draw(
        st.sampled_from([variant, variant.upper(), f"「{variant}」", variant.replace(" ", ""), unicodedata.normalize("NFD", variant)])
    )
    match = find(graph.model, variant)
    if match.found is not None:
        own = name_key(name)
        same = {i for i, other in _names(graph.model) if name_key(other) == own}
        assert card in same
        assert match.found in same
    else:
        assert card in match.candidates


@steady
@given(st.one_of(NAMES, ANY))
def test_any_text_is_looked_up_or_refused_and_what_is_found_has_its_key(graph: Graph, text: str) -> None:
    try:
        match = find(graph.model, text)
    except YgokgError as error:
        must_be_told(error)
        assert not name_key(text)
        return
    if match.found in graph.model.cards and not text.strip().lstrip("%").strip().isdecimal() and ":" not in text:
        card = graph.model.cards[match.found]
        assert name_key(text) in {name_key(name) for name in (*card.names.values(), *card.variants)}


# ---- feature values


@steady
@given(st.data())
def test_values_of_features_are_taken_as_they_are_or_refused_in_words(graph: Graph, data: st.DataObject) -> None:
    features = sorted(i.removeprefix("ygo:") for i in graph.model.features)
    values = sorted(i.removeprefix("ygo:") for i in graph.model.terms)
    feature = data.draw(st.one_of(st.sampled_from(features), ANY))
    value = data.draw(st.one_of(st.sampled_from(values), NAMES, ANY))
    question = data.draw(st.sampled_from(sorted(graph.model.questions)))
    try:
        facts = read_facts(graph.model, question, [f"{feature}={value}"], "en")
    except YgokgError as error:
        must_be_told(error)
        return
    (taken,) = facts.values()
    assert taken
    again = [f"{name}={','.join(values)}" for name, values in facts.items()]
    assert read_facts(graph.model, question, again, "zh") == facts


# ---- query text


@steady
@given(text=ANY, language=st.sampled_from(["", "zh", "en-GB"]))
def test_a_value_never_changes_the_structure_of_a_query(text: str, language: str) -> None:
    query = bind("SELECT ?x ?y { ?x ?p ?y }", {"x": Value("text", text, language)})
    assert open_braces(query) == 0
    require_read_only(query)
    assert with_full_names(query) == query
    alone = ox.Store().query(f"SELECT * {{ {values_block({'x': Value('text', text, language)})} }}")
    (row,) = alone  # type: ignore[misc]
    assert row["x"] == (ox.Literal(text, language=language) if language else ox.Literal(text))


@steady
@given(st.one_of(ANY, st.text(st.sampled_from("<>{}\"'\\#?:@ \n\r.card1e-+"), max_size=20)))
def test_a_word_of_the_command_line_is_one_value_or_refused(text: str) -> None:
    try:
        query = bind("SELECT ?x { }", {"x": read_value(text)})
    except YgokgError:
        return
    require_read_only(query)
    try:
        rows = list(ox.Store().query(query))  # type: ignore[arg-type]
    except SyntaxError:  # well fenced, but no IRI or no language to the parser
        assert text.startswith(("<", '"', "'")) or ":" in text
        return
    assert len(rows) == 1
    if not text.startswith(("<", '"', "'")) and ":" not in text:
        assert rows[0]["x"].value == text


@steady
@given(joined(*"<>{}()\"'#?.:@\\ \n\r", "service", "SELECT ", "ygo:a", "a.b", "'''", "\\u0053", most=15))
def test_to_look_at_a_query_never_fails_but_in_words(text: str) -> None:
    try:
        require_read_only(text)
    except YgokgError as error:
        must_be_told(error)
    assert with_full_names(text).count("\n") == text.count("\n")


# ---- Turtle

IRIS = st.sampled_from(
    ["urn:a", "https://w3id.org/ygokg/card/1", "https://w3id.org/ygokg/ontology#Yes", "https://w3id.org/ygokg/ruling/a.1.b"]
)
NODES = st.one_of(IRIS.map(ox.NamedNode), st.sampled_from(["b1", "b2", "b3"]).map(ox.BlankNode))
NOT_IN_XML = st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff")
TEXTS = st.one_of(
    ANY, st.text(st.sampled_from(["\\", '"', "'", "\n", "\r", "\t", "\x1b", "\x85", "\u202e", "\ufeff", "𠮷", "#", "@", "^"]), max_size=8)
)
LITERALS = st.one_of(
    TEXTS.map(ox.Literal),
    st.tuples(TEXTS, st.sampled_from(["zh", "en", "zh-hans"])).map(lambda pair: ox.Literal(pair[0], language=pair[1])),
    st.integers().map(ox.Literal),
    st.booleans().map(ox.Literal),
    st.tuples(ANY, st.sampled_from(["date", "gYear", "integer", "decimal", "boolean"])).map(
        lambda pair: ox.Literal(pair[0], datatype=ox.NamedNode(f"http://www.w3.org/2001/XMLSchema#{pair[1]}"))
    ),
)
QUADS = st.lists(st.builds(ox.Quad, NODES, IRIS.map(ox.NamedNode), st.one_of(NODES, LITERALS)), max_size=6)


def canonical(quads: list[ox.Quad]) -> set[str]:
    dataset = ox.Dataset(quads)
    dataset.canonicalize(ox.CanonicalizationAlgorithm.RDFC_1_0)
    return {str(quad.triple) for quad in dataset}


SUFFIXES = {"turtle": ".ttl", "trig": ".trig", "nquads": ".nq", "nt": ".nt", "rdfxml": ".rdf", "jsonld": ".jsonld"}


@pytest.mark.parametrize("form", FORMATS)
@settings(steady, max_examples=60)
@given(quads=QUADS)
def test_what_is_exported_is_read_back_as_it_was(tmp_path_factory: pytest.TempPathFactory, form: str, quads: list[ox.Quad]) -> None:
    try:
        content = write(quads, form)
    except YgokgError:
        assert form == "rdfxml"
        return
    file = tmp_path_factory.getbasetemp() / f"round{SUFFIXES[form]}"
    for text in (content, escaped(content.decode(), xml=form == "rdfxml").encode()):
        file.write_bytes(text)
        assert canonical(parse_file(file)) == canonical(quads)
    assert write(list(reversed(quads)), form) == content


# ---- documents

LINES = st.one_of(
    st.sampled_from([*CHAPTER.split("\n"), *LOG.split("\n"), *PLAIN.split("\n")]),
    joined(*" \t|•-.:：_`*「」『』<>[]#\\=~^①例注意年月/0123456789技", ".. ", ":: ", "note::", "23/1/5", ":strike:`", most=25),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20),
)


@pytest.mark.parametrize("name", ["甲.rst", "2021.rst", "甲.txt", "2021.txt"])
@settings(steady, max_examples=150)
@given(lines=st.lists(LINES, max_size=15), end=st.sampled_from(["", "\n", "\r\n"]))
def test_no_line_of_a_document_is_lost(name: str, lines: list[str], end: str) -> None:
    path = Path(name)
    try:
        text = decoded(path, (end or "\n").join(lines).encode() + end.encode(), "en")
        document = read_document(path, text, "en")
    except BrokenInput as error:
        must_be_told(error)
        return
    given_lines = text.split("\n")
    if given_lines and not given_lines[-1]:
        given_lines.pop()
    assert sum(document.lines.values()) == len(given_lines)
    written = [line for line in given_lines if line.strip()]
    counted = sum(count for kind, count in document.lines.items() if kind != "blank")
    assert counted <= len(written)
    assert len(document.passages) == document.lines["passage"]
    assert all(1 <= passage.line <= len(given_lines) for passage in document.passages)
    blank = [line for line in written if not any(sign.isalnum() for sign in line)]
    assert len(written) - counted <= len(blank)


@steady
@given(st.binary(max_size=200))
def test_any_bytes_are_a_document_or_refused_in_words(content: bytes) -> None:
    for name in ("甲.rst", "甲.txt"):
        try:
            document = read_document(Path(name), decoded(Path(name), content, "zh"), "zh")
        except BrokenInput as error:
            must_be_told(error)
        else:
            assert document.title


@steady
@given(LINES)
def test_the_normal_form_of_a_normal_form_has_no_blanks_and_no_marks(line: str) -> None:
    assert not set(normalise(line)) & set(" \t`_\\*¶：（）")


# ---- output


@steady
@given(ANY)
def test_what_is_shown_is_printable_and_as_wide_as_it_says(text: str) -> None:
    shown = safe(text)
    assert not any(unicodedata.category(sign) == "Cc" and sign not in "\n\t" for sign in shown)
    assert safe(shown) == shown
    assert width(shown) >= 0


@steady
@given(st.binary(max_size=30))
def test_the_name_of_any_file_is_text(name: bytes) -> None:
    assert isinstance(readable(name.decode("utf-8", "surrogateescape")).encode("utf-8"), bytes)
