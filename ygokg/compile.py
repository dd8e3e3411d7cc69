"""From the graph to the Model: reads every noun of the ontology out of RDF triples, and nothing else.

Statements that do not have the shape of the ontology are reported as `BrokenInput`; what is merely missing (a label, a
source) is left for `ygokg check` to say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Protocol

from ygokg.errors import BrokenInput
from ygokg.model import (
    Archetype,
    Card,
    Condition,
    Document,
    Effect,
    Evidence,
    Family,
    Feature,
    Id,
    Model,
    Passage,
    Question,
    Rule,
    Ruling,
    System,
    Term,
    Texts,
)
from ygokg.namespaces import curie

__all__ = ["LITERAL", "TripleLike", "compile_model"]

LITERAL = "ygo:Literal"
"""Stands among a question's answers where it takes a literal amount or count."""

_KINDS = {"ygo:Role": "role", "ygo:TextFeature": "text", "ygo:StateFeature": "state", "ygo:DerivedFeature": "derived"}
_TERM_TYPES = ("ygo:Concept", "ygo:Value", "ygo:Answer", "ygo:Axis")
_OBSTACLES_FIRST = ("ygo:No", "ygo:Pending", "ygo:Must", "ygo:Yes")


class TripleLike(Protocol):
    """A pyoxigraph Quad or Triple: anything with a subject, a predicate and an object."""

    @property
    def subject(self) -> object:
        """A named or blank node."""

    @property
    def predicate(self) -> object:
        """A named node."""

    @property
    def object(self) -> object:
        """A named node, a blank node or a literal."""


class _Graph:
    """Triples by subject and predicate, with CURIEs for IRIs and `_:x` for blank nodes."""

    def __init__(self, triples: Iterable[TripleLike]) -> None:
        self._values: dict[str, dict[str, list[tuple[str, str | None, bool]]]] = defaultdict(lambda: defaultdict(list))
        self._by_type: dict[str, list[str]] = defaultdict(list)
        names: dict[str, str] = {}
        for triple in triples:
            subject, predicate = _name(triple.subject, names), _name(triple.predicate, names)
            value = getattr(triple.object, "datatype", None)
            if value is None:
                entry = (_name(triple.object, names), None, False)
            else:
                entry = (triple.object.value, _tag(getattr(triple.object, "language", None)), True)  # type: ignore[attr-defined]
            self._values[subject][predicate].append(entry)
            if predicate == "rdf:type":
                self._by_type[entry[0]].append(subject)

    def of_type(self, *types: str) -> list[str]:
        """Return the named subjects of any of the types, sorted."""
        return sorted({s for t in types for s in self._by_type.get(t, ()) if not s.startswith("_:")}, key=_natural)

    def types(self, subject: str) -> list[str]:
        return self.all(subject, "rdf:type")

    def all(self, subject: str, predicate: str) -> list[str]:
        """Return the values as text, in a stable order."""
        return sorted((v for v, _, _ in self._entries(subject, predicate)), key=_natural)

    def one(self, subject: str, predicate: str) -> str | None:
        """Return the only value; several values of a property that takes one are an error."""
        values = self.all(subject, predicate)
        if len(values) > 1:
            raise BrokenInput(f"{subject} has {len(values)} values of {predicate}: {', '.join(values)}", "Keep one of them.")
        return values[0] if values else None

    def texts(self, subject: str, predicate: str) -> Texts:
        """Return the language-tagged values; of several in one language, the first by text."""
        found: Texts = {}
        for value, language, _ in sorted(self._entries(subject, predicate), key=lambda e: (e[1] or "", e[0])):
            found.setdefault(language or "", value)
        return found

    def literal(self, subject: str, predicate: str) -> bool:
        return any(is_literal for _, _, is_literal in self._entries(subject, predicate))

    def predicates(self, subject: str) -> list[str]:
        return sorted(self._values.get(subject, ()))

    def members(self, head: str) -> Iterator[str]:
        """Walk an RDF list."""
        while head != "rdf:nil":
            first, rest = self.one(head, "rdf:first"), self.one(head, "rdf:rest")
            if first is None or rest is None:
                raise BrokenInput("A list in parentheses is broken off.", "Close it with ')'.")
            yield first
            head = rest

    def _entries(self, subject: str, predicate: str) -> list[tuple[str, str | None, bool]]:
        return self._values.get(subject, {}).get(predicate, [])


