"""The text of a query as another server takes it: prefixes declared, names written out, values where every server sees them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from ygokg.namespaces import PREFIXES
from ygokg.sparql import Value, tokens, values_block, with_full_names

__all__ = ["asks_for_rows", "chooses_graphs", "drops_duplicates", "for_server", "with_values_in_options"]

_GRAPH_IN_OPTION = 2  # braces: those of the pattern, and its own
_IN_OPTION = 2  # braces: those of the pattern, and its own
_GRAPH_FORMS = ("construct", "describe")
_FORMS = ("select", "ask", *_GRAPH_FORMS)


def for_server(query: str, values: Mapping[str, Value]) -> str:
    """Return a query, into which `values` are bound already, as any server understands it; its lines stay as they are.

    >>> for_server("ASK { card:1 a ygo:Card }", {})[:66]
    'PREFIX ygo: <https://w3id.org/ygokg/ontology#> PREFIX card: <https'
    """
    query = with_full_names(with_values_in_options(query, values))
    found = list(tokens(query))
    declared = {name["prefix"] for word, name in pairwise(found) if (word["word"] or "").lower() == "prefix"}
    used = {token["prefix"] for token in found if token["name"]}
    missing = [f"PREFIX {prefix}: <{base}> " for prefix, base in PREFIXES.items() if prefix in used - declared]
    return "".join([*missing, query])


def with_values_in_options(query: str, values: Mapping[str, Value]) -> str:
    """Return the query with the values said again in each OPTIONAL of its outermost pattern that uses them.

    They hold there anyway, since they are bound beside it; but Virtuoso does not see them in a FILTER of an OPTIONAL.

    >>> with_values_in_options("ASK { OPTIONAL { ?s ?p ?o FILTER(?o = ?x) } OPTIONAL { ?s ?q 1 } }", {"x": Value("number", "5")})
    'ASK { OPTIONAL { VALUES ( ?x ) { ( 5 ) } ?s ?p ?o FILTER(?o = ?x) } OPTIONAL { ?s ?q 1 } }'
    """
    used: dict[int, set[str]] = {}
    start = depth = 0
    before = ""
    for token in tokens(query):
        depth += {"{": 1, "}": -1}.get(token[0], 0)
        if token[0] == "{" and depth == _IN_OPTION and before == "optional":
            start = token.end()
        elif depth < _IN_OPTION:
            start = 0
        elif depth == _IN_OPTION and start and token["variable"]:
            used.setdefault(start, set()).add(token["variable"][1:])
        before = (token["word"] or "").lower()
    for place, names in sorted(used.items(), reverse=True):
        said = {name: value for name, value in values.items() if name in names}
        if said:
            query = f"{query[:place]} {values_block(said)}{query[place:]}"
    return query


def asks_for_rows(query: str) -> bool:
    """Say whether the result is rows or a truth value, not a graph.

    >>> asks_for_rows("# CONSTRUCT\\nSELECT ?describe { }"), asks_for_rows("DESCRIBE card:1")
    (True, False)
    """
    words = ((token["word"] or "").lower() for token in tokens(query))
    return next((word for word in words if word in _FORMS), "") not in _GRAPH_FORMS


def chooses_graphs(query: str) -> bool:
    """Say whether the query names the graphs that it asks with FROM; what is named beside it would take their place.

    >>> chooses_graphs("SELECT * FROM <urn:g> { }"), chooses_graphs("SELECT ?from { ?from ?p 'FROM' }")
    (True, False)
    """
    return any((token["word"] or "").lower() == "from" for token in tokens(query))


def drops_duplicates(query: str) -> bool:
    """Say whether the query is a SELECT DISTINCT.

    >>> drops_duplicates("select distinct ?s { }"), drops_duplicates("SELECT ?s { { SELECT DISTINCT ?s { } } }")
    (True, False)
    """
    words = ((token["word"] or "").lower() for token in tokens(query))
    return "select" in words and next(words, "") == "distinct"
