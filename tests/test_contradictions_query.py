"""What contradicts itself, in the graph: the rows of `contradictions`, and that the graph has what is found, and nothing else."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from pathlib import Path

import pyoxigraph as ox
import pytest
from check_world import SMALL
from conftest import Run
from shorthand import small_model
from test_cli_conflicts import AGAINST, CIRCLE, EXCLUSION, IT_IS_SO, PREFIXES
from test_consistency_findings import BEARING, COUNTED, FOUND, STEP

from ygokg.consistency import report
from ygokg.consistency.finding import Acceptance, Finding
from ygokg.consistency.in_graph import finding_triples, findings_of
from ygokg.consistency.report import accept, find, with_stale
from ygokg.graph.model import Model
from ygokg.graph.triples import curie
from ygokg.store.build import load, load_findings
from ygokg.store.cache import open_graph

Runner = Callable[..., Run]
COLUMNS = ("id", "kind", "severity", "question", "side", "answer", "says", "source", "accepted", "because", "lastDay")


def in_the_graph(model: Model, found: Sequence[Finding], accepted: Sequence[Acceptance] = ()) -> list[Finding]:
    """Return findings as they come back from their triples, in the order in which they are shown."""
    return with_stale(findings_of(finding_triples(model, found), accepted, model), accepted, None)


SMALL_WORLDS = [*FOUND, *BEARING, *COUNTED]


@pytest.mark.parametrize(("rules", "rulings"), [c[1:3] for c in SMALL_WORLDS], ids=[c[0] for c in SMALL_WORLDS])
def test_a_finding_comes_back_from_the_graph_as_it_was(rules: str, rulings: str) -> None:
    model = small_model(rules, rulings, derived=STEP, literal=True)
    found = find(model)
    assert in_the_graph(model, found) == found
    accepted = [Acceptance(f"accepted:{n}", (finding.id,), "It is so.") for n, finding in enumerate(found)]
    idle = [Acceptance("accepted:idle", ("rule-rule", "rule:*", "rule:b"), "It was so.")]
    marked = sorted(accept(found, [*accepted, *idle]), key=report._order)
    assert in_the_graph(model, marked, [*accepted, *idle]) == marked


def test_the_built_in_graph_has_what_is_found_in_the_built_in_data() -> None:
    graph = open_graph()
    found, accepted = load_findings(graph.store, graph.model)
    assert with_stale(found, accepted, None) == find(*load())


def test_findings_have_lasting_names_and_no_blank_nodes() -> None:
    model = small_model("a | face=Down | Yes\n b | face=Down, zone=Hand/Grave | No", "")
    terms = {term for triple in finding_triples(model, find(model)) for term in (triple.subject, triple.object)}
    assert not any(isinstance(term, ox.BlankNode) for term in terms)
    named = {curie(term.value) for term in terms if isinstance(term, ox.NamedNode)}
    assert {i for i in named if i.startswith("finding:rule-rule")} == {
        "finding:rule-rule.ff471c6c",
        "finding:rule-rule.ff471c6c.1",
        "finding:rule-rule.ff471c6c.2",
    }
    assert ox.Literal("ygo:face value ygo:Down and ygo:zone some {ygo:Hand , ygo:Grave}") in terms


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], Path]:
    """Make the small world the built-in data; return how to write a file that is laid over it."""
    for module in ("ygokg.store.build", "ygokg.store.cache"):
        monkeypatch.setattr(f"{module}.bundled_files", lambda: sorted(SMALL.rglob("*.ttl")))

    def over(turtle: str) -> Path:
        path = tmp_path / "over.ttl"
        path.write_text(PREFIXES + turtle, encoding="utf-8")
        return path

    return over


DISAGREE = [
    "1|ygo:Yes|ruling:negation.5|src:negation.5",
    "2|ygo:No|rule:negation.lasting-gone|src:negation.1",
    "2|ygo:No|ruling:negation.2|src:negation.2",
]
EXCLUDE = ["1|ygo:Yes|ruling:negation.4|src:negation.4", "2|ygo:Yes|rule:negation.general|src:negation.1"]
RULINGS = "ruling-ruling:faba5463|ruling-ruling|error|ygo:IsNegated"
QUESTIONS = "questions-disagree:51fbccab|questions-disagree|error|ygo:IsDestroyed"
PLANTED = [
    ("nothing", "", [], []),
    ("rulings that disagree", AGAINST, [], [f"{RULINGS}|{side}|||" for side in DISAGREE]),
    ("accepted", AGAINST + IT_IS_SO, [], [f"{RULINGS}|{side}|accepted:so|The passage says so.|" for side in DISAGREE]),
    ("two kinds", AGAINST + EXCLUSION, [], [*(f"{QUESTIONS}|{side}|||" for side in EXCLUDE), *(f"{RULINGS}|{side}|||" for side in DISAGREE)]),
    ("one of two kinds", AGAINST + EXCLUSION, ["--param", "kind=questions-disagree"], [f"{QUESTIONS}|{side}|||" for side in EXCLUDE]),
]  # fmt: skip


@pytest.mark.parametrize(("turtle", "params", "rows"), [p[1:] for p in PLANTED], ids=[p[0] for p in PLANTED])
def test_the_query_lists_who_says_what_against_whom(
    world: Callable[[str], Path], run: Runner, turtle: str, params: list[str], rows: list[str]
) -> None:
    ended = run("query", "contradictions", *params, "--data", str(world(turtle)), "--format", "csv")
    assert (ended.code, ended.err) == (0, "")
    head, *found = csv.reader(io.StringIO(ended.out))
    assert tuple(head) == COLUMNS
    assert ["|".join(map(curie, row)) for row in found] == rows


def test_conflicts_prints_what_the_graph_has(monkeypatch: pytest.MonkeyPatch, run: Runner) -> None:
    printed = run("conflicts")
    monkeypatch.setattr("ygokg.api.conflicts.find", None)
    assert run("conflicts") == printed
    assert "accepted source-source:fb3beb31: documents disagree\n" in printed.out
    assert "  Past: both were said until 2022-05-19; today one of them is not.\n" in printed.out


def test_what_cannot_be_built_is_looked_through_all_the_same(
    monkeypatch: pytest.MonkeyPatch, world: Callable[[str], Path], run: Runner
) -> None:
    broken = [*sorted(SMALL.rglob("*.ttl")), world(CIRCLE)]
    for module in ("ygokg.store.build", "ygokg.store.cache"):
        monkeypatch.setattr(f"{module}.bundled_files", lambda: broken)
    assert run("card", "Drain").code == 2
    ended = run("conflicts", "--kind", "broken-exception")
    assert (ended.code, ended.out.splitlines()[0]) == (1, "error broken-exception:aa1d3263: exceptions run in a circle")
