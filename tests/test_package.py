"""What is built for users: the wheel and the source distribution, what is in them, and that they answer from anywhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from email import message_from_string
from email.message import Message
from pathlib import Path

import pytest
from conftest import REPOSITORY
from patience import HANG

import ygokg
from ygokg.checks.turtle_form import FORMATTER_VERSION

LARGEST = 3_000_000
SUFFIXES = {".md", ".py", ".typed", ".ttl", ".rq", ".sh", ".zsh", ".fish", ".sql", ".tsv", ".txt", ".json", ".jsonld", ".pot", ".po"}
CARRIED = ("ontology", "data", "queries")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution and the wheel."""
    pytest.importorskip("hatchling", reason="needs hatchling, which builds the package: pip install '.[dev]'")
    folder = tmp_path_factory.mktemp("dist")
    build(REPOSITORY, folder)
    return folder


def build(tree: Path, folder: Path, *targets: str) -> None:
    chosen = [part for target in targets for part in ("--target", target)]
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--directory", str(folder), *chosen], cwd=tree, check=True, capture_output=True
    )


def only(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def below(folder: Path) -> set[str]:
    files = (path.relative_to(folder.parent).as_posix() for path in folder.rglob("*") if path.is_file())
    return {name for name in files if "__pycache__" not in name and "/." not in name}


def test_the_version_stands_in_one_place_and_the_changelog_begins_with_it() -> None:
    headings = re.findall(r"^## (\S+)", (REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0] == ygokg.__version__
    pyproject = (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")
    assert 'dynamic = ["version"]' in pyproject
    assert not re.search(r"^version\s*=", pyproject, re.MULTILINE)


def test_the_wheel_has_the_package_its_data_and_nothing_else(built: Path) -> None:
    names = set(contents(only(built, "*.whl")))
    info = {name for name in names if name.startswith(f"ygokg-{ygokg.__version__}.dist-info/")}
    package = {name for name in below(REPOSITORY / "ygokg") if not name.startswith("ygokg/bundled/")}
    carried = {f"ygokg/bundled/{name}" for folder in CARRIED for name in below(REPOSITORY / folder)}
    assert names - info == package | carried
    assert {name.partition("/")[2] for name in info} == {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE"}
    assert {Path(name).suffix for name in names - info} <= SUFFIXES


def test_the_source_distribution_gives_the_same_wheel(built: Path, tmp_path: Path) -> None:
    with tarfile.open(only(built, "*.tar.gz")) as archive:
        names = archive.getnames()
        # Python 3.11.3 and earlier have no filters, later ones want one.
        archive.extractall(tmp_path, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
    tree = tmp_path / f"ygokg-{ygokg.__version__}"
    assert not [name for name in names if "__pycache__" in name or "/bundled/" in name or "/.git/" in name]
    assert {"tests", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", *CARRIED} <= {path.name for path in tree.iterdir()}
    build(tree, tmp_path / "dist", "wheel")
    assert contents(only(tmp_path / "dist", "*.whl")) == contents(only(built, "*.whl"))


@pytest.mark.parametrize("pattern", ["*.whl", "*.tar.gz"])
def test_what_users_load_is_small(built: Path, pattern: str) -> None:
    assert only(built, pattern).stat().st_size < LARGEST


@pytest.fixture(scope="module")
def metadata(built: Path) -> Message:
    texts = contents(only(built, "*.whl"))
    return message_from_string(texts[f"ygokg-{ygokg.__version__}.dist-info/METADATA"].decode())


def test_the_metadata_says_what_the_package_is_and_needs(metadata: Message) -> None:
    needed = [requirement for requirement in metadata.get_all("Requires-Dist", []) if "extra ==" not in requirement]
    assert (metadata["Name"], metadata["Version"], metadata["Requires-Python"]) == ("ygokg", ygokg.__version__, ">=3.11")
    assert [re.split(r"[><=]", requirement)[0] for requirement in needed] == ["click", "dulwich", "owlready2", "pyoxigraph", "rdflib"]
    assert set(metadata.get_all("Provides-Extra", [])) == {"shacl", "reason", "form", "all", "dev"}
    assert (metadata["License-Expression"], metadata["License-File"]) == ("MIT AND CC-BY-4.0", "LICENSE")
    assert "Typing :: Typed" in metadata.get_all("Classifier", [])
    assert metadata.get_payload().startswith("# ygokg")


def test_all_brings_whatever_check_needs_in_the_version_that_lays_out_files(metadata: Message) -> None:
    extras = [requirement.split("; ") for requirement in metadata.get_all("Requires-Dist", []) if "extra ==" in requirement]
    brought = {extra: {what for what, marker in extras if f"'{extra}'" in marker} for extra in ("all", "shacl", "reason", "form")}
    assert brought["form"] == {f"turtlefmt=={FORMATTER_VERSION}"}
    assert brought["all"] == brought["shacl"] | brought["reason"] | brought["form"]


def test_both_licences_are_carried(built: Path) -> None:
    text = contents(only(built, "*.whl"))[f"ygokg-{ygokg.__version__}.dist-info/licenses/LICENSE"].decode()
    assert "MIT License" in text
    assert "https://creativecommons.org/licenses/by/4.0/" in text


# ---- installed


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """Call Python where the package is the wheel's, in a place that must not be written to, from another folder."""
    site, elsewhere = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("elsewhere")
    with zipfile.ZipFile(only(built, "*.whl")) as archive:
        archive.extractall(site)
    folders = [path for path in (site, *site.rglob("*")) if path.is_dir()]
    for folder in folders:
        folder.chmod(0o555)
    kept = {**os.environ, "PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1", "YGOKG_CACHE": str(elsewhere / "cache")}

    def call(*args: str) -> str:
        ended = subprocess.run([sys.executable, *args], capture_output=True, cwd=elsewhere, env=kept, check=False, timeout=HANG)
        assert (ended.returncode, ended.stderr.decode()) == (0, "")
        return ended.stdout.decode()

    before = below(site)
    yield call
    for folder in folders:
        folder.chmod(0o755)
    assert below(site) == before


CALLS = [
    pytest.param(["card", "技能抽取"], "Skill Drain\n技能抽取 / スキルドレイン\n", id="the data"),
    pytest.param(
        ["query", "rulings-between-cards", "--param", "card=技能抽取", "--param", "other=月之书", "--format", "csv"],
        "ruling,",
        id="queries",
    ),
    pytest.param(["conflicts", "--kind", "source-source"], "accepted source-source:", id="severities"),
    pytest.param(["export", "--schema"], "{\n", id="the schema of vectors"),
    pytest.param(["completion", "fish"], "# Completion of ygokg for fish.", id="the scripts of completion"),
]


@pytest.mark.parametrize(("args", "beginning"), CALLS)
def test_the_installed_command_answers_from_anywhere(installed: Callable[..., str], args: list[str], beginning: str) -> None:
    assert installed("-m", "ygokg", *args).startswith(beginning)


def test_the_installed_library_answers_and_is_the_wheels(installed: Callable[..., str]) -> None:
    code = "import ygokg; print(ygokg.__file__); print(ygokg.open().card('82732705').name)"
    file, name = installed("-c", code).splitlines()
    assert not Path(file).is_relative_to(REPOSITORY)
    assert name == "Skill Drain"
