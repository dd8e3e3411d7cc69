"""Which documents an answer rests on."""

from __future__ import annotations

from collections.abc import Iterable

from ygokg.model import Id, Model

__all__ = ["documents_behind"]


def documents_behind(model: Model, ids: Iterable[Id]) -> list[Id]:
    """Return the documents that rules and rulings (by id) are from, each once, in the order of the model."""
    nouns = (model.rules.get(i) or model.rulings.get(i) for i in ids)
    found = {source.rpartition(".")[0] for noun in nouns if noun is not None for source in noun.sources}
    return [document for document in model.documents if document in found]
