"""`ygokg completion`: the script that makes a shell complete."""

from __future__ import annotations

import click

from ygokg.completion.shells import SHELLS, script

__all__ = ["command"]


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
