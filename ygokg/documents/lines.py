"""A document as logical lines: what each is, under which headings, in which box; nothing is read inside the lines yet."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import date

from ygokg.documents.passages import Marker

_EXAMPLE = re.compile(r"(?:例|例如)\s*[：；:;]")
_INLINE_EXAMPLE = re.compile(r"例\s*[：:]")
_LABEL = re.compile(r"(?P<name>[^。，,「『]{1,24}?)\s*[：:；;]")
_LABEL_BEFORE = re.compile(
    r"(?P<name>邮件|郵件|数据库|數據庫|[Ww]iki|(?:效果)?文[字本]变更导致的裁定变更|裁定变更|裁定變更|调整中确认|調整中確認|重复确认|再次确认)\s*[：:](?=.)"
)
_YEAR = re.compile(r"(?P<year>(?:19|20)\d{2})\s*年?(?:度)?")
_MONTH = re.compile(r"(?:(?P<year>(?:19|20)?\d{2})\s*[/年.\-])\s*(?P<month>\d{1,2})\s*月?")
_DAY = re.compile(r"(?:(?P<year>(?:19|20)?\d{2})\s*[/年.\-]\s*)?(?P<month>\d{1,2})\s*[/月.\-]\s*(?P<day>\d{1,2})\s*日?(?:\D.*)?")
_CENTURY = 70
_LONGEST_MARK = 20
_MONTHS = range(1, 13)
_Month = tuple[int | None, int | None]
"""A year and a month, as far as they are known."""


@dataclass(slots=True)
class Logical:
    """A line with all that continues it; `body` is without its leading marks, `raw` with them."""

    line: int
    raw: str
    body: str
    kind: str
    section: tuple[str, ...]
    ordinal: str
    box: str = ""
    depth: int = 0
    label: str = ""
    date: str | None = None


@dataclass(slots=True)
class Scan:
    """All logical lines of a file, the names that it defines, and an account of its lines (see `ygokg.documents.passages.Document`)."""

    title: str = ""
    logical: list[Logical] = field(default_factory=list)
    targets: dict[str, str] = field(default_factory=dict)
    lines: Counter[str] = field(default_factory=Counter)
    markers: list[Marker] = field(default_factory=list)


class Sections:
    """The headings above the line that is being read, by their levels."""

    def __init__(self, year: int | None = None) -> None:
        """`year` is what the file's name says that it is the log of.

        `date` is the day that the heading of an entry of the log stands for, `log` tells that this is the log, and `strange` that
        the heading looks like a day and is none.
        """
        self._titles: list[str] = []
        self._counts: list[int] = [0]
        self._first: _Month = (year, None)
        self._months: list[_Month] = []
        self.date: str | None = None
        self.strange = False
        self.log = year is not None

    @property
    def path(self) -> tuple[str, ...]:
        """The titles of the headings, the document's own first."""
        return tuple(self._titles)

    @property
    def ordinal(self) -> str:
        """The numbers of the headings below the document's own: `3.1`."""
        return ".".join(str(count) for count in self._counts[1 : len(self._titles)])

    def enter(self, level: int, title: str) -> None:
        """Go below a heading of a level, 0 for the document's own."""
        del self._titles[level:], self._counts[level + 1 :], self._months[level:]
        while len(self._titles) < level:
            self._titles.append("")
            self._counts.append(0)
            self._months.append(self._months[-1] if self._months else self._first)
        self._counts[level] += 1
        self._titles.append(title)
        self._counts.append(0)
        above = self._months[-1] if self._months else self._first
        year, month, day = heading_day(title, above)
        self._months.append((year or above[0], month or above[1]))
        self.log = self.log or (level == 0 and year is not None)
        self.date = f"{year:04}-{month:02}-{day:02}" if year and month and day else None
        self.strange = year is None and above[0] is not None and _DAY.fullmatch(title.strip()) is not None


class LineReader:
    """Reads a file line by line; what it gives is in `scan`."""

    def __init__(self, text: str, year: int | None = None) -> None:
        """`year` is that of a log."""
        self.lines = text.split("\n")
        if not self.lines[-1]:
            self.lines.pop()
        self.scan = Scan()
        self.sections = Sections(year)
        self.example = False
        self.label = ""

    def _enter_section(self, number: int, level: int, title: str) -> None:
        """Go below a heading, which stands on the line of this number."""
        self.scan.title = self.scan.title or title
        self.sections.enter(level, title)
        if self.sections.strange:
            self.scan.markers.append(Marker(number, "day", title))
        self.example, self.label = False, ""


def heading_day(title: str, above: _Month) -> tuple[int | None, int | None, int | None]:
    """Return year, month and day that a heading of the log stands for, as far as it says: `2023`, `23/01`, `1/5`, `1月5日`.

    `above` is the year and the month that the headings above it say. Below a year, `23/01` is a month where its first number is the
    year's and no month is above it; what is written without a year is a day only below one.
    """
    title, year = title.strip(), above[0]
    if (whole := _YEAR.fullmatch(title)) is not None:
        return int(whole["year"]), None, None
    month = _MONTH.fullmatch(title)
    if month is not None and year is not None and above[1] is None and _full(month["year"]) == year and int(month["month"]) in _MONTHS:
        return year, int(month["month"]), None
    day = _DAY.fullmatch(title)
    if day is None or not (day["year"] or year):
        return None, None, None
    return _in_calendar(_full(day["year"]) if day["year"] else int(year or 0), int(day["month"]), int(day["day"]))


def is_example_mark(body: str) -> bool:
    """Say whether a line is just `例：`, whatever its markup: what follows are examples."""
    return len(body) < _LONGEST_MARK and _EXAMPLE.fullmatch(_plain(body)) is not None


def begins_example(body: str) -> bool:
    """Say whether an example follows the mark on the same line."""
    return _INLINE_EXAMPLE.match(body) is not None


def _plain(body: str) -> str:
    return re.sub(r"\[#?\w*\]_|[\\*`]", "", body).strip()


def label_of(body: str) -> str | None:
    """Return the name of a label, a short line that ends in a colon; None for any other line."""
    match = _LABEL.fullmatch(_plain(body))
    return match["name"].strip() if match else None


def label_before(body: str) -> str:
    """Return the label that stands on the line of the one entry that it is for; the empty text where there is none."""
    match = _LABEL_BEFORE.match(_plain(body))
    return match["name"] if match else ""


def _full(year: str) -> int:
    number = int(year)
    return number if number >= 100 else number + (1900 if number >= _CENTURY else 2000)


def _in_calendar(year: int, month: int, day: int) -> tuple[int | None, int | None, int | None]:
    try:
        date(year, month, day)
    except ValueError:
        return None, None, None
    return year, month, day
