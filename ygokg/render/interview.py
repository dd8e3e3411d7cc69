"""What an interview asks, and what it explains when asked back, as lines for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ygokg.lookup.interview import Interview
from ygokg.messages import t
from ygokg.model import Id, Model
from ygokg.render.lines import Line
from ygokg.render.outcome_words import headline
from ygokg.render.words import definition, label

__all__ = ["choice_lines", "feature_lines", "help_lines", "question_lines"]


def question_lines(model: Model, lang: str) -> Iterator[Line]:
    """Yield the choice of the question."""
    yield Line(t(lang, "ask.question"), bold=True)
    yield from choice_lines(model, model.questions, lang)


def feature_lines(interview: Interview, feature: Id, number: int, lang: str) -> Iterator[Line]:
    """Yield what is answered so far and what is asked next."""
    model = interview.base.model
    known, choices = model.features[feature], interview.choices(feature)
    answer = headline(model, interview.outcome(), lang).removeprefix("→ ")
    yield Line()
    yield Line(t(lang, "ask.so-far", answer=answer), dim=True)
    yield Line(t(lang, "ask.feature", number=number, feature=label(model, feature, lang)), bold=True)
    yield from choice_lines(model, choices, lang)
    if known.kind == "role":
        yield Line("  " + t(lang, "ask.role", also=t(lang, "ask.role.or") if choices else ""))
    if not known.functional:
        yield Line("  " + t(lang, "ask.several"))


def choice_lines(model: Model, choices: Iterable[Id], lang: str) -> Iterator[Line]:
    """Yield numbered choices."""
    for number, choice in enumerate(choices, 1):
        yield Line("  " + t(lang, "ask.choice", number=number, label=label(model, choice, lang)))


def help_lines(model: Model, ids: Iterable[Id], lang: str) -> list[Line]:
    """Return what terms mean; those without a definition are left out."""
    known = [(i, definition(model, i, lang)) for i in ids]
    lines = [Line("  " + t(lang, "ask.help", label=label(model, i, lang), definition=text)) for i, text in known if text]
    return lines or [Line("  " + t(lang, "ask.no-help"))]
