"""The nouns of a situation: stays of cards, Chain Links, events and standing effects, each at a moment.

Moments ("ticks") are whole numbers. A Chain of N links is activated at 1 to N; link k resolves at 10·(N − k + 1) + N, so that the last
link resolves first and each resolution has room for what it does.
"""

from __future__ import annotations

from dataclasses import dataclass

from ygokg.graph.model import Id

SETUP = 0
"""The moment at which everything stands as it was before the first activation."""


def resolution(link: int, links: int) -> int:
    """Return the moment at which a link of a Chain of so many links resolves.

    >>> [resolution(link, 2) for link in (1, 2)]
    [22, 12]
    """
    return 10 * (links - link + 1) + links


@dataclass(frozen=True, slots=True)
class Stay:
    """A card in one place from `since` until it moves; after a move it is another stay, whose `after` names this one.

    `side` is `ygo:OwnSide` or `ygo:OpponentsSide` as the person sees it who tells; `kind` a card kind, or empty where it is not known.
    """

    id: str
    name: str
    card: Id
    zone: Id
    side: Id
    face: Id
    kind: Id
    since: int = SETUP
    after: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """Chain Link `number`: the effect that the card of the stay `source` uses."""

    number: int
    effect: Id
    source: str
    at: int
    resolves_at: int
    targets: tuple[str, ...] = ()
    as_card: bool = False

    @property
    def id(self) -> str:
        """The name by which the notation calls it: C1."""
        return f"C{self.number}"


@dataclass(frozen=True, slots=True)
class Event:
    """What happened once to a stay: `move` (to a zone), `flip` (to a face). `cause` is a link, or `cost` or `rule`."""

    kind: str
    stay: str
    at: int
    to: Id
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """An effect in force from `since` on; `pointed` are the stays named as those it is about, none where its text says whom it reaches."""

    id: str
    effect: Id
    source: str
    since: int = SETUP
    pointed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Situation:
    """A timeline. `whole` says that nothing else happened than what is told."""

    stays: tuple[Stay, ...] = ()
    links: tuple[Link, ...] = ()
    events: tuple[Event, ...] = ()
    standings: tuple[Standing, ...] = ()
    unaffected: tuple[tuple[str, str], ...] = ()
    whole: bool = True
    asked: tuple[int, ...] = ()
    """The numbers of the links of which is asked whether they are negated; of all of them where none is named."""

    def stay(self, name: str) -> Stay:
        """Return the stay of an id."""
        return next(stay for stay in self.stays if stay.id == name)

    def at(self, number: int) -> Link:
        """Return the link of a number."""
        return self.links[number - 1]
