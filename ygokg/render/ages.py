"""How old what an answer rests on is, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ygokg.messages import LANGUAGES, t

if TYPE_CHECKING:
    from ygokg.lookup.ages import Age
    from ygokg.lookup.dated import Dated

__all__ = ["age_words", "cell", "rests_on_words"]

_NAMED = 20
"""More imported documents than this are counted, not named."""


def age_words(id: str, revision: str, dated: str, lang: str) -> str:
    """Return a document with its revision and day, or the day of its file."""
    return t(lang, "age.revision" if revision else "age.file", id=id, revision=revision, date=dated)


def rests_on_words(model: Dated | None, rows: Sequence[Age], lang: str) -> str:
    """Return what an answer rests on (see `ygokg.lookup.ages`) as one sentence."""
    return t(lang, "age.rests-on", documents=t(lang, "list").join(_words(model, rows, lang)))


def cell(rows: Sequence[Age]) -> str:
    """Return encoded documents with the months whose state they show, for a cell of a table: `src:negation 2023-12`."""
    return "; ".join(f"{row['document']} {row['issued']}".strip() for row in rows if "document" in row)


def _words(model: Dated | None, rows: Sequence[Age], lang: str) -> Iterator[str]:
    for row in rows:
        if "document" in row and model is not None:
            yield _issued(model, row, lang)
    imported = [row for row in rows if "imported" in row]
    if len(imported) > _NAMED:
        days = sorted(str(row["dated"]) for row in imported)
        yield t(lang, "age.many", count=len(imported), first=days[0], last=days[-1])
    else:
        yield from (age_words(str(row["imported"]), str(row["revision"]), str(row["dated"]), lang) for row in imported)
    modified = next((row["modified"] for row in rows if row.get("data") == "built-in"), None)
    files = next((row["files"] for row in rows if row.get("data") == "own"), None)
    if modified is not None and files is not None:
        yield t(lang, "age.data-and-files" if files != 1 else "age.data-and-file", date=modified, count=files)
    elif modified is not None:
        yield t(lang, "age.data", date=modified)
    elif files is not None:
        yield t(lang, "age.files" if files != 1 else "age.one-file", count=files)


def _issued(model: Dated, row: Age, lang: str) -> str:
    labels = model.documents[str(row["document"])].labels
    name = next((labels[known] for known in (lang, *LANGUAGES) if known in labels), row["document"])
    return t(lang, "age.issued" if row["issued"] else "age.undated", document=name, issued=row["issued"])
