"""`ygokg resolve --ask`: the dialogue. Questions go to standard error, so that standard output has the answer alone."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from io import TextIOWrapper

import click

from ygokg.api.cases import Facts, Interview, find_question, read_facts, require_consistent
from ygokg.api.cases import interview as begin
from ygokg.api.session import Session
from ygokg.cli.output import emit_text
from ygokg.errors import UsageProblem, YgokgError
from ygokg.messages import t
from ygokg.render.lines import Line
from ygokg.render.question import feature_lines, help_lines, interview_lines

_NUMBERS = re.compile(r"\d+(?:[\s,，、]+\d+)*")
_BACK = "b"
_HELP = ("?", "？")


class _Ended(Exception):
    """There is nothing more to read."""


class _Back(Exception):
    """The last answer is taken back."""


def interview(session: Session, question: str | None, given: Sequence[str]) -> tuple[str, Facts]:
    """Ask until the answer is settled or the input ends; return the question and the facts of the case.

    Raises `UsageProblem` where the input ends before a question is chosen, or as reading `question` and `given` does.
    """
    dialogue = _Dialogue(session)
    while True:
        asked = find_question(session, question) if question is not None else dialogue.choose_question()
        case = begin(session, asked, given)
        if dialogue.case(case, can_leave=question is None):
            return asked, case.facts


class _Dialogue:
    def __init__(self, session: Session) -> None:
        self.session = session
        self.model = session.model
        self.lang = session.lang
        self.introduced = False
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(encoding=None if sys.stdin.isatty() else "utf-8", errors="replace")

    def choose_question(self) -> str:
        """Return the question that the user chooses."""
        self._introduce()
        self._show(interview_lines(self.model, self.lang))
        questions = tuple(self.model.questions)
        try:
            chosen = self._answer(questions, questions, lambda words: (find_question(self.session, words),))
        except _Ended:
            raise UsageProblem(t(self.lang, "ask.no-question"), t(self.lang, "resolve.no-question.hint")) from None
        except _Back:
            self._say("ask.no-way-back")
            return self.choose_question()
        return chosen[0] if chosen else self.choose_question()

    def case(self, case: Interview, *, can_leave: bool) -> bool:
        """Ask for the case; False if the user steps back before its first feature, which only `can_leave` allows."""
        number = 1
        while (feature := case.next()) is not None:
            self._introduce()
            self._show(feature_lines(case, feature, number, self.lang))
            try:
                case.state(feature, self._feature(case, feature))
                number += 1
            except _Ended:
                return True
            except _Back:
                if case.back():
                    number -= 1
                elif can_leave:
                    return False
                else:
                    self._say("ask.no-way-back")
        return True

    def _feature(self, case: Interview, feature: str) -> tuple[str, ...]:
        choices = case.choices(feature)

        def read(words: str) -> tuple[str, ...]:
            return read_facts(self.session, case.question, [f"{feature}={words}"])[feature]

        while True:
            values = self._answer(choices, (feature, *choices), read, several=not self.model.features[feature].functional)
            try:
                require_consistent(self.model, {**case.facts, feature: values}, self.lang)
            except UsageProblem as error:
                self._complain(error)
            else:
                return values

    def _answer(
        self, choices: Sequence[str], explained: Sequence[str], read: Callable[[str], tuple[str, ...]], *, several: bool = False
    ) -> tuple[str, ...]:
        """Return the values that the user gives, none for an empty line; what cannot be understood is said and asked again."""
        while True:
            words = self._line()
            if words.lower() == _BACK:
                raise _Back
            try:
                if words.startswith(_HELP):
                    named = self._chosen(choices, words[1:].strip()) if words[1:].strip() else explained
                    self._show(help_lines(self.model, named, self.lang))
                elif not words:
                    return ()
                elif _NUMBERS.fullmatch(words) and (several or words.isdecimal()) and len(words) < len("00000000"):
                    return self._chosen(choices, words)
                else:
                    return read(words)
            except YgokgError as error:
                self._complain(error)

    def _chosen(self, choices: Sequence[str], words: str) -> tuple[str, ...]:
        numbers = re.findall(r"\d+", words)
        wrong = next((n for n in numbers if not 1 <= int(n) <= len(choices)), None if numbers else words)
        if wrong is not None:
            raise UsageProblem(t(self.lang, "ask.no-choice", number=wrong, most=len(choices)))
        return tuple(dict.fromkeys(choices[int(n) - 1] for n in numbers))

    def _line(self) -> str:
        click.echo("> ", nl=False, err=True)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            click.echo(err=True)
            raise _Ended
        return line.strip()

    def _introduce(self) -> None:
        if not self.introduced:
            self._say("ask.how")
            self.introduced = True

    def _say(self, key: str) -> None:
        emit_text(t(self.lang, key), err=True)

    def _complain(self, error: YgokgError) -> None:
        self._show([Line(error.message), *([Line(error.hint)] if error.hint else [])])

    def _show(self, lines: Iterable[Line]) -> None:
        for line in lines:
            emit_text(line.text, bold=line.bold, dim=line.dim, err=True)
