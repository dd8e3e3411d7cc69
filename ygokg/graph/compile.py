"""From the graph to the Model: reads every noun of the ontology out of RDF triples, and nothing else.

Statements that do not have the shape of the ontology are reported as `BrokenInput`; what is merely missing (a label, a
source) is left for `ygokg check` to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ygokg.errors import BrokenInput
from ygokg.graph.model import (
    ACTING,
    Archetype,
    Card,
    Condition,
    Document,
    Effect,
    Evidence,
    Exclusion,
    Family,
    Feature,
    Id,
    Model,
    Passage,
    Question,
    Rule,
    Ruling,
    System,
    Term,
    Texts,
)
from ygokg.graph.triples import TripleLike, Triples, natural_key
from ygokg.graph.vocabulary import words

LITERAL = "ygo:Literal"
"""Stands among a question's answers where it takes a literal amount or count."""

REACH = frozenset(
    {"ygo:reachSide", "ygo:reachPlace", "ygo:reachKind", "ygo:reachFace", "ygo:reachItself", "ygo:reachFurther", "ygo:takesForm"}
)
"""What an effect's description says of the cards that it reaches while it is in force."""

TOLD = frozenset(
    {
        "rdfs:label", "ygo:definitionInWords", "ygo:answerInWords", "ygo:caseInWords", "ygo:conclusionInWords", "ygo:conclusionInShort",
        "ygo:conditionInWords", "ygo:wordingInWords",
    }
)  # fmt: skip
"""What the graph itself tells in words, so that nobody has to know all that these rest on."""

_KINDS = {"ygo:Role": "role", "ygo:TextFeature": "text", "ygo:StateFeature": "state", "ygo:DerivedFeature": "derived"}
_TERM_TYPES = ("ygo:Concept", "ygo:Value", "ygo:Answer", "ygo:Axis")
_TYPES_OF_EFFECTS = ("owl:NamedIndividual", "ygo:CardEffect")
"""Types of an effect that are no family."""
_LONGEST_NUMBER = 18
_OBSTACLES_FIRST = ("ygo:No", "ygo:Pending", "ygo:Must", "ygo:Yes")


def compile_model(triples: Iterable[TripleLike]) -> Model:
    """Return the Model of the triples (pyoxigraph quads or triples, any order).

    Raises `BrokenInput` where a rule's condition, a closed list of values or a single-valued property has another shape than
    the ontology gives it.
    """
    graph = Triples(triples)
    model = Model(modified=next(iter(graph.all("https://w3id.org/ygokg/ontology", "dct:modified")), ""))
    _vocabulary(graph, model)
    model.rules = {i: _rule(graph, i) for i in graph.of_type("ygo:Rule")}
    model.excluded = _excluded(graph, model)
    _shared_conditions(model)
    model.effects = {i: _effect(graph, model, i) for i in _effect_ids(graph)}
    rulings = {i: _ruling(graph, model, i) for i in graph.of_type("ygo:Ruling")}
    model.rulings = {i: _with_shared_case(rulings, i) for i in rulings}
    model.exclusions = {i: _exclusion(graph, i) for i in graph.of_type("ygo:Exclusion")}
    _sources(graph, model)
    _with_later_states(model)
    _with_replaced(model)
    _cards(graph, model)
    about = (*model.families, *model.features, *model.questions, *model.terms, *model.systems)
    model.subjects = {i: tuple(found) for i in about if (found := graph.all(i, "dct:subject"))}
    model.words = words(graph, {*about, *model.rules})
    return model


def compile_part(graph: Triples) -> Model:
    """Return the Model of some triples of a graph: what they say of a thing, however little that is.

    A thing is told by its id, a term by its type; a ruling of which the question is not among the triples is left out, a rule has the
    conditions that the triples name in one piece (`ygo:condition`).
    """
    model = Model()
    _vocabulary(graph, model)
    by_prefix: dict[str, list[Id]] = {}
    for i in graph.subjects():
        by_prefix.setdefault(i.partition(":")[0], []).append(i)
    model.rules = {i: _rule(graph, i) if graph.all(i, "ygo:asks") else Rule(i, {}, (), "", None) for i in by_prefix.get("rule", ())}
    model.effects = {i: _effect(graph, model, i) for i in by_prefix.get("effect", ())}
    for effect in model.effects.values():
        effect.families = tuple(f for f in graph.types(effect.id) if f not in _TYPES_OF_EFFECTS)
    model.rulings = {i: _ruling(graph, model, i) for i in by_prefix.get("ruling", ()) if graph.all(i, "ygo:asks")}
    model.exclusions = {i: _exclusion(graph, i) for i in graph.of_type("ygo:Exclusion")}
    _sources(graph, model)
    _cards(graph, model)
    model.told = told_in(graph)
    return model


