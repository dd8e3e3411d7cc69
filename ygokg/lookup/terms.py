"""What the graph says about a term: a value, answer, family, feature, question or rule system, and where it is used.

A concept has a page of its own, with all that is about it or about a narrower one, and so has a word of the vocabulary itself.

Annotations are evaluated here, unlike elsewhere: a named tuple is then made in two thirds of the time, which every look-up spends on it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ygokg.graph.labels import normal
from ygokg.graph.model import Id, Model, Word
from ygokg.graph.triples import natural_key
from ygokg.graph.vocabulary import FIRST
from ygokg.lookup.excerpt import Excerpt
from ygokg.lookup.finding import called_so, keys_of, nearest, with_parts

__all__ = [
    "FIRST",
    "KINDS",
    "WORD",
    "Branch",
    "ConceptPage",
    "ConceptView",
    "TermPage",
    "TermView",
    "WordPage",
    "concept_page",
    "concept_tree",
    "find_terms",
    "in_order",
    "kind_of",
    "meant",
    "nearest_terms",
    "scheme",
    "scheme_counted",
    "term_page",
    "word_page",
]

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
_SAID = ("rule:", "ruling:")
"""How the ids of rules and rulings begin, the kinds of which need not be asked for."""


# ---- terms


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

    An id as it is written means its own term, though another differs from it by a capital alone (`ygo:negator`, a role, and
    `ygo:Negator`, a family). A concept and a value of a feature may share a label: who asks for that very word means the concept.
    """
    if len(found) == 1 or words in found:
        chosen = words if words in found else found[0]
        return chosen, tuple(i for i in found if i != chosen)
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


# ---- concepts


class ConceptView(NamedTuple):
    """A concept, its neighbours in the scheme, and what is about it or about a narrower concept; what names it itself comes first."""

    id: Id
    broader: tuple[Id, ...]
    narrower: tuple[Id, ...]
    families: tuple[Id, ...]
    features: tuple[Id, ...]
    questions: tuple[Id, ...]
    values: tuple[Id, ...]
    systems: tuple[Id, ...]
    rules: tuple[Id, ...]
    rulings: tuple[Id, ...]
    sources: tuple[Id, ...]


class ConceptPage(NamedTuple):
    """A concept view with the part of the graph that it speaks of; `behind` are the documents that it rests on."""

    model: Model
    view: ConceptView
    behind: list[Id]


class Branch(NamedTuple):
    """A concept of the scheme and the narrower ones below it."""

    id: Id
    branches: "tuple[Branch, ...]"


def concept_page(excerpt: Excerpt, concept: Id, *, first: int | None = None, listed: bool = False, also: Iterable[Id] = ()) -> ConceptPage:
    """Return the page of a concept that `find_terms` found.

    Of each kind of what is about it, words are taken in for the `first` (None: all); with `listed` rules and rulings are only named,
    not told in words. `also` are other terms that the page names.
    """
    (view,) = _views(excerpt, [concept])
    rules, rulings = ((), ()) if listed else (view.rules[:first], view.rulings[:first])
    excerpt.add("rulings-in-short", subject=rulings)
    terms = (i for ids in (view.families, view.features, view.questions, view.values, view.systems) for i in ids[:first])
    excerpt.words((concept, *view.broader, *view.narrower, *terms, *rules, *rulings, *view.sources, *also))
    behind = excerpt.documents_behind((concept,))
    return ConceptPage(excerpt.model(), view, behind)


def scheme(excerpt: Excerpt) -> Model:
    """Return a Model of the scheme: its concepts and what is broader than each."""
    excerpt.words(excerpt.add("concepts"))
    return excerpt.model()


def scheme_counted(excerpt: Excerpt) -> tuple[Model, list[ConceptView]]:
    """Return a Model of the scheme and a view of each concept, without its sources."""
    model = scheme(excerpt)
    return model, _views(excerpt, model.concepts)


