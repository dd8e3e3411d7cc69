"""Run definitions on the triples of a timeline, kept in memory: each is prepared once, as steps that bind one variable after another."""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from ygokg.graph.triples import expand
from ygokg.situation.constructs import Constant, Construct, Expression, Group, Pattern, Term, Var, variables_of

Triple = tuple[str, str, Constant]
"""Subject and property as IRIs, and an IRI, a number or a truth value."""
_NONE: dict[Any, Any] = {}
_TYPE = expand("rdf:type")


class Facts:
    """Triples, found by property and subject, or by property and object, in the order in which they were added."""

    def __init__(self) -> None:
        """Begin with none."""
        self.objects: dict[str, dict[str, dict[Constant, None]]] = {}
        self.subjects: dict[str, dict[Constant, dict[str, None]]] = {}
        self.count: dict[str, int] = {}
        """How often a triple with a property was added: it tells whether there is something new to see."""

    def __contains__(self, triple: Triple) -> bool:
        """Say whether a triple is among them."""
        subject, property, value = triple
        return value in _forward(self, property, subject)

    def __iter__(self) -> Iterator[Triple]:
        """Yield all triples."""
        for property, known in self.objects.items():
            for subject, values in known.items():
                for value in values:
                    yield subject, property, value

    def add(self, triple: Triple) -> bool:
        """Add a triple; say whether it is new."""
        subject, property, value = triple
        values = self.objects.setdefault(property, {}).setdefault(subject, {})
        if value in values:
            return False
        values[value] = None
        self.subjects.setdefault(property, {}).setdefault(value, {})[subject] = None
        self.count[property] = self.count.get(property, 0) + 1
        return True

    def remove(self, triple: Triple) -> None:
        """Take a triple away."""
        subject, property, value = triple
        del self.objects[property][subject][value]
        del self.subjects[property][value][subject]


_Row = list[Any]
_Step = Callable[[Facts, _Row], Iterator[None]]


class Prepared:
    """A definition, ready to be run; `given` are the variables of which the value is known before."""

    def __init__(self, construct: Construct, given: Collection[str] = ()) -> None:
        """Put its patterns in the order in which as much as possible is known before each."""
        self.properties = _properties(construct.where)
        self._needs = _needs(construct.where)
        known = {Var(name) for name in given}
        self._slots = {var: place for place, var in enumerate(sorted(construct.where.named() | known, key=lambda var: var.name))}
        self._given = tuple(self._slots[Var(name)] for name in given)
        self._steps = _Steps(self._slots).of(construct.where, known)
        self._head = tuple((self._read(one.subject), one.property, self._read(one.object)) for one in construct.head)

    def run(self, facts: Facts, *given: Constant) -> list[Triple]:
        """Return the triples that it says, each once."""
        for property, value in self._needs:
            if not (facts.objects.get(property) if value is None else _back(facts, property, value)):
                return []
        row: _Row = [None] * len(self._slots)
        for slot, one in zip(self._given, given, strict=True):
            row[slot] = one
        found: dict[Triple, None] = {}
        for _ in _solutions(self._steps, facts, row):
            for read_subject, said, read_value in self._head:
                if (subject := read_subject(row)) is not None and (object := read_value(row)) is not None:
                    found[subject, said, object] = None
        return list(found)

    def _read(self, term: Term) -> Callable[[_Row], Any]:
        return _reader(term, self._slots)


def _solutions(steps: Sequence[_Step], facts: Facts, row: _Row, at: int = 0) -> Iterator[None]:
    if at == len(steps):
        yield
        return
    for _ in steps[at](facts, row):
        yield from _solutions(steps, facts, row, at + 1)


def _properties(group: Group) -> frozenset[str]:
    """Return the properties at which a group looks, anywhere."""
    return frozenset(pattern.property for pattern in group.patterns).union(*map(_properties, group.inner()))


def _needs(group: Group) -> tuple[tuple[str, Constant | None], ...]:
    """Return properties, some with a value, without which a group has no solution."""
    return tuple((p.property, p.object if p.property == _TYPE and not isinstance(p.object, Var) else None) for p in group.patterns)


def _reader(term: Term, slots: Mapping[Var, int]) -> Callable[[_Row], Any]:
    if isinstance(term, Var):
        slot = slots[term]
        return lambda row: row[slot]
    return lambda _row: term


