"""The Model as JSON that loads in a few milliseconds: every object a list of its fields in order, their names said nowhere."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, NamedTuple, Self

from ygokg import model as nouns
from ygokg.errors import BrokenInput
from ygokg.model import Id, Model

__all__ = ["Verdict", "pack", "unpack", "verdicts_from"]


class Verdict(NamedTuple):
    """What the rules alone make of a ruling, worked out once when the graph is built (see `ygokg.figures`).

    `status` is one of `ygo:DerivedRuling`, `ygo:DepartingRuling` and their like; `answer` what the rules conclude, if anything;
    `governed_by` the rules that are in. `fulfilled` are those whose conditions hold, `against` the rulings that contradict it.
    """

    status: Id
    answer: Id | None
    governed_by: tuple[Id, ...]
    fulfilled: tuple[Id, ...]
    against: tuple[Id, ...]


_ANNOTATIONS: dict[str, object] = {field.name: field.type for field in fields(Model)}
_NESTED = {"tuple[Condition, ...]": nouns.Condition, "tuple[Evidence, ...]": nouns.Evidence}
_Reader = Callable[[list[Any]], Any]


def pack(model: Model) -> dict[str, bytes]:
    """Return the Model as JSON, in a piece without line ends for each of its fields: of things a list of rows, the id first."""
    packed: dict[str, bytes] = {}
    for field in fields(model):
        value = getattr(model, field.name)
        if _row_class(field.type) is not None:
            value = [_row(thing) for thing in value.values()]
        packed[field.name] = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return packed


def unpack(packed: Mapping[str, bytes]) -> Model:
    """Return the Model that `pack` wrote, each field of which is read when it is first asked for.

    Raises `ValueError` where a field is missing. One that cannot be read raises `BrokenInput` when it is asked for.
    """
    if not _ANNOTATIONS.keys() <= packed.keys():
        raise ValueError("not a packed Model")
    return _Packed.of(packed)


def verdicts_from(rows: dict[Id, list[Any]]) -> dict[Id, Verdict]:
    """Return the verdicts that `json` wrote as lists. Raises `ValueError` or `TypeError` for anything else."""
    return {ruling: Verdict(status, answer, *map(tuple, lists)) for ruling, (status, answer, *lists) in rows.items()}


class _Packed(Model):
    """A Model whose fields are still packed."""

    __slots__ = ("_packed",)
    _packed: dict[str, bytes]

    @classmethod
    def of(cls, packed: Mapping[str, bytes]) -> Self:
        """Return a Model of packed fields; `dataclasses.replace` still makes one of fields that are not."""
        model = cls.__new__(cls)
        model._packed = dict(packed)
        return model

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the field holds
        """Read a field: a slot that is still empty leads here."""
        if name not in _ANNOTATIONS:
            raise AttributeError(name)
        try:
            value = _unpacked(_ANNOTATIONS[name], json.loads(self._packed.pop(name)))
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            from ygokg.store.folders import cache_folder

            hint = f"Delete {cache_folder()}; the next call builds it anew."
            raise BrokenInput(f"The stored graph is damaged in its {name}.", hint) from error
        setattr(self, name, value)
        return value

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
    name = str(annotation).removeprefix("dict[Id, ").removesuffix("]")
    found = getattr(nouns, name, None)
    return found if isinstance(found, type) and hasattr(found, "__dataclass_fields__") else None


def _row(thing: Any) -> list[Any]:  # noqa: ANN401 - any of the Model's dataclasses
    row: list[Any] = []
    for field in fields(thing):
        value = getattr(thing, field.name)
        row.append([_row(part) for part in value] if str(field.type) in _NESTED else value)
    return row


def _reader(row_class: type) -> _Reader:
    """Return the function from a row to its object: what was a tuple becomes one again."""
    tuples: list[int] = []
    facts: list[int] = []
    nested: list[tuple[int, _Reader]] = []
    for index, field in enumerate(fields(row_class)):
        annotation = str(field.type)
        if annotation in _NESTED:
            nested.append((index, _reader(_NESTED[annotation])))
        elif annotation.startswith("tuple["):
            tuples.append(index)
        elif "tuple[" in annotation:
            facts.append(index)

    def read(row: list[Any]) -> Any:  # noqa: ANN401 - an object of `row_class`
        for index in tuples:
            row[index] = tuple(row[index])
        for index in facts:
            row[index] = {key: tuple(values) for key, values in row[index].items()}
        for index, part in nested:
            row[index] = tuple(map(part, row[index]))
        return row_class(*row)

    return read
