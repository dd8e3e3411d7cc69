"""`ygokg card`: a card with its rules and rulings; what lies between several cards; or which cards of a deck have rulings."""

from __future__ import annotations

import sys

import click

from ygokg.api.cards import Cards, cards, deck
from ygokg.api.session import Meanings
from ygokg.cli.lookup_output import emit_age, emit_day, emit_lines, emit_meanings, with_age, with_day
from ygokg.cli.options import App, as_of_option, common_options, completes, show_query_option
from ygokg.cli.output import emit_json, emit_table, emit_text
from ygokg.errors import BrokenInput, NotFound
from ygokg.messages import t
from ygokg.reading import LARGEST_LIST, read_stream
from ygokg.render.cards import card_lines
from ygokg.render.lines import with_ages_of_rows


@click.command("card")
@click.argument("names", nargs=-1, metavar="NAME|PASSCODE|%OFFICIAL-ID...", shell_complete=completes("cards"))
@as_of_option
@common_options("table", "json", "csv", "tsv")
@show_query_option
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
    excerpt = app.session.excerpt()
    found = cards(excerpt, names, app.session.library, in_full=app.format == "json", with_passages=app.format != "table")
    if isinstance(found, Meanings):
        emit_meanings(app, found, names)  # on standard output, for they are what the reader chooses from
        raise click.exceptions.Exit(NotFound.exit_code)
    page = found.page
    if app.format == "json":
        from ygokg.render.payload import card_payload

        payload = card_payload(page.model, page.truth, page.view, app.lang, found.sentences)
        payload["named_in_documents"] = found.entries
        payload = with_age(app, excerpt, payload, page.behind, found.imported)
        emit_json(with_day(app, excerpt, {**payload, "only_in_own_database": found.own}))
    elif app.format == "table":
        emit_lines(card_lines(page.model, page.view, app.lang, found.sentences))
        _print_notes(app, found)
    else:
        _rows(app, found)
    emit_age(app, excerpt, page.behind, found.imported)
    emit_day(app, excerpt)


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
    from ygokg.render.cards import COLUMNS, deck_lines, deck_payload, deck_rows, unknown_lines

    excerpt = app.session.excerpt()
    page = deck(excerpt, lines, app.session.library)
    model, view = page.model, page.view
    if not view.cards and app.format == "table":
        emit_lines(unknown_lines(model, view.unknown, app.lang) if view.unknown else ())
    elif app.format == "json":
        payload = deck_payload(model, page.truth, view, app.lang)
        emit_json(with_day(app, excerpt, with_age(app, excerpt, payload, page.behind)))
    elif app.format == "table":
        emit_lines(deck_lines(model, view, app.lang))
    else:
        emit_table(deck_rows(model, view, app.lang), COLUMNS, app.format)
    if not view.cards:
        raise NotFound(t(app.lang, "deck.none" if view.unknown else "deck.empty"), t(app.lang, "deck.none.hint"))
    emit_age(app, excerpt, page.behind)
    emit_day(app, excerpt)


def _print_notes(app: App, found: Cards) -> None:
    """Say that a card is outside the data, and that there is more of it in the imported documents."""
    if found.own:
        emit_text()
        emit_text(t(app.lang, "card.outside"))
    if found.entries:
        passcode = found.page.model.cards[found.page.view.cards[0]].passcode
        emit_text()
        emit_text(t(app.lang, "card.in-documents", count=found.entries, passcode=passcode))


def _rows(app: App, found: Cards) -> None:
    from ygokg.render.payload import ruling_row

    page = found.page
    columns = ("group", "id", "question", "answer", "words", "status", "date", "rules")
    rows: list[tuple[object, ...]] = []
    for group in page.view.groups:
        for i in group.rulings:
            row = ruling_row(page.model, page.truth, i, app.lang)
            rows.append((group.kind, *(row[c] for c in columns[1:-1]), " ".join(row["rules"])))
    emit_table(with_ages_of_rows(page.model, rows, app.format, at=1), (*columns, "rests_on"), app.format)