def compile_model(triples: Iterable[TripleLike]) -> Model:
    """Return the Model of the triples (pyoxigraph quads or triples, any order).

    Raises `BrokenInput` where a rule's condition, a closed list of values or a single-valued property has another shape than
    the ontology gives it.
    """
    graph = _Graph(triples)
    model = Model(modified=next(iter(graph.all("https://w3id.org/ygokg/ontology", "dct:modified")), ""))
    _vocabulary(graph, model)
    model.rules = {i: _rule(graph, i) for i in graph.of_type("ygo:Rule")}
    _shared_conditions(model)
    model.effects = {i: _effect(graph, model, i) for i in _effect_ids(graph)}
    rulings = {i: _ruling(graph, model, i) for i in graph.of_type("ygo:Ruling")}
    model.rulings = {i: _with_shared_case(rulings, i) for i in rulings}
    _sources(graph, model)
    _cards(graph, model)
    return model


def _vocabulary(graph: _Graph, model: Model) -> None:
    for i in graph.of_type(*_TERM_TYPES):
        model.terms[i] = Term(
            i,
            *_described(graph, i),
            sources=tuple(graph.all(i, "prov:wasDerivedFrom")),
            broader=tuple(v for p in ("skos:broader", "rdfs:subClassOf") for v in graph.all(i, p) if not v.startswith("_:")),
            replaced_by=graph.one(i, "dct:isReplacedBy"),
        )
    for i in graph.of_type(*_KINDS):
        model.features[i] = _feature(graph, i)
    for i in graph.of_type("ygo:Question"):
        order = graph.one(i, "ygo:order") == "ygo:ObstaclesPrevail"
        answers = graph.all(i, "ygo:admits")
        model.questions[i] = Question(
            i,
            *_described(graph, i),
            answers=tuple(answers),
            prevails=_OBSTACLES_FIRST if order else (),
            literal=LITERAL in answers,
            broader=tuple(graph.all(i, "skos:broader")),
        )
    axes = set(graph.of_type("ygo:Axis"))
    for i in graph.of_type("ygo:Family", "ygo:Axis"):
        above = tuple(_above(graph, i))
        model.families[i] = Family(
            i,
            *_described(graph, i),
            above=above,
            axis=i if i in axes else next((a for a in above if a in axes), None),
            sources=tuple(graph.all(i, "prov:wasDerivedFrom")),
        )


def _described(graph: _Graph, i: Id) -> tuple[Texts, Texts]:
    return graph.texts(i, "skos:prefLabel"), graph.texts(i, "skos:definition")


def _feature(graph: _Graph, i: Id) -> Feature:
    kind = next(_KINDS[t] for t in graph.types(i) if t in _KINDS)
    return Feature(
        i,
        kind,
        *_described(graph, i),
        values=() if kind == "role" else tuple(_closed_list(graph, i)),
        functional="owl:FunctionalProperty" in graph.types(i),
        read_from=(graph.one(i, "ygo:readFrom") or "ygo:effect") if kind == "text" else None,
        unsaid_absent=kind == "role" or graph.one(i, "ygo:unsaid") == "ygo:Absent",
        sources=tuple(graph.all(i, "prov:wasDerivedFrom")),
    )


def _closed_list(graph: _Graph, feature: Id) -> Iterator[Id]:
    value_class = graph.one(feature, "rdfs:range")
    for node in graph.all(value_class, "owl:equivalentClass") if value_class else ():
        for head in graph.all(node, "owl:oneOf"):
            yield from graph.members(head)


def _above(graph: _Graph, family: Id) -> Iterator[Id]:
    """Walk the classes above a family breadth first, nearest first, each once."""
    seen, row = {family}, [family]
    while row:
        row = [p for f in row for p in graph.all(f, "rdfs:subClassOf") if not p.startswith("_:")]
        row = [p for p in dict.fromkeys(row) if p not in seen]
        seen.update(row)
        yield from row


