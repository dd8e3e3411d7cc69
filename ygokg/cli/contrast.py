"""`ygokg contrast`: the nearest ruling with the other answer, and the fact that makes the difference."""

from __future__ import annotations

import click

from ygokg.api.rulings import contrast
from ygokg.cli.lookup_output import emit_age, emit_lines, with_age
from ygokg.cli.options import App, common_options, completes, show_query_option
from ygokg.cli.output import emit_json, emit_table
from ygokg.render.rules import contrast_below, contrast_payload, contrast_rows


@click.command("contrast")
@click.argument("id", metavar="RULING", shell_complete=completes("rulings"))
@common_options("table", "json")
@show_query_option
def command(app: App, id: str) -> None:
    """Show a RULING beside the nearest one that answers the same question differently, and the fewest facts that flip it.

    A ruling that the documents themselves put beside it comes first. Ends with 3 if there is none with another answer.

    \b
    Examples:
      ygokg contrast negation.112
      ygokg contrast negation.74.d --lang zh
      ygokg contrast negation.112 --format json
    """
    excerpt = app.session.excerpt()
    base = None if app.shows_queries else app.session.rulebase_at_hand()
    ruling, page = contrast(excerpt, id, base, in_words=app.format != "json")
    here = page.model.rulings[ruling]
    if app.format == "json":
        emit_json(with_age(app, page.model, contrast_payload(here, page.found), page.behind))
        return
    rows, columns = contrast_rows(page.model, here, page.found[0], app.lang)
    emit_table(rows, columns)
    emit_lines(contrast_below(page.model, here, page.found, app.lang))
    emit_age(app, page.model, page.behind)
