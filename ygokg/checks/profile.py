"""The policy on what breaks the OWL 2 DL profile most easily, so that editors and reasoners read every statement as it is meant.

The whole of the profile is checked by the tests, with the checker of OWLAPI.
"""

from __future__ import annotations

from collections.abc import Iterator

from ygokg.checks.finding import Problem
from ygokg.checks.sources import OWN_PREFIXES, Sources

__all__ = ["owl_profile"]

_PROPERTIES = ("owl:ObjectProperty", "owl:DatatypeProperty", "owl:AnnotationProperty")
_CLASSES = ("owl:Class", "rdfs:Datatype")
_BUILT_IN = ("rdf:", "rdfs:", "owl:", "xsd:", "_:")


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
