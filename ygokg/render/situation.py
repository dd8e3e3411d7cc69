"""A situation as lines for people: the timeline as it was understood, and what was worked out from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from ygokg.graph.model import Id, Model
from ygokg.graph.words import fact_words, label
from ygokg.messages import t
from ygokg.render.lines import Line
from ygokg.render.question import command_line
from ygokg.situation.answering import Case, Told
from ygokg.situation.timeline import Event, Situation, Stay


def situation_lines(model: Model, situation: Situation, told: Sequence[Told], lang: str) -> Iterator[Line]:
    """Yield the timeline, moment by moment, and below it the answer for each link with the case that each negator makes."""
    yield Line(t(lang, "situation.timeline" if situation.whole else "situation.timeline.in-part"), bold=True)
    for at, words in sorted(_moments(model, situation, lang), key=lambda moment: moment[0]):
        yield Line(f"  {at:>3}  {words}")
    for one in told:
        yield Line("")
        yield from _answer(model, situation, one, lang)


def situation_payload(situation: Situation, told: Sequence[Told]) -> dict[str, Any]:
    """Return the timeline and the answers as plain values for programs."""
    return {
        "whole": situation.whole,
        "stays": [asdict(stay) for stay in situation.stays],
        "links": [{"id": link.id, **asdict(link)} for link in situation.links],
        "events": [asdict(event) for event in situation.events],
        "standings": [asdict(standing) for standing in situation.standings],
        "answers": [_told_payload(one) for one in told],
    }


def _told_payload(one: Told) -> dict[str, Any]:
    return {
        "question": one.asked.question,
        "link": f"C{one.asked.link}" if one.asked.link else None,
        "effect": list(one.asked.effect),
        "stay": one.asked.stay or None,
        "answer": one.answer,
        "reached": not one.nothing,
        "conditional": one.conditional,
        "doubtful": [f"C{number}" for number in one.doubtful],
        "unaimed": list(one.unaimed),
        "cases": [
            {
                "negator": case.negator or None,
                "parts": dict(case.parts),
                "facts": {feature: list(values) for feature, values in case.facts.items()},
                "definitions": {said.feature: said.definition for said in case.derived},
                "status": case.outcome.status,
                "answer": case.outcome.answer,
                "conditional": bool(case.outcome.conditions),
                "hangs_on": list(case.hangs_on),
            }
            for case in one.cases
        ],
    }


# ---- the timeline ----


def _moments(model: Model, situation: Situation, lang: str) -> Iterator[tuple[int, str]]:
    for stay in situation.stays:
        if not stay.after and stay.zone:
            yield stay.since, _stands(model, stay, lang)
    for standing in situation.standings:
        pointed = ", ".join(_name(model, situation.stay(stay), lang) for stay in standing.pointed)
        words = t(lang, "situation.in-force", id=standing.id, effect=_effect(model, standing.effect, lang))
        yield standing.since, f"{words} → {pointed}" if pointed else words
    for link in situation.links:
        targets = ", ".join(_name(model, situation.stay(target), lang) for target in link.targets)
        used = f"{link.id}: {_effect(model, link.effect, lang)}"
        yield link.at, f"{used} → {targets}" if targets else used
        yield link.resolves_at, t(lang, "situation.resolves", link=link.id)
    for event in situation.events:
        yield event.at, "  " + _happens(model, situation.stay(event.stay), event, lang)


def _stands(model: Model, stay: Stay, lang: str) -> str:
    parts = [label(model, stay.zone, lang), *([label(model, stay.face, lang)] if stay.face else [])]
    if stay.side == "ygo:OpponentsSide":
        parts.append(label(model, stay.side, lang))
    return t(lang, "situation.stands", card=_name(model, stay, lang), where=", ".join(parts) if lang == "en" else "、".join(parts))


def _happens(model: Model, stay: Stay, event: Event, lang: str) -> str:
    key = "situation.turned" if event.kind == "flip" else "situation.moved"
    return t(lang, key, card=_name(model, stay, lang), to=label(model, event.to, lang))


def _name(model: Model, stay: Stay, lang: str) -> str:
    return label(model, stay.card, lang) if stay.card else stay.name


def _effect(model: Model, effect: tuple[Id, ...], lang: str) -> str:
    return ", ".join(label(model, one, lang) for one in effect)


# ---- the answers ----


def _answer(model: Model, situation: Situation, one: Told, lang: str) -> Iterator[Line]:
    said = t(lang, f"situation.negated.{one.answer.removeprefix('ygo:')}") if one.answer else t(lang, "situation.negated.open")
    if one.nothing:
        said = t(lang, "situation.negated.nothing" if situation.whole else "situation.negated.nothing.in-part")
    elif one.conditional:
        said = t(lang, "situation.unless", answer=said)
    elif one.answer is None and any(case.hangs_on for case in one.cases):
        said = t(lang, "situation.negators-negated", answer=said)
    elif one.unaimed:
        said = t(lang, "situation.unaimed", answer=said, effects=", ".join(one.unaimed))
    elif one.doubtful:
        said = t(lang, "situation.hangs-on", answer=said, links=", ".join(f"C{number}" for number in one.doubtful))
    yield Line(f"→ {_subject(model, situation, one, lang)}: {said}", bold=True)
    for case in one.cases:
        yield from _case(model, case, lang)


_ROLES = ("ygo:negator", "ygo:protector", "ygo:redirect", "ygo:restriction")


def _subject(model: Model, situation: Situation, one: Told, lang: str) -> str:
    """Return what a question is about, in words."""
    asked = one.asked
    about = _effect(model, asked.effect, lang) if asked.effect else _name(model, situation.stay(asked.stay), lang) if asked.stay else ""
    return f"C{asked.link} ({about})" if asked.link else about


def _case(model: Model, case: Case, lang: str) -> Iterator[Line]:
    outcome = case.outcome
    answer = label(model, outcome.answer, lang) if outcome.answer else t(lang, "situation.open")
    status = t(lang, f"situation.status.{outcome.status}")
    parts = ", ".join(_effect(model, case.facts[role], lang) for role in _ROLES if role in case.facts)
    yield Line(f"  {parts or label(model, outcome.question, lang)}: {answer} ({status})")
    for said in case.derived:
        yield Line(f"    {fact_words(model, said.feature, said.value, lang)} · {label(model, said.definition, lang)}", dim=True)
    for rule in outcome.proof.rules:
        yield Line(f"    {label(model, rule.rule, lang)} ({rule.rule})")
    for ruling in outcome.proof.rulings:
        yield Line(f"    {ruling}")
    if outcome.conditions:
        yield Line("    " + t(lang, "situation.more", command=command_line(model, outcome.question, case.facts, lang)))
