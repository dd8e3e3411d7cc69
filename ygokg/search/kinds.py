"""The kinds of things that search finds."""

from __future__ import annotations

__all__ = ["KINDS", "PASSAGE"]

KINDS = ("rule", "ruling", "card", "term", "system")
"""Of the graph."""
PASSAGE = "passage"
"""A passage of an imported document."""
