"""An interview about one case: what is known so far, what to ask next, and the way back."""

from __future__ import annotations

from collections.abc import Mapping

from ygokg.lookup.asking import families_told_apart
from ygokg.model import Id
from ygokg.resolver import Outcome, Rulebase, resolve
from ygokg.resolver.asking_back import Undecided
from ygokg.resolver.case import is_left

__all__ = ["Interview"]

Facts = Mapping[Id, tuple[Id, ...]]


class Interview:
    """A case that is asked for, feature by feature. `facts` are those stated, `passed` the features that the user cannot tell."""

    def __init__(self, base: Rulebase, question: Id, facts: Facts) -> None:
        """Begin with what is stated already."""
        self.base = base
        self.question = question
        self.facts = dict(facts)
        self.passed: tuple[Id, ...] = ()
        self._undecided = Undecided(base, question)
        self._before: list[tuple[dict[Id, tuple[Id, ...]], tuple[Id, ...]]] = []

    def next(self) -> Id | None:
        """Return the feature to ask about; None once nothing can change the answer any more."""
        return next(iter(self._undecided.features(self.facts, self.passed)), None)

    def outcome(self) -> Outcome:
        """Return the answer to what is known so far."""
        return resolve(self.base, self.question, self.facts)

    def choices(self, feature: Id) -> tuple[Id, ...]:
        """Return the values to choose from, as far as what is stated leaves them.

        Of a role these are the families that rules tell apart, beside which any effect will do.
        """
        known = self.base.model.features[feature]
        found = known.values or families_told_apart(self.base.model, self.question, feature)
        return tuple(value for value in found if is_left(self.base, self.facts, feature, value))

    def state(self, feature: Id, values: tuple[Id, ...]) -> None:
        """Take a feature's values; none where the user does not know."""
        self._before.append((dict(self.facts), self.passed))
        if values:
            self.facts[feature] = values
        else:
            self.passed += (feature,)

    def back(self) -> bool:
        """Take the last answer back; False where there is none."""
        if not self._before:
            return False
        self.facts, self.passed = self._before.pop()
        return True
