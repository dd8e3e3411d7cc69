"""Exceptions that defeat nothing they could defeat, and the model without them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from ygokg.consistency.finding import Finding, FindingSide, Hint, make_finding
from ygokg.consistency.profile import BROKEN_EXCEPTION
from ygokg.cycles import cycles
from ygokg.model import Id, Model, Rule

__all__ = ["BrokenExceptions", "broken_exceptions", "reached"]


@dataclass(frozen=True, slots=True)
class BrokenExceptions:
    """What is broken, and `model` without what cannot be followed.

    In `model` exceptions that are dangling, cyclic, to itself or to another question are left out, so that the rest of the graph
    can be looked at; `findings` are about these, and `rules` are in them. `circles` are pairs whose order is unknown: nothing else
    is to be said of them. `needless` are exceptions that answer the same as what they defeat, as pairs.
    """

    findings: tuple[Finding, ...]
    rules: frozenset[Id]
    circles: frozenset[frozenset[Id]]
    needless: frozenset[tuple[Id, Id]]
    model: Model


def broken_exceptions(model: Model) -> BrokenExceptions:
    """Return the broken exceptions of a model that the loader accepts, each cause once (the design's section on consistency)."""
    rules = {i: rule for i, rule in sorted(model.rules.items()) if not rule.deprecated}
    bad, links = _dead_links(model, rules)
    circles: list[list[Id]] = []
    while found := cycles(links):
        for walk in found:
            circles.append(walk)
            for rule, target in pairwise(walk):
                links[rule] = [t for t in links[rule] if t != target]
    circular = {pair for walk in circles for pair in map(frozenset, pairwise(walk))}
    findings = [*bad, *(_circle(rules, walk) for walk in circles)]
    sound = {i: rule if i not in links else replace(rule, exception_to=tuple(links[i])) for i, rule in model.rules.items()}
    named = frozenset(i for finding in findings for i in finding.key if i in rules)
    needless = frozenset((i, t) for i in links for t in links[i] if t in rules and _same(rules[i], rules[t]))
    return BrokenExceptions(tuple(findings), named, frozenset(circular), needless, replace(model, rules=sound))


def reached(rules: dict[Id, Rule], start: Id) -> frozenset[Id]:
    """Return every rule that `start` is an exception to, directly or through others."""
    seen: set[Id] = set()
    row = [start]
    while row:
        row = [t for i in row if i in rules for t in rules[i].exception_to if t not in seen]
        seen.update(row)
    return frozenset(seen - {start})


def _dead_links(model: Model, rules: dict[Id, Rule]) -> tuple[list[Finding], dict[Id, list[Id]]]:
    findings: list[Finding] = []
    links: dict[Id, list[Id]] = {}
    for rule in rules.values():
        links[rule.id] = []
        for name in dict.fromkeys(rule.exception_to):
            target = model.rules.get(name)
            if name == rule.id:
                findings.append(_broken("self", rule, (), rule.id))
            elif target is None:
                findings.append(_broken("dangling", rule, (), name))
            elif target.asks != rule.asks:
                findings.append(_broken("other-question", rule, (target,), name))
            else:
                links[rule.id].append(name)
    return findings, links


def _circle(rules: dict[Id, Rule], walk: list[Id]) -> Finding:
    return _broken("cyclic", rules[walk[0]], tuple(rules[i] for i in walk[1:-1]), *walk[1:])


def _same(rule: Rule, target: Rule) -> bool:
    return rule.answer is not None and rule.answer == target.answer


def _broken(detail: str, rule: Rule, others: tuple[Rule, ...], *names: Id) -> Finding:
    sides = (FindingSide(rule.answer, (rule.id,)), *(FindingSide(other.answer, (other.id,)) for other in others))
    hint = Hint(f"exception-{detail}", (("rule", (rule.id,)), ("others", tuple(dict.fromkeys(names)))))
    return make_finding(BROKEN_EXCEPTION, (rule.id, *names), asks=rule.asks, sides=sides, settle=(hint,), detail=detail)
