"""Options that every command shares, accepted before or after the command's name, and the object that carries them."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

import click

if TYPE_CHECKING:
    from ygokg.store.cache import Graph

__all__ = [
    "FORMATS",
    "LANGUAGES",
    "App",
    "common_options",
    "data_option",
    "format_option",
    "lang_option",
    "language_from",
    "pass_app",
]

FORMATS = ("table", "json", "csv", "tsv", "turtle", "nt")
LANGUAGES = ("zh", "ja", "en")
PATIENCE = 2.0
"""Seconds of silence that a person at a terminal is left with before being told what the tool is doing."""

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])


class App:
    """What the shared options say: `lang` (zh, ja, en), `format` (one of `FORMATS`), `data` (paths laid over the built-in graph)."""

    def __init__(self, lang: str | None = None, format: str | None = None, data: tuple[Path, ...] = ()) -> None:
        """Without `lang` the environment decides, English otherwise; without `format` the command does, a table otherwise."""
        self.lang = lang or language_from(os.environ)
        self.asked_format = format
        self.format = format or FORMATS[0]
        self.data = data
        self._graph: Graph | None = None

    def graph(self) -> Graph:
        """Return the graph, opened on first use; raises `BrokenInput` where the Turtle cannot be read."""
        if self._graph is None:
            from ygokg.store.cache import open_graph

            with _note_when_slow("Building the graph from its Turtle; this happens once, the next call is quick."):
                self._graph = open_graph(self.data)
        return self._graph


def language_from(environment: Mapping[str, str]) -> str:
    """Return zh, ja or en for environment variables: YGOKG_LANG, then the locale's in POSIX order (LC_ALL, LC_MESSAGES, LANG).

    >>> language_from({"LANG": "zh_CN.UTF-8"}), language_from({"LC_ALL": "C", "LANG": "ja_JP.UTF-8"}), language_from({})
    ('zh', 'en', 'en')
    """
    for name in ("YGOKG_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            language = value.lower().replace("-", "_").split(".")[0].split("_")[0]
            return language if language in LANGUAGES else "en"
    return "en"


@contextlib.contextmanager
def _note_when_slow(note: str) -> Iterator[None]:
    """Tell a person at a terminal what is going on, once the work has lasted longer than `PATIENCE`."""
    if not sys.stderr.isatty():
        yield
        return
    import threading

    timer = threading.Timer(PATIENCE, click.echo, (note,), {"err": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _app(ctx: click.Context) -> App:
    """Return the invocation's `App`, made on its outermost context so that every level sees the same one."""
    app = ctx.find_object(App)
    if app is None:
        app = ctx.find_root().obj = ctx.obj = App()
    return app


def pass_app(function: Callable[Concatenate[App, P], R]) -> Callable[P, R]:
    """Give a command's function the `App` as its first argument."""

    @wraps(function)
    def with_app(*args: P.args, **kwargs: P.kwargs) -> R:
        return function(_app(click.get_current_context()), *args, **kwargs)

    return with_app


def format_option(*choices: str) -> Callable[[F], F]:
    """Return the decorator that adds `--format` with these choices, the first by default; it sets `App.format`.

    A format that was asked for before the command's name and that this command does not write is refused by name.
    """

    def store(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
        app = _app(ctx)
        if value:
            app.asked_format = value
        app.format = app.asked_format or choices[0]
        if app.format not in choices and not ctx.resilient_parsing:
            raise click.UsageError(f"`{ctx.info_name}` does not write {app.format}; it writes {', '.join(choices)}.", ctx)

    text = f"How to write the answer.  [default: {choices[0]}]"
    return click.option("--format", type=click.Choice(choices), callback=store, expose_value=False, help=text)


def lang_option(function: F) -> F:
    """Add `--lang`, which sets `App.lang`."""

    def store(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
        if value:
            _app(ctx).lang = value

    text = "Language of the answer.  [default: the locale's]"
    return click.option("--lang", type=click.Choice(LANGUAGES), callback=store, expose_value=False, help=text)(function)


def data_option(function: F) -> F:
    """Add `--data`, which may be repeated and adds to `App.data`."""

    def store(ctx: click.Context, _param: click.Parameter, value: tuple[Path, ...]) -> None:
        if value:
            _app(ctx).data += value

    return click.option(
        "--data",
        type=click.Path(path_type=Path),
        multiple=True,
        callback=store,
        expose_value=False,
        help="A Turtle file or a folder of them, laid over the built-in data. May be repeated.",
    )(function)


def common_options(*formats: str) -> Callable[[Callable[Concatenate[App, P], R]], Callable[P, R]]:
    """Return the decorator that adds `--format` (these formats; table and json by default), `--lang`, `--data` and passes the `App`."""

    def decorate(function: Callable[Concatenate[App, P], R]) -> Callable[P, R]:
        wrapped = data_option(lang_option(pass_app(function)))
        return format_option(*(formats or ("table", "json")))(wrapped)

    return decorate
