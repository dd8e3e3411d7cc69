"""The knowledge graph as plain Python objects: what the resolver, the checks and the command line work on.

Identifiers are CURIEs (`ygo:FaceDown`, `rule:negation.lapses-face-down`, `src:negation.112`); `ygokg.graph.triples` expands them.
Labels and definitions are dictionaries from a language tag (`zh`, `ja`, `en`) to text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Self

Id = str
Texts = dict[str, str]

IN_GENERAL, OBSTACLE_ABSENT = "ygo:InGeneral", "ygo:ObstacleAbsent"
"""What a rule proves by its passage, where that is less than its answer."""
ACTING = "ygo:effect"
"""The role that every case has, whether it is stated or not: the effect whose activation, processing or application is asked about."""


class Noun:
    """A thing with fields, as `dataclass` would make it at a price that each look-up would pay: equal where all fields are."""

    _fields: ClassVar[tuple[str, ...]]
    __hash__ = None  # type: ignore[assignment]

    def __init_subclass__(cls) -> None:
        """Note the fields: what an object is made of, in this order."""
        made = cls.__init__.__code__
        cls._fields = made.co_varnames[1 : made.co_argcount]

    def __eq__(self, other: object) -> bool:
        """Tell whether `other` is of the same class and has the same in every field."""
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self._fields)

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """Return how `pickle` makes it again: in half the time and the bytes that the names of all fields would take."""
        return type(self), tuple(getattr(self, name) for name in self._fields)

    def __repr__(self) -> str:
        """Return the class with all fields."""
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self._fields)})"

    def _replace(self, **fields: object) -> Self:
        """Return another one with some fields changed, as a named tuple does."""
        return type(self)(**{name: getattr(self, name) for name in self._fields} | fields)


class Term(Noun):
    """A concept, an answer or a value of a feature."""

    def __init__(
        self,
        id: Id,
        labels: Texts,
        definitions: Texts,
        sources: tuple[Id, ...] = (),
        broader: tuple[Id, ...] = (),
        replaced_by: Id | None = None,
    ) -> None:
        self.id, self.labels, self.definitions, self.sources, self.broader = id, labels, definitions, sources, broader
        self.replaced_by = replaced_by


class Word(Noun):
    """A class, property or listed item of the vocabulary itself, such as `ygo:Passage`, `ygo:exceptionTo` or `ygo:Stated`.

    `kind` is class, property or item; `above` are the classes that it stands in or under. A property is said of things of the
    classes `domain` and leads to those of the classes `range`, as the graph uses it; `example` is a statement with it, or what is
    of the class.
    """

    def __init__(
        self,
        id: Id,
        kind: str,
        labels: Texts,
        definitions: Texts,
        above: tuple[Id, ...],
        domain: tuple[Id, ...] = (),
        range: tuple[Id, ...] = (),
        example: tuple[str, ...] = (),
    ) -> None:
        self.id, self.kind, self.labels, self.definitions, self.above, self.domain = id, kind, labels, definitions, above, domain
        self.range, self.example = range, example


class Feature(Noun):
    """A property of a case. `kind` is role, text, state or derived; `values` is the closed list (empty for a role)."""

    def __init__(
        self,
        id: Id,
        kind: str,
        labels: Texts,
        definitions: Texts,
        values: tuple[Id, ...],
        functional: bool,
        # The role from whose effect a silent case copies this text feature.
        read_from: Id | None = None,
        # An unstated value counts as absent and is listed as assumed; true of every role but the effect asked about.
        unsaid_absent: bool = False,
        # Every case has one of its values, for one of them says that there is none (`ygo:exhaustive`).
        exhaustive: bool = False,
        sources: tuple[Id, ...] = (),
        # The role of a standing effect of which this state feature tells whether it is in force.
        state_of: Id | None = None,
        # Those of its values at which that effect does nothing, as though it were not there.
        inert_at: tuple[Id, ...] = (),
    ) -> None:
        self.id, self.kind, self.labels, self.definitions, self.values = id, kind, labels, definitions, values
        self.functional, self.read_from, self.unsaid_absent, self.exhaustive = functional, read_from, unsaid_absent, exhaustive
        self.sources, self.state_of, self.inert_at = sources, state_of, inert_at


class Question(Noun):
    """A kind of question; `answers` is its closed list, `prevails` the order in which answers outrank each other.

    `phrases` has the answers that can be said by themselves ("not negated"), with the words. `reads_off` is the derived feature
    that says the same, so that what the rules answer is known to the rules of other questions; `readings` its value for an answer:
    `{"ygo:Yes": "ygo:WasNegated", "ygo:No": "ygo:WasNotNegated"}`.
    """

    def __init__(
        self,
        id: Id,
        labels: Texts,
        definitions: Texts,
        answers: tuple[Id, ...],
        prevails: tuple[Id, ...] = (),
        literal: bool = False,
        broader: tuple[Id, ...] = (),
        phrases: dict[Id, Texts] | None = None,
        reads_off: Id | None = None,
        readings: dict[Id, Id] | None = None,
    ) -> None:
        self.id, self.labels, self.definitions, self.answers, self.prevails = id, labels, definitions, answers, prevails
        self.literal, self.broader, self.reads_off = literal, broader, reads_off
        self.phrases = {} if phrases is None else phrases
        self.readings = {} if readings is None else readings


class Family(Noun):
    """A class of card effects. `above` are all classes above it, nearest first; `axis` is the top class below which it is closed."""

    def __init__(
        self, id: Id, labels: Texts, definitions: Texts, above: tuple[Id, ...], axis: Id | None, sources: tuple[Id, ...] = ()
    ) -> None:
        self.id, self.labels, self.definitions, self.above, self.axis, self.sources = id, labels, definitions, above, axis, sources


class Condition(Noun):
    """One conjunct: the feature has one of `values`, or (role) an effect of `family`."""

    def __init__(self, feature: Id, values: tuple[Id, ...] = (), family: Id | None = None) -> None:
        self.feature, self.values, self.family = feature, values, family


class Rule(Noun):
    """A class of cases and what it concludes: `asks` is a question or a derived feature; without an answer it only lifts."""

    def __init__(
        self,
        id: Id,
        labels: Texts,
        conditions: tuple[Condition, ...],
        asks: Id,
        answer: Id | None,
        exception_to: tuple[Id, ...] = (),
        basis: str = "ygo:Stated",
        sources: tuple[Id, ...] = (),
        comment: str = "",
        same_condition_as: Id | None = None,
        deprecated: bool = False,
        # How far its passage carries the answer: `ygo:Answer` (also where nothing is stated), `ygo:InGeneral` or `ygo:ObstacleAbsent`.
        proves: Id | None = None,
    ) -> None:
        self.id, self.labels, self.conditions, self.asks, self.answer = id, labels, conditions, asks, answer
        self.exception_to, self.basis, self.sources, self.comment = exception_to, basis, sources, comment
        self.same_condition_as, self.deprecated, self.proves = same_condition_as, deprecated, proves


class Effect(Noun):
    """One effect of a card; `facts` are the text features of its wording; `card` is None for `effect:any-…`."""

    def __init__(
        self,
        id: Id,
        card: Id | None,
        mark: str,
        labels: Texts,
        families: tuple[Id, ...],
        facts: dict[Id, tuple[Id, ...]],
        sources: tuple[Id, ...] = (),
    ) -> None:
        self.id, self.card, self.mark, self.labels, self.families, self.facts = id, card, mark, labels, families, facts
        self.sources = sources


class Ruling(Noun):
    """A documented case. `facts` maps features to values (those of `same_case_as` included)."""

    def __init__(
        self,
        id: Id,
        facts: dict[Id, tuple[Id, ...]],
        asks: Id,
        # An answer's id, or the text of a literal.
        answer: str,
        sources: tuple[Id, ...],
        summary: str,
        date: str | None = None,
        literal: bool = False,
        contrast: tuple[Id, ...] = (),
        given: tuple[Id, ...] = (),
        same_case_as: Id | None = None,
        expected_rule: Id | None = None,
        deprecated: bool = False,
        # Cards in it that are in no role: named as an example, or only moved.
        cards: tuple[Id, ...] = (),
        # Features of `facts` that let a reader recognise the situation and decide nothing; `context_because` says why.
        context: tuple[Id, ...] = (),
        context_because: str = "",
    ) -> None:
        self.id, self.facts, self.asks, self.answer, self.sources, self.summary = id, facts, asks, answer, sources, summary
        self.date, self.literal, self.contrast, self.given, self.same_case_as = date, literal, contrast, given, same_case_as
        self.expected_rule, self.deprecated, self.cards, self.context = expected_rule, deprecated, cards, context
        self.context_because = context_because


class Exclusion(Noun):
    """Two related questions and the answers to them that cannot both hold of one case: each of `answers` against each of `others`.

    It holds only of cases that have one of the values of `only_with`, where there are any.
    """

    def __init__(
        self, id: Id, labels: Texts, asks: Id, answers: tuple[Id, ...], other: Id, others: tuple[Id, ...], only_with: tuple[Id, ...] = ()
    ) -> None:
        self.id, self.labels, self.asks, self.answers, self.other, self.others = id, labels, asks, answers, other, others
        self.only_with = only_with

    @property
    def both_ways(self) -> tuple[tuple[Id, tuple[Id, ...], Id, tuple[Id, ...]], ...]:
        """A question, answers to it, another question, and the answers to that which they exclude; from either side."""
        return (self.asks, self.answers, self.other, self.others), (self.other, self.others, self.asks, self.answers)

    def binds(self, facts: Mapping[Id, tuple[Id, ...]]) -> bool:
        """Say whether it holds of a case with these facts."""
        return not self.only_with or any(value in self.only_with for values in facts.values() for value in values)


class Evidence(Noun):
    """What a passage itself refers to: an official FAQ, a card page or the wiki, with its date."""

    def __init__(self, source_class: str, date: str, identifier: str | None = None) -> None:
        self.source_class, self.date, self.identifier = source_class, date, identifier


class Passage(Noun):
    """One line of a document: where it is, what it is, the hash of its normal form; never its text."""

    def __init__(
        self, id: Id, document: Id, line: int, kind: str, system: Id, section: str, digest: str, evidence: tuple[Evidence, ...] = ()
    ) -> None:
        self.id, self.document, self.line, self.kind, self.system, self.section = id, document, line, kind, system, section
        self.digest, self.evidence = digest, evidence


class Document(Noun):
    """A rules document and the day whose state it shows."""

    def __init__(self, id: Id, labels: Texts, issued: str) -> None:
        self.id, self.labels, self.issued = id, labels, issued


class System(Noun):
    """A rule system: a coherent stretch of a document that answers one kind of question. `topic` is its first segment."""

    def __init__(self, id: Id, topic: str, labels: Texts, definitions: Texts, order: int) -> None:
        self.id, self.topic, self.labels, self.definitions, self.order = id, topic, labels, definitions, order


class Card(Noun):
    """A card. `names` has the keys zh (community), zh-Hans (official), ja and en; `variants` are spellings in the documents."""

    def __init__(self, id: Id, passcode: str, konami_id: str | None, kind: str, names: Texts, variants: tuple[str, ...] = ()) -> None:
        self.id, self.passcode, self.konami_id, self.kind, self.names, self.variants = id, passcode, konami_id, kind, names, variants


class Archetype(Noun):
    """A set of cards by name; never a card."""

    def __init__(self, id: Id, names: Texts) -> None:
        self.id, self.names = id, names


class Model(Noun):
    """Everything that the graph says, by id."""

    def __init__(
        self,
        terms: dict[Id, Term] | None = None,
        # Those of the terms that are concepts: what the rules are about.
        concepts: tuple[Id, ...] = (),
        # The concepts that a family, feature, question, value or rule system is about.
        subjects: dict[Id, tuple[Id, ...]] | None = None,
        words: dict[Id, Word] | None = None,
        features: dict[Id, Feature] | None = None,
        questions: dict[Id, Question] | None = None,
        families: dict[Id, Family] | None = None,
        rules: dict[Id, Rule] | None = None,
        effects: dict[Id, Effect] | None = None,
        rulings: dict[Id, Ruling] | None = None,
        exclusions: dict[Id, Exclusion] | None = None,
        passages: dict[Id, Passage] | None = None,
        documents: dict[Id, Document] | None = None,
        systems: dict[Id, System] | None = None,
        cards: dict[Id, Card] | None = None,
        archetypes: dict[Id, Archetype] | None = None,
        # By a value, or a family of the acting effect: values and families that no case has together with it. Each pair stands both ways.
        excluded: dict[Id, tuple[Id, ...]] | None = None,
        # Passages that nothing cites on purpose, with the reason.
        left_out: dict[Id, str] | None = None,
        # Of an excerpt: what the graph tells of a thing in words, by property (`ygo:caseInWords` …), instead of what these rest on.
        told: dict[Id, dict[Id, Texts]] | None = None,
        # The date of the data: the ontology's `dct:modified`.
        modified: str = "",
        # The day by which its rulings were documented, where later ones are left out; empty where none is.
        as_of: str = "",
    ) -> None:
        self.terms, self.concepts, self.subjects, self.words = terms or {}, concepts, subjects or {}, words or {}
        self.features, self.questions, self.families = features or {}, questions or {}, families or {}
        self.rules, self.effects, self.rulings, self.exclusions = rules or {}, effects or {}, rulings or {}, exclusions or {}
        self.passages, self.documents, self.systems, self.cards = passages or {}, documents or {}, systems or {}, cards or {}
        self.archetypes, self.excluded, self.left_out = archetypes or {}, excluded or {}, left_out or {}
        self.told, self.modified, self.as_of = told or {}, modified, as_of
