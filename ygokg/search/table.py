"""The table of everything that can be found, as bytes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

__all__ = ["Index"]


class Index:
    """What can be searched, in two forms that are read when they are needed: `lowered`, and `marked`, with capitals where words begin.

    Han characters and kana need no marks, so that a query without Latin words or numbers is answered from the first form alone.
    """

    def __init__(self, lowered: Callable[[], bytes], marked: Callable[[], bytes]) -> None:
        """Both functions return the table that `ygokg.search.index` describes."""
        self._lowered = lowered
        self._marked = marked

    @cached_property
    def lowered(self) -> bytes:
        """The table with its texts in lower case."""
        return self._lowered()

    @cached_property
    def marked(self) -> bytes:
        """The table as it is folded."""
        return self._marked()
