"""A question for people: its answers, the features that bear on it and an example that runs; and the dialogue that asks for a case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ygokg.graph.model import Feature, Id, Model
from ygokg.graph.words import definition, effect_suffix, label
from ygokg.lookup.asking import Interview, families_told_apart
from ygokg.lookup.questions import FIRST, example_cases, features_of, shown_features, values_of
from ygokg.messages import t
from ygokg.render.lines import Line, section, shell_word
from ygokg.render.outcome_words import headline
from ygokg.resolver import Rulebase

if TYPE_CHECKING:
    from ygokg.lookup.questions import QuestionPage

_NOTHING: Mapping[Id, Iterable[Id]] = MappingProxyType({})


def question_lines(base: Rulebase, question: Id, lang: str, also: Mapping[Id, Iterable[Id]] = _NOTHING) -> list[Line]:
    """Return a question as lines: examples first, then the plain facts that decide most, then what follows from them.

    `also` are, by role, families that rules ask for there which are not in the model.
    """
    model = base.model
    answers = t(lang, "list").join(label(model, a, lang) for a in model.questions[question].answers)
    lines = [
        Line(_named(model, question, lang), bold=True),
        Line(definition(model, question, lang)),
        Line(t(lang, "resolve.answers", answers=answers)),
    ]
    lines += section(lang, "resolve.example", examples(model, question, lang))
    known = [model.features[f] for f in features_of(base, question)]
    following = sum(f.kind == "derived" for f in known)
    plain, derived = shown_features(base, question)
    lines += section(lang, "resolve.features", _first(lang, [_feature(model, f, lang) for f in plain], len(known) - following))
    lines += section(lang, "resolve.features.derived", _first(lang, [_feature(model, f, lang) for f in derived], following))
    for role in (f for f in plain if f.kind == "role"):
        families = families_told_apart(model, question, role.id, also.get(role.id, ()))
        entries = [_named(model, family, lang) for family in families[:FIRST]]
        lines += section(lang, "resolve.families", _first(lang, entries, len(families)), role=label(model, role.id, lang))
    return lines


def _first(lang: str, entries: list[str], count: int) -> list[str]:
    rest = count - len(entries)
    return [*entries, t(lang, "resolve.features.more", count=rest)] if rest else entries


def question_rows(model: Model, rules: Mapping[Id, int], rulings: Mapping[Id, int], lang: str) -> list[tuple[object, ...]]:
    """Return the questions as rows of a table: id, label and answers, and how many rules and rulings answer each."""
    rows: list[tuple[object, ...]] = []
    for i, question in model.questions.items():
        answers = t(lang, "list").join(map(_local, question.answers))
        rows.append((_local(i), label(model, i, lang), answers, rules.get(i, 0), rulings.get(i, 0)))
    return rows


def feature_rows(page: QuestionPage, lang: str) -> list[tuple[str, ...]]:
    """Return the features that matter for a question as rows of a table: id, label, kind and values."""
    return [(f.id, label(page.model, f.id, lang), f.kind, " ".join(f.values)) for f in page.features]


def question_payload(page: QuestionPage, question: Id, lang: str) -> dict[str, Any]:
    """Return a question for programs."""
    model = page.model
    return {
        "question": question,
        "label": label(model, question, lang),
        "definition": definition(model, question, lang),
        "answers": list(model.questions[question].answers),
        "features": [
            {
                "id": f.id,
                "label": label(model, f.id, lang),
                "kind": f.kind,
                "several": not f.functional,
                "values": [{"id": v, "label": label(model, v, lang)} for v in values_of(page, question, f)],
            }
            for f in page.features
        ],
        "example": next(iter(examples(model, question, lang)), None),
    }


def examples(model: Model, question: Id, lang: str) -> list[str]:
    """Return command lines that ask the question, about the cases of rulings or else of rules, each answered otherwise."""
    return [command_line(model, question, _guessable(model, question, facts), lang) for facts in example_cases(model, question)]


def _guessable(model: Model, question: Id, facts: Mapping[Id, tuple[Id, ...]]) -> dict[Id, tuple[Id, ...]]:
    return {role: tuple(_of_card_or_family(model, question, role, value) for value in values) for role, values in facts.items()}


def _of_card_or_family(model: Model, question: Id, role: Id, value: Id) -> Id:
    """Return a value as it is, but for an effect that stands for those of some card a family of it, one that rules tell apart there."""
    effect = model.effects.get(value)
    if effect is None or effect.card is not None:
        return value
    told_apart = families_told_apart(model, question, role)
    return next((family for family in effect.families if family in told_apart), next(iter(effect.families), value))


def command_line(model: Model, question: Id, facts: Mapping[Id, tuple[Id, ...]], lang: str) -> str:
    """Return the command line that asks a question about a case."""
    words = [f"{_local(f)}={shell_word(_value(model, v, lang))}" for f in _effect_first(facts) for v in facts[f]]
    return " ".join(("ygokg resolve", _local(question), *words))


def _effect_first(facts: Mapping[Id, tuple[Id, ...]]) -> list[Id]:
    order = ("ygo:effect", "ygo:negator")
    return sorted(facts, key=lambda f: (order.index(f) if f in order else len(order), f))


def _feature(model: Model, feature: Feature, lang: str) -> str:
    name = _named(model, feature.id, lang)
    if feature.kind == "role":
        return t(lang, "resolve.feature.role", feature=name)
    values = " | ".join(_named(model, v, lang) for v in feature.values)
    return t(lang, "resolve.feature.values", feature=name, values=values)


def _value(model: Model, value: Id, lang: str) -> str:
    effect = model.effects.get(value)
    if effect is None:
        return _local(value)
    if effect.card is None:
        return label(model, value, lang)
    return f"{label(model, effect.card, lang)}#{effect_suffix(value)}"


def _named(model: Model, id: Id, lang: str) -> str:
    return t(lang, "resolve.feature", id=_local(id), label=label(model, id, lang))


def _local(id: Id) -> str:
    return id.removeprefix("ygo:")


def interview_lines(model: Model, lang: str) -> Iterator[Line]:
    """Yield the choice of the question."""
    yield Line(t(lang, "ask.question"), bold=True)
    yield from _choice_lines(model, model.questions, lang)


def feature_lines(interview: Interview, feature: Id, number: int, lang: str) -> Iterator[Line]:
    """Yield what is answered so far and what is asked next."""
    model = interview.base.model
    known, choices = model.features[feature], interview.choices(feature)
    answer = headline(model, interview.outcome(), lang).removeprefix("→ ")
    yield Line()
    yield Line(t(lang, "ask.so-far", answer=answer), dim=True)
    yield Line(t(lang, "ask.feature", number=number, feature=label(model, feature, lang)), bold=True)
    yield from _choice_lines(model, choices, lang)
    if known.kind == "role":
        yield Line("  " + t(lang, "ask.role", also=t(lang, "ask.role.or") if choices else ""))
    if not known.functional:
        yield Line("  " + t(lang, "ask.several"))


def _choice_lines(model: Model, choices: Iterable[Id], lang: str) -> Iterator[Line]:
    """Yield numbered choices."""
    for number, choice in enumerate(choices, 1):
        yield Line("  " + t(lang, "ask.choice", number=number, label=label(model, choice, lang)))


def help_lines(model: Model, ids: Iterable[Id], lang: str) -> list[Line]:
    """Return what terms mean; those without a definition are left out."""
    known = [(i, definition(model, i, lang)) for i in ids]
    lines = [Line("  " + t(lang, "ask.help", label=label(model, i, lang), definition=text)) for i, text in known if text]
    return lines or [Line("  " + t(lang, "ask.no-help"))]
