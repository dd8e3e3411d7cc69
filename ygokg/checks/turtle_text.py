"""One Turtle file as text: its statements, prefixes and comments with their lines.

The parser of the store gives triples without lines and drops comments; this reads what it drops. It relies on the file being
well-formed and therefore runs after the parser has accepted it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ygokg.namespaces import curie

__all__ = ["Comment", "Prefix", "Statement", "TurtleText", "read_turtle"]

_TOKEN = re.compile(
    r"""
      (?P<comment>\#[^\n]*)
    | (?P<text>\"{3}(?:[^"\\]|\\.|"(?!""))*\"{3} | '{3}(?:[^'\\]|\\.|'(?!''))*'{3}
             | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*')
    | (?P<iri><[^<>"\s]*>)
    | (?P<blank>_:[\w.\-]*[\w\-])
    | (?P<name>(?:[^\W\d_](?:[\w.\-]*[\w\-])?)?:(?:(?:[\w:\-.%]|\\.)*(?:[\w:\-%]|\\.))?)
    | (?P<keyword>@?[A-Za-z][A-Za-z0-9\-]*)
    | (?P<number>[+\-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+\-]?\d+)?(?<!\.))
    | (?P<mark>[.;,()\[\]])
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Prefix:
    """A declared prefix, the namespace it stands for and the line of its declaration."""

    name: str
    namespace: str
    line: int


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment without its `#`; `trailing` if it follows something on its line."""

    text: str
    line: int
    trailing: bool


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
    """What a Turtle file looks like to its reader, in the order of the file."""

    statements: list[Statement]
    prefixes: list[Prefix]
    comments: list[Comment]
    used_prefixes: frozenset[str]


def read_turtle(text: str) -> TurtleText:
    """Return statements, prefixes and comments of a well-formed Turtle text with 1-based lines."""
    return _Reader().read(text)


class _Reader:
    """Walks over the tokens of one file."""

    def __init__(self) -> None:
        self.found = TurtleText([], [], [], frozenset())
        self.namespaces: dict[str, str] = {}
        self.used: set[str] = set()
        self.statement: Statement | None = None
        self.declaration: list[str] | None = None
        self.line_has_token = 0

    def read(self, text: str) -> TurtleText:
        line = 1
        seen = 0
        for match in _TOKEN.finditer(text):
            line += text.count("\n", seen, match.start())
            seen = match.start()
            kind = match.lastgroup or ""
            token = match.group()
            if kind == "comment":
                comment = Comment(token[1:].strip(), line, self.line_has_token == line)
                self.found.comments.append(comment)
                continue
            self.line_has_token = line + token.count("\n")
            self._token(kind, token, line)
        self.found.used_prefixes = frozenset(self.used)
        return self.found

    def _token(self, kind: str, token: str, line: int) -> None:
        if self.declaration is not None:
            self._declare(token, line)
        elif self.statement is None:
            self._open(kind, token, line)
        elif token == "." and kind == "mark":
            self.statement.end = line
            self.statement = None
        elif kind in ("iri", "name", "blank") or token == "a":
            self.statement.mentions.setdefault(self._name(kind, token), []).append(line)

    def _open(self, kind: str, token: str, line: int) -> None:
        if kind == "mark" and token == ".":
            return
        if kind == "keyword" and token.lower() in ("@prefix", "prefix", "@base", "base"):
            self.declaration = [token]
            return
        self.statement = Statement(self._name(kind, token), line, line)
        self.found.statements.append(self.statement)

    def _declare(self, token: str, line: int) -> None:
        assert self.declaration is not None
        self.declaration.append(token)
        if not token.startswith("<"):
            return
        if self.declaration[0].lower().endswith("prefix"):
            name, namespace = self.declaration[1].removesuffix(":"), token[1:-1]
            self.namespaces[name] = namespace
            self.found.prefixes.append(Prefix(name, namespace, line))
        self.declaration = None

    def _name(self, kind: str, token: str) -> str:
        if kind == "iri":
            return curie(token[1:-1])
        if kind != "name":
            return token
        prefix, _, local = token.partition(":")
        self.used.add(prefix)
        return curie(self.namespaces.get(prefix, prefix + ":") + re.sub(r"\\(.)", r"\1", local))
