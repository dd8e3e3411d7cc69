"""Policies on days and states: from when and until when a chapter says something, what took its place, and which passage repeats which."""

from __future__ import annotations

from collections.abc import Iterator

from ygokg.checks.finding import Problem
from ygokg.checks.sources import Sources
from ygokg.graph.model import Id, Model, Passage, Rule, Ruling

_UNTIL, _REPLACED, _REVISES = "ygo:validUntil", "dct:isReplacedBy", "prov:wasRevisionOf"


def days_in_order(model: Model) -> Iterator[Problem]:
    """What a chapter said, it said from a day until a later one."""
    nouns: tuple[Passage | Rule | Ruling, ...] = (*model.passages.values(), *model.rules.values(), *model.rulings.values())
    for noun in nouns:
        if noun.valid_from and noun.valid_until and noun.valid_from >= noun.valid_until:
            message = f"is said from {noun.valid_from}, but only until {noun.valid_until}. Correct one of the days."
            yield Problem(noun.id, message, _UNTIL)


def replaced_in_time(model: Model) -> Iterator[Problem]:
    """What another rule or ruling takes the place of has ended, on the day on which the other begins."""
    nouns: dict[Id, Rule | Ruling] = {**model.rules, **model.rulings}
    for noun in nouns.values():
        if noun.replaced_by and not (noun.valid_until or noun.deprecated):
            yield Problem(noun.id, f"is replaced by {noun.replaced_by[0]}, but has no end. Add {_UNTIL}.", _REPLACED)
        for other in noun.replaced_by if noun.valid_until else ():
            begins = nouns[other].valid_from
            if begins and begins != noun.valid_until:
                message = f"ends on {noun.valid_until}, but {other}, which replaces it, begins on {begins}. Give both the same day."
                yield Problem(noun.id, message, other)


def revisions(model: Model) -> Iterator[Problem]:
    """A passage revises one of the state of its document that is the earlier one."""
    for passage in model.passages.values():
        document = model.documents.get(passage.document)
        for earlier in passage.revision_of:
            if document is not None and earlier in model.passages and model.passages[earlier].document != document.revision_of:
                before = document.revision_of or "an earlier state"
                yield Problem(passage.id, f"revises {earlier}, which is not of {before}. Name a passage of that.", earlier)


def repeated_sources(sources: Sources) -> Iterator[Problem]:
    """Of two states of a document that have the same words the earlier one is cited; the later follows from it."""
    for subject in list(sources.facts):
        cited = sources.names(subject, "prov:wasDerivedFrom")
        for source in cited:
            for earlier in sources.names(source, _REVISES):
                if earlier in cited and _digest(sources, earlier) == _digest(sources, source):
                    yield Problem(subject, f"cites {source}, which has the words of {earlier}. Cite only {earlier}.", source)


def _digest(sources: Sources, passage: str) -> list[str]:
    return [text.value for text in sources.texts(passage, "ygo:digest")]
