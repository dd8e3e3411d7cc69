"""The same answers for programs: plain dictionaries of ids, with labels in the language asked for beside them.

`SCHEMA_VERSION` is that of the answers of the resolver.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ygokg.graph.ages import latest_sources
from ygokg.graph.model import Condition, Id, Model, Rule, Ruling, Word
from ygokg.graph.triples import natural_key
from ygokg.graph.words import conclusion_words, definition, evidence_link, label, rule_conditions, ruling_answer
from ygokg.messages import LANGUAGES

if TYPE_CHECKING:
    from ygokg.documents.shelf import Sentence
    from ygokg.lookup.cards import CardView
    from ygokg.lookup.groups import Truth
    from ygokg.lookup.rules import Branch, RuleView
    from ygokg.lookup.rulings import RulingView
    from ygokg.lookup.terms import ConceptView, TermView
    from ygokg.resolver import DerivedFact, Outcome, Precedent, RuleTrace, Side, Unless
    from ygokg.resolver.explaining import Explanation, Step

Json = dict[str, Any]
SCHEMA_VERSION = "1.0"
"""Of JSON answers. The first number changes when something that was there is gone or means something else."""


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
        "sentences": _sentence_rows(sentences or {}),
    }


def _sentence_rows(sentences: Mapping[Id, Sentence]) -> list[Json]:
    """Return sentences of imported documents, each with the passage that it is the text of."""
    return [{"passage": passage, **sentence._asdict()} for passage, sentence in sentences.items()]


def rule_payload(model: Model, truth: Truth, view: RuleView, lang: str) -> Json:
    """Return a rule view: conditions, conclusion, what it is an exception to, its exceptions as a tree, sources and rulings."""
    rule = model.rules[view.rule]
    return {
        **_rule(model, view.rule, lang),
        "conditions": [
            {**_condition(c), "words": words} for c, words in zip(rule.conditions, rule_conditions(model, rule, lang), strict=True)
        ],
        "asks": named(model, rule.asks, lang),
        "answer": rule.answer,
        "exception_to": [_rule(model, i, lang) for i in view.exception_to],
        "exceptions": [_branch(model, b, lang) for b in view.exceptions],
        "basis": rule.basis,
        "proves": rule.proves,
        "sources": list(latest_sources(rule)),
        "comment": rule.comment,
        "deprecated": rule.deprecated,
        **_validity(rule),
        "rulings": [ruling_row(model, truth, i, lang) for i in view.rulings],
    }


def _validity(noun: Rule | Ruling) -> Json:
    return {
        "valid_from": noun.valid_from or None,
        "valid_until": noun.valid_until or None,
        "replaced_by": list(noun.replaced_by),
        "replaces": list(noun.replaces),
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
        "sources": list(latest_sources(ruling)),
    }


def ruling_payload(model: Model, truth: Truth, view: RulingView, lang: str, sentences: Mapping[Id, Sentence] | None = None) -> Json:
    """Return a ruling view: the short form, its facts, summary, evidence, `sentences` of imported documents, and rulings beside it."""
    ruling = model.rulings[view.ruling]
    facts = {f: [named(model, v, lang) for v in values] for f, values in ruling.facts.items()}
    return {
        **ruling_row(model, truth, view.ruling, lang),
        "literal": ruling.literal,
        "deprecated": ruling.deprecated,
        **_validity(ruling),
        "facts": facts,
        "context": list(ruling.context),
        "context_because": ruling.context_because,
        "told_as": ruling.told_as or None,
        "mentions": list(ruling.cards),
        "summary": ruling.summary,
        "deriving": list(view.deriving),
        "differing": list(view.differing),
        "lifting": list(view.lifting),
        "expected_rule": ruling.expected_rule,
        "sentences": _sentence_rows(sentences or {}),
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
    things = ("values", "had_by", "broader", "narrower", "members")
    return {**_described(model, view.id, view.kind, lang), **_things(model, view, things, lang), **_lists(view)}


def concept_payload(model: Model, view: ConceptView, lang: str) -> Json:
    """Return a concept view; everything that is about it has its id and label, rules and rulings their id."""
    things = ("broader", "narrower", "families", "features", "questions", "values", "systems")
    return {**_described(model, view.id, "concept", lang), **_things(model, view, things, lang), **_lists(view)}


def word_payload(model: Model, word: Word, lang: str) -> Json:
    """Return a word of the vocabulary."""
    classes = {"broader": word.above, "domain": word.domain, "range": word.range}
    labelled = {key: [named(model, i, lang) for i in ids] for key, ids in classes.items()}
    return {**_described(model, word.id, word.kind, lang), **labelled, "example": list(word.example)}


def _described(model: Model, id: Id, kind: str, lang: str) -> Json:
    labels = {other: label(model, id, other) for other in LANGUAGES}
    return {**named(model, id, lang), "labels": labels, "kind": kind, "definition": definition(model, id, lang)}


def _things(model: Model, view: TermView | ConceptView, keys: Iterable[str], lang: str) -> Json:
    return {key: [named(model, i, lang) for i in getattr(view, key)] for key in keys}


def _lists(view: TermView | ConceptView) -> Json:
    return {"rules": list(view.rules), "rulings": list(view.rulings), "sources": list(view.sources)}


def outcome_payload(outcome: Outcome, facts: Mapping[Id, tuple[Id, ...]]) -> Json:
    """Return the outcome of a case as JSON: the fields of `ygokg.resolver.Outcome`, with the facts as they were understood."""
    proof = outcome.proof
    attested = outcome.attested
    return {
        "schema_version": SCHEMA_VERSION,
        "question": outcome.question,
        "facts": {feature: list(values) for feature, values in facts.items()},
        "status": outcome.status,
        "answer": outcome.answer,
        "answers": list(outcome.answers),
        "reason": outcome.reason,
        "in_general": outcome.in_general,
        "not_weighed": [list(pair) for pair in outcome.not_weighed],
        "missing_roles": list(outcome.missing),
        "attested": None
        if attested is None
        else {"level": attested.level, "rulings": list(attested.rulings), "first_met": [list(pair) for pair in attested.first_met]},
        "presupposed": list(outcome.presupposed),
        "former": None if outcome.former is None else {"until": outcome.former.until, "answer": outcome.former.answer},
        "conditions": [_unless(u) for u in outcome.conditions],
        "assumed": [{"feature": a.feature, "not": list(a.effects)} for a in outcome.assumed],
        "clash": [_side(s) for s in outcome.clash],
        "departs_from": outcome.departs_from,
        "general": outcome.general,
        "proof": {
            "rules": [_trace(r) for r in proof.rules],
            "exceptions": [_trace(r) for r in proof.exceptions],
            "copied": [list(pair) for pair in proof.copied],
            "derived": [_derived(d) for d in proof.derived],
            "rulings": list(proof.rulings),
            "superseded": list(proof.superseded),
            "precedents": [_precedent(p) for p in proof.precedents],
            "lifts": list(proof.lifts),
            "deciding": list(proof.deciding),
            "whatever": proof.whatever,
        },
    }


def explanation_payload(model: Model, explanation: Explanation, facts: Mapping[Id, tuple[Id, ...]], lang: str) -> Json:
    """Return the outcome with the chain of reasons as JSON.

    `steps` are the derived features in the order in which they use each other, `general` the rules that would answer but for
    the pending ones. `sources` has the passages of every rule and ruling named, `labels` the words for every id.
    """
    payload = {
        **outcome_payload(explanation.outcome, facts),
        "steps": [_step(step) for step in explanation.steps],
        "general_rules": [_trace(r) for r in explanation.general],
        "made_no_difference": [list(pair) for pair in explanation.indifferent],
    }
    named = sorted(set(_ids(payload)))
    sources = {i: (model.rules.get(i) or model.rulings[i]).sources for i in named if i in model.rules or i in model.rulings}
    payload["sources"] = {i: [_passage(model, passage) for passage in passages] for i, passages in sources.items()}
    payload["labels"] = {i: words for i in named if (words := label(model, i, lang)) != i}
    return payload


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


def _branch(model: Model, branch: Branch, lang: str) -> Json:
    return {**_rule(model, branch.rule, lang), "branches": [_branch(model, b, lang) for b in branch.branches]}


def _condition(condition: Condition) -> Json:
    return {"feature": condition.feature, "values": list(condition.values), "family": condition.family}


def _unless(unless: Unless) -> Json:
    return {
        "rules": list(unless.rules),
        "missing": [_condition(c) for c in unless.missing],
        "status": unless.status,
        "answers": list(unless.answers),
        "through": unless.through,
        "on_card": unless.on_card,
    }


def _side(side: Side) -> Json:
    return {
        "answer": side.answer,
        "rulings": list(side.rulings),
        "rules": list(side.rules),
        "issued": side.issued,
        "through": side.through,
    }


def _trace(trace: RuleTrace) -> Json:
    checks = [{**_condition(c.condition), "state": c.state, "found": list(c.found)} for c in trace.checks]
    beaten = {"defeated_by": list(trace.defeated_by), "outranked_by": list(trace.outranked_by)}
    return {"rule": trace.rule, "standing": trace.standing, "conditions": checks, **beaten}


def _derived(fact: DerivedFact) -> Json:
    return {
        "feature": fact.feature,
        "status": fact.status,
        "values": list(fact.values),
        "rules": list(fact.rules),
        "conditions": [_unless(u) for u in fact.conditions],
        "clash": [_side(s) for s in fact.clash],
    }


def _precedent(precedent: Precedent) -> Json:
    return {
        "ruling": precedent.ruling,
        "answer": precedent.answer,
        "same_rules": precedent.same_rules,
        "shared": [list(pair) for pair in precedent.shared],
        "different": [list(pair) for pair in precedent.different],
        "lacking": [list(pair) for pair in precedent.lacking],
    }


def _step(step: Step) -> Json:
    return {
        **_derived(step.fact),
        "rules": [_trace(r) for r in step.rules],
        "exceptions": [_trace(r) for r in step.exceptions],
    }


def _passage(model: Model, id: Id) -> Json:
    evidence = model.passages[id].evidence if id in model.passages else ()
    refers = [{"kind": e.source_class, "id": e.identifier, "date": e.date, "link": evidence_link(e)} for e in evidence]
    return {"passage": id, "evidence": refers}


def _ids(value: object) -> Iterator[Id]:
    """Yield every text in a payload that could be an id, keys included."""
    if isinstance(value, str):
        if ":" in value:
            yield value
    elif isinstance(value, Mapping):
        for part in (*value, *value.values()):
            yield from _ids(part)
    elif isinstance(value, list):
        for part in value:
            yield from _ids(part)
