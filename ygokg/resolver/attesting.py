"""How well documented rulings attest what the rules of an answer say together.

Rules of different passages that no ruling has together may be meant to be read together, or not: an answer that rests on such a
meeting is less sure than one whose rules some ruling has decided side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from ygokg.model import Id
from ygokg.resolver.outcome import Attestation, agree
from ygokg.resolver.overturning import Weighed
from ygokg.resolver.records import fulfilled_in, records, rules_behind, sketches
from ygokg.resolver.rulebase import Rulebase

__all__ = ["attestation"]


def attestation(result: Weighed) -> Attestation | None:
    """Return how well rulings attest the rules that are fulfilled in a case; None where none is.

    A ruling that answers otherwise, or is pending, attests no answer.
    """
    base, fulfilled = result.base, fulfilled_in(result)
    if not fulfilled:
        return None
    alike = sketches(base, result.block.asks).by_fulfilled.get(fulfilled, ())
    answer = result.verdict.answer
    same = tuple(sketch.ruling.id for sketch in alike if answer is None or agree(sketch.ruling.answer, answer))
    behind = sorted(rules_behind(result))
    resting = _rulings_by_rule(base)
    apart = (pair for pair in combinations(behind, 2) if _of_different_passages(base, pair) and not _set_against(base, pair))
    first_met = tuple(pair for pair in apart if not set(resting.get(pair[0], ())) & set(resting.get(pair[1], ())))
    if same:
        return Attestation("same", same, first_met)
    own = (result.block.rules[place].id for place in fulfilled)
    return Attestation("some" if any(resting.get(rule) for rule in own) else "none", (), first_met)


def _of_different_passages(base: Rulebase, pair: tuple[Id, Id]) -> bool:
    one, other = (base.model.rules[rule].sources for rule in pair)
    return set(one).isdisjoint(other)


def _set_against(base: Rulebase, pair: tuple[Id, Id]) -> bool:
    """Say whether one is an exception to the other: then it is said what holds where they meet."""
    one, other = pair
    return one in base.model.rules[other].exception_to or other in base.model.rules[one].exception_to


def _rulings_by_rule(base: Rulebase) -> Mapping[Id, tuple[Id, ...]]:
    """Return the rulings that a rule stands behind, by the rule."""
    found = base.resting
    if found is None:
        by_rule: dict[Id, list[Id]] = {}
        for ruling, rules in _rules_by_ruling(base):
            for rule in rules:
                by_rule.setdefault(rule, []).append(ruling)
        found = base.resting = {rule: tuple(rulings) for rule, rulings in by_rule.items()}
    return found


def _rules_by_ruling(base: Rulebase) -> Iterable[tuple[Id, Iterable[Id]]]:
    if base.compared is not None:
        return ((ruling, compared.behind) for ruling, compared in base.compared.items())
    asked = sorted({ruling.asks for ruling in base.model.rulings.values()})
    return ((record.ruling.id, rules_behind(record.result)) for question in asked for record in records(base, question))
