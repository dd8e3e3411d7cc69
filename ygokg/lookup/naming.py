"""Which card somebody means: the graph is asked for what has the name or number, and for all names only where that settles nothing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ygokg.lookup.excerpt import Excerpt
from ygokg.model import Model
from ygokg.names.lookup import Match, find
from ygokg.names.series import name_key
from ygokg.sparql import Value

if TYPE_CHECKING:
    from ygokg.names.library import Library

__all__ = ["find_card", "name_keys"]

_NUMBER = r"(?:card:|%\s*)?0*(\d{1,18})"


def find_card(excerpt: Excerpt, text: str, library: Library | None = None) -> tuple[Match, Model]:
    """Return what a text stands for (see `ygokg.names.lookup.find`), and a Model of the cards and archetypes that come into it.

    Raises `UsageProblem` for an empty text.
    """
    excerpt.add("cards", key=name_keys([text]))
    match = find(excerpt.model(), text, library)
    if match.outside:
        numbers = (number for card in match.outside for number in (card.passcode, card.konami_id) if number)
        excerpt.add("cards", key=name_keys(numbers))
        match = find(excerpt.model(), text, library)
    if not match.is_card:
        excerpt.add("names")
        match = find(excerpt.model(), text, library)
    return match, excerpt.model()


def name_keys(texts: Iterable[str]) -> list[Value]:
    """Return what the query `cards` finds texts by, each of which is a name, a passcode or `%` and an official id."""
    found: dict[str, None] = {}
    for text in texts:
        plain = unicodedata.normalize("NFKC", text.strip())
        number = re.fullmatch(_NUMBER, plain)
        found |= dict.fromkeys(key for key in (name_key(text), number[1] if number else "") if key)
    return [Value("text", key) for key in found]
