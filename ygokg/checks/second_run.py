"""The definitions of situations run by pySHACL, as the SHACL rules that they are, beside our own way to run them.

Both get the same timeline, with what the resolver says of its links, and the same cases; where they do not say the same triples, one of
the two has a fault.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ygokg.checks.finding import ERROR, Finding
from ygokg.checks.shapes import prepared_graph
from ygokg.checks.sources import Sources
from ygokg.graph.triples import PREFIXES, curie
from ygokg.situation.answering import PLAYING, cases
from ygokg.situation.course import Course
from ygokg.situation.deriving import CASES, Definition, Derived, Scene, definitions
from ygokg.situation.ruled import ruled
from ygokg.situation.telling import situation
from ygokg.situation.timeline import Asked, Situation
from ygokg.situation.triples import About

if TYPE_CHECKING:
    import rdflib

    from ygokg.resolver import Rulebase
    from ygokg.situation.matching import Triple

_SHACL = "http://www.w3.org/ns/shacl#"
_PREFIX = f"PREFIX ygo: <{PREFIXES['ygo']}>\n"


PARTS = {f"ygo:{part}" for part in PLAYING}
"""What says of a case which effects play a part in it: worked out before its features, and one choice of them makes the case."""


class Difference(NamedTuple):
    """A triple that only one of the two says; `definitions` are those that can say it."""

    triple: Triple
    by_shacl: bool
    definitions: tuple[str, ...]


def differences(base: Rulebase, told: Situation) -> Iterator[Difference]:
    """Yield where pySHACL and we differ about a situation, for each question that it asks, or for each link."""
    course = Course(base, told)
    for asked in told.asked or course.questions():
        moment = moment_of(told, asked)
        happened = course.happened(moment, asked.link)
        yield from _of_moment(base, happened, asked, moment)


def moment_of(told: Situation, asked: Asked) -> int:
    """Return the moment at which a question looks: that of the resolution asked about, of the answer to a link, or the end."""
    return told.at(asked.link).resolves_at if asked.link else told.at(asked.to).at + 1 if asked.to else told.end


def abouts(scene: Scene, asked: Asked) -> list[About]:
    """Return what the cases of a question are about that look at the moment of a scene."""
    noting = _Noting(scene.base, scene.situation, scene.moment)
    cases(noting, asked)
    return noting.noted


class _Noting(Scene):
    """A scene that notes of which cases the features are asked."""

    def __init__(self, base: Rulebase, situation: Situation, moment: int) -> None:
        super().__init__(base, situation, moment)
        self.noted: list[About] = []

    def features(self, about: About, wanted: Collection[str]) -> tuple[Derived, ...]:
        if about not in self.noted:
            self.noted.append(about)
        return super().features(about, wanted)


def _of_moment(base: Rulebase, happened: Situation, asked: Asked, moment: int) -> Iterator[Difference]:
    """Yield where they differ about what plays a part in the cases, and about the features of each case with its parts."""
    scene = Scene(base, happened, moment)
    seen = abouts(scene, asked)
    parts = [one for one in definitions() if one.stratum != CASES or one.says in PARTS]
    yield from _of_cases(scene, list(dict.fromkeys(about._replace(standing=()) for about in seen)), parts)
    yield from _of_cases(scene, seen, [one for one in definitions() if one.stratum != CASES or one.says not in PARTS])


def _of_cases(scene: Scene, cases: Iterable[About], own: list[Definition]) -> Iterator[Difference]:
    given = Scene.told(scene.base, scene.situation, scene.moment)
    ours = set(scene.facts)
    says = {one.says for one in own}
    for place, about in enumerate(cases):
        case = f"case{place}"
        asked_of = scene.case(about, case)
        given.extend(asked_of)
        ours |= {*asked_of, *(triple for triple, _ in scene.said_of(about, says, case))}
    theirs = _by_shacl(given, own)
    for triple in sorted(ours ^ theirs, key=str):
        property = curie(triple[1])
        yield Difference(triple, triple in theirs, tuple(one.id for one in definitions() if one.says == property))


def _by_shacl(given: Iterable[Triple], own: Iterable[Definition]) -> set[Triple]:
    """Return triples with what the rules add to them, by pySHACL: each stratum until nothing is new."""
    import rdflib
    from pyshacl import shacl_rules

    graph = prepared_graph()
    for subject, property, value in given:
        node = rdflib.URIRef(value) if isinstance(value, str) else rdflib.Literal(value)
        graph.add((rdflib.URIRef(subject), rdflib.URIRef(property), node))
    shacl_rules(graph, shacl_graph=_rules(own), advanced=True, inplace=True, iterate_rules=True)
    return {(str(s), str(p), o.toPython() if isinstance(o, rdflib.Literal) else str(o)) for s, p, o in graph}


def _rules(own: Iterable[Definition]) -> rdflib.Graph:
    """Return the shapes: one for each stratum, about the situation, with the definitions in their order."""
    import rdflib
    from rdflib import RDF

    shacl, graph = rdflib.Namespace(_SHACL), rdflib.Graph()
    for place, one in enumerate(own):
        shape, rule = rdflib.URIRef(f"{PREFIXES['ygo']}stratum{one.stratum}"), rdflib.BNode()
        graph.add((shape, RDF.type, shacl.NodeShape))
        graph.add((shape, shacl.order, rdflib.Literal(one.stratum)))
        graph.add((shape, shacl.targetClass, rdflib.URIRef(f"{PREFIXES['ygo']}Situation")))
        graph.add((shape, shacl.rule, rule))
        graph.add((rule, RDF.type, shacl.SPARQLRule))
        graph.add((rule, shacl.order, rdflib.Literal(place)))
        graph.add((rule, shacl.construct, rdflib.Literal(_PREFIX + one.construct)))
    return graph


def told_rulings(base: Rulebase) -> dict[str, str]:
    """Return rulings that tell what happened in them, with their texts: as many as it takes for each definition of use to any.

    Running every one of them twice takes minutes, and says no more.
    """
    seen: set[str] = set()
    found: dict[str, str] = {}
    for i, ruling in base.model.rulings.items():
        if ruling.told_as and ruling.in_force:
            used = {said.definition for case in ruled(base, ruling).told.cases for said in case.derived}
            if not used <= seen:
                seen |= used
                found[i] = ruling.told_as
    return found


def findings(base: Rulebase, sources: Sources, situations: Mapping[str, str]) -> Iterator[Finding]:
    """Yield one finding for each definition whose triples differ, with the first situation in which they do."""
    found: set[tuple[str, ...]] = set()
    for name, text in situations.items():
        for one in differences(base, situation(base.model, text, "en")):
            if one.definitions not in found:
                found.add(one.definitions)
                subject = one.definitions[0] if one.definitions else "ygo:Definition"
                yield Finding("definition-disagrees", ERROR, subject, sources.place(subject), _message(name, one))


def _message(name: str, one: Difference) -> str:
    subject, property, value = (curie(str(part)) for part in one.triple)
    who, other = ("pySHACL says", "we do not") if one.by_shacl else ("we say", "pySHACL does not")
    return f"in {name}: {who} `{subject} {property} {value}`, {other}. One way to run it has a fault, or its result hangs on an order."
