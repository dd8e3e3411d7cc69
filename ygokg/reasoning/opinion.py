"""HermiT's opinion beside our own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from ygokg.consistency.accepted import accept, acceptances
from ygokg.consistency.contradictions import contradictions
from ygokg.consistency.examined import Examined
from ygokg.consistency.profile import RULE_RULE, SOURCE_SOURCE
from ygokg.model import Condition, Id, Model
from ygokg.reasoning.cache import classified
from ygokg.reasoning.hermit import Classified, find_java
from ygokg.reasoning.ours import containing, impossible, matched
from ygokg.reasoning.projection import Facts, Probe, probing, projection
from ygokg.reasoning.result import NOTHING, Contained, Disagreement, Reasoned, Unsatisfiable

if TYPE_CHECKING:
    import pyoxigraph as ox

__all__ = ["reason"]

_MOST = 3
"""How many conditions at once are looked at for excluding each other."""


def reason(quads: Sequence[ox.Quad], model: Model, *, anew: bool = False, tell: Callable[[str], None] = lambda _: None) -> Reasoned:
    """Classify `quads` (what `model` was compiled from) with HermiT and compare it with what we decide ourselves.

    HermiT does not run where the cache has its result for the same statements, unless `anew`. `tell` gets a sentence on each
    step before it begins. Raises `BrokenInput` where Java is missing or fails, or a functional feature has two values.
    """
    find_java()
    tell("Completing the facts of the rulings")
    by_matcher = matched(model)
    cases = {ruling: facts for ruling, (facts, _) in by_matcher.items()}
    triples = projection(quads, model, cases)
    tell(f"HermiT is classifying {len(model.rules)} rules and {len(cases)} rulings")
    opinion, known = classified(triples, anew=anew)
    if not opinion.consistent:
        tell("HermiT is looking for what contradicts itself")
        return _contradicting(quads, model, cases, known=known, anew=anew)
    tell("Comparing HermiT's opinion with ours")
    seen = Examined(model)
    in_rulings = list(_of_rulings(opinion, {ruling: rules for ruling, (_, rules) in by_matcher.items()}, seen))
    between = list(_of_rules(opinion, seen))
    if opinion.unsatisfiable:
        tell("HermiT is looking for the conditions that exclude each other")
    return Reasoned(
        consistent=True,
        unsatisfiable=tuple(_unsatisfiable(opinion, quads, model, cases, anew=anew)),
        disagreements=tuple(d for d in (*in_rulings, *between) if isinstance(d, Disagreement)),
        contained=tuple(_contained(seen, [pair for pair in between if not isinstance(pair, Disagreement)], quads)),
        memberships=sum(not isinstance(d, Disagreement) for d in in_rulings),
        containments=sum(not isinstance(d, Disagreement) for d in between),
        known=known,
    )


def _contradicting(quads: Sequence[ox.Quad], model: Model, cases: Mapping[Id, Facts], *, known: bool, anew: bool) -> Reasoned:
    """Return which families can have no member where that alone is the contradiction: the families above are said to be nothing else."""
    opinion, _ = classified(projection(quads, model, cases, covered=False), anew=anew)
    if not opinion.unsatisfiable:
        return Reasoned(consistent=False, known=known)
    return Reasoned(True, tuple(_unsatisfiable(opinion, quads, model, cases, anew=anew, covered=False)), known=known)


_Opinion = Disagreement | tuple[Id, Id]
"""Something said by one side alone, or the inner and the outer class that both sides name."""


def _of_rulings(opinion: Classified, ours: Mapping[Id, frozenset[Id]], seen: Examined) -> Iterator[_Opinion]:
    in_force = seen.meetings.situations.keys() - opinion.unsatisfiable
    for ruling, rules in ours.items():
        if ruling not in opinion.unsatisfiable:
            yield from _compared(ruling, opinion.above.get(ruling, frozenset()) & in_force, rules & in_force)


def _of_rules(opinion: Classified, seen: Examined) -> Iterator[_Opinion]:
    """Compare which rules lie inside which others on their question; who can have no member lies inside all, and is left aside."""
    rules = seen.broken.model.rules
    by_asks: dict[Id, set[Id]] = {}
    for name in seen.meetings.situations:
        by_asks.setdefault(rules[name].asks, set()).add(name)
    for rule in sorted(impossible(seen) - opinion.unsatisfiable):
        yield Disagreement(rule, NOTHING, by_reasoner=False)
    for rule, outer in containing(seen).items():
        if rule not in opinion.unsatisfiable:
            yield from _compared(rule, opinion.above.get(rule, frozenset()) & by_asks[rules[rule].asks], outer)


def _compared(inner: Id, theirs: Iterable[Id], ours: Iterable[Id]) -> Iterator[_Opinion]:
    reasoner, own = set(theirs), set(ours)
    for outer in sorted(reasoner | own):
        yield (inner, outer) if outer in reasoner & own else Disagreement(inner, outer, outer in reasoner)


def _contained(seen: Examined, pairs: Iterable[tuple[Id, Id]], quads: Iterable[ox.Quad]) -> Iterator[Contained]:
    """Yield what is wrong with rules inside others: they answer differently, no exception is between them, and both can be in.

    Those of one finding of `ygokg conflicts` are together, and there are none of an accepted one.
    """
    findings = [f for f in accept(contradictions(seen), acceptances(quads)) if f.kind in (RULE_RULE, SOURCE_SOURCE)]
    clashing = [pair for pair in pairs if frozenset(pair) in seen.clashes]
    for finding in findings:
        own = [pair for pair in clashing if {*pair} <= {*finding.key}]
        clashing = [pair for pair in clashing if pair not in own]
        if own and finding.accepted is None:
            yield Contained(tuple(own), finding.asks, finding.id)


def _unsatisfiable(
    opinion: Classified, quads: Sequence[ox.Quad], model: Model, cases: Mapping[Id, Facts], *, anew: bool, covered: bool = True
) -> Iterator[Unsatisfiable]:
    """Yield the classes without members; HermiT is asked again which conditions of a rule, or facts of a ruling, exclude each other."""
    parts = {name: tuple(_parts(name, model, cases)) for name in sorted(opinion.unsatisfiable)}
    probes = {name: list(_probes(name, conditions)) for name, conditions in parts.items()}
    asked = [probe for own in probes.values() for probe in own]
    empty: frozenset[Id] = frozenset()
    if asked:
        empty = classified(probing(quads, model, asked, covered=covered), anew=anew)[0].unsatisfiable
    for name, own in probes.items():
        fewest = next((conditions for probe, conditions in own if probe in empty), parts[name])
        yield Unsatisfiable(name, fewest)


def _parts(name: Id, model: Model, cases: Mapping[Id, Facts]) -> Iterator[Condition]:
    if name in model.rules:
        yield from model.rules[name].conditions
    for feature, values in cases.get(name, {}).items():
        yield from (Condition(feature, values=(value,)) for value in values)


def _probes(name: Id, conditions: Sequence[Condition]) -> Iterator[Probe]:
    """Yield classes of cases that fulfil a few of the conditions, the fewest first."""
    few = [chosen for size in range(1, _MOST + 1) for chosen in combinations(conditions, size)]
    yield from ((f"{name}?{place}", chosen) for place, chosen in enumerate(few))
