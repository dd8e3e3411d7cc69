"""What rulings state that no rule reads, and what two questions say of one ruling that cannot both be so."""

from __future__ import annotations

from collections.abc import Iterator

from ygokg.consistency.examined import Examined
from ygokg.consistency.finding import Finding, FindingSide, Hint, make_finding
from ygokg.consistency.profile import QUESTIONS, UNREAD
from ygokg.model import Exclusion, Id, Ruling
from ygokg.resolver.bearing import STANDING_EFFECTS, looked_at
from ygokg.resolver.completing import Setting, completed, weighed
from ygokg.resolver.overturning import Weighed
from ygokg.resolver.rulebase import Rulebase

__all__ = ["excluding", "questions_disagree", "unread"]

_CLOSED = Setting(closed=True)


def unread(seen: Examined) -> Iterator[Finding]:
    """Yield the rulings that state what no rule of their question mentions and what they do not list as context.

    Of the roles only standing effects count: others tell what happened, and what came of it is stated beside them. An amount holds
    for its very facts, and where a question has no rules nothing could read them. An effect is read where its wording is. What is
    listed as context and read all the same, or not stated, is a finding too.
    """
    for name, state in seen.states.items():
        ruling, block = state.ruling, seen.base.block(state.ruling.asks)
        seen_by_rules = looked_at(seen.record(name).result)
        if block.rules and not ruling.literal:
            idle = {f for f in ruling.facts if f not in seen_by_rules and _counts(seen, f)}
            silent = tuple(sorted(idle - set(ruling.context)))
            if silent:
                yield _finding(name, ruling, silent, "", Hint("unread-fact", (("features", silent), ("ruling", (name,)))))
        read = tuple(f for f in ruling.context if f in seen_by_rules or f not in ruling.facts)
        if read:
            yield _finding(name, ruling, read, "needless", Hint("context-needless", (("features", read), ("ruling", (name,)))))


def _counts(seen: Examined, feature: Id) -> bool:
    return feature in STANDING_EFFECTS or seen.base.model.features[feature].kind != "role"


def _finding(name: Id, ruling: Ruling, features: tuple[Id, ...], detail: str, hint: Hint) -> Finding:
    facts = tuple((f, value) for f in features for value in ruling.facts.get(f, ()))
    side = FindingSide(ruling.answer, rulings=(name,))
    return make_finding(UNREAD, (name, *features), asks=ruling.asks, sides=(side,), shared=facts, settle=(hint,), detail=detail)


def questions_disagree(seen: Examined) -> Iterator[Finding]:
    """Yield the rulings on whose facts the rules of a related question give an answer that excludes the documented one."""
    for name, state in seen.states.items():
        for exclusion, result in excluding(seen, seen.base, state.ruling):
            yield _against(seen, name, exclusion, result)


def excluding(seen: Examined, base: Rulebase, ruling: Ruling) -> Iterator[tuple[Exclusion, Weighed]]:
    """Yield what the rules of `base` say of related questions on the facts of a ruling, where its answer is excluded by it."""
    for exclusion in seen.model.exclusions.values():
        for asks, answers, other, others in exclusion.both_ways:
            if ruling.asks == asks and ruling.answer in answers and exclusion.binds(seen.record(ruling.id).case.known):
                result = _derived(base, other, ruling)
                if result.verdict.answer in others:
                    yield exclusion, result


def _against(seen: Examined, name: Id, exclusion: Exclusion, result: Weighed) -> Finding:
    ruling, answer = seen.model.rulings[name], result.verdict.answer
    rules = zip(result.block.rules, result.standing.within, strict=True)
    saying = tuple(rule.id for rule, is_in in rules if is_in and rule.answer == answer)
    return make_finding(
        QUESTIONS,
        (name, exclusion.id),
        asks=ruling.asks,
        sides=(FindingSide(ruling.answer, rulings=(name,)), FindingSide(answer, rules=saying)),
        shared=tuple(sorted(seen.record(name).pairs)),
        settle=(Hint("questions", (("exclusion", (exclusion.id,)), ("ruling", (name,)), ("rules", saying))),),
    )


def _derived(base: Rulebase, question: Id, ruling: Ruling) -> Weighed:
    block = base.block(question)
    return weighed(base, block, completed(base, block, ruling.facts, _CLOSED), _CLOSED)
