"""What can be searched: the texts of everything in the graph, and the same folded, in one table.

The index has a line for each thing: its folded texts in four columns (labels, summaries, definitions, ids), the texts of a column
parted by U+001F; and a row: kind, id, titles by language, and the texts as they are. Lines are in the order in which equal hits are
shown, withdrawn statements last; a part of the table for each kind. What it is about: the documents (issued, labels) and the day of
the data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from ygokg.graph.model import Id, Model, Rule, Ruling, Texts
from ygokg.graph.words import answer_words, case_words, conclusion_words, date_words, label, mark_words, rule_condition_words
from ygokg.messages import LANGUAGES, t
from ygokg.names.links import links_of
from ygokg.search.query import COLUMNS, KINDS, UNIT, local_name, marked
from ygokg.search.table import table_files


class Text(NamedTuple):
    """A text of a thing: one of `COLUMNS`, its language (empty for an id), and itself."""

    column: str
    lang: str
    text: str


def index_files(model: Model) -> dict[str, bytes]:
    """Return the index of everything that can be found, as the files of a table (see `ygokg.search.table`)."""
    lines: list[tuple[bytes, object]] = []
    parts: dict[str, tuple[int, int]] = {}
    for kind in KINDS:
        first = len(lines)
        for id in _IDS[kind](model):
            texts = texts_of(model, kind, id)
            lines.append((_line(texts), (kind, id, {lang: title(model, kind, id, lang) for lang in LANGUAGES}, texts)))
        parts[kind] = (first, len(lines))
    documents = {i: (document.issued, document.labels) for i, document in model.documents.items()}
    return table_files(lines, parts, about=(documents, model.modified))


def texts_of(model: Model, kind: str, id: Id) -> list[Text]:
    """Return the texts of a thing, each once: what it is called, what it says in short, what it means, its ids."""
    local = Text("id", "", local_name(id))
    return list(dict.fromkeys(text for text in (*_TEXTS[kind](model, id), local) if text.text))


def title(model: Model, kind: str, id: Id, lang: str) -> str:
    """Return what a thing is called in a list of hits: its label, of a rule with the conclusion; of a ruling its answer and date."""
    withdrawn = ""
    if kind in ("rule", "ruling") and (model.rules if kind == "rule" else model.rulings)[id].deprecated:
        withdrawn = t(lang, "search.withdrawn")
    if kind == "rule":
        return f"{label(model, id, lang)} {conclusion_words(model, model.rules[id], lang, short=True)}{withdrawn}"
    if kind == "ruling":
        ruling = model.rulings[id]
        date = f" ({date_words(ruling.date, lang)})" if ruling.date else ""
        return f"{answer_words(model, ruling.asks, ruling.answer, lang)}{date}{withdrawn}"
    return label(model, id, lang)


def _withdrawn_last(known: Mapping[Id, Rule] | Mapping[Id, Ruling]) -> list[Id]:
    return sorted(known, key=lambda each: not known[each].in_force)


def _line(texts: Iterable[Text]) -> bytes:
    folded: dict[str, dict[bytes, None]] = {column: {} for column in COLUMNS}
    for text in texts:
        folded[text.column][marked(text.text)] = None
    return b"\t".join(UNIT.join(parts) for parts in folded.values())


def _of_rule(model: Model, id: Id) -> Iterator[Text]:
    rule = model.rules[id]
    yield from _labels(rule.labels)
    for lang in LANGUAGES:
        yield Text("summary", lang, f"{rule_condition_words(model, rule, lang)} {conclusion_words(model, rule, lang, short=True)}")
    yield Text("definition", "en", rule.comment)


def _of_ruling(model: Model, id: Id) -> Iterator[Text]:
    ruling = model.rulings[id]
    yield Text("summary", "en", ruling.summary)
    for lang in LANGUAGES:
        case = case_words(model, ruling.facts, lang) + [label(model, card, lang) for card in ruling.cards]
        yield Text("summary", lang, f"{' · '.join(case)} → {answer_words(model, ruling.asks, ruling.answer, lang)}")
    for source in ruling.sources:
        if source in model.passages:
            yield from (Text("id", "", evidence.identifier or "") for evidence in model.passages[source].evidence)


def _of_card(model: Model, id: Id) -> Iterator[Text]:
    card = model.cards.get(id)
    if card is None:
        yield from _labels(model.archetypes[id].names)
        return
    yield from _labels(card.names)
    yield from (Text("label", "zh", name) for name in card.variants)
    effects = (model.effects[i] for i in links_of(model)["effects-of-card"].get(id, ()))
    for effect in (effect for effect in effects if effect.families):
        for lang in LANGUAGES:
            families = t(lang, "list").join(label(model, family, lang) for family in effect.families)
            yield Text("summary", lang, t(lang, "fact", feature=mark_words(effect, lang), value=families))
    yield from (Text("id", "", number) for number in (card.passcode, card.konami_id or ""))


def _of_term(model: Model, id: Id) -> Iterator[Text]:
    noun = next(known for known in (model.questions, model.features, model.families, model.terms, model.systems) if id in known)[id]
    yield from _labels(noun.labels)
    yield from (Text("definition", lang, text) for lang, text in noun.definitions.items())


def _labels(texts: Texts) -> Iterator[Text]:
    return (Text("label", lang, text) for lang, text in texts.items())


_TEXTS: dict[str, Callable[[Model, Id], Iterable[Text]]] = {
    "rule": _of_rule,
    "ruling": _of_ruling,
    "card": _of_card,
    "term": _of_term,
    "system": _of_term,
}
_IDS: dict[str, Callable[[Model], Iterable[Id]]] = {
    "rule": lambda model: _withdrawn_last(model.rules),
    "ruling": lambda model: _withdrawn_last(model.rulings),
    "card": lambda model: (*model.cards, *model.archetypes),
    "term": lambda model: dict.fromkeys((*model.questions, *model.features, *model.families, *model.terms)),
    "system": lambda model: model.systems,
}
