"""Well-formed Turtle to fill in: a passage, or a ruling or rule for one, with what the graph already knows about it.

What is left to fill in is written `FILL-IN` in a name and `FILL IN` in a text; `ygokg check` reports what was forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import count, product
from string import ascii_lowercase

from ygokg.documents.passages import DATE, digest
from ygokg.errors import NotFound, UsageProblem
from ygokg.graph.labels import suggest
from ygokg.graph.model import Id, Model, Passage, Ruling
from ygokg.graph.subjects import system_of
from ygokg.graph.triples import PREFIXES
from ygokg.graph.words import effect_words, evidence_link, evidence_words, label
from ygokg.lookup.rulings import passage_id

_RULING_PREFIXES = ("effect", "owl", "prov", "rdfs", "ruling", "src", "ygo")
_RULE_PREFIXES = ("owl", "prov", "rule", "skos", "src", "ygo")
_PASSAGE_PREFIXES = ("dct", "owl", "src", "system", "ygo")


def ruling_stub(model: Model, passage: str, cards: Collection[Id] = ()) -> str:
    """Return Turtle for a new ruling of `passage` (`src:negation.112` or `negation.112`), in the form that `ygokg check` wants.

    Its id has the next free suffix, its date is the newest that the passage refers to; of `cards` it lists the effects. Raises
    `NotFound` for a passage that the graph does not have.
    """
    source = _passage(model, passage)
    date = max((e.date for e in source.evidence), default="")
    statements = [
        "ygo:effect effect:FILL-IN",
        "ygo:FILL-IN ygo:FILL-IN",
        "ygo:asks ygo:FILL-IN",
        "ygo:answer ygo:FILL-IN",
        *([f'dct:date "{date}"^^xsd:date'] if date else []),
        f"prov:wasDerivedFrom {source.id}",
        'rdfs:comment "FILL IN"@en',
    ]
    prefixes = (*_RULING_PREFIXES, *(("dct", "xsd") if date else ()))
    hints = [*_place(model, source, "data/rulings"), *_vocabulary(model, source), *_effects(model, cards), *_dates(model, source)]
    subject = f"{_free_ruling(model, source)} a ygo:Ruling , owl:NamedIndividual"
    names = "、".join(label(model, card, "zh") for card in cards)
    return _turtle(f"A ruling of {source.id} to fill in.", prefixes, hints, subject, statements, names)


def rule_stub(model: Model, passage: str) -> str:
    """Return Turtle for a new rule that `passage` states, in the form that `ygokg check` wants; raises `NotFound` like `ruling_stub`.

    Its id is made of the rule system's name, with a number where that is taken.
    """
    source = _passage(model, passage)
    conditions = "".join(
        f"        [ a owl:Restriction ; owl:onProperty ygo:FILL-IN ; {kind} ygo:FILL-IN ]\n"
        for kind in ("owl:hasValue", "owl:someValuesFrom")
    )
    statements = [
        'skos:prefLabel "FILL IN"@zh , "FILL IN"@ja , "FILL IN"@en',
        f"owl:equivalentClass [ a owl:Class ; owl:intersectionOf (\n        ygo:Case\n{conditions}    ) ]",
        "ygo:asks ygo:FILL-IN",
        "ygo:answer ygo:FILL-IN",
        "ygo:exceptionTo rule:FILL-IN",
        f"ygo:basis {'ygo:Table' if source.kind == 'ygo:TableLine' else 'ygo:Stated'}",
        f"prov:wasDerivedFrom {source.id}",
    ]
    hints = [
        *_place(model, source, "ontology/rules"),
        "Rename it after what it says; drop ygo:exceptionTo where it is none, ygo:answer where it only lifts.",
        *_vocabulary(model, source),
    ]
    subject = f"{_free_rule(model, source)} a owl:Class , ygo:Rule"
    return _turtle(f"A rule of {source.id} to fill in.", _RULE_PREFIXES, hints, subject, statements)


def passage_stub(model: Model, passage: str, text: str) -> str:
    """Return Turtle for a passage that the graph does not have yet, the line of a document that reads `text`.

    It is in the form that `ygokg check` wants. Only the hash of the text is kept, and the dates in it. Raises `NotFound` for an
    unknown document, `UsageProblem` for a passage that is there already or has no line number.
    """
    source = passage_id(passage)
    document, _, line = source.rpartition(".")
    _require_new(model, source, document, line)
    dates = " , ".join(f'"{day}"^^xsd:date' for day in sorted({_iso(day) for day in DATE.findall(text)}))
    statements = [
        f"dct:isPartOf {document}",
        f"ygo:line {int(line)}",
        "ygo:passageKind ygo:FILL-IN",
        "ygo:system system:FILL-IN",
        f'ygo:digest "{digest(text)}"',
        *([f"dct:date {dates}"] if dates else []),
    ]
    kinds = sorted({p.kind for p in model.passages.values()})
    own = sorted((p for p in model.passages.values() if p.document == document), key=lambda p: p.line)
    hints = [
        f"Fill in every FILL-IN and move it to data/sources/{document.removeprefix('src:')}.ttl. Of the text only its hash is kept.",
        f"Kind: {' '.join(kinds)}",
        *(f"Rule system: {i} ({label(model, i, 'en')})" for i in dict.fromkeys(p.system for p in own)),
    ]
    prefixes = (*_PASSAGE_PREFIXES, *(("xsd",) if dates else ()))
    return _turtle(f"The passage {source} to fill in.", prefixes, hints, f"{source} a ygo:Passage , owl:NamedIndividual", statements)


def _require_new(model: Model, source: Id, document: Id, line: str) -> None:
    name = source.removeprefix("src:")
    if source in model.passages:
        raise UsageProblem(f"{source} is in the graph already.", f"Add to it: ygokg new ruling {name}.")
    if document not in model.documents:
        known = ", ".join(i.removeprefix("src:") for i in model.documents)
        raise NotFound(f"{name}: there is no such document in data/sources.", f"A passage is a document and a line. Documents: {known}.")
    if not re.fullmatch("[1-9][0-9]*", line):
        raise UsageProblem(f"{name}: {line} is no line number.", f"Count the lines of the document from 1: {document[4:]}.300.")


def _iso(day: str) -> str:
    """Return a day of this century as the documents write it, 14/3/21, in the form 2014-03-21."""
    year, month, of_month = day.split("/")
    return f"20{year}-{int(month):02}-{int(of_month):02}"


def _passage(model: Model, words: str) -> Passage:
    wanted = passage_id(words)
    if wanted in model.passages:
        return model.passages[wanted]
    near = ", ".join(i.removeprefix("src:") for i in suggest({i: {} for i in model.passages}, wanted, 3))
    hint = f"Nearest: {near}." if near else "A passage is a document and a line, such as negation.112."
    document, _, line = wanted.rpartition(".")
    if document in model.documents and re.fullmatch("[1-9][0-9]*", line):
        hint += f"\nA line that is new in the document is made a passage first: ygokg new passage {wanted[4:]} --text …"
    raise NotFound(f"No passage {wanted} in data/sources.", hint)


def _turtle(title: str, prefixes: Iterable[str], hints: Iterable[str], subject: str, statements: Iterable[str], comment: str = "") -> str:
    # turtlefmt puts a blank before a comment that opens a file; without it the stub would not be in its form.
    lines = [f" # {title}", *(f"@prefix {p}: <{PREFIXES[p]}> ." for p in sorted(prefixes)), ""]
    lines += [f"# {hint}" for hint in hints]
    lines += [f"{subject} ;", " ;\n".join(f"    {statement}" for statement in statements) + " ." + (f" # {comment}" if comment else "")]
    return "\n".join(lines) + "\n"


def _place(model: Model, passage: Passage, folder: str) -> Iterator[str]:
    system = model.systems.get(passage.system)
    topic = system.topic if system is not None else passage.document.removeprefix("src:")
    name = f" ({label(model, passage.system, 'en')})" if system is not None else ""
    yield f"Fill in every FILL-IN and move it to {folder}/{topic}.ttl. Rule system: {passage.system}{name}."


def _vocabulary(model: Model, passage: Passage) -> Iterator[str]:
    """Name the questions and features that rulings of the passage's rule system use; all questions where it has no ruling yet."""
    rulings = [r for r in model.rulings.values() if passage.system in system_of(model, r.sources)]
    asked = [i for i in model.questions if any(r.asks == i for r in rulings)]
    for i in asked or model.questions:
        yield f"Question: {i} ({label(model, i, 'en')}) {' '.join(model.questions[i].answers)}".rstrip()
    for i in _features_used(model, rulings):
        yield f"Feature: {i} ({label(model, i, 'en')}) {' '.join(model.features[i].values)}".rstrip()


