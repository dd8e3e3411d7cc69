"""An outcome with all of its reasons, as a proof that can be read aloud: text for a terminal, or Markdown ready to paste."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ygokg.graph.model import Id, Model
from ygokg.graph.words import case_words, fact_words, label
from ygokg.messages import t
from ygokg.render.explanation_precedents import precedent_entries, ruling_entry
from ygokg.render.explanation_steps import step_entries
from ygokg.render.lines import Entry, Line, Section, section_lines, section_markdown
from ygokg.render.outcome_words import (
    assumed_words,
    headline,
    named_rule,
    not_weighed_words,
    side_answer,
    side_words,
    status_words,
    unless_sections,
    unless_words,
)
from ygokg.resolver import Outcome, Unless
from ygokg.resolver.explaining import Explanation

__all__ = ["explanation_lines", "explanation_markdown"]

Facts = Mapping[Id, tuple[Id, ...]]


def explanation_lines(model: Model, explanation: Explanation, facts: Facts, lang: str) -> list[Line]:
    """Return an explanation of the case with these facts as lines."""
    title, *notes = _opening(model, explanation.outcome, lang)
    return [Line(title, bold=True), *map(Line, notes), *section_lines(_sections(model, explanation, facts, lang))]


def explanation_markdown(model: Model, explanation: Explanation, facts: Facts, lang: str) -> str:
    """Return an explanation of the case with these facts as Markdown."""
    title, *notes = _opening(model, explanation.outcome, lang)
    return section_markdown(title, notes, _sections(model, explanation, facts, lang))


def _opening(model: Model, outcome: Outcome, lang: str) -> list[str]:
    question = t(lang, "resolve.question", question=label(model, outcome.question, lang))
    return [headline(model, outcome, lang), question, *status_words(model, outcome, lang, meetings=False)]


def _sections(model: Model, explanation: Explanation, facts: Facts, lang: str) -> Iterator[Section]:
    """Yield the sections that have something to say, in the order of reading aloud."""
    outcome = explanation.outcome
    sections = (
        ("explain.case", _case(model, outcome, facts, lang)),
        ("explain.rulings", [ruling_entry(model, i, lang) for i in outcome.proof.rulings]),
        ("resolve.superseded", _superseded(model, outcome, lang)),
        ("resolve.clash", _clash(model, outcome, lang)),
        ("explain.steps", step_entries(model, explanation, lang)),
        ("resolve.not-weighed", map(Entry, not_weighed_words(model, outcome, lang))),
        ("resolve.no-difference", [Entry(fact_words(model, f, v, lang)) for f, v in explanation.indifferent]),
        *((key, _unless(model, outcome, found, lang)) for key, found in unless_sections(outcome)),
        ("resolve.first-met.all", _first_met(model, outcome, lang)),
        ("resolve.deciding", [Entry(label(model, i, lang)) for i in outcome.proof.deciding]),
        ("resolve.precedents", precedent_entries(model, outcome.proof.precedents, lang)),
    )
    for key, entries in sections:
        if found := tuple(entries):
            yield Section(t(lang, key), found)


def _case(model: Model, outcome: Outcome, facts: Facts, lang: str) -> Iterator[Entry]:
    parts = (
        ("stated", case_words(model, facts, lang)),
        ("copied", _copied(model, outcome.proof.copied, facts, lang)),
        ("assumed", [assumed_words(model, a, lang) for a in outcome.assumed]),
    )
    for key, words in parts:
        if words:
            yield Entry(t(lang, f"explain.{key}"), tuple(map(Entry, words)))


def _copied(model: Model, copied: Sequence[tuple[Id, Id]], facts: Facts, lang: str) -> list[str]:
    """Return what was read from texts, each with the effect whose text says so."""
    words = []
    for feature, value in copied:
        role = model.features[feature].read_from or ""
        saying = [i for i in facts.get(role, ()) if i in model.effects and value in model.effects[i].facts.get(feature, ())]
        effect = t(lang, "list").join(label(model, i, lang) for i in saying)
        words.append(t(lang, "explain.copied.from", fact=fact_words(model, feature, value, lang), effect=effect))
    return words


def _superseded(model: Model, outcome: Outcome, lang: str) -> Iterator[Entry]:
    if outcome.proof.superseded:
        yield from (ruling_entry(model, i, lang) for i in outcome.proof.superseded)
        yield Entry(t(lang, "explain.superseded"))


def _clash(model: Model, outcome: Outcome, lang: str) -> Iterator[Entry]:
    """Yield every side, and why one of them is followed; a clash over one thing stands apart from that over another."""
    for through in dict.fromkeys(side.through for side in outcome.clash):
        sides = [side for side in outcome.clash if side.through == through]
        for side in sides:
            passages = [entry for i in side.rulings for entry in ruling_entry(model, i, lang).below]
            yield Entry(side_words(model, outcome, side, lang), tuple(passages))
        if through in model.questions:
            yield Entry(t(lang, "explain.related"))
            continue
        if any(side.through in model.questions for side in outcome.clash):
            continue
        latest = max(sides, key=lambda side: side.issued)
        if outcome.status == "conflict":
            yield Entry(t(lang, "explain.not-followed"))
        else:
            yield Entry(t(lang, "explain.followed", answer=side_answer(model, outcome, latest, lang), issued=latest.issued))


def _first_met(model: Model, outcome: Outcome, lang: str) -> Iterator[Entry]:
    """Yield the rules that no ruling has together with others, and below each these others."""
    pairs = outcome.attested.first_met if outcome.attested is not None and outcome.status not in ("open", "conflict") else ()
    for one in dict.fromkeys(one for one, _ in pairs):
        yield Entry(named_rule(model, one, lang), tuple(Entry(named_rule(model, other, lang)) for first, other in pairs if first == one))


def _unless(model: Model, outcome: Outcome, found: Iterable[Unless], lang: str) -> Iterator[Entry]:
    for unless in found:
        condition, rules = unless_words(model, outcome, unless, lang)
        yield Entry(condition, (Entry(rules),))
