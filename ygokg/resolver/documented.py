"""What rulings say of a case: those that answer it themselves, those that come nearest, and how well they attest a derived answer.

A ruling is about a case if three things hold. Nothing foreign: what the case states stands in the ruling or follows there. Nothing
missing: what the rules look at in the ruling holds in the case. The same rules: exactly the same ones are fulfilled. What the ruling
itself lists as context need not be there, but may not be something else.

So `ruling:negation.112` (Skill Drain, Book of Moon turns the monster face-down) answers whoever states Skill Drain, that effect and
`faceAtResolution=FaceDown`; who adds a protector asks about another case, of which that ruling is only a precedent.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from heapq import nsmallest
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple

from ygokg.graph.model import Id, Ruling
from ygokg.resolver.case import values_of
from ygokg.resolver.deriving import issued, later_document, superseded
from ygokg.resolver.outcome import IMPLYING_YES, PENDING, YES, Attestation, Precedent, Side, agree
from ygokg.resolver.overturning import Weighed
from ygokg.resolver.records import PARTIES, Sketch, Sketches, fulfilled_in, opponents, record_of, records, rules_behind, sketches
from ygokg.resolver.rulebase import CERTAIN, Rulebase


class Documented(NamedTuple):
    """What rulings say about a case: the answer (None in a conflict), who says so, whom they supersede, and the sides of a clash."""

    answer: str | None
    rulings: tuple[Id, ...]
    superseded: tuple[Id, ...] = ()
    sides: tuple[Side, ...] = ()


def documented(weighed: Weighed) -> Documented | None:
    """Return what rulings say about the case itself; None where no ruling is about it."""
    base, question = weighed.base, weighed.block.asks
    fulfilled = fulfilled_in(weighed)
    if not weighed.case.known.get(PARTIES[0]):
        return None
    matching = [s.ruling for s in sketches(base, question).by_fulfilled.get(fulfilled, ()) if _is_about(s, weighed)]
    if not matching:
        return None
    opposed = [other for ruling in matching for other in opponents(base, ruling)]
    rulings = {ruling.id: ruling for ruling in (*matching, *opposed)}
    return _settled(weighed, [rulings[i] for i in sorted(rulings)])


def _is_about(sketch: Sketch, weighed: Weighed) -> bool:
    """Say whether a ruling under which exactly the same rules are fulfilled is about the case itself."""
    base, own, case = weighed.base, sketch.known, weighed.case
    if not own.get(PARTIES[0]) or not _same_party(base, own[PARTIES[0]], case.known[PARTIES[0]]):
        return False
    context = sketch.ruling.context
    if not _has_rules_behind(sketch):
        return _all_equal(base, {f: v for f, v in own.items() if f not in context or f in case.stated}, case.known)
    mentioned = weighed.block.mentioned
    for feature, values in own.items():
        party = feature in PARTIES and feature not in context
        if (party or feature in mentioned) and not _holds(base, feature, values, values_of(case, feature)):
            return False
    foreign = {f: v for f, v in case.stated.items() if not (f in own and _equal(base, f, own[f], v))}
    following = {f: d.fact.values for f, d in case.derived.items() if d.fact.values}
    if not foreign and not following:
        return True
    there = record_of(base, weighed.block, sketch.ruling).case
    return all(_equal(base, f, values_of(there, f), v) for f, v in foreign.items()) and all(
        not (said := values_of(there, f)) or set(said) == set(values) for f, values in following.items()
    )


def _has_rules_behind(sketch: Sketch) -> bool:
    """Say whether rules bear out the ruling, or leave it as pending as it is; an amount holds for its very facts only."""
    ruling = sketch.ruling
    return not ruling.literal and bool(sketch.fulfilled) and (sketch.borne_out or ruling.answer == PENDING)


def _all_equal(base: Rulebase, own: Mapping[Id, tuple[Id, ...]], known: Mapping[Id, tuple[Id, ...]]) -> bool:
    return own.keys() == known.keys() and all(_equal(base, f, own[f], known[f]) for f in own)


def _equal(base: Rulebase, feature: Id, there: Sequence[Id], here: Sequence[Id]) -> bool:
    if set(there) == set(here):
        return True
    known = base.model.features.get(feature)
    return known is not None and known.kind == "role" and _same_party(base, there, here)


def _holds(base: Rulebase, feature: Id, there: Sequence[Id], here: Sequence[Id]) -> bool:
    return set(there) <= set(here) or _equal(base, feature, there, here)


def _same_party(base: Rulebase, there: Sequence[Id], here: Sequence[Id]) -> bool:
    """Say whether a role has the same effect in a ruling (`there`) and in a case (`here`).

    A ruling on "some card that …" names a stand-in, which belongs to no card: families that say of the case's unknown effect just
    what the stand-in is are the same.
    """
    if set(there) == set(here):
        return True
    if len(there) != 1 or there[0] not in base.model.effects or base.model.effects[there[0]].card is not None:
        return False
    families = base.model.effects[there[0]].families
    closure = base.kinship.closure(there[0])
    within = (f in closure or _is_below(base, f, families) for f in here)
    return all(f in base.model.families for f in here) and all(within) and all(_is_of(base, here, f) for f in families)


def _is_below(base: Rulebase, family: Id, wider: Iterable[Id]) -> bool:
    return any(base.kinship.level(family, other) == CERTAIN for other in wider)


def _is_of(base: Rulebase, families: Iterable[Id], wanted: Id) -> bool:
    return any(base.kinship.level(family, wanted) == CERTAIN for family in families)


def _settled(weighed: Weighed, rulings: Sequence[Ruling]) -> Documented:
    model = weighed.base.model
    old = superseded(rulings)
    standing = [ruling for ruling in rulings if ruling.id not in old]
    by_answer: dict[str, list[Ruling]] = {}
    for ruling in standing:
        by_answer.setdefault(ruling.answer, []).append(ruling)
    stronger = next((answer for answer in IMPLYING_YES if answer in by_answer), None)
    if stronger is not None:
        by_answer[stronger] += by_answer.pop(YES, [])
    sides = tuple(
        Side(answer, rulings=tuple(r.id for r in said), issued=max(issued(model, r.sources) for r in said))
        for answer, said in sorted(by_answer.items())
    )
    if len(sides) == 1:
        return Documented(sides[0].answer, sides[0].rulings, old)
    followed = later_document(sides)
    if followed is None:
        return Documented(None, tuple(r.id for r in standing), old, sides)
    return Documented(followed.answer, followed.rulings, old, sides)


def precedents(weighed: Weighed, *, without: Collection[Id] = (), at_most: int = 5) -> tuple[Precedent, ...]:
    """Return the rulings on the same question that share a fulfilled rule or a fact with the case, nearest first.

    Nearest is who is about the same effect and the same negator, then who differs in the fewest fulfilled rules, then who shares the
    most facts, then who has the fewest others.
    """
    case = weighed.case
    fulfilled = fulfilled_in(weighed)
    known = _pairs(case.known)
    facts = known | {(f, v) for f in case.derived for v in values_of(case, f)}
    known_sketches = sketches(weighed.base, weighed.block.asks)
    ranked: list[tuple[tuple[bool, int, int, int, Id], Sketch, set[tuple[Id, Id]]]] = []
    for sketch in _near(known_sketches, case.known, fulfilled, at_most):
        pairs = _pairs(sketch.known)
        shared = pairs & facts
        if sketch.ruling.id not in without and (shared or sketch.fulfilled & fulfilled):
            apart = len(sketch.fulfilled ^ fulfilled)
            other_parties = not _same_parties(sketch, case.known)
            ranked.append(((other_parties, apart, -len(shared), len(pairs) - len(shared), sketch.ruling.id), sketch, pairs))
    nearest = nsmallest(at_most, ranked, key=itemgetter(0))
    return tuple(
        Precedent(
            sketch.ruling.id,
            sketch.ruling.answer,
            sketch.fulfilled == fulfilled,
            tuple(sorted(pairs & facts)),
            tuple(sorted(pairs - facts)),
            tuple(sorted(known - pairs)),
        )
        for _, sketch, pairs in nearest
    )


def _near(found: Sketches, known: Mapping[Id, tuple[Id, ...]], fulfilled: frozenset[int], at_most: int) -> Iterator[Sketch]:
    """Yield the sketches among which the nearest are: those with the same parties, and then groups of the fewest different rules."""
    same = {i: sketch for i, sketch in found.by_id.items() if _same_parties(sketch, known)}
    yield from same.values()
    seen, reached = 0, 0
    for apart, other in sorted(((len(other ^ fulfilled), other) for other in found.by_fulfilled), key=itemgetter(0)):
        if apart > reached and seen > at_most:
            break
        reached = apart
        for sketch in found.by_fulfilled[other]:
            if sketch.ruling.id not in same:
                seen += 1
                yield sketch


def _same_parties(sketch: Sketch, known: Mapping[Id, tuple[Id, ...]]) -> bool:
    """Say whether a ruling is about the effect, the negator and the responder of the case, as far as these are stated."""
    return PARTIES[0] in known and all(sketch.known.get(party) == known.get(party) for party in (*PARTIES, "ygo:responder"))


def _pairs(known: Mapping[Id, tuple[Id, ...]]) -> set[tuple[Id, Id]]:
    return {(feature, value) for feature, values in known.items() for value in values}


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
