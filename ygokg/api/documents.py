"""The rules documents that the user imported: taking them in, what they say of a card, when, what is new, and what no longer stands."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ygokg.api.session import Meanings, nothing_found
from ygokg.documents import changes as log
from ygokg.documents import drift as standing
from ygokg.documents import library
from ygokg.documents.changes import CHANGES, KINDS, Change, Contradiction, contradictions
from ygokg.documents.drift import Comparison, Drifted
from ygokg.documents.history import Candidate, Entry, entries_citing, entries_naming, predecessors
from ygokg.documents.library import DocumentAccount, Read, Written, left_behind, read_all
from ygokg.documents.searching import open_table
from ygokg.documents.shelf import connect, document_ages
from ygokg.errors import BrokenInput, NotFound, UsageProblem
from ygokg.graph.subjects import require_topics
from ygokg.messages import t
from ygokg.names.keys import name_key
from ygokg.store.folders import documents_there

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ygokg.api.session import Session
    from ygokg.documents.courses import Course
    from ygokg.documents.files import FoundFiles
    from ygokg.documents.states import Past
    from ygokg.graph.ages import Imported
    from ygokg.graph.model import Id, Model

__all__ = [
    "CHANGES",
    "DRIFTS",
    "KINDS",
    "Candidate",
    "Change",
    "Changes",
    "Contradiction",
    "Courses",
    "DocumentAccount",
    "Drift",
    "Drifted",
    "Entry",
    "History",
    "Read",
    "Written",
    "accounts",
    "changes",
    "contradictions",
    "course_of",
    "drift",
    "find_documents",
    "history",
    "keep",
    "left_behind",
    "read_all",
    "remove",
    "wordings_of",
]

DRIFTS = standing.CHANGES
"""The kinds of change by which a passage no longer stands as it was encoded."""
_FAQ = re.compile(r"(?:faq|fid)\s*[:=]?\s*(\d+)", re.IGNORECASE)


# ---- taking in


def find_documents(paths: Sequence[Path], lang: str) -> FoundFiles:
    """Return the documents at the paths, for `read_all`; raises `UsageProblem` and `BrokenInput` as `ygokg.documents.files.find_files`."""
    from ygokg.documents.files import find_files

    return find_files(paths, lang)


def keep(read: Sequence[Read], lang: str) -> Written:
    """Take documents in that were read, as a whole or not at all; raises `BrokenInput` where they cannot be kept."""
    done = library.write(read, lang)
    open_table(lang)  # so that the first search need not make it
    return done


def remove(ids: Iterable[str], lang: str) -> None:
    """Take documents out again; raises `NotFound` for one that was never imported."""
    library.remove(ids, lang)
    open_table(lang)


def accounts(session: Session, only: tuple[str, ...] = ()) -> list[DocumentAccount]:
    """Return what was imported, document by document (`only` these), with the account of every line; raises as `history` does."""
    return library.accounts(_known(session), session.lang, only)


def _known(session: Session) -> Callable[[str], str]:
    """Return what tells by a name's key whether the data or the user's card databases have it, as a card or as a series."""
    from ygokg.names.pool import Pool

    model, own = session.model, session.library
    kinds = {key: "series" if isinstance(item, str) and item.startswith("archetype:") else "card" for key, item in Pool(model).named()}
    kinds |= {name_key(name): "card" for card in model.cards.values() for name in card.variants}

    def known(key: str) -> str:
        return kinds.get(key, "") or ("card" if own and (own.called(key) or own.called(key, spelling=True)) else "")

    return known


# ---- what they say


class History(NamedTuple):
    """What was said, in order of the days; by the numbers of the entries what each may replace, and the rulings that encode it."""

    model: Model
    entries: list[Entry]
    before: dict[int, list[Candidate]]
    rulings: dict[int, list[Id]]


def history(session: Session, subject: str) -> History | Meanings:
    """Return what was said about a card or an archetype, or in an official answer (`faq:12812`); or what a name can mean.

    Raises `NotFound` where nothing was imported, the name means nothing, or nothing was said; `BrokenInput` where the imported
    documents are damaged.
    """
    lang = session.lang
    if not documents_there():
        raise NotFound(t(lang, "import.nothing"), t(lang, "import.nothing.hint"))
    faq = _FAQ.fullmatch(subject.strip())
    keys = () if faq else _keys(session, subject)
    if isinstance(keys, Meanings):
        return keys
    number = faq[1] if faq else subject.strip() if subject.strip().isdecimal() and not keys else None
    entries = entries_citing(number, lang) if number else entries_naming(keys, lang)
    if not entries:
        raise NotFound(t(lang, "history.nothing", subject=subject), t(lang, "history.nothing.hint"))
    changed = [entry for entry in entries if entry.state == "changed"]
    # What a change in an official answer replaces may cite another answer, or none: all about its cards is looked at.
    around = {entry.number: entries if keys else entries_naming(entry.names, lang) if entry.names else [] for entry in changed}
    before = {entry.number: predecessors(entry, around[entry.number]) for entry in changed}
    return History(session.model, entries, before, _encoded(session.model, entries))


def _keys(session: Session, subject: str) -> tuple[str, ...] | Meanings:
    """Return the keys of all names of a card or archetype; none for a number that is no card's."""
    from ygokg.names.lookup import find

    model, own = session.model, session.library
    match = find(model, subject, own)
    if match.found is not None:
        card = model.cards.get(match.found) or next((card for card in match.outside if card.id == match.found), None)
        names = (*card.names.values(), *card.variants) if card is not None else model.archetypes[match.found].names.values()
        return tuple(dict.fromkeys(map(name_key, names)))
    if subject.strip().isdecimal():
        return ()
    if (key := name_key(subject)) and not match.candidates and _is_named(key, session.lang):
        return (key,)
    if match.candidates:
        outside = {card.id: card for card in match.outside}
        model.cards.update(outside)
        imported = own.holding(outside) if own and outside else ()
        return Meanings(model, subject, match.candidates, model, match.candidates, imported)
    raise nothing_found(model, "card.unknown", subject, [i for i in match.suggestions if i in model.cards], session.lang)


