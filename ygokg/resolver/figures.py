"""The figures of truth: what the rules alone make of each ruling, what no ruling exercises, and what of the documents is covered.

What a ruling does not state counts as not holding. Withdrawn rulings are in no figure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ygokg.graph.compile import same_words_later
from ygokg.graph.dates import last_days, said_on
from ygokg.graph.model import Id, Model, Rule, Ruling
from ygokg.graph.vocabulary import (
    CITED,
    CONFLICTING,
    DEPARTING,
    DERIVED,
    FITTED,
    LEFT_OUT,
    LITERAL,
    OPEN,
    PENDING_RULING,
    UNEXPLAINED,
)
from ygokg.resolver.completing import CLOSED, weighed_with
from ygokg.resolver.deriving import conclude
from ygokg.resolver.outcome import PENDING, agree
from ygokg.resolver.records import Record, record_of, records, rules_behind
from ygokg.resolver.rulebase import HOLDS, Rulebase, prepared

_RULING_LINE = "ygo:RulingLine"


@dataclass(frozen=True, slots=True)
class RulingFigure:
    """What the rules alone make of a ruling.

    `status` is one of `ygokg.graph.vocabulary.STATUSES`; `answer` what they derive (None where nothing, or several things);
    `governed_by` the rules of its question that are in, `fulfilled` those whose conditions hold, `deriving` the rules in that gave it
    derived features, `behind` the fulfilled ones with those of `deriving` that they look at. `unhindered`: it is derived, but only by
    rules that tell of an absent obstacle.
    """

    status: Id
    answer: str | None
    governed_by: tuple[Id, ...]
    fulfilled: tuple[Id, ...]
    deriving: tuple[Id, ...]
    behind: tuple[Id, ...]
    unhindered: bool


@dataclass(frozen=True, slots=True)
class Coverage:
    """Of the passages of one rule system: how many are cited or left out on purpose, and which are open."""

    total: int
    cited: int
    left_out: int
    open: tuple[Id, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures. `by_ruling` has every ruling that is not withdrawn, `by_passage` whether a passage is cited, left out or open.

    `by_system` is the coverage of each rule system; `unexercised` are rules that no ruling falls under.
    """

    by_ruling: dict[Id, RulingFigure]
    unexercised: tuple[Id, ...]
    by_passage: dict[Id, Id]
    by_system: dict[Id, Coverage]

    @property
    def unhindered(self) -> tuple[Id, ...]:
        """The rulings derived only by rules that tell of an absent obstacle: in a user's case these leave the question open."""
        return tuple(i for i, figure in self.by_ruling.items() if figure.unhindered)


def figures(base: Model | Rulebase) -> Figures:
    """Return the figures of a model, or of one that is prepared; raises `BrokenInput` for rules that contradict their own order."""
    base = prepared(base)
    model = base.model
    asked = sorted({ruling.asks for ruling in model.rulings.values()})
    citing = _citing(model)
    found = {record.ruling.id: _figure(base, record, citing) for question in asked for record in records(base, question)}
    by_ruling = dict(sorted(found.items()))
    exercised = {rule for figure in by_ruling.values() for rule in (*figure.fulfilled, *figure.deriving)}
    in_force = [rule for _, rule in sorted(model.rules.items()) if rule.in_force]
    by_passage = _by_passage(model)
    unexercised = tuple(rule.id for rule in in_force if rule.id not in exercised)
    return Figures(by_ruling, unexercised, by_passage, _by_system(model, by_passage))


def past_figures(model: Model) -> dict[Id, RulingFigure]:
    """Return what the rules made of each ruling that is not said any more, on the last day on which it was."""
    found: dict[Id, RulingFigure] = {}
    for day, ended in last_days(model).items():
        rulings = [i for i in ended if i in model.rulings]
        if rulings:
            base = Rulebase(said_on(model, day))
            citing = _citing(base.model)
            asked = {i: base.block(base.model.rulings[i].asks) for i in rulings}
            found |= {i: _figure(base, record_of(base, block, base.model.rulings[i]), citing) for i, block in asked.items()}
    return found


