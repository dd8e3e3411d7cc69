"""A window on a text: the piece of it around the words that were looked for."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from ygokg.search.fold import Span

__all__ = ["Snippet", "window"]

_WIDE = 72
"""How wide a window is, in terminal columns."""
_CUT = "…"
_NEAR = 12
"""How far, in characters, the edge of a window moves to fall between words."""


class Snippet(NamedTuple):
    """A piece of a text, its language (empty for an id), and where the words stand in it."""

    lang: str
    text: str
    spans: tuple[Span, ...]


def window(lang: str, text: str, marks: Sequence[Span], wide: int = _WIDE) -> Snippet:
    """Return the piece of a text around its first mark that fills about `wide` columns; `…` stands for what is cut off."""
    columns = list(accumulate((1 if sign < "\u1100" else 2 for sign in text), initial=0))
    first, last = marks[0] if marks else (0, 0)
    start = bisect_left(columns, max(0, min(columns[first] - wide // 3, columns[-1] - wide)))
    end = bisect_right(columns, columns[start] + wide) - 1
    if start and (space := text.find(" ", start, min(first, start + _NEAR))) > 0:
        start = space + 1
    if end < len(text) and (space := text.rfind(" ", max(last, end - _NEAR), end)) > 0:
        end = space
    before, after = _CUT if start else "", _CUT if end < len(text) else ""
    shift = len(before) - start
    inside = ((max(s, start) + shift, min(e, end) + shift) for s, e in marks if s < end and e > start)
    return Snippet(lang, f"{before}{text[start:end]}{after}", tuple(inside))
