"""`ygokg history`: what was said about a card, or in an official answer, when."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

from ygokg.cli.completes import completes
from ygokg.cli.lookup_output import emit_age, emit_choices, emit_lines, nothing_found
from ygokg.cli.options import App, common_options
from ygokg.cli.output import emit_json, emit_table, emit_text
from ygokg.errors import NotFound
from ygokg.graph.model import Id, Model
from ygokg.messages import t
from ygokg.names.keys import name_key
from ygokg.render.documents import candidate_lines, entry_lines, entry_payload, places_of
from ygokg.store.folders import documents_file, names_folder

if TYPE_CHECKING:
    from ygokg.documents.history import Candidate, Entry

__all__ = ["command"]

_FAQ = re.compile(r"(?:faq|fid)\s*[:=]?\s*(\d+)", re.IGNORECASE)
_COLUMNS = ("date", "state", "source", "text", "document", "line", "cites", "may replace", "revision", "dated")


@click.command("history")
@click.argument("subject", metavar="CARD|FAQ-ID", shell_complete=completes("cards"))
@common_options("table", "json", "csv", "tsv")
def command(app: App, subject: str) -> None:
    """Show what the imported documents say about a card, or in an official answer, in order of the days.

    What stands under a heading of changes is shown with the earlier entries that it may replace: candidates with a score, from
    shared cards and the likeness of the texts, and never a fact. FAQ-ID is the number of an answer in the official database
    (faq:12345); a bare number is a passcode first.

    \b
    Examples:
      ygokg history 技能抽取
      ygokg history faq:12812 --lang zh
      ygokg history "Skill Drain" --format json
    """
    from ygokg.documents.history import entries_citing, entries_naming, predecessors

    if not documents_file().is_file():
        raise NotFound(t(app.lang, "import.nothing"), t(app.lang, "import.nothing.hint"))
    model = app.graph().model
    faq = _FAQ.fullmatch(subject.strip())
    keys = () if faq else _keys(app, model, subject)
    number = faq[1] if faq else subject.strip() if subject.strip().isdecimal() and not keys else None
    entries = entries_citing(number, app.lang) if number else entries_naming(keys, app.lang)
    if not entries:
        raise NotFound(t(app.lang, "history.nothing", subject=subject), t(app.lang, "history.nothing.hint"))
    changed = [entry for entry in entries if entry.state == "changed"]
    before = {entry.number: predecessors(entry, entries if keys else _around(entry, app.lang)) for entry in changed}
    _emit(app, model, entries, before)


def _around(entry: Entry, lang: str) -> list[Entry]:
    """Return everything about the cards of a change: what it replaces may cite another answer, or none."""
    from ygokg.documents.history import entries_naming

    return entries_naming(entry.names, lang) if entry.names else []


def _keys(app: App, model: Model, subject: str) -> tuple[str, ...]:
    """Return the keys of all names of a card or archetype; none for a number that is no card's.

    Candidates are listed on standard output, for they are what the reader chooses from.
    """
    from ygokg.names.library import Library
    from ygokg.names.lookup import find

    own = Library(names_folder())
    match = find(model, subject, own)
    if match.found is None:
        if subject.strip().isdecimal():
            return ()
        if (key := name_key(subject)) and not match.candidates and _named(key, app.lang):
            return (key,)
        if match.candidates:
            outside = {card.id: card for card in match.outside}
            model.cards.update(outside)
            emit_choices(app, model, subject, match.candidates, imported=own.holding(outside) if outside else ())
            raise click.exceptions.Exit(NotFound.exit_code)
        raise nothing_found(app, model, "card.unknown", subject, [i for i in match.suggestions if i in model.cards])
    card = model.cards.get(match.found) or next((card for card in match.outside if card.id == match.found), None)
    if card is not None:
        return tuple(dict.fromkeys(name_key(name) for name in (*card.names.values(), *card.variants)))
    return tuple(dict.fromkeys(name_key(name) for name in model.archetypes[match.found].names.values()))


def _named(key: str, lang: str) -> bool:
    """Say whether the documents have a name that neither the data nor the user's databases know."""
    from ygokg.documents.shelf import connect

    with connect(lang) as library:
        return library.execute("SELECT 1 FROM names WHERE key = ? LIMIT 1", (key,)).fetchone() is not None


def _emit(app: App, model: Model, entries: Sequence[Entry], before: dict[int, list[Candidate]]) -> None:
    passages = {passage.digest: passage.id for passage in model.passages.values()}
    ours: dict[str, list[Id]] = {}
    for ruling in model.rulings.values():
        for source in ruling.sources:
            ours.setdefault(source, []).append(ruling.id)
    rulings = {entry.number: ours.get(passages.get(entry.digest, ""), []) for entry in entries}
    if app.format == "json":
        emit_json([entry_payload(entry, before.get(entry.number, ()), rulings[entry.number]) for entry in entries])
    elif app.format == "table":
        for entry in entries:
            emit_lines(entry_lines(entry, app.lang, rulings[entry.number]))
            if candidates := before.get(entry.number):
                emit_text("    " + t(app.lang, "history.may-replace"))
                emit_lines(candidate_lines(candidates, app.lang))
    else:
        emit_table([_row(entry, before.get(entry.number, ())) for entry in entries], _COLUMNS, app.format)
    emit_age(app, model, (), places_of(entries), listed=True)


def _row(entry: Entry, candidates: Iterable[Candidate]) -> tuple[object, ...]:
    place = entry.place
    cites = " ".join(cited.identifier for cited in entry.cited if cited.identifier)
    replaces = " ".join(f"{c.entry.place.document}:{c.entry.place.line} ({c.score:.2f})" for c in candidates)
    age = (place.revision, place.dated)
    return (entry.date, entry.state, entry.source_class, entry.text, place.document, place.line, cites, replaces, *age)
