"""What the graph says about a card, or about several cards together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ygokg.lookup.groups import Group, Truth, cards_of, group_rulings
from ygokg.model import Effect, Id, Model, Rule

__all__ = ["CardView", "card_view"]


class CardView(NamedTuple):
    """Cards with their effects, the rules about them and their rulings.

    `governing` are the rules that decide its rulings; `naming` are further rules whose conditions name one of its effects,
    `possible` further ones whose conditions name a family of its effects, by the role in which they do. With several cards the
    rulings are those that all of them are in, `governing` decides these, and the other two are empty.
    """

    cards: tuple[Id, ...]
    effects: tuple[Id, ...]
    governing: tuple[Id, ...]
    naming: tuple[Id, ...]
    possible: tuple[tuple[Id, tuple[Id, ...]], ...]
    groups: tuple[Group, ...]


def card_view(model: Model, truth: Truth, cards: Sequence[Id]) -> CardView:
    """Return the view of one card, or of what lies between several (ids of cards in the model, each once)."""
    wanted = set(cards)
    effects = tuple(e.id for e in model.effects.values() if e.card in wanted)
    rulings = [r.id for r in model.rulings.values() if wanted <= set(cards_of(model, r))]
    decided = {rule for i in rulings if i in truth and not model.rulings[i].deprecated for rule in truth[i].governed_by}
    governing = _in_order(model, decided)
    naming: tuple[Id, ...] = ()
    possible: tuple[tuple[Id, tuple[Id, ...]], ...] = ()
    if len(wanted) == 1:
        own = [model.effects[e] for e in effects]
        naming = _in_order(model, {r.id for r in model.rules.values() if _names(r, own)} - decided)
        possible = _by_role(model, own, decided | set(naming))
    return CardView(tuple(cards), effects, governing, naming, possible, group_rulings(model, truth, rulings))


def _in_order(model: Model, rules: Iterable[Id]) -> tuple[Id, ...]:
    wanted = set(rules)
    return tuple(i for i, rule in model.rules.items() if i in wanted and not rule.deprecated)


def _names(rule: Rule, effects: Sequence[Effect]) -> bool:
    own = {e.id for e in effects}
    return any(own & set(condition.values) for condition in rule.conditions)


def _by_role(model: Model, effects: Sequence[Effect], known: set[Id]) -> tuple[tuple[Id, tuple[Id, ...]], ...]:
    """Return the rules not yet known that name a family of the effects; one that does so in two roles stands in the first."""
    families = {f for e in effects for f in e.families}
    families |= {above for f in families if f in model.families for above in model.families[f].above}
    found: dict[Id, list[Id]] = {}
    for rule in model.rules.values():
        role = next((c.feature for c in rule.conditions if c.family in families), None)
        if role is not None and rule.id not in known and not rule.deprecated:
            found.setdefault(role, []).append(rule.id)
    return tuple((role, tuple(found[role])) for role in model.features if role in found)
