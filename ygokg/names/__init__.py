"""From what somebody types to a card, an archetype or an effect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ygokg.names.keys import key, name_key

if TYPE_CHECKING:
    from ygokg.names.lookup import Match, card_ref, effect_ref, find

__all__ = ["Match", "card_ref", "effect_ref", "find", "key", "name_key"]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a class or a function
    """Import what looks cards up when it is first asked for: who only folds a text needs none of it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from ygokg.names import lookup

    return getattr(lookup, name)