def told_in(graph: Triples) -> dict[Id, dict[Id, Texts]]:
    """Return what triples tell in words, by thing and property."""
    return {i: told for i in graph.subjects() if (told := {p: graph.texts(i, p) for p in graph.predicates(i) if p in TOLD})}


def documents_in(graph: Triples) -> dict[Id, Document]:
    """Return the documents of some triples, by id."""
    found = graph.of_type("ygo:Document")
    return {
        i: Document(
            i,
            graph.texts(i, "skos:prefLabel"),
            graph.one(i, "dct:issued") or "",
            graph.one(i, "prov:wasRevisionOf"),
            graph.one(i, "ygo:validFrom") or "",
        )
        for i in found
    }


def _vocabulary(graph: Triples, model: Model) -> None:
    for i in graph.of_type(*_TERM_TYPES):
        model.terms[i] = Term(
            i,
            *_described(graph, i),
            sources=tuple(graph.all(i, "prov:wasDerivedFrom")),
            broader=tuple(v for p in ("skos:broader", "rdfs:subClassOf") for v in graph.all(i, p) if not v.startswith("_:")),
            replaced_by=graph.one(i, "dct:isReplacedBy"),
        )
    model.concepts = tuple(graph.of_type("ygo:Concept"))
    for i in graph.of_type(*_KINDS):
        model.features[i] = _feature(graph, i)
    for i in graph.of_type("ygo:Question"):
        order = graph.one(i, "ygo:order") == "ygo:ObstaclesPrevail"
        answers = graph.all(i, "ygo:admits")
        model.questions[i] = Question(
            i,
            *_described(graph, i),
            answers=tuple(answers),
            prevails=_OBSTACLES_FIRST if order else (),
            literal=LITERAL in answers,
            broader=tuple(graph.all(i, "skos:broader")),
            reads_off=graph.one(i, "ygo:readsOff"),
        )
        model.questions[i].readings = _readings(graph, model, model.questions[i].reads_off)
    for i in graph.of_type("ygo:Phrase"):
        question, said = model.questions.get(graph.one(i, "ygo:asks") or ""), graph.one(i, "ygo:answer")
        if question is not None and said is not None:
            question.phrases[said] = graph.texts(i, "skos:prefLabel")
    axes = set(graph.of_type("ygo:Axis"))
    for i in graph.of_type("ygo:Family", "ygo:Axis"):
        above = tuple(_above(graph, i))
        model.families[i] = Family(
            i,
            *_described(graph, i),
            above=above,
            axis=i if i in axes else next((a for a in above if a in axes), None),
            sources=tuple(graph.all(i, "prov:wasDerivedFrom")),
        )


def _described(graph: Triples, i: Id) -> tuple[Texts, Texts]:
    return graph.texts(i, "skos:prefLabel"), graph.texts(i, "skos:definition")


def _feature(graph: Triples, i: Id) -> Feature:
    kind = next(_KINDS[t] for t in graph.types(i) if t in _KINDS)
    return Feature(
        i,
        kind,
        *_described(graph, i),
        values=() if kind == "role" else tuple(_closed_list(graph, i)),
        functional="owl:FunctionalProperty" in graph.types(i),
        read_from=(graph.one(i, "ygo:readFrom") or "ygo:effect") if kind == "text" else None,
        unsaid_absent=(kind == "role" and i != ACTING) or graph.one(i, "ygo:unsaid") == "ygo:Absent",
        exhaustive=graph.one(i, "ygo:exhaustive") == "true",
        sources=tuple(graph.all(i, "prov:wasDerivedFrom")),
        state_of=graph.one(i, "ygo:stateOf"),
        inert_at=tuple(graph.all(i, "ygo:inertAt")),
    )


def _closed_list(graph: Triples, feature: Id) -> Iterator[Id]:
    yield from _in_sequence(graph, feature)
    value_class = graph.one(feature, "rdfs:range")
    for node in graph.all(value_class, "owl:equivalentClass") if value_class else ():
        for head in graph.all(node, "owl:oneOf"):
            yield from graph.members(head)


def _above(graph: Triples, family: Id) -> Iterator[Id]:
    """Walk the classes above a family breadth first, nearest first, each once."""
    seen, row = {family}, [family]
    while row:
        row = [p for f in row for p in graph.all(f, "rdfs:subClassOf") if not p.startswith("_:")]
        row = [p for p in dict.fromkeys(row) if p not in seen]
        seen.update(row)
        yield from row


