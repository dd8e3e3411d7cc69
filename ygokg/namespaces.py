"""The prefixes of the graph, and the way from CURIE to IRI and back."""

from __future__ import annotations

__all__ = ["PREFIXES", "curie", "expand", "words_graph"]

_BASE = "https://w3id.org/ygokg/"

PREFIXES: dict[str, str] = {
    "ygo": _BASE + "ontology#",
    "rule": _BASE + "rule/",
    "ruling": _BASE + "ruling/",
    "effect": _BASE + "effect/",
    "card": _BASE + "card/",
    "archetype": _BASE + "archetype/",
    "system": _BASE + "system/",
    "src": _BASE + "source/",
    "evidence": _BASE + "evidence/",
    "accepted": _BASE + "accepted/",
    "finding": _BASE + "finding/",
    "owl": "http://www.w3.org/2002/07/owl#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "prov": "http://www.w3.org/ns/prov#",
    "dct": "http://purl.org/dc/terms/",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "sh": "http://www.w3.org/ns/shacl#",
    "vann": "http://purl.org/vocab/vann/",
}

_LONGEST_FIRST = sorted(PREFIXES.items(), key=lambda item: -len(item[1]))


def expand(name: str) -> str:
    """Return the IRI of a CURIE (`ygo:Yes`); a name without a known prefix comes back unchanged."""
    prefix, colon, local = name.partition(":")
    base = PREFIXES.get(prefix) if colon else None
    return base + local if base is not None else name


def curie(iri: str) -> str:
    """Return the CURIE of an IRI under a known prefix; any other IRI comes back unchanged."""
    for prefix, base in _LONGEST_FIRST:
        if iri.startswith(base):
            return f"{prefix}:{iri[len(base) :]}"
    return iri


def words_graph(lang: str) -> str:
    """Return the IRI of the graph that tells things in the words of one language."""
    return f"{_BASE}graph/words/{lang}"
