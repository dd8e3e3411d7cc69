"""What the library answers with: frozen objects of plain values, fit for `dataclasses.asdict`, `json` and `pickle`.

Ids are the short names of the graph (`card:82732705`, `rule:negation.protected`, `ygo:No`); every text is in the language of the
graph that was asked. Whatever takes the name of a thing also takes such an object.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Certainty: TypeAlias = Literal["documented", "derived", "open", "conflict", "pending"]
"""How an answer is known: a document states it; the rules give it; nothing does; documents contradict each other; the office has not
decided."""


@dataclass(frozen=True, slots=True)
class Named:
    """Anything with an id and a name: a question, an answer, a family of effects, a feature or a value of one."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Reference:
    """What a passage itself refers to: an official answer, a page of the card database, a mail or the wiki.

    `date` is a year, a month or a day as `2014-03-21`, or empty; `number` and `url` are None where there is none.
    """

    kind: str
    number: str | None
    date: str
    url: str | None


@dataclass(frozen=True, slots=True)
class Source:
    """A passage of a document, by its line; `issued` is the state of the document (`2023-12`)."""

    id: str
    name: str
    document: str
    issued: str
    line: int
    references: tuple[Reference, ...]


@dataclass(frozen=True, slots=True)
class Effect(Named):
    """An effect of a card. `mark` is its number as printed, `families` what kinds of effect it is."""

    mark: str
    families: tuple[Named, ...]


@dataclass(frozen=True, slots=True)
class Card(Named):
    """A card. `names` has all its names by language: zh (as players say it), zh-Hans (official), ja and en."""

    passcode: str
    official_id: str | None
    kind: Named
    names: Mapping[str, str] = field(hash=False)
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Rule(Named):
    """A rule: where all `conditions` hold, it gives the `answer` to the `question`, or lifts the rules of `exception_to` without one.

    `question` may be a feature that rules derive. `exceptions` are the ids of the rules that defeat it; `stated` tells whether the
    document says it in so many words, and not only by implication. `proves` is `answer`, `in-general` (so the document puts it) or
    `obstacle-absent` (it only says that something does not hinder).
    """

    conditions: tuple[str, ...]
    question: Named
    answer: str | None
    conclusion: str
    exception_to: tuple[str, ...]
    exceptions: tuple[str, ...]
    stated: bool
    proves: str
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """A documented case with the `answer` to its `question`; `words` is that answer in words that stand alone.

    `facts` has the case by ids: features with their values; `case` the same in words. `summary` is in English. `rules` are the ids
    of the rules that decide the case, `cards` those of the cards in it.
    """

    id: str
    question: Named
    answer: str
    words: str
    pending: bool
    withdrawn: bool
    date: str | None
    facts: Mapping[str, tuple[str, ...]] = field(hash=False)
    case: tuple[str, ...]
    summary: str
    cards: tuple[str, ...]
    rules: tuple[str, ...]
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Feature(Named):
    """What a case can state: `role` features take effects as `CARD#1` or a family of effects, the others one of `values`."""

    role: bool
    several: bool
    values: tuple[Named, ...]


@dataclass(frozen=True, slots=True)
class Question(Named):
    """A question that can be asked about a case, with the answers that it can have and the features that matter for it."""

    definition: str
    answers: tuple[Named, ...]
    features: tuple[Feature, ...]


@dataclass(frozen=True, slots=True)
class Unless:
    """What would overturn an answer: if `condition` held, the answer would be `words`, by `rules` (ids).

    Without rules it is a stated effect of which no rule says what it does here. `on_card` tells what is read on the text of a card,
    which the graph does not have, from what could still happen.
    """

    condition: str
    words: str
    rules: tuple[str, ...]
    on_card: bool


