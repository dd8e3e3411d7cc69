"""Everything that is checked, in one call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ygokg.checks.finding import Finding
from ygokg.checks.messages import read_catalogues
from ygokg.checks.policies import run_file_policies, run_message_policies, run_model_policies
from ygokg.checks.shapes import run_shapes, shapes_available
from ygokg.checks.sources import Sources, read_sources
from ygokg.checks.turtle_form import FORMATTER_VERSION, find_formatter, lay_out
from ygokg.compile import compile_model
from ygokg.errors import BrokenInput
from ygokg.model import Model
from ygokg.store.bundle import SHAPES, bundled_files, data_files, root

if TYPE_CHECKING:
    from ygokg.reasoning import Reasoned

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


def check_files(data: Sequence[Path] = (), *, shapes: bool | None = None, builtin: bool = True, fix: bool = False) -> Report:
    """Check ontology, data and messages, with the Turtle at the `data` paths laid over them.

    Without `builtin` that Turtle and the shapes alone are checked. `shapes` says whether the SHACL shapes run; None means: if
    pySHACL is there. With `fix` files that are not in their form are laid out first.

    Raises `BrokenInput` for a file that cannot be parsed, and where shapes are asked for but pySHACL is missing; `UsageProblem` for
    a path that does not exist.
    """
    base = root()
    own = [(path, path.relative_to(base).as_posix()) for path in bundled_files() if builtin or path.name == SHAPES]
    files = [*own, *((path, path.as_posix()) for path in data_files(data))]
    sources = read_sources(files)
    if fix and lay_out(sources):
        sources = read_sources(files)
    report = Report(run_file_policies(sources), sources=sources)
    if builtin:
        report.findings += run_message_policies(read_catalogues())
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


def add_reasoning(report: Report, *, anew: bool = False, tell: Callable[[str], None] = lambda _: None) -> Reasoned | None:
    """Ask the reasoner about what was checked and add its findings to the report; None where the files make no Model.

    `anew` runs it even where the cache knows its answer; `tell` gets a sentence on each step before it begins. Raises
    `BrokenInput` where Java is missing, or where the Model is in no state to be reasoned over.
    """
    from ygokg.reasoning import reason
    from ygokg.reasoning.findings import findings

    if report.model is None:
        return None
    reasoned = reason(report.sources.quads, report.model, anew=anew, tell=tell)
    report.findings = sorted([*report.findings, *findings(reasoned, report.model, report.sources)], key=Finding.sort_key)
    return reasoned
