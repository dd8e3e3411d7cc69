"""`ygokg conflicts`: what in the graph contradicts itself, and how much of what could be wrong would be noticed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ygokg.api.conflicts import KINDS, REVIEW, Finding, Model, Mutation, Selection, conflicts, mutation
from ygokg.cli.lookup_output import emit_age, emit_day, emit_lines, with_age
from ygokg.cli.options import App, as_of_option, common_options, completes
from ygokg.cli.output import emit_json, emit_table, emit_text
from ygokg.errors import UsageProblem
from ygokg.messages import t

if TYPE_CHECKING:
    from ygokg.api.conflicts import Change
    from ygokg.api.documents import Contradiction, Entry

_COLUMNS = ("id", "kind", "severity", "accepted", "asks", "about", "answers", "shared", "settle")
_SLIPPED = ("kind", "item", "label", "before", "after", "reason", "words")
_CONTRADICTIONS = ("id", "kind", "about", "date", "state", "text", "document", "line", "revision", "dated")
_FINDINGS = 1


@click.command("conflicts")
@click.option(
    "--kind", "kinds", type=click.Choice(KINDS), multiple=True, metavar="KIND", help="Only findings of this kind. May be repeated."
)
@click.option("--topic", metavar="TOPIC", shell_complete=completes("topics"), help="Only what belongs to a topic, as `negation`.")
@click.option("--max", "at_most", type=click.IntRange(min=0), metavar="N", help="Show at most so many; what is not accepted comes first.")
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
    if mutate:
        tried = mutation(app.session, topic)
        _mutate(app, tried, at_most)
        emit_age(app, tried.model, tried.model.documents, data=True)
        emit_day(app, tried)
        return
    found = conflicts(app.session, Selection(kinds, topic, review, app.as_of))
    _emit(app, found.model, found.findings, {*kinds, *((REVIEW,) if review else ())}, at_most)
    emit_age(app, found.model, found.model.documents, found.imported, data=True, listed=True)
    emit_day(app, found)
    if any(finding.fails for finding in found.findings):
        raise click.exceptions.Exit(_FINDINGS)


def _corpus(app: App, *, given: bool, at_most: int | None) -> None:
    from ygokg.api.documents import contradictions

    if given:
        raise UsageProblem(t(app.lang, "corpus.alone"), t(app.lang, "corpus.alone.hint"))
    found = contradictions(app.lang)
    _emit_contradictions(app, found, at_most)
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
        for key, past in (("conflicts.past", True), ("conflicts.counted", False)):
            count = sum(finding.kind == kind and bool(finding.past) == past for finding in counted)
            if count:
                emit_text(t(app.lang, key, count=count, kind=kind, title=t(app.lang, f"conflict.{kind}")))


def _mutate(app: App, mutation: Mutation, at_most: int | None) -> None:
    from ygokg.render.conflicts import mutation_lines, slipped_payload

    model = mutation.model
    tried = _tried(app, mutation)
    scores = mutation.scores(tried)
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


def _tried(app: App, mutation: Mutation) -> list[Change]:
    if not sys.stderr.isatty():
        return list(mutation.tried())
    with click.progressbar(mutation.tried(), len(mutation.changes), t(app.lang, "mutation.progress"), file=sys.stderr) as done:
        return list(done)


def _emit_contradictions(app: App, found: Sequence[Contradiction], at_most: int | None) -> None:
    """Write findings, at most so many, with the entries that disagree; then how many there are, and how old the documents are."""
    from ygokg.render.documents import entry_payload, places_of

    shown = found[:at_most]
    if app.format == "json":
        rows = [{"id": f.id, "kind": f.kind, "about": f.about, "entries": [entry_payload(e) for e in f.entries]} for f in shown]
        emit_json(rows)
    elif app.format != "table":
        emit_table([_contradiction_row(finding, entry) for finding in shown for entry in finding.entries], _CONTRADICTIONS, app.format)
    else:
        _print_contradictions(app, found, shown)
    emit_age(app, None, (), places_of(entry for finding in found for entry in finding.entries), listed=True, apart=False)


def _contradiction_row(finding: Contradiction, entry: Entry) -> tuple[object, ...]:
    place = entry.place
    said = (entry.date, entry.state, entry.text)
    return (finding.id, finding.kind, finding.about, *said, place.document, place.line, place.revision, place.dated)


def _print_contradictions(app: App, found: Sequence[Contradiction], shown: Sequence[Contradiction]) -> None:
    from ygokg.api import documents
    from ygokg.render.documents import entry_lines

    for finding in shown:
        emit_text(t(app.lang, f"corpus.{finding.kind}", id=finding.id, about=finding.about), bold=True)
        for entry in finding.entries:
            for line in entry_lines(entry, app.lang):
                emit_lines([line._replace(text=f"  {line.text}", bold=False)])
        emit_text()
    if len(found) > len(shown):
        emit_text(t(app.lang, "conflicts.left", count=len(found) - len(shown)))
    counts = {kind: sum(finding.kind == kind for finding in found) for kind in documents.KINDS}
    emit_text(t(app.lang, "corpus.count", **{kind.replace("-", "_"): count for kind, count in counts.items()}))
