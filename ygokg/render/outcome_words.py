"""What an outcome and its explanation say alike: the headline, conditions, assumptions, sides and rulings in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ygokg.graph.ages import latest_sources
from ygokg.graph.model import Condition, Id, Model
from ygokg.graph.words import answer_words, condition_words, evidence_link, evidence_words, fact_words, label, source_words
from ygokg.messages import t
from ygokg.render.lines import Entry, ruling_lines
from ygokg.resolver import Assumption, Attestation, Outcome, Precedent, Side, Unless
from ygokg.resolver.outcome import IMPLYING_YES, YES
from ygokg.resolver.records import PARTIES

_MEETINGS = 1
"""How many pairs of rules that meet for the first time are named."""
_KINDS = ("role", "state", "derived", "text")

Pairs = tuple[tuple[Id, Id], ...]


def headline(model: Model, outcome: Outcome, lang: str) -> str:
    """Return the answer in one line, with what it is conditional on."""
    answer = whole_answer(model, outcome, lang)
    if outcome.in_general:
        answer = t(lang, "resolve.in-general", answer=answer)
    if outcome.reason == "unhindered":
        return t(lang, "resolve.answer", answer=t(lang, "resolve.unhindered", answer=answer))
    if not outcome.conditions:
        return t(lang, "resolve.answer", answer=answer)
    if len(outcome.conditions) == 1:
        return t(lang, "resolve.answer.unless", answer=answer, condition=_missing(model, outcome.conditions[0], lang))
    return t(lang, "resolve.answer.unless-any", answer=answer, count=len(outcome.conditions))


def whole_answer(model: Model, outcome: Outcome, lang: str) -> str:
    """Return the answers of an outcome in words, with that to a related question where they are in conflict."""
    if not against_related(model, outcome):
        return outcome_answer(model, outcome.question, outcome.status, outcome.answers, lang)
    sides = t(lang, "resolve.side.join").join(side_answer(model, outcome, side, lang) for side in outcome.clash)
    return t(lang, "resolve.conflict", answers=sides)


def against_related(model: Model, outcome: Outcome) -> bool:
    """Say whether the answer is in conflict with the one to a related question."""
    return outcome.status == "conflict" and any(side.through in model.questions for side in outcome.clash)


def status_words(model: Model, outcome: Outcome, lang: str, *, meetings: bool = True) -> Iterator[str]:
    """Yield how the answer is known, what the general rule would say beside it, and what it departs from.

    `meetings` names rules that no ruling has together, where nothing else does.
    """
    key = f"reason.{outcome.reason}" if outcome.status == "open" else f"status.{outcome.status}"
    yield t(lang, f"resolve.{key}")
    if outcome.former is not None:
        words = answer_in_words(model, outcome.question, outcome.former.answer, lang)
        yield t(lang, "resolve.former", day=outcome.former.until, answer=words)
    if outcome.general is not None:
        yield t(lang, "resolve.general", answer=answer_in_words(model, outcome.question, outcome.general, lang))
    if outcome.departs_from is not None:
        yield t(lang, "resolve.departs", answer=answer_in_words(model, outcome.question, outcome.departs_from, lang))
    if outcome.proof.whatever is not None:
        yield t(lang, "resolve.whatever", feature=label(model, outcome.proof.whatever, lang))
    for rule in outcome.presupposed:
        yield t(lang, "resolve.presupposed", rule=named_rule(model, rule, lang))
    if outcome.missing:
        yield t(lang, "resolve.missing", roles=t(lang, "list").join(label(model, role, lang) for role in outcome.missing))
    if outcome.attested is not None and outcome.status not in ("open", "conflict"):
        yield t(lang, f"resolve.attested.{outcome.attested.level}", count=len(outcome.attested.rulings))
        if meetings:
            yield from _first_met(model, outcome.attested, lang)


def _first_met(model: Model, attested: Attestation, lang: str) -> Iterator[str]:
    for one, other in attested.first_met[:_MEETINGS]:
        yield t(lang, "resolve.first-met", one=named_rule(model, one, lang), other=named_rule(model, other, lang))
    if len(attested.first_met) > _MEETINGS:
        yield t(lang, "resolve.first-met.more", count=len(attested.first_met) - _MEETINGS)


def not_weighed_words(model: Model, outcome: Outcome, lang: str) -> Iterator[str]:
    """Yield the facts that no rule looks at; those that the answer is conditional on are told there."""
    told = {(c.feature, value) for unless in outcome.conditions if not unless.rules for c in unless.missing for value in c.values}
    yield from (fact_words(model, f, v, lang) for f, v in outcome.not_weighed if (f, v) not in told)


def unless_sections(outcome: Outcome) -> Iterator[tuple[str, list[Unless]]]:
    """Yield what would overturn the answer under its headings: what can happen, then what a card's text may say.

    Of what is only unhindered, obstacles are told apart from what would grant it.
    """
    happening = [unless for unless in outcome.conditions if not unless.on_card]
    if outcome.reason == "unhindered":
        yield "resolve.obstacles", [unless for unless in happening if not _grants(unless)]
        yield "resolve.granting", [unless for unless in happening if _grants(unless)]
    else:
        yield "resolve.unless", happening
    yield "resolve.on-card", [unless for unless in outcome.conditions if unless.on_card]


def _grants(unless: Unless) -> bool:
    return bool(unless.answers) and all(answer == YES or answer in IMPLYING_YES for answer in unless.answers)


def unless_words(model: Model, outcome: Outcome, unless: Unless, lang: str) -> tuple[str, str]:
    """Return what would overturn the answer and what would hold then; and the rules by which it would."""
    answer = outcome_answer(model, outcome.question, unless.status, unless.answers, lang)
    rules = t(lang, "list").join(named_rule(model, i, lang) for i in unless.rules)
    if not unless.rules:
        return _missing(model, unless, lang), t(lang, "resolve.unless.no-rule")
    return t(lang, "resolve.unless.then", condition=_missing(model, unless, lang), answer=answer), rules


def side_words(model: Model, outcome: Outcome, side: Side, lang: str) -> str:
    """Return one side of a disagreement: its answer, who says so, and the state of the documents."""
    who = t(lang, "list").join((*side.rulings, *(named_rule(model, i, lang) for i in side.rules)))
    key = "resolve.clash.side" if side.issued else "resolve.clash.side-undated"
    return t(lang, key, answer=side_answer(model, outcome, side, lang), who=who, issued=side.issued)


def side_answer(model: Model, outcome: Outcome, side: Side, lang: str) -> str:
    """Return what a side says: an answer, or the value of the derived feature that the sides disagree over."""
    if side.through in model.questions:
        answer = answer_in_words(model, side.through, side.answer, lang)
        return t(lang, "fact", feature=label(model, side.through, lang), value=answer)
    if side.through is not None:
        return fact_words(model, side.through, side.answer, lang)
    return answer_in_words(model, outcome.question, side.answer, lang)


def assumed_words(model: Model, assumption: Assumption, lang: str) -> str:
    """Return what is taken for granted: a feature that is absent, or a role that is none of some effects."""
    feature = label(model, assumption.feature, lang)
    if not assumption.effects:
        return t(lang, "resolve.assumed.absent", feature=feature)
    effects = t(lang, "or").join(label(model, i, lang) for i in assumption.effects)
    return t(lang, "resolve.assumed.other", feature=feature, effects=effects)


def answer_in_words(model: Model, question: Id, answer: str, lang: str) -> str:
    """Return an answer in words; a side of a conflict over a derived feature is a value and not one of the question's answers."""
    known = model.questions.get(question)
    is_answer = known is not None and (answer in known.answers or answer not in model.terms)
    return answer_words(model, question, answer, lang) if is_answer else label(model, answer, lang)


