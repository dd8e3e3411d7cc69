"""What follows from a model for look-ups: what everything is found by, what stands beside it, what uses it, and all of it in words.

Two sorts of graphs hold it: one of what is inferred, and one of words for each language.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import pyoxigraph as ox

from ygokg.graph.ages import documents_behind, latest_sources
from ygokg.graph.compile import same_words_later
from ygokg.graph.dates import day_of
from ygokg.graph.labels import forms, named_terms
from ygokg.graph.model import Condition, Effect, Id, Model, Rule, Ruling, Texts
from ygokg.graph.subjects import above, rule_subjects, ruling_subjects, system_of
from ygokg.graph.triples import node, words_graph
from ygokg.graph.vocabulary import FIRST
from ygokg.graph.words import answer_words, case_words, conclusion_words, condition_words, definition, label, source_words
from ygokg.messages import LANGUAGES
from ygokg.names.keys import name_key
from ygokg.names.links import cards_of

WORDS = {lang: ox.NamedNode(words_graph(lang)) for lang in LANGUAGES}
"""The graphs of all in words, one for each language, so that a look-up reads its own language alone."""

INFERRED = ox.NamedNode("https://w3id.org/ygokg/graph/inferred")
"""The graph of what is ours: which rules govern a ruling and what they conclude. What the documents say is in the default graph."""

OURS = frozenset({INFERRED, *WORDS.values()})
"""All graphs of what follows."""

_Fact = tuple[Id, Id, "Id | ox.Literal"]
_Told = tuple[Id, Id, str]
_COUNTS = {"rule": "ygo:ruleCount", "ruling": "ygo:rulingCount", "effect": "ygo:effectCount"}


def _term_facts(model: Model, using: Mapping[Id, Sequence[Id]]) -> Iterator[_Fact]:
    """Yield what look-ups of rules and terms need; `using` has the rules and rulings that use a term, and the effects of a family."""
    named = named_terms(model)
    documents = {i: documents_behind(model, (i,)) for i in (*model.rules, *model.rulings)}
    for i, labels in (*named.items(), *((rule.id, rule.labels) for rule in model.rules.values())):
        yield from _keys(i, labels, "ygo:labelKeys")
    yield from _of_words(model)
    about = _about(model)
    for i in named:
        yield from ((i, "ygo:isOrIsBelow", other) for other in (i, *_above(model, i)))
        for broader in _broader(model, i):
            yield i, "ygo:nextBroader", broader
            if broader in named:
                yield broader, "ygo:nextNarrower", i
        resting = (*using.get(i, ()), *about.get(i, ()))
        behind = (*documents_behind(model, _sources(model, i)), *(d for use in resting for d in documents.get(use, ())))
        yield from ((i, "ygo:restsOn", document) for document in dict.fromkeys(behind))
        yield from _uses(i, using.get(i, ()))
    passages = Counter(passage.system for passage in model.passages.values())
    yield from ((i, "ygo:passageCount", ox.Literal(passages[i])) for i in model.systems if passages[i])
    yield from ((value, "ygo:valueOf", feature.id) for feature in model.features.values() for value in dict.fromkeys(feature.values))
    yield from ((answer, "ygo:answerOf", question.id) for question in model.questions.values() for answer in question.answers)


def _keys(id: Id, labels: Texts, all_keys: Id) -> Iterator[_Fact]:
    """Yield under which keys a thing is found, one by one, and `all_keys` together."""
    keys = [key for key in dict.fromkeys(forms(id, labels)) if key]
    yield from ((id, "ygo:labelKey", ox.Literal(key)) for key in keys)
    yield id, all_keys, ox.Literal("\n".join(keys))


def _of_words(model: Model) -> Iterator[_Fact]:
    """Yield what the words of the vocabulary itself are found by, and how the graph uses them."""
    for word in model.words.values():
        yield from _keys(word.id, word.labels, "ygo:wordKeys")
        yield from ((word.id, "ygo:nextBroader", broader) for broader in word.above)
        yield from ((broader, "ygo:nextNarrower", word.id) for broader in word.above if broader in model.words)
        yield from ((word.id, "ygo:saidOf", kind) for kind in word.domain)
        yield from ((word.id, "ygo:leadsTo", kind) for kind in word.range)
        if word.example:
            yield word.id, "skos:example", ox.Literal(" ".join(word.example))


def _about(model: Model) -> dict[Id, dict[Id, None]]:
    """Return the rules and rulings that are about a concept or a narrower one, by the concept."""
    found: dict[Id, dict[Id, None]] = {}
    rules = ((rule.id, rule_subjects(model, rule)) for rule in model.rules.values())
    rulings = ((ruling.id, ruling_subjects(model, ruling)) for ruling in model.rulings.values())
    for i, subjects in (*rules, *rulings):
        for concept in dict.fromkeys(wider for subject in subjects for wider in (subject, *above(model, subject))):
            found.setdefault(concept, {})[i] = None
    return found


def _uses(term: Id, using: Iterable[Id]) -> Iterator[_Fact]:
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


def _above(model: Model, term: Id) -> dict[Id, None]:
    found: dict[Id, None] = {}
    row = [term]
    while row:
        row = [broader for i in row for broader in _broader(model, i) if broader not in found]
        found |= dict.fromkeys(row)
    return found


def _sources(model: Model, term: Id) -> tuple[Id, ...]:
    noun = model.families.get(term) or model.features.get(term) or model.terms.get(term)
    return noun.sources if noun is not None else ()


def following(model: Model) -> Iterator[ox.Quad]:
    """Yield what follows from a model for look-ups, as quads of the inferred graph."""
    nodes: dict[Id, ox.NamedNode | ox.BlankNode] = {}

    def named(id: Id) -> ox.NamedNode | ox.BlankNode:
        found = nodes.get(id)
        if found is None:
            found = nodes[id] = node(id)
        return found

    for subject, predicate, value in _facts(model):
        yield ox.Quad(named(subject), named(predicate), named(value) if isinstance(value, str) else value, INFERRED)  # type: ignore[arg-type]
    for lang, graph in WORDS.items():
        for subject, predicate, text in _words(model, lang):
            yield ox.Quad(named(subject), named(predicate), ox.Literal(text, language=lang), graph)  # type: ignore[arg-type]


def _facts(model: Model) -> Iterator[_Fact]:
    again = same_words_later(model)
    for ruling in model.rulings.values():
        yield from _of_ruling(model, ruling, again)
    bearing = _bearing(model)
    yield from _looked_beside_at(model, bearing)
    for rule in model.rules.values():
        yield from _of_rule(model, rule, again)
        parts = (rule.id, *(_condition(rule.id, place) for place in range(1, len(rule.conditions) + 1)))
        yield from ((part, "ygo:bearsOn", question) for question in bearing.get(rule.id, ()) for part in parts)
    reading = _reading_wording(model)
    for effect in model.effects.values():
        yield from ((effect.id, "ygo:wordingBringsIn", rule) for rule in _worded(model, reading, effect))
    asking = _asking_in_roles(model)
    for card, effects in _by_card(model).items():
        yield from _of_card_in_roles(model, asking, card, effects)
    for names in ({i: card.names.values() for i, card in model.cards.items()}, {i: a.names.values() for i, a in model.archetypes.items()}):
        for item, own in names.items():
            spellings = (*own, *(model.cards[item].variants if item in model.cards else ()))
            yield from ((item, "ygo:nameKey", ox.Literal(key)) for key in sorted({name_key(name) for name in spellings}))
    for feature in model.features.values():
        yield from ((feature.id, f"rdf:_{place}", value) for place, value in enumerate(feature.values, 1))
    asked = ((c.family, c.feature) for rule in model.rules.values() if rule.asks in model.features for c in rule.conditions if c.family)
    yield from ((family, "ygo:askedInRole", role) for family, role in dict.fromkeys(asked))
    using = _using(model)
    yield from ((i, "ygo:uses", term) for term, ids in using.items() for i in ids)
    in_family = _in_family(model)
    yield from ((effect, "ygo:hasFamily", family) for family, effects in in_family.items() for effect in effects)
    yield from _term_facts(model, {i: (*using.get(i, ()), *in_family.get(i, ())) for i in using.keys() | in_family.keys()})


def _words(model: Model, lang: str) -> Iterator[_Told]:
    """Yield what things are called and what the terms among them mean, then the cases, answers and conclusions."""
    yield from _names(model, lang)
    for ruling in model.rulings.values():
        yield ruling.id, "ygo:answerInWords", answer_words(model, ruling.asks, ruling.answer, lang)
        if case := case_words(model, ruling.facts, lang):
            yield ruling.id, "ygo:caseInWords", "\n".join(case)
    for rule in model.rules.values():
        yield from _rule_in_words(model, rule, lang)
    for effect in model.effects.values():
        if wording := case_words(model, effect.facts, lang):
            yield effect.id, "ygo:wordingInWords", "\n".join(wording)


def _names(model: Model, lang: str) -> Iterator[_Told]:
    described = (model.terms, model.features, model.questions, model.families, model.systems)
    named = (*described, model.documents, model.exclusions, model.archetypes, model.cards, model.effects, model.rules, model.words)
    for i in dict.fromkeys(i for things in named for i in things):
        yield i, "rdfs:label", label(model, i, lang)
    yield from ((i, "rdfs:label", source_words(model, i, lang)) for i in model.passages)
    for i in dict.fromkeys(i for things in (*described, model.words) for i in things):
        if meaning := definition(model, i, lang):
            yield i, "ygo:definitionInWords", meaning


def _rule_in_words(model: Model, rule: Rule, lang: str) -> Iterator[_Told]:
    long, short = conclusion_words(model, rule, lang), conclusion_words(model, rule, lang, short=True)
    yield rule.id, "ygo:conclusionInWords", long
    if short != long:
        yield rule.id, "ygo:conclusionInShort", short
    for place, condition in enumerate(rule.conditions, 1):
        yield _condition(rule.id, place), "ygo:conditionInWords", condition_words(model, condition, lang)


def _of_ruling(model: Model, ruling: Ruling, again: Mapping[Id, Sequence[Id]]) -> Iterator[_Fact]:
    yield from ((ruling.id, "ygo:involves", card) for card in cards_of(model, ruling))
    if day := day_of(model, ruling):
        yield ruling.id, "ygo:documentedOn", ox.Literal(day)
    if ruling.same_case_as is not None:
        yield from ((ruling.id, feature, value) for feature, values in ruling.facts.items() for value in values)
    name = ruling.id.partition(":")[2]
    while name := name.rpartition(".")[0]:
        yield ruling.id, "ygo:nameBegins", ox.Literal(name)
    yield from _of_sources(model, ruling, again)
    yield from ((ruling.id, "ygo:inSystem", system) for system in system_of(model, ruling.sources))


def _of_rule(model: Model, rule: Rule, again: Mapping[Id, Sequence[Id]]) -> Iterator[_Fact]:
    for place, condition in enumerate(rule.conditions, 1):
        yield from _of_condition(rule.id, place, condition)
    yield from _of_sources(model, rule, again)
    yield from ((rule.id, "ygo:inSystem", system) for system in system_of(model, rule.sources))
    yield from ((rule.id, "ygo:exceptionAtAnyDepthTo", other) for other in _defeated(model, rule))
    named = dict.fromkeys(value for condition in rule.conditions for value in condition.values if value in model.effects)
    yield from ((rule.id, "ygo:namesEffect", effect) for effect in named)


def _of_sources(model: Model, noun: Rule | Ruling, again: Mapping[Id, Sequence[Id]]) -> Iterator[_Fact]:
    """Yield the passages of later states that repeat its sources, which sources these are, and on which documents it rests."""
    yield from ((noun.id, "prov:wasDerivedFrom", later) for later in dict.fromkeys(s for i in noun.repeated for s in again.get(i, ())))
    yield from ((noun.id, "ygo:repeatedSource", source) for source in noun.repeated)
    yield from ((later, "dct:replaces", noun.id) for later in noun.replaced_by)
    if noun.dropped:
        yield noun.id, "ygo:droppedOn", ox.Literal(noun.dropped)
    yield from ((noun.id, "ygo:restsOn", document) for document in _documents(model, latest_sources(noun)))


def _of_condition(rule: Id, place: int, condition: Condition) -> Iterator[_Fact]:
    id = _condition(rule, place)
    yield rule, "ygo:condition", id
    yield id, "rdf:type", "ygo:Condition"
    yield id, "ygo:position", ox.Literal(place)
    yield id, "ygo:onFeature", condition.feature
    yield from ((id, f"rdf:_{number}", value) for number, value in enumerate(condition.values, 1))
    if condition.family is not None:
        yield id, "ygo:ofFamily", condition.family


def _asking_in_roles(model: Model) -> list[tuple[Id, dict[Id, set[Id]]]]:
    """Return the rules with an answer that ask in roles for families: for which in which role."""
    found: list[tuple[Id, dict[Id, set[Id]]]] = []
    for rule in _answering(model):
        asked: dict[Id, set[Id]] = {}
        for condition in rule.conditions:
            if condition.family is not None:
                asked.setdefault(condition.feature, set()).add(condition.family)
        if asked:
            found.append((rule.id, asked))
    return found


def _of_card_in_roles(
    model: Model, asking: Sequence[tuple[Id, Mapping[Id, set[Id]]]], card: Id, effects: Sequence[Effect]
) -> Iterator[_Fact]:
    """Yield the rules that ask in a role for families that one of the effects has; the first role that does so counts."""
    kinds = [_families(model, effect).keys() for effect in effects]
    roles: dict[Id, None] = {}
    for rule, asked in asking:
        role = next((role for role, families in asked.items() if any(families <= kind for kind in kinds)), None)
        if role is not None:
            roles[role] = None
            yield _in_role(card, role), "ygo:mayBringIn", rule
    for role in roles:
        yield _in_role(card, role), "rdf:type", "ygo:CardInRole"
        yield _in_role(card, role), "ygo:ofCard", card
        yield _in_role(card, role), "ygo:inRole", role


def _condition(rule: Id, place: int) -> Id:
    return f"{rule}/condition/{place}"


def _in_role(card: Id, role: Id) -> Id:
    return f"{card}/as/{role.partition(':')[2]}"


def _by_card(model: Model) -> dict[Id, list[Effect]]:
    found: dict[Id, list[Effect]] = {}
    for effect in model.effects.values():
        if effect.card is not None:
            found.setdefault(effect.card, []).append(effect)
    return found


def _answering(model: Model) -> Iterator[Rule]:
    return (rule for rule in model.rules.values() if rule.in_force and rule.answer is not None)


def _reading_wording(model: Model) -> list[tuple[Id, list[tuple[Id, set[Id]]]]]:
    """Return the rules with an answer that look at an effect's own wording: for which values of which feature."""
    own = {feature.id for feature in model.features.values() if feature.read_from == "ygo:effect"}
    rules = ((rule.id, [(c.feature, set(c.values)) for c in rule.conditions if c.feature in own]) for rule in _answering(model))
    return [(rule, wanted) for rule, wanted in rules if wanted]


