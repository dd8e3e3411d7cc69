"""What the graph says about a concept: all that is about it, or about a narrower one; and the scheme of the concepts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ygokg.graph.model import Id, Model
from ygokg.graph.triples import natural_key
from ygokg.lookup.excerpt import Excerpt
from ygokg.lookup.terms import kind_of

__all__ = ["Branch", "ConceptPage", "ConceptView", "concept_page", "concept_tree", "scheme", "scheme_counted"]


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
    branches: tuple[Branch, ...]


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


_SAID = ("rule:", "ruling:")
"""How the ids of rules and rulings begin, the kinds of which need not be asked for."""
