"""A situation as lines for people: the timeline as it was understood, and what was worked out from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from ygokg.graph.model import Model
from ygokg.graph.words import label
from ygokg.messages import t
from ygokg.render.lines import Line
from ygokg.render.picture import Width, picture_lines
from ygokg.render.situation_answers import answer_lines, effect_words, happens_words, name_words
from ygokg.situation.answering import Told
from ygokg.situation.timeline import SETUP, Situation, Stay


def situation_lines(
    model: Model, situation: Situation, told: Sequence[Told], lang: str, width: Width, *, explained: bool = False
) -> Iterator[Line]:
    """Yield the timeline as it was understood, who is where, and each answer with its proof.

    `width` tells how many columns a text fills; `explained` gives all cases and all that was worked out.
    """
    yield Line(t(lang, "situation.timeline" if situation.whole else "situation.timeline.in-part"), bold=True)
    yield from timeline_lines(model, situation, lang)
    yield Line("")
    yield Line(t(lang, "situation.picture"), bold=True)
    yield from picture_lines(model, situation, lang, width)
    for one in told:
        yield Line("")
        yield from answer_lines(model, situation, one, lang, explained=explained)
    if any(one.cases for one in told):
        yield Line("")
        yield Line(t(lang, "situation.nothing-else" if situation.whole else "situation.more-happened"))
        if not explained:
            yield Line(t(lang, "situation.explain"), dim=True)


def timeline_lines(model: Model, situation: Situation, lang: str) -> Iterator[Line]:
    """Yield what is told, moment by moment."""
    for at, words in sorted(_moments(model, situation, lang), key=lambda moment: moment[0]):
        yield Line(f"  {at:>3}  {words}")


def situation_payload(situation: Situation, told: Sequence[Told]) -> dict[str, Any]:
    """Return the timeline and the answers as plain values for programs."""
    return {
        "whole": situation.whole,
        "stays": [asdict(stay) for stay in situation.stays],
        "links": [{"id": link.id, **asdict(link)} for link in situation.links],
        "events": [asdict(event) for event in situation.events],
        "standings": [asdict(standing) for standing in situation.standings],
        "unaffected": [asdict(immunity) for immunity in situation.unaffected],
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
        if not stay.after:
            yield stay.since, _stands(model, stay, lang)
    for standing in situation.standings:
        pointed = ", ".join(name_words(model, situation.stay(stay), lang) for stay in standing.pointed)
        words = t(lang, "situation.in-force", id=standing.id, effect=effect_words(model, standing.effect, lang))
        yield SETUP, f"{words} → {pointed}" if pointed else words
    for link in situation.links:
        targets = ", ".join(name_words(model, situation.stay(target), lang) for target in link.targets)
        used = f"{link.id}: {effect_words(model, link.effect, lang)}"
        yield link.at, f"{used} → {targets}" if targets else used
        yield link.resolves_at, t(lang, "situation.resolves", link=link.id)
    for event in situation.events:
        yield event.at, "  " + happens_words(model, situation.stay(event.stay), event, lang)


def _stands(model: Model, stay: Stay, lang: str) -> str:
    parts = [label(model, stay.zone, lang), *([label(model, stay.face, lang)] if stay.face else [])]
    if stay.side == "ygo:OpponentsSide":
        parts.append(label(model, stay.side, lang))
    return t(lang, "situation.stands", card=name_words(model, stay, lang), where=", ".join(parts) if lang == "en" else "、".join(parts))
