"""The Turtle files under check: their triples by subject, and the line of everything said in them.

The parser of the store gives triples without lines and drops comments; what it drops is read here from the text, which relies on the
file being well-formed and therefore happens after the parser has accepted it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pyoxigraph

from ygokg.checks.finding import Place
from ygokg.errors import UsageProblem
from ygokg.graph.triples import PREFIXES, curie
from ygokg.store.build import parse_file
from ygokg.store.bundle import SYNTAXES

_TOKEN = re.compile(
    r"""
      (?P<comment>\#[^\n]*)
    | (?P<text>\"{3}(?:[^"\\]|\\.|"(?!""))*\"{3} | '{3}(?:[^'\\]|\\.|'(?!''))*'{3}
             | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*')
    | (?P<iri><[^<>"\s]*>)
    | (?P<word>(?:[^\s.;,()\[\]"'<>\#^\\] | \\. | \.(?=[^\s.;,()\[\]"'<>\#^]))+)
    | (?P<mark>[.;,()\[\]])
    """,
    re.VERBOSE | re.DOTALL,
)
"""A word is a name, a keyword, a number or a language tag; a full stop is part of it only where more of it follows."""
OWN_PREFIXES = tuple(f"{name}:" for name, iri in PREFIXES.items() if iri.startswith("https://w3id.org/ygokg/"))
"""The prefixes of the namespaces in which this project mints names."""


@dataclass(frozen=True, slots=True)
class Prefix:
    """A declared prefix, the namespace it stands for and the line of its declaration."""

    name: str
    namespace: str
    line: int


@dataclass(slots=True)
class Statement:
    """From a subject to its full stop. `mentions` are the lines of every term in it, by CURIE."""

    subject: str
    line: int
    end: int
    mentions: dict[str, list[int]] = field(default_factory=dict)

    @property
    def typed(self) -> bool:
        """Whether it defines its subject: only such a statement says `a …`."""
        return "a" in self.mentions


@dataclass(slots=True)
class TurtleText:
    """What a Turtle file looks like to its reader, in the order of the file; `comments` by line, without their `#`."""

    statements: list[Statement] = field(default_factory=list)
    prefixes: list[Prefix] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    used_prefixes: set[str] = field(default_factory=set)


def read_turtle(text: str) -> TurtleText:
    """Return statements, prefixes and comments of a well-formed Turtle text with 1-based lines."""
    reader = _Reader()
    line, seen = 1, 0
    for match in _TOKEN.finditer(text):
        line += text.count("\n", seen, match.start())
        seen = match.start()
        if match["comment"]:
            reader.found.comments[line] = match["comment"][1:].strip()
        else:
            reader.read(match.group(), line)
    return reader.found


class _Reader:
    """Walks over the tokens of one file."""

    def __init__(self) -> None:
        self.found = TurtleText()
        self.namespaces: dict[str, str] = {}
        self.statement: Statement | None = None
        self.declaration: list[str] = []

    def read(self, token: str, line: int) -> None:
        if self.declaration:
            self._declare(token, line)
        elif self.statement is None:
            self._open(token, line)
        elif token == ".":
            self.statement.end = line
            self.statement = None
        elif token == "a" or (":" in token and token[0] not in "\"'"):
            self.statement.mentions.setdefault(self._name(token), []).append(line)

    def _open(self, token: str, line: int) -> None:
        if token.lower() in ("@prefix", "prefix", "@base", "base"):
            self.declaration = [token]
        elif token != ".":
            self.statement = Statement(self._name(token), line, line)
            self.found.statements.append(self.statement)

    def _declare(self, token: str, line: int) -> None:
        """Take the next token of a declaration; the namespace, `<…>`, is its last."""
        self.declaration.append(token)
        if not token.startswith("<"):
            return
        if len(self.declaration) == len(("@prefix", "ygo:", "<…>")):
            name, namespace = self.declaration[1].removesuffix(":"), token[1:-1]
            self.namespaces[name] = namespace
            self.found.prefixes.append(Prefix(name, namespace, line))
        self.declaration = []

    def _name(self, token: str) -> str:
        if token.startswith("<"):
            return curie(token[1:-1])
        prefix, colon, local = token.partition(":")
        if not colon or prefix == "_":
            return token
        self.found.used_prefixes.add(prefix)
        return curie(self.namespaces.get(prefix, prefix + ":") + re.sub(r"\\(.)", r"\1", local))


@dataclass(frozen=True, slots=True)
class Text:
    """A literal: its characters, its language tag (or an empty string) and its datatype as a CURIE."""

    value: str
    language: str
    datatype: str


Node = str | Text
"""A CURIE, a blank node (`_:x`), or a literal."""


@dataclass(slots=True)
class TurtleFile:
    """One file: where it is, the name that findings show, and what is in it."""

    path: Path
    name: str
    source: str
    text: TurtleText
    quads: list[pyoxigraph.Quad]
    triples: list[tuple[str, str, Node]]

    @property
    def part(self) -> str:
        """`ontology` or `data` for files of the repository, an empty string for a file laid over it."""
        first, _, rest = self.name.partition("/")
        return first if rest and first in ("ontology", "data") else ""

    @property
    def shapes(self) -> bool:
        """Whether the file holds SHACL shapes."""
        return self.path.name == "shapes.ttl"


class Sources:
    """All files together."""

    def __init__(self, files: Sequence[TurtleFile]) -> None:
        self.files = list(files)
        self.facts: dict[str, dict[str, list[Node]]] = defaultdict(lambda: defaultdict(list))
        self._by_type: dict[str, list[str]] = defaultdict(list)
        self._statements: dict[str, list[tuple[TurtleFile, Statement]]] = defaultdict(list)
        for file in self.files:
            for subject, predicate, value in file.triples:
                self.facts[subject][predicate].append(value)
                if predicate == "rdf:type" and isinstance(value, str) and not subject.startswith("_:"):
                    self._by_type[value].append(subject)
            for statement in file.text.statements:
                self._statements[statement.subject].append((file, statement))

    @property
    def quads(self) -> list[pyoxigraph.Quad]:
        """The triples that the graph is made of: everything but the shapes, which only check it."""
        return [quad for file in self.files if not file.shapes for quad in file.quads]

    def of_type(self, *types: str) -> list[str]:
        """Return the named subjects of any of the types, in the order of the files."""
        return list(dict.fromkeys(subject for kind in types for subject in self._by_type.get(kind, ())))

    def types(self, subject: str) -> list[str]:
        """Return the classes that the subject is stated to be in."""
        return self.names(subject, "rdf:type")

    def names(self, subject: str, predicate: str) -> list[str]:
        """Return the values that are not literals."""
        return [value for value in self._values(subject, predicate) if isinstance(value, str)]

    def texts(self, subject: str, predicate: str) -> list[Text]:
        """Return the values that are literals."""
        return [value for value in self._values(subject, predicate) if isinstance(value, Text)]

    def deprecated(self, subject: str) -> bool:
        """Say whether the subject is given up."""
        return any(text.value == "true" for text in self.texts(subject, "owl:deprecated"))

    def members(self, head: str) -> list[str]:
        """Return the members of an RDF list; a broken or circular one gives what was reached."""
        found: list[str] = []
        seen: set[str] = set()
        while head != "rdf:nil" and head not in seen:
            seen.add(head)
            found += self.names(head, "rdf:first")
            head = next(iter(self.names(head, "rdf:rest")), "rdf:nil")
        return found

    def statements(self, subject: str) -> list[tuple[TurtleFile, Statement]]:
        """Return every statement about the subject with its file."""
        return self._statements.get(subject, [])

    def place(self, subject: str, mention: str = "") -> Place | None:
        """Return the line of `mention` within the statements about `subject`, or else the line where they begin."""
        statements = self.statements(subject)
        for file, statement in statements:
            if mention in statement.mentions:
                return Place(file.name, statement.mentions[mention][0])
        defining = [pair for pair in statements if pair[1].typed] or statements
        return Place(defining[0][0].name, defining[0][1].line) if defining else None

    def _values(self, subject: str, predicate: str) -> list[Node]:
        return self.facts[subject].get(predicate, []) if subject in self.facts else []


def read_sources(paths: Iterable[tuple[Path, str]]) -> Sources:
    """Return the files at the given pairs of path and shown name.

    Raises `BrokenInput` with file and line where one cannot be read as UTF-8 Turtle, `UsageProblem` for a pipe and for another
    form of RDF.
    """
    return Sources([_read(path, name) for path, name in paths])


def _read(path: Path, name: str) -> TurtleFile:
    if path.is_fifo():
        raise UsageProblem(f"{path} is a pipe; a check reads a file twice.", "Save it as a .ttl file first.")
    if (syntax := SYNTAXES.get(path.suffix.lower(), "Turtle")) != "Turtle":
        raise UsageProblem(f"{path} is {syntax}; a check tells the lines of Turtle.", "Save it as a .ttl file first.")
    quads = parse_file(path)
    source = path.read_bytes().decode("utf-8")
    return TurtleFile(path, name, source, read_turtle(source), quads, list(_triples(quads)))


def _triples(quads: Iterable[pyoxigraph.Quad]) -> Iterator[tuple[str, str, Node]]:
    for quad in quads:
        value = quad.object
        node: Node
        if isinstance(value, pyoxigraph.Literal):
            node = Text(value.value, value.language or "", curie(value.datatype.value))
        else:
            node = _name(value)
        yield _name(quad.subject), curie(quad.predicate.value), node


def _name(node: object) -> str:
    if isinstance(node, pyoxigraph.BlankNode):
        return f"_:{node.value}"
    return curie(getattr(node, "value", str(node)))
