"""Put one more question about a situation that is told already, in the words of the notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ygokg.errors import UsageProblem
from ygokg.graph.labels import normal
from ygokg.graph.model import Model
from ygokg.messages import t
from ygokg.situation.naming import Names
from ygokg.situation.notation import Called, read_question
from ygokg.situation.timeline import Asked, Situation
from ygokg.situation.tokens import Token

if TYPE_CHECKING:
    from ygokg.names.library import Library


def put(model: Model, told: Situation, words: str, facts: Sequence[str], lang: str, library: Library | None = None) -> Asked:
    """Return the question that `words` put, as after the `?` of the notation, with the facts that FEATURE=VALUE texts state.

    A question that names nothing is about the one link. Raises `UsageProblem` and `NotFound` as reading the notation does, and
    where there are several links.
    """
    names = Names(model, lang, library)
    typed = read_question(words, len(told.links), lang)
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
    return _about(told, names, about, Asked(question, by=by, to=typed.to, facts=stated))


def _about(told: Situation, names: Names, about: Called, asked: Asked) -> Asked:
    from dataclasses import replace

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
    effect = names.effect(about)
    link_of = next((link for link in told.links if link.effect == effect), None)
    if link_of is not None:
        return replace(asked, link=link_of.number, effect=effect, stay=link_of.source)
    known = names.model.effects.get(effect[0])
    wanted = (known.card if known is not None else "", normal(about.words))
    stays = [stay for stay in told.stays if (stay.card and stay.card == wanted[0]) or normal(stay.name) == wanted[1]]
    if not stays:
        hint = t(names.lang, "situation.place", words=about.words, column=about.column)
        raise UsageProblem(t(names.lang, "situation.not-told", words=about.words), hint)
    return replace(asked, effect=effect, stay=stays[-1].id)
