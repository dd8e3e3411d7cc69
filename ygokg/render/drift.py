"""What became of encoded passages, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ygokg.messages import t
from ygokg.model import Id, Model
from ygokg.render.ages import age_words
from ygokg.render.lines import Line
from ygokg.render.words import label, source_words

if TYPE_CHECKING:
    from ygokg.corpus.drift import Comparison, Drifted
    from ygokg.corpus.moves import Move

__all__ = ["drift_lines", "drift_payload", "move_words", "users_of", "words_line"]


_SHOWN = 40
"""So many characters of a line that is not encoded are shown."""


def drift_lines(model: Model, found: Comparison, lang: str, shown: tuple[Drifted, ...]) -> Iterator[Line]:
    """Yield what drifted, passage by passage, then how many stand and what was compared."""
    for one in shown:
        yield Line(t(lang, f"drift.{one.change}", passage=source_words(model, one.passage, lang), id=one.passage), bold=True)
        if one.before:
            yield Line("  " + t(lang, "drift.before", text=one.before))
        if one.now is not None and one.change != "withdrawn":
            place = t(
                lang,
                "drift.place",
                document=one.now.document,
                line=one.now.line,
                section=" › ".join(one.now.section[1:] or one.now.section),
            )
            key = "drift.now-there" if one.change == "moved" else "drift.now"
            yield Line("  " + t(lang, key, text=one.now.text, place=place, score=f"{one.score:.2f}"))
        for move in one.moves:
            yield Line("  " + move_words(model, move, lang))
        if one.words:
            yield Line("  " + t(lang, "drift.words", words=words_line(one.words, lang)))
        if users := users_of(model, one.passage):
            yield Line("  " + t(lang, "drift.users", ids=t(lang, "list").join(users)))
        yield Line()
    yield Line(t(lang, "drift.count", standing=found.standing, drifted=len(found.drifted)))
    for document, newest in found.compared.items():
        age = age_words(newest.document, newest.revision, newest.dated, lang)
        issued = model.documents[document].issued
        yield Line(t(lang, "drift.compared", document=label(model, document, lang), issued=issued, age=age), dim=True)
    for document in found.missing:
        yield Line(t(lang, "drift.missing", document=label(model, document, lang)), dim=True)


def drift_payload(model: Model, found: Comparison, lang: str, shown: tuple[Drifted, ...]) -> dict[str, Any]:
    """Return the same for programs."""
    rows = [
        {
            "passage": one.passage,
            "change": one.change,
            "before": one.before,
            "now": one.now._asdict() if one.now else None,
            "score": round(one.score, 2),
            "words": [{"before": before, "now": now} for before, now in one.words],
            "moves": [move._asdict() for move in one.moves],
            "used_by": users_of(model, one.passage),
        }
        for one in shown
    ]
    compared = [
        {"document": i, "label": label(model, i, lang), "issued": model.documents[i].issued}
        | {key: getattr(newest, key) for key in ("revision", "dated")}
        | {"imported": newest.document}
        for i, newest in found.compared.items()
    ]
    return {"standing": found.standing, "drifted": rows, "compared": compared, "not_imported": list(found.missing)}


def move_words(model: Model, move: Move, lang: str) -> str:
    """Return in which respect a passage moved, and from where to where."""
    before, after = (_moved(model, move.what, place, lang) for place in (move.before, move.after))
    return t(lang, f"drift.move.{move.what}", before=before, after=after)


def _moved(model: Model, what: str, place: str, lang: str) -> str:
    if what == "part":
        kind, _, box = place.partition("/")
        name = t(lang, f"drift.part.{kind}")
        if not box:
            return name
        known = box in ("attention", "note", "tip")
        return t(lang, "drift.part.in-box", kind=name, box=t(lang, f"drift.part.{box}") if known else box)
    if what not in ("parent", "order"):
        return place
    if not place:
        return t(lang, "drift.first")
    if place in model.passages:
        words = source_words(model, place, lang)
    else:
        words = t(lang, "drift.quoted", text=place if len(place) <= _SHOWN else place[: _SHOWN - 1] + "…")
    return t(lang, "drift.after", place=words) if what == "order" else words


def words_line(words: tuple[tuple[str, str], ...], lang: str) -> str:
    """Return differing words as `“old” → “new”`; what only went or only came stands alone with a minus or a plus."""
    quote = "“{}”" if lang != "ja" else "「{}」"
    parts = []
    for before, now in words:
        if before and now:
            parts.append(f"{quote.format(before)} → {quote.format(now)}")
        else:
            parts.append(f"-{quote.format(before)}" if before else f"+{quote.format(now)}")
    return t(lang, "list").join(parts)


def users_of(model: Model, passage: Id) -> list[Id]:
    """Return the rulings and rules that rest on a passage."""
    rulings = [i for i, ruling in model.rulings.items() if passage in ruling.sources]
    return rulings + [i for i, rule in model.rules.items() if passage in rule.sources]
