"""Run definitions on the triples of a timeline, kept in memory: each is prepared once, as steps that bind one variable after another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from ygokg.graph.triples import expand
from ygokg.situation.conditions import Row, reader, truth, value_of
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
        self.marks: dict[str, int] = {}
        """A number for the triples of each property, the same for the same triples: it tells whether there is something new to see."""

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
        self.marks[property] = self.marks.get(property, 0) ^ hash(triple)
        return True

    def remove(self, triple: Triple) -> None:
        """Take a triple away."""
        subject, property, value = triple
        del self.objects[property][subject][value]
        del self.subjects[property][value][subject]
        self.marks[property] ^= hash(triple)


_Then = Callable[[Facts, Row], bool]
"""What is done with a row of values; True says that no further row is wanted."""
_Step = Callable[[_Then], _Then]
"""Binds or checks, and goes on with what comes then."""


class Prepared:
    """A definition, ready to be run; `given` are the variables of which the value is known before."""

    def __init__(self, construct: Construct, given: Collection[str] = ()) -> None:
        """Put its patterns in the order in which as much as possible is known before each."""
        self.properties = _properties(construct.where)
        self._needs = _needs(construct.where)
        known = {Var(name) for name in given}
        self._slots = {var: place for place, var in enumerate(sorted(construct.where.named() | known, key=lambda var: var.name))}
        self._given = tuple(self._slots[Var(name)] for name in given)
        self._head = tuple((self._read(one.subject), one.property, self._read(one.object)) for one in construct.head)
        steps = _Steps(self._slots)
        self._run = _chained(steps.of(construct.where, known), self._found)
        self._width = steps.width

    def run(self, facts: Facts, *given: Constant) -> list[Triple]:
        """Return the triples that it says, each once."""
        for property, value in self._needs:
            if not (facts.objects.get(property) if value is None else _back(facts, property, value)):
                return []
        found: dict[Triple, None] = {}
        row: Row = [*(None for _ in range(self._width)), found]
        for slot, one in zip(self._given, given, strict=True):
            row[slot] = one
        self._run(facts, row)
        return list(found)

    def _found(self, _facts: Facts, row: Row) -> bool:
        for read_subject, said, read_value in self._head:
            if (subject := read_subject(row)) is not None and (object := read_value(row)) is not None:
                row[-1][subject, said, object] = None
        return False

    def _read(self, term: Term) -> Callable[[Row], Any]:
        return reader(term, self._slots)


def _chained(steps: Sequence[_Step], then: _Then) -> _Then:
    for step in reversed(steps):
        then = step(then)
    return then


def _properties(group: Group) -> frozenset[str]:
    """Return the properties at which a group looks, anywhere."""
    return frozenset(pattern.property for pattern in group.patterns).union(*map(_properties, group.inner()))


def _needs(group: Group) -> tuple[tuple[str, Constant | None], ...]:
    """Return properties, some with a value, without which a group has no solution."""
    return tuple((p.property, p.object if p.property == _TYPE and not isinstance(p.object, Var) else None) for p in group.patterns)


class _Steps:
    """Makes steps of groups; each variable has its place in a row, and behind these each group that may have a solution a mark."""

    def __init__(self, slots: Mapping[Var, int]) -> None:
        self.slots = slots
        self.width = len(slots)

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
                steps += self._pattern(chosen, known)
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

    def _pattern(self, one: Pattern, known: set[Var]) -> list[_Step]:
        subject, value = (not isinstance(term, Var) or term in known for term in (one.subject, one.object))
        forward, back = _ways(one, self.slots)
        if subject and value:
            return [_looking(forward, reader(one.object, self.slots))]
        if subject:
            return [_binding(self._slot(one.object), forward)]
        if value:
            return [_binding(self._slot(one.subject), back)]
        property = one.property
        first = _binding(self._slot(one.subject), lambda facts, _row: facts.objects.get(property, _NONE))
        if one.subject == one.object:
            return [first, _looking(forward, reader(one.subject, self.slots))]
        return [first, _binding(self._slot(one.object), forward)]

    def _slot(self, term: Term) -> int:
        assert isinstance(term, Var)
        return self.slots[term]

    def _either(self, alternatives: Sequence[Group], known: set[Var]) -> _Step:
        names = set().union(*(one.variables() for one in alternatives)) - known
        ways = [(self.of(one, known), [self.slots[var] for var in names - one.variables()]) for one in alternatives]

        def step(then: _Then) -> _Then:
            ready = [(_chained(steps, then), without) for steps, without in ways]

            def run(facts: Facts, row: Row) -> bool:
                for way, without in ready:
                    for slot in without:
                        row[slot] = None
                    if way(facts, row):
                        return True
                return False

            return run

        return step

    def _perhaps(self, group: Group, known: set[Var]) -> _Step:
        steps, without = self.of(group, known), [self.slots[var] for var in group.variables() - known]
        mark = self.width
        self.width += 1

        def step(then: _Then) -> _Then:
            def marked(facts: Facts, row: Row) -> bool:
                row[mark] = True
                return then(facts, row)

            within = _chained(steps, marked)

            def run(facts: Facts, row: Row) -> bool:
                row[mark] = False
                if within(facts, row):
                    return True
                if row[mark]:
                    return False
                for slot in without:
                    row[slot] = None
                return then(facts, row)

            return run

        return step

    def _valued(self, name: Var, value: Expression | Term) -> _Step:
        slot, read = self.slots[name], value_of(value, self.slots)

        def step(then: _Then) -> _Then:
            def run(facts: Facts, row: Row) -> bool:
                try:
                    row[slot] = read(row)
                except TypeError:
                    row[slot] = None
                return then(facts, row)

            return run

        return step

    def _exists(self, wanted: bool, steps: Sequence[_Step]) -> _Step:
        within = _chained(steps, lambda _facts, _row: True)
        return lambda then: lambda facts, row: within(facts, row) == wanted and then(facts, row)

    def _filter(self, one: Expression | Term) -> _Step:
        holds = value_of(one, self.slots)

        def step(then: _Then) -> _Then:
            def run(facts: Facts, row: Row) -> bool:
                try:
                    held = truth(holds(row))
                except TypeError:  # what cannot be compared is not fulfilled
                    return False
                return held and then(facts, row)

            return run

        return step


_Among = Callable[[Facts, Row], Collection[Any]]


def _looking(among: _Among, read: Callable[[Row], Any]) -> _Step:
    return lambda then: lambda facts, row: read(row) in among(facts, row) and then(facts, row)


def _binding(slot: int, among: _Among) -> _Step:
    def step(then: _Then) -> _Then:
        def run(facts: Facts, row: Row) -> bool:
            for value in among(facts, row):
                row[slot] = value
                if then(facts, row):
                    return True
            return False

        return run

    return step


def _ways(one: Pattern, slots: Mapping[Var, int]) -> tuple[_Among, _Among]:
    """Return what finds the values of a pattern's subject, and what finds the subjects of its value."""
    property, read_subject, read_value = one.property, reader(one.subject, slots), reader(one.object, slots)
    if one.often:
        return (
            lambda facts, row: _often_forward(facts, property, read_subject(row)),
            lambda facts, row: _often_back(facts, property, read_value(row)),
        )
    return (
        lambda facts, row: facts.objects.get(property, _NONE).get(read_subject(row), _NONE),
        lambda facts, row: facts.subjects.get(property, _NONE).get(read_value(row), _NONE),
    )


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
