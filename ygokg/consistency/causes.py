"""Which rule or ruling is at fault: every disagreement traced to one cause.

A disagreement shows in many places: two rules that disagree bring every ruling under both into conflict, a wrong rule stands
against the rules it meets, its exceptions and its rulings, a wrong ruling against its rule and all rulings like it. A rule that
no ruling bears out is at fault for all that it stands against; then who stands against most; a ruling is only where its rules
are borne out by others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ygokg.consistency.examined import Examined
from ygokg.consistency.finding import documents_of
from ygokg.consistency.states import RulingState
from ygokg.model import Id

__all__ = ["RuleCause", "deciding", "departing_groups", "rule_causes", "ruling_groups"]


@dataclass(slots=True)
class RuleCause:
    """A rule at fault: the rules it disagrees with, those it makes needless exceptions of (or is one of), the rulings that depart."""

    rule: Id
    clashing: list[Id] = field(default_factory=list)
    needless: list[Id] = field(default_factory=list)
    under_both: set[Id] = field(default_factory=set)
    departing: list[RulingState] = field(default_factory=list)


def rule_causes(seen: Examined) -> list[RuleCause]:
    """Return the rules at fault, each with all that it is at fault for."""
    causes = list(_between_rules(seen))
    explained = {ruling for cause in causes for ruling in cause.under_both}
    left = {i: state for i, state in seen.states.items() if i not in explained and _to_be_explained(seen, state)}
    known = {cause.rule: cause for cause in causes}
    while left:
        counts: dict[Id, int] = {}
        for state in left.values():
            for rule in _unsupported(seen, state):
                counts[rule] = counts.get(rule, 0) + (state.departs or rule in known)
        worst = min((i for i in counts if counts[i]), key=lambda i: (i not in known, -counts[i], i), default=None)
        if worst is None:
            break
        cause = known.setdefault(worst, RuleCause(worst))
        cause.departing += [state for state in left.values() if worst in _unsupported(seen, state)]
        left = {i: state for i, state in left.items() if worst not in _unsupported(seen, state)}
    return list(known.values())


def _between_rules(seen: Examined) -> Iterator[RuleCause]:
    """Yield stars of rules that disagree, or of which one is a needless exception to the other."""
    needless = {frozenset(pair) for pair in seen.broken.needless}
    left: dict[Id, set[Id]] = {}
    for pair in needless | set(seen.clashes):
        for rule in pair:
            left.setdefault(rule, set()).update(pair - {rule})

    def rank(rule: Id) -> tuple[bool, int, Id]:
        disagrees = any(frozenset((rule, partner)) in seen.clashes for partner in left[rule])
        return disagrees and rule in seen.supported, -len(left[rule]), rule

    while left:
        pivot = min(left, key=rank)
        partners = sorted(left.pop(pivot))
        clashing = [p for p in partners if frozenset((pivot, p)) in seen.clashes]
        both = {ruling for p in clashing for ruling in seen.clashes[frozenset((pivot, p))]}
        yield RuleCause(pivot, clashing, [p for p in partners if p not in clashing], both)
        for partner in partners:
            left[partner].discard(pivot)
        left = {i: others for i, others in left.items() if others}


def _to_be_explained(seen: Examined, state: RulingState) -> bool:
    return (state.departs or state.unexplained) and not state.excused and not seen.unclear(state.ruling.id)


def _unsupported(seen: Examined, state: RulingState) -> list[Id]:
    """Return the rules behind what is derived for a ruling, directly or through a feature, that no ruling bears out."""
    return [rule for rule in (*deciding(seen, state), *sorted(state.deriving)) if rule not in seen.supported]


def deciding(seen: Examined, state: RulingState) -> tuple[Id, ...]:
    """Return the rules that are in and give what the rules derive for a ruling."""
    return tuple(rule for rule in state.inside if seen.base.model.rules[rule].answer in state.answers)


def departing_groups(seen: Examined, settled: set[Id]) -> list[list[RulingState]]:
    """Return the rulings at fault that depart from rules which others bear out.

    Together is what one passage says, or one document about cases that the rules cannot tell apart from those of another document.
    """
    groups: dict[tuple[object, ...], list[RulingState]] = {}
    for name, state in seen.states.items():
        if name in settled or not state.departs or not _to_be_explained(seen, state):
            continue
        others = seen.opponents(name)
        own, against = documents_of(seen.model, (name,)), documents_of(seen.model, others)
        apart = bool(own and against) and own.isdisjoint(against)
        same = (own, others) if apart else (frozenset(state.ruling.sources), ())
        groups.setdefault((state.ruling.asks, state.ruling.answer, state.answers, *same), []).append(state)
    return list(groups.values())


def ruling_groups(seen: Examined, settled: set[Id]) -> list[list[Id]]:
    """Return the rulings left that contradict each other, where no rule says who is right; each group once."""
    groups: list[list[Id]] = []
    free = {i for i, state in seen.states.items() if i not in settled and not state.departs and not seen.unclear(i)}
    for name in sorted(free):
        others = free.intersection(seen.opponents(name))
        if others:
            touching = [group for group in groups if not others.union((name,)).isdisjoint(group)]
            merged = sorted({name, *others, *(i for group in touching for i in group)})
            groups = [*(group for group in groups if group not in touching), merged]
    return sorted(groups)
