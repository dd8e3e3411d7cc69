"""Rulings as cases, so that a case is compared with all of them quickly.

A `Record` is a ruling weighed under the rules of its question. A `Sketch` has of it only what a case is compared with; where
the store has worked that out beforehand, no ruling is weighed at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from ygokg.graph.model import Id, Ruling
from ygokg.names.links import links_of
from ygokg.resolver.case import Case, copied_wording, values_of
from ygokg.resolver.completing import CLOSED, completed, weighed
from ygokg.resolver.outcome import PENDING, agree
from ygokg.resolver.overturning import Weighed
from ygokg.resolver.rulebase import CERTAIN, HOLDS, Block, Rulebase

_Seen: TypeAlias = tuple[frozenset[int], tuple[frozenset[str], ...]]
"""The fulfilled rules of a record, and the values that the rules see of it, feature by feature."""

PARTIES = ("ygo:effect", "ygo:negator")
"""The roles that make a case the same one: whose effect is asked about, and what negates it."""


class Record(NamedTuple):
    """A ruling as a case under the rules of its question: how they stand, which (by position) are fulfilled, its facts as pairs."""

    ruling: Ruling
    result: Weighed
    fulfilled: frozenset[int]
    pairs: frozenset[tuple[Id, Id]]

    @property
    def case(self) -> Case:
        """The completed case."""
        return self.result.case

    @property
    def governed(self) -> bool:
        """Whether some rule is in."""
        return any(self.result.standing.within)


class Alike(NamedTuple):
    """The records of a question by what makes two of them the same case, so that none is compared with all.

    `by_id`; `seen`, by what the rules see of them and then by answer; `effects`, by the effect asked about; `clashing`, those with
    a derived feature in clash, which counts as equal to any. Each is in the order of the records.
    """

    by_id: dict[Id, Record]
    seen: dict[_Seen, dict[str, list[Record]]]
    effects: dict[tuple[Id, ...], list[Record]]
    clashing: list[Record]


class Sketch(NamedTuple):
    """A ruling as a case is compared with it: what is known of it, the rules of its question (by position) that are fulfilled."""

    ruling: Ruling
    known: Mapping[Id, tuple[Id, ...]]
    fulfilled: frozenset[int]
    borne_out: bool
    """Whether the rules alone derive its answer."""


class Sketches(NamedTuple):
    """The sketches of a question by id and by fulfilled rules, so that no case is compared with all."""

    by_id: dict[Id, Sketch]
    by_fulfilled: dict[frozenset[int], list[Sketch]]


def records(base: Rulebase, question: Id) -> tuple[Record, ...]:
    """Return the rulings on a question that are not withdrawn, as records, by id."""
    found = base.cached.get(question)
    if found is None:
        block = base.block(question)
        rulings = (r for r in base.model.rulings.values() if r.asks == question and r.in_force)
        found = base.cached[question] = tuple(record_of(base, block, ruling) for ruling in sorted(rulings, key=lambda r: r.id))
    return found


def record_of(base: Rulebase, block: Block, ruling: Ruling) -> Record:
    """Return a ruling as a record under the rules of its question."""
    case = completed(base, block, ruling.facts, CLOSED)
    result = weighed(base, block, case, CLOSED)
    pairs = frozenset((f, v) for f, values in case.known.items() for v in values)
    return Record(ruling, result, fulfilled_in(result), pairs)


def sketches(base: Rulebase, question: Id) -> Sketches:
    """Return the rulings on a question that are not withdrawn, as sketches, by id."""
    found: Sketches | None = base.sketched.get(question)
    if found is None:
        found = base.sketched[question] = Sketches({}, {})
        for sketch in _sketched(base, question):
            found.by_id[sketch.ruling.id] = sketch
            found.by_fulfilled.setdefault(sketch.fulfilled, []).append(sketch)
    return found


def _sketched(base: Rulebase, question: Id) -> Iterator[Sketch]:
    if base.compared is None:
        for record in records(base, question):
            answer = record.result.verdict.answer
            yield Sketch(record.ruling, record.case.known, record.fulfilled, agree(record.ruling.answer, answer))
        return
    places = {rule.id: place for place, rule in enumerate(base.block(question).rules)}
    for i in sorted(links_of(base.model)["rulings-asking"].get(question, ())):
        ruling = base.model.rulings[i]
        fulfilled = frozenset(places[rule] for rule in base.compared[i].fulfilled)
        known = {**copied_wording(base, ruling.facts), **ruling.facts}
        yield Sketch(ruling, known, fulfilled, agree(ruling.answer, base.compared[i].answer))


def opponents(base: Rulebase, ruling: Ruling) -> tuple[Ruling, ...]:
    """Return the rulings that answer the same question differently and that the rules cannot tell apart (see `against`)."""
    if base.compared is not None:
        rulings = base.model.rulings
        return tuple(rulings[i] for i in base.compared[ruling.id].against if i in rulings)
    return tuple(other.ruling for other in against(base, _alike(base, ruling.asks).by_id[ruling.id]))


def fulfilled_in(result: Weighed) -> frozenset[int]:
    """Return the rules (by position) whose conditions hold, whether or not an exception defeats them."""
    return frozenset(place for place, level in enumerate(result.standing.holds) if level >= HOLDS)


def rules_behind(result: Weighed) -> set[Id]:
    """Return the rules whose conditions hold, and those that gave them the derived features that they look at."""
    base, case = result.base, result.case
    found = {result.block.rules[place].id for place in fulfilled_in(result)}
    row = set(found)
    while row:
        looked_at = {condition.feature for rule in row for condition in base.model.rules[rule].conditions}
        row = {rule for f in looked_at if f in case.derived for rule in case.derived[f].fact.rules} - found
        found |= row
    return found


def against(base: Rulebase, record: Record) -> tuple[Record, ...]:
    """Return the records that answer the same question differently and that the rules cannot tell apart from this one.

    They are equal on all features that the rules of the question mention; a derived feature in clash counts as equal. Where no
    rule applies, as to a literal answer, they have the same effect and no feature with different values. A pending ruling
    claims nothing that another case could contradict.
    """
    own = record.ruling
    if own.answer == PENDING:
        return ()
    found = {
        other.ruling.id: other
        for other in _comparable(base, record)
        if other.ruling.id != own.id
        and other.ruling.answer != PENDING
        and not agree(own.answer, other.ruling.answer)
        and not agree(other.ruling.answer, own.answer)
        and _indistinct(base, record, other)
    }
    return tuple(found[i] for i in sorted(found))


def _comparable(base: Rulebase, record: Record) -> Iterator[Record]:
    """Yield records that may be indistinct from this one, some of them twice, and by far not all others."""
    alike = _alike(base, record.ruling.asks)
    if _clashing(record):
        yield from alike.by_id.values()
        return
    yield from alike.effects.get(record.case.known.get(PARTIES[0], ()), ())
    if not record.ruling.literal:
        yield from alike.clashing
        for answer, others in alike.seen.get(_signature(base, record), {}).items():
            if answer != record.ruling.answer:
                yield from others


def _alike(base: Rulebase, question: Id) -> Alike:
    found: Alike | None = base.alike.get(question)
    if found is None:
        found = base.alike[question] = Alike({}, {}, {}, [])
        for record in records(base, question):
            found.by_id[record.ruling.id] = record
            if record.ruling.literal or not record.governed:
                found.effects.setdefault(record.case.known.get(PARTIES[0], ()), []).append(record)
            if _clashing(record):
                found.clashing.append(record)
            elif not record.ruling.literal:
                found.seen.setdefault(_signature(base, record), {}).setdefault(record.ruling.answer, []).append(record)
        found.effects.pop((), None)
    return found


def _signature(base: Rulebase, record: Record) -> _Seen:
    return record.fulfilled, tuple(_seen(base, record).values())


def _clashing(record: Record) -> set[Id]:
    return {f for f, derived in record.case.derived.items() if derived.fact.clash}


def _indistinct(base: Rulebase, one: Record, other: Record) -> bool:
    if one.ruling.literal or other.ruling.literal or not (one.governed or other.governed):
        a, b = one.case.known, other.case.known
        same_effect = bool(a.get(PARTIES[0])) and a.get(PARTIES[0]) == b.get(PARTIES[0])
        return same_effect and all(set(a[f]) == set(b[f]) for f in a if f in b)
    clashing = _clashing(one) | _clashing(other)
    if not clashing and one.fulfilled != other.fulfilled:
        return False
    seen, also_seen = _seen(base, one), _seen(base, other)
    return all(f in clashing or seen[f] == also_seen[f] for f in seen)


def _seen(base: Rulebase, record: Record) -> dict[Id, frozenset[Id]]:
    """Return what the rules can see of a ruling: the values of what they mention, and of a role the families and effects they name."""
    found = base.seen.get(record.ruling.id)
    if found is None:
        named = _named(base, base.block(record.ruling.asks))
        found = base.seen[record.ruling.id] = {f: _seen_values(base, record, f, names) for f, names in named.items()}
    return found


def _named(base: Rulebase, block: Block) -> Mapping[Id, frozenset[Id]]:
    """Return the features that the rules of a question look at, directly or through derived ones, with all that they ask for there."""
    found: dict[Id, frozenset[Id]] | None = block.views.get(_named)
    if found is None:
        named: dict[Id, set[Id]] = {}
        for asks in (block.asks, *block.derived):
            for condition in base.block(asks).conditions:
                named.setdefault(condition.feature, set()).update((condition.family,) if condition.family else condition.values)
        found = block.views[_named] = {feature: frozenset(names) for feature, names in sorted(named.items())}
    return found


def _seen_values(base: Rulebase, record: Record, feature: Id, names: Collection[Id]) -> frozenset[Id]:
    values = values_of(record.case, feature)
    known = base.model.features.get(feature)
    if known is not None and known.kind != "role":
        return frozenset(values)
    return frozenset(n for n in names for v in values if n == v or _is_of(base, v, n))


def _is_of(base: Rulebase, value: Id, family: Id) -> bool:
    return base.kinship.level(value, family) == CERTAIN
