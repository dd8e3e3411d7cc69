"""What the graph says about a rule, and which rule systems there are.

Annotations are evaluated here, unlike elsewhere: a named tuple is then made in two thirds of the time, which every look-up spends on it.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ygokg.graph.model import Id, Model
from ygokg.graph.triples import natural_key
from ygokg.lookup.excerpt import Excerpt
from ygokg.lookup.finding import called_so, keys_of, nearest, with_parts
from ygokg.lookup.groups import Truth


class Branch(NamedTuple):
    """A rule and what hangs on it: its exceptions, and theirs."""

    rule: Id
    branches: "tuple[Branch, ...]"


class RuleView(NamedTuple):
    """A rule, the rules it is an exception to, its exceptions, and the rulings that it decides."""

    rule: Id
    exception_to: tuple[Id, ...]
    exceptions: "tuple[Branch, ...]"
    rulings: tuple[Id, ...]


class RulePage(NamedTuple):
    """A rule view with the part of the graph that it speaks of: `model` and `truth`; `behind` are the documents that it rests on."""

    model: Model
    truth: Truth
    view: RuleView
    behind: list[Id]


class SystemRow(NamedTuple):
    """A rule system and how many rules, rulings and passages belong to it."""

    system: Id
    rules: int
    rulings: int
    passages: int


class SystemPage(NamedTuple):
    """A rule system with its rules, as trees and one after the other; `model` is the part of the graph, `behind` the documents."""

    model: Model
    system: Id
    branches: "tuple[Branch, ...]"
    rules: list[Id]
    behind: list[Id]


def find_rules(excerpt: Excerpt, words: str) -> list[Id]:
    """Return the rules that `words` means, as an id or as words of a label; none is an empty list.

    The id of a rule system, with a dot or `/` in it, means that alone, unless a rule has it.
    """
    system = f"system:{words.removeprefix('system:').replace('/', '.')}"
    excerpt.add("rules", key=keys_of(words, system))
    if excerpt.all(system, "rdf:type") and not excerpt.all(f"rule:{words}", "rdf:type"):
        return [system]
    return called_so(excerpt, words, _is_rule) or with_parts(excerpt, "rules", words, _is_rule)


def nearest_rules(excerpt: Excerpt, words: str) -> list[Id]:
    """Return the rules whose label or id is nearest to `words`."""
    return nearest(excerpt, words, _is_rule, lambda ids: sorted(ids, key=natural_key))


def rule_page(excerpt: Excerpt, rule: Id) -> RulePage:
    """Return the page of a rule that `find_rules` found alone."""
    excerpt.add("parts-of-rule", part=("ygo:asks", "ygo:condition"), rule=(rule,))
    excerpt.add("exceptions-to-rule", rule=(rule,))
    under = excerpt.add("rulings-under-rule", rule=(rule,))
    rulings = tuple(sorted((i for i in under if excerpt.all(i, "owl:deprecated") != ["true"]), key=natural_key))
    before_and_after = [*excerpt.all(rule, "dct:replaces"), *excerpt.all(rule, "dct:isReplacedBy")]
    excerpt.add("in-short", subject=before_and_after)
    behind = excerpt.documents_behind((rule, *rulings))
    model = excerpt.model()
    stated = model.rules[rule]

    def exceptions(i: Id) -> Iterable[Id]:
        return (r.id for r in model.rules.values() if i in r.exception_to and r.in_force)

    view = RuleView(rule, stated.exception_to, _branches(exceptions, (rule,)), rulings)
    shown = (rule, *view.exception_to, *(i for branch in view.exceptions for i in _members(branch)), *rulings)
    excerpt.words((*shown, *before_and_after, *excerpt.all(rule, "ygo:condition"), stated.asks, *stated.sources))
    return RulePage(excerpt.model(), excerpt.truth(rulings), view, behind)


def systems_page(excerpt: Excerpt, *, all_systems: bool = False) -> tuple[Model, tuple[SystemRow, ...]]:
    """Return the rule systems in the order of the documents, and a Model of them; those without a rule or ruling only with `all_systems`.

    A rule or ruling that cites passages of several systems counts in each of them.
    """
    excerpt.add("systems")
    counts = ("ygo:ruleCount", "ygo:rulingCount", "ygo:passageCount")
    every = (SystemRow(i, *(int(excerpt.facts.one(i, count) or 0) for count in counts)) for i in excerpt.model().systems)
    rows = tuple(row for row in every if all_systems or row.rules or row.rulings)
    excerpt.words(row.system for row in rows)
    return excerpt.model(), rows


def system_page(excerpt: Excerpt, system: Id) -> SystemPage:
    """Return the page of a rule system with its rules, which cite passages of it."""
    members = excerpt.add("rules-of-system", system=(system,))
    branches = trees(excerpt.model(), members)
    rules = list(dict.fromkeys(i for branch in branches for i in _members(branch)))
    excerpt.words((system, *rules))
    behind = excerpt.documents_behind(rules)
    return SystemPage(excerpt.model(), system, branches, rules, behind)


def trees(model: Model, rules: Iterable[Id]) -> tuple[Branch, ...]:
    """Return rules that are not withdrawn as trees: a rule stands under the one of them that it is an exception to."""
    members = {i for i in rules if model.rules[i].in_force}

    def exceptions(i: Id) -> Iterable[Id]:
        return (r.id for r in model.rules.values() if r.id in members and i in r.exception_to)

    roots = [i for i in model.rules if i in members and not members & set(model.rules[i].exception_to)]
    return tuple(Branch(i, _branches(exceptions, (i,))) for i in roots)


def _members(branch: Branch) -> list[Id]:
    return [branch.rule, *(i for below in branch.branches for i in _members(below))]


def _branches(below: Callable[[Id], Iterable[Id]], path: tuple[Id, ...]) -> tuple[Branch, ...]:
    """Follow `below` from the end of `path`; a cycle, which `check` reports, is cut where it would begin again."""
    return tuple(Branch(i, _branches(below, (*path, i))) for i in below(path[-1]) if i not in path)


def _is_rule(id: Id) -> bool:
    return id.startswith("rule:")
