"""SPARQL as text: what may run, how values enter it, and the headers of the named queries. Nothing here executes a query."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from ygokg.errors import BrokenInput, NotFound, UsageProblem
from ygokg.graph.triples import PREFIXES, expand
from ygokg.store.bundle import query_files
from ygokg.store.values import NUMBER, Value, in_iri, values_block

_TOKEN = re.compile(
    r"""
      (?P<comment>\#[^\n\r]*)
    | (?P<iri><(?:[^<>"{}|^`\\\x00-\x20]|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8})*>)
    | (?P<text>\"{3}(?:[^"\\]|\\.|"(?!""))*(?:\"{3}|\Z) | '{3}(?:[^'\\]|\\.|'(?!''))*(?:'{3}|\Z)
             | "(?:[^"\\\n]|\\.)*(?:"|(?=\n)|\Z) | '(?:[^'\\\n]|\\.)*(?:'|(?=\n)|\Z))
    | (?P<variable>[?$]\w+)
    | (?P<language>@[A-Za-z0-9-]+)
    | (?P<blank>_:[\w.\-]+)
    | (?P<name>(?P<prefix>(?:[^\W\d_][\w.\-]{0,200})?):(?:[\w:.\-]|%[0-9A-Fa-f]{2}|\\.)*)
    | (?P<word>[^\W\d]\w*)
    | (?P<mark>[{}()])
    """,
    re.VERBOSE | re.DOTALL,
)

_UPDATES = frozenset({"insert", "delete", "load", "clear", "create", "drop", "copy", "move", "add"})
_FORMS = frozenset({"select", "ask", "construct", "describe"})
# Compiled when first used: a look-up needs few of these.
_QUOTED = r"(?s:(?P<quote>[\"'])(?P<text>.*)(?P=quote)(?:@(?P<language>[A-Za-z]+(?:-[A-Za-z0-9]+)*))?)"


class Parameter(NamedTuple):
    """A parameter of a named query: a variable, what kind of thing it takes, and whether it may be left out."""

    name: str
    kind: str
    meaning: str
    optional: bool = False


class NamedQuery(NamedTuple):
    """A query of `queries/` with what its header says: all of it one line each, `parameters` aside."""

    name: str
    title: str
    question: str
    parameters: tuple[Parameter, ...]
    reading: str
    example: str
    text: str


def require_read_only(query: str) -> None:
    """Raise `UsageProblem` for an update and for SERVICE: this graph is only read, and no other server is asked.

    >>> require_read_only("SELECT ?service { ?service ygo:add 'INSERT' } # DELETE")
    """
    words = [token["word"].lower() for token in _TOKEN.finditer(query) if token["word"]]
    form = next((word for word in words if word in _UPDATES or word in _FORMS or word == "with"), "")
    if form in _UPDATES or form == "with":
        raise UsageProblem(
            f"{form.upper()} is an update; the graph is only read.",
            "Ask with SELECT, ASK, CONSTRUCT or DESCRIBE; lay triples on top with --data.",
        )
    if _asks_elsewhere(query) or _asks_elsewhere(_unescaped(query)):
        raise UsageProblem("SERVICE would ask another server; queries stay in this graph.", "Leave the SERVICE part out.")


def names_graphs(query: str) -> bool:
    """Say whether a query may ask for named graphs, those of imported documents among them.

    >>> names_graphs("SELECT * { GRAPH ?document { ?s ?p ?o } }")
    True
    """
    return any((token["word"] or "").lower() in ("graph", "from") for token in _TOKEN.finditer(query))


def names_findings(query: str) -> bool:
    """Say whether a query names what `ygokg.store.build.add_findings` adds.

    >>> names_findings("SELECT * { ?finding a ygo:Finding }"), names_findings("SELECT * { ?rule a ygo:Rule }")
    (True, False)
    """
    return "finding" in query.lower()


def _unescaped(query: str) -> str:
    r"""Return the query as SPARQL has it read: `\u0053` is `S` before anything else is looked at."""
    return re.sub(r"\\u([0-9A-Fa-f]{4})|\\U(000[0-9A-Fa-f]{5})", lambda code: chr(int(code[1] or code[2], 16)), query)


def _asks_elsewhere(query: str) -> bool:
    """Tell whether SERVICE is in a query where a parser could take it for the keyword, even one that sees other tokens than these.

    Such a parser reads `1e5SERVICE`, `SERVICESILENT` and `SERVICEex:a` as two tokens, ends a name before its last dot, or has `<` for a
    comparison: `FILTER(?a<?b)SERVICE#>`.
    """
    if "service" not in query.lower():
        return False
    tokens = [token for token in _TOKEN.finditer(query) if not token["comment"]]
    following = (*(token[0] for token in tokens[1:]), "")
    return any("service" in token[0].lower() and not _only_mentions(token, after) for token, after in zip(tokens, following, strict=False))


def _only_mentions(token: re.Match[str], after: str) -> bool:
    """Tell whether a token with the word in it cannot be the keyword, seeing what comes after."""
    text = token[0].lower()
    if token["name"]:
        return not ("service" in token["prefix"].lower() and after == "{") and not ("\\" in text and ".service" in text)
    if token["iri"]:
        return not re.search(r"\).*service.*#", text)
    return bool(token["text"] or token["variable"] or (token["blank"] and ".service" not in text))


def tokens(query: str) -> Iterator[re.Match[str]]:
    """Yield the tokens of a query without its comments; the groups iri, text, variable, name, prefix, word and mark say what each is."""
    return (token for token in _TOKEN.finditer(query) if not token["comment"])


def check_prefixes(query: str, where: str = "The query") -> None:
    """Raise `BrokenInput`, with the line, for a prefix that is neither declared in the query nor one of the graph's own.

    >>> check_prefixes("SELECT * { ?rule a ygo:Rule }")
    """
    found = list(tokens(query))
    declared = set(PREFIXES)
    for before, token in pairwise(found):
        if before["word"] and before["word"].lower() == "prefix" and token["name"]:
            declared.add(token["prefix"])
    for token in found:
        if token["name"] and token["prefix"] not in declared:
            line = query.count("\n", 0, token.start()) + 1
            from difflib import get_close_matches

            near = get_close_matches(token["prefix"], PREFIXES, n=1)
            known = ", ".join(f"{prefix}:" for prefix in PREFIXES)
            hint = f"Did you mean `{near[0]}:`?" if near else f"Declare it with PREFIX, or use one of {known}"
            raise BrokenInput(f"{where}, line {line}: the prefix `{token['prefix']}:` is not declared.", hint)


def open_braces(query: str) -> int:
    """Return how many braces are open at the end of a query.

    >>> open_braces("SELECT * { { ?s ?p '}' }")
    1
    """
    marks = [token["mark"] for token in _TOKEN.finditer(query)]
    return marks.count("{") - marks.count("}")


def several(query: str) -> list[str] | None:
    r"""Return the names that stand over queries which follow each other in one text; None for a single query.

    >>> several("# name: one\nASK { ?s ?p ?o }\n# name: two\nSELECT * { { SELECT ?s { ?s ?p ?o } } }")
    ['one', 'two']
    >>> several("ASK { ?s ?p ?o }") is None
    True
    """
    forms = [token for token in _tokens_at_rest(query) if (token["word"] or "").lower() in _FORMS]
    return re.findall(r"(?m)^# name: (\S+)$", query) if len(forms) > 1 else None


def with_full_names(query: str) -> str:
    """Return the query with every name that has a dot in it (`ruling:negation.115.a`) written as its IRI.

    SPARQL allows such names; the parser of the store stumbles over a second dot. Lines stay as they are.

    >>> with_full_names("ASK { ruling:negation.115.a ?p ?o }")
    'ASK { <https://w3id.org/ygokg/ruling/negation.115.a> ?p ?o }'
    """
    found = list(tokens(query))
    bases = dict(PREFIXES)
    for keyword, prefix, iri in zip(found, found[1:], found[2:], strict=False):
        if (keyword["word"] or "").lower() == "prefix" and prefix["name"] and iri["iri"]:
            bases[prefix["prefix"]] = iri[0][1:-1]
    parts: list[str] = []
    end = 0
    for token in found:
        name = token[0].rstrip(".")
        if token["name"] and "." in name and "\\" not in name and token["prefix"] in bases:
            parts += [query[end : token.start()], "<", bases[token["prefix"]], name.partition(":")[2], ">"]
            end = token.start() + len(name)
    return "".join([*parts, query[end:]])


def read_value(text: str) -> Value:
    """Return the value that a word on the command line means: `<IRI>`, a CURIE of this graph, a number, `"text"@zh`, else text.

    >>> read_value("card:82732705"), read_value("12"), read_value('"12"')
    (Value(kind='iri', text='https://w3id.org/ygokg/card/82732705', language=''), Value(kind='number', text='12', language=''), \
Value(kind='text', text='12', language=''))
    """
    if text.startswith("<") and text.endswith(">"):
        return Value("iri", text[1:-1])
    if expand(text) != text and in_iri(text):
        return Value("iri", expand(text))
    if re.fullmatch(NUMBER, text):
        return Value("number", text)
    quoted = re.fullmatch(_QUOTED, text)
    if quoted is not None:
        return Value("text", quoted["text"], quoted["language"] or "")
    return Value("text", text)


def bind(query: str, values: Mapping[str, Value | Sequence[Value]]) -> str:
    """Return the query with the values at the start of its outermost pattern, on the line where that pattern begins.

    Raises `UsageProblem` for a value whose variable the query does not have, and for a query without a pattern to put it in.
    """
    if not values:
        return query
    variables = {token["variable"][1:] for token in _TOKEN.finditer(query) if token["variable"]}
    for name in values:
        if name not in variables:
            known = ", ".join(f"?{variable}" for variable in sorted(variables))
            raise UsageProblem(f"The query has no variable ?{name}.", f"Its variables: {known}" if known else "It has no variables at all.")
    block = values_block(values)
    at = _pattern_start(query)
    return f"{query[:at]} {block} {query[at:]}"


def _pattern_start(query: str) -> int:
    """Return where the outermost pattern's brace has just opened: not in an expression, not in a CONSTRUCT template."""
    found = list(_tokens_at_rest(query))
    construct = next((i for i, token in enumerate(found) if (token["word"] or "").lower() == "construct"), None)
    if construct is not None and construct + 1 < len(found) and (found[construct + 1]["word"] or "").lower() == "where":
        raise UsageProblem("CONSTRUCT WHERE has no room for a value.", "Write the template out: CONSTRUCT { … } WHERE { … }.")
    braces = [token for token in found if token[0] == "{"]
    if construct is not None:
        braces = braces[1:]
    if not braces:
        raise UsageProblem("The query has no pattern in braces to put a value into.", "Write the value into the query instead.")
    return braces[0].end()


def _tokens_at_rest(query: str) -> Iterator[re.Match[str]]:
    """Yield the tokens that stand in no parentheses and in no braces, opening braces included."""
    parens = braces = 0
    for token in tokens(query):
        if not parens and not braces:
            yield token
        parens += (token[0] == "(") - (token[0] == ")") if token["mark"] else 0
        braces += (token[0] == "{") - (token[0] == "}") if token["mark"] else 0


_SECTIONS = ("title", "question", "parameters", "reading", "example")
_HEAD = r"#\s*(?P<section>[a-z]+):\s*(?P<text>.*)"
_PARAMETER = r"(?P<name>\w+) \((?P<kind>[a-z]+)(?P<optional>, optional)?\): (?P<meaning>.+)"


def parse_header(name: str, text: str) -> NamedQuery:
    """Return the named query whose file holds `text`.

    The header is its first comment lines: `# title:`, `# question:`, `# parameters:` with one `#   name (kind): meaning` a line
    (`(kind, optional)` where it may be left out), `# reading:` and `# example:`. Raises `BrokenInput` for a header that misses one.
    """
    sections = _sections(text)
    missing = [section for section in _SECTIONS if section not in sections]
    if missing:
        raise BrokenInput(f"{name}.rq: its header has no `# {missing[0]}:`.", f"The header has the lines {', '.join(_SECTIONS)}.")
    parameters = tuple(_parameter(name, line) for line in sections["parameters"])
    title, question, reading, example = (" ".join(sections[s]) for s in ("title", "question", "reading", "example"))
    return NamedQuery(name, title, question, parameters, reading, example, text)


def kinds_in_header(text: str) -> dict[str, str]:
    r"""Return the kinds of the parameters that the header of a query tells, by name; none where it has no such header.

    >>> kinds_in_header("# parameters:\n#   card (card): the card\nSELECT * { ?s ?p ?card }")
    {'card': 'card'}
    """
    found = (re.fullmatch(_PARAMETER, line) for line in _sections(text).get("parameters", ()))
    return {parameter["name"]: parameter["kind"] for parameter in found if parameter is not None}


def _sections(text: str) -> dict[str, list[str]]:
    """Return the lines of the sections of a header."""
    sections: dict[str, list[str]] = {}
    current: list[str] = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        head = re.fullmatch(_HEAD, line)
        if head is not None and head["section"] in _SECTIONS:
            current = sections[head["section"]] = [head["text"]] if head["text"] else []
        else:
            current.append(line.lstrip("# ").rstrip())
    return sections


def _parameter(query: str, line: str) -> Parameter:
    found = re.fullmatch(_PARAMETER, line)
    if found is None:
        raise BrokenInput(f"{query}.rq: `{line}` is no parameter.", "Write it as `#   card (card): the card, by name or passcode`.")
    return Parameter(found["name"], found["kind"], found["meaning"], found["optional"] is not None)


def named_queries() -> dict[str, Path]:
    """Return the files of the named queries by name."""
    return {path.stem: path for path in query_files()}


def named_query(name: str) -> NamedQuery:
    """Return the query of that name; raises `NotFound`, with the nearest names, where there is none."""
    known = named_queries()
    if name not in known:
        from difflib import get_close_matches

        near = get_close_matches(name, known, n=3, cutoff=0.5)
        meant = f"Did you mean {', '.join(near)}? " if near else ""
        raise NotFound(f"There is no query `{name}`.", f"{meant}`ygokg query --list` shows all; SPARQL itself goes in quotes.")
    return parse_header(name, known[name].read_text(encoding="utf-8"))
