"""What may be meant by something half typed: names in any language, ids, passcodes; from the graph as it is in the cache."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ygokg.graph.model import Card, Id, Model, Texts
from ygokg.graph.words import effect_suffix, label
from ygokg.messages import LANGUAGES
from ygokg.names.keys import name_key

if TYPE_CHECKING:
    from ygokg.names.library import Library

_MOST = 200
"""So many names of the user's databases are offered at most."""


class Candidate(NamedTuple):
    """What could stand there, what it is in other words, and whether it is only the beginning of a word (`negator=`)."""

    value: str
    help: str = ""
    begins: bool = False


def candidates(kind: str, typed: str, lang: str, about: str = "", *, builtin: bool = True) -> list[Candidate]:
    """Return what something half typed could be: `about` is the question or query that facts and parameters are of.

    The graph is asked only where it is in the cache, for building it takes too long; with that of the user's alone, not at all. Cards
    may also be of the databases that the user imported.
    """
    if kind in _NAMES:
        return [Candidate(name) for name in _NAMES[kind]() if name.startswith(typed)]
    from ygokg.store.cache import open_stored

    graph = open_stored() if builtin else None
    if graph is None:
        return []
    if kind == "cards":
        from ygokg.api.session import Session

        return any_cards(graph.model, typed, lang, Session(lang).library)
    if kind == "facts":
        return facts(graph.model, about, typed, lang)
    return parameters(graph.model, about, typed, lang) if kind == "parameters" else _FINDERS[kind](graph.model, typed, lang)


def any_cards(model: Model, typed: str, lang: str, library: Library | None) -> list[Candidate]:
    """Return the cards as `cards` does, and then those that only the user's databases have, once something is typed."""
    wanted = name_key(typed)
    outside = library.starting(wanted, _MOST) if library is not None and wanted else ()
    named = _having_names((card for card in outside if card.id not in model.cards), wanted, lang)
    return [*cards(model, typed, lang), *(Candidate(name, card.passcode) for card, name in named)]


def cards(model: Model, typed: str, lang: str) -> list[Candidate]:
    """Return the cards with a name, a passcode or (with `%`) an official id that begins so, each once; with nothing typed all by name."""
    if typed.startswith("%"):
        numbers = ((f"%{card.konami_id}", i) for i, card in model.cards.items() if card.konami_id)
        return [Candidate(number, label(model, i, lang)) for number, i in numbers if number.startswith(typed)]
    found = [Candidate(name, card.passcode) for card, name in _named(model, typed, lang)]
    if typed.isdecimal():
        found += [Candidate(c.passcode, label(model, c.id, lang)) for c in model.cards.values() if c.passcode.startswith(typed)]
    return found


def effects(model: Model, typed: str, lang: str) -> Iterator[Candidate]:
    """Yield the effects, as `CARD#1`, of the cards with a name that begins so, and those that stand for any card."""
    name, mark, number = typed.partition("#")
    of_card: dict[Id | None, list[Id]] = {}
    for effect in model.effects.values():
        of_card.setdefault(effect.card, []).append(effect.id)
    for card, words in _named(model, name, lang):
        if not mark or name_key(words) == name_key(name):
            suffixes = (effect_suffix(i) for i in of_card.get(card.id, ()))
            yield from (Candidate(f"{words}#{suffix}") for suffix in suffixes if suffix.startswith(number))
    yield from labelled({i: model.effects[i].labels for i in of_card.get(None, ())}, typed, lang)


def labelled(named: Mapping[Id, Texts], typed: str, lang: str) -> Iterator[Candidate]:
    """Yield the things whose id, with or without its prefix, or else whose label in any language begins so, each once."""
    wanted = _folded(typed)
    for id, texts in named.items():
        local = id.partition(":")[2]
        words = texts.get(lang) or texts.get("en", "")
        beginning = next((form for form in (local, id) if _folded(form).startswith(wanted)), None)
        if beginning is None:
            beginning = next((text for key in (lang, *LANGUAGES) if _folded(text := texts.get(key, "")).startswith(wanted)), None)
            words = id
        if beginning:
            yield Candidate(beginning, words)


def questions(model: Model, typed: str, lang: str) -> list[Candidate]:
    """Return the questions."""
    return list(labelled({i: question.labels for i, question in model.questions.items()}, typed, lang))


def facts(model: Model, question: str, typed: str, lang: str) -> list[Candidate]:
    """Return the features that matter for a question (all, where it is none), each with `=`; after that sign, the values of one."""
    from ygokg.graph.labels import called
    from ygokg.lookup.questions import features_of
    from ygokg.resolver import Rulebase

    asked = called({i: q.labels for i, q in model.questions.items()}, question) if question else []
    name, sign, value = typed.partition("=")
    if not sign:
        known = features_of(Rulebase(model), asked[0]) if len(asked) == 1 else tuple(model.features)
        found = labelled({i: model.features[i].labels for i in known}, typed, lang)
        return [Candidate(f"{c.value}=", c.help, begins=True) for c in found]
    features = called({i: feature.labels for i, feature in model.features.items()}, name)
    if len(features) != 1:
        return []
    return [Candidate(f"{name}={c.value}", c.help) for c in _values(model, asked, features[0], value, lang)]


