"""The graph as the library offers it: asked in a language, answering with the objects of `ygokg.api.results`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from ygokg.api.results import Answer, Card, Conflict, Named, Question, Rule, Ruling, Situation
from ygokg.api.rows import Rows, as_values, read_rows
from ygokg.api.stating import FactValue, missing, stated, words_of
from ygokg.api.telling import Teller
from ygokg.errors import UsageProblem
from ygokg.graph.model import Id, Model
from ygokg.messages import LANGUAGES

if TYPE_CHECKING:
    from pathlib import Path

    import owlready2
    import rdflib

    from ygokg.api.session import Session
    from ygokg.store.cache import Graph as StoredGraph


class Graph:
    """The knowledge graph, ready to be asked; `ygokg.open` makes one.

    `lang` is the language of the texts in what it returns, `as_of` the day by which its rulings were documented, or the empty text.
    Names and labels are understood in any language; cards also by passcode or by `%` and the official id, and by the names in the
    card databases that were imported with `ygokg names import`.
    """

    def __init__(self, session: Session, stored: StoredGraph) -> None:
        """Take a session and the graph that it opened."""
        self.lang = session.lang
        self._session = session
        self._stored = stored

    def __repr__(self) -> str:
        """Say how much there is in it."""
        day = f" as of {self.as_of}" if self.as_of else ""
        return f"<ygokg.Graph{day}: {len(self._model.rules)} rules, {len(self._model.rulings)} rulings, in {self.lang}>"

    @property
    def as_of(self) -> str:
        """The day by which its rulings were documented, or the empty text."""
        return self._model.as_of

    def in_language(self, lang: str) -> Graph:
        """Return the same graph, answering in another language.

        Args:
            lang: `zh`, `ja` or `en`.

        Raises:
            UsageProblem: The language is none of these.

        >>> import ygokg
        >>> ygokg.open().in_language("zh").card(82732705).name
        '技能抽取'
        """
        require_language(lang)
        return Graph(self._session.in_language(lang), self._stored)

    def card(self, name: str | int) -> Card:
        """Return a card.

        Args:
            name: One of its names in zh, ja or en, its passcode, `%` and its official id, or its id.

        Raises:
            NotFound: No card of the graph has that name; `hint` has those that come near.
            UsageProblem: It is the name of an archetype.

        >>> import ygokg
        >>> card = ygokg.open().card("技能抽取")
        >>> card.name, card.passcode, [effect.name for effect in card.effects]
        ('Skill Drain', '82732705', ['"Skill Drain" ①'])
        """
        return self._tell.card(self._card(name))

    def rules(self, card: str | int | Card | None = None, *, possible: bool = False) -> tuple[Rule, ...]:
        """Return the rules that decide the rulings of a card or name one of its effects; without a card, all rules.

        Args:
            card: A card, or a name of one as `card` takes it.
            possible: Whether to add the rules that its effects come under by their kind and wording alone.

        Raises:
            NotFound: No card of the graph has that name.
            UsageProblem: It is the name of an archetype.

        >>> import ygokg
        >>> [rule.conclusion for rule in ygokg.open().rules("Skill Drain")][:3]
        ['can be activated', 'applied', 'lifts: an unclassified effect for leaving the field is applied at the moment of leaving']
        """
        if card is None:
            return tuple(self._tell.rule(i) for i, rule in self._model.rules.items() if rule.in_force)
        from ygokg.lookup.cards import card_page

        view = card_page(self._session.excerpt(noted=False), [self._model.cards[self._card(card)]]).view
        found = [*view.governing, *view.naming]
        if possible:
            found += [rule for rules in view.wording.values() for rule in rules]
            found += [rule for _, rules in view.possible for rule in rules]
        return tuple(self._tell.rule(i) for i in dict.fromkeys(found))

    def rule(self, id: str) -> Rule:
        """Return a rule by its id, with or without `rule:`.

        Raises:
            NotFound: There is no such rule.

        >>> import ygokg
        >>> ygokg.open().rule("negation.lapses-face-down").conditions
        ('negator: lapses face-down', 'face at resolution: face-down')
        """
        wanted = id if id.startswith("rule:") else f"rule:{id}"
        if wanted not in self._model.rules:
            raise missing("rule", id, self._model.rules)
        return self._tell.rule(wanted)

    def rulings(self, *cards: str | int | Card) -> tuple[Ruling, ...]:
        """Return the rulings that have all of these cards in them; without a card, all rulings.

        Args:
            cards: Cards, or names as `card` takes them.

        Raises:
            NotFound: No card of the graph has that name.
            UsageProblem: It is the name of an archetype.

        >>> import ygokg
        >>> [ruling.words for ruling in ygokg.open().rulings("Skill Drain", "Book of Moon")]
        ['not negated']
        """
        from ygokg.names.links import rulings_with

        return tuple(map(self._tell.ruling, rulings_with(self._model, map(self._card, cards))))

    def ruling(self, id: str) -> Ruling:
        """Return a ruling by its id, with or without `ruling:`.

        Raises:
            NotFound: There is no such ruling.

        >>> import ygokg
        >>> ygokg.open().ruling("negation.112").question.name
        'Is the effect negated?'
        """
        wanted = id if id.startswith("ruling:") else f"ruling:{id}"
        if wanted not in self._model.rulings:
            raise missing("ruling", id, self._model.rulings)
        return self._tell.ruling(wanted)

    def questions(self) -> tuple[Named, ...]:
        """Return the questions that `resolve` answers.

        >>> import ygokg
        >>> "ygo:IsNegated" in {question.id for question in ygokg.open().questions()}
        True
        """
        return tuple(map(self._tell.named, self._model.questions))

    def question(self, name: str | Named) -> Question:
        """Return a question with its answers and with the features that matter for it.

        Args:
            name: Its id, with or without `ygo:`, or its label in zh, ja or en.

        Raises:
            UsageProblem: There is no such question; `hint` has those that come near.

        >>> import ygokg
        >>> question = ygokg.open().question("IsNegated")
        >>> [value.id for feature in question.features for value in feature.values if feature.id == "ygo:faceAtResolution"]
        ['ygo:FaceUp', 'ygo:FaceDown']
        """
        return self._tell.question(self._session.rulebase, self._question(name))

    def resolve(
        self,
        question: str | Named,
        facts: Mapping[str, FactValue | Iterable[FactValue]] | None = None,
        /,
        **more: FactValue | Iterable[FactValue],
    ) -> Answer:
        """Answer a question about a case, by rulings and by rules.

        Args:
            question: Its id, with or without `ygo:`, or its label in zh, ja or en.
            facts: The case: features, by id or label, with their values. An effect is `CARD#1`, or an effect of a card; where the
                card is not in the graph, a family of effects stands for it.
            more: The same, for features whose name can be written so; both together are the case.

        Returns:
            The answer, with how it is known, its reason, and what would overturn it. One that is open is an answer, too.

        Raises:
            UsageProblem: There is no such question, feature or value, a feature has too many values, or something is no value at all.
            NotFound: A card or an effect is not in the graph.

        >>> import ygokg
        >>> answer = ygokg.open().resolve("IsNegated", negator="Skill Drain#1", effect="Satellarknight Deneb#1",
        ...                              faceAtResolution="FaceDown")
        >>> answer.certainty, answer.answer, answer.words
        ('documented', 'ygo:No', 'not negated')
        >>> [ruling.id for ruling in answer.rulings]
        ['ruling:negation.112']
        """
        from ygokg.api.cases import explanation, read_facts

        asked = self._question(question)
        given = stated({} if facts is None else facts, more)
        read = read_facts(self._session, asked, given)
        return self._tell.answer(explanation(self._session, asked, read), read)

    def situation(
        self,
        text: str | Path,
        question: str = "",
        facts: Mapping[str, FactValue | Iterable[FactValue]] | None = None,
        /,
        **more: FactValue | Iterable[FactValue],
    ) -> Situation:
        """Return what follows from what happened, as `ygokg situation` does.

        Args:
            text: What happened, in the notation of docs/situations.md or in Turtle; a path is a file that has it.
            question: One question in place of those in the text, as after its `?`: "negated C1".
            facts: What is said for that question besides, as for `resolve`.
            more: The same, for features whose name can be written so.

        Raises:
            UsageProblem: The text is not understood, or tells what cannot be.
            BrokenInput: The file or the Turtle cannot be read, or tells what cannot be.
            NotFound: A card or an effect is not in the graph.

        >>> import ygokg
        >>> told = ygokg.open().situation("C1: 星因士天津四#1 > C2: 月之书#1 -> C1 => C1 face-down | 技能抽取#1", "negated C1")
        >>> told.answers[0].words, told.answers[0].cases[0].certainty
        ('not negated', 'documented')
        """
        from ygokg.api.situation_telling import told_situation

        return told_situation(self._session, self._tell, text, question, stated({} if facts is None else facts, more))

    def conflicts(self, *, kinds: Iterable[str] = (), topic: str | None = None, review: bool = False) -> tuple[Conflict, ...]:
        """Return what the graph finds wrong with itself, as `ygokg conflicts` does.

        With own files, on an earlier day or with `review` it is worked out, which takes seconds.

        Args:
            kinds: Only findings of these kinds, by the names that `ygokg conflicts --help` lists.
            topic: Only what belongs to a topic, as `negation`.
            review: Whether to add rules that would disagree if a case brought them together.

        Raises:
            UsageProblem: There is no such kind or topic.
            BrokenInput: The data cannot be read.

        >>> import ygokg
        >>> {conflict.accepted is None for conflict in ygokg.open().conflicts(kinds=["source-source"])}
        {False}
        """
        from ygokg.api.conflicts import Selection, conflicts

        chosen = Selection((kinds,) if isinstance(kinds, str) else tuple(kinds), topic, review, self.as_of)
        found = conflicts(self._session, chosen)
        return tuple(map(Teller(found.model, self._stored.verdicts, self.lang).conflict, found.findings))

    def query(self, query: str, /, *, timeout: float = 0, **values: object) -> Rows:
        """Run a query of SPARQL, or one of the named queries.

        Args:
            query: The text, in which the prefixes of the graph need no declaration, or the name of a query.
            timeout: Seconds after which it is ended; 0 sets no limit, and neither does a system that cannot fork.
            values: Values for its variables. For a named query they are names and labels, as `card="技能抽取"`; else ids, numbers and
                texts.

        Returns:
            The rows: of SELECT by its variables; of ASK one row with `answer`; of CONSTRUCT and DESCRIBE `subject`, `predicate` and
            `object`.

        Raises:
            UsageProblem: It is an update or asks another server, a value fits no variable, or the graph is that of an earlier day.
            BrokenInput: It is no SPARQL.
            NotFound: There is no query or thing of that name.
            TimedOut: It took longer than `timeout`.

        >>> import ygokg
        >>> graph = ygokg.open()
        >>> for row in graph.query("SELECT ?card ?name { ?card skos:prefLabel ?name }", name=ygokg.Text("Skill Drain", "en")):
        ...     print(row["card"], row["name"])
        card:82732705 Skill Drain
        >>> len(graph.query("rulings-between-cards", card="Skill Drain", other="Book of Moon"))
        1
        """
        from ygokg.api.queries import execute
        from ygokg.lookup.arguments import arguments
        from ygokg.store.sparql import bind, named_query, require_read_only

        if self.as_of:
            raise UsageProblem("SPARQL sees the graph of today, not that of an earlier day.", "Open the graph without `as_of` to query it.")
        if any(sign in query for sign in "{ \n"):
            text, where = bind(query, as_values(values)), "The query"
            require_read_only(query)
        else:
            named = named_query(query)
            given = {name: words_of(value) for name, value in values.items()}
            text, where = bind(named.text, arguments(self._model, named, given, self.lang, self._session.library)), f"{query}.rq"
        return read_rows(execute(self._session, text, where, "json", timeout))

    def to_rdflib(self) -> rdflib.Dataset:
        """Return the triples as a dataset of the library rdflib, with the prefixes of the graph; this takes seconds.

        What is stated is its default graph, what follows from the rules the graph `https://w3id.org/ygokg/graph/inferred`. Queries
        that name no graph see both. Imported documents are not in it.

        Raises:
            UsageProblem: The graph is that of an earlier day.

        >>> import ygokg
        >>> dataset = ygokg.open().to_rdflib()
        >>> [str(row.name) for row in dataset.query("SELECT ?name { card:82732705 skos:prefLabel ?name FILTER(LANG(?name) = 'en') }")]
        ['Skill Drain']
        """
        from ygokg.api.exporting import rdflib_dataset

        if self.as_of:
            raise UsageProblem("RDF has the graph of today, not that of an earlier day.", "Open the graph without `as_of` to convert it.")
        return rdflib_dataset(self._stored)

    def to_owlready2(self) -> owlready2.World:
        """Return what a reasoner needs as a world of the library owlready2; this takes seconds.

        It has the axioms of vocabulary and rules and the effects with their families, without labels and sources, and each ruling
        as the class of the cases with its facts: a ruling falls under the rules above it. Classify it with
        `owlready2.sync_reasoner_hermit(world)`, before you look at its objects. That needs Java: the extra `ygokg[reason]` brings one.

        Raises:
            BrokenInput: A ruling has two values of a feature that has one.

        >>> import ygokg
        >>> world = ygokg.open().to_owlready2()
        >>> world["https://w3id.org/ygokg/rule/negation.lapses-face-down"].equivalent_to[0]
        ontology.Case & ontology.negator.some(ontology.LapsesFaceDown) & ontology.faceAtResolution.value(ontology.FaceDown)
        """
        from ygokg.api.exporting import owlready2_world

        return owlready2_world(self._stored)

    @property
    def _model(self) -> Model:
        return self._stored.model

    @cached_property
    def _tell(self) -> Teller:
        return Teller(self._model, self._stored.verdicts, self.lang)

    def _card(self, name: str | int | Card) -> Id:
        from ygokg.names.lookup import card_ref

        return card_ref(self._model, name.id if isinstance(name, Card) else str(name), self._session.library)

    def _question(self, name: str | Named) -> Id:
        from ygokg.api.cases import find_question

        return find_question(self._session, words_of(name))


def require_language(lang: str) -> None:
    """Raise `UsageProblem` for what is no language of the graph."""
    if lang not in LANGUAGES:
        raise UsageProblem(f"`{lang}` is no language of the graph.", f"Languages are {', '.join(LANGUAGES)}.")