def concept_tree(model: Model) -> tuple[Branch, ...]:
    """Return the scheme from its widest concepts down; one with two wider concepts stands below both."""

    def branch(concept: Id, path: tuple[Id, ...]) -> Branch:
        below = (i for i in model.concepts if concept in model.terms[i].broader and i not in path)
        return Branch(concept, tuple(branch(i, (*path, i)) for i in below))

    return tuple(branch(i, (i,)) for i in model.concepts if not model.terms[i].broader)


def _views(excerpt: Excerpt, concepts: Sequence[Id]) -> list[ConceptView]:
    """Ask what is about concepts, which were taken in, and about narrower ones."""
    below: dict[Id, set[Id]] = {concept: {concept} for concept in concepts}
    for narrower, concept in excerpt.queries.rows("narrower-concepts", concept=concepts):
        below[concept.text].add(narrower.text)
    about: dict[Id, set[Id]] = {}
    for thing, concept in excerpt.queries.rows("about-concepts", concept=sorted({i for ids in below.values() for i in ids})):
        about.setdefault(thing.text, set()).add(concept.text)
    by_kind = _by_kind(excerpt, about)

    def view(concept: Id) -> ConceptView:
        def of_kind(kind: str) -> tuple[Id, ...]:
            found = (i for i in by_kind.get(kind, ()) if not below[concept].isdisjoint(about[i]))
            return tuple(sorted(found, key=lambda i: concept not in about[i]))

        return ConceptView(
            id=concept,
            broader=tuple(excerpt.all(concept, "ygo:nextBroader")),
            narrower=tuple(i for i in excerpt.all(concept, "ygo:nextNarrower") if i in below[concept]),
            families=of_kind("family"),
            features=of_kind("feature"),
            questions=of_kind("question"),
            values=of_kind("value"),
            systems=of_kind("system"),
            rules=of_kind("rule"),
            rulings=of_kind("ruling"),
            sources=tuple(excerpt.all(concept, "prov:wasDerivedFrom")),
        )

    return [view(concept) for concept in concepts]


def _by_kind(excerpt: Excerpt, things: Iterable[Id]) -> dict[str, list[Id]]:
    """Return things by their kind, in their order; answers and concepts are values."""
    row = sorted(things, key=natural_key)
    excerpt.add("types", subject=[i for i in row if not i.startswith(_SAID)])
    found: dict[str, list[Id]] = {}
    for i in row:
        kind = i.partition(":")[0] if i.startswith(_SAID) else kind_of(excerpt, i)
        found.setdefault("value" if kind in ("answer", "concept") else kind, []).append(i)
    found.get("system", []).sort(key=lambda i: int(excerpt.facts.one(i, "ygo:position") or 0))
    return found


# ---- words of the vocabulary


class WordPage(NamedTuple):
    """A word with the classes or items below it, and the part of the graph that this speaks of.

    Of a definition of situations, `construct` is its SPARQL and `stratum` the order in which it is run; `sources` are its passages.
    """

    model: Model
    word: Word
    narrower: tuple[Id, ...]
    construct: str = ""
    stratum: str = ""
    sources: tuple[Id, ...] = ()


def word_page(excerpt: Excerpt, id: Id) -> WordPage:
    """Return the page of a word that `find_terms` found."""
    facts = excerpt.facts
    types, example = facts.types(id), facts.one(id, "skos:example")
    word = Word(
        id,
        "item" if "owl:NamedIndividual" in types else "class" if "owl:Class" in types else "property",
        facts.texts(id, "skos:prefLabel"),
        {},
        tuple(facts.all(id, "ygo:nextBroader")),
        tuple(facts.all(id, "ygo:saidOf")),
        tuple(facts.all(id, "ygo:leadsTo")),
        tuple(example.split(" ", 2)) if example else (),
    )
    narrower = tuple(facts.all(id, "ygo:nextNarrower"))
    construct, stratum = (facts.one(id, said) or "" for said in ("sh:construct", "ygo:stratum"))
    sources = tuple(facts.all(id, "prov:wasDerivedFrom")) if construct else ()
    excerpt.words((id, *word.above, *narrower, *word.domain, *word.range, *sources))
    model = excerpt.model()
    model.words = {id: word}
    return WordPage(model, word, narrower, construct, stratum, sources)
