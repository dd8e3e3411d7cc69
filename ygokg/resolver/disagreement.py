"""Who is followed where answers differ: the newer of dated ones, else the document issued later, else nobody."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ygokg.model import Id, Model, Ruling
from ygokg.resolver.outcome import Side

__all__ = ["issued", "later_document", "superseded"]


def issued(model: Model, sources: Iterable[Id]) -> str:
    """Return the latest state (`YYYY-MM` or longer) among the documents of the passages, or the empty text."""
    documents = (model.documents.get(model.passages[s].document) for s in sources if s in model.passages)
    return max((d.issued for d in documents if d is not None), default="")


def superseded(rulings: Sequence[Ruling]) -> tuple[Id, ...]:
    """Return the rulings that a newer one with another answer supersedes; only where both are dated."""
    return tuple(
        old.id for old in rulings if old.date and any(new.date and new.date > old.date and new.answer != old.answer for new in rulings)
    )


def later_document(sides: Sequence[Side]) -> Side | None:
    """Return the side whose document was issued after those of all others; None where no document is the last one alone."""
    ranked = sorted(sides, key=lambda side: side.issued)
    if not ranked[0].issued or ranked[-1].issued == ranked[-2].issued:
        return None
    return ranked[-1]
