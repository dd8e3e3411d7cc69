"""The look-up queries of `queries/look-up/`, asked of a store here or of a server, and what they return as an excerpt of the graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ygokg.namespaces import curie, expand
from ygokg.sparql import Value, values_block, writable
from ygokg.store.bundle import look_up_file

if TYPE_CHECKING:
    import pyoxigraph as ox

    from ygokg.store.cache import Graph

__all__ = ["Cell", "Queries", "Select", "select_from"]


class Cell(NamedTuple):
    """A term of an answer: a CURIE or a blank node's name with `language` None, or the text of a literal with its tag, maybe empty."""

    text: str
    language: str | None


Select: TypeAlias = Callable[[str], Sequence[Sequence[Cell]]]
"""Runs a SELECT, whose default graph is all graphs together, and returns its rows."""


class Queries:
    """Asks look-up queries, and remembers what it asked (`asked`: names, and texts with the values filled in)."""

    def __init__(self, select: Select) -> None:
        """`select` runs a query."""
        self._select = select
        self._answers: dict[str, Sequence[Sequence[Cell]]] = {}
        self.asked: list[tuple[str, str]] = []

    def rows(self, name: str, **values: Iterable[str | Value]) -> Sequence[Sequence[Cell]]:
        """Return the rows of the query of that name; `values` are for its variables: ids, or values of another kind.

        With no value for a variable there is nothing to ask, and no row; what no query can hold is in no graph. The same is asked once.
        """
        bound = {
            variable: [value for v in given if writable(value := v if isinstance(v, Value) else Value("iri", expand(v)))]
            for variable, given in values.items()
        }
        if not all(bound.values()):
            return []
        text = look_up_file(name).read_text(encoding="utf-8")
        if bound:
            text = text.replace("WHERE {", f"WHERE {{\n  {values_block(bound)}", 1)
        if text not in self._answers:
            self.asked.append((name, text))
            self._answers[text] = self._select(text)
        return self._answers[text]


def select_from(graph: Graph) -> Select:
    """Return what runs queries on the triples of a graph; where these are damaged, on those built anew."""
    from pyoxigraph import BlankNode, Literal

    names: dict[str, Cell] = {}

    def cell(term: ox.NamedNode | ox.BlankNode | ox.Literal) -> Cell:
        value = term.value
        if isinstance(term, Literal):
            return Cell(value, term.language or "")
        if isinstance(term, BlankNode):
            return Cell(f"_:{value}", None)
        found = names.get(value)
        if found is None:
            found = names[value] = Cell(curie(value), None)
        return found

    def select(text: str) -> Sequence[Sequence[Cell]]:
        def rows(store: ox.Store) -> Sequence[Sequence[Cell]]:
            return [[cell(term) for term in row] for row in store.query(text, use_default_graph_as_union=True)]  # type: ignore[union-attr]

        return graph.ask(rows)

    return select
