"""The key under which a card's name is looked up: series and characters that are written in several ways count as one.

`No.39`, `编号39` and `Number 39` begin the name of one card, as `CNo.`, `混沌No.`, `混沌编号` and `Number C` do, and `RUM-`,
`升阶魔法-` and `Rank-Up-Magic`. Only the beginning of a name is folded, and of a number's only where a digit follows.

A key never decides between two cards: names of several cards under one key are candidates to choose from.
"""

from __future__ import annotations

from functools import lru_cache

from ygokg.names.han import HAN_WORDS
from ygokg.names.normal import key

__all__ = ["name_key"]

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


@lru_cache(maxsize=1 << 15)
def name_key(name: str) -> str:
    """Return the key of a card's name: its `ygokg.names.normal.key`, further folded as this module says.

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
