"""The built graph in the user's cache folder.

A store folder holds the compiled Model and the search index (`graph.pieces`) and the triples (`triples/`). It is named by the hash
of everything that it is made from, built under another name beside its place, published by one rename, and its content is never
written afterwards: any number of processes may read it, and several that build it at once do not disturb each other.
`made-from.tsv` has the sizes and times of the files that it was made from: while they are the same nobody reads them again.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ygokg import __version__
from ygokg.errors import BrokenInput
from ygokg.store.bundle import bundled_files, content_hash, data_files, files_below
from ygokg.store.folders import cache_folder
from ygokg.store.pieces import FORM

if TYPE_CHECKING:
    import pyoxigraph as ox

    from ygokg.model import Id, Model
    from ygokg.search.table import Table
    from ygokg.store.pack import Verdict

    _Verdicts: TypeAlias = Mapping[Id, Verdict]
    _Content: TypeAlias = tuple[Model | Callable[[], Model], _Verdicts | Callable[[], _Verdicts], Table]

__all__ = ["Graph", "Source", "built_in_place", "code_state", "discard", "keep", "open_graph", "open_stored", "open_stored_triples"]

_PIECES = "graph.pieces"
_TRIPLES = "triples"
_MADE_FROM = "made-from.tsv"
_BUILDING = "building-"
_BROKEN = "broken-"
_KEEP_DAYS = 30
_DAY = 24 * 3600
_CODE = (
    *("model.py", "compile.py", "figures.py", "links.py", "namespaces.py", "reading.py", "triples.py"),
    *("endpoint", "lookup", "names", "render", "resolver", "search", "store"),
)
"""What decides the content of a store besides the Turtle; part of its name, so that a changed checkout never reads an old store."""


class Source(NamedTuple):
    """What a store is made from: `fill` puts it into an empty store and returns what is compiled of it; `state` changes with it."""

    fill: Callable[[ox.Store], tuple[Model, dict[Id, Verdict]]]
    state: Callable[[], bytes]


class Graph:
    """The knowledge graph, ready to use.

    `model` is all of it as Python objects; `verdicts` what the rules make of each ruling; `store` the same as triples, and
    `index` what can be searched (see `ygokg.search.index`), both opened when first asked for; `fresh` tells whether this call
    had to build it.
    """

    def __init__(
        self,
        model: Model | Callable[[], Model],
        verdicts: _Verdicts | Callable[[], _Verdicts],
        index: Table | None = None,
        *,
        fresh: bool,
        store: ox.Store | None = None,
        folder: Path | None = None,
        source: Source | None = None,
    ) -> None:
        """Either `store` (in memory) or `folder` (on disk) says where the triples are, and `source` how to have them again.

        Model and verdicts may be functions that read them; an index that is not given is made when it is asked for.
        """
        self._model = model
        self.fresh = fresh
        self._verdicts = verdicts
        self._store = store
        self._folder = folder
        self._source = source
        self._index = index

    @property
    def model(self) -> Model:
        """All that the graph says, as Python objects."""
        if callable(self._model):
            self._model = self._model()
        return self._model

    @property
    def verdicts(self) -> _Verdicts:
        """What the rules make of each ruling, by its id."""
        if callable(self._verdicts):
            self._verdicts = self._verdicts()
        return self._verdicts

    @property
    def store(self) -> ox.Store:
        """The triples: the default graph is what the documents say, the inferred graph what follows. Never to be written to."""
        if self._store is None:
            self._store = _open_triples(self._folder) if self._folder is not None else None
        if self._store is None:
            self._store = _mended(self._folder, self._source).store
        return self._store

    def with_model(self, model: Model, verdicts: _Verdicts) -> Graph:
        """Return a graph that shows a part of this one; its triples and its index are still those of the whole."""
        return Graph(model, verdicts, self._index, fresh=self.fresh, store=self._store, folder=self._folder, source=self._source)

    @property
    def index(self) -> Table:
        """The search index."""
        if self._index is None:
            from ygokg.search.index import index_of

            self._index = index_of(self.model)
        return self._index


def open_graph(data: Sequence[Path] = (), *, builtin: bool = True) -> Graph:
    """Return the built-in graph from the cache, built first where it is not there; with `data` paths, built in memory with them on top.

    Without `builtin` there is nothing but what is at the `data` paths. Where the cache cannot be written the graph is built in
    memory, with the same answers. Raises `BrokenInput` for data that cannot be read and `UsageProblem` for a data path that does
    not exist.
    """
    if not builtin:
        return _in_memory(_files(data_files(data)))
    files = bundled_files()
    if not files:
        raise BrokenInput("The ontology and the data are missing from this installation.", "Install the package again.")
    if data:
        return _in_memory(_files(files + data_files(data)))
    return _stored(_place(files), _files(files))


def keep(name: str, source: Source) -> Graph:
    """Return the graph of a source, made at most once for each name and kept under it beside the built-in one."""
    return _stored(cache_folder() / name, source)


def code_state() -> bytes:
    """Return a text that changes with the code that decides the content of a store."""
    return _state(())


def open_stored_triples() -> ox.Store | None:
    """Return the triples of the built-in graph alone, for reading; None where they are not in the cache or cannot be opened."""
    return _open_triples(_place(bundled_files()))


def open_stored() -> Graph | None:
    """Return the built-in graph as it is in the cache; None where it would have to be built."""
    place = built_in_place()
    known = _read(place) if place is not None else None
    return Graph(*known, fresh=False, folder=place) if known is not None else None


def built_in_place() -> Path | None:
    """Return where the store of the built-in data is or is to be; None where the installation has no data."""
    files = bundled_files()
    return _place(files) if files else None


def _place(files: Sequence[Path]) -> Path:
    """Return where the store of these files is or is to be."""
    folder, state = cache_folder(), _state(files)
    with contextlib.suppress(OSError):
        for store in folder.iterdir():
            with contextlib.suppress(OSError):
                if not store.name.startswith(_BUILDING) and (store / _MADE_FROM).read_bytes() == state:
                    return store
    place = folder / content_hash([*files, *_code()], __version__, FORM)[:32]
    if (place / _MADE_FROM).is_file():
        _renew(place, state)
    return place


def _renew(place: Path, state: bytes) -> None:
    """Note that a store is of files that were only touched or moved, so that the next call need not read them all to find that out."""
    new = place / f"{_MADE_FROM}.{os.getpid()}"
    with contextlib.suppress(OSError):
        new.write_bytes(state)
        new.replace(place / _MADE_FROM)


def _state(files: Sequence[Path]) -> bytes:
    """Return a text that is another one as soon as one of the files, or of the code that reads them, is written, moved or replaced."""
    lines = [__version__, FORM]
    for path in (*files, *_code()):
        known = os.stat(path)  # noqa: PTH116 - a third less time, for hundreds of files on every call
        lines.append(f"{path}\t{known.st_size}\t{known.st_mtime_ns}\t{known.st_ctime_ns}\t{known.st_ino}")
    return "\n".join(lines).encode("utf-8", "surrogateescape")


def _code() -> list[Path]:
    package = Path(__file__).parent.parent
    return [path for name in _CODE for path in ([package / name] if name.endswith(".py") else files_below(package / name, ".py"))]


def _files(files: Sequence[Path]) -> Source:
    """Return the source that files are."""

    def fill(store: ox.Store) -> tuple[Model, dict[Id, Verdict]]:
        from ygokg.store.build import fill

        return fill(store, files)

    return Source(fill, lambda: _state(files))


def _stored(place: Path, source: Source) -> Graph:
    """Return the graph at its place in the cache, built there if need be; in memory where that fails."""
    known = _read(place, source)
    if known is not None:
        return Graph(*known, fresh=False, folder=place, source=source)
    try:
        return Graph(*_build(place, source), fresh=True, folder=place, source=source)
    except OSError:
        return _in_memory(source)


def _in_memory(source: Source) -> Graph:
    import pyoxigraph as ox

    store = ox.Store()
    model, verdicts = source.fill(store)
    return Graph(model, verdicts, fresh=True, store=store)


def _mended(place: Path | None, source: Source | None = None) -> Graph:
    """Replace a store that is damaged; in memory where it cannot be replaced, or the new one cannot be opened either."""
    source = source or _files(bundled_files())
    if place is not None:
        try:
            discard(place)
        except FileNotFoundError:
            pass  # another process was quicker
        except OSError:
            return _in_memory(source)
        graph = _stored(place, source)
        graph._store = graph._store or _open_triples(place)
        if graph._store is not None:
            return graph
    return _in_memory(source)


def discard(place: Path) -> None:
    """Take a store out of the way in one step, so that nobody finds half of it, then delete it; raises `OSError` where it stays."""
    import shutil
    import tempfile

    aside = Path(tempfile.mkdtemp(prefix=_BROKEN, dir=place.parent))
    try:
        place.rename(aside / place.name)
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _read(place: Path, source: Source | None = None) -> _Content | None:
    """Return the content of a published store; None where there is none or it is damaged, which building it again mends."""
    from ygokg.search.table import Table
    from ygokg.store.pieces import Pieces

    try:
        pieces = Pieces(place / _PIECES)
    except (OSError, ValueError):
        return None

    def model() -> Model:
        from ygokg.store.pack import unpack

        return unpack(pieces, lambda: _mended(place, source).model)

    def verdicts() -> _Verdicts:
        from ygokg.store.pack import unpack_verdicts

        return unpack_verdicts(pieces, lambda: _mended(place, source).verdicts)

    return model, verdicts, Table(pieces, lambda: _mended(place, source).index)


def _open_triples(folder: Path) -> ox.Store | None:
    """Open the triples read-only; None where another program took them away or damaged them."""
    import pyoxigraph as ox

    try:
        with _on_one_processor():
            return ox.Store.read_only(str(folder / _TRIPLES))
    except (OSError, RuntimeError):
        return None


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


def _build(place: Path, source: Source) -> _Content:
    """Build a store beside its place and publish it; return its content. Raises `OSError` where the cache cannot be written."""
    import shutil
    import tempfile

    import pyoxigraph as ox

    from ygokg.search.index import index_pieces
    from ygokg.search.table import Table
    from ygokg.store.pack import pack, pack_verdicts
    from ygokg.store.pieces import write_pieces

    state = source.state()
    place.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix=_BUILDING, dir=place.parent))
    try:
        store = ox.Store(str(work / _TRIPLES))
        model, verdicts = source.fill(store)
        store.flush()
        del store
        index = index_pieces(model)
        (work / _MADE_FROM).write_bytes(state)
        write_pieces(work / _PIECES, {**pack(model), **pack_verdicts(verdicts), **index}, sorted((work / _TRIPLES).iterdir()))
        _publish(work, place)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    _tidy(place)
    return model, verdicts, Table(index)


def _publish(work: Path, place: Path) -> None:
    """Move a built store to its place; one that another process published meanwhile is as good and stays, a damaged one makes room."""
    try:
        work.rename(place)
    except OSError:
        if _read(place) is not None:
            return
        discard(place)
        work.rename(place)


def _tidy(place: Path) -> None:
    """Remove stores of earlier versions once they are a month old, and what builds that were broken off left behind after a day."""
    import shutil

    for other in place.parent.iterdir():
        days = 1 if other.name.startswith((_BUILDING, _BROKEN)) else _KEEP_DAYS
        try:
            if other != place and other.stat().st_mtime < time.time() - days * _DAY and (other / _TRIPLES).is_dir():
                shutil.rmtree(other, ignore_errors=True)
        except OSError:
            continue
