"""What a card is, as far as it matters when it moves: a Token, a monster of the Extra Deck, a Pendulum Monster, or none of these."""

from __future__ import annotations

from ygokg.graph.labels import normal
from ygokg.graph.model import Card, Id

MONSTER, SPELL, TRAP = "ygo:MonsterCard", "ygo:SpellCard", "ygo:TrapCard"
TOKEN, EXTRA, ORDINARY = "ygo:TokenMonster", "ygo:ExtraDeckMonster", "ygo:OrdinaryMoved"
PENDULUM, NO_PENDULUM = "ygo:IsPendulumMonster", "ygo:IsNoPendulumMonster"
AS_SPELL_TRAP, AS_MONSTER = "ygo:WasMonsterCardAsSpellTrap", "ygo:WasTrapAsMonster"
IN_SPELL_TRAP_ZONE = "ygo:ToSpellTrapZoneMove"

_KINDS: dict[tuple[str, ...], tuple[Id, tuple[Id, ...]]] = {
    ("monster", "怪兽", "モンスター"): (MONSTER, ()),
    ("spell", "魔法"): (SPELL, (ORDINARY, NO_PENDULUM)),
    ("trap", "陷阱", "罠"): (TRAP, (ORDINARY, NO_PENDULUM)),
    ("token", "衍生物", "トークン"): (MONSTER, (TOKEN, NO_PENDULUM)),
    ("extra-deck-monster", "额外卡组的怪兽", "EXデッキのモンスター"): (MONSTER, (EXTRA,)),
    ("main-deck-monster", "主卡组的怪兽", "メインデッキのモンスター"): (MONSTER, (ORDINARY, NO_PENDULUM)),
    ("pendulum-monster", "灵摆怪兽", "Pモンスター"): (MONSTER, (PENDULUM,)),
    ("monster-as-spell-trap", "当作魔法·陷阱的怪兽", "魔法・罠扱いのモンスター"): ("", (AS_SPELL_TRAP,)),
    ("trap-monster", "陷阱怪兽", "罠モンスター"): (MONSTER, (ORDINARY, NO_PENDULUM, AS_MONSTER)),
}
"""What is typed for a kind of card, with the kind that it is and what it is besides. A mere monster can be any."""
_EXTRA_TYPES = frozenset({"Fusion", "Synchro", "Xyz", "Link"})


def spoken_kind(words: str) -> tuple[Id, tuple[Id, ...]] | None:
    """Return the kind of card that words name, and what such a card is besides; nothing where they name none."""
    return next((found for spoken, found in _KINDS.items() if normal(words) in map(normal, spoken)), None)


def traits_of(card: Card) -> tuple[Id, ...]:
    """Return what a card of the data is: by its line of types, so that nothing is said of a monster where that is not known."""
    if card.kind in (SPELL, TRAP):
        return (ORDINARY, NO_PENDULUM)
    types = frozenset(card.types.split(" / ")) if card.types else frozenset()
    if card.kind != MONSTER or not types:
        return ()
    extra = EXTRA if types & _EXTRA_TYPES else ORDINARY
    return (extra, PENDULUM if "Pendulum" in types else NO_PENDULUM)
