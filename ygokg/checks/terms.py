"""Policies on terms: what they are called, how they are defined, that somebody needs them, and which concept they are about.

Of the OWL 2 DL profile the policy `owl_profile` looks at what breaks it most easily, so that editors and reasoners read every statement as
it is meant; the whole of it is checked by the tests, with the checker of OWLAPI.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from ygokg.checks.finding import Problem
from ygokg.checks.sources import OWN_PREFIXES, Sources
from ygokg.graph.subjects import cycles
from ygokg.messages import LANGUAGES

_DEFINITION_LANGUAGES = ("zh", "en")
_OFFICIAL_CHINESE = "zh-hans"
"""Cards and archetypes may have an official Chinese name besides the one that players use; the parser puts tags in lower case."""
_NAMED = ("card:", "archetype:")
_KINDS_RESOLVED_BY_LABEL = {
    "feature": ("ygo:Role", "ygo:StateFeature", "ygo:TextFeature", "ygo:DerivedFeature"),
    "question": ("ygo:Question",),
    "family": ("ygo:Family", "ygo:Axis"),
}
_SCHEME = "ygo:Concepts"
_ABOUT_SOMETHING = {**_KINDS_RESOLVED_BY_LABEL, "rule system": ("ygo:RuleSystem",)}
_PROPERTIES = ("owl:ObjectProperty", "owl:DatatypeProperty", "owl:AnnotationProperty")
_CLASSES = ("owl:Class", "rdfs:Datatype")
_BUILT_IN = ("rdf:", "rdfs:", "owl:", "xsd:", "_:")


def _is_shape(sources: Sources, subject: str) -> bool:
    return any(kind.startswith("sh:") for kind in sources.types(subject))


def _described(sources: Sources) -> Iterator[str]:
    """Give the terms that need both labels and a definition; a phrase is only words."""
    for subject in list(sources.facts):
        types = sources.types(subject)
        if subject.startswith(("ygo:", "system:")) and types and "ygo:Phrase" not in types and not _is_shape(sources, subject):
            yield subject


def _labelled(sources: Sources) -> Iterator[str]:
    """Give the terms that need labels: described ones, phrases, rules, documents, cards, archetypes, and effects of no card."""
    yield from _described(sources)
    yield from sources.of_type("ygo:Phrase")
    for subject in list(sources.facts):
        of_no_card = subject.startswith("effect:") and sources.types(subject) and not sources.names(subject, "ygo:effectOf")
        if of_no_card or subject.startswith(("rule:", *_NAMED)) or "ygo:Document" in sources.types(subject):
            yield subject


def _one_per_language(sources: Sources, subject: str, predicate: str, wanted: tuple[str, ...]) -> Iterator[Problem]:
    found: dict[str, list[str]] = defaultdict(list)
    for text in sources.texts(subject, predicate):
        found[text.language].append(text.value)
    missing = [language for language in wanted if not found.get(language)]
    if missing:
        yield Problem(subject, f'has no {predicate} in {", ".join(missing)}. Add {predicate} "…"@{missing[0]}.', predicate)
    for language, values in sorted(found.items()):
        if language == _OFFICIAL_CHINESE and len(values) == 1 and subject.startswith(_NAMED):
            continue
        if language not in wanted:
            tag = f"with the language tag {language}" if language else "without a language tag"
            yield Problem(subject, f"has a {predicate} {tag}. Use one of {', '.join(wanted)}.", predicate)
        elif len(values) > 1:
            yield Problem(subject, f"has {len(values)} texts of {predicate} in {language}. Keep one.", predicate)
        for value in values:
            if value != " ".join(value.split()):
                yield Problem(subject, f"has a {predicate} in {language} with stray white space. Trim it.", predicate)


def labels(sources: Sources) -> Iterator[Problem]:
    """Every term has exactly one label in zh, ja and en each."""
    for subject in _labelled(sources):
        yield from _one_per_language(sources, subject, "skos:prefLabel", LANGUAGES)


def phrases(sources: Sources) -> Iterator[Problem]:
    """A phrase says one answer that its question admits, and no answer to a question has two."""
    said: set[tuple[str, str]] = set()
    for subject in sources.of_type("ygo:Phrase"):
        pairs = [(asks, answer) for asks in sources.names(subject, "ygo:asks") for answer in sources.names(subject, "ygo:answer")]
        if len(pairs) != 1 or pairs[0][1] not in sources.names(pairs[0][0], "ygo:admits"):
            message = "is not for one answer that its question admits. Give it one ygo:asks and one ygo:answer of that question."
            yield Problem(subject, message, "ygo:answer")
        elif pairs[0] in said:
            yield Problem(subject, f"is a second phrase for {pairs[0][1]} to {pairs[0][0]}. Keep one.", "ygo:answer")
        said.update(pairs)


def definitions(sources: Sources) -> Iterator[Problem]:
    """Every term has exactly one definition in zh and en each."""
    for subject in _described(sources):
        yield from _one_per_language(sources, subject, "skos:definition", _DEFINITION_LANGUAGES)


def circular_definitions(sources: Sources) -> Iterator[Problem]:
    """A definition says more than the label it explains."""
    for subject in _described(sources):
        names = {_plain(text.value) for text in sources.texts(subject, "skos:prefLabel")}
        for text in sources.texts(subject, "skos:definition"):
            if _plain(text.value) in names:
                yield Problem(
                    subject, f"has a definition in {text.language} that only repeats its label. Say what it means.", "skos:definition"
                )


def _plain(text: str) -> str:
    """Return the letters and digits of a text, so that 'The zone.' equals 'zone'."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    for article in ("a ", "an ", "the "):
        folded = folded.removeprefix(article)
    return "".join(char for char in folded if char.isalnum())


