"""What the graph says about a concept: all that is about it, or about a narrower one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ygokg.graph.labels import named_terms, normal, search
from ygokg.graph.model import Id, Model
from ygokg.graph.subjects import above, rule_subjects, ruling_subjects

__all__ = ["Branch", "ConceptView", "concept_tree", "concept_view", "words_meant"]


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


class Branch(NamedTuple):
    """A concept of the scheme and the narrower ones below it."""

    id: Id
    branches: tuple[Branch, ...]


def concept_view(model: Model, concept: Id) -> ConceptView:
    """Return the view of a concept of the scheme."""
    wanted = {concept, *(i for i in model.concepts if concept in above(model, i))}

    def about(subjects: Iterable[tuple[Id, Iterable[Id]]]) -> tuple[Id, ...]:
        found = [(concept not in named, i) for i, named in subjects if not wanted.isdisjoint(named)]
        return tuple(i for _, i in sorted(found, key=lambda pair: pair[0]))

    def said(things: Mapping[Id, object]) -> tuple[Id, ...]:
        return about((i, model.subjects.get(i, ())) for i in things)

    return ConceptView(
        id=concept,
        broader=model.terms[concept].broader,
        narrower=tuple(i for i in model.concepts if concept in model.terms[i].broader),
        families=said(model.families),
        features=said(model.features),
        questions=said(model.questions),
        values=said({i: term for i, term in model.terms.items() if i not in model.families}),
        systems=said(model.systems),
        rules=about((rule.id, rule_subjects(model, rule)) for rule in model.rules.values()),
        rulings=about((ruling.id, ruling_subjects(model, ruling)) for ruling in model.rulings.values()),
        sources=model.terms[concept].sources,
    )


def concept_tree(model: Model) -> tuple[Branch, ...]:
    """Return the scheme from its widest concepts down; one with two wider concepts stands below both."""

    def branch(concept: Id, path: tuple[Id, ...]) -> Branch:
        below = (i for i in model.concepts if concept in model.terms[i].broader and i not in path)
        return Branch(concept, tuple(branch(i, (*path, i)) for i in below))

    return tuple(branch(i, (i,)) for i in model.concepts if not model.terms[i].broader)


def words_meant(model: Model, text: str, found: Sequence[Id]) -> list[Id]:
    """Return the words of the vocabulary itself that `text` means; none where it means what was `found` among the other terms.

    Its id as it is written, or a whole label that is no label of what was found, comes before parts of labels of either.
    """
    exact = [i for i in model.words if text in (i, i.partition(":")[2])]
    if exact or not found:
        return exact or search({i: word.labels for i, word in model.words.items()}, text)
    wanted, named = normal(text), named_terms(model)
    if any(wanted in (normal(i), normal(i.partition(":")[2]), *map(normal, named[i].values())) for i in found):
        return []
    return [i for i, word in model.words.items() if wanted in map(normal, word.labels.values())]
