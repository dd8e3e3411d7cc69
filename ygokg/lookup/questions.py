"""What bears on a question: its rules, those of the derived features that they look at, and its rulings as cases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ygokg.lookup.asking import families_told_apart
from ygokg.lookup.contrasts import Contrast, contrasts
from ygokg.lookup.excerpt import Excerpt
from ygokg.model import Feature, Id, Model
from ygokg.render.question import called_by_name, example_case, features_of
from ygokg.resolver.rulebase import Rulebase
from ygokg.sparql import Value

__all__ = ["ContrastPage", "QuestionPage", "contrast_page", "question_page", "questions_counted", "values_of"]


class ContrastPage(NamedTuple):
    """A ruling's contrasts with the part of the graph that they speak of; `behind` are the sources of the nearest two."""

    model: Model
    found: tuple[Contrast, ...]
    behind: list[Id]


class QuestionPage(NamedTuple):
    """What matters for a question: its part of the graph, the features, and by role the families that only other rules ask for there."""

    model: Model
    base: Rulebase
    features: tuple[Feature, ...]
    also: dict[Id, list[Id]]


def questions_counted(excerpt: Excerpt) -> tuple[Model, dict[Id, int], dict[Id, int]]:
    """Return all questions, and how many rules and rulings that are not withdrawn each of them has."""
    excerpt.add("all-questions")
    if excerpt.as_of:
        rulings = _counts(excerpt, "rulings-counted-then", day=(Value("text", excerpt.as_of),))
    else:
        rulings = _counts(excerpt, "rulings-counted")
    return excerpt.model(), _counts(excerpt, "rules-counted"), rulings


def question_page(excerpt: Excerpt, question: Id, *, in_full: bool = False) -> QuestionPage:
    """Return the page of a question; `in_full` also calls by name what the page for people leaves out."""
    _take_in(excerpt, question, to_weigh=False)
    also: dict[Id, list[Id]] = {}
    for role, family in excerpt.queries.rows("families-asked"):
        also.setdefault(role.text, []).append(family.text)
    case = example_case(excerpt.model(), question) or {}
    excerpt.add("effects", subject=dict.fromkeys(v for values in case.values() for v in values if v.startswith("effect:")))
    model = excerpt.model()
    base = Rulebase(model)
    features = tuple(model.features[f] for f in features_of(base, question))
    cards = [effect.card for effect in model.effects.values() if effect.card is not None]
    page = QuestionPage(model, base, features, also)
    if in_full:
        named = [question, *(i for feature in features for i in (feature.id, *values_of(page, question, feature)))]
    else:
        named = called_by_name(base, question, also)
    excerpt.tell(model, [*cards, *named])
    return page


def values_of(page: QuestionPage, question: Id, feature: Feature) -> tuple[Id, ...]:
    """Return the values of a feature, or the families that can stand for a role."""
    if feature.values or feature.kind != "role":
        return feature.values
    return families_told_apart(page.model, question, feature.id, page.also.get(feature.id, ()))


def _take_in(excerpt: Excerpt, question: Id, *, to_weigh: bool) -> None:
    """Take in the rules that bear on a question, its rulings as cases, and the families and features that come into them.

    `to_weigh` a case, the effects in the rulings are needed too, and the documents of the rules, of which the later one is followed.
    """
    rulings = excerpt.add("rulings-on-question", question=(question,))
    parts = excerpt.add("parts-of-question", question=(question,))
    if to_weigh:
        excerpt.add("places", subject=dict.fromkeys(source for i in parts for source in excerpt.all(i, "prov:wasDerivedFrom")))
        excerpt.add("documents")
        excerpt.add("effects", subject=dict.fromkeys(v for i in rulings for v in _values(excerpt, i) if v.startswith("effect:")))
    excerpt.add("families")
    excerpt.add("features", subject=(question, *_features(excerpt)))


def contrast_page(excerpt: Excerpt, ruling: Id, *, in_words: bool = True) -> ContrastPage:
    """Return the contrasts of a ruling that was found; `in_words` also takes in what a page for people calls by name."""
    (question,) = excerpt.all(ruling, "ygo:asks")
    _take_in(excerpt, question, to_weigh=True)
    model = excerpt.model()
    found = contrasts(Rulebase(model, excerpt.truth(model.rulings)), model.rulings[ruling])
    pair = (ruling, *(contrast.ruling for contrast in found[:1]))
    behind = [source for i in pair for source in model.rulings[i].sources]
    if in_words and found:
        excerpt.tell(model, _told(model, ruling, found))
    return ContrastPage(model, found, behind)


def _counts(excerpt: Excerpt, query: str, **values: Iterable[Value]) -> dict[Id, int]:
    return {thing.text: int(count.text) for thing, count in excerpt.queries.rows(query, **values)}


def _values(excerpt: Excerpt, i: Id) -> Iterator[str]:
    return (value for property in excerpt.facts.predicates(i) for value in excerpt.all(i, property))


def _features(excerpt: Excerpt) -> dict[Id, None]:
    """Return what may be a feature among what was taken in: what conditions are about, rules conclude, and rulings and effects state."""
    found: dict[Id, None] = {}
    for i in excerpt.facts.subjects():
        if i.startswith(("ruling:", "effect:")):
            found |= dict.fromkeys(property for property in excerpt.facts.predicates(i) if property.startswith("ygo:"))
        found |= dict.fromkeys((*excerpt.all(i, "ygo:onFeature"), *excerpt.all(i, "ygo:asks")))
    return found


def _told(model: Model, ruling: Id, found: Iterable[Contrast]) -> list[Id]:
    nearest, *others = found
    pair = (model.rulings[ruling], model.rulings[nearest.ruling])
    values = [value for sides in nearest.differing.values() for side in sides for value in side]
    values += [value for given in nearest.shared.values() for value in given]
    families = [family for sides in nearest.kinds.values() for side in sides for family in side]
    told = [i for ruling in pair for i in (ruling.id, ruling.asks, ruling.answer)]
    beside = [i for other in others for i in (model.rulings[other.ruling].answer, *(other.flipping or other.differing))]
    return [*told, *nearest.differing, *nearest.shared, *values, *families, *beside]
