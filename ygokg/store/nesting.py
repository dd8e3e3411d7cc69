"""How deep a file of data may be nested. Parsers go down with the file, and one that is deep enough takes the process with it."""

from __future__ import annotations

import re
from pathlib import Path

from ygokg.errors import BrokenInput

__all__ = ["DEEPEST", "require_shallow", "too_deep"]

DEEPEST = 500
"""Levels. Data of this graph has ten at most."""

_MARKS = {
    "JSON-LD": re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\Z)|(?P<open>[\[{])|(?P<close>[\]}])', re.DOTALL),
    "Turtle": re.compile(rb"(?P<open><<\(?)|(?P<close>>>)"),
}
"""Where a level begins and ends. Turtle, and all forms like it, nest in triples alone: collections cost them no depth."""


def require_shallow(path: Path, content: bytes, syntax: str) -> None:
    """Raise `BrokenInput`, with file and line, where JSON or triples within triples are nested more than `DEEPEST` levels."""
    if syntax == "JSON-LD":
        possible = content.count(b"{") + content.count(b"[")
    else:
        possible, syntax = content.count(b"<<"), "Turtle"
    if possible <= DEEPEST:
        return
    depth = 0
    for mark in _MARKS[syntax].finditer(content):
        depth += (mark.lastgroup == "open") - (mark.lastgroup == "close")
        if depth > DEEPEST:
            raise too_deep(path, content.count(b"\n", 0, mark.start()) + 1)


def too_deep(path: Path, line: int) -> BrokenInput:
    """Return the error for a file that is nested too deeply at a line."""
    return BrokenInput(f"{path}, line {line}: nested more than {DEEPEST} levels deep.", "Write it flatter: give what is inside names.")
