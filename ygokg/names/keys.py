"""The keys of a name: what is left of it when nobody has to care how it is typed (`key`), and by which cards are found (`name_key`).

In a key full and half width, case, spaces, punctuation (middle dots, dashes, tildes, quotes, brackets), hiragana or katakana, and the
simplified, traditional and Japanese form of one character do not count. For the name of a card as a whole neither do Han characters
that are words of their own elsewhere (后/後), nor how a series is written that has short forms (`CNo.39`, `RUM-`).
"""

from __future__ import annotations

import os
import re
import unicodedata
from functools import lru_cache

_ORNAMENTS = frozenset("☆★~<>=`^")
"""Symbols that names use as punctuation; others (∀, ∞, +, ×) tell names apart."""
_STRAY_LONG_VOWEL = "(?<![ァ-ヺー])ー"
"""A long vowel mark after anything but katakana is a dash in disguise."""


def _groups(name: str) -> str:
    """Return the groups of a file beside this one, a space after each."""
    with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as lines:
        return "".join(f"{line.rstrip()} " for line in lines if not line.startswith("#"))


HAN_FORMS = _groups("han-forms.txt")
"""Groups of forms that stand for each other, parted by spaces; the first of each group stands for all."""
HAN_WORDS = _groups("han-words.txt")
"""Groups of what HAN_FORMS leaves, the first of which is also a word of its own (后/後, 里/裏, 征/徵).

They are one only where a name as a whole is looked up.
"""
_NUMBERS = {
    "编号": "no", "番号": "no", "number": "no",
    "混沌no": "cno", "混沌编号": "cno", "numberc": "cno",
    "闪光no": "sno", "闪光编号": "sno", "numbers": "sno",
    "未来no": "fno", "翼日编号": "fno", "numberf": "fno",
    "混沌虚数no": "cino", "numberic": "cino",
}  # fmt: skip
"""Beginnings, as keys, that count where a digit follows."""
_MAGIC = {
    "升阶魔法": "rum", "rankupmagic": "rum",
    "超升阶魔法": "hrum", "hyperrankupmagic": "hrum",
    "降阶魔法": "rdm", "rankdownmagic": "rdm",
}  # fmt: skip
"""Beginnings, as keys, that count wherever they stand."""
_FIRST = frozenset(beginning[0] for beginning in (*_NUMBERS, *_MAGIC))
_WORDS = {ord(form): group[0] for group in HAN_WORDS.split() for form in group[1:]}


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
    return re.sub(_STRAY_LONG_VOWEL, "", folded) if "ー" in folded else folded


def _first_form(character: str) -> str:
    """Return the form by which a Han character is known here; found when it is first met, for names need few of them."""
    at = HAN_FORMS.find(character)
    return character if at < 0 or character == " " else HAN_FORMS[HAN_FORMS.rfind(" ", 0, at) + 1]


@lru_cache(maxsize=1 << 15)
def name_key(name: str) -> str:
    """Return the key of a card's name: its `key`, with the further Han forms and the short forms of series made one.

    >>> name_key("混沌No.39 希望皇 霍普雷") == name_key("CNo.39 希望皇霍普雷")
    True
    >>> name_key("升階魔法－七皇之劍") == name_key("RUM-七皇之剑")
    True
    >>> name_key("编号"), name_key("No Entry!!")
    ('编号', 'noentry')
    """
    plain = key(name)
    if not plain.isascii():
        plain = plain.translate(_WORDS)
    if plain[:1] not in _FIRST:
        return plain
    for beginning, short in _NUMBERS.items():
        if plain.startswith(beginning) and plain[len(beginning) : len(beginning) + 1].isdecimal():
            return short + plain[len(beginning) :]
    for beginning, short in _MAGIC.items():
        if plain.startswith(beginning):
            return short + plain[len(beginning) :]
    return plain
