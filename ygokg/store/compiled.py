"""The compiled Model in a file, whole, as `pickle` writes it: the resolver, `conflicts`, export and completion need all at once.

Whoever can write a pickle can have anything done by whoever reads it. So it is read only from a folder that nobody else can write to,
and with a look at its check sum: see `ygokg.store.published`.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ygokg.graph.model import Id, Model, Noun
from ygokg.store.published import content_of

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Compiled", "Verdict", "Verdicts", "read_compiled", "uncollected", "write_compiled"]

_FILE = "model.pickle"


class Verdict(NamedTuple):
    """What the rules alone make of a ruling, worked out once when the graph is built (see `ygokg.resolver.figures`).

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


Verdicts: TypeAlias = Mapping[Id, Verdict]
"""What the rules make of each ruling, by its id."""
Compiled: TypeAlias = tuple[Model, Verdicts]


def write_compiled(folder: str | Path, compiled: Compiled) -> None:
    """Write what was compiled into a folder that is being built."""
    import pickle

    with open(os.path.join(folder, _FILE), "wb") as file:
        pickle.dump(_shared(compiled, {}), file, protocol=5)


def _shared(value: Any, known: dict[object, object]) -> Any:  # noqa: ANN401 - all that a Model is made of
    """Return a copy that has equal texts and tuples of them once: a sixth less to read, which every case that is resolved has to."""
    if isinstance(value, dict):
        return {_shared(name, known): _shared(item, known) for name, item in value.items()}
    if isinstance(value, tuple):
        parts = [_shared(item, known) for item in value]
        value = tuple(parts) if type(value) is tuple else type(value)(*parts)
    elif isinstance(value, Noun):
        return value._replace(**{name: _shared(getattr(value, name), known) for name in value._fields})
    try:
        return known.setdefault((type(value), value), value)
    except TypeError:  # what can change, or has that in it, stays apart
        return value


def read_compiled(folder: str | Path) -> Compiled:
    """Return what was compiled; raises `OSError` where the file is gone, and `ValueError` where it is not as it was written."""
    import pickle

    content = content_of(folder, _FILE)
    with uncollected():
        compiled: Compiled = pickle.loads(content)  # noqa: S301 - ours alone, see above
    return compiled


@contextmanager
def uncollected() -> Iterator[None]:
    """Look for no garbage meanwhile: of what is read or built at once nothing is, and to look takes up to half as long again."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
