"""The graph as it was on a day: only the rulings, sources and references that were documented by then, and the rules said then.

What carries the days from which and until which its chapter said it, answers on the days between. Another ruling is documented from
its own date on; without one, from the day on which the first of its documents had it. A month or a year counts from its last day,
because what it dates was certainly there by then. A rule without such days counts on every day, unless each passage that it cites
came later.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import TYPE_CHECKING, TypeVar

from ygokg.errors import NotFound
from ygokg.graph.ages import DayCount
from ygokg.graph.model import Document, Id, Model, Passage, Rule, Ruling
from ygokg.messages import t

if TYPE_CHECKING:
    from ygokg.store.cache import Graph, Verdicts


def documented_by(graph: Graph, day: str, lang: str, weigh: Callable[[Model], Verdicts]) -> Graph:
    """Return the graph with the rulings documented by a day (YYYY-MM-DD), and what the rules of that day make of these.

    `weigh` tells that of a Model of which other rules are in force than today. Raises as `known_by`.
    """
    model = known_by(graph.model, day, lang)
    if any(rule.in_force != graph.model.rules[i].in_force for i, rule in model.rules.items()):
        return graph.with_model(model, weigh(model))
    kept = {i: verdict for i, verdict in graph.verdicts.items() if i in model.rulings}
    return graph.with_model(model, {i: v._replace(against=tuple(o for o in v.against if o in kept)) for i, v in kept.items()})


def known_by(model: Model, day: str, lang: str) -> Model:
    """Return the Model with only the rulings documented by a day (YYYY-MM-DD), and what was said then in force.

    Of sources those stay that were there, of a passage's references those dated by then. Raises `NotFound`, in `lang`,
    where there are rulings and none was documented by that day.
    """
    days = {i: day_of(model, ruling) for i, ruling in model.rulings.items()}
    known = {i for i, first in days.items() if first and first <= day}
    if days and not known:
        first = min(filter(None, days.values()), default="")
        raise _nothing(day, first, lang)
    return _of_day(model, known, day)


def last_days(model: Model) -> dict[str, list[Id]]:
    """Return the rules and rulings that are not said any more, not counting deprecated ones, by the last day on which they were."""
    found: dict[str, list[Id]] = {}
    nouns: tuple[Rule | Ruling, ...] = (*model.rules.values(), *model.rulings.values())
    for noun in nouns:
        if noun.valid_until and not noun.deprecated:
            found.setdefault(day_before(noun.valid_until), []).append(noun.id)
    return dict(sorted(found.items()))


def day_before(day: str) -> str:
    """Return the day before one.

    >>> day_before("2022-05-20"), day_before("2024-03-01")
    ('2022-05-19', '2024-02-29')
    """
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def said_on(model: Model, day: str) -> Model:
    """Return the Model with all its rulings, those that are known and the rules in force which were said on a day."""
    return _of_day(model, set(model.rulings), day)


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
    rules = {i: _said(model, rule, _said_from(model, rule), day) for i, rule in model.rules.items()}
    return model._replace(rulings=rulings, rules=rules, passages=passages, as_of=day)


def day_of(model: Model, ruling: Ruling) -> str:
    """Return the day from which a ruling is documented, or the empty text where neither it nor a document of it has a date."""
    if ruling.valid_from or ruling.date:
        return ruling.valid_from or last_day(ruling.date or "")
    return min(filter(None, (_first_day(model, source) for source in ruling.sources)), default="")


def _first_day(model: Model, source: Id) -> str:
    """Return the first day on which a passage is known to have its words, or the empty text."""
    passage = model.passages.get(source)
    document = model.documents.get(passage.document) if passage is not None else None
    if passage is None or document is None:
        return ""
    return (document.known_since and (passage.valid_from or document.known_since)) or (document.issued and last_day(document.issued))


def _said_from(model: Model, noun: Rule | Ruling) -> str:
    """Return the first day on which something was said: stated, its own date, or that of passages whose history is known."""
    if noun.valid_from:
        return noun.valid_from
    if isinstance(noun, Ruling) and noun.date:
        return last_day(noun.date)
    passages = [model.passages[source] for source in noun.sources if source in model.passages]
    new = [p.valid_from for p in passages if p.document in model.documents and model.documents[p.document].known_since]
    return min(new) if new and len(new) == len(passages) else ""


_Said = TypeVar("_Said", Rule, Ruling)


def _said(model: Model, noun: _Said, first: str, day: str) -> _Said:
    """Return a rule or ruling with the sources that were there on a day, in force if it was said then."""
    there = tuple(source for source in noun.sources if _is_there(model, source, day)) or noun.sources
    return noun._replace(
        sources=there,
        dropped=noun.dropped if noun.dropped and noun.dropped <= day else "",
        repeated=tuple(source for source in noun.repeated if any(_repeats(model, later, source) for later in there)),
        in_force=not noun.deprecated and first <= day and not (noun.valid_until and noun.valid_until <= day),
    )


def _repeats(model: Model, later: Id, source: Id) -> bool:
    """Say whether a passage is of the state that came after that of another one."""
    known, earlier = model.passages.get(later), model.passages.get(source)
    document = model.documents.get(known.document) if known is not None else None
    return document is not None and earlier is not None and document.revision_of == earlier.document


def _is_there(model: Model, source: Id, day: str) -> bool:
    """Say whether a passage stood in its document on a day, as far as is known."""
    passage = model.passages.get(source)
    document = model.documents.get(passage.document) if passage is not None else None
    if passage is None or document is None:
        return False
    by_history = bool(document.known_since) and max(document.known_since, passage.valid_from) <= day
    return by_history or _issued_by(document, day)


def last_day(date: str) -> str:
    """Return the last day of a date that may be a year or a month.

    >>> last_day("2024-02"), last_day("2019"), last_day("2019-06-07")
    ('2024-02-29', '2019-12-31', '2019-06-07')
    """
    parts = date.split("-")
    if len(parts) == 1:
        return f"{date}-12-31"
    if len(parts) == 2:
        from calendar import monthrange

        with contextlib.suppress(ValueError, OverflowError):  # what is no month stays as it is
            return f"{date}-{monthrange(int(parts[0]), int(parts[1]))[1]:02}"
    return date


def _passage(passage: Passage, day: str) -> Passage:
    kept = tuple(e for e in passage.evidence if not e.date or last_day(e.date) <= day)
    return passage if len(kept) == len(passage.evidence) else passage._replace(evidence=kept)


def _ruling(model: Model, passages: dict[Id, Passage], ruling: Ruling, known: set[Id], day: str) -> Ruling:
    """Return a ruling as it was on a day; one with a date of its own keeps the passages that refer to something older."""
    then = _said(model, ruling, _said_from(model, ruling), day)
    referring = tuple(s for s in ruling.sources if ruling.date and s in passages and passages[s].evidence and s not in then.sources)
    return then._replace(
        sources=tuple(s for s in ruling.sources if s in then.sources or s in referring),
        contrast=tuple(i for i in ruling.contrast if i in known),
        given=tuple(i for i in ruling.given if i in known),
    )


def _issued_by(document: Document | None, day: str) -> bool:
    return document is not None and bool(document.issued) and last_day(document.issued) <= day
