"""Policies on the definitions of `ontology/situation`: what each says of itself, that its SPARQL can run, and that all of it ends."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pyoxigraph as ox

from ygokg.checks.finding import Problem
from ygokg.checks.sources import Sources
from ygokg.graph.triples import PREFIXES
from ygokg.messages import LANGUAGES

_DEFINITION, _CONSTRUCT, _STRATUM = "ygo:Definition", "sh:construct", "ygo:stratum"
_BASES = ("ygo:Stated", "ygo:Inferred", "ygo:Presupposed")
_STRATA = ("1", "2", "3", "4")
_OF_CASES = 4
_FEATURES = ("ygo:Role", "ygo:TextFeature", "ygo:StateFeature", "ygo:DerivedFeature")
_GIVEN = ("ygo:negatedBy", "ygo:protectedBy", "ygo:redirectedBy", "ygo:restrictedBy", "ygo:hangsOn")
"""What plays a part in a case: it is found before the features, by definitions that say nothing else."""
_WORD = re.compile(r"\bygo:\w+")


def definitions_whole(sources: Sources) -> Iterator[Problem]:
    """A definition of situations has labels in zh, ja and en, a basis, a source, a stratum from 1 to 4 and one query."""
    for subject in sources.of_type(_DEFINITION):
        languages = {text.language for text in sources.texts(subject, "skos:prefLabel")}
        if missing := [lang for lang in LANGUAGES if lang not in languages]:
            yield Problem(subject, f"has no label in {', '.join(missing)}. Add it.", "skos:prefLabel")
        if len(found := sources.names(subject, "ygo:basis")) != 1 or found[0] not in _BASES:
            yield Problem(subject, f"needs one ygo:basis: {', '.join(_BASES)}.", "ygo:basis")
        if not sources.names(subject, "prov:wasDerivedFrom"):
            yield Problem(subject, "names no passage that says it. Add prov:wasDerivedFrom.", "prov:wasDerivedFrom")
        strata = [text.value for text in sources.texts(subject, _STRATUM)]
        if len(strata) != 1 or strata[0] not in _STRATA:
            yield Problem(subject, "needs one ygo:stratum, from 1 to 4.", _STRATUM)
        if len(sources.texts(subject, _CONSTRUCT)) != 1:
            yield Problem(subject, "needs one sh:construct.", _CONSTRUCT)


def definitions_run(sources: Sources) -> Iterator[Problem]:
    """The query of a definition of situations can be run, and says a feature or a term of the vocabulary of situations."""
    store = ox.Store()
    prefix = f"PREFIX ygo: <{PREFIXES['ygo']}>\n"
    for subject, text in _constructs(sources):
        try:
            store.query(prefix + text)
        except SyntaxError as error:
            yield Problem(subject, f"has SPARQL that cannot be read: {error}. Mend it.", _CONSTRUCT)
            continue
        for property in _said(text):
            if not {*_FEATURES, "owl:AnnotationProperty"} & set(sources.types(property)):
                yield Problem(subject, f"says {property}, which is no feature and no property. Correct the name, or define it.", _CONSTRUCT)


def definitions_end(sources: Sources) -> Iterator[Problem]:
    """A definition of situations looks only at what those of its stratum or an earlier one say; of a case, at what plays a part in it."""
    strata = {s: int(text.value) for s in sources.of_type(_DEFINITION) for text in sources.texts(s, _STRATUM) if text.value in _STRATA}
    texts = [(subject, text) for subject, text in _constructs(sources) if subject in strata]
    first: dict[str, int] = {}
    for subject, text in texts:
        for property in _said(text):
            first[property] = min(strata[subject], first.get(property, _OF_CASES))
    for subject, text in texts:
        for property in dict.fromkeys(_WORD.findall(_where(text))):
            later = first.get(property, 0) > strata[subject]
            beside = strata[subject] == first.get(property) == _OF_CASES and property not in _GIVEN
            if later or beside:
                message = f"looks at {property}, which is said in stratum {first[property]}. Look at what it rests on instead."
                yield Problem(subject, message, _CONSTRUCT)


def _constructs(sources: Sources) -> list[tuple[str, str]]:
    return [(subject, text.value) for subject in sources.of_type(_DEFINITION) for text in sources.texts(subject, _CONSTRUCT)]


def _said(text: str) -> list[str]:
    """Return the properties in the head of a query: the second word of each of its triples."""
    head = text.partition("WHERE")[0].partition("{")[2].rpartition("}")[0]
    return [words[1] for part in re.split(r"\s\.(?:\s|$)", head) if len(words := part.split()) > 2]


def _where(text: str) -> str:
    return text.partition("WHERE")[2]
