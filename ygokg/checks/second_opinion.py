"""The opinion of the reasoner HermiT on the graph, compared with ours, as findings; what HermiT said is remembered in the cache.

It says whether all statements can hold together, which rule or ruling can have no case, and under which rules each ruling falls. Where
it and we differ on that, one of us is wrong.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from ygokg import __version__
from ygokg.checks.finding import ERROR, Finding
from ygokg.checks.hermit import NOTHING, Classified, classify, find_java
from ygokg.checks.projection import Facts, Probe, containing, impossible, matched, probing, projection
from ygokg.checks.sources import Sources
from ygokg.consistency.contradictions import contradictions
from ygokg.consistency.examined import Examined
from ygokg.consistency.finding import RULE_RULE, SOURCE_SOURCE
from ygokg.consistency.report import accept, acceptances
from ygokg.graph.model import Condition, Id, Model
from ygokg.store.folders import cache_folder, is_cache_ours, is_ours, make_cache, write_new

if TYPE_CHECKING:
    import pyoxigraph as ox

FOLDER = "reasoned"
"""The folder within the cache."""
_FORM = "1"
"""To be counted up when what is kept changes its form or what `classify` reads from HermiT."""
_KEEP_DAYS = 30
_MOST = 3
"""How many conditions at once are looked at for excluding each other."""


@dataclass(frozen=True, slots=True)
class Unsatisfiable:
    """A class that can have no member.

    Of a rule or a ruling, `conflicting` are as few of its conditions (or facts) as exclude each other; of another class, none.
    """

    name: Id
    conflicting: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A ruling or rule `inner` that the reasoner puts inside the rule `outer` and we do not (`by_reasoner`), or the other way round.

    `outer` is `NOTHING` where the question is whether `inner` can have a member at all.
    """

    inner: Id
    outer: Id
    by_reasoner: bool


@dataclass(frozen=True, slots=True)
class Contained:
    """Rules of which one lies inside the other, as pairs of inner and outer, though they answer one question differently.

    All pairs are one cause, and `finding` is the id that `ygokg conflicts` gives it.
    """

    pairs: tuple[tuple[Id, Id], ...]
    asks: Id
    finding: str


@dataclass(frozen=True, slots=True)
class Reasoned:
    """What the reasoner says: whether all statements can hold together, what can have no member, where it and we differ.

    `memberships` is the number of pairs of ruling and rule on which both agree, `containments` that of pairs of rules on one
    question; `known` tells that the reasoner had classified the same statements before and did not run.
    """

    consistent: bool
    unsatisfiable: tuple[Unsatisfiable, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    contained: tuple[Contained, ...] = ()
    memberships: int = 0
    containments: int = 0
    known: bool = False


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
        unsatisfiable=tuple(_impossible(opinion, quads, model, cases, anew=anew)),
        disagreements=tuple(d for d in (*in_rulings, *between) if isinstance(d, Disagreement)),
        contained=tuple(_containments(seen, [pair for pair in between if not isinstance(pair, Disagreement)], quads)),
        memberships=sum(not isinstance(d, Disagreement) for d in in_rulings),
        containments=sum(not isinstance(d, Disagreement) for d in between),
        known=known,
    )


def _contradicting(quads: Sequence[ox.Quad], model: Model, cases: Mapping[Id, Facts], *, known: bool, anew: bool) -> Reasoned:
    """Return which families can have no member where that alone is the contradiction: the families above are said to be nothing else."""
    opinion, _ = classified(projection(quads, model, cases, covered=False), anew=anew)
    if not opinion.unsatisfiable:
        return Reasoned(consistent=False, known=known)
    return Reasoned(True, tuple(_impossible(opinion, quads, model, cases, anew=anew, covered=False)), known=known)


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


def _containments(seen: Examined, pairs: Iterable[tuple[Id, Id]], quads: Iterable[ox.Quad]) -> Iterator[Contained]:
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


