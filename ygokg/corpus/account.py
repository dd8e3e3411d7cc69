"""What was imported, document by document: the account of every line, and what is not known."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from ygokg.corpus.passages import Marker
from ygokg.corpus.shelf import connect

__all__ = ["DocumentAccount", "accounts"]

Known = Callable[[str], str]
"""From the key of a name to `card`, `series`, or the empty text where it is not known."""


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
    """Return the account of every imported document, or of those in `only`, by id; raises as `ygokg.corpus.shelf.connect` does."""
    found = []
    with connect(lang) as library:
        linked = dict(library.execute("SELECT name, kind FROM targets ORDER BY kind DESC"))
        rows = library.execute("SELECT id, title, path, form, revision, dated, imported, lines, markers FROM documents ORDER BY id")
        for id, title, path, form, revision, dated, imported, lines, markers in rows.fetchall():
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
            account = DocumentAccount(
                id,
                title,
                path,
                form,
                revision,
                dated,
                imported,
                Counter(json.loads(lines)),
                counts[0],
                counts[1],
                counts[2],
                Counter({kind: len(names) for kind, names in by_kind.items()}),
                tuple(sorted(by_kind["unresolved"])),
                tuple(Marker(*marker) for marker in json.loads(markers)),
            )
            found.append(account)
    return found


def _by_link(target: str | None, series: bool) -> str:
    if target is not None:
        return "linked" if target == "card" else "series"
    return "series" if series else "unresolved"
