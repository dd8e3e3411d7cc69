"""`ygokg resolve --ask`: the dialogue. Questions go to standard error, so that standard output has the answer alone."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from io import TextIOWrapper

import click

from ygokg.cli.options import App
from ygokg.cli.output import emit_text
from ygokg.errors import UsageProblem, YgokgError
from ygokg.graph.model import Id
from ygokg.lookup.asking import Interview, find_question, read_facts, require_consistent
from ygokg.messages import t
from ygokg.render.lines import Line
from ygokg.render.question import feature_lines, help_lines, interview_lines
from ygokg.resolver import Rulebase

__all__ = ["interview"]

Facts = dict[Id, tuple[Id, ...]]

_NUMBERS = re.compile(r"\d+(?:[\s,，、]+\d+)*")
_BACK = "b"
_HELP = ("?", "？")


class _Ended(Exception):
    """There is nothing more to read."""


class _Back(Exception):
    """The last answer is taken back."""


def interview(app: App, question: str | None, given: Sequence[str]) -> tuple[Id, Facts]:
    """Ask until the answer is settled or the input ends; return the question and the facts of the case.

    Raises `UsageProblem` where the input ends before a question is chosen, or as reading `question` and `given` does.
    """
    dialogue = _Dialogue(app)
    model = dialogue.base.model
    while True:
        asked = find_question(model, question, app.lang) if question is not None else dialogue.choose_question()
        session = Interview(dialogue.base, asked, read_facts(model, asked, given, app.lang, app.library))
        if dialogue.case(session, can_leave=question is None):
            return asked, session.facts


class _Dialogue:
    def __init__(self, app: App) -> None:
        graph = app.graph()
        self.lang = app.lang
        self.library = app.library
        self.base = Rulebase(graph.model, graph.verdicts)
        self.introduced = False
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(encoding=None if sys.stdin.isatty() else "utf-8", errors="replace")

    def choose_question(self) -> Id:
        """Return the question that the user chooses."""
        model = self.base.model
        self._introduce()
        self._show(interview_lines(model, self.lang))
        questions = tuple(model.questions)
        try:
            chosen = self._answer(questions, questions, lambda words: (find_question(model, words, self.lang),))
        except _Ended:
            raise UsageProblem(t(self.lang, "ask.no-question"), t(self.lang, "resolve.no-question.hint")) from None
        except _Back:
            self._say("ask.no-way-back")
            return self.choose_question()
        return chosen[0] if chosen else self.choose_question()

    def case(self, session: Interview, *, can_leave: bool) -> bool:
        """Ask for the case; False if the user steps back before its first feature, which only `can_leave` allows."""
        number = 1
        while (feature := session.next()) is not None:
            self._introduce()
            self._show(feature_lines(session, feature, number, self.lang))
            try:
                session.state(feature, self._feature(session, feature))
                number += 1
            except _Ended:
                return True
            except _Back:
                if session.back():
                    number -= 1
                elif can_leave:
                    return False
                else:
                    self._say("ask.no-way-back")
        return True

    def _feature(self, session: Interview, feature: Id) -> tuple[Id, ...]:
        model, choices = self.base.model, session.choices(feature)

        def read(words: str) -> tuple[Id, ...]:
            return read_facts(model, session.question, [f"{feature}={words}"], self.lang, self.library)[feature]

        while True:
            values = self._answer(choices, (feature, *choices), read, several=not model.features[feature].functional)
            try:
                require_consistent(model, {**session.facts, feature: values}, self.lang)
            except UsageProblem as error:
                self._complain(error)
            else:
                return values

    def _answer(
        self, choices: Sequence[Id], explained: Sequence[Id], read: Callable[[str], tuple[Id, ...]], *, several: bool = False
    ) -> tuple[Id, ...]:
        """Return the values that the user gives, none for an empty line; what cannot be understood is said and asked again."""
        while True:
            words = self._line()
            if words.lower() == _BACK:
                raise _Back
            try:
                if words.startswith(_HELP):
                    named = self._chosen(choices, words[1:].strip()) if words[1:].strip() else explained
                    self._show(help_lines(self.base.model, named, self.lang))
                elif not words:
                    return ()
                elif _NUMBERS.fullmatch(words) and (several or words.isdecimal()) and len(words) < len("00000000"):
                    return self._chosen(choices, words)
                else:
                    return read(words)
            except YgokgError as error:
                self._complain(error)

    def _chosen(self, choices: Sequence[Id], words: str) -> tuple[Id, ...]:
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
