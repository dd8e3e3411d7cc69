"""The key of a name: what is left of it when nobody has to care how it is typed.

Full and half width, case, spaces, punctuation (middle dots, dashes, tildes, quotes, brackets), hiragana or katakana, and the
simplified, traditional and Japanese form of one character do not count.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from ygokg.names.han import HAN_FORMS

__all__ = ["key"]

_ORNAMENTS = frozenset("☆★~<>=`^")
"""Symbols that names use as punctuation; others (∀, ∞, +, ×) tell names apart."""

_STRAY_LONG_VOWEL = re.compile("(?<![ァ-ヺー])ー")
"""A long vowel mark after anything but katakana is a dash in disguise."""


class _Fold(dict[int, str]):
    """A `str.translate` table that works out each character when it first meets it."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        category = unicodedata.category(character)
        if category[0] in "PZC" or category == "Sk" or character in _ORNAMENTS:
            folded = ""
        elif "ぁ" <= character <= "ゖ":
            folded = chr(code + 0x60)
        else:
            folded = _first_form(character)
        self[code] = folded
        return folded


def _first_form(character: str) -> str:
    """Return the form by which a Han character is known here; found when it is first met, for names need few of them."""
    at = HAN_FORMS.find(character)
    return character if at < 0 or character == " " else HAN_FORMS[HAN_FORMS.rfind(" ", 0, at) + 1]


_FOLD = _Fold()


@lru_cache(maxsize=1 << 15)
def key(name: str) -> str:
    """Return the key of a name; it is empty if the name has neither letter, digit nor telling symbol.

    >>> key("「Ｓｋｉｌｌ  Drain」") == key("skill-drain")
    True
    >>> key("裁きの竜") == key("裁キノ龍") == key("裁きの龙")
    True
    >>> key("クリボン") == key("クリボーン")
    False
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).translate(_FOLD)
    return _STRAY_LONG_VOWEL.sub("", folded)
