"""The library of imported documents: reading files into it, what is in it and how it was understood, and taking documents out.

An import is one transaction, so that it happens as a whole or not at all.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from ygokg.documents.files import LARGEST, Source
from ygokg.documents.passages import Document, Marker, Passage
from ygokg.documents.reading import READING, decoded, read_document
from ygokg.documents.shelf import connect
from ygokg.errors import BrokenInput, NotFound
from ygokg.messages import t
from ygokg.names.keys import name_key
from ygokg.reading import read_file
from ygokg.search.query import marked

_KINDS = ("rule", "remark", "ruling", "example")
_LAST_DAY = date(2200, 1, 1).toordinal()
_UNDATED = (1 << 17) - 1
Known = Callable[[str], str]
"""From the key of a name to `card`, `series`, or the empty text where it is not known."""


class Read(NamedTuple):
    """A document as it was read, where it is from, and by which way of reading from which file: its number, a hyphen, the file's hash."""

    source: Source
    content: str
    document: Document


class Written(NamedTuple):
    """What an import did: ids of documents that are new, that replace an earlier state, and that were the same already."""

    new: tuple[str, ...]
    replaced: tuple[str, ...]
    same: tuple[str, ...]


def read_all(sources: Sequence[Source], lang: str) -> Iterator[Read]:
    """Yield the documents as they are read, so that a caller can show how far it is; raises `BrokenInput`, in `lang`, for a bad one."""
    for source in sources:
        try:
            content = read_file(source.path, LARGEST)
        except OSError as error:
            raise BrokenInput(t(lang, "import.unreadable", path=source.path, why=error.strerror), t(lang, "import.forms")) from error
        document = read_document(source.path, decoded(source.path, content, lang), lang)
        yield Read(source, f"{READING}-{hashlib.sha256(content).hexdigest()}", document)


def write(read: Sequence[Read], lang: str) -> Written:
    """Put documents into the library, each in the place of its earlier state; all of them or, if anything goes wrong, none."""
    new: list[str] = []
    replaced: list[str] = []
    same: list[str] = []
    with connect(lang, writing=True) as library:
        for one in read:
            known = library.execute("SELECT content, revision, dated FROM documents WHERE id = ?", (one.source.id,)).fetchone()
            if known is not None and known[0] == one.content:
                same.append(one.source.id)
                if one.source.age.revision:
                    library.execute("UPDATE documents SET revision = ?, dated = ? WHERE id = ?", (*one.source.age, one.source.id))
                continue
            before = _state(library, one.source.id) if known is not None else {}
            _delete(library, one.source.id)
            _insert(library, one)
            if known is not None and not _same_file(known[0], one.content):
                _remember(library, one, before, known[1:])
            (new if known is None else replaced).append(one.source.id)
    return Written(tuple(new), tuple(replaced), tuple(same))


def left_behind(read: Sequence[Read], lang: str) -> list[str]:
    """Return the documents from an earlier revision of a checkout whose folders were read now and do not have them any more.

    Raises as `ygokg.documents.shelf.connect` does.
    """
    ids = {one.source.id for one in read}
    folders = {one.source.shown.rpartition("/")[0] for one in read if one.source.age.revision and "/" in one.source.shown}
    with connect(lang) as library:
        rows = library.execute("SELECT id, path FROM documents WHERE revision <> '' ORDER BY id").fetchall()
    return [id for id, path in rows if id not in ids and path.rpartition("/")[0] in folders]


def document_ids(lang: str = "en") -> list[str]:
    """Return the ids of what is imported; raises as `ygokg.documents.shelf.connect` does."""
    with connect(lang) as library:
        return [id for (id,) in library.execute("SELECT id FROM documents ORDER BY id")]


def remove(ids: Iterable[str], lang: str) -> None:
    """Take documents out of the library; raises `NotFound` for an id that it does not have, and then none is taken out."""
    known = document_ids(lang)
    wanted = list(dict.fromkeys(ids))
    for id in wanted:
        if id not in known:
            from difflib import get_close_matches

            near = get_close_matches(id, known, n=3, cutoff=0.3) or known[:5]
            raise NotFound(t(lang, "import.unknown", id=id), t(lang, "import.unknown.hint", ids=t(lang, "list").join(near)))
    with connect(lang, writing=True) as library:
        for id in wanted:
            _delete(library, id)
            library.execute("DELETE FROM earlier WHERE document = ?", (id,))


