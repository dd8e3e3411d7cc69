"""Writing what the imported documents say against each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ygokg.cli.lookup_output import emit_lines
from ygokg.cli.output import emit_json, emit_table, emit_text
from ygokg.corpus.contradictions import KINDS, Contradiction
from ygokg.render.history import ages_line, entry_lines, entry_payload
from ygokg.render.messages import t

if TYPE_CHECKING:
    from ygokg.cli.options import App

__all__ = ["emit_contradictions"]

_COLUMNS = ("id", "kind", "about", "date", "state", "text", "document", "line")


def emit_contradictions(app: App, found: Sequence[Contradiction], at_most: int | None) -> None:
    """Write findings, at most so many, with the entries that disagree; then how many there are, and how old the documents are."""
    shown = found[:at_most]
    if app.format == "json":
        rows = [{"id": f.id, "kind": f.kind, "about": f.about, "entries": [entry_payload(e) for e in f.entries]} for f in shown]
        emit_json(rows)
        return
    if app.format != "table":
        table = [(f.id, f.kind, f.about, e.date, e.state, e.text, e.place.document, e.place.line) for f in shown for e in f.entries]
        emit_table(table, _COLUMNS, app.format)
        return
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
    if found:
        emit_text(ages_line((entry for finding in found for entry in finding.entries), app.lang), dim=True)