def _rule(graph: _Graph, i: Id) -> Rule:
    conditions: list[Condition] = []
    shared: Id | None = None
    for node in graph.all(i, "owl:equivalentClass"):
        if not node.startswith("_:"):
            shared = node
            continue
        head = graph.one(node, "owl:intersectionOf")
        if head is None:
            raise BrokenInput(
                f"The condition of {i} is not an owl:intersectionOf.", "Write it as ( ygo:Case [ a owl:Restriction ; … ] )."
            )
        conditions += [_condition(graph, i, part) for part in graph.members(head) if part != "ygo:Case"]
    asks = graph.one(i, "ygo:asks")
    if asks is None:
        raise BrokenInput(f"{i} does not say what it answers.", "Add ygo:asks with a question or a derived feature.")
    return Rule(
        i,
        graph.texts(i, "skos:prefLabel"),
        tuple(conditions),
        asks,
        graph.one(i, "ygo:answer"),
        exception_to=tuple(graph.all(i, "ygo:exceptionTo")),
        basis=graph.one(i, "ygo:basis") or "",
        sources=tuple(graph.all(i, "prov:wasDerivedFrom")),
        comment=graph.texts(i, "rdfs:comment").get("en", ""),
        same_condition_as=shared,
        deprecated=graph.one(i, "owl:deprecated") == "true",
    )


def _condition(graph: _Graph, rule: Id, node: str) -> Condition:
    feature = graph.one(node, "owl:onProperty")
    value, some = graph.one(node, "owl:hasValue"), graph.one(node, "owl:someValuesFrom")
    if feature is None or (value is None) == (some is None):
        raise BrokenInput(
            f"A condition of {rule} is neither a hasValue nor a someValuesFrom restriction on a feature.",
            "Conditions are conjunctions of these two; 'not' is an exception.",
        )
    if value is not None:
        return Condition(feature, values=(value,))
    if some is not None and not some.startswith("_:"):
        return Condition(feature, family=some)
    head = graph.one(some or "", "owl:oneOf")
    if head is None:
        raise BrokenInput(f"A condition of {rule} on {feature} is no list of values.", "Use [ a owl:Class ; owl:oneOf ( … ) ].")
    return Condition(feature, values=tuple(graph.members(head)))


def _shared_conditions(model: Model) -> None:
    for rule in model.rules.values():
        seen, origin = {rule.id}, rule
        while origin.same_condition_as is not None:
            if origin.same_condition_as in seen or origin.same_condition_as not in model.rules:
                raise BrokenInput(f"{rule.id} takes its condition from {origin.same_condition_as}, which leads nowhere.")
            origin = model.rules[origin.same_condition_as]
            seen.add(origin.id)
        rule.conditions = origin.conditions


def _effect_ids(graph: _Graph) -> list[Id]:
    named = {s for s in graph.of_type("owl:NamedIndividual") if s.startswith("effect:")}
    return sorted(named | set(graph.of_type("ygo:CardEffect")), key=_natural)


def _effect(graph: _Graph, model: Model, i: Id) -> Effect:
    return Effect(
        i,
        graph.one(i, "ygo:effectOf"),
        graph.one(i, "ygo:mark") or "",
        graph.texts(i, "skos:prefLabel"),
        families=tuple(t for t in graph.types(i) if t in model.families),
        facts=_facts(graph, model, i),
        sources=tuple(graph.all(i, "prov:wasDerivedFrom")),
    )


def _facts(graph: _Graph, model: Model, i: Id) -> dict[Id, tuple[Id, ...]]:
    return {p: tuple(graph.all(i, p)) for p in graph.predicates(i) if p in model.features}


def _ruling(graph: _Graph, model: Model, i: Id) -> Ruling:
    asks, answer = graph.one(i, "ygo:asks"), graph.one(i, "ygo:answer")
    if asks is None or answer is None:
        raise BrokenInput(
            f"{i} has no {'question' if asks is None else 'answer'}.", "Every ruling has one ygo:asks and one ygo:answer."
        )
    return Ruling(
        i,
        _facts(graph, model, i),
        asks,
        answer,
        sources=tuple(graph.all(i, "prov:wasDerivedFrom")),
        summary=graph.texts(i, "rdfs:comment").get("en", ""),
        date=graph.one(i, "dct:date"),
        literal=graph.literal(i, "ygo:answer"),
        contrast=tuple(graph.all(i, "ygo:contrastWith")),
        given=tuple(graph.all(i, "ygo:given")),
        same_case_as=graph.one(i, "ygo:sameCaseAs"),
        expected_rule=graph.one(i, "ygo:expectedRule"),
        deprecated=graph.one(i, "owl:deprecated") == "true",
        cards=tuple(graph.all(i, "ygo:mentions")),
    )


