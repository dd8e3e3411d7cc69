"""What completes at a shell's prompt, and `ygokg completion`, which prints the script for it.

Each shell has a script beside this module, which calls the tool with `_YGOKG_COMPLETE` and reads what it writes: on the first line
how the rest is meant (`word`; `begins`, after which no space belongs; `file` or `dir`, which the shell completes by itself), then a
candidate a line. zsh and fish quote what they insert; bash inserts what it is given, so that for bash it is quoted here.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
from click.shell_completion import CompletionItem, ShellComplete

from ygokg.cli.options import App

if TYPE_CHECKING:
    from ygokg.api.completion import Candidate

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_YGOKG_COMPLETE"
"""The variable in which a shell's script says what it wants: `bash_complete` for candidates, `bash_source` for the script itself."""

_SCRIPTS = {"bash": "bash.sh", "zsh": "zsh.zsh", "fish": "fish.fish"}
_BREAKS = " \t\n\"'@><=;|&(:"
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_SPECIAL = re.compile(r"""([\s\\'"`$&|;<>()*?\[\]{}!])|^([#~])""")
_IN_DOUBLE = re.compile(r'([\\"`$])')
_LISTING = "63"
"""What bash calls a completion that only lists, the number of `?`."""


class Typed(NamedTuple):
    """A command line up to the cursor: `words` before the last one, and that one (`text`, without its quotes).

    `kept` is how much of its text the shell leaves as it is when it completes: up to an open quotation mark, else up to the last
    character that parts words for it. `quote` is the open quotation mark, if any.
    """

    words: tuple[str, ...]
    text: str
    kept: int = 0
    quote: str = ""


def script(shell: str) -> str:
    """Return the script that makes a shell (one of `SHELLS`) complete."""
    return (Path(__file__).parent / _SCRIPTS[shell]).read_text(encoding="utf-8")


def read_line(line: str, breaks: str = _BREAKS) -> Typed:
    r"""Return what a line for a POSIX shell (or fish) says; `breaks` are the characters that part words in the middle of one.

    >>> read_line('ygokg card "Skill Dr')
    Typed(words=('ygokg', 'card'), text='Skill Dr', kept=0, quote='"')
    >>> read_line(r"ygokg resolve IsNegated negator=Skill\ Dr")
    Typed(words=('ygokg', 'resolve', 'IsNegated'), text='negator=Skill Dr', kept=8, quote='')
    """
    words: list[str] = []
    text, quote, kept = "", "", 0
    begun = escaped = False
    for sign in line:
        if escaped:
            text += sign if quote != '"' or sign in '\\"`$' else f"\\{sign}"
            escaped = False
        elif sign == "\\" and quote != "'":
            begun = escaped = True
        elif quote:
            if sign == quote:
                quote, kept = "", len(text)
            else:
                text += sign
        elif sign.isspace() and sign.isascii():
            if begun:
                words.append(text)
            text, kept, begun = "", 0, False
        elif sign in "\"'":
            begun, quote, kept = True, sign, len(text)
        else:
            begun, text = True, text + sign
            kept = len(text) if sign in breaks else kept
    return Typed(tuple(words), text, kept, quote)


def for_bash(typed: Typed, found: Sequence[Candidate], *, listing: bool) -> list[str]:
    """Return the lines for bash; in a `listing`, which inserts nothing, the candidates as they read."""
    lines = []
    for candidate in _printable(found):
        before, rest = candidate.value[: typed.kept], candidate.value[typed.kept :]
        if before.casefold() == typed.text[: typed.kept].casefold():
            lines.append(rest if listing else _quoted(rest, typed.quote, inside=bool(typed.kept)))
    return [_mode(found), *lines]


def for_others(found: Sequence[Candidate]) -> list[str]:
    """Return the lines for zsh and fish: each candidate with what it is after a tab."""
    return [_mode(found), *(f"{c.value}\t{_CONTROL.sub(' ', c.help)}" for c in _printable(found))]


def _printable(found: Iterable[Candidate]) -> list[Candidate]:
    """Leave out what is there already, what a line cannot hold, and what a terminal should not get."""
    return list({candidate.value: candidate for candidate in found if not _CONTROL.search(candidate.value)}.values())


def _mode(found: Iterable[Candidate]) -> str:
    return "begins" if any(candidate.begins for candidate in found) else "word"


def _quoted(text: str, quote: str, *, inside: bool) -> str:
    r"""Write a text so that bash reads it as it is: after an open quotation mark, or (`inside` a word or at its start) without one.

    An exclamation mark, which bash takes for a word of its history between double quotation marks, stands outside of them. Bash
    closes what it finds open, but not after a text that ends in that mark: such a text closes it itself.

    >>> _quoted("Skill Drain", "", inside=False), _quoted("Cell!", '"', inside=False), _quoted("Foe's", "'", inside=False)
    ('Skill\\ Drain', 'Cell"\\!""', "Foe'\\''s")
    """
    if not quote:
        escaped = _SPECIAL.sub(lambda match: f"\\{match[0]}", text)
        return escaped[1:] if inside and text[:1] in ("#", "~") else escaped
    if quote == "'":
        escaped = text.replace("'", "'\\''")
    else:
        escaped = re.sub("!+", lambda match: '"' + "\\!" * len(match[0]) + '"', _IN_DOUBLE.sub(r"\\\1", text))
    return escaped + quote if escaped.endswith(quote) else escaped


def items(kind: str, ctx: click.Context, typed: str) -> list[CompletionItem]:
    """Return what a parameter could be: `files`, which the shell knows, or a kind of `ygokg.api.completion.candidates`."""
    if kind == "files":
        return [CompletionItem(typed, type="file")]
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
    from ygokg.api.completion import Candidate

    typed = read_line(os.environ["YGOKG_LINE"], os.environ["YGOKG_BREAKS"]) if shell == "bash" else _from_arguments(shell)
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


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    """Print the script with which SHELL completes commands, options, cards, rules, rulings, terms, questions and queries.

    Put its output where your shell looks for completions, or evaluate it when the shell starts; see the examples. What is
    completed comes from the graph in the cache: run any look-up once, so that it is there.

    \b
    Examples:
      ygokg completion bash > ~/.local/share/bash-completion/completions/ygokg
      ygokg completion zsh > ~/.zfunc/_ygokg
      ygokg completion fish > ~/.config/fish/completions/ygokg.fish

    \b
    Or, in the file that your shell reads when it starts:
      ~/.bashrc                   eval "$(ygokg completion bash)"
      ~/.zshrc, after compinit    eval "$(ygokg completion zsh)"
      ~/.config/fish/config.fish  ygokg completion fish | source

    For the first way zsh needs `fpath+=~/.zfunc` before `compinit` in ~/.zshrc, and bash the package bash-completion.
    """
    click.echo(script(shell), nl=False)
