"""The command `ygokg`: finds the subcommand, imports only that, and turns every error into one message and an exit code."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from importlib import import_module
from io import StringIO, TextIOWrapper
from typing import TYPE_CHECKING, NoReturn

import click

from ygokg import __version__
from ygokg.cli.options import FORMATS, App, data_option, endpoint_option, format_option, lang_option, pass_app
from ygokg.cli.output import safe
from ygokg.errors import BrokenInput, YgokgError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS = {
    "card": "Show a card: its effects, the rules that govern it, and its rulings.",
    "rule": "Show a rule: condition, conclusion, exceptions, sources and the rulings under it.",
    "ruling": "Show a ruling: answer, question, case, sources and the rules behind it.",
    "contrast": "Show a RULING beside the nearest one that answers the same question differently, and the fewest facts that flip it.",
    "term": "Explain a term: a concept, family of effects, feature, value, question, answer or rule system, or a word of the vocabulary.",
    "search": "Search rules, rulings, cards, terms and rule systems, and imported documents, for words in any language.",
    "resolve": "Answer a QUESTION about a case, with what it rests on and with what could overturn the answer.",
    "situation": "Read what happened from TEXT, show it as a timeline and who is where, and answer what is asked.",
    "check": "Check ontology and data: SHACL shapes and data policies; with --data, your own files with them.",
    "conflicts": "Find what contradicts itself: rulings, rules, exceptions, documents; and what no rule explains or nothing covers.",
    "query": "Run a SPARQL query: one of the named ones, a file, or the text itself (`-` reads it from standard input).",
    "export": "Write the graph for other programs, whole or by topic.",
    "vectors": "Compare what a simulator comes to with the rulings.",
    "stats": "Show the counts, what the rules alone make of the rulings, and the coverage of the documents.",
    "new": "Write a ruling or rule of PASSAGE to fill in, or a new passage, in Turtle.",
    "push": "Put the graph at the SPARQL endpoint URL, for --endpoint and for any other tool that asks there.",
    "names": "Let your own card database find cards.",
    "import": "Import the rules documents: a .rst file, a .txt snapshot, a folder or a git checkout of them.",
    "drift": "Compare the passages that rules and rulings rest on with the newest import of their documents.",
    "history": "Show what the imported documents say about a card, or in an official answer, in order of the days.",
    "changes": "Show what the imported documents say anew since a day, grouped by the first card named or by rule system.",
    "cache": "Show what is kept on disk: graphs, results of the reasoner, and apart from these what you imported.",
    "completion": "Print the script with which SHELL completes commands, options, cards, rules, rulings, terms, questions and queries.",
}
"""In the order of the help, each with the beginning of its own help, which is shown without importing it.

Each is a module of this package with a click command named `command`.
"""
_MODULES = {"import": "importing", "completion": "shells"}
"""Commands whose module has another name than they."""

_INTERRUPTED = 130

_EPILOG = """\b
Examples:
  ygokg card 技能抽取
  ygokg card "Skill Drain" --lang en
  ygokg resolve
  ygokg query --list

\b
Exit codes: 0 answered; 1 findings; 2 bad use or broken input;
3 not found or open; 4 time-out.
"""


def _ended(error: YgokgError) -> click.exceptions.Exit:
    """Write an error of the library, with what to do next, and return the end of the program that goes with it."""
    for text in (f"Error: {error.message}", error.hint):
        if text:
            click.echo(safe(text), err=True)
    return click.exceptions.Exit(error.exit_code)


class _Commands(click.Group):
    """A group whose commands are imported when they are needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """Import a command; None for a name that is none."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"ygokg.cli.{_MODULES.get(cmd_name, cmd_name)}").command
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; for an unknown name suggest the nearest one."""
        name = args[0]
        if name in COMMANDS or name.startswith("-"):
            return super().resolve_command(ctx, args)
        from difflib import get_close_matches

        near = get_close_matches(name, COMMANDS, n=1)
        meant = f" Did you mean `{near[0]}`?" if near else f" There are {', '.join(COMMANDS)}."
        raise click.UsageError(f"No such command `{safe(name)}`.{meant}", ctx)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands, each with what it is for, and the options that begin so."""
        from click.shell_completion import CompletionItem

        found = [CompletionItem(name, help=text) for name, text in COMMANDS.items() if name.startswith(incomplete)]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's signature
        """Write the names and what each command is for."""
        limit = formatter.width - 6 - max(map(len, COMMANDS))
        with formatter.section("Commands"):
            formatter.write_dl([(name, click.Command(name, help=text).get_short_help_str(limit)) for name, text in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> None:
        """Run the command; what the library raises becomes a message and an exit code."""
        try:
            super().invoke(ctx)
        except YgokgError as error:
            raise _ended(error) from error
        except RecursionError as error:
            message = "The data lead through more levels than can be followed."
            raise _ended(BrokenInput(message, "Look at what --data adds: a long chain, or a circle.")) from error
        except KeyboardInterrupt:
            click.echo(err=True)
            raise click.exceptions.Exit(_INTERRUPTED) from None


def _show_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing:
        return
    try:
        date = App().session.model.modified
    except YgokgError as error:
        raise _ended(error) from error
    click.echo(f"ygokg {__version__}, data of {date}")
    ctx.exit()


@click.group(cls=_Commands, epilog=_EPILOG, context_settings={"help_option_names": ["--help", "-h"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="Show the version and the data's date."
)
@format_option(*FORMATS)
@lang_option
@data_option
@endpoint_option(served=True)
@pass_app
def cli(app: App) -> None:
    """Rules and rulings of the Yu-Gi-Oh! OCG as a graph: look them up, ask what happens, see why.

    What documents say is shown with its source. What is derived from the rules is our reading, never the office's.
    """


def main() -> NoReturn:
    """Run the command line on this process's arguments and end with its exit code; never with a traceback for a user's mistake."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that stops early ends the program in silence
    if wanted := os.environ.get("_YGOKG_COMPLETE"):
        from ygokg.cli.shells import answer

        answer(cli, wanted)
        _end(0)
    try:
        code: int = cli.main(prog_name="ygokg", standalone_mode=False) or 0
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.ClickException as error:
        shown = StringIO()
        error.show(shown)
        click.echo(safe(shown.getvalue()), nl=False, err=True)
        code = error.exit_code
    except (KeyboardInterrupt, click.Abort):
        code = _INTERRUPTED
    except OSError as error:
        code = _output_failed(error)
    _end(code)


def _end(code: int) -> NoReturn:
    """End the process as it is: to take the graph apart, object by object, lasts as long as to look something up in it."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, AttributeError):
            stream.flush()
    os._exit(code)


def _output_failed(error: OSError) -> int:
    """Say why the output cannot be written; return the exit code. What is still unwritten is dropped, or Python would try again."""
    with contextlib.suppress(OSError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    click.echo(f"Error: {error.strerror or error}.", err=True)
    return YgokgError.exit_code
