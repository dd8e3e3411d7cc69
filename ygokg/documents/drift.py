"""What became of the passages that are encoded, in the newest import of their documents."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ygokg.documents.history import Entry, fetch
from ygokg.documents.moves import DOCUMENT, Earlier, Move, Spot, matched, moves
from ygokg.documents.passages import best, differences, likeness, overlap
from ygokg.documents.shelf import connect
from ygokg.graph.model import Document, Id, Model, Passage
from ygokg.graph.triples import natural_key
from ygokg.names.keys import name_key
from ygokg.names.links import cards_stated

CHANGES = ("changed", "withdrawn", "moved", "vanished")
_ALIKE = 0.5
"""Two texts less alike than this are not taken for two states of one."""
_SAME_SOURCE = 0.6
"""What it counts where the earlier text is not known, but a passage cites the same official answer."""


class Standing(NamedTuple):
    """Where a text stands: imported document, its revision and day, line, headings, and the text."""

    document: str
    revision: str
    dated: str
    line: int
    section: tuple[str, ...]
    text: str


class Drifted(NamedTuple):
    """An encoded passage that does not stand any more as it was encoded.

    `change` is one of `CHANGES`; `before` is its text where an import still has it, `now` what is most likely its new state, as like
    as `score` says; `words` the differing words, before and now; `moves` in which respects it moved, and from where to where.
    """

    passage: Id
    change: str
    before: str
    now: Standing | None
    score: float
    words: tuple[tuple[str, str], ...]
    moves: tuple[Move, ...] = ()


class Comparison(NamedTuple):
    """All encoded documents compared: the findings, how many passages stand as they were, what was compared with what, what was not."""

    drifted: tuple[Drifted, ...]
    standing: int
    compared: dict[Id, Standing]
    missing: tuple[Id, ...]


def drift(model: Model, lang: str) -> Comparison:
    """Compare every passage of a document with the newest import of it; of several encoded states that which stands nearest to it.

    An imported document is the same as an encoded one where its title or file is called as that one is in any language. Raises as
    `ygokg.documents.shelf.connect` does.
    """
    found: list[Drifted] = []
    compared: dict[Id, Standing] = {}
    missing: list[Id] = []
    standing = 0
    with connect(lang) as library:
        revised = {document.revision_of for document in model.documents.values()}
        for latest in (document for document in model.documents.values() if document.id not in revised):
            states = _states(model, latest)
            same = _imports_of(library, states)
            if not same:
                missing.append(latest.id)
                continue
            passages = _nearest(library, model, states, same[0][0])
            document = states[0] if not passages else model.documents[passages[0].document]
            compared[document.id] = Standing(*same[0][:3], 0, (), "")
            drifted = list(_compare(library, model, passages, [row[0] for row in same], marked=same[0][3] == "rst"))
            found += drifted
            standing += len(passages) - len(drifted)
    found.sort(key=lambda one: natural_key(one.passage))
    return Comparison(tuple(found), standing, compared, tuple(missing))


def _states(model: Model, document: Document) -> list[Document]:
    """Return a state of a document and the earlier ones that it revises: what the imports of it are called, the first of them was."""
    found = [document]
    while (earlier := model.documents.get(found[-1].revision_of or "")) is not None and earlier not in found:
        found.append(earlier)
    return found


def _nearest(library: sqlite3.Connection, model: Model, states: Sequence[Document], newest: str) -> list[Passage]:
    """Return the passages of the state of which an import has the largest share; of equal ones the latest."""
    there = {row[0] for row in library.execute("SELECT digest FROM passages WHERE document = ?", (newest,))}
    by_state = [[passage for passage in model.passages.values() if passage.document == state.id] for state in states]
    return max(by_state, key=lambda passages: sum(p.digest in there for p in passages) / max(1, len(passages)))


def _imports_of(library: sqlite3.Connection, states: Sequence[Document]) -> list[tuple[str, str, str, str]]:
    """Return id, revision, day and form of the imports of a document, of which these are the states.

    Checkouts are before files, markup before plain text, then the newest.
    """
    called = {name_key(name) for state in states for name in (*state.labels.values(), state.id.partition(":")[2])}
    rows = library.execute(
        "SELECT id, revision, dated, form, title FROM documents ORDER BY revision = '', form, dated DESC, imported DESC, id"
    )
    return [(id, *age, form) for id, *age, form, title in rows if called & {name_key(title), name_key(id.rpartition("/")[2])}]


def _compare(
    library: sqlite3.Connection, model: Model, passages: Sequence[Passage], imports: Sequence[str], *, marked: bool
) -> Iterator[Drifted]:
    newest = imports[0]
    passages = sorted(passages, key=lambda passage: passage.line)
    entries = fetch(library, "document = ?", [newest])
    at = {entry.place.line: entry for entry in entries}
    places = [Spot(one.place.line, one.digest, one.kind, one.box, one.place.section, one.text) for one in entries]
    now = matched(passages, places)
    earlier = _earlier(library, newest, model.documents[passages[0].document].issued) if passages else {}
    moved = moves(passages, now, places, earlier, marked=marked)
    lost: list[Passage] = []
    for passage in passages:
        if passage.id not in now:
            lost.append(passage)
            continue
        entry, ways = at[now[passage.id].line], tuple(moved.get(passage.id, ()))
        if entry.state == "withdrawn" or ways:
            change = "withdrawn" if entry.state == "withdrawn" else "moved"
            yield Drifted(passage.id, change, entry.text, _standing(entry), 1.0, (), ways)
    known = {passage.digest for passage in passages}
    free = [entry for entry in entries if entry.digest not in known]
    yield from _lost(library, model, lost, free, imports)


def _earlier(library: sqlite3.Connection, document: str, issued: str) -> dict[str, Earlier]:
    """Return by hash where the first import of a document had lines otherwise, as far as it is not older than what is encoded."""
    rows = library.execute(
        "SELECT digest, section, kind, box, line FROM earlier WHERE document = ? AND change <> 'new' AND substr(dated, 1, 7) >= ?"
        " ORDER BY rowid",
        (document, issued),
    )
    found: dict[str, Earlier] = {}
    for digest, section, kind, box, line in rows:
        place = Spot(line, digest, kind, box, tuple(json.loads(section)), "")
        found.setdefault(digest, Earlier(place.section, place.part))
    return found


def _lost(
    library: sqlite3.Connection, model: Model, lost: Sequence[Passage], free: Sequence[Entry], imports: Sequence[str]
) -> Iterator[Drifted]:
    """Tell of passages that the newest import does not have: where they went, or what they most likely became."""
    cited = [{source.identifier for source in entry.cited} for entry in free]
    scores: list[tuple[float, int, int]] = []
    texts = [_earlier_text(library, passage.digest) for passage in lost]
    elsewhere = [_elsewhere(library, passage.digest, imports) for passage in lost]
    for at, passage in enumerate(lost):
        ids = {e.identifier for e in passage.evidence if e.identifier}
        named = _names_of(model, passage) if not texts[at] else set()
        for number, entry in enumerate(free):
            if texts[at]:
                score = likeness(texts[at], entry.text)
            else:
                shared = _SAME_SOURCE if ids & cited[number] else 0.0
                score = max(shared, overlap(named, entry.names.keys()) * (1 + shared) / 2)
            if score >= _ALIKE and elsewhere[at] is None:
                scores.append((score, at, number))
    pairs = best(scores)
    for at, passage in enumerate(lost):
        other = elsewhere[at]
        if other is not None:
            yield Drifted(passage.id, "moved", other.text, other, 1.0, (), (Move(DOCUMENT, imports[0], other.document),))
        elif at in pairs:
            score, number = pairs[at]
            now = _standing(free[number])
            words = tuple(differences(texts[at], now.text)) if texts[at] else ()
            yield Drifted(passage.id, "changed", texts[at], now, score, words)
        else:
            yield Drifted(passage.id, "vanished", texts[at], None, 0.0, ())


def _standing(entry: Entry) -> Standing:
    return Standing(*entry.place, entry.text)


def _elsewhere(library: sqlite3.Connection, digest: str, imports: Sequence[str]) -> Standing | None:
    """Return where a document that is no other import of the same one has this very passage; of several the newest."""
    others = [entry for entry in fetch(library, "digest = ?", [digest]) if entry.place.document not in imports]
    return _standing(max(others, key=lambda entry: entry.place.dated)) if others else None


def _earlier_text(library: sqlite3.Connection, digest: str) -> str:
    """Return the text of a passage from an earlier state, or from an older import, of its document; the empty text for none."""
    row = library.execute(
        "SELECT text FROM passages WHERE digest = ? UNION ALL SELECT text FROM earlier WHERE digest = ? AND text <> ''", (digest, digest)
    ).fetchone()
    return row[0] if row else ""


def _names_of(model: Model, passage: Passage) -> set[str]:
    """Return the keys of the cards that the rulings of a passage name."""
    rulings = (ruling for ruling in model.rulings.values() if passage.id in ruling.sources)
    cards = {card for ruling in rulings for card in cards_stated(model, ruling)}
    return {name_key(model.cards[i].names["zh"]) for i in cards if i in model.cards and "zh" in model.cards[i].names}
