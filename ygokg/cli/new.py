"""`ygokg new`: a stub of Turtle to fill in."""

from __future__ import annotations

from pathlib import Path

import click

from ygokg.cli.completes import completes
from ygokg.cli.options import App, data_option, lang_option, pass_app
from ygokg.errors import UsageProblem
from ygokg.stubs import passage_stub, rule_stub, ruling_stub

__all__ = ["command"]

_STUBS = {"ruling": ruling_stub, "rule": rule_stub}


@click.command("new")
@click.argument("kind", type=click.Choice((*_STUBS, "passage")))
@click.argument("passage", shell_complete=completes("passages"))
@click.option("--text", metavar="LINE", help="For a passage: the line of the document as it stands there. Only its hash is kept.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to this new file instead of standard output.")
@data_option
@lang_option
@pass_app
def command(app: App, kind: str, passage: str, text: str | None, output: Path | None) -> None:
    """Write a ruling or rule of PASSAGE to fill in, or a new passage, in Turtle.

    PASSAGE is a document and a line. The stub has the next free id, the dates and sources, and in comments the questions and
    features that the rule system uses; lay the filled-in file over the data with --data to try it. A line that is new in a
    document is made a passage first.

    \b
    Examples:
      ygokg new ruling negation.112
      ygokg new rule negation.109 --output rule.ttl
      ygokg new passage negation.300 --text "「技能抽取」的效果适用中…… 20/1/15"
    """
    stub = _stub(app, kind, passage, text)
    if output is None:
        click.echo(stub, nl=False)
        return
    try:
        with output.open("x", encoding="utf-8", newline="\n") as file:
            file.write(stub)
    except FileExistsError as error:
        raise UsageProblem(f"{output} is already there; nothing was written.", "Name a file that does not exist.") from error
    except OSError as error:
        raise UsageProblem(f"{output} cannot be written: {error.strerror}.", "Name a file in a folder that you may write to.") from error


def _stub(app: App, kind: str, passage: str, text: str | None) -> str:
    if kind != "passage":
        if text is not None:
            raise UsageProblem("--text is the line of a new passage.", f"Leave it out: ygokg new {kind} {passage}.")
        return _STUBS[kind](app.graph().model, passage)
    if not text or not text.strip():
        raise UsageProblem("A new passage needs the line of the document, for its hash.", "Give it with --text. It is not kept.")
    return passage_stub(app.graph().model, passage, text)
