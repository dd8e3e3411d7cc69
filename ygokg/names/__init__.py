"""From what somebody types to a card, an archetype or an effect."""

from __future__ import annotations

from ygokg.names.lookup import Match, card_ref, effect_ref, find
from ygokg.names.normal import key

__all__ = ["Match", "card_ref", "effect_ref", "find", "key"]
