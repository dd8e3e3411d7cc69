"""Rulings that answer the same question differently, and the fewest facts that make the difference."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from ygokg.model import Id, Ruling
from ygokg.resolver.completing import alone
from ygokg.resolver.outcome import PENDING, agree
from ygokg.resolver.records import Sketch, sketches
from ygokg.resolver.rulebase import Rulebase

__all__ = ["Contrast", "contrasts"]

_MOST = 3
"""How many facts together are tried."""

Values = tuple[Id, ...]


class Contrast(NamedTuple):
    """A ruling with another answer beside the one looked at.

    `documented` says that the documents put the two beside each other. `flipping` are the fewest features that, taken over from
    the other ruling, make the rules give its answer; empty where no few do. `differing` are all features that differ, these
    first, with the values here and there (none where a ruling does not state the feature); `shared` those that do not differ.
    `kinds` has, for a role among the flipping ones, the families by which rules tell the two effects apart: of the one here only,
    of the one there only.
    """

    ruling: Id
    documented: bool
    flipping: tuple[Id, ...]
    differing: dict[Id, tuple[Values, Values]]
    shared: dict[Id, Values]
    kinds: dict[Id, tuple[Values, Values]]


def contrasts(base: Rulebase, ruling: Ruling, *, at_most: int = 5) -> tuple[Contrast, ...]:
    """Return the rulings that answer the question of `ruling` differently, the nearest first.

    First those that the documents put beside it, then those which the fewest facts tell from it by the rules, then those with
    the fewest differences of any kind; pending ones, which claim nothing, come last. Withdrawn rulings are left out.
    """
    own = {sketch.ruling.id: sketch for sketch in sketches(base, ruling.asks)}
    if ruling.id not in own:
        return ()
    here = own[ruling.id]
    others = [there for i, there in own.items() if i != ruling.id and not _alike(ruling, there.ruling)]
    found = [_contrast(base, here, there) for there in others]
    pending = {there.ruling.id for there in others if there.ruling.answer == PENDING}
    return tuple(sorted(found, key=lambda contrast: (contrast.ruling in pending, *_distance(contrast)))[:at_most])


def _distance(contrast: Contrast) -> tuple[bool, bool, int, int, Id]:
    return not contrast.documented, not contrast.flipping, len(contrast.flipping), len(contrast.differing), contrast.ruling


def _alike(one: Ruling, other: Ruling) -> bool:
    return agree(one.answer, other.answer) or agree(other.answer, one.answer)


def _contrast(base: Rulebase, here: Sketch, there: Sketch) -> Contrast:
    features = sorted({*here.known, *there.known})
    differing = [f for f in features if set(here.known.get(f, ())) != set(there.known.get(f, ()))]
    flipping = next(_flips(base, here, there, differing), ())
    ordered = sorted(differing, key=lambda f: f not in flipping)
    return Contrast(
        there.ruling.id,
        there.ruling.id in here.ruling.contrast or here.ruling.id in there.ruling.contrast,
        flipping,
        {f: (here.known.get(f, ()), there.known.get(f, ())) for f in ordered},
        {f: here.known[f] for f in features if f not in differing},
        {f: kinds for f in flipping if any(kinds := _kinds(base, here, there, f))},
    )


def _kinds(base: Rulebase, here: Sketch, there: Sketch, role: Id) -> tuple[Values, Values]:
    """Return the families of the effect here only and of the one there only, as far as rules ask for them that hold on one side alone."""
    rules = [base.block(here.ruling.asks).rules[place] for place in here.fulfilled ^ there.fulfilled]
    named = {c.family for rule in rules for c in rule.conditions if c.feature == role and c.family is not None}
    one, other = ({f for v in sketch.known.get(role, ()) for f in base.kinship.closure(v) if f in named} for sketch in (here, there))
    return tuple(sorted(one - other)), tuple(sorted(other - one))


def _flips(base: Rulebase, here: Sketch, there: Sketch, differing: Collection[Id]) -> Iterator[tuple[Id, ...]]:
    """Yield features that turn the answer here into the one there, the fewest first; nothing where the rules do not give the answers."""
    block = base.block(here.ruling.asks)
    telling = [f for f in differing if f in block.mentioned]
    if not _gives(base, here.ruling, here.known) or not _gives(base, there.ruling, there.known):
        return
    for size in range(1, min(_MOST, len(telling)) + 1):
        for taken in combinations(telling, size):
            if _gives(base, there.ruling, _exchanged(here.ruling.facts, there.known, taken)):
                yield taken


def _exchanged(facts: Mapping[Id, Values], there: Mapping[Id, Values], taken: Collection[Id]) -> dict[Id, Values]:
    kept = {feature: values for feature, values in facts.items() if feature not in taken}
    return {**kept, **{feature: there[feature] for feature in taken if feature in there}}


def _gives(base: Rulebase, ruling: Ruling, facts: Mapping[Id, Values]) -> bool:
    """Say whether the rules alone give the ruling's answer to a case, what is not stated not holding."""
    derived = alone(base, ruling.asks, facts)
    return derived is not None and agree(ruling.answer, derived)
