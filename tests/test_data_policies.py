"""The project's own data against every policy: one test each, whose message says where and how to mend."""

from __future__ import annotations

import pytest

from ygokg.checks.finding import Finding
from ygokg.checks.run import FILE_POLICIES, MODEL_POLICIES, Policy, run_policies
from ygokg.checks.shapes import run_shapes
from ygokg.checks.sources import Sources
from ygokg.checks.turtle_form import FORMATTER_VERSION, find_formatter
from ygokg.graph.compile import compile_model
from ygokg.graph.model import Model


@pytest.fixture(scope="module")
def model(sources: Sources) -> Model:
    """What they say together."""
    return compile_model(sources.quads)


def report(found: list[Finding]) -> str:
    """Return the findings as a list to work through."""
    return "\n".join(["mend these, then run `ygokg check`:", *(f"{f.place}: {f.subject} {f.message}" for f in found)])


def without_form(policy: Policy) -> object:
    """The form is checked by a tool that is pinned; everything else needs nothing."""
    missing = policy.id == "form" and find_formatter() is None
    reason = f"turtlefmt {FORMATTER_VERSION} is not installed"
    return pytest.param(policy, id=policy.id, marks=pytest.mark.skipif(missing, reason=reason))


@pytest.mark.parametrize("policy", [without_form(policy) for policy in FILE_POLICIES])
def test_files_keep_the_policy(policy: Policy, sources: Sources) -> None:
    found = run_policies([policy], sources, sources)
    assert not found, f"{policy.demands} {report(found)}"


@pytest.mark.parametrize("policy", MODEL_POLICIES, ids=lambda policy: policy.id)
def test_the_model_keeps_the_policy(policy: Policy, model: Model, sources: Sources) -> None:
    found = run_policies([policy], model, sources)
    assert not found, f"{policy.demands} {report(found)}"


def test_the_shapes_hold(sources: Sources) -> None:
    pytest.importorskip("pyshacl")
    found = run_shapes(sources)
    assert not found, report(found)


def test_there_is_data_to_keep_policies(sources: Sources) -> None:
    sizes = {kind: len(sources.of_type(kind)) for kind in ("ygo:Ruling", "ygo:Rule", "ygo:Card", "ygo:Passage")}
    assert all(sizes.values()), f"nothing of some kind was read: {sizes}"
