"""`ygokg new`: a stub of Turtle to fill in."""

from __future__ import annotations

from pathlib import Path

import click

from ygokg.api.exporting import stub
from ygokg.cli.options import App, completes, data_option, endpoint_option, lang_option, pass_app
from ygokg.cli.output import PATH
from ygokg.errors import UsageProblem


@click.command("new")
@click.argument("kind", type=click.Choice(("ruling", "rule", "passage")))
@click.argument("passage", shell_complete=completes("passages"))
@click.option("--text", metavar="LINE", help="For a passage: the line of the document as it stands there. Only its hash is kept.")
@click.option(
    "--card",
    "cards",
    multiple=True,
    metavar="NAME",
    shell_complete=completes("cards"),
    help="For a ruling: a card in it, whose effects are listed. May be repeated.",
)
@click.option("-o", "--output", type=PATH, help="Write to this new file instead of standard output.")
@data_option
@endpoint_option(served=False)
@lang_option
@pass_app
def command(app: App, kind: str, passage: str, text: str | None, cards: tuple[str, ...], output: Path | None) -> None:
    """Write a ruling or rule of PASSAGE to fill in, or a new passage, in Turtle.

    PASSAGE is a document and a line. The stub has the next free id, the dates and sources, and in comments the questions and
    features that the rule system uses; lay the filled-in file over the data with --data to try it. A line that is new in a
    document is made a passage first.

    \b
    Examples:
      ygokg new ruling negation.112
      ygokg new ruling negation.112 --card 星因士天津四 --card 技能抽取
      ygokg new rule negation.109 --output rule.ttl
      ygokg new passage negation.300 --text "「技能抽取」的效果适用中…… 20/1/15"
    """
    made = _stub(app, kind, passage, text, cards)
    if output is None:
        click.echo(made, nl=False)
        return
    try:
        with output.open("x", encoding="utf-8", newline="\n") as file:
            file.write(made)
    except FileExistsError as error:
        raise UsageProblem(f"{output} is already there; nothing was written.", "Name a file that does not exist.") from error
    except OSError as error:
        raise UsageProblem(f"{output} cannot be written: {error.strerror}.", "Name a file in a folder that you may write to.") from error


def _stub(app: App, kind: str, passage: str, text: str | None, cards: tuple[str, ...]) -> str:
    if text is not None and kind != "passage":
        raise UsageProblem("--text is the line of a new passage.", f"Leave it out: ygokg new {kind} {passage}.")
    if cards and kind != "ruling":
        raise UsageProblem("--card lists the effects of cards in a ruling.", f"Leave it out: ygokg new {kind} {passage}.")
    if kind == "passage" and not (text and text.strip()):
        raise UsageProblem("A new passage needs the line of the document, for its hash.", "Give it with --text. It is not kept.")
    return stub(app.session, kind, passage, text=text or "", cards=cards)
