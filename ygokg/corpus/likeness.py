"""How alike two texts are, and in which words they differ."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from difflib import SequenceMatcher
from functools import lru_cache

from ygokg.corpus.normal import normalise

__all__ = ["best", "containment", "covered", "differences", "likeness", "overlap"]


_SUBSET = 0.8


def likeness(one: str, other: str) -> float:
    """Return the share of pairs of neighbouring characters that two texts have in common (0 to 1), in their normal form."""
    a, b = _pairs(one), _pairs(other)
    return 2 * len(a & b) / (len(a) + len(b)) if a or b else 1.0


def containment(one: str, other: str) -> float:
    """Return how much of the shorter of two texts is in the other (0 to 1), by pairs of neighbouring characters."""
    a, b = _pairs(one), _pairs(other)
    return len(a & b) / min(len(a), len(b))


def covered(one: AbstractSet[str], other: AbstractSet[str]) -> float:
    """Return how much two sets share (0 to 1): all that one of them has counts a little less than the same in both."""
    if not one or not other:
        return 0.0
    return max(overlap(one, other), _SUBSET * len(one & other) / min(len(one), len(other)))


def overlap(one: AbstractSet[str], other: AbstractSet[str]) -> float:
    """Return how much of two sets is in both (0 to 1); 0 where both are empty."""
    return len(one & other) / len(one | other) if one | other else 0.0


def differences(before: str, after: str) -> list[tuple[str, str]]:
    """Return the words that differ between two texts in their normal form: what stood there and what stands there now.

    >>> differences("结果不会无效，正常适用。", "结果仍然无效，不适用。")
    [('不会', '仍然'), ('正常', '不')]
    """
    old, new = normalise(before), normalise(after)
    blocks: list[list[int]] = []
    for kind, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        if blocks and i1 - blocks[-1][1] <= 1 and j1 - blocks[-1][3] <= 1:
            blocks[-1][1], blocks[-1][3] = i2, j2
        else:
            blocks.append([i1, i2, j1, j2])
    return [(old[i1:i2], new[j1:j2]) for i1, i2, j1, j2 in blocks]


def best(scores: Sequence[tuple[float, int, int]]) -> dict[int, tuple[float, int]]:
    """Return for each first number the second that fits best, each used once: the pairs of the highest scores first."""
    found: dict[int, tuple[float, int]] = {}
    used: set[int] = set()
    for score, one, other in sorted(scores, key=lambda row: (-row[0], row[1], row[2])):
        if one not in found and other not in used:
            found[one] = (score, other)
            used.add(other)
    return found


@lru_cache(maxsize=1 << 14)
def _pairs(text: str) -> frozenset[str]:
    plain = normalise(text)
    return frozenset(plain[at : at + 2] for at in range(len(plain) - 1)) or frozenset((plain,))
