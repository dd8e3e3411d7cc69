"""One unknown feature of which every value gives the same answer: then that is the answer.

This holds for features of a state or a text whose values leave nothing out, since one of them says that there is none; never for
roles, for derived features or for what counts as absent when it is not said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ygokg.graph.model import Id
from ygokg.resolver.completing import weighed_with
from ygokg.resolver.outcome import Unless
from ygokg.resolver.overturning import Weighed, conditions
from ygokg.resolver.proof import told_anew


class Whatever(NamedTuple):
    """A feature, the case with one value of it, and the conditions that the answer has under any of them."""

    feature: Id
    result: Weighed
    conditions: tuple[Unless, ...]


def whatever(result: Weighed) -> Whatever | None:
    """Return the first unknown feature every value of which gives the same answer to an open question; None where there is none."""
    for feature in _candidates(result):
        known = result.base.model.features[feature]
        cases: list[Weighed] = []
        for value in known.values:
            case = weighed_with(result.base, result.block.asks, {**result.case.stated, feature: (value,)})
            if case.verdict.status != "derived" or (cases and case.verdict.answers != cases[0].verdict.answers):
                break
            cases.append(case)
        else:
            return Whatever(feature, cases[0], tuple(_conditions_of_any(cases, feature)))
    return None


def _conditions_of_any(cases: Sequence[Weighed], feature: Id) -> Iterator[Unless]:
    seen: list[Unless] = []
    for case in cases:
        for unless in told_anew(case, conditions(case)):
            if unless not in seen and not _is_about(unless, feature):
                seen.append(unless)
                yield unless


def _is_about(unless: Unless, feature: Id) -> bool:
    return any(condition.feature == feature for condition in unless.missing)


def _candidates(result: Weighed) -> Iterator[Id]:
    """Yield the unknown features that leave no value out and of which each value is looked at by some rule within reach."""
    base = result.base
    blocks = (result.block, *map(base.block, result.block.derived))
    for feature in sorted(result.block.mentioned):
        known = base.model.features[feature]
        if known.exhaustive and feature not in result.case.known and not base.counts_as_absent(feature):
            looked_at = {value for block in blocks for place in block.on.get(feature, ()) for value in block.conditions[place].values}
            if looked_at.issuperset(known.values):
                yield feature
