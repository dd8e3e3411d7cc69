"""How much of what could be wrong would be noticed: every answer changed, one at a time, and looked for among the findings.

A change is caught if a finding appears that fails a check and that was not there before. Nothing is worked out again that the
change does not touch: an answer decides neither whose conditions hold nor which rules are in, so that only the rulings under a
changed rule, the rules that meet it and its exceptions have to be looked at; for a rule that derives a feature also the rulings
and rules that use it. Then come the rules under which these rulings fall: each must still have one that bears it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from ygokg.consistency.examined import Examined, RulingState, examine
from ygokg.consistency.gaps import excluding, lacks_proof
from ygokg.consistency.meeting import Pair, disagree, linked, together
from ygokg.graph.model import Id, Model, Rule, Ruling
from ygokg.resolver.outcome import PENDING
from ygokg.resolver.records import against, record_of
from ygokg.resolver.rulebase import Rulebase

RULING, RULE, AMOUNT = "ruling", "rule", "amount"

_LITERAL = "ygo:Literal"
_Thing = TypeVar("_Thing", Rule, Ruling)


@dataclass(frozen=True, slots=True)
class Change:
    """One answer changed. `kind` is ruling, rule or amount; `caught` and, where it is not, `reason` are set by `mutate`.

    `reason` is one of `no-rule` (no rule derives an answer and no other ruling is like it), `same-case` (an amount that no other
    ruling states), `disputed` (it hangs on rules that disagree already), `borne-out` (what is derived bears out the ruling all the
    same, as Must does for Yes), `unexercised` (no ruling falls under the rule), `defeated` (an exception is in wherever one does)
    or `outranked` (other rules settle those cases).
    """

    kind: str
    item: Id
    before: str
    after: str
    caught: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """How many changes of one kind there are, and how many are caught."""

    changes: int
    caught: int

    @property
    def share(self) -> float | None:
        """The mutation score, from 0 to 1; None where there is nothing to change."""
        return self.caught / self.changes if self.changes else None


def score(tried: list[Change], kind: str) -> Score:
    """Return the mutation score of one kind of change."""
    own = [change for change in tried if change.kind == kind]
    return Score(len(own), sum(change.caught for change in own))


def changes(model: Model) -> list[Change]:
    """Return every change that `mutate` tries: each other answer that is admitted, and for amounts one more and one less.

    Rules that only lift others have no answer to change; what is withdrawn is left out.
    """
    found: list[Change] = []
    for ruling in _in_force(model.rulings):
        if ruling.literal:
            found += [Change(AMOUNT, ruling.id, ruling.answer, amount) for amount in _neighbours(ruling.answer)]
        else:
            question = model.questions.get(ruling.asks)
            admitted = question.answers if question is not None else ()
            found += [Change(RULING, ruling.id, ruling.answer, a) for a in admitted if a not in (ruling.answer, _LITERAL)]
    for rule in _in_force(model.rules):
        if rule.answer is not None:
            admitted = model.questions[rule.asks].answers if rule.asks in model.questions else ()
            if rule.asks in model.features:
                admitted = model.features[rule.asks].values
            found += [Change(RULE, rule.id, rule.answer, a) for a in admitted if a not in (rule.answer, _LITERAL)]
    return found


def mutate(model: Model | Examined, wanted: Sequence[Change] | None = None) -> Iterator[Change]:
    """Yield the `wanted` changes of a model (all of `changes` by default) with what became of each; the model is never changed.

    Raises `BrokenInput` where derived features depend on each other in a circle.
    """
    seen = model if isinstance(model, Examined) else Examined(model)
    trial = _Trial(seen)
    for change in changes(seen.model) if wanted is None else wanted:
        reason = trial.ruling(change) if change.kind != RULE else trial.rule(change)
        yield replace(change, caught=not reason, reason=reason)


class _Changed(NamedTuple):
    """What a change leads to: the rules, the rulings that may stand otherwise under them, and the rule that was changed."""

    base: Rulebase
    states: Mapping[Id, RulingState]
    rule: Id = ""


class _Trial:
    """One change after the other against what is known of the unchanged model; an empty reason means that it was caught."""

    def __init__(self, seen: Examined) -> None:
        self.seen = seen
        self.model = seen.broken.model
        self.before = _Changed(seen.space.base, {})
        self.excluded: dict[Id, set[Id]] = {}
        self.lacking: dict[Id, bool] = {}
        self.under: dict[Id, list[Id]] = {}
        self.stating: dict[Id, list[Id]] = {}
        for name, state in seen.states.items():
            for rule in {*state.inside, *state.deriving}:
                self.under.setdefault(rule, []).append(name)
            for feature in state.ruling.facts:
                if seen.base.is_derived(feature):
                    self.stating.setdefault(feature, []).append(name)
        self.exceptions: dict[Id, list[Rule]] = {}
        for exception in _in_force(self.model.rules):
            for target in exception.exception_to:
                self.exceptions.setdefault(target, []).append(exception)
        self.fulfilled = {rule for state in seen.states.values() for rule in state.fulfilled}
        self.using: dict[Id, list[Id]] = {}
        for user, situations in seen.meetings.situations.items():
            for used in {used for situation in situations for used in situation.deriving}:
                self.using.setdefault(used, []).append(user)

    def ruling(self, change: Change) -> str:
        """Return why a changed ruling is not noticed; nothing if it is."""
        before = self.seen.states[change.item]
        after = examine(self.seen.base, before.ruling._replace(answer=change.after), self.seen.record(change.item).result)
        if self.seen.disputed(before):
            return "disputed"
        if self._noticed(before, after) or self._contradicts(before, after) or self._is_excluded(self.seen.base, after.ruling):
            return ""
        if self._takes_proof(_Changed(self.before.base, {change.item: after})):
            return ""
        if change.kind == AMOUNT:
            return "same-case"
        return "no-rule" if before.status == "open" else "borne-out"

    def _contradicts(self, before: RulingState, after: RulingState) -> bool:
        """Say whether a changed ruling contradicts another one that is in no finding and that it did not contradict before.

        Where it departs from its rules as before, it is another finding only if none but the rules contradicted it so far.
        """
        known = self.seen.opponents(before.ruling.id)
        found = against(self.seen.base, self.seen.record(before.ruling.id)._replace(ruling=after.ruling))
        if after.departs:
            return bool(found) != bool(known)
        states = (self.seen.states[other.ruling.id] for other in found if other.ruling.id not in known)
        return any(not state.departs and not self.seen.disputed(state) for state in states)

    def rule(self, change: Change) -> str:
        """Return why a changed rule is not noticed; nothing if it is."""
        rule = self.model.rules[change.item]._replace(answer=change.after)
        if self._breaks_exception(rule) or self._disagrees(rule):
            return ""
        base = self.before.base.answering(rule)
        rulings = dict.fromkeys((*self.under.get(rule.id, ()), *self.stating.get(self.seen.base.looked_at(rule.asks) or "", ())))
        states = [(self.seen.states[name], examine(base, self.model.rulings[name])) for name in rulings]
        if any(self._noticed(before, after) for before, after in states):
            return ""
        if any(self._is_excluded(base, ruling) for ruling in self._related(rule)):
            return ""
        if self.seen.base.looked_at(rule.asks) and (self._likened(base, rulings) or self._met_through(base, rule)):
            return ""
        if self._takes_proof(_Changed(base, {after.ruling.id: after for _, after in states}, rule.id)):
            return ""
        if any(before.answers != after.answers for before, after in states):
            return "borne-out"
        if rule.id in self.under:
            return "outranked"
        return "defeated" if rule.id in self.fulfilled else "unexercised"

    def _breaks_exception(self, rule: Rule) -> bool:
        beside = (*(self.model.rules[t] for t in rule.exception_to if t in self.model.rules), *self.exceptions.get(rule.id, ()))
        return any(other.in_force and other.answer == rule.answer for other in beside)

    def _related(self, rule: Rule) -> Iterator[Ruling]:
        """Yield the rulings on questions related to the one that a rule answers."""
        related = {asks for e in self.model.exclusions.values() for asks, _, other, _ in e.both_ways if other == rule.asks}
        return (state.ruling for state in self.seen.states.values() if state.ruling.asks in related)

    def _is_excluded(self, base: Rulebase, ruling: Ruling) -> bool:
        """Say whether a related question newly excludes the answer of a ruling, by the rules of `base`."""
        known = self.excluded.get(ruling.id)
        if known is None:
            found = excluding(self.seen, self.seen.base, self.model.rulings[ruling.id])
            known = self.excluded[ruling.id] = {exclusion.id for exclusion, _ in found}
        return any(exclusion.id not in known for exclusion, _ in excluding(self.seen, base, ruling))

    def _disagrees(self, rule: Rule) -> bool:
        partners = (self.model.rules[i] for i in self.seen.meetings.met(rule.id))
        return any(disagree(self.seen.base, rule, other) and self._is_new(frozenset((rule.id, other.id))) for other in partners)

    def _is_new(self, pair: Pair) -> bool:
        return pair not in self.seen.clashes and pair not in self.seen.broken.circles and not linked(self.model, *pair)

    def _noticed(self, before: RulingState, after: RulingState) -> bool:
        """Say whether a ruling has a finding after a change that it had not before."""
        if self.seen.unclear(before.ruling.id):
            return False
        was, now = (not state.excused and not self.seen.disputed(state) for state in (before, after))
        return (
            (after.departs and now and not (before.departs and was))
            or (after.unexplained and now and not (before.unexplained and was))
            or bool(set(after.misstated) - set(before.misstated))
            or (after.misfiled and not before.misfiled)
            or any(self._is_new(pair) for pair in after.clashing)
        )

    def _likened(self, base: Rulebase, rulings: Mapping[Id, object]) -> bool:
        """Say whether the rules no longer tell apart two rulings that answer differently."""
        for name in rulings:
            ruling = self.model.rulings[name]
            if ruling.answer != PENDING:
                record = record_of(base, base.block(ruling.asks), ruling)
                if any(other.ruling.id not in self.seen.opponents(name) for other in against(base, record)):
                    return True
        return False

    def _met_through(self, base: Rulebase, changed: Rule) -> bool:
        """Say whether rules that use the changed feature meet and disagree now."""
        for name in self.using.get(changed.id, ()):
            rule = self.model.rules[name]
            partners = (self.model.rules[i] for i in self._met(base, name))
            if any(disagree(base, rule, other) and self._is_new(frozenset((name, other.id))) for other in partners):
                return True
        return False

    def _met(self, base: Rulebase, name: Id) -> set[Id]:
        """Return the rules that the condition of a rule brings in together with it, by the rules of `base`."""
        block = base.block(self.model.rules[name].asks)
        return together(name, [self.seen.space.weigh(block, s.facts, base) for s in self.seen.meetings.situations[name]])

    def _takes_proof(self, after: _Changed) -> bool:
        """Say whether a rule newly has no ruling under it that bears it out."""
        concerned = {i for name, state in after.states.items() for i in (*self.seen.states[name].inside, *state.inside)}
        concerned.update(i for pair in (*self.seen.clashes, *self.seen.broken.needless) for i in pair)
        return any(self._lacks_proof(i, after) and not self._lacked_proof(i) for i in concerned)

    def _lacked_proof(self, name: Id) -> bool:
        if name not in self.lacking:
            self.lacking[name] = self._lacks_proof(name, self.before)
        return self.lacking[name]

    def _lacks_proof(self, name: Id, now: _Changed) -> bool:
        under = [self.seen.states[i] for i in self.seen.falling.get(name, ()) if i not in now.states]
        under += [state for state in now.states.values() if name in state.inside and not state.ruling.literal]
        return lacks_proof(self.seen, now.base.model.rules[name], under) and not self._contested(name, now)

    def _contested(self, name: Id, now: _Changed) -> bool:
        """Say whether a rule is in a broken exception or in a disagreement of rules; none of these is new."""
        return (
            name in self.seen.broken.rules
            or any(name in pair and now.rule not in pair for pair in self.seen.broken.needless)
            or any(name in pair and self._clash(pair, now) for pair in self.seen.clashes)
        )

    def _clash(self, pair: Pair, now: _Changed) -> bool:
        one, other = (now.base.model.rules[i] for i in pair)
        if any(pair in now.states.get(i, self.seen.states[i]).clashing for i in self.seen.clashes[pair]):
            return True
        met = other.id in self._met(now.base, one.id) or one.id in self._met(now.base, other.id)
        return met and disagree(now.base, one, other)


def _in_force(things: Mapping[Id, _Thing]) -> Iterator[_Thing]:
    return (thing for _, thing in sorted(things.items()) if thing.in_force)


def _neighbours(amount: str) -> tuple[str, ...]:
    """Return an amount plus and minus one; nothing for a literal that is no whole number."""
    try:
        number = int(amount)
    except ValueError:
        return ()
    return (str(number - 1), str(number + 1))
