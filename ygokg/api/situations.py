"""Situations: what a text in the notation, or Turtle, tells, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ygokg.situation.answering import Told
from ygokg.situation.course import Course
from ygokg.situation.putting import put
from ygokg.situation.telling import situation
from ygokg.situation.timeline import Asked, Situation
from ygokg.situation.turtle import situation_turtle
from ygokg.situation.turtle_reading import is_turtle, situation_from_turtle

if TYPE_CHECKING:
    from ygokg.api.session import Session
    from ygokg.graph.model import Id

__all__ = ["Asked", "Situation", "Told", "answers", "ask", "behind", "read_situation", "situation_turtle"]


def read_situation(session: Session, text: str, name: str = "") -> Situation:
    """Return the situation that a text tells, in the notation or in Turtle; `name` is that of its file.

    Raises as `ygokg.situation.telling.situation` and `ygokg.situation.turtle_reading.situation_from_turtle` do.
    """
    if is_turtle(text):
        return situation_from_turtle(session.model, text.encode("utf-8"), name or "Turtle", session.lang)
    return situation(session.model, " ".join(text.split("\n")), session.lang, session.library)


def ask(session: Session, told: Situation, question: str, facts: Sequence[str] = ()) -> Situation:
    """Return the situation with one question about it in place of those that it asks: its word, id or label, and what it is about.

    `facts` are FEATURE=VALUE texts. Raises as `ygokg.situation.putting.put` does.
    """
    from dataclasses import replace

    return replace(told, asked=(put(session.model, told, question, facts, session.lang, session.library),))


def answers(session: Session, told: Situation) -> list[Told]:
    """Return the answers to what is asked, or to all that the situation decides where nothing is.

    Raises `UsageProblem` where something is told of a resolution that did not take place, for its link was negated.
    """
    course = Course(session.rulebase, told)
    course.refuse_what_did_not_happen(session.lang)
    return [course.answer(asked) for asked in told.asked or course.questions()]


def behind(found: Sequence[Told]) -> list[Id]:
    """Return the rules and rulings on which answers rest."""
    proofs = [case.outcome.proof for one in found for case in one.cases]
    return [i for proof in proofs for i in (*(trace.rule for trace in proof.rules), *proof.rulings)]
