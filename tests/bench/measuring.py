"""What every part of the benchmark shares: calls of a scratch installation, alternation, rows of figures, the table, the machine."""

from __future__ import annotations

import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["Bench", "Row", "Tables", "alternate", "compared", "install", "load", "machine", "progress", "table", "verdict"]

REPOSITORY = Path(__file__).parents[2]
LIBRARIES = ("ygokg", "click", "pyoxigraph")

Row = dict[str, Any]
Tables = dict[str, list[Row]]
"""The rows of each table by its title; all rows of a table have the same keys, which head its columns."""


class Spent(NamedTuple):
    """What a call took: seconds of wall time and, where the system tells, the largest memory in megabytes; and what it wrote."""

    seconds: float
    megabytes: int | None
    output: str


@dataclass(frozen=True)
class Bench:
    """A scratch installation with its cache and its data folder, and what was chosen on the command line."""

    venv: Path
    scratch: Path
    cache: Path
    data: Path
    rounds: int
    times: tuple[int, ...]
    limit: float
    documents: Path | None

    @property
    def programs(self) -> Path:
        """The folder of the installation's programs."""
        return self.venv / ("Scripts" if os.name == "nt" else "bin")

    def apart(self, name: str) -> Bench:
        """Return the same installation with a data folder of its own."""
        return replace(self, data=self.scratch / f"data-{name}")

    def copied(self, name: str) -> Bench:
        """Return a copy of the installation, with cache and data of its own, to change as one likes; ask it with `python -m ygokg`."""
        shutil.copytree(self.venv, self.scratch / f"venv-{name}", symlinks=True)
        return replace(self.apart(name), venv=self.scratch / f"venv-{name}", cache=self.scratch / f"cache-{name}")

    def call(self, *command: str | Path, silent: bool = True, ends: tuple[int, ...] = (0,)) -> Spent:
        """Run a program of the installation, or of the system; one that ends otherwise ends the benchmark with its message.

        Without `silent` what it writes to standard error is seen.
        """
        own = self.programs / command[0]
        program = own if own.exists() or own.with_suffix(".exe").exists() else command[0]
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "YGOKG_"))}
        environment |= {"YGOKG_CACHE": str(self.cache), "YGOKG_DATA": str(self.data)}
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as complaint:
            started = time.perf_counter()
            child = subprocess.Popen(
                [program, *command[1:]], stdout=output, stderr=complaint if silent else None, env=environment, cwd=self.scratch
            )
            megabytes = _ended(child)
            seconds = time.perf_counter() - started
            output.seek(0)
            complaint.seek(0)
            if child.returncode not in ends:
                words = complaint.read().decode("utf-8", "replace")
                sys.exit(f"{' '.join(map(str, command))} ended with exit code {child.returncode}:\n{words}")
            return Spent(seconds, megabytes, output.read().decode("utf-8"))

    def seconds(self, *command: str | Path, ends: tuple[int, ...] = (0,)) -> Callable[[], float]:
        """Return the call as a function that tells how many seconds it took."""
        return lambda: self.call(*command, ends=ends).seconds

    def inside(self, script: str, *arguments: object) -> Any:
        """Run a script in the installation's interpreter; return what it writes to standard output as JSON."""
        return json.loads(self.call("python", script, *map(str, arguments), silent=False).output)


