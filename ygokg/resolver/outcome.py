"""What the resolver returns: the outcome of a question about a case, with what it rests on and what could overturn it.

Everything is by id; putting it into words is left to `ygokg.render`. These are named tuples, not dataclasses, because a look-up
pays for making each class. Annotations are evaluated here, unlike elsewhere: that takes a third less of the time.
"""

from typing import NamedTuple

from ygokg.graph.model import Condition, Id

YES = "ygo:Yes"
IMPLYING_YES = ("ygo:Must", "ygo:May")
"""What has to be done, or may be done, can be done: these bear out a Yes and are more than it."""
PENDING = "ygo:Pending"
PRESUPPOSED = "ygo:Presupposed"
"""The basis of a rule of the game that the documents take for granted."""
PER_CARD = "ygo:PerCard"
"""The answer of a rule for a kind of case that the documents leave to each card: the outcome is open."""


def agree(documented: str, derived: str | None) -> bool:
    """Say whether a derived answer, if there is one, bears out a documented one: the same, or one that implies Yes for a Yes.

    Must implies Yes; the reverse does not hold.

    >>> agree("ygo:Yes", "ygo:Must"), agree("ygo:Must", "ygo:Yes"), agree("ygo:No", None)
    (True, False, False)
    """
    return documented == derived or (documented == YES and derived in IMPLYING_YES)


class Side(NamedTuple):
    """One answer in a disagreement, who says so, and the latest state (`issued`) of the documents that say so.

    `through` is the derived feature that they disagree over, where it is not the question itself (`answer` is then its value), or a
    related question whose answer excludes the one to the question asked.
    """

    answer: str
    rulings: tuple[Id, ...] = ()
    rules: tuple[Id, ...] = ()
    issued: str = ""
    through: Id | None = None


class Unless(NamedTuple):
    """What could overturn the answer: `rules` would be in if `missing` held, and the outcome would be `status`, `answers`.

    For Skill Drain and a monster's effect one has the rule `rule:negation.lapses-face-down`, the condition that
    `ygo:faceAtResolution` is `ygo:FaceDown`, and the answer `ygo:No`. `through` is the derived feature that these rules conclude,
    where they do not answer the question themselves. Without rules, `missing` is something stated that no rule looks at, or that
    made no difference: what it leads to is not known. `on_card`: it can hold only if a card of the case says so, whose text the
    graph does not know far enough.
    """

    rules: tuple[Id, ...]
    missing: tuple[Condition, ...]
    status: str
    answers: tuple[str, ...]
    through: Id | None = None
    on_card: bool = False


class Assumption(NamedTuple):
    """A feature that was not stated and counts as absent; with `effects`, a role of which only families are known: it is none of these."""

    feature: Id
    effects: tuple[Id, ...] = ()


class Check(NamedTuple):
    """One condition of a rule against the case.

    `found` is what the case has for the feature. `state` is one of `stated`, `copied` (from an effect's wording), `derived`
    (all three: it holds), `conditional` (derived, but could be overturned), `unknown`, `absent` (unstated, counts as absent)
    or `contradicted`.
    """

    condition: Condition
    state: str
    found: tuple[Id, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the condition is fulfilled."""
        return self.state in ("stated", "copied", "derived", "conditional")


class RuleTrace(NamedTuple):
    """A rule against the case.

    `standing` is `in`, `outranked` (in, but the answers of `outranked_by` prevail), `defeated` (fulfilled, but `defeated_by`, its
    exceptions, are in), `out` or `undecided`.
    """

    rule: Id
    standing: str
    checks: tuple[Check, ...]
    defeated_by: tuple[Id, ...] = ()
    outranked_by: tuple[Id, ...] = ()


class Attestation(NamedTuple):
    """How well documented rulings attest what the rules of an answer say together.

    `level` is `same` (`rulings` are under exactly the same rules and answer alike), `some` (rulings are under some of them) or `none`.
    `first_met` are pairs of rules that rest on different passages and that no ruling has together.
    """

    level: str
    rulings: tuple[Id, ...] = ()
    first_met: tuple[tuple[Id, Id], ...] = ()


class DerivedFact(NamedTuple):
    """A derived feature of the completed case. `status` is `derived`, `open`, `pending` or `conflict` (then it has no value)."""

    feature: Id
    status: str
    values: tuple[Id, ...] = ()
    rules: tuple[Id, ...] = ()
    conditions: tuple[Unless, ...] = ()
    assumed: tuple[Assumption, ...] = ()
    clash: tuple[Side, ...] = ()


class Precedent(NamedTuple):
    """A ruling on the same question beside the case: facts that both have (`shared`), that it has alone, and that the case has alone.

    `same_rules`: exactly the same rules are fulfilled in both. A fact is a feature and a value.
    """

    ruling: Id
    answer: str
    same_rules: bool
    shared: tuple[tuple[Id, Id], ...]
    different: tuple[tuple[Id, Id], ...]
    lacking: tuple[tuple[Id, Id], ...] = ()


class Proof(NamedTuple):
    """What an outcome rests on: rules that are in, exceptions considered, derived facts, wording that was copied from effects, rulings.

    `rules` has those that are outranked after those that are not; `lifts` are those among them that only lift others. `rulings` are
    about the case itself, `superseded` by these, `precedents` the nearest others. `deciding` are the features that would decide an
    open question; `whatever` is a feature that is not known and of which every value gives the answer.
    """

    rules: tuple[RuleTrace, ...] = ()
    exceptions: tuple[RuleTrace, ...] = ()
    derived: tuple[DerivedFact, ...] = ()
    copied: tuple[tuple[Id, Id], ...] = ()
    rulings: tuple[Id, ...] = ()
    superseded: tuple[Id, ...] = ()
    precedents: tuple[Precedent, ...] = ()
    lifts: tuple[Id, ...] = ()
    deciding: tuple[Id, ...] = ()
    whatever: Id | None = None


class Former(NamedTuple):
    """What the answer was before the documents changed, and the last day on which it was."""

    until: str
    answer: str


class Outcome(NamedTuple):
    """The outcome of one question about one case.

    `status` is `documented`, `derived`, `open`, `conflict` or `pending`. `answer` is None where it is open or in conflict;
    `answers` then holds every side's. `conditions` could overturn the answer, `assumed` counts as absent though unsaid, `clash`
    are the sides of a disagreement that was settled (or, in a conflict, was not). `departs_from` is what the rules derive where
    a ruling says otherwise; `general` what they give beside a pending answer. `reason` says why it is open: `nothing-applies`,
    `lifted`, `per-card` or `unhindered` (what is stated does not hinder it; whether it is possible otherwise is not said).

    `in_general` says that the passages give the answer in general only. `not_weighed` are stated facts that no rule of the question
    looks at, `missing` roles that rulings on the question have and the case lacks, `attested` how well rulings attest a derived
    answer, `presupposed` the rules behind it that are rules of the game which the documents take for granted, `former` what the answer
    was last, where that was another one in the five years before.
    """

    question: Id
    status: str
    answer: str | None = None
    answers: tuple[str, ...] = ()
    conditions: tuple[Unless, ...] = ()
    assumed: tuple[Assumption, ...] = ()
    clash: tuple[Side, ...] = ()
    departs_from: str | None = None
    general: str | None = None
    reason: str | None = None
    in_general: bool = False
    not_weighed: tuple[tuple[Id, Id], ...] = ()
    missing: tuple[Id, ...] = ()
    attested: Attestation | None = None
    presupposed: tuple[Id, ...] = ()
    former: Former | None = None
    proof: Proof = Proof()
