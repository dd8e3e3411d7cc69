"""Small git repositories of made-up documents, written object by object: no program git is needed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from dulwich.bundle import read_bundle
from dulwich.object_format import SHA1
from dulwich.objects import Blob, Commit, ObjectID, ShaFile, Tree
from dulwich.pack import write_pack

__all__ = ["Link", "Repository", "chapter", "unbundled"]

_HOUR = 3600


class Link(str):
    """What a link of a repository points to."""


def chapter(*lines: str) -> str:
    """A chapter with a rule on each line."""
    return "题\n====\n\n" + "".join(f"| {line}\n" for line in lines)


class Repository:
    """A repository in a folder; what is committed is in no files but its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.own = folder / ".git"
        (self.own / "objects" / "pack").mkdir(parents=True)
        self.head = ""

    def commit(self, files: Mapping[str, str | bytes], when: str, *, zone: int = 0, parents: tuple[str, ...] | None = None) -> str:
        """Add a state of all files after the last one, or after `parents`; return its hash.

        It is made at a time of UTC (YYYY-MM-DD, or with hours) in a zone that is so many hours off.
        """
        commit = Commit()
        commit.tree = ObjectID(self._tree(files).encode())
        before = parents if parents is not None else (self.head,) if self.head else ()
        commit.parents = [ObjectID(parent.encode()) for parent in before]
        commit.author = commit.committer = b"x <x@example.org>"
        commit.author_time = commit.commit_time = int(datetime.fromisoformat(when).replace(tzinfo=UTC).timestamp())
        commit.author_timezone = commit.commit_timezone = zone * _HOUR
        commit.message = b"x\n"
        return self.go(self.write(commit))

    def go(self, head: str) -> str:
        """Make a commit the last one."""
        self.head = head
        (self.own / "HEAD").write_text(f"{head}\n", encoding="ascii")
        return head

    def write(self, made: ShaFile) -> str:
        """Write an object; return its hash."""
        hash = made.id.decode("ascii")
        self.path(hash).parent.mkdir(exist_ok=True)
        self.path(hash).write_bytes(made.as_legacy_object())
        return hash

    def path(self, hash: str) -> Path:
        return self.own / "objects" / hash[:2] / hash[2:]

    def pack(self, *, deltify: bool = True) -> None:
        """Move all objects into a pack, made of pieces of each other where that can be."""
        files = sorted((self.own / "objects").glob("??/*"))
        objects = [ShaFile.from_path(path) for path in files]
        write_pack(str(self.own / "objects" / "pack" / "pack-x"), objects, SHA1, deltify=deltify)
        for path in files:
            path.unlink()

    def _tree(self, files: Mapping[str, str | bytes]) -> str:
        tree = Tree()
        below: dict[str, dict[str, str | bytes]] = {}
        for name, content in files.items():
            first, _, rest = name.partition("/")
            if rest:
                below.setdefault(first, {})[rest] = content
            else:
                blob = Blob.from_string(content.encode() if isinstance(content, str) else content)
                tree.add(first.encode(), 0o120000 if isinstance(content, Link) else 0o100644, ObjectID(self.write(blob).encode()))
        for first, inside in below.items():
            tree.add(first.encode(), 0o040000, ObjectID(self._tree(inside).encode()))
        return self.write(tree)


def unbundled(bundle: Path, folder: Path) -> Path:
    """Make a folder a checkout of what a bundle holds, as cloning it would, without files."""
    pack = folder / ".git" / "objects" / "pack"
    pack.mkdir(parents=True)
    with bundle.open("rb") as file, read_bundle(file) as held:
        assert held.pack_data is not None
        held.pack_data.create_index_v2(str(pack / "pack-x.idx"))
        (folder / ".git" / "HEAD").write_bytes(held.references[b"HEAD"] + b"\n")
    _, _, content = bundle.read_bytes().partition(b"\n\n")
    (pack / "pack-x.pack").write_bytes(content)
    return folder
