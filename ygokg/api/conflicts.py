"""Which findings are wanted: of some kinds, of a topic, of the graph as it was on a day."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

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
from ygokg.consistency.report import find, with_stale
from ygokg.errors import UsageProblem
from ygokg.graph.ages import Aged
from ygokg.graph.model import Model
from ygokg.render.documents import move_words, words_line
from ygokg.store.folders import documents_file

__all__ = [
    "Selected",
    "Selection",
    "on_the_day",
    "require_topic",
    "select",
    "select_found",
    "stale",
]


_OF_TODAY = (NOT_BORNE_OUT, UNCOVERED, IDLE_ACCEPTANCE, STALE)
"""Kinds that speak of today's documents, rules and acceptances: as of a day every ruling that is left out would bring some."""


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
    """The model as it was on the day, what was found in it, and the imported documents that it was compared with."""

    model: Model
    findings: list[Finding]
    imported: tuple[Aged, ...]


def select(whole: Model, accepted: Sequence[Acceptance], wanted: Selection, lang: str) -> Selected:
    """Return what was found and is wanted.

    Raises `UsageProblem` for a kind or topic that there is not, `NotFound` where nothing was documented by that day, and
    `BrokenInput` where derived features depend on each other in a circle.
    """
    _require_kinds(wanted)
    model = on_the_day(whole, wanted.as_of, lang)
    require_topic(model, wanted.topic)
    changed, imported = stale(model, lang)
    found = find(model, accepted, with_review=wanted.review_too, stale=changed)
    return Selected(model, [finding for finding in found if _is_wanted(model, finding, wanted)], imported)


def select_found(model: Model, found: Sequence[Finding], accepted: Sequence[Acceptance], wanted: Selection, lang: str) -> Selected:
    """Return what is wanted (see `Selection.found_before`) of what was found in a graph when it was built; raises as `select` does."""
    _require_kinds(wanted)
    require_topic(model, wanted.topic)
    changed, imported = stale(model, lang)
    whole = with_stale(found, accepted, changed)
    return Selected(model, [finding for finding in whole if _is_wanted(model, finding, wanted)], imported)


def on_the_day(whole: Model, day: str, lang: str) -> Model:
    """Return the model as it was on a day, which may be empty; raises as `ygokg.graph.dates.known_by`."""
    if not day:
        return whole
    from ygokg.graph.dates import known_by

    return known_by(whole, day, lang)


def _require_kinds(wanted: Selection) -> None:
    for kind in wanted.kinds:
        if kind not in KINDS:
            raise UsageProblem(f"There is no kind of finding “{kind}”.", f"Kinds are {', '.join(KINDS)}.")


def require_topic(model: Model, topic: str | None) -> None:
    """Raise `UsageProblem` for a topic that the model does not have."""
    topics = sorted({system.topic for system in model.systems.values()})
    if topic is not None and topic not in topics:
        raise UsageProblem(f"There is no topic “{topic}”.", f"Topics are {', '.join(topics)}.")


def _is_wanted(model: Model, finding: Finding, wanted: Selection) -> bool:
    return (
        (not wanted.kinds or finding.kind in wanted.kinds)
        and (wanted.topic is None or wanted.topic in topics_of(model, finding.ids))
        and not (wanted.as_of and finding.kind in _OF_TODAY)
    )


def stale(model: Model, lang: str) -> tuple[list[Finding] | None, tuple[Aged, ...]]:
    """Return a finding for each of them (see `ygokg.documents.drift`) and the imports; None where no document of the graph is imported."""
    if not documents_file().is_file():
        return None, ()
    from ygokg.documents.drift import drift
    from ygokg.errors import NotFound

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