def _impossible(
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


def findings(reasoned: Reasoned, model: Model, sources: Sources) -> Iterator[Finding]:
    """Yield one finding for each cause."""
    if not reasoned.consistent:
        message = (
            "contradicts itself: no world satisfies every statement. Look for an effect in two families that exclude each other,"
            " or a value outside a feature's closed list; the policies family-overlap and ruling-value name them."
        )
        yield Finding("reason-inconsistent", ERROR, "the graph", None, message)
    for empty in reasoned.unsatisfiable:
        yield Finding("reason-unsatisfiable", ERROR, empty.name, sources.place(empty.name), _unsatisfiable(empty, model))
    for cause in reasoned.contained:
        subject = _subject(cause)
        yield Finding("reason-contained", ERROR, subject, sources.place(subject), _contained(cause, subject, model))
    for case in reasoned.disagreements:
        yield Finding("reason-disagrees", ERROR, case.inner, sources.place(case.inner), _disagreement(case))


def _unsatisfiable(empty: Unsatisfiable, model: Model) -> str:
    noun = "facts" if empty.name in model.rulings else "conditions"
    if not empty.conflicting:
        return "can have no member: what it is said to be and the classes above it exclude each other. Change one of them."
    if len(empty.conflicting) == 1:
        return f"can have no member: nothing has {_condition(empty.conflicting[0])}. Change it, or what it names."
    *first, last = map(_condition, empty.conflicting)
    return f"can have no member: its {noun} {', '.join(first)} and {last} exclude each other. Change one of them."


def _condition(condition: Condition) -> str:
    if condition.family is not None:
        return f"`{condition.feature} some {condition.family}`"
    return f"`{condition.feature} {' or '.join(condition.values)}`"


def _subject(cause: Contained) -> Id:
    """Return the rule that is in most of the pairs, or else the inner one."""
    counts = Counter(rule for pair in cause.pairs for rule in pair)
    return max(counts, key=lambda rule: (counts[rule], rule == cause.pairs[0][0]))


def _contained(cause: Contained, subject: Id, model: Model) -> str:
    inside = [outer for inner, outer in cause.pairs if inner == subject]
    around = [inner for inner, outer in cause.pairs if outer == subject and inner not in inside]
    own = model.rules[subject].answer
    said = []
    if inside:
        said.append(f"lies inside {_answering(inside, model)}")
    if around:
        said.append(f"has inside it {_answering(around, model)}")
    return (
        f"answers {own} to {cause.asks} and {' and '.join(said)}: every case under the inner rule is under the outer one too, and no"
        f" exception is between them. Make the inner rule an exception, or narrow a condition. `ygokg conflicts` tells more:"
        f" {cause.finding}."
    )


def _answering(rules: list[Id], model: Model) -> str:
    return ", ".join(f"{rule} (answers {model.rules[rule].answer})" for rule in rules)


def _disagreement(case: Disagreement) -> str:
    if case.outer == NOTHING:
        return (
            "can have a member or not: by the reasoner it can, by the search for conflicts no case fulfils its conditions. Look for"
            " values that are not declared different, or for families of one axis that are not closed."
        )
    between_rules = case.inner.startswith("rule:")
    sides = ("the reasoner", "the search for conflicts" if between_rules else "our matcher")
    yes, no = sides if case.by_reasoner else reversed(sides)
    if between_rules:
        return (
            f"lies inside {case.outer} or not: {yes} puts it there, {no} does not. Compare the two conditions and the families"
            " and values that they name; if these are right, the search has a fault."
        )
    return (
        f"falls under {case.outer} or not: {yes} puts it there, {no} does not. Compare the rule's condition with the ruling's"
        " facts and the families of its effects; if both are right, the matcher has a fault."
    )


def classified(triples: bytes, *, anew: bool = False) -> tuple[Classified, bool]:
    """Return what HermiT makes of statements in N-Triples, and whether that was known already; `anew` runs it in any case.

    A result is named by the hash of the statements and of the versions, so that it never has to be thrown away. Where the cache
    cannot be written nothing is kept. Raises `BrokenInput` where HermiT has to run and cannot.
    """
    place = _place(triples)
    known = None if anew else _read(place)
    if known is not None:
        return known, True
    found = classify(triples)
    with contextlib.suppress(OSError):
        _write(place, found)
    return found, False


def _place(triples: bytes) -> Path:
    versions = "\0".join((_FORM, __version__, version("owlready2")))
    digest = hashlib.sha256(versions.encode() + b"\0" + triples).hexdigest()
    return cache_folder() / FOLDER / f"{digest[:32]}.json"


def _read(place: Path) -> Classified | None:
    """Return a kept result; None where there is none, others can write it, or it is damaged, which writing it again mends."""
    try:
        if not (is_cache_ours() and is_ours(os.lstat(place.parent)) and is_ours(os.lstat(place))):
            return None
        kept = json.loads(place.read_bytes())
        above = {name: frozenset(classes) for name, classes in kept["above"].items()}
        return Classified(kept["consistent"] is True, frozenset(kept["unsatisfiable"]), above)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _write(place: Path, found: Classified) -> None:
    """Write a result beside its place and move it there in one step."""
    kept = {
        "consistent": found.consistent,
        "unsatisfiable": sorted(found.unsatisfiable),
        "above": {name: sorted(classes) for name, classes in sorted(found.above.items())},
    }
    make_cache()
    place.parent.mkdir(exist_ok=True, mode=0o700)
    write_new(place, json.dumps(kept).encode(), "writing-")
    _tidy(place.parent)


def _tidy(folder: Path) -> None:
    """Remove what is a month old."""
    oldest = time.time() - _KEEP_DAYS * 24 * 3600
    for file in folder.iterdir():
        with contextlib.suppress(OSError):
            if file.stat().st_mtime < oldest:
                file.unlink()


_Opinion = Disagreement | tuple[Id, Id]
"""Something said by one side alone, or the inner and the outer class that both sides name."""
