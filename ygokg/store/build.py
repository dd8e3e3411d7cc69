"""Building a store: files of RDF parsed, compiled into a Model, and with the triples all that follows from them.

What follows goes into the inferred graph: what the rules make of each ruling, the figures, which concepts rules and rulings are about,
what look-ups need (`ygokg.store.following`), and, in a store that is kept, the findings. Files come from anybody, so that each is
looked at before a parser sees it: text, not nested too deeply, XML without entities. `conflicts` starts from Turtle as it is, without
a store: what contradicts itself must be readable too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import pyoxigraph as ox

from ygokg.errors import BrokenInput
from ygokg.graph.compile import compile_model
from ygokg.graph.model import Id, Model
from ygokg.graph.triples import PREFIXES, expand, node
from ygokg.reading import read_file
from ygokg.store.bundle import SHAPES, SYNTAXES, bundled_files, data_files
from ygokg.store.cache import Compiled, Verdict, Verdicts
from ygokg.store.following import INFERRED, OURS, following

if TYPE_CHECKING:
    from ygokg.consistency.finding import Acceptance, Finding
    from ygokg.resolver.figures import Figures, RulingFigure
    from ygokg.resolver.rulebase import Rulebase

_Fact = tuple[Id, Id, "Id | ox.Literal"]
"""A triple of the inferred graph."""
_BEYOND = ("ygokg.situation.in_graph",)
"""Modules that know of more that follows, each by `following(model)`. They need a store themselves, and so are found by name."""
DEEPEST = 500
"""Levels. Data of this graph has ten at most."""
_MARKS = {
    "JSON-LD": re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\Z)|(?P<open>[\[{])|(?P<close>[\]}])', re.DOTALL),
    "Turtle": re.compile(rb"(?P<open><<\(?)|(?P<close>>>)"),
}
"""Where a level begins and ends. Turtle, and all forms like it, nest in triples alone: collections cost them no depth."""
_FORMATS = {
    "Turtle": ox.RdfFormat.TURTLE,
    "N-Triples": ox.RdfFormat.N_TRIPLES,
    "N-Quads": ox.RdfFormat.N_QUADS,
    "TriG": ox.RdfFormat.TRIG,
    "RDF/XML": ox.RdfFormat.RDF_XML,
    "JSON-LD": ox.RdfFormat.JSON_LD,
}
_NEAR = "Mend this line; the mistake may also be just before it."
_ELSEWHERE = {"No LoadDocumentCallback has been set to load remote contexts": "Put the context into the file; nothing is fetched."}
"""What to do about an error that has no line, by the parser's words."""
_POSITION = re.compile(r"^Parser error at line \d+ (?:between columns \d+ and \d+|column \d+): |^Parser error (?:between|from) .*?: ")
_PREFIX = re.compile(r"The prefix (?P<name>\S*): has not been declared")


def fill(store: ox.Store, files: Sequence[str | Path], *, with_findings: bool = False) -> Compiled:
    """Put the files' triples and what follows from them into an empty store; return the compiled Model and the verdicts.

    What contradicts itself goes there `with_findings` (see `add_findings`). Raises `BrokenInput` where a file cannot be parsed or
    states something in a shape that the ontology does not have.
    """
    return fill_with(store, read_quads(files), with_findings=with_findings)


def fill_with(store: ox.Store, quads: list[ox.Quad], *, with_findings: bool = False) -> Compiled:
    """Put quads and what follows from them into an empty store; return and raise as `fill` does."""
    from ygokg.resolver.figures import figures
    from ygokg.resolver.rulebase import Rulebase

    model = compile_model(quads)
    base = Rulebase(model)
    counted = figures(base)
    found = verdicts(base, counted)
    store.bulk_extend([*quads, *inferred(model, counted, found)])
    if with_findings:
        add_findings(store, model, base)
    return model, found


