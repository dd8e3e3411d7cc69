"""Situations for programs: what happened and what follows from it, in plain types."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ygokg.api.results import Certainty, DerivedFact, Situation, SituationAnswer, SituationCase
from ygokg.api.situations import answers, ask, read_situation, situation_turtle
from ygokg.errors import BrokenInput, UsageProblem
from ygokg.messages import t
from ygokg.reading import LARGEST_LIST, read_file
from ygokg.render.outcome_words import whole_answer
from ygokg.render.situation import timeline_lines
from ygokg.render.situation_answers import answer_lines, said_words, subject_words

if TYPE_CHECKING:
    from ygokg.api.session import Session
    from ygokg.api.telling import Teller
    from ygokg.situation.answering import Case, Told
    from ygokg.situation.timeline import Situation as Timeline


def told_situation(session: Session, teller: Teller, text: str | Path, question: str, facts: Sequence[str]) -> Situation:
    """Return a situation with its answers; raises as `ygokg.api.graph.Graph.situation` does."""
    if facts and not question:
        raise UsageProblem(t(session.lang, "situation.library.no-question"), t(session.lang, "situation.library.no-question.hint"))
    told = read_situation(session, _content(text) if isinstance(text, Path) else text, str(text) if isinstance(text, Path) else "")
    if question:
        told = ask(session, told, question, facts)
    found = answers(session, told)
    timeline = tuple(line.text.strip() for line in timeline_lines(teller.model, told, teller.lang))
    return Situation(told.whole, timeline, tuple(_answer(teller, told, one) for one in found), situation_turtle(told, found))


def _content(path: Path) -> str:
    try:
        return read_file(path, LARGEST_LIST).decode("utf-8-sig")
    except OSError as error:
        raise BrokenInput(f"{path} cannot be read: {error.strerror}.", "Give a readable text file with one situation.") from error
    except UnicodeDecodeError as error:
        raise BrokenInput(f"{path} is not in UTF-8.", "Save the text in UTF-8.") from error


def _answer(teller: Teller, told: Timeline, one: Told) -> SituationAnswer:
    model, lang = teller.model, teller.lang
    reason = "\n".join(line.text for line in answer_lines(model, told, one, lang, explained=True))
    return SituationAnswer(
        teller.named(one.asked.question),
        f"C{one.asked.link}" if one.asked.link else "",
        subject_words(model, told, one, lang),
        one.answer,
        said_words(model, told, one, lang),
        not one.nothing,
        one.conditional,
        tuple(_case(teller, case) for case in one.cases),
        reason,
    )


def _case(teller: Teller, case: Case) -> SituationCase:
    outcome = case.outcome
    derived = tuple(
        DerivedFact(teller.named(said.feature), tuple(map(teller.named, said.values)), teller.named(said.definition))
        for said in case.derived
        if case.facts.get(said.feature) == said.values
    )
    return SituationCase(
        dict(case.parts),
        dict(case.facts),
        derived,
        cast("Certainty", outcome.status),
        outcome.answer,
        whole_answer(teller.model, outcome, teller.lang),
        tuple(teller.rule(trace.rule) for trace in outcome.proof.rules if trace.standing != "outranked"),
        tuple(map(teller.ruling, outcome.proof.rulings)),
        case.hangs_on,
    )
