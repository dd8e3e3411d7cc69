"""What a condition of an answer really leads to, with everything else worked out anew.

A condition is found by letting one rule in; in the case where its facts hold, derived features and other rules may follow too.
A judge who states these facts must be given the outcome that was announced.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ygokg.model import Condition, Id
from ygokg.resolver.completing import Setting, completed, weighed
from ygokg.resolver.outcome import Unless
from ygokg.resolver.overturning import Weighed, conditions

__all__ = ["told_anew"]

_Fact = tuple[Id, tuple[Id, ...], Id | None]
_Key = tuple[tuple[_Fact, ...], str, tuple[str, ...], tuple[Id, ...]]


def told_anew(result: Weighed, setting: Setting, found: Sequence[Unless]) -> tuple[Unless, ...]:
    """Return the conditions `found` for a case with the outcome that its rules give once the missing facts are stated.

    A condition whose facts leave the answer as it is, is left out; where a further fact is needed beside them, both are named.
    """
    known = {_key(unless) for unless in found}
    told: dict[_Key, Unless] = {}
    for unless in found:
        for anew in _anew(result, setting, unless):
            if anew.missing == unless.missing or _key(anew) not in known:
                told.setdefault(_key(anew), anew)
    return tuple(sorted(told.values(), key=lambda unless: (not unless.answers, len(unless.missing))))


def _key(unless: Unless) -> _Key:
    return tuple(_facts(unless.missing)), unless.status, unless.answers, unless.rules


def _facts(missing: Sequence[Condition]) -> list[_Fact]:
    return [(condition.feature, condition.values, condition.family) for condition in missing]


def _anew(result: Weighed, setting: Setting, unless: Unless) -> Iterator[Unless]:
    cases = [_with(result, setting, facts) for facts in _alternatives(result, unless.missing)]
    verdicts = {(case.verdict.status, case.verdict.answers) for case in cases}
    if len(verdicts) != 1:
        yield unless
        return
    case = cases[0]
    if case.verdict.differs(result.verdict):
        yield Unless(unless.rules, unless.missing, case.verdict.status, case.verdict.answers, unless.through)
        return
    for further in conditions(case):
        features = {condition.feature for condition in unless.missing}
        if further.missing and not any(condition.feature in features for condition in further.missing):
            missing = (*unless.missing, *further.missing)
            yield Unless(further.rules, missing, further.status, further.answers, further.through)


def _with(result: Weighed, setting: Setting, facts: Mapping[Id, tuple[Id, ...]]) -> Weighed:
    stated = {**result.case.stated, **facts}
    return weighed(result.base, result.block, completed(result.base, result.block, stated, setting), setting)


def _alternatives(result: Weighed, missing: Sequence[Condition]) -> list[dict[Id, tuple[Id, ...]]]:
    """Return the facts that the missing conditions ask for, with the first and with the last value of each; none if stated already."""
    if not missing or any(condition.feature in result.case.stated for condition in missing):
        return []
    choices = []
    for place in (0, -1):
        facts: dict[Id, tuple[Id, ...]] = {}
        for condition in missing:
            value = condition.family if condition.family is not None else condition.values[place]
            if facts.get(condition.feature, (value,)) != (value,):
                return []
            facts[condition.feature] = (value,)
        choices.append(facts)
    return choices if choices[0] != choices[1] else choices[:1]
