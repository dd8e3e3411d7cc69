"""A model looked at from all sides once: what every finding and every mutation is worked out from."""

from __future__ import annotations

from functools import cached_property

from ygokg.consistency.meeting import Meetings, Situations, broken_exceptions, disagree, linked, meetings
from ygokg.consistency.states import Pair, RulingState, examine
from ygokg.graph.model import Id, Model
from ygokg.resolver.outcome import agree
from ygokg.resolver.records import Record, against, records
from ygokg.resolver.rulebase import Rulebase

__all__ = ["Examined"]


class Examined:
    """A model under examination.

    `model` is as the loader gave it, `broken` its broken exceptions; everything else rests on the model without these. Raises
    `BrokenInput` where derived features depend on each other in a circle.
    """

    def __init__(self, model: Model, prepared: Rulebase | None = None) -> None:
        """Examine `model`, which must not change afterwards; `prepared` are its rules, where they are prepared already."""
        self.model = model
        self.broken = broken_exceptions(model)
        self.base = prepared if prepared is not None and self.broken.model is model else Rulebase(self.broken.model)
        self.space = Situations(self.broken.model)

    @cached_property
    def states(self) -> dict[Id, RulingState]:
        """How every ruling that is not withdrawn stands under the rules."""
        return {i: examine(self.base, record.ruling, record.result) for i, record in sorted(self._records.items())}

    @cached_property
    def meetings(self) -> Meetings:
        """Which rules meet by their conditions."""
        return meetings(self.broken.model, self.space)

    @cached_property
    def clashes(self) -> dict[Pair, tuple[Id, ...]]:
        """Pairs of rules that disagree, with the rulings that fall under both; no path of exceptions leads from one to the other."""
        found: dict[Pair, list[Id]] = {}
        rules = self.broken.model.rules
        for rule, partners in self.meetings.partners.items():
            for other in partners:
                if disagree(self.base, rules[rule], rules[other]):
                    found.setdefault(frozenset((rule, other)), [])
        for state in self.states.values():
            for pair in state.clashing:
                if not linked(self.model, *pair):
                    found.setdefault(pair, []).append(state.ruling.id)
        return {pair: tuple(rulings) for pair, rulings in found.items() if pair not in self.broken.circles}

    @cached_property
    def supported(self) -> frozenset[Id]:
        """Rules that some ruling bears out: they are in, give its answer, or derive a feature that those which do look at."""
        rules = self.base.model.rules
        found: set[Id] = set()
        for state in self.states.values():
            if not state.misstated:
                row = [i for i in state.inside if agree(state.ruling.answer, rules[i].answer or "")]
                while row:
                    found.update(row)
                    looked_at = {condition.feature for i in row for condition in rules[i].conditions}
                    row = [i for i in state.deriving if rules[i].asks in looked_at and i not in found]
        return frozenset(found)

    @cached_property
    def falling(self) -> dict[Id, tuple[Id, ...]]:
        """The rulings under each rule: those for which it is in; not those with an amount, which no rule states."""
        found: dict[Id, list[Id]] = {}
        for name, state in self.states.items():
            for rule in () if state.ruling.literal else state.inside:
                found.setdefault(rule, []).append(name)
        return {rule: tuple(rulings) for rule, rulings in found.items()}

    def disputed(self, state: RulingState) -> bool:
        """Say whether a ruling hangs on rules that disagree, or whose exceptions run in a circle."""
        return self.unclear(state.ruling.id) or any(pair in self.clashes for pair in state.clashing)

    def opponents(self, ruling: Id) -> tuple[Id, ...]:
        """Return the rulings that contradict one and that the rules cannot tell apart from it."""
        return tuple(other.ruling.id for other in against(self.base, self.record(ruling)))

    def record(self, ruling: Id) -> Record:
        """Return a ruling as it is compared with others."""
        return self._records[ruling]

    @cached_property
    def _records(self) -> dict[Id, Record]:
        questions = sorted({ruling.asks for ruling in self.model.rulings.values()})
        return {record.ruling.id: record for question in questions for record in records(self.base, question)}

    def unclear(self, ruling: Id) -> bool:
        """Say whether a ruling falls under two rules whose exceptions run in a circle, so that nothing follows for it."""
        state = self.states[ruling]
        return any(pair <= state.fulfilled | state.deriving for pair in self.broken.circles)
