"""A finding: its kind and how severe that is (in `severity.tsv`), who says what on each side, and what would settle it.

The id of a finding is its kind and the hash of what it is about (`ruling-rule:1a2b3c4d`), so that an acceptance can name it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ygokg.graph.model import Condition, Id, Model

SOURCE_SOURCE = "source-source"
RULE_RULE = "rule-rule"
RULING_RULING = "ruling-ruling"
RULING_RULE = "ruling-rule"
DERIVED_STATED = "derived-stated"
QUESTIONS = "questions-disagree"
BROKEN_EXCEPTION = "broken-exception"
EXPECTED_RULE = "expected-rule"
UNEXPLAINED = "unexplained"
UNREAD = "unread-fact"
NOT_BORNE_OUT = "not-borne-out"
UNCOVERED = "uncovered"
STALE = "stale-passage"
IDLE_ACCEPTANCE = "idle-acceptance"
FITTED = "fitted"
UNEXERCISED = "unexercised"
REVIEW = "review"
_PROFILE = Path(__file__).with_name("severity.tsv")
_LINES = _PROFILE.read_text(encoding="utf-8").splitlines()
_, *_ROWS = (line.split("\t") for line in _LINES if line and not line.startswith("#"))
_SEVERITIES = dict(_ROWS)
KINDS = tuple(_SEVERITIES)
"""All kinds, in the order in which findings are shown, which is that of the table."""
_DIGITS = 8


@dataclass(frozen=True, slots=True)
class Acceptance:
    """A finding that is real and stays: `what` is its id, or its kind and the ids of its sides (with `*`), `because` the reason."""

    id: Id
    what: tuple[str, ...]
    because: str


@dataclass(frozen=True, slots=True)
class FindingSide:
    """One side: an answer (or a value of a derived feature) and who says so."""

    answer: str | None = None
    rules: tuple[Id, ...] = ()
    rulings: tuple[Id, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """What would settle a finding: the name of a message, and the ids that go into it."""

    key: str
    values: tuple[tuple[str, tuple[Id, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding. `kind` is one of `ygokg.consistency.finding.KINDS`; `id` stays the same as long as kind and `key` do.

    `key` are the ids that make it this finding; `asks` the question or derived feature it is about, or empty. `shared` are the
    facts that all rulings of the sides have, `conditions` those under which the rules meet, `cases` rulings that fall under
    both sides without speaking for one. `detail` tells kinds apart further (`cyclic`, `needless` …). `past` is the last day on which
    both sides were said, where one of them is not any more.
    """

    id: str
    kind: str
    severity: str
    key: tuple[Id, ...]
    asks: Id = ""
    sides: tuple[FindingSide, ...] = ()
    shared: tuple[tuple[Id, Id], ...] = ()
    conditions: tuple[Condition, ...] = ()
    cases: tuple[Id, ...] = ()
    settle: tuple[Hint, ...] = ()
    detail: str = ""
    accepted: Acceptance | None = None
    past: str = ""

    @property
    def ids(self) -> tuple[Id, ...]:
        """Everything that the finding names."""
        return (*self.key, *(i for side in self.sides for i in (*side.rules, *side.rulings)))

    @property
    def fails(self) -> bool:
        """Whether this finding makes a check of the graph fail: not accepted, and an error or a warning."""
        return self.accepted is None and self.severity != "info"


def make_finding(
    kind: str,
    key: Iterable[Id],
    *,
    asks: Id = "",
    sides: tuple[FindingSide, ...] = (),
    shared: tuple[tuple[Id, Id], ...] = (),
    conditions: tuple[Condition, ...] = (),
    cases: tuple[Id, ...] = (),
    settle: tuple[Hint, ...] = (),
    detail: str = "",
) -> Finding:
    """Return a finding with the id that its kind and key give, and the severity of its kind.

    Sides stay in their order; who is on a side, the facts and the cases are put in order.
    """
    ids = tuple(sorted(set(key)))
    digest = hashlib.sha256("\0".join((kind, *ids)).encode()).hexdigest()[:_DIGITS]
    ordered = tuple(FindingSide(s.answer, tuple(sorted(s.rules)), tuple(sorted(s.rulings))) for s in sides)
    facts, affected = tuple(sorted(shared)), tuple(sorted(cases))
    return Finding(f"{kind}:{digest}", kind, severity_of(kind), ids, asks, ordered, facts, conditions, affected, settle, detail)


def severity_of(kind: str) -> str:
    """Return `error`, `warning` or `info` for a kind; an unknown kind raises `KeyError`."""
    return _SEVERITIES[kind]


def distinct(conditions: Iterable[Condition]) -> tuple[Condition, ...]:
    """Return the conditions, each once, in their order."""
    found: list[Condition] = []
    for condition in conditions:
        if condition not in found:
            found.append(condition)
    return tuple(found)


def documents_of(model: Model, ids: Iterable[Id]) -> frozenset[Id]:
    """Return the documents that rules and rulings (by id) come from, each by its first known state."""
    return frozenset(_first_state(model, model.passages[s].document) for s in _sources(model, ids) if s in model.passages)


def _first_state(model: Model, document: Id) -> Id:
    while (known := model.documents.get(document)) is not None and known.revision_of in model.documents:
        document = known.revision_of
    return document


def topics_of(model: Model, ids: Iterable[Id]) -> frozenset[str]:
    """Return the topics that things belong to: rules by their name, rulings and passages by the rule system of the passage."""
    ids = tuple(ids)
    rules = {i.removeprefix("rule:").partition(".")[0] for i in ids if i.startswith("rule:")}
    rulings = [i for i in ids if i in model.rulings]
    passages = [i for i in (*ids, *_sources(model, rulings)) if i in model.passages]
    systems = {model.passages[i].system for i in passages}
    return frozenset(rules | {model.systems[s].topic for s in systems if s in model.systems})


def _sources(model: Model, ids: Iterable[Id]) -> list[Id]:
    nouns = (model.rules.get(i) or model.rulings.get(i) for i in ids)
    return [source for noun in nouns if noun is not None for source in noun.sources]
