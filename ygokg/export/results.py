"""Compare what a simulator came to, run on the test vectors, with what the documents say."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ygokg.errors import UsageProblem
from ygokg.graph.dates import day_before
from ygokg.graph.model import Id, Model, Ruling
from ygokg.messages import t

AS_EXPECTED, DIFFERS, OUTDATED, UNDECIDED, NOT_RUN, UNKNOWN, WITHDRAWN = (
    "as expected", "differs", "outdated", "undecided", "not run", "unknown", "withdrawn"
)  # fmt: skip
FINDINGS = (DIFFERS, OUTDATED, UNKNOWN)
"""What a simulator, or its list of vectors, has to mend."""
_PENDING = "ygo:Pending"


class Compared(NamedTuple):
    """One result: how it stands to the ruling of its vector.

    `how` is *as expected*, *differs*, *outdated* (what the documents said until the day `until`), *undecided* (the office has not
    decided, so that no outcome is wrong), *not run* (the simulator has none), *unknown* (there is no such ruling) or *withdrawn*
    (it is not said any more).
    """

    ruling: Id
    how: str
    expected: str
    outcome: str
    until: str = ""


class Results(NamedTuple):
    """All results compared, in their order, and how many vectors there are besides of which no result was given."""

    compared: tuple[Compared, ...]
    without: int

    @property
    def findings(self) -> tuple[Compared, ...]:
        """Those that somebody has to mend."""
        return tuple(one for one in self.compared if one.how in FINDINGS)


def compare(model: Model, content: bytes, lang: str) -> Results:
    """Return how results stand to the rulings of `model`.

    `content` is a JSON list of objects, or one object a line (JSON Lines): `{"id": "ruling:negation.112", "outcome": "ygo:No"}`. The
    outcome is an answer of the vector's question with or without `ygo:`, a number, or null for one that was not run. Raises
    `UsageProblem` for anything else, and for a ruling of which two different outcomes are given.
    """
    outcomes = read_results(content, lang)
    compared = tuple(_compared(model, i, outcome) for i, outcome in outcomes.items())
    return Results(compared, sum(ruling.in_force and i not in outcomes for i, ruling in model.rulings.items()))


def read_results(content: bytes, lang: str) -> dict[Id, str]:
    """Return the outcomes by ruling; the empty text for one that was not run. Raises as `compare`."""
    found: dict[Id, str] = {}
    for place, row in _rows(content, lang):
        ruling, outcome = _row(place, row, lang)
        if found.setdefault(ruling, outcome) != outcome:
            raise UsageProblem(t(lang, "vectors.twice", place=place, ruling=ruling), t(lang, "vectors.twice.hint"))
    if not found:
        raise UsageProblem(t(lang, "vectors.empty"), t(lang, "vectors.form"))
    return found


def _rows(content: bytes, lang: str) -> Iterable[tuple[int, object]]:
    """Yield the results, each with its number, from 1: of a list its place in it, else its line."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageProblem(t(lang, "vectors.not-utf-8"), t(lang, "vectors.form")) from error
    if text.lstrip().startswith("["):
        yield from enumerate(_parsed(text, 0, lang), 1)
        return
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield number, _parsed(line, number, lang)


def _parsed(text: str, line: int, lang: str) -> Any:  # noqa: ANN401 - what JSON can be
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        at = line or getattr(error, "lineno", 1)
        raise UsageProblem(t(lang, "vectors.no-json", line=at), t(lang, "vectors.form")) from error


def _row(place: int, row: object, lang: str) -> tuple[Id, str]:
    values: Mapping[str, object] = row if isinstance(row, dict) else {}
    ruling, outcome = values.get("id"), values.get("outcome")
    if not isinstance(ruling, str) or not ruling or "outcome" not in values or not (outcome is None or _is_answer(outcome)):
        raise UsageProblem(t(lang, "vectors.no-result", place=place), t(lang, "vectors.form"))
    return ruling if ruling.startswith("ruling:") else f"ruling:{ruling}", "" if outcome is None else str(outcome)


def _is_answer(outcome: object) -> bool:
    return (isinstance(outcome, str) and bool(outcome.strip())) or (isinstance(outcome, int) and not isinstance(outcome, bool))


def _compared(model: Model, i: Id, outcome: str) -> Compared:
    ruling = model.rulings.get(i)
    if ruling is None:
        return Compared(i, UNKNOWN, "", outcome)
    said = _as_answer(ruling, outcome)
    if not ruling.in_force:
        return Compared(i, WITHDRAWN, "", said)
    if not said:
        return Compared(i, NOT_RUN, ruling.answer, "")
    if ruling.answer == _PENDING:
        return Compared(i, UNDECIDED, ruling.answer, said)
    if said == ruling.answer:
        return Compared(i, AS_EXPECTED, ruling.answer, said)
    former = next((model.rulings[name] for name in ruling.replaces if model.rulings[name].answer == said), None)
    if former is not None:
        return Compared(i, OUTDATED, ruling.answer, said, day_before(former.valid_until))
    return Compared(i, DIFFERS, ruling.answer, said)


def _as_answer(ruling: Ruling, outcome: str) -> str:
    """Return an outcome as an id, where the ruling answers by one: `No` is `ygo:No`."""
    return outcome if not outcome or ruling.literal or outcome.startswith("ygo:") else f"ygo:{outcome}"
