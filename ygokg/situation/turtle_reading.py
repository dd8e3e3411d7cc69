"""Read a situation from Turtle: what cannot be, and what is not understood, is refused with its line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pyoxigraph as ox

from ygokg.errors import BrokenInput
from ygokg.graph.model import Id, Model
from ygokg.graph.triples import curie
from ygokg.messages import t
from ygokg.situation.possible import Impossible, require_possible
from ygokg.situation.standing import in_force
from ygokg.situation.timeline import Asked, Situation
from ygokg.situation.tokens import STEPS
from ygokg.situation.triples import CAUSES, EVENT_KINDS, NAMESPACE, name_of
from ygokg.situation.turtle import (
    CAUSE,
    COURSE,
    EFFECT,
    GOAL,
    GOALS,
    ID,
    KIND,
    LINK,
    NOUNS,
    NUMBER,
    SIDE,
    STAY,
    TEXT,
    TRUTH,
    Said,
)
from ygokg.store.build import parse_content

_A, _SITUATION, _COMPLETE, _END = "rdf:type", "ygo:Situation", "ygo:complete", "ygo:endsAt"
_DERIVED = {"ygo:Case", "rdf:Statement", "ygo:CardEffect"}
"""What is written beside a situation and not read: it is worked out anew. An effect is read where it is used."""
_AFTER = 10
_MEANS = {"ygo:inZone": "ygo:zoneAtUse", "ygo:lyingFace": "ygo:faceAtResolution", "ygo:arrivesFace": "ygo:faceAtResolution"}
"""Features that have the values of a property."""
_ANY_EFFECT = "ygo:CardEffect"
_SIDES = ("ygo:OwnSide", "ygo:OpponentsSide")


def is_turtle(text: str) -> bool:
    """Say whether a text is Turtle rather than the notation."""
    return re.search(r"^\s*@?(?:prefix\s+[\w-]*:|base)\s*<|^\s*<[^<>\s]+>\s", text, re.IGNORECASE | re.MULTILINE) is not None


def situation_from_turtle(model: Model, content: bytes, name: str, lang: str) -> Situation:
    """Return the situation that a Turtle file tells; nothing is complete unless it says so.

    Raises `BrokenInput` with the file's `name` and the line for what is no Turtle, is not understood or cannot be.
    """
    return _Reader(model, content, name, lang).situation()


class _Reader:
    """Reads one situation; nodes are kept as the store has them, in the order of the text."""

    def __init__(self, model: Model, content: bytes, name: str, lang: str) -> None:
        self.model = model
        self.text = content.decode("utf-8", "replace")
        self.name = name
        self.lang = lang
        self.said: dict[Any, dict[Id, list[Any]]] = {}
        for quad in parse_content(name, content):
            values = self.said.setdefault(quad.subject, {}).setdefault(curie(quad.predicate.value), [])
            if quad.object not in values:
                values.append(quad.object)
        self.nodes: dict[str, list[Any]] = {kind: [] for kind, _, _ in NOUNS}
        self.ids: dict[Any, str] = {}
        self.numbers: dict[Any, int] = {}

    def situation(self) -> Situation:
        whole = self._the_situation()
        for node, said in self.said.items():
            if (kind := self._noun(node, said)) is not None:
                self.nodes[kind].append(node)
        for prefix, kind in (("K", "ygo:Stay"), ("S", "ygo:Standing")):
            for place, node in enumerate(self.nodes[kind], 1):
                self.ids[node] = name_of(node.value) if node.value.startswith(NAMESPACE) else f"{prefix}.{place}"
        for node in self.nodes["ygo:Link"]:
            self.numbers[node] = self._one(node, Said("number", "ygo:linkNumber", NUMBER, needed=True))
            self.ids[node] = f"C{self.numbers[node]}"
        made = {kind: [self._made(node, noun, says) for node in self.nodes[kind]] for kind, noun, says in NOUNS}
        stays, links, events, unaffected, standings, asked = (made[kind] for kind, _, _ in NOUNS)
        ends = self._one(whole, Said("end", _END, NUMBER))
        last = max((getattr(one, at) for one, at in [*((e, "at") for e in events), *((k, "resolves_at") for k in links)]), default=0)
        told = Situation(
            tuple(stays), tuple(sorted(links, key=lambda link: link.number)), tuple(events), tuple(standings), tuple(unaffected),
            self._one(whole, Said("whole", _COMPLETE, TRUTH)) is True, tuple(asked), last + _AFTER if ends is None else ends,
        )  # fmt: skip
        return self._possible(replace(told, standings=in_force(self.model, told)))

    def _the_situation(self) -> Any:  # noqa: ANN401 - a node
        found = [node for node, said in self.said.items() if _SITUATION in self._types(said)]
        if not found:
            raise BrokenInput(t(self.lang, "situation.turtle.none", file=self.name), t(self.lang, "situation.turtle.none.hint"))
        if len(found) > 1:
            raise self.wrong(found[1], "situation.turtle.several")
        for property in self.said[found[0]]:
            if property not in (_A, _COMPLETE, _END, "rdfs:label"):
                raise self.wrong(found[0], "situation.turtle.property", property=property)
        return found[0]

    def _types(self, said: dict[Id, list[Any]]) -> list[Id]:
        return [curie(one.value) for one in said.get(_A, ())]

    def _noun(self, node: Any, said: dict[Id, list[Any]]) -> Id | None:  # noqa: ANN401 - a node
        """Return which noun a node is; None for the situation and for what is not read."""
        types = set(self._types(said))
        if types & (_DERIVED | {_SITUATION}):
            return None
        events = {f"ygo:{kind}" for kind in EVENT_KINDS.values()}
        found = {"ygo:Event" if kind in events else kind for kind in types} & {kind for kind, _, _ in NOUNS}
        if len(found) != 1:
            raise self.wrong(node, "situation.turtle.noun", nouns=", ".join(sorted({*events, *(kind for kind, _, _ in NOUNS)})))
        return found.pop()

    # ---- one noun ----

    def _made(self, node: Any, noun: Callable[..., Any], says: Iterable[Said]) -> Any:  # noqa: ANN401 - of any noun
        known = {one.property for one in says} | {_A, "ygo:inSituation", "rdfs:label", *GOALS.values()}
        facts: dict[Id, tuple[Id, ...]] = {}
        for property, values in self.said[node].items():
            if noun is Asked and property in self.model.features:
                facts[property] = tuple(self._id(node, property, value) for value in values)
            elif property not in known:
                raise self.wrong(node, "situation.turtle.property", property=property)
        parts = {one.part: value for one in says if (value := self._one(node, one)) is not None}
        if noun.__name__ in ("Stay", "Standing"):
            parts["id"] = self.ids[node]
        if noun.__name__ == "Stay":
            for part, usual in (("name", self.ids[node]), ("card", ""), ("zone", ""), ("side", _SIDES[0]), ("face", ""), ("kind", "")):
                parts.setdefault(part, usual)
        if noun is Asked:
            parts["facts"] = facts
            if parts.get("link") and not parts.get("effect"):
                raise self.wrong(node, "situation.turtle.missing", property="ygo:aboutEffect")
        if noun.__name__ == "Event":
            parts.setdefault("to", "")
            parts.setdefault("stay", "")
        return noun(**parts)

    def _one(self, node: Any, one: Said) -> Any:  # noqa: ANN401 - as the part has it
        """Return the value of a part of a node; None where nothing is said."""
        property = one.property
        if one.value == KIND:
            types = self._types(self.said[node])
            return next((kind for kind, name in EVENT_KINDS.items() if f"ygo:{name}" in types), None) or self._missing(node, "rdf:type")
        if one.value == GOAL:
            said = [other for other in (property, *GOALS.values()) if other in self.said[node]]
            property = said[0] if said else property
        values = self.said[node].get(property, [])
        if not values:
            return self._missing(node, property) if one.needed else None
        if len(values) > 1 and not one.many:
            raise self.wrong(node, "situation.turtle.twice", property=property)
        found = [self._value(node, property, one, value) for value in values]
        return tuple(found) if one.many else found[0]

    def _missing(self, node: Any, property: str) -> Any:  # noqa: ANN401 - it never returns
        raise self.wrong(node, "situation.turtle.missing", property=property)

    def _value(self, node: Any, property: str, one: Said, value: Any) -> Any:  # noqa: ANN401 - as the part has it
        if one.value in (STAY, LINK):
            kind = "ygo:Stay" if one.value == STAY else "ygo:Link"
            if value not in self.nodes[kind]:
                raise self.wrong(node, "situation.turtle.not-there", property=property, value=self.term(value), kind=kind)
            return self.ids[value] if one.value == STAY else self.numbers[value]
        if one.value == CAUSE:
            return self._cause(node, property, value)
        if one.value == COURSE:
            return name_of(value.value)
        if one.value == EFFECT:
            return self._effect(node, property, value)
        if one.value == SIDE:
            return self._id(node, property, value) == _SIDES[1]
        if one.value in (ID, GOAL):
            return self._id(node, property, value)
        return self._literal(node, property, one, value)

    def _literal(self, node: Any, property: str, one: Said, value: Any) -> Any:  # noqa: ANN401 - a text, a number or a truth value
        if isinstance(value, ox.Literal):
            if one.value == TEXT:
                return value.value
            if one.value == NUMBER and curie(value.datatype.value) == "xsd:integer" and value.value.isdecimal():
                return int(value.value)
            if one.value == TRUTH and value.value in ("true", "false") and curie(value.datatype.value) == "xsd:boolean":
                return value.value == "true"
        raise self.wrong(node, "situation.turtle.value", property=property, value=self.term(value))

    def _cause(self, node: Any, property: str, value: Any) -> str:  # noqa: ANN401 - nodes
        if value in self.numbers:
            return self.ids[value]
        named = curie(value.value)
        for cause, id in CAUSES.items():
            if named == id:
                return cause
        raise self.wrong(node, "situation.turtle.not-there", property=property, value=self.term(value), kind="ygo:Link")

    def _effect(self, node: Any, property: str, value: Any) -> tuple[Id, ...]:  # noqa: ANN401 - nodes
        named = self.term(value)
        if named in self.model.effects or named in self.model.families or named == _ANY_EFFECT:
            return (named,)
        families = [self.term(one) for one in self.said.get(value, {}).get("ygo:hasFamily", ())]
        if not families or any(one not in self.model.families and one != _ANY_EFFECT for one in families):
            raise self.wrong(node, "situation.turtle.value", property=property, value=named)
        return tuple(families)

    def _id(self, node: Any, property: str, value: Any) -> Id:  # noqa: ANN401 - nodes
        """Return a thing of the graph that can be the value of a property."""
        named = self.term(value)
        if isinstance(value, ox.NamedNode) and named in self._values(property, named):
            return named
        raise self.wrong(node, "situation.turtle.value", property=property, value=named)

    def _values(self, property: str, named: Id) -> Iterable[Id]:
        model = self.model
        if property == "ygo:asks":
            return model.questions
        if property == "ygo:cardOfStay":
            return model.cards
        if property in ("ygo:onSide", "ygo:causedOnSide"):
            return _SIDES
        if property == "ygo:stayKind":
            return {card.kind for card in model.cards.values()}
        if property in model.features and model.features[property].kind == "role":
            return model.families if named in model.families else model.effects
        if property == "ygo:inZone" and named == "ygo:AsMaterial":
            return (named,)
        if property == "ygo:stepOutcome":
            return STEPS
        feature = model.features.get(_MEANS.get(property, property))
        return feature.values if feature is not None else model.terms

    # ---- what is wrong ----

    def _possible(self, told: Situation) -> Situation:
        try:
            require_possible(told)
        except Impossible as error:
            node = next((one for one, id in self.ids.items() if id == error.subject), None)
            if node is None:
                node = self.nodes["ygo:Event"][int(error.subject[1:])]
            names = {id: self.term(one) for one, id in self.ids.items()}
            raise self.wrong(node, error.key, **{key: names.get(str(value), value) for key, value in error.values.items()}) from error
        return told

    def term(self, node: Any) -> str:  # noqa: ANN401 - a node or a literal
        """Return a node as it is written: by a prefix that is ours, or by what stands for it in the text."""
        if isinstance(node, ox.Literal):
            return node.value
        if isinstance(node, ox.BlankNode):
            return f"_:{node.value}"
        return f"s:{node.value.removeprefix(NAMESPACE)}" if node.value.startswith(NAMESPACE) else curie(node.value)

    def wrong(self, node: Any, key: str, **values: object) -> BrokenInput:  # noqa: ANN401 - a node
        return BrokenInput(
            t(self.lang, key, place=self._place(node), term=self.term(node), **values), t(self.lang, "situation.turtle.hint")
        )

    def _place(self, node: Any) -> str:  # noqa: ANN401 - a node
        """Return the file and the line on which the statement about a node begins, where it can be found by its name."""
        local = re.split(r"[/#]", getattr(node, "value", ""))[-1]
        begins = re.search(rf"^[^\S\n]*(?:<[^>\n]*[/#]|[\w-]*:){re.escape(local)}>?(?=\s)", self.text, re.MULTILINE) if local else None
        if begins is None:
            return self.name
        return t(self.lang, "situation.turtle.line", file=self.name, line=self.text.count("\n", 0, begins.start()) + 1)
