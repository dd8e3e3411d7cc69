"""How values enter a query: in one VALUES block, each written so that it can be nothing but a value."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

from ygokg.errors import UsageProblem

NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|\.[0-9]+)"
"""A number as SPARQL writes it, as a pattern."""
_NOT_IN_IRI = frozenset('<>"{}|^`\\').union(map(chr, range(0x21)))
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


class Value(NamedTuple):
    """A value for a variable: `kind` is iri, text or number; `text` the full IRI, the string or the digits."""

    kind: str
    text: str
    language: str = ""


def values_block(values: Mapping[str, Value | Sequence[Value]]) -> str:
    """Return the one VALUES block through which values enter a query; each is written so that it can be nothing but a value.

    Where variables have several values, every combination is a row. Raises `UsageProblem` for a name that no variable can have and
    for a value that SPARQL cannot write.

    >>> values_block({"name": Value("text", 'a "b"', "en")})
    'VALUES ( ?name ) { ( "a \\\\"b\\\\""@en ) }'
    >>> values_block({"item": [Value("number", "1"), Value("number", "2")], "of": Value("number", "3")})
    'VALUES ( ?item ?of ) { ( 1 3 ) ( 2 3 ) }'
    """
    for name in values:
        if not (name.isascii() and name.isidentifier()):
            raise UsageProblem(f"`{name}` is no name of a parameter.", "Use letters, digits and _: --param card=技能抽取")
    names = " ".join(f"?{name}" for name in values)
    columns = [[term(name, v) for v in ((given,) if isinstance(given, Value) else given)] for name, given in values.items()]
    rows = " ".join(f"( {' '.join(row)} )" for row in product(*columns))
    return f"VALUES ( {names} ) {{ {rows} }}"


def writable(value: Value) -> bool:
    """Say whether a query can hold a value.

    >>> writable(Value("iri", "urn:x")), writable(Value("iri", "urn:not one"))
    (True, False)
    """
    if value.kind == "text":
        return _is_whole(value.text)
    if value.kind == "iri":
        return ":" in value.text and in_iri(value.text)
    return value.kind == "number" and bool(re.fullmatch(NUMBER, value.text))


def in_iri(text: str) -> bool:
    """Say whether all of a text may stand in an IRI."""
    return _NOT_IN_IRI.isdisjoint(text) and _is_whole(text)


def _is_whole(text: str) -> bool:
    """Say whether a text has no half of a character."""
    return text.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in text)


def term(name: str, value: Value) -> str:
    """Return a value as a term of SPARQL; raises as `values_block` does, for the variable `name`."""
    if writable(value):
        if value.kind == "text":
            text = "".join(_ESCAPES.get(sign, sign) for sign in value.text).replace("\0", "\\u0000")
            return f'"{text}"' + (f"@{value.language}" if value.language else "")
        return f"<{value.text}>" if value.kind == "iri" else value.text
    raise UsageProblem(f"The value of `{name}` is no {value.kind} that a query can hold.", "Give an IRI, a CURIE, a number or plain text.")
