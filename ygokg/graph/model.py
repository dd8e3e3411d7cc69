"""The knowledge graph as plain Python objects: what the resolver, the checks and the command line work on.

Identifiers are CURIEs (`ygo:FaceDown`, `rule:negation.lapses-face-down`, `src:negation.112`); `ygokg.graph.triples` expands them.
Labels and definitions are dictionaries from a language tag (`zh`, `ja`, `en`) to text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Self, TypeVar, cast, dataclass_transform

Id = str
Texts = dict[str, str]
_T = TypeVar("_T")

IN_GENERAL, OBSTACLE_ABSENT = "ygo:InGeneral", "ygo:ObstacleAbsent"
"""What a rule proves by its passage, where that is less than its answer."""
ACTING = "ygo:effect"
"""The role that every case has, whether it is stated or not: the effect whose activation, processing or application is asked about."""


def field(*, default_factory: Callable[[], _T]) -> _T:
    """Return what says of a field that each object has one of its own, as `dataclasses.field` does."""
    return cast("_T", default_factory)


@dataclass_transform(field_specifiers=(field,))
class Noun:
    """A thing with fields, written as a `dataclass` is, whose making costs more than a look-up should: equal where all fields are."""

    _fields: ClassVar[tuple[str, ...]]
    _names: ClassVar[frozenset[str]]
    _needed: ClassVar[frozenset[str]]
    _own: ClassVar[tuple[str, ...]]
    __hash__ = None  # type: ignore[assignment]

    def __init_subclass__(cls) -> None:
        """Note the fields in their order, those that have no default, and those of which each object has a dictionary of its own."""
        cls._fields = tuple(cls.__annotations__)
        cls._names = frozenset(cls._fields)
        cls._needed = cls._names.difference(vars(cls))
        cls._own = tuple(name for name in cls._fields if vars(cls).get(name) is dict)

    def __init__(self, *values: object, **named: object) -> None:
        """Take the fields in their order or by name; raises `TypeError` where one is missing, unknown or given twice."""
        given = dict(zip(self._fields, values, strict=False), **named)
        for name in self._own:
            given.setdefault(name, {})
        if not self._needed <= given.keys() <= self._names or len(given) < len(values) + len(named):
            raise TypeError(f"{type(self).__name__} is made of {', '.join(self._fields)}")
        vars(self).update(given)

    def __eq__(self, other: object) -> bool:
        """Tell whether `other` is of the same class and has the same in every field."""
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self._fields)

    def __reduce__(self) -> tuple[object, ...]:
        """Return how `pickle` makes it again: in half the time and the bytes that the names of all fields would take."""
        return _again, (type(self), tuple(getattr(self, name) for name in self._fields))

    def __repr__(self) -> str:
        """Return the class with all fields."""
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self._fields)})"

    def _replace(self, **fields: object) -> Self:
        """Return another one with some fields changed, as a named tuple does."""
        return type(self)(**{name: value for name, value in vars(self).items() if name in self._names} | fields)


def _again(kind: type[Noun], values: tuple[object, ...]) -> Noun:
    """Make what was pickled: it has all fields."""
    made = kind.__new__(kind)
    vars(made).update(zip(kind._fields, values, strict=True))
    return made


class Term(Noun):
    """A concept, an answer or a value of a feature."""

    id: Id
    labels: Texts
    definitions: Texts
    sources: tuple[Id, ...] = ()
    broader: tuple[Id, ...] = ()
    replaced_by: Id | None = None


class Word(Noun):
    """A class, property or listed item of the vocabulary itself, such as `ygo:Passage`, `ygo:exceptionTo` or `ygo:Stated`.

    `kind` is class, property or item; `above` are the classes that it stands in or under. A property is said of things of the
    classes `domain` and leads to those of the classes `range`, as the graph uses it; `example` is a statement with it, or what is
    of the class.
    """

    id: Id
    kind: str
    labels: Texts
    definitions: Texts
    above: tuple[Id, ...]
    domain: tuple[Id, ...] = ()
    range: tuple[Id, ...] = ()
    example: tuple[str, ...] = ()


class Feature(Noun):
    """A property of a case. `kind` is role, text, state or derived; `values` is the closed list (empty for a role)."""

    id: Id
    kind: str
    labels: Texts
    definitions: Texts
    values: tuple[Id, ...]
    functional: bool
    read_from: Id | None = None
    """The role from whose effect a silent case copies this text feature."""
    unsaid_absent: bool = False
    """An unstated value counts as absent and is listed as assumed; true of every role but the effect asked about."""
    exhaustive: bool = False
    """Every case has one of its values, for one of them says that there is none (`ygo:exhaustive`)."""
    sources: tuple[Id, ...] = ()
    state_of: Id | None = None
    """The role of a standing effect of which this state feature tells whether it is in force."""
    inert_at: tuple[Id, ...] = ()
    """Those of its values at which that effect does nothing, as though it were not there."""


class Question(Noun):
    """A kind of question; `answers` is its closed list, `prevails` the order in which answers outrank each other.

    `phrases` has the answers that can be said by themselves ("not negated"), with the words. `reads_off` is the derived feature
    that says the same, so that what the rules answer is known to the rules of other questions; `readings` its value for an answer:
    `{"ygo:Yes": "ygo:WasNegated", "ygo:No": "ygo:WasNotNegated"}`.
    """

    id: Id
    labels: Texts
    definitions: Texts
    answers: tuple[Id, ...]
    prevails: tuple[Id, ...] = ()
    literal: bool = False
    broader: tuple[Id, ...] = ()
    phrases: dict[Id, Texts] = field(default_factory=dict)
    reads_off: Id | None = None
    readings: dict[Id, Id] = field(default_factory=dict)


class Family(Noun):
    """A class of card effects. `above` are all classes above it, nearest first; `axis` is the top class below which it is closed."""

    id: Id
    labels: Texts
    definitions: Texts
    above: tuple[Id, ...]
    axis: Id | None
    sources: tuple[Id, ...] = ()


class Condition(Noun):
    """One conjunct: the feature has one of `values`, or (role) an effect of `family`."""

    feature: Id
    values: tuple[Id, ...] = ()
    family: Id | None = None


class Rule(Noun):
    """A class of cases and what it concludes: `asks` is a question or a derived feature; without an answer it only lifts."""

    id: Id
    labels: Texts
    conditions: tuple[Condition, ...]
    asks: Id
    answer: Id | None
    exception_to: tuple[Id, ...] = ()
    basis: str = "ygo:Stated"
    sources: tuple[Id, ...] = ()
    comment: str = ""
    same_condition_as: Id | None = None
    deprecated: bool = False
    proves: Id | None = None
    """How far its passage carries the answer: `ygo:Answer` (also where nothing is stated), `ygo:InGeneral` or `ygo:ObstacleAbsent`."""
    valid_from: str = ""
    """The first day on which the chapter says so; empty where it did in its earliest known state."""
    valid_until: str = ""
    """The first day on which it does not say so any more; empty where it does today."""
    replaced_by: tuple[Id, ...] = ()
    replaces: tuple[Id, ...] = ()
    in_force: bool = True
    """Whether it answers on the day that the Model is of: it is said then, and not deprecated."""
    dropped: str = ""
    """The day from which no passage of it is in its chapter any more, though nothing took its place; empty where one is."""
    repeated: tuple[Id, ...] = ()
    """Those of its sources that a later state of their chapter, which is another source, says again."""


class Effect(Noun):
    """One effect of a card; `facts` are the text features of its wording; `card` is None for `effect:any-…`.

    `reach` says whom it reaches and in which form, where it is in force over time: the properties `ygo:reachSide` and so on.
    """

    id: Id
    card: Id | None
    mark: str
    labels: Texts
    families: tuple[Id, ...]
    facts: dict[Id, tuple[Id, ...]]
    sources: tuple[Id, ...] = ()
    reach: dict[Id, tuple[str, ...]] = field(default_factory=dict)


class Ruling(Noun):
    """A documented case. `facts` maps features to values (those of `same_case_as` included)."""

    id: Id
    facts: dict[Id, tuple[Id, ...]]
    asks: Id
    answer: str
    """An answer's id, or the text of a literal."""
    sources: tuple[Id, ...]
    summary: str
    date: str | None = None
    literal: bool = False
    contrast: tuple[Id, ...] = ()
    given: tuple[Id, ...] = ()
    same_case_as: Id | None = None
    expected_rule: Id | None = None
    deprecated: bool = False
    cards: tuple[Id, ...] = ()
    """Cards in it that are in no role: named as an example, or only moved."""
    context: tuple[Id, ...] = ()
    """Features of `facts` that let a reader recognise the situation and decide nothing; `context_because` says why."""
    context_because: str = ""
    told_as: str = ""
    """What happened in it, in the notation of situations; empty where nobody told it."""
    valid_from: str = ""
    """The first day on which the chapter says so; empty where it did in its earliest known state."""
    valid_until: str = ""
    """The first day on which it does not say so any more; empty where it does today."""
    replaced_by: tuple[Id, ...] = ()
    replaces: tuple[Id, ...] = ()
    in_force: bool = True
    """Whether it answers on the day that the Model is of: it is said then, and not deprecated."""
    dropped: str = ""
    """The day from which no passage of it is in its chapter any more, though nothing took its place; empty where one is."""
    repeated: tuple[Id, ...] = ()
    """Those of its sources that a later state of their chapter, which is another source, says again."""