def conditions_words(model: Model, conditions: Iterable[Condition], lang: str) -> str:
    """Return conditions joined by "and", each once."""
    return t(lang, "and").join(dict.fromkeys(condition_words(model, c, lang) for c in conditions))


def named_rule(model: Model, rule: Id, lang: str) -> str:
    """Return a rule by its label and its id."""
    return f"{label(model, rule, lang)} ({rule})"


def outcome_answer(model: Model, question: Id, status: str, answers: Sequence[str], lang: str) -> str:
    """Return the answers of an outcome in words: one, that it is open, or those that are in conflict.

    Where only one of the sides has an answer, the other leaves it open.
    """
    if status == "open":
        return t(lang, "resolve.open")
    words = [answer_in_words(model, question, answer, lang) for answer in answers]
    if status != "conflict":
        return t(lang, "resolve.side.join").join(words)
    sides = words if len(words) > 1 else [*words, t(lang, "resolve.open")]
    return t(lang, "resolve.conflict", answers=t(lang, "resolve.side.join").join(sides))


def _missing(model: Model, unless: Unless, lang: str) -> str:
    if not unless.rules:
        return t(lang, "resolve.unless.unweighed", fact=conditions_words(model, unless.missing, lang))
    return conditions_words(model, unless.missing, lang) or t(lang, "list").join(label(model, i, lang) for i in unless.rules)


