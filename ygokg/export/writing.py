"""Writing triples in the usual forms of RDF, the same content always the same bytes.

Turtle, TriG and JSON-LD are written as people do (`Tree`): a blank node that one statement leads to stands where that statement needs
it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import pyoxigraph as ox

from ygokg.errors import UsageProblem
from ygokg.export.selection import Term, stated
from ygokg.graph.triples import PREFIXES, curie, natural_key

TYPE, _FIRST, _REST, _NIL = (ox.NamedNode(PREFIXES["rdf"] + name) for name in ("type", "first", "rest", "nil"))
_LOCAL = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?")
_BARE = {PREFIXES["xsd"] + "integer": re.compile("[+-]?[0-9]+"), PREFIXES["xsd"] + "boolean": re.compile("true|false")}
"""Datatypes whose values need neither quotation marks nor type in Turtle."""
FORMATS = ("turtle", "trig", "nquads", "nt", "rdfxml", "jsonld")
DATASET_FORMATS = ("trig", "nquads")
"""Forms that also hold the graph of what is inferred."""
_SYNTAXES = {
    "nquads": ox.RdfFormat.N_QUADS,
    "nt": ox.RdfFormat.N_TRIPLES,
    "rdfxml": ox.RdfFormat.RDF_XML,
}
_NOT_IN_XML = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]")
_XML_NAME = re.compile(r"[^\W\d][\w.-]*$")


def write(quads: Iterable[ox.Quad], format: str) -> bytes:
    """Return quads in one of `FORMATS`, in UTF-8; the inferred graph is left out of a form that holds one graph.

    Raises `UsageProblem` where XML cannot hold what they say.
    """
    if format not in DATASET_FORMATS:
        quads = stated(quads)
    quads = ordered(quads)
    if format == "jsonld":
        from ygokg.export.jsonld import document

        return document(quads)
    if format in ("turtle", "trig"):
        return turtle(quads, _used_prefixes(quads))
    if format == "rdfxml":
        _require_fit_for_xml(quads)
    known = quads if format in DATASET_FORMATS else [quad.triple for quad in quads]
    return ox.serialize(known, format=_SYNTAXES[format], prefixes=_used_prefixes(quads)) or b""


def _used_prefixes(quads: Sequence[ox.Quad]) -> dict[str, str]:
    """Return those of the graph's prefixes that the quads need."""
    terms = {term for quad in quads for term in (quad.subject, quad.predicate, quad.object, quad.graph_name)}
    names = {term.value for term in terms if isinstance(term, ox.NamedNode)}
    names |= {term.datatype.value for term in terms if isinstance(term, ox.Literal)}
    used = {curie(name).partition(":")[0] for name in names}
    return {prefix: base for prefix, base in PREFIXES.items() if prefix in used}


def _require_fit_for_xml(quads: Iterable[ox.Quad]) -> None:
    """Refuse what would become a file that is no XML, or one that says something else."""
    for quad in quads:
        sign = isinstance(quad.object, ox.Literal) and _NOT_IN_XML.search(quad.object.value)
        if sign or not _XML_NAME.search(quad.predicate.value):
            what = "a text with a sign" if sign else "a property with a name"
            message = f"{curie(str(quad.subject).strip('<>'))} has {what} that XML cannot hold ({curie(quad.predicate.value)})."
            raise UsageProblem(message, "Choose another form, for example --format turtle.")


def ordered(quads: Iterable[ox.Quad]) -> list[ox.Quad]:
    """Return quads graph by graph in the order of their subjects, each followed by the blank nodes that it leads to.

    Blank nodes are numbered in this order, whatever they were called before.
    """
    dataset = ox.Dataset(quads)
    dataset.canonicalize(ox.CanonicalizationAlgorithm.RDFC_1_0)
    graphs: dict[ox.NamedNode | ox.BlankNode | ox.DefaultGraph, list[ox.Quad]] = defaultdict(list)
    for quad in dataset:
        graphs[quad.graph_name].append(quad)
    inner = [quad for name in sorted(graphs, key=_graph_key) for quad in _in_order(graphs[name])]
    names: dict[Term, ox.BlankNode] = {}
    named = []
    for quad in inner:
        subject, value = quad.subject, quad.object
        blank = [term for term in (subject, value) if isinstance(term, ox.BlankNode)]
        for term in blank:
            names.setdefault(term, ox.BlankNode(f"b{len(names) + 1}"))
        again = (names.get(subject, subject), quad.predicate, names.get(value, value), quad.graph_name)
        named.append(ox.Quad(*again) if blank else quad)
    return named


def _graph_key(name: ox.NamedNode | ox.BlankNode | ox.DefaultGraph) -> str:
    return "" if isinstance(name, ox.DefaultGraph) else name.value