class Exclusion(Noun):
    """Two related questions and the answers to them that cannot both hold of one case: each of `answers` against each of `others`.

    It holds only of cases that have one of the values of `only_with`, where there are any.
    """

    id: Id
    labels: Texts
    asks: Id
    answers: tuple[Id, ...]
    other: Id
    others: tuple[Id, ...]
    only_with: tuple[Id, ...] = ()

    @property
    def both_ways(self) -> tuple[tuple[Id, tuple[Id, ...], Id, tuple[Id, ...]], ...]:
        """A question, answers to it, another question, and the answers to that which they exclude; from either side."""
        return (self.asks, self.answers, self.other, self.others), (self.other, self.others, self.asks, self.answers)

    def binds(self, facts: Mapping[Id, tuple[Id, ...]]) -> bool:
        """Say whether it holds of a case with these facts."""
        return not self.only_with or any(value in self.only_with for values in facts.values() for value in values)


class Evidence(Noun):
    """What a passage itself refers to: an official FAQ, a card page or the wiki, with its date."""

    source_class: str
    date: str
    identifier: str | None = None


class Passage(Noun):
    """One line of a document: where it is, what it is, the hash of its normal form; never its text."""

    id: Id
    document: Id
    line: int
    kind: str
    system: Id
    section: str
    digest: str
    evidence: tuple[Evidence, ...] = ()
    revision_of: tuple[Id, ...] = ()
    """The passages of an earlier state that it took the place of; of the same hash where its words did not change."""
    valid_from: str = ""
    """The first day on which the chapter has these words; empty where it had them in its earliest known state."""
    valid_until: str = ""
    """The first day on which it does not say so any more; empty where it does today."""


