"""One Turtle file as text: its statements, prefixes and comments with their lines.

The parser of the store gives triples without lines and drops comments; this reads what it drops. It relies on the file being
well-formed and therefore runs after the parser has accepted it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ygokg.graph.triples import curie

__all__ = ["Prefix", "Statement", "TurtleText", "read_turtle"]

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
