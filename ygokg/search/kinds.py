"""The kinds of things that search finds, and where it finds the words in them."""

from __future__ import annotations

import re

__all__ = ["COLUMNS", "KINDS", "PASSAGE", "local_name"]

KINDS = ("rule", "ruling", "card", "term", "system")
"""Of the graph."""
PASSAGE = "passage"
"""A passage of an imported document."""
COLUMNS = ("label", "summary", "definition", "id")
"""Where a text stands, best hit first."""

_HUMP = re.compile("(?<=[a-z])(?=[A-Z])")


def local_name(id: str) -> str:
    """Return what an id says without its prefix, its words apart.

    >>> local_name("ygo:FaceDown")
    'Face Down'
    """
    return _HUMP.sub(" ", id.partition(":")[2])