class Document(Noun):
    """A state of a rules document: the day whose state it shows, and the earlier state that it is a revision of, if that is known."""

    id: Id
    labels: Texts
    issued: str
    revision_of: Id | None = None
    known_since: str = ""
    """The day of the earliest state of it that is known, where its history is."""


class System(Noun):
    """A rule system: a coherent stretch of a document that answers one kind of question. `topic` is its first segment."""

    id: Id
    topic: str
    labels: Texts
    definitions: Texts
    order: int


class Card(Noun):
    """A card. `names` has the keys zh (community), zh-Hans (official), ja and en; `variants` are spellings in the documents.

    `types` is the line of types as it is printed, "Dragon / Synchro / Effect", or empty where it is not known.
    """

    id: Id
    passcode: str
    konami_id: str | None
    kind: str
    names: Texts
    variants: tuple[str, ...] = ()
    types: str = ""


class Archetype(Noun):
    """A set of cards by name; never a card."""

    id: Id
    names: Texts


class Model(Noun):
    """Everything that the graph says, by id."""

    terms: dict[Id, Term] = field(default_factory=dict)
    concepts: tuple[Id, ...] = ()
    """Those of the terms that are concepts: what the rules are about."""
    subjects: dict[Id, tuple[Id, ...]] = field(default_factory=dict)
    """The concepts that a family, feature, question, value or rule system is about."""
    words: dict[Id, Word] = field(default_factory=dict)
    features: dict[Id, Feature] = field(default_factory=dict)
    questions: dict[Id, Question] = field(default_factory=dict)
    families: dict[Id, Family] = field(default_factory=dict)
    rules: dict[Id, Rule] = field(default_factory=dict)
    effects: dict[Id, Effect] = field(default_factory=dict)
    rulings: dict[Id, Ruling] = field(default_factory=dict)
    exclusions: dict[Id, Exclusion] = field(default_factory=dict)
    passages: dict[Id, Passage] = field(default_factory=dict)
    documents: dict[Id, Document] = field(default_factory=dict)
    systems: dict[Id, System] = field(default_factory=dict)
    cards: dict[Id, Card] = field(default_factory=dict)
    archetypes: dict[Id, Archetype] = field(default_factory=dict)
    excluded: dict[Id, tuple[Id, ...]] = field(default_factory=dict)
    """By a value, or a family of the acting effect: values and families that no case has together with it. Each pair stands both ways."""
    left_out: dict[Id, str] = field(default_factory=dict)
    """Passages that nothing cites on purpose, with the reason."""
    told: dict[Id, dict[Id, Texts]] = field(default_factory=dict)
    """Of an excerpt: what the graph tells of a thing in words, by property (`ygo:caseInWords` …), instead of what these rest on."""
    modified: str = ""
    """The date of the data: the ontology's `dct:modified`."""
    as_of: str = ""
    """The day by which its rulings were documented, where later ones are left out; empty where none is."""