def _with_shared_case(rulings: dict[Id, Ruling], i: Id) -> Ruling:
    ruling, facts, seen = rulings[i], {}, [i]
    while seen[-1] in rulings:
        facts = rulings[seen[-1]].facts | facts
        following = rulings[seen[-1]].same_case_as
        if following is None:
            break
        if following in seen or following not in rulings:
            raise BrokenInput(f"{i} shares its case with {following}, which leads nowhere.", "Name a ruling that states the case.")
        seen.append(following)
    ruling.facts = {f: facts[f] for f in sorted(facts)}
    return ruling


def _sources(graph: _Graph, model: Model) -> None:
    for i in graph.of_type("ygo:Document"):
        model.documents[i] = Document(i, graph.texts(i, "skos:prefLabel"), graph.one(i, "dct:issued") or "")
    for i in graph.of_type("ygo:RuleSystem"):
        model.systems[i] = System(
            i, graph.one(i, "ygo:topic") or "", *_described(graph, i), order=int(graph.one(i, "ygo:position") or 0)
        )
    model.systems = dict(sorted(model.systems.items(), key=lambda item: item[1].order))
    for i in graph.of_type("ygo:Passage"):
        evidence = tuple(_evidence(graph, e) for e in graph.all(i, "ygo:evidence"))
        dates = {e.date for e in evidence}
        bare = tuple(Evidence("", d) for d in graph.all(i, "dct:date") if d not in dates)
        model.passages[i] = Passage(
            i,
            graph.one(i, "dct:isPartOf") or "",
            int(graph.one(i, "ygo:line") or 0),
            graph.one(i, "ygo:passageKind") or "",
            graph.one(i, "ygo:system") or "",
            graph.one(i, "ygo:section") or "",
            graph.one(i, "ygo:digest") or "",
            evidence=evidence + bare,
        )
    for s in graph.of_type("ygo:Passage"):
        reason = graph.one(s, "ygo:leftOutBecause")
        if reason is not None:
            model.left_out[s] = reason


def _evidence(graph: _Graph, i: Id) -> Evidence:
    return Evidence(graph.one(i, "ygo:sourceClass") or "", graph.one(i, "dct:date") or "", graph.one(i, "dct:identifier"))


def _cards(graph: _Graph, model: Model) -> None:
    for i in graph.of_type("ygo:Card"):
        model.cards[i] = Card(
            i,
            graph.one(i, "dct:identifier") or "",
            graph.one(i, "ygo:konamiId"),
            graph.one(i, "ygo:cardKind") or "",
            graph.texts(i, "skos:prefLabel"),
            variants=tuple(graph.all(i, "skos:altLabel")),
        )
    for i in graph.of_type("ygo:Archetype"):
        model.archetypes[i] = Archetype(i, graph.texts(i, "skos:prefLabel"))


def _tag(language: str | None) -> str | None:
    """Undo the lower-casing of language tags that some stores apply: scripts are written with a capital (`zh-Hans`)."""
    if language is None:
        return None
    main, *rest = language.split("-")
    return "-".join([main, *(part.title() if len(part) == 4 else part for part in rest)])


def _name(node: object, names: dict[str, str]) -> str:
    value: str = node.value  # type: ignore[attr-defined]
    if str(node).startswith("_:"):
        return "_:" + value
    if value not in names:
        names[value] = curie(value)
    return names[value]


def _natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """Sort key under which `src:negation.9` comes before `src:negation.10`."""
    parts: list[tuple[int, int, str]] = []
    word, number = "", ""
    for char in text + "\0":
        if char.isdecimal() and char.isascii():
            number += char
            continue
        if number:
            parts += [(1, 0, word), (0, int(number), "")]
            word, number = "", ""
        word += char
    return (*parts, (1, 0, word))
