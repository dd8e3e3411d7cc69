"""A small picture of a situation: who is where after each step, as a table of cards and moments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ygokg.graph.model import Model
from ygokg.graph.words import label
from ygokg.messages import t
from ygokg.render.lines import Line
from ygokg.situation.timeline import SETUP, Situation, Stay

WIDEST = 80
"""Columns of a terminal that a line may fill."""
_LONGEST = 24
"""Columns for the name of a card; of a longer one the end is left out."""
_GAP = "  "
Width = Callable[[str], int]
"""Tells how many columns a text fills."""


def picture_lines(model: Model, situation: Situation, lang: str, width: Width) -> Iterator[Line]:
    """Yield a row for each card and a column for each moment after which something lies elsewhere; what is too wide goes on below."""
    moments = _moments(situation)
    firsts = [stay for stay in situation.stays if not stay.after]
    rows = [[_cell(model, situation, first, moment, lang) for moment in moments] for first in firsts]
    names = [_cut(label(model, first.card, lang) if first.card else first.name, width) for first in firsts]
    heads = [t(lang, "situation.picture.moment"), *map(str, moments)]
    first_wide = max(map(width, [heads[0], *names]), default=0)
    wide = [max(width(row[place]) for row in [heads[1:], *rows]) for place in range(len(moments))]
    for chosen in _pages(wide, WIDEST - 2 - first_wide):
        yield Line("  " + _row(heads[0], [heads[1 + i] for i in chosen], first_wide, [wide[i] for i in chosen], width), dim=True)
        for name, row in zip(names, rows, strict=True):
            yield Line("  " + _row(name, [row[i] for i in chosen], first_wide, [wide[i] for i in chosen], width))


def _moments(situation: Situation) -> list[int]:
    """Return the moments at which something begins to lie elsewhere or otherwise; what is there at the beginning is one."""
    turned = {event.at for event in situation.events if event.kind in ("flip", "control")}
    return sorted({SETUP, *turned, *(stay.since for stay in situation.stays)})


def _cell(model: Model, situation: Situation, first: Stay, moment: int, lang: str) -> str:
    stays = [stay for stay in situation.same_card(first.id) if stay.since <= moment]
    if not stays:
        return "·"
    stay = stays[-1]
    face, opponents = stay.face, stay.side == "ygo:OpponentsSide"
    for event in situation.events:
        if event.stay == stay.id and event.at <= moment:
            face = event.to if event.kind == "flip" else face
            opponents ^= event.kind == "control"
    down = face == "ygo:FaceDown"
    words = label(model, stay.zone, lang)
    if down:
        words = t(lang, "situation.picture.face-down", place=words)
    return t(lang, "situation.picture.opponents", place=words) if opponents and stay.zone == "ygo:Field" else words


def _cut(name: str, width: Width) -> str:
    if width(name) <= _LONGEST:
        return name
    while width(name) > _LONGEST - 1:
        name = name[:-1]
    return f"{name.rstrip()}…"


def _pages(wide: Sequence[int], room: int) -> Iterator[list[int]]:
    """Part columns so that each part fits into a line."""
    page: list[int] = []
    for place, columns in enumerate(wide):
        if page and sum(wide[i] + len(_GAP) for i in page) + columns + len(_GAP) > room:
            yield page
            page = []
        page.append(place)
    yield page


def _row(name: str, cells: Sequence[str], first: int, wide: Sequence[int], width: Width) -> str:
    parts = [name + " " * (first - width(name)), *(c + " " * (w - width(c)) for c, w in zip(cells, wide, strict=True))]
    return _GAP.join(parts).rstrip()
