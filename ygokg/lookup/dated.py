"""What an answer is dated by, for type checkers alone: no look-up has to make these classes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from ygokg.model import Id, Texts

__all__ = ["Aged", "Dated", "Issued"]


class Aged(Protocol):
    """Anything of an imported document or card database: its id, its revision (or none) and its day."""

    @property
    def document(self) -> str:
        """The id of the document."""

    @property
    def revision(self) -> str:
        """The revision of the checkout that it is from, or nothing."""

    @property
    def dated(self) -> str:
        """The day of the revision or of the file."""


class Issued(Protocol):
    """A document with the day whose state it shows, and what it is called."""

    @property
    def issued(self) -> str:
        """The day, month or year, or nothing."""

    @property
    def labels(self) -> Texts:
        """What it is called, by language."""


class Dated(Protocol):
    """What an answer can be dated by: a Model, or what a search index says of it."""

    @property
    def documents(self) -> Mapping[Id, Issued]:
        """The documents, by id."""

    @property
    def modified(self) -> str:
        """The day of the data."""