def inferred(model: Model, counted: Figures, found: Verdicts) -> Iterator[ox.Quad]:
    """Yield all that follows from a model, as quads of the inferred graph and of those of words."""
    for subject, predicate, value in (*_of_verdicts(found), *_of_figures(counted), *_of_left_out(model), *_of_subjects(model)):
        known = value if isinstance(value, ox.Literal) else node(value)
        yield ox.Quad(node(subject), ox.NamedNode(expand(predicate)), known, INFERRED)
    yield from following(model)
    for module in _BEYOND:
        yield from import_module(module).following(model)


def add_findings(store: ox.Store, model: Model, base: Rulebase | None = None) -> None:
    """Put what contradicts itself into a store that has the graph of `model`, where it is not there yet; `base` are its prepared rules.

    A store that is kept gets it when it is built; one in memory only where somebody asks for it, because it takes as long as half
    of the build. Raises `BrokenInput` for an acceptance that does not say what it accepts and why.
    """
    from ygokg.consistency.examined import Examined
    from ygokg.consistency.in_graph import FINDING, finding_triples
    from ygokg.consistency.report import find, stored_acceptances

    kind = ox.NamedNode(expand("rdf:type"))
    if next(iter(store.quads_for_pattern(None, kind, FINDING, INFERRED)), None) is None:
        found = finding_triples(model, find(Examined(model, base), stored_acceptances(store)))
        quads = [ox.Quad(triple.subject, triple.predicate, triple.object, INFERRED) for triple in found]
        if quads:  # a kept store of a graph without any is read-only, and refuses even nothing
            store.extend(quads)


def load(data: Sequence[Path] = (), *, builtin: bool = True) -> tuple[Model, list[Acceptance]]:
    """Return the model of the built-in Turtle with the files at the `data` paths laid over it, and the acceptances in them.

    Without `builtin` there is nothing but what is at the `data` paths.

    A graph opened from the cache would not do: it is not built where an exception is cyclic or dangling. Raises `BrokenInput` for
    Turtle that cannot be read and `UsageProblem` for a path that does not exist.
    """
    from ygokg.consistency.report import acceptances

    quads = read_quads([*(bundled_files() if builtin else ()), *data_files(data)])
    return compile_model(quads), acceptances(quads)


def load_stored(store: ox.Store) -> tuple[Model, list[Acceptance]]:
    """Return the same of a graph that is only to be had built, as one from a server is."""
    from ygokg.consistency.report import acceptances

    quads = list(store.quads_for_pattern(None, None, None, ox.DefaultGraph()))
    return compile_model(quads), acceptances(quads)


def load_findings(store: ox.Store, model: Model) -> tuple[list[Finding], list[Acceptance]]:
    """Return what was found when the graph of `model` was built, in no order, and the acceptances in it."""
    from ygokg.consistency.in_graph import findings_of
    from ygokg.consistency.report import stored_acceptances

    add_findings(store, model)
    accepted = stored_acceptances(store)
    return findings_of(store.quads_for_pattern(None, None, None, INFERRED), accepted, model), accepted


def verdicts_of(model: Model) -> Verdicts:
    """Return what the rules alone make of each ruling: those in force, or, of one that is not said any more, those of its last day."""
    from ygokg.resolver.figures import figures
    from ygokg.resolver.rulebase import Rulebase

    base = Rulebase(model)
    return verdicts(base, figures(base))


def verdicts(base: Rulebase, found: Figures) -> dict[Id, Verdict]:
    """Return the same of a model that is prepared, of which the figures are known."""
    from ygokg.resolver.figures import past_figures
    from ygokg.resolver.records import opponents

    past = {i: _verdict(figure, ()) for i, figure in past_figures(base.model).items() if i not in found.by_ruling}
    against = {i: tuple(other.id for other in opponents(base, base.model.rulings[i])) for i in found.by_ruling}
    return past | {i: _verdict(figure, against[i]) for i, figure in found.by_ruling.items()}


def _verdict(figure: RulingFigure, against: tuple[Id, ...]) -> Verdict:
    return Verdict(figure.status, figure.answer, figure.governed_by, figure.fulfilled, against, figure.behind)


