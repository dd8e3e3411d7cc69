"""Rulings that answer a case themselves, and who is followed where they disagree.

A ruling is about a case if three things hold (the design's section on the resolver). Nothing foreign: what the case states stands
in the ruling or follows there. Nothing missing: what the rules look at in the ruling holds in the case. The same rules: exactly
the same ones are fulfilled. What the ruling itself lists as context need not be there, but may not be something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ygokg.model import Id, Ruling
from ygokg.resolver.case import values_of
from ygokg.resolver.disagreement import issued, later_document, superseded
from ygokg.resolver.families import CERTAIN
from ygokg.resolver.outcome import IMPLYING_YES, PENDING, YES, Side
from ygokg.resolver.overturning import Weighed
from ygokg.resolver.records import PARTIES, Sketch, fulfilled_in, opponents, record_of, sketches
from ygokg.resolver.rulebase import Rulebase

__all__ = ["Documented", "documented", "same_party"]


class Documented(NamedTuple):
    """What rulings say about a case: the answer (None in a conflict), who says so, whom they supersede, and the sides of a clash."""

    answer: str | None
    rulings: tuple[Id, ...]
    superseded: tuple[Id, ...] = ()
    sides: tuple[Side, ...] = ()


def documented(weighed: Weighed) -> Documented | None:
    """Return what rulings say about the case itself; None where no ruling is about it."""
    base, question = weighed.base, weighed.block.asks
    fulfilled = fulfilled_in(weighed)
    if not weighed.case.known.get(PARTIES[0]):
        return None
    matching = [s.ruling for s in sketches(base, question).by_fulfilled.get(fulfilled, ()) if _is_about(s, weighed)]
    if not matching:
        return None
    opposed = [other for ruling in matching for other in opponents(base, ruling)]
    rulings = {ruling.id: ruling for ruling in (*matching, *opposed)}
    return _settled(weighed, [rulings[i] for i in sorted(rulings)])


def _is_about(sketch: Sketch, weighed: Weighed) -> bool:
    """Say whether a ruling under which exactly the same rules are fulfilled is about the case itself."""
    base, own, case = weighed.base, sketch.known, weighed.case
    if not own.get(PARTIES[0]) or not same_party(base, own[PARTIES[0]], case.known[PARTIES[0]]):
        return False
    context = sketch.ruling.context
    if not _has_rules_behind(sketch):
        return _all_equal(base, {f: v for f, v in own.items() if f not in context or f in case.stated}, case.known)
    mentioned = weighed.block.mentioned
    for feature, values in own.items():
        party = feature in PARTIES and feature not in context
        if (party or feature in mentioned) and not _holds(base, feature, values, values_of(case, feature)):
            return False
    foreign = {f: v for f, v in case.stated.items() if not (f in own and _equal(base, f, own[f], v))}
    following = {f: d.fact.values for f, d in case.derived.items() if d.fact.values}
    if not foreign and not following:
        return True
    there = record_of(base, weighed.block, sketch.ruling).case
    return all(_equal(base, f, values_of(there, f), v) for f, v in foreign.items()) and all(
        not (said := values_of(there, f)) or set(said) == set(values) for f, values in following.items()
    )


def _has_rules_behind(sketch: Sketch) -> bool:
    """Say whether rules bear out the ruling, or leave it as pending as it is; an amount holds for its very facts only."""
    ruling = sketch.ruling
    return not ruling.literal and bool(sketch.fulfilled) and (sketch.borne_out or ruling.answer == PENDING)


def _all_equal(base: Rulebase, own: Mapping[Id, tuple[Id, ...]], known: Mapping[Id, tuple[Id, ...]]) -> bool:
    return own.keys() == known.keys() and all(_equal(base, f, own[f], known[f]) for f in own)


def _equal(base: Rulebase, feature: Id, there: Sequence[Id], here: Sequence[Id]) -> bool:
    if set(there) == set(here):
        return True
    known = base.model.features.get(feature)
    return known is not None and known.kind == "role" and same_party(base, there, here)


def _holds(base: Rulebase, feature: Id, there: Sequence[Id], here: Sequence[Id]) -> bool:
    return set(there) <= set(here) or _equal(base, feature, there, here)


def same_party(base: Rulebase, there: Sequence[Id], here: Sequence[Id]) -> bool:
    """Say whether a role has the same effect in a ruling (`there`) and in a case (`here`).

    A ruling on "some card that …" names a stand-in, which belongs to no card: families that say of the case's unknown effect just
    what the stand-in is are the same.
    """
    if set(there) == set(here):
        return True
    if len(there) != 1 or there[0] not in base.model.effects or base.model.effects[there[0]].card is not None:
        return False
    families = base.model.effects[there[0]].families
    closure = base.kinship.closure(there[0])
    within = (f in closure or _is_below(base, f, families) for f in here)
    return all(f in base.model.families for f in here) and all(within) and all(_is_of(base, here, f) for f in families)


def _is_below(base: Rulebase, family: Id, wider: Iterable[Id]) -> bool:
    return any(base.kinship.level(family, other) == CERTAIN for other in wider)


def _is_of(base: Rulebase, families: Iterable[Id], wanted: Id) -> bool:
    return any(base.kinship.level(family, wanted) == CERTAIN for family in families)


def _settled(weighed: Weighed, rulings: Sequence[Ruling]) -> Documented:
    model = weighed.base.model
    old = superseded(rulings)
    standing = [ruling for ruling in rulings if ruling.id not in old]
    by_answer: dict[str, list[Ruling]] = {}
    for ruling in standing:
        by_answer.setdefault(ruling.answer, []).append(ruling)
    stronger = next((answer for answer in IMPLYING_YES if answer in by_answer), None)
    if stronger is not None:
        by_answer[stronger] += by_answer.pop(YES, [])
    sides = tuple(
        Side(answer, rulings=tuple(r.id for r in said), issued=max(issued(model, r.sources) for r in said))
        for answer, said in sorted(by_answer.items())
    )
    if len(sides) == 1:
        return Documented(sides[0].answer, sides[0].rulings, old)
    followed = later_document(sides)
    if followed is None:
        return Documented(None, tuple(r.id for r in standing), old, sides)
    return Documented(followed.answer, followed.rulings, old, sides)
