"""Everything that is checked, in one call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ygokg.checks.finding import ERROR, Finding
from ygokg.checks.policies import run_file_policies, run_model_policies
from ygokg.checks.shapes import run_shapes, shapes_available
from ygokg.checks.sources import Sources, read_sources
from ygokg.checks.turtle_form import FORMATTER_VERSION, find_formatter
from ygokg.compile import compile_model
from ygokg.errors import BrokenInput
from ygokg.model import Model
from ygokg.reasoning import Reasoned, reason
from ygokg.store.bundle import bundled_files, data_files, root

__all__ = ["INSTALL", "Report", "add_reasoning", "check_files"]

INSTALL = 'Install what is missing: pip install "ygokg[all]" turtlefmt==0.1.2'
"""How to get the optional parts."""


@dataclass(slots=True)
class Report:
    """What a check found, what it could not look at, and the Model if the files make one."""

    findings: list[Finding] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    """Parts left out because an optional tool is missing, one sentence each."""
    broken: BrokenInput | None = None
    """Why the files make no Model; the policies over the Model were not looked at."""
    model: Model | None = None
    sources: Sources = field(default_factory=lambda: Sources([]))

    def of(self, *policies: str) -> list[Finding]:
        """Return the findings under the given policies."""
        return [finding for finding in self.findings if finding.policy in policies]


def check_files(data: Sequence[Path] = (), *, shapes: bool | None = None) -> Report:
    """Check ontology and data with the Turtle at the `data` paths laid over them.

    `shapes` says whether the SHACL shapes run; None means: if pySHACL is there. Raises `BrokenInput` for a file that cannot be
    parsed, and where shapes are asked for but pySHACL is missing; `UsageProblem` for a path that does not exist.
    """
    base = root()
    own = [(path, path.relative_to(base).as_posix()) for path in bundled_files()]
    sources = read_sources([*own, *((path, path.as_posix()) for path in data_files(data))])
    report = Report(run_file_policies(sources), sources=sources)
    if find_formatter() is None:
        report.skipped.append(f"The form of the files was not checked: turtlefmt {FORMATTER_VERSION} is missing.")
    if shapes is None and not shapes_available():
        report.skipped.append("The SHACL shapes were not run: pySHACL is missing.")
    elif shapes is not False:
        report.findings += run_shapes(sources)
    try:
        report.model = compile_model(sources.quads)
    except BrokenInput as error:
        report.broken = error
    else:
        report.findings += run_model_policies(report.model, sources)
    report.findings.sort(key=Finding.sort_key)
    return report


def add_reasoning(report: Report) -> Reasoned | None:
    """Run the reasoner over what was checked and add its findings to the report; None where the files make no Model.

    Raises `BrokenInput` where the reasoner or Java is missing, or where the Model is in no state to be reasoned over.
    """
    if report.model is None:
        return None
    reasoned = reason(report.sources.quads, report.model)
    report.findings = sorted([*report.findings, *_reasoning_findings(reasoned, report.sources)], key=Finding.sort_key)
    return reasoned


def _reasoning_findings(reasoned: Reasoned, sources: Sources) -> Iterator[Finding]:
    if not reasoned.consistent:
        message = (
            "contradicts itself: no world satisfies every statement. Look for an effect in two families that exclude each other,"
            " or a value outside a feature's closed list; the policies family-overlap and ruling-value name them."
        )
        yield Finding("reason-inconsistent", ERROR, "the graph", None, message)
    for name in reasoned.unsatisfiable:
        message = "can have no member: its conditions or the classes above it exclude each other. Change one of them."
        yield Finding("reason-unsatisfiable", ERROR, name, sources.place(name), message)
    for case in reasoned.disagreements:
        who = ("the reasoner puts it there, our matcher does not", "our matcher puts it there, the reasoner does not")
        message = (
            f"falls under {case.rule} or not: {who[0] if case.by_reasoner else who[1]}. Compare the rule's condition with the ruling's"
            " facts and the families of its effects; if both are right, the matcher has a fault."
        )
        yield Finding("reason-disagrees", ERROR, case.ruling, sources.place(case.ruling), message)