@dataclass(frozen=True, slots=True)
class Attestation:
    """How well documented rulings attest the rules of an answer.

    `level` is `same` (`rulings`, by id, are under exactly the same rules), `some` or `none`; `first_met` are pairs of rules (ids) of
    different passages that no ruling has together.
    """

    level: str
    rulings: tuple[str, ...]
    first_met: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Former:
    """What an answer was before the documents changed (an id, such as `ygo:No`), and the last day (YYYY-MM-DD) on which it was."""

    until: str
    answer: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question about a case.

    `answer` is an id such as `ygo:No`, or None where the question is open or the documents contradict each other; `answers` then
    has what each side says. `words` is the answer in words, `reason` all of the answer as the command `resolve` prints it. `facts`
    is the case as it was understood; `assumed` (in words) what counts as absent because it was not stated. `rules` decide it (those
    that are outranked left out), `rulings` state it, `nearest` are the rulings on the most similar cases, and `sources` the passages
    of `rules` and `rulings`.

    `unhindered`: it is open, since the rules only say that what is stated does not hinder it. `in_general`: the documents say it in
    general. `not_weighed` are stated facts (in words) that no rule looks at, `no_difference` those without which all would be the
    same, `missing` roles (in words) that every ruling on the question has. `attested` is None where rulings state the answer. `former` is
    the answer that the documents gave before, where that was another one in the five years before, or None.
    """

    question: Named
    certainty: Certainty
    answer: str | None
    answers: tuple[str, ...]
    words: str
    reason: str
    facts: Mapping[str, tuple[str, ...]] = field(hash=False)
    unless: tuple[Unless, ...]
    assumed: tuple[str, ...]
    rules: tuple[Rule, ...]
    rulings: tuple[Ruling, ...]
    nearest: tuple[Ruling, ...]
    sources: tuple[Source, ...]
    unhindered: bool
    in_general: bool
    not_weighed: tuple[str, ...]
    no_difference: tuple[str, ...]
    missing: tuple[str, ...]
    attested: Attestation | None
    former: Former | None


@dataclass(frozen=True, slots=True)
class Conflict:
    """Something that the graph finds wrong with itself; `kind` is one of `ygokg conflicts --help`, `severity` error, warning or info.

    `about` are the ids of the rules, rulings or passages in question; `text` says all of it in words. `accepted` is the reason for
    which a finding that is real may stay, or None.
    """

    id: str
    kind: str
    severity: str
    title: str
    text: str
    about: tuple[str, ...]
    accepted: str | None


@dataclass(frozen=True, slots=True)
class DerivedFact:
    """A feature of a case that was worked out from what happened, with its values and the definition that says it."""

    feature: Named
    values: tuple[Named, ...]
    definition: Named


@dataclass(frozen=True, slots=True)
class SituationCase:
    """One case that a question makes of a situation: one negator, protection or event, or one combination of these.

    `parts` says what plays a part in it (`negatedBy`, `protectedBy` …): the link or standing effect. `facts` is the case as it was
    resolved; those in `derived` were worked out. `hangs_on` are links and standing effects that leave uncertain whether it applies.
    """

    parts: Mapping[str, str] = field(hash=False)
    facts: Mapping[str, tuple[str, ...]] = field(hash=False)
    derived: tuple[DerivedFact, ...]
    certainty: Certainty
    answer: str | None
    words: str
    rules: tuple[Rule, ...]
    rulings: tuple[Ruling, ...]
    hangs_on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SituationAnswer:
    """The answer to a question about a situation.

    `link` is C1 or another link that it is about, or the empty text; `about` says it in words. `answer` is an id such as `ygo:No`, or
    None where it is open; `reached` is False where nothing that is told has a bearing on it. `conditional`: something unsaid could
    overturn it. `reason` is all of it as the command prints it.
    """

    question: Named
    link: str
    about: str
    answer: str | None
    words: str
    reached: bool
    conditional: bool
    cases: tuple[SituationCase, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Situation:
    """What happened, as it was understood, and what follows from it.

    `complete` says that nothing else happened than what is told; `timeline` has one line for each moment, `turtle` all of it in Turtle.
    """

    complete: bool
    timeline: tuple[str, ...]
    answers: tuple[SituationAnswer, ...]
    turtle: str