def _rule(graph: Triples, i: Id) -> Rule:
    conditions = _conditions_in_one_piece(graph, i)
    shared: Id | None = None
    for node in graph.all(i, "owl:equivalentClass"):
        if not node.startswith("_:"):
            shared = node
            continue
        head = graph.one(node, "owl:intersectionOf")
        if head is None:
            raise BrokenInput(f"The condition of {i} is not an owl:intersectionOf.", "Write it as ( ygo:Case [ a owl:Restriction ; … ] ).")
        conditions += [_condition(graph, i, part) for part in graph.members(head) if part != "ygo:Case"]
    asks = graph.one(i, "ygo:asks")
    if asks is None:
        raise BrokenInput(f"{i} does not say what it answers.", "Add ygo:asks with a question or a derived feature.")
    return Rule(
        i,
        graph.texts(i, "skos:prefLabel"),
        tuple(conditions),
        asks,
        graph.one(i, "ygo:answer"),
        exception_to=tuple(graph.all(i, "ygo:exceptionTo")),
        basis=graph.one(i, "ygo:basis") or "",
        sources=tuple(graph.all(i, "prov:wasDerivedFrom")),
        comment=graph.texts(i, "rdfs:comment").get("en", ""),
        same_condition_as=shared,
        proves=graph.one(i, "ygo:proves"),
        **_validity(graph, i),
    )


def _conditions_in_one_piece(graph: Triples, rule: Id) -> list[Condition]:
    """Return the conditions that stand in the inferred graph, which needs no lists for them."""
    nodes = sorted(graph.all(rule, "ygo:condition"), key=lambda node: _number(graph, node, "ygo:position"))
    return [
        Condition(graph.one(node, "ygo:onFeature") or "", tuple(_in_sequence(graph, node)), graph.one(node, "ygo:ofFamily"))
        for node in nodes
    ]


def _in_sequence(graph: Triples, i: Id) -> Iterator[Id]:
    """Yield the members of what has them in a sequence (`rdf:_1`, `rdf:_2` …)."""
    places = [predicate for predicate in graph.predicates(i) if predicate.startswith("rdf:_")]
    for predicate in sorted(places, key=natural_key):
        yield from graph.all(i, predicate)


def _excluded(graph: Triples, model: Model) -> dict[Id, tuple[Id, ...]]:
    found: dict[Id, dict[Id, None]] = {}
    for i in (*model.terms, *model.families):
        for other in graph.all(i, "ygo:excludes"):
            found.setdefault(i, {})[other] = None
            found.setdefault(other, {})[i] = None
    return {i: tuple(sorted(others)) for i, others in sorted(found.items())}


def _condition(graph: Triples, rule: Id, node: str) -> Condition:
    feature = graph.one(node, "owl:onProperty")
    value, some = graph.one(node, "owl:hasValue"), graph.one(node, "owl:someValuesFrom")
    if feature is None or (value is None) == (some is None):
        raise BrokenInput(
            f"A condition of {rule} is neither a hasValue nor a someValuesFrom restriction on a feature.",
            "Conditions are conjunctions of these two; 'not' is an exception.",
        )
    if value is not None:
        return Condition(feature, values=(value,))
    if some is not None and not some.startswith("_:"):
        return Condition(feature, family=some)
    head = graph.one(some or "", "owl:oneOf")
    if head is None:
        raise BrokenInput(f"A condition of {rule} on {feature} is no list of values.", "Use [ a owl:Class ; owl:oneOf ( … ) ].")
    return Condition(feature, values=tuple(graph.members(head)))


def _shared_conditions(model: Model) -> None:
    for rule in model.rules.values():
        seen, origin = {rule.id}, rule
        while origin.same_condition_as is not None:
            if origin.same_condition_as in seen or origin.same_condition_as not in model.rules:
                raise BrokenInput(
                    f"{rule.id} takes its condition from {origin.same_condition_as}, which leads nowhere.",
                    "Name a rule that states the condition.",
                )
            origin = model.rules[origin.same_condition_as]
            seen.add(origin.id)
        rule.conditions = origin.conditions


def _effect_ids(graph: Triples) -> list[Id]:
    named = {s for s in graph.of_type("owl:NamedIndividual") if s.startswith("effect:")}
    return sorted(named | set(graph.of_type("ygo:CardEffect")), key=natural_key)


