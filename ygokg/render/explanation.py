"""An outcome with all of its reasons, as a proof that can be read aloud: text for a terminal, or Markdown ready to paste."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ygokg.graph.ages import latest_sources
from ygokg.graph.model import IN_GENERAL, OBSTACLE_ABSENT, Id, Model
from ygokg.graph.words import case_words, condition_words, fact_words, label
from ygokg.messages import t
from ygokg.render.lines import Entry, Line, Section, rule_line, section_lines, section_markdown
from ygokg.render.outcome_words import (
    against_related,
    answer_in_words,
    assumed_words,
    conditions_words,
    headline,
    named_rule,
    not_weighed_words,
    precedent_entries,
    ruling_entry,
    side_answer,
    side_words,
    source_entries,
    status_words,
    unless_sections,
    unless_words,
)
from ygokg.resolver import Check, DerivedFact, Outcome, RuleTrace, Unless
from ygokg.resolver.explaining import Explanation

Facts = Mapping[Id, tuple[Id, ...]]
_Places = Mapping[Id, int]


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
        ("explain.steps", _step_entries(model, explanation, lang)),
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


def _step_entries(model: Model, explanation: Explanation, lang: str) -> Iterator[Entry]:
    """Yield the derived facts in the order in which they use each other, numbered, and at the end what the rules answer."""
    outcome = explanation.outcome
    places = {step.fact.feature: number for number, step in enumerate(explanation.steps, 1)}
    for step in explanation.steps:
        reasons = (*_rules(model, step.rules, places, lang), *_exceptions(model, step.exceptions, lang))
        yield Entry(_derived(model, step.fact, places[step.fact.feature], lang), reasons)
    if explanation.steps or outcome.proof.rules or outcome.proof.exceptions:
        reasons = (*_rules(model, outcome.proof.rules, places, lang), *_exceptions(model, outcome.proof.exceptions, lang))
        yield Entry(_answer(model, outcome, lang), reasons)
    if explanation.general and outcome.general is not None:
        general = answer_in_words(model, outcome.question, outcome.general, lang)
        yield Entry(t(lang, "resolve.general", answer=general), tuple(_rules(model, explanation.general, places, lang)))


def _derived(model: Model, fact: DerivedFact, number: int, lang: str) -> str:
    if fact.values:
        words = t(lang, "and").join(fact_words(model, fact.feature, value, lang) for value in fact.values)
        return t(lang, "explain.step", number=number, fact=words)
    key = "explain.step.conflict" if fact.status == "conflict" else "explain.step.open"
    return t(lang, key, number=number, feature=label(model, fact.feature, lang))


def _answer(model: Model, outcome: Outcome, lang: str) -> str:
    """Return what the rules answer, which a ruling may have overruled."""
    alone = outcome.departs_from or outcome.general
    if outcome.proof.rulings and alone is not None:
        return t(lang, "explain.step.rules-alone", answer=answer_in_words(model, outcome.question, alone, lang))
    silent = bool(outcome.proof.rulings) and not _says(model, outcome)
    given = () if silent else outcome.answers
    words = t(lang, "resolve.side.join").join(answer_in_words(model, outcome.question, a, lang) for a in given)
    alone_only = silent or against_related(model, outcome)
    return t(lang, "explain.step.rules-alone" if alone_only else "explain.step.answer", answer=words or t(lang, "resolve.open"))


def _says(model: Model, outcome: Outcome) -> bool:
    """Say whether some rule that is in gives an answer."""
    return any(model.rules[trace.rule].answer is not None for trace in outcome.proof.rules)


def _rules(model: Model, rules: Sequence[RuleTrace], places: _Places, lang: str) -> Iterator[Entry]:
    if not rules:
        yield Entry(t(lang, "explain.no-rule"))
    for trace in rules:
        facts = t(lang, "and").join(_reason(model, check, places, lang) for check in trace.checks)
        because = [Entry(t(lang, "explain.because", facts=facts))] if facts else []
        if trace.outranked_by:
            by = t(lang, "list").join(named_rule(model, i, lang) for i in trace.outranked_by)
            because.append(Entry(t(lang, "explain.outranked", by=by)))
        if model.rules[trace.rule].proves in (IN_GENERAL, OBSTACLE_ABSENT):
            because.append(Entry(t(lang, f"resolve.proves.{model.rules[trace.rule].proves}")))
        yield Entry(rule_line(model, trace.rule, lang), (*because, *source_entries(model, latest_sources(model.rules[trace.rule]), lang)))


def _reason(model: Model, check: Check, places: _Places, lang: str) -> str:
    """Return a fulfilled condition by the fact that fulfils it, and where that fact comes from."""
    condition = check.condition
    wanted = (condition.family,) if condition.family is not None else condition.values
    telling = [value for value in check.found if value in wanted]
    fact = fact_words(model, condition.feature, telling[0], lang) if telling else condition_words(model, condition, lang)
    if check.state == "copied":
        return t(lang, "explain.because.copied", fact=fact)
    if check.state in ("derived", "conditional") and condition.feature in places:
        key = "explain.because.step" if check.state == "derived" else "explain.because.conditional"
        return t(lang, key, fact=fact, number=places[condition.feature])
    return fact


def _exceptions(model: Model, exceptions: Sequence[RuleTrace], lang: str) -> Iterator[Entry]:
    """Yield the exceptions considered: what is fulfilled but defeated, what is not known, and what each fact rules out."""
    if not exceptions:
        return
    entries = [Entry(_telling(model, trace, lang)) for trace in exceptions if trace.standing != "out"]
    by_fact: dict[str, list[Entry]] = {}
    for trace in exceptions:
        if trace.standing != "out":
            continue
        failing = next((check for state in ("contradicted", "absent") for check in trace.checks if check.state == state), None)
        if failing is None:
            by = t(lang, "list").join(label(model, i, lang) for i in trace.defeated_by)
            entries.append(Entry(t(lang, "explain.exception.out-by", rule=named_rule(model, trace.rule, lang), by=by)))
            continue
        needs = condition_words(model, failing.condition, lang)
        needing = t(lang, "explain.exception.needs", rule=named_rule(model, trace.rule, lang), facts=needs)
        by_fact.setdefault(_ruling_out(model, failing, lang), []).append(Entry(needing))
    entries += [Entry(fact, tuple(below)) for fact, below in by_fact.items()]
    yield Entry(t(lang, "explain.exceptions"), tuple(entries))


def _telling(model: Model, trace: RuleTrace, lang: str) -> str:
    rule = named_rule(model, trace.rule, lang)
    if trace.standing == "defeated":
        by = t(lang, "list").join(label(model, i, lang) for i in trace.defeated_by)
        return t(lang, "explain.exception.defeated", rule=rule, by=by)
    missing = (check.condition for check in trace.checks if not check.holds or check.state == "conditional")
    return t(lang, "explain.exception.missing", rule=rule, facts=conditions_words(model, missing, lang))


def _ruling_out(model: Model, check: Check, lang: str) -> str:
    """Return the fact that keeps a condition from being fulfilled."""
    feature = label(model, check.condition.feature, lang)
    if not check.found:
        return t(lang, "explain.out.absent" if check.state == "absent" else "explain.out.none", feature=feature)
    values = t(lang, "list").join(label(model, value, lang) for value in check.found)
    return t(lang, "explain.out.fact", fact=t(lang, "fact", feature=feature, value=values))
