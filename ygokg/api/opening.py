"""Opening the graph for a program."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import TypeAlias

from ygokg.api.graph import Graph, require_language
from ygokg.api.session import Session
from ygokg.errors import UsageProblem

Paths: TypeAlias = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


def open(data: Paths = (), *, builtin: bool = True, as_of: str | date | None = None, lang: str = "en") -> Graph:
    """Open the knowledge graph.

    It comes from the cache, with `data` too, and is built first where it is not there, which takes a second or two. A cache that
    others can write to is not used: the graph is then built in memory on each call.

    Args:
        data: A file of RDF (Turtle by default) or a folder of such files, or several, laid over the built-in data.
        builtin: Whether the built-in data is part of the graph. Without it there is only `data`.
        as_of: A day, as a date or as YYYY-MM-DD: only rulings that were documented by then count.
        lang: The language of every text in the answers: `zh`, `ja` or `en`.

    Returns:
        The graph. It does not change, and any number of threads may ask it.

    Raises:
        UsageProblem: A path does not exist, the day or the language is none, or without `builtin` there is no data.
        BrokenInput: A file cannot be read.
        NotFound: Nothing was documented by that day.

    >>> import ygokg
    >>> graph = ygokg.open(lang="ja")
    >>> graph.card("Skill Drain").name
    'スキルドレイン'
    """
    require_language(lang)
    paths = [Path(data)] if isinstance(data, str | os.PathLike) else [Path(path) for path in data]
    if not builtin and not paths:
        raise UsageProblem("Without the built-in data the graph is empty.", "Give `data`, or leave the built-in data in.")
    day = _day(as_of)
    session = Session(lang, data=paths, builtin=builtin, as_of=day)
    return Graph(session, session.graph)


def _day(as_of: str | date | None) -> str:
    """Return a day as YYYY-MM-DD, or the empty text for none."""
    if as_of is None:
        return ""
    try:
        day = date.fromisoformat(str(as_of)).isoformat()
    except ValueError:
        day = ""
    if day != str(as_of):
        raise UsageProblem(f"`{as_of}` is no day.", "Give a date, or write it as YYYY-MM-DD.")
    return day
