"""A git checkout is read with a library: no program that its settings name is started, and damage is no revision, never an end."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import subprocess
import zlib
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path

import pytest
from corpus_files import CHAPTER, LOG, write
from dulwich.object_format import SHA1
from dulwich.pack import OFS_DELTA, pack_object_header, write_pack_index_v2
from lookup_world import ask

from ygokg.documents import objects as objects_module
from ygokg.documents.checkout import read_checkout
from ygokg.documents.files import find_files

GIT = shutil.which("git")
pytestmark = pytest.mark.skipif(GIT is None, reason="needs git, which makes the repositories to read")
needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes, which Windows does not have")
COMMIT = 1
"""The number of the kind in a pack."""
NAMES = ("c03/抽取.rst", "c03/c04/2021.rst", "外.rst")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own, and none of the user's settings."""
    monkeypatch.setenv("YGOKG_DATA", str(tmp_path / "data"))
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    for name, value in {"GLOBAL": os.devnull, "SYSTEM": os.devnull, "NOSYSTEM": "1"}.items():
        monkeypatch.setenv(f"GIT_CONFIG_{name}", value)
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "x")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "x@example.org")
        monkeypatch.setenv(f"GIT_{who}_DATE", "2024-06-07T23:30:00-0300")
    return tmp_path / "data"


def git(folder: Path, *words: str, stdin: bytes = b"") -> str:
    assert GIT is not None
    ended = subprocess.run([GIT, "-C", str(folder), *words], input=stdin, capture_output=True, check=True)
    return ended.stdout.decode("utf-8", "surrogateescape").strip()


def repository(folder: Path, *options: str) -> Path:
    """A checkout with three files that git knows and one that it does not; all are of 2024-05-01."""
    write(folder, "c03/抽取.rst", CHAPTER)
    write(folder, "c03/c04/2021.rst", LOG)
    write(folder, "外.rst", "外\n====\n\n| 外面的话。\n")
    git(folder, "init", "-q", "-b", "main", *options)
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "x")
    write(folder, "c03/新.rst", "新\n====\n\n| 新来的话。\n")
    return folder


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return repository(tmp_path / "kept")


def ages(folder: Path) -> dict[str, tuple[str, str]]:
    return {source.id: (source.age.revision, source.age.date) for source in find_files([folder], "en").sources}


def as_git_says(folder: Path) -> dict[str, tuple[str, str]]:
    known = (git(folder, "log", "-1", "--format=%h"), "2024-06-07")
    return {"抽取": known, "2021": known, "外": known, "新": ("", "2024-05-01")}


OWN = dict.fromkeys(("抽取", "2021", "外", "新"), ("", "2024-05-01"))


# ---- no program is started


@pytest.fixture
def marker(tmp_path: Path) -> Path:
    """The file that appears once any of the planted programs is started."""
    return tmp_path / "called"


