"""Options that every command shares, accepted before or after the command's name, and the object that carries them."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

import click

from ygokg.cli.output import PATH, day, emit_text
from ygokg.errors import UsageProblem
from ygokg.messages import LANGUAGES, t

if TYPE_CHECKING:
    from pathlib import Path

    from click.shell_completion import CompletionItem

    from ygokg.api.session import Session

FORMATS = ("table", "json", "csv", "tsv", "markdown", "turtle", "nt", "trig", "nquads", "rdfxml", "jsonld")
PATIENCE = 2.0
"""Seconds of silence that a person at a terminal is left with before being told what the tool is doing."""

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])


class App:
    """What the shared options say, and the session of asking that they make.

    `lang` is zh, ja or en, `format` one of `FORMATS`, `data` the paths laid over the built-in graph, or with `bare` over nothing,
    and `as_of` the day (YYYY-MM-DD) by which a ruling has to be documented, or empty. `asked_endpoint` is the URL given on the
    command line, `serves` tells whether the command can answer from a server, and `shows_queries`
    whether the queries are to be shown by which it is found.
    """

    def __init__(self, lang: str | None = None, format: str | None = None, data: tuple[Path, ...] = ()) -> None:
        """Without `lang` the environment decides, English otherwise; without `format` the command does, a table otherwise."""
        self.lang = lang or language_from(os.environ)
        self.asked_format = format
        self.format = format or FORMATS[0]
        self.data = data
        self.bare = False
        self.as_of = ""
        self.asked_endpoint = ""
        self.serves = False
        self.shows_queries = False

    @cached_property
    def session(self) -> Session:
        """The session, made when all options are read.

        Raises `UsageProblem` where an endpoint and files are both given, or no graph at all.
        """
        from ygokg.api.session import Session

        return Session(
            self.lang,
            data=self.data,
            builtin=not self.bare,
            as_of=self.as_of,
            endpoint=self.asked_endpoint or self._endpoint_of_environment(),
            waiting=_note_when_slow,
            warn=lambda text: emit_text(text, err=True),
        )

    @property
    def beside(self) -> bool:
        """Whether programs read the answer, so that what people are told beside it belongs on standard error."""
        return self.format not in ("table", "markdown")

    def _endpoint_of_environment(self) -> str:
        """Return YGOKG_ENDPOINT where the command can ask there and no files are given."""
        return "" if self.data or self.bare or not self.serves else os.environ.get("YGOKG_ENDPOINT", "")


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


def completes(kind: str) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """Return what completes a parameter: its `kind` is one of those that `ygokg.cli.shells.items` knows."""

    def complete(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from ygokg.cli.shells import items

        return items(kind, ctx, incomplete)

    return complete


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
    # First of all, so that what is wrong with another option is told in it.
    return click.option("--lang", type=click.Choice(LANGUAGES), is_eager=True, callback=store, expose_value=False, help=text)(function)


def data_option(function: F) -> F:
    """Add `--data`, which may be repeated and adds to `App.data`, and `--no-builtin`, which sets `App.bare`."""

    def store(ctx: click.Context, _param: click.Parameter, value: tuple[Path, ...]) -> None:
        if value:
            _app(ctx).data += value

    def lay_bare(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
        if value:
            _app(ctx).bare = True

    alone = click.option(
        "--no-builtin", is_flag=True, callback=lay_bare, expose_value=False, help="Leave the built-in data out: only what --data gives."
    )(function)
    return click.option(
        "--data",
        type=PATH,
        multiple=True,
        callback=store,
        expose_value=False,
        help="A Turtle file (or another form of RDF) or a folder of them, laid over the built-in data. May be repeated.",
    )(alone)


def endpoint_option(*, served: bool) -> Callable[[F], F]:
    """Return the decorator that adds `--endpoint`, which sets `App.asked_endpoint`; a command that is not `served` refuses it."""

    def store(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
        app = _app(ctx)
        app.asked_endpoint = value or app.asked_endpoint
        app.serves = served
        if app.asked_endpoint and not served and ctx.parent is not None and not ctx.resilient_parsing:
            raise click.UsageError(f"`{ctx.info_name}` works with files here; it cannot ask a server with --endpoint.", ctx)

    text = "Ask the SPARQL endpoint at this URL (see `push`) instead of the built-in graph.  [env var: YGOKG_ENDPOINT]"
    return click.option("--endpoint", metavar="URL", callback=store, expose_value=False, hidden=not served, help=text)


def as_of_option(function: F) -> F:
    """Add `--as-of`, which sets `App.as_of`; what is no day is refused."""

    def store(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
        if value is not None:
            _app(ctx).as_of = value

    text = "Only what was documented by that day; rules, which carry no date, stay."
    return click.option("--as-of", metavar="YYYY-MM-DD", type=day, callback=store, expose_value=False, help=text)(function)


def show_query_option(function: F) -> F:
    """Add `--show-query`: the command's queries are written instead of its answer, all of them or the one of that name."""

    @wraps(function)
    def with_queries(app: App, *args: Any, show_query: str | None, **kwargs: Any) -> Any:  # noqa: ANN401 - of any command
        if show_query is None:
            return function(app, *args, **kwargs)
        from ygokg.cli.lookup_output import emit_queries

        app.shows_queries = True
        return emit_queries(app, show_query, lambda: function(app, *args, **kwargs))

    def require_name(ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
        """Refuse what can only be meant to be looked up: click takes the word after the option for its value."""
        if not value or ctx.resilient_parsing:
            return value
        from ygokg.api.queries import is_look_up

        if not is_look_up(value.partition(".")[0]):
            lang = _app(ctx).lang
            raise UsageProblem(t(lang, "show-query.taken", words=value), t(lang, "show-query.taken.hint", command=ctx.info_name))
        return value

    text = (
        "Write the SPARQL that finds the answer, or the query NAME of it alone, instead of the answer."
        " `ygokg query -` takes them one by one: --show-query NAME | ygokg query -"
    )
    option = click.option("--show-query", is_flag=False, flag_value="", default=None, callback=require_name, metavar="[NAME]", help=text)
    return option(with_queries)  # type: ignore[return-value]


def common_options(*formats: str, served: bool = True) -> Callable[[Callable[Concatenate[App, P], R]], Callable[P, R]]:
    """Return the decorator that adds `--format` (these formats; table and json by default), `--lang`, `--data`, `--endpoint`.

    It passes the `App`. `served` tells whether the command can answer from a server.
    """

    def decorate(function: Callable[Concatenate[App, P], R]) -> Callable[P, R]:
        wrapped = data_option(endpoint_option(served=served)(lang_option(pass_app(function))))
        return format_option(*(formats or ("table", "json")))(wrapped)

    return decorate
