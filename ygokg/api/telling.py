"""From things of the Model, by id, to the plain objects of the library."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from ygokg.api.results import (
    Answer,
    Attestation,
    Card,
    Certainty,
    Conflict,
    Effect,
    Feature,
    Former,
    Named,
    Question,
    Reference,
    Rule,
    Ruling,
    Source,
    Unless,
)
from ygokg.consistency.finding import Finding
from ygokg.graph.ages import latest_sources
from ygokg.graph.model import Evidence, Id, Model
from ygokg.graph.words import (
    conclusion_words,
    definition,
    evidence_link,
    fact_words,
    label,
    rule_conditions,
    ruling_answer,
    ruling_case,
    source_words,
)
from ygokg.lookup.asking import families_told_apart
from ygokg.lookup.groups import Truth, pending
from ygokg.lookup.questions import features_of
from ygokg.names.links import cards_of, links_of
from ygokg.render.outcome import outcome_lines
from ygokg.render.outcome_words import assumed_words, conditions_words, outcome_answer, whole_answer
from ygokg.resolver import Rulebase
from ygokg.resolver import Unless as Overturning
from ygokg.resolver.explaining import Explanation

_NEAREST = 3
_INFERRED = "ygo:Inferred"
_PROVES = {"ygo:Answer": "answer", "ygo:InGeneral": "in-general", "ygo:ObstacleAbsent": "obstacle-absent"}


class Teller:
    """Tells what is in a Model, in one language: every method takes an id that the Model has."""

    def __init__(self, model: Model, truth: Truth, lang: str) -> None:
        """`truth` is what the rules make of each ruling."""
        self.model = model
        self.truth = truth
        self.lang = lang
        self._exceptions: dict[Id, list[Id]] = {}
        for rule in model.rules.values():
            for defeated in rule.exception_to if rule.in_force else ():
                self._exceptions.setdefault(defeated, []).append(rule.id)

    def named(self, id: Id) -> Named:
        """Return anything with its name."""
        return Named(id, label(self.model, id, self.lang))

    def card(self, id: Id) -> Card:
        """Return a card with its effects."""
        card = self.model.cards[id]
        effects = tuple(map(self._effect, links_of(self.model)["effects-of-card"].get(id, ())))
        name = label(self.model, id, self.lang)
        return Card(id, name, card.passcode, card.konami_id, self.named(card.kind), dict(card.names), effects)

    def rule(self, id: Id) -> Rule:
        """Return a rule."""
        rule = self.model.rules[id]
        return Rule(
            id,
            label(self.model, id, self.lang),
            tuple(rule_conditions(self.model, rule, self.lang)),
            self.named(rule.asks),
            rule.answer,
            conclusion_words(self.model, rule, self.lang).removeprefix("→ "),
            rule.exception_to,
            tuple(self._exceptions.get(id, ())),
            rule.basis != _INFERRED,
            _PROVES[rule.proves or "ygo:Answer"],
            self.sources(latest_sources(rule)),
        )

    def ruling(self, id: Id) -> Ruling:
        """Return a ruling."""
        ruling, known = self.model.rulings[id], self.truth.get(id)
        return Ruling(
            id,
            self.named(ruling.asks),
            ruling.answer,
            ruling_answer(self.model, ruling, self.lang),
            pending(ruling),
            ruling.deprecated,
            ruling.date,
            dict(ruling.facts),
            tuple(ruling_case(self.model, ruling, self.lang)),
            ruling.summary,
            cards_of(self.model, ruling),
            known.governed_by if known is not None else (),
            self.sources(latest_sources(ruling)),
        )

    def sources(self, passages: Iterable[Id]) -> tuple[Source, ...]:
        """Return passages, each once; one that the Model does not have is left out."""
        return tuple(self._source(i) for i in dict.fromkeys(passages) if i in self.model.passages)

    def question(self, base: Rulebase, id: Id) -> Question:
        """Return a question with what matters for it."""
        question = self.model.questions[id]
        features = tuple(self._feature(id, f) for f in features_of(base, id))
        answers = tuple(map(self.named, question.answers))
        return Question(id, label(self.model, id, self.lang), definition(self.model, id, self.lang), answers, features)

    def answer(self, explanation: Explanation, facts: Mapping[Id, tuple[Id, ...]]) -> Answer:
        """Return the outcome of a case."""
        outcome = explanation.outcome
        model, lang, proof = self.model, self.lang, outcome.proof
        rules = tuple(self.rule(trace.rule) for trace in proof.rules if trace.standing != "outranked")
        rulings = tuple(map(self.ruling, proof.rulings))
        told = [*(ruling.sources for ruling in rulings), *(rule.sources for rule in rules)]
        sources = {source.id: source for passages in told for source in passages}
        return Answer(
            self.named(outcome.question),
            cast("Certainty", outcome.status),
            outcome.answer,
            outcome.answers,
            whole_answer(model, outcome, lang),
            "\n".join(line.text for line in outcome_lines(model, outcome, facts, lang, more=False)),
            dict(facts),
            tuple(self._unless(outcome.question, unless) for unless in outcome.conditions),
            tuple(assumed_words(model, a, lang) for a in outcome.assumed),
            rules,
            rulings,
            tuple(self.ruling(p.ruling) for p in proof.precedents[:_NEAREST]),
            tuple(sources.values()),
            outcome.reason == "unhindered",
            outcome.in_general,
            tuple(fact_words(model, f, v, lang) for f, v in outcome.not_weighed),
            tuple(fact_words(model, f, v, lang) for f, v in explanation.indifferent),
            tuple(label(model, role, lang) for role in outcome.missing),
            Attestation(*outcome.attested) if outcome.attested is not None else None,
            Former(*outcome.former) if outcome.former is not None else None,
        )

    def _unless(self, question: Id, unless: Overturning) -> Unless:
        words = outcome_answer(self.model, question, unless.status, unless.answers, self.lang)
        return Unless(conditions_words(self.model, unless.missing, self.lang), words, unless.rules, unless.on_card)

    def conflict(self, finding: Finding) -> Conflict:
        """Return a finding."""
        from ygokg.render.conflicts import finding_lines, title

        text = "\n".join(line.text for line in finding_lines(self.model, finding, self.lang))
        accepted = finding.accepted.because if finding.accepted is not None else None
        about = tuple(dict.fromkeys(finding.ids))
        return Conflict(finding.id, finding.kind, finding.severity, title(finding, self.lang), text, about, accepted)

    def _effect(self, id: Id) -> Effect:
        effect = self.model.effects[id]
        return Effect(id, label(self.model, id, self.lang), effect.mark, tuple(map(self.named, effect.families)))

    def _feature(self, question: Id, id: Id) -> Feature:
        feature = self.model.features[id]
        role = feature.kind == "role"
        values = families_told_apart(self.model, question, id) if role else feature.values
        return Feature(id, label(self.model, id, self.lang), role, not feature.functional, tuple(map(self.named, values)))

    def _source(self, id: Id) -> Source:
        passage = self.model.passages[id]
        document = self.model.documents.get(passage.document)
        return Source(
            id,
            source_words(self.model, id, self.lang),
            label(self.model, passage.document, self.lang),
            document.issued if document is not None else "",
            passage.line,
            tuple(self._reference(e) for e in passage.evidence),
        )

    def _reference(self, evidence: Evidence) -> Reference:
        kind = label(self.model, evidence.source_class, self.lang) if evidence.source_class else ""
        return Reference(kind, evidence.identifier, evidence.date, evidence_link(evidence))
