"""`ygokg card`: a card with its rules and rulings; what lies between several cards; or which cards of a deck have rulings."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from ygokg.cli.ages import emit_age, with_age, with_ages_of_rows
from ygokg.cli.completes import completes
from ygokg.cli.lookup_output import as_of_words, emit_as_of, emit_choices, emit_lines, nothing_found, with_as_of
from ygokg.cli.options import App, as_of_option, common_options
from ygokg.cli.output import emit_json, emit_table, emit_text
from ygokg.corpus.sentences import naming, sentences_of
from ygokg.errors import BrokenInput, NotFound
from ygokg.lookup.cards import CardView, card_view
from ygokg.messages import t
from ygokg.model import Card, Id, Model
from ygokg.names.lookup import find
from ygokg.reading import LARGEST_LIST, read_stream
from ygokg.render.card import card_lines
from ygokg.render.words import label, quoted

__all__ = ["command"]


@click.command("card")
@click.argument("names", nargs=-1, metavar="NAME|PASSCODE|%OFFICIAL-ID...", shell_complete=completes("cards"))
@as_of_option
@common_options("table", "json", "csv", "tsv")
def command(app: App, names: tuple[str, ...]) -> None:
    """Show a card: its effects, the rules that govern it, and its rulings.

    A name may be Chinese, Japanese or English, spaced and punctuated in any way; put one with spaces in quotation marks. With
    two or more cards only the rulings that have all of them are shown. csv and tsv write the rulings, one a line.

    A name that only your own card database has (`ygokg names`) shows its card, and that no ruling here names it; that is an answer.

    A deck list on standard input (- or a pipe) tells which of its cards have rulings, pending ones and departures first. A line
    is a name or passcode, with the number of copies before or after it if you like; a .ydk file is such a list. Ends with 3 if
    none of the lines names a card.

    \b
    Examples:
      ygokg card 技能抽取
      ygokg card "Skill Drain" --lang zh
      ygokg card 82732705
      ygokg card %5740 --format json
      ygokg card 技能抽取 月之书
      ygokg card 技能抽取 --as-of 2024-01-31
      printf '3 技能抽取\\n月之书 x2\\n' | ygokg card -
    """
    if names in ((), ("-",)):
        _deck(app, _read(named=bool(names)))
        return
    graph = app.graph()
    own: dict[Id, Card] = {}
    cards = list(dict.fromkeys(_card(app, graph.model, name, own) for name in names))
    graph.model.cards.update(own)
    view = card_view(graph.model, graph.verdicts, cards)
    rulings = [i for group in view.groups for i in group.rulings]
    sentences = sentences_of(graph.model, (source for i in rulings for source in graph.model.rulings[i].sources), app.lang)
    behind = [*rulings, *view.governing, *view.naming]
    imported = [*sentences.values(), *(app.library.holding(own) if own and app.library is not None else ())]
    if len(cards) > 1 and not view.groups:
        shown = t(app.lang, "list").join(quoted(label(graph.model, i, app.lang), app.lang) for i in cards)
        hint = t(app.lang, "card.none-between.hint")
        day = as_of_words(graph.model, app.whole.model, app.lang) + "\n" if app.as_of else ""
        raise NotFound(t(app.lang, "card.none-between", names=shown), day + hint)
    if app.format == "json":
        from ygokg.render.payload import card_payload

        payload = card_payload(graph.model, graph.verdicts, view, app.lang, sentences)
        payload["named_in_documents"] = _entries(app, graph.model, cards)
        payload = with_age(app, graph.model, payload, behind, imported)
        emit_json(with_as_of(app, {**payload, "only_in_own_database": list(own)}))
    elif app.format == "table":
        emit_lines(card_lines(graph.model, view, app.lang, sentences))
        _print_notes(app, graph.model, cards, outside=bool(own))
    else:
        _rows(app, view)
    emit_age(app, graph.model, behind, imported)
    emit_as_of(app)


def _read(*, named: bool) -> list[str]:
    """Return the lines of a deck list; a terminal is read only where standard input is `named` as what to read."""
    if not named and sys.stdin.isatty():
        raise _nothing_named()
    try:
        lines = read_stream(sys.stdin.buffer, LARGEST_LIST).decode("utf-8-sig").splitlines()
    except OSError as error:
        raise BrokenInput(f"The deck list on standard input cannot be read: {error.strerror}.", "Give a card a line.") from error
    except UnicodeDecodeError as error:
        raise BrokenInput("The deck list on standard input is not UTF-8 text.", "Save it in UTF-8.") from error
    if not named and not any(map(str.strip, lines)):
        raise _nothing_named()
    return lines


def _nothing_named() -> click.MissingParameter:
    return click.MissingParameter(param_type="argument", param_hint="'NAME|PASSCODE|%OFFICIAL-ID...'")


def _deck(app: App, lines: list[str]) -> None:
    from ygokg.lookup.deck import deck_view, read_deck
    from ygokg.render.deck import COLUMNS, deck_lines, deck_payload, deck_rows, unknown_lines

    graph = app.graph()
    model, truth = graph.model, graph.verdicts
    view = deck_view(model, truth, read_deck(model, lines, app.library), app.library)
    behind = [i for card in view.cards for i in (*card.pending, *card.departing, *card.other)]
    if not view.cards and app.format == "table":
        emit_lines(unknown_lines(model, view.unknown, app.lang) if view.unknown else ())
    elif app.format == "json":
        emit_json(with_as_of(app, with_age(app, model, deck_payload(model, truth, view, app.lang), behind)))
    elif app.format == "table":
        emit_lines(deck_lines(model, view, app.lang))
    else:
        emit_table(deck_rows(model, view, app.lang), COLUMNS, app.format)
    if not view.cards:
        raise NotFound(t(app.lang, "deck.none" if view.unknown else "deck.empty"), t(app.lang, "deck.none.hint"))
    emit_age(app, model, behind)
    emit_as_of(app)


def _card(app: App, model: Model, name: str, own: dict[Id, Card]) -> Id:
    """Return the card's id, the card itself going into `own` if only the user's databases have it.

    Candidates are listed on standard output, for they are what the reader chooses from.
    """
    match = find(model, name, app.library)
    outside = {card.id: card for card in match.outside}
    if match.is_card and match.found is not None:
        own.update(outside)
        return match.found
    model.cards.update(outside)
    if match.candidates or match.is_archetype:
        imported = app.library.holding(outside) if outside and app.library is not None else ()
        emit_choices(app, model, name, match.candidates, "card.archetype" if match.is_archetype else "candidates", imported)
        raise click.exceptions.Exit(NotFound.exit_code)
    raise nothing_found(app, model, "card.unknown", name, match.suggestions)


def _entries(app: App, model: Model, cards: Sequence[Id]) -> int:
    """Return how many entries of the imported documents name the card; 0 for several cards."""
    if len(cards) > 1:
        return 0
    card = model.cards[cards[0]]
    return naming((*card.names.values(), *card.variants), app.lang)


def _print_notes(app: App, model: Model, cards: Sequence[Id], *, outside: bool) -> None:
    """Say that a card is `outside` the data, and that there is more of it in the imported documents."""
    if outside:
        emit_text()
        emit_text(t(app.lang, "card.outside"))
    if entries := _entries(app, model, cards):
        emit_text()
        emit_text(t(app.lang, "card.in-documents", count=entries, passcode=model.cards[cards[0]].passcode))


def _rows(app: App, view: CardView) -> None:
    from ygokg.render.payload import ruling_row

    graph = app.graph()
    columns = ("group", "id", "question", "answer", "words", "status", "date", "rules")
    rows: list[tuple[object, ...]] = []
    for group in view.groups:
        for i in group.rulings:
            row = ruling_row(graph.model, graph.verdicts, i, app.lang)
            rows.append((group.kind, *(row[c] for c in columns[1:-1]), " ".join(row["rules"])))
    emit_table(with_ages_of_rows(graph.model, rows, app.format, at=1), (*columns, "rests_on"), app.format)
