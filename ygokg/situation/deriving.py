"""Run the definitions of `ontology/situation` on a timeline: what they say of the features of a case.

The definitions are SPARQL rules in strata: what became of the stays; which standing effects reach whom; which of them are in force at the
moment asked about; the features of the case. Within a stratum they run in the order of the file until nothing is added; none takes
anything back, so it ends.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator
from functools import cache
from typing import NamedTuple

import pyoxigraph as ox

from ygokg.graph.model import Id
from ygokg.graph.triples import PREFIXES, curie
from ygokg.resolver.rulebase import Rulebase
from ygokg.situation.timeline import Situation
from ygokg.situation.triples import About, case_triples, here, name_of, situation_triples, uses_of
from ygokg.store.bundle import root

_PREFIX = "".join(f"PREFIX {name}: <{PREFIXES[name]}>\n" for name in ("ygo",))
_STATES, _CASES = (1, 2, 3), 4
_HEAD = re.compile(r"CONSTRUCT\s*\{[^}]*?(ygo:\w+)\s+[^\s}]+\s*\}")


class Definition(NamedTuple):
    """A definition with its SPARQL text, the stratum in which it is run and the property that it says."""

    id: Id
    stratum: int
    construct: str
    says: Id


class Derived(NamedTuple):
    """What a definition said of a case: a feature with its values (several families for one unknown effect)."""

    feature: Id
    values: tuple[Id, ...]
    definition: Id

    @property
    def value(self) -> Id:
        """The value, or the first of several."""
        return self.values[0]


@cache
def definitions() -> tuple[Definition, ...]:
    """Return the definitions in the order of their strata and, within these, of the files."""
    folder = os.path.join(root(), "ontology", "situation", "definitions")
    said: dict[str, dict[str, str]] = {}
    for name in sorted(os.listdir(folder)):
        for quad in ox.parse(path=os.path.join(folder, name), format=ox.RdfFormat.TURTLE):
            if isinstance(quad.subject, ox.NamedNode) and isinstance(quad.object, ox.Literal):
                said.setdefault(curie(quad.subject.value), {})[curie(quad.predicate.value)] = quad.object.value
    found = [
        Definition(i, int(facts["ygo:stratum"]), facts["sh:construct"], _says(facts["sh:construct"]))
        for i, facts in said.items()
        if "sh:construct" in facts
    ]
    return tuple(sorted(found, key=lambda one: one.stratum))


def _says(construct: str) -> Id:
    head = _HEAD.search(construct)
    assert head is not None, construct
    return head[1]


class Scene:
    """A timeline as triples, with what the first three strata say of it at one moment."""

    def __init__(self, base: Rulebase, situation: Situation, moment: int) -> None:
        """Lay out what is told and work out the states at `moment`."""
        self.base = base
        self.situation = situation
        self.moment = moment
        self.others: dict[int, Scene] = {}
        self.store = ox.Store()
        self.store.extend(situation_triples(base, situation, moment))
        for stratum in _STATES:
            self._run([one for one in definitions() if one.stratum == stratum])

    def at(self, moment: int) -> Scene:
        """Return the same timeline as it is at another moment."""
        if moment == self.moment:
            return self
        if moment not in self.others:
            self.others[moment] = Scene(self.base, self.situation, moment)
        return self.others[moment]

    def reaches(self, standing: str, stay: str) -> bool:
        """Say whether a standing effect reaches a stay."""
        return ox.Quad(here(standing), _ygo("reachesStay"), here(stay)) in self.store

    def unsettled(self, standing: str) -> tuple[str, ...]:
        """Return on which negators it hangs whether a standing effect applies, where that cannot be decided."""
        node = here(standing)
        if ox.Quad(node, _ygo("isSettled"), ox.Literal(True)) in self.store:
            return ()
        return tuple(sorted(name_of(quad.object) for quad in self.store.quads_for_pattern(node, _ygo("hangsOn"), None, None)))

    def inert(self, standing: str) -> bool:
        """Say whether a standing effect is certainly not in force at the moment."""
        return any(self.store.quads_for_pattern(here(standing), _ygo("inertBecause"), None, None))

    def playing(self, about: About, part: str) -> tuple[str, ...]:
        """Return the links and standing effects that may play a part (`negatedBy`, `protectedBy` …) in a case, in the order told."""
        node = here("case")
        said = self._of_case(about, node, {f"ygo:{part}"})
        return tuple(sorted({name_of(quad.object) for quad, _ in said if quad.subject == node}, key=_in_order))

    def features(self, about: About, wanted: Collection[Id]) -> tuple[Derived, ...]:
        """Return what the definitions say of the features `wanted` of a case."""
        node = here("case")
        found: dict[tuple[Id, Id], list[Id]] = {}
        for quad, definition in self._of_case(about, node, wanted):
            if quad.subject == node and curie(quad.predicate.value) in self.base.model.features:
                found.setdefault((curie(quad.predicate.value), definition), []).extend(uses_of(self.situation, quad.object))
        return tuple(Derived(feature, tuple(dict.fromkeys(values)), i) for (feature, i), values in found.items())

    def _of_case(self, about: About, node: ox.NamedNode, wanted: Collection[Id]) -> list[tuple[ox.Quad, Id]]:
        """Return what the definitions of the properties `wanted` say of a case; the store stays as it was."""
        given = list(case_triples(self.situation, about, node))
        self.store.extend(given)
        said = self._run([one for one in definitions() if one.stratum == _CASES and one.says in wanted], once=True)
        for quad in (*given, *(quad for quad, _ in said)):
            self.store.remove(quad)
        return said

    def _run(self, own: list[Definition], *, once: bool = False) -> list[tuple[ox.Quad, Id]]:
        """Add to the store what the definitions say; return each triple with the definition that said it first."""
        said: list[tuple[ox.Quad, Id]] = []
        added = True
        while added:
            added = False
            for one in own:
                for quad in self._new(one):
                    self.store.add(quad)
                    said.append((quad, one.id))
                    added = not once
        return said

    def _new(self, one: Definition) -> Iterator[ox.Quad]:
        for triple in list(self.store.query(_PREFIX + one.construct)):  # type: ignore[arg-type]
            quad = ox.Quad(triple.subject, triple.predicate, triple.object)
            if quad not in self.store:
                yield quad


def _in_order(name: str) -> tuple[str, int]:
    """Return by what links and standing effects are sorted: S2 before S10."""
    letters = name.rstrip("0123456789")
    return letters, int(name[len(letters) :] or 0)


def _ygo(name: str) -> ox.NamedNode:
    return ox.NamedNode(PREFIXES["ygo"] + name)
