"""How long a warm look-up takes beside a bare start of Python, and how long the first build takes; see README.md."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

__all__ = ["main"]

REPOSITORY = Path(__file__).parents[2]
BARE = ("python", "-c", "import click, pyoxigraph")
CALLS = {
    "card": ("ygokg", "card", "技能抽取", "--lang", "zh"),
    "rule": ("ygokg", "rule", "negation.lapses-face-down"),
    "resolve": ("ygokg", "resolve", "IsNegated", "negator=技能抽取#1", "faceAtResolution=FaceDown"),
    "search": ("ygokg", "search", "无效"),
    "query": ("ygokg", "query", "rulings-of-card", "--param", "card=技能抽取"),
}
OWN_CALLS = {
    "own + card": ("ygokg", "card", "技能抽取", "--lang", "zh"),
    "own card": ("ygokg", "card", "混沌No.7000 甲子龙", "--lang", "zh"),
}
"""Look-ups beside an imported database of many cards: of a card of the graph, and of one that only the database has."""
OWN_CARDS = 14_000
AIM_IMPORT = 10.0
AIM_RATIO = 1.6
AIM_BUILD = 2.0
BUILDS = 5

Figures = dict[str, float | bool]


def main() -> None:
    """Measure, write a table to standard error and the same as JSON to standard output."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=25, help="alternations of each call with the bare start")
    parser.add_argument("--installed", type=Path, metavar="VENV", help="measure this virtual environment instead of a new one")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        venv = chosen.installed or install(Path(scratch) / "venv")
        programs = venv / ("Scripts" if os.name == "nt" else "bin")
        build = first_build(programs, Path(scratch))
        calls = {name: alternate(programs, call, Path(scratch) / "warm", chosen.rounds) for name, call in CALLS.items()}
        imported = names_import(programs, Path(scratch))
        calls |= {name: alternate(programs, call, Path(scratch) / "warm", chosen.rounds) for name, call in OWN_CALLS.items()}
    sys.stderr.write(table(calls, {"first build": build, "names import": imported}))
    figures = {"rounds": chosen.rounds, "calls": calls, "first_build": build, "names_import": imported}
    sys.stdout.write(json.dumps(figures, indent=2) + "\n")


def install(venv: Path) -> Path:
    """Install the project into a new virtual environment, bytecode compiled, as a user gets it; return the environment."""
    sys.stderr.write("Installing the project into a scratch environment …\n")
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    python = venv / ("Scripts" if os.name == "nt" else "bin") / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", REPOSITORY], check=True)
    return venv


def first_build(programs: Path, scratch: Path) -> Figures:
    """Return the figures of the first call of all, each with a cache of its own."""
    spent = [timed(programs, ("ygokg", "--version"), scratch / f"cold-{number}") for number in range(BUILDS)]
    seconds = statistics.median(spent)
    return {"seconds": round(seconds, 3), "aim": AIM_BUILD, "met": seconds < AIM_BUILD}


def names_import(programs: Path, scratch: Path) -> Figures:
    """Import made-up cards, the first time in full; return the figures."""
    file = scratch / "cards.jsonl"
    with file.open("w", encoding="utf-8") as lines:
        for number in range(1, OWN_CARDS + 1):
            names = {
                "zh": f"混沌No.{number} 甲子龙",
                "zh_official": f"混沌编号{number} 甲子之龙",
                "ja": f"CNo.{number} 甲子の竜",
                "en": f"Number C{number}: Long Cycle Dragon",
            }
            lines.write(json.dumps({"passcode": number, "konami_id": 50_000 + number, **names}, ensure_ascii=False) + "\n")
    seconds = timed(programs, ("ygokg", "names", "import", str(file)), scratch / "warm")
    return {"seconds": round(seconds, 3), "aim": AIM_IMPORT, "met": seconds < AIM_IMPORT}


def alternate(programs: Path, call: tuple[str, ...], cache: Path, rounds: int) -> Figures:
    """Return the figures of a call and the bare start, run in turn after one call that only warms up."""
    timed(programs, call, cache)
    pairs = [(timed(programs, BARE, cache), timed(programs, call, cache)) for _ in range(rounds)]
    bare, full = (statistics.median(times) for times in zip(*pairs, strict=True))
    return {"bare_ms": round(bare * 1000, 1), "ms": round(full * 1000, 1), "ratio": round(full / bare, 2), "met": full / bare <= AIM_RATIO}


def timed(programs: Path, call: tuple[str, ...], cache: Path) -> float:
    """Return the seconds of wall time that a call takes; one that fails ends the benchmark with its message."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    command = [str(programs / call[0]), *call[1:]]
    started = time.perf_counter()
    ended = subprocess.run(
        command,
        capture_output=True,
        env={**environment, "YGOKG_CACHE": str(cache), "YGOKG_DATA": str(cache.parent / "data")},
        cwd=programs,
        check=False,
    )
    spent = time.perf_counter() - started
    if ended.returncode != 0:
        sys.exit(f"{' '.join(call)} ended with exit code {ended.returncode}:\n{ended.stderr.decode('utf-8', 'replace')}")
    return spent


def table(calls: dict[str, Figures], once: dict[str, Figures]) -> str:
    """Return the figures as lines for people."""
    lines = [f"{'call':<12}{'bare ms':>9}{'ms':>9}{'ratio':>8}   aim ≤ {AIM_RATIO}"]
    lines += [
        f"{name:<12}{row['bare_ms']:>9.1f}{row['ms']:>9.1f}{row['ratio']:>8.2f}   {'met' if row['met'] else 'missed'}"
        for name, row in calls.items()
    ]
    lines += [
        f"{name:<12}{'':>9}{row['seconds'] * 1000:>9.1f}{'':>8}   {'met' if row['met'] else 'missed'}: aim < {row['aim']} s"
        for name, row in once.items()
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
