"""What an outcome and its explanation say alike: the headline, conditions, assumptions and sides in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ygokg.model import Condition, Id, Model
from ygokg.render import messages_resolve  # noqa: F401  registers the messages used here
from ygokg.render.messages import t
from ygokg.render.words import answer_words, condition_words, fact_words, label
from ygokg.resolver import Assumption, Attestation, Outcome, Side, Unless

__all__ = [
    "answer_in_words",
    "assumed_words",
    "attestation_words",
    "conditions_words",
    "headline",
    "named_rule",
    "outcome_answer",
    "side_answer",
    "side_words",
    "status_words",
    "unless_words",
]


_MEETINGS = 1
"""How many pairs of rules that meet for the first time are named."""


def headline(model: Model, outcome: Outcome, lang: str) -> str:
    """Return the answer in one line, with what it is conditional on."""
    answer = outcome_answer(model, outcome.question, outcome.status, outcome.answers, lang)
    if outcome.in_general:
        answer = t(lang, "resolve.in-general", answer=answer)
    if outcome.reason == "unhindered":
        answer = t(lang, "resolve.unhindered", answer=answer)
    if not outcome.conditions:
        return t(lang, "resolve.answer", answer=answer)
    if len(outcome.conditions) == 1:
        return t(lang, "resolve.answer.unless", answer=answer, condition=_missing(model, outcome.conditions[0], lang))
    return t(lang, "resolve.answer.unless-any", answer=answer, count=len(outcome.conditions))


def status_words(model: Model, outcome: Outcome, lang: str) -> Iterator[str]:
    """Yield how the answer is known, what the general rule would say beside it, and what it departs from."""
    key = f"reason.{outcome.reason}" if outcome.status == "open" else f"status.{outcome.status}"
    yield t(lang, f"resolve.{key}")
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
    if outcome.attested is not None and (outcome.status != "open" or outcome.reason == "unhindered"):
        yield from attestation_words(model, outcome.attested, lang)


def attestation_words(model: Model, attested: Attestation, lang: str) -> Iterator[str]:
    """Yield how well rulings attest the rules of an answer, and which rules no ruling has together."""
    yield t(lang, f"resolve.attested.{attested.level}", count=len(attested.rulings))
    for one, other in attested.first_met[:_MEETINGS]:
        yield t(lang, "resolve.first-met", one=named_rule(model, one, lang), other=named_rule(model, other, lang))
    if len(attested.first_met) > _MEETINGS:
        yield t(lang, "resolve.first-met.more", count=len(attested.first_met) - _MEETINGS)


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
    """Return the answers of an outcome in words: one, that it is open, or those that are in conflict."""
    if status == "open":
        return t(lang, "resolve.open")
    words = t(lang, "resolve.side.join").join(answer_in_words(model, question, answer, lang) for answer in answers)
    return t(lang, "resolve.conflict", answers=words) if status == "conflict" else words


def _missing(model: Model, unless: Unless, lang: str) -> str:
    if not unless.rules:
        return t(lang, "resolve.unless.unweighed", fact=conditions_words(model, unless.missing, lang))
    return conditions_words(model, unless.missing, lang) or t(lang, "list").join(label(model, i, lang) for i in unless.rules)