def labels_shared(sources: Sources) -> Iterator[Problem]:
    """A label names one feature, one question, one family, one value of a feature: people select by label."""
    groups = {kind: sources.of_type(*types) for kind, types in _KINDS_RESOLVED_BY_LABEL.items()}
    for kind, value_class in _value_classes(sources).items():
        groups[f"value of {kind}"] = value_class
    for kind, members in groups.items():
        first: dict[tuple[str, str], str] = {}
        for subject in members:
            for text in sources.texts(subject, "skos:prefLabel"):
                other = first.setdefault((text.language, _plain(text.value)), subject)
                if other != subject:
                    yield Problem(
                        subject,
                        f"has the same {text.language} label as {other}, another {kind}: {text.value}. Tell them apart.",
                        "skos:prefLabel",
                    )


def _value_classes(sources: Sources) -> dict[str, list[str]]:
    """Return the closed list of values of every class that has one."""
    found: dict[str, list[str]] = {}
    for subject in list(sources.facts):
        if subject.startswith("ygo:"):
            for node in sources.names(subject, "owl:equivalentClass"):
                for head in sources.names(node, "owl:oneOf"):
                    found[subject] = sources.members(head)
    return found


def undefined_terms(sources: Sources) -> Iterator[Problem]:
    """Every name of this project that is used is defined somewhere by a statement with a type."""
    defined = {subject for subject in sources.facts if sources.types(subject)}
    for file in sources.files:
        for statement in file.text.statements:
            names = list(statement.mentions) if statement.subject in defined else [statement.subject, *statement.mentions]
            for name in names:
                if name.startswith(OWN_PREFIXES) and name not in defined:
                    yield Problem(statement.subject, _undefined_message(name), name)


def _undefined_message(name: str) -> str:
    if name.startswith("src:"):
        return f"cites {name}, which is not in data/sources. Correct the line number, or add the passage."
    if name.startswith("card:"):
        return f"names {name}, which is not in data/cards.ttl. Correct the passcode, or add the card."
    return f"uses {name}, which is defined nowhere. Correct the name, or define it."


def unused_terms(sources: Sources) -> Iterator[Problem]:
    """A feature, value, family, class, question or answer that nothing uses is not kept."""
    checked = ("ygo:Value", "ygo:Answer", "ygo:Question", "ygo:Family", "ygo:Axis")
    ranges = set(_value_classes(sources))
    used = {term for terms in _users(sources).values() for term in terms}
    for subject in list(dict.fromkeys([*sources.of_type(*checked), *sorted(ranges)])):
        if subject not in used and not sources.deprecated(subject):
            yield Problem(subject, "is used by no rule, ruling, effect or other term. Use it, or delete it.")
    for subject in sources.of_type("ygo:CardEffect"):
        if subject.startswith("effect:") and subject not in used:
            yield Problem(subject, "is in no family and no ruling or rule names it. Give it a family, or delete it.")


def unused_features(sources: Sources) -> Iterator[Problem]:
    """Every feature is in the condition of a rule or in a ruling, or tells of an effect in a role whether it is in force."""
    users = _users(sources)
    used = {term for subject, terms in users.items() if subject.startswith(("rule:", "ruling:")) for term in terms}
    for subject in sources.of_type(*_KINDS_RESOLVED_BY_LABEL["feature"]):
        if subject not in used and not sources.names(subject, "ygo:stateOf") and not sources.deprecated(subject):
            yield Problem(subject, "is in no rule's condition and no ruling. Use it, or delete it.")


