"""A SPARQL endpoint: asking it for rows and triples of our graphs, and whether it has them whole."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pyoxigraph as ox

from ygokg.endpoint.client import Answer, Client
from ygokg.endpoint.graphs import COUNT, DIGEST, PUSHED, SERVED, Record, chooses_graphs, plain, unnamed
from ygokg.graph.triples import curie, expand
from ygokg.lookup.excerpt import NOTHING, Cell

PATIENCE = 60.0
"""Seconds that one request may take where nobody says otherwise."""

_ROWS = "application/sparql-results+json, application/json;q=0.5"
_TRIPLES = "application/n-triples, text/turtle;q=0.8"
_FORM = "application/x-www-form-urlencoded"
_AS_WRITTEN = 'DEFINE sql:select-option "order"\n'
"""Binds Virtuoso to the order in which the patterns of a query stand; no SPARQL, so that no other server is sent it."""
_COUNTS = " UNION ".join(
    f"{{ {{ SELECT (COUNT(*) AS ?triples) {{ GRAPH <{graph}> {{ ?s ?p ?o }} }} }} BIND(<{graph}> AS ?graph) }}" for graph in SERVED
)
_RECORD = f"GRAPH <{PUSHED}> {{ ?graph <{COUNT}> ?stated ; <{DIGEST}> ?digest }}"
_STATE = f"SELECT ?graph ?triples ?stated ?digest {{ {_COUNTS} UNION {{ {_RECORD} }} }}"
"""How many triples each graph has, and what its record says: rows of their own, for Virtuoso plans the join of the two badly."""


TRUTHS = ("http://www.w3.org/2002/07/owl#deprecated", *(expand(f"ygo:{name}") for name in ("exhaustive", "unexercised", "unhindered")))
"""Predicates of truth values."""
_TRUTHS = frozenset(map(curie, TRUTHS))
_FACT = 3
_BOOLEAN = expand("xsd:boolean")


class Rows(NamedTuple):
    """SPARQL results: the JSON of the server, mended to what SPARQL 1.1 says; `cut` where the server says that it left rows out."""

    json: dict[str, Any]
    cut: bool

    @property
    def bindings(self) -> list[dict[str, dict[str, str]]]:
        """The rows; none for a truth value."""
        found: list[dict[str, dict[str, str]]] = self.json.get("results", {}).get("bindings", [])
        return found


class Server:
    """An endpoint at `url`, asked with the user and password of the environment."""

    def __init__(self, url: str, client: Client) -> None:
        """`client` sends the requests."""
        self.url = url
        self.client = client
        self._software = ""

    def rows(self, query: str, graphs: Sequence[str] = SERVED, seconds: float | None = PATIENCE) -> Rows:
        """Return the result of a SELECT or ASK over graphs by name, those that it names itself (FROM) if it does.

        Raises what `Client.send` raises, `EndpointProblem` where the answer is no SPARQL result, and `TimedOut` where the server
        gave the rows that it had when its time was over.
        """
        answer = self._ask(query, graphs, _ROWS, seconds)
        try:
            result = json.loads(answer.body)
            if "boolean" in result:
                return Rows({"head": {}, "boolean": bool(result["boolean"])}, cut=False)
            bindings = [{name: _mended(value) for name, value in row.items()} for row in result["results"]["bindings"]]
            return Rows({"head": {"vars": result["head"]["vars"]}, "results": {"bindings": bindings}}, "x-sparql-maxrows" in answer.headers)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise self.client.problem("endpoint.no-results", self.url) from error

    def triples(self, query: str, seconds: float | None = PATIENCE) -> list[ox.Triple]:
        """Return the result of a CONSTRUCT or DESCRIBE; raises as `rows` does."""
        answer = self._ask(query, SERVED, _TRIPLES, seconds)
        try:
            parsed = [quad.triple for quad in ox.parse(answer.body, format=ox.RdfFormat.TURTLE)]
        except SyntaxError as error:
            raise self.client.problem("endpoint.no-triples", self.url) from error
        return [ox.Triple(_blank(triple.subject), triple.predicate, _blank(plain(triple.object))) for triple in parsed]

    def select(self, query: str) -> list[list[Cell]]:
        """Return the rows of a look-up, variable by variable; raises as `rows` does, and `EndpointProblem` where rows were left out.

        The patterns of a look-up stand in the order in which they are best worked out. Virtuoso, once it has told its name, is bound
        to it: by the statistics of a moment it chooses another order on some days, and then needs a minute instead of a second.
        """
        found = self.rows(_AS_WRITTEN + query if self._software.startswith("Virtuoso") else query)
        if found.cut:
            raise self.client.problem("endpoint.cut", self.url, rows=len(found.bindings))
        names = found.json["head"]["vars"]
        return [_true_in([_cell(row[name]) if name in row else NOTHING for name in names]) for row in found.bindings]

    def records(self, seconds: float | None = PATIENCE) -> dict[str, Record]:
        """Return what is at the server; raises `EndpointProblem` where our graphs are not there, or not whole."""
        found = self.state(seconds)
        if not found:
            raise self.client.problem("endpoint.empty", self.url)
        if None in found.values() or found.keys() != set(SERVED):
            raise self.client.problem("endpoint.partial", self.url)
        return {graph: record for graph, record in found.items() if record is not None}

    def state(self, seconds: float | None = PATIENCE) -> dict[str, Record | None]:
        """Return the record of each of our graphs that has triples; None for one that is not what the record says."""
        counted: dict[str, int] = {}
        recorded: dict[str, Record] = {}
        for row in self.rows(_STATE, (*SERVED, PUSHED), seconds).bindings:
            values = {name: value["value"] for name, value in row.items()}
            if "digest" in values:
                recorded[values["graph"]] = Record(int(values["stated"]), values["digest"])
            else:
                counted[values["graph"]] = int(values["triples"])
        there = {graph: recorded.get(graph) for graph, triples in counted.items() if triples}
        return {graph: record if record is not None and record.triples == counted[graph] else None for graph, record in there.items()}

    def _ask(self, query: str, graphs: Sequence[str], accept: str, seconds: float | None) -> Answer:
        named = [] if chooses_graphs(query) else [(key, graph) for graph in graphs for key in ("default-graph-uri", "named-graph-uri")]
        body = urlencode([("query", query), *named]).encode()
        answer = self.client.send(self.url, body, seconds=seconds, content_type=_FORM, accept=accept)
        self._software = answer.headers.get("server", "")
        if answer.headers.get("x-sql-state", "").startswith("S1T"):
            raise self.client.too_long(self.url, None)
        if "html" in answer.headers.get("content-type", ""):
            raise self.client.problem("endpoint.web-page", self.url)
        return answer


def term(value: dict[str, str]) -> ox.NamedNode | ox.BlankNode | ox.Literal:
    """Return what a value in SPARQL results stands for."""
    if value["type"] == "uri":
        return ox.NamedNode(value["value"])
    if value["type"] == "bnode":
        return ox.BlankNode(value["value"])
    if "xml:lang" in value:
        return ox.Literal(value["value"], language=value["xml:lang"])
    if "datatype" in value:
        return ox.Literal(value["value"], datatype=ox.NamedNode(value["datatype"]))
    return ox.Literal(value["value"])


def _true_in(row: list[Cell]) -> list[Cell]:
    """Return a row (subject, property, value) with a truth value as SPARQL writes it: Virtuoso has none and keeps numbers."""
    return [*row[:2], Cell("true", "")] if row[-1] == ("1", "") and len(row) == _FACT and row[1].text in _TRUTHS else row


def _cell(value: dict[str, str]) -> Cell:
    if value["type"] == "uri":
        return Cell(curie(value["value"]), None)
    return Cell(f"_:{value['value']}", None) if value["type"] == "bnode" else Cell(value["value"], value.get("xml:lang", ""))


def _mended(value: dict[str, Any]) -> dict[str, Any]:
    """Return a value as SPARQL 1.1 writes it, and the name of what was a blank node as that node."""
    if value["type"] == "uri" and (label := unnamed(value["value"])) is not None:
        return {"type": "bnode", "value": label}
    if value["type"] == "typed-literal":  # of the time before SPARQL 1.1
        value = {**value, "type": "literal"}
    if value.get("datatype") == _BOOLEAN:
        return {**value, "value": "true" if value["value"] in ("true", "1") else "false"}
    if not isinstance(value["value"], str):
        raise TypeError(value)
    return value


def _blank(node: Any) -> Any:  # noqa: ANN401 - a term for the place that it is from
    label = unnamed(node.value) if isinstance(node, ox.NamedNode) else None
    return node if label is None else ox.BlankNode(label)