def _of_verdicts(found: Verdicts) -> Iterator[_Fact]:
    """Yield the verdicts: status, derived answer, and the rules that govern a ruling or are fulfilled."""
    for ruling, verdict in found.items():
        yield ruling, "ygo:status", verdict.status
        if verdict.answer is not None:
            yield ruling, "ygo:derivedAnswer", verdict.answer
        yield from ((ruling, "ygo:governedBy", rule) for rule in verdict.governed_by)
        yield from ((ruling, "ygo:fulfils", rule) for rule in verdict.fulfilled)


def _of_figures(found: Figures) -> Iterator[_Fact]:
    """Yield what is counted beside the verdicts.

    That is which rulings only lack an obstacle, which rules no ruling falls under, and whether a passage is cited, left out or open.
    """
    yield from ((ruling, "ygo:unhindered", ox.Literal(True)) for ruling in found.unhindered)
    yield from ((rule, "ygo:unexercised", ox.Literal(True)) for rule in found.unexercised)
    yield from ((passage, "ygo:coverage", coverage) for passage, coverage in found.by_passage.items())


def _of_left_out(model: Model) -> Iterator[_Fact]:
    """Yield why passages are left out of which an earlier state that has the same words is."""
    for passage, reason in model.left_out.items():
        if any(model.left_out.get(earlier) == reason for earlier in model.passages[passage].revision_of):
            yield passage, "ygo:leftOutBecause", ox.Literal(reason, language="en")


def _of_subjects(model: Model) -> Iterator[_Fact]:
    """Yield which concepts each rule and ruling is about, and all that are wider than a concept."""
    from ygokg.graph.subjects import above, rule_subjects, ruling_subjects

    for rule in model.rules.values():
        yield from ((rule.id, "dct:subject", concept) for concept in rule_subjects(model, rule))
    for ruling in model.rulings.values():
        yield from ((ruling.id, "dct:subject", concept) for concept in ruling_subjects(model, ruling))
    for concept in model.concepts:
        yield from ((concept, "skos:broaderTransitive", wider) for wider in above(model, concept))


def parse_file(path: Path) -> list[ox.Quad]:
    """Return the quads of one file in the form that its suffix says, its blank nodes kept apart from those of other files.

    Raises `BrokenInput`, with file and line, where the file is unreadable, no text, or not in this form; and for RDF/XML that
    declares entities, which can make a small file endless or read what it should not.
    """
    return _parse(path, _content(path))


def parse_content(name: str, content: bytes) -> list[ox.Quad]:
    """Return the quads of Turtle that was read already, in its order; raises as `parse_file` does, with `name` for the file."""
    return _parse(Path(name), content)


def read_quads(files: Sequence[str | Path]) -> list[ox.Quad]:
    """Return the quads of all files, each once; the SHACL shapes, and a second file of the same content, are left out.

    So are the graphs of what follows, which an export brings along and which are worked out anew. Raises `BrokenInput` as
    `parse_file` does.
    """
    seen: set[bytes] = set()
    quads: dict[ox.Quad, None] = {}
    for path in map(Path, files):
        content = _content(path)
        if path.name != SHAPES and content not in seen:
            seen.add(content)
            quads.update((quad, None) for quad in _parse(path, content) if quad.graph_name not in OURS)
    return list(quads)


def _content(path: Path) -> bytes:
    try:
        return read_file(path)
    except OSError as error:
        raise BrokenInput(f"{path} cannot be read: {error.strerror}.", "Look at the file's name and permissions.") from error


def _parse(path: Path, content: bytes) -> list[ox.Quad]:
    syntax = SYNTAXES.get(path.suffix.lower(), "Turtle")
    _require_text(path, content, syntax)
    if syntax == "RDF/XML":
        _require_sound_xml(path, content)
    else:
        _require_shallow(path, content, syntax)
    try:
        return list(ox.parse(content, format=_FORMATS[syntax], base_iri="https://w3id.org/ygokg/", rename_blank_nodes=True))
    except SyntaxError as error:
        raise _broken(path, error, syntax) from error
    except ValueError as error:
        raise BrokenInput(f"{path} is not {syntax} that can be read: {error}.", f"Look at it with a tool for {syntax}.") from error


