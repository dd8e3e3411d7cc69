"""Rulings in an explanation: what they say and where it is written, and how the nearest ones compare with the case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ygokg.graph.model import Id, Model
from ygokg.graph.words import evidence_link, evidence_words, fact_words, label, source_words
from ygokg.messages import t
from ygokg.render.lines import Entry, ruling_lines
from ygokg.resolver import Precedent
from ygokg.resolver.records import PARTIES

__all__ = ["differences_words", "precedent_entries", "ruling_entry", "source_entries"]

_KINDS = ("role", "state", "derived", "text")

Pairs = tuple[tuple[Id, Id], ...]


def ruling_entry(model: Model, ruling: Id, lang: str) -> Entry:
    """Return a ruling: its answer and date, what it is about, and where it is written."""
    said, *about = (line.text.strip() for line in ruling_lines(model, [ruling], lang))
    return Entry(said, (*map(Entry, about), *source_entries(model, model.rulings[ruling].sources, lang)))


def source_entries(model: Model, sources: Sequence[Id], lang: str) -> Iterator[Entry]:
    """Yield passages with their rule system, and below each what it refers to itself."""
    for i in sources:
        evidence = model.passages[i].evidence if i in model.passages else ()
        below = (Entry(evidence_words(model, e, lang), (), evidence_link(e)) for e in evidence if e.source_class)
        yield Entry(t(lang, "explain.source", source=source_words(model, i, lang, system=True)), tuple(below))


def precedent_entries(model: Model, precedents: Sequence[Precedent], lang: str) -> Iterator[Entry]:
    """Yield the nearest rulings with what they share with the case and where they differ from it."""
    for precedent in precedents:
        said, *about = (line.text.strip() for line in ruling_lines(model, [precedent.ruling], lang))
        yield Entry(said, (*map(Entry, about), *_shared(model, precedent, lang), *_differences(model, precedent, lang)))


def _shared(model: Model, precedent: Precedent, lang: str) -> Iterator[Entry]:
    if precedent.shared:
        yield Entry(t(lang, "explain.shared", facts=t(lang, "and").join(fact_words(model, f, v, lang) for f, v in precedent.shared)))
    if precedent.same_rules:
        yield Entry(t(lang, "explain.same-rules"))
    elif not precedent.shared:
        yield Entry(t(lang, "explain.some-rules"))


def _differences(model: Model, precedent: Precedent, lang: str) -> Iterator[Entry]:
    for difference in differences_words(model, precedent, lang):
        yield Entry(t(lang, "explain.differs", differences=difference))


def differences_words(model: Model, precedent: Precedent, lang: str) -> Iterator[str]:
    """Yield where a ruling differs from the case, feature by feature: first whose effects, then what happens, then what texts say."""
    features = {f for f, _ in (*precedent.different, *precedent.lacking)}
    for feature in sorted(features, key=lambda f: (f not in PARTIES, _KINDS.index(model.features[f].kind), f)):
        there, here = (_values(model, pairs, feature, lang) for pairs in (precedent.different, precedent.lacking))
        yield t(lang, "explain.difference", feature=label(model, feature, lang), there=there, here=here)


def _values(model: Model, pairs: Pairs, feature: Id, lang: str) -> str:
    found = [label(model, value, lang) for f, value in pairs if f == feature]
    return t(lang, "list").join(found) or t(lang, "explain.unsaid")
