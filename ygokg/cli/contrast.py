"""`ygokg contrast`: the nearest ruling with the other answer, and the fact that makes the difference."""

from __future__ import annotations

import click

from ygokg.cli.ages import emit_age, with_age
from ygokg.cli.completes import completes
from ygokg.cli.lookup_output import emit_lines, nothing_found
from ygokg.cli.options import App, common_options
from ygokg.cli.output import emit_json, emit_table
from ygokg.errors import NotFound, UsageProblem
from ygokg.lookup.contrasts import contrasts
from ygokg.lookup.rulings import find_rulings
from ygokg.lookup.search import suggest
from ygokg.messages import t
from ygokg.model import Ruling
from ygokg.render.contrast import contrast_below, contrast_payload, contrast_rows
from ygokg.resolver.rulebase import Rulebase

__all__ = ["command"]


@click.command("contrast")
@click.argument("id", metavar="RULING", shell_complete=completes("rulings"))
@common_options("table", "json")
def command(app: App, id: str) -> None:
    """Show a RULING beside the nearest one that answers the same question differently, and the fewest facts that flip it.

    A ruling that the documents themselves put beside it comes first. Ends with 3 if there is none with another answer.

    \b
    Examples:
      ygokg contrast negation.112
      ygokg contrast negation.74.d --lang zh
      ygokg contrast negation.112 --format json
    """
    graph = app.graph()
    ruling = _ruling(app, id)
    found = contrasts(Rulebase(graph.model, graph.verdicts), ruling)
    if not found:
        name = ruling.id.removeprefix("ruling:")
        raise NotFound(t(app.lang, "contrast.none", ruling=name), t(app.lang, "contrast.none.hint", ruling=name))
    behind = (ruling.id, *(contrast.ruling for contrast in found[:1]))
    if app.format == "json":
        emit_json(with_age(app, graph.model, contrast_payload(ruling, found), behind))
        return
    rows, columns = contrast_rows(graph.model, ruling, found[0], app.lang)
    emit_table(rows, columns)
    emit_lines(contrast_below(graph.model, ruling, found, app.lang))
    emit_age(app, graph.model, behind)


def _ruling(app: App, words: str) -> Ruling:
    """Return the one ruling that is meant; raises `NotFound` for none, `UsageProblem` for a passage with several."""
    model = app.graph().model
    found = find_rulings(model, words)
    if not found:
        beside = find_rulings(model, words.rpartition(".")[0])
        raise nothing_found(app, model, "ruling.unknown", words, beside or suggest({i: {} for i in model.rulings}, words, 3))
    if len(found) > 1:
        raise UsageProblem(t(app.lang, "contrast.several", words=words), "\n".join(f"  {i}" for i in found))
    return model.rulings[found[0]]
