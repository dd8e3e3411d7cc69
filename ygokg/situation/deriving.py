"""Run the definitions of `ontology/situation` on a timeline: what they say of the features of a case.

The definitions are SPARQL rules in strata: what became of the stays; which standing effects reach whom; which of them are in force at the
moment asked about; the features of the case. Within a stratum they run in the order of the file until nothing is added; none takes
anything back, so it ends.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple
from weakref import WeakKeyDictionary

import pyoxigraph as ox

from ygokg.graph.model import Id
from ygokg.graph.triples import PREFIXES, curie, expand
from ygokg.resolver.rulebase import Rulebase
from ygokg.situation.constructs import Construct, Var, parsed
from ygokg.situation.matching import Facts, Prepared, Triple
from ygokg.situation.timeline import Situation
from ygokg.situation.triples import About, case_triples, described, here, name_of, situation_triples, uses_of
from ygokg.store.bundle import root

_PREFIX = "".join(f"PREFIX {name}: <{PREFIXES[name]}>\n" for name in ("ygo",))
_STATES, CASES = (1, 2, 3), 4
_HEAD = re.compile(r"CONSTRUCT\s*\{[^}]*?(ygo:\w+)\s+[^\s}]+\s*\}")


class Definition(NamedTuple):
    """A definition with its SPARQL text, the stratum in which it is run and the property that it says.

    `prepared` is what runs it on triples in memory; None where its text is beyond that, so that the engine of the store runs it.
    """

    id: Id
    stratum: int
    construct: str
    says: Id
    prepared: Prepared | None = None

    def run(self, facts: Facts, case: str) -> list[Triple]:
        """Return what it says of triples; in the last stratum, of the `case` alone."""
        if self.prepared is None:
            return engine_run(self.construct, facts)
        return self.prepared.run(facts, *((case,) if self.stratum == CASES else ()))


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
    folder = Path(root(), "ontology", "situation", "definitions")
    said: dict[str, dict[str, str]] = {}
    for file in sorted(folder.iterdir()):
        for quad in ox.parse(path=file, format=ox.RdfFormat.TURTLE):
            if isinstance(quad.subject, ox.NamedNode) and isinstance(quad.object, ox.Literal):
                said.setdefault(curie(quad.subject.value), {})[curie(quad.predicate.value)] = quad.object.value
    found = [
        Definition(i, stratum := int(facts["ygo:stratum"]), text := facts["sh:construct"], _says(text), _prepared(parsed(text), stratum))
        for i, facts in said.items()
        if "sh:construct" in facts
    ]
    return tuple(sorted(found, key=lambda one: one.stratum))


def _says(construct: str) -> Id:
    head = _HEAD.search(construct)
    assert head is not None, construct
    return head[1]


def _prepared(construct: Construct | None, stratum: int) -> Prepared | None:
    """Return a definition ready to be run; one of the last stratum for one case at a time, which is what all of it is about."""
    if construct is None or stratum != CASES:
        return construct and Prepared(construct)
    about = {one.subject for one in construct.head}
    (case,) = about if len(about) == 1 else (None,)
    return Prepared(construct, (case.name,)) if isinstance(case, Var) else None


def engine_run(construct: str, facts: Facts) -> list[Triple]:
    """Return what a CONSTRUCT query says of triples by the engine of the store."""
    store = ox.Store()
    store.extend(ox.Quad(ox.NamedNode(s), ox.NamedNode(p), ox.NamedNode(o) if isinstance(o, str) else ox.Literal(o)) for s, p, o in facts)
    return list(dict.fromkeys(map(_triple, store.query(_PREFIX + construct))))  # type: ignore[arg-type]


def _triple(said: ox.Triple | ox.Quad) -> Triple:
    subject, value = said.subject, said.object
    assert isinstance(subject, ox.NamedNode)
    if isinstance(value, ox.Literal):
        return subject.value, said.predicate.value, value.value == "true" if value.datatype == _BOOLEAN else int(value.value)
    assert isinstance(value, ox.NamedNode)
    return subject.value, said.predicate.value, value.value


_BOOLEAN = ox.NamedNode(expand("xsd:boolean"))


_SAID: WeakKeyDictionary[Rulebase, dict[tuple[Id | int, ...], list[Triple]]] = WeakKeyDictionary()
"""What definitions said, by what they saw: most of it is the same at each moment of a situation."""
_MOST_SAID = 2000


@cache
def _saying() -> dict[Id, tuple[tuple[int, Definition], ...]]:
    """Return the definitions of the last stratum by what they say, each with its place in their order."""
    found: dict[Id, tuple[tuple[int, Definition], ...]] = {}
    for place, one in enumerate(definitions()):
        if one.stratum == CASES:
            found[one.says] = (*found.get(one.says, ()), (place, one))
    return found


class Scene:
    """A timeline as triples, with what the first three strata say of it at one moment."""

    def __init__(self, base: Rulebase, situation: Situation, moment: int) -> None:
        """Lay out what is told and work out the states at `moment`."""
        self.base = base
        self.situation = situation
        self.moment = moment
        self.others: dict[int, Scene] = {}
        self.facts = Facts()
        for triple in self.told(base, situation, moment):
            self.facts.add(triple)
        for stratum in _STATES:
            self._settle([one for one in definitions() if one.stratum == stratum])

    def at(self, moment: int) -> Scene:
        """Return the same timeline as it is at another moment."""
        if moment == self.moment:
            return self
        if moment not in self.others:
            self.others[moment] = Scene(self.base, self.situation, moment)
        return self.others[moment]

    def reaches(self, standing: str, stay: str) -> bool:
        """Say whether a standing effect reaches a stay."""
        return (here(standing), _ygo("reachesStay"), here(stay)) in self.facts

    def may_reach(self, standing: str, stay: str) -> bool:
        """Say whether a standing effect may reach a stay, whose text asks for more than is told of it."""
        return (here(standing), _ygo("mayReachStay"), here(stay)) in self.facts

    def stated(self, effect: Collection[Id]) -> set[Id]:
        """Return the features of its wording that the data state of an effect."""
        return {feature for one in effect if one in self.base.model.effects for feature in self.base.model.effects[one].facts}

    def unsettled(self, standing: str) -> tuple[str, ...]:
        """Return on which negators it hangs whether a standing effect applies, where that cannot be decided."""
        if (here(standing), _ygo("isSettled"), True) in self.facts:
            return ()
        return tuple(sorted(name_of(str(value)) for value in self._values(standing, "hangsOn")))

    def inert(self, standing: str) -> bool:
        """Say whether a standing effect is certainly not in force at the moment."""
        return bool(self._values(standing, "inertBecause"))

    def playing(self, about: About, parts: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """Return the links and standing effects that may play each of some parts (`negatedBy` …) in a case, in the order told."""
        found: dict[Id, set[str]] = {f"ygo:{part}": set() for part in parts}
        for (_, property, value), _ in self.said_of(about, found):
            found[curie(property)].add(name_of(str(value)))
        return {part.removeprefix("ygo:"): tuple(sorted(names, key=_in_order)) for part, names in found.items()}

    def features(self, about: About, wanted: Collection[Id]) -> tuple[Derived, ...]:
        """Return what the definitions say of the features `wanted` of a case."""
        found: dict[tuple[Id, Id], list[Id]] = {}
        for (_, property, value), definition in self.said_of(about, wanted):
            if curie(property) in self.base.model.features:
                values = uses_of(self.situation, value) if isinstance(value, str) else (str(value).lower(),)
                found.setdefault((curie(property), definition), []).extend(values)
        return tuple(Derived(feature, tuple(dict.fromkeys(values)), i) for (feature, i), values in found.items())

    @staticmethod
    def told(base: Rulebase, situation: Situation, moment: int) -> list[Triple]:
        """Return what is told of a situation and known of the effects in it, before anything is worked out."""
        return [*situation_triples(base, situation, moment), *described(base, situation)]

    def case(self, about: About, name: str = "case") -> list[Triple]:
        """Return what a case is about."""
        return [*case_triples(self.situation, about, here(name))]

    def said_of(self, about: About, wanted: Collection[Id], name: str = "case") -> list[tuple[Triple, Id]]:
        """Return what the definitions of the properties `wanted` say of a case; the facts stay as they were."""
        case = here(name)
        said = [triple for triple in self.case(about, name) if self.facts.add(triple)]
        found: list[tuple[Triple, Id]] = []
        own = sorted((one for property in set(wanted) for one in _saying().get(property, ())), key=itemgetter(0))
        for _, one in own:
            new = [triple for triple in one.run(self.facts, case) if triple[0] == case and self.facts.add(triple)]
            found += ((triple, one.id) for triple in new)
        for triple in (*said, *(triple for triple, _ in found)):
            self.facts.remove(triple)
        return found

    def _settle(self, own: list[Definition]) -> None:
        """Add what the definitions of a stratum say until nothing is new; one that sees what one saw before says the same."""
        known = _SAID.setdefault(self.base, {})
        added = True
        while added:
            added = False
            for one in own:
                said = self._said(one, known)
                for triple in said:
                    added |= self.facts.add(triple)
        if len(known) > _MOST_SAID:
            known.clear()

    def _said(self, one: Definition, known: dict[tuple[Id | int, ...], list[Triple]]) -> list[Triple]:
        if one.prepared is None:
            return one.run(self.facts, "")
        sees: tuple[Id | int, ...] = (one.id, *(self.facts.marks.get(property, 0) for property in one.prepared.properties))
        if sees not in known:
            known[sees] = one.run(self.facts, "")
        return known[sees]

    def _values(self, name: str, property: str) -> Collection[object]:
        return self.facts.objects.get(_ygo(property), {}).get(here(name), {})


def _in_order(name: str) -> tuple[str, int]:
    """Return by what links and standing effects are sorted: S2 before S10."""
    letters = name.rstrip("0123456789")
    return letters, int(name[len(letters) :] or 0)


def _ygo(name: str) -> str:
    return PREFIXES["ygo"] + name