class DocumentAccount(NamedTuple):
    """A document of the library.

    `lines` counts all lines of the file by what they are, `kinds`, `states` and `sources` its passages; `names` counts its names by
    `card`, `series`, `linked` (a card by its link, which is not in the data) and `unresolved`, and `unresolved` lists these.
    """

    id: str
    title: str
    path: str
    form: str
    revision: str
    dated: str
    imported: str
    lines: Counter[str]
    kinds: Counter[str]
    states: Counter[str]
    sources: Counter[str]
    names: Counter[str]
    unresolved: tuple[str, ...]
    markers: tuple[Marker, ...]

    @property
    def total(self) -> int:
        """How many lines the file has."""
        return sum(self.lines.values())

    @property
    def passages(self) -> int:
        """How many passages it gave."""
        return sum(self.kinds.values())


def accounts(known: Known, lang: str, only: tuple[str, ...] = ()) -> list[DocumentAccount]:
    """Return the account of every imported document, or of those in `only`, by id; raises as `ygokg.documents.shelf.connect` does."""
    found = []
    with connect(lang) as library:
        linked = dict(library.execute("SELECT name, kind FROM targets ORDER BY kind DESC"))
        rows = library.execute("SELECT id, title, path, form, revision, dated, imported, lines, markers FROM documents ORDER BY id")
        for id, *about, lines, markers in rows.fetchall():
            if only and id not in only:
                continue
            counts = []
            for column in ("kind", "state", "source_class"):
                counted = library.execute(f"SELECT {column}, count(*) FROM passages WHERE document = ? GROUP BY 1", (id,))
                counts.append(Counter(dict(counted.fetchall())))
            used = library.execute(
                "SELECT name, key, max(series), min(series) FROM names JOIN passages ON passage = number WHERE document = ? GROUP BY name",
                (id,),
            )
            by_kind: dict[str, list[str]] = {"card": [], "series": [], "linked": [], "unresolved": []}
            for name, key, series, always in used:
                by_kind["series" if always else known(key) or _by_link(linked.get(name), bool(series))].append(name)
            names = Counter({kind: len(names) for kind, names in by_kind.items()})
            unclear = tuple(Marker(*marker) for marker in json.loads(markers))
            told = (id, *about, Counter(json.loads(lines)), *counts, names, tuple(sorted(by_kind["unresolved"])), unclear)
            found.append(DocumentAccount._make(told))
    return found


def _by_link(target: str | None, series: bool) -> str:
    if target is not None:
        return "linked" if target == "card" else "series"
    return "series" if series else "unresolved"


def _same_file(content: str, other: str) -> bool:
    """Say whether two readings are of the same file, so that what differs is no change of the document."""
    return content.rpartition("-")[2] == other.rpartition("-")[2]


def _delete(library: sqlite3.Connection, id: str) -> None:
    for table in ("names", "evidence"):
        library.execute(f"DELETE FROM {table} WHERE passage IN (SELECT number FROM passages WHERE document = ?)", (id,))
    for table in ("passages", "targets", "searched"):
        library.execute(f"DELETE FROM {table} WHERE document = ?", (id,))
    library.execute("DELETE FROM documents WHERE id = ?", (id,))


def _insert(library: sqlite3.Connection, one: Read) -> None:
    source, document = one.source, one.document
    (last,) = library.execute("SELECT coalesce(max(number), 0) FROM passages").fetchone()
    numbered = list(enumerate(document.passages, last + 1))
    library.execute(
        "INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            source.id,
            document.title,
            source.shown,
            document.form,
            source.age.revision,
            source.age.date,
            date.today().isoformat(),
            one.content,
            json.dumps(document.lines),
            _json([[marker.line, marker.what, marker.text] for marker in document.markers]),
        ),
    )
    library.execute("INSERT INTO searched VALUES (?, ?, ?, ?)", (source.id, last + 1, *_searched(document.passages)))
    library.executemany(
        f"INSERT INTO passages VALUES ({', '.join('?' * 17)})", [_row(number, source.id, passage) for number, passage in numbered]
    )
    _insert_parts(library, numbered)
    library.executemany("INSERT INTO targets VALUES (?, ?, ?)", [(source.id, name, kind) for name, kind in document.targets.items()])


