"""The markup inside a line: what a reader sees of it, and the names, wordings, sources and days in it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field

from ygokg.documents.passages import DATE, Evidence, Name

_MARKUP = re.compile(
    r"\\(?P<escaped>.|$)"
    r"|``(?P<literal>[^`]+)``"
    r"|:(?P<role>[a-zA-Z][\w.+-]*):`(?P<content>[^`]*)`"
    r"|`(?P<label>[^`<>]*)<(?P<url>[^<>]*)>`_{0,2}"
    r"|`(?P<reference>[^`]+)`_{0,2}"
    r"|\*\*(?P<bold>[^*]+)\*\*"
    r"|(?<![^\W_])\*(?P<emphasis>[^*\s][^*]*)\*(?![^\W_])"
    r"|\[(?P<footnote>\#\w*|\d+|\*)\]_?"
    r"|(?<![^\s\\，。、；：（「『])(?P<bare>[^\W_]+)_(?=[\s\\」』）。，、；：]|$)"
    r"|(?P<tail>(?<=[^\s_`])_(?=[\s\\」』]|$))"
    r"|(?P<loose>`)"
)
_FAQ = re.compile(r"fid=(\d+)")
_CARD_PAGE = re.compile(r"cid=(\d+)")
_TITLED = re.compile(r"(.*\S)\s*<[^<>]*>", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)")
_CENTURIES = re.compile(r"^20(?=\d\d/)")
_LIKE_A_DAY = re.compile(r"\d+/\d+/\d+")
_DATABASE = "db.yugioh-card.com"
_WIKI = "yugioh-wiki.net"
_CARD_TARGET = "/card/"
_PAIRS = {"「": "」", "『": "』"}
_SERIES = re.compile(
    r"(?:融合|同调|超量|灵摆|连接|仪式|效果|通常|调整|二重|反转|灵魂|联合|卡通|[SXPL·])*怪[兽獸]"
    r"|魔法|陷阱|(?:通常|永续|速攻|装备|场地|仪式|反击)(?:魔法|陷阱)|卡(?![片组名]|的发动|的發動)"
)
_EFFECTS = re.compile("([①-⑳])(?:[～〜~至]([①-⑳]))?")
_BETWEEN = re.compile(r"\s*(?:\d\d/\d{1,2}/\d{1,2}|wiki)?\s*")
"""Stands between the names of a list: nothing, or the source of the one before."""
_OF = re.compile(_BETWEEN.pattern + "等?的?[①-⑳～〜~至]*")
_LONGEST_LIST = 20
_SENTENCE_END = re.compile("[。；！？]")
_CENTURY = 70
_SHOWN = 20


_Placed = tuple[int, int, Name]
"""A name with the places of its brackets."""


@dataclass(slots=True)
class Inline:
    """What a line says: the text as a reader sees it, and what stands in it.

    `unknown` are marks that close nowhere, and days that are none.
    """

    text: str = ""
    names: list[Name] = field(default_factory=list)
    quotes: list[str] = field(default_factory=list)
    references: list[str] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    struck: list[tuple[int, int]] = field(default_factory=list)
    unknown: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class _Link:
    start: int
    end: int
    label: str
    url: str


def read_inline(raw: str) -> Inline:
    """Return what a line says, its leading marks (bullet, line block) already taken off."""
    found = Inline()
    links, marked = _strip(raw, found)
    _effects(found.text, _names(found, marked))
    _quotes(found)
    found.evidence = _evidence(found, links)
    return found


def _iso_day(written: str) -> str | None:
    """Return the day that `23/1/5` means as 2023-01-05; None for one that is not in the calendar."""
    from datetime import date

    year, month, day = map(int, written.split("/"))
    try:
        return date(year + (1900 if year >= _CENTURY else 2000), month, day).isoformat()
    except ValueError:
        return None


def _strip(raw: str, found: Inline) -> tuple[list[_Link], set[int]]:
    """Put the text without markup into `found`; return its links and where marked names begin in it."""
    parts: list[str] = []
    links: list[_Link] = []
    marked: set[int] = set()
    length = at = 0
    for match in _MARKUP.finditer(raw):
        start = length + match.start() - at
        words = _words(match)
        parts += (raw[at : match.start()], words)
        length, at = start + len(words), match.end()
        if match["url"] is not None:
            links.append(_Link(start, length, words.strip(), match["url"].strip()))
        elif match["reference"] is not None:
            marked.add(start)
            if raw[match.start() - 1 : match.start()] != "「":
                found.references.append(words)
        elif match["role"] == "strike":
            found.struck.append((start, length))
        elif match["role"] == "ref" or match["bare"] is not None:
            found.references.append(words)
        elif match["loose"] is not None:
            found.unknown.append(("unbalanced", "`"))
    parts.append(raw[at:])
    found.text = "".join(parts).rstrip()
    return links, marked


def _words(match: re.Match[str]) -> str:
    """Return what a reader sees of a piece of markup."""
    if match["escaped"] is not None:
        return "" if match["escaped"].isspace() else match["escaped"]
    if match["role"] is not None:
        titled = _TITLED.fullmatch(match["content"])
        return _ESCAPED.sub(lambda escaped: escaped[1].strip(), titled[1] if titled else match["content"])
    if match["label"] is not None:
        return match["label"].rstrip()
    groups = ("reference", "literal", "bold", "emphasis", "bare")
    return next((match[group] for group in groups if match[group] is not None), "")


def _names(found: Inline, marked: set[int]) -> list[_Placed]:
    """Find the names in 「」, the outermost where they are nested; return each with where it begins and ends."""
    text, places = found.text, []
    for start, end in _paired(text, "「"):
        if end < 0:
            found.unknown.append(("unbalanced", text[start : start + _SHOWN]))
        elif name := " ".join(text[start + 1 : end].removesuffix("_").split()):
            places.append((start, end, Name(name, start + 1 in marked, bool(_SERIES.match(text, end + 1)))))
    found.names = [name for _, _, name in places]
    return places


def _quotes(found: Inline) -> None:
    for start, end in _paired(found.text, "『"):
        if end < 0:
            found.unknown.append(("unbalanced", found.text[start : start + _SHOWN]))
        else:
            found.quotes.append(found.text[start + 1 : end])


def _paired(text: str, opening: str) -> Iterator[tuple[int, int]]:
    """Yield where each outermost pair of brackets begins and ends; the end is -1 where it does not."""
    closing = _PAIRS[opening]
    at = text.find(opening)
    while at >= 0:
        depth, end = 1, at
        while depth:
            after = end + 1
            end = text.find(closing, after)
            if end < 0:
                break
            depth += text.count(opening, after, end) - 1
        yield at, end
        at = text.find(opening, (end if end >= 0 else at) + 1)


def _effects(text: str, places: list[_Placed]) -> None:
    """Give the numbers of effects to the name that stands before them in the same sentence, and to all of a list right before them."""
    ends = [end for _, end, _ in places]
    for number in _EFFECTS.finditer(text):
        before = bisect_left(ends, number.start()) - 1
        if before < 0 or _SENTENCE_END.search(text, ends[before], number.start()):
            continue
        signs = [chr(at) for at in range(ord(number[1]), ord(number[2] or number[1]) + 1)]
        for name in _listed(text, places, before, number.start()):
            name.effects += "".join(sign for sign in signs if sign not in name.effects)


def _listed(text: str, places: list[_Placed], last: int, number: int) -> Iterator[Name]:
    """Yield the name that a number goes with, and where the number follows right behind it, those of one list with it: 「甲」「乙」的①."""
    yield places[last][2]
    if not _OF.fullmatch(text, places[last][1] + 1, number):
        return
    for at in range(last, max(0, last - _LONGEST_LIST), -1):
        if not _BETWEEN.fullmatch(text, places[at - 1][1] + 1, places[at][0]):
            return
        yield places[at - 1][2]


def _evidence(found: Inline, links: list[_Link]) -> list[Evidence]:
    """Return the sources of a line, each with the words since the source before it; days without a link among them."""
    text = found.text
    marks: list[tuple[int, int, Evidence]] = []
    marks += [(link.start, link.end, cited) for link in links if (cited := _cited(link)) is not None]
    linked = [(link.start, link.end) for link in links]
    found.unknown += [("day", link.label) for link in links if _LIKE_A_DAY.fullmatch(link.label) and not _dated(link)]
    for match in DATE.finditer(text):
        if any(start <= match.start() < end for start, end in linked):
            continue
        day = _iso_day(match[0])
        if day is None:
            found.unknown.append(("day", match[0]))
        else:
            marks.append((match.start(), match.end(), Evidence("", None, day, "", 0, 0)))
    covered: tuple[int, int] = (0, 0)
    after = 0
    for start, end, cited in sorted(marks, key=lambda mark: mark[0]):
        if text[after:start].strip(" ，、,"):
            covered = (after, start)
        first, last = covered
        cited.start, cited.end = first, first + len(text[first:last].rstrip("（( "))
        after = end
        while after < len(text) and text[after] in " 。，、；,;）)":
            after += 1
    return [cited for _, _, cited in sorted(marks, key=lambda mark: mark[0])]


def _dated(link: _Link) -> str | None:
    """Return the day that a link is called by; None where it has another name, or a day that is none."""
    label = _CENTURIES.sub("", link.label)
    return _iso_day(label) if DATE.fullmatch(label) else None


def _cited(link: _Link) -> Evidence | None:
    """Return what a link cites; None for one that only leads to a card."""
    day = _dated(link)
    faq, page = _FAQ.search(link.url), _CARD_PAGE.search(link.url)
    if _DATABASE in link.url and faq is not None:
        return Evidence("database", faq[1], day, link.url, 0, 0)
    if _DATABASE in link.url and page is not None:
        return Evidence("card-page", page[1], day, link.url, 0, 0)
    if _WIKI in link.url:
        return Evidence("wiki", None, day, link.url, 0, 0)
    if "ygocdb" in link.url and _CARD_TARGET in link.url and day is None:
        return None
    return Evidence("site", None, day, link.url, 0, 0) if "://" in link.url else None