def _ended(child: subprocess.Popen[bytes]) -> int | None:
    """Wait for a child; return its largest memory in megabytes, None where the system does not tell."""
    if not hasattr(os, "wait4"):
        child.wait()
        return None
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return int(usage.ru_maxrss // (1024 * 1024 if sys.platform == "darwin" else 1024))


def install(venv: Path) -> None:
    """Install the project into a new virtual environment, bytecode compiled, as a user gets it."""
    progress("Installing the project into a scratch environment …")
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    python = venv / ("Scripts" if os.name == "nt" else "bin") / "python"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    quiet = ("install", "--quiet", "--compile", "--disable-pip-version-check")
    subprocess.run([python, "-m", "pip", *quiet, REPOSITORY], check=True, env=environment)


def progress(words: str) -> None:
    """Tell whoever waits what is being done."""
    sys.stderr.write(f"{words}\n")
    sys.stderr.flush()


def alternate(contestants: Mapping[str, Callable[[], float]], rounds: int, *, warm: bool = True) -> dict[str, list[float]]:
    """Return the seconds of each contestant, all run in turn so many times, after one turn that only warms up."""
    if warm:
        for run in contestants.values():
            run()
    spent: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, run in contestants.items():
            spent[name].append(run())
    return spent


def compared(what: str, names: tuple[str, str], base: Sequence[float], full: Sequence[float], aim: float | None = None) -> Row:
    """Return the row of a call beside its base, `names` heading their columns: medians and minima in ms, and the two ratios."""
    medians, least = (statistics.median(full), statistics.median(base)), (min(full), min(base))
    ratios = (medians[0] / medians[1], least[0] / least[1])
    row: Row = {"what": what}
    for at, name in ((1, names[0]), (0, names[1])):
        row |= {f"{name} ms": _ms(medians[at]), f"{name} min": _ms(least[at])}
    return {**row, "ratio": round(ratios[0], 2), "ratio of minima": round(ratios[1], 2), **(verdict(ratios, aim) if aim else {})}


def verdict(values: Sequence[float], aim: float) -> Row:
    """Return the aim, and whether a figure stays within it; of a median and a minimum, which one does."""
    within = [value <= aim for value in values]
    if all(within) or not any(within):
        return {"aim ≤": aim, "": "met" if all(within) else "missed"}
    return {"aim ≤": aim, "": "medians only" if within[0] else "minima only"}


def _ms(seconds: float) -> float:
    """Return milliseconds with three digits that count."""
    return float(f"{seconds * 1000:.3g}")


def table(title: str, rows: Sequence[Row]) -> str:
    """Return rows as a Markdown table, which people can read as it is, too."""
    heads = list(rows[0])
    cells = [heads, *([_shown(row.get(head)) for head in heads] for row in rows)]
    wide = [max(map(_width, column)) for column in zip(*cells, strict=True)]
    numeric = [all(isinstance(row.get(head), int | float | None) for row in rows) for head in heads]
    lines = ["| " + " | ".join(_padded(*cell) for cell in zip(line, wide, numeric, strict=True)) + " |" for line in cells]
    rule = "|" + "|".join("-" * (width + 1) + (":" if right else "-") for width, right in zip(wide, numeric, strict=True)) + "|"
    return "\n".join([f"### {title}", "", lines[0], rule, *lines[1:], ""])


def _shown(value: object) -> str:
    return "" if value is None else f"{value:,}" if isinstance(value, int | float) else str(value)


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def _padded(text: str, width: int, right: bool) -> str:
    spaces = " " * (width - _width(text))
    return spaces + text if right else text + spaces


def load() -> str:
    """Return how many programs wanted a processor in the last 1, 5 and 15 minutes."""
    return ", ".join(f"{number:.1f}" for number in os.getloadavg()) if hasattr(os, "getloadavg") else "unknown"


def machine(bench: Bench) -> Row:
    """Describe what was measured on: nothing that names the machine or its places."""
    script = f"import importlib.metadata as m; print(*(m.version(name) for name in {LIBRARIES!r}))"
    versions = bench.call("python", "-c", script).output.split()
    return {
        "date": date.today().isoformat(),
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory": _memory(),
        "Python": platform.python_version(),
        **dict(zip(LIBRARIES, versions, strict=True)),
        "nice": os.getpriority(os.PRIO_PROCESS, 0) if hasattr(os, "getpriority") else None,
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.processor())


def _memory() -> str | None:
    try:
        return f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.1f} GiB"
    except (AttributeError, OSError, ValueError):
        return None
