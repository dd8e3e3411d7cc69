"""Policies on sources: every claim cites a passage, and a passage left out has a reason."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ygokg.checks.finding import Problem
from ygokg.checks.sources import Sources

__all__ = ["cited_passages", "left_out", "passage_ids", "ruling_ids"]

_CITES = "prov:wasDerivedFrom"
_RULING = re.compile(r"ruling:(?P<document>[a-z]+)\.(?P<line>\d+)(?:\.[a-z]+)?")
_PASSAGE = re.compile(r"src:(?P<document>[a-z]+)\.(?P<line>\d+)")


def cited_passages(sources: Sources) -> Iterator[Problem]:
    """Rules and rulings cite passages, never a whole document or something else."""
    passages = set(sources.of_type("ygo:Passage"))
    for subject in sources.of_type("ygo:Rule", "ygo:Ruling"):
        cited = sources.names(subject, _CITES)
        if not cited:
            yield Problem(subject, f"cites no passage. Add {_CITES} src:….")
        for name in cited:
            known = sources.types(name)
            if known and name not in passages:
                yield Problem(subject, f"cites {name}, which is no passage. Cite the line, as src:negation.112.", name)


def left_out(sources: Sources) -> Iterator[Problem]:
    """A passage is left out with a reason of its own words, and then nothing cites it."""
    for subject in list(sources.facts):
        if "ygo:leftOutBecause" not in sources.facts[subject]:
            continue
        reasons = sources.texts(subject, "ygo:leftOutBecause")
        if [text.language for text in reasons] != ["en"] or not reasons[0].value.strip():
            yield Problem(subject, 'needs one reason: ygo:leftOutBecause "…"@en.', "ygo:leftOutBecause")
        for other, facts in sources.facts.items():
            if subject in facts.get(_CITES, []):
                yield Problem(other, f"cites {subject}, which is left out. Delete it from data/left-out.ttl.", subject)


def ruling_ids(sources: Sources) -> Iterator[Problem]:
    """A ruling is named after a passage that it cites: `ruling:negation.112`, or `.a`, `.b` for several questions."""
    for subject in sources.of_type("ygo:Ruling"):
        match = _RULING.fullmatch(subject)
        if match is None:
            yield Problem(subject, "is not named after its passage. Name it ruling:DOCUMENT.LINE, with .a, .b … if needed.")
            continue
        expected = f"src:{match['document']}.{match['line']}"
        if expected not in sources.names(subject, _CITES):
            yield Problem(subject, f"does not cite {expected}, the passage in its name. Cite it, or rename the ruling.", _CITES)


def passage_ids(sources: Sources) -> Iterator[Problem]:
    """A passage is named after its document and line, and says the same in its statement."""
    for subject in sources.of_type("ygo:Passage"):
        match = _PASSAGE.fullmatch(subject)
        lines = [text.value for text in sources.texts(subject, "ygo:line")]
        if match is None or lines != [match["line"]] or sources.names(subject, "dct:isPartOf") != [f"src:{match['document']}"]:
            yield Problem(subject, "does not state the document and line of its name. Correct dct:isPartOf, ygo:line or the name.")
