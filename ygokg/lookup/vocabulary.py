"""What the graph says about a word of the vocabulary itself, and how the graph uses it."""

from __future__ import annotations

from typing import NamedTuple

from ygokg.graph.model import Id, Model, Word
from ygokg.lookup.excerpt import Excerpt

__all__ = ["WordPage", "word_page"]


class WordPage(NamedTuple):
    """A word with the classes or items below it, and the part of the graph that this speaks of."""

    model: Model
    word: Word
    narrower: tuple[Id, ...]


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
    excerpt.words((id, *word.above, *narrower, *word.domain, *word.range))
    model = excerpt.model()
    model.words = {id: word}
    return WordPage(model, word, narrower)
