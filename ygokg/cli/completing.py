"""What the parameters of the commands say to a shell that completes: one word each, which is looked into only then."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem, ShellComplete

from ygokg.completion.shells import SHELLS, Candidate, Typed, for_bash, for_others, read_line, script

__all__ = [
    "VARIABLE",
    "answer",
    "items",
]


VARIABLE = "_YGOKG_COMPLETE"
"""The variable in which a shell's script says what it wants: `bash_complete` for candidates, `bash_source` for the script itself."""

_LISTING = "63"
"""What bash calls a completion that only lists, the number of `?`."""


def items(kind: str, ctx: click.Context, typed: str) -> list[CompletionItem]:
    """Return what a parameter could be: `kind` is one of `ygokg.completion.candidates.KINDS`, or queries, databases or documents.

    The graph is asked only where it is in the cache, for building it takes too long.
    """
    if kind in _NAMES:
        return [CompletionItem(name) for name in _NAMES[kind]() if name.startswith(typed)]
    from ygokg.cli.options import App
    from ygokg.store.cache import open_stored

    app = ctx.find_object(App) or App()
    graph = None if app.bare else open_stored()
    if graph is None:
        return []
    from ygokg.completion.candidates import find

    # Where an option is still without its value, the arguments are left over.
    about = ctx.params.get("question") or ctx.params.get("query") or next(iter(ctx.args), "")
    return [CompletionItem(c.value, help=c.help, begins=c.begins) for c in find(kind, graph.model, typed, app.lang, about, app.library)]


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


def _queries() -> Iterable[str]:
    from ygokg.store.bundle import query_files

    return [path.stem for path in query_files()]


def _databases() -> Iterable[str]:
    from ygokg.names.library import sources
    from ygokg.store.folders import names_folder

    return [source if isinstance(source, str) else source.name for source in sources(names_folder())]


def _documents() -> Iterable[str]:
    from ygokg.documents.library import document_ids

    return document_ids()


_NAMES = {"queries": _queries, "databases": _databases, "documents": _documents}
"""What needs no graph: the named queries, and what the user imported."""
