"""Policies on the concepts: one scheme, every concept of use, and nothing that is about none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ygokg.checks.finding import Problem
from ygokg.checks.sources import Sources
from ygokg.cycles import cycles

__all__ = ["concepts_in_scheme", "concepts_used", "subjects_given"]

_SCHEME = "ygo:Concepts"
_ABOUT_SOMETHING = {
    "family": ("ygo:Family", "ygo:Axis"),
    "feature": ("ygo:Role", "ygo:StateFeature", "ygo:TextFeature", "ygo:DerivedFeature"),
    "question": ("ygo:Question",),
    "rule system": ("ygo:RuleSystem",),
}


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
