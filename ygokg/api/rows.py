"""The rows that a SPARQL query gives, with values that are Python's own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, TypeAlias, overload

from ygokg.errors import UsageProblem
from ygokg.graph.triples import curie, expand
from ygokg.store.values import Value


class Iri(str):
    """An IRI: the short name (`card:82732705`) of what this graph names, else as it is; `full` is always the whole IRI.

    >>> Iri("ygo:No"), Iri("ygo:No").full
    (Iri('ygo:No'), 'https://w3id.org/ygokg/ontology#No')
    """

    __slots__ = ()

    @property
    def full(self) -> str:
        """The whole IRI."""
        return expand(self)

    def __repr__(self) -> str:
        """Return what makes it again."""
        return f"Iri({str.__repr__(self)})"


class Text(str):
    """A text in a language, which is empty where the graph does not tell.

    >>> Text("技能抽取", "zh").lang
    'zh'
    """

    __slots__ = ("lang",)
    lang: str

    def __new__(cls, text: str, lang: str = "") -> Text:
        """Make one of a text and its language tag."""
        made = super().__new__(cls, text)
        made.lang = lang
        return made


Cell: TypeAlias = Iri | Text | bool | int | float | Decimal | date | None
"""A value of a row; None where the query leaves a variable unbound."""

Row: TypeAlias = Mapping[str, Cell]
"""The values of one row by column."""


@dataclass(frozen=True, slots=True)
class Rows(Sequence[Row]):
    """The result of a query: a sequence of rows, each a mapping from its `columns` to values."""

    columns: tuple[str, ...]
    _rows: tuple[Row, ...]

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        """Return a row by its place, or several."""
        return self._rows[index]

    def __len__(self) -> int:
        """Return how many rows there are."""
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        """Yield the rows in the order of the query."""
        return iter(self._rows)


_TRIPLE = ("subject", "predicate", "object")
_WHOLE = frozenset({"integer", "int", "long", "short", "byte", "nonNegativeInteger", "positiveInteger", "gYear"})
_BROKEN = frozenset({"double", "float"})


def read_rows(result: bytes) -> Rows:
    """Return the rows of a result in JSON or JSON-LD: of SELECT as they are, of ASK one with `answer`, else the triples."""
    if not result.startswith(b"{"):
        return _triples(result)
    found = json.loads(result)
    if "boolean" in found:
        return Rows(("answer",), ({"answer": found["boolean"]},))
    columns: tuple[str, ...] = tuple(found["head"]["vars"])
    return Rows(columns, tuple({c: _cell(solution.get(c)) for c in columns} for solution in found["results"]["bindings"]))


def as_values(given: Mapping[str, object]) -> dict[str, Value]:
    """Return what enters a query for Python's values: an `Iri` or the short name of a thing, a number, a `Text`, any other text.

    Raises `UsageProblem` for what is none of these.
    """
    return {name: _value(name, value) for name, value in given.items()}


def _value(name: str, value: object) -> Value:
    if isinstance(value, Iri):
        return Value("iri", value.full)
    if isinstance(value, Text):
        return Value("text", value, value.lang)
    if isinstance(value, str):
        iri = expand(value) != value and " " not in value
        return Value("iri", expand(value)) if iri else Value("text", value)
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        return Value("number", str(value))
    if isinstance(id := getattr(value, "id", None), str):
        return Value("iri", expand(id))
    raise UsageProblem(f"The value of `{name}` is a {type(value).__name__}.", "Give an id, a text, a number or what the library returned.")


def _cell(term: Mapping[str, Any] | None) -> Cell:
    if term is None:
        return None
    if term["type"] == "uri":
        return Iri(curie(term["value"]))
    if term["type"] != "literal":
        return Iri(f"_:{term['value']}")
    return _literal(term["value"], curie(term.get("datatype", "")), term.get("xml:lang", ""))


def _literal(text: str, datatype: str, lang: str) -> Cell:
    """Return a literal as Python's value; one whose text is not of its type as the text."""
    kind = datatype.removeprefix("xsd:")
    try:
        if kind in _WHOLE:
            return int(text)
        if kind in _BROKEN:
            return float(text)
        if kind == "decimal":
            return Decimal(text)
        if kind == "date":
            return date.fromisoformat(text)
    except (ValueError, ArithmeticError):
        return Text(text)
    return text in ("true", "1") if kind == "boolean" else Text(text, lang)


def _triples(result: bytes) -> Rows:
    import pyoxigraph as ox

    def cell(term: object) -> Cell:
        if isinstance(term, ox.Literal):
            return _literal(term.value, curie(term.datatype.value), term.language or "")
        return Iri(curie(term.value)) if isinstance(term, ox.NamedNode) else Iri(str(term))

    quads = ox.parse(result, format=ox.RdfFormat.JSON_LD)
    rows = ({"subject": cell(q.subject), "predicate": cell(q.predicate), "object": cell(q.object)} for q in quads)
    return Rows(_TRIPLE, tuple(rows))