def _users(sources: Sources) -> dict[str, set[str]]:
    """Return what each statement mentions besides its own subject; lists of different or disjoint things are no use."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in sources.files:
        for statement in file.text.statements:
            if not {"owl:AllDifferent", "owl:AllDisjointClasses"} & set(statement.mentions):
                found[statement.subject] |= set(statement.mentions) - {statement.subject}
    return found


def deprecated_terms(sources: Sources) -> Iterator[Problem]:
    """A deprecated term names its replacement and nothing uses it any more; a withdrawn ruling needs no replacement."""
    deprecated = [subject for subject in list(sources.facts) if sources.deprecated(subject)]
    users: dict[str, list[str]] = defaultdict(list)
    for subject, terms in _users(sources).items():
        for term in terms:
            if subject not in deprecated and term not in sources.names(subject, "ygo:contrastWith"):
                users[term].append(subject)
    for subject in deprecated:
        replacement = next(iter(sources.names(subject, "dct:isReplacedBy")), "")
        if not replacement and not subject.startswith("ruling:"):
            yield Problem(subject, "is deprecated without a replacement. Add dct:isReplacedBy.", "owl:deprecated")
        for user in users[subject]:
            advice = f"Use {replacement} instead." if replacement else "Use another."
            yield Problem(user, f"uses {subject}, which is deprecated. {advice}", subject)


def subjects_given(sources: Sources) -> Iterator[Problem]:
    """Every family, feature, question and rule system says by dct:subject which concept it is about."""
    concepts = set(_concepts(sources))
    for kind, types in _ABOUT_SOMETHING.items():
        for subject in sources.of_type(*types):
            if not sources.names(subject, "dct:subject") and not sources.deprecated(subject):
                yield Problem(subject, f"is a {kind} about no concept. Add dct:subject with one of `ygokg term`, or define one that fits.")
    for subject in list(sources.facts):
        for concept in sources.names(subject, "dct:subject"):
            if concept not in concepts:
                yield Problem(subject, f"is about {concept}, which is no concept. Name one of `ygokg term`.", concept)


def concepts_used(sources: Sources) -> Iterator[Problem]:
    """Something is about every concept, or about a narrower one."""
    used = {concept for subject in list(sources.facts) for concept in sources.names(subject, "dct:subject")}
    wider = {concept: sources.names(concept, "skos:broader") for concept in _concepts(sources)}
    row = list(used)
    while row:
        row = [concept for i in row for concept in wider.get(i, ()) if concept not in used]
        used.update(row)
    for concept in wider:
        if concept not in used and not sources.deprecated(concept):
            yield Problem(concept, "is a concept that nothing is about, nor about a narrower one. Use it with dct:subject, or delete it.")


def concepts_in_scheme(sources: Sources) -> Iterator[Problem]:
    """Every concept is in the scheme `ygo:Concepts`: at its top, or below concepts of it, and never below itself."""
    wider: Mapping[str, Sequence[str]] = {concept: sources.names(concept, "skos:broader") for concept in _concepts(sources)}
    for concept, above in wider.items():
        if _SCHEME not in sources.names(concept, "skos:inScheme"):
            yield Problem(concept, f"is in no scheme. Add skos:inScheme {_SCHEME}.")
        on_top = _SCHEME in sources.names(concept, "skos:topConceptOf")
        if on_top == bool(above):
            yield Problem(concept, f"needs either skos:broader or skos:topConceptOf {_SCHEME}. Say where it stands, once.")
        for name in above:
            if name not in wider:
                yield Problem(concept, f"stands below {name}, which is no concept. Correct the name.", name)
    for cycle in cycles(wider):
        yield Problem(cycle[0], f"stands below itself: {' → '.join(cycle)}. Take out one skos:broader.", cycle[1])


def _concepts(sources: Sources) -> list[str]:
    return sources.of_type("ygo:Concept", "skos:Concept")


def owl_profile(sources: Sources) -> Iterator[Problem]:
    """Every property and class that is used is declared, as one kind of thing: OWL 2 DL demands it."""
    used: set[tuple[str, str]] = set()
    for file in sources.files:
        for subject, predicate, value in file.triples:
            if file.shapes or subject.startswith("_:"):
                continue
            if predicate == "rdf:type" and isinstance(value, str):
                yield from _of_two_kinds(sources, subject, value)
                yield from _used(sources, subject, value, "class", used)
            yield from _used(sources, subject, predicate, "property", used)


def _used(sources: Sources, subject: str, name: str, kind: str, before: set[tuple[str, str]]) -> Iterator[Problem]:
    """Look at a name where it is used first; `term-undefined` finds our own names that nothing declares."""
    if name.startswith(_BUILT_IN) or (name, kind) in before:
        return
    before.add((name, kind))
    declared = sources.types(name)
    kinds, usual = (_PROPERTIES, "owl:AnnotationProperty") if kind == "property" else (_CLASSES[:1], "owl:Class")
    if declared and not any(known in kinds for known in declared):
        yield Problem(subject, f"uses {name} as a {kind}, but it is declared as something else. Correct the name.", name)
    elif not declared and not name.startswith(OWN_PREFIXES):
        yield Problem(subject, f"uses {name}, a {kind} that is not declared. Declare it in ontology/core.ttl, usually as {usual}.", name)


def _of_two_kinds(sources: Sources, subject: str, value: str) -> Iterator[Problem]:
    for kinds in (_PROPERTIES, _CLASSES):
        others = [kind for kind in kinds if kind in sources.types(subject)]
        if value in others[1:]:
            yield Problem(subject, f"is declared {' and '.join(others)}, which OWL 2 DL forbids. Keep one of them.", value)
