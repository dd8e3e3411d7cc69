"""The look-up queries of `queries/look-up/`, asked of a store here or of a server, and what they return as an excerpt of the graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ygokg.graph.compile import compile_part, documents_in, told_in
from ygokg.graph.model import Document, Id, Model
from ygokg.graph.triples import Triples, curie, expand, natural_key, words_graph
from ygokg.lookup.groups import Truth
from ygokg.store.bundle import look_up
from ygokg.store.cache import Verdict
from ygokg.store.values import Value, term, values_block, writable

if TYPE_CHECKING:
    import pyoxigraph as ox

    from ygokg.graph.ages import DayCount
    from ygokg.store.cache import Graph


class Cell(NamedTuple):
    """A term of an answer: a CURIE or a blank node's name with `language` None, or the text of a literal with its tag, maybe empty."""

    text: str
    language: str | None


NOTHING = Cell("", "")
"""What stands for a term that an answer does not have."""

Select: TypeAlias = Callable[[str], Sequence[Sequence[Cell]]]
"""Runs a SELECT, whose default graph is all graphs together, and returns its rows."""


class Queries:
    """Asks look-up queries, and remembers what it asked (`asked`: names, and texts with the values filled in)."""

    def __init__(self, select: Select, asked: list[tuple[str, str]] | None = None) -> None:
        """`select` runs a query; `asked` is where to note what is asked, a list of its own by default."""
        self._select = select
        self._answers: dict[str, Sequence[Sequence[Cell]]] = {}
        self.asked = [] if asked is None else asked

    def rows(self, name: str, graph: Id = "", /, **values: Iterable[str | Value]) -> Sequence[Sequence[Cell]]:
        """Return the rows of the query of that name; `values` are for its variables: ids, or values of another kind.

        `rows("rulings-of-card", card=["card:82732705"])` asks `queries/look-up/rulings-of-card.rq` with `VALUES ?card` in it. Where a
        variable is given no value, nothing is asked and there is no row; nor does the graph have what no query can hold. The same is
        asked once. The one `graph` that is asked stands in the place of its variable: Virtuoso looks through all graphs for one that
        VALUES bind.
        """
        bound = {
            variable: [value for v in given if writable(value := v if isinstance(v, Value) else Value("iri", expand(v)))]
            for variable, given in values.items()
        }
        if not all(bound.values()):
            return []
        text = look_up(name)
        if bound:
            text = text.replace("WHERE {", f"WHERE {{\n  {values_block(bound)}", 1)
        if graph:
            text = text.replace("?graph", term("graph", Value("iri", expand(graph))))
        if text not in self._answers:
            self.asked.append((name, text))
            self._answers[text] = self._select(text)
        return self._answers[text]


def select_from(graph: Graph) -> Select:
    """Return what runs queries on the triples of a graph; where these are damaged, on those built anew."""
    from pyoxigraph import BlankNode, Literal

    names: dict[str, Cell] = {}

    def cell(term: ox.NamedNode | ox.BlankNode | ox.Literal | None) -> Cell:
        if term is None:
            return NOTHING
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


class Excerpt:
    """Facts that queries returned, gathered until `model` is asked for.

    `as_of` is the day (YYYY-MM-DD) by which a ruling has to be documented, or empty.
    """

    def __init__(self, queries: Queries, lang: str, as_of: str = "") -> None:
        """`queries` asks the graph; words are those of the language `lang`."""
        self.queries = queries
        self.lang = lang
        self.as_of = as_of
        self.facts = Triples(())
        self._words = words_graph(lang)
        self._told: set[Id] = set()
        self._placed: set[Id] = set()

    def add(self, query: str, graph: Id = "", /, **values: Iterable[Id | Value]) -> list[Id]:
        """Take in the rows of a query (see `Queries.rows`), each a subject, property and value; return the subjects, each once.

        A row is a triple of the graph, such as `ruling:negation.112 ygo:answer ygo:No`.
        """
        rows = self.queries.rows(query, graph, **values)
        for subject, property, value in rows:
            self.facts.add(subject.text, property.text, value.text, value.language)
        return list(dict.fromkeys(row[0].text for row in rows))

    def words(self, ids: Iterable[Id]) -> None:
        """Take in what things are called and what is said of them in words, as far as that is not known yet."""
        wanted = [i for i in dict.fromkeys(ids) if i not in self._told]
        self._told.update(wanted)
        self.add("words", self._words, subject=wanted)

    def tell(self, model: Model, ids: Iterable[Id]) -> None:
        """Take in what things are called (see `words`), so that a Model that was returned before tells it, too."""
        self.words(ids)
        model.told = told_in(self.facts)

    def passages(self, ids: Iterable[Id]) -> None:
        """Take in where passages stand and to what they refer, as far as that is not known yet, and all documents."""
        wanted = [i for i in dict.fromkeys(ids) if i not in self._placed]
        self._placed.update(wanted)
        self.add("passages", subject=wanted)
        self.documents_behind(i for i in wanted if self.all(i, "ygo:evidence"))
        self.add("documents")

    def documents_behind(self, ids: Iterable[Id]) -> list[Id]:
        """Take in the documents on which rules and rulings rest, and to what passages refer; return the documents in their order."""
        found = self.add("documents-behind", behind=dict.fromkeys(ids))
        return sorted((i for i in found if "ygo:Document" in self.all(i, "rdf:type")), key=natural_key)

    @property
    def documents(self) -> Mapping[Id, Document]:
        """The documents that were taken in."""
        return documents_in(self.facts)

    @property
    def modified(self) -> str:
        """The day of the data."""
        known = self.all("https://w3id.org/ygokg/ontology", "dct:modified")
        return min(known or [row[0].text for row in self.queries.rows("day-of-data")], default="")

    def all(self, subject: Id, property: Id) -> list[str]:
        """Return the values of a property that were taken in, sorted."""
        return self.facts.all(subject, property)

    def documented_on(self, ruling: Id) -> str:
        """Return the day from which a ruling is documented, as far as that was taken in, or the empty text."""
        return self.facts.one(ruling, "ygo:documentedOn") or ""

    def model(self, *, ever: bool = False) -> Model:
        """Return what was taken in so far as a Model; of a day, as it was then, unless `ever` asks for all."""
        model = compile_part(self.facts)
        if ever or not self.as_of:
            return model
        from ygokg.graph.dates import known_then

        return known_then(model, self.as_of, {i: day for i in model.rulings if (day := self.documented_on(i))})

    def truth(self, rulings: Iterable[Id]) -> Truth:
        """Return what the rules make of rulings, as far as that was taken in."""
        return {i: self._verdict(i, status) for i in rulings if (status := self.facts.one(i, "ygo:status"))}

    def _verdict(self, ruling: Id, status: Id) -> Verdict:
        governing, fulfilled = (tuple(sorted(self.all(ruling, property))) for property in ("ygo:governedBy", "ygo:fulfils"))
        return Verdict(status, self.facts.one(ruling, "ygo:derivedAnswer"), governing, fulfilled, ())

    def day(self) -> DayCount:
        """Return how much was documented by the day that was asked for."""
        from ygokg.graph.ages import DayCount

        counted: dict[Id, dict[str, int]] = {"ygo:documentedOn": {}, "dct:issued": {}}
        for of, day, things in self.queries.rows("documented-by"):
            counted[of.text][day.text] = int(things.text)
        rulings, documents = counted.values()
        known = sum(count for day, count in rulings.items() if day <= self.as_of)
        return DayCount(self.as_of, known, sum(rulings.values()), min(documents, default=""), min(rulings, default=""))
