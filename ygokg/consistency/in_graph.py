"""Findings as triples, by which SPARQL and every later call has them, and findings read back from these.

finding:ruling-rule.1a2b3c4d a ygo:Finding ;
dct:identifier "ruling-rule:1a2b3c4d" ; ygo:findingKind "ruling-rule" ; ygo:severity "error" ;
ygo:concerns ruling:negation.5 , rule:negation.general ; ygo:asks ygo:IsNegated ;
ygo:side finding:ruling-rule.1a2b3c4d.1 ; ygo:sharedFacts "ygo:face value ygo:FaceDown" ; ygo:remedy "exception-for rulings=… rules=…" .
finding:ruling-rule.1a2b3c4d.1 a ygo:FindingSide ;
ygo:position 1 ; ygo:answer ygo:No ; ygo:statedBy ruling:negation.5 ; dct:source src:negation.5 .
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import pyoxigraph as ox

from ygokg.consistency.finding import IDLE_ACCEPTANCE, Acceptance, Finding, FindingSide, Hint
from ygokg.graph.model import Condition, Id, Model
from ygokg.graph.triples import curie, expand, node

FINDING = ox.NamedNode(expand("ygo:Finding"))
"""The class of all findings."""

Value = ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple
Said = dict[Id, list[Value]]
"""What is said of one subject: the values of each property."""

_TYPE = "rdf:type"
_CONDITION = re.compile(r"(?P<feature>\S+) (?:some (?P<family>[^{\s]\S*)|some \{(?P<values>[^}]*)\}|value (?P<value>\S+))")


def finding_triples(model: Model, findings: Iterable[Finding]) -> Iterator[ox.Triple]:
    """Yield the triples of findings: what `findings_of` reads back, and for each side the passages that it rests on."""
    for finding in findings:
        subject = _name(finding)
        for predicate, value in _said(finding):
            yield _triple(subject, predicate, value)
        for position, side in enumerate(finding.sides, 1):
            of_side = f"{subject}.{position}"
            yield _triple(subject, "ygo:side", node(of_side))
            for predicate, value in _said_by_side(model, side, position):
                yield _triple(of_side, predicate, value)


def findings_of(triples: Iterable[ox.Triple | ox.Quad], accepted: Sequence[Acceptance], model: Model) -> list[Finding]:
    """Return the findings that triples state, in no order; `accepted` are the acceptances of the graph, by which they are marked."""
    subjects: dict[Id, Said] = {}
    for triple in triples:
        said = subjects.setdefault(_id(triple.subject), {})
        said.setdefault(curie(triple.predicate.value), []).append(triple.object)
    by_id = {acceptance.id: acceptance for acceptance in accepted}
    return [_read(said, subjects, by_id, model) for said in subjects.values() if FINDING in said.get(_TYPE, ())]


def _name(finding: Finding) -> Id:
    return f"finding:{finding.id.replace(':', '.')}"


def _said(finding: Finding) -> Iterator[tuple[Id, Value]]:
    yield _TYPE, FINDING
    yield "dct:identifier", ox.Literal(finding.id)
    yield "ygo:findingKind", ox.Literal(finding.kind)
    yield "ygo:severity", ox.Literal(finding.severity)
    if finding.past:
        yield "ygo:lastDay", ox.Literal(finding.past, datatype=ox.NamedNode(expand("xsd:date")))
    if finding.detail:
        yield "ygo:detail", ox.Literal(finding.detail)
    if finding.asks:
        yield "ygo:system" if finding.asks.startswith("system:") else "ygo:asks", node(finding.asks)
    for id in finding.key:
        # What an idle acceptance accepts is text, and names nothing that there is.
        yield "ygo:concerns", ox.Literal(id) if finding.kind == IDLE_ACCEPTANCE else node(id)
    if finding.shared:
        # Not as facts: who looks for whatever has a feature means rulings and effects.
        yield "ygo:sharedFacts", ox.Literal(_conditions_text(Condition(feature, (value,)) for feature, value in finding.shared))
    for ruling in finding.cases:
        yield "ygo:affects", node(ruling)
    if finding.conditions:
        yield "ygo:meetsWhere", ox.Literal(_conditions_text(finding.conditions))
    if finding.settle:
        yield "ygo:remedy", ox.Literal("\n".join(map(_hint_text, finding.settle)))
    if finding.accepted is not None:
        yield "ygo:acceptedBy", node(finding.accepted.id)


def _said_by_side(model: Model, side: FindingSide, position: int) -> Iterator[tuple[Id, Value]]:
    yield _TYPE, node("ygo:FindingSide")
    yield "ygo:position", ox.Literal(position)
    if side.answer is not None:
        amount = any(model.rulings[i].literal for i in side.rulings)
        yield "ygo:answer", ox.Literal(side.answer) if amount else node(side.answer)
    for id in (*side.rules, *side.rulings):
        yield "ygo:statedBy", node(id)
        noun = model.rules.get(id) or model.rulings.get(id)
        for source in noun.sources if noun is not None else ():
            yield "dct:source", node(source)


def _read(said: Said, subjects: Mapping[Id, Said], accepted: Mapping[Id, Acceptance], model: Model) -> Finding:
    sides = sorted((subjects[i] for i in _ids(said, "ygo:side")), key=lambda side: int(_one(side, "ygo:position")))
    acceptance = _one(said, "ygo:acceptedBy")
    return Finding(
        _one(said, "dct:identifier"),
        _one(said, "ygo:findingKind"),
        _one(said, "ygo:severity"),
        tuple(sorted(_ids(said, "ygo:concerns"))),
        _one(said, "ygo:asks") or _one(said, "ygo:system"),
        tuple(_read_side(side, model) for side in sides),
        tuple((fact.feature, fact.values[0]) for fact in _read_conditions(_one(said, "ygo:sharedFacts"))),
        tuple(_read_conditions(_one(said, "ygo:meetsWhere"))),
        tuple(sorted(_ids(said, "ygo:affects"))),
        tuple(_read_hint(line) for line in _one(said, "ygo:remedy").splitlines()),
        _one(said, "ygo:detail"),
        accepted[acceptance] if acceptance else None,
        _one(said, "ygo:lastDay"),
    )


def _read_side(side: Said, model: Model) -> FindingSide:
    stating = sorted(_ids(side, "ygo:statedBy"))
    rulings = tuple(i for i in stating if i in model.rulings)
    return FindingSide(_one(side, "ygo:answer") or None, tuple(i for i in stating if i not in model.rulings), rulings)


def _conditions_text(conditions: Iterable[Condition]) -> str:
    """Return a conjunction in the Manchester syntax of OWL."""
    return " and ".join(map(_condition_text, conditions))


def _condition_text(condition: Condition) -> str:
    if condition.family is not None:
        return f"{condition.feature} some {condition.family}"
    if len(condition.values) == 1:
        return f"{condition.feature} value {condition.values[0]}"
    return f"{condition.feature} some {{{' , '.join(condition.values)}}}"


def _read_conditions(text: str) -> Iterator[Condition]:
    for match in _CONDITION.finditer(text):
        values = match["values"].split(" , ") if match["values"] is not None else [match["value"]]
        yield Condition(match["feature"], family=match["family"]) if match["family"] else Condition(match["feature"], tuple(values))


def _hint_text(hint: Hint) -> str:
    """Return a hint as its name and, for each of its values, NAME=ID; NAME= where there is none."""
    return " ".join((hint.key, *(f"{name}={id}" for name, ids in hint.values for id in ids or ("",))))


def _read_hint(line: str) -> Hint:
    key, *parts = line.split(" ")
    values: dict[str, tuple[Id, ...]] = {}
    for part in parts:
        name, _, id = part.partition("=")
        values[name] = (*values.get(name, ()), *((id,) if id else ()))
    return Hint(key, tuple(values.items()))


def _triple(subject: Id, predicate: Id, value: Value) -> ox.Triple:
    return ox.Triple(node(subject), ox.NamedNode(expand(predicate)), value)


def _ids(said: Said, predicate: Id) -> list[Id]:
    return [_id(value) for value in said.get(predicate, ())]


def _one(said: Said, predicate: Id) -> str:
    return next(iter(_ids(said, predicate)), "")


def _id(term: object) -> Id:
    """Return a term as the model names it: a CURIE, the label of a blank node, or the text of a literal."""
    if isinstance(term, ox.NamedNode):
        return curie(term.value)
    return str(term) if isinstance(term, ox.BlankNode) else str(getattr(term, "value", term))
