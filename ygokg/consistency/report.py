"""All findings of a model, in one call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ygokg.consistency.accepted import accept
from ygokg.consistency.contradictions import contradictions
from ygokg.consistency.examined import Examined
from ygokg.consistency.finding import KINDS, REVIEW, STALE, Acceptance, Finding
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
from ygokg.graph.model import Id, Model
from ygokg.graph.triples import natural_key
from ygokg.resolver.figures import figures

__all__ = ["find", "with_stale"]


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
