"""The conditions of definitions (FILTER, BIND): each is prepared once, as what reads its value off a row."""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from ygokg.situation.constructs import Constant, Expression, Term, Var

Row = list[Any]
"""The values of the variables of a definition, each in its place; None where one has none."""


def reader(term: Term, slots: Mapping[Var, int]) -> Callable[[Row], Any]:
    """Return what reads a term off a row."""
    return itemgetter(slots[term]) if isinstance(term, Var) else lambda _row: term


_COMPARING: dict[str, Callable[[Any, Any], bool]] = {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}


def value_of(one: Expression | Term, slots: Mapping[Var, int]) -> Callable[[Row], Any]:
    """Return what reads the value of an expression off a row; it raises `TypeError` where there is none."""
    if not isinstance(one, Expression):
        return reader(one, slots)
    parts = [value_of(part, slots) for part in one.parts]
    sign = one.operator
    if sign in ("&&", "||"):
        return lambda row: _joined(parts, row, decides=sign == "||")
    if sign == "!":
        return lambda row: not truth(parts[0](row))
    if sign == "bound":
        return lambda row: parts[0](row) is not None
    if sign == "if":
        return lambda row: parts[1](row) if truth(parts[0](row)) else parts[2](row)
    if sign == "coalesce":
        return lambda row: _first(parts, row)
    if sign == "in":
        return lambda row: any(_same(parts[0](row), part(row)) for part in parts[1:])
    if sign in ("=", "!="):
        return lambda row: _same(parts[0](row), parts[1](row)) == (sign == "=")
    if sign in ("+", "-"):
        return lambda row: _number(parts[0](row)) + (1 if sign == "+" else -1) * _number(parts[1](row))
    compare = _COMPARING[sign]
    return lambda row: compare(_number(parts[0](row)), _number(parts[1](row)))


def _joined(parts: Sequence[Callable[[Row], Any]], row: Row, *, decides: bool) -> bool:
    """Return the value of AND or OR: a part that `decides` it does so though another cannot be told."""
    failed: TypeError | None = None
    for part in parts:
        try:
            if truth(part(row)) == decides:
                return decides
        except TypeError as error:
            failed = error
    if failed is not None:
        raise failed
    return not decides


def _first(parts: Sequence[Callable[[Row], Any]], row: Row) -> Any:  # noqa: ANN401 - as the parts are
    """Return the first value that there is."""
    for part in parts:
        with contextlib.suppress(TypeError):
            if (value := part(row)) is not None:
                return value
    raise TypeError


def truth(value: Constant | None) -> bool:
    """Say whether a value counts as true; raises `TypeError` for an IRI and for none."""
    if isinstance(value, bool | int):
        return bool(value)
    raise TypeError(value)


def _number(value: Constant | None) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(value)
    return value


def _same(one: Constant | None, other: Constant | None) -> bool:
    if one is None or other is None or {type(one), type(other)} == {bool, int}:
        raise TypeError(one, other)
    return one == other
