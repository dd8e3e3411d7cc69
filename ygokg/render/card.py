"""A card, or several together, as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ygokg.messages import t
from ygokg.model import Card, Id, Model
from ygokg.render.lines import Line, heading, rule_line, ruling_lines, section
from ygokg.render.words import card_words, effect_wording, label, mark_words, quoted

if TYPE_CHECKING:
    from ygokg.corpus.sentences import Sentence
    from ygokg.lookup.cards import CardView
    from ygokg.lookup.groups import Group

__all__ = ["card_lines"]

FIRST = 5
"""How many of the rules that only a wording or a family brings in are shown; the rest is counted and stands in the JSON."""


def card_lines(model: Model, view: CardView, lang: str, sentences: Mapping[Id, Sentence] | None = None) -> list[Line]:
    """Return the view as lines: names and kind of each card; what is pending or departs; rules; rulings rule by rule.

    With several cards the effects and rules of each are left to its own view. `sentences` are those of imported documents by passage.
    """
    alone = len(view.cards) == 1
    urgent = [g for g in view.groups if g.kind in ("pending", "departing")]
    others = [g for g in view.groups if g not in urgent]
    lines: list[Line] = []
    for i in view.cards:
        lines += _names(model.cards[i], model, lang)
    if alone:
        lines += section(lang, "card.effects", _effects(model, view, lang))
    else:
        lines += heading(lang, "card.between", count=sum(len(g.rulings) for g in view.groups))
    for group in urgent:
        lines += _group(model, group, lang, sentences)
    for key, rules in (("governing", view.governing), ("naming", view.naming)):
        lines += section(lang, f"card.{key}", [rule_line(model, i, lang) for i in rules])
    for group in others:
        lines += _group(model, group, lang, sentences)
    for role, rules in view.possible:
        entries = [rule_line(model, i, lang) for i in rules[:FIRST]]
        if len(rules) > FIRST:
            entries.append(t(lang, "card.more", count=len(rules) - FIRST))
        lines += section(lang, "card.possible", entries, role=label(model, role, lang))
    return lines


def _names(card: Card, model: Model, lang: str) -> Iterator[Line]:
    name = card_words(card, lang)
    yield Line(name, bold=True)
    names = (card.names.get(language, name) for language in ("zh", "zh-Hans", "ja", "en"))
    if others := [other for other in dict.fromkeys(names) if other != name]:
        yield Line(" / ".join(others))
    ids = [label(model, card.kind, lang) if card.kind else "", card.passcode, f"%{card.konami_id}" if card.konami_id else ""]
    yield Line(" · ".join(part for part in ids if part))
    if card.variants:
        yield Line(t(lang, "card.variants", names=t(lang, "list").join(quoted(v, lang) for v in card.variants)))


def _effects(model: Model, view: CardView, lang: str) -> Iterator[str]:
    for i in view.effects:
        effect = model.effects[i]
        families = t(lang, "list").join(label(model, f, lang) for f in effect.families) or t(lang, "card.no-family")
        yield f"{mark_words(effect, lang)}  {families}"
        yield from (f"    {words}" for words in effect_wording(model, effect, lang))
        rules = view.wording.get(i, ())
        yield from (f"      {rule_line(model, rule, lang)}" for rule in rules[:FIRST])
        if len(rules) > FIRST:
            yield f"      {t(lang, 'card.more', count=len(rules) - FIRST)}"


def _group(model: Model, group: Group, lang: str, sentences: Mapping[Id, Sentence] | None) -> list[Line]:
    rules = t(lang, "group.join").join(label(model, i, lang) for i in group.rules)
    return [*heading(lang, f"group.{group.kind}", rules=rules), *ruling_lines(model, group.rulings, lang, sentences=sentences)]
