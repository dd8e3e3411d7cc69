"""Situations: what a text in the notation tells, and what follows from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ygokg.situation.answering import Told
from ygokg.situation.course import Course
from ygokg.situation.telling import situation
from ygokg.situation.timeline import Asked, Situation

if TYPE_CHECKING:
    from ygokg.api.session import Session

__all__ = ["Asked", "Situation", "Told", "answers", "read_situation"]


def read_situation(session: Session, text: str) -> Situation:
    """Return the situation that a text in the notation tells; raises as `ygokg.situation.telling.situation`."""
    return situation(session.model, text, session.lang, session.library)


def answers(session: Session, told: Situation) -> list[Told]:
    """Return the answers to what is asked, or to all that the situation decides where nothing is.

    Raises `UsageProblem` where something is told of a resolution that did not take place, for its link was negated.
    """
    course = Course(session.rulebase, told)
    course.refuse_what_did_not_happen(session.lang)
    return [course.answer(asked) for asked in told.asked or course.questions()]
