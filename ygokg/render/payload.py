"""The same answers for programs: plain dictionaries of ids, with labels in the language asked for beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ygokg.model import Condition, Id, Model
from ygokg.render.words import conclusion_words, definition, evidence_link, label, rule_conditions, ruling_answer
from ygokg.triples import natural_key

if TYPE_CHECKING:
    from ygokg.corpus.sentences import Sentence
    from ygokg.lookup.cards import CardView
    from ygokg.lookup.groups import Truth
    from ygokg.lookup.rules import Branch, RuleView
    from ygokg.lookup.rulings import RulingView
    from ygokg.lookup.terms import TermView

__all__ = ["card_payload", "rule_payload", "ruling_payload", "ruling_row", "term_payload"]

Json = dict[str, Any]


def named(model: Model, id: Id, lang: str) -> Json:
    """Return an id with its label."""
    return {"id": id, "label": label(model, id, lang)}


def card_payload(model: Model, truth: Truth, view: CardView, lang: str, sentences: Mapping[Id, Sentence] | None = None) -> Json:
    """Return a card view: `cards` (with effects), `rules` by why they are named, `groups` of rulings, `sentences` of imported documents."""
    possible = [{**_rule(model, i, lang), "role": role} for role, ids in view.possible for i in ids]
    wording = [{**_rule(model, i, lang), "effect": effect} for effect, ids in view.wording.items() for i in ids]
    rules = {"governing": view.governing, "naming": view.naming}
    return {
        "cards": [_card(model, i, lang) for i in view.cards],
        "rules": {key: [_rule(model, i, lang) for i in ids] for key, ids in rules.items()} | {"wording": wording, "possible": possible},
        "groups": [
            {
                "kind": group.kind,
                "rules": list(group.rules),
                "rulings": [ruling_row(model, truth, i, lang) for i in group.rulings],
            }
            for group in view.groups
        ],
        "sentences": sentence_rows(sentences or {}),
    }


def sentence_rows(sentences: Mapping[Id, Sentence]) -> list[Json]:
    """Return sentences of imported documents, each with the passage that it is the text of."""
    return [{"passage": passage, **sentence._asdict()} for passage, sentence in sentences.items()]


def rule_payload(model: Model, truth: Truth, view: RuleView, lang: str) -> Json:
    """Return a rule view: conditions, conclusion, what it is an exception to, its exceptions as a tree, sources and rulings."""
    rule = model.rules[view.rule]
    return {
        **_rule(model, view.rule, lang),
        "conditions": [_condition(c, words) for c, words in zip(rule.conditions, rule_conditions(model, rule, lang), strict=True)],
        "asks": named(model, rule.asks, lang),
        "answer": rule.answer,
        "exception_to": [_rule(model, i, lang) for i in view.exception_to],
        "exceptions": [_branch(model, b, lang) for b in view.exceptions],
        "basis": rule.basis,
        "proves": rule.proves,
        "sources": list(rule.sources),
        "comment": rule.comment,
        "deprecated": rule.deprecated,
        "rulings": [ruling_row(model, truth, i, lang) for i in view.rulings],
    }


def ruling_row(model: Model, truth: Truth, id: Id, lang: str) -> Json:
    """Return a ruling in short: question, answer, what the rules make of it, date and sources."""
    ruling, known = model.rulings[id], truth.get(id)
    return {
        "id": id,
        "question": ruling.asks,
        "answer": ruling.answer,
        "words": ruling_answer(model, ruling, lang),
        "status": known.status if known is not None else "",
        "rules": list(known.governed_by) if known is not None else [],
        "date": ruling.date,
        "sources": list(ruling.sources),
    }


def ruling_payload(model: Model, truth: Truth, view: RulingView, lang: str, sentences: Mapping[Id, Sentence] | None = None) -> Json:
    """Return a ruling view: the short form, its facts, summary, evidence, `sentences` of imported documents, and rulings beside it."""
    ruling = model.rulings[view.ruling]
    facts = {f: [named(model, v, lang) for v in values] for f, values in ruling.facts.items()}
    return {
        **ruling_row(model, truth, view.ruling, lang),
        "literal": ruling.literal,
        "deprecated": ruling.deprecated,
        "facts": facts,
        "context": list(ruling.context),
        "context_because": ruling.context_because,
        "mentions": list(ruling.cards),
        "summary": ruling.summary,
        "deriving": list(view.deriving),
        "differing": list(view.differing),
        "lifting": list(view.lifting),
        "expected_rule": ruling.expected_rule,
        "sentences": sentence_rows(sentences or {}),
        "evidence": [
            {
                "passage": source,
                "class": evidence.source_class,
                "identifier": evidence.identifier,
                "date": evidence.date,
                "link": evidence_link(evidence),
            }
            for source in ruling.sources
            if source in model.passages
            for evidence in model.passages[source].evidence
        ],
        "contrast": list(view.contrast),
        "given": list(ruling.given),
        "same_case": list(view.same_case),
    }


def term_payload(model: Model, view: TermView, lang: str) -> Json:
    """Return a term view."""
    return {
        **named(model, view.id, lang),
        "labels": {other: label(model, view.id, other) for other in ("zh", "ja", "en")},
        "kind": view.kind,
        "definition": definition(model, view.id, lang),
        "values": [named(model, i, lang) for i in view.values],
        "had_by": [named(model, i, lang) for i in view.had_by],
        "broader": [named(model, i, lang) for i in view.broader],
        "narrower": [named(model, i, lang) for i in view.narrower],
        "members": [named(model, i, lang) for i in view.members],
        "rules": list(view.rules),
        "rulings": list(view.rulings),
        "sources": list(view.sources),
    }


def _card(model: Model, id: Id, lang: str) -> Json:
    card = model.cards[id]
    effects = [effect for _, effect in sorted(model.effects.items(), key=lambda item: natural_key(item[0])) if effect.card == id]
    return {
        **named(model, id, lang),
        "passcode": card.passcode,
        "konami_id": card.konami_id,
        "kind": card.kind,
        "names": dict(card.names),
        "variants": list(card.variants),
        "effects": [
            {
                **named(model, e.id, lang),
                "mark": e.mark,
                "families": [named(model, f, lang) for f in e.families],
                "facts": {f: list(values) for f, values in e.facts.items()},
            }
            for e in effects
        ],
    }


def _rule(model: Model, id: Id, lang: str) -> Json:
    return {**named(model, id, lang), "conclusion": conclusion_words(model, model.rules[id], lang)}


def _condition(condition: Condition, words: str) -> Json:
    return {"feature": condition.feature, "values": list(condition.values), "family": condition.family, "words": words}


def _branch(model: Model, branch: Branch, lang: str) -> Json:
    return {**_rule(model, branch.rule, lang), "branches": [_branch(model, b, lang) for b in branch.branches]}
