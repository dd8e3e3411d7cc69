"""Writing what the imported documents say against each other."""

from __future__ import annotations

from collections.abc import Sequence

from ygokg.api.documents import KINDS, Contradiction, Entry
from ygokg.cli.lookup_output import emit_age, emit_lines
from ygokg.cli.options import App
from ygokg.cli.output import emit_json, emit_table, emit_text
from ygokg.messages import t
from ygokg.render.documents import entry_lines, entry_payload, places_of

__all__ = ["emit_contradictions"]

_COLUMNS = ("id", "kind", "about", "date", "state", "text", "document", "line", "revision", "dated")


def emit_contradictions(app: App, found: Sequence[Contradiction], at_most: int | None) -> None:
    """Write findings, at most so many, with the entries that disagree; then how many there are, and how old the documents are."""
    shown = found[:at_most]
    if app.format == "json":
        rows = [{"id": f.id, "kind": f.kind, "about": f.about, "entries": [entry_payload(e) for e in f.entries]} for f in shown]
        emit_json(rows)
    elif app.format != "table":
        emit_table([_row(finding, entry) for finding in shown for entry in finding.entries], _COLUMNS, app.format)
    else:
        _print(app, found, shown)
    emit_age(app, None, (), places_of(entry for finding in found for entry in finding.entries), listed=True, apart=False)


def _row(finding: Contradiction, entry: Entry) -> tuple[object, ...]:
    place = entry.place
    said = (entry.date, entry.state, entry.text)
    return (finding.id, finding.kind, finding.about, *said, place.document, place.line, place.revision, place.dated)


def _print(app: App, found: Sequence[Contradiction], shown: Sequence[Contradiction]) -> None:
    for finding in shown:
        emit_text(t(app.lang, f"corpus.{finding.kind}", id=finding.id, about=finding.about), bold=True)
        for entry in finding.entries:
            for line in entry_lines(entry, app.lang):
                emit_lines([line._replace(text=f"  {line.text}", bold=False)])
        emit_text()
    if len(found) > len(shown):
        emit_text(t(app.lang, "conflicts.left", count=len(found) - len(shown)))
    counts = {kind: sum(finding.kind == kind for finding in found) for kind in KINDS}
    emit_text(t(app.lang, "corpus.count", **{kind.replace("-", "_"): count for kind, count in counts.items()}))
