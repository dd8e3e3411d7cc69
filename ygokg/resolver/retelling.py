"""What a condition of an answer really leads to, with everything else worked out anew.

A condition is found by letting one rule in; in the case where its facts hold, derived features and other rules may follow too.
A judge who states these facts must be given the outcome that was announced, and each line says something that can still happen to
this very case, once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ygokg.model import Condition, Id
from ygokg.resolver.completing import Setting, completed, weighed
from ygokg.resolver.families import RULED_OUT
from ygokg.resolver.observing import observable
from ygokg.resolver.outcome import Unless
from ygokg.resolver.overturning import Weighed, conditions

__all__ = ["told_anew"]

_Fact = tuple[Id, frozenset[Id], Id | None]
_Key = tuple[frozenset[_Fact], str, tuple[str, ...]]


def told_anew(result: Weighed, setting: Setting, found: Sequence[Unless]) -> tuple[Unless, ...]:
    """Return the conditions `found` for a case in plain facts, with the outcome that its rules give once these are stated.

    A condition whose facts leave the answer as it is, is left out, as is one that asks for more than another with the same outcome;
    where a further fact is needed beside them, both are named.
    """
    told: dict[_Key, Unless] = {}
    for unless in found:
        for plain in observable(result, setting, unless):
            for anew in _anew(result, setting, plain):
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


def _anew(result: Weighed, setting: Setting, unless: Unless) -> Iterator[Unless]:
    if not unless.missing or any(_is_read_on_card(result, condition) for condition in unless.missing):
        yield unless
        return
    choices = _alternatives(result, unless.missing)
    cases = [_with(result, setting, facts) for facts in choices]
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
        for plain in observable(case, setting, further):
            if plain.missing and not any(condition.feature in features for condition in plain.missing):
                yield from _both(result, setting, unless, plain)


def _both(result: Weighed, setting: Setting, unless: Unless, further: Unless) -> Iterator[Unless]:
    """Yield the facts of two conditions together, where they change the answer."""
    missing = (*unless.missing, *further.missing)
    verdicts = [_with(result, setting, facts).verdict for facts in _alternatives(result, missing)]
    if verdicts and all(verdict.differs(result.verdict) for verdict in verdicts) and len({v.answers for v in verdicts}) == 1:
        yield Unless(further.rules, missing, verdicts[0].status, verdicts[0].answers, further.through)


def _with(result: Weighed, setting: Setting, facts: Mapping[Id, tuple[Id, ...]]) -> Weighed:
    stated = {**result.case.stated, **facts}
    return weighed(result.base, result.block, completed(result.base, result.block, stated, setting), setting)


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
