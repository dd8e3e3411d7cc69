"""Running a query at a server, with the same results in the same formats as on the built-in graph."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

import pyoxigraph as ox

from ygokg.endpoint.server import Rows, Server
from ygokg.endpoint.wording import asks_for_rows, drops_duplicates, for_server
from ygokg.sparql import Value
from ygokg.store.run import parse, written

__all__ = ["execute"]

_LIMIT = re.compile(r"\bLIMIT\s+(\d+)\s*(?:OFFSET\s+\d+\s*)?$", re.IGNORECASE)


def execute(server: Server, query: str, values: Mapping[str, Value], format: str, where: str, seconds: float | None) -> bytes:
    """Return the result of a query, into which `values` are bound already, as `ygokg.store.run.execute` does.

    What is wrong with the query or the format is found out here, before the server is asked. Raises what `run.execute` raises, and
    what `Server.rows` raises; `EndpointProblem` where the server leaves rows out, or does not have our graph whole.
    """
    written(parse(ox.Store(), query, where), format)
    server.records(seconds)
    wording = for_server(query, values)
    if not asks_for_rows(query):
        return written(server.triples(wording, seconds=seconds), format)
    rows = server.rows(wording, seconds=seconds)
    if "boolean" not in rows.json:
        _require_whole(server, rows, query)
        if drops_duplicates(query):
            rows.json["results"]["bindings"] = _distinct(rows)
    return written(ox.parse_query_results(json.dumps(rows.json).encode(), format=ox.QueryResultsFormat.JSON), format)


def _require_whole(server: Server, rows: Rows, query: str) -> None:
    """Raise `EndpointProblem` where the server cut the rows; as many as the query asks for are whole."""
    asked = _LIMIT.search(query)
    if rows.cut and (asked is None or len(rows.bindings) < int(asked[1])):
        raise server.client.problem("endpoint.cut", server.url, rows=len(rows.bindings))


def _distinct(rows: Rows) -> list[dict[str, dict[str, str]]]:
    """Return the rows each once: Virtuoso gives some of a SELECT DISTINCT with paths or options in it twice."""
    return list({json.dumps(row, sort_keys=True): row for row in rows.bindings}.values())
