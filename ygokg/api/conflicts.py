"""What the graph finds wrong with itself: of some kinds, of a topic, of the graph as it was on a day; and how much would be noticed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ygokg.consistency.finding import (
    IDLE_ACCEPTANCE,
    KINDS,
    NOT_BORNE_OUT,
    REVIEW,
    STALE,
    UNCOVERED,
    Acceptance,
    Finding,
    Hint,
    make_finding,
    topics_of,
)
from ygokg.consistency.mutation import AMOUNT, RULE, RULING, Change, Score, changes, mutate, score
from ygokg.consistency.report import find, with_stale
from ygokg.errors import BrokenInput, NotFound, UsageProblem
from ygokg.graph.model import Model
from ygokg.graph.subjects import require_topics
from ygokg.render.documents import move_words, words_line
from ygokg.store.build import load, load_findings, load_stored
from ygokg.store.folders import documents_there

if TYPE_CHECKING:
    from ygokg.api.session import Session
    from ygokg.graph.ages import Aged, DayCount

__all__ = ["KINDS", "REVIEW", "Change", "Finding", "Model", "Mutation", "Selected", "Selection", "conflicts", "mutation"]

_OF_TODAY = (NOT_BORNE_OUT, UNCOVERED, IDLE_ACCEPTANCE, STALE)
"""Kinds that speak of today's documents, rules and acceptances: as of a day every ruling that is left out would bring some."""


_SEVERITIES = ("error", "warning", "info")


class Selection(NamedTuple):
    """Findings of these kinds (all without any), of this topic, on this day (YYYY-MM-DD); `review` adds rules that could disagree."""

    kinds: tuple[str, ...] = ()
    topic: str | None = None
    review: bool = False
    as_of: str = ""

    @property
    def review_too(self) -> bool:
        """Whether rules that could disagree are wanted."""
        return self.review or REVIEW in self.kinds

    @property
    def found_before(self) -> bool:
        """Whether all that is wanted, but for stale passages, is what was found when the graph was built."""
        return not self.review_too and not self.as_of


class Selected(NamedTuple):
    """What was found; `model` is the graph as it was on the day, of the `whole`; `imported` the documents that it was compared with."""

    model: Model
    whole: Model
    findings: list[Finding]
    imported: tuple[Aged, ...]

    def day(self) -> DayCount:
        """Return how much of the whole was documented by the day."""
        return _day(self.model, self.whole)


class Mutation(NamedTuple):
    """Every answer changed, one at a time, in `model`, which is the graph as it was on a day, of the `whole`: the changes to `try`."""

    model: Model
    whole: Model
    changes: list[Change]

    def day(self) -> DayCount:
        """Return how much of the whole was documented by the day."""
        return _day(self.model, self.whole)

    def tried(self) -> Iterator[Change]:
        """Yield the changes, each with whether it would be noticed; raises as `conflicts` does."""
        return mutate(self.model, self.changes)

    def scores(self, tried: Sequence[Change]) -> list[tuple[str, Score]]:
        """Return how many of the changes of each kind would be noticed."""
        return [(kind, score(list(tried), kind)) for kind in (RULING, RULE, AMOUNT)]


def conflicts(session: Session, wanted: Selection) -> Selected:
    """Return what was found and is wanted: from the graph where it is in it, else worked out, which takes seconds.

    What is not accepted comes first, the severest before the others.

    Raises `UsageProblem` for a kind or topic that there is not, `NotFound` where nothing was documented by that day, and
    `BrokenInput` where derived features depend on each other in a circle or the data cannot be read.
    """
    for kind in wanted.kinds:
        if kind not in KINDS:
            raise UsageProblem(f"There is no kind of finding “{kind}”.", f"Kinds are {', '.join(KINDS)}.")
    if wanted.found_before and session.builtin and not session.data:
        # Of data that is too broken to be built, and from a store that is damaged, the findings are worked out: they may be about that.
        with contextlib.suppress(BrokenInput, OSError, RuntimeError):
            graph = session.whole
            return _select_found(graph.model, *load_findings(graph.store, graph.model), wanted, session.lang)
    whole, accepted = _load(session)
    model = _on_the_day(whole, wanted.as_of, session.lang)
    require_topics(model, (wanted.topic,), session.lang)
    changed, imported = _stale(model, session.lang)
    found = find(model, accepted, with_review=wanted.review_too, stale=changed)
    return Selected(model, whole, _selected(model, found, wanted), imported)


def mutation(session: Session, topic: str | None = None) -> Mutation:
    """Return the changes of answers, of a topic or all, to be tried; raises as `conflicts` does."""
    whole, _ = _load(session)
    model = _on_the_day(whole, session.as_of, session.lang)
    require_topics(model, (topic,), session.lang)
    return Mutation(model, whole, [change for change in changes(model) if topic is None or topic in topics_of(model, (change.item,))])


def _load(session: Session) -> tuple[Model, list[Acceptance]]:
    return load_stored(session.whole.store) if session.endpoint else load(session.data, builtin=session.builtin)


def _select_found(model: Model, found: Sequence[Finding], accepted: Sequence[Acceptance], wanted: Selection, lang: str) -> Selected:
    """Return what is wanted (see `Selection.found_before`) of what was found in a graph when it was built."""
    require_topics(model, (wanted.topic,), lang)
    changed, imported = _stale(model, lang)
    whole = with_stale(found, accepted, changed)
    return Selected(model, model, _selected(model, whole, wanted), imported)


def _selected(model: Model, found: Sequence[Finding], wanted: Selection) -> list[Finding]:
    """Return what is wanted: first what is not accepted, the severest before the others."""
    kept = [finding for finding in found if _is_wanted(model, finding, wanted)]
    return sorted(kept, key=lambda finding: (finding.accepted is not None, _SEVERITIES.index(finding.severity)))


def _on_the_day(whole: Model, day: str, lang: str) -> Model:
    """Return the model as it was on a day, which may be empty; raises as `ygokg.graph.dates.known_by`."""
    if not day:
        return whole
    from ygokg.graph.dates import known_by

    return known_by(whole, day, lang)


def _day(model: Model, whole: Model) -> DayCount:
    from ygokg.graph.dates import day_count

    return day_count(model, whole)


def _is_wanted(model: Model, finding: Finding, wanted: Selection) -> bool:
    return (
        (not wanted.kinds or finding.kind in wanted.kinds)
        and (wanted.topic is None or wanted.topic in topics_of(model, finding.ids))
        and not (wanted.as_of and finding.kind in _OF_TODAY)
    )


def _stale(model: Model, lang: str) -> tuple[list[Finding] | None, tuple[Aged, ...]]:
    """Return a finding for each of them (see `ygokg.documents.drift`) and the imports; None where no document of the graph is imported."""
    if not documents_there():
        return None, ()
    from ygokg.documents.drift import drift

    try:
        found = drift(model, lang)
    except NotFound:
        return None, ()
    if not found.compared:
        return None, ()
    findings = []
    for one in found.drifted:
        there = f"{one.now.document}:{one.now.line}" if one.now else ""
        ways = "; ".join(move_words(model, move, lang) for move in one.moves)
        said = {"words": words_line(one.words, lang), "place": there, "passage": one.passage.removeprefix("src:"), "moves": ways}
        values = tuple((name, (text,)) for name, text in said.items())
        hint = Hint(f"stale.{one.change}", values)
        rulings = tuple(i for i, ruling in model.rulings.items() if one.passage in ruling.sources)
        findings.append(make_finding(STALE, (one.passage,), cases=rulings, settle=(hint,), detail=one.change))
    return findings, tuple(found.compared.values())
