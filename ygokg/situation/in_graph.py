"""What happened in rulings, as triples of the inferred graph: who asks SPARQL finds the rulings in which something happened."""

from __future__ import annotations

from collections.abc import Iterator

import pyoxigraph as ox

from ygokg.errors import NotFound, UsageProblem
from ygokg.graph.model import Id, Model
from ygokg.graph.triples import expand, node
from ygokg.resolver.rulebase import Rulebase
from ygokg.situation.telling import situation
from ygokg.situation.triples import here, situation_triples
from ygokg.store.following import INFERRED

_HERE = here("").value
_IN = ox.NamedNode(expand("ygo:inSituation"))
_NOW = ox.NamedNode(expand("ygo:now"))


def following(model: Model) -> Iterator[ox.Quad]:
    """Yield the timelines of the rulings that tell one: `ruling:… ygo:inSituation ?s`, and `?thing ygo:inSituation ?s` for what is in it.

    A text that cannot be read is left out: the check reports it.
    """
    base = Rulebase(model)
    for ruling in model.rulings.values():
        if ruling.told_as:
            yield from _told(base, ruling.id, ruling.told_as)


def _told(base: Rulebase, ruling: Id, text: str) -> Iterator[ox.Quad]:
    try:
        told = situation(base.model, text, "en")
    except (NotFound, UsageProblem):
        return
    own = f"{_HERE}{ruling.removeprefix('ruling:')}/"
    yield ox.Quad(node(ruling), _IN, _renamed(here("situation"), own), INFERRED)
    for quad in situation_triples(base, told, told.end):
        subject, value = quad.subject, quad.object
        if isinstance(subject, ox.NamedNode) and subject.value.startswith(_HERE) and quad.predicate != _NOW:
            known = _renamed(value, own) if isinstance(value, ox.NamedNode) else value
            yield ox.Quad(_renamed(subject, own), quad.predicate, known, INFERRED)


def _renamed(term: ox.NamedNode, own: str) -> ox.NamedNode:
    """Return a node of a timeline with the name that it has in the graph, where every ruling has its own; any other as it is."""
    return ox.NamedNode(own + term.value.removeprefix(_HERE)) if term.value.startswith(_HERE) else term
