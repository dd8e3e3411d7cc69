"""Reading plain text of the documents as it is copied from their pages: no markup, bullets as •, boxes as bare words."""

from __future__ import annotations

import re

from ygokg.corpus.lines import Logical, Scan, Sections, begins_example, is_example_mark, label_before, label_of
from ygokg.corpus.passages import BOXES, Marker

__all__ = ["scan_plain"]

_BOXES = {"注意": "attention", "备注": "note", "小技巧": "tip", "提示": "hint", "警告": "warning", "参见": "seealso"}
_FOOTNOTE = re.compile(r"\[\d+\]\s*(?P<text>.+)")
_SENTENCE = re.compile("[。；]|[：:，,]$")
_QUOTED = re.compile("『[^』]*』")
_LONGEST_TITLE = 60


class _Reader:
    """Reads a file line by line. A short line without a full stop between blank lines is a heading; all are of one level.

    Where an empty line follows the mark of examples, each of these is a paragraph; they end with one that names no card.
    """

    def __init__(self, text: str, year: int | None) -> None:
        self.lines = text.split("\n")
        if self.lines and not self.lines[-1]:
            self.lines.pop()
        self.scan = Scan()
        self.sections = Sections(year)
        self.example = self.loose = False
        self.label = ""
        self.box = ""
        self.boxed = False

    def read(self) -> Scan:
        """Return what the file holds."""
        for number, line in enumerate(self.lines):
            self._line(number, line)
        return self.scan

    def _line(self, number: int, line: str) -> None:
        body = line.strip().rstrip("¶").strip()
        if not body:
            self.example, self.label = self.loose, ""
            self.box = self.box if self.box and not self.boxed else ""
            self.scan.lines["blank"] += 1
        elif body in _BOXES:
            self.box, self.boxed, self.example, self.loose = _BOXES[body], False, False, False
            self.scan.lines["label"] += 1
        elif is_example_mark(body):
            self.example, self.loose = True, self._is_apart(number, after=True)
            self.scan.lines["label"] += 1
        elif self.sections.log and not self.box and (label := label_of(body)) is not None:
            self.label = label
            self.scan.lines["label"] += 1
        elif self._is_heading(number, line, body):
            self._enter(number, body)
            self.scan.lines["heading"] += 1
        else:
            self._add(number, line, body)
            self.scan.lines["passage"] += 1

    def _is_heading(self, number: int, line: str, body: str) -> bool:
        if line.rstrip().endswith("¶") or (number == 0 and not self.scan.title):
            return True
        apart = self._is_apart(number) and self._is_apart(number, after=True) and not line[:1].isspace() and "\t" not in line
        return apart and len(body) <= _LONGEST_TITLE and not _SENTENCE.search(_QUOTED.sub("", body)) and not self.box

    def _is_apart(self, number: int, *, after: bool = False) -> bool:
        """Say whether an empty line, or nothing, stands before a line, or `after` it."""
        other = number + 1 if after else number - 1
        return not 0 <= other < len(self.lines) or not self.lines[other].strip()

    def _enter(self, number: int, title: str) -> None:
        level = 0 if not self.scan.title else 1
        self.scan.title = self.scan.title or title
        self.sections.enter(level, title)
        if self.sections.strange:
            self.scan.markers.append(Marker(number + 1, "day", title))
        self.box, self.example, self.loose, self.label = "", False, False, ""

    def _add(self, number: int, line: str, body: str) -> None:
        note = _FOOTNOTE.fullmatch(body)
        bullet = body.startswith("•")
        words = note["text"] if note else body.lstrip("• ").strip()
        if bullet or (self.loose and not ("「" in words and self._is_apart(number))):
            self.example = self.loose = False
        place = self.sections
        kind, depth = self._kind(note, body), int(bullet)
        label = (label_before(words) if place.log and not self.box else "") or self.label
        self.scan.logical.append(Logical(number + 1, line, words, kind, place.path, place.ordinal, self.box, depth, label, place.date))
        self.boxed = bool(self.box)

    def _kind(self, note: re.Match[str] | None, body: str) -> str:
        if note:
            return "footnote"
        if "\t" in body:
            return "row"
        if self.example or (begins_example(body) and not self.sections.date):
            return "example"
        if self.box:
            return "remark" if self.box in BOXES else "unplaced"
        return "ruling" if self.sections.date else "rule"


def scan_plain(text: str, year: int | None = None) -> Scan:
    """Return what a file of plain text holds; every line of it is counted. `year` is that of a log."""
    return _Reader(text, year).read()
