"""What follows for the look-up of rules and terms: what they are found by, what stands beside a term, and what uses it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import pyoxigraph as ox

from ygokg.lookup.ages import documents_behind
from ygokg.lookup.search import forms, named_terms
from ygokg.model import Id, Model

__all__ = ["FIRST", "Fact", "term_facts"]

Fact = tuple[Id, Id, "Id | ox.Literal"]

_COUNTS = {"rule": "ygo:ruleCount", "ruling": "ygo:rulingCount", "effect": "ygo:effectCount"}

FIRST = 5
"""How many of the rulings, rules and effects that use a term are shown; the rest is counted."""


def term_facts(model: Model, using: Mapping[Id, Sequence[Id]]) -> Iterator[Fact]:
    """Yield what look-ups of rules and terms need; `using` has the rules and rulings that use a term, and the effects of a family."""
    named = named_terms(model)
    documents = {i: documents_behind(model, (i,)) for i in (*model.rules, *model.rulings)}
    for i, labels in (*named.items(), *((rule.id, rule.labels) for rule in model.rules.values())):
        keys = [key for key in dict.fromkeys(forms(i, labels)) if key]
        yield from ((i, "ygo:labelKey", ox.Literal(key)) for key in keys)
        yield i, "ygo:labelKeys", ox.Literal("\n".join(keys))
    for i in named:
        for broader in _broader(model, i):
            yield i, "ygo:nextBroader", broader
            yield broader, "ygo:nextNarrower", i
        behind = (*documents_behind(model, _sources(model, i)), *(d for use in using.get(i, ()) for d in documents.get(use, ())))
        yield from ((i, "ygo:restsOn", document) for document in dict.fromkeys(behind))
        yield from _uses(i, using.get(i, ()))
    passages = Counter(passage.system for passage in model.passages.values())
    yield from ((i, "ygo:passageCount", ox.Literal(passages[i])) for i in model.systems if passages[i])
    yield from ((value, "ygo:valueOf", feature.id) for feature in model.features.values() for value in dict.fromkeys(feature.values))
    yield from ((answer, "ygo:answerOf", question.id) for question in model.questions.values() for answer in question.answers)


def _uses(term: Id, using: Iterable[Id]) -> Iterator[Fact]:
    """Yield how many rules, rulings and effects use a term, and the first of each."""
    by_kind: dict[str, list[Id]] = {}
    for i in using:
        by_kind.setdefault(i.partition(":")[0], []).append(i)
    for kind, count in _COUNTS.items():
        if ids := by_kind.get(kind):
            yield term, count, ox.Literal(len(ids))
            yield from ((term, "ygo:firstUse", i) for i in ids[:FIRST])


def _broader(model: Model, term: Id) -> tuple[Id, ...]:
    """Return what is broader than a term with none between."""
    if term in model.families:
        above = model.families[term].above
        implied = {a for i in above if i in model.families for a in model.families[i].above}
        return tuple(i for i in above if i not in implied)
    noun = model.questions.get(term) or model.terms.get(term)
    return noun.broader if noun is not None else ()


def _sources(model: Model, term: Id) -> tuple[Id, ...]:
    noun = model.families.get(term) or model.features.get(term) or model.terms.get(term)
    return noun.sources if noun is not None else ()
