"""Read the SPARQL of a definition into its parts: as much of the language as definitions use.

What goes beyond that (aggregates, variables for properties …) is no mistake: `parsed` returns nothing, and the definition is
run by the engine of the store, which takes longer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from ygokg.graph.triples import expand

_TOKEN = re.compile(
    r"\s*(?:#[^\n]*\s*)*(?:(?P<var>\?\w+)|(?P<iri><[^<>\s]*>)|(?P<name>[A-Za-z]\w*:[\w-]*(?:\.[\w-]+)*)|(?P<number>\d+)"
    r"|(?P<word>[A-Za-z]\w*)|(?P<sign>\|\||&&|!=|<=|>=|[{}().;,/+*=<>!^|-]))"
)
_TYPE = expand("rdf:type")
_FUNCTIONS = ("BOUND", "COALESCE", "IF")


class _Beyond(Exception):
    """Something in the text is beyond what is read here."""


@dataclass(frozen=True, slots=True)
class Var:
    """A variable."""

    name: str


Constant = str | int | bool
"""An IRI, a number or a truth value."""
Term = Var | Constant


class Pattern(NamedTuple):
    """A triple pattern; `often` says that the property may be followed several times, from one thing to the next."""

    subject: Term
    property: str
    object: Term
    often: bool = False


class Expression(NamedTuple):
    """An operator with what it is applied to: terms, or further expressions. Of IN the first is held against the others."""

    operator: str
    parts: tuple[Term | Expression, ...]


@dataclass(slots=True)
class Group:
    """What stands between braces: patterns, conditions, groups that must (or must not) have a solution, and alternatives.

    `further` is what adds to solutions and takes none away, in its order: groups that may have a solution, and values with names.
    """

    patterns: list[Pattern] = field(default_factory=list)
    filters: list[Expression | Term] = field(default_factory=list)
    exists: list[tuple[bool, Group]] = field(default_factory=list)
    unions: list[list[Group]] = field(default_factory=list)
    further: list[Group | tuple[Var, Expression | Term]] = field(default_factory=list)

    def bound(self) -> set[Var]:
        """Return the variables that have a value in each of its solutions."""
        own = {term for pattern in self.patterns for term in (pattern.subject, pattern.object) if isinstance(term, Var)}
        return own.union(*(set.intersection(*(group.bound() for group in groups)) for groups in self.unions))

    def variables(self) -> set[Var]:
        """Return the variables that can have a value in its solutions."""
        own = self.bound().union(*(group.variables() for groups in self.unions for group in groups))
        return own.union(*(one.variables() if isinstance(one, Group) else {one[0]} for one in self.further))

    def matched(self) -> set[Var]:
        """Return the variables in patterns, anywhere in it."""
        own = {term for pattern in self.patterns for term in (pattern.subject, pattern.object) if isinstance(term, Var)}
        return own.union(*(group.matched() for group in self.inner()))

    def named(self) -> set[Var]:
        """Return all variables in it."""
        found = self.variables().union(*map(variables_of, self.filters))
        values = [variables_of(one[1]) for one in self.further if not isinstance(one, Group)]
        return found.union(*values, *(group.named() for group in self.inner()))

    def inner(self) -> list[Group]:
        """Return the groups in it."""
        further = [one for one in self.further if isinstance(one, Group)]
        return [*(group for _, group in self.exists), *(group for groups in self.unions for group in groups), *further]


class Construct(NamedTuple):
    """A CONSTRUCT query: the triples that it says, and where."""

    head: tuple[Pattern, ...]
    where: Group


def variables_of(one: Expression | Term) -> set[Var]:
    """Return the variables in an expression."""
    if isinstance(one, Expression):
        return set().union(*map(variables_of, one.parts))
    return {one} if isinstance(one, Var) else set()


def parsed(text: str) -> Construct | None:
    """Return the parts of a CONSTRUCT query; None where it uses more of SPARQL than is read here."""
    try:
        return _Reader(text).construct()
    except _Beyond:
        return None


class _Reader:
    """Goes through the words of a query."""

    def __init__(self, text: str) -> None:
        self.words: list[str] = []
        self.next = 0
        self.fresh = 0
        end = 0
        while text[end:].strip():
            match = _TOKEN.match(text, end)
            if match is None:
                raise _Beyond
            self.words.append(match[match.lastgroup or 0])
            end = match.end()

    @property
    def here(self) -> str:
        return self.words[self.next] if self.next < len(self.words) else ""

    def take(self, *wanted: str) -> bool:
        found = self.here.upper() in wanted
        self.next += found
        return found

    def demand(self, wanted: str) -> None:
        if not self.take(wanted):
            raise _Beyond

    def construct(self) -> Construct:
        self.demand("CONSTRUCT")
        head = self.group()
        self.demand("WHERE")
        where = self.group()
        plain = not (head.filters or head.exists or head.unions or any(pattern.often for pattern in head.patterns))
        if self.here or not plain or not head.patterns or not head.variables() <= where.variables():
            raise _Beyond
        return Construct(tuple(head.patterns), where)

    def group(self) -> Group:
        self.demand("{")
        group = Group()
        while not self.take("}"):
            if self.take("FILTER"):
                self.filter(group)
            elif self.take("OPTIONAL"):
                group.further.append(self.group())
                self.require_last(group)
            elif self.take("BIND"):
                group.further.append(self.named_value())
                self.require_last(group)
            elif self.here == "{":
                alternatives = [self.group()]
                while self.take("UNION"):
                    alternatives.append(self.group())
                _require_apart(alternatives)
                group.unions.append(alternatives)
            elif not self.take("."):
                self.same_subject(group)
        _require_unmatched(group)
        return group

    def require_last(self, group: Group) -> None:
        """Refuse patterns after what adds to solutions: they would have to be matched with it."""
        if self.here not in ("}", ".") and self.here.upper() not in ("FILTER", "OPTIONAL", "BIND"):
            raise _Beyond
        if self.here == ".":
            self.next += 1
            self.require_last(group)

    def named_value(self) -> tuple[Var, Expression | Term]:
        self.demand("(")
        value = self.either()
        self.demand("AS")
        name = self.term()
        self.demand(")")
        if not isinstance(name, Var):
            raise _Beyond
        return name, value

    def filter(self, group: Group) -> None:
        negated = self.here.upper() == "NOT"
        if negated:
            self.next += 1
        if self.take("EXISTS"):
            group.exists.append((not negated, self.group()))
        elif negated or self.here != "(":
            raise _Beyond
        else:
            group.filters.append(self.primary())

    def same_subject(self, group: Group) -> None:
        subject = self.term()
        while True:
            steps = self.path()
            while True:
                self.along(group, subject, steps, self.term())
                if not self.take(","):
                    break
            if not self.take(";"):
                return
            if self.here in (".", "}"):
                return

    def path(self) -> list[tuple[str, bool, bool]]:
        """Read a property, or several one after another: each with whether it goes backwards, and whether it may be followed often."""
        steps = []
        while True:
            back = self.take("^")
            word = self.here
            self.next += 1
            if word == "a":
                iri = _TYPE
            elif ":" in word and word[0] not in "?<":
                iri = expand(word)
            else:
                raise _Beyond
            steps.append((iri, back, self.take("+")))
            if self.here in ("*", "|"):
                raise _Beyond
            if not self.take("/"):
                return steps

    def along(self, group: Group, start: Term, steps: list[tuple[str, bool, bool]], end: Term) -> None:
        for place, (iri, back, often) in enumerate(steps):
            self.fresh += 1
            goal = end if place == len(steps) - 1 else Var(f" {self.fresh}")
            group.patterns.append(Pattern(*((goal, iri, start) if back else (start, iri, goal)), often))
            start = goal

    def term(self) -> Term:
        word = self.here
        self.next += 1
        if word.startswith("?"):
            return Var(word[1:])
        if word.isdecimal():
            return int(word)
        if word in ("true", "false"):
            return word == "true"
        if word.startswith("<") and word.endswith(">") and len(word) > 2:
            return word[1:-1]
        if ":" in word:
            return expand(word)
        raise _Beyond

    # ---- conditions, from what binds least to what binds most ----

    def either(self) -> Expression | Term:
        return self.joined("||", self.all_of)

    def all_of(self) -> Expression | Term:
        return self.joined("&&", self.compared)

    def joined(self, sign: str, part: Callable[[], Expression | Term]) -> Expression | Term:
        found: Expression | Term = part()
        while self.take(sign):
            found = Expression(sign, (found, part()))
        return found

    def compared(self) -> Expression | Term:
        left = self.added()
        if self.here in ("=", "!=", "<", ">", "<=", ">="):
            sign = self.here
            self.next += 1
            return Expression(sign, (left, self.added()))
        negated = self.here.upper() == "NOT"
        self.next += negated
        if self.take("IN"):
            self.demand("(")
            among: list[Term | Expression] = [self.term()]
            while self.take(","):
                among.append(self.term())
            self.demand(")")
            found = Expression("in", (left, *among))
            return Expression("!", (found,)) if negated else found
        if negated:
            raise _Beyond
        return left

    def added(self) -> Expression | Term:
        found = self.primary()
        while self.here in ("+", "-"):
            sign = self.here
            self.next += 1
            found = Expression(sign, (found, self.primary()))
        return found

    def primary(self) -> Expression | Term:
        if self.take("!"):
            return Expression("!", (self.primary(),))
        if self.here.upper() in _FUNCTIONS:
            return self.function()
        if self.take("("):
            found = self.either()
            self.demand(")")
            return found
        return self.term()

    def function(self) -> Expression:
        name = self.here.lower()
        self.next += 1
        self.demand("(")
        parts = [self.either()]
        while self.take(","):
            parts.append(self.either())
        self.demand(")")
        if len(parts) != {"bound": 1, "if": 3}.get(name, len(parts)):
            raise _Beyond
        return Expression(name, tuple(parts))


def _require_apart(alternatives: list[Group]) -> None:
    """Refuse alternatives with conditions that look beyond them: what stands there is not seen from within."""
    for one in alternatives:
        looking = set().union(*map(variables_of, one.filters))
        if one.exists or one.further or not looking <= one.variables():
            raise _Beyond


def _require_unmatched(group: Group) -> None:
    """Refuse variables in patterns that may or may not have a value there: without one they would match anything."""
    elsewhere = {term for pattern in group.patterns for term in (pattern.subject, pattern.object) if isinstance(term, Var)}
    parts = [*group.unions, *([one] for one in group.further if isinstance(one, Group)), *([one] for _, one in group.exists)]
    values = {one[0] for one in group.further if not isinstance(one, Group)}
    for place, part in enumerate(parts):
        others = elsewhere.union(*(one.matched() for other, groups in enumerate(parts) if other != place for one in groups))
        sure = set.intersection(*(one.bound() for one in part)) if part in group.unions else elsewhere
        unsure = set().union(*(one.variables() for one in part)) - sure if part[0] not in [one for _, one in group.exists] else set()
        if unsure & others or values & others.union(*(one.matched() for one in part)):
            raise _Beyond
