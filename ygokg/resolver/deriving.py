"""How the rules of a block stand, and what those that are in say together.

A rule is in where its conditions hold and no exception to it is in (`stand`). Of several answers the question's order decides
(No before Yes); where it decides nothing, the document that was issued later is followed, and where there is none, nobody: that
is a conflict (`conclude`). Rulings supersede each other in the same spirit, the newer of dated ones before the older.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from ygokg.graph.model import IN_GENERAL, OBSTACLE_ABSENT, Id, Model, Ruling
from ygokg.resolver.outcome import IMPLYING_YES, PENDING, PER_CARD, YES, Side
from ygokg.resolver.rulebase import CERTAIN, HOLDS, RULED_OUT, Block, Rulebase


class Standing(NamedTuple):
    """For each rule of a block: how far its conditions hold together, and whether it is in, certainly in, ruled out."""

    holds: list[int]
    within: list[bool]
    certain: list[bool]
    ruled_out: list[bool]


class Verdict(NamedTuple):
    """What the rules that are in say: `status` is derived, open, conflict or pending; `sides` where they disagreed.

    `unhindered`: it is open, as the rules that are in prove no more than that something does not hinder. `in_general`: no rule
    says it of every case.
    """

    status: str
    answers: tuple[str, ...] = ()
    sides: tuple[Side, ...] = ()
    per_card: bool = False
    unhindered: bool = False
    in_general: bool = False

    @property
    def answer(self) -> str | None:
        """The one answer, or None."""
        return self.answers[0] if self.status in ("derived", "pending") else None

    def differs(self, other: Verdict) -> bool:
        """Say whether the other verdict answers differently."""
        return (self.status, self.answers) != (other.status, other.answers)


def stand(block: Block, levels: Sequence[int], *, suppressed: Collection[int] = ()) -> Standing:
    """Return how the rules of `block` stand where its conditions hold as far as `levels` says; `suppressed` ones are not in."""
    size = len(block.rules)
    standing = Standing([CERTAIN] * size, [False] * size, [False] * size, [False] * size)
    for rule in range(size):
        _place(block, standing, levels, rule)
        if rule in suppressed:
            standing.within[rule] = False
    return standing


def stand_after(
    block: Block,
    before: Standing,
    levels: Sequence[int],
    changed: Iterable[int],
    *,
    forced: Collection[int] = (),
    suppressed: Collection[int] = (),
) -> Standing:
    """Return how the rules stand once the levels of the `changed` conditions are others: only the rules that this reaches are looked at.

    `forced` rules are taken to be in and `suppressed` ones not to be, whatever else holds.
    """
    standing = Standing(before.holds.copy(), before.within.copy(), before.certain.copy(), before.ruled_out.copy())
    within, certain, ruled_out = standing.within, standing.certain, standing.ruled_out
    reached = {*forced, *suppressed}
    for condition in changed:
        reached.update(block.using[condition])
    row = sorted(reached)  # exceptions come before the rules that they defeat, so that one pass is enough
    while row:
        rule = row.pop(0)
        earlier = within[rule], certain[rule], ruled_out[rule]
        _place(block, standing, levels, rule)
        if rule in forced:
            within[rule] = True
        elif rule in suppressed:
            within[rule] = False
        if (within[rule], certain[rule], ruled_out[rule]) != earlier:
            for target in block.targets[rule]:
                if target not in reached:
                    reached.add(target)
                    insort(row, target)
    return standing


def _place(block: Block, standing: Standing, levels: Sequence[int], rule: int) -> None:
    """Work out how one rule stands; its exceptions are placed already."""
    within, certain, ruled_out = standing.within, standing.certain, standing.ruled_out
    level = CERTAIN
    for condition in block.needs[rule]:
        if levels[condition] < level:
            level = levels[condition]
            if level == RULED_OUT:
                break
    standing.holds[rule] = level
    within[rule], certain[rule], ruled_out[rule] = level >= HOLDS, level == CERTAIN, level == RULED_OUT
    for exception in block.exceptions[rule] if level != RULED_OUT else ():
        within[rule] = within[rule] and not within[exception]
        certain[rule] = certain[rule] and ruled_out[exception]
        ruled_out[rule] = ruled_out[rule] or certain[exception]


def conclude(base: Rulebase, block: Block, within: Sequence[bool], *, closed: bool) -> Verdict:
    """Return what the rules that are in (by position) say together, after the question's order of answers.

    Where the setting is not `closed`, a rule that only tells of an absent obstacle gives no answer alone.
    """
    said: dict[str, list[int]] = {}
    unhindered = False
    for place, is_in in enumerate(within):
        if is_in:
            rule = block.rules[place]
            if rule.answer is None:
                continue
            if not closed and rule.proves == OBSTACLE_ABSENT:
                unhindered = True
            else:
                said.setdefault(rule.answer, []).append(place)
    if not said:
        return Verdict("open", unhindered=unhindered)
    if len(said) > 1:
        said = _after_order(said, block)
    if len(said) == 1 or not block.functional:
        general = block.graded and all(block.rules[p].proves == IN_GENERAL for places in said.values() for p in places)
        return _verdict(tuple(sorted(said)))._replace(in_general=general)
    return _settled(base, block, said)


def _verdict(answers: tuple[str, ...], sides: tuple[Side, ...] = ()) -> Verdict:
    if answers == (PER_CARD,):
        return Verdict("open", per_card=True)
    return Verdict("pending" if answers == (PENDING,) else "derived", answers, sides)


def _after_order(said: dict[str, list[int]], block: Block) -> dict[str, list[int]]:
    said = {answer: rules for answer, rules in said.items() if answer != PER_CARD}
    stronger = next((answer for answer in IMPLYING_YES if answer in said), None)
    if stronger is not None:
        said[stronger] = said[stronger] + said.pop(YES, [])
    if not block.prevails:
        return said
    # May and its like are in no order: they are permissions, which every obstacle and duty outranks.
    ranks = {answer: block.prevails.index(answer) if answer in block.prevails else len(block.prevails) for answer in said}
    first = min(ranks.values())
    return {answer: rules for answer, rules in said.items() if ranks[answer] == first}


def _settled(base: Rulebase, block: Block, said: dict[str, list[int]]) -> Verdict:
    model = base.model
    sides = tuple(
        Side(
            answer,
            rules=tuple(sorted(block.rules[r].id for r in said[answer])),
            issued=max(issued(model, block.rules[r].sources) for r in said[answer]),
        )
        for answer in sorted(said)
    )
    followed = later_document(sides)
    if followed is None:
        return Verdict("conflict", tuple(side.answer for side in sides), sides)
    return _verdict((followed.answer,), sides)


def issued(model: Model, sources: Iterable[Id]) -> str:
    """Return the latest state (`YYYY-MM` or longer) among the documents of the passages, or the empty text."""
    documents = (model.documents.get(model.passages[s].document) for s in sources if s in model.passages)
    return max((d.issued for d in documents if d is not None), default="")


def later_document(sides: Sequence[Side]) -> Side | None:
    """Return the side whose document was issued after those of all others; None where no document is the last one alone."""
    ranked = sorted(sides, key=lambda side: side.issued)
    if not ranked[0].issued or ranked[-1].issued == ranked[-2].issued:
        return None
    return ranked[-1]


def superseded(rulings: Sequence[Ruling]) -> tuple[Id, ...]:
    """Return the rulings that a newer one with another answer supersedes; only where both are dated."""
    return tuple(
        old.id for old in rulings if old.date and any(new.date and new.date > old.date and new.answer != old.answer for new in rulings)
    )
