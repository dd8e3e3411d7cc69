"""What happened in rulings, as triples of the inferred graph: who asks SPARQL finds the rulings in which something happened."""

from __future__ import annotations

from collections.abc import Iterator

import pyoxigraph as ox

from ygokg.errors import NotFound, UsageProblem
from ygokg.graph.model import Id, Model
from ygokg.graph.triples import expand, node
from ygokg.resolver.rulebase import Rulebase
from ygokg.situation.telling import situation
from ygokg.situation.triples import NAMESPACE, here, situation_triples
from ygokg.store.following import INFERRED

_IN = ox.NamedNode(expand("ygo:inSituation"))
_NOW = expand("ygo:now")


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
    own = f"{NAMESPACE}{ruling.removeprefix('ruling:')}/"
    yield ox.Quad(node(ruling), _IN, _renamed(here("situation"), own), INFERRED)
    for subject, property, value in situation_triples(base, told, told.end):
        if subject.startswith(NAMESPACE) and property != _NOW:
            known = _renamed(value, own) if isinstance(value, str) else ox.Literal(value)
            yield ox.Quad(_renamed(subject, own), ox.NamedNode(property), known, INFERRED)


def _renamed(iri: str, own: str) -> ox.NamedNode:
    """Return the node of a thing: of a timeline with the name that it has in the graph, where every ruling has its own."""
    return ox.NamedNode(own + iri.removeprefix(NAMESPACE) if iri.startswith(NAMESPACE) else iri)
