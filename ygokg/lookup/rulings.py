"""What the graph says about a ruling, and which rulings a passage has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ygokg.graph.model import Id, Model
from ygokg.graph.triples import natural_key
from ygokg.lookup.excerpt import Excerpt
from ygokg.lookup.groups import Truth
from ygokg.store.values import Value


class RulingView(NamedTuple):
    """A ruling and how the rules and other rulings stand to it.

    `status` is what `ygokg.resolver.figures` says, such as `ygo:DerivedRuling` (empty where it says nothing). Of the rules that are
    in, `deriving` give its answer, `differing` another one and `lifting` none. `contrast` are the rulings that are set against it,
    whichever of the two says so; `same_case` are rulings on the same case.
    """

    ruling: Id
    status: str
    deriving: tuple[Id, ...]
    differing: tuple[Id, ...]
    lifting: tuple[Id, ...]
    contrast: tuple[Id, ...]
    same_case: tuple[Id, ...]


class RulingPage(NamedTuple):
    """A ruling view with the part of the graph that it speaks of: `model` and `truth`."""

    model: Model
    truth: Truth
    view: RulingView


def find_rulings(excerpt: Excerpt, words: str, *, ever: bool = False) -> tuple[Id, ...]:
    """Take in and return the ruling that `words` names, or all of the passage or line that it names; none is an empty tuple.

    A prefix (`ruling:`, `src:`) may be left out; `negation.154` finds `ruling:negation.154.a` and `.b`. Of a day only what was
    documented by then is found, unless `ever` asks for all.
    """
    name = _bare(words)
    if not words.startswith("src:"):
        found = excerpt.add("rulings", subject=(f"ruling:{name}",))
        if found and found[0] in excerpt.model(ever=ever).rulings:
            return (found[0],)
    passage = passage_id(words)
    excerpt.add("rulings-below", key=(passage, Value("text", name)))
    found = [i for i in excerpt.facts.subjects() if i.startswith("ruling:")]
    if excerpt.as_of:
        excerpt.passages((passage, *(source for i in found for source in excerpt.all(i, "prov:wasDerivedFrom"))))
    rulings = excerpt.model(ever=ever).rulings
    return tuple(i for i in found if i in rulings and (passage in rulings[i].sources or name in excerpt.all(i, "ygo:nameBegins")))


def ruling_page(excerpt: Excerpt, ruling: Id, *, in_full: bool = False) -> RulingPage:
    """Return the page of a ruling that was found; `in_full` tells its facts one by one, for programs."""
    excerpt.add("rulings", subject=(ruling,))
    sources = excerpt.all(ruling, "prov:wasDerivedFrom")
    governing = [*excerpt.all(ruling, "ygo:governedBy"), *excerpt.all(ruling, "ygo:expectedRule")]
    contrast, same_case = _beside(excerpt, ruling)
    beside = [*contrast, *same_case, *excerpt.all(ruling, "ygo:given")]
    features = [property for property in excerpt.facts.predicates(ruling) if property.startswith("ygo:")] if in_full else ()
    before_and_after = [*excerpt.all(ruling, "dct:replaces"), *excerpt.all(ruling, "dct:isReplacedBy")]
    excerpt.add("in-short", subject=dict.fromkeys((*governing, *beside, *features, *before_and_after)))
    excerpt.passages(sources)
    model = excerpt.model()
    if in_full:
        values = [value for given in model.rulings[ruling].facts.values() for value in given]
        excerpt.tell(model, (ruling, *values))
    else:
        excerpt.tell(model, (ruling, *governing, *beside, *before_and_after, *_told(excerpt, model, ruling)))
    truth = excerpt.truth((ruling,))
    return RulingPage(model, truth, _view(model, truth, ruling, contrast, same_case))


def rulings_page(excerpt: Excerpt, passage: Id, rulings: Iterable[Id], *, with_passages: bool) -> tuple[Model, Truth]:
    """Return the part of the graph that tells the rulings of a passage in short, and what the rules make of them.

    `with_passages` also tells the passages that they are from; the documents are told always.
    """
    found = tuple(rulings)
    excerpt.words(found)
    if with_passages:
        excerpt.passages((passage, *(source for i in found for source in excerpt.all(i, "prov:wasDerivedFrom"))))
    excerpt.add("documents")
    return excerpt.model(), excerpt.truth(found)


def all_rulings(excerpt: Excerpt) -> list[Id]:
    """Return every ruling, of a day those documented by then."""
    if excerpt.as_of:
        found = {ruling.text for ruling, day in excerpt.queries.rows("rulings-documented") if day.text <= excerpt.as_of}
    else:
        found = {row[0].text for row in excerpt.queries.rows("all-rulings")}
    return sorted(found, key=natural_key)


def passage_id(words: str) -> Id:
    """Return the id of the passage that a name with or without the prefix `src:` means, whether it exists or not."""
    return f"src:{_bare(words)}"


def _bare(words: str) -> str:
    return words.strip().removeprefix("ruling:").removeprefix("src:")


def _beside(excerpt: Excerpt, ruling: Id) -> tuple[list[Id], list[Id]]:
    """Take in which rulings are a contrast, either way, or on the same case; return both."""
    first = next(iter(excerpt.all(ruling, "ygo:sameCaseAs")), ruling)
    naming = excerpt.add("rulings-beside", value=dict.fromkeys((ruling, first)))
    contrast = {*excerpt.all(ruling, "ygo:contrastWith"), *(i for i in naming if ruling in excerpt.all(i, "ygo:contrastWith"))}
    same_case = {first, *(i for i in naming if first in excerpt.all(i, "ygo:sameCaseAs"))} - {ruling}
    return sorted(contrast, key=natural_key), sorted(same_case, key=natural_key)


def _told(excerpt: Excerpt, model: Model, ruling: Id) -> list[Id]:
    """Return what the page of a ruling calls by name, but for rules and rulings."""
    passages = [model.passages[i] for i in model.rulings[ruling].sources if i in model.passages]
    classes = [evidence.source_class for passage in passages for evidence in passage.evidence if evidence.source_class]
    systems = [passage.system for passage in passages if passage.system]
    own = [value for property in ("ygo:asks", "ygo:mentions", "ygo:context") for value in excerpt.all(ruling, property)]
    return [*own, *classes, *systems]


def _view(model: Model, truth: Truth, ruling: Id, contrast: Iterable[Id], same_case: Iterable[Id]) -> RulingView:
    wanted, known = model.rulings[ruling], truth.get(ruling)
    governing = tuple(known.governed_by) if known is not None else ()
    answers = {i: model.rules[i].answer for i in governing if i in model.rules}
    return RulingView(
        ruling,
        known.status if known is not None else "",
        tuple(i for i, answer in answers.items() if answer == wanted.answer),
        tuple(i for i, answer in answers.items() if answer not in (wanted.answer, None)),
        tuple(i for i, answer in answers.items() if answer is None),
        tuple(i for i in contrast if i in model.rulings),
        tuple(i for i in same_case if i in model.rulings),
    )
