"""Names, facts, conditions, conclusions and sources in words, from the labels that the graph itself carries.

A label falls back from the language asked for to English, then Chinese, then the id, so that a term without a label still
shows. Languages are `zh`, `ja` and `en`.
"""

from __future__ import annotations

from collections.abc import Mapping

from ygokg.graph.model import (
    Card,
    Condition,
    Effect,
    Evidence,
    Family,
    Feature,
    Id,
    Model,
    Question,
    Rule,
    Ruling,
    System,
    Term,
    Texts,
)
from ygokg.messages import has, t

_DATABASE = "https://www.db.yugioh-card.com/yugiohdb/faq_search.action"
_LINKS = {
    "ygo:OfficialFaq": _DATABASE + "?ope=5&fid={id}&request_locale=ja",
    "ygo:CardPage": _DATABASE + "?ope=4&cid={id}&request_locale=ja",
}


def label(model: Model, id: Id, lang: str) -> str:
    """Return what anything in the graph is called: a term, feature, question, family, rule, system, document, exclusion, card or effect.

    A passage is called by its place (`source_words`). What the graph does not know comes back as its id.
    """
    if (told := _told(model, id, "rdfs:label", lang)) is not None:
        return told
    if id in model.cards:
        return card_words(model.cards[id], lang)
    if id in model.effects:
        return effect_words(model, id, lang)
    if id.startswith("src:") and id in model.passages:  # hundreds of them, read from the store only when somebody asks
        return source_words(model, id, lang)
    if id in model.archetypes:
        return _pick(model.archetypes[id].names, lang) or id
    noun = _described(model, id) or model.rules.get(id) or model.documents.get(id) or model.exclusions.get(id)
    if noun is None and has(lang, f"kind.{id}"):
        return t(lang, f"kind.{id}")
    known = noun or model.words.get(id)
    return (_pick(known.labels, lang) if known is not None else "") or id


def definition(model: Model, id: Id, lang: str) -> str:
    """Return a term's definition, or the empty text; Japanese readers get the Chinese one, the nearer of the two there are."""
    if (told := _told(model, id, "ygo:definitionInWords", lang)) is not None:
        return told
    noun = _described(model, id) or model.words.get(id)
    if noun is None:
        return ""
    return (noun.definitions.get("zh", "") if lang == "ja" else "") or _pick(noun.definitions, lang)


def card_words(card: Card, lang: str) -> str:
    """Return the card's name: for zh the community's, else the official one of the language; the passcode if it has none."""
    return _pick(card.names, lang) or card.names.get("ja") or card.names.get("zh-Hans") or card.passcode


def quoted(name: str, lang: str) -> str:
    """Put a card name in the quotation marks of the language."""
    return f'"{name}"' if lang == "en" else f"「{name}」"


def effect_words(model: Model, effect_id: Id, lang: str) -> str:
    """Return an effect as its quoted card and its mark (`「技能抽取」①`), or the label of one that stands for any such card.

    An effect that the graph does not know comes back as its id.
    """
    if (told := _told(model, effect_id, "rdfs:label", lang)) is not None:
        return told
    effect = model.effects.get(effect_id)
    if effect is None:
        return effect_id
    if effect.card is None:
        return _pick(effect.labels, lang) or effect_id
    card = quoted(label(model, effect.card, lang), lang)
    if (suffix := effect_suffix(effect_id)) == "a":
        return t(lang, "effect.card-activation", card=card)
    mark = "" if suffix == "0" else mark_words(effect, lang)
    return f"{card} {mark}" if mark and lang == "en" else f"{card}{mark}"


def effect_suffix(effect_id: Id) -> str:
    """Return what tells an effect from the others of its card: `1`, `p1`, `0` and `0b` without a number, `a` for the card's activation."""
    return effect_id.rpartition("-")[2]


def mark_words(effect: Effect, lang: str) -> str:
    """Return an effect's number as printed (`①`), or `#0b` where it has none; the activation of the card itself in words."""
    suffix = effect_suffix(effect.id)
    if suffix == "a":
        return t(lang, "effect.activation")
    return f"#{suffix}" if suffix.startswith("0") or not effect.mark else effect.mark


def fact_words(model: Model, feature: Id, value: Id, lang: str) -> str:
    """Return one fact of a case: the feature's label and the value's (`处理时的表示形式：里侧守备表示`)."""
    return t(lang, "fact", feature=label(model, feature, lang), value=label(model, value, lang))


def case_words(model: Model, facts: Mapping[Id, tuple[Id, ...]], lang: str) -> list[str]:
    """Return the facts of a case, one text per value: the effect asked about, its negator, other roles, then the rest."""

    def rank(feature: Id) -> tuple[int, str]:
        known = model.features.get(feature)
        first = ("ygo:effect", "ygo:negator")
        return (first.index(feature) if feature in first else 2 if known is not None and known.kind == "role" else 3, feature)

    return [fact_words(model, feature, value, lang) for feature in sorted(facts, key=rank) for value in facts[feature]]


def ruling_case(model: Model, ruling: Ruling, lang: str) -> list[str]:
    """Return the facts of a ruling in words (see `case_words`)."""
    told = _told(model, ruling.id, "ygo:caseInWords", lang)
    return case_words(model, ruling.facts, lang) if told is None else told.split("\n")


def ruling_answer(model: Model, ruling: Ruling, lang: str) -> str:
    """Return the answer of a ruling in words (see `answer_words`)."""
    told = _told(model, ruling.id, "ygo:answerInWords", lang)
    return answer_words(model, ruling.asks, ruling.answer, lang) if told is None else told