def parameters(model: Model, query: str, typed: str, lang: str) -> list[Candidate]:
    """Return the parameters of a named query, each with `=`; after that sign, what one of them takes."""
    from ygokg.store.sparql import named_queries, named_query

    if query not in named_queries():
        return []
    name, sign, value = typed.partition("=")
    known = {parameter.name: parameter for parameter in named_query(query).parameters}
    if not sign:
        return [Candidate(f"{p.name}=", p.meaning, begins=True) for p in known.values() if p.name.startswith(typed)]
    if name not in known:
        return []
    return [Candidate(f"{name}={c.value}", c.help) for c in _of_kind(model, known[name].kind, value, lang)]


def rules(model: Model, typed: str, lang: str) -> list[Candidate]:
    """Return the rules, and the rule systems that have any."""
    from ygokg.graph.subjects import system_of

    named = {i: rule.labels for i, rule in model.rules.items() if rule.in_force}
    sources = (*(rule.sources for rule in model.rules.values()), *(ruling.sources for ruling in model.rulings.values()))
    filled = {system for cited in sources for system in system_of(model, cited)}
    systems = {i: system.labels for i, system in model.systems.items() if i in filled}
    return [*labelled(systems, typed, lang), *labelled(named, typed, lang)]


def rulings(model: Model, typed: str, lang: str) -> list[Candidate]:
    """Return the rulings by their ids."""
    return [Candidate(c.value, _summary(model, c.value, lang)) for c in labelled({i: {} for i in model.rulings}, typed, lang)]


def passages(model: Model, typed: str, lang: str) -> list[Candidate]:
    """Return the passages by document and line."""
    return list(labelled({i: {} for i in model.passages}, typed, lang))


def terms(model: Model, typed: str, lang: str) -> list[Candidate]:
    """Return the words of the vocabulary."""
    from ygokg.graph.labels import named_terms

    return list(labelled({**named_terms(model), **{i: word.labels for i, word in model.words.items()}}, typed, lang))


def topics(model: Model, typed: str, _lang: str) -> list[Candidate]:
    """Return the topics."""
    names = dict.fromkeys(system.topic for system in model.systems.values())
    return [Candidate(topic) for topic in names if topic.startswith(typed)]


_FINDERS = {
    "passages": passages,
    "questions": questions,
    "rules": rules,
    "rulings": rulings,
    "terms": terms,
    "topics": topics,
}


def _queries() -> Iterable[str]:
    from ygokg.store.bundle import query_files

    return [path.stem for path in query_files()]


def _databases() -> Iterable[str]:
    from ygokg.names.library import sources
    from ygokg.store.folders import names_folder

    return [source if isinstance(source, str) else source.name for source in sources(names_folder())]


def _documents() -> Iterable[str]:
    from ygokg.documents.library import document_ids

    return document_ids()


_NAMES = {"queries": _queries, "databases": _databases, "documents": _documents}
"""What needs no graph: the named queries, and what the user imported."""


def _named(model: Model, typed: str, lang: str) -> Iterator[tuple[Card, str]]:
    """Yield each card of the graph with its first name that begins so; with nothing typed, with its name in the reader's language."""
    wanted = name_key(typed)
    return _having_names(model.cards.values(), wanted, lang) if wanted or not typed else iter(())


def _having_names(found: Iterable[Card], wanted: str, lang: str) -> Iterator[tuple[Card, str]]:
    """Yield each card with its first name whose key begins so, in the reader's language before the others."""
    order = tuple(dict.fromkeys((lang, *LANGUAGES, "zh-Hans")))
    for card in found:
        names = (card.names[key] for key in order if key in card.names)
        name = next((name for name in names if not wanted or name_key(name).startswith(wanted)), None)
        if name is not None:
            yield card, name


def _values(model: Model, asked: list[Id], feature: Id, typed: str, lang: str) -> Iterator[Candidate]:
    known = model.features[feature]
    if known.kind != "role":
        yield from labelled({i: model.terms[i].labels for i in known.values if i in model.terms}, typed, lang)
        return
    from ygokg.lookup.asking import families_told_apart

    families = families_told_apart(model, asked[0], feature) if len(asked) == 1 else tuple(model.families)
    yield from labelled({i: model.families[i].labels for i in families}, typed, lang)
    yield from effects(model, typed, lang)


def _of_kind(model: Model, kind: str, typed: str, lang: str) -> Iterable[Candidate]:
    """Return what a parameter of a kind takes (see `ygokg.lookup.arguments.KINDS`); nothing for free text."""
    from ygokg.lookup.arguments import LABELS

    if kind == "card":
        return cards(model, typed, lang)
    if kind == "effect":
        return effects(model, typed, lang)
    if kind == "lang":
        return (Candidate(language) for language in LANGUAGES if language.startswith(typed))
    return labelled(LABELS[kind](model), typed, lang) if kind in LABELS else ()


def _summary(model: Model, ruling: str, lang: str) -> str:
    known = model.rulings[ruling if ruling.startswith("ruling:") else f"ruling:{ruling}"]
    return known.summary if lang == "en" else label(model, known.asks, lang)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
