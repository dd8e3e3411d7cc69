"""Put one more question about a situation that is told already, in the words of the notation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ygokg.errors import UsageProblem
from ygokg.graph.labels import normal
from ygokg.graph.model import Model
from ygokg.messages import t
from ygokg.situation.grouping import HOW_MANY, step_meant
from ygokg.situation.naming import Names
from ygokg.situation.notation import read_question
from ygokg.situation.timeline import Asked, Situation
from ygokg.situation.tokens import Token
from ygokg.situation.typed import Called

if TYPE_CHECKING:
    from ygokg.names.library import Library


def put(model: Model, told: Situation, words: str, facts: Sequence[str], lang: str, library: Library | None = None) -> Asked:
    """Return the question that `words` put, as after the `?` of the notation, with the facts that FEATURE=VALUE texts state.

    A question that names nothing is about the one link. Raises `UsageProblem` and `NotFound` as reading the notation does, and
    where there are several links.
    """
    names = Names(model, lang, library)
    typed = read_question(words, len(told.links), lang, names.known)
    if count := typed.question.words == HOW_MANY:
        typed.question = replace(typed.question, words="ygo:IsAppliedToRest")
    question = names.question(typed.question)
    stated = names.facts(question, [*typed.facts, *(Called(fact, 1) for fact in facts)])
    by: tuple[str, ...] = ()
    if typed.by is not None:
        number = Token(typed.by.words, typed.by.column).link
        by = told.at(number).effect if 0 < number <= len(told.links) else names.effect(typed.by)
    about = typed.about
    if about is None and len(told.links) == 1:
        about = Called("C1", 1)
    if about is None:
        raise UsageProblem(t(lang, "situation.about-what", words=words), t(lang, "situation.about-what.hint", words=words))
    if question == "ygo:CanChoose" and typed.by is not None and by and (chooses := Token(typed.by.words, typed.by.column).link):
        picked, link = _about(told, names, about, Asked(question)).stay, told.at(chooses)
        return Asked(question, link.number, link.effect, link.source, to=typed.to, facts=stated, picks=picked)
    put = _about(told, names, about, Asked(question, by=by, to=typed.to, facts=stated, count=count))
    return _with_step(told, put, typed.step, typed.question, lang)


def _with_step(told: Situation, asked: Asked, named: int, called: Called, lang: str) -> Asked:
    """Return a question with the step of its link that it means."""
    place = t(lang, "situation.place", words=called.words, column=called.column)
    if not asked.link:
        if named or asked.count:
            raise UsageProblem(t(lang, "situation.step-of-link"), place)
        return asked
    try:
        return replace(asked, step=step_meant(told.events, asked.question, f"C{asked.link}", named))
    except LookupError:
        raise UsageProblem(t(lang, "situation.which-step"), place) from None


def _about(told: Situation, names: Names, about: Called, asked: Asked) -> Asked:
    number = Token(about.words, about.column).link
    if number:
        if number > len(told.links):
            hint = t(names.lang, "situation.place", words=about.words, column=about.column)
            raise UsageProblem(t(names.lang, "situation.no-link", words=about.words, count=len(told.links)), hint)
        link = told.at(number)
        return replace(asked, link=number, effect=link.effect, stay=link.source)
    key = names.key(about) if "#" not in about.words and not about.what else ""
    named = [stay for stay in told.stays if key and key in (stay.card, normal(stay.name))]
    if named:
        return replace(asked, stay=named[-1].id)
    if key in names.model.cards:
        raise _not_told(names, about)
    effect = names.effect(about)
    same = normal(about.words)
    own = {link.number: normal(told.stay(link.source).name) for link in told.links}
    link_of = next(
        (link for link in told.links if link.effect == effect and (effect[0] in names.model.effects or own[link.number] == same)), None
    )
    if link_of is not None:
        return replace(asked, link=link_of.number, effect=effect, stay=link_of.source)
    known = names.model.effects.get(effect[0])
    wanted = (known.card if known is not None else "", normal(about.words))
    stays = [stay for stay in told.stays if (stay.card and stay.card == wanted[0]) or normal(stay.name) == wanted[1]]
    if not stays:
        raise _not_told(names, about)
    return replace(asked, effect=effect, stay=stays[-1].id)


def _not_told(names: Names, about: Called) -> UsageProblem:
    hint = t(names.lang, "situation.place", words=about.words, column=about.column)
    return UsageProblem(t(names.lang, "situation.not-told", words=about.words), hint)
