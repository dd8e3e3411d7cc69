"""The proof of an outcome: each rule that matters against the case, and what could overturn the answer told in plain facts.

`rules_in` and `considered_exceptions` put rules against the case condition by condition (`trace`). `told_anew` states the facts of
each condition that `ygokg.resolver.overturning` found, and tells the outcome that the rules give then: "face at resolution:
face-down → then: not negated". `deciding_features` are those that would decide an open question.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ygokg.graph.model import Condition, Id
from ygokg.resolver.case import values_of
from ygokg.resolver.completing import weighed_with
from ygokg.resolver.observing import observable, ways
from ygokg.resolver.outcome import Check, RuleTrace, Unless, agree
from ygokg.resolver.overturning import Weighed, absent_by_assumption, conditions
from ygokg.resolver.rulebase import CERTAIN, HOLDS, POSSIBLE, RULED_OUT

_Fact = tuple[Id, frozenset[Id], Id | None]
_Key = tuple[frozenset[_Fact], str, tuple[str, ...]]


def rules_in(result: Weighed) -> tuple[RuleTrace, ...]:
    """Return the traces of the rules that are in, those whose answers are outranked last."""
    traces = [trace(result, place) for place, is_in in enumerate(result.standing.within) if is_in]
    return tuple(sorted(traces, key=lambda found: found.standing == "outranked"))


def considered_exceptions(result: Weighed) -> tuple[RuleTrace, ...]:
    """Return the traces of the defeated rules and of every exception, at any depth, to a fulfilled rule; the rules in are left out."""
    block, standing = result.block, result.standing
    row = [place for place, level in enumerate(standing.holds) if level >= HOLDS]
    seen = dict.fromkeys(row)
    while row:
        row = [e for place in row for e in block.exceptions[place] if e not in seen]
        seen.update(dict.fromkeys(row))
    return tuple(trace(result, place) for place in sorted(seen, reverse=True) if not standing.within[place])


def trace(result: Weighed, place: int) -> RuleTrace:
    """Return one rule, by position, against the case."""
    block, standing = result.block, result.standing
    defeated_by = tuple(block.rules[e].id for e in block.exceptions[place] if standing.within[e])
    outranked_by: tuple[Id, ...] = ()
    if standing.within[place]:
        winners = _winners(result)
        rule = block.rules[place]
        outranked_by = winners if winners and rule.answer is not None and rule.id not in winners else ()
        state = "outranked" if outranked_by else "in"
    elif standing.holds[place] >= HOLDS:
        state = "defeated"
    else:
        state = "out" if standing.ruled_out[place] else "undecided"
    checks = tuple(_check(result, p) for p in block.needs[place])
    return RuleTrace(block.rules[place].id, state, checks, defeated_by, outranked_by)


def _winners(result: Weighed) -> tuple[Id, ...]:
    """Return the rules that are in and give what the rules say together."""
    answers = result.verdict.answers
    if result.verdict.status not in ("derived", "pending"):
        return ()
    rules = zip(result.block.rules, result.standing.within, strict=True)
    return tuple(rule.id for rule, is_in in rules if is_in and rule.answer is not None and any(agree(rule.answer, a) for a in answers))


def _check(result: Weighed, place: int) -> Check:
    condition, level = result.block.conditions[place], result.levels[place]
    found = values_of(result.case, condition.feature)
    if level == CERTAIN:
        return Check(condition, _origin(result, condition), found)
    if level == RULED_OUT:
        return Check(condition, "absent" if absent_by_assumption(result, place) else "contradicted", found)
    return Check(condition, "conditional" if level == HOLDS else "unknown", found)


def _origin(result: Weighed, condition: Condition) -> str:
    case = result.case
    if condition.feature in case.stated:
        return "stated"
    return "copied" if condition.feature in case.copied else "derived"


def deciding_features(result: Weighed) -> tuple[Id, ...]:
    """Return the unstated features that would decide an open question: those of the rules that lack the least, first.

    Where a rule lacks a derived feature, they are the plain ones that would bring it about.
    """
    block, levels = result.block, result.levels
    ranked: list[tuple[int, int, list[Id]]] = []
    for place, rule in enumerate(block.rules):
        lacking = [p for p in block.needs[place] if levels[p] < HOLDS]
        reachable = all(levels[p] == POSSIBLE or absent_by_assumption(result, p) for p in lacking)
        if rule.answer is not None and lacking and reachable:
            found = ways(result, [block.conditions[p] for p in lacking])[:1]
            ranked += [(len(facts), place, [condition.feature for condition in facts]) for facts in found]
    return tuple(dict.fromkeys(f for _, _, features in sorted(ranked) for f in features if f not in result.case.known))


def told_anew(result: Weighed, found: Sequence[Unless]) -> tuple[Unless, ...]:
    """Return the conditions `found` for a case in plain facts, with the outcome that its rules give once these are stated.

    A condition whose facts leave the answer as it is, is left out, as is one that asks for more than another with the same outcome;
    where a further fact is needed beside them, both are named.
    """
    told: dict[_Key, Unless] = {}
    for unless in found:
        for plain in observable(result, unless):
            for anew in _anew(result, plain):
                key = _key(anew)
                told[key] = _merged(result, told[key], anew) if key in told else anew
    kept = (u._replace(on_card=_is_on_card(result, u)) for key, u in told.items() if not _asks_for_more(key, told))
    return tuple(sorted(kept, key=lambda unless: (not unless.answers, len(unless.missing))))


def _key(unless: Unless) -> _Key:
    return frozenset(_facts(unless.missing)), unless.status, unless.answers


def _facts(missing: Iterable[Condition]) -> list[_Fact]:
    return [(condition.feature, frozenset(condition.values), condition.family) for condition in missing]


def _merged(result: Weighed, one: Unless, other: Unless) -> Unless:
    """Return two conditions that need the same facts and end alike as one; rules with an answer come before those without."""
    rules = dict.fromkeys((*one.rules, *other.rules))
    telling = tuple(rule for rule in rules if result.base.model.rules[rule].answer is not None)
    return one._replace(rules=telling if telling and one.answers else tuple(rules))


def _asks_for_more(key: _Key, told: Iterable[_Key]) -> bool:
    """Say whether another condition with the same outcome is met wherever this one is."""
    facts, *outcome = key
    return any(other != key and outcome == list(rest) and _covers(other_facts, facts) for other in told for other_facts, *rest in (other,))


def _covers(fewer: frozenset[_Fact], more: frozenset[_Fact]) -> bool:
    return all(any(f == g and family == other and a >= b for g, b, other in more) for f, a, family in fewer)


def _anew(result: Weighed, unless: Unless) -> Iterator[Unless]:
    if not unless.missing or any(_is_read_on_card(result, condition) for condition in unless.missing):
        yield unless
        return
    choices = _alternatives(result, unless.missing)
    cases = [_with(result, facts) for facts in choices]
    verdicts = {(case.verdict.status, case.verdict.answers) for case in cases}
    if not cases:
        return
    if len(verdicts) != 1:
        for facts, case in zip(choices, cases, strict=True):
            if case.verdict.differs(result.verdict):
                narrowed = tuple(_narrowed(condition, facts) for condition in unless.missing)
                yield Unless(unless.rules, narrowed, case.verdict.status, case.verdict.answers, unless.through)
        return
    case = cases[0]
    if case.verdict.differs(result.verdict):
        yield Unless(unless.rules, unless.missing, case.verdict.status, case.verdict.answers, unless.through)
        return
    features = {condition.feature for condition in unless.missing}
    for further in conditions(case):
        for plain in observable(case, further):
            if plain.missing and not any(condition.feature in features for condition in plain.missing):
                yield from _both(result, unless, plain)


def _both(result: Weighed, unless: Unless, further: Unless) -> Iterator[Unless]:
    """Yield the facts of two conditions together, where they change the answer."""
    missing = (*unless.missing, *further.missing)
    verdicts = [_with(result, facts).verdict for facts in _alternatives(result, missing)]
    if verdicts and all(verdict.differs(result.verdict) for verdict in verdicts) and len({v.answers for v in verdicts}) == 1:
        yield Unless(further.rules, missing, verdicts[0].status, verdicts[0].answers, further.through)


def _with(result: Weighed, facts: Mapping[Id, tuple[Id, ...]]) -> Weighed:
    return weighed_with(result.base, result.block.asks, {**result.case.stated, **facts})


def _narrowed(condition: Condition, facts: Mapping[Id, tuple[Id, ...]]) -> Condition:
    """Return a condition that asks for the one value that was tried."""
    return condition if condition.family is not None else Condition(condition.feature, facts[condition.feature][-1:])


def _alternatives(result: Weighed, missing: Sequence[Condition]) -> list[dict[Id, tuple[Id, ...]]]:
    """Return the facts that the missing conditions ask for, with the first and with the last value of each.

    There are none where the case states another value of a feature that has only one. To families that are known of an unknown
    effect another may be added.
    """
    base, stated = result.base, result.case.stated
    choices = []
    for place in (0, -1):
        facts: dict[Id, tuple[Id, ...]] = {}
        for condition in missing:
            value = condition.family if condition.family is not None else condition.values[place]
            before = facts.get(condition.feature, stated.get(condition.feature, ()))
            if before and base.is_functional(condition.feature) and not _can_be_added(result, before, condition):
                return []
            facts[condition.feature] = tuple(dict.fromkeys((*before, value)))
        choices.append(facts)
    return choices if choices[0] != choices[1] else choices[:1]


def _is_on_card(result: Weighed, unless: Unless) -> bool:
    """Say whether a condition asks for what is read on a card of the case: the kind of a known effect, or what its text says."""
    return any(_is_read_on_card(result, condition) or _is_wording(result, condition) for condition in unless.missing)


def _is_wording(result: Weighed, condition: Condition) -> bool:
    known = result.base.model.features[condition.feature]
    effects = result.case.stated.get(known.read_from or "", ()) if known.kind == "text" else ()
    return any(effect in result.base.model.effects for effect in effects)


def _is_read_on_card(result: Weighed, condition: Condition) -> bool:
    """Say whether a condition asks what kind of effect a known effect is: nothing that a case could state."""
    values = result.case.stated.get(condition.feature, ())
    return condition.family is not None and any(value in result.base.model.effects for value in values)


def _can_be_added(result: Weighed, families: Iterable[Id], condition: Condition) -> bool:
    known = result.base.model.families
    if condition.family is None or not all(family in known for family in families):
        return False
    return all(result.base.kinship.level(family, condition.family) != RULED_OUT for family in families)
