"""The parts of a text in the notation of situations, as they are typed."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Called:
    """The words by which something is called, with their place in the text; `what` are kinds or families of a thing not in the data."""

    words: str
    column: int
    what: tuple[str, ...] = ()
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Cause:
    """By what something happened: `battle`, `rule`, `procedure` or `cost`, a link (its number), or an effect, the opponent's or not.

    The word `effect` stands for one of which it is not told which one it is.
    """

    word: str = ""
    link: int = 0
    effect: Called | None = None
    opponents: bool = False


@dataclass(frozen=True, slots=True)
class Happened:
    """What happened to a card. `kind` is move, flip, control, summon, reveal, unaffected, step or place (it is merely there).

    Kind `happens` is what a trigger waits for, where no card moves. `to` is a place or a face (for a step what came of it), `how` the kind
    of move or the way of the Summon; a step is about `cards`.
    """

    kind: str
    card: Called
    to: str = ""
    how: str = ""
    face: str = ""
    by: Cause = Cause()
    opponents: bool = False
    cards: tuple[Called, ...] = ()
    at_once: bool = False
    """Whether it happens at the same time as what is told before it."""


@dataclass(slots=True)
class LinkTyped:
    """A link as typed."""

    effect: Called
    as_card: bool = False
    zone: str = ""
    opponents: bool = False
    costs: list[Happened] = field(default_factory=list)
    targets: list[Called] = field(default_factory=list)
    results: list[Happened] = field(default_factory=list)


@dataclass(slots=True)
class StandingTyped:
    """A standing effect as typed, with the cards at which it was pointed and the links from and until whose resolution it applies."""

    effect: Called
    on: list[Called] = field(default_factory=list)
    opponents: bool = False
    since: int = 0
    until: int = 0


@dataclass(slots=True)
class Asked:
    """A question as typed: which one, about which link, effect or card, by or to what, with which facts of its text."""

    question: Called
    about: Called | None = None
    by: Called | None = None
    to: int = 0
    step: int = 0
    facts: list[Called] = field(default_factory=list)


@dataclass(slots=True)
class Typed:
    """All parts of a text in the notation. A stage is a Chain (its links) or what is there and happens, in order."""

    stages: list[list[LinkTyped] | list[Happened]] = field(default_factory=list)
    standings: list[StandingTyped] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    whole: bool = True
