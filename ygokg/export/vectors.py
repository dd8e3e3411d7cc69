"""Rulings as test vectors for people who write card scripts: one JSON object for each, as `ygokg/schema/vectors.schema.json` says."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from ygokg.export.timeline import timeline
from ygokg.graph.ages import latest_sources
from ygokg.graph.dates import day_before
from ygokg.graph.model import Effect, Evidence, Id, Model, Ruling
from ygokg.graph.triples import natural_key
from ygokg.graph.words import effect_suffix, evidence_link
from ygokg.lookup.groups import Truth
from ygokg.names.links import cards_of
from ygokg.situation.ruled import asked_of
from ygokg.situation.telling import situation

Json = dict[str, Any]

_SCHEMA_VERSION = "1.1"
"""Of the vectors; the schema file has it too."""

_STATUSES = {
    "ygo:DerivedRuling": "derived",
    "ygo:FittedRuling": "fitted",
    "ygo:DepartingRuling": "departing",
    "ygo:ConflictingRuling": "conflicting",
    "ygo:UnexplainedRuling": "unexplained",
    "ygo:PendingRuling": "pending",
    "ygo:LiteralRuling": "literal",
}


def schema_file() -> Path:
    """Return the file with the JSON Schema (draft 2020-12) of one vector."""
    return Path(__file__).parent.parent / "schema" / "vectors.schema.json"


def vectors(model: Model, truth: Truth, cards: Collection[Id] = ()) -> Iterator[Json]:
    """Yield a vector for each ruling that is said today, by id; with `cards` only for those that one of these cards is in."""
    for i in sorted(model.rulings, key=natural_key):
        ruling = model.rulings[i]
        if ruling.in_force and (not cards or not set(cards).isdisjoint(cards_of(model, ruling))):
            yield _vector(model, truth, ruling)


def _vector(model: Model, truth: Truth, ruling: Ruling) -> Json:
    verdict = truth[ruling.id]
    roles = {f: values for f, values in ruling.facts.items() if model.features[f].kind == "role"}
    return {
        "schema_version": _SCHEMA_VERSION,
        "id": ruling.id,
        "passcodes": [int(model.cards[i].passcode) for i in cards_of(model, ruling) if i in model.cards],
        "effects": {role: [_effect(model, value) for value in values] for role, values in roles.items()},
        "features": {f: list(values) for f, values in ruling.facts.items() if f not in roles},
        "mentions": list(ruling.cards),
        "question": ruling.asks,
        "expected": _expected(ruling),
        "status": _STATUSES[verdict.status],
        "derived": verdict.answer,
        "former": [_former(model.rulings[i]) for i in ruling.replaces],
        "rules": list(verdict.governed_by),
        "given": list(ruling.given),
        "date": ruling.date,
        "sources": [_source(model, source) for source in latest_sources(ruling)],
        "summary": ruling.summary,
        "timeline": _timeline(model, ruling),
    }


def _timeline(model: Model, ruling: Ruling) -> Json | None:
    """Return what happened in a ruling, where it tells that."""
    if not ruling.told_as:
        return None
    told = situation(model, ruling.told_as, "en")
    return timeline(model, told, ruling.told_as, asked_of(told, ruling))


def _former(ruling: Ruling) -> Json:
    """Return what was expected before, and the last day on which it was."""
    return {"ruling": ruling.id, "until": day_before(ruling.valid_until), "expected": _expected(ruling)}


def _expected(ruling: Ruling) -> int | str:
    return int(ruling.answer) if ruling.literal and ruling.answer.isdecimal() else ruling.answer


def _effect(model: Model, i: Id) -> Json:
    effect = model.effects.get(i) or Effect(i, None, "", {}, (), {})
    card = model.cards.get(effect.card) if effect.card is not None else None
    return {
        "id": i,
        "passcode": int(card.passcode) if card is not None else None,
        "number": effect_suffix(i) if card is not None else None,
        "families": list(effect.families),
    }


def _source(model: Model, i: Id) -> Json:
    passage = model.passages[i]
    document = model.documents.get(passage.document)
    return {
        "id": i,
        "document": passage.document,
        "line": passage.line,
        "issued": document.issued if document is not None else None,
        "references": [_reference(evidence) for evidence in passage.evidence],
    }


def _reference(evidence: Evidence) -> Json:
    return {
        "class": evidence.source_class or None,
        "id": evidence.identifier,
        "date": evidence.date or None,
        "link": evidence_link(evidence),
    }
