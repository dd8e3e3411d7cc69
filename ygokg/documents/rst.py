"""Reading the reStructuredText of the documents: line blocks, bullets, boxes, tables, targets."""

from __future__ import annotations

import re
import unicodedata

from ygokg.documents.lines import LineReader, Logical, Scan, begins_example, is_example_mark, label_before, label_of
from ygokg.documents.marks import read_inline
from ygokg.documents.passages import BOXES, Marker

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1{2,}\s*")
_SHORT_ADORNMENT = re.compile(r"([=~^-])\1\s*")
_SHORTEST = 3
_BLOCK = re.compile(r"(?P<indent>\s*)(?P<bullet>(?:[-*+•]|\(?\d+[.)]|#\.)\s+)?\|(?:\s+(?P<text>.*))?")
_BULLET = re.compile(r"(?P<indent>\s*)(?P<bullet>(?:[-*+•]|\(?\d+[.)]|#\.)\s+)(?P<text>.*)")
_DIRECTIVE = re.compile(r"(?P<indent>\s*)\.\.\s*(?:\|[^|]*\|\s*)?(?P<name>[A-Za-z][\w-]*)\s*(?P<colons>::?)(?:\s+(?P<text>.*))?")
_TARGET = re.compile(r"\s*\.\.\s+_(?:`(?P<quoted>[^`]+)`|(?P<plain>[^:]+))\s*:\s*(?P<url>.*)")
_FOOTNOTE = re.compile(r"(?P<indent>\s*)\.\.\s+\[(?:#\w*|\d+|\*)\]\s*(?P<text>.*)")
_COMMENT = re.compile(r"(?P<indent>\s*)\.\.(?:\s+(?P<text>.*))?")
_FIELD = re.compile(r":(?:orphan|tocdepth|nocomments|no-?search):.*")
"""What a file says of itself to the program that makes the pages."""
_OPTION = re.compile(r"\s+:[\w-]+:(?:\s.*)?")
_SIMPLE_BORDER = re.compile(r"\s*=+(?:\s+=+)+\s*")
_GRID_BORDER = re.compile(r"\s*\+(?:[-=]+\+)+\s*")
_WORDLESS = frozenset(
    (
        *("role", "default-role", "image", "toctree", "contents", "highlight", "include", "literalinclude", "meta", "index"),
        *("sectnum", "unicode", "replace"),
    )
)
"""Directives whose lines are for the program that makes the pages."""
_TRANSPARENT = frozenset(("only", "container", "class"))
"""Directives whose lines are what they would be without them."""
_VERBATIM = frozenset(("raw", "code-block", "code", "parsed-literal", "math"))
"""Directives whose lines have no form that is known; they are kept as they are."""
_CAPTIONED = frozenset(("figure", "table", "csv-table", "list-table"))
_TABULATED = frozenset(("csv-table", "list-table"))
_COMMENTED = "comment"
_LITERAL = "::"
"""Tells that what stands deeper below is kept as it is typed."""
_ANONYMOUS = "_"


