"""The type of options and arguments that name a file or a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

__all__ = ["PATH", "FilePath"]


class FilePath(click.Path):
    """A path as it is given; one that no system can have is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - click's signature
        """Return the path; fails for one with a NUL in it."""
        if "\0" in str(value):
            self.fail("A path cannot have a NUL character in it.", param, ctx)
        return super().convert(value, param, ctx)


PATH = FilePath(path_type=Path)
