"""`ygokg conflicts`: what in the graph contradicts itself, and how much of what could be wrong would be noticed."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ygokg.cli.completes import completes
from ygokg.cli.lookup_output import emit_age, emit_as_of, emit_lines, with_age
from ygokg.cli.options import App, as_of_option, common_options
from ygokg.cli.output import emit_json, emit_table, emit_text
from ygokg.consistency.finding import KINDS, REVIEW
from ygokg.errors import BrokenInput, UsageProblem
from ygokg.messages import t

if TYPE_CHECKING:
    from ygokg.api.conflicts import Selected, Selection
    from ygokg.consistency.finding import Acceptance, Finding
    from ygokg.consistency.mutation import Change
    from ygokg.graph.model import Model

__all__ = ["command"]

_COLUMNS = ("id", "kind", "severity", "accepted", "asks", "about", "answers", "shared", "settle")
_SLIPPED = ("kind", "item", "label", "before", "after", "reason", "words")
_FINDINGS = 1


@click.command("conflicts")
@click.option(
    "--kind", "kinds", type=click.Choice(KINDS), multiple=True, metavar="KIND", help="Only findings of this kind. May be repeated."
)
@click.option("--topic", metavar="TOPIC", shell_complete=completes("topics"), help="Only what belongs to a topic, as `negation`.")
@click.option("--max", "at_most", type=click.IntRange(min=0), metavar="N", help="Show at most so many.")
@click.option("--review", is_flag=True, help="Also list rules that would disagree if a case brought them together.")
@click.option("--mutate", is_flag=True, help="Change every answer, one at a time, and tell which changes would not be found.")
@click.option("--corpus", is_flag=True, help="Compare the imported documents with each other instead.")
@as_of_option
@common_options("table", "json", "csv")
def command(app: App, kinds: tuple[str, ...], topic: str | None, at_most: int | None, review: bool, mutate: bool, corpus: bool) -> None:
    """Find what contradicts itself: rulings, rules, exceptions, documents; and what no rule explains or nothing covers.

    Every finding has an id that stays. One that is real and stays is accepted in data/accepted.ttl with a reason; it is still
    shown. How severe a kind is stands in one file; what is only `info` is counted, and listed with --kind.
    What is found stands in the graph as well: `ygokg query contradictions` lists it by SPARQL.

    \b
    Kinds:
      source-source, rule-rule, ruling-ruling, ruling-rule, derived-stated,
      questions-disagree, broken-exception, expected-rule, unexplained,
      unread-fact, not-borne-out, uncovered,
      stale-passage (where documents are imported), idle-acceptance,
      fitted, unexercised, review

    \b
    Examples:
      ygokg conflicts
      ygokg conflicts --kind unexercised --lang zh
      ygokg conflicts --topic negation --review
      ygokg conflicts --mutate --max 10
      ygokg conflicts --as-of 2024-01-31
      ygokg conflicts --corpus

    \b
    Exit codes: 0 nothing found, or everything accepted; 1 findings;
    2 broken input; 3 nothing was documented by the day of --as-of.
    """
    if corpus:
        _corpus(app, given=bool(kinds or topic or review or mutate or app.as_of), at_most=at_most)
        return
    if mutate and (kinds or review):
        raise UsageProblem("--mutate changes every answer; --kind and --review choose among findings.", "Give one or the other.")
    from ygokg.api.conflicts import Selection, on_the_day, require_topic

    if mutate:
        whole, _ = _load(app)
        model = on_the_day(whole, app.as_of, app.lang)
        require_topic(model, topic)
        _mutate(app, model, topic, at_most)
        emit_age(app, model, model.documents, data=True)
        emit_as_of(app, model, whole)
        return
    whole, (model, findings, imported) = _selected(app, Selection(kinds, topic, review, app.as_of))
    _emit(app, model, findings, {*kinds, *((REVIEW,) if review else ())}, at_most)
    emit_age(app, model, model.documents, imported, data=True, listed=True)
    emit_as_of(app, model, whole)
    if any(finding.fails for finding in findings):
        raise click.exceptions.Exit(_FINDINGS)


def _selected(app: App, wanted: Selection) -> tuple[Model, Selected]:
    """Return the whole model, and what is wanted: from the graph where it is in it, else worked out."""
    from ygokg.api.conflicts import select, select_found
    from ygokg.store.loading import load_findings

    if wanted.found_before and (app.endpoint or not (app.data or app.bare)):
        # Of data that is too broken to be built, and from a store that is damaged, the findings are worked out: they may be about that.
        with contextlib.suppress(BrokenInput, OSError, RuntimeError):
            graph = app.whole
            return graph.model, select_found(graph.model, *load_findings(graph.store, graph.model), wanted, app.lang)
    whole, accepted = _load(app)
    return whole, select(whole, accepted, wanted, app.lang)


def _load(app: App) -> tuple[Model, list[Acceptance]]:
    from ygokg.store.loading import load, load_stored

    return load_stored(app.whole.store) if app.endpoint else load(app.data, builtin=app.builtin)


def _corpus(app: App, *, given: bool, at_most: int | None) -> None:
    from ygokg.cli.corpus_output import emit_contradictions
    from ygokg.documents.changes import contradictions

    if given:
        raise UsageProblem(t(app.lang, "corpus.alone"), t(app.lang, "corpus.alone.hint"))
    found = contradictions(app.lang)
    emit_contradictions(app, found, at_most)
    if found:
        raise click.exceptions.Exit(_FINDINGS)


def _emit(app: App, model: Model, findings: Sequence[Finding], listed: set[str], at_most: int | None) -> None:
    from ygokg.render.conflicts import finding_lines, finding_payload, finding_row

    if app.format == "json":
        emit_json([with_age(app, model, finding_payload(model, f, app.lang), f.ids) for f in findings[:at_most]])
        return
    if app.format == "csv":
        emit_table([finding_row(model, finding, app.lang) for finding in findings[:at_most]], _COLUMNS, app.format)
        return
    counted = [f for f in findings if f.severity == "info" and f.accepted is None and f.kind not in listed]
    shown = [finding for finding in findings if finding not in counted]
    for finding in shown[:at_most]:
        emit_lines(finding_lines(model, finding, app.lang))
        emit_text()
    if at_most is not None and len(shown) > at_most:
        emit_text(t(app.lang, "conflicts.left", count=len(shown) - at_most))
    _summary(app, findings, counted)


def _summary(app: App, findings: Sequence[Finding], counted: Sequence[Finding]) -> None:
    failing = [finding for finding in findings if finding.fails]
    accepted = sum(finding.accepted is not None for finding in findings)
    if not failing and not accepted:
        emit_text(t(app.lang, "conflicts.none"))
    else:
        errors = sum(finding.severity == "error" for finding in failing)
        emit_text(t(app.lang, "conflicts.count", errors=errors, warnings=len(failing) - errors, accepted=accepted))
    for kind in KINDS:
        count = sum(finding.kind == kind for finding in counted)
        if count:
            emit_text(t(app.lang, "conflicts.counted", count=count, kind=kind, title=t(app.lang, f"conflict.{kind}")))


def _mutate(app: App, model: Model, topic: str | None, at_most: int | None) -> None:
    from ygokg.consistency.mutation import AMOUNT, RULE, RULING, score
    from ygokg.render.conflicts import mutation_lines, slipped_payload

    tried = _tried(app, model, topic)
    scores = [(kind, score(tried, kind)) for kind in (RULING, RULE, AMOUNT)]
    slipped = [change for change in tried if not change.caught]
    if app.format == "table":
        emit_lines(mutation_lines(model, scores, slipped[:at_most], app.lang))
        if at_most is not None and len(slipped) > at_most:
            emit_text(t(app.lang, "conflicts.left", count=len(slipped) - at_most))
        return
    rows = [slipped_payload(model, change, app.lang) for change in slipped[:at_most]]
    if app.format == "csv":
        emit_table([[row[column] for column in _SLIPPED] for row in rows], _SLIPPED, app.format)
        return
    figures = {kind: {"changes": s.changes, "caught": s.caught, "share": s.share} for kind, s in scores}
    emit_json(with_age(app, model, {"score": figures, "slipped": rows}, model.documents, data=True))


def _tried(app: App, model: Model, topic: str | None) -> list[Change]:
    from ygokg.consistency.finding import topics_of
    from ygokg.consistency.mutation import changes, mutate

    wanted = [change for change in changes(model) if topic is None or topic in topics_of(model, (change.item,))]
    if not sys.stderr.isatty():
        return list(mutate(model, wanted))
    with click.progressbar(mutate(model, wanted), len(wanted), t(app.lang, "mutation.progress"), file=sys.stderr) as done:
        return list(done)
