"""The SHACL part: the shapes of `ontology/shapes.ttl`, run by pySHACL, as findings with file and line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pyoxigraph

from ygokg.checks.finding import ERROR, WARNING, Finding
from ygokg.checks.sources import Sources
from ygokg.errors import BrokenInput
from ygokg.graph.triples import curie

if TYPE_CHECKING:
    import rdflib

_IRI = re.compile(r"https?://[^\s,;]+")
_INSTALL = 'Install the extra: pip install "ygokg[shacl]"'


def shapes_available() -> bool:
    """Tell whether pySHACL is installed."""
    return find_spec("pyshacl") is not None


def run_shapes(sources: Sources) -> list[Finding]:
    """Return what the shapes find in the files.

    Raises `BrokenInput` where pySHACL is missing, or where there are no shapes or broken ones.
    """
    if not shapes_available():
        raise BrokenInput("The SHACL shapes need pySHACL, which is not installed.", _INSTALL)
    shapes = [quad for file in sources.files if file.shapes for quad in file.quads]
    if not shapes:
        raise BrokenInput("No shapes were found: ontology/shapes.ttl is missing.", "Install the package again.")
    from pyshacl import validate
    from pyshacl.errors import ReportableRuntimeError, ShapeLoadError

    shapes_graph = _graph(shapes)
    try:
        _, report, _ = validate(_graph(sources.quads), shacl_graph=shapes_graph, inference="none")
    except (ShapeLoadError, ReportableRuntimeError) as error:
        raise BrokenInput(f"ontology/shapes.ttl: the shapes cannot be run: {error}", "Mend the shape that it names.") from error
    return sorted(set(_findings(report, shapes_graph, sources)), key=Finding.sort_key)


def _graph(quads: list[pyoxigraph.Quad]) -> rdflib.Graph:
    """Hand the triples over as N-Triples, which rdflib reads much faster than Turtle."""
    text = pyoxigraph.serialize((quad.triple for quad in quads), format=pyoxigraph.RdfFormat.N_TRIPLES)
    return prepared_graph().parse(data=text, format="nt")


def prepared_graph() -> rdflib.Graph:
    """Return an empty graph for pySHACL, which asks a query anew for every thing: here it is not parsed again each time."""
    import rdflib

    class Graph(rdflib.Graph):
        def query(self, query_object: Any, *more: Any, **named: Any) -> rdflib.query.Result:  # noqa: ANN401 - handed on
            known = _parsed(query_object, *self.namespaces()) if isinstance(query_object, str) else query_object
            return super().query(known, *more, **named)

    return Graph()


@lru_cache(maxsize=512)
def _parsed(text: str, *names: tuple[str, rdflib.URIRef]) -> rdflib.plugins.sparql.sparql.Query:
    from rdflib.plugins.sparql import prepareQuery

    return prepareQuery(text, dict(names))


def _findings(report: Any, shapes: rdflib.Graph, sources: Sources) -> Iterator[Finding]:  # noqa: ANN401 - pySHACL is untyped
    from rdflib import SH

    for result in report.objects(None, SH.result):
        subject, path, value = (_name(report.value(result, p)) for p in (SH.focusNode, SH.resultPath, SH.value))
        message = _IRI.sub(lambda match: curie(match[0]), _message(report.objects(result, SH.resultMessage)))
        by_query = report.value(result, SH.sourceConstraintComponent) == SH.SPARQLConstraintComponent
        shown = message if by_query or not value or value.startswith("_:") else f"{message} Found: {value}"
        mention = value if value in _mentioned(sources, subject) else path
        shape = report.value(result, SH.sourceShape)
        owner = _name(shapes.value(None, SH.property, shape) or shape)
        policy = "shape-" + owner.removeprefix("ygo:").removesuffix("Shape")
        severity = ERROR if report.value(result, SH.resultSeverity) == SH.Violation else WARNING
        yield Finding(policy, severity, subject, sources.place(subject, mention), shown)


def _message(messages: Iterable[Any]) -> str:
    """Return the English one of a result's messages."""
    # pySHACL forgets the language of a message that it fills in; of two such the English one sorts before the Chinese one.
    said = sorted(messages, key=lambda message: (getattr(message, "language", None) != "en", str(message)))
    return str(said[0]) if said else "breaks its shape."


def _mentioned(sources: Sources, subject: str) -> set[str]:
    return {term for _, statement in sources.statements(subject) for term in statement.mentions}


def _name(node: object) -> str:
    """Return the CURIE of an IRI, the text of a literal, `_:x` for anything without a name."""
    import rdflib

    if node is None:
        return ""
    if isinstance(node, rdflib.BNode):
        return f"_:{node}"
    return curie(str(node))
