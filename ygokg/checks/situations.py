"""Policies on what rulings tell in the notation of situations: it can be read, and it says the same as the ruling."""

from __future__ import annotations

from collections.abc import Iterator

from ygokg.checks.finding import Problem
from ygokg.errors import NotFound, UsageProblem
from ygokg.graph.model import Id, Model, Ruling
from ygokg.resolver.rulebase import Rulebase
from ygokg.situation.ruled import Ruled, ruled

_TOLD = "ygo:toldAs"


def rulings_told(model: Model) -> Iterator[Problem]:
    """What happened in a ruling can be read, answers its question as it does or not at all, and says nothing else than its features."""
    base = Rulebase(model)
    for ruling in model.rulings.values():
        if not (ruling.told_as and ruling.in_force and ruling.asks in model.questions):
            continue
        try:
            found = ruled(base, ruling)
        except (NotFound, UsageProblem) as error:
            hint = error.hint.partition("\n")[0]
            yield Problem(ruling.id, f"tells what cannot be read. {error.message} {hint}".strip(), _TOLD)
        else:
            yield from _against(ruling, found)


def _against(ruling: Ruling, found: Ruled) -> Iterator[Problem]:
    for said in found.differing:
        stated = _list(ruling.facts[said.feature])
        message = (
            f"states {said.feature} {stated}, but {said.definition} makes it {_list(said.values)} of what it tells. Correct one of the two."
        )
        yield Problem(ruling.id, message, said.feature)
    if found.answer not in (None, ruling.answer):
        message = f"answers {ruling.answer}, but what it tells has {found.answer} for an answer. Tell all that decides, or end with …"
        yield Problem(ruling.id, message, _TOLD)


def _list(ids: tuple[Id, ...]) -> str:
    return ", ".join(ids)
