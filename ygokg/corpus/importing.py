"""The whole way of an import: find the files, read each, put all into the library at once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from ygokg.corpus.files import LARGEST, Source
from ygokg.corpus.library import Read
from ygokg.corpus.reading import READING, decoded, read_document
from ygokg.errors import BrokenInput
from ygokg.messages import t
from ygokg.reading import read_file

__all__ = ["read_all"]


def read_all(sources: Sequence[Source], lang: str) -> Iterator[Read]:
    """Yield the documents as they are read, so that a caller can show how far it is; raises `BrokenInput`, in `lang`, for a bad one."""
    for source in sources:
        try:
            content = read_file(source.path, LARGEST)
        except OSError as error:
            raise BrokenInput(t(lang, "import.unreadable", path=source.path, why=error.strerror), t(lang, "import.forms")) from error
        document = read_document(source.path, decoded(source.path, content, lang), lang)
        yield Read(source, f"{READING}-{hashlib.sha256(content).hexdigest()}", document)
