"""`ygokg situation`: what happened, as it was understood, and what follows from it."""

from __future__ import annotations

import sys

import click

from ygokg.cli.lookup_output import emit_age, emit_lines, with_age
from ygokg.cli.options import App, common_options
from ygokg.cli.output import emit_json
from ygokg.errors import UsageProblem
from ygokg.reading import LARGEST_LIST, read_stream

_OPEN = 3


@click.command("situation")
@click.argument("words", nargs=-1, required=True, metavar="TEXT...")
@common_options("table", "json")
def command(app: App, words: tuple[str, ...]) -> None:
    """Read what happened from TEXT, show it as a timeline, and say of each link whether its effect is negated.

    A Chain is `C1: EFFECT > C2: EFFECT`. After a link come `cost CARD to gy`, `-> TARGET` and, for what its resolution does,
    `=> CARD face-down` or `=> CARD to gy`. `|` and an effect tell what is in force, `on CARD` at which card it is pointed. A setup
    stands before a `;`: `CARD @ hand face-down opp`. `? negated C1` asks about one link. What is not told did not happen; `…` at the
    end takes that back. An effect is CARD#1; a place is field, hand, gy, banished, deck or extra, or the word for it in zh or ja. `-`
    reads from standard input.

    Whom an effect in force reaches is read from what the data say of its text; where they say nothing, point it with `on`.

    Ends with 0 if every link asked about has an answer, with 3 if one is open.

    \b
    Examples:
      ygokg situation "C1: 星因士天津四#1 > C2: 月之书#1 -> C1 => C1 face-down | 技能抽取#1 ? negated C1"
      ygokg situation "C1: Satellarknight Deneb#1 | Skill Drain#1" --format json
    """
    from ygokg.api.situations import answers, read_situation
    from ygokg.render.situation import situation_lines, situation_payload

    text = _from_standard_input() if words == ("-",) else " ".join(words)
    told = read_situation(app.session, text)
    found = answers(app.session, told)
    model = app.session.model
    behind = [
        i for one in found for case in one.cases for i in (*(trace.rule for trace in case.outcome.proof.rules), *case.outcome.proof.rulings)
    ]
    if app.format == "json":
        emit_json(with_age(app, model, situation_payload(told, found), behind))
    else:
        emit_lines(situation_lines(model, told, found, app.lang))
        emit_age(app, model, behind)
    raise click.exceptions.Exit(0 if all(one.answer or one.nothing for one in found) else _OPEN)


def _from_standard_input() -> str:
    try:
        return read_stream(sys.stdin.buffer, LARGEST_LIST).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageProblem("Standard input is not in UTF-8.", "Save the text in UTF-8.") from error
