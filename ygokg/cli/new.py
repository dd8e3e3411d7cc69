"""`ygokg new`: a stub of Turtle to fill in."""

from __future__ import annotations

from pathlib import Path

import click

from ygokg.cli.completes import completes
from ygokg.cli.options import App, data_option, lang_option, pass_app
from ygokg.errors import UsageProblem
from ygokg.stubs import rule_stub, ruling_stub

__all__ = ["command"]

_STUBS = {"ruling": ruling_stub, "rule": rule_stub}


@click.command("new")
@click.argument("kind", type=click.Choice(tuple(_STUBS)))
@click.argument("passage", shell_complete=completes("passages"))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to this new file instead of standard output.")
@data_option
@lang_option
@pass_app
def command(app: App, kind: str, passage: str, output: Path | None) -> None:
    """Write a ruling or rule of PASSAGE to fill in, in Turtle.

    PASSAGE is a document and a line. The stub has the next free id, the dates and sources, and in comments the questions and
    features that the rule system uses; lay the filled-in file over the data with --data to try it.

    \b
    Examples:
      ygokg new ruling negation.112
      ygokg new rule negation.109 --output rule.ttl
    """
    text = _STUBS[kind](app.graph().model, passage)
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        with output.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError as error:
        raise UsageProblem(f"{output} is already there; nothing was written.", "Name a file that does not exist.") from error
    except OSError as error:
        raise UsageProblem(f"{output} cannot be written: {error.strerror}.", "Name a file in a folder that you may write to.") from error
