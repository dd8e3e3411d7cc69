"""The built graph in the user's cache folder: the triples, the compiled Model, and beside them what can be searched.

A store folder (see `ygokg.store.folders`) holds the compiled Model and the triples; with files of the user's laid over the built-in
data it is one of its own. It is named by the hash of everything that it is made from, and noted in it are the sizes and times of the
files that it was made from: while they are the same nobody reads them. A store in which anything is damaged is taken away and built
anew; one that others can write to is not looked at.

The Model is in a file whole, as `pickle` writes it: the resolver, `conflicts`, export and completion need all at once. Whoever can
write a pickle can have anything done by whoever reads it. So it is read only from a folder that nobody else can write to, and with a
look at its check sum.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from ygokg import __version__
from ygokg.errors import BrokenInput, DamagedStore
from ygokg.store.bundle import bundled_files, content_hash, data_files, files_below
from ygokg.store.folders import (
    FOLDER_PREFIXES,
    cache_folder,
    cache_place,
    content_of,
    discard,
    find,
    is_cache_ours,
    is_sound,
    place_of,
    publish,
)

if TYPE_CHECKING:
    from pathlib import Path

    import pyoxigraph as ox

    from ygokg.graph.model import Id, Model

T = TypeVar("T")

TRIPLES = "triples"
"""The folder of the triples in a store."""
_MODEL = "model.pickle"
_CODE = (
    *("messages.py", "reading.py", "consistency/severity.tsv", "names/han-forms.txt", "names/han-words.txt"),
    *("consistency", "endpoint", "graph", "lookup", "names", "resolver", "search", "situation", "store"),
    *("locale/ygokg.pot", "locale/ja/LC_MESSAGES/ygokg.po", "locale/zh/LC_MESSAGES/ygokg.po"),  # the search looks through texts
)
"""What decides the content of a store besides the Turtle; part of its name, so that a changed checkout never reads an old store."""


class Verdict(NamedTuple):
    """What the rules alone make of a ruling, worked out once when the graph is built (see `ygokg.resolver.figures`).

    `status` is one of `ygo:DerivedRuling`, `ygo:DepartingRuling` and their like; `answer` what the rules conclude, if anything;
    `governed_by` the rules that are in. `fulfilled` are those whose conditions hold, `against` the rulings that contradict it;
    `behind` are the fulfilled rules with those that gave them the derived features they look at.
    """

    status: Id
    answer: Id | None
    governed_by: tuple[Id, ...]
    fulfilled: tuple[Id, ...]
    against: tuple[Id, ...]
    behind: tuple[Id, ...] = ()


Verdicts: TypeAlias = "Mapping[Id, Verdict]"
"""What the rules make of each ruling, by its id."""
Compiled: TypeAlias = "tuple[Model, Verdicts]"


class Source(NamedTuple):
    """What a store is made from: `fill` puts it into an empty store, with the findings or without, and returns what is compiled of it.

    `state` changes with it.
    """

    fill: Callable[[ox.Store, bool], Compiled]
    state: Callable[[], bytes]


class Graph:
    """The knowledge graph, ready to use.

    `model` is all of it as Python objects; `verdicts` what the rules make of each ruling; `store` the same as
    triples, each read when it is first asked for; `fresh` tells whether this call
    had to build it, and `distrusted` names the cache folder where it was not used because others can write to it.
    """

    def __init__(
        self,
        model: Model | None = None,
        verdicts: Verdicts | None = None,
        *,
        fresh: bool,
        store: ox.Store | None = None,
        folder: str | None = None,
        source: Source | None = None,
        distrusted: Path | None = None,
    ) -> None:
        """What is not given is read from `folder`, where it is on disk; `source` says how to have it again."""
        self._compiled = None if model is None else (model, {} if verdicts is None else verdicts)
        self.fresh = fresh
        self.distrusted = distrusted
        self._store = store
        self._folder = folder
        self._source = source
        self._whole: Graph | None = None

    @property
    def model(self) -> Model:
        """All that the graph says, as Python objects."""
        return self._read_compiled()[0]

    @property
    def verdicts(self) -> Verdicts:
        """What the rules make of each ruling, by its id."""
        return self._read_compiled()[1]

    @property
    def store(self) -> ox.Store:
        """The triples: the default graph is what the documents say, the inferred graph what follows. Never to be written to."""
        if self._whole is not None:
            return self._whole.store
        if self._store is None and self._folder is not None:
            self._store = open_triples(self._folder)
        return self._mend()[1] if self._store is None else self._store

    def ask(self, work: Callable[[ox.Store], T]) -> T:
        """Return what `work` reads from the triples; where these turn out to be damaged, what it reads from those built anew."""
        try:
            return work(self.store)
        except (OSError, RuntimeError, DamagedStore):
            whole = self._whole or self
            if whole._folder is None:
                raise
            whole._mend()
            return work(whole.store)

    def look_over(self) -> None:
        """Raise `DamagedStore` where the store on disk is not as it was written: a query may come to no end on damaged triples."""
        whole = self._whole or self
        if whole._folder is not None and not is_sound(whole._folder, anew=True):
            raise DamagedStore(
                f"The stored graph is damaged: {whole._folder}.", "`ygokg cache clear` removes it; the next call builds it anew."
            )

    def compiled_at_hand(self) -> Compiled | None:
        """Return Model and verdicts where they are known or can be read; None where they would have to be worked out anew."""
        if self._compiled is None and self._folder is not None:
            with contextlib.suppress(OSError, ValueError):
                self._compiled = read_compiled(self._folder)
        return self._compiled

    @property
    def folder(self) -> str | None:
        """Where the whole of it is kept; None where it is in memory alone."""
        return (self._whole or self)._folder

    def with_model(self, model: Model, verdicts: Verdicts) -> Graph:
        """Return a graph that shows a part of this one; its triples are still those of the whole."""
        part = Graph(model, verdicts, fresh=self.fresh, distrusted=self.distrusted)
        part._whole = self
        return part

    def _read_compiled(self) -> Compiled:
        return self.compiled_at_hand() or self._mend()[0]

    def _mend(self) -> tuple[Compiled, ox.Store]:
        """Replace a store that is gone or damaged; in memory where it cannot be replaced, or the new one cannot be opened either."""
        source = self._source or _files(bundled_files())
        anew = _built_anew(self._folder, source) if self._folder is not None else None
        self._folder = self._folder if anew is not None else None
        self._compiled, self._store = anew or _filled(source)
        return self._compiled, self._store


def open_graph(data: Sequence[Path] = (), *, builtin: bool = True) -> Graph:
    """Return the graph of the built-in data with what is at the `data` paths on top; from the cache, built first where it is not there.

    Without `builtin` there is nothing but what is at the `data` paths. Where the cache cannot be written, or others can write to it,
    the graph is built in memory, with the same answers; so it is for data from a pipe, which can be read but once. Raises
    `BrokenInput` for data that cannot be read and `UsageProblem` for a data path that does not exist.
    """
    built_in = bundled_files() if builtin else []
    if builtin and not built_in:
        raise BrokenInput("The ontology and the data are missing from this installation.", "Install the package again.")
    laid_over = data_files(data)
    files = built_in + laid_over
    if not all(file.is_file() for file in laid_over):
        return _in_memory(_files(files))
    return _stored(_files(files), lambda: _named(files, FOLDER_PREFIXES["data"] if laid_over or not builtin else ""))


def keep(kind: str, source: Source) -> Graph:
    """Return the graph of a source, made at most once for each of its states and kept as a folder of a kind beside the built-in one."""
    return _stored(source, lambda: place_of(kind, source.state()))


def code_state() -> bytes:
    """Return a text that changes with the code that decides the content of a store."""
    return _state(())


def open_stored_triples() -> ox.Store | None:
    """Return the triples of the built-in graph alone, for reading; None where they are not in the cache or cannot be opened."""
    place = _sound_built_in()
    return open_triples(place) if place is not None else None


def open_stored() -> Graph | None:
    """Return the built-in graph as it is in the cache; None where it would have to be built."""
    place = _sound_built_in()
    return Graph(fresh=False, folder=place) if place is not None else None


def built_in_place() -> str | None:
    """Return where the store of the built-in data is or is to be; None where the installation has no data."""
    files = bundled_files()
    return find(_state(files), lambda: _named(files)).place if files else None


def open_triples(folder: str) -> ox.Store | None:
    """Open the triples of a store read-only; None where another program took them away or damaged them."""
    import pyoxigraph as ox

    try:
        with _on_one_processor():
            return ox.Store.read_only(os.path.join(folder, TRIPLES))
    except (OSError, RuntimeError):
        return None


def _sound_built_in() -> str | None:
    files = bundled_files()
    found = find(_state(files), lambda: _named(files)) if files else None
    return found.place if found is not None and found.sound else None


def _named(files: Sequence[str | Path], prefix: str = "") -> str:
    """Return where the store of these files is to be."""
    return os.path.join(cache_place(), f"{prefix}{content_hash([*files, *_code()], __version__)[:32]}")


def _state(files: Sequence[str | Path]) -> bytes:
    """Return a text that is another one as soon as one of the files, or of the code that reads them, is written, moved or replaced."""
    lines = [__version__]
    for path in (*files, *_code()):
        known = os.stat(path)
        lines.append(f"{path}\t{known.st_size}\t{known.st_mtime_ns}\t{known.st_ctime_ns}\t{known.st_ino}")
    return "\n".join(lines).encode("utf-8", "surrogateescape")


def _code() -> list[str]:
    package = os.path.dirname(os.path.dirname(__file__))
    places = [os.path.join(package, name) for name in _CODE]
    return [path for place in places for path in (files_below(place, ".py") if os.path.splitext(place)[1] == "" else [place])]


def _files(files: Sequence[str | Path]) -> Source:
    """Return the source that files are."""

    def fill(store: ox.Store, with_findings: bool) -> Compiled:
        from ygokg.store.build import fill

        return fill(store, files, with_findings=with_findings)

    return Source(fill, lambda: _state(files))


def _stored(source: Source, named: Callable[[], str]) -> Graph:
    """Return the graph from its place in the cache, built there if need be; in memory where that fails."""
    if not is_cache_ours():
        return _in_memory(source, distrusted=cache_folder())
    state = source.state()
    place, sound = find(state, named)
    if sound:
        return Graph(fresh=False, folder=place, source=source)
    try:
        compiled = _build(place, source, state)
    except OSError:
        return _in_memory(source)
    return Graph(*compiled, fresh=True, folder=place, source=source)


def _in_memory(source: Source, distrusted: Path | None = None) -> Graph:
    compiled, store = _filled(source)
    return Graph(*compiled, fresh=True, store=store, source=source, distrusted=distrusted)


def _filled(source: Source) -> tuple[Compiled, ox.Store]:
    """Return what is compiled of a source, and a store in memory with its triples."""
    import pyoxigraph as ox

    store = ox.Store()
    with uncollected():
        return source.fill(store, False), store


def _built_anew(place: str, source: Source) -> tuple[Compiled, ox.Store] | None:
    """Build a store at its place once more, unless another process just did; None where the place cannot be cleared or written."""
    with contextlib.suppress(OSError, ValueError):
        state = source.state()
        if not is_sound(place, anew=True):
            with contextlib.suppress(FileNotFoundError):
                discard(place)
            _build(place, source, state)
        store = open_triples(place)
        return None if store is None else (read_compiled(place), store)
    return None


def _build(place: str, source: Source, state: bytes) -> Compiled:
    """Build and publish a store; return what was compiled. Raises `OSError` where the cache cannot be written."""
    import pyoxigraph as ox

    made: list[Compiled] = []

    def make(work: Path) -> None:
        store = ox.Store(str(work / TRIPLES))
        with uncollected():
            made.append(source.fill(store, True))
        store.flush()
        del store
        write_compiled(work, made[0])
        if source.state() != state:
            raise OSError("what the store is made from was changed meanwhile")

    publish(place, state, make)
    return made[0]


def write_compiled(folder: str | Path, compiled: Compiled) -> None:
    """Write what was compiled into a folder that is being built."""
    import pickle

    with open(os.path.join(folder, _MODEL), "wb") as file:
        pickle.dump(_shared(compiled, {}), file, protocol=5)


def _shared(value: Any, known: dict[object, object]) -> Any:  # noqa: ANN401 - all that a Model is made of
    """Return a copy that has equal texts and tuples of them once: a sixth less to read, which every case that is resolved has to."""
    if isinstance(value, dict):
        return {_shared(name, known): _shared(item, known) for name, item in value.items()}
    if isinstance(value, tuple):
        parts = [_shared(item, known) for item in value]
        value = tuple(parts) if type(value) is tuple else type(value)(*parts)
    elif hasattr(value, "_fields"):  # a `ygokg.graph.model.Noun`
        return value._replace(**{name: _shared(getattr(value, name), known) for name in value._fields})
    try:
        return known.setdefault((type(value), value), value)
    except TypeError:  # what can change, or has that in it, stays apart
        return value


def read_compiled(folder: str | Path) -> Compiled:
    """Return what was compiled; raises `OSError` where the file is gone, and `ValueError` where it is not as it was written."""
    import pickle

    content = content_of(folder, _MODEL)
    with uncollected():
        compiled: Compiled = pickle.loads(content)  # noqa: S301 - ours alone, see above
    return compiled


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Look for no garbage meanwhile: of what is read or built at once nothing is, and to look takes up to half as long again."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@contextlib.contextmanager
def _on_one_processor() -> Iterator[None]:
    """Keep this thread, and those that it starts, on one processor.

    RocksDB opens a store with almost two hundred threads of a moment each. On one processor that takes 8 ms; on several they
    get into each other's way, and it takes up to 40.
    """
    if sys.platform != "linux":
        yield
        return
    allowed = os.sched_getaffinity(0)
    with contextlib.suppress(OSError):
        os.sched_setaffinity(0, {sorted(allowed)[os.getpid() % len(allowed)]})
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            os.sched_setaffinity(0, allowed)
