"""The Model as plain objects that load in a few milliseconds: every thing a tuple of its fields in order, their names said nowhere."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from operator import itemgetter
from typing import Any, NamedTuple, Self, cast, get_args

from ygokg.links import LINKS, links_of
from ygokg.model import Condition, Evidence, Id, Model
from ygokg.store.pieces import Damaged
from ygokg.store.rows import Rows, row_pieces

__all__ = ["Verdict", "pack", "pack_verdicts", "unpack", "unpack_verdicts"]


class Verdict(NamedTuple):
    """What the rules alone make of a ruling, worked out once when the graph is built (see `ygokg.figures`).

    `status` is one of `ygo:DerivedRuling`, `ygo:DepartingRuling` and their like; `answer` what the rules conclude, if anything;
    `governed_by` the rules that are in. `fulfilled` are those whose conditions hold, `against` the rulings that contradict it;
    `behind` are the fulfilled rules with those that gave them the derived features they look at.
    """

    status: Id
    answer: Id | None
    governed_by: tuple[Id, ...]
    fulfilled: tuple[Id, ...]
    against: tuple[Id, ...]
    behind: tuple[Id, ...] = ()


_ONE_BY_ONE = frozenset({"cards", "effects", "rulings", "passages"})
"""Fields with what grows in number: a look-up needs a few of them."""
_ANNOTATIONS: dict[str, object] = {field.name: field.type for field in fields(Model)}
_NESTED: dict[object, type] = {tuple[Condition, ...]: Condition, tuple[Evidence, ...]: Evidence}
_Reader = Callable[[Sequence[Any]], Any]


def pack(model: Model) -> dict[str, object]:
    """Return the Model as plain objects: of things a tuple of rows, the id first; of those that grow in number, one by one."""
    packed: dict[str, object] = {}
    for field in fields(model):
        value = getattr(model, field.name)
        if _row_class(field.type) is None:
            packed[field.name] = value
            continue
        rows = tuple(_row(thing) for thing in value.values())
        packed |= row_pieces(field.name, rows) if field.name in _ONE_BY_ONE else {field.name: rows}
    for name in LINKS:
        packed |= row_pieces(name, list(links_of(model)[name].items()))
    return packed


def unpack(packed: Mapping[str, Any], instead: Callable[[], Model]) -> Model:
    """Return the Model that `pack` wrote, each field of which is read when it is first asked for.

    One that is `Damaged` or missing is taken from the Model that `instead` returns.
    """
    return _Packed.of(packed, instead)


def pack_verdicts(verdicts: Mapping[Id, Verdict]) -> dict[str, object]:
    """Return the verdicts as plain objects, one by one."""
    rows = row_pieces("verdicts", [(ruling, *verdict) for ruling, verdict in verdicts.items()])
    rows |= row_pieces("rulings-under", list(_by_rule((i, v.governed_by) for i, v in verdicts.items()).items()))
    return rows | row_pieces("rulings-behind", list(_by_rule((i, v.behind) for i, v in verdicts.items()).items()))


def _by_rule(rules_of: Iterable[tuple[Id, Iterable[Id]]]) -> dict[Id, tuple[Id, ...]]:
    found: dict[Id, list[Id]] = {}
    for ruling, rules in rules_of:
        for rule in rules:
            found.setdefault(rule, []).append(ruling)
    return {rule: tuple(rulings) for rule, rulings in found.items()}


def unpack_verdicts(packed: Mapping[str, Any], instead: Callable[[], Mapping[Id, Verdict]]) -> Mapping[Id, Verdict]:
    """Return the verdicts that `pack_verdicts` wrote; where they are damaged, those that `instead` returns."""
    return _Verdicts(packed, "verdicts", lambda row: Verdict(*row[1:]), instead)


class _Verdicts(Rows[Verdict]):
    """Verdicts in a store, with the rulings that a rule governs beside them."""

    @cached_property
    def under(self) -> Mapping[Id, tuple[Id, ...]]:
        """The rulings under a rule, by the rule."""
        return Rows(self._pieces, "rulings-under", itemgetter(1), lambda: _by_rule((i, v.governed_by) for i, v in self.items()))

    @cached_property
    def resting_on(self) -> Mapping[Id, tuple[Id, ...]]:
        """The rulings that a rule stands behind, by the rule."""
        return Rows(self._pieces, "rulings-behind", itemgetter(1), lambda: _by_rule((i, v.behind) for i, v in self.items()))


class _Packed(Model):
    """A Model whose fields are still packed."""

    __slots__ = ("_instead", "_packed")
    _packed: Mapping[str, Any]
    _instead: Callable[[], Model]

    @classmethod
    def of(cls, packed: Mapping[str, Any], instead: Callable[[], Model]) -> Self:
        """Return a Model of packed fields; `dataclasses.replace` still makes one of fields that are not."""
        model = cls.__new__(cls)
        model._packed, model._instead = packed, instead
        model.links = {name: model._link(name) for name in LINKS}
        return model

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the field holds
        """Read a field: a slot that is still empty leads here."""
        if name not in _ANNOTATIONS:
            raise AttributeError(name)
        try:
            value = self._one_by_one(name) if name in _ONE_BY_ONE else _unpacked(_ANNOTATIONS[name], self._packed[name])
        except (Damaged, KeyError):
            value = getattr(self._instead(), name)
        setattr(self, name, value)
        return value

    def _link(self, name: str) -> Rows[tuple[Id, ...]]:
        return Rows(self._packed, name, itemgetter(1), lambda: links_of(self._instead())[name])

    def _one_by_one(self, name: str) -> Rows[Any]:
        read = _reader(cast("type", _row_class(_ANNOTATIONS[name])))
        return Rows(self._packed, name, read, lambda: getattr(self._instead(), name))

    def __eq__(self, other: object) -> bool:
        """Tell whether `other` is a Model with the same in every field."""
        return isinstance(other, Model) and all(getattr(self, name) == getattr(other, name) for name in _ANNOTATIONS)

    __hash__ = None  # type: ignore[assignment]


def _unpacked(annotation: object, value: Any) -> Any:  # noqa: ANN401 - whatever the field holds
    row_class = _row_class(annotation)
    if row_class is None:
        return value
    read = _reader(row_class)
    collecting = gc.isenabled()
    gc.disable()
    try:
        return {row[0]: read(row) for row in value}
    finally:
        if collecting:
            gc.enable()


def _row_class(annotation: object) -> type | None:
    """Return the class of the things in `dict[Id, Card]`; None for a field that is plain JSON already."""
    found = get_args(annotation)[-1:]
    return found[0] if found and hasattr(found[0], "__dataclass_fields__") else None


def _row(thing: Any) -> tuple[Any, ...]:  # noqa: ANN401 - any of the Model's dataclasses
    values = ((field.type, getattr(thing, field.name)) for field in fields(thing))
    return tuple(tuple(map(_row, value)) if annotation in _NESTED else value for annotation, value in values)


def _reader(row_class: type) -> _Reader:
    """Return the function from a row to its object."""
    nested = [(index, _NESTED[field.type]) for index, field in enumerate(fields(row_class)) if field.type in _NESTED]
    if not nested:
        return lambda row: row_class(*row)
    ((at, part),) = nested
    return lambda row: row_class(*row[:at], tuple([part(*values) for values in row[at]]), *row[at + 1 :])
