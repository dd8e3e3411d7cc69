"""All checks in one call, and the list of policies: what each demands, how severe a breach is, and the function that looks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ygokg.checks import derivations, messages, situations, statements, states, terms, turtle_form
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

_Seen = TypeVar("_Seen")


@dataclass(frozen=True, slots=True)
class Policy(Generic[_Seen]):
    """A policy by the name of its fault; `look` is the function that looks for breaches."""

    id: str
    severity: str
    look: Callable[[_Seen], Iterable[Problem]]

    @property
    def demands(self) -> str:
        """What it demands: the first line of the docstring of that function."""
        return (self.look.__doc__ or "").strip().partition("\n")[0]


FILE_POLICIES: tuple[Policy[Sources], ...] = (
    Policy("label", ERROR, terms.labels),
    Policy("label-shared", ERROR, terms.labels_shared),
    Policy("phrase", ERROR, terms.phrases),
    Policy("definition", ERROR, terms.definitions),
    Policy("definition-circular", ERROR, terms.circular_definitions),
    Policy("term-undefined", ERROR, terms.undefined_terms),
    Policy("owl-profile", ERROR, terms.owl_profile),
    Policy("term-unused", WARNING, terms.unused_terms),
    Policy("feature-unused", ERROR, terms.unused_features),
    Policy("concept-missing", ERROR, terms.subjects_given),
    Policy("concept-unused", WARNING, terms.concepts_used),
    Policy("concept-scheme", ERROR, terms.concepts_in_scheme),
    Policy("term-deprecated", ERROR, terms.deprecated_terms),
    Policy("defined-twice", ERROR, turtle_form.twice_defined),
    Policy("citation", ERROR, statements.cited_passages),
    Policy("left-out", ERROR, statements.left_out),
    Policy("situation-definition", ERROR, derivations.definitions_whole),
    Policy("situation-query", ERROR, derivations.definitions_run),
    Policy("situation-strata", ERROR, derivations.definitions_end),
    Policy("source-repeated", WARNING, states.repeated_sources),
    Policy("ruling-id", ERROR, statements.ruling_ids),
    Policy("passage-id", ERROR, statements.passage_ids),
    Policy("form", WARNING, turtle_form.turtle_form),
    Policy("form-order", WARNING, turtle_form.subject_order),
    Policy("form-opening", WARNING, turtle_form.opening_comments),
    Policy("form-card-comment", WARNING, turtle_form.card_comments),
    Policy("form-blank-node", ERROR, turtle_form.unnamed_nodes),
    Policy("form-topic", WARNING, turtle_form.file_topics),
    Policy("prefix-unused", WARNING, turtle_form.unused_prefixes),
    Policy("prefix-other", ERROR, turtle_form.own_prefixes),
)
"""Policies that need no Model: they run even where the files do not compile."""

MODEL_POLICIES: tuple[Policy[Model], ...] = (
    Policy("asks", ERROR, statements.asked),
    Policy("answer-not-admitted", ERROR, statements.answers_admitted),
    Policy("ruling-value", ERROR, statements.ruling_values),
    Policy("rule-condition", ERROR, statements.condition_values),
    Policy("effect-fact", ERROR, statements.effect_facts),
    Policy("family-overlap", ERROR, statements.families_apart),
    Policy("same-case", ERROR, statements.same_cases),
    Policy("exception-broken", ERROR, statements.broken_exceptions),
    Policy("derived-cycle", ERROR, statements.derived_cycles),
    Policy("feature-idle", ERROR, statements.features_decide),
    Policy("pointer", ERROR, statements.references),
    Policy("rule-proves", WARNING, statements.rules_prove),
    Policy("context", ERROR, statements.context_given),
    Policy("exclusion", ERROR, statements.exclusions),
    Policy("exhaustive", ERROR, statements.exhaustive_features),
    Policy("validity", ERROR, states.days_in_order),
    Policy("replacement", ERROR, states.replaced_in_time),
    Policy("revision", ERROR, states.revisions),
    Policy("ruling-situation", ERROR, situations.rulings_told),
)
"""Policies over the compiled Model."""

MESSAGE_POLICIES: tuple[Policy[Catalogues], ...] = (
    Policy("message", ERROR, messages.messages_translated),
    Policy("message-placeholder", ERROR, messages.placeholders_kept),
    Policy("message-form", WARNING, messages.catalogue_form),
)
"""Policies over the words of the tool itself."""

POLICIES: tuple[Policy[Any], ...] = (*FILE_POLICIES, *MODEL_POLICIES, *MESSAGE_POLICIES)


def run_policies(policies: Iterable[Policy[_Seen]], seen: _Seen, sources: Sources) -> list[Finding]:
    """Return what policies find in what they look at, in the order of file and line; `sources` tell the lines."""
    found = {
        Finding(
            policy.id,
            policy.severity,
            problem.subject,
            problem.place or sources.place(problem.subject, problem.mention),
            problem.message,
        )
        for policy in policies
        for problem in policy.look(seen)
    }
    return sorted(found, key=Finding.sort_key)


INSTALL = 'Install what is missing: pip install "ygokg[all]"'
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
    a path that does not exist, and for a turtlefmt that does not start or end.
    """
    base = root()
    own = [(path, path.relative_to(base).as_posix()) for path in map(Path, bundled_files()) if builtin or path.name == SHAPES]
    files = [*own, *((path, path.as_posix()) for path in data_files(data))]
    sources = read_sources(files)
    if fix and lay_out(sources):
        sources = read_sources(files)
    report = Report(run_policies(FILE_POLICIES, sources, sources), sources=sources)
    if builtin:
        report.findings += run_policies(MESSAGE_POLICIES, read_catalogues(), sources)
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
        report.findings += run_policies(MODEL_POLICIES, report.model, sources)
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
    found = [*findings(reasoned, report.model, report.sources), *_run_twice(report.model, report, tell)]
    report.findings = sorted([*report.findings, *found], key=Finding.sort_key)
    return reasoned


def _run_twice(model: Model, report: Report, tell: Callable[[str], None]) -> list[Finding]:
    """Return where pySHACL and we derive different things from what happened in rulings; nothing where it is not installed."""
    from ygokg.checks import second_run
    from ygokg.resolver import Rulebase

    if not any(ruling.told_as for ruling in model.rulings.values()):
        return []
    if not shapes_available():
        report.skipped.append("The definitions of situations were not run a second time: pySHACL is missing.")
        return []
    base = Rulebase(model)
    told = second_run.told_rulings(base)
    tell(f"pySHACL is running the definitions on {len(told)} situations")
    return list(second_run.findings(base, report.sources, told))
