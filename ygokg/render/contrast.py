"""Two rulings side by side, for people and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ygokg.lookup.contrasts import Contrast
from ygokg.messages import t
from ygokg.model import Id, Model, Ruling
from ygokg.render.lines import Line, ruling_lines, section
from ygokg.render.words import fact_words, label, ruling_answer

__all__ = ["contrast_below", "contrast_payload", "contrast_rows"]

_FLIPS = "←"


def contrast_rows(model: Model, ruling: Ruling, contrast: Contrast, lang: str) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """Return the rows of a table of two rulings, and its columns: answers, then what differs; what flips the answer is marked."""
    other = model.rulings[contrast.ruling]
    answers = (ruling_answer(model, r, lang) for r in (ruling, other))
    rows = [("→", *answers, "")]
    for feature, values in contrast.differing.items():
        mark = _FLIPS if feature in contrast.flipping else ""
        rows.append((label(model, feature, lang), *(_values(model, side, lang) for side in values), mark))
        if feature in contrast.kinds:
            here, there = (t(lang, "list").join(label(model, f, lang) for f in side) for side in contrast.kinds[feature])
            rows.append((t(lang, "contrast.kinds"), here, there, ""))
    return rows, (label(model, ruling.asks, lang), _short(ruling.id), _short(other.id), "")


def contrast_below(model: Model, ruling: Ruling, found: Sequence[Contrast], lang: str) -> list[Line]:
    """Return what stands below the table: which facts flip the answer, what both share, both in short, and other contrasts."""
    nearest, *others = found
    lines = [Line(), Line(_flips(model, nearest, lang), bold=True)]
    if nearest.documented:
        lines.append(Line(t(lang, "contrast.documented")))
    shared = [fact_words(model, f, v, lang) for f, values in nearest.shared.items() for v in values]
    lines += [*section(lang, "contrast.same", shared), Line(), *ruling_lines(model, [ruling.id, nearest.ruling], lang, "")]
    return lines + section(lang, "contrast.others", [_other(model, other, lang) for other in others])


def contrast_payload(ruling: Ruling, found: Sequence[Contrast]) -> dict[str, Any]:
    """Return a ruling and its contrasts by id."""
    return {
        "ruling": ruling.id,
        "question": ruling.asks,
        "answer": ruling.answer,
        "contrasts": [
            {
                "ruling": contrast.ruling,
                "documented": contrast.documented,
                "flipping": list(contrast.flipping),
                "differing": [
                    {"feature": feature, "here": list(here), "there": list(there)} for feature, (here, there) in contrast.differing.items()
                ],
                "shared": {feature: list(values) for feature, values in contrast.shared.items()},
                "kinds": {feature: [list(here), list(there)] for feature, (here, there) in contrast.kinds.items()},
            }
            for contrast in found
        ],
    }


def _flips(model: Model, contrast: Contrast, lang: str) -> str:
    if not contrast.flipping:
        return t(lang, "contrast.no-flip")
    key = "contrast.flips" if len(contrast.flipping) == 1 else "contrast.flips-together"
    return t(lang, key, features=t(lang, "list").join(label(model, f, lang) for f in contrast.flipping))


def _other(model: Model, contrast: Contrast, lang: str) -> str:
    ruling = model.rulings[contrast.ruling]
    answer = ruling_answer(model, ruling, lang)
    features = t(lang, "list").join(label(model, f, lang) for f in contrast.flipping or contrast.differing)
    return t(lang, "contrast.other", ruling=_short(contrast.ruling), answer=answer, features=features)


def _values(model: Model, values: Sequence[Id], lang: str) -> str:
    return t(lang, "list").join(label(model, value, lang) for value in values) or t(lang, "contrast.unsaid")


def _short(ruling: Id) -> str:
    return ruling.removeprefix("ruling:")