def _require_text(path: Path, content: bytes, syntax: str) -> None:
    """Refuse bytes that are no UTF-8 text; a NUL is in no Turtle file but in most binary ones."""
    if b"\0" in content:
        suffix = path.suffix.lower() if path.suffix.lower() in SYNTAXES else ".ttl"
        raise BrokenInput(f"{path} is a binary file, not {syntax}.", f"Give a text file in {syntax} ({suffix}).")
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BrokenInput(f"{path}, line {line}: not UTF-8 text.", f"Save the file as {syntax} in UTF-8.") from error


def _require_sound_xml(path: Path, content: bytes) -> None:
    """Refuse XML that is not well-formed, which the RDF parser would read up to its fault, that declares entities, or is too deep."""
    from xml.parsers import expat

    def declared(*_: object) -> None:
        message = f"{path}, line {parser.CurrentLineNumber}: the file declares a document type or entities, which is not read."
        raise BrokenInput(message, "Write the names out and leave the declaration away, or save the file as Turtle.")

    def opened(*_: object) -> None:
        open_elements.append(None)
        if len(open_elements) > DEEPEST:
            raise _too_deep(path, parser.CurrentLineNumber)

    open_elements: list[None] = []
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = declared
    parser.StartElementHandler = opened
    parser.EndElementHandler = lambda _: open_elements.pop()
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        what = expat.errors.messages[error.code]
        raise BrokenInput(f"{path}, line {error.lineno}: not XML: {what}.", _NEAR) from error
    except LookupError as error:
        raise BrokenInput(f"{path}, line 1: {error}.", "Save the file in UTF-8, and say so in its first line.") from error


def _require_shallow(path: Path, content: bytes, syntax: str) -> None:
    """Raise `BrokenInput`, with file and line, where JSON or triples within triples are nested more than `DEEPEST` levels."""
    if syntax == "JSON-LD":
        possible = content.count(b"{") + content.count(b"[")
    else:
        possible, syntax = content.count(b"<<"), "Turtle"
    if possible <= DEEPEST:
        return
    depth = 0
    for mark in _MARKS[syntax].finditer(content):
        depth += (mark.lastgroup == "open") - (mark.lastgroup == "close")
        if depth > DEEPEST:
            raise _too_deep(path, content.count(b"\n", 0, mark.start()) + 1)


def _too_deep(path: Path, line: int) -> BrokenInput:
    """Return the error for a file that is nested too deeply at a line."""
    return BrokenInput(f"{path}, line {line}: nested more than {DEEPEST} levels deep.", "Write it flatter: give what is inside names.")


def _broken(path: Path, error: SyntaxError, syntax: str) -> BrokenInput:
    """Turn the parser's error into ours: file, line where it is known, what is wrong there, how to mend it."""
    what = _POSITION.sub("", error.msg).strip().rstrip(".")
    if error.lineno is None:
        return BrokenInput(
            f"{path} is not {syntax} that can be read: {what}.", _ELSEWHERE.get(what, f"Look at it with a tool for {syntax}.")
        )
    unknown = _PREFIX.search(what)
    if unknown is None:
        return BrokenInput(f"{path}, line {error.lineno}: {what}.", _NEAR)
    name = unknown["name"]
    message = f"{path}, line {error.lineno}: the prefix `{name}:` is not declared."
    if name in PREFIXES:
        return BrokenInput(message, f"Add `@prefix {name}: <{PREFIXES[name]}> .` at the top of the file.")
    near = get_close_matches(name, PREFIXES, n=1)
    meant = f"Did you mean `{near[0]}:`? " if near else ""
    return BrokenInput(message, f"{meant}Prefixes of this graph: {', '.join(f'{known}:' for known in PREFIXES)}")