def _effect(graph: Triples, model: Model, i: Id) -> Effect:
    return Effect(
        i,
        graph.one(i, "ygo:effectOf"),
        graph.one(i, "ygo:mark") or "",
        graph.texts(i, "skos:prefLabel"),
        families=tuple(t for t in graph.types(i) if t in model.families),
        facts=_facts(graph, model, i),
        sources=tuple(graph.all(i, "prov:wasDerivedFrom")),
        reach={p: tuple(graph.all(i, p)) for p in graph.predicates(i) if p in REACH},
    )


def _facts(graph: Triples, model: Model, i: Id) -> dict[Id, tuple[Id, ...]]:
    return {p: tuple(graph.all(i, p)) for p in graph.predicates(i) if p in model.features}


def _ruling(graph: Triples, model: Model, i: Id) -> Ruling:
    asks, answer = graph.one(i, "ygo:asks"), graph.one(i, "ygo:answer")
    if asks is None or answer is None:
        raise BrokenInput(f"{i} has no {'question' if asks is None else 'answer'}.", "Every ruling has one ygo:asks and one ygo:answer.")
    return Ruling(
        i,
        _facts(graph, model, i),
        asks,
        answer,
        sources=tuple(graph.all(i, "prov:wasDerivedFrom")),
        summary=graph.texts(i, "rdfs:comment").get("en", ""),
        date=graph.one(i, "dct:date"),
        literal=graph.literal(i, "ygo:answer"),
        contrast=tuple(graph.all(i, "ygo:contrastWith")),
        given=tuple(graph.all(i, "ygo:given")),
        same_case_as=graph.one(i, "ygo:sameCaseAs"),
        expected_rule=graph.one(i, "ygo:expectedRule"),
        cards=tuple(graph.all(i, "ygo:mentions")),
        context=tuple(graph.all(i, "ygo:context")),
        context_because=graph.texts(i, "ygo:contextBecause").get("en", ""),
        told_as=graph.one(i, "ygo:toldAs") or "",
        **_validity(graph, i),
    )


def _validity(graph: Triples, i: Id) -> dict[str, Any]:
    """Return the fields that tell from when and until when a rule or ruling is said, and what took its place."""
    deprecated, until = graph.one(i, "owl:deprecated") == "true", graph.one(i, "ygo:validUntil") or ""
    return {
        "deprecated": deprecated,
        "valid_from": graph.one(i, "ygo:validFrom") or "",
        "valid_until": until,
        "replaced_by": tuple(graph.all(i, "dct:isReplacedBy")),
        "in_force": not (deprecated or until),
        "dropped": graph.one(i, "ygo:droppedOn") or "",
        "replaces": tuple(graph.all(i, "dct:replaces")),
        "repeated": tuple(graph.all(i, "ygo:repeatedSource")),
    }


def _exclusion(graph: Triples, i: Id) -> Exclusion:
    asks, other = graph.one(i, "ygo:asks"), graph.one(i, "ygo:otherQuestion")
    if asks is None or other is None:
        raise BrokenInput(f"{i} does not name two questions.", "Give it ygo:asks and ygo:otherQuestion.")
    answers, others = graph.all(i, "ygo:answer"), graph.all(i, "ygo:otherAnswer")
    return Exclusion(i, graph.texts(i, "skos:prefLabel"), asks, tuple(answers), other, tuple(others), tuple(graph.all(i, "ygo:onlyWith")))


def _with_shared_case(rulings: dict[Id, Ruling], i: Id) -> Ruling:
    ruling, seen = rulings[i], [i]
    facts: dict[Id, tuple[Id, ...]] = {}
    while seen[-1] in rulings:
        facts = rulings[seen[-1]].facts | facts
        following = rulings[seen[-1]].same_case_as
        if following is None:
            break
        if following in seen or following not in rulings:
            raise BrokenInput(f"{i} shares its case with {following}, which leads nowhere.", "Name a ruling that states the case.")
        seen.append(following)
    ruling.facts = {f: facts[f] for f in sorted(facts)}
    return ruling


