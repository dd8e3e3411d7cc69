"""How old the documents are that an answer rests on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ygokg.render import messages_ages, messages_words  # noqa: F401  register the messages used here
from ygokg.render.messages import t

if TYPE_CHECKING:
    from ygokg.model import Id, Model

__all__ = ["age_words", "issued_words", "rests_on_words"]


def age_words(id: str, revision: str, dated: str, lang: str) -> str:
    """Return a document with its revision and day, or the day of its file."""
    return t(lang, "age.revision" if revision else "age.file", id=id, revision=revision, date=dated)


def issued_words(model: Model, document: Id, lang: str) -> str:
    """Return an encoded document with the month whose state it shows."""
    from ygokg.render.words import label

    return t(lang, "age.issued", document=label(model, document, lang), issued=model.documents[document].issued)


def rests_on_words(ages: Iterable[str], lang: str) -> str:
    """Return what an answer rests on, from its documents in words, each once."""
    return t(lang, "age.rests-on", documents=t(lang, "list").join(dict.fromkeys(ages)))
