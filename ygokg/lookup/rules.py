"""What the graph says about a rule, and which rule systems there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ygokg.lookup.groups import Truth, rulings_under
from ygokg.model import Id, Model

__all__ = ["Branch", "RuleView", "SystemRow", "rule_view", "system_of", "system_rows", "system_rules"]


class Branch(NamedTuple):
    """A rule and what hangs on it: its exceptions, and theirs."""

    rule: Id
    branches: tuple[Branch, ...]


class RuleView(NamedTuple):
    """A rule, the rules it is an exception to, its exceptions, and the rulings that it decides."""

    rule: Id
    exception_to: tuple[Id, ...]
    exceptions: tuple[Branch, ...]
    rulings: tuple[Id, ...]


class SystemRow(NamedTuple):
    """A rule system and how many rules, rulings and passages belong to it."""

    system: Id
    rules: int
    rulings: int
    passages: int


def rule_view(model: Model, truth: Truth, rule: Id) -> RuleView:
    """Return the view of a rule of the model."""
    rulings = tuple(i for i in rulings_under(truth, rule) if i in model.rulings and not model.rulings[i].deprecated)

    def exceptions(i: Id) -> Iterable[Id]:
        return (r.id for r in model.rules.values() if i in r.exception_to and not r.deprecated)

    return RuleView(rule, model.rules[rule].exception_to, _branches(exceptions, (rule,)), rulings)


def system_of(model: Model, sources: Iterable[Id]) -> tuple[Id, ...]:
    """Return the rule systems to which cited passages belong, each once."""
    return tuple(dict.fromkeys(model.passages[s].system for s in sources if s in model.passages))


def system_rows(model: Model, *, all_systems: bool = False) -> tuple[SystemRow, ...]:
    """Return the rule systems in the order of the documents; those without a rule or ruling only with `all_systems`.

    A rule or ruling that cites passages of several systems counts in each of them.
    """
    rules = [s for r in model.rules.values() for s in system_of(model, r.sources)]
    rulings = [s for r in model.rulings.values() for s in system_of(model, r.sources)]
    passages = [p.system for p in model.passages.values()]
    rows = (SystemRow(i, rules.count(i), rulings.count(i), passages.count(i)) for i in model.systems)
    return tuple(row for row in rows if all_systems or row.rules or row.rulings)


def system_rules(model: Model, system: Id) -> tuple[Branch, ...]:
    """Return the rules that cite passages of a system, as trees: a rule stands under the rule of it that it is an exception to."""
    members = {r.id for r in model.rules.values() if system in system_of(model, r.sources) and not r.deprecated}

    def exceptions(i: Id) -> Iterable[Id]:
        return (r.id for r in model.rules.values() if r.id in members and i in r.exception_to)

    roots = [i for i in model.rules if i in members and not members & set(model.rules[i].exception_to)]
    return tuple(Branch(i, _branches(exceptions, (i,))) for i in roots)


def _branches(below: Callable[[Id], Iterable[Id]], path: tuple[Id, ...]) -> tuple[Branch, ...]:
    """Follow `below` from the end of `path`; a cycle, which `check` reports, is cut where it would begin again."""
    return tuple(Branch(i, _branches(below, (*path, i))) for i in below(path[-1]) if i not in path)
