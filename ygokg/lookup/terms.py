"""What the graph says about a term: a concept, value, answer, family, feature, question or rule system."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ygokg.graph.labels import normal
from ygokg.graph.model import Id, Model
from ygokg.graph.triples import natural_key
from ygokg.lookup.excerpt import Excerpt
from ygokg.lookup.finding import called_so, keys_of, nearest, with_parts
from ygokg.store.following import FIRST

__all__ = ["FIRST", "KINDS", "WORD", "TermPage", "TermView", "find_terms", "in_order", "kind_of", "meant", "nearest_terms", "term_page"]

KINDS = {
    "ygo:Question": "question",
    "ygo:Role": "feature",
    "ygo:TextFeature": "feature",
    "ygo:StateFeature": "feature",
    "ygo:DerivedFeature": "feature",
    "ygo:Axis": "family",
    "ygo:Family": "family",
    "ygo:Value": "value",
    "ygo:Answer": "answer",
    "ygo:Concept": "concept",
    "ygo:RuleSystem": "system",
}
"""The kind of a term by its type."""

WORD = "word"
"""The kind of what is none of these: a word of the vocabulary itself."""

_ORDER = {"question": 0, "feature": 1, "family": 2, "value": 3, "answer": 3, "concept": 3, "system": 4, WORD: 5}
"""In which order kinds are listed."""


class TermView(NamedTuple):
    """A term and where it is used.

    `kind` is one of those of `KINDS`; `values` are the values of a feature or the answers to a question, `had_by` the features and
    questions that have it as a value or answer. Of `members` (the effects of a family), `rules` and `rulings` there may be only the
    first; `counts` says how many there are, by `effect`, `rule` and `ruling`.
    """

    id: Id
    kind: str
    broader: tuple[Id, ...]
    narrower: tuple[Id, ...]
    values: tuple[Id, ...]
    had_by: tuple[Id, ...]
    members: tuple[Id, ...]
    rules: tuple[Id, ...]
    rulings: tuple[Id, ...]
    sources: tuple[Id, ...]
    counts: Mapping[str, int]


class TermPage(NamedTuple):
    """A term view with the part of the graph that it speaks of; `behind` are the documents that it rests on."""

    model: Model
    view: TermView
    behind: list[Id]


def find_terms(excerpt: Excerpt, words: str) -> list[Id]:
    """Return the terms that `words` means, as an id or as words of a label, in the order of their kinds; none is an empty list.

    Or it returns the words of the vocabulary itself that are meant: by an id as it is written, or a whole label that is no label of a
    term, before terms of which these are only a part of a label; by any other form or part where no term has it.
    """
    excerpt.add("terms", key=keys_of(words))
    vocabulary = [i for i in excerpt.facts.subjects() if _is_term(i) and kind_of(excerpt, i) == WORD]
    if exact := [i for i in vocabulary if words in (i, i.partition(":")[2])]:
        return exact
    if found := called_so(excerpt, words, lambda i: _is_term(i) and i not in vocabulary):
        return in_order(excerpt, found)
    if found := with_parts(excerpt, "terms", words, _is_term):
        labels = {i: excerpt.facts.texts(i, "skos:prefLabel").values() for i in vocabulary}
        return [i for i in vocabulary if normal(words) in map(normal, labels[i])] or in_order(excerpt, found)
    return called_so(excerpt, words, lambda i: i in vocabulary) or with_parts(excerpt, "terms", words, _is_term, "words-with")


def nearest_terms(excerpt: Excerpt, words: str) -> list[Id]:
    """Return the terms whose label or id is nearest to `words`."""
    return nearest(excerpt, words, _is_term, lambda ids: in_order(excerpt, ids))


def meant(excerpt: Excerpt, found: Sequence[Id], words: str) -> tuple[Id | None, tuple[Id, ...]]:
    """Return which of the terms `found` for `words` is meant, and the others; None where that cannot be told.

    A concept and a value of a feature may share a label: who asks for that very word means the concept.
    """
    if len(found) == 1:
        return found[0], ()
    wanted = normal(words)
    concepts = [i for i in found if kind_of(excerpt, i) == "concept" and wanted in map(normal, excerpt.all(i, "skos:prefLabel"))]
    if len(concepts) != 1:
        return None, tuple(found)
    return concepts[0], tuple(i for i in found if i != concepts[0])


def term_page(excerpt: Excerpt, term: Id, *, in_full: bool = False, listed: bool = False, also: Iterable[Id] = ()) -> TermPage:
    """Return the page of a term that was found alone or is the one `meant`.

    `in_full` has every use instead of the first ones; with `listed` rulings and rules are only named, not told in words.
    `also` are other terms that the page names.
    """
    view = _view(excerpt, term, in_full=in_full)
    beside = (*view.broader, *view.narrower, *view.values, *view.had_by, *view.members, *also)
    excerpt.add("rulings-in-short", subject=() if listed else view.rulings)
    excerpt.words((term, *beside, *(() if listed else (*view.rules, *view.rulings, *view.sources))))
    behind = excerpt.documents_behind((term,))
    return TermPage(excerpt.model(), view, behind)


def _view(excerpt: Excerpt, term: Id, *, in_full: bool) -> TermView:
    uses = [row[0].text for row in excerpt.queries.rows("uses-of-term", term=(term,))] if in_full else excerpt.all(term, "ygo:firstUse")
    by_kind = {kind: tuple(sorted((i for i in uses if i.startswith(f"{kind}:")), key=natural_key)) for kind in ("effect", "rule", "ruling")}
    noun = excerpt.model()
    feature, question = noun.features.get(term), noun.questions.get(term)
    return TermView(
        id=term,
        kind=kind_of(excerpt, term),
        broader=tuple(excerpt.all(term, "ygo:nextBroader")),
        narrower=tuple(in_order(excerpt, excerpt.all(term, "ygo:nextNarrower"))),
        values=feature.values if feature is not None else question.answers if question is not None else (),
        had_by=(*excerpt.all(term, "ygo:valueOf"), *excerpt.all(term, "ygo:answerOf")),
        members=by_kind["effect"],
        rules=by_kind["rule"],
        rulings=by_kind["ruling"],
        sources=tuple(excerpt.all(term, "prov:wasDerivedFrom")),
        counts={kind: int(excerpt.facts.one(term, f"ygo:{kind}Count") or 0) for kind in by_kind},
    )


def in_order(excerpt: Excerpt, ids: Iterable[Id]) -> list[Id]:
    """Return terms in the order of their kinds, rule systems in that of the documents; where there are several, this is asked for."""
    row = sorted(ids, key=natural_key)
    if len(row) < 2:
        return row
    excerpt.add("types", subject=[i for i in row if not excerpt.all(i, "rdf:type")])
    return sorted(row, key=lambda i: (_ORDER[kind_of(excerpt, i)], int(excerpt.facts.one(i, "ygo:position") or 0)))


def kind_of(excerpt: Excerpt, term: Id) -> str:
    """Return the kind of a term of which the types were taken in: one of those of `KINDS`, or `WORD`."""
    return next((kind for type, kind in KINDS.items() if type in excerpt.facts.types(term)), WORD)


def _is_term(id: Id) -> bool:
    return not id.startswith("rule:")
