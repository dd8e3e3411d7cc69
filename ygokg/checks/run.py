"""All checks in one call, and the list of policies: what each demands, how severe a breach is, and the function that looks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ygokg.checks import messages, profile, statements, structure, terms, turtle_form
from ygokg.checks.finding import ERROR, WARNING, Finding, Problem
from ygokg.checks.messages import Catalogues, read_catalogues
from ygokg.checks.shapes import run_shapes, shapes_available
from ygokg.checks.sources import Sources, read_sources
from ygokg.checks.turtle_form import FORMATTER_VERSION, find_formatter, lay_out
from ygokg.errors import BrokenInput
from ygokg.graph.compile import compile_model
from ygokg.graph.model import Model
from ygokg.store.bundle import SHAPES, bundled_files, data_files, root

if TYPE_CHECKING:
    from ygokg.checks.second_opinion import Reasoned

__all__ = [
    "FILE_POLICIES",
    "INSTALL",
    "MESSAGE_POLICIES",
    "MODEL_POLICIES",
    "POLICIES",
    "Policy",
    "Report",
    "add_reasoning",
    "check_files",
    "run_file_policies",
    "run_message_policies",
    "run_model_policies",
]


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy by the name of its fault. `demands` is the first line of the docstring of the function that looks for breaches."""

    id: str
    severity: str
    demands: str


@dataclass(frozen=True, slots=True)
class FilePolicy(Policy):
    """A policy that looks at the Turtle files."""

    look: Callable[[Sources], Iterable[Problem]]


@dataclass(frozen=True, slots=True)
class ModelPolicy(Policy):
    """A policy that looks at what the files say together."""

    look: Callable[[Model], Iterable[Problem]]


@dataclass(frozen=True, slots=True)
class MessagePolicy(Policy):
    """A policy that looks at the catalogues of messages."""

    look: Callable[[Catalogues], Iterable[Problem]]


def _file(name: str, severity: str, look: Callable[[Sources], Iterable[Problem]]) -> FilePolicy:
    return FilePolicy(name, severity, _first_line(look), look)


def _model(name: str, severity: str, look: Callable[[Model], Iterable[Problem]]) -> ModelPolicy:
    return ModelPolicy(name, severity, _first_line(look), look)


def _message(name: str, severity: str, look: Callable[[Catalogues], Iterable[Problem]]) -> MessagePolicy:
    return MessagePolicy(name, severity, _first_line(look), look)


def _first_line(look: Callable[..., object]) -> str:
    return (look.__doc__ or "").strip().partition("\n")[0]


FILE_POLICIES: tuple[FilePolicy, ...] = (
    _file("label", ERROR, terms.labels),
    _file("label-shared", ERROR, terms.labels_shared),
    _file("phrase", ERROR, terms.phrases),
    _file("definition", ERROR, terms.definitions),
    _file("definition-circular", ERROR, terms.circular_definitions),
    _file("term-undefined", ERROR, terms.undefined_terms),
    _file("owl-profile", ERROR, profile.owl_profile),
    _file("term-unused", WARNING, terms.unused_terms),
    _file("feature-unused", ERROR, terms.unused_features),
    _file("concept-missing", ERROR, terms.subjects_given),
    _file("concept-unused", WARNING, terms.concepts_used),
    _file("concept-scheme", ERROR, terms.concepts_in_scheme),
    _file("term-deprecated", ERROR, terms.deprecated_terms),
    _file("defined-twice", ERROR, turtle_form.twice_defined),
    _file("citation", ERROR, statements.cited_passages),
    _file("left-out", ERROR, statements.left_out),
    _file("ruling-id", ERROR, statements.ruling_ids),
    _file("passage-id", ERROR, statements.passage_ids),
    _file("form", WARNING, turtle_form.turtle_form),
    _file("form-order", WARNING, turtle_form.subject_order),
    _file("form-opening", WARNING, turtle_form.opening_comments),
    _file("form-card-comment", WARNING, turtle_form.card_comments),
    _file("form-blank-node", ERROR, turtle_form.unnamed_nodes),
    _file("form-topic", WARNING, turtle_form.file_topics),
    _file("prefix-unused", WARNING, turtle_form.unused_prefixes),
    _file("prefix-other", ERROR, turtle_form.own_prefixes),
)
"""Policies that need no Model: they run even where the files do not compile."""

MODEL_POLICIES: tuple[ModelPolicy, ...] = (
    _model("asks", ERROR, statements.asked),
    _model("answer-not-admitted", ERROR, statements.answers_admitted),
    _model("ruling-value", ERROR, statements.ruling_values),
    _model("rule-condition", ERROR, statements.condition_values),
    _model("effect-fact", ERROR, statements.effect_facts),
    _model("family-overlap", ERROR, statements.families_apart),
    _model("same-case", ERROR, statements.same_cases),
    _model("exception-broken", ERROR, structure.broken_exceptions),
    _model("derived-cycle", ERROR, structure.derived_cycles),
    _model("feature-idle", ERROR, structure.features_decide),
    _model("pointer", ERROR, structure.references),
    _model("rule-proves", WARNING, statements.rules_prove),
    _model("context", ERROR, statements.context_given),
    _model("exclusion", ERROR, statements.exclusions),
    _model("exhaustive", ERROR, statements.exhaustive_features),
)
"""Policies over the compiled Model."""

MESSAGE_POLICIES: tuple[MessagePolicy, ...] = (
    _message("message", ERROR, messages.messages_translated),
    _message("message-placeholder", ERROR, messages.placeholders_kept),
    _message("message-form", WARNING, messages.catalogue_form),
)
"""Policies over the words of the tool itself."""

POLICIES: tuple[Policy, ...] = (*FILE_POLICIES, *MODEL_POLICIES, *MESSAGE_POLICIES)


def run_file_policies(sources: Sources, policies: Sequence[FilePolicy] = FILE_POLICIES) -> list[Finding]:
    """Return what the policies find in the files, in the order of file and line."""
    return _findings(sources, ((policy, problem) for policy in policies for problem in policy.look(sources)))


def run_model_policies(model: Model, sources: Sources, policies: Sequence[ModelPolicy] = MODEL_POLICIES) -> list[Finding]:
    """Return what the policies find in the Model compiled from the files, in the order of file and line."""
    return _findings(sources, ((policy, problem) for policy in policies for problem in policy.look(model)))


def run_message_policies(catalogues: Catalogues) -> list[Finding]:
    """Return what the policies find in the catalogues of messages, in the order of file and line."""
    return _findings(Sources([]), ((policy, problem) for policy in MESSAGE_POLICIES for problem in policy.look(catalogues)))


def _findings(sources: Sources, problems: Iterable[tuple[Policy, Problem]]) -> list[Finding]:
    found = {
        Finding(
            policy.id,
            policy.severity,
            problem.subject,
            problem.place or sources.place(problem.subject, problem.mention),
            problem.message,
        )
        for policy, problem in problems
    }
    return sorted(found, key=Finding.sort_key)


INSTALL = f'Install what is missing: pip install "ygokg[all]" turtlefmt=={FORMATTER_VERSION}'
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
    from ygokg.checks.second_opinion import findings, reason

    if report.model is None:
        return None
    reasoned = reason(report.sources.quads, report.model, anew=anew, tell=tell)
    report.findings = sorted([*report.findings, *findings(reasoned, report.model, report.sources)], key=Finding.sort_key)
    return reasoned