def _worded(model: Model, reading: Sequence[tuple[Id, Sequence[tuple[Id, set[Id]]]]], effect: Effect) -> Iterator[Id]:
    """Yield the rules that a fact of the effect's own wording speaks for and no other fact of it speaks against."""
    own = {f: values for f, values in effect.facts.items() if model.features[f].read_from == "ygo:effect"}
    for rule, wanted in reading if own else ():
        said = [not values.isdisjoint(own[feature]) for feature, values in wanted if feature in own]
        if said and all(said):
            yield rule


def _families(model: Model, effect: Effect) -> dict[Id, None]:
    above = (a for family in effect.families if family in model.families for a in model.families[family].above)
    return dict.fromkeys((*effect.families, *above))


def _using(model: Model) -> dict[Id, list[Id]]:
    """Return the rules and rulings that use a term, by the term; what is withdrawn uses none."""
    found: dict[Id, list[Id]] = {}
    rules = ((rule.id, _terms_of_rule(model, rule)) for rule in model.rules.values() if rule.in_force)
    rulings = ((ruling.id, _terms_of_ruling(model, ruling)) for ruling in model.rulings.values() if ruling.in_force)
    for i, terms in (*rules, *rulings):
        for term in terms:
            found.setdefault(term, []).append(i)
    return found


