"""Situations: what a text in the notation tells, and what follows from it for the links of its Chain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ygokg.situation.answering import Told, negated
from ygokg.situation.telling import situation
from ygokg.situation.timeline import Situation

if TYPE_CHECKING:
    from ygokg.api.session import Session

__all__ = ["Situation", "Told", "answers", "read_situation"]


def read_situation(session: Session, text: str) -> Situation:
    """Return the situation that a text in the notation tells; raises as `ygokg.situation.telling.situation`."""
    return situation(session.model, text, session.lang, session.library)


def answers(session: Session, told: Situation) -> list[Told]:
    """Return of each link that is asked about, or of all, whether it is negated."""
    numbers = told.asked or tuple(link.number for link in told.links)
    return [negated(session.rulebase, told, number) for number in numbers]