@pytest.fixture
def planted(tmp_path: Path, marker: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program that says that it was started; it is also the first `git`, `gpg` and `sh` that the system finds."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("evil", "git", "gpg", "ssh", "sh"):
        (folder / name).write_text(f"#!/bin/sh\necho {name} >> '{marker}'\nexit 1\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return folder / "evil"


def sign(folder: Path) -> None:
    """Give the last commit a signature, and keep its tree and its day."""
    commit = git(folder, "cat-file", "commit", "HEAD")
    head, _, text = commit.partition("\n\n")
    signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----"
    signed = git(folder, "hash-object", "-t", "commit", "-w", "--stdin", stdin=f"{head}\n{signature}\n\n{text}\n".encode())
    git(folder, "update-ref", "HEAD", signed)


SETTINGS = {
    "a checker of signatures": ["log.showSignature=true", "gpg.program={evil}", "gpg.openpgp.program={evil}", "gpg.ssh.program={evil}"],
    "a watcher of files": ["core.fsmonitor={evil}", "core.fsmonitorHookVersion=1"],
    "a way to connect": ["core.sshCommand={evil}", "core.gitProxy={evil}", "core.askPass={evil}", "credential.helper=!{evil}"],
    "a filter": ["filter.x.clean={evil}", "filter.x.smudge={evil}", "filter.x.process={evil}", "filter.x.required=true"],
    "a way to compare": ["diff.external={evil}", "diff.x.textconv={evil}", "diff.x.command={evil}"],
    "hooks": ["core.hooksPath={folder}"],
    "a pager and editors": ["core.pager={evil}", "pager.log={evil}", "core.editor={evil}", "sequence.editor={evil}"],
    "another name for a command": ["alias.log=!{evil}", "alias.ls-tree=!{evil}"],
}


@pytest.mark.parametrize("included", ["", "include.path", "includeIf.gitdir:**.path"], ids=["there", "included", "included if"])
@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_no_program_of_the_settings_is_started(tmp_path: Path, marker: Path, planted: Path, settings: list[str], included: str) -> None:
    folder = repository(tmp_path / "kept")
    sign(folder)
    expected = as_git_says(folder)
    if included:
        git(folder, "config", included, str(tmp_path / "more"))
    file = tmp_path / "more" if included else folder / ".git" / "config"
    for setting in settings:
        name, _, value = setting.partition("=")
        git(tmp_path, "config", "--file", str(file), name, value.format(evil=planted, folder=planted.parent))
    for name in ("post-checkout", "post-index-change", "pre-auto-gc", "reference-transaction", "fsmonitor-watchman"):
        shutil.copy(planted, planted.parent / name)
        (folder / ".git" / "hooks").mkdir(exist_ok=True)
        shutil.copy(planted, folder / ".git" / "hooks" / name)
    (folder / ".git" / "info" / "attributes").write_text("* filter=x diff=x\n", encoding="utf-8")
    assert ages(folder) == expected
    assert ask("import", str(folder)).exit_code == 0
    assert not marker.exists()


def test_nothing_is_fetched_that_a_partial_clone_lacks(kept: Path, marker: Path, planted: Path) -> None:
    lacking = git(kept, "rev-parse", "HEAD:c03")
    (kept / ".git" / "objects" / lacking[:2] / lacking[2:]).unlink()
    for name, value in {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.url": str(kept),
        "remote.origin.promisor": "true",
        "remote.origin.uploadpack": f"sh -c {planted}",
        "remote.origin.vcs": "ext",
    }.items():
        git(kept, "config", name, value)
    assert ages(kept) == OWN
    assert ask("import", str(kept)).exit_code == 0
    assert not marker.exists()


@pytest.mark.parametrize("form", ["a folder", "a file"])
def test_the_settings_above_a_folder_are_not_followed(tmp_path: Path, marker: Path, planted: Path, form: str) -> None:
    above = repository(tmp_path / "above")
    sign(above)
    for setting in (setting for settings in SETTINGS.values() for setting in settings):
        name, _, value = setting.partition("=")
        git(tmp_path, "config", "--file", str(above / ".git" / "config"), name, value.format(evil=planted, folder=planted.parent))
    known = (git(tmp_path, f"--git-dir={above}/.git", "rev-parse", "--short", "HEAD"), "2024-06-07")
    if form == "a file":
        (above / ".git").rename(tmp_path / "elsewhere")
        (above / ".git").write_text(f"gitdir: {tmp_path / 'elsewhere'}\n", encoding="utf-8")
    assert ages(above / "c03") == {"抽取": known, "2021": known, "新": ("", "2024-05-01")}
    assert ask("import", str(above / "c03")).exit_code == 0
    assert not marker.exists()


@pytest.mark.skipif(os.name != "posix", reason="the planted program is a shell script")
def test_git_itself_would_start_such_a_program(kept: Path, marker: Path, planted: Path) -> None:
    sign(kept)
    git(kept, "config", "gpg.program", str(planted))
    git(kept, "log", "-1", "--show-signature")
    assert marker.exists()


# ---- what is read


def packed(folder: Path) -> Path:
    git(folder, "gc", "-q", "--aggressive")
    git(folder, "pack-refs", "--all")
    assert not (folder / ".git" / "refs" / "heads" / "main").exists()
    return folder


def detached(folder: Path) -> Path:
    git(folder, "commit", "-q", "--allow-empty", "-m", "y")
    git(folder, "checkout", "-q", "--detach", "HEAD~1")
    return folder


def in_another_worktree(folder: Path) -> Path:
    other = folder.parent / "other"
    git(folder, "worktree", "add", "-q", str(other))
    for name in NAMES:
        write(other, name, (other / name).read_text(encoding="utf-8"))
    write(other, "c03/新.rst", "新\n====\n\n| 新来的话。\n")
    return other


def with_objects_elsewhere(folder: Path) -> Path:
    other = folder.parent / "other"
    git(folder, "clone", "-q", "--shared", str(folder), str(other))
    write(other, "c03/新.rst", "新\n====\n\n| 新来的话。\n")
    assert not [path for path in (other / ".git" / "objects").rglob("*") if len(path.name) == 38]
    return other


def with_a_linked_head(folder: Path) -> Path:
    (folder / ".git" / "HEAD").unlink()
    (folder / ".git" / "HEAD").symlink_to("refs/heads/main")
    return folder


def shallow(folder: Path) -> Path:
    detached(folder)
    other = folder.parent / "other"
    git(folder, "clone", "-q", "--depth", "1", "--no-local", f"file://{folder}", str(other))
    write(other, "c03/新.rst", "新\n====\n\n| 新来的话。\n")
    return other


FORMS: dict[str, Callable[[Path], Path]] = {
    "as it was made": lambda folder: folder,
    "packed": packed,
    "a detached head": detached,
    "another worktree": in_another_worktree,
    "another worktree, packed": lambda folder: packed(folder) and in_another_worktree(folder),
    "objects of another repository": with_objects_elsewhere,
    "objects of another repository, packed": lambda folder: with_objects_elsewhere(packed(folder)),
    "a link as head": with_a_linked_head,
    "a shallow clone": shallow,
}


@pytest.mark.parametrize("hash", ["sha1", "sha256"])
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_every_form_of_a_checkout_gives_its_revision(tmp_path: Path, form: Callable[[Path], Path], hash: str) -> None:
    try:
        folder = form(repository(tmp_path / "kept", f"--object-format={hash}"))
    except subprocess.CalledProcessError as error:
        pytest.skip(f"this git does not make it: {error.stderr.decode()}")
    found = read_checkout(folder, [*NAMES, "c03/新.rst", "c03", "c03/c04", "外.rst/外.rst", ""])
    assert found is not None
    assert found.files == {name: git(folder, "rev-parse", f"HEAD:{name}") for name in NAMES}
    assert (found.revision, found.date) == tuple(git(folder, "log", "-1", "--format=%h %cs").split())
    assert ages(folder).keys() == {"抽取", "2021", "外", "新"}
    assert ages(folder)["抽取"] == (found.revision, found.date)


def test_a_document_is_changed_where_its_hash_is_another(kept: Path) -> None:
    revision = git(kept, "log", "-1", "--format=%h")
    write(kept, "外.rst", "外\n====\n\n| 外面的另一句话。\n", "2024-07-01")
    assert ages(kept) == {**as_git_says(kept), "外": (f"{revision}+", "2024-07-01")}


def test_a_revision_is_as_long_as_it_takes_to_tell_it_from_others(kept: Path) -> None:
    head = git(kept, "rev-parse", "HEAD")
    for length in (3, 9):
        like = kept / ".git" / "objects" / head[:2] / (head[2:length] + ("0" if head[length] != "0" else "1") * (40 - length))
        like.write_bytes(zlib.compress(b"blob 0\0"))
        found = read_checkout(kept, NAMES)
        assert found is not None
        assert found.revision == head[: max(7, length + 1)] == git(kept, "log", "-1", "--format=%h")


def test_a_file_of_a_large_repository_takes_no_more_than_its_folders(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is looked up is one commit and each folder on the way, once."""
    asked: list[str] = []
    get = objects_module.Objects._get

    def counted(self: objects_module.Objects, hash: str) -> object:
        asked.append(hash)
        return get(self, hash)

    monkeypatch.setattr(objects_module.Objects, "_get", counted)
    assert read_checkout(kept, [*NAMES, "c03/新.rst"]) is not None
    assert sorted(asked) == sorted(git(kept, "rev-parse", "HEAD", "HEAD:", "HEAD:c03", "HEAD:c03/c04").split())


# ---- damage


def remove(file: Path) -> None:
    shutil.rmtree(file) if file.is_dir() else file.unlink()


def giant(file: Path) -> None:
    with file.open("xb") as opened:
        opened.truncate(1 << 36)


INSTEAD: dict[str, Callable[[Path], object]] = {
    "nothing": lambda _: None,
    "an empty file": lambda file: file.write_bytes(b""),
    "any bytes": lambda file: file.write_bytes(bytes(range(256)) * 16),
    "ones only": lambda file: file.write_bytes(b"\xff" * 100_000),
    "a folder": lambda file: file.mkdir(),
    "a link to itself": lambda file: file.symlink_to(file.name),
    "an endless device": lambda file: file.symlink_to("/dev/zero"),
    "a giant": giant,
    "a pipe": lambda file: os.mkfifo(file) if hasattr(os, "mkfifo") else None,
}
"""What can stand in place of a file of a repository."""


def instead(*path: str) -> dict[str, Callable[[Path], object]]:
    def change(put: Callable[[Path], object], folder: Path) -> None:
        remove(folder.joinpath(".git", *path))
        put(folder.joinpath(".git", *path))

    return {f"{what} as {path[-1]}": partial(change, put) for what, put in INSTEAD.items()}


def text(*path: str, of: str) -> Callable[[Path], object]:
    return lambda folder: folder.joinpath(".git", *path).write_text(of, encoding="utf-8")


def as_file(of: str) -> Callable[[Path], object]:
    def change(folder: Path) -> None:
        (folder / ".git").rename(folder.parent / "elsewhere")
        (folder / ".git").write_text(of, encoding="utf-8")

    return change


DAMAGE: dict[str, Callable[[Path], object]] = {
    **instead("HEAD"),
    **instead("refs", "heads", "main"),
    **instead("objects"),
    "a head that names itself": text("HEAD", of="ref: HEAD\n"),
    "heads in a circle": text("refs", "heads", "main", of="ref: refs/heads/main\n"),
    "a head elsewhere": text("HEAD", of="ref: refs/../../../elsewhere\n"),
    "a head at an absolute place": text("HEAD", of="ref: /etc/passwd\n"),
    "a head that is no hash": text("HEAD", of="g" * 40),
    "a head that is missing": text("HEAD", of="0" * 40),
    "a head of another kind of hash": text("HEAD", of="0" * 64),
    "a head with a NUL": text("HEAD", of="ref: refs/heads/\0\n"),
    "a `.git` that names itself": as_file("gitdir: .git\n"),
    "a `.git` that names nothing": as_file("gitdir:\n"),
    "a `.git` that names no repository": as_file("gitdir: ..\n"),
    "a `.git` that names a device": as_file("gitdir: /dev/zero\n"),
    "a `.git` without a name": as_file("x\n"),
    "a common folder that is none": text("commondir", of="/dev/zero\n"),
    "references of another form": text("HEAD", of="ref: refs/heads/.invalid\n"),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_repository_is_none(kept: Path, damage: Callable[[Path], object]) -> None:
    damage(kept)
    assert ages(kept) == OWN
    assert ask("import", str(kept)).exit_code == 0


@needs_pipes
def test_a_pipe_in_place_of_a_repository_is_none(kept: Path) -> None:
    (kept / ".git").rename(kept.parent / "elsewhere")
    os.mkfifo(kept / ".git")
    assert ages(kept) == OWN


@pytest.mark.parametrize("suffix", [".idx", ".pack"])
@pytest.mark.parametrize("put", INSTEAD.values(), ids=INSTEAD)
def test_a_damaged_pack_is_none(kept: Path, put: Callable[[Path], object], suffix: str) -> None:
    (file,) = (packed(kept) / ".git" / "objects" / "pack").glob(f"*{suffix}")
    remove(file)
    put(file)
    assert ages(kept) == OWN


def test_a_changed_byte_of_a_pack_is_nothing_or_noticed(kept: Path) -> None:
    right = as_git_says(packed(kept))
    for file in (kept / ".git" / "objects" / "pack").iterdir():
        content = file.read_bytes()
        file.chmod(0o644)
        for at in (*range(20), *range(20, len(content), 41)):
            file.write_bytes(content[:at] + bytes([content[at] ^ 0xFF]) + content[at + 1 :])
            assert ages(kept) in (OWN, right)
        file.write_bytes(content)


def test_an_object_that_is_another_is_none(kept: Path) -> None:
    tree, other = git(kept, "rev-parse", "HEAD:", "HEAD:c03").split()
    objects = kept / ".git" / "objects"
    (objects / tree[:2] / tree[2:]).chmod(0o644)
    shutil.copy(objects / other[:2] / other[2:], objects / tree[:2] / tree[2:])
    assert ages(kept) == OWN


def bomb(folder: Path) -> tuple[str, bytes]:
    """A commit that is right in all and has a long message."""
    content = git(folder, "cat-file", "commit", "HEAD").encode() + b"\n" + b"x" * objects_module._OBJECT
    return hashlib.sha1(b"commit %d\0" % len(content) + content).hexdigest(), content


def require_limit(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last commit is one that git reads, and so would this be if it did not look at the size."""
    assert git(kept, "log", "-1", "--format=%cs") == "2024-06-07"
    assert ages(kept) == OWN
    monkeypatch.setattr(objects_module, "_OBJECT", 2 * objects_module._OBJECT)
    assert ages(kept) == as_git_says(kept)


def test_an_object_that_grows_without_end_is_none(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hash, content = bomb(kept)
    file = kept / ".git" / "objects" / hash[:2] / hash[2:]
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(zlib.compress(b"commit %d\0" % len(content) + content))
    (kept / ".git" / "refs" / "heads" / "main").write_text(hash, encoding="ascii")
    assert file.stat().st_size < 100_000
    require_limit(kept, monkeypatch)


@pytest.mark.parametrize("as_delta", [False, True], ids=["whole", "made of pieces of another"])
def test_an_object_of_a_pack_that_grows_without_end_is_none(kept: Path, as_delta: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    hash, content = bomb(kept)
    base = content[: -objects_module._OBJECT] + b"x" * 0xFFFF
    pack = BytesIO()
    offsets = []

    def add(kind: int, size: int, held: bytes, delta: int | None = None) -> None:
        offsets.append(pack.tell())
        pack.write(bytes(pack_object_header(kind, delta, size, SHA1)) + zlib.compress(held))

    pack.write(b"PACK\0\0\0\2" + bytes([0, 0, 0, 1 + as_delta]))
    if as_delta:
        add(COMMIT, len(base), base)
        start = len(base) - 0xFFFF
        pieces, rest = divmod(len(content) - start, 0xFFFF)
        copied = [(0, start), *[(start, 0xFFFF)] * pieces, (start, rest)]
        delta = varint(len(base)) + varint(len(content)) + b"".join(piece(*each) for each in copied if each[1])
        add(OFS_DELTA, len(delta), delta, pack.tell() - offsets[0])
    else:
        add(COMMIT, len(content), content)
    pack.write(hashlib.sha1(pack.getvalue()).digest())
    ids = [hashlib.sha1(b"commit %d\0" % len(base) + base).digest(), bytes.fromhex(hash)][-len(offsets) :]
    folder = kept / ".git" / "objects" / "pack"
    (folder / "pack-x.pack").write_bytes(pack.getvalue())
    with (folder / "pack-x.idx").open("wb") as index:
        write_pack_index_v2(index, sorted((id, offset, 0) for id, offset in zip(ids, offsets, strict=True)), pack.getvalue()[-20:])
    (kept / ".git" / "refs" / "heads" / "main").write_text(hash, encoding="ascii")
    assert len(pack.getvalue()) < 200_000
    require_limit(kept, monkeypatch)


def varint(number: int) -> bytes:
    return bytes([number & 0x7F | 0x80]) + varint(number >> 7) if number > 0x7F else bytes([number])


def piece(start: int, size: int) -> bytes:
    """An instruction that copies a piece of at most 65535 bytes."""
    return bytes([0xBF]) + start.to_bytes(4, "little") + size.to_bytes(2, "little")


def test_all_that_is_unpacked_has_an_end(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ages(kept) == as_git_says(kept)
    monkeypatch.setattr(objects_module, "_WORK", 2 * 1024)
    assert ages(kept) == OWN


@pytest.mark.parametrize("lines", ["../objects\n", ".\n", "/dev/zero\n", "\0\n", "# nothing\n", "x" * 5000, "nowhere\n" * 400])
def test_objects_that_are_lent_in_a_circle(kept: Path, lines: str) -> None:
    (kept / ".git" / "objects" / "info" / "alternates").write_text(lines, encoding="utf-8")
    assert ages(kept) in (as_git_says(kept), OWN)


def test_a_repository_without_a_commit_is_none(tmp_path: Path) -> None:
    write(tmp_path / "kept", "外.rst", "外\n====\n\n| 外面的话。\n")
    git(tmp_path / "kept", "init", "-q")
    assert ages(tmp_path / "kept") == {"外": ("", "2024-05-01")}


def test_what_nobody_may_read_is_none(kept: Path) -> None:
    (kept / ".git" / "HEAD").chmod(0)
    if os.access(kept / ".git" / "HEAD", os.R_OK):
        pytest.skip("needs a user who may not read everything")
    assert ages(kept) == OWN
    (kept / ".git" / "HEAD").chmod(stat.S_IRUSR)
