"""A text in sections of nested entries, as lines for a terminal and as Markdown ready to paste."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ygokg.render.lines import Line

__all__ = ["Entry", "Section", "section_lines", "section_markdown"]

_MARKS = re.compile(r"([\\`*_\[\]<>|#~])")
_ORDINAL = re.compile(r"^(\d+)([.)])|^([-+])")


class Entry(NamedTuple):
    """A line with the entries below it; `link` is an address that belongs to it."""

    text: str
    below: tuple[Entry, ...] = ()
    link: str | None = None


class Section(NamedTuple):
    """A heading with its entries."""

    title: str
    entries: tuple[Entry, ...]


def section_lines(sections: Iterable[Section]) -> Iterator[Line]:
    """Yield sections as lines, two columns deeper for each level; what is below another entry is dim."""
    for section in sections:
        yield Line()
        yield Line(section.title, bold=True)
        yield from _lines(section.entries, 1)


def section_markdown(headline: str, notes: Sequence[str], sections: Iterable[Section]) -> str:
    r"""Return a headline, lines under it and sections as Markdown; signs that Markdown would take for its own are escaped.

    >>> section_markdown("→ yes", ["why *so*"], [Section("Facts", (Entry("a", (Entry("1. b", link="https://x"),)),))])
    '**→ yes**\n\nwhy \\*so\\*\n\n**Facts**\n\n- a\n  - 1\\. b <https://x>\n'
    """
    blocks = [f"**{_escaped(headline)}**", *(_escaped(note) for note in notes)]
    for section in sections:
        blocks += [f"**{_escaped(section.title)}**", "\n".join(_bullets(section.entries, 0))]
    return "\n\n".join(blocks) + "\n"


def _lines(entries: Iterable[Entry], depth: int) -> Iterator[Line]:
    for entry in entries:
        yield Line("  " * depth + entry.text + (f" {entry.link}" if entry.link else ""), dim=depth > 2)
        yield from _lines(entry.below, depth + 1)


def _bullets(entries: Iterable[Entry], depth: int) -> Iterator[str]:
    for entry in entries:
        yield f"{'  ' * depth}- {_escaped(entry.text)}" + (f" <{entry.link}>" if entry.link else "")
        yield from _bullets(entry.below, depth + 1)


def _escaped(text: str) -> str:
    escaped = _MARKS.sub(r"\\\1", " ".join(text.split("\n")))
    return _ORDINAL.sub(lambda match: f"{match[1]}\\{match[2]}" if match[1] else f"\\{match[3]}", escaped)
