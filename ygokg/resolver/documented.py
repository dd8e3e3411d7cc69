"""Rulings that answer a case themselves, and who is followed where they disagree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ygokg.model import Id, Ruling
from ygokg.resolver.case import values_of
from ygokg.resolver.disagreement import issued, later_document, superseded
from ygokg.resolver.outcome import IMPLYING_YES, YES, Side
from ygokg.resolver.overturning import Weighed
from ygokg.resolver.records import PARTIES, Sketch, fulfilled_in, opponents, sketches

__all__ = ["Documented", "documented"]


class Documented(NamedTuple):
    """What rulings say about a case: the answer (None in a conflict), who says so, whom they supersede, and the sides of a clash."""

    answer: str | None
    rulings: tuple[Id, ...]
    superseded: tuple[Id, ...] = ()
    sides: tuple[Side, ...] = ()


def documented(weighed: Weighed) -> Documented | None:
    """Return what rulings say about the case itself; None where no ruling is about it.

    A ruling is about the case if it asks the same of the same `effect` and `negator`, the case has the features of it that the
    rules mention, and exactly the same rules are fulfilled; for a literal answer, or where the question has no rules, if all
    features are equal (the design's section on the resolver).
    """
    base, question = weighed.base, weighed.block.asks
    fulfilled = fulfilled_in(weighed)
    effect = weighed.case.known.get(PARTIES[0], ())
    candidates = sketches(base, question).by_effect.get(effect, ()) if effect else ()
    matching = [sketch.ruling for sketch in candidates if _is_about(sketch, weighed, fulfilled)]
    if not matching:
        return None
    opposed = [other for ruling in matching for other in opponents(base, ruling)]
    rulings = {ruling.id: ruling for ruling in (*matching, *opposed)}
    return _settled(weighed, [rulings[i] for i in sorted(rulings)])


def _is_about(sketch: Sketch, weighed: Weighed, fulfilled: frozenset[int]) -> bool:
    own, case = sketch.known, weighed.case
    if not own.get(PARTIES[0]) or any(own.get(role, ()) != case.known.get(role, ()) for role in PARTIES):
        return False
    block = weighed.block
    if sketch.ruling.literal or not block.rules:
        return own.keys() == case.known.keys() and all(set(own[f]) == set(case.known[f]) for f in own)
    mentioned = (f for f in own if f in block.mentioned and f not in PARTIES)
    return sketch.fulfilled == fulfilled and all(set(own[f]).issubset(values_of(case, f)) for f in mentioned)


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
