"""Terms, concepts with all that is about them, and the words of the vocabulary itself, as lines for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ygokg.graph.model import Id, Model, Word
from ygokg.graph.words import definition, effect_words, label, source_words
from ygokg.lookup.terms import Branch, ConceptView, TermView, WordPage
from ygokg.messages import LANGUAGES, t
from ygokg.render.lines import Line, heading, rule_line, ruling_lines, section

_ABOUT = ("families", "features", "questions", "concept-values", "systems")


def term_lines(model: Model, view: TermView, lang: str) -> list[Line]:
    """Return a term as lines: labels, kind, definition, values, neighbours, then where it is used."""
    lines = _head(model, view.id, _kind(model, view, lang), lang)
    values = "answers" if view.kind == "question" else "values"
    for key, ids in ((values, view.values), ("had-by", view.had_by), ("broader", view.broader), ("narrower", view.narrower)):
        lines += section(lang, f"term.{key}", _named(model, ids, lang))
    lines += _some(lang, "members", [effect_words(model, i, lang) for i in view.members], view.counts["effect"])
    lines += _some(lang, "rules", [rule_line(model, i, lang) for i in view.rules], view.counts["rule"])
    lines += _rulings(model, view.rulings, view.counts["ruling"], lang)
    return [*lines, *section(lang, "term.sources", [source_words(model, i, lang) for i in view.sources])]


def also_lines(model: Model, others: Sequence[Id], lang: str) -> list[Line]:
    """Return other terms of the same label as lines; none where there are none."""
    return section(lang, "term.also", [f"{i}  {label(model, i, lang)}" for i in others])


def _kind(model: Model, view: TermView, lang: str) -> str:
    kind = t(lang, f"term.{view.kind}")
    if view.kind != "feature":
        return kind
    return f"{kind} ({t(lang, f'term.feature.{model.features[view.id].kind}')})"


def concept_lines(model: Model, view: ConceptView, lang: str, *, first: int | None) -> list[Line]:
    """Return a concept as lines: what it is, its neighbours, and what is about it (`first` of each; None: all)."""
    lines = _head(model, view.id, t(lang, "term.concept"), lang)
    for key, ids in (("broader", view.broader), ("narrower", view.narrower)):
        lines += section(lang, f"term.{key}", _named(model, ids, lang))
    for key, ids in zip(_ABOUT, (view.families, view.features, view.questions, view.values, view.systems), strict=True):
        lines += _some(lang, key, _named(model, ids[:first], lang), len(ids))
    lines += _some(lang, "rules", [rule_line(model, i, lang) for i in view.rules[:first]], len(view.rules))
    lines += _rulings(model, view.rulings[:first], len(view.rulings), lang)
    return [*lines, *section(lang, "term.sources", [source_words(model, i, lang) for i in view.sources])]


def branch_lines(model: Model, branches: Sequence[Branch], lang: str, indent: str = "") -> Iterator[Line]:
    """Yield the scheme as a tree, each concept with its id."""
    for branch in branches:
        yield Line(f"{indent}{label(model, branch.id, lang)} ({branch.id})", bold=not indent)
        yield from branch_lines(model, branch.branches, lang, f"{indent}  ")


def concept_rows(model: Model, views: Iterable[ConceptView], lang: str) -> list[tuple[object, ...]]:
    """Return one row per concept: id, label, the concepts above it, and how much is about it."""
    rows: list[tuple[object, ...]] = []
    for view in views:
        counts = map(len, (view.families, view.features, view.questions, view.systems, view.rules, view.rulings))
        rows.append((view.id, label(model, view.id, lang), " ".join(view.broader), *counts))
    return rows


def about_lines(model: Model, term: Id, lang: str) -> list[Line]:
    """Return the concepts that a term is about, as lines."""
    return section(lang, "term.about", _named(model, model.subjects.get(term, ()), lang))


def word_lines(model: Model, word: Word, narrower: Sequence[Id], lang: str) -> list[Line]:
    """Return a class, property or item of the vocabulary as lines, with what is `narrower` and an example of its use."""
    lines = _head(model, word.id, t(lang, f"term.{word.kind}"), lang)
    for key, ids in (("broader", word.above), ("narrower", narrower), ("domain", word.domain), ("range", word.range)):
        lines += section(lang, f"term.{key}", _named(model, ids, lang))
    return [*lines, *section(lang, "term.example", [" ".join(word.example)] if word.example else [])]


def definition_lines(model: Model, page: WordPage, lang: str) -> list[Line]:
    """Return the SPARQL of a definition of situations as lines, with its place in the order and its passages; of no other word any."""
    if not page.construct:
        return []
    lines = section(lang, "term.construct", page.construct.splitlines(), stratum=page.stratum)
    return [*lines, *section(lang, "term.sources", [source_words(model, i, lang) for i in page.sources])]


def _head(model: Model, id: Id, kind: str, lang: str) -> list[Line]:
    names = list(dict.fromkeys([label(model, id, lang), *(label(model, id, other) for other in LANGUAGES)]))
    others = [Line(" / ".join(names[1:]))] if names[1:] else []
    text = definition(model, id, lang)
    return [Line(names[0], bold=True), *others, Line(f"{id} · {kind}"), *([Line(text)] if text else [])]


def _named(model: Model, ids: Sequence[Id], lang: str) -> list[str]:
    return [f"{label(model, i, lang)} ({i})" for i in ids]


def _some(lang: str, key: str, entries: Sequence[str], count: int) -> list[Line]:
    return [*section(lang, f"term.{key}", entries, count=count), *_more(lang, count - len(entries))]


def _rulings(model: Model, shown: Sequence[Id], count: int, lang: str) -> list[Line]:
    lines = [*heading(lang, "term.rulings", count=count), *ruling_lines(model, shown, lang)]
    return [*lines, *_more(lang, count - len(shown))] if count else []


def _more(lang: str, left: int) -> list[Line]:
    return [Line(f"  {t(lang, 'term.more', count=left)}", dim=True)] if left else []
