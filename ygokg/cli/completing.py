"""What a shell is told that completes: what the command line could go on with."""

from __future__ import annotations

import os
import sys

import click
from click.shell_completion import CompletionItem, ShellComplete

from ygokg.cli.options import App
from ygokg.cli.shells import SHELLS, Typed, for_bash, for_others, read_line, script

__all__ = ["VARIABLE", "answer", "items"]

VARIABLE = "_YGOKG_COMPLETE"
"""The variable in which a shell's script says what it wants: `bash_complete` for candidates, `bash_source` for the script itself."""

_LISTING = "63"
"""What bash calls a completion that only lists, the number of `?`."""


def items(kind: str, ctx: click.Context, typed: str) -> list[CompletionItem]:
    """Return what a parameter could be: for the kinds see `ygokg.api.completion.candidates`."""
    from ygokg.api.completion import candidates

    app = ctx.find_object(App) or App()
    # Where an option is still without its value, the arguments are left over.
    about = ctx.params.get("question") or ctx.params.get("query") or next(iter(ctx.args), "")
    found = candidates(kind, typed, app.lang, about, builtin=not app.bare)
    return [CompletionItem(candidate.value, help=candidate.help, begins=candidate.begins) for candidate in found]


def answer(cli: click.Command, instruction: str) -> None:
    """Write what a shell asks for, on standard output; nothing where it asks for something else, or something goes wrong."""
    shell, _, wanted = instruction.partition("_")
    if shell not in SHELLS:
        return
    try:
        if wanted == "source":
            lines = [script(shell).rstrip("\n")]
        elif wanted == "complete":
            lines = _lines(cli, shell)
        else:
            return
        sys.stdout.write("\n".join((*lines, "")))
        sys.stdout.flush()
    except Exception:  # noqa: S110 - a shell's prompt is no place for any error
        pass


def _lines(cli: click.Command, shell: str) -> list[str]:
    typed = read_line(os.environ["YGOKG_LINE"], os.environ["YGOKG_BREAKS"]) if shell == "bash" else _from_arguments(shell)
    from ygokg.api.completion import Candidate

    option, sign, _ = typed.text.partition("=")
    joined = option + sign if sign and option.startswith("--") else ""
    found = ShellComplete(cli, {}, "ygokg", VARIABLE).get_completions(list(typed.words[1:]), typed.text)
    for kind in ("file", "dir"):
        if any(item.type == kind for item in found):
            return [kind]
    known = [Candidate(joined + str(item.value), item.help or "", bool(item.begins)) for item in found]
    return for_bash(typed, known, listing=os.environ.get("YGOKG_TAB") == _LISTING) if shell == "bash" else for_others(known)


def _from_arguments(shell: str) -> Typed:
    """Return what zsh and fish give as arguments: words, and last the one that is half typed, by fish with its quotes."""
    *words, text = sys.argv
    return Typed(tuple(words), read_line(text).text if shell == "fish" else text)
