"""A question: how many rules and rulings there are on each, what bears on one, and rulings that answer it differently.

A contrast is a ruling with another answer, beside the fewest facts that make the difference: `ruling:negation.154.a` (turned face-down:
not negated) and `ruling:negation.154.b` (left its place: negated).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, Self

from ygokg.graph.ages import latest_sources
from ygokg.graph.model import Condition, Feature, Id, Model, Ruling
from ygokg.lookup.asking import families_told_apart
from ygokg.lookup.excerpt import Excerpt
from ygokg.names.links import links_of
from ygokg.resolver import Rulebase
from ygokg.resolver.completing import alone
from ygokg.resolver.outcome import PENDING, agree
from ygokg.resolver.records import Sketch, sketches
from ygokg.store.values import Value

FIRST = 12
"""How many features, and families of each role, are shown: those used most; JSON has them all."""
Values = tuple[Id, ...]
_FOLLOWING = 4
"""How many of the features that follow from facts are shown."""
_EXAMPLES = 3
_LEADING = ("ygo:effect", "ygo:negator")
_MOST = 3
"""How many facts together are tried."""
_KINDS = ("role", "state", "text", "derived")


class Contrast(NamedTuple):
    """A ruling with another answer beside the one looked at.

    `documented` says that the documents put the two beside each other. `flipping` are the fewest features that, taken over from
    the other ruling, make the rules give its answer; empty where no few do. `differing` are all features that differ, these
    first, with the values here and there (none where a ruling does not state the feature); `shared` those that do not differ.
    `kinds` has, for a role among the flipping ones, the families by which rules tell the two effects apart: of the one here only,
    of the one there only.
    """

    ruling: Id
    documented: bool
    flipping: tuple[Id, ...]
    differing: dict[Id, tuple[Values, Values]]
    shared: dict[Id, Values]
    kinds: dict[Id, tuple[Values, Values]]


def contrasts(base: Rulebase, ruling: Ruling, *, at_most: int = 5) -> tuple[Contrast, ...]:
    """Return the rulings that answer the question of `ruling` differently, the nearest first.

    First those that the documents put beside it, then those which the fewest facts tell from it by the rules, then those with
    the fewest differences of any kind; pending ones, which claim nothing, come last. Withdrawn rulings are left out.
    """
    own = sketches(base, ruling.asks).by_id
    if ruling.id not in own:
        return ()
    here = own[ruling.id]
    others = [_Other.of(here, there) for i, there in own.items() if i != ruling.id and not _alike(ruling, there.ruling)]
    others.sort(key=lambda other: (not other.documented, other.pending, len(other.differing), other.there.ruling.id))
    flips = _flips(base, here, others, at_most)
    found = [(other, flips.get(other.there.ruling.id, ())) for other in others]
    found.sort(key=lambda pair: (pair[0].pending, not pair[0].documented, not pair[1], len(pair[1])))
    return tuple(_contrast(base, here, other, flipping) for other, flipping in found[:at_most])


class _Other(NamedTuple):
    """A ruling with another answer: the features in which it differs, and whether the documents put it beside the one looked at."""

    there: Sketch
    differing: tuple[Id, ...]
    documented: bool
    pending: bool

    @classmethod
    def of(cls, here: Sketch, there: Sketch) -> Self:
        features = sorted({*here.known, *there.known})
        differing = tuple(f for f in features if set(here.known.get(f, ())) != set(there.known.get(f, ())))
        documented = there.ruling.id in here.ruling.contrast or here.ruling.id in there.ruling.contrast
        return cls(there, differing, documented, there.ruling.answer == PENDING)


def _alike(one: Ruling, other: Ruling) -> bool:
    return agree(one.answer, other.answer) or agree(other.answer, one.answer)


def _contrast(base: Rulebase, here: Sketch, other: _Other, flipping: tuple[Id, ...]) -> Contrast:
    there = other.there
    ordered = sorted(other.differing, key=lambda f: f not in flipping)
    return Contrast(
        there.ruling.id,
        other.documented,
        flipping,
        {f: (here.known.get(f, ()), there.known.get(f, ())) for f in ordered},
        {f: here.known[f] for f in sorted(here.known) if f not in other.differing},
        {f: kinds for f in flipping if any(kinds := _kinds(base, here, there, f))},
    )


def _kinds(base: Rulebase, here: Sketch, there: Sketch, role: Id) -> tuple[Values, Values]:
    """Return the families of the effect here only and of the one there only, as far as rules ask for them that hold on one side alone."""
    rules = [base.block(here.ruling.asks).rules[place] for place in here.fulfilled ^ there.fulfilled]
    named = {c.family for rule in rules for c in rule.conditions if c.feature == role and c.family is not None}
    one, other = ({f for v in sketch.known.get(role, ()) for f in base.kinship.closure(v) if f in named} for sketch in (here, there))
    return tuple(sorted(one - other)), tuple(sorted(other - one))


def _flips(base: Rulebase, here: Sketch, others: Sequence[_Other], at_most: int) -> dict[Id, tuple[Id, ...]]:
    """Return, by ruling, the fewest features that turn the answer here into the one there; a ruling that none do is left out.

    The fewest are tried first, on the others in their order, until enough are found; what the documents put beside it always is.
    """
    found: dict[Id, tuple[Id, ...]] = {}
    if not _gives(base, here.ruling, here.known):
        return found
    borne_out = [other for other in others if _gives(base, other.there.ruling, other.there.known)]
    for size in range(1, _MOST + 1):
        for other in borne_out:
            name = other.there.ruling.id
            if name not in found and (other.documented or len(found) < at_most):
                flipping = _flipping(base, here, other, size)
                if flipping is not None:
                    found[name] = flipping
    return found


def _flipping(base: Rulebase, here: Sketch, other: _Other, size: int) -> tuple[Id, ...] | None:
    """Return as many features as `size` says that turn the answer here into the other one; None where none do."""
    mentioned = base.block(here.ruling.asks).mentioned
    telling = [f for f in other.differing if f in mentioned]
    for taken in combinations(telling, size):
        if _gives(base, other.there.ruling, _exchanged(here.ruling.facts, other.there.known, taken)):
            return taken
    return None


def _exchanged(facts: Mapping[Id, Values], there: Mapping[Id, Values], taken: Collection[Id]) -> dict[Id, Values]:
    kept = {feature: values for feature, values in facts.items() if feature not in taken}
    return {**kept, **{feature: there[feature] for feature in taken if feature in there}}


def _gives(base: Rulebase, ruling: Ruling, facts: Mapping[Id, Values]) -> bool:
    """Say whether the rules alone give the ruling's answer to a case, what is not stated not holding."""
    return agree(ruling.answer, alone(base, ruling.asks, facts))


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


