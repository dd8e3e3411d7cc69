"""Policies over the code itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "ygokg"
_CLASS = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]")


def patterns() -> Iterator[tuple[str, str]]:
    """Yield every pattern that is written out in a call of `re`, with its place."""
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re.") and node.args:
                value = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
                if isinstance(value, str | bytes):
                    yield f"{file.name}:{node.lineno}", value.decode("latin-1") if isinstance(value, bytes) else value


def never_gives_back(pattern: str) -> bool:
    """Say whether a pattern has a possessive quantifier or an atomic group."""
    plain = _CLASS.sub("x", pattern)
    return bool(re.search(r"(?:[*?}]|(?<!^)\+)\+|\(\?>", plain))


def test_no_pattern_is_possessive() -> None:
    """Python 3.11.0 to 3.11.3 run such patterns wrongly, and read documents otherwise than later ones."""
    found = list(patterns())
    assert len(found) > 50
    assert [place for place, pattern in found if never_gives_back(pattern)] == [], "write it so that it can be read in one way only"


def test_such_patterns_are_known() -> None:
    assert [p for p in ("a*+b", "(?:ab)++", r"[^<]?+", "x{2}+", "(?>a|b)") if not never_gives_back(p)] == []
    assert [p for p in (r"a\++", "[*+]+", r"\*+", "a+", r"[\]+]+b*", "(?:a|b)+?") if never_gives_back(p)] == []
