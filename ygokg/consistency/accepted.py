"""Findings that are real and stay, accepted one by one with a reason."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

import pyoxigraph as ox

from ygokg.consistency.finding import IDLE_ACCEPTANCE, KINDS, REVIEW, STALE, Acceptance, Finding, Hint, make_finding
from ygokg.errors import BrokenInput
from ygokg.graph.triples import TripleLike, Triples, expand

__all__ = ["accept", "acceptances", "stored_acceptances"]

_TYPE = "ygo:Acceptance"


def acceptances(triples: Iterable[TripleLike]) -> list[Acceptance]:
    """Return the acceptances that triples state, by id.

    Raises `BrokenInput` for one that does not say what it accepts and why, or that says it in no form a finding could match.
    """
    triples, kind = list(triples), expand(_TYPE)
    subjects = {t.subject for t in triples if getattr(t.object, "value", None) == kind}
    graph = Triples(t for t in triples if t.subject in subjects)
    found = []
    for i in graph.of_type(_TYPE):
        what, because = graph.one(i, "ygo:accepts"), graph.texts(i, "ygo:because").get("en", "").strip()
        if not what or not because:
            missing = "what it accepts" if not what else "why"
            raise BrokenInput(f"{i} does not say {missing}.", 'Write ygo:accepts "kind:id" ; ygo:because "…"@en.')
        first = what.split()[0].partition(":")[0]
        if first not in KINDS:
            raise BrokenInput(f"{i} accepts `{what}`, which begins with no kind of finding.", f"Kinds are {', '.join(KINDS)}.")
        found.append(Acceptance(i, tuple(what.split()), because))
    return found


def stored_acceptances(store: ox.Store) -> list[Acceptance]:
    """Return the acceptances in a store; raises as `acceptances` does."""
    kind, said = ox.NamedNode(expand("rdf:type")), ox.DefaultGraph()
    subjects = [quad.subject for quad in store.quads_for_pattern(None, kind, ox.NamedNode(expand(_TYPE)), said)]
    return acceptances(quad for subject in subjects for quad in store.quads_for_pattern(subject, None, None, said))


def accept(findings: Sequence[Finding], accepted: Sequence[Acceptance], unseen: Collection[str] = (REVIEW, STALE)) -> list[Finding]:
    """Return the findings, marked where an acceptance matches, and one more for each acceptance that matches none.

    An acceptance of a kind that the findings are without (`unseen`) is left alone.
    """
    used: set[str] = set()
    marked = []
    for finding in findings:
        matching = [acceptance for acceptance in accepted if _matches(acceptance, finding)]
        used.update(acceptance.id for acceptance in matching)
        marked.append(replace(finding, accepted=matching[0]) if matching else finding)
    for acceptance in accepted:
        if acceptance.id not in used and acceptance.what[0].partition(":")[0] not in unseen:
            hint = Hint("drop-acceptance", (("acceptance", (acceptance.id,)),))
            marked.append(make_finding(IDLE_ACCEPTANCE, (acceptance.id, *acceptance.what), settle=(hint,)))
    return marked


def _matches(acceptance: Acceptance, finding: Finding) -> bool:
    """Say whether an acceptance means a finding: by its id, or by its kind and patterns that name all of its key and nothing else."""
    first, *patterns = acceptance.what
    if not patterns:
        return first == finding.id
    named = all(any(fnmatchcase(i, pattern) for pattern in patterns) for i in finding.key)
    return first == finding.kind and named and all(any(fnmatchcase(i, pattern) for i in finding.key) for pattern in patterns)
