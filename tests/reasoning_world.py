"""Rules in a line, laid over the small world, for the tests of the reasoner."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest
from check_world import with_file

from ygokg.checks.hermit import Classified, classify, find_java
from ygokg.checks.second_opinion import Reasoned, reason
from ygokg.checks.sources import Sources
from ygokg.errors import BrokenInput
from ygokg.graph.compile import compile_model
from ygokg.graph.triples import PREFIXES

__all__ = ["classified_once", "needs_java", "overlaid", "reasoned", "rule"]


def _why_no_java() -> str:
    try:
        find_java()
    except BrokenInput as error:
        return error.message
    return ""


needs_java = pytest.mark.skipif(bool(_why_no_java()), reason=_why_no_java() or "Java is there")
"""Skip what needs Java where there is none."""


def reasoned(sources: Sources) -> Reasoned:
    """Ask the reasoner anew, past the cache."""
    return reason(sources.quads, compile_model(sources.quads), anew=True)


@lru_cache
def classified_once(triples: bytes) -> Classified:
    """Return what HermiT makes of statements; for those that it was asked about before in this run it is not started again."""
    return classify(triples)


def overlaid(folder: Path, text: str) -> Sources:
    """Return the small world with more Turtle; its prefixes need not be typed."""
    path = folder / "more.ttl"
    path.write_text("".join(f"@prefix {name}: <{iri}> .\n" for name, iri in PREFIXES.items()) + text, encoding="utf-8")
    return with_file(path, "more.ttl")


def rule(name: str, *conditions: str, asks: str, answer: str = "ygo:No", exception_to: str = "", same_as: str = "") -> str:
    """Write a rule with conditions like `ygo:face ygo:FaceUp ygo:FaceDown` (one of these) or `ygo:negator some ygo:Lasting`."""
    parts = " ".join(_restriction(*condition.split()) for condition in conditions)
    condition = same_as or f"[ a owl:Class ; owl:intersectionOf ( ygo:Case {parts} ) ]"
    concludes = (f" ; ygo:answer {answer}" if answer else "") + (f" ; ygo:exceptionTo {exception_to}" if exception_to else "")
    return f"rule:negation.{name} a owl:Class , ygo:Rule ; owl:equivalentClass {condition} ; ygo:asks {asks}{concludes} .\n"


def _restriction(feature: str, *values: str) -> str:
    if values[0] == "some":
        some = f"owl:someValuesFrom {values[1]}"
    elif len(values) == 1:
        some = f"owl:hasValue {values[0]}"
    else:
        some = f"owl:someValuesFrom [ a owl:Class ; owl:oneOf ( {' '.join(values)} ) ]"
    return f"[ a owl:Restriction ; owl:onProperty {feature} ; {some} ]"
