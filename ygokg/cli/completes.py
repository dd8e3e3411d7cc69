"""What the parameters of the commands say to a shell that completes: one word each, which is looked into only then."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click
    from click.shell_completion import CompletionItem

__all__ = ["completes"]


def completes(kind: str) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """Return what completes a parameter: its `kind` is one of those that `ygokg.cli.completing.items` knows."""

    def complete(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from ygokg.cli.completing import items

        return items(kind, ctx, incomplete)

    return complete
