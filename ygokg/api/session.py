"""One session of asking: in a language, of a graph and maybe of a day. Every front end asks through one, and so gets the same answers."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from threading import local
from typing import TYPE_CHECKING, NamedTuple

from ygokg.errors import NotFound, UsageProblem
from ygokg.graph.words import label
from ygokg.messages import t

if TYPE_CHECKING:
    from pathlib import Path

    from ygokg.documents.shelf import Sentence
    from ygokg.endpoint.server import Server
    from ygokg.graph.ages import Age, Aged, Dated, DayCount
    from ygokg.graph.model import Id, Model
    from ygokg.lookup.excerpt import Excerpt
    from ygokg.names.library import Library
    from ygokg.resolver import Rulebase
    from ygokg.store.cache import Graph

__all__ = ["Aged", "Dated", "DayCount", "Excerpt", "Meanings", "Session", "meanings", "nothing_called", "nothing_found", "sentences_behind"]

Waiting = Callable[[str], AbstractContextManager[None]]
"""Is given a sentence that says what is being done, and entered while that lasts."""


class Session:
    """The graph that is asked, opened when something is first asked of it.

    `lang` is the language of the answers, `data` the paths that are laid over the built-in graph (over nothing without `builtin`),
    `as_of` the day (YYYY-MM-DD) by which a ruling has to be documented, `endpoint` the URL of the server that is asked instead; either
    may be empty. `asked` are the look-up queries that were asked and noted so far: names, and texts with the values filled in.
    """

    def __init__(
        self,
        lang: str = "en",
        *,
        data: Sequence[Path] = (),
        builtin: bool = True,
        as_of: str = "",
        endpoint: str = "",
        waiting: Waiting = lambda _what: contextlib.nullcontext(),
        warn: Callable[[str], None] = lambda _text: None,
    ) -> None:
        """`waiting` surrounds what may last seconds; `warn` is told what a person should know beside the answers.

        Raises `UsageProblem` where the graph would be empty, and where files and a server are both to be asked.
        """
        if endpoint and (data or not builtin):
            raise UsageProblem(t(lang, "endpoint.with-data"), t(lang, "endpoint.with-data.hint"))
        if not builtin and not data:
            raise UsageProblem("Without the built-in data the graph is empty.", "Give --no-builtin together with --data.")
        self.lang = lang
        self.data = tuple(data)
        self.builtin = builtin
        self.as_of = as_of
        self.endpoint = endpoint
        self.asked: list[tuple[str, str]] = []
        self._waiting = waiting
        self._warn = warn
        self._own = local()

    def in_language(self, lang: str) -> Session:
        """Return a session that asks the same graph in another language."""
        other = Session(lang, data=self.data, builtin=self.builtin, as_of=self.as_of, endpoint=self.endpoint, waiting=self._waiting)
        other.whole, other.graph, other._own = self.whole, self.graph, self._own
        return other

    @property
    def library(self) -> Library | None:
        """The card databases that the user imported, opened for each thread apart, as SQLite demands; None where there are none."""
        if not hasattr(self._own, "library"):
            from ygokg.store.folders import names_folder, names_there

            self._own.library = None
            if names_there():
                from ygokg.names.library import Library

                self._own.library = Library(names_folder()) or None
        library: Library | None = self._own.library
        return library

    @cached_property
    def server(self) -> Server:
        """The server at `endpoint`."""
        from ygokg.endpoint.client import Client
        from ygokg.endpoint.server import Server

        return Server(self.endpoint, Client(self.lang))

    @cached_property
    def whole(self) -> Graph:
        """The graph whatever day was asked for; raises `BrokenInput` where the data cannot be read.

        It is the one at the server where one is to be asked; that raises what `ygokg.endpoint.asking.open_served` raises.
        """
        if self.endpoint:
            from ygokg.endpoint.asking import open_served
            from ygokg.endpoint.client import shown

            with self._waiting(t(self.lang, "endpoint.reading", url=shown(self.endpoint))):
                return open_served(self.server)
        from ygokg.store.cache import open_graph

        with self._waiting("Building the graph from its Turtle; this happens once, the next call is quick."):
            opened = open_graph(self.data, builtin=self.builtin)
        if opened.distrusted is not None:
            self._warn(t(self.lang, "cache.distrusted", folder=opened.distrusted))
        return opened

    @cached_property
    def graph(self) -> Graph:
        """The graph as it was on the day that is asked for.

        Raises `BrokenInput` where the data cannot be read, `NotFound` where nothing was documented by that day.
        """
        if not self.as_of:
            return self.whole
        from ygokg.graph.dates import documented_by
        from ygokg.store.build import verdicts_of

        return documented_by(self.whole, self.as_of, self.lang, verdicts_of)

    @property
    def model(self) -> Model:
        """All that the graph says on the day that is asked for; raises as `graph` does."""
        return self.graph.model

    @cached_property
    def rulebase(self) -> Rulebase:
        """The rules and rulings in the form in which cases are resolved; raises as `graph` does."""
        from ygokg.resolver import Rulebase

        return Rulebase(self.graph.model, self.graph.verdicts)

    def rulebase_at_hand(self) -> Rulebase | None:
        """Return the rule base that is kept compiled; None at a server, and where it would have to be worked out anew."""
        compiled = None if self.endpoint else self.graph.compiled_at_hand()
        if compiled is None:
            return None
        from ygokg.resolver import Rulebase

        return Rulebase(*compiled)

    def excerpt(self, *, noted: bool = True) -> Excerpt:
        """Return an excerpt of the graph, of which nothing is known yet, to ask for what is to be shown.

        `noted` says whether `asked` is to have its queries, which would grow without end where a program goes on asking. Raises what
        opening the graph raises, and `NotFound` where nothing was documented by the day that is asked for.
        """
        from ygokg.lookup.excerpt import Excerpt, Queries, select_from

        if self.endpoint:
            self.server.records()
        select = self.server.select if self.endpoint else select_from(self.whole)
        excerpt = Excerpt(Queries(select, self.asked if noted else None), self.lang, self.as_of)
        if self.as_of:
            from ygokg.graph.dates import require_any

            require_any(excerpt.day(), self.lang)
        return excerpt

    def day(self) -> DayCount:
        """Return how much of the whole graph was documented by the day that is asked for."""
        from ygokg.graph.dates import day_count

        return day_count(self.model, self.whole.model)

    def rests_on(self, dated: Dated | None, ids: Iterable[Id] = (), imported: Iterable[Aged] = (), *, data: bool = False) -> list[Age]:
        """Return what an answer rests on: the encoded documents behind `ids`, those of `imported` passages, and the data.

        `dated` is the graph that was looked at, or None. The data is told where `data` says so, where nothing else is known, and always
        where files of the user's lie over it or stand for it.
        """
        from ygokg.graph.ages import ages

        rows = ages(dated, ids, imported)
        if dated is None or (rows and not data and not self.data):
            return rows
        if not self.data:
            return rows + ages(data=dated.modified or None)
        from ygokg.store.bundle import built_in_day, data_files

        # The day is read from the built-in data, for the user's may name another.
        return rows + ages(data=built_in_day() if self.builtin else None, files=len(data_files(self.data)))


class Meanings(NamedTuple):
    """What words can mean: `model` has the things `ids` with their names.

    `dated` tells how old the data is and `behind` of what; `imported` are the user's card databases that some of the things are from.
    """

    model: Model
    words: str
    ids: Sequence[Id]
    dated: Dated
    behind: Sequence[Id]
    imported: Collection[Aged] = ()
    of_archetype: bool = False


def sentences_behind(model: Model, passages: Iterable[Id], lang: str) -> dict[Id, Sentence]:
    """Return the sentences of passages as `ygokg.documents.shelf.sentences_of` does; nothing where no document is imported."""
    from ygokg.store.folders import documents_there

    if not documents_there():
        return {}
    from ygokg.documents.shelf import sentences_of

    return sentences_of(model, passages, lang)


_LISTED = 20
"""A list for people names so many of the things that something can mean."""


def meanings(excerpt: Excerpt, words: str, ids: Sequence[Id], *, in_full: bool) -> Meanings:
    """Return the rules or terms that `words` can mean; not `in_full`, only as many are called by name as people are shown."""
    excerpt.words(ids if in_full else ids[:_LISTED])
    behind = excerpt.documents_behind(i for i in ids if i.startswith("rule:"))
    return Meanings(excerpt.model(), words, ids, excerpt, behind)


def nothing_called(excerpt: Excerpt, key: str, words: str, near: Sequence[Id]) -> NotFound:
    """Return the error for words that mean no rule or term: `key` names the message; `near` are ids to suggest instead."""
    excerpt.words(near)
    return nothing_found(excerpt.model(), key, words, near, excerpt.lang)


def nothing_found(model: Model, key: str, words: str, near: Sequence[Id], lang: str) -> NotFound:
    """Return the error for words that mean nothing: `key` names the message; `near` are ids to suggest instead."""
    labels = {i: label(model, i, lang) for i in near}
    names = t(lang, "list").join(i if name == i else f"{name} ({i})" for i, name in labels.items())
    hint = t(lang, "suggestions", names=names) if near else t(lang, f"{key}.hint")
    return NotFound(t(lang, key, words=words), hint)
