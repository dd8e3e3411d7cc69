"""Situations in Turtle: which property says which part of a timeline, and how one is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, NamedTuple

from ygokg.graph.triples import PREFIXES, expand
from ygokg.situation.timeline import Asked, Event, Immunity, Link, Situation, Standing, Stay
from ygokg.situation.triples import CAUSES, EVENT_KINDS, NAMESPACE, here

if TYPE_CHECKING:
    from ygokg.graph.model import Id
    from ygokg.situation.answering import Case, Told

TEXT, ID, NUMBER, TRUTH, STAY, LINK, EFFECT, CAUSE, GOAL, SIDE, KIND, COURSE = range(12)
"""What the value of a part is: a text, a thing of the graph, a number, a truth value, a stay, the number of a link, an effect (or the
families of one), the cause of an event, its place or face or whether a step was done, whether it is the other player's, its
kind, and in the course of what it is."""


class Said(NamedTuple):
    """A part of a noun, the property that says it and what its value is; `needed` is what has to be said, `many` may be several."""

    part: str
    property: str
    value: int
    needed: bool = False
    many: bool = False


STAY_SAYS = (
    Said("name", "rdfs:label", TEXT), Said("card", "ygo:cardOfStay", ID), Said("zone", "ygo:inZone", ID),
    Said("side", "ygo:onSide", ID), Said("face", "ygo:lyingFace", ID), Said("kind", "ygo:stayKind", ID),
    Said("since", "ygo:sinceTick", NUMBER, needed=True), Said("after", "ygo:afterStay", STAY),
    Said("traits", "ygo:cardTrait", ID, many=True),
)  # fmt: skip
LINK_SAYS = (
    Said("number", "ygo:linkNumber", NUMBER, needed=True), Said("effect", "ygo:usesEffect", EFFECT, needed=True),
    Said("source", "ygo:fromStay", STAY, needed=True), Said("at", "ygo:atTick", NUMBER, needed=True),
    Said("resolves_at", "ygo:resolvesAt", NUMBER, needed=True), Said("targets", "ygo:targetsStay", STAY, many=True),
    Said("as_card", "ygo:asCard", TRUTH), Said("chain", "ygo:chainNumber", NUMBER),
)  # fmt: skip
EVENT_SAYS = (
    Said("kind", "rdf:type", KIND, needed=True), Said("stay", "ygo:ofStay", STAY),
    Said("at", "ygo:atTick", NUMBER, needed=True),
    Said("to", "ygo:toZone", GOAL), Said("cause", "ygo:causedBy", CAUSE), Said("how", "ygo:movedHow", ID),
    Said("face", "ygo:arrivesFace", ID), Said("effect", "ygo:causedByEffect", EFFECT), Said("opponents", "ygo:causedOnSide", SIDE),
    Said("number", "ygo:stepNumber", NUMBER), Said("members", "ygo:handlesStay", STAY, many=True),
    Said("along", "ygo:inCourseOf", COURSE),
)  # fmt: skip
IMMUNITY_SAYS = (
    Said("stay", "ygo:sparesStay", STAY, needed=True), Said("by", "ygo:unaffectedBy", EFFECT, needed=True),
    Said("since", "ygo:sinceTick", NUMBER, needed=True), Said("cause", "ygo:causedBy", CAUSE),
)  # fmt: skip
STANDING_SAYS = (
    Said("effect", "ygo:usesEffect", EFFECT, needed=True), Said("source", "ygo:fromStay", STAY, needed=True),
    Said("since", "ygo:sinceTick", NUMBER, needed=True), Said("pointed", "ygo:targetsStay", STAY, many=True),
    Said("until", "ygo:untilTick", NUMBER), Said("link", "ygo:beganBy", LINK),
    Said("at_links", "ygo:pointedAtLink", LINK, many=True),
)  # fmt: skip
ASKED_SAYS = (
    Said("question", "ygo:asks", ID, needed=True), Said("link", "ygo:aboutLink", LINK), Said("effect", "ygo:aboutEffect", EFFECT),
    Said("stay", "ygo:actingStay", STAY), Said("by", "ygo:narrowedTo", EFFECT), Said("to", "ygo:answersLink", LINK),
    Said("step", "ygo:stepNumber", NUMBER), Said("picks", "ygo:wouldPick", STAY), Said("count", "ygo:asksHowMany", TRUTH),
    Said("user", "ygo:askedFrom", STAY),
)  # fmt: skip
"""What is said of each noun; the facts of a question are said with the features themselves."""

GOALS = {"flip": "ygo:toFace", "step": "ygo:stepOutcome", "control": "ygo:toSide"}
"""What says where an event leads, of those that are no moves."""


def situation_turtle(situation: Situation, told: Sequence[Told] = ()) -> str:
    """Return a situation as Turtle; of what was `told` also the cases, each with the definitions that said its features."""
    return "".join(_Writer().all(situation, told))


class _Writer:
    """Writes one timeline; effects that the data do not have get a node with their families."""

    def __init__(self) -> None:
        self.nodes: list[tuple[str, str, list[tuple[str, Sequence[str]]]]] = []

    def all(self, situation: Situation, told: Sequence[Told]) -> Iterator[str]:
        self.node("situation", "ygo:Situation", [("ygo:complete", [_literal(situation.whole)]), ("ygo:endsAt", [str(situation.end)])])
        for stay in situation.stays:
            self.noun(stay.id, "ygo:Stay", STAY_SAYS, stay)
        for link in situation.links:
            self.noun(link.id, "ygo:Link", LINK_SAYS, link)
        for standing in situation.standings:
            self.noun(standing.id, "ygo:Standing", STANDING_SAYS, standing)
        for number, immunity in enumerate(situation.unaffected):
            self.noun(f"U{number}", "ygo:Immunity", IMMUNITY_SAYS, immunity)
        for number, event in enumerate(situation.events):
            self.noun(f"E{number}", f"ygo:{EVENT_KINDS[event.kind]}", EVENT_SAYS, event)
        for number, asked in enumerate(situation.asked, 1):
            self.question(f"Q{number}", asked)
        for number, one in enumerate(told, 1):
            about = ("ygo:ofQuestion", [_named(f"Q{number}")]) if situation.asked else ("ygo:aboutLink", [_named(f"C{one.asked.link}")])
            for place, case in enumerate(one.cases, 1):
                self.case(f"A{number}.case{place}", about, case)
        body = "\n".join(_statement(*node) for node in self.nodes)
        yield from (f"@prefix {name}: <{iri}> .\n" for name, iri in _prefixes(body))
        yield f"\n{body}"

    def node(self, name: str, type: str, said: list[tuple[str, Sequence[str]]]) -> None:
        self.nodes.append((_named(name), type, said))

    def noun(self, name: str, type: str, says: Iterable[Said], thing: object, facts: Mapping[Id, Sequence[Id]] | None = None) -> None:
        """Write a noun with its parts; what is as it is where nothing is said is left out, where it may be."""
        usual = {one.name: one.default for one in fields(thing)}  # type: ignore[arg-type]
        said: list[tuple[str, Sequence[str]]] = []
        self.node(name, type, said)
        for one in says:
            value = getattr(thing, one.part)
            if value not in ("", ()) and (one.needed or value != usual[one.part]) and one.value != KIND:
                property = GOALS.get(getattr(thing, "kind", ""), one.property) if one.value == GOAL else one.property
                said.append((property, self.values(name, one, value)))
        said += (facts or {}).items()

    def values(self, name: str, one: Said, value: Any) -> Sequence[str]:  # noqa: ANN401 - as the part has it
        if one.value == EFFECT:
            return [self.effect(f"{name}.{one.part}", value)]
        if one.value == STAY:
            return [_named(stay) for stay in (value if one.many else (value,))]
        if one.value == LINK:
            return [_named(f"C{number}") for number in (value if one.many else (value,))]
        if one.value == CAUSE:
            return [CAUSES.get(value) or _named(value)]
        if one.value == COURSE:
            return [_named(value)]
        if one.value == SIDE:
            return ["ygo:OpponentsSide"]
        if one.many:
            return list(value)
        return [value if one.value in (ID, GOAL) else _literal(value)]

    def effect(self, name: str, effect: tuple[Id, ...]) -> str:
        """Return the node of an effect, or of one that the data do not have, with its families."""
        if effect[0].startswith("effect:"):
            return effect[0]
        self.node(name, "ygo:CardEffect", [("ygo:hasFamily", effect)])
        return _named(name)

    def question(self, name: str, asked: Asked) -> None:
        self.noun(name, "ygo:QuestionPut", ASKED_SAYS, asked, asked.facts)

    def case(self, name: str, about: tuple[str, Sequence[str]], case: Case) -> None:
        """Write a case: what plays a part in it, its features and its answer, and of what was derived which definition said it."""
        said: list[tuple[str, Sequence[str]]] = [about, ("ygo:asks", [case.outcome.question])]
        said += [(f"ygo:{part}", [_named(thing)]) for part, thing in case.parts]
        said += [(feature, list(values)) for feature, values in case.facts.items()]
        if case.outcome.answer:
            said.append(("ygo:answer", [_value(case.outcome.answer)]))
        self.node(name, "ygo:Case", said)
        for one in case.derived:
            if case.facts.get(one.feature) == one.values:
                local = one.feature.partition(":")[2]
                triple = [("rdf:subject", [_named(name)]), ("rdf:predicate", [one.feature]), ("rdf:object", list(one.values))]
                self.node(f"{name}.{local}", "rdf:Statement", [*triple, ("prov:wasDerivedFrom", [one.definition])])


def _prefixes(body: str) -> list[tuple[str, str]]:
    """Return the prefixes that a text of ours uses."""
    known = {**PREFIXES, "s": NAMESPACE}
    return [(name, known[name]) for name in sorted(known) if f" {name}:" in body or f"\n{name}:" in body or body.startswith(f"{name}:")]


def _statement(subject: str, type: str, said: Iterable[tuple[str, Sequence[str]]]) -> str:
    return " ;\n    ".join((f"{subject} a {type}", *(f"{property} {' , '.join(values)}" for property, values in said if values))) + " .\n"


def _named(name: str) -> str:
    return f"s:{here(name).removeprefix(NAMESPACE)}"


def _literal(value: str | int | bool) -> str:
    if isinstance(value, bool | int):
        return str(value).lower()
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{escaped}"'


def _value(value: str) -> str:
    """Return an answer: a thing of the graph, or a literal."""
    prefix, colon, local = value.partition(":")
    return value if colon and prefix in PREFIXES and expand(value) != value and local.replace("-", "").isalnum() else _literal(value)


NOUNS: tuple[tuple[str, type, tuple[Said, ...]], ...] = (
    ("ygo:Stay", Stay, STAY_SAYS), ("ygo:Link", Link, LINK_SAYS), ("ygo:Event", Event, EVENT_SAYS),
    ("ygo:Immunity", Immunity, IMMUNITY_SAYS), ("ygo:Standing", Standing, STANDING_SAYS), ("ygo:QuestionPut", Asked, ASKED_SAYS),
)  # fmt: skip
"""The nouns of a timeline: the class of each in the graph, ours, and what is said of it."""
