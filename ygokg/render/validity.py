"""From when and until when a chapter said a thing, and what stands in its place, in words."""

from __future__ import annotations

from collections.abc import Iterator

from ygokg.graph.dates import day_before
from ygokg.graph.model import Id, Model, Rule, Ruling
from ygokg.graph.words import conclusion_words, ruling_answer
from ygokg.messages import t


def validity(model: Model, noun: Rule | Ruling, lang: str) -> Iterator[str]:
    """Yield what the page of a rule or ruling says of the days on which it was said, and of what came before or after it."""
    if noun.valid_from:
        yield t(lang, "validity.since", day=noun.valid_from)
        yield from (_other(model, i, lang, "validity.before", day_before(noun.valid_from)) for i in noun.replaces)
    if noun.valid_until:
        yield t(lang, "validity.until", day=day_before(noun.valid_until))
        yield from (_other(model, i, lang, "validity.after", noun.valid_until) for i in noun.replaced_by)
    if noun.dropped:
        yield t(lang, "validity.dropped", day=noun.dropped)


def ended(noun: Rule | Ruling, lang: str) -> str:
    """Return what follows a rule or ruling on one line where it is not in its chapter any more; the empty text otherwise."""
    if noun.valid_until:
        return t(lang, "validity.ended", day=day_before(noun.valid_until))
    return t(lang, "validity.gone", day=noun.dropped) if noun.dropped else ""


def _other(model: Model, id: Id, lang: str, key: str, day: str) -> str:
    rule, ruling = model.rules.get(id), model.rulings.get(id)
    if ruling is not None:
        words = ruling_answer(model, ruling, lang)
    else:
        words = conclusion_words(model, rule, lang, short=True).removeprefix("→ ") if rule is not None else ""
    return t(lang, key, day=day, words=words, id=id)