class RstReader(LineReader):
    """Reads reStructuredText line by line; each line is accounted for exactly once."""

    def __init__(self, text: str, year: int | None = None) -> None:
        """`year` is that of a log."""
        super().__init__(text, year)
        self.styles: list[tuple[str, bool]] = []
        self.at = 0
        self.boxes: list[tuple[int, str]] = []
        self.bullets: list[int] = []
        self.table_end = -1
        """The last line of the table that is being read, or of the last one."""
        self.open: int | None = None
        self.awaited = False
        """Nothing stands below the label of entries as yet."""

    def read(self) -> Scan:
        """Return what the file holds."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if not line.strip():
                self._blank()
            elif not self.scan.logical and _FIELD.fullmatch(line.rstrip()):
                self._count("structure")
            elif not (self._heading(line) or self._table(line) or self._directive(line) or self._continuation(line)):
                self._text(line)
        return self.scan

    def _count(self, what: str, lines: int = 1) -> None:
        self.scan.lines[what] += lines
        self.at += lines

    def _blank(self) -> None:
        self.example, self.open = False, None
        if not self.awaited:
            self.label = ""
        self._count("blank")

    def _heading(self, line: str) -> bool:
        """Read a title with the line below it, and maybe one above it."""
        if line[:1].isspace() or self.at <= self.table_end:
            return False
        following = self.lines[self.at + 1 : self.at + 3]
        over = _ADORNMENT.fullmatch(line)
        if over is not None:
            if len(following) == 2 and self._is_framed(line, *following):
                self._enter((line[0], True), following[0].strip())
                self._count("heading", 3)
            else:
                self._count("structure")
            return True
        if following and not line.startswith(("|", "..")) and (under := self._underline(line, following[0])):
            if _BULLET.fullmatch(line) and self._width(line) > 2 * len(following[0].strip()):
                return False
            self._enter((under[1], False), line.strip())
            self._count("heading", 2)
            return True
        return False

    @staticmethod
    def _is_framed(over: str, title: str, under: str) -> bool:
        """Say whether a title stands between two lines of one sign; they may differ in length."""
        if under.rstrip() != over.rstrip() and (_ADORNMENT.fullmatch(under) is None or title.startswith(("|", ".."))):
            return False
        return bool(title.strip()) and under[0] == over[0]

    def _underline(self, title: str, line: str) -> re.Match[str] | None:
        """Return the match of a line that underlines a title: three signs, or two that are as wide as it."""
        short = _SHORT_ADORNMENT.fullmatch(line) if len(line) < _SHORTEST else None
        return short if short and self._width(title.strip()) <= len(line.rstrip()) else _ADORNMENT.fullmatch(line)

    @staticmethod
    def _width(text: str) -> int:
        return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)

    def _enter(self, style: tuple[str, bool], title: str) -> None:
        if style not in self.styles:
            self.styles.append(style)
        level = self.styles.index(style)
        self._enter_section(self.at + 1, level, read_inline(title).text)
        self.open, self.boxes, self.bullets = None, [], []

    def _table(self, line: str) -> bool:
        border = _SIMPLE_BORDER.fullmatch(line) or _GRID_BORDER.fullmatch(line)
        if border and self.at > self.table_end:
            self.table_end = self._end_of_grid() if "+" in line else self._end_of_table()
            self._leave(len(line) - len(line.lstrip()))
        if border:
            self.open = None
            self._count("structure")
            return True
        if self.at > self.table_end:
            return False
        self._add(line, line.strip().strip("|").strip(), "row")
        self._count("passage")
        return True

    def _end_of_grid(self) -> int:
        end = self.at
        while end + 1 < len(self.lines) and self.lines[end + 1].lstrip().startswith(("+", "|")):
            end += 1
        return end

    def _end_of_table(self) -> int:
        """Return where a simple table ends: at its second border below the first, or at one that an empty line follows."""
        found = 0
        for at in range(self.at + 1, len(self.lines)):
            if _SIMPLE_BORDER.fullmatch(self.lines[at]):
                found += 1
                if found > 1 or not "".join(self.lines[at + 1 : at + 2]).strip():
                    return at
        return self.at

    def _directive(self, line: str) -> bool:
        """Read what begins with two dots; the words that a box has on this very line are its first passage."""
        if not line.lstrip().startswith(".."):
            return False
        if (target := _TARGET.fullmatch(line)) is not None:
            self._target(target)
            return True
        if (note := _FOOTNOTE.fullmatch(line)) is not None:
            self._leave(len(note["indent"]))
            self._add(line, note["text"], "footnote")
            self.open = len(note["indent"])
            self._count("passage")
            return True
        if (match := _DIRECTIVE.fullmatch(line)) is not None and (match["colons"] == "::" or match["name"].lower() in BOXES):
            self._box(line, match)
            return True
        if (comment := _COMMENT.fullmatch(line)) is not None:
            self._comment(line, comment)
            return True
        return False

    def _comment(self, line: str, comment: re.Match[str]) -> None:
        """Read a comment; what stands deeper right below it, or after a first line with words, is part of it."""
        indent, words = len(comment["indent"]), comment["text"]
        self._leave(indent)
        if words:
            self._add(line, words, _COMMENTED)
        self._count("passage" if words else "structure")
        self.example, self.open = False, None
        if words or (self.at < len(self.lines) and self.lines[self.at].strip()):
            self.boxes.append((indent, _COMMENTED))

    def _target(self, target: re.Match[str]) -> None:
        name, url = (target["quoted"] or target["plain"] or "").strip(), target["url"].strip()
        if name == _ANONYMOUS:
            pass
        elif "/card/" in url:
            self.scan.targets[name] = "card"
        elif "?search=" in url:
            self.scan.targets[name] = "series"
        self._count("target" if url else "structure")

    def _box(self, line: str, match: re.Match[str]) -> None:
        name, indent, words = match["name"].lower(), len(match["indent"]), match["text"] or ""
        self._leave(indent)
        self.example, self.open = False, None
        if match["colons"] != "::" or not any(name in known for known in (BOXES, _WORDLESS, _TRANSPARENT, _VERBATIM, _CAPTIONED)):
            self.scan.markers.append(Marker(self.at + 1, "directive", match["name"] + match["colons"]))
        wordless = name in _WORDLESS
        self.boxes.append((indent, "" if wordless or name in _TRANSPARENT else name))
        if wordless:
            self._count("structure")
            self._skip(indent)
        elif words and name != "figure" and name not in _TRANSPARENT and name not in _VERBATIM:
            self._add(line, words, "remark" if name in _CAPTIONED else self._kind(), depth=indent)
            self.open = indent
            self._count("passage")
        else:
            self._count("structure")
        while self.at < len(self.lines) and not wordless and _OPTION.fullmatch(self.lines[self.at]):
            self._count("structure")

    def _skip(self, indent: int) -> None:
        """Pass over the lines that belong to a directive without words."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.strip() and len(line) - len(line.lstrip()) <= indent:
                break
            self._count("structure" if line.strip() else "blank")
        self.boxes.pop()

    def _continuation(self, line: str) -> bool:
        """Add a line that stands deeper than the one before, in the same block, to that one."""
        indent = len(line) - len(line.lstrip())
        if self.open is None or indent <= self.open or _BLOCK.fullmatch(line) or _BULLET.fullmatch(line) or is_example_mark(line):
            return False
        last = self.scan.logical[-1]
        words = line.strip()
        gap = " " if last.body[-1:].isascii() and words[:1].isascii() and last.body[-1:].isalnum() else ""
        last.body += gap + words
        last.raw += gap + words
        self._count("continuation")
        return True

    def _text(self, line: str) -> None:
        match = _BLOCK.fullmatch(line) or _BULLET.fullmatch(line)
        indent = len(match["indent"]) if match else len(line) - len(line.lstrip())
        body = (match["text"] or "").strip() if match else line.strip()
        self._leave(indent)
        if match and match["bullet"]:
            self.bullets = [column for column in self.bullets if column < indent] + [indent]
            self.example = False
        else:
            self.bullets = [column for column in self.bullets if column < indent]
        if not body:
            self._count("blank")
            return
        if body == _LITERAL:
            self._count("structure")
            return
        if is_example_mark(body):
            self.example, self.open = True, None
            self._count("label")
            return
        self.example = self.example or (begins_example(body) and not self.sections.date)
        if self.sections.log and not self.boxes and (label := label_of(body)) is not None:
            self.label, self.awaited, self.open = label, True, None
            self._count("label")
            return
        self._add(line, body, self._kind(), depth=len(self.bullets))
        self.open = indent if match else None
        self._count("passage")

    def _leave(self, indent: int) -> None:
        """Leave the boxes that a line of this indentation stands outside of."""
        while self.boxes and self.boxes[-1][0] >= indent:
            self.boxes.pop()

    def _kind(self) -> str:
        box = self.boxes[-1][1] if self.boxes else ""
        if box == _COMMENTED:
            return _COMMENTED
        if box in _TABULATED:
            return "row"
        if box and box not in BOXES and box not in _CAPTIONED:
            return "unplaced"
        if self.example:
            return "example"
        if box:
            return "remark"
        return "ruling" if self.sections.date else "rule"

    def _add(self, line: str, body: str, kind: str, depth: int = 0) -> None:
        self.awaited = False
        box = self.boxes[-1][1] if self.boxes and self.boxes[-1][1] != _COMMENTED else ""
        place = self.sections
        label = "" if box else ((label_before(body) if place.log else "") or self.label)
        self.scan.logical.append(Logical(self.at + 1, line, body, kind, place.path, place.ordinal, box, depth, label, place.date))
