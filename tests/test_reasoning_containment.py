"""Rules inside rules: HermiT decides it like the search for conflicts does, and what answers differently is found once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from pyoxigraph import Quad
from reasoning_world import needs_java, overlaid, reasoned, rule

from ygokg.checks.projection import containing, matched, projection
from ygokg.checks.run import Report, add_reasoning, check_files
from ygokg.checks.second_opinion import Classified, classified, reason
from ygokg.consistency.examined import Examined
from ygokg.consistency.meeting import entailed
from ygokg.consistency.report import acceptances, find
from ygokg.graph.compile import compile_model
from ygokg.graph.model import Id, Model
from ygokg.store.build import read_quads
from ygokg.store.bundle import bundled_files

pytestmark = needs_java

PLANTED = Path(__file__).parent / "data" / "conflicts"

EXAMPLES = [
    ("a narrower list", "ygo:face ygo:FaceUp", "ygo:face ygo:FaceUp ygo:FaceDown", True),
    ("a wider list", "ygo:face ygo:FaceUp ygo:FaceDown", "ygo:face ygo:FaceUp", False),
    ("one more feature", "ygo:face ygo:FaceUp , ygo:moved ygo:Left", "ygo:moved ygo:Left", True),
    ("another feature", "ygo:face ygo:FaceUp", "ygo:moved ygo:Left", False),
    ("a class above", "ygo:negator some ygo:Brief", "ygo:negator some ygo:Negator", True),
    ("a class below", "ygo:negator some ygo:Negator", "ygo:negator some ygo:Brief", False),
    ("two classes that meet in one below", "ygo:negator some ygo:Quiet , ygo:negator some ygo:Slow", "ygo:negator some ygo:Lasting", True),
    ("a class of nothing but what is below another", "ygo:negator some ygo:Slow", "ygo:negator some ygo:Long", True),
    ("an effect of the class", "ygo:negator effect:100-1", "ygo:negator some ygo:Lasting", True),
    ("any effect", "ygo:negator effect:100-1", "ygo:negator some ygo:CardEffect", True),
    ("several values need not meet in one", "ygo:member ygo:MemberThere", "ygo:member ygo:MemberThere , ygo:member ygo:MemberGone", False),
    ("what is derived does not count", "ygo:face ygo:FaceDown", "ygo:presence ygo:Gone", False),
    ("the wording of a named effect does not count", "ygo:negator effect:200-1", "ygo:rider ygo:RiderDestroy", False),
]  # fmt: skip
FAMILIES = """
ygo:Quiet a owl:Class , ygo:Family ; rdfs:subClassOf ygo:Negator .
ygo:Slow a owl:Class , ygo:Family ; rdfs:subClassOf ygo:Negator .
ygo:Long a owl:Class , ygo:Family ; rdfs:subClassOf ygo:Negator .
ygo:Lasting rdfs:subClassOf ygo:Quiet , ygo:Slow , ygo:Long .
ygo:Odd a owl:Class , ygo:Family ; rdfs:subClassOf ygo:Slow , ygo:Long .
ygo:Brief rdfs:subClassOf ygo:Quiet .
"""


def test_what_lies_inside_what(tmp_path: Path) -> None:
    rules = "".join(
        rule(f"inner-{n}", *inner.split(" , "), asks="ygo:IsDestroyed") + rule(f"outer-{n}", *outer.split(" , "), asks="ygo:IsDestroyed")
        for n, (_, inner, outer, _) in enumerate(EXAMPLES)
    )
    sources = overlaid(tmp_path, FAMILIES + rules)
    model = compile_model(sources.quads)
    opinion, _ = classified(projection(sources.quads, model, {}))
    ours = containing(Examined(model))
    found = [(name, f"rule:negation.outer-{n}" in opinion.above[f"rule:negation.inner-{n}"]) for n, (name, *_) in enumerate(EXAMPLES)]
    assert found == [(name, inside) for name, _, _, inside in EXAMPLES]
    assert [(name, f"rule:negation.outer-{n}" in ours[f"rule:negation.inner-{n}"]) for n, (name, *_) in enumerate(EXAMPLES)] == found


LASTING = ("ygo:negator some ygo:Lasting",)
INNER = rule("inner", *LASTING, asks="ygo:IsNegated")
WIDE = rule("wide", "ygo:negator some ygo:CardEffect", asks="ygo:IsNegated", answer="ygo:Pending")
ACCEPTED = 'accepted:x a ygo:Acceptance , owl:NamedIndividual ; ygo:accepts "{}" ; ygo:because "It stands in the documents so."@en .\n'

FOUND = [
    (
        "one rule inside another that answers differently",
        INNER,
        "rule:negation.inner",
        "answers ygo:No to ygo:IsNegated and lies inside rule:negation.general (answers ygo:Yes)",
    ),
    (
        "two inside one are one cause",
        WIDE,
        "rule:negation.wide",
        "answers ygo:Pending to ygo:IsNegated and has inside it rule:negation.general (answers ygo:Yes), rule:negation.lasting-gone (answers ygo:No)",
    ),
    (
        "two with one condition are told once",
        rule("same", asks="ygo:IsNegated", same_as="rule:negation.general"),
        "rule:negation.general",
        "answers ygo:Yes to ygo:IsNegated and lies inside rule:negation.same (answers ygo:No)",
    ),
    (
        "two that derive different values",
        rule("stays", "ygo:face ygo:FaceDown", "ygo:moved ygo:Stayed", asks="ygo:presence", answer="ygo:Present"),
        "rule:negation.stays",
        "answers ygo:Present to ygo:presence and lies inside rule:negation.face-down (answers ygo:Gone)",
    ),
]


@pytest.mark.parametrize(("text", "subject", "message"), [f[1:] for f in FOUND], ids=[f[0] for f in FOUND])
def test_a_rule_inside_another_with_another_answer_is_found_once(tmp_path: Path, text: str, subject: str, message: str) -> None:
    sources = overlaid(tmp_path, text)
    model = compile_model(sources.quads)
    report = Report(model=model, sources=sources)
    add_reasoning(report)
    (conflict,) = [f for f in find(model) if f.kind == "rule-rule"]
    assert [(f.policy, f.severity, f.subject, f.message) for f in report.findings] == [
        (
            "reason-contained",
            "error",
            subject,
            f"{message}: every case under the inner rule is under the outer one too, and no exception is between them. Make the inner"
            f" rule an exception, or narrow a condition. `ygokg conflicts` tells more: {conflict.id}.",
        )
    ]


SILENT = [
    ("an exception", rule("inner", *LASTING, asks="ygo:IsNegated", exception_to="rule:negation.general")),
    ("an exception to its exception", rule("inner", "ygo:negator some ygo:Lasting", "ygo:presence ygo:Gone", "ygo:face ygo:FaceUp", asks="ygo:IsNegated", answer="ygo:Yes", exception_to="rule:negation.lasting-gone") + rule("again", "ygo:negator some ygo:Lasting", "ygo:presence ygo:Gone", "ygo:face ygo:FaceUp", "ygo:moved ygo:Left", asks="ygo:IsNegated", exception_to="rule:negation.inner")),
    ("the same answer", rule("inner", "ygo:negator some ygo:Brief", asks="ygo:IsNegated", answer="ygo:Yes")),
    ("another question", rule("inner", *LASTING, asks="ygo:IsDestroyed")),
    ("no answer", rule("inner", *LASTING, asks="ygo:IsNegated", answer="", exception_to="rule:negation.lasting-gone")),
    ("a third rule that lifts the outer one wherever the inner one holds", INNER + rule("lifts", *LASTING, asks="ygo:IsNegated", answer="", exception_to="rule:negation.general")),
    ("an accepted conflict", INNER + ACCEPTED.format("rule-rule rule:negation.general rule:negation.inner")),
    ("a rule that is withdrawn", INNER + "rule:negation.inner owl:deprecated true .\n"),
]  # fmt: skip


@pytest.mark.parametrize("text", [s[1] for s in SILENT], ids=[s[0] for s in SILENT])
def test_what_is_no_contradiction_stays_silent(tmp_path: Path, text: str) -> None:
    sources = overlaid(tmp_path, text)
    found = reasoned(sources)
    assert (found.contained, found.disagreements, found.unsatisfiable) == ((), (), ())
    conflicts = find(compile_model(sources.quads), acceptances(sources.quads))
    assert [f.id for f in conflicts if f.kind in ("rule-rule", "source-source") and f.fails] == []


def through_others(model: Model, inner: Id, outer: Id) -> bool:
    """Say whether the outer rule looks at something that rules derive or that an effect brings along, and that the inner one does not."""
    own = {c.feature for c in model.rules[inner].conditions}
    looked_at = {c.feature for c in model.rules[outer].conditions} - own
    return any(model.features[f].kind in ("derived", "text") for f in looked_at)


def decided_alike(opinion: Classified, seen: Examined) -> set[tuple[Id, Id]]:
    """Return the rules that HermiT sees inside others on the same question, once it is clear that the search for conflicts does too."""
    model, situations = seen.model, seen.meetings.situations
    theirs = {(i, o) for i in situations for o in opinion.above[i] if o in situations and model.rules[o].asks == model.rules[i].asks}
    ours = {(i, o) for i in situations for o in entailed(situations[i]) - {i}}
    assert theirs - ours == set()
    assert [pair for pair in ours - theirs if not through_others(model, *pair)] == []
    assert len(theirs) > 50
    return theirs


def unsettled(pairs: set[tuple[Id, Id]], seen: Examined, quads: Sequence[Quad]) -> set[frozenset[Id]]:
    """Return the pairs of rules that clash and that no acceptance names."""
    accepted = [f for f in find(seen, acceptances(quads)) if f.kind in ("rule-rule", "source-source") and f.accepted is not None]
    settled = {pair for pair in seen.clashes for f in accepted if pair <= {*f.key}}
    return {frozenset(pair) for pair in pairs if frozenset(pair) in seen.clashes} - settled


def test_the_built_in_data_are_coherent_and_hermit_decides_as_the_matcher_and_the_search_for_conflicts_do() -> None:
    """All on one classification, which takes its time; `ygokg check --reason` before the tests leaves it in the cache."""
    report = check_files(shapes=False)
    found = add_reasoning(report)
    model, quads = report.model, report.sources.quads
    assert found is not None
    assert model is not None
    assert found.consistent
    assert (found.unsatisfiable, found.disagreements, found.contained) == ((), (), ()), "run `ygokg check --reason` and mend what it names"
    assert found.memberships >= len(model.rulings)
    assert found.containments > 50

    opinion, known = classified(projection(quads, model, {ruling: facts for ruling, (facts, _) in matched(model).items()}))
    assert known
    seen = Examined(model)
    assert unsettled(decided_alike(opinion, seen), seen, quads) == set()


def test_on_the_built_in_data_with_planted_faults_hermit_decides_as_the_search_for_conflicts_does() -> None:
    """The rules alone: with the rulings it would take HermiT twice as long."""
    planted = ("rule-against-rule", "source-against-source")
    quads = read_quads([*bundled_files(), *(PLANTED / f"{name}.ttl" for name in planted)])
    model = compile_model(quads)._replace(rulings={})
    seen = Examined(model)
    opinion, _ = classified(projection(quads, model, {}))
    reported = {frozenset(pair) for cause in reason(quads, model).contained for pair in cause.pairs}
    assert reported == unsettled(decided_alike(opinion, seen), seen, quads)
    assert len(reported) == len(planted)
