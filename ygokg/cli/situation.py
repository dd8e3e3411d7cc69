"""`ygokg situation`: what happened, as it was understood, and what follows from it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from ygokg.cli.lookup_output import emit_age, emit_lines, with_age
from ygokg.cli.options import App, common_options, completes
from ygokg.cli.output import emit_json, emit_text, escaped, width
from ygokg.errors import BrokenInput, UsageProblem
from ygokg.reading import LARGEST_LIST, kind_of, read_file, read_stream

_OPEN = 3
_SUFFIXES = (".ttl", ".txt")


@click.command("situation")
@click.argument("words", nargs=-1, required=True, metavar="TEXT|FILE...", shell_complete=completes("files"))
@click.option("--explain", "explained", is_flag=True, help="Show every case, and all that was worked out in it.")
@common_options("table", "json", "turtle")
def command(app: App, words: tuple[str, ...], explained: bool) -> None:
    """Read what happened from TEXT, show it as a timeline and who is where, and answer what is asked.

    A Chain is `C1: EFFECT > C2: EFFECT`. After a link come `cost CARD to gy`, `-> TARGET` and, for what its resolution does,
    `=> CARD face-down` or `=> CARD to gy`. `|` and an effect tell what is in force, `on CARD` at which card it is pointed. A setup
    stands before a `;`: `CARD @ hand face-down opp`. `? negated C1` asks about one link; without a question it is said of each link
    whether its effect is negated. What is not told did not happen; `…` at the end takes that back. An effect is CARD#1; a place is
    field, hand, gy, banished, deck or extra, or the word for it in zh or ja. docs/situations.md has all of it.

    FILE has such a text, or a situation in Turtle; `-` reads either from standard input. `--format turtle` writes the situation with
    what was worked out, as it can be read again. In Turtle nothing is complete unless it says so (ygo:complete true).

    Whom an effect in force reaches is read from what the data say of its text; where they say nothing, point it with `on`.

    Ends with 0 if all that is asked has an answer, with 3 if something is open.

    \b
    Examples:
      ygokg situation "C1: 星因士天津四#1 > C2: 月之书#1 -> C1 => C1 face-down | 技能抽取#1 ? negated C1"
      ygokg situation "C1: Satellarknight Deneb#1 | Skill Drain#1" --format json
      ygokg situation "C1: Satellarknight Deneb#1 | Skill Drain#1" --explain
      ygokg situation "C1: Satellarknight Deneb#1 | Skill Drain#1" --format turtle | ygokg situation -
    """
    text, name = situation_text(words)
    raise click.exceptions.Exit(answer(app, text, name, explained=explained))


def answer(app: App, text: str, name: str, question: str = "", facts: Sequence[str] = (), *, explained: bool = False) -> int:
    """Write a situation and what follows from it; return the exit code. A `question` is asked in place of those in the text."""
    from ygokg.api.situations import answers, ask, behind, read_situation, situation_turtle
    from ygokg.render.situation import situation_lines, situation_payload

    told = read_situation(app.session, text, name)
    if question:
        told = ask(app.session, told, question, facts)
    found = answers(app.session, told)
    model = app.session.model
    if app.format == "json":
        emit_json(with_age(app, model, situation_payload(told, found), behind(found)))
    elif app.format == "turtle":
        emit_text(escaped(situation_turtle(told, found).rstrip("\n")))
    else:
        emit_lines(situation_lines(model, told, found, app.lang, width, explained=explained))
    emit_age(app, model, behind(found))
    return 0 if all(one.answer or one.nothing for one in found) else _OPEN


def situation_text(words: Sequence[str]) -> tuple[str, str]:
    """Return the text that tells a situation, and the name of the file that it is in: one word may be a file, `@FILE`, or `-`."""
    alone = words[0] if len(words) == 1 else ""
    if alone == "-":
        return _text(lambda: read_stream(sys.stdin.buffer, LARGEST_LIST), "Standard input"), "Standard input"
    path = Path(alone.removeprefix("@")) if alone and "\0" not in alone and "\n" not in alone else None
    if path is not None and (alone.startswith("@") or path.suffix in _SUFFIXES):
        if kind_of(path) != "file":
            raise UsageProblem(f"There is no file {path}.", "Give a file that exists, `-` for standard input, or the text itself.")
        return _text(lambda: read_file(path, LARGEST_LIST), str(path)), str(path)
    return " ".join(words), ""


def _text(read: Callable[[], bytes], where: str) -> str:
    try:
        return read().decode("utf-8-sig")
    except OSError as error:
        raise BrokenInput(f"{where} cannot be read: {error.strerror}.", "Give a readable text file with one situation.") from error
    except UnicodeDecodeError as error:
        raise UsageProblem(f"{where} is not in UTF-8.", "Save the text in UTF-8.") from error
