"""A knowledge graph of Yu-Gi-Oh! OCG rules and rulings, and a tool that answers from it."""

from __future__ import annotations

__all__ = ["__version__"]

__version__ = "0.1.0"
