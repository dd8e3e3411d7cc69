"""What the reasoner says about the graph."""

from __future__ import annotations

from dataclasses import dataclass

from ygokg.model import Condition, Id

__all__ = ["NOTHING", "Contained", "Disagreement", "Reasoned", "Unsatisfiable"]

NOTHING = "owl:Nothing"
"""The class that has no member."""


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