def _is_named(key: str, lang: str) -> bool:
    """Say whether the documents have a name that neither the data nor the user's databases know."""
    with connect(lang) as shelf:
        return shelf.execute("SELECT 1 FROM names WHERE key = ? LIMIT 1", (key,)).fetchone() is not None


def _encoded(model: Model, entries: Iterable[Entry]) -> dict[int, list[Id]]:
    ours: dict[str, dict[Id, None]] = {}
    for ruling in model.rulings.values():
        for source in ruling.sources:
            if source in model.passages:
                ours.setdefault(model.passages[source].digest, {})[ruling.id] = None
    return {entry.number: list(ours.get(entry.digest, ())) for entry in entries}


class Changes(NamedTuple):
    """What is new since a day, each with the rule system that it belongs to, if any; `ages` are those of the documents by id."""

    model: Model
    placed: list[tuple[Change, Id | None]]
    ages: dict[str, Imported]


def changes(session: Session, since: str, *, topic: str | None = None, wanted: Collection[str] = ()) -> Changes:
    """Return what the documents say anew since a day (YYYY-MM-DD): of a topic, and of the `wanted` ones of `CHANGES`, or all.

    Raises `NotFound` where there is nothing, `UsageProblem` for a topic that there is not, `BrokenInput` for damaged documents.
    """
    model, lang = session.model, session.lang
    require_topics(model, (topic,), lang)
    systems = log.Systems(model)
    everything = log.changes(since, lang)
    placed = [(change, systems.of(change)) for change in everything if not wanted or change.change in wanted]
    placed = [(change, system) for change, system in placed if topic is None or (system and model.systems[system].topic == topic)]
    if not placed and everything:
        raise NotFound(t(lang, "changes.nothing-such", since=since), t(lang, "changes.nothing-such.hint", count=len(everything)))
    if not placed:
        raise NotFound(t(lang, "changes.nothing", since=since), t(lang, "changes.nothing.hint"))
    return Changes(model, placed, document_ages(lang))


# ---- what still stands


class Drift(NamedTuple):
    """The encoded passages compared with the newest imports of their documents (`found`), and those that are to be shown."""

    model: Model
    found: Comparison
    shown: tuple[Drifted, ...]


def drift(session: Session, *, wanted: Collection[str] = (), topic: str | None = None) -> Drift:
    """Return which encoded passages no longer stand: of a topic, and of the `wanted` ones of `DRIFTS`, or all.

    Raises `NotFound` where no document that is encoded was imported, `UsageProblem` for a topic that there is not.
    """
    model, lang = session.model, session.lang
    require_topics(model, (topic,), lang)
    found = standing.drift(model, lang)
    if not found.compared:
        raise NotFound(t(lang, "drift.nothing"), t(lang, "drift.nothing.hint"))
    of_topic = (one for one in found.drifted if topic is None or model.systems[model.passages[one.passage].system].topic == topic)
    return Drift(model, found, tuple(one for one in of_topic if not wanted or one.change in wanted))


# ---- what they said, by the history of their checkout


class Courses(NamedTuple):
    """The courses of a passage, several where its text stands in several lines, and the past of its chapter."""

    courses: list[Course]
    past: Past


def wordings_of(session: Session, subject: str, file: Path) -> Courses:
    """Return how an encoded passage (`src:negation.112`) became what it is, by the history of the checkout that a chapter's file is in.

    Raises `UsageProblem` for what is no passage and for a file in no checkout, and what `course_of` raises.
    """
    from ygokg.documents.files import place_in_checkout

    lang, name = session.lang, f"src:{subject.removeprefix('src:')}"
    passage = session.model.passages.get(name)
    if passage is None:
        raise UsageProblem(t(lang, "history.in-checkout", name=subject), t(lang, "history.in-checkout.hint"))
    place = place_in_checkout(file)
    if place is None:
        raise UsageProblem(t(lang, "history.no-checkout", path=file), t(lang, "history.no-checkout.hint"))
    return course_of(*place, passage.digest, lang)


def course_of(checkout: Path, name: str, digest: str, lang: str) -> Courses:
    """Return how a passage became what it is: its earlier and later texts with their days, by the history of a git checkout.

    `name` is the file of the chapter from the folder of the checkout, with `/`, and `digest` the hash of any text of the passage. Raises
    `BrokenInput` where the history cannot be read, and `NotFound` for a file or a text that was never in it; messages are in `lang`.
    """
    from ygokg.documents.courses import courses, with_digest
    from ygokg.documents.states import read_states

    pasts = read_states(checkout, [name])
    if pasts is None:
        raise BrokenInput(t(lang, "course.unreadable", path=checkout), t(lang, "course.unreadable.hint"))
    if name not in pasts:
        raise NotFound(t(lang, "course.no-file", path=checkout, name=name), t(lang, "course.no-file.hint"))
    found = with_digest(courses(pasts[name].states), digest)
    if not found:
        raise NotFound(t(lang, "course.no-passage", name=name, digest=digest), t(lang, "course.no-passage.hint"))
    return Courses(found, pasts[name])
