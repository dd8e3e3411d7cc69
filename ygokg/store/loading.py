"""The model, the acceptances and the findings that `conflicts` starts from: of Turtle files, or of a store that was built.

Turtle is read as it is: what contradicts itself must be readable too.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyoxigraph as ox

from ygokg.consistency.accepted import acceptances, stored_acceptances
from ygokg.consistency.finding import Acceptance, Finding
from ygokg.consistency.in_graph import findings_of
from ygokg.graph.compile import compile_model
from ygokg.graph.model import Model
from ygokg.store.build import add_findings, read_quads
from ygokg.store.bundle import bundled_files, data_files
from ygokg.store.following import INFERRED

__all__ = ["load", "load_findings", "load_stored"]


def load(data: Sequence[Path] = (), *, builtin: bool = True) -> tuple[Model, list[Acceptance]]:
    """Return the model of the built-in Turtle with the files at the `data` paths laid over it, and the acceptances in them.

    Without `builtin` there is nothing but what is at the `data` paths.

    A graph opened from the cache would not do: it is not built where an exception is cyclic or dangling. Raises `BrokenInput` for
    Turtle that cannot be read and `UsageProblem` for a path that does not exist.
    """
    quads = read_quads([*(bundled_files() if builtin else ()), *data_files(data)])
    return compile_model(quads), acceptances(quads)


def load_stored(store: ox.Store) -> tuple[Model, list[Acceptance]]:
    """Return the same of a graph that is only to be had built, as one from a server is."""
    quads = list(store.quads_for_pattern(None, None, None, ox.DefaultGraph()))
    return compile_model(quads), acceptances(quads)


def load_findings(store: ox.Store, model: Model) -> tuple[list[Finding], list[Acceptance]]:
    """Return what was found when the graph of `model` was built, in no order, and the acceptances in it."""
    add_findings(store, model)
    accepted = stored_acceptances(store)
    return findings_of(store.quads_for_pattern(None, None, None, INFERRED), accepted, model), accepted