def questions(excerpt: Excerpt) -> Model:
    """Return all questions, by which one is found, with the families of effects and the documents."""
    excerpt.add("families")
    return excerpt.model()


def question_page(excerpt: Excerpt, question: Id, base: Rulebase | None = None, *, in_full: bool = False) -> QuestionPage:
    """Return the page of one of the `questions`; `in_full` also calls by name what the page for people leaves out.

    `base` is all of the rule base, where it is at hand; otherwise the part of it that is needed is asked for.
    """
    if base is not None:
        features = tuple(base.model.features[f] for f in features_of(base, question))
        return QuestionPage(base.model, base, features, {})
    parts = _take_in(excerpt, question, to_weigh=False)
    # Of a day, the passages of a rule that has no day of its own tell since when it was said.
    passages = _behind(excerpt, parts) if excerpt.as_of else ()
    also: dict[Id, list[Id]] = {}
    for family in excerpt.model().families:
        for role in excerpt.all(family, "ygo:askedInRole"):
            also.setdefault(role, []).append(family)
    cases = example_cases(excerpt.model(), question)
    stated = (v for case in cases for values in case.values() for v in values)
    excerpt.add("effects", subject=dict.fromkeys((*(v for v in stated if v.startswith("effect:")), *passages)))
    model = excerpt.model()
    base = Rulebase(model)
    features = tuple(model.features[f] for f in features_of(base, question))
    cards = [effect.card or effect.id for effect in model.effects.values()]
    page = QuestionPage(model, base, features, also)
    if in_full:
        named = [question, *(i for feature in features for i in (feature.id, *values_of(page, question, feature)))]
    else:
        named = _called_by_name(base, question, also)
    excerpt.tell(model, [*cards, *named])
    return page


