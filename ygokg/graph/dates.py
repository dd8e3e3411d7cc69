"""The graph as it was on a day: only the rulings, sources and references that were documented by then.

A ruling is documented from its own date on; without one, from the day on which the first of its documents was issued. A month or
a year counts from its last day, because what it dates was certainly there by then. Rules carry no date and stay as they are.
"""

from __future__ import annotations

import contextlib
from calendar import monthrange
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ygokg.errors import NotFound
from ygokg.graph.ages import DayCount
from ygokg.graph.model import Document, Id, Model, Passage, Ruling
from ygokg.messages import t

if TYPE_CHECKING:
    from ygokg.store.cache import Graph


def documented_by(graph: Graph, day: str, lang: str) -> Graph:
    """Return the graph with the rulings documented by a day (YYYY-MM-DD), and what the rules make of these; raises as `known_by`."""
    model = known_by(graph.model, day, lang)
    kept = {i: verdict for i, verdict in graph.verdicts.items() if i in model.rulings}
    return graph.with_model(model, {i: v._replace(against=tuple(o for o in v.against if o in kept)) for i, v in kept.items()})


def known_by(model: Model, day: str, lang: str) -> Model:
    """Return the Model with only what was documented by a day (YYYY-MM-DD); the rules, and the passages that they cite, stay.

    Of a ruling's sources those stay that were there, of a passage's references those dated by then. Raises `NotFound`, in `lang`,
    where there are rulings and none was documented by that day.
    """
    days = {i: day_of(model, ruling) for i, ruling in model.rulings.items()}
    known = {i for i, first in days.items() if first and first <= day}
    if days and not known:
        first = min(filter(None, days.values()), default="")
        raise _nothing(day, first, lang)
    return _of_day(model, known, day)


def require_any(day: DayCount, lang: str) -> None:
    """Raise `NotFound`, in `lang`, where there are rulings and none was documented by the day."""
    if day.of and not day.known:
        raise _nothing(day.day, day.first_ruling, lang)


def day_count(model: Model, whole: Model) -> DayCount:
    """Return how much of `whole` was documented by the day of `model`, which is what was known then."""
    issued = (document.issued for document in whole.documents.values())
    days = (day_of(whole, ruling) for ruling in whole.rulings.values())
    first_issued, first_ruling = (min(filter(None, found), default="") for found in (issued, days))
    return DayCount(model.as_of, len(model.rulings), len(whole.rulings), first_issued, first_ruling)


def known_then(model: Model, day: str, told: Mapping[Id, str]) -> Model:
    """Return an excerpt of the graph (see `ygokg.lookup.excerpt`) as it was on a day, maybe without any ruling.

    `told` has the day from which a ruling is documented, where that is known already.
    """
    days = ((i, told.get(i) or day_of(model, ruling)) for i, ruling in model.rulings.items())
    return _of_day(model, {i for i, first in days if first and first <= day}, day)


def _nothing(day: str, first: str, lang: str) -> NotFound:
    return NotFound(t(lang, "as-of.nothing", day=day), t(lang, "as-of.nothing.hint", first=first) if first else "")


def _of_day(model: Model, known: set[Id], day: str) -> Model:
    passages = {i: _passage(passage, day) for i, passage in model.passages.items()}
    rulings = {i: _ruling(model, passages, model.rulings[i], known, day) for i in model.rulings if i in known}
    return model._replace(rulings=rulings, passages=passages, as_of=day)


def day_of(model: Model, ruling: Ruling) -> str:
    """Return the day from which a ruling is documented, or the empty text where neither it nor a document of it has a date."""
    if ruling.date:
        return last_day(ruling.date)
    documents = (model.documents.get(model.passages[s].document) for s in ruling.sources if s in model.passages)
    return min((last_day(d.issued) for d in documents if d is not None and d.issued), default="")


def last_day(date: str) -> str:
    """Return the last day of a date that may be a year or a month.

    >>> last_day("2024-02"), last_day("2019"), last_day("2019-06-07")
    ('2024-02-29', '2019-12-31', '2019-06-07')
    """
    parts = date.split("-")
    if len(parts) == 1:
        return f"{date}-12-31"
    if len(parts) == 2:
        with contextlib.suppress(ValueError, OverflowError):  # what is no month stays as it is
            return f"{date}-{monthrange(int(parts[0]), int(parts[1]))[1]:02}"
    return date


def _passage(passage: Passage, day: str) -> Passage:
    kept = tuple(e for e in passage.evidence if not e.date or last_day(e.date) <= day)
    return passage if len(kept) == len(passage.evidence) else passage._replace(evidence=kept)


def _ruling(model: Model, passages: dict[Id, Passage], ruling: Ruling, known: set[Id], day: str) -> Ruling:
    def there(source: Id) -> bool:
        """Say whether a passage was written by then, or (for a ruling with a date of its own) refers to something that was."""
        passage = passages.get(source)
        if passage is None:
            return False
        return _issued_by(model.documents.get(passage.document), day) or bool(ruling.date and passage.evidence)

    return ruling._replace(
        sources=tuple(filter(there, ruling.sources)) or ruling.sources,
        contrast=tuple(i for i in ruling.contrast if i in known),
        given=tuple(i for i in ruling.given if i in known),
    )


def _issued_by(document: Document | None, day: str) -> bool:
    return document is not None and bool(document.issued) and last_day(document.issued) <= day
