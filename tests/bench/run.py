"""The benchmarks, all or some of them; see README.md. `nice -n -20` keeps other programs out of the figures."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import documents
import grepping
import growth
import mutation
import querying
import resolving
import situating
import startup
from measuring import Bench, Row, Tables, install, load, machine, progress, table

__all__ = ["main"]

PARTS: dict[str, Callable[[Bench], Tables]] = {
    "startup": startup.measure,
    "grep": grepping.measure,
    "resolve": resolving.measure,
    "situation": situating.measure,
    "documents": documents.measure,
    "mutation": mutation.measure,
    "growth": growth.measure,
    "queries": querying.measure,
}


def main() -> None:
    """Measure; write tables to standard output, progress to standard error, and figures as JSON to a file."""
    chosen = _arguments()
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        venv = chosen.installed.resolve() if chosen.installed else scratch / "venv"
        if not chosen.installed:
            install(venv)
        bench = Bench(venv, scratch, scratch / "cache", scratch / "data", chosen.rounds, chosen.times, chosen.limit, chosen.documents)
        before, parts = load(), {}
        for name in chosen.parts or PARTS:
            parts[name] = PARTS[name](bench)
            for title, rows in parts[name].items():
                sys.stdout.write(table(title, rows) + "\n")
            sys.stdout.flush()
        on: Row = {**machine(bench), "load before (1, 5, 15 min)": before, "load after": load()}
    sys.stdout.write(table("Machine", [{"what": what, "value": str(value)} for what, value in on.items()]))
    if chosen.json:
        figures = {"machine": on, "rounds": chosen.rounds, "parts": parts}
        chosen.json.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        progress(f"The figures are in {chosen.json}.")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; all without one")
    parser.add_argument("--rounds", type=int, default=25, help="how often each call is measured, in turn with what it is compared to")
    parser.add_argument("--times", type=_sizes, default=(1, 10, 50), metavar="1,10,50", help="how many times the data, for growth")
    parser.add_argument("--limit", type=float, default=20.0, metavar="SECONDS", help="how long a query may take in rdflib")
    parser.add_argument("--documents", type=Path, metavar="PATH", help="a folder for grep; made-up documents without it")
    parser.add_argument("--installed", type=Path, metavar="VENV", help="measure this virtual environment instead of a new one")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all figures to this file")
    chosen = parser.parse_args()
    unknown = [part for part in chosen.parts if part not in PARTS]
    if unknown:
        parser.error(f"there is no part {unknown[0]}; the parts are {', '.join(PARTS)}")
    if chosen.documents is not None and not chosen.documents.is_dir():
        parser.error(f"{chosen.documents} is no folder.")
    return chosen


def _sizes(text: str) -> tuple[int, ...]:
    sizes = tuple(sorted({int(size) for size in text.split(",")}))
    if sizes[0] < 1:
        raise argparse.ArgumentTypeError("sizes are at least 1")
    return sizes


if __name__ == "__main__":
    main()
