"""Rulings and rules that contradict each other, every disagreement traced to the one rule or ruling that is at fault.

A disagreement shows in many places: two rules that disagree bring every ruling under both into conflict, a wrong rule stands
against the rules it meets, its exceptions and its rulings, a wrong ruling against its rule and all rulings like it. A rule that
no ruling bears out is at fault for all that it stands against; then who stands against most; a ruling is only where its rules
are borne out by others. Each cause becomes one finding, with both sides and with what would settle it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ygokg.consistency.examined import Examined, RulingState
from ygokg.consistency.finding import (
    BROKEN_EXCEPTION,
    RULE_RULE,
    RULING_RULE,
    RULING_RULING,
    SOURCE_SOURCE,
    Finding,
    FindingSide,
    Hint,
    distinct,
    documents_of,
    make_finding,
)
from ygokg.graph.model import Id
from ygokg.resolver.outcome import agree


@dataclass(slots=True)
class RuleCause:
    """A rule at fault: the rules it disagrees with, those it makes needless exceptions of (or is one of), the rulings that depart."""

    rule: Id
    clashing: list[Id] = field(default_factory=list)
    needless: list[Id] = field(default_factory=list)
    under_both: set[Id] = field(default_factory=set)
    departing: list[RulingState] = field(default_factory=list)


def contradictions(seen: Examined) -> list[Finding]:
    """Return the findings of all four kinds, and the needless exceptions; rules first."""
    found: list[Finding] = []
    settled: set[Id] = set()
    for cause in _rule_causes(seen):
        found.append(_of_rule(seen, cause))
        settled |= {*cause.under_both, *(state.ruling.id for state in cause.departing)}
    for group in _departing_groups(seen, settled):
        found.append(_rulings_depart(seen, group))
        settled.update(state.ruling.id for state in group)
    found += [_rulings_disagree(seen, rulings) for rulings in _ruling_groups(seen, settled)]
    return found


def _rule_causes(seen: Examined) -> list[RuleCause]:
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


def _departing_groups(seen: Examined, settled: set[Id]) -> list[list[RulingState]]:
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


def _ruling_groups(seen: Examined, settled: set[Id]) -> list[list[Id]]:
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


def _of_rule(seen: Examined, cause: RuleCause) -> Finding:
    if cause.clashing:
        return _rules_disagree(seen, cause)
    return _rulings_depart(seen, cause.departing, cause) if cause.departing else _needless(seen, cause)


def _needless(seen: Examined, cause: RuleCause) -> Finding:
    rules = seen.base.model.rules
    links = [pair for pair in sorted(seen.broken.needless) if cause.rule in pair and {*pair} <= {cause.rule, *cause.needless}]
    exceptions, targets = (tuple(dict.fromkeys(pair[n] for pair in links)) for n in (0, 1))
    answer = rules[cause.rule].answer
    return make_finding(
        BROKEN_EXCEPTION,
        (cause.rule, *cause.needless),
        asks=rules[cause.rule].asks,
        sides=(FindingSide(answer, exceptions), FindingSide(answer, targets)),
        settle=(Hint("exception-needless", (("rules", exceptions), ("others", targets))),),
        detail="needless",
    )


def _rules_disagree(seen: Examined, cause: RuleCause) -> Finding:
    rules = seen.base.model.rules
    pivot, first = rules[cause.rule], rules[cause.clashing[0]]
    rulings = sorted({*cause.under_both, *(state.ruling.id for state in cause.departing)})
    here = [i for i in rulings if seen.model.rulings[i].asks == pivot.asks]
    sides = _sides(seen, pivot.asks, (), (pivot.id, *cause.clashing), here)
    between = _between(seen, [side.rules for side in sides if side.rules])
    narrow, wide = _by_breadth(seen, pivot.id, first.id)
    return make_finding(
        SOURCE_SOURCE if between else RULE_RULE,
        (pivot.id, *cause.clashing),
        asks=pivot.asks,
        sides=sides,
        shared=_shared(seen, rulings),
        conditions=distinct((*pivot.conditions, *first.conditions)),
        cases=tuple(i for i in rulings if i not in here),
        settle=(
            *_later_document(seen, between),
            Hint("make-exception", (("rule", (narrow,)), ("other", (wide,)))),
            Hint("narrow-condition", (("rules", (narrow, wide)),)),
            *_needless_too(cause),
        ),
    )


def _by_breadth(seen: Examined, one: Id, other: Id) -> tuple[Id, Id]:
    """Return two rules that meet, the narrower first; by name where neither entails the other."""
    situations = seen.meetings.situations
    forth, back = (bool(situations[a]) and all(b in s.fulfilled for s in situations[a]) for a, b in ((one, other), (other, one)))
    return (other, one) if (back and not forth) or (back == forth and other < one) else (one, other)


def _rulings_depart(seen: Examined, group: Sequence[RulingState], cause: RuleCause | None = None) -> Finding:
    rules = seen.base.model.rules
    # A rule at fault that decides a feature can have rulings on several questions; the finding is told on that of one that departs.
    first = next((state for state in group if state.departs), group[0])
    asks = first.ruling.asks
    own = tuple(state.ruling.id for state in group)
    elsewhere = tuple(state.ruling.id for state in group if state.ruling.asks != asks)
    named = dict.fromkeys(rule for state in group for rule in deciding(seen, state))
    saying = (cause.rule, *named) if cause is not None else tuple(named)
    saying = tuple(dict.fromkeys(saying))
    others = tuple(sorted({other for name in own for other in seen.opponents(name)} - set(own)))
    between = _between(seen, [own, (*saying, *others)])
    concerned = {condition.feature for rule in saying for condition in rules[rule].conditions}
    shared = _shared(seen, (*own, *others))
    return make_finding(
        SOURCE_SOURCE if between else RULING_RULING if others else RULING_RULE,
        own if others else (*own, *saying),
        asks=asks,
        sides=_sides(seen, asks, (first.ruling.answer, *first.answers), saying, [i for i in (*own, *others) if i not in elsewhere]),
        shared=shared if others else tuple(fact for fact in shared if fact[0] in concerned) or shared,
        cases=elsewhere,
        settle=(
            *_later_document(seen, between),
            *_ruling_hints(seen, own, others),
            *((Hint("exception-for", (("rulings", own), ("rules", saying))),) if saying else ()),
            *(_needless_too(cause) if cause is not None else ()),
        ),
    )


def _rulings_disagree(seen: Examined, rulings: Sequence[Id]) -> Finding:
    asks = seen.model.rulings[rulings[0]].asks
    sides = _sides(seen, asks, sorted({seen.model.rulings[i].answer for i in rulings}), (), rulings)
    between = _between(seen, [side.rulings for side in sides])
    others = [i for side in sides[1:] for i in side.rulings]
    return make_finding(
        SOURCE_SOURCE if between else RULING_RULING,
        rulings,
        asks=asks,
        sides=sides,
        shared=_shared(seen, rulings),
        settle=(*_later_document(seen, between), *_ruling_hints(seen, sides[0].rulings, others)),
    )


def _sides(seen: Examined, asks: Id, answers: Iterable[str], rules: Sequence[Id], rulings: Sequence[Id]) -> tuple[FindingSide, ...]:
    """Return who says what about a question: the sides of `answers` first, each ruling where it bears an answer out.

    Rules that conclude something else, by which these rules came in, stand on a side of their own conclusion last.
    """
    known = seen.base.model.rules
    sides: dict[tuple[bool, str], tuple[list[Id], list[Id]]] = {(False, answer): ([], []) for answer in answers}
    for rule in rules:
        key = (known[rule].asks != asks, known[rule].answer or "")
        sides.setdefault(key, ([], []))[0].append(rule)
    for ruling in rulings:
        answer = seen.model.rulings[ruling].answer
        bearing = (given for other, given in sides if not other and agree(answer, given))
        chosen = answer if (False, answer) in sides else next(bearing, answer)
        sides.setdefault((False, chosen), ([], []))[1].append(ruling)
    ordered = sorted(sides.items(), key=lambda side: side[0][0])
    return tuple(FindingSide(answer, tuple(own), tuple(said)) for (_, answer), (own, said) in ordered if own or said)


def _between(seen: Examined, sides: Sequence[Sequence[Id]]) -> tuple[Id, ...]:
    """Return the documents between which the sides stand; none where two sides have one in common or one has none."""
    documents = [documents_of(seen.model, ids) for ids in sides if ids]
    apart = all(documents) and all(one.isdisjoint(other) for n, one in enumerate(documents) for other in documents[n + 1 :])
    return tuple(sorted(d for own in documents for d in own)) if apart and len(documents) > 1 else ()


def _shared(seen: Examined, rulings: Iterable[Id]) -> tuple[tuple[Id, Id], ...]:
    pairs = [seen.record(i).pairs for i in rulings]
    return tuple(sorted(frozenset.intersection(*pairs))) if pairs else ()


def _later_document(seen: Examined, between: Sequence[Id]) -> tuple[Hint, ...]:
    issued = {i: document.issued for i in between if (document := seen.model.documents.get(i)) is not None}
    last = [i for i, day in issued.items() if day == max(issued.values())]
    return (Hint("later-document", (("document", tuple(last)),)),) if len(last) == 1 else ()


def _needless_too(cause: RuleCause) -> tuple[Hint, ...]:
    return (Hint("needless-too", (("rule", (cause.rule,)), ("others", tuple(cause.needless)))),) if cause.needless else ()


def _ruling_hints(seen: Examined, own: Sequence[Id], others: Sequence[Id]) -> tuple[Hint, ...]:
    """Return what would settle rulings against each other: dates, or a fact in which they differ and that no rule looks at."""
    if not others:
        return ()
    rulings = (*own, *others)
    dates = {i: seen.model.rulings[i].date for i in rulings}
    undated = tuple(i for i in rulings if not dates[i])
    last = max(date or "" for date in dates.values())
    newest = {i for i in rulings if dates[i] == last}
    if undated:
        dated = Hint("no-date", (("rulings", undated),))
    elif newest.issubset(own) or newest.issubset(others):
        dated = Hint("newer-answers", (("rulings", tuple(sorted(newest))),))
    else:
        dated = Hint("same-date")
    features = {f for a in own for b in others for f, _ in seen.record(a).pairs ^ seen.record(b).pairs}
    telling = Hint("fact-apart", (("features", tuple(sorted(features))),)) if features else Hint("find-fact")
    return (dated, telling)