def values_of(page: QuestionPage, question: Id, feature: Feature) -> tuple[Id, ...]:
    """Return the values of a feature, or the families that can stand for a role."""
    if feature.values or feature.kind != "role":
        return feature.values
    return families_told_apart(page.model, question, feature.id, page.also.get(feature.id, ()))


def _take_in(excerpt: Excerpt, question: Id, *, to_weigh: bool) -> list[Id]:
    """Take in the rules that bear on a question, its rulings as cases, and the families and features that come into them.

    Returned are the rules and their conditions. What `questions` takes in is there already. `to_weigh` a case, the effects in the
    rulings are needed too, and the passages of the rules: of two documents the later one is followed.
    """
    rulings = excerpt.add("rulings-on-question", question=(question,))
    parts = excerpt.add("parts-of-question", question=(question,))
    if to_weigh:
        effects = (v for i in rulings for v in _values(excerpt, i) if v.startswith("effect:"))
        excerpt.add("effects", subject=dict.fromkeys((*effects, *_behind(excerpt, parts))))
    excerpt.add("features", subject=(question, *_features(excerpt), *excerpt.all(question, "ygo:looksBesideAt")))
    return parts


def _behind(excerpt: Excerpt, parts: Iterable[Id]) -> dict[Id, None]:
    """Return the passages of rules that were taken in, each once."""
    return dict.fromkeys(source for i in parts for source in excerpt.all(i, "prov:wasDerivedFrom"))


def contrast_page(excerpt: Excerpt, ruling: Id, base: Rulebase | None = None, *, in_words: bool = True) -> ContrastPage:
    """Return the contrasts of a ruling that was found; `in_words` also takes in what a page for people calls by name.

    `base` is all of the rule base, where it is at hand; otherwise the part of it that is needed is asked for.
    """
    if base is not None:
        found = contrasts(base, base.model.rulings[ruling])
        return ContrastPage(base.model, found, _sources_of(base.model, ruling, found))
    questions(excerpt)
    (question,) = excerpt.all(ruling, "ygo:asks")
    _take_in(excerpt, question, to_weigh=True)
    model = excerpt.model()
    found = contrasts(Rulebase(model, excerpt.truth(model.rulings)), model.rulings[ruling])
    if in_words and found:
        excerpt.tell(model, _told(model, ruling, found))
    return ContrastPage(model, found, _sources_of(model, ruling, found))


def _sources_of(model: Model, ruling: Id, found: Sequence[Contrast]) -> list[Id]:
    """Return the passages of a ruling and of its nearest contrast."""
    return [source for i in (ruling, *(contrast.ruling for contrast in found[:1])) for source in latest_sources(model.rulings[i])]


def _counts(excerpt: Excerpt, query: str, **values: Iterable[Value]) -> dict[Id, int]:
    return {thing.text: int(count.text) for thing, count in excerpt.queries.rows(query, "", **values)}


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
    beside = [i for other in others for i in (other.ruling, *(other.flipping or other.differing))]
    return [*told, *nearest.differing, *nearest.shared, *values, *families, *beside]


