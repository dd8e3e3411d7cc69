"""What refers to a thing: the effects and rulings of a card, the rulings on a question, the bearers of a name or number.

They are worked out of a Model when they are first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from ygokg.graph.model import Id, Model, Ruling

Pair = tuple[str, Id]
Links = Mapping[str, Mapping[str, tuple[Id, ...]]]
"""By the name of a link (see `LINKS`), and by what is referred to, the ids of what refers to it, in their order."""


def links_of(model: Model) -> Links:
    """Return the links of a model, which must not change what they are made of afterwards."""
    links: Links | None = getattr(model, "links", None)
    if links is None:
        links = model.links = _Made(model)  # type: ignore[attr-defined]  # kept with it, and no field of it
    return links


def rulings_with(model: Model, cards: Iterable[Id]) -> tuple[Id, ...]:
    """Return the rulings that have all of these cards in them; without a card, all rulings."""
    linked = links_of(model)["rulings-of-card"]
    rulings = [linked.get(card, ()) for card in cards]
    if not rulings:
        return tuple(model.rulings)
    others = [set(ids) for ids in rulings[1:]]
    return tuple(i for i in rulings[0] if all(i in ids for ids in others))


def cards_of(model: Model, ruling: Ruling) -> tuple[Id, ...]:
    """Return the cards in a ruling: those of the effects in its roles, then those that it or the ruling of its case only mentions."""
    found = cards_stated(model, ruling)
    while ruling.same_case_as is not None:
        ruling = model.rulings[ruling.same_case_as]
        found += ruling.cards
    return tuple(dict.fromkeys(found))


def cards_stated(model: Model, ruling: Ruling) -> list[Id]:
    """Return the cards of the effects in the roles of a ruling, then those that it mentions itself."""
    effects = (effect for values in ruling.facts.values() for v in values if (effect := model.effects.get(v)) is not None)
    return [*(e.card for e in effects if e.card is not None), *ruling.cards]


class _Made(dict[str, Mapping[str, tuple[Id, ...]]]):
    """Links of a model in memory, each made when it is first asked for."""

    def __init__(self, model: Model) -> None:
        super().__init__()
        self._model = model

    def __missing__(self, name: str) -> Mapping[str, tuple[Id, ...]]:
        """Make a link; raises `KeyError` for a name that is none."""
        found: dict[str, dict[Id, None]] = {}
        for target, source in LINKS[name](self._model):
            found.setdefault(target, {})[source] = None
        self[name] = {target: tuple(sources) for target, sources in found.items()}
        return self[name]


def _effects_of(model: Model) -> Iterator[Pair]:
    return ((effect.card or "", effect.id) for effect in model.effects.values())


def _rulings_of(model: Model) -> Iterator[Pair]:
    return ((card, ruling.id) for ruling in model.rulings.values() for card in cards_of(model, ruling))


def _rulings_asking(model: Model) -> Iterator[Pair]:
    return ((ruling.asks, ruling.id) for ruling in model.rulings.values() if ruling.in_force)


def all_names(model: Model) -> Iterator[Pair]:
    """Yield every name, as it is written, with its card or archetype; cards by passcode first."""
    for card in sorted(model.cards.values(), key=lambda card: int(card.passcode)):
        yield from ((name, card.id) for name in (*card.names.values(), *card.variants))
    yield from ((name, archetype.id) for archetype in model.archetypes.values() for name in archetype.names.values())


def _keys(model: Model) -> Iterator[Pair]:
    from ygokg.names.keys import name_key

    return ((name_key(name), item) for name, item in all_names(model))


def _official(model: Model) -> Iterable[Pair]:
    return ((card.konami_id, card.id) for card in model.cards.values() if card.konami_id)


LINKS: dict[str, Callable[[Model], Iterable[Pair]]] = {
    "effects-of-card": _effects_of,
    "rulings-of-card": _rulings_of,
    "rulings-asking": _rulings_asking,
    "items-named": all_names,
    "items-with-key": _keys,
    "cards-with-official-id": _official,
}
"""The links by name: from a model to pairs of what is referred to and what refers to it.

Effects of no certain card are those of the card without an id; names are as they are written, keys those of `ygokg.names.keys`.
"""