def _sources(graph: Triples, model: Model) -> None:
    model.documents = documents_in(graph)
    for i in graph.of_type("ygo:RuleSystem"):
        model.systems[i] = System(i, graph.one(i, "ygo:topic") or "", *_described(graph, i), order=_number(graph, i, "ygo:position"))
    model.systems = dict(sorted(model.systems.items(), key=lambda item: item[1].order))
    for i in graph.of_type("ygo:Passage"):
        evidence = tuple(_evidence(graph, e) for e in graph.all(i, "ygo:evidence"))
        dates = {e.date for e in evidence}
        bare = tuple(Evidence("", d) for d in graph.all(i, "dct:date") if d not in dates)
        model.passages[i] = Passage(
            i,
            graph.one(i, "dct:isPartOf") or "",
            _number(graph, i, "ygo:line"),
            graph.one(i, "ygo:passageKind") or "",
            graph.one(i, "ygo:system") or "",
            graph.one(i, "ygo:section") or "",
            graph.one(i, "ygo:digest") or "",
            evidence=evidence + bare,
            revision_of=tuple(graph.all(i, "prov:wasRevisionOf")),
            valid_from=graph.one(i, "ygo:validFrom") or "",
            valid_until=graph.one(i, "ygo:validUntil") or "",
        )
    for s in graph.of_type("ygo:Passage"):
        reason = graph.one(s, "ygo:leftOutBecause")
        if reason is not None:
            model.left_out[s] = reason


def _with_later_states(model: Model) -> None:
    """Add to the sources of rules and rulings, and to what is left out, the passages of later states that have the same words."""
    later = same_words_later(model)
    nouns: tuple[Rule | Ruling, ...] = (*model.rules.values(), *model.rulings.values())
    for noun in nouns:
        added = (other for source in noun.sources for other in later.get(source, ()))
        noun.sources = tuple(sorted({*noun.sources, *added}, key=natural_key))
        noun.repeated = tuple(source for source in noun.sources if _is_repeated(model, source, noun.sources, later))
    for noun in nouns:
        ends = [model.passages[source].valid_until for source in noun.sources if source in model.passages]
        noun.dropped = max(ends) if noun.in_force and ends and all(ends) else ""
    for passage, reason in list(model.left_out.items()):
        model.left_out |= dict.fromkeys(later.get(passage, ()), reason)


def _with_replaced(model: Model) -> None:
    """Tell rules and rulings what they took the place of; what a rule is replaced by is a rule, and a ruling by a ruling."""
    for nouns in (model.rules, model.rulings):
        for noun in nouns.values():
            noun.replaced_by = tuple(later for later in noun.replaced_by if later in nouns)
            for later in noun.replaced_by:
                nouns[later].replaces = (*nouns[later].replaces, noun.id)


def _is_repeated(model: Model, source: Id, sources: Iterable[Id], later: Mapping[Id, Sequence[Id]]) -> bool:
    """Say whether a later state says the same: in the same words, or in others that are a source too, the words of this one being gone."""
    if source in later:
        return True
    passage = model.passages.get(source)
    if passage is None or not passage.valid_until:
        return False
    documents = {model.passages[other].document for other in sources if other in model.passages and not model.passages[other].valid_until}
    return any(i in model.documents and model.documents[i].revision_of == passage.document for i in documents)


def same_words_later(model: Model) -> dict[Id, list[Id]]:
    """Return the passages of later states that have the very words of a passage, by that passage."""
    found: dict[Id, list[Id]] = {}
    for passage in model.passages.values():
        for earlier in passage.revision_of:
            if earlier in model.passages and model.passages[earlier].digest == passage.digest:
                found.setdefault(earlier, []).append(passage.id)
    return found


def _number(graph: Triples, i: Id, predicate: Id) -> int:
    text = graph.one(i, predicate) or "0"
    if not (text.isascii() and text.isdecimal() and len(text) <= _LONGEST_NUMBER):
        raise BrokenInput(f"{i}: its {predicate} is no number.", "Write it in digits, such as 12.")
    return int(text)


def _evidence(graph: Triples, i: Id) -> Evidence:
    return Evidence(graph.one(i, "ygo:sourceClass") or "", graph.one(i, "dct:date") or "", graph.one(i, "dct:identifier"))


def _readings(graph: Triples, model: Model, feature: Id | None) -> dict[Id, Id]:
    """Return the value of a derived feature for each answer of the question that reads off it."""
    values = model.features[feature].values if feature in model.features else ()
    return {answer: value for value in values for answer in graph.all(value, "ygo:answersAs")}


def _cards(graph: Triples, model: Model) -> None:
    for i in graph.of_type("ygo:Card"):
        _number(graph, i, "dct:identifier")
        model.cards[i] = Card(
            i,
            graph.one(i, "dct:identifier") or "0",
            graph.one(i, "ygo:konamiId"),
            graph.one(i, "ygo:cardKind") or "",
            graph.texts(i, "skos:prefLabel"),
            variants=tuple(graph.all(i, "skos:altLabel")),
            types=graph.one(i, "ygo:typeLine") or "",
        )
    for i in graph.of_type("ygo:Archetype"):
        model.archetypes[i] = Archetype(i, graph.texts(i, "skos:prefLabel"))
