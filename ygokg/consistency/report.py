"""All findings of a model, in one call; those that are real and stay are accepted one by one with a reason."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

import pyoxigraph as ox

from ygokg.consistency.contradictions import contradictions
from ygokg.consistency.examined import Examined
from ygokg.consistency.finding import IDLE_ACCEPTANCE, KINDS, REVIEW, STALE, Acceptance, Finding, Hint, make_finding
from ygokg.consistency.gaps import (
    derived_against_stated,
    fitted,
    misfiled,
    not_borne_out,
    questions_disagree,
    review,
    uncovered,
    unexercised,
    unexplained,
    unread,
)
from ygokg.consistency.past import past_contradictions
from ygokg.errors import BrokenInput
from ygokg.graph.model import Id, Model
from ygokg.graph.triples import TripleLike, Triples, expand, natural_key
from ygokg.resolver.figures import figures

_TYPE = "ygo:Acceptance"


def find(
    model: Model | Examined, accepted: Sequence[Acceptance] = (), *, with_review: bool = False, stale: Sequence[Finding] | None = None
) -> list[Finding]:
    """Return the findings of a model, by kind and then by what they are about, marked where accepted.

    `stale` are those of stale passages, None where the documents are not there to tell. `with_review` adds pairs of rules that could
    meet in a case and would then disagree. Raises `BrokenInput` where derived features depend on each other in a circle.
    """
    seen = model if isinstance(model, Examined) else Examined(model)
    told = figures(seen.base)
    against = contradictions(seen)
    settled = {*_named(against), *seen.broken.rules}
    found = [
        *against,
        *derived_against_stated(seen),
        *questions_disagree(seen),
        *seen.broken.findings,
        *misfiled(seen),
        *unexplained(seen, settled),
        *unread(seen),
        *not_borne_out(seen),
        *uncovered(seen, told),
        *fitted(seen, told),
        *unexercised(seen, told, settled),
        *past_contradictions(seen.model, {finding.id for finding in against}),
        *(stale or ()),
        *(review(seen) if with_review else ()),
    ]
    unseen = {kind for kind, there in ((REVIEW, with_review), (STALE, stale is not None)) if not there}
    return sorted(accept(found, accepted, unseen), key=_order)


def with_stale(found: Iterable[Finding], accepted: Sequence[Acceptance], stale: Sequence[Finding] | None) -> list[Finding]:
    """Return what `find` returned before for the same acceptances, in its order, with the findings of stale passages as `find` has them."""
    about = [acceptance for acceptance in accepted if acceptance.what[0].partition(":")[0] == STALE]
    return sorted([*found, *(accept(stale, about, unseen=()) if stale is not None else ())], key=_order)


def _named(findings: Iterable[Finding]) -> set[Id]:
    return {i for finding in findings for side in finding.sides for i in (*side.rules, *side.rulings)}


def _order(finding: Finding) -> tuple[object, ...]:
    return KINDS.index(finding.kind), [natural_key(i) for i in finding.key], finding.id


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
