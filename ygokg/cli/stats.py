"""`ygokg stats`: what is in the graph, how much of it the rules alone derive, and what of the documents is covered."""

from __future__ import annotations

import click

from ygokg.api.checking import stats
from ygokg.cli.lookup_output import emit_age, emit_lines, with_age
from ygokg.cli.options import App, common_options, show_query_option
from ygokg.cli.output import emit_json
from ygokg.render.stats import stats_lines, stats_payload


@click.command("stats")
@click.option("--all", "everything", is_flag=True, help="List the rules, rulings and passages behind the figures, and every rule system.")
@common_options("table", "json")
@show_query_option
def command(app: App, everything: bool) -> None:
    """Show the counts, what the rules alone make of the rulings, and the coverage of the documents.

    Literal and pending rulings are counted apart. A fitted ruling is derived only by a rule, or a fact of wording, that was made
    from that very ruling: it is no success.

    \b
    Examples:
      ygokg stats
      ygokg stats --lang zh
      ygokg stats --all
      ygokg stats --format json
    """
    excerpt = app.session.excerpt()
    found = stats(excerpt, listed=everything or app.format == "json")
    if app.format == "json":
        emit_json(with_age(app, excerpt, stats_payload(found, excerpt.modified), found.model.documents, data=True))
        return
    emit_lines(stats_lines(found, excerpt.modified, app.lang, everything=everything))
    emit_age(app, excerpt, found.model.documents, data=True)