class _Steps:
    """Makes steps of groups; each variable has its place in a row."""

    def __init__(self, slots: Mapping[Var, int]) -> None:
        self.slots = slots

    def of(self, group: Group, known: set[Var]) -> list[_Step]:
        """Return the steps of a group; what holds of variables is looked at as soon as all of them have a value."""
        known = set(known)
        binds = group.variables()
        steps: list[_Step] = []
        patterns, unions = list(group.patterns), list(group.unions)
        filters, exists = list(group.filters), list(group.exists)
        while patterns or unions:
            if patterns:
                chosen = max(patterns, key=lambda one: self._known(one, known))
                patterns.remove(chosen)
                steps.append(self._pattern(chosen, known))
                known |= {term for term in (chosen.subject, chosen.object) if isinstance(term, Var)}
            else:
                alternatives = unions.pop(0)
                steps.append(self._either(alternatives, known))
                known = known.union(*(one.variables() for one in alternatives))
            filters = self._checked(steps, filters, known)
            exists = self._looked_for(steps, exists, known, binds)
        for one in group.further:
            steps.append(self._perhaps(one, known) if isinstance(one, Group) else self._valued(*one))
            known |= one.variables() if isinstance(one, Group) else {one[0]}
        steps += [self._filter(one) for one in filters]
        return [*steps, *(self._exists(wanted, self.of(one, known)) for wanted, one in exists)]

    def _known(self, one: Pattern, known: set[Var]) -> tuple[int, bool, bool]:
        subject, value = (not isinstance(term, Var) or term in known for term in (one.subject, one.object))
        return 2 * subject + value, one.property != _TYPE, not isinstance(one.object, Var)

    def _checked(self, steps: list[_Step], filters: list[Expression | Term], known: set[Var]) -> list[Expression | Term]:
        steps += [self._filter(one) for one in filters if variables_of(one) <= known]
        return [one for one in filters if not variables_of(one) <= known]

    def _looked_for(
        self, steps: list[_Step], exists: list[tuple[bool, Group]], known: set[Var], binds: set[Var]
    ) -> list[tuple[bool, Group]]:
        ready = [one for one in exists if (one[1].named() & binds) <= known]
        steps += [self._exists(wanted, self.of(group, known)) for wanted, group in ready]
        return [one for one in exists if one not in ready]

    def _pattern(self, one: Pattern, known: set[Var]) -> _Step:
        subject, value = (not isinstance(term, Var) or term in known for term in (one.subject, one.object))
        forward, back = (_often_forward, _often_back) if one.often else (_forward, _back)
        property, read_subject, read_value = one.property, _reader(one.subject, self.slots), _reader(one.object, self.slots)
        if subject and value:
            return _looking(lambda facts, row: read_value(row) in forward(facts, property, read_subject(row)))
        if subject:
            return _binding(self._slot(one.object), lambda facts, row: forward(facts, property, read_subject(row)))
        if value:
            return _binding(self._slot(one.subject), lambda facts, row: back(facts, property, read_value(row)))
        first = _binding(self._slot(one.subject), lambda facts, _row: facts.objects.get(property, _NONE))
        if one.subject == one.object:
            second = _looking(lambda facts, row: read_subject(row) in forward(facts, property, read_subject(row)))
        else:
            second = _binding(self._slot(one.object), lambda facts, row: forward(facts, property, read_subject(row)))
        return lambda facts, row: _solutions((first, second), facts, row)

    def _slot(self, term: Term) -> int:
        assert isinstance(term, Var)
        return self.slots[term]

    def _either(self, alternatives: Sequence[Group], known: set[Var]) -> _Step:
        names = set().union(*(one.variables() for one in alternatives)) - known
        ways = [(self.of(one, known), [self.slots[var] for var in names - one.variables()]) for one in alternatives]

        def step(facts: Facts, row: _Row) -> Iterator[None]:
            for steps, without in ways:
                for slot in without:
                    row[slot] = None
                yield from _solutions(steps, facts, row)

        return step

    def _perhaps(self, group: Group, known: set[Var]) -> _Step:
        steps, without = self.of(group, known), [self.slots[var] for var in group.variables() - known]

        def step(facts: Facts, row: _Row) -> Iterator[None]:
            found = False
            for _ in _solutions(steps, facts, row):
                found = True
                yield
            if not found:
                for slot in without:
                    row[slot] = None
                yield

        return step

    def _valued(self, name: Var, value: Expression | Term) -> _Step:
        slot, read = self.slots[name], _value(value, self.slots)

        def step(_facts: Facts, row: _Row) -> Iterator[None]:
            try:
                row[slot] = read(row)
            except TypeError:
                row[slot] = None
            yield

        return step

    def _exists(self, wanted: bool, steps: Sequence[_Step]) -> _Step:
        def step(facts: Facts, row: _Row) -> Iterator[None]:
            if (next(_solutions(steps, facts, list(row)), steps) is not steps) == wanted:
                yield

        return step

    def _filter(self, one: Expression | Term) -> _Step:
        holds = _value(one, self.slots)

        def step(_facts: Facts, row: _Row) -> Iterator[None]:
            try:
                if _truth(holds(row)):
                    yield
            except TypeError:  # what cannot be compared is not fulfilled
                return

        return step


