"""What the graph says about a card, or about several cards together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ygokg.graph.model import Card, Id, Model
from ygokg.graph.triples import natural_key
from ygokg.lookup.excerpt import Excerpt
from ygokg.lookup.groups import Group, Truth, group_rulings

FIRST = 5
"""How many of the rules that only a wording or a family brings in are told; the rest is counted, and told in full on demand."""


class CardView(NamedTuple):
    """Cards with their effects, the rules about them and their rulings.

    `wording` has, for each effect with facts of its wording, the rules that these facts bring in. `governing` are the rules that
    decide the rulings, `naming` further ones whose conditions name one of the effects, `possible` further ones whose conditions
    name a family of an effect, by the role in which they do: `("ygo:negator", (rules …))`. With several cards the rulings are those
    that all of them are in, `governing` are the rules that decide these, and nothing else is told of single cards.
    """

    cards: tuple[Id, ...]
    effects: tuple[Id, ...]
    wording: dict[Id, tuple[Id, ...]]
    governing: tuple[Id, ...]
    naming: tuple[Id, ...]
    possible: tuple[tuple[Id, tuple[Id, ...]], ...]
    groups: tuple[Group, ...]


class CardPage(NamedTuple):
    """A card view with the part of the graph that it speaks of (`model`, `truth`); `behind` are the documents that it rests on."""

    model: Model
    truth: Truth
    view: CardView
    behind: list[Id]


def card_page(excerpt: Excerpt, cards: Sequence[Card], *, in_full: bool = False, with_passages: bool = False) -> CardPage:
    """Return the page of one card, or of what lies between several, each given once; a card that the graph does not have has nothing.

    `in_full` also takes in what only programs are told: every rule that a family may bring in, and what each of its parts is called.
    `with_passages` takes in where the rulings are from.
    """
    ids = [card.id for card in cards]
    ways = ("ygo:effectOf", "ygo:ofCard") if len(ids) == 1 else ("ygo:effectOf",)
    effects = [i for i in excerpt.add("effects-of-card", of=ways, card=ids) if excerpt.all(i, "ygo:effectOf")]
    rulings, naming = _rulings(excerpt, ids, effects)
    model = excerpt.model()
    known = [i for i in rulings if i in model.rulings]
    truth = excerpt.truth(known)
    view = _view(excerpt, model, truth, ids, known, naming)
    excerpt.words(_told(excerpt, view, None if in_full else FIRST))
    sources = [source for i in known for source in excerpt.all(i, "prov:wasDerivedFrom")] if with_passages else []
    excerpt.add("passages", subject=dict.fromkeys((*sources, *(_wording(excerpt, view) if in_full else ()))))
    referring = [i for i in sources if excerpt.all(i, "ygo:evidence")]
    behind = excerpt.documents_behind([*known, *view.governing, *view.naming, *referring])
    model = excerpt.model()
    model.cards.update((card.id, card) for card in cards if card.id not in model.cards)
    return CardPage(model, truth, view, behind)


def _rulings(excerpt: Excerpt, cards: Sequence[Id], effects: Sequence[Id]) -> tuple[list[Id], set[Id]]:
    """Take in the rulings that all of these cards are in, and for one card the rules that name an effect of it.

    Return the rulings in their order, and the rules.
    """
    if len(cards) == 1:
        found = excerpt.add("rulings-of-card", way=("ygo:involves", "ygo:namesEffect"), named=(*cards, *effects))
    else:
        found = excerpt.add("rulings-between-cards", card=cards[:1], other=cards[1:])
        found = [i for i in found if set(cards) <= set(excerpt.all(i, "ygo:involves"))]
    rules = {i for i in found if i.startswith("rule:")}
    return sorted(set(found) - rules, key=natural_key), rules


def _view(excerpt: Excerpt, model: Model, truth: Truth, cards: Sequence[Id], rulings: Iterable[Id], found: set[Id]) -> CardView:
    effects = tuple(i for card in cards for i in sorted(model.effects, key=natural_key) if model.effects[i].card == card)
    groups = group_rulings(model, truth, rulings)
    standing = (i for group in groups if group.kind not in ("ended", "withdrawn") for i in group.rulings if i in truth)
    decided = {rule for i in standing for rule in truth[i].governed_by}
    governing = tuple(sorted(decided, key=natural_key))
    if len(cards) > 1:
        return CardView(tuple(cards), effects, {}, governing, (), (), groups)
    naming = tuple(sorted((rule for rule in found - decided if model.rules[rule].in_force), key=natural_key))
    wording = {i: rules for i in effects if (rules := tuple(excerpt.all(i, "ygo:wordingBringsIn")))}
    shown = {rule for rules in wording.values() for rule in rules}
    possible = _by_role(excerpt, decided | found | shown)
    return CardView(tuple(cards), effects, wording, governing, naming, possible, groups)


def _told(excerpt: Excerpt, view: CardView, first: int | None) -> list[Id]:
    """Return what the page calls by name: of the rules that a wording or a family brings in the `first`."""
    brought_in = [i for rules in (*view.wording.values(), *(rules for _, rules in view.possible)) for i in rules[:first]]
    rulings = [i for group in view.groups for i in group.rulings]
    families = [family for i in view.effects for family in excerpt.all(i, "rdf:type")]
    roles = [role for role, _ in view.possible]
    return [*view.cards, *view.effects, *families, *roles, *view.governing, *view.naming, *brought_in, *rulings]


def _wording(excerpt: Excerpt, view: CardView) -> list[Id]:
    return [property for i in view.effects for property in excerpt.facts.predicates(i) if property.startswith("ygo:")]


def _by_role(excerpt: Excerpt, known: set[Id]) -> tuple[tuple[Id, tuple[Id, ...]], ...]:
    found: dict[Id, list[Id]] = {}
    for part in excerpt.facts.subjects():
        for role in excerpt.all(part, "ygo:inRole"):
            if rules := [rule for rule in excerpt.all(part, "ygo:mayBringIn") if rule not in known]:
                found.setdefault(role, []).extend(rules)
    return tuple((role, tuple(sorted(found[role], key=natural_key))) for role in sorted(found, key=natural_key))
