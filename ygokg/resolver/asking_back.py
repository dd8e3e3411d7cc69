"""What a user should be asked next: the features that can still change the answer, the most decisive first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from ygokg.graph.model import Id
from ygokg.resolver.case import Case, is_left, values_of
from ygokg.resolver.completing import alone, completed, weighed
from ygokg.resolver.outcome import Outcome, agree
from ygokg.resolver.overturning import absent_by_assumption
from ygokg.resolver.records import PARTIES, Sketch, sketches
from ygokg.resolver.resolving import resolve
from ygokg.resolver.rulebase import HOLDS, POSSIBLE, Rulebase

Facts = Mapping[Id, tuple[Id, ...]]

_TRIED = 12
"""How many values of one feature are tried to see how decisive it is."""


class Undecided:
    """The features that can still change the answer to one question, for any case of it."""

    def __init__(self, base: Rulebase, question: Id) -> None:
        """Prepare for the question, which must be one of the model's."""
        self.base = base
        self.question = question

    def features(self, facts: Facts, passed: Collection[Id] = ()) -> tuple[Id, ...]:
        """Return the features to ask about, the most decisive one first, the rest by kind; those in `passed` are left out.

        Whose effect it is and what negates it come first; then what the rules leave conditional or open, what tells the case from
        a ruling that the rules do not bear out, and what they only assume. Instead of a derived feature those are asked for from
        which it could be derived. Nothing is left once the answer is settled.
        """
        outcome = resolve(self.base, self.question, facts)
        case = completed(self.base, self.base.block(self.question), facts)
        done = {*case.known, *passed}
        missing = [condition.feature for unless in outcome.conditions for condition in unless.missing]
        assumed = [assumption.feature for assumption in outcome.assumed if not assumption.effects]
        groups = (
            self._by_rules((*missing, *outcome.proof.deciding), case, done),
            self._by_rulings(outcome, case),
            self._by_rules(assumed, case, done),
        )
        found: dict[Id, int] = {}
        for rank, group in enumerate(groups):
            for feature in group:
                if feature not in done and self._can_be_stated(facts, feature):
                    found.setdefault(feature, PARTIES.index(feature) - len(PARTIES) if feature in PARTIES else rank)
        first = [feature for feature, rank in found.items() if rank == min(found.values())]
        weights = {feature: self._weight(outcome, facts, feature) for feature in first} if len(first) > 1 else {}
        return tuple(sorted(found, key=lambda feature: (found[feature], *weights.get(feature, ()))))

    def _can_be_stated(self, facts: Facts, feature: Id) -> bool:
        """Say whether what is stated leaves a value of a feature; of a role always some effect."""
        values = self.base.model.features[feature].values
        return not values or any(is_left(self.base, facts, feature, value) for value in values)

    def _by_rules(self, named: Iterable[Id], case: Case, done: Collection[Id]) -> Iterator[Id]:
        for feature in dict.fromkeys(named):
            yield from self._underlying(feature, case, done)

    def _underlying(self, feature: Id, case: Case, done: Collection[Id]) -> Iterator[Id]:
        """Yield what a feature could be derived from that is neither known nor passed over; itself where there is nothing."""
        if feature not in case.derived:
            yield feature
            return
        result = weighed(self.base, self.base.block(feature), case)
        asked_back = False
        for needs in result.block.needs:
            lacking = [p for p in needs if result.levels[p] < HOLDS]
            if all(result.levels[p] == POSSIBLE or absent_by_assumption(result, p) for p in lacking):
                for below in (f for p in lacking for f in self._underlying(result.block.conditions[p].feature, case, done)):
                    if below not in done:
                        asked_back = True
                        yield below
        if not asked_back:
            yield feature

    def _by_rulings(self, outcome: Outcome, case: Case) -> Iterator[Id]:
        """Yield what keeps the case from being that of a ruling which the rules do not bear out and which answers otherwise.

        First whose effect it is and what negates it; the rest only once these are the ruling's.
        """
        mentioned = self.base.block(self.question).mentioned
        for sketch in self._departing:
            if sketch.ruling.answer == outcome.answer or not _within_reach(sketch, case):
                continue
            unsaid = [f for f in sketch.known if f not in case.known]
            parties = [f for f in unsaid if f in PARTIES]
            yield from parties or (f for f in unsaid if f in mentioned or sketch.ruling.literal or not mentioned)

    @cached_property
    def _departing(self) -> tuple[Sketch, ...]:
        """The rulings that the rules alone do not derive and that can answer a case."""
        found = (sketch for sketch in sketches(self.base, self.question).by_id.values() if PARTIES[0] in sketch.known)
        return tuple(sketch for sketch in found if not self._borne_out(sketch))

    def _borne_out(self, sketch: Sketch) -> bool:
        return agree(sketch.ruling.answer, alone(self.base, self.question, sketch.ruling.facts))

    def _weight(self, outcome: Outcome, facts: Facts, feature: Id) -> tuple[float, float]:
        """Return a rank, smaller for a feature whose values lead to more different answers and leave less undecided."""
        known = self.base.model.features[feature]
        values = [v for v in known.values or self._told_apart(feature) if is_left(self.base, facts, feature, v)][:_TRIED]
        tried = [resolve(self.base, self.question, {**facts, feature: (value,)}) for value in values]
        answers = {(o.status, o.answers) for o in (outcome, *tried)}
        left = sum(len(o.conditions) + len(o.proof.deciding) for o in tried)
        return -len(answers), left / max(len(tried), 1)

    def _told_apart(self, role: Id) -> Sequence[Id]:
        block = self.base.block(self.question)
        asked = (self.question, *block.derived)
        named = (c for a in asked for c in self.base.block(a).conditions if c.feature == role)
        values = dict.fromkeys(v for c in named for v in ((c.family,) if c.family is not None else c.values))
        return tuple(v for v in values if v in self.base.model.families or v in self.base.model.effects)


def _within_reach(sketch: Sketch, case: Case) -> bool:
    """Say whether the case could still turn out to be the ruling's: no feature of both differs, nothing of the ruling is excluded."""
    return all(_compatible(values, values_of(case, feature)) for feature, values in sketch.known.items())


def _compatible(there: Iterable[Id], here: Sequence[Id]) -> bool:
    return not here or set(there) <= set(here)
