"""Questions about cases: which there are, what matters for one, what the answer is and why, and being asked for the case."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from ygokg.lookup import asking
from ygokg.lookup.asking import Interview, require_consistent
from ygokg.lookup.excerpt import Excerpt
from ygokg.lookup.questions import QuestionPage, question_page, questions, questions_counted
from ygokg.resolver import Outcome, Rulebase, resolve
from ygokg.resolver.former import with_former

if TYPE_CHECKING:
    from ygokg.api.session import Session
    from ygokg.graph.model import Id
    from ygokg.resolver.explaining import Explanation

__all__ = [
    "Excerpt",
    "Facts",
    "Interview",
    "answer",
    "behind",
    "explanation",
    "find_question",
    "interview",
    "question",
    "questions_counted",
    "read_facts",
    "require_consistent",
]

Facts: TypeAlias = "dict[Id, tuple[Id, ...]]"
"""A case: features with their values."""


def question(excerpt: Excerpt, words: str, base: Rulebase | None = None, *, in_full: bool = False) -> tuple[Id, QuestionPage]:
    """Return the question that `words` names, and its page; `in_full` also calls by name what the page for people leaves out.

    `base` is what `Session.rulebase_at_hand` returns.

    Raises `UsageProblem` where there is no such question.
    """
    found = asking.find_question(questions(excerpt), words, excerpt.lang)
    return found, question_page(excerpt, found, base, in_full=in_full)


def find_question(session: Session, words: str, following: Sequence[str] = ()) -> Id:
    """Return the question that `words` names: its id, with or without `ygo:`, or its label.

    Raises `UsageProblem` for none, which says so where the words `following` belong to it.
    """
    return asking.find_question(session.model, words, session.lang, following)


def read_facts(session: Session, question: Id, given: Iterable[str]) -> Facts:
    """Return the facts that `FEATURE=VALUE` texts state, for a case of the question; raises as `ygokg.lookup.asking.read_facts`."""
    return asking.read_facts(session.model, question, given, session.lang, session.library)


def answer(session: Session, question: Id, facts: Facts) -> Outcome:
    """Return the answer to a question about a case, with its proof and what could overturn it."""
    return with_former(session.rulebase, resolve(session.rulebase, question, facts), facts)


def explanation(session: Session, question: Id, facts: Facts) -> Explanation:
    """Return the answer with all of its reasons."""
    from ygokg.resolver.explaining import explain

    explained = explain(session.rulebase, question, facts)
    return explained._replace(outcome=with_former(session.rulebase, explained.outcome, facts))


def interview(session: Session, question: Id, given: Iterable[str]) -> Interview:
    """Return a case that is asked for feature by feature, beginning with the facts that are `given`; raises as `read_facts`."""
    return Interview(session.rulebase, question, read_facts(session, question, given))


def behind(session: Session, outcome: Outcome) -> list[Id]:
    """Return the rules and rulings that an outcome rests on, or, where nothing applies, the rulings that are nearest.

    Among the rules are those that gave the derived features which the others look at.
    """
    proof = outcome.proof
    sides = [i for side in outcome.clash for i in (*side.rules, *side.rulings)]
    found = [*(trace.rule for trace in proof.rules), *proof.rulings, *proof.superseded, *sides]
    derived = {fact.feature: fact.rules for fact in proof.derived}
    rules = session.model.rules
    for i in found:  # It grows on the way, until no rule looks at a feature that others derive.
        looked_at = [condition.feature for condition in rules[i].conditions] if i in rules else []
        found += dict.fromkeys(rule for feature in looked_at for rule in derived.get(feature, ()) if rule not in found)
    return found or [precedent.ruling for precedent in proof.precedents]
