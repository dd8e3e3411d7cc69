"""What the graph says about a card, or about several cards together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ygokg.links import links_of, rulings_with
from ygokg.lookup.groups import Group, Truth, group_rulings
from ygokg.model import Condition, Effect, Id, Model, Rule

__all__ = ["CardView", "card_view"]


class CardView(NamedTuple):
    """Cards with their effects, the rules about them and their rulings.

    `wording` has, for each effect with facts of its wording, the rules that these facts bring in; `governing` are the rules that
    decide its rulings; `naming` are further rules whose conditions name one of its effects,
    `possible` further ones whose conditions name a family of its effects, by the role in which they do. With several cards the
    rulings are those that all of them are in, `governing` decides these, and the other two are empty.
    """

    cards: tuple[Id, ...]
    effects: tuple[Id, ...]
    wording: dict[Id, tuple[Id, ...]]
    governing: tuple[Id, ...]
    naming: tuple[Id, ...]
    possible: tuple[tuple[Id, tuple[Id, ...]], ...]
    groups: tuple[Group, ...]


def card_view(model: Model, truth: Truth, cards: Sequence[Id]) -> CardView:
    """Return the view of one card, or of what lies between several (ids of cards in the model, each once)."""
    wanted = set(cards)
    effects = _in_sequence(i for card in wanted for i in links_of(model)["effects-of-card"].get(card, ()))
    rulings = rulings_with(model, wanted)
    decided = {rule for i in rulings if i in truth and not model.rulings[i].deprecated for rule in truth[i].governed_by}
    governing = _in_order(model, decided)
    naming: tuple[Id, ...] = ()
    possible: tuple[tuple[Id, tuple[Id, ...]], ...] = ()
    wording: dict[Id, tuple[Id, ...]] = {}
    if len(wanted) == 1:
        own = [model.effects[e] for e in effects]
        naming = _in_order(model, {r.id for r in model.rules.values() if _names(r, own)} - decided)
        wording = {e.id: rules for e in own if (rules := _worded(model, e))}
        shown = {rule for rules in wording.values() for rule in rules}
        possible = _by_role(model, own, decided | set(naming) | shown)
    return CardView(tuple(cards), effects, wording, governing, naming, possible, group_rulings(model, truth, rulings))


def _in_sequence(ids: Iterable[Id]) -> tuple[Id, ...]:
    """Return ids in the order that they have in a model."""
    found = tuple(ids)
    if len(found) < 2:
        return found
    from ygokg.triples import natural_key

    return tuple(sorted(found, key=natural_key))


def _in_order(model: Model, rules: Iterable[Id]) -> tuple[Id, ...]:
    wanted = set(rules)
    return tuple(i for i, rule in model.rules.items() if i in wanted and not rule.deprecated)


def _names(rule: Rule, effects: Sequence[Effect]) -> bool:
    own = {e.id for e in effects}
    return any(own & set(condition.values) for condition in rule.conditions)


def _worded(model: Model, effect: Effect) -> tuple[Id, ...]:
    """Return the rules that a fact of the effect's own wording speaks for and no other fact of it speaks against."""
    own = {f: set(values) for f, values in effect.facts.items() if model.features[f].read_from == "ygo:effect"}

    def speaks(condition: Condition) -> bool | None:
        facts = own.get(condition.feature)
        return None if facts is None else bool(facts & set(condition.values))

    found = []
    for rule in model.rules.values():
        said = [speaks(condition) for condition in rule.conditions]
        if True in said and False not in said and rule.answer is not None and not rule.deprecated:
            found.append(rule.id)
    return tuple(found)


def _by_role(model: Model, effects: Sequence[Effect], known: set[Id]) -> tuple[tuple[Id, tuple[Id, ...]], ...]:
    """Return the rules with an answer, not yet known, whose families one of the effects has; the first role that does so counts."""
    kinds = [_families(model, effect) for effect in effects]
    found: dict[Id, list[Id]] = {}
    for rule in model.rules.values():
        if rule.id in known or rule.deprecated or rule.answer is None:
            continue
        asked: dict[Id, set[Id]] = {}
        for condition in rule.conditions:
            if condition.family is not None:
                asked.setdefault(condition.feature, set()).add(condition.family)
        role = next((role for role, families in asked.items() if any(families <= kind for kind in kinds)), None)
        if role is not None:
            found.setdefault(role, []).append(rule.id)
    return tuple((role, tuple(found[role])) for role in model.features if role in found)


def _families(model: Model, effect: Effect) -> set[Id]:
    return {*effect.families} | {above for f in effect.families if f in model.families for above in model.families[f].above}
