"""`ygokg card`: a card, the rules that govern it and its rulings; or what lies between several cards."""

from __future__ import annotations

import click

from ygokg.cli.lookup_output import emit_choices, emit_lines, nothing_found
from ygokg.cli.options import App, common_options
from ygokg.cli.output import emit_json, emit_table
from ygokg.errors import NotFound
from ygokg.lookup.cards import CardView, card_view
from ygokg.model import Id, Model
from ygokg.names.lookup import find
from ygokg.render.card import card_lines
from ygokg.render.messages import t
from ygokg.render.words import label, quoted

__all__ = ["command"]


@click.command("card")
@click.argument("names", nargs=-1, required=True, metavar="NAME|PASSCODE|%OFFICIAL-ID...")
@common_options("table", "json", "csv", "tsv")
def command(app: App, names: tuple[str, ...]) -> None:
    """Show a card: its effects, the rules that govern it, and its rulings.

    A name may be Chinese, Japanese or English, spaced and punctuated in any way; put one with spaces in quotation marks. With
    two or more cards only the rulings that have all of them are shown. csv and tsv write the rulings, one a line.

    \b
    Examples:
      ygokg card 技能抽取
      ygokg card "Skill Drain" --lang zh
      ygokg card 82732705
      ygokg card %5740 --format json
      ygokg card 技能抽取 月之书
    """
    graph = app.graph()
    cards = list(dict.fromkeys(_card(app, graph.model, name) for name in names))
    view = card_view(graph.model, graph.verdicts, cards)
    if len(cards) > 1 and not view.groups:
        shown = t(app.lang, "list").join(quoted(label(graph.model, i, app.lang), app.lang) for i in cards)
        raise NotFound(t(app.lang, "card.none-between", names=shown), t(app.lang, "card.none-between.hint"))
    if app.format == "json":
        from ygokg.render.payload import card_payload

        emit_json(card_payload(graph.model, graph.verdicts, view, app.lang))
    elif app.format == "table":
        emit_lines(card_lines(graph.model, view, app.lang))
    else:
        _rows(app, view)


def _card(app: App, model: Model, name: str) -> Id:
    """Return the card's id; candidates are listed on standard output, for they are what the reader chooses from."""
    match = find(model, name)
    if match.is_card and match.found is not None:
        return match.found
    if match.candidates or match.is_archetype:
        emit_choices(app, model, name, match.candidates, "card.archetype" if match.is_archetype else "candidates")
        raise click.exceptions.Exit(NotFound.exit_code)
    raise nothing_found(app, model, "card.unknown", name, match.suggestions)


def _rows(app: App, view: CardView) -> None:
    from ygokg.render.payload import ruling_row

    graph = app.graph()
    columns = ("group", "id", "question", "answer", "words", "status", "date", "rules")
    rows = []
    for group in view.groups:
        for i in group.rulings:
            row = ruling_row(graph.model, graph.verdicts, i, app.lang)
            rows.append([group.kind, *(row[c] for c in columns[1:-1]), " ".join(row["rules"])])
    emit_table(rows, columns, app.format)