def features_of(base: Rulebase, question: Id) -> tuple[Id, ...]:
    """Return the features that the rules of a question use, directly or through each other, and those its rulings state.

    With a role among them is the feature that tells whether its effect is in force.
    """
    model = base.model
    stated = {f for facts in _stated_cases(model, question) for f in facts}
    used = stated | base.block(question).mentioned
    used |= {feature.id for feature in model.features.values() if feature.state_of in used}
    known = [model.features[f] for f in used if f in model.features]
    ranked = sorted(known, key=lambda f: (f.id not in _LEADING, _KINDS.index(f.kind), f.id))
    return tuple(f.id for f in ranked)


def _called_by_name(base: Rulebase, question: Id, also: Mapping[Id, Iterable[Id]]) -> list[Id]:
    """Return what the page of a question (`ygokg.render.question`) calls by name, but for the card of an effect in the example.

    `also` are, by role, families that rules ask for there which are not in the model.
    """
    model, shown = base.model, [feature for features in shown_features(base, question) for feature in features]
    roles = [feature.id for feature in shown if feature.kind == "role"]
    families = [f for role in roles for f in families_told_apart(model, question, role, also.get(role, ()))[:FIRST]]
    return [question, *model.questions[question].answers, *(i for feature in shown for i in (feature.id, *feature.values)), *families]


def shown_features(base: Rulebase, question: Id) -> tuple[list[Feature], list[Feature]]:
    """Return the roles and plain facts that rules and rulings speak of most, and the features that follow from facts.

    Of each kind what is spoken of most comes first, for the effect and its negator stand before the other roles.
    """
    model = base.model
    uses = Counter(c.feature for r in model.rules.values() if r.asks == question for c in r.conditions)
    uses.update(f for facts in _stated_cases(model, question) for f in facts)
    known = [model.features[f] for f in features_of(base, question) if uses[f]]
    known.sort(key=lambda f: -uses[f.id])
    plain = [f for f in known if f.kind != "derived"][:FIRST]
    plain.sort(key=lambda f: (f.kind != "role", _LEADING.index(f.id) if f.id in _LEADING else len(_LEADING)))
    return plain, [f for f in known if f.kind == "derived"][:_FOLLOWING]


def _rulings_on(model: Model, question: Id) -> list[Ruling]:
    """Return the rulings on a question that are not withdrawn."""
    return [model.rulings[i] for i in links_of(model)["rulings-asking"].get(question, ())]


def _stated_cases(model: Model, question: Id) -> list[dict[Id, tuple[Id, ...]]]:
    return [ruling.facts for ruling in _rulings_on(model, question)]


def example_cases(model: Model, question: Id) -> list[dict[Id, tuple[Id, ...]]]:
    """Return the facts of some examples of a question, each answered otherwise: those of rulings or else of rules.

    Rulings on effects of cards come first: nobody guesses what an effect is called here that stands for those of some card. Of these,
    short ones whose features others state too.
    """
    rulings = [(ruling.facts, ruling.answer) for ruling in _rulings_on(model, question)]
    rules = [(_case_of(r.conditions), r.answer) for r in model.rules.values() if r.asks == question and r.answer and r.in_force]
    named = [case for case in rulings if "ygo:effect" in case[0]]
    cases = [case for case in named if _of_cards(case[0])] or named or rulings or rules
    uses = Counter(f for facts, _ in cases for f in facts)
    found: dict[Id, dict[Id, tuple[Id, ...]]] = {}
    for facts, answer in sorted(cases, key=lambda case: (abs(len(case[0]) - 3), -min((uses[f] for f in case[0]), default=0))):
        found.setdefault(answer, facts)
    return list(found.values())[:_EXAMPLES]


def _of_cards(facts: Mapping[Id, Values]) -> bool:
    """Say whether each effect in the facts is one of a card."""
    return all(i.removeprefix("effect:")[:1].isdecimal() for values in facts.values() for i in values if i.startswith("effect:"))


def _case_of(conditions: Iterable[Condition]) -> dict[Id, tuple[Id, ...]]:
    return {c.feature: (c.family,) if c.family is not None else c.values[:1] for c in conditions}
