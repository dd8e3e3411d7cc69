"""The built-in data holds together, what only seems to clash stays silent, and every planted fault is found and nothing else."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pyoxigraph as ox
import pytest

from ygokg.consistency.examined import Examined
from ygokg.consistency.finding import KINDS, Finding
from ygokg.consistency.report import acceptances, find
from ygokg.graph.compile import compile_model
from ygokg.graph.model import Model
from ygokg.store.build import read_quads
from ygokg.store.bundle import bundled_files

PLANTED = sorted((Path(__file__).parent / "data" / "conflicts").glob("*.ttl"))
EXPECT = re.compile(r"^# expect: (?P<kind>[a-z-]+)(?:\.(?P<detail>[a-z-]+))? (?P<key>.+)$", re.MULTILINE)


@pytest.fixture(scope="module")
def quads() -> list[ox.Quad]:
    """The built-in data as it is read."""
    return read_quads(bundled_files())


@pytest.fixture(scope="module")
def examined(quads: list[ox.Quad]) -> Examined:
    """The built-in data under examination."""
    return Examined(compile_model(quads))


@pytest.fixture(scope="module")
def built_in(examined: Examined, quads: list[ox.Quad]) -> list[Finding]:
    """What is found in it."""
    return find(examined, acceptances(quads))


def test_nothing_is_found_in_the_built_in_data_that_is_not_accepted(built_in: list[Finding]) -> None:
    failing = [f"{f.id} {f.detail} {' '.join(f.key)}" for f in built_in if f.fails]
    assert not failing, "\n".join(["settle these, or accept them in data/accepted.ttl; see `ygokg conflicts`:", *failing])


def test_every_acceptance_says_why(built_in: list[Finding]) -> None:
    reasons = {f.accepted.id: f.accepted.because for f in built_in if f.accepted is not None}
    assert reasons
    assert [name for name, because in reasons.items() if len(because) < 40] == []


SILENT = [
    ("own immunity applies before a negation, own destruction does not", ("negation.116", "negation.117")),
    ("an effect that destroys may be answered, one that negates a card activation may not", ("activation.228", "activation.88")),
    ("two negators turned face-down or gone", ("negation.154", "negation.155")),
    ("a battling monster that left, and one under a negation of all", ("negation.176", "negation.187")),
    ("a face-down card under a lasting negator and under one that names cards", ("negation.112", "negation.146")),
    ("a field negator on a card that left, and one that reaches every card", ("negation.113", "negation.145")),
    ("one use of an effect and the next", ("activation.234", "activation.235")),
    ("the first, second and third class on a negated card", ("negation.258", "negation.267", "negation.268")),
]


def rulings_of(model: Model, passage: str) -> set[str]:
    return {i for i, ruling in model.rulings.items() if f"src:{passage}" in ruling.sources}


@pytest.mark.parametrize("passages", [s[1] for s in SILENT], ids=[s[0] for s in SILENT])
def test_what_only_seems_to_clash_stays_silent(passages: tuple[str, ...], examined: Examined, built_in: list[Finding]) -> None:
    named = {i for finding in built_in if finding.severity != "info" for i in (*finding.ids, *finding.cases)}
    sides = [rulings_of(examined.model, passage) for passage in passages]
    assert all(sides), "not encoded"
    assert not named.intersection(*[set().union(*sides)])
    for one, other in combinations(sides, 2):
        assert not any(other.intersection(examined.opponents(ruling)) for ruling in one)


def test_the_documents_real_conflict_is_one_finding(built_in: list[Finding]) -> None:
    (finding,) = [f for f in built_in if f.kind == "source-source"]
    assert finding.accepted is not None
    assert [side.rules for side in finding.sides] == [
        ("rule:negate-activation.card.sent-by-effect",),
        ("rule:negate-activation.card.sent-by-no-effect",),
    ]
    passages = {i.removeprefix("ruling:").rpartition(".")[0] if i.count(".") > 1 else i.removeprefix("ruling:") for i in finding.cases}
    assert {"activation.94", "activation.98", "negation.74"} <= passages


@pytest.mark.parametrize("path", PLANTED, ids=lambda path: path.stem)
def test_a_planted_fault_is_found_and_found_alone(path: Path, quads: list[ox.Quad], built_in: list[Finding]) -> None:
    expected = EXPECT.search(path.read_text(encoding="utf-8"))
    assert expected is not None, f"{path.name} does not say what is to be found: '# expect: KIND ID …'"
    known = {finding.id for finding in built_in}
    both = [*quads, *read_quads([path])]
    found = [f for f in find(compile_model(both), acceptances(both)) if f.fails and f.id not in known]
    assert [(f.kind, f.detail, f.key) for f in found] == [
        (expected["kind"], expected["detail"] or "", tuple(sorted(expected["key"].split())))
    ]


def test_a_fault_of_every_kind_that_fails_is_planted() -> None:
    planted = {match["kind"] for path in PLANTED if (match := EXPECT.search(path.read_text(encoding="utf-8")))}
    assert planted == set(KINDS) - {"fitted", "unexercised", "review", "stale-passage"}
