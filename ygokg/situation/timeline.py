"""The nouns of a situation: stays of cards, Chain Links, events and standing effects, each at a moment.

Moments ("ticks") are whole numbers. A Chain of N links that begins after the moment b is activated at b + 1 to b + N; its link k resolves
at b + 10·(N − k + 1) + N, so that the last link resolves first and each resolution has room for what it does.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ygokg.graph.model import Id

SPELL_TRAP = frozenset({"ygo:SpellCard", "ygo:TrapCard"})
SETUP = 0
"""The moment at which everything stands as it was before anything happened."""


def resolution(link: int, links: int, before: int = SETUP) -> int:
    """Return the moment at which a link of a Chain of so many links, begun after the moment `before`, resolves.

    >>> [resolution(link, 2) for link in (1, 2)]
    [22, 12]
    """
    return before + 10 * (links - link + 1) + links


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
    traits: tuple[Id, ...] = ()
    """What else the card is: a Token, a monster of the Extra Deck, a Pendulum Monster or none, and as what it counts there."""


@dataclass(frozen=True, slots=True)
class Link:
    """Chain Link `number` of all that are told: the effect that the card of the stay `source` uses.

    `effect` is an effect of the data, or the families (one or more) of one that the data do not have. `chain` counts the Chains.
    """

    number: int
    effect: tuple[Id, ...]
    source: str
    at: int
    resolves_at: int
    targets: tuple[str, ...] = ()
    as_card: bool = False
    chain: int = 1

    @property
    def id(self) -> str:
        """The name by which the notation calls it: C1."""
        return f"C{self.number}"


@dataclass(frozen=True, slots=True)
class Event:
    """What happened once to a stay.

    `kind` is move (to a zone), flip (to a face), control, summon, reveal, happens (what a trigger waits for), or step (of the link `cause`;
    `to` is what came of it, or nothing where that is not told). `how` is the kind of move or the way of the Summon. `cause` is a link, or
    battle, cost, procedure, rule or nothing that is told; `effect` what brought it about outside the links told.
    """

    kind: str
    stay: str
    at: int
    to: str
    cause: str = ""
    how: Id = ""
    face: Id = ""
    effect: tuple[Id, ...] = ()
    opponents: bool = False
    number: int = 0
    """Of a step: which one."""
    members: tuple[str, ...] = ()
    """Of a step: the stays that it is about, as the link got hold of them."""
    along: str = ""
    """In the course of what it happens: the resolution of a link, the payment of its cost, or a stage. Of two things that happen in the
    course of the same it is not told which comes first, unless they are at the same moment."""


@dataclass(frozen=True, slots=True)
class Immunity:
    """That a stay is unaffected by an effect, or by all of some families, from `since` on."""

    stay: str
    by: tuple[Id, ...]
    since: int = SETUP
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """An effect in force from `since` on, and until `until` where that is told.

    `pointed` are the stays named as those it is about, none where its text says whom it reaches. `link` is the link by whose resolution
    it begins, or 0: if that is negated, it never does. `at_links` are the links at which it was pointed by their numbers: it is about
    that use.
    """

    id: str
    effect: tuple[Id, ...]
    source: str
    since: int = SETUP
    pointed: tuple[str, ...] = ()
    until: int | None = None
    link: int = 0
    at_links: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked: a question, about a link (its number) or an effect that a stay has, or a stay alone.

    `by` narrows it to one effect that negates, redirects or forbids; `to` is the link that is answered; `step` the step of the link that
    is meant, 0 where none is named; `facts` are said besides. `count` asks how many cards of the group the answer Yes holds for;
    `picks` is the stay that the link would choose.
    """

    question: Id
    link: int = 0
    effect: tuple[Id, ...] = ()
    stay: str = ""
    by: tuple[Id, ...] = ()
    to: int = 0
    facts: dict[Id, tuple[Id, ...]] = field(default_factory=dict)
    step: int = 0
    count: bool = False
    picks: str = ""
    user: str = ""
    """The stay of the card whose effect it is, where another card is asked about."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A timeline. `whole` says that nothing else happened than what is told; `asked` is empty where no question is put."""

    stays: tuple[Stay, ...] = ()
    links: tuple[Link, ...] = ()
    events: tuple[Event, ...] = ()
    standings: tuple[Standing, ...] = ()
    unaffected: tuple[Immunity, ...] = ()
    whole: bool = True
    asked: tuple[Asked, ...] = ()
    end: int = SETUP
    """The moment after everything."""
    outcomes: tuple[tuple[str, Id], ...] = ()
    """What links came to, by their ids, as far as it is worked out: what was negated of them, or `ygo:NothingNegated`."""
    negators: tuple[tuple[str, str], ...] = ()
    """Links and Summons that were negated, by their ids, each with the link or standing effect that did it."""

    def stay(self, name: str) -> Stay:
        """Return the stay of an id."""
        return next(stay for stay in self.stays if stay.id == name)

    def at(self, number: int) -> Link:
        """Return the link of a number."""
        return self.links[number - 1]

    def is_card(self, link: Link) -> bool:
        """Say whether a link is the activation of a card: it is told so, or a Spell or Trap came to the field by it."""
        stay = self.stay(link.source)
        return link.as_card or (stay.kind in SPELL_TRAP and stay.zone == "ygo:Field" and stay.since == link.at)

    def first(self, name: str) -> Stay:
        """Return the stay with which the card of a stay entered the timeline."""
        stay = self.stay(name)
        return self.first(stay.after) if stay.after else stay

    def same_card(self, name: str) -> tuple[Stay, ...]:
        """Return all stays of the card of a stay, in order."""
        first = self.first(name).id
        return tuple(stay for stay in self.stays if self.first(stay.id).id == first)
