"""Findings about one rule, ruling or passage each, against which nothing else speaks by itself.

A derived feature that is stated otherwise than the rules derive it, answers to related questions that exclude each other, a ruling
filed under a rule that is not in, one that no rule explains or that is fitted, facts that no rule reads, rules that no ruling bears
out or exercises, passages that nothing covers, and rules that might disagree.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from ygokg.consistency.examined import Examined, Misstated, RulingState
from ygokg.consistency.finding import (
    DERIVED_STATED,
    EXPECTED_RULE,
    FITTED,
    NOT_BORNE_OUT,
    QUESTIONS,
    REVIEW,
    UNCOVERED,
    UNEXERCISED,
    UNEXPLAINED,
    UNREAD,
    Finding,
    FindingSide,
    Hint,
    distinct,
    make_finding,
)
from ygokg.consistency.meeting import reviewed
from ygokg.graph.model import Exclusion, Id, Model, Rule, Ruling
from ygokg.graph.vocabulary import FITTED as FITTED_STATUS
from ygokg.resolver.bearing import STANDING_EFFECTS, looked_at
from ygokg.resolver.completing import CLOSED, weighed_with
from ygokg.resolver.figures import Figures
from ygokg.resolver.outcome import PER_CARD
from ygokg.resolver.overturning import Weighed
from ygokg.resolver.rulebase import Rulebase

_NAMED_AFTER = re.compile(r"ruling:(?P<passage>[a-z]+(?:-\d{8})?\.\d+)")


def derived_against_stated(seen: Examined) -> Iterator[Finding]:
    """Yield the rulings that state a derived feature otherwise than rules derive it; those of one passage together."""
    groups: dict[tuple[Misstated, tuple[Id, ...]], list[Id]] = {}
    for name, state in seen.states.items():
        for misstated in state.misstated if not seen.unclear(name) else ():
            groups.setdefault((misstated, state.ruling.sources), []).append(name)
    rules = seen.base.model.rules
    for (misstated, _), own in groups.items():
        rulings, feature, deriving = ("rulings", tuple(own)), misstated.feature, misstated.rules
        decisive = {condition.feature for rule in deriving for condition in rules[rule].conditions}
        pairs = frozenset.intersection(*(seen.record(i).pairs for i in own))
        stated = [FindingSide(value, rulings=tuple(own)) for value in misstated.stated]
        derived = [FindingSide(value, rules=tuple(r for r in deriving if rules[r].answer == value)) for value in misstated.derived]
        yield make_finding(
            DERIVED_STATED,
            (*own, feature),
            asks=feature,
            sides=(*stated, *derived),
            shared=tuple(sorted(pair for pair in pairs if pair[0] in decisive)),
            settle=(Hint("stated-value", (rulings, ("feature", (feature,)))), Hint("exception-for", (rulings, ("rules", deriving)))),
        )


def misfiled(seen: Examined) -> Iterator[Finding]:
    """Yield the rulings that are filed under a rule that is not in for them."""
    for name, state in seen.states.items():
        expected = state.ruling.expected_rule
        if state.misfiled and expected is not None and not seen.unclear(name):
            rule = seen.base.model.rules.get(expected)
            sides = (
                FindingSide(rule.answer if rule is not None else None, rules=(expected,)),
                FindingSide(state.ruling.answer, rules=state.inside, rulings=(name,)),
            )
            hint = Hint("expected-rule", (("ruling", (name,)), ("rule", (expected,))))
            yield make_finding(EXPECTED_RULE, (name, expected), asks=state.ruling.asks, sides=sides, settle=(hint,))


def unexplained(seen: Examined, settled: Collection[Id]) -> Iterator[Finding]:
    """Yield the rulings that no rule explains; not those that contradict another, which comes first."""
    for name, state in seen.states.items():
        if state.unexplained and not state.excused and name not in settled and not seen.unclear(name):
            side = FindingSide(state.ruling.answer, rulings=(name,))
            shared = tuple(sorted(seen.record(name).pairs))
            yield make_finding(UNEXPLAINED, (name,), asks=state.ruling.asks, sides=(side,), shared=shared, settle=(Hint("rule-for"),))


def fitted(seen: Examined, figures: Figures) -> Iterator[Finding]:
    """Yield the rulings that are derived only through a rule or a wording that was read off themselves."""
    for name, figure in figures.by_ruling.items():
        if figure.status == FITTED_STATUS:
            side = FindingSide(figure.answer, rules=figure.governed_by, rulings=(name,))
            yield make_finding(FITTED, (name,), asks=seen.model.rulings[name].asks, sides=(side,), settle=(Hint("other-source"),))


def unexercised(seen: Examined, figures: Figures, settled: Collection[Id]) -> Iterator[Finding]:
    """Yield the rules that no ruling falls under; not those in a disagreement or a broken exception, which comes first."""
    for name in figures.unexercised:
        rule = seen.model.rules[name]
        if name in settled:
            continue
        possible = bool(seen.meetings.situations[name])
        yield make_finding(
            UNEXERCISED,
            (name,),
            asks=rule.asks,
            sides=(FindingSide(rule.answer, rules=(name,)),),
            conditions=rule.conditions,
            settle=(Hint("ruling-for" if possible else "impossible-condition"),),
            detail="" if possible else "impossible",
        )


def _encoded_systems(model: Model) -> frozenset[Id]:
    """Return the rule systems of which something is encoded.

    These are the systems of the passages that rules of their own topic cite, or that rulings are named after. A rule of another
    topic that refers to a passage does not begin its system.
    """
    found = set()
    for rule in model.rules.values():
        topic = rule.id.removeprefix("rule:").partition(".")[0]
        systems = {model.passages[s].system for s in rule.sources if s in model.passages}
        found |= {s for s in systems if s in model.systems and model.systems[s].topic == topic}
    for ruling in model.rulings.values():
        match = _NAMED_AFTER.match(ruling.id)
        passage = model.passages.get(f"src:{match['passage']}") if match is not None else None
        if passage is not None:
            found.add(passage.system)
    return frozenset(found)


def uncovered(seen: Examined, figures: Figures) -> Iterator[Finding]:
    """Yield the passages that nothing cites and no reason leaves out, in rule systems of which something is encoded."""
    encoded = _encoded_systems(seen.model)
    for system, coverage in figures.by_system.items():
        for passage in coverage.open if system in encoded else ():
            yield make_finding(UNCOVERED, (passage,), asks=system, settle=(Hint("cite-or-leave-out"),))


def review(seen: Examined) -> Iterator[Finding]:
    """Yield pairs of rules that disagree and could meet, though neither entails the other and no ruling falls under both."""
    for one, other in reviewed(seen.broken.model, seen.space, {*seen.clashes, *seen.broken.circles}):
        yield make_finding(
            REVIEW,
            (one.id, other.id),
            asks=one.asks,
            sides=(FindingSide(one.answer, rules=(one.id,)), FindingSide(other.answer, rules=(other.id,))),
            conditions=distinct((*one.conditions, *other.conditions)),
            settle=(Hint("make-exception", (("rule", (one.id,)), ("other", (other.id,)))), Hint("cannot-meet")),
        )


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
                result = weighed_with(base, other, ruling.facts, CLOSED)
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


def not_borne_out(seen: Examined) -> Iterator[Finding]:
    """Yield the rules that answer a question and that no ruling under them bears out with this very answer.

    A rule in a disagreement or a broken exception is left to that finding. A rule that gives a derived feature its value is never
    here: no ruling answers with this value.
    """
    contested = {i for pair in (*seen.clashes, *seen.broken.needless) for i in pair} | seen.broken.rules
    for name, rulings in sorted(seen.falling.items()):
        rule = seen.base.model.rules[name]
        if name not in contested and lacks_proof(seen, rule, [seen.states[i] for i in rulings]):
            yield _unborne(seen, rule, rulings)


def lacks_proof(seen: Examined, rule: Rule, under: Sequence[RulingState]) -> bool:
    """Say whether a rule lacks a ruling with its very answer among those `under` it, none of which is in another finding over rules.

    A rule that leaves it to each card is borne out by whatever its rulings say.
    """
    return (
        bool(under)
        and rule.answer not in (None, PER_CARD, *(state.ruling.answer for state in under))
        and not any(state.departs or state.misstated or seen.disputed(state) for state in under)
    )


def _unborne(seen: Examined, rule: Rule, rulings: Sequence[Id]) -> Finding:
    by_answer: dict[str, list[Id]] = {}
    for name in rulings:
        by_answer.setdefault(seen.model.rulings[name].answer, []).append(name)
    said = (FindingSide(answer, rulings=tuple(own)) for answer, own in sorted(by_answer.items()))
    return make_finding(
        NOT_BORNE_OUT,
        (rule.id,),
        asks=rule.asks,
        sides=(FindingSide(rule.answer, rules=(rule.id,)), *said),
        shared=tuple(sorted(frozenset.intersection(*(seen.record(i).pairs for i in rulings)))),
        settle=(Hint("not-borne-out", (("rule", (rule.id,)),)),),
    )