def _in_family(model: Model) -> dict[Id, list[Id]]:
    found: dict[Id, list[Id]] = {}
    for effect in model.effects.values():
        for family in _families(model, effect):
            found.setdefault(family, []).append(effect.id)
    return found


def _terms_of_ruling(model: Model, ruling: Ruling) -> dict[Id, None]:
    values = [value for given in ruling.facts.values() for value in given]
    families = (family for value in values if value in model.effects for family in _families(model, model.effects[value]))
    own = (ruling.asks, *(() if ruling.literal else (ruling.answer,)), *ruling.facts, *values, *families)
    return dict.fromkeys((*own, *system_of(model, ruling.sources)))


def _terms_of_rule(model: Model, rule: Rule) -> dict[Id, None]:
    conditions = (i for c in rule.conditions for i in (c.feature, *((c.family,) if c.family is not None else ()), *c.values))
    own = (rule.asks, *((rule.answer,) if rule.answer is not None else ()), *conditions)
    return dict.fromkeys((*own, *system_of(model, rule.sources)))


def _documents(model: Model, sources: Iterable[Id]) -> dict[Id, None]:
    return dict.fromkeys(model.passages[s].document for s in sources if s in model.passages and model.passages[s].document)


def _defeated(model: Model, rule: Rule) -> dict[Id, None]:
    """Return the rules that a rule is an exception to, and those that these are exceptions to, at any depth."""
    found: dict[Id, None] = {}
    row = list(rule.exception_to)
    while row:
        found.update(dict.fromkeys(row))
        row = [t for i in row if i in model.rules for t in model.rules[i].exception_to if t not in found]
    return found