def ruling_entry(model: Model, ruling: Id, lang: str) -> Entry:
    """Return a ruling: its answer and date, what it is about, and where it is written."""
    said, *about = (line.text.strip() for line in ruling_lines(model, [ruling], lang))
    return Entry(said, (*map(Entry, about), *source_entries(model, latest_sources(model.rulings[ruling]), lang)))


def source_entries(model: Model, sources: Sequence[Id], lang: str) -> Iterator[Entry]:
    """Yield passages with their rule system, and below each what it refers to itself."""
    for i in sources:
        evidence = model.passages[i].evidence if i in model.passages else ()
        below = (Entry(evidence_words(model, e, lang), (), evidence_link(e)) for e in evidence if e.source_class)
        yield Entry(t(lang, "explain.source", source=source_words(model, i, lang, system=True)), tuple(below))


def precedent_entries(model: Model, precedents: Sequence[Precedent], lang: str) -> Iterator[Entry]:
    """Yield the nearest rulings with what they share with the case and where they differ from it."""
    for precedent in precedents:
        said, *about = (line.text.strip() for line in ruling_lines(model, [precedent.ruling], lang))
        yield Entry(said, (*map(Entry, about), *_shared(model, precedent, lang), *_differences(model, precedent, lang)))


def _shared(model: Model, precedent: Precedent, lang: str) -> Iterator[Entry]:
    if precedent.shared:
        yield Entry(t(lang, "explain.shared", facts=t(lang, "and").join(fact_words(model, f, v, lang) for f, v in precedent.shared)))
    if precedent.same_rules:
        yield Entry(t(lang, "explain.same-rules"))
    elif not precedent.shared:
        yield Entry(t(lang, "explain.some-rules"))


def _differences(model: Model, precedent: Precedent, lang: str) -> Iterator[Entry]:
    for difference in differences_words(model, precedent, lang):
        yield Entry(t(lang, "explain.differs", differences=difference))


def differences_words(model: Model, precedent: Precedent, lang: str) -> Iterator[str]:
    """Yield where a ruling differs from the case, feature by feature: first whose effects, then what happens, then what texts say."""
    features = {f for f, _ in (*precedent.different, *precedent.lacking)}
    for feature in sorted(features, key=lambda f: (f not in PARTIES, _KINDS.index(model.features[f].kind), f)):
        there, here = (_values(model, pairs, feature, lang) for pairs in (precedent.different, precedent.lacking))
        yield t(lang, "explain.difference", feature=label(model, feature, lang), there=there, here=here)


def _values(model: Model, pairs: Pairs, feature: Id, lang: str) -> str:
    found = [label(model, value, lang) for f, value in pairs if f == feature]
    return t(lang, "list").join(found) or t(lang, "explain.unsaid")