def _effects(model: Model, cards: Iterable[Id]) -> Iterator[str]:
    for card in cards:
        own = [i for i, effect in model.effects.items() if effect.card == card]
        yield from (f"Effect: {i} ({effect_words(model, i, 'en')})" for i in own)
        if not own:
            yield f"Effect: none of {label(model, card, 'en')} is in the graph yet; define it in data/effects."


def _features_used(model: Model, rulings: Iterable[Ruling]) -> list[Id]:
    used = {feature for ruling in rulings for feature in ruling.facts}
    return [i for i in model.features if i in used]


def _dates(model: Model, passage: Passage) -> Iterator[str]:
    for evidence in passage.evidence:
        yield f"Source: {evidence_words(model, evidence, 'en')} {evidence_link(evidence) or ''}".rstrip()


def _free_ruling(model: Model, passage: Passage) -> Id:
    """Return the passage's own name, or with the letter after those that its rulings have (a ruling without one counts as a)."""
    own = f"ruling:{passage.id.removeprefix('src:')}"
    if own not in model.rulings and not any(i.startswith(own + ".") for i in model.rulings):
        return own
    suffixes = ("".join(letters) for length in count(1) for letters in product(ascii_lowercase, repeat=length))
    next(suffixes)
    return next(f"{own}.{s}" for s in suffixes if f"{own}.{s}" not in model.rulings)


def _free_rule(model: Model, passage: Passage) -> Id:
    own = f"rule:{passage.system.removeprefix('system:')}"
    return next(i for i in (own, *(f"{own}-{n}" for n in range(2, len(model.rules) + 3))) if i not in model.rules)