def _in_order(quads: Iterable[ox.Quad]) -> Iterator[ox.Quad]:
    """Yield the quads of one graph: named subjects first, then blank ones that nothing leads to."""
    about: dict[Term, list[ox.Quad]] = defaultdict(list)
    for quad in quads:
        about[quad.subject].append(quad)
    led_to = {quad.object for own in about.values() for quad in own if isinstance(quad.object, ox.BlankNode)}
    first = sorted((s for s in about if isinstance(s, ox.NamedNode)), key=lambda s: natural_key(curie(s.value)))
    then = sorted((s for s in about if isinstance(s, ox.BlankNode)), key=lambda s: (s in led_to, str(s)))
    subjects: list[Term] = [*first, *then]
    for subject in subjects:
        waiting = [subject]
        while waiting:
            own = sorted(about.pop(waiting.pop(), []), key=_key)
            yield from own
            waiting += [quad.object for quad in reversed(own) if isinstance(quad.object, ox.BlankNode)]


def _key(quad: ox.Quad) -> tuple[object, ...]:
    value = quad.object
    text = natural_key(curie(value.value)) if isinstance(value, ox.NamedNode) else ()
    return quad.predicate != TYPE, curie(quad.predicate.value), isinstance(value, ox.BlankNode), text, str(value)


class Tree:
    """The triples of one graph by subject; `inside` are the blank nodes that stand in another node, `led_to` all that any leads to."""

    def __init__(self, quads: Sequence[ox.Quad]) -> None:
        self.about: dict[Term, dict[ox.NamedNode, list[Term]]] = {}
        self.led_to: Counter[Term] = Counter()
        for quad in quads:
            subject, value = quad.subject, quad.object
            if subject not in self.about:
                self.about[subject] = defaultdict(list)
            self.about[subject][quad.predicate].append(value)
            if isinstance(value, ox.BlankNode):
                self.led_to[value] += 1
        self.inside: set[Term] = {node for node, count in self.led_to.items() if count == 1 and node in self.about}
        self.inside -= self._in_a_circle()

    def top(self) -> list[Term]:
        """Return the subjects that stand in no other node, in the order of the triples."""
        return [subject for subject in self.about if subject not in self.inside]

    def members(self, head: Term) -> list[Term] | None:
        """Return the members of a list whose nodes say nothing else; None for any other blank node."""
        members: list[Term] = []
        while head != _NIL:
            own = self.about.get(head, {})
            if head not in self.inside or own.keys() != {_FIRST, _REST} or any(len(values) > 1 for values in own.values()):
                return None
            members += own[_FIRST]
            head = own[_REST][0]
        return members

    def _in_a_circle(self) -> set[Term]:
        """Return the blank nodes that would only stand in each other."""
        reached: set[Term] = set()
        row = self.top()
        while row:
            inside = [value for values in self.about[row.pop()].values() for value in values if value in self.inside]
            reached.update(inside)
            row += inside
        return self.inside - reached


def turtle(quads: Sequence[ox.Quad], prefixes: dict[str, str]) -> bytes:
    """Return quads, in the order in which they come, as TriG in UTF-8; of the default graph alone that is Turtle."""
    blocks = ["".join(f"@prefix {prefix}: <{base}> .\n" for prefix, base in prefixes.items())]
    for name, own in groupby(quads, key=lambda quad: quad.graph_name):
        writer = _Writer(Tree(list(own)))
        if isinstance(name, ox.DefaultGraph):
            blocks += writer.blocks()
        else:
            blocks.append(f"{name} {{\n" + "\n".join(writer.blocks()) + "}\n")
    return "\n".join(blocks).encode()


class _Writer:
    """Writes one graph."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def blocks(self) -> list[str]:
        """Return the statements about each subject that stands in no other node."""
        return [f"{self._subject(subject)} {self._said(subject, 1)} .\n" for subject in self._tree.top()]

    def _subject(self, subject: Term) -> str:
        return "[]" if isinstance(subject, ox.BlankNode) and subject not in self._tree.led_to else self._plain(subject)

    def _said(self, subject: Term, depth: int) -> str:
        end = " ;\n" + "    " * depth
        return end.join(
            f"{'a' if predicate == TYPE else self._plain(predicate)} {' , '.join(self._value(value, depth) for value in values)}"
            for predicate, values in self._tree.about[subject].items()
        )

    def _value(self, value: Term, depth: int) -> str:
        if value not in self._tree.inside:
            return self._plain(value)
        members = self._tree.members(value)
        if members is None:
            return f"[ {self._said(value, depth + 1)} ]"
        return f"( {' '.join(self._value(member, depth) for member in members)} )"

    def _plain(self, term: Term) -> str:
        if isinstance(term, ox.NamedNode):
            name = curie(term.value)
            return name if name != term.value and _LOCAL.fullmatch(name.partition(":")[2]) else str(term)
        if not isinstance(term, ox.Literal) or term.language or term.datatype.value == PREFIXES["xsd"] + "string":
            return str(term)
        bare = _BARE.get(term.datatype.value)
        if bare is not None and bare.fullmatch(term.value):
            return term.value
        return f"{ox.Literal(term.value)}^^{self._plain(term.datatype)}"