def _figure(base: Rulebase, record: Record, citing: Mapping[Id, Sequence[Rule]]) -> RulingFigure:
    ruling, result = record.ruling, record.result
    verdict = result.verdict
    if ruling.literal:
        status = LITERAL
    elif ruling.answer == PENDING:
        status = PENDING_RULING
    elif verdict.status == "open":
        status = UNEXPLAINED
    elif verdict.status == "conflict":
        status = CONFLICTING
    elif not agree(ruling.answer, verdict.answers[0]):
        status = DEPARTING
    else:
        status = FITTED if _is_fitted(base, ruling, citing) else DERIVED
    rules, standing = result.block.rules, result.standing
    return RulingFigure(
        status,
        verdict.answer,
        tuple(sorted(rule.id for rule, is_in in zip(rules, standing.within, strict=True) if is_in)),
        tuple(sorted(rule.id for rule, level in zip(rules, standing.holds, strict=True) if level >= HOLDS)),
        tuple(sorted({rule for value in result.case.derived.values() for rule in value.fact.rules})),
        tuple(sorted(rules_behind(result))),
        status in (DERIVED, FITTED) and conclude(base, result.block, standing.within, closed=False).unhindered,
    )


def _is_fitted(base: Rulebase, ruling: Ruling, citing: Mapping[Id, Sequence[Rule]]) -> bool:
    """Say whether the ruling is derived only through rules or wording that have no source but the ruling itself.

    These are rules, and text facts of effects, whose only sources are passages of the ruling that are of kind ruling.
    """
    model = base.model
    own = {s for s in ruling.sources if s in model.passages and model.passages[s].kind == _RULING_LINE}

    def is_own(sources: tuple[Id, ...]) -> bool:
        return bool(sources) and own.issuperset(sources)

    rules = frozenset(rule.id for source in own for rule in citing.get(source, ()) if is_own(rule.sources))
    roles = (v for values in ruling.facts.values() for v in values if v in model.effects)
    wording = frozenset(e for e in roles if model.effects[e].facts and is_own(model.effects[e].sources))
    if not rules and not wording:
        return False
    setting = CLOSED._replace(without_rules=rules, without_wording=wording)
    return not agree(ruling.answer, weighed_with(base, ruling.asks, ruling.facts, setting).verdict.answer)


def _citing(model: Model) -> dict[Id, list[Rule]]:
    """Return the rules that cite a source, by the source."""
    citing: dict[Id, list[Rule]] = {}
    for rule in model.rules.values():
        for source in rule.sources:
            citing.setdefault(source, []).append(rule)
    return citing


def _cited(model: Model) -> set[Id]:
    nouns: Iterable[Iterable[Id]] = (
        noun.sources
        for group in (model.rules, model.rulings, model.families, model.terms, model.features, model.effects)
        for noun in group.values()
    )
    return {source for sources in nouns for source in sources}


def _by_passage(model: Model) -> dict[Id, Id]:
    cited = _cited(model)
    cited |= {later for passage, repeats in same_words_later(model).items() if passage in cited for later in repeats}
    return {i: CITED if i in cited else LEFT_OUT if i in model.left_out else OPEN for i in model.passages}


def _by_system(model: Model, by_passage: Mapping[Id, Id]) -> dict[Id, Coverage]:
    members: dict[Id, list[Id]] = {system: [] for system in model.systems}
    for passage in model.passages.values():
        members.setdefault(passage.system, []).append(passage.id)
    return {
        system: Coverage(
            len(passages),
            sum(by_passage[p] == CITED for p in passages),
            sum(by_passage[p] == LEFT_OUT for p in passages),
            tuple(p for p in passages if by_passage[p] == OPEN),
        )
        for system, passages in members.items()
    }