def _looking(holds: Callable[[Facts, _Row], bool]) -> _Step:
    def step(facts: Facts, row: _Row) -> Iterator[None]:
        if holds(facts, row):
            yield

    return step


def _binding(slot: int, among: Callable[[Facts, _Row], Collection[Any]]) -> _Step:
    def step(facts: Facts, row: _Row) -> Iterator[None]:
        for value in among(facts, row):
            row[slot] = value
            yield

    return step


def _forward(facts: Facts, property: str, subject: str) -> Collection[Constant]:
    known: dict[Constant, None] = facts.objects.get(property, _NONE).get(subject, _NONE)
    return known


def _back(facts: Facts, property: str, value: Constant) -> Collection[str]:
    known: dict[str, None] = facts.subjects.get(property, _NONE).get(value, _NONE)
    return known


def _often_forward(facts: Facts, property: str, subject: str) -> Collection[Constant]:
    return _reached(subject, lambda one: _forward(facts, property, one))


def _often_back(facts: Facts, property: str, value: Constant) -> Collection[str]:
    return _reached(value, lambda one: _back(facts, property, one))


def _reached(start: Any, further: Callable[[Any], Collection[Any]]) -> dict[Any, None]:  # noqa: ANN401 - subjects or objects
    found: dict[Any, None] = dict.fromkeys(further(start))
    row = list(found)
    while row:
        row = [new for one in row for new in further(one) if new not in found]
        found |= dict.fromkeys(row)
    return found


# ---- conditions ----

_COMPARING: dict[str, Callable[[Any, Any], bool]] = {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}


def _value(one: Expression | Term, slots: Mapping[Var, int]) -> Callable[[_Row], Any]:
    if not isinstance(one, Expression):
        return _reader(one, slots)
    parts = [_value(part, slots) for part in one.parts]
    sign = one.operator
    if sign in ("&&", "||"):
        return lambda row: _joined(parts, row, decides=sign == "||")
    if sign == "!":
        return lambda row: not _truth(parts[0](row))
    if sign == "bound":
        return lambda row: parts[0](row) is not None
    if sign == "if":
        return lambda row: parts[1](row) if _truth(parts[0](row)) else parts[2](row)
    if sign == "coalesce":
        return lambda row: _first(parts, row)
    if sign == "in":
        return lambda row: any(_same(parts[0](row), part(row)) for part in parts[1:])
    if sign in ("=", "!="):
        return lambda row: _same(parts[0](row), parts[1](row)) == (sign == "=")
    if sign in ("+", "-"):
        return lambda row: _number(parts[0](row)) + (1 if sign == "+" else -1) * _number(parts[1](row))
    compare = _COMPARING[sign]
    return lambda row: compare(_number(parts[0](row)), _number(parts[1](row)))


def _joined(parts: Sequence[Callable[[_Row], Any]], row: _Row, *, decides: bool) -> bool:
    """Return the value of AND or OR: a part that `decides` it does so though another cannot be told."""
    failed: TypeError | None = None
    for part in parts:
        try:
            if _truth(part(row)) == decides:
                return decides
        except TypeError as error:
            failed = error
    if failed is not None:
        raise failed
    return not decides


def _first(parts: Sequence[Callable[[_Row], Any]], row: _Row) -> Any:  # noqa: ANN401 - as the parts are
    """Return the first value that there is."""
    for part in parts:
        with contextlib.suppress(TypeError):
            if (value := part(row)) is not None:
                return value
    raise TypeError


def _truth(value: Constant | None) -> bool:
    if isinstance(value, bool | int):
        return bool(value)
    raise TypeError(value)


def _number(value: Constant | None) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(value)
    return value


def _same(one: Constant | None, other: Constant | None) -> bool:
    if one is None or other is None or {type(one), type(other)} == {bool, int}:
        raise TypeError(one, other)
    return one == other
