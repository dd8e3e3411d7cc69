"""The strings of the user interface in zh, ja and en, registered by the modules that use them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ygokg.model import Texts

__all__ = ["LANGUAGES", "catalogue", "has", "register", "t"]

LANGUAGES = ("zh", "ja", "en")

_CATALOGUE: dict[str, Texts] = {}


def register(messages: Mapping[str, Texts]) -> None:
    """Add messages (key → text by language, with `{named}` placeholders); a key that is taken raises `ValueError`."""
    taken = sorted(key for key in messages if _CATALOGUE.get(key, messages[key]) != messages[key])
    if taken:
        raise ValueError(f"message keys registered twice: {', '.join(taken)}")
    _CATALOGUE.update(messages)


def catalogue() -> Mapping[str, Texts]:
    """Return every registered message: key → text by language."""
    return dict(_CATALOGUE)


def has(key: str) -> bool:
    """Say whether a message of this key is registered."""
    return key in _CATALOGUE


def t(lang: str, key: str, **values: object) -> str:
    """Return the message `key` in `lang` (English for any other language) with `values` in its placeholders.

    Raises `KeyError` for an unknown key or a missing value: both are mistakes in the program, not of the user.
    """
    texts = _CATALOGUE[key]
    return texts.get(lang, texts["en"]).format(**values)