def effect_wording(model: Model, effect: Effect, lang: str) -> list[str]:
    """Return the facts of an effect's wording in words."""
    told = _told(model, effect.id, "ygo:wordingInWords", lang)
    return case_words(model, effect.facts, lang) if told is None else told.split("\n")


def rule_conditions(model: Model, rule: Rule, lang: str) -> list[str]:
    """Return the conditions of a rule in words, one text each."""
    told = (_told(model, f"{rule.id}/condition/{place}", "ygo:conditionInWords", lang) for place in range(1, len(rule.conditions) + 1))
    return [words or condition_words(model, condition, lang) for words, condition in zip(told, rule.conditions, strict=True)]


def condition_words(model: Model, condition: Condition, lang: str) -> str:
    """Return one condition of a rule; several values are joined by "or", a family stands for any effect of it."""
    wanted = (condition.family,) if condition.family is not None else condition.values
    values = t(lang, "or").join(label(model, value, lang) for value in wanted)
    return t(lang, "fact", feature=label(model, condition.feature, lang), value=values)


def rule_condition_words(model: Model, rule: Rule, lang: str) -> str:
    """Return all conditions of a rule as one line; "always" for a rule without any."""
    words = rule_conditions(model, rule, lang)
    return t(lang, "and").join(words) if words else t(lang, "always")


def conclusion_words(model: Model, rule: Rule, lang: str, *, short: bool = False) -> str:
    """Return what a rule concludes: an answer, a feature that counts as having a value, or the rules that it lifts.

    With `short`, several lifted rules are only counted.
    """
    for told in ("ygo:conclusionInShort", "ygo:conclusionInWords") if short else ("ygo:conclusionInWords",):
        if (words := _told(model, rule.id, told, lang)) is not None:
            return words
    if rule.answer is None and short and len(rule.exception_to) > 1:
        return t(lang, "conclusion.lifts-several", count=len(rule.exception_to))
    if rule.answer is None:
        lifted = t(lang, "list").join(label(model, other, lang) for other in rule.exception_to)
        return t(lang, "conclusion.lifts", rules=lifted)
    if rule.asks in model.features:
        return t(lang, "conclusion.counts", feature=label(model, rule.asks, lang), value=label(model, rule.answer, lang))
    return t(lang, "conclusion.answer", answer=answer_words(model, rule.asks, rule.answer, lang))


def answer_words(model: Model, question: Id, answer: str, lang: str) -> str:
    """Return an answer in words that stand alone: a phrase where there is one ("not negated"), else question and answer.

    `answer` is an answer's id or the text of a literal; `question` may be a derived feature.
    """
    asked = model.questions.get(question)
    if asked is not None and answer in asked.phrases:
        return _pick(asked.phrases[answer], lang)
    return t(lang, "fact", feature=label(model, question, lang).rstrip("?？"), value=label(model, answer, lang))


def source_words(model: Model, passage_id: Id, lang: str, *, system: bool = False) -> str:
    """Return where a passage is: document, line, on demand the rule system, and its dates (`无效 第112行 (20/12/7)`).

    A passage that the graph does not know comes back as its id.
    """
    passage = model.passages.get(passage_id)
    if passage is None:
        return _told(model, passage_id, "rdfs:label", lang) or passage_id
    words = t(lang, "source", document=label(model, passage.document, lang), line=passage.line)
    if system and passage.system:
        words += t(lang, "source.system", system=label(model, passage.system, lang))
    dates = list(dict.fromkeys(date_words(e.date, lang) for e in passage.evidence if e.date))
    return f"{words} ({', '.join(dates)})" if dates else words


def date_words(date: str, lang: str) -> str:
    """Return an ISO date as the documents write it (`20/12/7`) for zh and ja, unchanged for en and for anything else."""
    parts = date.split("-")
    if lang == "en" or len(parts) != 3 or not all(part.isdecimal() and len(part) <= 4 for part in parts):
        return date
    year, month, day = (int(part) for part in parts)
    return f"{year % 100:02}/{month}/{day}"


def evidence_words(model: Model, evidence: Evidence, lang: str) -> str:
    """Return what a passage refers to: the kind of source, its id if it has one, and the date."""
    kind = label(model, evidence.source_class, lang) if evidence.source_class else t(lang, "evidence.undisclosed")
    parts = [kind, evidence.identifier or "", f"({date_words(evidence.date, lang)})" if evidence.date else ""]
    return " ".join(part for part in parts if part)


def evidence_link(evidence: Evidence) -> str | None:
    """Return the page of an official FAQ or of a card in the official database; None for the wiki, mail, or without an id."""
    link = _LINKS.get(evidence.source_class)
    return link.format(id=evidence.identifier) if link is not None and evidence.identifier else None


def _told(model: Model, id: Id, property: Id, lang: str) -> str | None:
    """Return what an excerpt of the graph tells in words; None where it does not, or the whole graph is there."""
    found = model.told.get(id)
    return found.get(property, {}).get(lang) if found is not None else None


def _described(model: Model, id: Id) -> Term | Feature | Question | Family | System | None:
    return model.terms.get(id) or model.features.get(id) or model.questions.get(id) or model.families.get(id) or model.systems.get(id)


def _pick(texts: Texts, lang: str) -> str:
    return texts.get(lang) or texts.get("en") or texts.get("zh") or ""