def _insert_parts(library: sqlite3.Connection, numbered: Sequence[tuple[int, Passage]]) -> None:
    """Put in the names and the sources of passages."""
    names = [
        (number, at, n.name, name_key(n.name), n.marked, n.series, n.effects) for number, p in numbered for at, n in enumerate(p.names)
    ]
    library.executemany("INSERT INTO names VALUES (?, ?, ?, ?, ?, ?, ?)", names)
    evidence = [
        (number, at, e.source_class, e.identifier, e.date, e.url, e.start, e.end)
        for number, passage in numbered
        for at, e in enumerate(passage.evidence)
    ]
    library.executemany("INSERT INTO evidence VALUES (?, ?, ?, ?, ?, ?, ?, ?)", evidence)


def _row(number: int, document: str, passage: Passage) -> tuple[object, ...]:
    return (
        number,
        document,
        passage.line,
        passage.digest,
        passage.kind,
        passage.text,
        _json(passage.section),
        passage.ordinal,
        passage.box,
        passage.label,
        passage.date,
        passage.last_date,
        passage.state,
        passage.source_class,
        _json(passage.quotes),
        _json(passage.references),
        json.dumps(passage.struck),
    )


def _searched(passages: Sequence[Passage]) -> tuple[bytes, bytes]:
    """Return what is searched of a document (see the table `searched`)."""
    folded = b"".join(marked(passage.text) + b"\n" for passage in passages)
    return folded, array("I", map(_rank, passages)).tobytes()


def _rank(passage: Passage) -> int:
    """Return where a passage stands among equal hits: what holds, general statements, the newest, the shortest first."""
    days = date.fromisoformat(passage.last_date).toordinal() if passage.last_date else 0
    oldest = max(0, _LAST_DAY - days) if days else _UNDATED
    kind = _KINDS.index(passage.kind) if passage.kind in _KINDS else len(_KINDS)
    return ((passage.state == "withdrawn") << 31) | (kind << 28) | (min(oldest, _UNDATED) << 11) | min(len(passage.text), 2047)


def _state(library: sqlite3.Connection, id: str) -> dict[str, tuple[object, ...]]:
    """Return the passages of a document by digest, as `_remember` needs them."""
    rows = library.execute(
        "SELECT digest, line, kind, text, section, state, box, number FROM passages WHERE document = ?", (id,)
    ).fetchall()
    names: dict[int, list[str]] = {}
    for number, key in library.execute("SELECT passage, key FROM names JOIN passages ON passage = number WHERE document = ?", (id,)):
        names.setdefault(number, []).append(key)
    return {row[0]: (*row[1:7], _json(names.get(row[7], []))) for row in rows}


def _remember(library: sqlite3.Connection, one: Read, before: dict[str, tuple[object, ...]], age: Sequence[str]) -> None:
    """Keep what the new state of a document has no longer (`gone`), elsewhere or as another part (`moved`), or otherwise (`state`)."""
    now = {passage.digest: passage for passage in one.document.passages}
    today = date.today().isoformat()
    rows = []
    for digest, (line, kind, text, section, state, box, names) in before.items():
        change = _change(now.get(digest), state, (section, kind, box))
        if change:
            rows.append((one.source.id, line, digest, kind, text, section, state, names, *age, today, change, box))
    library.executemany(f"INSERT INTO earlier VALUES ({', '.join('?' * 13)})", rows)
    new = [digest for digest in now if digest not in before]
    library.executemany(
        "INSERT INTO earlier VALUES (?, NULL, ?, '', '', '', '', '', '', '', ?, 'new', '')", [(one.source.id, d, today) for d in new]
    )


def _change(passage: Passage | None, state: object, place: tuple[object, ...]) -> str:
    if passage is None:
        return "gone"
    if passage.state != state:
        return "state"
    return "moved" if (_json(passage.section), passage.kind, passage.box) != place else ""


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