def _looked_beside_at(model: Model, bearing: Mapping[Id, Sequence[Id]]) -> Iterator[_Fact]:
    """Yield for each question the values of features read off others, and the state features, that come into its rules and rulings."""
    used: dict[Id, set[Id]] = {question: set() for question in model.questions}
    for rule, questions in bearing.items():
        for question in questions:
            used[question].update(condition.feature for condition in model.rules[rule].conditions)
    for ruling in model.rulings.values():
        used.setdefault(ruling.asks, set()).update(ruling.facts)
    read = {question.reads_off for question in model.questions.values()}
    for question, features in used.items():
        for feature in model.features.values():
            if feature.id in features and feature.id in read:
                yield from ((question, "ygo:looksBesideAt", value) for value in feature.values)
            if feature.state_of in features:
                yield question, "ygo:looksBesideAt", feature.id


def _bearing(model: Model) -> Mapping[Id, Sequence[Id]]:
    """Return the questions that a rule bears on, by the rule: its own, or one whose rules look at the feature that it concludes."""
    asking: dict[Id, list[Rule]] = {}
    for rule in model.rules.values():
        asking.setdefault(rule.asks, []).append(rule)
    read = {question.reads_off: question.id for question in model.questions.values()}
    found: dict[Id, list[Id]] = {}
    for question in model.questions:
        row, seen = [question], {question}
        while row:
            rules = [rule for asks in row for rule in asking.get(asks, ())]
            for rule in rules:
                found.setdefault(rule.id, []).append(question)
            looked_at = dict.fromkeys(c.feature for rule in rules for c in rule.conditions)
            asked = (asks for feature in looked_at for asks in (feature, read.get(feature, "")))
            row = [asks for asks in asked if asks in asking and asks not in seen]
            seen.update(row)
    return found
